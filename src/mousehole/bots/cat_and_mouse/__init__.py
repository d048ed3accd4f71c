"""What a bot knows about Cat & The Mouse: how long a room stays safe, what a hand of loot is worth, what names betray.

Everyone at the table can count the rooms that are still possible to the Inspector, because the number of cards drawn
is public: so the Mouse knows in which round a patient Inspector, who waits until only one room is left, springs the
trap. Everything here looks only at what the acting seat can know.
"""

from mousehole.bots.cat_and_mouse.beginner import greedy
from mousehole.bots.cat_and_mouse.judging import judge
from mousehole.bots.cat_and_mouse.lion import lion
from mousehole.bots.cat_and_mouse.mixing import consult
from mousehole.bots.cat_and_mouse.searching import lean, narrow, settle, tempt, weigh
from mousehole.bots.knowledge import FIRST
from mousehole.bots.levels import Mind
from mousehole.bots.thinking import Settings

__all__ = ["LEVELS", "consult", "greedy", "judge", "lean", "lion", "narrow", "settle", "tempt", "weigh"]

LEVELS: dict[str, Settings | Mind] = {
    "kitten": Settings(iterations=4, margin=1.0, is_hasty=True),
    "housecat": Settings(iterations=20, margin=0.3, is_hasty=True),
    "alley_cat": Settings(iterations=120, margin=0.12, tries=4, is_hasty=True),
    "tiger": Settings(iterations=2_000, margin=0.02, tries=4, horizon=0),  # a judgement is as good as a playout
    "lion": lion,
    "tiger_0_1": Settings(iterations=2_000, margin=0.02, tries=4, horizon=0, edition=FIRST, is_former=True),
}
"""A patient Inspector is hard to beat: of those who search only the tiger is one."""

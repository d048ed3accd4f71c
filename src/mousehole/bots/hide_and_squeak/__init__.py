"""What a bot knows about Hide and Squeak: where mice like to go, which moves are wasted, how beginners play."""

from mousehole.bots.hide_and_squeak.beginner import greedy
from mousehole.bots.hide_and_squeak.lion import lion
from mousehole.bots.hide_and_squeak.searching import judge, lean, narrow, weigh
from mousehole.bots.hide_and_squeak.trail import MEMORY, imagine, remember
from mousehole.bots.knowledge import FIRST
from mousehole.bots.levels import Mind
from mousehole.bots.thinking import Settings

__all__ = ["LEVELS", "MEMORY", "greedy", "imagine", "judge", "lean", "lion", "narrow", "remember", "weigh"]

LEVELS: dict[str, Settings | Mind] = {
    "kitten": Settings(iterations=12, horizon=40, margin=0.15, edition=FIRST),
    "housecat": Settings(iterations=80, horizon=40, tries=4, margin=0.05),
    "alley_cat": Settings(iterations=400, horizon=40, tries=4, does_remember=True),
    "tiger": Settings(iterations=15_000, horizon=40, tries=4, does_remember=True),
    "lion": lion,
    "tiger_0_1": Settings(iterations=1_500, horizon=40, tries=4, edition=FIRST, is_former=True),
}
"""Kitten plays without a plan, housecat wastes nothing, alley cat and tiger remember what they have heard, a net
guides four or five of the lion's mice."""

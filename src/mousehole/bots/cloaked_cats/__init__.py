"""What a bot knows about Cloaked Cats: which features a rival may hold, how likely, and what that is worth."""

from mousehole.bots.cloaked_cats.beginner import greedy
from mousehole.bots.cloaked_cats.reading import MEMORY, imagine, remember
from mousehole.bots.cloaked_cats.searching import JUDGING, judge, lean, narrow
from mousehole.bots.cloaked_cats.weights import RULES_VERSION
from mousehole.bots.knowledge import FIRST
from mousehole.bots.thinking import Settings

__all__ = ["JUDGING", "LEVELS", "MEMORY", "RULES_VERSION", "greedy", "imagine", "judge", "lean", "narrow", "remember"]

LEVELS = {
    "kitten": Settings(iterations=24, margin=2.0, horizon=0),  # any of the moves that make sense
    "housecat": Settings(iterations=30, margin=0.5),
    "alley_cat": Settings(iterations=200, margin=0.05),
    "tiger": Settings(iterations=5_000, margin=0.01, reuse=1, exploration=1.0),
    "lion": Settings(
        iterations=10_000,
        margin=0.01,
        reuse=1,
        exploration=1.0,
        stops=True,
        trust=0.5,
        edition=JUDGING,
        does_remember=True,
    ),
    "tiger_0_1": Settings(iterations=5_000, margin=0.01, reuse=1, exploration=1.0, edition=FIRST, is_former=True),
}
"""Its playouts are sensible: a few already make a fair player."""

"""What a bot knows about Mice Heist: how likely a test is passed, what a place on a track promises, when to bet."""

from mousehole.bots.knowledge import FIRST
from mousehole.bots.mice_heist.beginner import greedy
from mousehole.bots.mice_heist.searching import LEARNT, can_judge, judge, lean, narrow, weigh
from mousehole.bots.mice_heist.weights import RULES_VERSION
from mousehole.bots.thinking import Settings

__all__ = ["LEARNT", "LEVELS", "RULES_VERSION", "UNLEARNT", "can_judge", "greedy", "judge", "lean", "narrow", "weigh"]

UNLEARNT = ("stakes",)
"""Options that the net has not learnt (`is_for_net`); then the lion searches alike with any number of players."""
CROWDED = Settings(iterations=2_000, horizon=24, edition=LEARNT)
"""How the lion searches with four players and more: there much exploring and many iterations won nothing."""
LEVELS = {
    "kitten": Settings(iterations=10, horizon=24, margin=0.15),
    "housecat": Settings(iterations=60, horizon=24, margin=0.05),
    "alley_cat": Settings(iterations=350, horizon=24, tries=4),
    "tiger": Settings(iterations=2_000, horizon=24, tries=4),
    "lion": Settings(iterations=10_000, horizon=24, tries=4, exploration=1.2, edition=LEARNT, crowd=CROWDED),
    "tiger_0_1": Settings(iterations=2_000, horizon=24, tries=4, edition=FIRST, is_former=True),
}
"""Playouts of two or three turns, then a judgement: much is chance, and more would drown in it."""

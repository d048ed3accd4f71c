"""What a bot knows about Mice Heist: how likely a test is passed, what a place on a track promises, when to bet."""

from mousehole.bots.knowledge import FIRST
from mousehole.bots.mice_heist.beginner import greedy
from mousehole.bots.mice_heist.searching import LEARNT, can_judge, judge, lean, narrow, weigh
from mousehole.bots.mice_heist.weights import RULES_VERSION
from mousehole.bots.thinking import Settings

__all__ = ["LEARNT", "LEVELS", "RULES_VERSION", "can_judge", "greedy", "judge", "lean", "narrow", "weigh"]

LEVELS = {
    "kitten": Settings(iterations=10, horizon=24, margin=0.15),
    "housecat": Settings(iterations=60, horizon=24, margin=0.05),
    "alley_cat": Settings(iterations=350, horizon=24, tries=4),
    "tiger": Settings(iterations=2_000, horizon=24, tries=4),
    "lion": Settings(iterations=10_000, horizon=24, tries=4, scouting=1.5, margin=0.004, edition=LEARNT),
    "tiger_0_1": Settings(iterations=2_000, horizon=24, tries=4, edition=FIRST, is_former=True),
}
"""Playouts of two or three turns, then a judgement: much is chance, and more would drown in it. One choice is worth
little, the less the more play: the lion tries all that it may do for long, and takes only what is hardly worse."""

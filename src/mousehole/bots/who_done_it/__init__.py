"""What a bot knows about Who Done It?: what a maze is worth, and which moves lead to mazes worth having."""

from mousehole.bots.knowledge import FIRST
from mousehole.bots.thinking import Settings
from mousehole.bots.who_done_it.searching import JUDGING, greedy, judge, lean, narrow
from mousehole.bots.who_done_it.weights import RULES_VERSION

__all__ = ["JUDGING", "LEVELS", "RULES_VERSION", "greedy", "judge", "lean", "narrow"]

LEVELS = {
    "kitten": Settings(iterations=10, horizon=4, margin=0.1),
    "housecat": Settings(iterations=40, horizon=8, exploration=0.5, margin=0.0),
    "alley_cat": Settings(iterations=160, horizon=8, exploration=0.5, margin=0.0),
    "tiger": Settings(iterations=10_000, horizon=8, exploration=0.5, margin=0.0),
    "lion": Settings(iterations=16_000, horizon=0, exploration=0.5, widening=1.0, margin=0.0, edition=JUDGING),
    "tiger_0_1": Settings(iterations=1_000, horizon=8, exploration=0.5, margin=0.0, edition=FIRST, is_former=True),
}
"""Playouts of about three turns, then a judgement; the lion judges at once. Nobody reads along, so nothing is mixed."""

"""Hide and Squeak: the numbers that house rules change: what is printed, and how much more (or less) was agreed."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.hide_and_squeak.components import CAT_ACTIONS, CHEESE_PER_MOUSE, TRAPS

FIELDS = ("more_captures", "more_cheese", "more_actions", "more_traps")


@rule
def agree(s: Record, captures: int, cheese: int, actions: int, traps: int) -> None:
    """Write down what was agreed; captures and cheese are printed for a number of mice, and 0 is as printed."""
    s.more_captures = captures - (int(s.seats) - 1) if captures else 0
    s.more_cheese = cheese - CHEESE_PER_MOUSE * (int(s.seats) - 1) if cheese else 0
    s.more_actions = actions - CAT_ACTIONS
    s.more_traps = traps - TRAPS


@rule
def captures_needed(s: Record) -> int:
    """HS-3.4, HS-7.1: how many captures the cat needs."""
    return int(s.seats) - 1 + int(s.more_captures)


@rule
def cheese_needed(s: Record) -> int:
    """HS-4.3, HS-7.2: how many cheeses the mice need together."""
    return CHEESE_PER_MOUSE * (int(s.seats) - 1) + int(s.more_cheese)


@rule
def cat_actions(s: Record) -> int:
    """HS-7.3: how many actions the cat has in a round."""
    return CAT_ACTIONS + int(s.more_actions)


@rule
def traps_to_lay(s: Record) -> int:
    """HS-1.5, HS-7.4: how many of the tokens are traps."""
    return TRAPS + int(s.more_traps)

"""Who Done It?: the numbers that house rules change: what is printed, and how much more (or less) was agreed."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.who_done_it.components import BELT, FIRST_CARDS, STACK

FIELDS = ("more_stack", "more_belt", "more_cards")


@rule
def agree(s: Record, stack: int, belt: int, cards: int) -> None:
    """Write down what was agreed."""
    s.more_stack = stack - STACK
    s.more_belt = belt - BELT
    s.more_cards = cards - FIRST_CARDS


@rule
def stack_size(s: Record) -> int:
    """WD-3.2, WD-9.1: how many maze cards a stack of the deck has (the first one of a normal game one more)."""
    return STACK + int(s.more_stack)


@rule
def belt_size(s: Record) -> int:
    """WD-3.2, WD-9.2: how many maze cards the belt shows."""
    return BELT + int(s.more_belt)


@rule
def first_cards(s: Record) -> int:
    """WD-3.1, WD-9.3: how many maze cards lie in the maze at first."""
    return FIRST_CARDS + int(s.more_cards)

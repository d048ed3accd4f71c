"""Cloaked Cats: the numbers that house rules change: what is printed, and how much more (or less) was agreed."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.cloaked_cats.components import CLOAK, HAND, MASKS

FIELDS = ("more_cloak", "more_masks", "more_hand", "more_points", "more_opening", "more_ties")


@rule
def agree(s: Record, cloak: int, masks: int, hand: int, points: int, opening: int, ties: int) -> None:
    """Write down what was agreed."""
    s.more_cloak = cloak - CLOAK
    s.more_masks = masks - MASKS
    s.more_hand = hand - HAND
    s.more_points = points
    s.more_opening = opening
    s.more_ties = ties


@rule
def cloak_size(s: Record) -> int:
    """CC-2.1, CC-5.1: how many features each player hides."""
    return CLOAK + int(s.more_cloak)


@rule
def masks_each(s: Record) -> int:
    """CC-1.4, CC-5.2: how many masks each player has."""
    return MASKS + int(s.more_masks)


@rule
def hand_size(s: Record) -> int:
    """CC-2.1, CC-5.3: how many cats each player holds."""
    return HAND + int(s.more_hand)


@rule
def starter_points(s: Record) -> int:
    """CC-5.4: how many masks the starting player has received before anything has happened."""
    return int(s.more_points)


@rule
def opening_cats(s: Record) -> int:
    """CC-5.5: how many cats of the deck dance before the first turn."""
    return int(s.more_opening)


@rule
def wins_ties(s: Record) -> bool:
    """CC-5.6: whether the starting player wins if it is level on points with others."""
    return s.more_ties != 0

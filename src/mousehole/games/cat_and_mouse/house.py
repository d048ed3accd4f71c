"""Cat & The Mouse: the numbers that house rules change: what is printed, and how much more (or less) was agreed."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse.components import CLUES_TO_WIN, TO_A_ROOM

FIELDS = ("more_clues", "more_loot")


@rule
def agree(s: Record, clues: int, loot: int) -> None:
    """Write down what was agreed."""
    s.more_clues = clues - CLUES_TO_WIN
    s.more_loot = loot - TO_A_ROOM


@rule
def clues_to_win(s: Record) -> int:
    """CM-4.2, CM-10.1: how many clues the Inspector needs."""
    return CLUES_TO_WIN + int(s.more_clues)


@rule
def loot_for_a_room(s: Record) -> int:
    """CM-2.2, CM-10.2: how many loot cards are dealt to a room."""
    return TO_A_ROOM + int(s.more_loot)

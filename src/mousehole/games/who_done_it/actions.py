"""Reading the numbers of actions: the slot, the cell and the turn of a placement (see `codes`)."""

from __future__ import annotations

from mousehole.engine.rule import rule
from mousehole.games.who_done_it import codes


@rule
def placement(slot: int, cell: int, turn: int) -> int:
    """Number a card of the belt, a cell and a turn."""
    return slot * codes.SLOT + cell * 4 + turn


@rule
def slot_of(number: int) -> int:
    """Read the slot of a placement."""
    return number // codes.SLOT


@rule
def cell_of(number: int) -> int:
    """Read the cell of a placement, or of a turned room."""
    return number % codes.SLOT // 4


@rule
def turn_of(number: int) -> int:
    """Read the turn of a placement, or the quarter turns of a turned room."""
    return number % 4

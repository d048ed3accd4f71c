"""Actions are small numbers, a range for each kind of decision (WD-4.9). Slots are places on the belt, 0 to 3."""

from __future__ import annotations

from mousehole.engine.rule import rule
from mousehole.games.who_done_it.components import BELT, CELLS

SLOT = 4 * CELLS
PLACEMENTS = BELT * SLOT

PLACE = 0
"""(d): PLACE + active * PLACEMENTS + slot * SLOT + cell * 4 + turn; active is MOUSE or CAT."""
COVER = PLACE + 2 * PLACEMENTS
"""(c): COVER + slot * SLOT + cell * 4 + turn: a placement with COVERING as its active."""
TURN = COVER + PLACEMENTS
"""(b): TURN + cell * 4 + quarter turns clockwise, 1 to 3; TURN itself leaves everything as it is."""
RUN = TURN + SLOT
"""(e): RUN + cell."""
STAY = RUN + CELLS
CAT_AT = STAY + 1
"""(f): CAT_AT + cell."""
USE = CAT_AT + CELLS
"""(a): USE + agenda."""
PASS = USE + 4
ACTIONS = PASS + 1


@rule
def placement(slot: int, cell: int, turn: int) -> int:
    """Number a card of the belt, a cell and a turn."""
    return slot * SLOT + cell * 4 + turn


@rule
def slot_of(number: int) -> int:
    """Read the slot of a placement."""
    return number // SLOT


@rule
def cell_of(number: int) -> int:
    """Read the cell of a placement, or of a turned room."""
    return number % SLOT // 4


@rule
def turn_of(number: int) -> int:
    """Read the turn of a placement, or the quarter turns of a turned room."""
    return number % 4

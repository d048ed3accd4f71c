"""The numbers in a record of Hidden Marks, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.sixth.hidden_marks.view import Ending, EventKind, Phase

CROSS, RING = range(2)

# An action is the number of a cell.
PHASES: dict[int, Phase] = {
    (MARKING := 0): "marking",
    (OVER := 1): "over",
}

ENDINGS: dict[int, Ending] = {
    (CROSS_ROW := 1): "cross_row",
    (RING_ROW := 2): "ring_row",
    (FULL := 3): "full",
}

# Events: kind, seat, cell.
EVENTS: dict[int, EventKind] = {
    (EVENT_MARKED := 1): "marked",
    (EVENT_FOUND := 2): "found",
}

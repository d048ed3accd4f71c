"""What the numbers in a record of Hidden Marks can be."""

from __future__ import annotations

from tests.sixth.hidden_marks import codes
from tests.sixth.hidden_marks.components import CELL_COUNT

from mousehole.engine.observing import Fields, amount, category, members, secret

FIELDS: Fields = {
    "seats": amount(2),
    "phase": category(codes.OVER),
    "turn": category(codes.RING),
    "ended": category(max(codes.ENDINGS)),
    "placed": amount(CELL_COUNT),
    "open": members(CELL_COUNT),
    "marks": secret(members(CELL_COUNT)),
    "event_count": amount(1),
    "events": (category(max(codes.EVENTS)), category(codes.RING), secret(category(CELL_COUNT - 1)), category(0)),
}
LEFT_OUT: frozenset[str] = frozenset()
"""Fields that are 0 whenever somebody is asked."""

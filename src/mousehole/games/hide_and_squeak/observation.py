"""What the numbers in a record of Hide and Squeak can be."""

from __future__ import annotations

from mousehole.engine.observing import Fields, amount, category, members, secret
from mousehole.games.hide_and_squeak import FACTS, codes
from mousehole.games.hide_and_squeak.components import (
    CAT_ACTIONS,
    CHEESE_PER_MOUSE,
    LEAST_IN_ROOM,
    MOST_MICE,
    PIECES,
    ROOM_COUNT,
    TOKENS,
    TRAPS,
)

WALLS, DAWN, CAPTURES, _, ACTIONS, HOUSE_TRAPS = FACTS.options
ROOM = category(ROOM_COUNT - 1)
SPARES = TOKENS - LEAST_IN_ROOM * ROOM_COUNT
FALLS = (FACTS.actions - codes.FIRST_RUN) // ROOM_COUNT

FIELDS: Fields = {
    "seats": amount(FACTS.max_seats, FACTS.min_seats),
    "walls": category(WALLS.high),
    "dawn": amount(DAWN.high, DAWN.low),
    "phase": category(codes.OVER),
    "night": amount(DAWN.high),
    "turn": category(MOST_MICE),
    "left": amount(max(SPARES, TRAPS, CAT_ACTIONS), most=max(HOUSE_TRAPS.high, ACTIONS.high)),
    "cat": ROOM,
    "upright": members(PIECES),
    "captures": amount(MOST_MICE, most=CAPTURES.high + MOST_MICE),
    "stored": amount(CHEESE_PER_MOUSE * MOST_MICE, most=TOKENS),
    "traps_laid": amount(TRAPS, most=HOUSE_TRAPS.high),
    "traps_found": amount(TRAPS, most=HOUSE_TRAPS.high),
    "ended": category(max(codes.ENDINGS)),
    "room": secret(category(codes.OFF_BOARD)),
    "stunned": category(codes.STUNNED),
    "maybe": members(ROOM_COUNT),
    "tokens": amount(LEAST_IN_ROOM + SPARES),
    "traps": secret(amount(TRAPS, most=LEAST_IN_ROOM + SPARES)),
    "event_count": amount(8),
    "events": (
        category(max(codes.EVENTS)),
        secret(amount(DAWN.high)),  # a mouse or a room, or the round
        secret(category(max(ROOM_COUNT, FALLS) - 1)),  # a room, or how furniture falls
        secret(ROOM),
    ),
}
LEFT_OUT: frozenset[str] = frozenset()
"""Fields that are 0 whenever somebody is asked."""

"""What the numbers in a record of Cloaked Cats can be."""

from __future__ import annotations

from mousehole.engine.observing import Fields, amount, category, flag, members, secret
from mousehole.games.cloaked_cats import FACTS, codes
from mousehole.games.cloaked_cats.components import (
    CAT_COUNT,
    CLOAK,
    FEATURE_COUNT,
    HAND,
    MASKS,
    MOST_ROUNDS,
    MOST_SEATS,
)

OWNED, HELD, GIVEN = FACTS.options[1:4]
LONGEST = 85
"""No printed game takes more decisions."""
SEAT = category(MOST_SEATS - 1)
FEATURES = members(FEATURE_COUNT)
CATS = members(CAT_COUNT)

FIELDS: Fields = {
    "seats": amount(FACTS.max_seats, FACTS.min_seats),
    "phase": category(max(codes.PHASES)),
    "first": SEAT,
    "turn": SEAT,
    "turns": amount(LONGEST, most=MOST_ROUNDS * MOST_SEATS),
    "last": flag(),
    "quiet": flag(),
    "ended": category(max(codes.ENDINGS)),
    "deck": amount(CAT_COUNT),
    "cats": amount(HAND, most=HELD.high),
    "stock": amount(MASKS, most=OWNED.high),
    "won": amount(MASKS * (MOST_SEATS - 1), most=OWNED.high * (MOST_SEATS - 1) + GIVEN.high),
    "covered": amount(CLOAK),
    "on_floor": amount(CAT_COUNT),
    "floor": category(CAT_COUNT - 1, codes.EMPTY),
    "cloak": secret(FEATURES),
    "shown": FEATURES,
    "lacks": FEATURES,
    "danced": CATS,
    "masked": CATS,
    "hand": secret(CATS),
    "event_count": amount(3),
    "events": (
        category(codes.EVENT_EMPTY),
        category((1 << MOST_SEATS) - 1),  # a seat, or seats as a set
        category(CAT_COUNT - 1),  # a cat, or a seat
        category(max(FEATURE_COUNT, 1 << MOST_SEATS) - 1),  # a feature, or seats as a set
    ),
}
LEFT_OUT: frozenset[str] = frozenset()
"""Fields that are 0 whenever somebody is asked."""

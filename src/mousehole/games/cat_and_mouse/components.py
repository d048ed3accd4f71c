"""The cards of Cat & The Mouse, and tables worked out from them before anybody plays.

Rooms are numbered 1 to 12; a set of rooms is a 12-bit mask in which room r is bit r - 1.
Loot cards are numbered 0 to 8 (theme * 3 + value), the three tricks 9 to 11. A heap of loot is one number: a bit for
each loot card and two bits, a count, for each trick; adding and removing a card is adding and subtracting its `UNIT`.
"""

from __future__ import annotations

import numpy as np

ROOMS = (
    "Observatory",
    "Attic",
    "Nursery",
    "Clock Loft",
    "Library",
    "Gallery",
    "Ballroom",
    "Trophy Hall",
    "Orangery",
    "Kitchen",
    "Vault",
    "Wash House",
)
"""CM-1.1: the estate's top storey, rooms 1 to 12."""
THEMES = ("the Glory triptych", "the gem collection", "the animal statuettes")
VALUES = (10_000, 20_000, 30_000)
LOOT = (
    ("Glory at Dawn", "Glory at Noon", "Glory at Dusk"),
    ("Emberdrop", "Fernlight", "Moonwater"),
    ("Brass Hare", "Silver Heron", "Golden Lynx"),
)
"""CM-1.2: one card for each theme (row) and value (column)."""
TRICKS = ("Calling Card", "Smoke Bomb", "Pickpocket")

ROOM_COUNT = 12
ALL_ROOMS = (1 << ROOM_COUNT) - 1
LOOT_COUNT = 9
ALL_LOOT = (1 << LOOT_COUNT) - 1
CARD_KINDS = LOOT_COUNT + len(TRICKS)
CALLING_CARD, SMOKE_BOMB, PICKPOCKET = range(LOOT_COUNT, CARD_KINDS)
TO_A_ROOM = 2
"""CM-2.2: the loot cards dealt to a room."""
CLUES_TO_WIN = 3

LONGEST_ROW = ROOM_COUNT - 1
"""The Mouse's room, or a card of the deck it is about to take, never lies in the row."""
MOST_TURNS = 14
"""CM-6.4: rounds 0 to 13."""

SHIFT = np.array([*range(LOOT_COUNT), 9, 11, 13], np.int64)
"""Where a card's bit or count stands in a heap."""
UNIT = np.array([1 << shift for shift in SHIFT], np.int64)
TRICK_DECK = np.array([copies * int(UNIT[LOOT_COUNT:].sum()) for copies in range(3)], np.int64)
"""The tricks of a whole Loot deck, for 0, 1 or 2 copies."""

SETS = tuple(0b111 << 3 * theme for theme in range(3)) + tuple(0b001001001 << value for value in range(3))
"""CM-1.3: three cards of a theme, or three of a value."""
HAS_SET = np.array([any(held & one == one for one in SETS) for held in range(ALL_LOOT + 1)], np.bool_)

HALF = 6
HALF_COUNT = np.array([half.bit_count() for half in range(1 << HALF)], np.int64)
HALF_NTH = np.array(
    [([bit for bit in range(HALF) if half >> bit & 1] + [0] * HALF)[:HALF] for half in range(1 << HALF)], np.int64
)
"""The n-th bit of half a mask of rooms, counted from the lowest."""

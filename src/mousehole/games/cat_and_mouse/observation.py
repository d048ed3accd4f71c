"""What the numbers in a record of Cat & The Mouse can be."""

from __future__ import annotations

from mousehole.engine.observing import Fields, amount, category, digits, flag, members, secret
from mousehole.games.cat_and_mouse import FACTS, codes
from mousehole.games.cat_and_mouse.components import CLUES_TO_WIN, LONGEST_ROW, LOOT_COUNT, MOST_TURNS, ROOM_COUNT

TRICKS, _, _, CLUES, _ = (option.highest for option in FACTS.options)
ROOM = category(ROOM_COUNT)  # 0: none
TURN = amount(MOST_TURNS)
CARDS = LOOT_COUNT + 3 * TRICKS
COUNT = amount(CARDS)
HEAP = secret(members(LOOT_COUNT + 2 * 3))
"""Nine loot cards, then the copies of each of three tricks as a number of two bits."""
ROW = members(LONGEST_ROW)
ROUNDS = members(MOST_TURNS)

FIELDS: Fields = {
    "seats": amount(2),
    "tricks": amount(TRICKS),
    "subtle": flag(),
    "deep": flag(),
    "phase": category(max(codes.PHASES)),
    "turn": TURN,
    "ended": category(max(codes.ENDINGS)),
    "clues": amount(CLUES_TO_WIN, most=CLUES),
    "room": secret(ROOM),
    "room_up": flag(),
    "laid": amount(LONGEST_ROW),
    "drawn": secret(ROOM),
    "row": secret(ROOM),
    "row_turn": TURN,
    "row_mouse": ROW,
    "row_up": ROW,
    "row_shown": ROW,
    "deck": secret(members(ROOM_COUNT)),
    "bottom": secret(digits(3, ROOM_COUNT)),  # a fourth card (CM-10.2) is left out: nets know three
    "named": ROOM,
    "hits": ROUNDS,
    "searches": ROUNDS,
    "back_turn": TURN,
    "back_room": ROOM,
    "back_mouse": ROUNDS,
    "missed": TURN,
    "pocket": HEAP,
    "pockets": COUNT,
    "stock": HEAP,
    "stocks": COUNT,
    "attached": HEAP,
    "attached_count": COUNT,
    "looked": flag(),
    "hand": HEAP,
    "held": COUNT,
    "held_then": COUNT,
    "used": HEAP,
    "left_seen": HEAP,
    "left_seen_count": COUNT,
    "left_blind": HEAP,
    "left_blind_count": COUNT,
    "event_count": amount(3),
    "events": (
        category(max(codes.EVENTS)),
        secret(amount(max(CARDS, MOST_TURNS))),  # a room, a card, a place in the row, a number of cards, the round
        secret(ROOM),
        secret(amount(LONGEST_ROW)),
    ),
}
LEFT_OUT: frozenset[str] = frozenset()
"""Fields that are 0 whenever somebody is asked."""

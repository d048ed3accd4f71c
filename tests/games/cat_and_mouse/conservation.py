"""What is never created or lost in Cat & The Mouse."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, ROOM_COUNT, TRICK_DECK
from mousehole.games.cat_and_mouse.decks import bottom_mask, bottom_of, count_cards, maps_left
from mousehole.games.cat_and_mouse.house import loot_for_a_room

HEAPS = {
    "pocket": "pockets",
    "stock": "stocks",
    "attached": "attached_count",
    "hand": "held",
    "left_seen": "left_seen_count",
    "left_blind": "left_blind_count",
}


def rooms_in(mask: int) -> list[int]:
    """List the rooms of a mask."""
    return [room for room in range(1, ROOM_COUNT + 1) if mask >> (room - 1) & 1]


def check_conservation(s: Record) -> None:
    """CM-1.1, CM-1.2: every Map card and every loot card lies in exactly one place, and the counts say so."""
    check_maps(s)
    heaps = {name: int(s[name]) for name in HEAPS}
    assert sum(heaps.values()) + int(s.used) == ALL_LOOT + int(TRICK_DECK[s.tricks])
    for name, count in HEAPS.items():
        assert count_cards(heaps[name]) == s[count], name
    assert int(s.pocket) & ~ALL_LOOT == 0
    assert s.attached_count <= loot_for_a_room(s)
    assert s.held_then <= s.held or s.phase == codes.OVER


def check_maps(s: Record) -> None:
    """Twelve rooms: in the deck, in the row, in the Inspector's hands, or the Mouse's."""
    row = [int(room) for room in s.row[: s.laid]]
    drawn = [int(room) for room in s.drawn if room]
    deck = rooms_in(int(s.deck))
    own = [int(s.room)] if s.room else []
    assert sorted(row + drawn + deck + own) == list(range(1, ROOM_COUNT + 1))
    assert len(deck) == maps_left(s)
    assert len(drawn) == (2 if s.phase == codes.MONITOR else 0)
    bottom = rooms_in(bottom_mask(bottom_of(s)))
    assert set(bottom) <= set(deck)
    assert len(bottom) <= loot_for_a_room(s) + 1
    assert not s.row[s.laid :].any()
    assert not s.row_turn[s.laid :].any()
    turns = [2 * int(s.row_turn[i]) + (int(s.row_mouse) >> i & 1) for i in range(s.laid)]
    assert turns == sorted(set(turns)), "the row lies in the order it came"
    for mask in (s.row_mouse, s.row_up, s.row_shown):
        assert int(mask) >> int(s.laid) == 0
    assert int(s.row_up).bit_count() == s.clues == int(s.hits).bit_count()
    assert int(s.row_up) & int(s.row_shown) == 0
    assert not s.missed.any()
    between_rooms = s.phase in {codes.POSITION, codes.NEW_ROOM} or s.turn == 0
    assert (s.room == 0) == between_rooms
    assert s.looked or s.phase != codes.KEEP

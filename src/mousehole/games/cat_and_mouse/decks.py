"""Counting and picking cards, used by the rules and by redeals alike."""

from __future__ import annotations

from mousehole.engine.chance import draw, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    CARD_KINDS,
    HALF,
    HALF_COUNT,
    HALF_NTH,
    LOOT_COUNT,
    ROOM_COUNT,
    SHIFT,
    UNIT,
)


@rule
def bit_of(room: int) -> int:
    """The bit of a room in a mask."""
    return 1 << (int(room) - 1)


@rule
def count_bits(mask: int) -> int:
    """Count the bits of a 12-bit mask."""
    return HALF_COUNT[mask & 63] + HALF_COUNT[(mask >> HALF) & 63]


@rule
def nth_bit(mask: int, n: int) -> int:
    """The n-th bit of a 12-bit mask, counted from the lowest."""
    low = HALF_COUNT[mask & 63]
    if n < low:
        return HALF_NTH[mask & 63, n]
    return HALF + HALF_NTH[(mask >> HALF) & 63, n - low]


@rule
def nth_room(mask: int, n: int) -> int:
    """The n-th room of a mask, counted from the lowest."""
    return nth_bit(mask, n) + 1


@rule
def roll_room(mask: int, rng: Rng) -> int:
    """A random room of a mask that is not empty, beside the table."""
    return nth_room(mask, roll(rng, count_bits(mask)))


@rule
def copies_of(heap: int, card: int) -> int:
    """How many copies of a card lie in a heap."""
    return (heap >> SHIFT[card]) & (1 if card < LOOT_COUNT else 3)


@rule
def count_cards(heap: int) -> int:
    """Count the cards of a heap of loot."""
    count = count_bits(heap & ALL_LOOT)
    for trick in range(LOOT_COUNT, CARD_KINDS):
        count += copies_of(heap, trick)
    return count


@rule
def nth_card(heap: int, n: int) -> int:
    """The n-th card of a heap, equal cards counted one by one."""
    loot = count_bits(heap & ALL_LOOT)
    if n < loot:
        return nth_bit(heap & ALL_LOOT, n)
    n -= loot
    card = LOOT_COUNT
    while n >= copies_of(heap, card):
        n -= copies_of(heap, card)
        card += 1
    return card


@rule
def roll_heap(heap: int, count: int, rng: Rng) -> int:
    """A random part of a heap with so many cards, beside the table."""
    size = count_cards(heap)
    part = 0
    for i in range(count):
        card = nth_card(heap - part, roll(rng, size - i))
        part += UNIT[card]
    return part


@rule
def maps_left(s: Record) -> int:
    """How many cards the Map deck holds: all but the row, the Mouse's room and the two the Inspector looks at."""
    count = ROOM_COUNT - int(s.laid)
    if s.room != 0:
        count -= 1
    if s.drawn[0] != 0:
        count -= 2
    return count


# The bottom of the Map deck: cards the Inspector put there since the last shuffle, four bits each, the uppermost first.


@rule
def bottom_of(s: Record) -> int:
    """The known bottom; four cards (CM-10.2) reach the sign of the field, and hidden stays hidden."""
    bottom = int(s.bottom)
    return bottom + (1 << 16) if bottom < HIDDEN else bottom


@rule
def keep_bottom(s: Record, bottom: int) -> None:
    """Write the known bottom down."""
    s.bottom = bottom - (1 << 16) if bottom >> 15 else bottom


@rule
def bottom_mask(bottom: int) -> int:
    """The rooms at the known bottom of the Map deck."""
    mask = 0
    while bottom > 0:
        mask |= bit_of(bottom & 15)
        bottom >>= 4
    return mask


@rule
def put_below(bottom: int, room: int) -> int:
    """The bottom with one more card below all others."""
    place = 0
    while bottom >> place:
        place += 4
    return bottom | (int(room) << place)


@rule
def draw_map(s: Record) -> int:
    """Draw the top card of the Map deck: any card above the known bottom, or the uppermost of the bottom itself."""
    loose = int(s.deck) & ~bottom_mask(bottom_of(s))
    if loose:
        room = nth_room(loose, draw(s, count_bits(loose)))
    else:
        room = bottom_of(s) & 15
        keep_bottom(s, bottom_of(s) >> 4)
    s.deck = int(s.deck) & ~bit_of(room)
    return room


@rule
def lay(s: Record, room: int, seat: int) -> None:
    """CM-3.3: a card is laid face down at the end of the row."""
    place = int(s.laid)
    s.row[place] = room
    s.row_turn[place] = s.turn
    if seat == codes.MOUSE:
        s.row_mouse = int(s.row_mouse) | (1 << place)
    s.laid += 1

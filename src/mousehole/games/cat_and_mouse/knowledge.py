"""Who knows what: what can be worked out from a view.

Opponents' hidden choices count as uniform over those that fit, and every seat remembers all it has seen.

**The Inspector** knows the row, and so the whole Map deck at the moment the Mouse looks through it; of it the Mouse
took any card but those the Inspector has drawn since (`possible_rooms`).

**The Mouse** knows the cards it laid itself, the clues, and the Map deck's contents at each of its searches. Two
searches tell it which rooms the Inspector laid in between (`missed`), not in which order; an answer without a clue
tells that the room named was laid later, if at all. What fits an early position therefore fits a later one of the same
stretch too: filling them in the order they were laid, each with any card that fits, makes every order equally likely.

**A spectator** knows what is public: see `bystander`.
"""

from __future__ import annotations

from mousehole.engine.rule import HIDDEN, Record, rule
from mousehole.games.cat_and_mouse.bystander import denied
from mousehole.games.cat_and_mouse.components import ALL_LOOT, ALL_ROOMS, ROOM_COUNT, TRICK_DECK
from mousehole.games.cat_and_mouse.decks import (
    bit_of,
    bottom_mask,
    bottom_of,
    count_bits,
    nth_room,
)


@rule
def possible_rooms(s: Record) -> int:
    """The rooms the Mouse can be in (or go to, between two rooms), as the Inspector's view tells: a 12-bit mask.

    All but the row, the two cards just drawn and those put at the bottom since the deck was last shuffled.
    """
    if s.room_up:
        return bit_of(s.room)
    mask = ALL_ROOMS & ~bottom_mask(bottom_of(s))
    for place in range(s.laid):
        if s.row[place] > 0:
            mask &= ~bit_of(s.row[place])
    for i in range(2):
        if s.drawn[i] > 0:
            mask &= ~bit_of(s.drawn[i])
    return mask


@rule
def count_possible(s: Record) -> int:
    """Count the rooms that are possible to the Inspector, as anybody can: how many cards it has drawn is public."""
    if s.room_up:
        return 1
    seen = int(s.laid)
    if s.room != 0:
        seen += int(s.turn) - last_search(s)
    if s.drawn[0] != 0:
        seen += 1
    return max(1, ROOM_COUNT - seen)


@rule
def possible_at(s: Record, place: int) -> int:
    """The rooms whose card can lie at a position of the row (the first is 0), as the Mouse's view tells: a mask.

    A card fits if the other face-down positions of the same stretch can still all be filled.
    """
    if s.row[place] > 0:
        return bit_of(s.row[place])
    mask = 0
    fits = candidates(s, place)
    for i in range(count_bits(fits)):
        bit = bit_of(nth_room(fits, i))
        filled = 0
        is_possible = True
        for other in range(s.laid):
            if other != place and s.row[other] == HIDDEN and search_after(s, other) == search_after(s, place):
                is_possible = is_possible and count_bits(candidates(s, other) & ~bit) > filled
                filled += 1
        if is_possible:
            mask |= bit
    return mask


@rule
def possible_pocket(s: Record) -> int:
    """The loot cards that can be in the Inspector's pocket, as a view tells: a 9-bit mask."""
    if s.pocket != HIDDEN:
        return int(s.pocket)
    return unseen_loot(s) & ALL_LOOT


@rule
def unseen_loot(s: Record) -> int:
    """The heap of all loot and tricks whose place a view does not show."""
    heap = ALL_LOOT + TRICK_DECK[s.tricks] - int(s.used)
    heap -= max(int(s.pocket), 0) + max(int(s.hand), 0) + max(int(s.attached), 0)
    return heap - max(int(s.left_seen), 0) - max(int(s.left_blind), 0)


@rule
def search_after(s: Record, place: int) -> int:
    """The round of the Mouse's first search since a card was laid, which missed it; 0: there was none yet."""
    for turn in range(s.row_turn[place], s.turn + 1):
        if (int(s.searches) >> turn) & 1:
            return turn
    return 0


@rule
def last_search(s: Record) -> int:
    """The round in which the Map deck was last shuffled."""
    turn = int(s.turn)
    while turn > 0 and not (int(s.searches) >> turn) & 1:
        turn -= 1
    return turn


@rule
def candidates(s: Record, place: int) -> int:
    """The rooms that fit a face-down position as far as searches and answers tell the Mouse."""
    search = search_after(s, place)
    mask = 0
    for room in range(1, ROOM_COUNT + 1):
        if s.missed[room - 1] == search:
            mask |= bit_of(room)
    for other in range(s.laid):
        if s.row[other] > 0:
            mask &= ~bit_of(s.row[other])
    if s.room > 0:
        mask &= ~bit_of(s.room)
    return mask & ~denied(s, int(s.row_turn[place]), int(s.turn))

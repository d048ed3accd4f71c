"""Cat & The Mouse: who knows what.

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

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.cat_and_mouse.bystander import denied, redeal_slots
from mousehole.games.cat_and_mouse.components import ALL_LOOT, ALL_ROOMS, CALLING_CARD, ROOM_COUNT, TRICK_DECK, UNIT
from mousehole.games.cat_and_mouse.decks import (
    bit_of,
    bottom_mask,
    copies_of,
    count_bits,
    count_cards,
    nth_room,
    put_below,
    roll_heap,
    roll_room,
)
from mousehole.games.cat_and_mouse.phases import INSPECTOR, MOUSE, NEW_ROOM, OVER

# What can be worked out from a view


@rule
def possible_rooms(s: Record) -> int:
    """The rooms the Mouse can be in (or go to, between two rooms), as the Inspector's view tells: a 12-bit mask.

    All but the row, the two cards just drawn and those put at the bottom since the deck was last shuffled.
    """
    if s.room_up:
        return bit_of(s.room)
    mask = ALL_ROOMS & ~bottom_mask(int(s.bottom))
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


# Hiding


@rule
def hide(s: Record, seat: int) -> None:
    """Turn the position into what a seat, or a spectator, can know."""
    if s.phase == OVER:
        return
    forget_chance(s)
    if s.stocks > 0 and s.pockets > 0 and (seat != INSPECTOR or s.turn > 0):
        s.stock = HIDDEN
    if seat != INSPECTOR:
        hide_inspector(s)
    if seat != MOUSE:
        hide_mouse(s)
    hide_row(s, seat)
    if seat != INSPECTOR and s.left_blind_count > 0:
        s.left_blind = HIDDEN
    if seat < 0 and s.left_seen_count > 0:
        s.left_seen = HIDDEN
    if s.turn > 0 and (seat < 0 or (seat == MOUSE and s.phase != NEW_ROOM) or s.room == HIDDEN):
        s.deck = HIDDEN
    if s.attached_count > 0 and (seat != MOUSE or not s.looked):
        s.attached = HIDDEN


@rule
def hide_inspector(s: Record) -> None:
    """Blank what only the Inspector sees: its pocket, the cards just drawn, the bottom of the deck."""
    if s.pockets > 0:
        s.pocket = HIDDEN
    if s.bottom != 0:
        s.bottom = HIDDEN
    if s.drawn[0] != 0:
        s.drawn[0] = HIDDEN
        s.drawn[1] = HIDDEN


@rule
def hide_mouse(s: Record) -> None:
    """Blank what only the Mouse sees: its room and its hand."""
    if s.room != 0 and not s.room_up:
        s.room = HIDDEN
    if s.held > 0:
        s.hand = HIDDEN


@rule
def hide_row(s: Record, seat: int) -> None:
    """Blank the row but for what a seat has seen; the Mouse keeps what its searches told it."""
    if seat == INSPECTOR:
        return
    known = int(s.row_up) | int(s.row_shown)
    if seat == MOUSE:
        known |= int(s.row_mouse)
    else:
        for i in range(ROOM_COUNT):
            s.missed[i] = 0
    for place in range(s.laid):
        if not (known >> place) & 1 and s.row[place] != HIDDEN:
            if seat == MOUSE:
                s.missed[s.row[place] - 1] = search_after(s, place)
            s.row[place] = HIDDEN


# Redealing


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Turn a view into one of the worlds that fit it, each as likely as chance and uniform choices make it."""
    if s.phase == OVER:
        return
    if seat == INSPECTOR:
        if s.room == HIDDEN:
            s.room = roll_room(possible_rooms(s), rng)
    elif seat == MOUSE:
        redeal_row(s, rng)
    else:
        redeal_slots(s, rng)
    s.deck = rooms_elsewhere(s)
    redeal_bottom(s, rng)
    redeal_loot(s, rng)
    reseed_chance(s, rng)


@rule
def redeal_row(s: Record, rng: Rng) -> None:
    """Fill the positions the Mouse has not seen, in the order they were laid."""
    for place in range(s.laid):
        if s.row[place] == HIDDEN:
            s.row[place] = roll_room(candidates(s, place), rng)
    for i in range(ROOM_COUNT):
        s.missed[i] = 0


@rule
def rooms_elsewhere(s: Record) -> int:
    """The rooms that are neither in the row, nor the Mouse's, nor in the Inspector's hands: the Map deck."""
    mask = ALL_ROOMS
    for place in range(s.laid):
        mask &= ~bit_of(s.row[place])
    if s.room > 0:
        mask &= ~bit_of(s.room)
    for i in range(2):
        if s.drawn[i] > 0:
            mask &= ~bit_of(s.drawn[i])
    return mask


@rule
def redeal_bottom(s: Record, rng: Rng) -> None:
    """Choose the cards that the Inspector drew beside those it laid: each way that fits is equally likely."""
    if s.bottom != HIDDEN and s.drawn[0] != HIDDEN:
        return
    while not draw_again(s, rng):
        pass
    s.deck = rooms_elsewhere(s)


@rule
def draw_again(s: Record, rng: Rng) -> bool:
    """Replay the draws since the last search; fails where a card that was laid could not have been drawn."""
    since = last_search(s)
    loose = int(s.deck)
    for place in range(s.laid):
        if s.row_turn[place] > since:
            loose |= bit_of(s.row[place])
    bottom = 0
    for place in range(s.laid):
        if s.row_turn[place] > since:
            room = int(s.row[place])
            if count_bits(loose) >= 2:
                if not loose & bit_of(room):
                    return False
                loose &= ~bit_of(room)
                other = roll_room(loose, rng)
                loose &= ~bit_of(other)
            else:
                one, other, bottom = top_two(loose, bottom)
                loose = 0
                if room == other:
                    other = one
                elif room != one:
                    return False
            if other:
                bottom = put_below(bottom, other)
    if s.drawn[0] == HIDDEN:
        if count_bits(loose) >= 2:
            one = roll_room(loose, rng)
            other = roll_room(loose & ~bit_of(one), rng)
        else:
            one, other, bottom = top_two(loose, bottom)
        s.drawn[0] = min(one, other)
        s.drawn[1] = max(one, other)
    s.bottom = bottom
    return True


@rule
def top_two(loose: int, bottom: int) -> tuple[int, int, int]:
    """The two uppermost cards (0: there is none) of a deck with at most one card above its bottom, and what remains."""
    if loose:
        return nth_room(loose, 0), bottom & 15, bottom >> 4
    return bottom & 15, (bottom >> 4) & 15, bottom >> 8


@rule
def redeal_loot(s: Record, rng: Rng) -> None:
    """Deal the cards a seat has not seen: the pocket from loot alone, every other place from the rest."""
    rest = unseen_loot(s)
    if s.pocket == HIDDEN:
        s.pocket = roll_heap(rest & ALL_LOOT, int(s.pockets), rng)
        rest -= int(s.pocket)
    if s.hand == HIDDEN:
        s.hand = redeal_hand(s, rest, rng)
        rest -= int(s.hand)
    if s.attached == HIDDEN:
        s.attached = roll_heap(rest, int(s.attached_count), rng)
        rest -= int(s.attached)
    if s.left_seen == HIDDEN:
        s.left_seen = roll_heap(rest, int(s.left_seen_count), rng)
        rest -= int(s.left_seen)
    if s.left_blind == HIDDEN:
        s.left_blind = roll_heap(rest, int(s.left_blind_count), rng)
        rest -= int(s.left_blind)
    s.stock = rest


@rule
def redeal_hand(s: Record, rest: int, rng: Rng) -> int:
    """Deal the Mouse's hand.

    A Mouse that has shown one of two Calling Cards may have held both. A hand with one of them could have held either,
    a hand with both is only one hand: so the other card is half as likely in each place of that hand as anywhere else.
    """
    held = int(s.held)
    if copies_of(int(s.used), CALLING_CARD) != 1 or copies_of(rest, CALLING_CARD) != 1:
        return roll_heap(rest, held, rng)
    then = int(s.held_then)
    rest -= UNIT[CALLING_CARD]
    if roll(rng, then + 2 * (count_cards(rest) + 1 - then)) < then + 2 * (held - then):
        return UNIT[CALLING_CARD] + roll_heap(rest, held - 1, rng)
    return roll_heap(rest, held, rng)

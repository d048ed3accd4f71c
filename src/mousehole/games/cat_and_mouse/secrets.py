"""Cat & The Mouse: `hide` blanks what a seat cannot know, `redeal` fills it in again by chance.

Opponents' hidden choices count as uniform over those that fit, and every seat remembers all it has seen: see
`knowledge` for what that comes to, and `bystander` for a spectator.
"""

from __future__ import annotations

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.bystander import redeal_slots
from mousehole.games.cat_and_mouse.components import ALL_LOOT, ALL_ROOMS, CALLING_CARD, ROOM_COUNT, UNIT
from mousehole.games.cat_and_mouse.decks import (
    bit_of,
    copies_of,
    count_bits,
    count_cards,
    keep_bottom,
    nth_room,
    put_below,
    roll_heap,
    roll_room,
)
from mousehole.games.cat_and_mouse.knowledge import candidates, last_search, possible_rooms, search_after, unseen_loot

# Hiding


@rule
def hide(s: Record, seat: int) -> None:
    """Turn the position into what a seat, or a spectator, can know."""
    if s.phase == codes.OVER:
        return
    forget_chance(s)
    if s.stocks > 0 and s.pockets > 0 and (seat != codes.INSPECTOR or s.turn > 0):
        s.stock = HIDDEN
    if seat != codes.INSPECTOR:
        hide_inspector(s)
    if seat != codes.MOUSE:
        hide_mouse(s)
    hide_row(s, seat)
    if seat != codes.INSPECTOR and s.left_blind_count > 0:
        s.left_blind = HIDDEN
    if seat < 0 and s.left_seen_count > 0:
        s.left_seen = HIDDEN
    if s.turn > 0 and (seat < 0 or (seat == codes.MOUSE and s.phase != codes.NEW_ROOM) or s.room == HIDDEN):
        s.deck = HIDDEN
    if s.attached_count > 0 and (seat != codes.MOUSE or not s.looked):
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
    if seat == codes.INSPECTOR:
        return
    known = int(s.row_up) | int(s.row_shown)
    if seat == codes.MOUSE:
        known |= int(s.row_mouse)
    else:
        for i in range(ROOM_COUNT):
            s.missed[i] = 0
    for place in range(s.laid):
        if not (known >> place) & 1 and s.row[place] != HIDDEN:
            if seat == codes.MOUSE:
                s.missed[s.row[place] - 1] = search_after(s, place)
            s.row[place] = HIDDEN


# Redealing


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Turn a view into one of the worlds that fit it, each as likely as chance and uniform choices make it."""
    if s.phase == codes.OVER:
        return
    if seat == codes.INSPECTOR:
        if s.room == HIDDEN:
            s.room = roll_room(possible_rooms(s), rng)
    elif seat == codes.MOUSE:
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
    keep_bottom(s, bottom)
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

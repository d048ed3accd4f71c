"""Cat & The Mouse: what a spectator can work out, and worlds dealt from it.

A **slot** is a card's stay in the house: from the round in which it leaves the Map deck (the Inspector draws it, or
the Mouse took it as its room in the round before) to the round in which it goes back there (CM-8.1), or up to now.
Slots that share a round hold different rooms, and a room that was named without a clue was in no slot of the row in
that round. All ways to fill the slots under these two rules are equally likely, because every card of a deck is as
likely as any other.
"""

from __future__ import annotations

from mousehole.engine.chance import roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_ROOMS, LONGEST_ROW, MOST_TURNS
from mousehole.games.cat_and_mouse.decks import bit_of, count_bits, nth_room

# Slots: the positions of the row, then for each round the card that went back in it, then the Mouse's own room.
FIRST_BACK = LONGEST_ROW
OWN_ROOM = LONGEST_ROW + MOST_TURNS
SLOTS = OWN_ROOM + 1
FOR_EVER = 99
GUESSED = 16
"""Marks a guess in `back_room` while a world is being dealt."""


@rule
def denied(s: Record, first: int, last: int) -> int:
    """The rooms that were named without a clue in some round from first to last, as a mask."""
    mask = 0
    for turn in range(max(first, 1), min(last, int(s.turn)) + 1):
        if s.named[turn] > 0 and not (int(s.hits) >> turn) & 1:
            mask |= bit_of(s.named[turn])
    return mask


@rule
def slot_exists(s: Record, slot: int) -> bool:
    """Whether there is such a slot."""
    if slot < FIRST_BACK:
        return slot < s.laid
    if slot < OWN_ROOM:
        return s.back_turn[slot - FIRST_BACK] > 0
    return s.room != 0


@rule
def is_public(s: Record, slot: int) -> bool:
    """Whether everyone knows the room in a slot."""
    if slot < FIRST_BACK:
        return ((int(s.row_up) | int(s.row_shown)) >> slot) & 1 == 1
    if slot < OWN_ROOM:
        return 0 < s.back_room[slot - FIRST_BACK] < GUESSED
    return s.room_up == 1


@rule
def room_in(s: Record, slot: int) -> int:
    """The room in a slot, known or guessed; 0: not yet guessed."""
    if slot < FIRST_BACK:
        return max(int(s.row[slot]), 0)
    if slot < OWN_ROOM:
        return int(s.back_room[slot - FIRST_BACK]) % GUESSED
    return max(int(s.room), 0)


@rule
def guess(s: Record, slot: int, room: int) -> None:
    """Put a room into a slot, or 0 to take the guess back."""
    if slot < FIRST_BACK:
        s.row[slot] = room or HIDDEN
    elif slot < OWN_ROOM:
        s.back_room[slot - FIRST_BACK] = room + GUESSED if room else 0
    else:
        s.room = room or HIDDEN


@rule
def laid_in(s: Record, slot: int) -> int:
    """The round in which a slot's card was laid in the row; the next one for the Mouse's own room."""
    if slot < FIRST_BACK:
        return int(s.row_turn[slot])
    if slot < OWN_ROOM:
        return int(s.back_turn[slot - FIRST_BACK])
    return int(s.turn) + 1


@rule
def laid_by_mouse(s: Record, slot: int) -> bool:
    """Whether a slot's card was the Mouse's room first."""
    if slot < FIRST_BACK:
        return (int(s.row_mouse) >> slot) & 1 == 1
    if slot < OWN_ROOM:
        return (int(s.back_mouse) >> (slot - FIRST_BACK)) & 1 == 1
    return True


@rule
def first_round(s: Record, slot: int) -> int:
    """The first round a slot's card was out of the deck: for the Mouse's, the one after the search it was taken in."""
    turn = laid_in(s, slot)
    if laid_by_mouse(s, slot):
        turn -= 1
        while turn > 0 and not (int(s.searches) >> turn) & 1:
            turn -= 1
        turn += 1
    return turn


@rule
def last_round(slot: int) -> int:
    """The last round a slot's card was out of the deck."""
    if FIRST_BACK <= slot < OWN_ROOM:
        return slot - FIRST_BACK
    return FOR_EVER


@rule
def share_a_round(s: Record, one: int, other: int) -> bool:
    """Whether two slots' cards were out of the deck at the same time, and so differ."""
    return first_round(s, one) <= last_round(other) and first_round(s, other) <= last_round(one)


@rule
def barred(s: Record, slot: int) -> int:
    """The rooms that everyone knows are not in a slot: known ones elsewhere at the time, and those denied meanwhile."""
    first = laid_in(s, slot)
    if laid_by_mouse(s, slot):
        first += 1  # the Mouse lays its card after it has answered
    mask = denied(s, first, last_round(slot))
    for other in range(SLOTS):
        if slot_exists(s, other) and is_public(s, other) and share_a_round(s, slot, other):
            mask |= bit_of(room_in(s, other))
    return mask


@rule
def guessed_beside(s: Record, slot: int) -> int:
    """The rooms guessed so far in slots that share a round with this one."""
    mask = 0
    for other in range(SLOTS):
        if other != slot and slot_exists(s, other) and room_in(s, other) and not is_public(s, other):
            if share_a_round(s, slot, other):
                mask |= bit_of(room_in(s, other))
    return mask


@rule
def most_choices(s: Record, slot: int, bars: int) -> int:
    """At most so many rooms are ever free for a slot, whatever was guessed before: not counting on guesses made.

    The slots guessed before that share this one's round hold different rooms. Each of them takes a choice away, unless
    its room is barred here anyway; `kinds` bounds how many rooms, `holders` how many slots that can concern.
    """
    at = laid_in(s, slot)
    beside = holders = kinds = 0
    for other in range(SLOTS):
        if other != slot and slot_exists(s, other) and room_in(s, other) and not is_public(s, other):
            if first_round(s, other) <= at <= last_round(other):
                beside += 1
                both = bars & ~barred(s, other)
                if both:
                    holders += 1
                    kinds |= both
    return count_bits(ALL_ROOMS & ~bars) - max(0, beside - min(holders, count_bits(kinds)))


@rule
def fill_slot(s: Record, slot: int, rng: Rng) -> bool:
    """Guess the room in a slot, so that each filling of all slots comes up equally often; fails now and then."""
    bars = barred(s, slot)
    free = ALL_ROOMS & ~bars & ~guessed_beside(s, slot)
    count = count_bits(free)
    pick = roll(rng, most_choices(s, slot, bars) if s.subtle else count)
    if pick >= count:
        return False
    guess(s, slot, nth_room(free, pick))
    return True


@rule
def slot_laid(s: Record, turn: int, seat: int) -> int:
    """The slot of the card a seat laid in a round; -1: none."""
    for slot in range(SLOTS):
        if slot_exists(s, slot) and laid_in(s, slot) == turn and laid_by_mouse(s, slot) == (seat == codes.MOUSE):
            return slot
    return -1


@rule
def fill_slots(s: Record, rng: Rng) -> bool:
    """Guess the rooms in all slots in the order their cards were laid."""
    for turn in range(1, s.turn + 2):
        for seat in range(codes.INSPECTOR, codes.MOUSE + 1):
            slot = slot_laid(s, turn, seat)
            if slot >= 0 and not is_public(s, slot):
                if not fill_slot(s, slot, rng):
                    return False
    return True


@rule
def redeal_slots(s: Record, rng: Rng) -> None:
    """Fill the row and the Mouse's room, and forget again what went back to the deck."""
    while not fill_slots(s, rng):
        for slot in range(SLOTS):
            if slot_exists(s, slot) and not is_public(s, slot):
                guess(s, slot, 0)
    for turn in range(MOST_TURNS):
        if s.back_room[turn] > GUESSED:
            s.back_room[turn] = 0

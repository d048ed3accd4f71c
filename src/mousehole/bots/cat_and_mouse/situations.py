"""Situations: what of a view matters to a decision, as one number, and which of the moves there are alike.

Rooms are alike, and so are themes, values, and themes and values with each other (72 ways in which two hands are the
same): a situation forgets what they are called. A Mouse's situation has all it knows of the loot; an Inspector's has
how much loot the Mouse can have collected and what kind of names it has heard. Moves of one kind are equally good as
far as a situation tells: any of them will do. Both look only at what the acting seat can know.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from mousehole.bots.cat_and_mouse.loot import LINES, can_pick, completing, gain_of, has_smoke_and_set, unseen
from mousehole.bots.cat_and_mouse.names import maybe_unwatched
from mousehole.bots.cat_and_mouse.searching import narrow_keeping, narrow_turn
from mousehole.engine.rule import Actions, Record, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    CALLING_CARD,
    CLUES_TO_WIN,
    HAS_SET,
    LOOT_COUNT,
    SMOKE_BOMB,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import bit_of, copies_of, count_bits, nth_room
from mousehole.games.cat_and_mouse.knowledge import count_possible, last_search, possible_rooms

DECISIONS = 16
KINDS = 4
"""There are at most so many kinds of moves in a situation."""
OWN, REPEATED, FRESH, VANISHING = range(KINDS)
"""Names: the own room, one that was named before from this room, another one; or no name at all."""
LAST_HEARD, HEARD, UNHEARD = range(3)
"""Rooms to name at the trap: the last one the Mouse named, another one it named in this room, one it did not."""
PICKING = 2
"""Keeping a card: the first or the second kind of card, and with vanishing so many more."""
WITH_SET, EMPTY, CLOSED, LACKING, HELPFUL, USELESS = range(6)
"""What a room has to offer: a set is complete, no loot, loot not looked at, the last card of a set, some card, none."""
HELPS = 2.0


def turned(order: list[int]) -> list[int]:
    """Tell what becomes of every set of loot when cards change places."""
    return [sum(1 << order[card] for card in range(LOOT_COUNT) if loot >> card & 1) for loot in range(1 << LOOT_COUNT)]


TURNS = np.array(
    [
        turned([3 * a[i // 3] + b[i % 3] if is_straight else 3 * b[i % 3] + a[i // 3] for i in range(LOOT_COUNT)])
        for a, b, is_straight in product(permutations(range(3)), permutations(range(3)), (True, False))
    ],
    np.int64,
)
"""TURNS[way, loot]: 72 ways in which two hands are the same."""


@rule
def simplest(hand: int, gone: int, beside: int) -> int:
    """Return the lowest of the numbers that stand for the same loot under other names."""
    best = 1 << 3 * LOOT_COUNT
    for way in range(len(TURNS)):
        number = TURNS[way, hand]
        if number <= best >> 2 * LOOT_COUNT:
            number = (number << 2 * LOOT_COUNT) | (TURNS[way, gone] << LOOT_COUNT) | TURNS[way, beside]
            best = min(best, number)
    return best


@rule
def tricks_of(heap: int) -> int:
    """Tell which tricks a heap holds, a bit each."""
    found = 0
    for trick in range(LOOT_COUNT, LOOT_COUNT + 3):
        found |= min(1, copies_of(heap, trick)) << (trick - LOOT_COUNT)
    return found


@rule
def pack(number: int, digit: int, base: int) -> int:
    """Add a digit to a number."""
    return number * base + min(max(int(digit), 0), base - 1)


# The Mouse


@rule
def own_names(s: Record) -> int:
    """Count how often the Mouse has named its own room since it came."""
    return names_of(s, int(s.room))


@rule
def names_of(s: Record, room: int) -> int:
    """Count how often a room was named since the Mouse's last search."""
    times = 0
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] == room:
            times += 1
    return times


@rule
def is_denied(s: Record, room: int) -> bool:
    """Whether a room was named since the last search, and is not a clue."""
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] == room and not (int(s.hits) >> turn) & 1:
            return True
    return False


@rule
def other_names(s: Record) -> int:
    """Count the answers without a clue that named another room, since the Mouse came."""
    times = 0
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] > 0 and s.named[turn] != s.room and not (int(s.hits) >> turn) & 1:
            times += 1
    return times


@rule
def offer(s: Record) -> int:
    """Tell what the Mouse's room has to offer."""
    hand = int(s.hand) & ALL_LOOT
    if HAS_SET[hand]:
        return WITH_SET
    if s.attached_count == 0:
        return EMPTY
    if not s.looked:
        return CLOSED
    if completing(hand, int(s.attached)):
        return LACKING
    for card in range(LOOT_COUNT + 3):
        if copies_of(int(s.attached), card) and gain_of(s, card) >= HELPS:
            return HELPFUL
    return USELESS


@rule
def loot_situation(s: Record, number: int) -> int:
    """Add all that the Mouse knows of the loot."""
    beside = int(s.attached) if s.looked else 0
    gone = int(s.left_seen) + int(s.used)
    number = pack(number, tricks_of(int(s.hand)), 8)
    number = pack(number, tricks_of(gone), 8)
    number = pack(number, tricks_of(beside), 8)
    number = pack(number, 0 if s.looked else int(s.attached_count), 3)
    number = pack(number, int(s.stocks), 16)
    return (number << 3 * LOOT_COUNT) | simplest(int(s.hand) & ALL_LOOT, gone & ALL_LOOT, beside & ALL_LOOT)


@rule
def mouse_situation(s: Record) -> int:
    """Tell the situation of the Mouse."""
    phase = int(s.phase)
    since = int(s.turn) - last_search(s)
    number = pack(pack(phase, int(s.laid), 12), since, 12)
    if phase == codes.TURN:
        number = pack(pack(number, own_names(s), 3), int(s.clues) // (CLUES_TO_WIN - 1), 2)
        return loot_situation(s, pack(number, int(s.room_up), 2))
    if phase == codes.KEEP:
        return loot_situation(s, pack(number, min(own_names(s), 1) + 2 * int(s.room_up), 4))
    number = pack(pack(number, int(s.clues), 3), own_names(s), 3)
    tricks = tricks_of(int(s.hand))
    number = pack(number, tricks, 8)
    hand = int(s.hand) & ALL_LOOT
    number = pack(number, count_bits(completing(hand, unseen(s))), 5)
    if phase == codes.NAME:
        return pack(pack(number, other_names(s), 3), offer(s), 6)
    return pack(pack(number, int(s.held), 8), count_possible(s), 12)


@rule
def name_kind(s: Record, action: int) -> int:
    """Tell the kind of a name."""
    if action > 12:
        return VANISHING
    if action == s.room:
        return OWN
    return REPEATED if is_denied(s, action) else FRESH


@rule
def keep_kind(s: Record, action: int) -> int:
    """Tell the kind of keeping a card: equal ones, and ones that are the same under other names, are of one kind."""
    card = action // 3
    kind = 0
    for other in range(LOOT_COUNT + 3):
        if other != card and copies_of(int(s.attached), other) and kept_as(s, other) < kept_as(s, card):
            kind = 1
    return kind + (PICKING if action % 3 == codes.KEEP_VANISH_PICKING else 0)


@rule
def kept_as(s: Record, card: int) -> int:
    """Return a number for what the Mouse would hold and leave."""
    if card >= LOOT_COUNT:
        return (1 << 3 * LOOT_COUNT) + card
    hand, beside = int(s.hand) + UNIT[card], int(s.attached) - UNIT[card]
    gone = int(s.left_seen) & ALL_LOOT
    return simplest(hand & ALL_LOOT, gone, beside & ALL_LOOT)


# The Inspector


@rule
def open_sets(s: Record) -> int:
    """Count the sets that the Mouse can still have, for all the Inspector has seen elsewhere."""
    elsewhere = (int(s.pocket) | int(s.left_seen) | int(s.left_blind)) & ALL_LOOT
    count = 0
    for i in range(len(LINES)):
        count += int(LINES[i] & elsewhere == 0)
    return count


@rule
def last_name(s: Record) -> int:
    """Return the room that was named last since the Mouse's last search; 0: none."""
    for turn in range(s.turn, last_search(s), -1):
        if s.named[turn] > 0:
            return int(s.named[turn])
    return 0


@rule
def heard(s: Record) -> int:
    """Sum up which possible rooms the Mouse has named since it came: how many, how often at most, the last one."""
    rooms = possible_rooms(s)
    most = named = 0
    for i in range(count_bits(rooms)):
        times = names_of(s, nth_room(rooms, i))
        named += int(times > 0)
        most = max(most, times)
    last = last_name(s)
    is_last = int(last > 0 and (rooms & bit_of(last)) != 0) if last else 0
    is_most = int(is_last and names_of(s, last) == most)
    return pack(pack(pack(min(named, 3), most, 4), is_last, 2), is_most, 2)


@rule
def inspector_situation(s: Record) -> int:
    """Tell the situation of the Inspector."""
    phase = int(s.phase)
    since = int(s.turn) - last_search(s)
    first = phase + DECISIONS if phase == codes.ANNOUNCE and has_cornered_itself(s) else phase
    number = pack(pack(first, int(s.laid), 12), since, 12)
    if phase == codes.MONITOR:
        kinds = pack(watch_kind(s, int(s.drawn[0])), watch_kind(s, int(s.drawn[1])), 3)
        return pack(pack(number, int(s.clues), 3), kinds, 9)
    if phase == codes.ANNOUNCE:
        elsewhere = int(s.left_seen) + int(s.left_blind) + int(s.used)
        number = pack(pack(number, int(s.clues), 3), int(s.held), 8)
        number = pack(pack(number, int(s.attached_count), 3), int(s.looked), 2)
        number = pack(number, open_sets(s), 5)
        number = pack(pack(number, copies_of(elsewhere, CALLING_CARD), 2), copies_of(elsewhere, SMOKE_BOMB), 2)
        return pack(pack(number, heard(s), 64), int(s.room_up), 2)
    if phase == codes.TRAP:
        return pack(pack(number, int(s.clues), 3), heard(s), 64)
    return number


@rule
def has_cornered_itself(s: Record) -> bool:
    """Whether the Mouse has given the last clue but one since it came: then its next lie is less of a risk."""
    return s.clues == CLUES_TO_WIN - 1 and (int(s.hits) >> (last_search(s) + 1)) != 0


@rule
def watch_kind(s: Record, room: int) -> int:
    """Tell the kind of a room to monitor: named since the Mouse came, only before, never."""
    if names_of(s, room) > 0:
        return 0
    for turn in range(1, s.turn):
        if s.named[turn] == room:
            return 1
    return 2


@rule
def trap_kind(s: Record, room: int) -> int:
    """Tell the kind of a room to name at the trap."""
    if room == last_name(s):
        return LAST_HEARD
    return HEARD if names_of(s, room) > 0 else UNHEARD


@rule
def knew_a_clue(s: Record) -> bool:
    """Whether a clue was given by a room that the Mouse knew to be in the row: it had laid it or missed it since."""
    for place in range(s.laid):
        if (int(s.row_up) >> place) & 1:
            for turn in range(int(s.row_turn[place]), s.turn + 1):
                if s.named[turn] == s.row[place] and (int(s.hits) >> turn) & 1:
                    break
                if (int(s.searches) >> turn) & 1:
                    return True
    return False


# Both


@rule
def situation(s: Record, seat: int) -> int:
    """Tell the situation of the seat that acts, as a number; the last digit is the decision."""
    return pack(inspector_situation(s) if seat == codes.INSPECTOR else mouse_situation(s), int(s.phase), DECISIONS)


@rule
def decision_in(key: int) -> int:
    """Tell which decision a situation is about."""
    return key % DECISIONS


@rule
def kind_of(s: Record, action: int) -> int:
    """Tell the kind of a sensible move."""
    phase = s.phase
    if phase == codes.NAME:
        return name_kind(s, action)
    if phase == codes.TURN:
        return action
    if phase == codes.KEEP:
        return keep_kind(s, action)
    if phase == codes.ANNOUNCE or phase == codes.STAY:
        return action
    if phase == codes.TRAP:
        return trap_kind(s, action)
    if phase == codes.MONITOR:
        return watch_kind(s, action)
    return 0


@rule
def sensible(s: Record, actions: Actions, count: int) -> int:
    """Keep the actions that are not surely wasted, in order; at least one."""
    phase = s.phase
    if phase == codes.NAME:
        return sensible_names(s, actions, count)
    if phase == codes.TURN:
        return narrow_turn(s, actions, count)
    if phase == codes.KEEP:
        return narrow_keeping(s, actions, count)
    if phase == codes.STAY:
        return sensible_staying(s, actions, count)
    if phase == codes.TRAP:
        return sensible_rooms(s, actions)
    if phase == codes.ANNOUNCE and count_possible(s) == 1:
        actions[0] = codes.SPRING
        return 1
    return count


@rule
def sensible_rooms(s: Record, actions: Actions) -> int:
    """At the trap, name a room that is possible."""
    rooms = possible_rooms(s)
    for i in range(count_bits(rooms)):
        actions[i] = nth_room(rooms, i)
    return count_bits(rooms)


@rule
def sensible_names(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one; do not name rooms that the Mouse knows to be in the row."""
    if has_smoke_and_set(s):
        actions[0] = codes.NAME_VANISH
        return 1
    rooms = maybe_unwatched(s)
    kept = 0
    for k in range(count):
        action = actions[k]
        is_kept = can_pick(s) if action == codes.NAME_VANISH_PICKING else action <= 12 and rooms & bit_of(action) != 0
        if is_kept:
            actions[kept] = action
            kept += 1
    return kept


@rule
def sensible_staying(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one."""
    if has_smoke_and_set(s):
        actions[0] = codes.STAY_VANISH
        return 1
    if actions[count - 1] == codes.STAY_VANISH_PICKING and can_pick(s):
        actions[1] = codes.STAY_VANISH_PICKING
        return 2
    return 1

"""What a bot knows about Cat & The Mouse: how long a room stays safe, what a hand of loot is worth, what names betray.

Everyone at the table can count the rooms that are still possible to the Inspector, because the number of cards drawn
is public: so the Mouse knows in which round a patient Inspector, who waits until only one room is left, springs the
trap. Everything here looks only at what the acting seat can know.
"""

from __future__ import annotations

import numpy as np

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    CALLING_CARD,
    CLUES_TO_WIN,
    HAS_SET,
    LOOT_COUNT,
    PICKPOCKET,
    ROOM_COUNT,
    SETS,
    SMOKE_BOMB,
    TRICK_DECK,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import bit_of, copies_of, count_bits, maps_left, nth_bit, nth_room
from mousehole.games.cat_and_mouse.knowledge import last_search, possible_rooms
from mousehole.games.cat_and_mouse.phases import (
    ANNOUNCE,
    CHANGE_ROOMS,
    CHECK,
    END_HEIST,
    END_HEIST_PICKING,
    INSPECTOR,
    KEEP,
    KEEP_ONLY,
    KEEP_VANISH,
    KEEP_VANISH_PICKING,
    LOOT_ROOM,
    MONITOR,
    NAME,
    NAME_VANISH,
    NAME_VANISH_PICKING,
    SECOND,
    SPRING,
    STAY,
    STAY_PUT,
    STAY_VANISH,
    STAY_VANISH_PICKING,
    TRAP,
    TURN,
)

LINES = np.array(SETS, np.int64)
PAIR, SINGLE = 5.0, 1.0
"""What it is worth to hold two cards or one of a set that can still be completed."""
TRICK_WORTH = np.array([2.5, 2.5, 8.0])
"""What a Calling Card, a Smoke Bomb and a Pickpocket are worth on the same scale."""
WORTH_A_TURN = 2.0
"""A card that adds less is not worth a turn of looting."""
SMALL_RISK = 0.16
"""With two clues in the row the Mouse runs no larger risk that a third one turns up."""
USUAL_OWN, USUAL_OTHER = 1.0, 9.0
"""Before anything is known of a Mouse, it is taken for one that named its own room once and others so often."""
OTHER_NAMES = 8.0
"""Among so many other rooms a Mouse chooses."""
CORNERED_TRUTH = 0.6
"""How often a Mouse names its own room if a clue would be the third."""
IMPATIENT = 4
"""An Inspector does not think of the trap while more rooms than this are possible ..."""
STANDS_OUT = 0.6
"""... unless one of them is as likely as this."""
SURE = 0.8
"""In playouts an Inspector springs the trap when a room is as likely as this."""


# How long a room is safe: public arithmetic


@rule
def rooms_open(s: Record) -> int:
    """Count the rooms that are possible to the Inspector once its cards of this round are drawn and laid."""
    if s.room_up:
        return 1
    return 1 + max(0, ROOM_COUNT - 1 - int(s.laid) - (int(s.turn) - last_search(s)))


@rule
def rooms_open_next(s: Record) -> int:
    """Count the rooms that will be possible in the next round if the Mouse stays where it is."""
    return max(1, rooms_open(s) - 2)


@rule
def turns_elsewhere(s: Record) -> int:
    """Count the turns a Mouse that now changes rooms would have before a patient Inspector springs the trap."""
    return max(0, (ROOM_COUNT - 1 - int(s.laid)) // 2 - 1)


# What loot is worth to the Mouse


@rule
def unseen(s: Record) -> int:
    """The heap of loot and tricks the Mouse has not seen."""
    heap = ALL_LOOT + TRICK_DECK[s.tricks] - int(s.used) - int(s.hand) - int(s.left_seen)
    return heap - int(s.attached) if s.looked else heap


@rule
def prospect(hand: int, rest: int) -> float:
    """What a hand is worth: the sets it has begun, as far as the rest can still complete them."""
    worth = 0.0
    for i in range(len(LINES)):
        missing = LINES[i] & ~hand
        if missing & ~rest == 0:
            lacking = count_bits(missing)
            if lacking == 1:
                worth += PAIR
            elif lacking == 2:
                worth += SINGLE
    return worth


@rule
def completing(hand: int, rest: int) -> int:
    """The loot cards of the rest that would complete a set, as a mask."""
    mask = 0
    for i in range(len(LINES)):
        missing = LINES[i] & ~hand
        if missing & (missing - 1) == 0:
            mask |= missing
    return mask & rest & ALL_LOOT


@rule
def gain_of(s: Record, card: int) -> float:
    """What keeping an attached card that the Mouse has looked at would add to its hand."""
    if card >= LOOT_COUNT:
        return TRICK_WORTH[card - LOOT_COUNT]
    hand, rest = int(s.hand) & ALL_LOOT, (unseen(s) + int(s.attached)) & ALL_LOOT
    if HAS_SET[hand | UNIT[card]]:
        return 1000.0
    return prospect(hand | UNIT[card], rest) - prospect(hand, rest)


# The Mouse


@rule
def best_gain(s: Record) -> float:
    """The most that an attached card which the Mouse knows would add."""
    best = 0.0
    for card in range(LOOT_COUNT + 3):
        if copies_of(int(s.attached), card):
            best = max(best, gain_of(s, card))
    return best


@rule
def take_turn_greedily(s: Record, actions: Actions, count: int) -> int:
    """End with a set; loot while the room is safe and holds something; leave in time; else pick a pocket."""
    hand = int(s.hand)
    if HAS_SET[hand & ALL_LOOT]:
        return END_HEIST
    can_change = maps_left(s) > 0
    is_last = rooms_open_next(s) == 1 and not copies_of(hand, CALLING_CARD)
    if is_last:
        if s.attached_count > 0 and copies_of(hand, SMOKE_BOMB) and completing(hand & ALL_LOOT, ALL_LOOT):
            if not s.looked or best_gain(s) >= 1000.0:
                return LOOT_ROOM
        if can_change and turns_elsewhere(s) > 0:
            return CHANGE_ROOMS
        if copies_of(hand, PICKPOCKET):
            return END_HEIST_PICKING
        if can_change:
            return CHANGE_ROOMS
        return actions[0]
    if s.attached_count > 0 and (not s.looked or best_gain(s) >= WORTH_A_TURN):
        return LOOT_ROOM
    if can_change:
        return CHANGE_ROOMS
    if copies_of(hand, PICKPOCKET):
        return END_HEIST_PICKING
    return actions[0]


@rule
def keep_greedily(s: Record, actions: Actions, count: int) -> int:
    """Keep the card that adds most; vanish with a complete set if that is possible."""
    best, highest = actions[0], -1.0
    for k in range(count):
        card, how = actions[k] // 3, actions[k] % 3
        has_set = HAS_SET[(int(s.hand) + UNIT[card]) & ALL_LOOT]
        if how == KEEP_VANISH and has_set:
            return actions[k]
        if how == KEEP_ONLY:
            worth = gain_of(s, card)
            if worth > highest:
                best, highest = actions[k], worth
    return best


@rule
def name_greedily(s: Record, actions: Actions, count: int, rng: Rng) -> int:
    """Vanish with a set; otherwise name any room that may be outside the row, but its own if two clues lie there."""
    if has_smoke_and_set(s):
        return NAME_VANISH
    if s.clues == CLUES_TO_WIN - 1:
        return int(s.room)
    rooms = maybe_unwatched(s)
    return nth_room(rooms, roll(rng, count_bits(rooms)))


@rule
def maybe_unwatched(s: Record) -> int:
    """The rooms that the Mouse does not know to be in the row: its own, and those it saw in the deck at last."""
    mask = (1 << ROOM_COUNT) - 1
    since = last_search(s)
    for place in range(s.laid):
        if s.row[place] > 0 and (s.row_turn[place] <= since or ((int(s.row_up) >> place) & 1)):
            mask &= ~bit_of(s.row[place])
    for i in range(ROOM_COUNT):
        if s.missed[i] > 0:
            mask &= ~(1 << i)
    return mask


@rule
def risk_of(s: Record, room: int) -> float:
    """How likely the row holds a room that the Mouse saw in the deck, and perhaps named without a clue since."""
    since = last_search(s)
    cards = ROOM_COUNT - 1 - int(s.laid) + int(s.turn) - since
    checked = since
    for turn in range(since + 1, s.turn):
        if s.named[turn] == room:
            checked = turn
    return float(int(s.turn) - checked) / float(max(1, cards - (checked - since)))


@rule
def has_smoke_and_set(s: Record) -> bool:
    """Whether the Mouse can vanish and win."""
    return copies_of(int(s.hand), SMOKE_BOMB) > 0 and HAS_SET[int(s.hand) & ALL_LOOT]


@rule
def stay_greedily(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set; pick the pocket if the Inspector surely knows the room; otherwise stay."""
    if has_smoke_and_set(s):
        return STAY_VANISH
    if actions[count - 1] == STAY_VANISH_PICKING and rooms_open(s) == 1 and not copies_of(int(s.hand), CALLING_CARD):
        return STAY_VANISH_PICKING
    return STAY_PUT


# The Inspector


@rule
def monitor_greedily(s: Record) -> int:
    """Monitor a room the Mouse has named before rather than another; of two alike any."""
    first, second = int(s.drawn[0]), int(s.drawn[1])
    ahead = times_named(s, first, 1) - times_named(s, second, 1)
    if ahead == 0:
        ahead = 1 - 2 * (disorder(s) % 2)
    return first if ahead > 0 else second


@rule
def disorder(s: Record) -> int:
    """A number that only the Inspector can know, to choose among equals by."""
    mixed = int(s.drawn[0]) * 29 + int(s.drawn[1]) * 31 + int(s.pocket)
    for place in range(s.laid):
        mixed = mixed * 5 + int(s.row[place])
    return (mixed ^ (mixed >> 7) ^ (mixed >> 13)) & 0xFFFF


@rule
def times_named(s: Record, room: int, first: int) -> int:
    """Count how often the Mouse named a room since a round."""
    times = 0
    for turn in range(first, s.turn + 1):
        if s.named[turn] == room:
            times += 1
    return times


@rule
def is_cornered(s: Record, turn: int) -> bool:
    """Whether a clue in some round would have been the last one needed."""
    return count_bits(int(s.hits) & ((1 << turn) - 1)) == CLUES_TO_WIN - 1


@rule
def past_truths(s: Record) -> tuple[float, float]:
    """Count how often the Mouse named its own room and others in rooms it has left, and a little of what is usual."""
    own, other = USUAL_OWN, USUAL_OTHER
    for place in range(s.laid):
        if (int(s.row_mouse) >> place) & 1:
            turn = int(s.row_turn[place])
            while turn > 0 and (turn == s.row_turn[place] or not (int(s.searches) >> turn) & 1):
                if s.named[turn] > 0 and not is_cornered(s, turn):
                    if s.named[turn] == s.row[place]:
                        own += 1.0
                    else:
                        other += 1.0
                turn -= 1
    return own, other


@rule
def plausibility(s: Record, room: int, own: float, other: float) -> float:
    """How plausible the names since the Mouse's last search are if it is in a room, given its truths in the past."""
    plausible = 1.0
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] > 0:
            truth = CORNERED_TRUTH if is_cornered(s, turn) else own / (own + other)
            if s.named[turn] == room:
                plausible *= truth
                own += 1.0
            else:
                plausible *= (1.0 - truth) / OTHER_NAMES
                other += 1.0
    return plausible


@rule
def likeliest_room(s: Record) -> tuple[int, float]:
    """The likeliest of the rooms that are possible to the Inspector, of several alike any, and its chance."""
    rooms = possible_rooms(s)
    count = count_bits(rooms)
    start = disorder(s) % count
    best, highest, total = 0, 0.0, 0.0
    own, other = past_truths(s)
    for i in range(count):
        room = nth_room(rooms, (start + i) % count)
        chance = plausibility(s, room, own, other)
        total += chance
        if chance > highest:
            best, highest = room, chance
    return best, highest / total


@rule
def second_pocket(s: Record, actions: Actions, count: int) -> int:
    """Choose a second card that shares neither theme nor value with the first."""
    first = nth_bit(int(s.pocket), 0)
    for k in range(count):
        if actions[k] // 3 != first // 3 and actions[k] % 3 != first % 3:
            return actions[k]
    return actions[count - 1]


# Everybody


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules: the Inspector waits until only one room is possible."""
    phase = s.phase
    if phase == ANNOUNCE:
        return SPRING if rooms_open(s) == 1 else CHECK
    if phase == MONITOR:
        return monitor_greedily(s)
    if phase == NAME:
        return name_greedily(s, actions, count, rng)
    if phase == TURN:
        return take_turn_greedily(s, actions, count)
    if phase == KEEP:
        return keep_greedily(s, actions, count)
    if phase == STAY:
        return stay_greedily(s, actions, count)
    if phase == TRAP:
        return likeliest_room(s)[0]
    if phase == SECOND:
        return second_pocket(s, actions, count)
    return actions[roll(rng, count)]


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """In playouts both sides play as beginners do, but now and then the Inspector believes what it hears."""
    if s.phase == ANNOUNCE and s.named[s.turn - 1] and roll(rng, 2) == 0:
        return SPRING if likeliest_room(s)[1] >= SURE else CHECK
    return greedy(s, seat, actions, count, rng)


@rule
def weigh(s: Record, seat: int) -> float:
    """For the Inspector: a Mouse may well name its own room, and does not loot on with a complete set."""
    if seat != INSPECTOR or s.room <= 0:
        return 1.0
    own, other = past_truths(s)
    weight = plausibility(s, int(s.room), own, other)
    if HAS_SET[int(s.hand) & ALL_LOOT] and (int(s.searches) >> max(0, int(s.turn) - 1)) & 1:
        weight *= 0.02
    return weight


# What a search considers


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep the actions worth a thought; where patience or plain sense leaves only one, that one."""
    phase = s.phase
    if phase == ANNOUNCE:
        return narrow_announcing(s, actions, count)
    if phase == MONITOR:
        return only(actions, monitor_greedily(s))
    if phase == TRAP:
        return only(actions, likeliest_room(s)[0])
    if phase == SECOND:
        return only(actions, second_pocket(s, actions, count))
    if phase == NAME:
        return narrow_names(s, actions, count)
    if phase == TURN:
        return narrow_turn(s, actions, count)
    if phase == KEEP:
        return narrow_keeping(s, actions, count)
    if phase == STAY:
        return narrow_staying(s, actions, count)
    return count


@rule
def only(actions: Actions, action: int) -> int:
    """Keep a single action."""
    actions[0] = action
    return 1


@rule
def narrow_announcing(s: Record, actions: Actions, count: int) -> int:
    """Spring when a single room is possible; do not think of it while many are and none stands out."""
    rooms = rooms_open(s)
    if rooms == 1:
        return only(actions, SPRING)
    return count if rooms <= IMPATIENT or likeliest_room(s)[1] >= STANDS_OUT else only(actions, CHECK)


@rule
def narrow_names(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one; do not name rooms that the Mouse knows to be in the row."""
    if has_smoke_and_set(s):
        return only(actions, NAME_VANISH)
    rooms = maybe_unwatched(s)
    kept = 0
    for k in range(count):
        action = actions[k]
        if action == NAME_VANISH_PICKING:
            is_kept = can_pick(s)
        elif action == NAME_VANISH or rooms & bit_of(action) == 0:
            is_kept = False
        else:
            is_kept = action == s.room or s.clues < CLUES_TO_WIN - 1 or risk_of(s, action) <= SMALL_RISK
        if is_kept:
            actions[kept] = action
            kept += 1
    return kept


@rule
def can_pick(s: Record) -> bool:
    """Whether a card from the Inspector's pocket might complete a set."""
    return completing(int(s.hand) & ALL_LOOT, unseen(s)) != 0


@rule
def narrow_turn(s: Record, actions: Actions, count: int) -> int:
    """End the heist with a set, but not without the hope of one."""
    if HAS_SET[int(s.hand) & ALL_LOOT]:
        return only(actions, END_HEIST)
    kept = 0
    for k in range(count):
        action = actions[k]
        if action < END_HEIST or (action == END_HEIST_PICKING and can_pick(s)):
            actions[kept] = action
            kept += 1
    return max(kept, 1)


@rule
def narrow_keeping(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one."""
    kept = 0
    for k in range(count):
        action = actions[k]
        hand = (int(s.hand) + UNIT[action // 3]) & ALL_LOOT
        if action % 3 == KEEP_VANISH and HAS_SET[hand]:
            return only(actions, action)
        if action % 3 == KEEP_ONLY or (action % 3 == KEEP_VANISH_PICKING and completing(hand, unseen(s))):
            actions[kept] = action
            kept += 1
    return kept


@rule
def narrow_staying(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one."""
    if has_smoke_and_set(s):
        return only(actions, STAY_VANISH)
    if actions[count - 1] == STAY_VANISH_PICKING and can_pick(s):
        actions[1] = STAY_VANISH_PICKING
        return 2
    return 1

"""How a beginner plays who has read the rules."""

from __future__ import annotations

from mousehole.bots.cat_and_mouse.loot import best_gain, completing, gain_of, has_smoke_and_set
from mousehole.bots.cat_and_mouse.names import disorder, likeliest_room, maybe_unwatched, times_named
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    CALLING_CARD,
    HAS_SET,
    PICKPOCKET,
    ROOM_COUNT,
    SMOKE_BOMB,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import copies_of, count_bits, maps_left, nth_bit, nth_room
from mousehole.games.cat_and_mouse.house import clues_to_win
from mousehole.games.cat_and_mouse.knowledge import count_possible

WORTH_A_TURN = 2.0
"""A card that adds less is not worth a turn of looting."""


# How long a room is safe: public arithmetic


@rule
def is_trap_next(s: Record) -> bool:
    """Whether a patient Inspector springs the trap in the next round if the Mouse stays: it draws two more cards."""
    return count_possible(s) <= 3


@rule
def turns_elsewhere(s: Record) -> int:
    """Count the turns a Mouse that now changes rooms would have before a patient Inspector springs the trap."""
    return max(0, (ROOM_COUNT - 1 - int(s.laid)) // 2 - 1)


# The Mouse


@rule
def take_turn_greedily(s: Record, actions: Actions) -> int:
    """End with a set; loot while the room is safe and holds something; leave in time; else pick a pocket."""
    hand = int(s.hand)
    if HAS_SET[hand & ALL_LOOT]:
        return codes.END_HEIST
    can_change = maps_left(s) > 0
    is_last = is_trap_next(s) and not copies_of(hand, CALLING_CARD)
    if is_last:
        if s.attached_count > 0 and copies_of(hand, SMOKE_BOMB) and completing(hand & ALL_LOOT, ALL_LOOT):
            if not s.looked or best_gain(s) >= 1000.0:
                return codes.LOOT_ROOM
        if can_change and turns_elsewhere(s) > 0:
            return codes.CHANGE_ROOMS
        if copies_of(hand, PICKPOCKET):
            return codes.END_HEIST_PICKING
        if can_change:
            return codes.CHANGE_ROOMS
        return actions[0]
    if s.attached_count > 0 and (not s.looked or best_gain(s) >= WORTH_A_TURN):
        return codes.LOOT_ROOM
    if can_change:
        return codes.CHANGE_ROOMS
    if copies_of(hand, PICKPOCKET):
        return codes.END_HEIST_PICKING
    return actions[0]


@rule
def keep_greedily(s: Record, actions: Actions, count: int) -> int:
    """Keep the card that adds most; vanish with a complete set if that is possible."""
    best, highest = actions[0], -1.0
    for k in range(count):
        card, how = actions[k] // 3, actions[k] % 3
        has_set = HAS_SET[(int(s.hand) + UNIT[card]) & ALL_LOOT]
        if how == codes.KEEP_VANISH and has_set:
            return actions[k]
        if how == codes.KEEP_ONLY:
            worth = gain_of(s, card)
            if worth > highest:
                best, highest = actions[k], worth
    return best


@rule
def name_greedily(s: Record, rng: Rng) -> int:
    """Vanish with a set; otherwise name any room that may be outside the row, but its own if two clues lie there."""
    if has_smoke_and_set(s):
        return codes.NAME_VANISH
    if s.clues == clues_to_win(s) - 1:
        return int(s.room)
    rooms = maybe_unwatched(s)
    return nth_room(rooms, roll(rng, count_bits(rooms)))


@rule
def stay_greedily(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set; pick the pocket if the Inspector surely knows the room; otherwise stay."""
    if has_smoke_and_set(s):
        return codes.STAY_VANISH
    is_caught = count_possible(s) == 1 and not copies_of(int(s.hand), CALLING_CARD)
    if is_caught and actions[count - 1] == codes.STAY_VANISH_PICKING:
        return codes.STAY_VANISH_PICKING
    return codes.STAY_PUT


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
    if phase == codes.ANNOUNCE:
        return codes.SPRING if count_possible(s) == 1 else codes.CHECK
    if phase == codes.MONITOR:
        return monitor_greedily(s)
    if phase == codes.NAME:
        return name_greedily(s, rng)
    if phase == codes.TURN:
        return take_turn_greedily(s, actions)
    if phase == codes.KEEP:
        return keep_greedily(s, actions, count)
    if phase == codes.STAY:
        return stay_greedily(s, actions, count)
    if phase == codes.TRAP:
        return likeliest_room(s)[0]
    if phase == codes.SECOND:
        return second_pocket(s, actions, count)
    return actions[roll(rng, count)]

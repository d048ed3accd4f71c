"""Hide and Squeak: what a search knows: moves that are surely wasted, playouts, what an unfinished night is worth."""

from __future__ import annotations

from mousehole.bots.hide_and_squeak.beginner import greedy
from mousehole.bots.knowledge import FIRST
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import COUNT, FELLED, NEIGHBOURS, ROOM_COUNT, SPREAD
from mousehole.games.hide_and_squeak.house import captures_needed, cheese_needed

THERE_AND_BACK = 3
"""A step, listening there and the step back: so many actions are of more use than none."""


# Moves that are surely wasted


@rule
def is_wasted(s: Record, seat: int, action: int) -> bool:
    """Tell whether a legal move is surely no better than another one there, by the rules and what everyone knows."""
    if s.phase == codes.PROWL:
        return is_wasted_by_cat(s, action)
    if s.phase == codes.CHEESE:
        return action == codes.LEAVE and is_cheese_free(s, seat - 1)
    return s.phase == codes.RUN and is_noise(s, seat - 1, action - codes.FIRST_RUN)


@rule
def is_wasted_by_cat(s: Record, action: int) -> bool:
    """Tell whether an action of the cat is surely wasted.

    It is wasted to pounce where nobody can be; to listen where nothing can be heard that is not known; to stop while
    something can be heard or caught here, or while there is time to listen next door and come back; and to do anything
    but pounce when that surely wins.
    """
    if action == codes.POUNCE:
        return not can_be_caught(s)
    if wins_by_pouncing(s):
        return True
    if action == codes.LISTEN:
        return not can_be_heard(s)
    return action == codes.STOP and (s.left >= THERE_AND_BACK or can_be_heard(s) or can_be_caught(s))


@rule
def can_be_caught(s: Record) -> bool:
    """Tell whether a mouse may be in the cat's room."""
    for m in range(s.seats - 1):
        if (int(s.maybe[m]) >> int(s.cat)) & 1:
            return True
    return False


@rule
def wins_by_pouncing(s: Record) -> bool:
    """Tell whether so many mice are surely in the cat's room that catching them ends the game."""
    caught = int(s.captures)
    for m in range(s.seats - 1):
        if int(s.maybe[m]) == 1 << int(s.cat):
            caught += 1
    return caught > s.captures and caught >= captures_needed(s)


@rule
def can_be_heard(s: Record) -> bool:
    """Tell whether listening may teach something: a mouse that may be next door, and may be elsewhere."""
    near = NEIGHBOURS[s.cat]
    for m in range(s.seats - 1):
        if int(s.maybe[m]) & near and COUNT[int(s.maybe[m])] > 1:
            return True
    return False


@rule
def is_cheese_free(s: Record, mouse: int) -> bool:
    """Tell whether a mouse that may take a token has nothing to lose by it: the night ends, or it surely wins."""
    room = int(s.room[mouse])
    if s.stunned[mouse] != codes.AWAKE or room == s.cat or s.tokens[room] == 0:
        return False
    if s.night == s.dawn:
        return True
    return s.traps_found == s.traps_laid and s.stored + 1 >= cheese_needed(s)


@rule
def is_noise(s: Record, mouse: int, run: int) -> bool:
    """Tell whether a movement fells furniture for nothing: in silence a mouse gets there too and is harder to find."""
    fall, room = run // ROOM_COUNT, run % ROOM_COUNT
    if fall == 0 or not (SPREAD[0, 1 << int(s.room[mouse])] >> room) & 1:
        return False
    return SPREAD[fall, int(s.maybe[mouse])] & ~SPREAD[0, int(s.maybe[mouse])] == 0 and FELLED[fall] != 0


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Strike out what is surely wasted."""
    if edition == FIRST:
        return count
    kept = 0
    for k in range(count):
        if not is_wasted(s, seat, int(actions[k])):
            actions[kept] = actions[k]
            kept += 1
    return max(kept, 1)


# Playouts and judgement


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """In playouts both sides mostly play as beginners do."""
    if roll(rng, 4) == 0:
        return actions[roll(rng, count)]
    return greedy(s, seat, actions, count, rng)


@rule
def judge(s: Record, out: Numbers) -> None:
    """Compare how near both sides are to their goals."""
    captures, cheese = captures_needed(s), cheese_needed(s)
    ahead = (float(s.captures) - float(s.stored) / (cheese / captures)) / captures
    out[codes.CAT] = ahead
    for seat in range(1, s.seats):
        out[seat] = -ahead


@rule
def weigh(s: Record, seat: int) -> float:
    """For a cat that does not remember: a mouse on the run goes where tokens lie, and rather not next to the cat."""
    weight = 1.0
    if seat == codes.CAT:
        for m in range(s.seats - 1):
            room = int(s.room[m])
            if room != codes.OFF_BOARD:
                weight *= 1.0 + float(s.tokens[room])
                if (NEIGHBOURS[s.cat] >> room) & 1:
                    weight *= 0.5
    return weight

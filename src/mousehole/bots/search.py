"""Information-set Monte-Carlo tree search over the contract, compiled for every game.

One iteration: take a world that fits the root view, walk down the tree choosing by upper confidence bounds among the
legal actions worth a thought, add one edge, play on, to the end or until it is judged, and credit every edge on the way
with the payoff of the seat that chose it. Every seat decides by its own view of the world (multiple observers), so
nobody in the tree sees through a hidden move.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.knowledge import TRIALS, UNSETTLED, can_judge, imagine, judge, lean, narrow, settle, tempt, weigh
from mousehole.bots.tree import NONE, Floats, Ints, Words, add_node, has_room_to_spare, slot_of
from mousehole.engine.chance import reseed_chance, roll
from mousehole.engine.contract import actors, apply, hide, legal, payoff, redeal
from mousehole.engine.exact import log
from mousehole.engine.playout import first_actor
from mousehole.engine.rule import Actions, Numbers, Record, Rng, interpreted, rule

ROOT, DRAWN, WORLD, SEEN, TRIED = range(5)
"""The records a search works in: the root view, the world drawn from it, the world being played, a view of that; from
TRIED on, those in which a game's knowledge may try moves."""
RECORDS = TRIED + TRIALS
DEEPEST = 128
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)
CURIOSITY = np.array([0.0, *(math.sqrt(interpreted(log)(float(number))) for number in range(1, 4096))])
"""Roots of the logarithms of small numbers: the confidence bounds need them all the time."""


@rule
def view_key(raw: NDArray[np.uint64], row: int, seat: int) -> np.uint64:
    """Hash a record and the seat that looks at it: four words at a time, so that none waits for the one before."""
    a = b = c = d = np.uint64(seat + 1) * MULTIPLIER
    words = raw.shape[1]
    for i in range(0, words - 3, 4):
        a = stirred(a, raw[row, i])
        b = stirred(b, raw[row, i + 1])
        c = stirred(c, raw[row, i + 2])
        d = stirred(d, raw[row, i + 3])
    for i in range(words & ~3, words):
        a = stirred(a, raw[row, i])
    return stirred(stirred(stirred(a, b), c), d)


@rule
def stirred(key: np.uint64, bits: np.uint64) -> np.uint64:
    """Stir a word into a hash."""
    key = (key ^ bits) * MULTIPLIER
    return key ^ (key >> SHIFT)


@rule
def draw_world(
    states: Record, seat: int, rng: Rng, tries: int, edition: int, does_remember: int, memory: Numbers
) -> None:
    """Draw a world that fits the root view: as memory has it, or of several tries one that others' choices suit."""
    states[DRAWN] = states[ROOT]
    if does_remember:
        imagine(states[DRAWN], seat, rng, memory)
        return
    redeal(states[DRAWN], seat, rng)
    if tries > 1:
        kept = weigh(states[DRAWN], seat, states[TRIED:], edition)
        for _ in range(tries - 1):
            states[WORLD] = states[ROOT]
            redeal(states[WORLD], seat, rng)
            weight = weigh(states[WORLD], seat, states[TRIED:], edition)
            kept += weight
            if roll(rng, 1 << 30) * kept < weight * (1 << 30):
                states[DRAWN] = states[WORLD]


@rule
def roll_out(s: Record, rng: Rng, buffer: Actions, horizon: int, out: Numbers, trials: Record, edition: int) -> None:
    """Play on by the game's leaning, to the end or behind the horizon, and say what it is worth to each seat."""
    mask = actors(s)
    left = horizon
    while mask and (left > 0 or not can_judge(s, edition)):
        seat = first_actor(mask)
        count = legal(s, seat, buffer)
        apply(s, seat, lean(s, seat, buffer, count, rng, trials, edition))
        mask = actors(s)
        left -= 1
    if mask:
        judge(s, out, trials, edition)
    else:
        payoff(s, out)


@rule
def weigh_up(
    s: Record, rng: Rng, buffer: Actions, horizon: int, trust: float, out: Numbers, trials: Record, edition: int
) -> None:
    """Say what a position is worth to each seat: play on, and listen to a judgement of it as it stands, if trusted.

    A judgement that calls a position even says nothing. `out` has room for what each seat was judged to have.
    """
    seats = int(s.seats)
    has_opinion = False
    if trust > 0.0 and actors(s) and can_judge(s, edition):
        judge(s, out, trials, edition)
        for seat in range(seats):
            out[seats + seat] = out[seat]
            has_opinion |= out[seat] != 0.0
    roll_out(s, rng, buffer, horizon, out, trials, edition)
    if has_opinion:
        for seat in range(seats):
            out[seat] += trust * (out[seats + seat] - out[seat])


@rule
def choose_edge(
    node: int,
    exploration: float,
    widening: float,
    rng: Rng,
    first: Ints,
    met: Ints,
    visits: Ints,
    begun: Ints,
    mean: Floats,
    doubt: Floats,
) -> int:
    """Choose among a node's edges: any that was never tried, else the one with the highest confidence bound.

    If it widens, the first edges are thought to be the best: few of them count at first, more with every visit.
    """
    start, end = int(first[node]), int(first[node + 1])
    now = int(met[node]) + 1
    met[node] = now
    best = start
    if widening > 0.0:
        end = min(end, start + 1 + int(widening * math.sqrt(float(now - 1))))
        while best < end and visits[best] > 0:
            best += 1
        if best < end:
            begun[best] = now
            return best
        best = start
    if now > end - start:  # one more is tried each time, so all have been
        highest = -1e30
        for edge in range(start, end):
            bound = mean[edge] + exploration * curiosity(now - int(begun[edge]) + 1) * doubt[edge]
            if bound > highest:
                highest = bound
                best = edge
        return best
    untried = 0
    for edge in range(start, end):
        if visits[edge] == 0:
            untried += 1
            if roll(rng, untried) == 0:
                best = edge
    begun[best] = now
    return best


@rule
def curiosity(chances: int) -> float:
    """How curious one is about an edge that could have been chosen so often since it first was."""
    return CURIOSITY[chances] if chances < len(CURIOSITY) else math.sqrt(log(float(chances)))


@rule
def credit(edge: int, worth: float, visits: Ints, total: Floats, mean: Floats, doubt: Floats) -> None:
    """Count what came of choosing an edge."""
    tried = int(visits[edge]) + 1
    visits[edge] = tried
    total[edge] += worth
    mean[edge] = total[edge] / tried
    doubt[edge] = 1.0 / math.sqrt(float(tried))


@rule
def search(
    states: Record,
    raw: NDArray[np.uint64],
    seat: int,
    iterations: int,
    reuse: int,
    tries: int,
    exploration: float,
    scouting: float,
    widening: float,
    horizon: int,
    is_hasty: int,
    stops: int,
    trust: float,
    edition: int,
    does_remember: int,
    memory: Numbers,
    rng: Rng,
    buffer: Actions,
    out: Numbers,
    path: Ints,
    slots: Ints,
    keys: Words,
    first: Ints,
    met: Ints,
    action_of: Ints,
    visits: Ints,
    begun: Ints,
    total: Floats,
    mean: Floats,
    doubt: Floats,
    counts: Ints,
) -> None:
    """Run so many iterations from the root view of a seat; the statistics stay in the tree."""
    for i in range(iterations):
        if i % reuse == 0:
            draw_world(states, seat, rng, tries, edition, does_remember, memory)
        states[WORLD] = states[DRAWN]
        reseed_chance(states[WORLD], rng)
        depth = 0
        is_new = False
        mask = actors(states[WORLD])
        while mask and depth < DEEPEST and not is_new:
            actor = first_actor(mask) if depth else seat  # of several who answer in secret, whoever thinks comes first
            count = legal(states[WORLD], actor, buffer)
            action = buffer[0]
            if depth and count > 1:
                action = settle(states[WORLD], actor, buffer, count, rng)
            if depth == 0 or (count > 1 and action == UNSETTLED):
                states[SEEN] = states[WORLD]
                hide(states[SEEN], actor)
                key = view_key(raw, SEEN, actor)
                slot = slot_of(key, slots, keys)
                node = int(slots[slot])
                if node == NONE:
                    if depth == 0 and is_hasty:
                        count = tempt(states[SEEN], actor, buffer, count, states[TRIED:], edition)
                    else:
                        count = narrow(states[SEEN], actor, buffer, count, states[TRIED:], edition)
                    if count > 1 or depth == 0 or has_room_to_spare(keys, counts):
                        node = add_node(key, slot, buffer, count, slots, keys, first, action_of, counts)
                    if count > 1 and (node == NONE or (stops and depth)):
                        break
                    action = buffer[0]
                else:
                    count = first[node + 1] - first[node]
                    action = action_of[first[node]]
                if count > 1 or depth == 0:
                    eager = scouting if depth == 0 and scouting > 0.0 else exploration
                    edge = choose_edge(node, eager, widening, rng, first, met, visits, begun, mean, doubt)
                    is_new = visits[edge] == 0
                    action = action_of[edge]
                    path[2 * depth] = edge
                    path[2 * depth + 1] = actor
                    depth += 1
            apply(states[WORLD], actor, action)
            mask = actors(states[WORLD])
        weigh_up(states[WORLD], rng, buffer, horizon, trust, out, states[TRIED:], edition)
        for d in range(depth):
            credit(path[2 * d], out[path[2 * d + 1]], visits, total, mean, doubt)

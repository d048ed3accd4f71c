"""Deciding: spend a budget of iterations, stop when the leader is out of reach, choose from what was found.

All of it is compiled, so that it comes out alike wherever the rules run; clocks, which differ, stay outside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.search import search
from mousehole.bots.tree import Floats, Ints, Words
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule

LOOKS = 8
"""A search looks so many times on its way whether the leader can still be overtaken."""
FIRST_LOOK = 64
NEVER = 0
"""Stands for a search that does not look."""


@rule
def is_settled(left: int, first: Ints, visits: Ints) -> bool:
    """Tell whether the leader has no rival (every move is tried before any is tried again), or none in reach."""
    tried = most = second = 0
    for edge in range(first[0], first[1]):
        count = int(visits[edge])
        if count > 0:
            tried += 1
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    return tried == 1 or most - second > left


@rule
def deliberate(
    states: Record,
    raw: NDArray[np.uint64],
    seat: int,
    iterations: int,
    look: int,
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
) -> int:
    """Search for so many iterations; after every `look` of them stop if it is settled. Return how many were done."""
    done = 0
    while done < iterations:
        part = iterations - done if look == NEVER else min(look, iterations - done)
        search(
            states, raw, seat, part, reuse, tries, exploration, scouting, widening, horizon, is_hasty, stops, trust,
            edition, does_remember, memory, rng, buffer, out, path, slots, keys, first, met, action_of, visits, begun,
            total, mean, doubt, counts,
        )  # fmt: skip
        done += part
        if look != NEVER and is_settled(iterations - done, first, visits):
            break
    return done


@rule
def choose(actions: Ints, visits: Ints, worths: Floats, margin: float, rng: Rng) -> int:
    """Choose the most tried move, or one that is nearly as good: so that nobody reads the bot like a book."""
    best = 0
    for k in range(1, len(actions)):
        if visits[k] > visits[best] or (visits[k] == visits[best] and worths[k] > worths[best]):
            best = k
    together = 0
    for k in range(len(actions)):
        if is_near(k, best, visits, worths, margin):
            together += int(visits[k])
    pick = roll(rng, together)
    for k in range(len(actions)):
        if is_near(k, best, visits, worths, margin):
            pick -= int(visits[k])
            if pick < 0:
                return actions[k]
    return actions[best]


@rule
def is_near(k: int, best: int, visits: Ints, worths: Floats, margin: float) -> bool:
    """Tell whether a move is as good as the best: worth nearly as much, and tried at least half as often."""
    return worths[k] >= worths[best] - margin and 2 * int(visits[k]) >= int(visits[best])


@rule
def any_of(actions: Actions, count: int, rng: Rng) -> int:
    """Choose any of some actions."""
    return actions[roll(rng, count)]

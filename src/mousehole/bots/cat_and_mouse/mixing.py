"""Drawing a move from a table of mixtures: compiled, so that it comes out alike wherever the rules run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse.beginner import greedy
from mousehole.bots.cat_and_mouse.situations import kind_of, knew_a_clue, sensible, situation
from mousehole.bots.tree import Floats, Ints
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cat_and_mouse import FACTS, codes

Keys = NDArray[np.int64]
Bytes = NDArray[np.uint8]

NONE = -1
SEARCH = -1
"""Stands for a move that the table does not know."""
MOST = 255
"""Shares and chances are bytes."""
SCALE = 5040
"""Shares out evenly among the moves of a kind."""
USUAL = np.array([option.default for option in FACTS.options if not option.is_house], np.int64)
"""The options that a table is made for."""


@rule
def row_of(keys: Keys, key: int) -> int:
    """Find a situation among those of a table; NONE if it is not there."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else NONE


@rule
def is_usual(s: Record) -> bool:
    """Tell whether a game is one that the table is made for: the default options, and no house rules."""
    if s.more_clues != 0 or s.more_loot != 0:
        return False
    return s.tricks == USUAL[0] and s.subtle == USUAL[1] and s.deep == USUAL[2]


@rule
def consult(
    s: Record,
    seat: int,
    actions: Actions,
    count: int,
    rng: Rng,
    keys: Keys,
    shares: Bytes,
    chances: Bytes,
    weights: Ints,
    worths: Floats,
    told: Ints,
) -> int:
    """Draw one of a view's legal actions from its mixture; SEARCH where that has to be searched.

    The sensible ones stay in `actions`, each with its weight and worth; `told` is how many they are. Where the table
    says nothing the Inspector is patient, which is safe against everybody, and none of them is weighed; nor does it
    spring the trap early on a Mouse that has given a clue knowingly, for that one may lie as well.
    """
    told[0] = 0
    if not is_usual(s):
        return SEARCH
    count = int(sensible(s, actions, count))
    row = row_of(keys, int(situation(s, seat)))
    if row == NONE:
        return SEARCH if seat == codes.MOUSE else greedy(s, seat, actions, count, rng)
    has_share = False
    for k in range(count):
        has_share |= shares[row, kind_of(s, int(actions[k]))] > 0
    is_warned = s.phase == codes.ANNOUNCE and count > 1 and shares[row, codes.CHECK] > 0 and knew_a_clue(s)
    together = 0
    for k in range(count):
        kind = int(kind_of(s, int(actions[k])))
        alike = 0
        for other in range(count):
            alike += int(kind_of(s, int(actions[other])) == kind)
        share = int(shares[row, kind]) if has_share else 1
        if is_warned and kind == codes.SPRING:
            share = 0
        weights[k] = share * SCALE // alike
        worths[k] = 2.0 * int(chances[row, kind]) / MOST - 1.0
        together += int(weights[k])
    told[0] = count
    left = roll(rng, together)
    for k in range(count):
        left -= int(weights[k])
        if left < 0:
            return actions[k]
    return actions[count - 1]

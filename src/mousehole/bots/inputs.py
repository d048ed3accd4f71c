"""What a net is given of an observation: for each entry of the vector either its amount or an input for each value.

A category, and an amount of few values, has an input for each value it can have, hidden included; a member of a set
and a larger amount is one input, scaled to at most 1. Only the layout decides, so every net of a game reads alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import rule
from mousehole.games.vectors import Vector, layout

FEW = 16
"""An amount of so many values at most has an input for each."""

Whole = NDArray[np.int32]
Real = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Inputs:
    """Where each entry of a game's observations enters a net."""

    size: int
    starts: Whole
    """The first input of each entry."""
    lows: Whole
    """What an entry is counted from."""
    highs: Whole
    """The most that an entry can be."""
    scales: Real
    """What an amount is multiplied by; 0 for an entry that has an input for each value."""
    can_hide: NDArray[np.bool_]
    """Whether some view hides an entry."""


@cache
def inputs(game_id: str) -> Inputs:
    """Work out the inputs of a game's nets."""
    known = layout(game_id)
    low, high = known.low.astype(np.int32), known.high.astype(np.int32)
    values = high - low + 1
    is_member = (high == 1) & (low >= -1) & ~known.is_category
    is_split = (known.is_category | (values <= FEW)) & ~is_member
    counts = np.where(is_split, values, 1)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int32)
    lows = np.where(is_split, low, 0).astype(np.int32)
    scales = np.where(is_split, 0.0, 1.0 / np.maximum(high, 1)).astype(np.float32)
    return Inputs(int(counts.sum()), starts, lows, high, scales, low < 0)


@rule
def input_of(value: int, start: int, low: int, scale: np.float32) -> tuple[int, np.float32]:
    """Say which input an entry of an observation is, and how much of it: 0 is nothing to add."""
    if scale == 0.0:
        return start + value - low, np.float32(1.0)
    return start, np.float32(value) * scale


@rule
def enter(vector: Vector, starts: Whole, lows: Whole, scales: Real, weights: Real, out: Real) -> None:
    """Add what an observation's inputs bring to the first layer: a row of its weights for each entry that is not 0."""
    for entry in range(len(starts)):
        row, amount = input_of(int(vector[entry]), int(starts[entry]), int(lows[entry]), scales[entry])
        if amount != np.float32(0.0):
            for k in range(len(out)):
                out[k] += amount * weights[row, k]

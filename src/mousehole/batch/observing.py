"""How a view becomes bytes: the plan by which compiled code, on a processor or a GPU, writes observations.

An observation of a batch is the bridges' vector, a byte an entry: a number modulo 256, a member of a set 1 or 0, and
255 for what the seat cannot know. `low` of the layout gives every number back (see `decoded`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mousehole.bridges.observation import DIGIT, Layout, layout
from mousehole.engine.game import Game

BYTE = 256
NUMBER = 63
"""In place of the bit of a set's member: the entry is a number."""
SHIFT_WIDTH, SHIFT_DIGIT, SHIFT_BIT = 16, 18, 20


@dataclass(frozen=True, eq=False)
class Plan:
    """Where each byte of an observation comes from."""

    size: int
    runs: NDArray[np.int32]
    """For a processor: offset, width, members, digits, count and place of fields of one kind that lie side by side."""
    entries: NDArray[np.int32]
    """For a GPU: of each byte its field's offset, the logarithm of its width, whether it is a digit, its bit or NUMBER."""


@cache
def plan_of(game: Game) -> Plan:
    """Plan the observations of a game."""
    known = layout(game.facts.id)
    runs: list[list[int]] = []
    first = 2 * game.facts.max_seats
    entries = [0] * first
    place = first
    for offset, width, members, digits in known.plan.tolist():
        last = runs[-1] if runs else None
        if last and last[1:4] == [width, members, digits] and last[0] + last[4] * width == offset:
            last[4] += 1
        else:
            runs.append([offset, width, members, digits, 1, place])
        field = offset | (int(width).bit_length() - 1) << SHIFT_WIDTH | bool(digits) << SHIFT_DIGIT
        bits = [*range(members), *range(0, DIGIT * digits, DIGIT)] or [NUMBER]
        entries += [field | bit << SHIFT_BIT for bit in bits]
        place += len(bits)
    check_end(runs)
    return Plan(place, np.array(runs, np.int32), np.array(entries, np.int32))


def check_end(runs: list[list[int]]) -> None:
    """See to it that the last run ends exactly where the observation does: it is written four entries at a time."""
    _, width, members, digits, count, _ = runs[-1]
    if members or digits or width != 2 or count % 4:  # rows of four numbers of two bytes
        raise AssertionError("an observation must end with the events of the record")


def decoded(observations: NDArray[np.uint8], known: Layout) -> NDArray[np.int16]:
    """Give the numbers back that the bytes of observations stand for."""
    low = known.low.astype(np.int32)
    return (low + (observations.astype(np.int32) - low) % BYTE).astype(np.int16)

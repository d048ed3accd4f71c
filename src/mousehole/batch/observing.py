"""How a view becomes bytes: the plan by which compiled code, on a processor or a GPU, writes observations.

An observation of a batch is the bridges' vector, a byte an entry: a number modulo 256, a member of a set 1 or 0, and
255 for what the seat cannot know. `low` of the layout gives every number back (see `decoded`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.stepping import BITS, BYTES, LARGE_SETS, NARROW, SETS, WIDE
from mousehole.batch.words import WORD_BITS
from mousehole.engine.game import Game
from mousehole.games.vectors import DIGIT, Layout, layout

BYTE = 256
NUMBER, MEMBER, CATEGORY, SEAT = range(4)
"""What an entry is on a GPU: a number; a member of a set; one of several categories; something of a seat."""
SHIFT_KIND, SHIFT_BIT, SHIFT_SIGN = 16, 18, 21
"""An entry's bits: the place of its byte, its kind, its bit in the byte, and how far the field's last byte is."""
VIEWER, ASKED = 0, 1
"""Bytes of a record that no view shows: a GPU puts there whose eyes these are and who is asked, a bit a seat."""


@dataclass(frozen=True, eq=False)
class Plan:
    """Where each byte of an observation comes from."""

    size: int
    runs: NDArray[np.int32]
    """For a processor: fields of one kind that lie side by side, as `write_view` reads them."""
    entries: NDArray[np.int32]
    """For a GPU: where each byte of an observation is found in a record (see `entry`)."""


@cache
def plan_of(game: Game) -> Plan:
    """Plan the observations of a game."""
    known = layout(game.facts.id)
    runs: list[list[int]] = []
    seats = range(game.facts.max_seats)
    entries = [entry(byte, 0, SEAT, seat) for byte in (VIEWER, ASKED) for seat in seats]
    place = len(entries)
    for offset, width, members, digits in known.plan.tolist():
        last = runs[-1] if runs else None
        if last and last[1:4] == [width, members, digits] and last[0] + last[4] * width == offset:
            last[4] += 1
        else:
            runs.append([offset, width, members, digits, 1, place])
        parts = [(MEMBER, bit) for bit in range(members)] + [(CATEGORY, DIGIT * k) for k in range(digits)]
        entries += [entry(offset, width, kind, bit) for kind, bit in parts or [(NUMBER, 0)]]
        place += len(parts) or 1
        if offset <= ASKED or max(members, DIGIT * digits) >= BITS * width or len(seats) > BITS:
            raise AssertionError("a view leaves a record's first two bytes out, and the sign of a set free")
    kinds = [kind_of(run, place) for run in runs]
    if kinds[-1] != WIDE or runs[-1][4] % 4:
        raise AssertionError("an observation must end with the events of the record, rows of four numbers")
    return Plan(
        place,
        np.array([[*run, kind] for run, kind in zip(runs, kinds, strict=True)], np.int32),
        np.array(entries, np.int32),
    )


def entry(offset: int, width: int, kind: int, bit: int) -> int:
    """Say where a byte of an observation is found: an entry of a set is hidden when the field is negative."""
    byte = offset + bit // BITS
    return byte | kind << SHIFT_KIND | bit % BITS << SHIFT_BIT | max(offset + width - 1 - byte, 0) << SHIFT_SIGN


def kind_of(run: list[int], size: int) -> int:
    """Tell how a run is written: as many entries at a time as do not reach beyond the observation."""
    _, width, members, digits, count, place = run
    end = place + count * max(members + digits, 1)
    if digits or (end < size < end + BITS) or (not members and width > 2):
        return BYTES
    if members > BITS and end - members + WORD_BITS <= size:
        return LARGE_SETS
    return SETS if members else NARROW if width == 1 else WIDE


def decoded(observations: NDArray[np.uint8], known: Layout) -> NDArray[np.int16]:
    """Give the numbers back that the bytes of observations stand for."""
    low = known.low.astype(np.int32)
    return (low + (observations.astype(np.int32) - low) % BYTE).astype(np.int16)

"""What a seat observes, as one flat vector: its view, field by field, in the order of the game's record.

A number is one entry. A set (a number whose bits are members) is one entry for each member, 1 or 0. What the seat
cannot know is -1, of a set every entry. Before the record's fields come `viewer`, whose eyes these are, and `asked`,
the seats that may act now, both with an entry for each seat. What tells a player nothing is left out: the version of
the rules, chance, and fields that only matter inside an action.

A game's `rules` say in `SETS` which fields of its record are sets, and how many members they can have. A field that is
not listed there is a number, or, if it has more than 16 bits, a set with a member for each: nothing is ever lost, a
line there only says it in fewer entries. `WITHIN_ACTIONS` lists the fields that are 0 whenever somebody is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.chance import threefry, word
from mousehole.engine.record import HOLE
from mousehole.engine.rule import HIDDEN, rule
from mousehole.games import load

Vector = NDArray[np.int16]
Plan = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

WIDEST_NUMBER = 2
"""Bytes of the widest field that is taken as a number."""


@rule
def write_out(raw: Bytes, viewer: int, asked: int, most_seats: int, plan: Plan, out: Vector) -> None:
    """Write what a viewer observes, given the bytes of its view."""
    for seat in range(most_seats):
        out[seat] = 1 if seat == viewer else 0
        out[most_seats + seat] = (asked >> seat) & 1
    place = 2 * most_seats
    for row in range(len(plan)):
        offset, width, members = plan[row, 0], plan[row, 1], plan[row, 2]
        number = np.int64(0)
        for i in range(width):
            number |= np.int64(raw[offset + i]) << (8 * i)
        if width < 8 and number >> (8 * width - 1):  # noqa: PLR2004  # a negative number; of 8 bytes it is one already
            number -= np.int64(1) << (8 * width)
        if members == 0:
            out[place] = number
            place += 1
        for i in range(members):
            out[place + i] = HIDDEN if number == HIDDEN else (number >> i) & 1
        place += members


@rule
def remember(words: Words, has_acted: bool, action: int, past: Words) -> None:  # noqa: FBT001  # a compiled call
    """Add a seat's view, and its action if it has just acted, to the fingerprint of all that it has seen so far."""
    low, high = word(past[0]), word(past[1])
    low, high = threefry(low, high, word(action if has_acted else 0), word(has_acted))
    for i in range(0, len(words), 2):
        following = word(words[i + 1]) if i + 1 < len(words) else word(0)
        low, high = threefry(low, high, word(words[i]), following)
    past[0] = low
    past[1] = high


@dataclass(frozen=True)
class Layout:
    """Where each field of a game stands in the vector."""

    game_id: str
    size: int
    slices: Mapping[str, slice]
    """The part of the vector that is a field, by the field's name."""
    shapes: Mapping[str, tuple[int, ...]]
    """The shape that part has, if it is more than a row of numbers; the members of a set come last."""
    low: Vector
    high: Vector
    plan: Plan
    """For each number in the record: where its bytes begin, how many they are, its members if it is a set, else 0."""

    def field(self, vector: NDArray[np.generic], name: str) -> NDArray[np.generic]:
        """Return the part of a vector, or of many in one array, that is a field, in the field's own shape."""
        return vector[..., self.slices[name]].reshape((*vector.shape[:-1], *self.shapes[name]))


@cache
def layout(game_id: str) -> Layout:
    """Return the layout of a game's observations: the same for every number of seats and every option."""
    game = load(game_id)
    fields = game.rules.State.fields
    seats = game.facts.max_seats
    slices = {"viewer": slice(0, seats), "asked": slice(seats, 2 * seats)}
    shapes: dict[str, tuple[int, ...]] = {"viewer": (seats,), "asked": (seats,)}
    low, high, plan = [0] * (2 * seats), [1] * (2 * seats), list[tuple[int, int, int]]()
    for name, (kind, offset, *_) in fields.items():
        if name in {game_id, "chance", *getattr(game.rules, "WITHIN_ACTIONS", ())} or name.startswith(HOLE):
            continue
        plain, width = kind.base, kind.base.itemsize
        wide = 8 * width - 1 if width > WIDEST_NUMBER else 0
        members = getattr(game.rules, "SETS", {}).get(name, wide)
        count = prod(kind.shape)
        slices[name] = slice(len(low), len(low) + count * (members or 1))
        shapes[name] = (*kind.shape, members) if members else kind.shape
        plan += [(offset + i * width, width, members) for i in range(count)]
        bounds = (-1, 1) if members else (int(np.iinfo(plain).min), int(np.iinfo(plain).max))
        low += [bounds[0]] * count * (members or 1)
        high += [bounds[1]] * count * (members or 1)
    return Layout(
        game_id,
        len(low),
        MappingProxyType(slices),
        MappingProxyType(shapes),
        np.array(low, np.int16),
        np.array(high, np.int16),
        np.array(plan, np.int32),
    )

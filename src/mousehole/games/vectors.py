"""What a seat observes, as one flat vector: its view, field by field, in the order of the game's record.

A number is one entry. A set (a number whose bits are members) is one entry for each member, 1 or 0; several categories
in one number are one entry each. What the seat cannot know is -1, of a set every entry. What each entry can be, a game
says in its `observation.py`. Before the record's fields come `viewer`, whose eyes these are, and `asked`,
the seats that may act now, both with an entry for each seat. What tells a player nothing is left out: the version of
the rules, chance, and fields that only matter inside an action. House rules are left out, too: they are agreed before a
game and stay the same in it, and nets that were trained on the printed game read vectors of its layout.
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
from mousehole.engine.observing import Field, flag
from mousehole.engine.record import HOLE, HOUSE
from mousehole.engine.rule import HIDDEN, rule
from mousehole.games import load, room

Vector = NDArray[np.int16]
Plan = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

DIGIT = 4
"""Bits of a digit."""
FLAG = flag()


@rule
def write_out(raw: Bytes, viewer: int, asked: int, most_seats: int, plan: Plan, out: Vector) -> None:
    """Write what a viewer observes, given the bytes of its view."""
    for seat in range(most_seats):
        out[seat] = 1 if seat == viewer else 0
        out[most_seats + seat] = (asked >> seat) & 1
    place = 2 * most_seats
    for row in range(len(plan)):
        offset, width, members, digits = plan[row, 0], plan[row, 1], plan[row, 2], plan[row, 3]
        number = np.int64(0)
        for i in range(width):
            number |= np.int64(raw[offset + i]) << (8 * i)
        if width < 8 and number >> (8 * width - 1):  # a negative number; of 8 bytes it is one already
            number -= np.int64(1) << (8 * width)
        if members + digits == 0:
            out[place] = number
            place += 1
        for i in range(members):
            out[place + i] = HIDDEN if number == HIDDEN else (number >> i) & 1
        for i in range(digits):
            out[place + i] = HIDDEN if number == HIDDEN else (number >> (DIGIT * i)) & ((1 << DIGIT) - 1)
        place += members + digits


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
    """The least that each entry can be; -1 where some view hides it."""
    high: Vector
    """The most that each entry can be by the printed rules."""
    most: Vector
    """The most that each entry can be, house rules included."""
    is_category: NDArray[np.bool_]
    """Whether an entry stands for something (a phase, a room, a seat): a learner gives each of its values an input."""
    plan: Plan
    """For each number in the record: where its bytes begin, how many they are, and its members and digits, if any."""

    def field(self, vector: NDArray[np.generic], name: str) -> NDArray[np.generic]:
        """Return the part of a vector, or of many in one array, that is a field, in the field's own shape."""
        return vector[..., self.slices[name]].reshape((*vector.shape[:-1], *self.shapes[name]))


@cache
def layout(game_id: str) -> Layout:
    """Return the layout of a game's observations: the same for every number of seats and every option."""
    game = load(game_id)
    told = room(game_id, "observation")
    seats = game.facts.max_seats
    slices = {"viewer": slice(0, seats), "asked": slice(seats, 2 * seats)}
    shapes: dict[str, tuple[int, ...]] = {"viewer": (seats,), "asked": (seats,)}
    spans, plan = [FLAG] * (2 * seats), list[tuple[int, int, int, int]]()
    for name, (kind, offset, *_) in game.rules.State.fields.items():
        if name in {game_id, "chance", *told.LEFT_OUT} or name.startswith((HOLE, HOUSE)):
            continue
        width = kind.base.itemsize
        field: Field = told.FIELDS[name]
        each = field if isinstance(field, tuple) else (field,)
        start, parts = len(spans), each[0].members + each[0].digits
        for i in range(prod(kind.shape)):
            span = each[i % len(each)]
            spans += [span] * (parts or 1)
            plan.append((offset + i * width, width, span.members, span.digits))
        slices[name] = slice(start, len(spans))
        shapes[name] = (*kind.shape, parts) if parts else kind.shape
    return Layout(
        game_id,
        len(spans),
        MappingProxyType(slices),
        MappingProxyType(shapes),
        np.array([span.low for span in spans], np.int16),
        np.array([span.high for span in spans], np.int16),
        np.array([max(span.high, span.most) for span in spans], np.int16),
        np.array([span.is_category for span in spans], np.bool_),
        np.array(plan, np.int32),
    )

"""The one flat record a position is kept in, and the events: what the last action showed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from mousehole.engine.chance import seed_chance
from mousehole.engine.rule import Record, Word, rule

HOLE = "hole_"
HOUSE = "more_"
"""How the names of fields begin that hold house rules: how much more than printed was agreed."""
Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]
PLAIN_DATA: Any = np.generic.__dict__["data"]


class QuickRecord(np.void):  # type: ignore[misc]  # final on paper alone
    """A record as Python code reads it. An `np.record` takes six times as long to find a field.

    It also tells compiled code at once where its bytes are, which otherwise asks for a description of all fields.
    """

    __slots__ = ("owner",)
    owner: bytearray
    """What holds its bytes, and nothing else; not every record has one."""

    @property
    def data(self) -> Any:  # noqa: ANN401  # whatever has bytes
        """The bytes of the record."""
        try:
            return self.owner
        except AttributeError:
            return PLAIN_DATA.__get__(self)

    def copy(self) -> QuickRecord:  # type: ignore[override]  # as it does not for other kinds
        """Return a record of its own with the same bytes."""
        return record_over(bytearray(self.data), self.dtype)


def record_over(owner: bytearray, kind: np.dtype[Any]) -> QuickRecord:
    """Return the record that some bytes are."""
    made: QuickRecord = np.frombuffer(owner, kind)[0]
    made.owner = owner
    return made


def quick_kind(state: np.dtype[np.void]) -> np.dtype[Any]:
    """Build the type of a game's quick records: every field is an attribute that can be read and written."""

    def writer(name: str) -> Callable[[QuickRecord, Any], None]:
        return lambda record, value: record.__setitem__(name, value)

    fields = {name: property(itemgetter(name), writer(name)) for name in state.names or ()}
    return np.dtype((type("GameRecord", (QuickRecord,), {"__slots__": (), **fields}), state))


def record_type(game_id: str, fields: Sequence[Field], *, events: int, house: Sequence[str] = ()) -> np.dtype[np.void]:
    """Build a game's `State`: its own fields between those every game has.

    The first field carries the game's name, so that no two games share a type (the compiler tells games apart by it).
    `events` is the most events one action can cause. `house` names fields for house rules, each one byte: how much
    more than printed was agreed. They lie where alignment leaves a hole before chance, so the record of a game by the
    printed rules has the bytes that it has without them.
    """
    every: list[Field] = [
        (game_id, "u2"),  # the rules version
        ("seats", "i1"),
        *fields,
        ("event_count", "i1"),
        ("events", "i2", (events, 4)),
        *((name, "i1") for name in house),
        ("chance", "u8", 3),
    ]
    for name, *_ in every:
        if hasattr(QuickRecord, name):
            raise ValueError(f"field {name!r} collides with a method of a record when interpreted")
    return np.dtype(without_holes(every), align=True)


def without_holes(fields: Sequence[Field]) -> list[Field]:
    """Fill the holes that alignment leaves with fields of their own, so that a copy has the same bytes."""
    filled: list[Field] = []
    end = widest = 0
    for name, kind, *shape in fields:
        plain = np.dtype(kind)
        widest = max(widest, plain.alignment)
        hole = -end % plain.alignment
        if hole:
            filled.append((f"{HOLE}{end}", "u1", hole))
        filled.append((name, kind, *shape))  # type: ignore[arg-type]
        end += hole + plain.itemsize * int(np.prod(shape[0]) if shape else 1)
    if -end % widest:
        filled.append((f"{HOLE}{end}", "u1", -end % widest))
    return filled


def new_records(state: np.dtype[np.void], count: int = 1) -> Record:
    """Return zeroed records, padding included, so that equal positions have equal bytes."""
    return np.zeros(count, state).view(np.recarray)


def new_record(state: np.dtype[np.void]) -> Record:
    """Return one zeroed record, for compiled loops to play in."""
    return new_records(state)[0]


@rule
def open_record(s: Record, seats: int, low: Word, high: Word) -> None:
    """Write the fields every game has; a game's `setup` writes all others."""
    s.seats = seats
    s.event_count = len(s.events)
    clear_events(s)
    seed_chance(s, low, high)


@rule
def clear_events(s: Record) -> None:
    """Forget what the action before this one showed; `apply` begins with it."""
    for i in range(s.event_count):
        s.events[i, 0] = 0
        s.events[i, 1] = 0
        s.events[i, 2] = 0
        s.events[i, 3] = 0
    s.event_count = 0


@rule
def emit(s: Record, kind: int, a: int, b: int, c: int) -> None:
    """Add an event of this action. `hide` blanks what a seat may not know of it."""
    i = int(s.event_count)
    if i < len(s.events):  # compiled code checks no bounds: a story too long is cut short, not written elsewhere
        s.events[i, 0] = kind
        s.events[i, 1] = a
        s.events[i, 2] = b
        s.events[i, 3] = c
        s.event_count = i + 1

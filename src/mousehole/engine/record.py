"""The one flat record a position is kept in, and the tale: what the last action showed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mousehole.engine.chance import seed_chance
from mousehole.engine.rule import Record, Word, rule

HOLE = "hole_"
Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]


def record_type(game_id: str, fields: Sequence[Field], *, tale: int) -> np.dtype[np.void]:
    """Build a game's `State`: its own fields between those every game has.

    The first field carries the game's name, so that no two games share a type (the compiler tells games apart by it).
    `tale` is the most events one action can cause.
    """
    every: list[Field] = [
        (game_id, "u2"),  # the rules version
        ("seats", "i1"),
        *fields,
        ("told", "i1"),
        ("tale", "i2", (tale, 4)),
        ("chance", "u8", 3),
    ]
    for name, *_ in every:
        if hasattr(np.record, name):
            raise ValueError(f"field {name!r} collides with a method of np.record when interpreted")
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


@rule
def open_record(s: Record, seats: int, low: Word, high: Word) -> None:
    """Write the fields every game has; a game's `setup` writes all others."""
    s.seats = seats
    s.told = len(s.tale)
    hush(s)
    seed_chance(s, low, high)


@rule
def hush(s: Record) -> None:
    """Forget what the action before this one showed; `apply` begins with it."""
    for i in range(s.told):
        s.tale[i, 0] = 0
        s.tale[i, 1] = 0
        s.tale[i, 2] = 0
        s.tale[i, 3] = 0
    s.told = 0


@rule
def tell(s: Record, kind: int, a: int, b: int, c: int) -> None:
    """Add an event to the tale of this action. `hide` blanks what a seat may not know of it."""
    i = int(s.told)
    if i < len(s.tale):  # compiled code checks no bounds: a story too long is cut short, not written elsewhere
        s.tale[i, 0] = kind
        s.tale[i, 1] = a
        s.tale[i, 2] = b
        s.tale[i, 3] = c
        s.told = i + 1

"""The rules of a game as Python code calls them: each with a position in place of the record, and quickly.

A compiled rule that is called as a function first finds out the types of what it is given, and then asks the record for
a description of all its fields: 5 to 20 microseconds, most of a step. A door knows the types beforehand and enters the
compiled code at once. There Numba asks what stands for the record for nothing but its `data`, and a position has that
at hand: its bytes. So a door compiles nothing that the rule itself would not.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, cast

import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

from mousehole.engine.record import HOUSE, new_record, quick_kind
from mousehole.engine.rule import Compiled, F, Record

Door = Callable[..., Any]


class Doors:
    """The doors of a game by the names of its rules. Each opens when it is first used, which compiles its rule."""

    def __init__(self, rules: Any) -> None:  # noqa: ANN401  # a module that fulfils `Rules`
        """Prepare the doors; open none."""
        self.rules = rules
        self.kind = quick_kind(rules.State)
        """The type of the record as Python reads it."""
        self.size = int(rules.State.itemsize)
        self.seats_at = int(rules.State.fields["seats"][1])
        """The place of the byte that holds the number of seats."""
        self.house_at = [place for name, (_, place, *_) in rules.State.fields.items() if name.startswith(HOUSE)]
        """The places of the bytes that hold house rules: all 0 in the printed game."""

    def __getattr__(self, name: str) -> Door:
        """Open a door. Its rule is compiled, or taken from the cache; not every game has every rule."""
        rule = getattr(self.rules, name)
        door = open_door(rule, known_types(self.rules.State)) if isinstance(rule, Dispatcher) else interpreted(rule)
        setattr(self, name, door)
        return door


def open_door(rule: Compiled, types_of: dict[str, types.Type]) -> Door:
    """Return the entry to a compiled rule. It checks no types: whoever knocks must know them."""
    door: Door = rule.compile(wanted_types(rule, types_of))
    return door


def quickly(rule: F) -> F:
    """Return a rule for Python code that calls it with records of one game again and again: through a door, too."""
    if not isinstance(rule, Dispatcher):
        return rule
    opened: list[Door] = []

    def knock(record: Record, *rest: int) -> object:
        if not opened:
            opened.append(open_door(rule, known_types(record.dtype)))
        return opened[0](record, *rest)

    return cast("F", knock)


def interpreted(rule: Door) -> Door:
    """Return a door to a rule that is not compiled: it gets the record."""
    return lambda position, *rest: rule(position.record, *rest)


def known_types(state: np.dtype[np.void]) -> dict[str, types.Type]:
    """Tell what the words in the rules' signatures mean for a game."""
    return {
        "Record": numba.typeof(new_record(state)),
        "int": types.int64,
        "Word": types.uint64,
        "bool": types.boolean,
        "Actions": types.Array(types.int32, 1, "C"),
        "Numbers": types.Array(types.float64, 1, "C"),
        "Options": types.Array(types.int64, 1, "C"),
        "Rng": types.Array(types.uint64, 1, "C"),
    }


def wanted_types(rule: Compiled, types_of: dict[str, types.Type]) -> tuple[types.Type | None, ...]:
    """Read what a rule is given; None for what is not known."""
    return tuple(types_of.get(str(each.annotation)) for each in signature(rule.py_func).parameters.values())

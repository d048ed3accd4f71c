"""The doors of a game's module: which functions it offers, with which types, and what they are called there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import getsource, signature
from typing import Any

import numba
from numba import types

from mousehole.analysis.planting import plant
from mousehole.analysis.playing_on import play_on
from mousehole.bots.deciding import any_of, choose, deliberate, is_settled
from mousehole.bots.insight import deliberate_by_net
from mousehole.bots.knowledge import about, has_memory, imagine_one, remember_all
from mousehole.bots.levels import BySeat, ByTable, mind_of
from mousehole.bots.names import LEVELS
from mousehole.bots.thinking import Settings
from mousehole.browser.recipes import recipes_of
from mousehole.browser.weighing import weigh_world
from mousehole.engine import exact
from mousehole.engine.cache import WORDS
from mousehole.engine.playout import play_out
from mousehole.engine.record import new_record
from mousehole.games import load, package_of

CONTRACT = ("setup", "actors", "legal", "apply", "payoff", "reason", "hide", "redeal", "points", "is_undoable")
ROWS = {"states", "trials", "views"}
"""Parameters that are several records in a row."""
TABLES = {"raw", "words", "plan", "shares", "chances", "first", "second", "third", "policy", "value"}
"""Parameters of two dimensions, where a rule is not about a tree."""
PLAIN = {"int", "float", "bool", "None", "Record", "Numbers", "Actions"}
"""What rules that words call are given and give back."""
READERS = WORDS | {"show.py", "lesson.py", "outlook.py", "deducing.py"}
"""The rooms of a game that may call a rule for their words and pictures."""


@dataclass(frozen=True)
class Door:
    """A rule as a module offers it."""

    name: str
    rule: Any
    kinds: tuple[types.Type, ...]

    @property
    def parameters(self) -> list[tuple[str, str, int]]:
        """The names and kinds of what it takes, and the bytes of each number or record, as a caller must know them."""
        names = signature(self.rule.py_func).parameters
        return [(name, *handed_over(kind)) for name, kind in zip(names, self.kinds, strict=True)]


def handed_over(kind: types.Type) -> tuple[str, int]:
    """Say how something is handed over: numbers as they are, records and arrays by their address."""
    if isinstance(kind, types.Record):
        return "record", int(kind.size)
    if isinstance(kind, types.Array):
        if isinstance(kind.dtype, types.Record):
            return "rows", int(kind.dtype.size)
        return "table" if kind.ndim > 1 else "array", int(kind.dtype.bitwidth) // 8
    return {types.int64: "int", types.uint64: "word", types.float64: "float"}[kind], 8


def array(kind: types.Type, dimensions: int = 1) -> types.Array:
    """Return the type of an array."""
    return types.Array(kind, dimensions, "C")


def kinds_of(rule: Any, record: types.Record) -> tuple[types.Type, ...]:  # noqa: ANN401  # a compiled function
    """Read the types of a rule's parameters off its annotations, and off their names where those say more."""
    known = {
        "Record": record,
        "int": types.int64,
        "float": types.float64,
        "Word": types.uint64,
        "Options": array(types.int64),
        "Actions": array(types.int32),
        "Ints": array(types.int32),
        "Whole": array(types.int32),
        "Plan": array(types.int32),
        "Numbers": array(types.float64),
        "Floats": array(types.float64),
        "Real": array(types.float32),
        "Vector": array(types.int16),
        "Bytes": array(types.uint8),
        "Keys": array(types.int64),
        "Rng": array(types.uint64),
        "Words": array(types.uint64),
        "NDArray[np.uint64]": array(types.uint64),
    }
    kinds = []
    for name, parameter in signature(rule.py_func).parameters.items():
        kind = known[str(parameter.annotation)]
        if name in ROWS:
            kind = array(record)
        elif name in TABLES and isinstance(kind, types.Array) and str(parameter.annotation) != "Ints":
            kind = array(kind.dtype, 2)
        kinds.append(kind)
    return tuple(kinds)


def doors_of(game_id: str) -> list[Door]:
    """List the doors of a game's module, in the order of their names."""
    record = numba.typeof(new_record(load(game_id).rules.State))
    found = dict(rules_of(game_id))
    return [Door(name, found[name], kinds_of(found[name], record)) for name in sorted(found)]


def rules_of(game_id: str) -> Iterator[tuple[str, Any]]:
    """Name the rules that a module offers: the contract, what bots think with, and what words call."""
    rules, bots = load(game_id).rules, about(game_id)
    for name in CONTRACT:
        if hasattr(rules, name):
            yield name, getattr(rules, name)
    yield from {
        "deliberate": deliberate,
        "is_settled": is_settled,
        "choose": choose,
        "any_of": any_of,
        "weigh": weigh_world,
        "play_out": play_out,
        "plant": plant,
        "play_on": play_on,
        "exp": exact.exp,
        "log": exact.log,
        "tanh": exact.tanh,
    }.items()
    for name in ("greedy", "consult"):
        if hasattr(bots, name):
            yield name, getattr(bots, name)
    if has_memory(game_id):
        yield "remember", remember_all
        yield "imagine", imagine_one
    if any(mind.has_net for mind in settings_in(game_id)):
        yield "deliberate_by_net", deliberate_by_net
    yield from ((name, recipe) for name, recipe, _ in recipes_of(game_id))
    yield from rules_for_words(game_id)


def settings_in(game_id: str) -> Iterator[Settings]:
    """List all ways in which the levels of a game search, with few players and in a crowd."""
    for level in LEVELS:
        mind = mind_of(game_id, level)
        if isinstance(mind, Settings):
            yield mind
        elif isinstance(mind, BySeat):
            for settings in (*mind.own.values(), mind.others):
                yield settings
                if settings.crowd is not None:
                    yield settings.crowd
        elif isinstance(mind, ByTable):
            yield mind.beside
        else:
            raise TypeError(f"the {level} of {game_id} thinks in a way that no module knows")


def rules_for_words(game_id: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Find the rules about records that a game's words and pictures import."""
    package = package_of(game_id)
    seen = dict[str, Any]()
    for room in sorted(READERS):
        try:
            module = import_module(f"{package}.{room.removesuffix('.py')}")
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{room.removesuffix('.py')}":
                raise
            continue
        for node in ast.walk(ast.parse(getsource(module))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(package):
                for alias in node.names:
                    rule = getattr(import_module(node.module), alias.name, None)
                    if alias.name in CONTRACT or not is_plain(rule):
                        continue
                    if seen.setdefault(alias.name, rule) is not rule:
                        raise ValueError(f"two rules of {game_id} are called {alias.name}")
    yield from seen.items()


def is_plain(rule: Any) -> bool:  # noqa: ANN401  # whatever a module holds
    """Tell whether something is a rule about a record, given and giving plain numbers."""
    if not hasattr(rule, "twin"):
        return False
    told = signature(rule.py_func)
    given = [str(each.annotation) for each in told.parameters.values()]
    return given[:1] == ["Record"] and set(given) | {str(told.return_annotation)} <= PLAIN

"""Compiling ahead, step by step: using each rule of a game once compiles it, or takes it from the cache.

Compiling keeps one core busy. `company` lets a second process compile what the first would come to last; each finds in
the cache what the other has done.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numba
import numpy as np

from mousehole.engine.cache import is_cached
from mousehole.engine.doors import known_types, wanted_types
from mousehole.engine.game import Game
from mousehole.engine.playout import play_many, play_range
from mousehole.engine.record import new_record
from mousehole.engine.rule import Compiled
from mousehole.games import add, load, package_of

Steps = list[tuple[str, Callable[[], Any]]]
"""What is to be compiled, each with its name."""
AT_A_TABLE = ("setup", "actors", "legal", "apply", "hide", "reason", "payoff", "points", "is_undoable")
"""The rules that a table uses, in the order of `table_steps`."""


def table_steps(game: Game) -> Steps:
    """List what a table needs."""
    doors = [name for name in AT_A_TABLE if hasattr(game.rules, name)]
    return [*small_steps(game), *((name.replace("_", " "), partial(getattr, game.doors, name)) for name in doors)]


def lab_steps(game: Game) -> Steps:
    """List what stands on the rules beside a table: redealing and random play."""
    known = game.facts
    options = np.array([option.default for option in known.options], np.int64)
    rng = np.zeros(1, np.uint64)
    buffer = np.zeros(known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)

    def many() -> None:
        record = new_record(game.rules.State)
        play_many(record, known.usual_seats, options, 0, 1, rng, buffer, totals, out)

    def in_the_lab() -> None:
        record, row = new_record(game.rules.State), np.zeros(1, np.int32)
        paid = np.zeros((1, known.usual_seats))
        play_range(record, known.usual_seats, options, np.uint64(0), 0, rng, buffer, paid, row, row, row)  # type: ignore[arg-type]

    return [
        ("redeal", partial(getattr, game.doors, "redeal")),
        ("random play", many),
        ("random games", in_the_lab),
    ]


@contextmanager
def company(game: Game) -> Iterator[subprocess.Popen[bytes] | None]:
    """Compile a game with the help of a second process, if it has never been compiled and there is a core for it."""
    if is_cached(game.rules.setup) or (os.cpu_count() or 1) == 1 or numba.config.DISABLE_JIT:
        yield None
        return
    command = [sys.executable, "-m", "mousehole.games.warming", package_of(game.facts.id)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as other:  # noqa: S603  # ours
        try:
            yield other
        finally:
            other.terminate()


def small_steps(game: Game) -> Steps:
    """List the rules behind those that a table uses, one by one, each after those that it calls."""
    if numba.config.DISABLE_JIT or is_cached(game.rules.setup):
        return []
    types_of = known_types(game.rules.State)
    return [
        (rule.__name__.replace("_", " "), partial(rule.twin.compile, wanted))
        for rule in in_order(used_at_a_table(game))[: -len(used_at_a_table(game))]
        if None not in (wanted := wanted_types(rule, types_of))
    ]


def compile_from_the_middle(game: Game) -> None:
    """Compile what a table needs, but begin in the middle, and leave the deal to the other process."""
    steps = small_steps(game)
    for _, use in steps[len(steps) // 2 :]:
        use()
    types_of = known_types(game.rules.State)
    for rule in reversed(used_at_a_table(game)[1:]):
        rule.compile(wanted_types(rule, types_of))


def used_at_a_table(game: Game) -> list[Compiled]:
    """List the rules that are called at a table."""
    return [getattr(game.rules, name) for name in AT_A_TABLE if hasattr(game.rules, name)]


def in_order(rules: list[Compiled]) -> list[Compiled]:
    """List all that rules call, what is called before what calls it, and then the rules."""
    found: dict[Compiled, None] = {}
    entered = set(rules)

    def visit(rule: Compiled) -> None:
        for name in rule.py_func.__code__.co_names:
            called = rule.py_func.__globals__.get(name)
            if hasattr(called, "twin") and called not in entered:
                entered.add(called)
                visit(called)
        if rule not in rules:
            found[rule] = None

    for rule in rules:
        visit(rule)
    return [*found, *rules]


if __name__ == "__main__":
    compile_from_the_middle(load(add(sys.argv[1])))

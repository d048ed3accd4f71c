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
from inspect import signature
from typing import Any

import numba
import numpy as np
from numba import types

from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.playout import play_many, play_range
from mousehole.engine.record import new_records
from mousehole.engine.rule import Compiled, is_cached
from mousehole.games import load

Steps = list[tuple[str, Callable[[], Any]]]
"""What is to be compiled, each with its name."""
AT_A_TABLE = ("setup", "actors", "legal", "apply", "hide", "reason", "payoff", "points", "is_undoable")
"""The rules that a table uses, in the order of `table_steps`."""


def table_steps(game: Game) -> Steps:
    """List what a table needs."""
    known = game.facts
    options = [option.default for option in known.options]
    match = Match(game, known.usual_seats, tuple(options), 0)

    def first_move() -> None:
        seat = match.actors()[0]
        match.step(seat, match.legal(seat)[0])

    def count_up() -> None:
        for name in ("payoff", "points"):
            if hasattr(game.rules, name):
                getattr(game.rules, name)(match.state[0], np.zeros(known.usual_seats))

    return [
        *small_steps(game),
        ("setup", lambda: match.positions.append(game.deal(known.usual_seats, options, 0))),
        ("actors", match.actors),
        ("legal", lambda: match.legal(0)),
        ("apply", first_move),
        ("hide", lambda: match.view(0)),
        ("reason", match.outcome),
        ("payoff", count_up),
        ("undo", lambda: game.is_undoable(match.state)),
    ]


def lab_steps(game: Game) -> Steps:
    """List what stands on the rules beside a table: redealing and random play."""
    known = game.facts
    options = np.array([option.default for option in known.options], np.int64)
    rng = np.zeros(1, np.uint64)
    states = game.deal(known.usual_seats, list(options), 0)
    buffer = np.zeros(known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)

    def many() -> None:
        record = new_records(game.rules.State)[0]
        play_many(record, known.usual_seats, options, 0, 1, rng, buffer, totals, out)

    def in_the_lab() -> None:
        record, row = new_records(game.rules.State)[0], np.zeros(1, np.int32)
        paid = np.zeros((1, known.usual_seats))
        play_range(record, known.usual_seats, options, np.uint64(0), 0, rng, buffer, paid, row, row, row)  # type: ignore[arg-type]

    return [
        ("redeal", lambda: game.rules.redeal(game.view(states, 0)[0], 0, rng)),
        ("random play", many),
        ("random games", in_the_lab),
    ]


@contextmanager
def company(game: Game) -> Iterator[subprocess.Popen[bytes] | None]:
    """Compile a game with the help of a second process, if it has never been compiled and there is a core for it."""
    if is_cached(game.rules.setup) or (os.cpu_count() or 1) == 1 or numba.config.DISABLE_JIT:
        yield None
        return
    command = [sys.executable, "-m", "mousehole.games.warming", game.facts.id]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as other:  # noqa: S603  # ours
        try:
            yield other
        finally:
            other.terminate()


def small_steps(game: Game) -> Steps:
    """List the rules behind those that a table uses, one by one, each after those that it calls."""
    if numba.config.DISABLE_JIT or is_cached(game.rules.setup):
        return []
    types_of = known_types(game)
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
    types_of = known_types(game)
    for rule in reversed(used_at_a_table(game)[1:]):
        rule.compile(wanted_types(rule, types_of))


def used_at_a_table(game: Game) -> list[Compiled]:
    """List the rules that are called at a table."""
    return [getattr(game.rules, name) for name in AT_A_TABLE if hasattr(game.rules, name)]


def known_types(game: Game) -> dict[str, types.Type]:
    """Tell what the words in the rules' signatures mean for a game."""
    return {
        "Record": numba.typeof(new_records(game.rules.State)[0]),
        "int": types.int64,
        "Word": types.uint64,
        "bool": types.boolean,
        "Actions": types.Array(types.int32, 1, "C"),
        "Numbers": types.Array(types.float64, 1, "C"),
        "Options": types.Array(types.int64, 1, "C"),
    }


def wanted_types(rule: Compiled, types_of: dict[str, types.Type]) -> tuple[types.Type | None, ...]:
    """Read what a rule is given; None for what is not known."""
    return tuple(types_of.get(str(each.annotation)) for each in signature(rule.py_func).parameters.values())


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
    compile_from_the_middle(load(sys.argv[1]))

"""Compiling ahead: what is compiled step by step is just what a table then uses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from mousehole.games import IDS, load
from mousehole.games.warming import in_order, used_at_a_table

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

TABLE = """
import sys
from mousehole.engine.doors import known_types, wanted_types
from mousehole.games import load
from mousehole.games.warming import in_order, table_steps, used_at_a_table

game = load(sys.argv[1])
for _, use in table_steps(game):
    use()
types_of, seen = known_types(game.rules.State), 0
for rule in in_order(used_at_a_table(game)):
    made = [given for given in rule.twin.overloads if types_of["Record"] in given]
    seen += len(made)
    if made not in ([], [wanted_types(rule, types_of)]):
        print(rule.__name__, made)
assert seen > 20
"""


@pytest.mark.parametrize("game_id", IDS)
def test_every_rule_has_one_version(game_id: str, tmp_path: Path) -> None:
    """Whatever constants and small numbers rules pass on, each is compiled once, for what it says it takes."""
    # in a process of its own, with nothing in its cache: what other tests have compiled is not there
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "MOUSEHOLE_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", TABLE, game_id], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_called_comes_first() -> None:
    """In the list of rules to compile, each comes after all those that it calls."""
    order = in_order(used_at_a_table(load("hide_and_squeak")))
    assert len(order) > 30
    place = {id(rule): number for number, rule in enumerate(order)}
    for number, rule in enumerate(order[: -len(used_at_a_table(load("hide_and_squeak")))]):
        called = [rule.py_func.__globals__.get(name) for name in rule.py_func.__code__.co_names]
        assert all(place.get(id(each), -1) < number for each in called), rule.__name__

"""The compile cache: nobody plays by another program's constants, and nobody else's functions are touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from mousehole.engine.cache import PACKAGE, Seen, cache_folder, constants_of, foreign_stamp, stamp_of
from mousehole.engine.doors import known_types
from mousehole.engine.playout import play_many
from mousehole.games import load, room

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

RULES = """
import numpy as np
from mousehole.engine.rule import rule
import shelf

TABLE = np.array([10, 20, 30])
STEP = 2

@rule
def inner(n: int) -> int:
    return TABLE[n] + shelf.HEIGHT

@rule
def outer(n: int) -> int:
    return inner(n) * STEP

def loaded() -> bool:
    return bool(sum(outer.stats.cache_hits.values()))
"""


def run(code: str, folder: Path, **more: str) -> str:
    """Run a program of its own with a cache of its own; return what it prints."""
    paths = [str(folder), str(Path(__file__).parents[2] / "src")]
    env = {**os.environ, "MOUSEHOLE_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join(paths), **more}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a small module of rules with constants of its own and of another module."""
    (tmp_path / "few.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "shelf.py").write_text("HEIGHT = 1\n", encoding="utf-8")
    return tmp_path


CHANGES = {
    "nothing": ("", "42"),
    "a number": ("few.STEP = 5;", "105"),
    "of what is called, in another module": ("shelf.HEIGHT = 0;", "40"),
    "an array": ("few.TABLE = few.TABLE + 1;", "44"),
    "an array in place": ("few.TABLE[1] = 0;", "2"),
}


@pytest.mark.parametrize("first", [name for name in CHANGES if name != "nothing"])
def test_a_changed_constant_stays_in_its_own_program(folder: Path, first: str) -> None:
    """Whoever compiles first, each program plays by its own constants, and finds them in the cache the second time."""
    for name, is_loaded in ((first, False), ("nothing", False), (first, True), ("nothing", True)):
        change, expected = CHANGES[name]
        found = run(f"import few, shelf; {change} print(few.outer(1), few.loaded())", folder)
        assert found == f"{expected} {is_loaded}"


def test_a_constant_that_changes_under_way_is_not_kept(folder: Path) -> None:
    """What is compiled after a constant has changed may hold both values, so nobody else gets to see it."""
    mixed = "import few, shelf; shelf.HEIGHT = 9; few.inner(1); few.inner.twin.compile('(int64,)'); shelf.HEIGHT = 1;"
    run(f"{mixed} few.outer(1)", folder)
    assert run("import few; print(few.outer(1))", folder) == "42"


def test_a_game_with_other_rules_poisons_nobody(tmp_path: Path) -> None:
    """A program that sets a number of a game before it is loaded gets that game, every other program the true one."""
    change = "from mousehole.games.hide_and_squeak import components; components.CHEESE_PER_MOUSE = 1;"
    ask = (
        "from mousehole.games.hide_and_squeak import codes, rules; from mousehole.engine.record import new_record;"
        " s = new_record(rules.State); s.seats, s.stored, s.captures = 3, 2, 1;"
        " rules.break_of_dawn(s); print(s.ended == codes.DAWN_CAT)"
    )
    answers = [run(first + ask, tmp_path) for first in (change, "", change, "")]
    assert answers == ["False", "True", "False", "True"]


def test_the_constants_of_a_game_are_found_behind_stubs() -> None:
    """What is compiled over the contract has the constants of the game that its record belongs to."""
    ours, other = (known_types(load(game_id).rules.State)["Record"] for game_id in ("hide_and_squeak", "who_done_it"))
    function = play_many.py_func  # type: ignore[attr-defined]
    before = constants_of(function, [ours]), constants_of(function, [other])
    assert len({*before, constants_of(function, [])}) == 3
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Seen, "has_changed", False)
        patch.setattr(Seen, "hashes", {})
        patch.setattr(room("hide_and_squeak", "house"), "CHEESE_PER_MOUSE", 1)
        after = constants_of(function, [ours]), constants_of(function, [other])
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_a_change_in_another_file_outside_the_package_is_noticed(tmp_path: Path) -> None:
    """A game from elsewhere may call functions of its other files: what it has compiled is known by them too."""
    helper, caller = tmp_path / "helper.py", tmp_path / "caller.py"
    hashes = []
    for text in ("1", "2"):
        foreign_stamp.cache_clear()
        stamp_of.cache_clear()
        helper.write_text(f"def called():\n    return {text}\n", encoding="utf-8")
        caller.write_text("def calling():\n    return called()\n", encoding="utf-8")
        names: dict[str, Any] = {"__name__": "elsewhere"}
        for path in (helper, caller):
            exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)  # noqa: S102  # ours
        hashes.append(constants_of(names["calling"], []))
    assert len(set(hashes)) == 2


def test_other_peoples_functions_are_left_alone(folder: Path) -> None:
    """A program that uses the engine keeps the cache of its own functions where Numba would put it."""
    (folder / "theirs.py").write_text(
        "import numba\n\n@numba.njit(cache=True)\ndef twice(n):\n    return 2 * n\n", encoding="utf-8"
    )
    code = "import few, theirs, numba; few.outer(1); theirs.twice(4); print(numba.config.CACHE_DIR)"
    assert run(code, folder) == ""
    assert list((folder / "__pycache__").glob("theirs.twice*.nbi"))
    assert not list((folder / "cache").rglob("theirs*"))
    assert list((folder / "cache").rglob("few.outer*.nbi"))
    elsewhere = folder / "elsewhere"
    code = "import few, theirs, numba; theirs.twice(4); print(numba.config.CACHE_DIR)"
    assert run(code, folder, NUMBA_CACHE_DIR=str(elsewhere)) == str(elsewhere)
    assert list(elsewhere.rglob("theirs.twice*.nbi"))
    assert not list(elsewhere.rglob("few*"))


def test_the_folder_is_of_the_sources() -> None:
    """The cache's folder is named after the sources, below the folder that the user has named."""
    assert cache_folder().parent.name == "compiled"
    assert cache_folder().is_dir()


def test_copies_of_the_same_sources_share_what_is_compiled(tmp_path: Path) -> None:
    """A second copy of the package, elsewhere on the disk, loads what the first one has compiled."""
    code = "from mousehole.engine.exact import log; log(2.0); print(sum(log.stats.cache_hits.values()))"
    found = []
    for name in ("one", "two"):
        copy = tmp_path / name / "mousehole"
        shutil.copytree(PACKAGE / "engine", copy / "engine")
        shutil.copy(PACKAGE / "__init__.py", copy)
        env = {**os.environ, "MOUSEHOLE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(copy.parent)}
        found.append(
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env).stdout
        )
    assert found == ["0\n", "1\n"]

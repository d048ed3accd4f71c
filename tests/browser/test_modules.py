"""What is built for browsers: what modules ask for, how large all is, and that rules, bots and words come out alike."""

from __future__ import annotations

import ast
import gzip
import json
import re
from pathlib import Path
from typing import Any

import hatch_build
import numpy as np
import pytest
from benchmarks.browser import check, thought_line, thoughts, told, told_lesson, walk

from mousehole.bots.names import LEVELS, NAMES
from mousehole.browser.link import IMPORT, imports_of, sections_of
from mousehole.browser.pack import STAND_INS
from mousehole.browser.recipes import recipes_of
from mousehole.browser.slim import slim
from mousehole.engine import exact
from mousehole.engine.match import Match
from mousehole.engine.rule import interpreted
from mousehole.games import IDS, load

pytestmark = pytest.mark.xdist_group("browser")
each_game = pytest.mark.parametrize("game_id", IDS)
KILOBYTE = 1000
MOST = {"module": 60, "words": 75, "micropython": 195, "all": 320}
"""Kilobytes, compressed; `all` is what one game needs before its first move."""
MOST_LATER = {"studies": 20, "puzzles": 20}
"""The same for what is fetched when puzzles, deals of the day or analyses are asked for first."""
WALKS, FRAMES, LONGEST = 4, 60, 30
NUMBERS = [0.0, -0.0, 1e-9, 0.3, 1.0, 2.5, -7.25, 30.0, 650.0]


@each_game
def test_a_module_asks_for_memory_alone(folder: Path, index: dict[str, Any], game_id: str) -> None:
    """No function of the browser's decides anything: a module imports its memory and the place of its stack."""
    data = (folder / index["games"][game_id]["file"]).read_bytes()
    imports = next(body for kind, _, body in sections_of(data) if kind == IMPORT)
    assert {one.name for one in imports_of(imports)} == {"memory", "__stack_pointer"}


@each_game
def test_a_game_is_small(folder: Path, index: dict[str, Any], game_id: str) -> None:
    """What one game needs beside the page leaves room for the page in half a megabyte; each part has its own budget."""
    files = {
        "module": [index["games"][game_id]["file"]],
        "words": [index["words"]["shared"]["file"], index["words"][game_id]["file"]],
        "micropython": [index["micropython"]["script"], index["micropython"]["module"]],
    }
    sizes = {
        part: sum(len(gzip.compress((folder / name).read_bytes(), 9)) for name in names)
        for part, names in files.items()
    }
    assert all(sizes[part] <= MOST[part] * KILOBYTE for part in sizes), sizes
    assert sum(sizes.values()) <= MOST["all"] * KILOBYTE
    assert index["studies"]["gzip"] <= MOST_LATER["studies"] * KILOBYTE
    assert index["puzzles"][game_id]["gzip"] <= MOST_LATER["puzzles"] * KILOBYTE


def test_names_hold_hashes(folder: Path, index: dict[str, Any]) -> None:
    """Every file but the index can be kept for ever, and nothing old lies beside them."""
    names = {path.name for path in folder.iterdir() if path.is_file()} - {"modules.json"}
    assert all(re.fullmatch(r"\w+\.[0-9a-f]{10}\.\w+", name) for name in names)
    assert len(names) == 3 * len(IDS) + 4 + sum(bool(index["games"][g][kind]) for g in IDS for kind in ("net", "table"))


@each_game
def test_the_rules_are_the_same(folder: Path, game_id: str) -> None:
    """Positions, views, worlds, lists of moves and results of whole games are equal, byte by byte."""
    game = load(game_id)
    found = check("check_rules.mjs", folder, game_id, [walk(game, number) for number in range(WALKS)])
    assert found["same"] == found["games"] == WALKS


@each_game
def test_every_bot_thinks_the_same(folder: Path, game_id: str) -> None:
    """Every level makes the same move for the same reasons: visits and worths are equal to the last bit."""
    lines = thoughts(load(game_id), {name: 5 if name == "lion" else 1 for name in NAMES})
    found = check("check_bots.mjs", folder, game_id, lines)
    assert found["first"] is None
    assert set(LEVELS) <= set(found["levels"])


def test_a_lion_thinks_the_same_where_there_are_stakes(folder: Path) -> None:
    """What its net has not learnt it leaves out of account here as there."""
    for stakes in (False, True):
        match = Match.start(load("mice_heist"), seats=4, options={"stakes": stakes}, seed=3)
        line = thought_line(match, match.actors()[0], "lion", 5)
        assert check("check_bots.mjs", folder, "mice_heist", [line])["first"] is None


@each_game
def test_every_word_is_the_same(folder: Path, game_id: str) -> None:
    """Frames for every seat, previews, hints, undo, replay, moments and records are equal, letter by letter."""
    found = check("check_words.mjs", folder, game_id, told(load(game_id), FRAMES, LONGEST))
    assert found["first"] is None
    assert found["names"]["frame"]["asked"] >= FRAMES


@each_game
def test_words_ask_of_arrays_what_their_stand_in_can(folder: Path, index: dict[str, Any], game_id: str) -> None:
    """Whatever a game's words call on an array of NumPy's is there without NumPy, too, however seldom they do."""
    files = json.loads((folder / index["words"][game_id]["file"]).read_text(encoding="utf-8"))[game_id]
    calls = (node.func for text in files.values() for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    called = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    stand_in = (STAND_INS / "numpy" / "__init__.py").read_text(encoding="utf-8")
    assert called & set(dir(np.ndarray)) <= set(re.findall(r"def (\w+)\(self", stand_in))


@each_game
def test_a_lesson_is_the_same(folder: Path, game_id: str) -> None:
    """The guided game and what is printed on cards read alike."""
    assert check("check_words.mjs", folder, game_id, [told_lesson(load(game_id)).lines])["first"] is None


@each_game
def test_a_recipe_writes_the_very_table(index: dict[str, Any], game_id: str) -> None:
    """Tables that a module works out for itself are those that native bots read, to the last bit."""
    for name, recipe, table in recipes_of(game_id):
        found = np.zeros(table.size, table.dtype)
        interpreted(recipe)(found)
        assert found.tobytes() == table.tobytes(), name
        assert name in {made for made, _, _ in index["games"][game_id]["made"]}


def test_micropython_brings_no_library_of_its_own(folder: Path, index: dict[str, Any]) -> None:
    """What was frozen into it is emptied, the list of its names too, and nothing else has moved."""
    whole = (hatch_build.MICROPYTHON / "micropython.wasm").read_bytes()
    data = (folder / index["micropython"]["module"]).read_bytes()
    assert (b"asyncio/core.py\0abc.py" in whole, b"asyncio/core.py\0abc.py" in data) == (True, False)
    assert len(data) == len(whole)
    assert all(mine in {theirs, 0} for mine, theirs in zip(data, whole, strict=True))
    assert slim(data) == data


def test_numbers_with_a_point_are_the_same(folder: Path) -> None:
    """Logarithms, powers and the like are equal to the last bit: interpreted, compiled and in a module."""
    lines = [(name, number) for name in ("exp", "tanh", "log") for number in NUMBERS if name != "log" or number > 0]
    found = check("check_exact.mjs", folder, IDS[0], lines)
    compiled = [float(getattr(exact, name)(number)) for name, number in lines]
    assert found["numbers"] == json.loads(json.dumps(compiled))
    assert compiled == [interpreted(getattr(exact, name))(number) for name, number in lines]

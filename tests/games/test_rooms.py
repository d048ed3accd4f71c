"""Every game's folder has the same rooms, so that who knows one game finds everything in the others."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

import mousehole
from mousehole.games import IDS, room

FOLDER = Path(mousehole.__file__).parent / "games"

ROOMS = {"__init__", "components", "codes", "rules", "secrets", "words", "view", "show", "lesson", "observation"}
"""What every game has."""
PROSE = {"naming", "prompts", "story", "drawing"}
"""What stands beside the words where they are long."""
RIDDLES = {"deducing"}
"""What games have in which something hidden can become certain."""
MOST_NAMES = 25
"""The longest list of imports from one module that is still read."""
SCREEN = 45
"""Lines of a file that are seen without scrolling."""


def module(game_id: str, name: str) -> ModuleType:
    """Load a room of a game."""
    return room(game_id, name)


def source(game_id: str, name: str) -> str:
    """Read a room of a game."""
    return Path(module(game_id, name).__file__ or "").read_text(encoding="utf-8")


def imports(path: Path) -> list[ast.ImportFrom]:
    """List what a file imports by name."""
    return [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize("game_id", IDS)
def test_a_folder_has_all_rooms_and_the_chapters_that_its_rules_name(game_id: str) -> None:
    """A file is one of the rooms, a part of the words, or a chapter that the docstring of the rules names."""
    found = {path.stem for path in (FOLDER / game_id).glob("*.py")}
    chapters = found - ROOMS - PROSE - RIDDLES
    assert found >= ROOMS
    assert chapters <= set(re.findall(r"`(\w+)`", module(game_id, "rules").__doc__ or ""))


@pytest.mark.parametrize("game_id", IDS)
def test_secrets_are_in_their_room(game_id: str) -> None:
    """Both halves of who knows what, `hide` and `redeal`, stand in `secrets`, and the rules have them from there."""
    rules, secrets = module(game_id, "rules"), module(game_id, "secrets")
    assert (rules.hide, rules.redeal) == (secrets.hide, secrets.redeal)
    tree = ast.parse(source(game_id, "secrets"))
    assert {"hide", "redeal"} <= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("game_id", IDS)
def test_every_number_has_its_name_and_every_name_its_number(game_id: str) -> None:
    """The lists in `codes` say for each name that a page can be sent which number it stands for, and no other name."""
    codes, view = module(game_id, "codes"), module(game_id, "view")
    kinds = {name: re.fullmatch(r"dict\[int, (\w+)( \| None)?\]", kind) for name, kind in codes.__annotations__.items()}
    assert kinds["PHASES"]
    for name, kind in kinds.items():
        if kind:
            assert {each for each in getattr(codes, name).values() if each} == set(get_args(getattr(view, kind[1]))), (
                name
            )


@pytest.mark.parametrize("game_id", IDS)
def test_no_number_stands_for_two_things(game_id: str) -> None:
    """No line of a list in `codes` is lost because its number is there already, and endings count from 1."""
    codes = module(game_id, "codes")
    tree = ast.parse(source(game_id, "codes"))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            name = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            assert len(node.value.keys) == len(getattr(codes, ast.unparse(name)))
    assert list(codes.ENDINGS) == list(range(1, len(codes.ENDINGS) + 1))
    assert tuple(codes.ENDINGS.values()) == module(game_id, "words").REASONS[1:]


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_what_a_card_does_is_data(path: Path) -> None:
    """The prose on a card is printed and never read: nothing compares it, or looks for words in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            parts = [
                each.attr
                for side in (node.left, *node.comparators)
                for each in ast.walk(side)
                if isinstance(each, ast.Attribute)
            ]
            assert "effect" not in parts, ast.unparse(node)


def test_the_page_does_not_take_names_apart() -> None:
    """What a move does a page is sent as data: no table in `web` looks for a pattern in a move's name or text."""
    pages = Path(__file__).parents[2] / "web" / "src" / "games"
    patterns = (
        r"\.(name|text)\s*\??\.\s*(match|matchAll|search|split|startsWith|endsWith|includes|indexOf|replace)\(",
        r"/[a-z]*\.(test|exec)\([^)]*\.(name|text)\b",
    )
    for path in (*pages.rglob("*.ts"), *pages.rglob("*.svelte")):
        source = path.read_text(encoding="utf-8")
        assert not [found[0] for pattern in patterns for found in re.finditer(pattern, source)], path


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_imports_are_read_at_a_glance(path: Path) -> None:
    """Numbers are used as `codes.PROWL`; no list of imports is long, and words begin on the first screen."""
    found = imports(path)
    assert all(len(node.names) <= MOST_NAMES for node in found)
    if path.stem in PROSE | {"words"}:
        assert max(node.end_lineno or 0 for node in found) <= SCREEN
    if path.stem != "lesson":
        assert not [node for node in found if (node.module or "").endswith(".codes")]

"""Who may import whom: the table of layers, and what a list of games must not bring."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mousehole
from mousehole.engine.cache import COMPILED, UNCOMPILED

PACKAGE = Path(mousehole.__file__).parent

LAYERS = {
    "engine": set[str](),
    "games": {"engine"},
    "bots": {"engine", "games"},
    "lab": {"engine", "games", "bots", "batch"},
    "analysis": {"engine", "games", "bots"},
    "bridges": {"engine", "games", "bots", "batch"},
    "batch": {"engine", "games"},
    "training": {"engine", "games", "bots", "batch"},
    "table": {"engine", "games", "bots", "analysis"},
    "server": {"engine", "games", "bots", "lab", "analysis", "table"},
    "browser": {"engine", "games", "bots", "analysis", "table"},
    "cli": {"engine", "games", "bots", "lab", "analysis", "bridges", "batch", "training", "table", "server", "browser"},
    "__main__": {"cli"},
    "__init__": {"engine", "games"},
}
"""Each layer, and the other layers it may know. Everybody may ask `mousehole` itself for its version."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> tuple[str, ...]:
    """Return the parts of a module's name below the package: ("games", "hide_and_squeak", "rules")."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts


def imports_of(path: Path) -> Iterator[tuple[str, ...]]:
    """Return what of the package a module imports, wherever in the module it does so."""
    package = ("mousehole", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{source}.{alias.name}" for alias in node.names]
        for name in names:
            top, *rest = name.split(".")
            if top == "mousehole":
                yield tuple(rest)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_layer_knows_only_what_stands_above_it(path: Path) -> None:
    """A module imports its own layer and those the table allows, and nothing else of the package."""
    layer = name_of(path)[0]
    assert layer in LAYERS, f"the layer {layer} is not in the table"
    for found in imports_of(path):
        if found and not found[0].startswith("__"):
            assert found[0] == layer or found[0] in LAYERS[layer], f"{layer} imports {'.'.join(found)}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_game_knows_another_game(path: Path) -> None:
    """A module of one game imports no other game and not the list of games."""
    mine = name_of(path)
    if mine[0] != "games" or not (PACKAGE / "games" / mine[1 if len(mine) > 1 else 0]).is_dir():
        return
    for found in imports_of(path):
        if found and found[0] == "games":
            assert found[:2] == mine[:2], f"{'.'.join(mine)} imports {'.'.join(found)}"


def test_facts_are_light() -> None:
    """Listing all games with their facts loads neither NumPy nor the compiler."""
    code = (
        "import sys; from mousehole.games import IDS, facts; [facts(game_id) for game_id in IDS];"
        " print(*sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_command_line_starts_light() -> None:
    """Importing the command line loads neither NumPy nor the compiler: a list of games appears at once."""
    code = "import sys, mousehole.cli; print(*sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_compile_cache_looks_everywhere_it_must(path: Path) -> None:
    """The cache's key ignores some files by name: none of them defines a rule, and no file with rules imports one."""
    has_rules = "@rule" in path.read_text(encoding="utf-8")
    ignored = {name.removesuffix(".py") for name in UNCOMPILED}
    if path.name in UNCOMPILED and name_of(path)[0] in COMPILED:
        assert not has_rules
    elif has_rules:
        assert not {name[-1] for name in imports_of(path)} & ignored

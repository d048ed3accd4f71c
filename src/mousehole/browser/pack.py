"""Packs the words of all games for MicroPython: which sources are lowered, which have stand-ins, in one file."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path

import mousehole
from mousehole.browser.doors import CONTRACT, rules_for_words
from mousehole.browser.lower import lowered, with_tables
from mousehole.browser.prune import pruned
from mousehole.games import IDS, load, package_of

HOME = Path(mousehole.__file__).parent
STAND_INS = Path(__file__).with_name("stand_ins")
LEFT_OUT = {"observation.py"}
"""Rooms of a game that neither words nor pictures need."""
LATER = {"deducing.py"}
"""Rooms that are needed for puzzles alone."""
INDENT = 4
"""So many spaces are written for each level; one is enough."""


def doors_by_module(game_id: str) -> dict[str, dict[str, str]]:
    """List the rules that words reach through the game's module: by where they are written, with what they return."""
    rules = load(game_id).rules
    found = {name: getattr(rules, name) for name in CONTRACT if hasattr(rules, name)} | dict(rules_for_words(game_id))
    doors: dict[str, dict[str, str]] = {}
    for name, rule in found.items():
        plain = rule.py_func
        doors.setdefault(plain.__module__, {})[name] = str(signature(plain).return_annotation)
    return doors


def module_name(path: Path) -> str:
    """Name the module that a file is."""
    return ".".join(("mousehole", *path.relative_to(HOME).with_suffix("").parts)).removesuffix(".__init__")


def game_files(game_id: str) -> dict[str, str]:
    """Lower a game's own package."""
    folder = Path(import_module(package_of(game_id)).__path__[0])
    paths = {module_name(path): path for path in sorted(folder.rglob("*.py")) if path.name not in LEFT_OUT}
    trees = {}
    for name, path in paths.items():
        trees[name] = with_tables(ast.parse(path.read_text(encoding="utf-8")), import_module(name))
    doors = doors_by_module(game_id)
    pruned(trees, doors)
    return {path_in_pack(paths[name]): lowered(tree, doors.get(name, {})) for name, tree in trees.items()}


def path_in_pack(path: Path) -> str:
    """Say where a source stands in the pack."""
    return f"mousehole/{path.relative_to(HOME).as_posix()}"


def imported_by(text: str) -> Iterator[Path]:
    """List the sources of the project that a lowered one imports, but for games."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mousehole."):
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = HOME.parent / f"{name.replace('.', '/')}.py"
                if path.is_file():
                    yield path


def shared_files(wanted: Iterable[Path]) -> dict[str, str]:
    """Lower what all games share: some sources, and all they import; what has a stand-in is not theirs."""
    found = {path.relative_to(STAND_INS).as_posix(): path.read_text(encoding="utf-8") for path in stand_ins()}
    left = [*wanted, *(path for text in found.values() for path in imported_by(text))]
    while left:
        path = left.pop()
        if path_in_pack(path) not in found:
            text = lowered(ast.parse(path.read_text(encoding="utf-8")), {})
            found[path_in_pack(path)] = text
            left += imported_by(text)
    return found


def stand_ins() -> list[Path]:
    """List what stands in for something."""
    return sorted(STAND_INS.rglob("*.py"))


def taken(files: dict[str, str], names: Collection[str]) -> dict[str, str]:
    """Take files of some names out of others."""
    return {path: files.pop(path) for path in [*files] if Path(path).name in names}


def tightened(text: str) -> str:
    """Write a source without comments, docstrings and deep indents: MicroPython reads none of them, and they weigh."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    lines = ast.unparse(tree).splitlines()  # each string on one line
    return "".join(f"{' ' * ((len(line) - len(line.lstrip())) // INDENT)}{line.lstrip()}\n" for line in lines)


def all_tightened(parts: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Tighten every source of a pack; what is no source stays."""
    return {
        part: {path: tightened(text) if path.endswith(".py") else text for path, text in files.items()}
        for part, files in parts.items()
    }


def packed() -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """Lower everything, what all games share and each game's own: first for playing, then what studies need beside."""
    games = {game_id: game_files(game_id) for game_id in IDS}
    later = {game_id: taken(files, LATER) for game_id, files in games.items()}
    own = {name for files in (*games.values(), *later.values()) for name in files}

    def shared_by(parts: Iterable[dict[str, str]], first: str) -> dict[str, str]:
        wanted = [path for files in parts for text in files.values() for path in imported_by(text)]
        return shared_files([HOME / "browser" / first, *(path for path in wanted if path_in_pack(path) not in own)])

    shared = shared_by(games.values(), "local.py")
    beside = shared_by([*games.values(), *later.values()], "studies.py")
    studied = {name: text for name, text in beside.items() if name not in shared}
    for package in ("browser", "engine", "table"):
        shared[f"mousehole/{package}/__init__.py"] = ""
    shared["packed.py"] = f"IDS = {IDS!r}\n"
    shared["calibration.json"] = (HOME / "bots" / "calibration.json").read_text(encoding="utf-8")
    studied["mousehole/analysis/__init__.py"] = ""
    studied["measured.json"] = (HOME / "analysis" / "measured.json").read_text(encoding="utf-8")
    return all_tightened({"shared": shared, **games}), all_tightened({"shared": studied, **later})

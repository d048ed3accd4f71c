"""Packs the words of all games for MicroPython: which sources are lowered, which have stand-ins, in one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
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
ENGINE = ("__init__", "deals", "errors", "facts", "game", "lesson", "match", "notation", "position", "sentences")
TABLE = (
    "__init__", "afterwards", "clocks", "contributions", "errors", "events", "frames", "keepsake", "lessons",
    "rematch", "seats", "setup", "shapes", "standing", "table",
)  # fmt: skip
BOTS = ("chances", "hints", "names")
LEFT_OUT = {"observation.py"}
"""Rooms of a game that neither words nor pictures need."""

Doors = Mapping[str, Mapping[str, str]]


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


def sources() -> Iterator[Path]:
    """List the shared sources that are lowered."""
    for folder, names in (("engine", ENGINE), ("table", TABLE), ("bots", BOTS)):
        yield from (HOME / folder / f"{name}.py" for name in names)
    yield HOME / "browser" / "local.py"


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


def shared_source(path: Path) -> str:
    """Lower a source that all games share."""
    return lowered(ast.parse(path.read_text(encoding="utf-8")), {})


def path_in_pack(path: Path) -> str:
    """Say where a source stands in the pack."""
    return f"mousehole/{path.relative_to(HOME).as_posix()}"


def packed() -> dict[str, dict[str, str]]:
    """Lower everything: what all games share, and each game's own."""
    shared = {path_in_pack(path): shared_source(path) for path in sources()}
    for path in sorted(STAND_INS.rglob("*.py")):
        shared[path.relative_to(STAND_INS).as_posix()] = path.read_text(encoding="utf-8")
    shared["packed.py"] = f"IDS = {IDS!r}\n"
    shared["calibration.json"] = (HOME / "bots" / "calibration.json").read_text(encoding="utf-8")
    return {"shared": shared, **{game_id: game_files(game_id) for game_id in IDS}}

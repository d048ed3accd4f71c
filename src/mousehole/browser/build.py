"""Builds everything a table without a server needs, into one folder: modules, numbers, words, MicroPython.

A file's name holds a hash of what is in it, so that it can be kept for ever; `modules.json` names them all. What was
built from the same sources stays as it is.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import mousehole
from mousehole.analysis.puzzles import stored
from mousehole.games import IDS, facts

HOME = Path(mousehole.__file__).parent
INDEX = "modules.json"
COMPILER = ("arena", "compile", "doors", "link", "levels", "recipes", "weighing", "building")
MICROPYTHON = ("micropython.mjs", "micropython.wasm")
HASH = 10
"""So many digits of a hash tell files apart."""
AT_A_TIME = 2
"""Compiling a game takes a core and a third of a gigabyte."""


def digest_of(paths: Sequence[Path], *more: str) -> str:
    """Hash some files and what else counts."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        total.update(path.relative_to(HOME).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def compiled_sources(game_id: str) -> list[Path]:
    """List what a game's module is made of."""
    folders = (HOME / "games" / game_id, HOME / "bots" / game_id)
    inside = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".npz"}]
    shared = [*HOME.glob("engine/*.py"), *HOME.glob("games/*.py"), *HOME.glob("bots/*.py")]
    own = [HOME / "browser" / f"{name}.py" for name in COMPILER]
    studied = [HOME / "analysis" / f"{name}.py" for name in ("growing", "planting", "playing_on")]
    numbers = [path for path in [HOME / "bots" / "files" / f"{game_id}.npz"] if path.is_file()]
    return sorted({*inside, *shared, *studied, *(path for path in own if path.is_file()), *numbers})


def word_sources() -> list[Path]:
    """List what the words are made of."""
    folders = ("engine", "games", "table", "bots", "analysis", "browser")
    kinds = {".py", ".json", ".jsonl"}
    return sorted(path for folder in folders for path in (HOME / folder).rglob("*") if path.suffix in kinds)


def compilers() -> list[str]:
    """Name the versions that decide what comes out."""
    return [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]


def stamp_of(game_id: str) -> str:
    """Sum up what a game's module is made of."""
    return digest_of(compiled_sources(game_id), *compilers())


def stamp() -> str:
    """Sum up what everything is made of, but for MicroPython, whose version is pinned elsewhere."""
    return digest_of(word_sources(), *compilers(), *(stamp_of(game_id) for game_id in IDS))


def named(folder: Path, name: str, data: bytes) -> dict[str, Any]:
    """Write a file whose name holds its hash; return what is to be known of it."""
    stem, _, kind = name.partition(".")
    written = folder / f"{stem}.{hashlib.sha256(data).hexdigest()[:HASH]}.{kind}"
    if not written.is_file():
        written.write_bytes(data)
    return {"file": written.name, "bytes": len(data), "gzip": len(gzip.compress(data, 9, mtime=0))}


def made_games(folder: Path, known: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Compile the games whose sources have changed since they were written down."""
    stamps = {game_id: stamp_of(game_id) for game_id in IDS}  # of what is about to be compiled
    wanted = [game_id for game_id in IDS if not is_made(folder, known.get(game_id), stamps[game_id])]
    for game_id in IDS:
        if game_id not in wanted:
            yield game_id, known[game_id]
    if not wanted:
        return
    from mousehole.browser.building import made_game  # noqa: PLC0415  # it sets the compiler up for another machine

    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(AT_A_TIME, mp_context=fresh, max_tasks_per_child=1) as processes:
        for game_id, entry in zip(wanted, processes.map(made_game, wanted, [folder] * len(wanted)), strict=True):
            yield game_id, {**entry, "stamp": stamps[game_id]}


def is_made(folder: Path, entry: dict[str, Any] | None, wanted: str) -> bool:
    """Tell whether a game's files are there and up to date."""
    if entry is None or entry.get("stamp") != wanted:
        return False
    files = [entry["file"], *(entry[name]["file"] for name in ("net", "table") if entry[name])]
    return all((folder / file).is_file() for file in files)


def read_index(folder: Path) -> dict[str, Any]:
    """Read what was built before; nothing if it cannot be read."""
    try:
        found: dict[str, Any] = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def is_built(folder: Path) -> bool:
    """Tell whether everything is there as the sources say."""
    known = read_index(folder)
    return bool(known) and known.get("stamp") == stamp() and all((folder / file).is_file() for file in files_of(known))


def files_of(known: dict[str, Any]) -> set[str]:
    """List the files that an index names."""
    found = {known["micropython"]["script"], known["micropython"]["module"]}
    found |= {part["file"] for part in (*known["words"].values(), known["studies"], *known["puzzles"].values())}
    for entry in known["games"].values():
        found |= {entry["file"], *(entry[name]["file"] for name in ("net", "table") if entry[name])}
    return found


def as_json(value: object) -> bytes:
    """Write something as JSON, alike each time."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def puzzles(game_id: str) -> list[dict[str, Any]]:
    """List a game's puzzles, each with its name."""
    return [{"name": one.name, **asdict(one)} for one in stored(game_id, facts(game_id).rules_version)]


def build(folder: Path, micropython: Path) -> None:
    """Build what has changed, write the index, and leave nothing old."""
    from mousehole.browser.pack import packed  # noqa: PLC0415  # brings the compiler
    from mousehole.browser.searching import search_data  # noqa: PLC0415  # as above
    from mousehole.browser.slim import slim  # noqa: PLC0415  # only needed here

    folder.mkdir(parents=True, exist_ok=True)
    games = dict(made_games(folder, read_index(folder).get("games", {})))
    playing, studies = packed()
    words = {part: named(folder, f"words_{part}.json", as_json({part: files})) for part, files in playing.items()}
    script, module = (named(folder, name, slim((micropython / name).read_bytes())) for name in MICROPYTHON)
    index: dict[str, Any] = {
        "stamp": stamp(),
        "words": words,
        "studies": named(folder, "studies.json", as_json(studies)),
        "puzzles": {game_id: named(folder, f"puzzles_{game_id}.json", as_json(puzzles(game_id))) for game_id in IDS},
        "micropython": {
            "script": script["file"],
            "module": module["file"],
            "bytes": script["bytes"] + module["bytes"],
            "gzip": script["gzip"] + module["gzip"],
        },
        "search": search_data(),
        "games": {game_id: games[game_id] for game_id in IDS},
    }
    (folder / INDEX).write_bytes(as_json(index))
    kept = {INDEX, *files_of(index)}
    for path in folder.iterdir():
        if path.is_file() and path.name not in kept:
            path.unlink()

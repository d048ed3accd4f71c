"""Where compiled rules are kept, and what tells one compiled rule from another.

The cache is ours alone: each rule brings it along, and what else Numba compiles in the same program is not touched. It
has a folder for each state of the sources, because Numba alone does not notice a change in a called function. Inside, a
compiled rule is found by its types and by all the constants it has inside: those of the rule and of everything that it
calls. So a program that sets a constant before a game is loaded has its own rules, and nobody else has them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.dispatcher import Dispatcher

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("engine", "games", "bots", "batch", "analysis")
"""The folders in which compiled functions stand: a change elsewhere needs no compiling."""
WORDS = {"words.py", "naming.py", "prompts.py", "story.py", "drawing.py"}
UNCOMPILED = WORDS | {
    "view.py", "show.py", "lesson.py", "deducing.py", "riddle.py", "observation.py", "pages.py", "hints.py",
    "chances.py",
    "analysing.py", "course.py", "daily.py", "deductions.py", "evaluating.py", "growing.py", "hinting.py", "labels.py",
    "lions.py", "luck.py", "mining.py", "outlook.py", "picking.py", "puzzles.py", "riddles.py", "solving.py",
    "verdicts.py",
    "batch.py", "device.py", "gpu.py", "processor.py", "random_play.py",
    "cache.py", "deals.py", "doors.py", "game.py", "match.py", "notation.py", "observing.py", "position.py",
}  # fmt: skip
"""Files there with nothing that is compiled or that compiled functions use: words change more often than rules."""
KEPT_CACHES = 24
CHOSEN: dict[object, Callable[[types.Record], object]] = {}
"""For each stub, what finds the function that the compiler puts in its place, given the type of a record."""
FOREIGN = {"builtins", "math", "numba", "numpy", "typing"}
"""Modules whose functions stay the same as long as their versions do, which are part of the key."""


def cache_home() -> Path:
    """Return the folder that holds this user's compiled rules, one folder inside for each state of the sources."""
    named = os.environ.get("MOUSEHOLE_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "mousehole"


def sources_key() -> str:
    """Hash the compiler and all it compiles."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    found = (path for folder in COMPILED for path in (PACKAGE / folder).rglob("*.py"))
    for path in sorted(path for path in found if path.name not in UNCOMPILED):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Choose the cache folder of the present sources and drop all but those used last."""
    home = cache_home() / "compiled"
    folder = home / sources_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # a home that cannot be written to: compile again in each process
        return Path(tempfile.mkdtemp(prefix="mousehole-"))
    with contextlib.suppress(OSError):  # another process may be tidying up as well
        by_age = sorted((p for p in home.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in by_age[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


@cache
def stamp_of(path: str) -> str:
    """Hash a source file: the folder's key does not cover files outside the package."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@cache
def foreign_stamp(path: str) -> str:
    """Hash a source file outside the package, such as that of a game from elsewhere; nothing for those inside."""
    where = Path(path)
    return "" if PACKAGE in where.resolve().parents or not where.is_file() else stamp_of(path)


class Locator(_CacheLocator):
    """Puts a rule's compiled code into our folder."""

    def __init__(self, function: FunctionType, path: str) -> None:
        """Remember where the rule stands."""
        self.path, self.line = path, function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        """Return the folder of the rule's file: inside the package by its place there, so that all copies share it."""
        where = Path(self.path).resolve()
        inside = where.parent.relative_to(PACKAGE) if PACKAGE in where.parents else None
        return str(cache_folder() / (inside or self.get_suitable_cache_subpath(self.path)))

    def get_source_stamp(self) -> str:
        """Tell one state of the rule's file from another."""
        return stamp_of(self.path)

    def get_disambiguator(self) -> str:
        """Tell functions of one name in one file apart."""
        return str(self.line)

    @classmethod
    def from_function(cls, function: FunctionType, path: str) -> Locator | None:
        """Take any rule that stands in a file."""
        return cls(function, path) if Path(path).is_file() else None


class Store(CompileResultCacheImpl):
    """Reads and writes compiled code as Numba does, in our folder."""

    _locator_classes = [Locator]  # noqa: RUF012  # Numba's own name for it


class RuleCache(FunctionCache):
    """The cache of one rule."""

    _impl_class = Store

    def __init__(self, function: FunctionType) -> None:
        """Begin with nothing known."""
        super().__init__(function)
        self.frozen: dict[Any, str] = {}
        """The constants that were inside when the rule was first asked for, by the types it was asked for with."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:  # noqa: ANN401  # Numba's
        """Tell compiled rules apart by what Numba does, and by the constants inside."""
        if sig not in self.frozen:
            self.frozen[sig] = constants_of(self._py_func, records_in(sig))
        return (*super()._index_key(sig, codegen), self.frozen[sig])

    def _load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401  # as above
        """Load compiled code, unless constants have changed under code that this process has compiled."""
        self._index_key(sig, target_context.codegen())
        return None if Seen.has_changed else super()._load_overload(sig, target_context)

    def _save_overload(self, sig: Any, data: Any) -> None:  # noqa: ANN401  # as above
        """Save compiled code, unless constants have changed: it may have both the old and the new ones inside."""
        self._index_key(sig, data.codegen)
        if not Seen.has_changed:
            super()._save_overload(sig, data)


class Seen:
    """The constants that went into compiled code in this process, by where they stand."""

    hashes: dict[tuple[int, str], bytes] = {}  # noqa: RUF012  # one for the process
    has_changed = False


def records_in(sig: Any) -> list[types.Record]:  # noqa: ANN401  # a tuple of types, or a signature
    """List the records among the types that a rule is given."""
    given = getattr(sig, "args", sig)
    found = [each.dtype if isinstance(each, types.Array) else each for each in given]
    return [each for each in found if isinstance(each, types.Record)]


def constants_of(function: FunctionType, records: list[types.Record]) -> str:
    """Hash all constants that compiled code of a function has inside, its own and those of what it calls."""
    digest = hashlib.sha256()
    waiting, met = [function], {id(function)}
    while waiting:
        current = waiting.pop()
        digest.update(f"{current.__module__}.{current.__qualname__} {current.__defaults__}".encode())
        digest.update(foreign_stamp(current.__code__.co_filename).encode())
        for name, value in used_by(current):
            called = functions_behind(value, records)
            for each in called:
                if id(each) not in met:
                    met.add(id(each))
                    waiting.append(each)
            if not called:
                digest.update(name.encode())
                digest.update(noted(current, name, value))
    return digest.hexdigest()


def noted(function: FunctionType, name: str, value: object) -> bytes:
    """Hash a constant, and note if it is another one than what this process has compiled before."""
    found = hash_of(value)
    if Seen.hashes.setdefault((id(function.__globals__), name), found) != found:
        Seen.has_changed = True
    return found


def used_by(function: FunctionType) -> Iterator[tuple[str, object]]:
    """List what a function uses by name: of its module, of modules it names, and of what encloses it."""
    names = sorted(set(names_in(function.__code__)))
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            if isinstance(value, ModuleType):
                if value.__name__.partition(".")[0] not in FOREIGN:
                    yield from ((f"{name}.{other}", vars(value)[other]) for other in names if other in vars(value))
            else:
                yield name, value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def names_in(code: CodeType) -> Iterator[str]:
    """List the names in a function's code, and in that of functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def functions_behind(value: object, records: list[types.Record]) -> list[FunctionType]:
    """Return the functions that a name stands for: of a stub, those of the games that the records belong to."""
    if isinstance(value, Dispatcher):
        return [value.py_func]
    if not isinstance(value, FunctionType) or value.__module__.partition(".")[0] in FOREIGN:
        return []
    chosen = CHOSEN.get(value)
    return [each for record in records for each in functions_behind(chosen(record), [])] if chosen else [value]


def hash_of(value: object) -> bytes:
    """Hash a constant: a number, a text, an array, or several of them."""
    digest = hashlib.sha256(type(value).__name__.encode())
    if isinstance(value, np.ndarray):
        digest.update(f"{value.dtype} {value.shape}".encode())
        digest.update(value.tobytes())
    elif isinstance(value, (tuple, list)):
        for each in value:
            digest.update(hash_of(each))
    elif isinstance(value, (type, FunctionType, BuiltinFunctionType)):
        digest.update(value.__qualname__.encode())
    elif isinstance(value, (bool, int, float, str, bytes, np.generic, np.dtype)) or value is None:
        digest.update(repr(value).encode())
    return digest.digest()


def is_cached(made: Any) -> bool:  # noqa: ANN401  # whatever Numba has made of a rule
    """Tell whether a rule has been compiled before, by any process."""
    folder = Path(getattr(getattr(made, "_cache", None), "cache_path", None) or "")
    return folder != Path() and folder.is_dir() and any(folder.glob(f"*.{made.__name__}-*"))

"""`@rule`: plain Python over one flat record, compiled by LLVM, cached per user under a key made from the sources.

A rule allocates nothing and holds no Python object: integers, record fields, constant arrays, buffers passed in.
With `NUMBA_DISABLE_JIT=1` the same functions run interpreted.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

Record = Any
"""One position: `np.record` when interpreted, a Numba record when compiled. Its fields are each game's `State`."""
Actions = NDArray[np.int32]
Numbers = NDArray[np.float64]
Options = NDArray[np.int64]
Rng = NDArray[np.uint64]
Word = int
"""64 bits without a sign: half of a seed."""

Compiled = Any
"""A function that Numba compiles when it is called."""

HIDDEN = -1
"""What a view shows in place of a number that its seat cannot know."""

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("engine", "games", "bots")
"""The folders in which compiled functions stand: a change elsewhere needs no compiling."""
WORDS = {"words.py", "naming.py", "prompts.py", "story.py", "drawing.py"}
UNCOMPILED = WORDS | {"view.py", "show.py", "lesson.py", "pages.py", "arena.py", "hints.py"}
"""Files there with nothing that is compiled or that compiled functions use: words change more often than rules."""
KEPT_CACHES = 24


def cache_home() -> Path:
    """Return the folder that holds this user's compiled rules, one folder inside for each state of the sources."""
    named = os.environ.get("MOUSEHOLE_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "mousehole"


def sources_key() -> str:
    """Hash the compiler and all it compiles: Numba alone does not notice a change in a called function."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    found = (path for folder in COMPILED for path in (PACKAGE / folder).rglob("*.py"))
    for path in sorted(path for path in found if path.name not in UNCOMPILED):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def open_cache() -> Path:
    """Choose the cache folder of the present sources and drop all but those used last."""
    home = cache_home() / "compiled"
    folder = home / sources_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # a home that cannot be written to: compile anew in each process
        return Path(tempfile.mkdtemp(prefix="mousehole-"))
    with contextlib.suppress(OSError):  # another process may be tidying up as well
        by_age = sorted((p for p in home.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in by_age[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


numba.config.CACHE_DIR = str(open_cache())


def rule(function: F) -> F:
    """Compile a rule of a game, or a generic function over the contract."""
    made = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(function)
    if isinstance(made, Dispatcher):
        share_calls(made, twin_of(function))
    return made


def twin_of(function: Callable[..., Any]) -> Compiled:
    """Make what other rules call in a rule's place: without the door for Python, which is a fifth of all compiling."""
    twin = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, f"{function.__qualname__}.twin"  # its name in the cache
    return numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)(twin)


def share_calls(made: Compiled, twin: Compiled) -> None:
    """Let rules call the twin, and one version of it, whatever the constants and the sizes of the numbers given."""
    made.get_call_template = lambda args, kws: twin.get_call_template([plain(arg) for arg in args], kws)
    made.get_overload, made.twin = twin.get_overload, twin


def plain(arg: types.Type) -> types.Type:
    """Widen a constant or a small number to what a variable holds: left alone, Numba makes a version for each."""
    arg = types.unliteral(arg)
    return types.int64 if isinstance(arg, types.Integer) and arg.bitwidth < types.int64.bitwidth else arg


def is_cached(made: Compiled) -> bool:
    """Tell whether a rule has been compiled before, by any process."""
    cache = getattr(made, "_cache", None)
    return (
        cache is not None
        and Path(cache.cache_path).is_dir()
        and any(Path(cache.cache_path).glob(f"*.{made.__name__}-*"))
    )

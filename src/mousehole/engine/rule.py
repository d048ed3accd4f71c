"""`@rule`: plain Python over one flat record, compiled by LLVM, cached per user (see `engine.cache`).

A rule allocates nothing and holds no Python object: integers, record fields, constant arrays, buffers passed in. (Some
of the bots' rules do allocate what a judgement works in.)
With `NUMBA_DISABLE_JIT=1` the same functions run interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from mousehole.engine.cache import RuleCache

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

ALLOCATE_NOTHING = ("mousehole.engine.", "mousehole.games.", "mousehole.batch.")
"""Where no rule allocates, the compiler counts no references to arrays: that was a tenth of a step of a batch."""

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Compile a rule of a game, or a generic function over the contract."""
    made = compiled(function)
    if isinstance(made, Dispatcher):
        share_calls(kept(made), twin_of(function))
    return made


def interpreted(function: F) -> F:
    """Return a rule as plain Python: for tables that are made when a module is loaded, without the compiler."""
    plain: F = getattr(function, "py_func", function)
    return plain


def twin_of(function: Callable[..., Any]) -> Compiled:
    """Make what other rules call in a rule's place: without the door for Python, which is a fifth of all compiling."""
    twin = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, f"{function.__qualname__}.twin"  # its name in the cache
    return kept(compiled(twin, no_cpython_wrapper=True))


def compiled(function: Callable[..., Any], **more: bool) -> Compiled:
    """Let Numba compile a function when it is called."""
    counts = not function.__module__.startswith(ALLOCATE_NOTHING)
    return numba.njit(nogil=True, no_cfunc_wrapper=True, _nrt=counts, **more)(function)


def kept(made: Compiled) -> Compiled:
    """Give a rule our own cache, as Numba's `enable_caching` would give it Numba's."""
    made._cache = RuleCache(made.py_func)  # noqa: SLF001  # there is no other way in
    return made


def share_calls(made: Compiled, twin: Compiled) -> None:
    """Let rules call the twin, and one version of it, whatever the constants and the sizes of the numbers given."""
    made.get_call_template = lambda args, kws: twin.get_call_template([plain(arg) for arg in args], kws)
    made.get_overload, made.twin = twin.get_overload, twin


def plain(arg: types.Type) -> types.Type:
    """Widen a constant or a small number to what a variable holds: left alone, Numba makes a version for each."""
    arg = types.unliteral(arg)
    return types.int64 if isinstance(arg, types.Integer) and arg.bitwidth < types.int64.bitwidth else arg

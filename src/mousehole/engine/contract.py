"""The contract: seven functions that make a game, and generic code over them.

A game's `rules.py` defines `State` and, as `@rule` functions,

    setup(s, seats, options, low, high)   the first position; writes every field; the seed is low + high * 2**64
    actors(s) -> bitmask                  the seats that may act now, several for secret simultaneous choices; 0: over
    legal(s, seat, out) -> count          that seat's legal actions, ascending, into `out`; 0 if it may not act
    apply(s, seat, action)                plays a legal action; chance comes from the record alone
    payoff(s, out)                        one number a seat when the game is over
    reason(s) -> number                   why it ended: an index into `words.REASONS`; 0 while it goes on
    hide(s, seat)                         turns the record into that seat's view; seat -1 is a spectator
    redeal(s, seat, rng)                  turns a view into one complete world that fits it, sampled correctly

and, where they apply, `points(s, out)` (the score each seat reports) and `is_undoable(s)` (whether the last action may
be taken back). A game whose actions have long consequences may divide `setup` and `apply` into small steps:
`start_setup` and `start_action` with the same arguments, then `go_on(s)` while `is_busy(s)`; between these steps the
threads of a GPU fall into step with each other (see benchmarks/gpu.py).

The stubs of the same names below stand for "the rule of whichever game this record belongs to": generic compiled code
calls them, and the compiler puts the game's own function in their place.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import types
from numba.extending import overload

from mousehole.engine.cache import CHOSEN
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word

REGISTERED: dict[str, ModuleType] = {}
"""The rules of each loaded game, by the name of the first field of its record."""


def register(game_id: str, rules: ModuleType) -> None:
    """Make a game's rules known to the stubs."""
    REGISTERED[game_id] = rules


def rules_of(record: Any) -> ModuleType:
    """Find the rules of a record, given itself (interpreted) or its type (compiling)."""
    fields = record.fields if isinstance(record, types.Record) else record.dtype.fields
    return REGISTERED[next(iter(fields))]


def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """Set up the first position."""
    rules_of(s).setup(s, seats, options, low, high)


def actors(s: Record) -> int:
    """Tell which seats may act, as a bitmask."""
    return int(rules_of(s).actors(s))


def legal(s: Record, seat: int, out: Actions) -> int:
    """Write a seat's legal actions into `out` and return their number."""
    return int(rules_of(s).legal(s, seat, out))


def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    rules_of(s).apply(s, seat, action)


def payoff(s: Record, out: Numbers) -> None:
    """Write each seat's payoff into `out` once the game is over."""
    rules_of(s).payoff(s, out)


def reason(s: Record) -> int:
    """Tell why the game ended; 0 while it goes on."""
    return int(rules_of(s).reason(s))


def hide(s: Record, seat: int) -> None:
    """Turn the record into a seat's view."""
    rules_of(s).hide(s, seat)


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Turn a seat's view into a complete world that fits it."""
    rules_of(s).redeal(s, seat, rng)


def choose_rule(name: str) -> Callable[[types.Record], object]:
    """Return what finds the rule of a name for a record's type: the compile cache asks whose constants are inside."""
    return lambda record: getattr(rules_of(record), name)


for stub in (setup, actors, legal, apply, payoff, reason, hide, redeal):
    CHOSEN[stub] = choose_rule(stub.__name__)


@overload(setup)
def compile_setup(s, seats, options, low, high):  # type: ignore[no-untyped-def]  # the compiler passes types
    rule = rules_of(s).setup
    return lambda s, seats, options, low, high: rule(s, seats, options, low, high)


@overload(actors)
def compile_actors(s):  # type: ignore[no-untyped-def]
    rule = rules_of(s).actors
    return lambda s: rule(s)


@overload(legal)
def compile_legal(s, seat, out):  # type: ignore[no-untyped-def]
    rule = rules_of(s).legal
    return lambda s, seat, out: rule(s, seat, out)


@overload(apply)
def compile_apply(s, seat, action):  # type: ignore[no-untyped-def]
    rule = rules_of(s).apply
    return lambda s, seat, action: rule(s, seat, action)


@overload(payoff)
def compile_payoff(s, out):  # type: ignore[no-untyped-def]
    rule = rules_of(s).payoff
    return lambda s, out: rule(s, out)


@overload(reason)
def compile_reason(s):  # type: ignore[no-untyped-def]
    rule = rules_of(s).reason
    return lambda s: rule(s)


@overload(hide)
def compile_hide(s, seat):  # type: ignore[no-untyped-def]
    rule = rules_of(s).hide
    return lambda s, seat: rule(s, seat)


@overload(redeal)
def compile_redeal(s, seat, rng):  # type: ignore[no-untyped-def]
    rule = rules_of(s).redeal
    return lambda s, seat, rng: rule(s, seat, rng)

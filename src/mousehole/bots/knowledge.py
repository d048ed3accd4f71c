"""The little a search may know about a game: how players lean, what a position is worth, and so on.

A game's own module in `bots` may define, as `@rule` functions,

    lean(s, seat, actions, count, rng) -> action   choose a playout move; it may look only at what the seat can know
    judge(s, out)                                  what an unfinished position is worth to each seat, from -1 to 1
    weigh(s, seat) -> weight                       how plausible others' visible choices are in this world, for `seat`
    narrow(s, seat, actions, count) -> count       keep, in order, the legal actions worth a thought; s is seat's view
    tempt(s, seat, actions, count) -> count        the same with what tempts hasty players, for their decision at hand

and what it does not define is neutral: any move, nothing, one, all of them, what is kept everywhere.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from numba import types
from numba.extending import overload

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule


def knowledge_of(record: Any) -> ModuleType:
    """Find the module that knows about a record's game."""
    fields = record.fields if isinstance(record, types.Record) else record.dtype.fields
    return import_module(f"mousehole.bots.{next(iter(fields))}")


@rule
def lean_nowhere(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose any move."""
    return actions[roll(rng, count)]


@rule
def judge_nothing(s: Record, out: Numbers) -> None:
    """Call an unfinished position even."""
    for seat in range(s.seats):
        out[seat] = 0.0


@rule
def weigh_alike(s: Record, seat: int) -> float:
    """Find every world as plausible as any other."""
    return 1.0


@rule
def narrow_nothing(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep every action."""
    return count


def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose a playout move."""
    return int(getattr(knowledge_of(s), "lean", lean_nowhere)(s, seat, actions, count, rng))


def judge(s: Record, out: Numbers) -> None:
    """Say what an unfinished position is worth to each seat."""
    getattr(knowledge_of(s), "judge", judge_nothing)(s, out)


def weigh(s: Record, seat: int) -> float:
    """Say how plausible a world is, given what others were seen to choose."""
    return float(getattr(knowledge_of(s), "weigh", weigh_alike)(s, seat))


def narrow(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep, in order, the actions worth a thought to the seat whose view this is; return how many, at least one."""
    return int(getattr(knowledge_of(s), "narrow", narrow_nothing)(s, seat, actions, count))


def tempt(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep, in order, the actions that a hasty player thinks of; return how many, at least one."""
    return int(temptation(s)(s, seat, actions, count))


def temptation(s: Any) -> Any:
    """Find what a game keeps for hasty players."""
    knowledge = knowledge_of(s)
    return getattr(knowledge, "tempt", getattr(knowledge, "narrow", narrow_nothing))


@overload(lean)
def compile_lean(s, seat, actions, count, rng):  # type: ignore[no-untyped-def]
    chosen = getattr(knowledge_of(s), "lean", lean_nowhere)
    return lambda s, seat, actions, count, rng: chosen(s, seat, actions, count, rng)


@overload(judge)
def compile_judge(s, out):  # type: ignore[no-untyped-def]
    chosen = getattr(knowledge_of(s), "judge", judge_nothing)
    return lambda s, out: chosen(s, out)


@overload(weigh)
def compile_weigh(s, seat):  # type: ignore[no-untyped-def]
    chosen = getattr(knowledge_of(s), "weigh", weigh_alike)
    return lambda s, seat: chosen(s, seat)


@overload(narrow)
def compile_narrow(s, seat, actions, count):  # type: ignore[no-untyped-def]
    chosen = getattr(knowledge_of(s), "narrow", narrow_nothing)
    return lambda s, seat, actions, count: chosen(s, seat, actions, count)


@overload(tempt)
def compile_tempt(s, seat, actions, count):  # type: ignore[no-untyped-def]
    chosen = temptation(s)
    return lambda s, seat, actions, count: chosen(s, seat, actions, count)

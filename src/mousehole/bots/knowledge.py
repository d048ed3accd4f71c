"""The little a search may know about a game: how players lean, what a position is worth, and so on.

A game's own module in `bots` (of a game from elsewhere: `bots` in its package) may define, as `@rule` functions,

    lean(s, seat, actions, count, rng) -> action   choose a playout move; it may look only at what the seat can know
    judge(s, out)                                  what an unfinished position is worth to each seat, from -1 to 1
    can_judge(s, edition) -> bool                  whether it can be judged as it stands: playouts go on until it can
    weigh(s, seat) -> weight                       how plausible others' visible choices are in this world, for `seat`
    narrow(s, seat, actions, count) -> count       keep, in order, the legal actions worth a thought; s is seat's view
    tempt(s, seat, actions, count) -> count        the same with what tempts hasty players, for their decision at hand
    settle(s, seat, actions, count, rng) -> action a move that goes without saying, or any of several that are alike,
                                                   where it is seen at a glance; else UNSETTLED. Not for the decision
                                                   at hand; it may look only at what the seat can know

    MEMORY                                         how many numbers (float64) are kept of what a seat has seen
    remember(views, seat, memory)                  fill them (they are 0) from all the seat's views, as records:
                                                   the oldest first, the present one last
    imagine(s, seat, rng, memory)                  turn the seat's view into a world as it believes it to be; it takes
                                                   the place of `redeal` and `weigh` for whoever remembers

and what it does not define is neutral: any move, nothing, always, one, all of them, as `narrow`, UNSETTLED. A function
that looks ahead may have one more parameter, `trials`: TRIALS records of the same game to try moves in (copy s into one
and `apply`); then `actions` has room behind `count` for as many legal actions again. What such a trial draws must come
from new chance, not from that of the world it is tried in. A function that has changed since a bot was measured may
have the parameters `trials, edition` (`remember` just `edition`), so that this bot goes on playing as it did: by the
edition in its settings.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Any

from numba import types
from numba.extending import overload

from mousehole.engine.cache import CHOSEN
from mousehole.engine.chance import roll
from mousehole.engine.contract import redeal
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games import IDS, package_of

TRIALS = 4
"""So many records to try moves in are given."""
UNSETTLED = -1
"""Nothing goes without saying."""
FIRST, PRESENT, NEWEST = range(3)
"""Editions of what is known: that of the first release, what is thought right now, and what the lion alone goes by."""


def about(game_id: str) -> ModuleType:
    """Find the module that knows about a game: here for our own games, in its package for a game from elsewhere."""
    return import_module(f"mousehole.bots.{game_id}" if game_id in IDS else f"{package_of(game_id)}.bots")


def knowledge_of(record: Any) -> ModuleType:
    """Find the module that knows about a record's game."""
    fields = record.fields if isinstance(record, types.Record) else record.dtype.fields
    return about(next(iter(fields)))


def known(record: Any, name: str, neutral: Any) -> Any:
    """Look up what a game's module says, or what stands for saying nothing."""
    return getattr(knowledge_of(record), name, neutral)


def looks_ahead(function: Any) -> bool:
    """Tell whether a game's function wants records to try moves in."""
    return "trials" in signature(getattr(function, "py_func", function)).parameters


def is_of_editions(function: Any) -> bool:
    """Tell whether a game's function asks which edition it should be."""
    return "edition" in signature(getattr(function, "py_func", function)).parameters


def extras(function: Any, trials: Any, edition: int) -> list[Any]:
    """List what a game's function wants besides what all are given."""
    return [trials, edition] if is_of_editions(function) else [trials] if looks_ahead(function) else []


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
def can_always(s: Record, edition: int) -> bool:
    """Judge anywhere."""
    return True


@rule
def weigh_alike(s: Record, seat: int) -> float:
    """Find every world as plausible as any other."""
    return 1.0


@rule
def narrow_nothing(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep every action."""
    return count


@rule
def remember_nothing(views: Record, seat: int, memory: Numbers) -> None:
    """Live in the present."""


@rule
def imagine_any(s: Record, seat: int, rng: Rng, memory: Numbers) -> None:
    """Believe in any world that fits the view."""
    redeal(s, seat, rng)


@rule
def settle_nothing(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Leave every decision open."""
    return UNSETTLED


def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record, edition: int) -> int:
    """Choose a playout move."""
    chosen = known(s, "lean", lean_nowhere)
    return int(chosen(s, seat, actions, count, rng, *extras(chosen, trials, edition)))


def judge(s: Record, out: Numbers, trials: Record, edition: int) -> None:
    """Say what an unfinished position is worth to each seat."""
    chosen = known(s, "judge", judge_nothing)
    chosen(s, out, *extras(chosen, trials, edition))


def can_judge(s: Record, edition: int) -> bool:
    """Say whether an unfinished position can be judged as it stands."""
    return bool(known(s, "can_judge", can_always)(s, edition))


def weigh(s: Record, seat: int, trials: Record, edition: int) -> float:
    """Say how plausible a world is, given what others were seen to choose."""
    chosen = known(s, "weigh", weigh_alike)
    return float(chosen(s, seat, *extras(chosen, trials, edition)))


def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Keep, in order, the actions worth a thought to the seat whose view this is; return how many, at least one."""
    chosen = known(s, "narrow", narrow_nothing)
    return int(chosen(s, seat, actions, count, *extras(chosen, trials, edition)))


def tempt(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Keep, in order, the actions that a hasty player thinks of; return how many, at least one."""
    chosen = known(s, "tempt", known(s, "narrow", narrow_nothing))
    return int(chosen(s, seat, actions, count, *extras(chosen, trials, edition)))


def settle(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose a move that goes without saying; UNSETTLED if there is none."""
    return int(known(s, "settle", settle_nothing)(s, seat, actions, count, rng))


def has_memory(game_id: str) -> bool:
    """Tell whether anything is known about remembering in a game."""
    return hasattr(about(game_id), "imagine")


def remember(views: Record, seat: int, memory: Numbers, edition: int) -> None:
    """Fill a seat's memory from all its views, the oldest first."""
    chosen = known(views, "remember", remember_nothing)
    chosen(views, seat, memory, *([edition] if is_of_editions(chosen) else []))


def imagine(s: Record, seat: int, rng: Rng, memory: Numbers) -> None:
    """Turn a seat's view into a world as it believes it to be."""
    known(s, "imagine", imagine_any)(s, seat, rng, memory)


def choose_knowledge(name: str, neutral: object) -> Callable[[types.Record], object]:
    """Return what finds a game's function for a record's type: the compile cache asks whose constants are inside."""
    return lambda record: known(record, name, neutral)


for stub, nothing in (
    (lean, lean_nowhere),
    (judge, judge_nothing),
    (can_judge, can_always),
    (weigh, weigh_alike),
    (narrow, narrow_nothing),
    (settle, settle_nothing),
    (remember, remember_nothing),
    (imagine, imagine_any),
):
    CHOSEN[stub] = choose_knowledge(stub.__name__, nothing)
CHOSEN[tempt] = lambda record: known(record, "tempt", known(record, "narrow", narrow_nothing))


@overload(lean)
def compile_lean(s, seat, actions, count, rng, trials, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "lean", lean_nowhere)
    if is_of_editions(chosen):
        return lambda s, seat, actions, count, rng, trials, edition: chosen(
            s, seat, actions, count, rng, trials, edition
        )
    if looks_ahead(chosen):
        return lambda s, seat, actions, count, rng, trials, edition: chosen(s, seat, actions, count, rng, trials)  # noqa: ARG005  # as the stub has it
    return lambda s, seat, actions, count, rng, trials, edition: chosen(s, seat, actions, count, rng)  # noqa: ARG005  # as the stub has it


@overload(judge)
def compile_judge(s, out, trials, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "judge", judge_nothing)
    if is_of_editions(chosen):
        return lambda s, out, trials, edition: chosen(s, out, trials, edition)
    if looks_ahead(chosen):
        return lambda s, out, trials, edition: chosen(s, out, trials)  # noqa: ARG005  # as the stub has it
    return lambda s, out, trials, edition: chosen(s, out)  # noqa: ARG005  # as the stub has it


@overload(can_judge)
def compile_can_judge(s, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "can_judge", can_always)
    return lambda s, edition: chosen(s, edition)


@overload(weigh)
def compile_weigh(s, seat, trials, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "weigh", weigh_alike)
    if is_of_editions(chosen):
        return lambda s, seat, trials, edition: chosen(s, seat, trials, edition)
    if looks_ahead(chosen):
        return lambda s, seat, trials, edition: chosen(s, seat, trials)  # noqa: ARG005  # as the stub has it
    return lambda s, seat, trials, edition: chosen(s, seat)  # noqa: ARG005  # as the stub has it


@overload(narrow)
def compile_narrow(s, seat, actions, count, trials, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "narrow", narrow_nothing)
    if is_of_editions(chosen):
        return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count, trials, edition)
    if looks_ahead(chosen):
        return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count, trials)  # noqa: ARG005  # as the stub has it
    return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count)  # noqa: ARG005  # as the stub has it


@overload(tempt)
def compile_tempt(s, seat, actions, count, trials, edition):  # type: ignore[no-untyped-def]
    chosen = known(s, "tempt", known(s, "narrow", narrow_nothing))
    if is_of_editions(chosen):
        return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count, trials, edition)
    if looks_ahead(chosen):
        return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count, trials)  # noqa: ARG005  # as the stub has it
    return lambda s, seat, actions, count, trials, edition: chosen(s, seat, actions, count)  # noqa: ARG005  # as the stub has it


@overload(settle)
def compile_settle(s, seat, actions, count, rng):  # type: ignore[no-untyped-def]
    chosen = known(s, "settle", settle_nothing)
    return lambda s, seat, actions, count, rng: chosen(s, seat, actions, count, rng)


@overload(remember)
def compile_remember(views, seat, memory, edition):  # type: ignore[no-untyped-def]
    chosen = known(views.dtype, "remember", remember_nothing)
    if is_of_editions(chosen):
        return lambda views, seat, memory, edition: chosen(views, seat, memory, edition)
    return lambda views, seat, memory, edition: chosen(views, seat, memory)  # noqa: ARG005  # as the stub has it


@overload(imagine)
def compile_imagine(s, seat, rng, memory):  # type: ignore[no-untyped-def]
    chosen = known(s, "imagine", imagine_any)
    return lambda s, seat, rng, memory: chosen(s, seat, rng, memory)


@rule
def remember_all(views: Record, seat: int, memory: Numbers, edition: int) -> None:
    """Fill a seat's memory, in compiled code."""
    remember(views, seat, memory, edition)


@rule
def imagine_one(s: Record, seat: int, rng: Rng, memory: Numbers) -> None:
    """Imagine one world, in compiled code."""
    imagine(s, seat, rng, memory)

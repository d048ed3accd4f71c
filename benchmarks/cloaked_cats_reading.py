"""Fit the three numbers by which the lion of Cloaked Cats reads its rivals, and say how surprising their cloaks are.

    python -m benchmarks.cloaked_cats_reading --seed 1 --processes 8

Tigers play against themselves. Their moments are noted: all that the seat on turn has seen by then, and which cloaks
the others truly wear. How likely `reading` takes these to be depends on how readily players send out a cat that
asks much (`ASKS`) or that is like themselves (`LIKE`), and how often they guess without sense (`DOUBT`). The three are
moved, one after the other by smaller and smaller steps, to where true cloaks surprise least. One deal in ten is held
out; on these it is said how surprising cloaks were by the new numbers, by those in the package and to who takes all
that fit alike. A seed gives the same numbers in any number of processes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.cloaked_cats.reading import ASKS, CLOAKS, DOUBT, LIKE, MEMORY, number_of, read_all
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import Settings, laid_out, think
from mousehole.engine.match import Match
from mousehole.games import load

Reals = NDArray[np.float64]
HELD_OUT = 10
"""One deal in so many is held out."""
PART = 10
"""So many games are played by a process at a time."""
SIDE = 1_000_003
"""Deals are so far apart in what their searches draw by."""


class Numbers(NamedTuple):
    """How players choose."""

    asks: float
    like: float
    doubt: float


class Moment(NamedTuple):
    """What a seat has seen by a moment, and what the others wear."""

    deal: int
    seat: int
    frames: tuple[bytes, ...]
    cloaks: tuple[tuple[int, int], ...]
    """Those still hidden: whose, and which of all cloaks."""


IN_PACKAGE = Numbers(ASKS, LIKE, DOUBT)
BEGIN = Numbers(1.0, 1.0, 0.1)
SMALLEST, LARGEST = Numbers(0.0, 0.01, 0.0001), Numbers(20.0, 20.0, 1.0)
FACTOR = 2.0
"""The first step doubles a number, or halves it."""
FINEST = 1.02
"""Steps of less than this are not taken."""


# Playing


def play(deals: Sequence[int], seats: int, settings: Settings) -> list[Moment]:
    """Let searches play some deals against themselves, and note their moments."""
    game = load("cloaked_cats")
    noted: list[Moment] = []
    for deal in deals:
        match = Match.start(game, seats=seats, seed=deal)
        while acting := match.actors():
            seat = acting[0]
            view, truth = match.view(seat), match.state.record
            hidden = [player for player in range(seats) if player != seat and truth.covered[player]]
            if hidden:
                cloaks = tuple((player, int(number_of(int(truth.cloak[player])))) for player in hidden)
                noted.append(Moment(deal, seat, (*view.past.frames, bytes(view.data)), cloaks))
            thought = think(game, view, seat, deal * SIDE + 7919 * len(match.moves) + seat, settings)
            match.step(seat, thought.action)
    return noted


def play_all(first: int, games: int, seats: int, settings: Settings, processes: int) -> list[Moment]:
    """Play all games, in some processes."""
    play([first], seats, settings)  # compile once, before there are several
    parts = [range(n, min(n + PART, first + games)) for n in range(first, first + games, PART)]
    with get_context("fork").Pool(processes) as pool:
        found = pool.imap(partial(play, seats=seats, settings=settings), parts)
        return [moment for moments in found for moment in moments]


# Fitting


def surprises(moments: Sequence[Moment], numbers: Numbers) -> tuple[Reals, Reals]:
    """Say how surprising every cloak was, in nats: by these numbers, and if all that fit were alike."""
    game = load("cloaked_cats")
    read, alike = [], []
    for moment in moments:
        memory = np.zeros(MEMORY)
        read_all(laid_out(game, moment.frames), moment.seat, memory, *numbers)
        for player, cloak in moment.cloaks:
            likely = memory[player * len(CLOAKS) : (player + 1) * len(CLOAKS)]
            read.append(likely.sum() / likely[cloak])
            alike.append(np.count_nonzero(likely))
    return np.log(read), np.log(alike)


def mean_surprise(moments: Sequence[Moment], numbers: Numbers) -> float:
    """Say how surprising cloaks were on the average."""
    return float(surprises(moments, numbers)[0].mean())


def difference(moments: Sequence[Moment], more: Reals) -> tuple[float, float]:
    """Give a mean difference and how sure it is, give or take: moments of a deal are alike, so deals are counted."""
    deals = np.array([moment.deal for moment in moments for _ in moment.cloaks])
    sums = np.array([(more - more.mean())[deals == deal].sum() for deal in np.unique(deals)])
    return float(more.mean()), float(1.96 * np.sqrt((sums**2).sum()) / len(more))


def fit(surprise: Callable[[Numbers], float], begin: Numbers = BEGIN) -> Numbers:
    """Find the numbers that surprise least: try each larger and smaller, by steps that shrink when nothing helps."""
    best, least, factor = begin, surprise(begin), FACTOR
    while factor > FINEST:
        helped = False
        for k, name in enumerate(Numbers._fields):
            for step in (factor, 1 / factor):
                tried = best._replace(**{name: min(max(best[k] * step, SMALLEST[k]), LARGEST[k])})
                found = surprise(tried)
                if found < least:
                    best, least, helped = tried, found, True
                    break
        factor = factor if helped else factor**0.5
    return best


def main() -> None:
    """Play, fit, and say how surprising cloaks are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.monotonic()
    tiger = settings_of("cloaked_cats", "tiger")
    moments = play_all(asked.seed * 100_000_000, asked.games, asked.seats, tiger, asked.processes)
    print(f"{len(moments)} moments of {asked.games} games; {time.monotonic() - began:.0f} s", flush=True)
    learnt, tested = ([one for one in moments if (one.deal % HELD_OUT == 0) == held] for held in (False, True))
    numbers = fit(partial(mean_surprise, learnt))
    print(", ".join(f"{name} {number:.4f}" for name, number in zip(Numbers._fields, numbers, strict=True)))
    (new, alike), (old, _) = (surprises(tested, by) for by in (numbers, IN_PACKAGE))
    more, spread = difference(tested, new - old)
    print(
        f"{len(new)} cloaks held out: {new.mean():.4f} nats, {old.mean():.4f} by the numbers in the package "
        f"({more:+.4f} ± {spread:.4f}), {alike.mean():.4f} if all that fit were alike"
    )
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

"""Analysing a finished game from its first move to its last, here and now.

Each move is looked at on its own, in threads; what is found is the same for the same game and seed, however many
threads there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from mousehole.analysis.course import (
    Analysis,
    Step,
    check_over,
    deal_looked_at,
    decisions_in,
    looking,
    so_far,
    views_of,
)
from mousehole.analysis.evaluating import iterations_for
from mousehole.analysis.growing import answered
from mousehole.engine.match import Match

THREADS = 2

Progress = Callable[[int, int], None]
"""Told how many moves have been looked at, and how many there are."""


def steps(match: Match, *, seed: int = 0, threads: int = THREADS) -> Iterator[Step]:
    """Look at one move after the other; each is given as soon as it and all before it are done."""
    check_over(match)
    return looked_at(match, seed, threads)


def looked_at(match: Match, seed: int, threads: int) -> Iterator[Step]:
    """Look at all moves, several at a time; who pauses between two of them pauses all but the next few."""
    views = views_of(match)
    iterations = iterations_for(match.game, decisions_in(views))

    def look(move: int) -> Step:
        return answered(looking(match, views[move], move, iterations, seed))

    pool, ahead = ThreadPoolExecutor(threads), deque[Future[Step]]()
    try:
        for move in range(len(match.moves)):
            ahead.append(pool.submit(look, move))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def analyse(match: Match, *, seed: int = 0, threads: int = THREADS, on_move: Progress | None = None) -> Analysis:
    """Analyse a finished game; the same game and seed give the same analysis."""
    found: list[Step] = []
    for step in steps(match, seed=seed, threads=threads):
        found.append(step)
        if on_move is not None:
            on_move(len(found), len(match.moves))
    return summed_up(match, found, seed)


def summed_up(match: Match, found: Sequence[Step], seed: int = 0) -> Analysis:
    """Put together what was found of all moves."""
    return so_far(match, found, dealt_chances(match, seed))


def dealt_chances(match: Match, seed: int = 0) -> tuple[float, ...]:
    """Say how likely each side won when the cards were dealt, in truth."""
    return answered(deal_looked_at(match, seed))

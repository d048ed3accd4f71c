"""A finished game from its first move to its last: a verdict on every decision, two curves for every side, the split.

Each move is looked at on its own, in threads; what is found is the same for the same game and seed, however many
threads there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from mousehole.analysis.evaluating import iterations_for, seed_of
from mousehole.analysis.labels import NotOver
from mousehole.analysis.luck import Split, split
from mousehole.analysis.outlook import true_chances
from mousehole.analysis.verdicts import Verdict, judged
from mousehole.engine.match import Match
from mousehole.engine.position import View

THREADS = 2

Progress = Callable[[int, int], None]
"""Told how many moves have been looked at, and how many there are."""


@dataclass(frozen=True)
class Step:
    """What was found of one move."""

    move: int
    verdict: Verdict | None
    """None where there was nothing to decide."""
    truth: tuple[float, ...]
    """Each side's chance after the move, from where things truly were."""


@dataclass(frozen=True)
class Point:
    """Each side's chance at one moment, in the order of the sides."""

    move: int
    """How many moves have been made."""
    own: tuple[float, ...]
    """As the side itself could see it: at its own decision now or, where it has none, as it saw it last."""
    truth: tuple[float, ...]
    """From where things truly were."""


@dataclass(frozen=True)
class Analysis:
    """What is to be said of a finished game."""

    verdicts: tuple[Verdict, ...]
    """One for each decision, in the order of the moves; moves without a choice have none."""
    sides: tuple[int, ...]
    graph: tuple[Point, ...]
    """One more than moves: the first is the deal, the last the end."""
    luck: tuple[Split, ...]
    """One for each side."""

    @property
    def decisive(self) -> Verdict | None:
        """The decision that lost most, if any lost something."""
        costly = [verdict for verdict in self.verdicts if verdict.loss > 0.0]
        return max(costly, key=lambda verdict: verdict.loss, default=None)


def check_over(match: Match) -> Match:
    """Give a match back if it is over: while people play nothing of an analysis may be known."""
    if not match.is_over:
        raise NotOver("a game can be analysed when it is over, not before")
    return match


def steps(match: Match, *, seed: int = 0, threads: int = THREADS) -> Iterator[Step]:
    """Look at one move after the other; each is given as soon as it and all before it are done."""
    check_over(match)
    return looked_at(match, seed, threads)


def looked_at(match: Match, seed: int, threads: int) -> Iterator[Step]:
    """Look at all moves, several at a time; who pauses between two of them pauses all but the next few."""
    views = views_of(match)
    decisions = sum(len(view.legal(view.viewer)) > 1 for view in views)
    iterations = iterations_for(match.game, decisions)

    def look(move: int) -> Step:
        mine = seed_of(seed, move)
        verdict = judged(views[move], move, match.moves[move][1], iterations, mine)
        return Step(move, verdict, true_chances(match.positions[move + 1], mine))

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


def views_of(match: Match) -> list[View]:
    """Make, for every move, the view that its seat had when it chose, with all it had seen before."""
    frames = {
        seat: tuple(bytes(position.view(seat).data) for position in match.positions[:-1]) for seat in range(match.seats)
    }
    return [
        View(match.game, bytearray(frames[seat][move]), seat, frames[seat][min(match.first_seen(seat), move) : move])
        for move, (seat, _) in enumerate(match.moves)
    ]


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
    return true_chances(check_over(match).positions[0], seed_of(seed, len(match.moves)))


def so_far(match: Match, found: Sequence[Step], dealt: tuple[float, ...]) -> Analysis:
    """Put together what was found of the first moves; luck and skill are split when all of them are there."""
    check_over(match)
    sides = tuple(match.game.facts.sides(match.seats))
    verdicts = tuple(step.verdict for step in found if step.verdict is not None)
    truth = [dealt, *(step.truth for step in found)]
    own = [own_curve(match, verdicts, side, [now[k] for now in truth]) for k, side in enumerate(sides)]
    graph = tuple(Point(move, tuple(curve[move] for curve in own), tuple(now)) for move, now in enumerate(truth))
    ends = zip(sides, own, strict=True) if len(found) == len(match.moves) else ()
    return Analysis(
        verdicts, sides, graph, tuple(split(match, verdicts, side, curve[0], curve[-1]) for side, curve in ends)
    )


def own_curve(match: Match, verdicts: Sequence[Verdict], side: int, truth: Sequence[float]) -> list[float]:
    """Draw a side's chance as it saw it itself: before and after each decision of its own, and the end.

    Between two of its decisions it stays as it was; until its first one, it is as at that one. A side that never had a
    choice sees what is true.
    """
    mine = [verdict for verdict in verdicts if match.game.facts.side_of(verdict.seat) == side]
    if not mine:
        return list(truth)
    known = {verdict.move: verdict.best_chance for verdict in mine}
    known |= {verdict.move + 1: verdict.chance for verdict in mine if verdict.move + 1 not in known}
    curve = [mine[0].best_chance]
    for move in range(1, len(truth)):
        curve.append(known.get(move, curve[-1]))
    if len(truth) == len(match.positions):
        curve[-1] = truth[-1]
    return curve

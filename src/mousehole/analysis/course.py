"""The course of a finished game: a verdict on every decision, two curves for every side, the split of luck and skill.

Every move asks for the searches it needs; whoever looks at a game grants them, one move after the other or several at a
time. What is found is the same for the same game and seed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from mousehole.analysis.evaluating import Rest, Trees, seed_of
from mousehole.analysis.labels import NotOver
from mousehole.analysis.luck import Split, split
from mousehole.analysis.outlook import outlook
from mousehole.analysis.verdicts import Verdict, judging
from mousehole.engine.match import Match
from mousehole.engine.position import View


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


def views_of(match: Match) -> list[View]:
    """Make, for every move, the view that its seat had when it chose, with all it had seen before."""
    frames = {
        seat: tuple(bytes(position.view(seat).data) for position in match.positions[:-1]) for seat in range(match.seats)
    }
    return [
        View(match.game, bytearray(frames[seat][move]), seat, frames[seat][min(match.first_seen(seat), move) : move])
        for move, (seat, _) in enumerate(match.moves)
    ]


def decisions_in(views: Sequence[View]) -> int:
    """Count the moves with a choice."""
    return sum(len(view.legal(view.viewer)) > 1 for view in views)


def looking(match: Match, view: View, move: int, iterations: int, seed: int) -> Generator[Trees | Rest, Any, Step]:
    """Look at one move, from the view that its seat had."""
    mine = seed_of(seed, move)
    verdict = yield from judging(view, move, match.moves[move][1], iterations, mine)
    truth = yield from outlook(match.positions[move + 1], mine)
    return Step(move, verdict, truth)


def deal_looked_at(match: Match, seed: int) -> Generator[Rest, Any, tuple[float, ...]]:
    """Say how likely each side won when the cards were dealt, in truth."""
    return (yield from outlook(check_over(match).positions[0], seed_of(seed, len(match.moves))))


def so_far(match: Match, found: Sequence[Step], dealt: tuple[float, ...]) -> Analysis:
    """Put together what was found of the first moves; luck and skill are split when all of them are there."""
    check_over(match)
    sides = tuple(match.game.facts.sides(match.seats))
    verdicts = tuple(step.verdict for step in found if step.verdict is not None)
    truth = [dealt, *(step.truth for step in found)]
    own = [own_curve(match, verdicts, side, [now[k] for now in truth]) for k, side in enumerate(sides)]
    if not match.game.facts.has_secrets:  # whoever sees all sees what is true
        truth = list(zip(*own, strict=True))
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
    known.update({verdict.move + 1: verdict.chance for verdict in mine if verdict.move + 1 not in known})
    curve = [mine[0].best_chance]
    for move in range(1, len(truth)):
        curve.append(known.get(move, curve[-1]))
    if len(truth) == len(match.positions):
        curve[-1] = truth[-1]
    return curve

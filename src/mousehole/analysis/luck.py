"""Luck and skill: what became of a side's chance over a game, split into parts that add up exactly.

All parts are whole tenths of a point, so that nothing is lost by rounding: `begin + own + given + chance == end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mousehole.analysis.verdicts import Verdict
from mousehole.engine.match import Match

TENTHS = 1000
"""A chance of 1 in tenths of a point."""


@dataclass(frozen=True)
class Split:
    """What became of the chance of one side, in tenths of a point."""

    side: int
    begin: int
    """Its chance at its own first decision, as it could see it."""
    own: int
    """What its own decisions cost: none, or less than nothing."""
    given: int
    """What the other sides gave away by theirs; with several of them, each loss goes to all others in equal parts."""
    chance: int
    """The rest: the deal, draws, and guesses that nobody could know."""
    end: int
    """What came of it: 1000 for a win, 0 for a defeat, parts of it for a win that is shared."""


def split(match: Match, verdicts: Sequence[Verdict], side: int, begin: float, end: float) -> Split:
    """Split what became of a side's chance."""
    side_of = match.game.facts.side_of
    others = max(len(match.game.facts.sides(match.seats)) - 1, 1)
    own = -round(TENTHS * sum(verdict.loss for verdict in verdicts if side_of(verdict.seat) == side))
    given = round(TENTHS * sum(verdict.loss for verdict in verdicts if side_of(verdict.seat) != side) / others)
    first, last = round(TENTHS * begin), round(TENTHS * end)
    return Split(side, first, own, given, last - first - own - given, last)

"""How sure a figure is: estimates with their 95% intervals, and what they say about a claim."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import Numbers
from mousehole.lab.arena import Z95, Tally
from mousehole.lab.figures import Estimate


def rate(tally: Tally) -> Estimate:
    """Estimate a share of wins, by Wilson's interval."""
    return Estimate(tally.rate, *tally.interval, tally.games)


def rate_of(scores: Numbers) -> Estimate:
    """Estimate the mean of scores between 0 and 1; what is not a number does not count."""
    found = scores[~np.isnan(scores)]
    return rate(Tally(len(found), float(found.sum())))


def paired_difference(scores: Numbers, others: Numbers) -> Estimate:
    """Estimate by how much scores lie above others that were won on the same deals, game by game.

    The interval is Agresti and Min's (2005): half a pair is added to each of the four ways in which a pair can end,
    then the normal approximation is taken. So it uses how alike the paired games are, is never empty, even if all pairs
    end alike, and needs only the differences: shared wins are no special case. The value itself stays the plain mean.
    """
    gaps = scores - others
    count = len(gaps) + 2  # four halves: they add nothing to the sum and one to the sum of squares
    middle = float(gaps.sum()) / count
    spread = Z95 * math.sqrt(((float(gaps @ gaps) + 1) / count - middle * middle) / count)
    return Estimate(float(gaps.mean()), max(-1.0, middle - spread), min(1.0, middle + spread), len(gaps))


def ratio(parts: Numbers, wholes: Numbers) -> Estimate:
    """Estimate a ratio of sums, such as tests passed to tests, where the games, not the tests, are independent."""
    games = len(parts)
    value = float(parts.sum() / wholes.sum())
    if games == 1:
        return Estimate(value, -math.inf, math.inf, games)
    rest = parts - value * wholes
    spread = Z95 * math.sqrt(float(rest @ rest) * games / (games - 1)) / float(wholes.sum())
    return Estimate(value, value - spread, value + spread, games)


def mean(values: Numbers) -> Estimate:
    """Estimate a mean over many games."""
    return ratio(values, np.ones(len(values)))


def quantiles(values: NDArray[np.int32], shares: Sequence[float]) -> list[int]:
    """Return, for each share, the least number that so many of the values do not exceed."""
    return [int(found) for found in np.quantile(values, shares, method="inverted_cdf")]

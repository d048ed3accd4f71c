"""How sure a figure is: estimates with their 95% intervals, and what they say about a claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import Numbers
from mousehole.lab.arena import Z95, Tally
from mousehole.lab.figures import Estimate

TAIL = 0.025
"""So much of an interval's doubt lies on each side."""
EXACT = 20_000
"""Up to so many games the interval of a quantile is exact."""


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
    if len(scores) != len(others):
        raise ValueError(f"{len(scores)} games cannot be paired with {len(others)}")
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


@lru_cache(maxsize=256)
def ranks(count: int, share: float) -> tuple[int, int]:
    """Say between which of so many values, in ascending order from 1, a quantile of all that could be lies in 95%.

    Fewer of `count` independent values lie below the true quantile than a binomial number says; no shape is assumed.
    0 and `count` + 1 stand for nowhere: few values tell nothing about how far it may be. Above `EXACT` values the
    binomial number is as good as normal.
    """
    if count > EXACT:
        spread = Z95 * math.sqrt(count * share * (1 - share))
        return math.floor(count * share - spread), math.ceil(count * share + spread) + 1
    numbers = np.arange(1, count + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((count + 1 - numbers) / numbers))])  # of the binomial coefficients
    every = np.arange(count + 1)
    below = np.cumsum(np.exp(logs + every * math.log(share) + (count - every) * math.log1p(-share)))
    low = int(np.searchsorted(below, TAIL, side="right"))
    high = int(np.searchsorted(below, 1 - TAIL, side="left")) + 1
    return low, high


def quantile_rows(ordered: NDArray[Any], share: float, low: float, high: float, size: int = 1) -> NDArray[np.float64]:
    """Estimate a quantile of each column of ascending values: a row of values, of where intervals begin, and end.

    Where so many values in a row belong to one deal, deals count as independent, not games: that is rather too wide
    than too narrow. What cannot be said ends where numbers do.
    """
    count = len(ordered)
    worth = max(count // size, 1)
    first, last = (min(max(round(rank * count / worth), 0), count + 1) for rank in ranks(worth, share))
    value = np.quantile(ordered, share, axis=0)
    below = np.full_like(value, low) if first == 0 else ordered[first - 1]
    above = np.full_like(value, high) if last == count + 1 else ordered[last - 1]
    found: NDArray[np.float64] = np.stack([value, np.minimum(below, value), np.maximum(above, value)])
    return found


def median(values: Numbers, low: float, high: float, size: int = 1) -> Estimate:
    """Estimate a median by order statistics."""
    value, least, most = quantile_rows(np.sort(values)[:, None], 0.5, low, high, size)[:, 0]
    return Estimate(float(value), float(least), float(most), len(values))


def within(found: Estimate, low: float, high: float) -> Estimate:
    """Keep an interval inside what is possible at all; one game alone tells nothing more."""
    value, least, most = (max(low, min(high, figure)) for figure in (found.value, found.low, found.high))
    return Estimate(value, least, most, found.games)


def rate_by_group(scores: Numbers, size: int) -> Estimate:
    """Estimate a share of wins where so many games in a row were played on one deal: deals are independent, not games.

    The interval is Wilson's for as many games as these are worth: fewer, the more alike games of one deal end.
    """
    whole = len(scores) // size * size
    found = rate_of(scores)
    if size == 1 or whole < 2 * size:
        return found
    groups = scores[:whole].reshape(-1, size).mean(axis=1)
    alone = found.value * (1 - found.value) / size
    alike = float(groups.var(ddof=1)) / alone if alone > 0 else size
    worth = found.games / min(max(alike, 1.0), size)
    tally = Tally(max(round(worth), 1), 0.0)
    tally.score = found.value * tally.games
    return Estimate(found.value, *tally.interval, found.games)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Estimate by how much one share lies above another of other games, by Newcombe's interval (1998, method 10)."""
    gap = one.value - other.value
    low = gap - math.hypot(one.value - one.low, other.high - other.value)
    high = gap + math.hypot(one.high - one.value, other.value - other.low)
    return within(Estimate(gap, low, high, one.games + other.games), -1.0, 1.0)


def shared_variance(groups: Sequence[NDArray[np.float64]]) -> Estimate:
    """Estimate which part of all variance lies between deals: of scores with a row a deal and a column a repeat.

    Several such tables, one a side, are taken together. This is the intraclass correlation; its interval is the
    jackknife's, which leaves out one deal at a time.
    """
    deals, repeats = groups[0].shape
    means = np.stack([table.mean(axis=1) for table in groups])
    inside = np.stack([((table - table.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) for table in groups])

    def part(left: NDArray[np.float64], squares: NDArray[np.float64], rest: NDArray[np.float64], count: int) -> Numbers:
        between = repeats * (squares - left**2 / count).sum(axis=0) / (count - 1)
        noise = rest.sum(axis=0) / (count * (repeats - 1))
        whole = between + (repeats - 1) * noise
        found: Numbers = np.where(whole > 0, (between - noise) / np.where(whole > 0, whole, 1), 0.0)
        return found

    sums, squares, rest = (table.sum(axis=1, keepdims=True) for table in (means, means**2, inside))
    value = float(part(sums, squares, rest, deals)[0])
    without = part(sums - means, squares - means**2, rest - inside, deals - 1)
    spread = Z95 * math.sqrt((deals - 1) / deals * float(((without - without.mean()) ** 2).sum()))
    return within(Estimate(value, value - spread, value + spread, deals * repeats), 0.0, 1.0)

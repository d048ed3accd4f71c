"""Intervals that cover what they promise to, and verdicts that claim no more."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mousehole.lab.arena import Tally
from mousehole.lab.figures import CONFIRMED, REFUTED, UNDECIDED, Estimate
from mousehole.lab.statistics import (
    EXACT,
    mean,
    median,
    paired_difference,
    quantile_rows,
    quantiles,
    ranks,
    rate,
    rate_of,
    ratio,
)


@pytest.mark.parametrize("alike", [0.0, 0.5, 0.95])
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.35, 0.88), (0.02, 0.05), (0.9, 0.99)])
@pytest.mark.parametrize("pairs", [30, 400])
def test_the_paired_interval_covers(alike: float, rates: tuple[float, float], pairs: int) -> None:
    """In 95 of 100 studies the paired interval holds the true difference, however alike the paired games are."""
    rng = np.random.default_rng(7)
    studies = 2000
    luck, own = rng.random((studies, pairs)), rng.random((studies, pairs))
    is_alike = rng.random((studies, pairs)) < alike
    first = (luck < rates[0]).astype(float)
    second = (np.where(is_alike, luck, own) < rates[1]).astype(float)
    found = [paired_difference(one, other) for one, other in zip(first, second, strict=True)]
    held = np.mean([each.low <= rates[0] - rates[1] <= each.high for each in found])
    assert held > 0.93


def test_pairing_sharpens() -> None:
    """On deals that mostly end alike the paired interval is much narrower than two rates apart would give."""
    rng = np.random.default_rng(1)
    luck = rng.random(1000)
    first, second = (luck < 0.5).astype(float), (luck < 0.53).astype(float)
    found = paired_difference(first, second)
    apart = math.hypot(*(rate_of(scores).high - rate_of(scores).low for scores in (first, second)))
    assert found.value == pytest.approx(first.mean() - second.mean())
    assert found.high - found.low < apart / 2


def test_games_without_partners_are_no_pairs() -> None:
    """Scores are paired with equally many others; a single one is not taken for the partner of all."""
    with pytest.raises(ValueError, match="50 games cannot be paired with 1"):
        paired_difference(np.ones(50), np.ones(1))


def test_equal_pairs_leave_a_doubt() -> None:
    """Pairs that all end alike give no difference, but not certainty either."""
    found = paired_difference(np.ones(50), np.ones(50))
    assert found.value == 0
    assert found.low == pytest.approx(-found.high)
    assert 0.02 < found.high < 0.08


def test_a_mean_covers() -> None:
    """In 95 of 100 studies the interval of a mean, and of a ratio of sums, holds the true one."""
    rng = np.random.default_rng(3)
    means, ratios = [], []
    for _ in range(1000):
        tests = rng.integers(5, 30, 300).astype(float)
        luck = rng.normal(0.5, 0.1, 300).clip(0, 1)  # tests of one game succeed together
        passed = rng.binomial(tests.astype(int), luck).astype(float)
        means.append(mean(tests))
        ratios.append(ratio(passed, tests))
    for found, truth in ((means, 17), (ratios, 0.5)):
        assert 0.93 < np.mean([each.low <= truth <= each.high for each in found]) < 0.97


def test_rates_are_the_arenas() -> None:
    """A rate has Wilson's interval; games in which nothing was noted do not count."""
    tally = Tally()
    for score in [1.0] * 8 + [0.0] * 2:
        tally.add(score)
    assert rate_of(np.array([1.0] * 8 + [math.nan] + [0.0] * 2)) == rate(tally)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.1, 0.3, CONFIRMED),
        (0.3, 0.5, UNDECIDED),
        (-0.1, 0.05, REFUTED),
        (0.5, 0.6, REFUTED),
        (-0.1, 0.9, UNDECIDED),
    ],
)
def test_a_verdict_needs_the_whole_interval(low: float, high: float, verdict: str) -> None:
    """A claim is confirmed if the whole interval lies within it, refuted if none of it does, else undecided."""
    assert Estimate((low + high) / 2, low, high, 100).verdict(0.07, 0.4) == verdict


def test_a_claim_may_have_one_bound() -> None:
    """A gain above nothing: confirmed above zero, refuted below, undecided around it."""
    found = [Estimate(0, low, high, 9).verdict(0, math.inf) for low, high in ((0.1, 1), (-1, -0.1), (-0.1, 0.1))]
    assert found == [CONFIRMED, REFUTED, UNDECIDED]


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.95])
@pytest.mark.parametrize("count", [3, 40, 501])
def test_the_interval_of_a_quantile_covers(count: int, share: float) -> None:
    """In at least 95 of 100 studies the interval of a quantile holds the true one, however few games there are."""
    rng = np.random.default_rng(5)
    studies = np.sort(rng.exponential(size=(count, 2000)), axis=0)
    value, low, high = quantile_rows(studies, share, 0.0, math.inf)
    truth = -math.log1p(-share)
    assert np.mean((low <= truth) & (truth <= high)) > 0.94
    assert ((low <= value) & (value <= high)).all()


def test_the_interval_of_a_median_is_exact() -> None:
    """Of ten values the second and the ninth hold the median in 97.9% of studies, the third and the eighth in 89.1%."""
    assert ranks(10, 0.5) == (2, 9)
    assert ranks(5, 0.5) == (0, 6)  # the ends themselves are passed by in one of sixteen
    assert ranks(EXACT, 0.5) == pytest.approx(ranks(EXACT + 1, 0.5), abs=2)


@pytest.mark.parametrize("size", [1, 4])
def test_a_median_covers(size: int) -> None:
    """The interval of a median covers the truth, also if games of one deal are alike; a single game tells nothing."""
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(500):
        found = median(np.repeat(rng.integers(0, 101, 60), size).astype(float), 0, 100, size)
        held += found.low <= 50 <= found.high
    assert held > 0.94 * 500
    assert median(np.array([7.0]), 0, 90) == Estimate(7, 0, 90, 1)


def test_quantiles_are_lengths() -> None:
    """A quantile is one of the numbers seen: half of the games take no more than the median."""
    assert quantiles(np.array([9, 1, 3, 3], np.int32), (0.25, 0.5, 1)) == [1, 3, 9]

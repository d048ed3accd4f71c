"""The search for a fix: what is proposed, and what is on the frontier."""

from __future__ import annotations

import pytest

pytest.importorskip("optuna", reason="Optuna is not installed")

from mousehole.lab.figures import Estimate  # after what may be missing
from mousehole.lab.setup import SetUp
from mousehole.lab.tuning import Aim, Proposal, Span, change_of, frontier_of, nearest, parse_aims, parse_spans

HIDE = SetUp("hide_and_squeak", seats=4)


def proposal(balance: float, longer: float = 0.0, change: float = 1.0, *, is_close: bool = False) -> Proposal:
    """Make a proposal by what it costs."""
    found = Estimate(0.5, 0.4, 0.6, 100)
    return Proposal("", {}, (found,), found, "rounds", balance, longer, change, is_close)


def test_aims_are_read() -> None:
    """Sides are named as people call them, with or without the article; the starter where one is drawn."""
    assert parse_aims(HIDE, "cat=50%") == (Aim("0", "the cat", 0.5),)
    assert parse_aims(HIDE, "The Mice = 45, cat=55%") == (Aim("1", "the mice", 0.45), Aim("0", "the cat", 0.55))
    assert parse_aims(SetUp("cloaked_cats"), "starter=25%") == (Aim("starter", "whoever starts", 0.25),)


def test_ranges_are_read() -> None:
    """Ranges have ends, perhaps a step; choices go by name; an option alone is all of it."""
    assert parse_spans(HIDE, "dawn=8..24..4, walls") == (Span("dawn", 8, 24, 4), Span("walls", 0, 1))
    assert parse_spans(HIDE, "walls=north_south") == (Span("walls", 1, 1),)
    assert list(parse_spans(HIDE, "dawn=8..24..4")[0].values) == [8, 12, 16, 20, 24]


def test_nearness_to_print_is_counted() -> None:
    """What is as printed costs nothing; the far end of a range costs most."""
    spans = (Span("dawn", 8, 24), Span("walls", 0, 1))
    assert change_of(HIDE, spans, {"dawn": 20, "walls": 0}) == 0
    assert change_of(HIDE, spans, {"dawn": 19, "walls": 0}) < change_of(HIDE, spans, {"dawn": 8, "walls": 0}) == 2
    assert change_of(HIDE, spans, {"dawn": 8, "walls": 1}) == 4


def test_a_default_that_stands_for_a_number_is_that_number() -> None:
    """Captures are printed as one for each mouse: with three mice 3 is as printed, and 2 is nearer to it than 1."""
    spans = (Span("captures", 1, 4),)
    costs = [change_of(HIDE, spans, {"captures": captures}) for captures in (0, 3, 2, 1)]
    assert costs[:2] == [0, 0]
    assert 0 < costs[2] < costs[3]


def test_the_frontier_holds_what_nothing_beats() -> None:
    """Whoever is worse in one thing and better in none is not on the frontier."""
    fair, short, near, bad = proposal(0.0, 0.5, 2), proposal(0.1, 0.0, 2), proposal(0.1, 0.5, 0), proposal(0.1, 0.5, 2)
    assert frontier_of([fair, short, near, bad]) == (near, fair, short)


def test_the_best_reaches_the_aim_before_it_is_near_to_print() -> None:
    """What surely reaches the aim comes first, then what seems to, then whatever comes nearest."""
    sure, seems, hardly, far = proposal(0.02, is_close=True), proposal(0.01), proposal(0.04), proposal(0.2)
    assert nearest([sure, seems, hardly, far]) == [sure]
    assert nearest([seems, hardly, far]) == [seems]
    assert nearest([hardly, far]) == [hardly]
    assert nearest([far, proposal(0.3)]) == [far]

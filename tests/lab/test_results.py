"""Figures of a run: what they say is what the games were, each with its interval."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict

import numpy as np
import pytest

from mousehole.bots.thinking import Finding, Thought
from mousehole.games import IDS
from mousehole.lab.arena import score_of
from mousehole.lab.chunks import POINTS, lead_changes, match_of, sober_worth
from mousehole.lab.comparing import CLEAR, NO_DIFFERENCE, TOO_EARLY, changes, compare, verdict_of
from mousehole.lab.figures import Estimate, Results
from mousehole.lab.results import figures, level_of, restricted_worth, spread
from mousehole.lab.running import Run, run, run_pair
from mousehole.lab.setup import SetUp
from mousehole.lab.statistics import difference, rate_by_group, rate_of, shared_variance


def shown(made: Run) -> Results:
    """Work out the figures of a run that has games."""
    found = figures(made)
    assert found is not None
    return found


def numbers_in(data: object) -> Iterator[float]:
    """List all numbers in plain data."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list | tuple):
        for part in data:
            yield from numbers_in(part)
    elif isinstance(data, float):
        yield data


@pytest.mark.parametrize("games", [1, 12])
@pytest.mark.parametrize("game_id", IDS)
def test_figures_are_plain_and_whole(game_id: str, games: int) -> None:
    """After one game or a dozen, all figures are there, finite, inside their intervals, and travel as JSON."""
    found = shown(run(SetUp(game_id, players=("kitten",), games=games), threads=1))
    data = asdict(found)
    assert json.loads(json.dumps(data))["played"] == games
    assert all(math.isfinite(number) for number in numbers_in(data))
    assert found.story is not None
    assert found.choices is not None
    assert len(found.story.bands) == POINTS
    assert sum(bar.count for bar in found.endings) == games
    assert sum(each.count for each in found.lengths.bins) == games
    assert all(sum(bar.by_winner) == bar.count for bar in found.endings)
    for bar in (*found.sides, *found.seats, *found.endings):
        assert bar.share.low <= bar.share.value <= bar.share.high
    for each in (found.lengths, found.story.decided, found.story.lead_changes, found.choices.legal):
        assert each.middle.low <= each.middle.value <= each.middle.high
        assert sum(part.share.value for part in each.bins) == pytest.approx(1)
        assert all(0 <= part.share.low <= part.share.value <= part.share.high <= 1 for part in each.bins)
    for band in (*found.story.bands, *found.story.sides[0]):
        assert all(a <= b <= c for a, b, c in zip(band.lows, band.quantiles, band.highs, strict=True))


def test_few_games_tell_little_of_a_median() -> None:
    """The interval of a median narrows with the games, and holds the median of many more games of the same kind."""
    few, many = (
        shown(run(SetUp("hide_and_squeak", seats=3, players=("random",), games=games), threads=1)).lengths.middle
        for games in (60, 20_000)
    )
    assert few.low <= many.low <= many.value <= many.high <= few.high
    assert many.high - many.low < (few.high - few.low) / 4


def test_the_median_of_decisions_counts_games() -> None:
    """A median of decisions has an interval by games: ten games that differ leave a doubt which a thousand do not."""
    alike = np.array([[8, 0, 0], [0, 0, 8]] * 5, np.uint16)
    found = spread(np.vstack([alike, [[0, 8, 0]]]), (1, 2, 3), "moves", Estimate(2, 1, 3, 11), 3.0).middle
    assert (found.value, found.low, found.high) == (2, 1, 3)
    assert spread(np.full((9, 3), 2, np.uint16), (1, 2, 3), "moves", Estimate(2, 1, 3, 9), 3.0).middle.high == 2


@pytest.mark.parametrize("game_id", IDS)
def test_games_behind_a_bar_are_such_games(game_id: str) -> None:
    """Every game named behind a side's bar was won by that side, and every one behind an ending ended so."""
    made = run(SetUp(game_id, players=("kitten",), games=12, seed=2), threads=1)
    found = shown(made)
    for bar in found.sides:
        assert all(score_of(match_of(made.set_up, number), int(bar.name)) == 1 for number in bar.games[:2])
    for bar in found.endings:
        outcome = match_of(made.set_up, bar.games[0]).outcome()
        assert outcome is not None
        assert outcome.reason == bar.name


def test_random_play_has_no_story() -> None:
    """Of random games, who won and how they ended is told, and nothing about thoughts that nobody had."""
    found = shown(run(SetUp("mice_heist", players=("random",), games=200), threads=1))
    assert (found.story, found.choices, found.worths, found.luck) == (None, None, (), None)
    assert found.lengths.unit == "decisions"
    assert sum(bar.count for bar in found.sides) >= 200


def test_whoever_starts_is_told_where_it_is_drawn() -> None:
    """In Mice Heist wins are told by turn order too, with a fair share; in Hide and Squeak there is no such thing."""
    made = run(SetUp("mice_heist", seats=3, players=("kitten",), games=20), threads=1)
    places = shown(made).seats
    assert [bar.label for bar in places] == ["starts", "second", "third"]
    assert sum(bar.share.value for bar in places) == pytest.approx(1)
    starter = made.arrays["starters"]
    assert places[0].count == sum(made.arrays["payoffs"][row, starter[row]] > 0 for row in range(20))
    assert shown(run(SetUp("hide_and_squeak", players=("kitten",), games=2), threads=1)).seats == ()


def test_nothing_is_shown_before_the_first_game() -> None:
    """A run without games has no figures, and no comparison."""
    empty = Run(SetUp("cat_and_mouse"))
    assert figures(empty) is None
    assert compare(empty, empty) is None


@pytest.mark.parametrize(
    ("curves", "count"),
    [
        ([[100, 120, 80, 80], [100, 80, 120, 120]], 1),
        ([[120, 100, 120], [80, 100, 80]], 0),
        ([[120, 80, 120], [80, 120, 80]], 2),
        ([[90, 110, 90]], 2),
    ],
)
def test_lead_changes_are_counted(curves: list[list[int]], count: int) -> None:
    """A lead changes when another side has the best chance alone; of one player, when it crosses a half."""
    assert lead_changes(np.array(curves, np.uint8)) == count


def test_a_lucky_try_is_no_certain_win() -> None:
    """Of moves tried a few times the best is believed as far as its tries go; thousands are believed as they are."""
    few = tuple(Finding(action, 2, 1.0 if action == 3 else 0.0) for action in range(9))
    assert sober_worth(Thought(3, few)) < 0.3
    many = tuple(Finding(action, 2000, 1.0 if action == 3 else 0.0) for action in range(9))
    assert sober_worth(Thought(3, many)) == pytest.approx(1, abs=0.01)
    assert sober_worth(Thought(0, (Finding(0, 4, 0.5),))) == pytest.approx(0.5)


def test_a_story_does_not_begin_as_won() -> None:
    """The Inspector of quick bots, who tries nine cards twice each, does not begin its story as a certain winner."""
    story = shown(run(SetUp("cat_and_mouse", players=("housecat",), games=30), threads=1)).story
    assert story is not None
    for place, fair in ((0, 0.65), (1, 0.35)):
        assert abs(story.sides[place][0].quantiles[2] - fair) < 0.2


def test_luck_is_told_of_repeated_deals() -> None:
    """Where deals are repeated, the part that the deal explains and the rest add up."""
    luck = shown(run(SetUp("cat_and_mouse", players=("kitten",), games=40, repeats=2), threads=1)).luck
    assert luck is not None
    assert luck.deal.value + luck.play.value == pytest.approx(1)
    assert 0 <= luck.deal.low <= luck.deal.value <= luck.deal.high <= 1


@pytest.mark.parametrize(("between", "inside", "share"), [(1.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.5)])
def test_variance_between_deals_is_found(between: float, inside: float, share: float) -> None:
    """The part of variance between deals is found where it is known, and its interval covers it."""
    rng = np.random.default_rng(4)
    found = shared_variance([between * rng.normal(size=(800, 1)) + inside * rng.normal(size=(800, 2))])
    assert found.low - 1e-9 <= share <= found.high + 1e-9
    assert found.value == pytest.approx(share, abs=0.1)


def test_the_interval_of_luck_covers_the_truth() -> None:
    """Of many small experiments with won and lost games, about 95 in a hundred intervals cover the true part."""
    rng = np.random.default_rng(1)
    chances = np.array([0.2, 0.8])  # the variance between deals is 0.09 of 0.25
    covered = 0
    for _ in range(300):
        deals = rng.choice(chances, 100)
        found = shared_variance([(rng.random((100, 2)) < deals[:, None]).astype(float)])
        covered += found.low <= 0.36 <= found.high
    assert covered > 0.9 * 300


def test_repeated_games_do_not_pass_for_independent() -> None:
    """A share from repeated deals has a wider interval than the same games would have alone, if the deal decides."""
    scores = np.repeat(np.arange(100) % 2, 4).astype(float)
    alone, together = rate_of(scores), rate_by_group(scores, 4)
    assert together.value == alone.value
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


def test_repeated_deals_cover_the_truth() -> None:
    """The interval of a share from repeated deals covers the truth as often as it promises, and is never empty."""
    rng = np.random.default_rng(6)
    covered = 0
    for _ in range(400):
        deals = rng.choice([0.05, 0.35], 60)
        found = rate_by_group((rng.random((60, 3)) < deals[:, None]).astype(float).ravel(), 3)
        covered += found.low <= 0.2 <= found.high
    assert covered > 0.92 * 400
    none = rate_by_group(np.zeros(40), 2)
    assert (none.value, none.low) == (0, 0)
    assert none.high > rate_of(np.zeros(40)).high


def test_the_difference_of_two_shares_covers_the_truth() -> None:
    """Newcombe's interval covers the true difference about as often as it promises, also near the edge."""
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(400):
        one, two = (rate_of((rng.random(60) < chance).astype(float)) for chance in (0.95, 0.8))
        found = difference(one, two)
        covered += found.low <= 0.15 <= found.high
    assert covered > 0.92 * 400


def test_two_set_ups_are_compared_on_the_same_deals() -> None:
    """A short night helps the mice: the difference is that of the paired games, and a sentence says so."""
    set_up = SetUp("hide_and_squeak", seats=4, players=("kitten",), games=60)
    one, two = run_pair(set_up, set_up.but(options={"dawn": 5}), threads=1)
    found = compare(one, two)
    assert found is not None
    assert found.pairs == 60
    cat, mice = found.differences
    scores = [made.games.scores(0) for made in (one, two)]
    assert cat.difference.value == pytest.approx(float((scores[1] - scores[0]).mean()))
    assert mice.difference.value == pytest.approx(-cat.difference.value)
    assert found.changed == int((scores[0] != scores[1]).sum())
    assert found.length.value < 0
    assert "dawn 5 instead of 20" in found.verdict
    assert json.dumps(asdict(found))


def test_nothing_changes_where_nothing_differs() -> None:
    """The same set-up twice makes no difference, which is said."""
    set_up = SetUp("cat_and_mouse", players=("kitten",), games=30)
    found = compare(run(set_up, threads=1), run(set_up, threads=1))
    assert found is not None
    assert found.changed == 0
    assert {each.difference.value for each in found.differences} == {0.0}


@pytest.mark.parametrize(
    ("gap", "pairs", "verdict"),
    [
        (Estimate(0.1, 0.02, 0.18, 500), 500, CLEAR),
        (Estimate(0.01, -0.05, 0.07, 500), 500, NO_DIFFERENCE),
        (Estimate(0.1, -0.1, 0.3, 50), 50, TOO_EARLY),
        (Estimate(0.5, 0.1, 0.9, 10), 10, TOO_EARLY),
    ],
)
def test_verdicts_claim_no_more_than_the_interval(gap: Estimate, pairs: int, verdict: str) -> None:
    """A difference is clear where the interval leaves out nothing at all; while it is wide, it is too early."""
    assert verdict_of(gap, pairs) == verdict


def test_what_differs_is_said_in_words() -> None:
    """Options, players, and what was kept from somebody are named."""
    one = SetUp("hide_and_squeak", options={"dawn": 16})
    assert changes(one, one.but(options={"dawn": 20})) == "dawn 20 instead of 16"
    assert changes(one, one.but(players=("tiger", "kitten"))) == "players tiger,kitten instead of housecat"
    assert changes(one, one.but(without="lamp")) == "without lamp"


def test_doing_without_is_paired() -> None:
    """What a component is worth by restricted play is the difference on the same deals, for the side that has it."""
    base = SetUp("hide_and_squeak", seats=3, players=("kitten",), games=20)
    one, two = run_pair(base, base.but(without="cheese_hallway"), threads=1)
    found = restricted_worth(one, two)
    assert (found.side_label, found.name) == ("the mice", "cheese_hallway")
    assert found.difference.value == pytest.approx(found.with_it.value - found.without.value)


def test_levels_are_compared_on_the_same_deals() -> None:
    """What another level wins in a role is told with the difference to whoever sat there."""
    base = SetUp("cat_and_mouse", players=("kitten",), games=20)
    one, two = run_pair(base, base.but(players=("kitten", "housecat")), threads=1)
    found = level_of(one, two, 1)
    assert (found.level, found.side_label) == ("housecat", "the Mouse")
    assert found.difference.value == pytest.approx(found.share.value - float(one.games.scores(1).mean()))

"""What the lion of Mice Heist sees with three and four players: a net, the same on every machine, and its recipe."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from benchmarks import mice_heist_net as recipe
from benchmarks.fitting import rewrite
from tests.bots.test_mice_heist import TRIALS, judged, positions
from tests.games.mice_heist.heist import table

from mousehole.bots import mice_heist as bots
from mousehole.bots.levels import settings_of
from mousehole.bots.mice_heist import weights
from mousehole.bots.mice_heist.net import INPUTS, WEALTH, describe, judge_by_net
from mousehole.bots.mice_heist.searching import MOST_FOR_NET, TURNS_MORE
from mousehole.bots.thinking import Settings, think
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.mice_heist import codes, rules

PINNED = ["0x1.51006d40c1c08p-3", "0x1.89f91be99a098p-5", "0x1.54c389c3fc05cp-5"]
"""What the net says of the first seat of a table of two, three and four that has just been laid."""


def test_what_the_net_is_given_is_small_and_tells_turns_apart() -> None:
    """Every number lies near 0, whatever was in its place before; no two turns look alike to anybody."""
    seen: set[bytes] = set()
    turns = 0
    for match, _ in positions():
        if match.state.phase == codes.SELECT:
            given = np.full((match.seats, INPUTS), 7.0, np.float32)
            describe(match.state.record, given)
            assert np.abs(np.delete(given, WEALTH, axis=1)).max() < 6
            seen.update(row.tobytes() for row in given)
            turns += match.seats
    assert turns > 200
    assert len(seen) == turns


def test_the_net_says_the_same_everywhere() -> None:
    """Sums are taken in a fixed order: what the net says of a few turns is pinned, to the last bit."""
    said = []
    for seats in (2, 3, 4):
        out = np.zeros(seats)
        judge_by_net(table(seats=seats).state.record, out)
        said.append(float(out[0]).hex())
    assert said == PINNED


def test_the_net_is_asked_about_turns_as_they_begin() -> None:
    """What is left of a turn and the next one are played first; the position that is judged stays as it is."""
    ended = later = 0
    for match, _ in positions():
        if match.seats in (2, 6) or match.state.stakes:
            continue
        before, turns = match.state.tobytes(), TURNS_MORE + (match.state.phase != codes.SELECT)
        worths, out, reached = judged(match, bots.FITTED), np.zeros(match.seats), TRIALS[0]
        assert match.state.tobytes() == before
        if reached.phase == codes.OVER:
            rules.payoff(reached, out)
            ended += 1
        else:
            assert reached.phase == codes.SELECT
            assert reached.turn == match.state.turn + turns
            judge_by_net(reached, out)
            later += 1
        assert worths == list(out)
    assert ended > 5
    assert later > 100


@pytest.mark.parametrize("seats", [3, MOST_FOR_NET])
def test_the_lion_is_exact(seats: int) -> None:
    """By count, not by the clock: the same view and seed bring the same findings, whoever asks."""
    match, settings = Match.start(load("mice_heist"), seats=seats, seed=5), settings_of("mice_heist", "lion")
    seat = match.actors()[0]
    first, again = (think(match.game, match.view(seat), seat, 1, settings) for _ in range(2))
    assert first == again
    assert first.iterations <= 10_000
    assert first.action in match.legal(seat)


def test_the_recipe_measures_what_is_in_the_package() -> None:
    """What the recipe takes for the net in the package says what the package says, and would be written as it is."""
    match = Match.start(load("mice_heist"), seats=3, seed=5)
    rows, out = np.empty((3, INPUTS), np.float32), np.zeros(3)
    describe(match.state.record, rows)
    judge_by_net(match.state.record, out)
    assert np.abs((1 + 2 * out) / 3 - recipe.chances(recipe.IN_PACKAGE, rows[None])[0]).max() < 1e-4


def test_what_is_in_the_package_is_what_the_recipe_would_write(tmp_path: Path) -> None:
    """Writing the net that is in the package leaves its file as it is, but for how lines are broken."""
    before = Path(str(weights.__file__)).read_text(encoding="utf-8")
    file = tmp_path / "written.py"
    file.write_text(before, encoding="utf-8")
    rewrite(file, "FIRST = ", "", recipe.source_of(recipe.IN_PACKAGE))
    unbroken = [re.sub(r'"\s+"', "", text) for text in (file.read_text(encoding="utf-8"), before)]
    assert unbroken[0] == unbroken[1]


def test_a_heist_is_fitted_to_who_won() -> None:
    """A few hundred heists of playouts are less surprising to a net that learnt from others than to the tiger."""
    chance = np.random.default_rng(1)
    games, fresh = recipe.play_out(3, 1, 1500), recipe.Net.fresh(chance)
    assert set(games.part(is_held_out=True).deal) == set(range(10, 1501, recipe.HELD_OUT))
    learnt = recipe.fit(fresh, [games.part(is_held_out=False)], 0.002, 2, chance)
    tested = games.part(is_held_out=True)
    assert recipe.surprise_of(recipe.stored(learnt), tested) < recipe.surprise_of(fresh, tested) < np.log(3)


def test_searches_teach_what_came_and_what_is_thought_of_it() -> None:
    """What a turn of a search learns lies between how the game ended and what the net thinks of the next turn."""
    games = recipe.search_out(3, range(2), Settings(iterations=8, horizon=0, edition=bots.FITTED))
    taught = recipe.with_lessons(recipe.IN_PACKAGE, games)
    assert np.allclose(taught.won.sum(axis=1), 1)
    assert len(set(games.deal)) == 2
    last = np.append(np.diff(games.deal) != 0, [True])
    assert (taught.won[last] == games.won[last]).all()
    assert (taught.won[~last] != games.won[~last]).all()

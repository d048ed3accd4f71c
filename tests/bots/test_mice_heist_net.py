"""The net of Mice Heist: what it is given, that it says the same on every machine, when it is asked, and its recipe."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks import mice_heist_net as recipe
from benchmarks.fitting import rewrite
from tests.bots.test_mice_heist import TRIALS, positions
from tests.games.mice_heist.heist import table

from mousehole.bots import mice_heist as bots
from mousehole.bots.knowledge import PRESENT
from mousehole.bots.levels import settings_of
from mousehole.bots.mice_heist import weights
from mousehole.bots.mice_heist.net import INPUTS, WEALTH, describe, judge_by_net
from mousehole.bots.search import roll_out
from mousehole.bots.thinking import think
from mousehole.engine.match import Match
from mousehole.engine.rule import Numbers, Record
from mousehole.games import load
from mousehole.games.mice_heist import codes

PINNED = ["0x1.6b34630632518p-3", "0x1.34d7670f7134cp-4", "0x1.dd35e5058e82cp-5"]
"""What the net in the package says of the first seat of a table of two, three and four that has just been laid: other
weights, or sums in another order (another compiler, another processor), would say something else."""


def test_what_the_net_is_given_is_small_and_tells_turns_apart() -> None:
    """Every number lies near 0, whatever was in its place before; hardly two turns look alike to anybody."""
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
    assert len(seen) > 0.9 * turns


def test_the_net_says_the_same_everywhere() -> None:
    """Sums are taken in a fixed order: what the net says of a few turns is pinned, to the last bit."""
    said = []
    for seats in (2, 3, 4):
        out = np.zeros(seats)
        judge_by_net(table(seats=seats).state.record, out)
        said.append(float(out[0]).hex())
    assert said == PINNED


def test_the_net_is_asked_about_turns_as_they_begin() -> None:
    """Behind its horizon a playout goes on to the beginning of a turn, or to the end; the tiger judges at once."""
    ended = later = 0
    for match, _ in positions():
        moves = {edition: rolled_out(match, edition) for edition in (PRESENT, bots.LEARNT)}
        judged_at_once, reached = moves[PRESENT][0], moves[bots.LEARNT][0]
        if match.state.stakes or judged_at_once.phase in {codes.SELECT, codes.OVER}:
            assert reached.tobytes() == judged_at_once.tobytes()
        if reached.phase == codes.OVER:
            ended += 1
        elif not match.state.stakes:
            out = np.zeros(match.seats)
            judge_by_net(reached, out)
            assert reached.phase == codes.SELECT
            assert list(out) == list(moves[bots.LEARNT][1])
            later += 1
    assert ended > 5
    assert later > 100


def rolled_out(match: Match, edition: int) -> tuple[Record, Numbers]:
    """Play three choices on from a position, or more; say where that leads, and what it is worth."""
    reached, out = match.state.copy().record, np.zeros(match.seats)
    rng, buffer = np.array([1], np.uint64), np.zeros(2 * match.game.facts.max_actions, np.int32)
    roll_out(reached, rng, buffer, 3, out, TRIALS, edition)
    return reached, out


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_search_by_the_net_is_exact(seats: int) -> None:
    """By count, not by the clock: the same view and seed bring the same findings, whoever asks."""
    match = Match.start(load("mice_heist"), seats=seats, seed=5)
    seat = match.actors()[0]
    settings = replace(settings_of("mice_heist", "lion").among(match.view(seat)), iterations=500)
    first, again = (think(match.game, match.view(seat), seat, 1, settings) for _ in range(2))
    assert first == again
    assert first.action in match.legal(seat)


def test_the_recipe_measures_what_is_in_the_package() -> None:
    """What the recipe takes for the net in the package says what the package says."""
    match = Match.start(load("mice_heist"), seats=3, seed=5)
    rows, out = np.empty((3, INPUTS), np.float32), np.zeros(3)
    describe(match.state.record, rows)
    judge_by_net(match.state.record, out)
    assert np.abs((1 + 2 * out) / 3 - recipe.chances(recipe.IN_PACKAGE.net, rows[None])[0]).max() < 1e-4


def test_what_is_in_the_package_is_what_the_recipe_would_write(tmp_path: Path) -> None:
    """Writing the net that is in the package leaves its file as it is, but for how lines are broken."""
    before = Path(str(weights.__file__)).read_text(encoding="utf-8")
    file = tmp_path / "written.py"
    file.write_text(before, encoding="utf-8")
    rewrite(file, "RULES_VERSION = ", "", recipe.source_of(recipe.IN_PACKAGE))
    unbroken = [re.sub(r'"\s+"|\s', "", text) for text in (file.read_text(encoding="utf-8"), before)]
    assert unbroken[0] == unbroken[1]


def test_a_heist_is_fitted_to_who_won() -> None:
    """A few hundred heists of playouts are less surprising to a net that learnt from others than to the tiger."""
    chance = np.random.default_rng(1)
    fresh = recipe.Net.fresh(chance)
    games = recipe.play(0, recipe.stored(fresh), (3, range(1, 1501)))
    assert set(games.part(is_held_out=True).deal) == set(range(10, 1501, recipe.HELD_OUT))
    learnt = recipe.fit(fresh, [games.part(is_held_out=False)], 0.002, 2, chance)
    tested = games.part(is_held_out=True)
    assert recipe.surprise_of(recipe.stored(learnt).net, tested) < recipe.surprise_of(fresh, tested) < np.log(3)


def test_searches_teach_what_came_and_what_is_thought_of_it() -> None:
    """What a turn of a search learns lies between how the game ended and what the net thinks of the next turn."""
    games = recipe.play(2, recipe.IN_PACKAGE, (3, range(2)))
    taught = recipe.with_lessons(recipe.IN_PACKAGE.net, games)
    assert np.allclose(taught.won.sum(axis=1), 1)
    assert len(set(games.deal)) == 2
    last = np.append(np.diff(games.deal) != 0, [True])
    assert (taught.won[last] == games.won[last]).all()
    assert (taught.won[~last] != games.won[~last]).all()


def test_games_are_the_same_for_any_number_of_processes() -> None:
    """What a seed plays does not depend on who plays it: two processes bring the games of one, in the same order."""
    first, second = (list(recipe.play_all({2: 60, 3: 4}, 7, 1, recipe.IN_PACKAGE, processes)) for processes in (1, 2))
    for one, other in zip(first, second, strict=True):
        assert [part.tobytes() for part in (one.seen, one.won, one.deal)] == [
            part.tobytes() for part in (other.seen, other.won, other.deal)
        ]

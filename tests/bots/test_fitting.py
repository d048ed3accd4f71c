"""Recipes of the weights in the package: they play, fit, say what the package's own weights are worth, and write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks import cloaked_cats_judgement as cats
from benchmarks import mice_heist_judgement as heist
from benchmarks.fitting import Adam, activity, chances, fresh_net, rewrite, surprise

from mousehole.bots.cloaked_cats import JUDGING, weights
from mousehole.bots.cloaked_cats.judging import INPUTS, describe, judge_by_net
from mousehole.bots.layers import layer, numbers
from mousehole.bots.levels import settings_of
from mousehole.bots.mice_heist import judging
from mousehole.bots.thinking import Settings
from mousehole.engine.exact import tanh
from mousehole.engine.match import Match
from mousehole.games import load

FAST = Settings(iterations=8)


def test_a_net_learns_what_no_sum_can_tell() -> None:
    """Of two numbers, whether they have the same sign: by steps a net comes to foresee it, from knowing nothing."""
    chance = np.random.default_rng(1)
    x = chance.normal(size=(4000, 2)).astype(np.float32)
    y = (x[:, 0] * x[:, 1] > 0).astype(np.float32)
    learner = Adam(fresh_net(2, (16, 8), chance), 0.01)
    for _ in range(30):
        learner.learn_all(x[:3000], y[:3000], chance)
    assert surprise(chances(activity(learner.layers, x[3000:])[-1]), y[3000:]) < 0.2


def test_a_ball_is_fitted_and_written_as_the_package_reads_it(tmp_path: Path) -> None:
    """A handful of balls, searches among them, make a net that knows something, and it is read back to the byte."""
    playouts, searches = cats.play_out(range(2000)), cats.search_out(range(5001, 5004), FAST)
    assert set(playouts.part(is_held_out=True).deal) == set(range(0, 2000, 10))
    net = cats.stored(cats.fit(playouts, searches, np.random.default_rng(1)))
    assert cats.surprise_of(net, playouts.part(is_held_out=True)) < 0.63
    file = tmp_path / "weights.py"
    file.write_text(f"# how it was fitted\nFIRST_LAYER = {'old'}\n", encoding="utf-8")
    rewrite(file, "FIRST_LAYER = ", "", cats.source_of(net))
    read: dict[str, Any] = {"layer": layer, "numbers": numbers}
    exec(file.read_text(encoding="utf-8"), read)  # noqa: S102  # it was written above
    for name, rows in zip(("FIRST", "SECOND", "LAST"), net, strict=True):
        found = np.concatenate([np.ravel(read[f"{name}_LAYER"]), np.ravel(read[f"{name}_BIAS"])])
        assert np.array_equal(found.astype(np.float32), rows.ravel())
    assert file.read_text(encoding="utf-8").startswith("# how it was fitted\nFIRST_LAYER = layer(\n")


def test_the_package_is_measured_by_what_it_says() -> None:
    """What a recipe takes for the judgement in the package is that judgement, in both games."""
    match = Match.start(load("cloaked_cats"), seats=2, seed=5)
    given, out = np.empty(INPUTS), np.zeros(2)
    describe(match.state.record, given)
    judge_by_net(match.state.record, out)
    odds = activity(cats.in_package(), given[None].astype(np.float32))[-1][0]
    assert abs(out[int(match.state.turn)] - tanh(0.5 * float(odds))) < 1e-4
    assert settings_of("cloaked_cats", "lion").edition == JUDGING

    match = Match.start(load("mice_heist"), seats=2, seed=5)
    lead = np.zeros(heist.TRAITS)
    heist.describe(match.state.record, heist.NEAREST, np.eye(heist.TRAITS), lead)
    judging.judge_by_fit(match.state.record, out)
    assert abs(out[0] - tanh(0.5 * float(lead @ judging.WEIGHT[-1]))) < 1e-9


def test_a_heist_is_fitted_to_who_won() -> None:
    """Where chances are those of known weights these are found, and a few heists are less surprising by them."""
    chance = np.random.default_rng(1)
    lead = chance.normal(size=(40_000, heist.TRAITS))
    near, known = chance.integers(1, heist.NEAREST + 1, len(lead)), chance.normal(0, 0.5, heist.TRAITS)
    won = (chance.random(len(lead)) < chances(lead @ known)).astype(np.float64)
    assert np.abs(heist.fit(heist.Played(lead, near, won, won, near)) - known).max() < 0.15

    games = heist.play(1, 60)
    assert set(games.part(is_held_out=True).deal) <= set(range(0, 61, heist.HELD_OUT))
    assert heist.surprise_of(heist.fit(games), games) < surprise(np.full(len(games.won), 0.5), games.won)


def test_what_is_in_the_package_is_what_a_recipe_would_write(tmp_path: Path) -> None:
    """Writing the weights that are in the package leaves its files as they are, but for how lines are broken."""
    for module, marks, source in (
        (weights, ("FIRST_LAYER = ", ""), cats.source_of(cats.in_package())),
        (judging, ("WEIGHT = np.array([\n", "])"), heist.source_of(judging.WEIGHT)),
    ):
        before = Path(str(module.__file__)).read_text(encoding="utf-8")
        file = tmp_path / "written.py"
        file.write_text(before, encoding="utf-8")
        rewrite(file, *marks, source)
        unbroken = [re.sub(r'"\s+"', "", text) for text in (file.read_text(encoding="utf-8"), before)]
        assert unbroken[0] == unbroken[1]

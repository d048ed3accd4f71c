"""Nets that learn by steps, and the recipe of Cloaked Cats: it plays, fits, measures the package's own, and writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks import cloaked_cats_judgement as cats
from benchmarks import cloaked_cats_reading as reading
from benchmarks import who_done_it_judgement as mazes
from benchmarks.fitting import Adam, activity, chances, fresh_net, rewrite, surprise

from mousehole.bots.cloaked_cats import JUDGING, weights
from mousehole.bots.cloaked_cats.judging import INPUTS, describe, judge_by_net
from mousehole.bots.cloaked_cats.reading import CLOAKS, MEMORY
from mousehole.bots.knowledge import NEWEST, remember_all
from mousehole.bots.layers import layer, numbers
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import Settings, laid_out
from mousehole.bots.who_done_it import weights as maze_weights
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
    file.write_text(f"# how it was fitted\nRULES_VERSION = 0\nFIRST_LAYER = {'old'}\n", encoding="utf-8")
    rewrite(file, "RULES_VERSION = ", "", cats.source_of(net))
    read: dict[str, Any] = {"layer": layer, "numbers": numbers}
    exec(file.read_text(encoding="utf-8"), read)  # noqa: S102  # it was written above
    for name, rows in zip(("FIRST", "SECOND", "LAST"), net, strict=True):
        found = np.concatenate([np.ravel(read[f"{name}_LAYER"]), np.ravel(read[f"{name}_BIAS"])])
        assert np.array_equal(found.astype(np.float32), rows.ravel())
    assert file.read_text(encoding="utf-8").startswith("# how it was fitted\nRULES_VERSION = 1\nFIRST_LAYER = layer(\n")


def test_mazes_are_learnt_alike_in_any_number_of_processes() -> None:
    """Rounds are played by the net as it was when they began, whoever plays them and however far learning has come."""
    nets = []
    for processes in (1, 2):
        chance = np.random.default_rng(1)
        learner = Adam(mazes.Net.fresh(chance), 0.01)
        played = 0
        for found in mazes.rounds(learner, range(3 * mazes.PART), mazes.PART, processes):
            learner.learn_all(found.seen, found.learns, chance)
            played += len(found.won)
        assert played == 3 * mazes.PART
        nets.append(learner.layers)
    assert all(np.array_equal(one, other) for one, other in zip(*nets, strict=True))


def test_how_players_choose_is_fitted_to_true_cloaks() -> None:
    """Numbers are found where they surprise least; those of the package read worlds as its memory does."""
    sought = reading.Numbers(5.2, 0.82, 0.01)
    found = reading.fit(lambda tried: float(np.abs(np.log(np.divide(tried, sought))).sum()))
    assert np.allclose(found, sought, rtol=0.05)
    moments = reading.play(range(4), 2, FAST)
    game, said = load("cloaked_cats"), []
    for moment in moments:
        memory = np.zeros(MEMORY)
        remember_all(laid_out(game, moment.frames), moment.seat, memory, NEWEST)
        chances = memory.reshape(-1, len(CLOAKS))[1 - moment.seat]
        said.append(-np.log(chances[moment.cloaks[0][1]] / chances.sum()))
    assert len(moments) > 5
    assert np.allclose(reading.surprises(moments, reading.IN_PACKAGE)[0], said)


def test_the_package_is_measured_by_what_it_says() -> None:
    """What the recipe takes for the judgement in the package is that judgement."""
    match = Match.start(load("cloaked_cats"), seats=2, seed=5)
    given, out = np.empty(INPUTS), np.zeros(2)
    describe(match.state.record, given)
    judge_by_net(match.state.record, out)
    odds = activity(cats.in_package(), given[None].astype(np.float32))[-1][0]
    assert abs(out[int(match.state.turn)] - tanh(0.5 * float(odds))) < 1e-4
    assert settings_of("cloaked_cats", "lion").edition == JUDGING


def test_what_is_in_the_package_is_what_the_recipe_would_write(tmp_path: Path) -> None:
    """Writing the weights that are in the package leaves their file as it is, but for how lines are broken."""
    stands, file = Path(str(weights.__file__)), tmp_path / "written.py"
    file.write_text(stands.read_text(encoding="utf-8"), encoding="utf-8")
    rewrite(file, "RULES_VERSION = ", "", cats.source_of(cats.in_package()))
    assert unbroken(file) == unbroken(stands)


def test_mazes_in_the_package_are_what_the_recipe_would_write(tmp_path: Path) -> None:
    """The same of the weights of Who Done It?."""
    file = tmp_path / "written.py"
    mazes.write(mazes.Net(maze_weights.FIRST, maze_weights.SECOND, maze_weights.LAST), file)
    assert unbroken(file) == unbroken(mazes.IN_PACKAGE)


def unbroken(file: Path) -> str:
    """Read a source, however its lines are broken."""
    return re.sub(r'"\s+"|\s', "", file.read_text(encoding="utf-8"))

"""A batch of games as Gymnasium's vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray
from tests.bridges.episodes import each_game

from mousehole.bots.names import UnknownBot
from mousehole.bridges.vector import MouseholeVectorEnv, vector_env
from mousehole.engine.errors import BadSeats, IllegalMove
from mousehole.games import facts

ROWS = 5
MODES = pytest.mark.parametrize("mode", list(AutoresetMode))


def legal_actions(env: MouseholeVectorEnv, infos: dict[str, Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose any legal action in every game; 0 where the game is over."""
    rows = [np.flatnonzero(mask) for mask in infos["action_mask"]]
    return np.array([int(rng.choice(row)) if len(row) else 0 for row in rows], np.int64)


@each_game
@MODES
def test_gymnasium_agrees(game_id: str, mode: AutoresetMode) -> None:
    """Spaces, shapes and kinds are what Gymnasium says, and games begin again as the mode says."""
    env, rng = vector_env(game_id, ROWS, autoreset_mode=mode), np.random.default_rng(1)
    seen, infos = env.reset(seed=3)
    assert env.metadata["autoreset_mode"] is mode
    over, ended = np.zeros(ROWS, np.bool_), 0
    for _ in range(120):
        assert env.observation_space.contains(seen)
        actions = legal_actions(env, infos, rng)
        assert env.action_space.contains(actions)
        if mode is AutoresetMode.DISABLED and over.any():
            before = seen
            with pytest.raises(ValueError, match="reset"):
                env.step(actions)
            seen, infos = env.reset(options={"reset_mask": over})
            assert np.array_equal(seen[~over], before[~over])
            actions = legal_actions(env, infos, rng)
            over[:] = False
        was_over, numbers = over, infos["number"]
        seen, rewards, over, truncated, infos = env.step(actions)
        assert rewards.dtype == np.float64
        assert over.dtype == np.bool_
        assert not truncated.any()
        assert not rewards[~over].any()
        asked = infos["seat"] == 0
        if mode is AutoresetMode.SAME_STEP:
            assert asked.all()
            assert np.array_equal(infos["number"] > numbers, over)
            assert all(
                (row is not None) == is_over
                for row, is_over in zip(infos.get("final_obs", [None] * ROWS), over, strict=True)
            )
        else:
            assert np.array_equal(asked, ~over)
        if mode is AutoresetMode.NEXT_STEP:
            assert not over[was_over].any()
            assert np.array_equal(infos["number"] > numbers, was_over)
        ended += int(over.sum())
    assert ended


@pytest.mark.parametrize("learner", ["the cat", "the mice", 2, None])
def test_one_seat_or_one_role_learns(learner: int | str | None) -> None:
    """Only seats that learn are asked, all of them, and their payoff is the reward in the end."""
    env, rng = vector_env("hide_and_squeak", ROWS, learner=learner), np.random.default_rng(2)
    mine = {"the cat": {0}, "the mice": {1, 2, 3, 4}, 2: {2}, None: {0, 1, 2, 3, 4}}[learner]
    _, infos = env.reset(seed=1)
    asked = set[int]()
    ended = 0
    while ended < ROWS:
        asked |= set(infos["seat"][infos["seat"] >= 0].tolist())
        acted = infos["seat"]
        _, rewards, over, _, infos = env.step(legal_actions(env, infos, rng))
        for row in np.flatnonzero(over):
            assert rewards[row] == infos["payoffs"][row, acted[row]] != 0
            ended += 1
    assert asked == mine


@each_game
def test_the_same_seed_is_the_same_training(game_id: str) -> None:
    """The same seed and actions give the same bytes, with bots in the other seats too."""
    bots = "greedy" if facts(game_id).usual_seats > 1 else "random"
    found = []
    for _ in range(2):
        env, rng = vector_env(game_id, 3, opponents=bots), np.random.default_rng(4)
        seen, infos = env.reset(seed=6)
        rows = [seen]
        for _ in range(12):
            seen, _, _, _, infos = env.step(legal_actions(env, infos, rng))
            rows.append(seen)
        found.append(np.array(rows).tobytes())
    assert found[0] == found[1]


def test_bots_play_as_they_do_in_matches() -> None:
    """A bot gets the view of its seat of the very match that the row is."""
    env, rng = vector_env("cat_and_mouse", 4, opponents="greedy"), np.random.default_rng(5)
    views = []
    bot = env.bots[1]
    env.bots[1] = lambda view, seat, seed: (views.append((view.viewer, seat)), bot(view, seat, seed))[1]  # type: ignore[func-returns-value]
    _, infos = env.reset(seed=2)
    for _ in range(20):
        _, _, _, _, infos = env.step(legal_actions(env, infos, rng))
        assert env.batch is not None
        for row in range(4):
            known = env.matches.get(row)
            if known is not None and known.seed >> 64 == env.batch.numbers[row]:
                moves = env.batch.moves_of(row)
                assert moves[: len(known.moves)] == known.moves
    assert views
    assert all(viewer == seat == 1 for viewer, seat in views)


def test_gymnasiums_wrappers_fit() -> None:
    """Gymnasium's own wrapper counts episodes and what they paid."""
    env = vector_env("cat_and_mouse", ROWS)
    wrapped, rng = RecordEpisodeStatistics(env), np.random.default_rng(7)
    _, infos = wrapped.reset(seed=1)
    returns: list[float] = []
    for _ in range(60):
        _, _, over, _, infos = wrapped.step(legal_actions(env, infos, rng))
        if over.any():
            returns += infos["episode"]["r"][over].tolist()
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert len(returns) > ROWS


def test_bad_input_is_said_in_a_sentence() -> None:
    """Seats, roles and bots that there are not, actions that are not legal, and steps before a reset are refused."""
    with pytest.raises(BadSeats, match="no seat 2"):
        vector_env("cat_and_mouse", 2, learner=2)
    with pytest.raises(BadSeats, match="the butler"):
        vector_env("cat_and_mouse", 2, learner="the butler")
    for seat in (0, 2):
        with pytest.raises(BadSeats, match=rf"on the seats \[1\], .* not on \[{seat}\]"):
            vector_env("cat_and_mouse", 2, opponents={seat: "kitten"})
    with pytest.raises(UnknownBot):
        vector_env("cat_and_mouse", 2, opponents="poodle")
    env = vector_env("cat_and_mouse", 2)
    with pytest.raises(ValueError, match="reset the environment first"):
        env.step(np.zeros(2, np.int64))
    _, infos = env.reset(seed=1)
    with pytest.raises(IllegalMove, match="game 1 of the batch"):
        env.step(
            np.array([np.flatnonzero(infos["action_mask"][0])[0], np.flatnonzero(infos["action_mask"][1] == 0)[0]])
        )

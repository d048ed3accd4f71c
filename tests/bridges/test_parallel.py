"""The games as PettingZoo's parallel environments."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import parallel_api_test
from tests.bridges.episodes import each_game, each_seating

from mousehole.batch import Batch
from mousehole.batch.observing import decoded
from mousehole.bridges.parallel import MouseholeParallelEnv, parallel_env
from mousehole.engine.errors import IllegalMove
from mousehole.engine.match import Match
from mousehole.games import load


def random_actions(env: MouseholeParallelEnv, rng: np.random.Generator) -> dict[str, int]:
    """Choose any legal action for every agent, passing included."""
    masks = {agent: env._mask(env.seat_of[agent]) for agent in env.agents}
    return {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}


@each_seating
def test_pettingzoo_finds_nothing(game_id: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's own test of parallel environments passes; its test of seeds plays what no mask allows."""
    parallel_api_test(parallel_env(game_id, seats=seats), num_cycles=30)
    assert "Passed Parallel API test" in capsys.readouterr().out


@each_seating
def test_an_episode_is_the_match(game_id: str, seats: int) -> None:
    """Whoever is asked plays, the others pass; rewards and the last position are those of the match, to the byte."""
    env, rng = parallel_env(game_id, seats=seats), np.random.default_rng(3)
    env.reset(seed=5)
    match = Match.start(load(game_id), seats=seats, seed=5)
    rewards: dict[str, float] = {}
    while env.agents:
        actions, asked = random_actions(env, rng), match.actors()
        for agent, seat in env.seat_of.items():
            assert (actions[agent] == env.passing) == (seat not in asked)
        seen, rewards, terminated, _, infos = env.step(actions)
        match.play((seat, actions[f"seat_{seat}"]) for seat in asked)
        assert env.position.tobytes() == match.state.tobytes()
        assert set(seen) == set(infos) == set(env.possible_agents)
        assert all(terminated.values()) == match.is_over
    outcome = match.outcome()
    assert outcome is not None
    assert list(rewards.values()) == list(outcome.payoffs)
    assert infos["seat_0"]["reason"] == outcome.reason


@each_seating
def test_every_seat_sees_the_batch_as_its_own(game_id: str, seats: int) -> None:
    """Observations, masks and rewards of all agents are those of a batch with one row, of the same seed and moves."""
    env, rng = parallel_env(game_id, seats=seats), np.random.default_rng(6)
    batch = Batch(game_id, 1, seats=seats, seed=8, plays_forced=False, restarts=False)
    seen, _ = env.reset(seed=8)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        for agent, seat in env.seat_of.items():
            assert np.array_equal(decoded(batch.observe_as(seat), batch.layout)[0], seen[agent]["observation"])
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen, rewards, _, _, _ = env.step(actions := random_actions(env, rng))
        for _ in range(sum(action != env.passing for action in actions.values())):
            agent = env.possible_agents[batch.actors[0]]
            assert np.array_equal(batch.unpacked_masks()[0], masks[agent][:-1])
            batch.step([actions[agent]])
    assert batch.rewards[0].tolist() == pytest.approx(list(rewards.values()))
    assert batch.actors[0] == -1


@each_game
def test_what_is_not_legal_is_refused(game_id: str) -> None:
    """Passing when asked, acting when not, and numbers of no action raise an error and change nothing."""
    env = parallel_env(game_id)
    env.reset(seed=1)
    actions, before = random_actions(env, np.random.default_rng(1)), env.position.tobytes()
    asked = f"seat_{env.position.actors()[0]}"
    wrong = [{**actions, asked: env.passing}, {**actions, asked: -1}, {**actions, asked: env.passing + 1}, {}]
    waiting = [agent for agent, action in actions.items() if action == env.passing]
    wrong += [{**actions, agent: 0} for agent in waiting]
    for each in wrong:
        with pytest.raises(IllegalMove):
            env.step(each)
        assert env.position.tobytes() == before


def test_secret_choices_of_one_moment_are_made_in_one_step() -> None:
    """Where several seats choose at once, all of them act in the same step."""
    env, rng = parallel_env("mice_heist", seats=4), np.random.default_rng(2)
    env.reset(seed=2)
    together = 0
    for _ in range(60):
        together = max(together, len(env.position.actors()))
        if not env.agents:
            break
        env.step(random_actions(env, rng))
    assert together > 1

"""The games as PettingZoo environments."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state_space as run_state_space_test
from tests.bridges.episodes import choices, each_game, each_seating

from mousehole.bridges import zoo
from mousehole.bridges.setting import turn_of
from mousehole.engine.errors import BadSeed, IllegalMove
from mousehole.engine.match import Match
from mousehole.games import IDS, facts, load

Env = Any
"""PettingZoo has no types."""

DICT_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What PettingZoo says about observations with a mask, unless the environment is one of its own."""


@pytest.fixture(autouse=True)
def only_warnings_about_dicts() -> Iterator[None]:
    """Let every other warning be an error, as everywhere."""
    with warnings.catch_warnings():
        for text in DICT_WARNINGS:
            warnings.filterwarnings("ignore", message=text)
        yield


def rollout(env: Env, seed: int | None, chooser: random.Random) -> list[tuple[str, bytes, bytes, int | None, float]]:
    """Play a random game and return all that was seen and done."""
    env.reset(seed=seed)
    found = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        action = None if terminated or truncated else chooser.choice(legal)
        seen, mask = observation["observation"].tobytes(), observation["action_mask"].tobytes()
        found.append((agent, seen, mask, action, reward))
        env.step(action)
    return found


@each_seating
def test_pettingzoo_finds_nothing(game_id: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's own tests of the interface pass: API, seeds, state."""
    api_test(zoo.env(game_id, seats=seats), num_cycles=20)
    seed_test(lambda: zoo.env(game_id, seats=seats), num_cycles=20)
    run_state_space_test(zoo.env(game_id, seats=seats))
    assert "Passed API test" in capsys.readouterr().out


@each_game
def test_pettingzoo_draws(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's own test of drawing passes: `ansi` returns text, `human` prints the same."""
    render_test(lambda render_mode: zoo.env(game_id, render_mode=render_mode))
    env = zoo.env(game_id, render_mode="ansi")
    env.reset(seed=4)
    capsys.readouterr()
    zoo.env(game_id, render_mode="human").reset(seed=4)
    assert capsys.readouterr().out.strip() == env.render().strip()
    assert env.position.view(turn_of(env.position)).prompt() in env.render()


@each_game
def test_the_state_is_in_its_space(game_id: str) -> None:
    """The whole truth is a vector of the state space at every step."""
    env = zoo.raw_env(game_id)
    env.reset(seed=1)
    chooser = random.Random(1)
    while not env.position.is_over:
        assert env.state_space.contains(env.state())
        env.step(chooser.choice(choices(env.position)))
    assert env.state_space.contains(env.state())


@each_seating
def test_an_episode_is_the_match(game_id: str, seats: int) -> None:
    """An episode asks, pays and ends as the match of the same seed and moves does, to the byte."""
    env = zoo.env(game_id, seats=seats)
    played = rollout(env, 11, random.Random(2))
    match = Match.start(load(game_id), seats=seats, seed=11)
    turns = [(agent, action) for agent, _, _, action, _ in played if action is not None]
    for agent, action in turns:
        seat = env.unwrapped.seat_of[agent]
        assert seat == match.actors()[0]
        match.step(seat, action)
    outcome = match.outcome()
    assert outcome is not None
    assert env.unwrapped.position.tobytes() == match.state.tobytes()
    assert [reward for _, _, _, action, reward in played if action is None] == list(outcome.payoffs)
    assert all(reward == 0 for *_, action, reward in played if action is not None)


@each_game
def test_the_same_seed_is_the_same_game(game_id: str) -> None:
    """The same seed and actions give the same bytes; a reset without a seed deals the next game of the last seed."""
    first, second = (zoo.env(game_id) for _ in range(2))
    assert rollout(first, 7, random.Random(1)) == rollout(second, 7, random.Random(1))
    following = rollout(first, None, random.Random(1))
    assert following == rollout(second, None, random.Random(1))
    assert following != rollout(second, 7, random.Random(1))
    assert rollout(first, 7, random.Random(1)) == rollout(second, np.int64(7), random.Random(1))  # type: ignore[arg-type]
    for seed in (-1, 2**128):
        with pytest.raises(BadSeed):
            first.reset(seed=seed)


@each_game
def test_the_end_is_told(game_id: str) -> None:
    """When a game is over every agent is told why, and what it scored in games that count points."""
    env = zoo.raw_env(game_id)
    env.reset(seed=2)
    chooser = random.Random(2)
    assert [info["name"] for info in env.infos.values()] == [env.seat_name(agent) for agent in env.agents]
    while not env.position.is_over:
        env.step(chooser.choice(list(env.move_names())))
    outcome = env.position.outcome()
    assert outcome is not None
    assert {info["reason"] for info in env.infos.values()} == {outcome.reason}
    if outcome.points is not None:
        assert tuple(info["points"] for info in env.infos.values()) == outcome.points
    else:
        assert not any("points" in info for info in env.infos.values())
    assert outcome.sentence in str(env.position.view(0))


@each_game
def test_an_illegal_action_is_never_silent(game_id: str, caplog: pytest.LogCaptureFixture) -> None:
    """Without wrappers an illegal action raises; with them it ends the game with a warning and a loss."""
    raw = zoo.raw_env(game_id)
    raw.reset(seed=1)
    agent = raw.agent_selection
    illegal = int(np.flatnonzero(raw.observe(agent)["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        raw.step(illegal)
    env = zoo.env(game_id)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(facts(game_id).actions)
    env.reset(seed=1)
    env.step(illegal)
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    assert {other: reward for other, reward in env.rewards.items() if reward} == {agent: zoo.ILLEGAL_REWARD}


@each_game
def test_only_the_asked_may_act(game_id: str) -> None:
    """The mask of everybody who is not asked now is empty, and that of the one who is asked is not."""
    env = zoo.raw_env(game_id)
    env.reset(seed=3)
    chooser = random.Random(3)
    for _ in range(40):
        if env.position.is_over:
            break
        masks = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
        assert [agent for agent, legal in masks.items() if legal] == [env.agent_selection]
        env.step(chooser.choice(choices(env.position)))


@each_game
def test_environments_can_be_copied(game_id: str) -> None:
    """A copy of an environment in the middle of a game, deep or pickled, goes on as the original does."""
    env = zoo.env(game_id)
    env.reset(seed=5)
    env.step(choices(env.position)[0])
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301  # ours
        assert other.agent_selection == env.agent_selection
        before = env.position.tobytes()
        assert other.position.tobytes() == before
        if not other.position.is_over:
            other.step(choices(other.position)[-1])
        assert env.position.tobytes() == before


def test_a_library_that_is_missing_is_named() -> None:
    """Without PettingZoo or OpenSpiel the import says in one line what to install."""
    for module, library, extra in (("zoo", "pettingzoo", "pettingzoo"), ("spiel", "pyspiel", "openspiel")):
        code = f"import sys; sys.modules['{library}'] = None; import mousehole.bridges.{module}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        last = done.stderr.strip().splitlines()[-1]
        assert last.startswith("ModuleNotFoundError: mousehole.bridges"), done.stderr
        assert f"pip install 'mousehole[{extra}]'" in last


def test_bad_modes_are_refused() -> None:
    """A way of drawing that does not exist is refused when the environment is made."""
    with pytest.raises(ValueError, match="render_mode"):
        zoo.env(IDS[0], render_mode="rgb_array")

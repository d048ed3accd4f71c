"""The games as OpenSpiel games."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no build for Macs with Intel processors")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation
from tests.bridges.episodes import each_game, each_seating

from mousehole.bridges import spiel
from mousehole.bridges.setting import SPECTATOR, WHOLE_TRUTH
from mousehole.engine.errors import IllegalMove
from mousehole.engine.match import Match
from mousehole.games import IDS, facts, load

State = Any
"""OpenSpiel has no types."""

SEED = 0x01020304
MOST_MOVES = 40


def dealt(game_id: str, seats: int | None = None, seed: int = SEED) -> State:
    """Return the state after the deal of a seed."""
    players = facts(game_id).usual_seats if seats is None else seats
    state = pyspiel.load_game(f"{spiel.PREFIX}{game_id}", {"players": players}).new_initial_state()
    for digit in seed.to_bytes(spiel.DIGITS, "big"):
        assert state.is_chance_node()
        state.apply_action(digit)
    return state


def rng_of(seed: int) -> Any:  # noqa: ANN401  # as above
    """Return what OpenSpiel takes for chance."""
    return pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)


def test_every_game_is_registered() -> None:
    """Each game of the list can be loaded by name with its defaults."""
    known = {kind.short_name for kind in pyspiel.registered_games()}
    assert {f"{spiel.PREFIX}{game_id}" for game_id in IDS} <= known


@each_seating
def test_openspiel_finds_nothing(game_id: str, seats: int) -> None:
    """OpenSpiel's own simulation test passes: actions, strings, tensors, returns, clones, writing and reading back."""
    game = pyspiel.load_game(f"{spiel.PREFIX}{game_id}", {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.num_players() == seats


@each_game
def test_every_option_is_a_parameter(game_id: str) -> None:
    """Options are whole-number parameters and reach the record; what is out of range is refused."""
    known = facts(game_id)
    for option in known.options:
        value = option.low if option.default != option.low else option.low + 1
        game = pyspiel.load_game(f"{spiel.PREFIX}{game_id}", {option.name: value})
        assert game.setting.options[known.options.index(option)] == value
        assert pyspiel.load_game(str(game)).setting is game.setting
    with pytest.raises(ValueError, match="seat"):
        pyspiel.load_game(f"{spiel.PREFIX}{game_id}", {"players": known.max_seats + 1})


@each_seating
def test_an_episode_is_the_match(game_id: str, seats: int) -> None:
    """An episode asks, pays and ends as the match of the same seed and moves does, to the byte."""
    state, chooser = dealt(game_id, seats), random.Random(4)
    match = Match.start(load(game_id), seats=seats, seed=SEED)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == match.actors()[0]
        assert state.legal_actions() == match.legal(seat)
        action = chooser.choice(state.legal_actions())
        assert state.action_to_string(seat, action) == {n: m for m, n in match.move_names(seat).items()}[action]
        state.apply_action(action)
        match.step(seat, action)
    outcome = match.outcome()
    assert outcome is not None
    assert state.returns() == list(outcome.payoffs)
    assert state.course.position.tobytes() == match.state.tobytes()
    assert [seat for seat, _ in match.moves] == [step.player for step in state.full_history()][spiel.DIGITS :]


@each_seating
def test_a_resampled_world_is_the_same_to_its_player(game_id: str, seats: int) -> None:
    """A world resampled for a player has its observation, recollection and moves, and no history that tells more."""
    state, chooser, others = dealt(game_id, seats), random.Random(6), 0
    for number in range(MOST_MOVES):
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, rng_of(number))
        others += str(world) != str(state)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.observation_string(player) == state.observation_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.history() == []
        again = state.resample_from_infostate(player, rng_of(number))
        assert again.course.position.tobytes() == world.course.position.tobytes()
        action = chooser.choice(state.legal_actions())
        world.apply_action(action)
        state.apply_action(action)
    assert others or not facts(game_id).has_secrets


@each_seating
def test_information_states_recall_what_was_seen(game_id: str, seats: int) -> None:
    """Two games have the same information state for a player exactly as long as it has seen and done the same."""
    for seed in range(3):
        one, two = dealt(game_id, seats, seed), dealt(game_id, seats, seed + 1000 * (seed > 0))
        chooser = random.Random(seed)
        seen: list[list[tuple[str, ...]]] = [[() for _ in range(seats)] for _ in range(2)]
        for _ in range(MOST_MOVES):
            for player in range(seats):
                for state, told in zip((one, two), seen, strict=True):
                    told[player] += (state.observation_string(player),)
                same = seen[0][player] == seen[1][player]
                assert same == (one.information_state_string(player) == two.information_state_string(player))
                assert same == (one.information_state_tensor(player) == two.information_state_tensor(player))
            shared = sorted(set(one.legal_actions()) & set(two.legal_actions()))
            if one.is_terminal() or two.is_terminal() or one.current_player() != two.current_player() or not shared:
                break
            player, action = one.current_player(), chooser.choice(shared)
            for state, told in zip((one, two), seen, strict=True):
                state.apply_action(action)
                told[player] += (f"did {action}",)


@each_game
def test_own_actions_are_recalled(game_id: str) -> None:
    """A player recalls what it did itself: another action makes another information state for it."""
    state = dealt(game_id)
    player, actions = state.current_player(), state.legal_actions()
    recalled = {state.child(action).information_state_string(player) for action in actions}
    assert len(recalled) == len(actions)
    tensors = {tuple(state.child(action).information_state_tensor(player)) for action in actions}
    assert len(tensors) == len(actions)


@each_game
def test_the_information_state_has_the_last_decisions(game_id: str) -> None:
    """Its tensor is the present observation, what the player saw and did when it last decided, and a fingerprint."""
    state, chooser = dealt(game_id), random.Random(4)
    size = state.setting.layout.size
    done: list[list[float]] = []
    player = state.current_player()
    for _ in range(40):
        if state.is_terminal() or len(done) > spiel.RECALLED:
            break
        action = chooser.choice(state.legal_actions())
        if state.current_player() == player:
            done.insert(0, [*state.observation_tensor(player), action + 1])
        state.apply_action(action)
    tensor = state.information_state_tensor(player)
    assert len(tensor) == state.get_game().information_state_tensor_size() == spiel.recall_size(state.setting)
    assert tensor[:size] == state.observation_tensor(player)
    rows = np.array(tensor[size : -spiel.FINGERPRINT]).reshape(spiel.RECALLED, -1).tolist()
    expected = [*done, *[[0.0] * (size + 1)] * spiel.RECALLED][: spiel.RECALLED]
    assert rows == expected
    assert set(tensor[-spiel.FINGERPRINT :]) <= {0.0, 1.0}


@each_game
def test_states_can_be_copied_and_written(game_id: str) -> None:
    """A state cloned, copied, pickled or written and read back has the same bytes and goes on alike."""
    game = pyspiel.load_game(f"{spiel.PREFIX}{game_id}")
    before = game.new_initial_state()
    before.apply_action(7)
    assert pickle.loads(pickle.dumps(before)).course.seed == 7  # noqa: S301  # ours
    state = dealt(game_id)
    state.apply_action(state.legal_actions()[0])
    copies = [
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),  # noqa: S301  # as above
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ]
    raw, text = state.course.position.tobytes(), state.information_state_string(0)
    for other in copies:
        assert other.course.position.tobytes() == raw
        assert other.information_state_string(0) == text
        assert other.history() == state.history()
        if not other.is_terminal():
            other.apply_action(other.legal_actions()[-1])
        assert state.course.position.tobytes() == raw


@each_game
def test_observers_see_what_they_are_for(game_id: str) -> None:
    """A player's observer sees its view, a public one a spectator's, one for all the truth; before the deal nothing."""
    game = pyspiel.load_game(f"{spiel.PREFIX}{game_id}")
    state, kind = dealt(game_id), pyspiel.PrivateInfoType
    for private, viewer in ((kind.SINGLE_PLAYER, 0), (kind.NONE, SPECTATOR), (kind.ALL_PLAYERS, WHOLE_TRUTH)):
        seen = make_observation(
            game, pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=private)
        )
        seen.set_from(state, 0)
        assert np.array_equal(seen.tensor, state.setting.observe(state.course.position, viewer))
        assert seen.string_from(state, 0) == spiel.fields_text(state.setting, state.course.position, viewer)
        seen.set_from(game.new_initial_state(), 0)
        assert not seen.tensor.any()
        assert seen.string_from(game.new_initial_state(), 0) == spiel.NOT_DEALT


@each_game
def test_public_and_private_make_the_whole(game_id: str) -> None:
    """What is public and what is private to a player together are its observation, in numbers and in words."""
    game, kind = pyspiel.load_game(f"{spiel.PREFIX}{game_id}"), pyspiel.IIGObservationType
    whole, public, private = (
        make_observation(game, kind(public_info=is_public, perfect_recall=False, private_info=whose))
        for is_public, whose in (
            (True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    state = dealt(game_id)
    for _ in range(MOST_MOVES):
        for player in range(game.num_players()):
            for seen in (whole, public, private):
                seen.set_from(state, player)
            hidden = public.tensor != whole.tensor
            assert np.array_equal(np.where(hidden, private.tensor, public.tensor), whole.tensor)
            assert not private.tensor[~hidden].any()
            told = [
                dict(part.split("=") for part in seen.string_from(state, player).split())
                for seen in (whole, public, private)
            ]
            assert told[1] | told[2] == told[0]
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1])
    with pytest.raises(ValueError, match="perfect recall"):
        game.make_py_observer(kind(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE))


@each_game
def test_an_illegal_action_changes_nothing(game_id: str) -> None:
    """An illegal action raises the table's own error and leaves every byte as it was."""
    state = dealt(game_id)
    illegal = next(action for action in range(facts(game_id).actions) if action not in state.legal_actions())
    before = state.course.position.tobytes()
    with pytest.raises(IllegalMove):
        state.apply_action(illegal)
    assert (state.course.position.tobytes(), len(state.history())) == (before, spiel.DIGITS)


@each_game
def test_openspiel_algorithms_run(game_id: str) -> None:
    """IS-MCTS plays a legal move, outcome sampling learns something, and the RL environment plays to the end."""
    state = dealt(game_id)
    game, chooser = state.get_game(), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, chooser),
        uct_c=1.4,
        max_simulations=8,
        random_state=chooser,
    )
    assert bot.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(state)
    env = rl_environment.Environment(game)
    step = env.reset()
    while not step.last():
        seen = step.observations
        step = env.step([int(chooser.choice(seen["legal_actions"][seen["current_player"]]))])
    assert any(step.rewards) or game_id != "who_done_it"

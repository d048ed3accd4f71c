"""Random play on a GPU and its benchmark, as far as they can be tested without one: the CPU twin, the refusal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks import gpu

from mousehole.batch.device import NoDevice
from mousehole.batch.playing import Played, play_on_cpu
from mousehole.batch.random_play import RandomPlay, table_type
from mousehole.engine.position import Position
from mousehole.games import IDS, load

ROOT = Path(__file__).resolve().parent.parent
SEED = gpu.SEED


@pytest.mark.parametrize("game_id", IDS)
def test_game_of_a_number_is_the_same_alone_and_in_a_row(game_id: str) -> None:
    """A game depends on its seed and number alone, not on who plays it after which other game."""
    game = load(game_id)
    seats = game.facts.usual_seats
    row = play_on_cpu(game, seats, SEED, 0, 20)
    for number in (0, 7, 19):
        assert play_on_cpu(game, seats, SEED, number, 1).difference(row.only(number)) is None
    assert len({state.tobytes() for state in row.states}) > 1


@pytest.mark.parametrize("game_id", IDS)
def test_tables_lie_in_different_banks(game_id: str) -> None:
    """A table begins with a whole record and takes an odd number of 8 bytes; hundreds stand in a multiprocessor."""
    game = load(game_id)
    table = table_type(game)
    assert table.fields is not None
    assert table.fields["s"] == (game.rules.State, 0)
    assert table.itemsize % 16 == 8
    assert 227 * 1024 // table.itemsize > 256


@pytest.mark.parametrize("game_id", IDS)
def test_games_are_played_to_the_end(game_id: str) -> None:
    """At every number of seats each game ends, with the payoffs the game's outcome names."""
    game = load(game_id)
    for seats in range(game.facts.min_seats, game.facts.max_seats + 1):
        played = play_on_cpu(game, seats, SEED, 3, 5)
        for i in range(5):
            outcome = Position(game, bytearray(played.states[i].tobytes())).outcome()
            assert outcome is not None
            assert outcome.payoffs == tuple(played.paid[i, :seats])
            assert 0 < played.lengths[i] <= game.facts.longest


def changed(played: Played, what: str) -> Played:
    """Return the same games with one of them changed."""
    states, lengths, paid = played.states.copy(), played.lengths.copy(), played.paid.copy()
    if what == "length":
        lengths[2] += 1
    elif what == "payoff":
        paid[2, 0] += 1
    else:
        states.view(np.uint8).reshape(len(lengths), -1)[2, -1] ^= 1
    return Played(states, lengths, paid)


@pytest.mark.parametrize(("what", "said"), [("length", "steps"), ("payoff", "pays"), ("byte", "different positions")])
def test_comparison_finds_what_differs(what: str, said: str) -> None:
    """One more step, another payoff or one bit of a record is a difference, and the game is named."""
    game = load("hide_and_squeak")
    played = play_on_cpu(game, 5, SEED, 0, 4)
    found = played.difference(changed(played, what))
    assert found is not None
    assert found.startswith("game 2 ")
    assert said in found


def test_without_a_gpu_random_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no GPU can be used random play on one says why."""
    monkeypatch.setattr("mousehole.batch.random_play.why_not", lambda: "there is no CUDA device")
    with pytest.raises(NoDevice, match="no CUDA device"):
        RandomPlay(load("hide_and_squeak"))


def test_without_a_gpu_it_says_so_and_exits_with_2() -> None:
    """Where there is no device or no numba-cuda, one line on the error stream says so."""
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "gpu.py"], capture_output=True, text=True, check=False, env=hidden
    )
    assert done.returncode == gpu.REFUSED
    assert done.stdout == ""
    assert done.stderr.startswith("gpu.py: ")
    assert done.stderr.count("\n") == 1

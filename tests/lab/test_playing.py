"""Many games: the same ones in any company, and each of them a match."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mousehole
from mousehole.bots.players import any_move, player
from mousehole.bots.thinking import Thought
from mousehole.engine.errors import BadSeats, BadSeed
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match, write_match
from mousehole.engine.rule import Record
from mousehole.games import IDS, load
from mousehole.lab import playing
from mousehole.lab.arena import play_game, score_of
from mousehole.lab.playing import Games, play_bots, play_random, random_match

COLUMNS = ("payoffs", "reasons", "lengths", "choices")
OTHERWISE: dict[str, dict[str, int | str]] = {
    "hide_and_squeak": {"dawn": 5},
    "cat_and_mouse": {"deep_pockets": "on", "subtle_movement": "on"},
    "cloaked_cats": {},
    "mice_heist": {"stakes": "on"},
    "who_done_it": {"easier": "on"},
}
"""Options unlike the usual ones."""


def same(one: Games, other: Games) -> bool:
    """Tell whether two lots of games are the same, game by game."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def rows(games: Games, part: slice) -> list[object]:
    """Return some of the games."""
    return [getattr(games, name)[part].tolist() for name in COLUMNS]


@pytest.mark.parametrize("game_id", IDS)
def test_threads_and_chunks_change_nothing(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of a number is the same in any number of threads, in chunks of any size, and from any first number."""
    game = load(game_id)
    whole = play_random(game, 300, seed=5)
    for threads, chunk in ((1, 7), (3, 64), (4, 1)):
        monkeypatch.setattr(playing, "CHUNK", chunk)
        assert same(play_random(game, 300, seed=5, threads=threads), whole)
    part = play_random(game, 50, seed=5, first=120)
    assert rows(part, slice(None)) == rows(whole, slice(120, 170))


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_is_a_match(game_id: str) -> None:
    """A game of a number, played again as a match by the guarded door, ends alike: payoffs, reason, length, choices."""
    game = load(game_id)
    known = game.facts
    for seats in range(known.min_seats, known.max_seats + 1):
        games = play_random(game, 6, seats=seats, options=OTHERWISE[game_id], seed=2**64 - 1, first=10**9)
        for row in range(len(games)):
            match = games.match(row)
            outcome = match.outcome()
            assert outcome is not None
            assert outcome.payoffs == tuple(games.payoffs[row])
            assert outcome.reason == game.words.REASONS[games.reasons[row]]
            assert len(match.moves) == games.lengths[row]
            asked = zip(match.positions[:-1], match.moves, strict=True)
            assert sum(len(position.legal(seat)) for position, (seat, _) in asked) == games.choices[row]


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_match_of_a_million_can_be_written_down() -> None:
    """One random game, written down, reads back as the same match; its seed says which game of which seed it is."""
    match = random_match(load("hide_and_squeak"), 654_321, seats=4, seed=9)
    assert match.seed == 9 + 654_321 * 2**64
    assert read_match(write_match(match), load) == match


@pytest.mark.parametrize("game_id", IDS)
def test_scores_are_the_arenas(game_id: str) -> None:
    """What a side is said to have won of a game is what the arena counts."""
    game = load(game_id)
    games = play_random(game, 15, seed=3)
    matches = [games.match(row) for row in range(len(games))]
    for side in games.sides:
        assert games.scores(side) == pytest.approx([score_of(match, side) for match in matches])
    assert sum(games.endings().values()) == len(games)


@pytest.mark.xdist_group("cloaked_cats")
def test_draws_and_shared_wins_are_shares() -> None:
    """A draw is an equal share for every side, a win of several sides a share for each of them."""
    games = play_random(load("cloaked_cats"), 3, seats=3)
    games.payoffs[:] = np.array([[0, 0, 0], [0.5, 0.5, -1], [1, -0.5, -0.5]])
    assert games.scores(0) == pytest.approx([1 / 3, 1 / 2, 1])
    assert games.scores(2) == pytest.approx([1 / 3, 0, 0])
    assert games.tally(0).games == 3
    assert games.tally(0).score == pytest.approx(11 / 6)


@pytest.mark.xdist_group("cat_and_mouse")
def test_interpreted_games_are_the_same() -> None:
    """The compiler changes nothing: the same games come of the same functions interpreted."""
    code = (
        "from mousehole.games import load; from mousehole.lab.playing import play_random as play;"
        " games = play(load('cat_and_mouse'), 5, seed=2**64 - 3, first=2**40);"
        " print(games.payoffs.tolist(), games.reasons.tolist(), games.lengths.tolist(), games.choices.tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(mousehole.__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled = play_random(load("cat_and_mouse"), 5, seed=2**64 - 3, first=2**40)
    assert done.stdout.split() == " ".join(map(str, rows(compiled, slice(None)))).split()


@pytest.mark.xdist_group("cloaked_cats")
def test_seeds_are_other_games() -> None:
    """Another seed brings other games."""
    game = load("cloaked_cats")
    assert not same(play_random(game, 50, seed=1), play_random(game, 50, seed=2))


@pytest.mark.xdist_group("cat_and_mouse")
def test_bots_play_the_arenas_games() -> None:
    """Game g of a seed between bots is the arena's game of that seed, in any number of threads; it can be had again."""
    game = load("cat_and_mouse")
    one, two = (play_bots(game, ["greedy", "random"], 8, seed=4, threads=threads) for threads in (1, 2))
    assert same(one, two)
    match = play_game(game, 2, game.facts.option_values({}), 4 + 5, [player(game, "greedy"), player(game, "random")])
    assert one.match(5) == match
    assert one.lengths[5] == len(match.moves)


@pytest.mark.xdist_group("cat_and_mouse")
def test_watchers_note_what_they_see() -> None:
    """What a watcher notes stands in the row of its game; what it leaves out is not a number."""

    def watch(match: Match) -> dict[str, float]:
        moves = float(len(match.moves))
        return {"moves": moves, "long": 1.0} if moves > 10 else {"moves": moves}

    games = play_bots(load("cat_and_mouse"), ["random"], 12, watch=watch)
    assert games.notes["moves"].tolist() == games.lengths.tolist()
    assert np.isnan(games.notes["long"]).tolist() == (games.lengths <= 10).tolist()


@pytest.mark.xdist_group("hide_and_squeak")
def test_any_function_may_play() -> None:
    """A player of one's own sits down beside a bot that has a name."""
    game = load("hide_and_squeak")

    def lazy(view: Record, seat: int, _: int) -> Thought:
        return Thought(view.legal(seat)[0])

    def other(view: Record, seat: int, seed: int) -> Thought:
        return Thought(any_move(game, view, seat, seed))

    named, own = (play_bots(game, [lazy, mice], 4, seats=3) for mice in ("random", other))
    assert same(named, own)


@pytest.mark.xdist_group("cat_and_mouse")
def test_nonsense_is_refused() -> None:
    """A seed too large, no games at all and too many bots are told apart."""
    game = load("cat_and_mouse")
    with pytest.raises(BadSeed):
        play_random(game, 1, seed=2**64)
    with pytest.raises(ValueError, match="no games"):
        play_random(game, 0)
    with pytest.raises(BadSeats):
        play_bots(game, ["random"] * 3, 1)

"""Games, matches, positions and results travel: through pickles, copies and to other processes."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import cloudpickle
import numpy as np
import pytest
from tests.contract.travelling import look_at
from tests.contract.walking import careful_move

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import IDS, load
from mousehole.lab.playing import play_random

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda what: pickle.loads(pickle.dumps(what)),  # noqa: S301  # ours
    "cloudpickle": lambda what: pickle.loads(cloudpickle.dumps(what)),  # noqa: S301  # ours
}
each_way = pytest.mark.parametrize("way", WAYS)
each_game = pytest.mark.parametrize("game_id", IDS)


def played(game_id: str, moves: int = 4) -> Match:
    """Play some moves of a game."""
    match, chooser = Match.start(load(game_id), seed=2**100 + 5), random.Random(5)
    while len(match.moves) < moves and not match.is_over:
        match.step(*careful_move(match, chooser))
    return match


@each_way
@each_game
def test_a_match_arrives_whole(game_id: str, way: str) -> None:
    """A match that has travelled is equal to the first, position by position, and goes its own way from there."""
    match = played(game_id)
    other = WAYS[way](match)
    assert other == match
    assert other.game is match.game is load(game_id)
    assert other.positions == match.positions
    seat = match.actors()[0]
    other.step(seat, match.legal(seat)[-1])
    assert len(other.moves) == len(match.moves) + 1
    assert len(other.positions) == len(match.positions) + 1


@each_way
@each_game
def test_positions_and_views_arrive_whole(game_id: str, way: str) -> None:
    """A position or a view that has travelled has the same bytes and is of the same kind, game and viewer."""
    match = played(game_id)
    for sent in (match.state, match.view(0), match.view(-1)):
        found = WAYS[way](sent)
        assert found == sent
        assert type(found) is type(sent)
        assert found.data is not sent.data
        assert str(found) == str(sent)
    assert isinstance(WAYS[way](match.view(0)), View)


@each_way
@each_game
def test_a_game_is_the_same_game_everywhere(game_id: str, way: str) -> None:
    """A game travels as its name: there is one of it in each process."""
    assert WAYS[way](load(game_id)) is load(game_id)


@each_way
def test_results_arrive_whole(way: str) -> None:
    """Results of many games have the same numbers after a journey, and their matches can still be had."""
    games = play_random(load("hide_and_squeak"), 20, seats=4, seed=3)
    found = WAYS[way](games)
    assert (found.game, found.seats, found.options, found.seed) == (games.game, 4, games.options, 3)
    for name in ("payoffs", "reasons", "lengths", "choices"):
        assert np.array_equal(getattr(found, name), getattr(games, name))
    assert found.match(7) == games.match(7)


def test_another_process_can_use_what_it_is_sent() -> None:
    """A process that starts from nothing loads the game by its name, plays on, and sends everything back."""
    match = played("hide_and_squeak", 9)
    games = play_random(match.game, 5, seed=3)
    sent = {"game": match.game, "match": match, "position": match.state, "view": match.view(1), "games": games}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(look_at, sent).result(timeout=300)
    assert found["game"] is match.game
    assert found["match"].moves[: len(match.moves)] == match.moves
    assert len(found["match"].moves) == len(match.moves) + 1
    assert found["position"] == match.state
    assert found["view"] == match.view(1)
    assert found["text"] == str(match.view(1))
    assert found["title"] == match.game.facts.title
    assert found["endings"] == games.endings()
    assert found["again"] == games.match(1)

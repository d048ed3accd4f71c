"""Bots by name: random, greedy and the levels of search."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mousehole.bots.knowledge import TRIALS, about, looks_ahead
from mousehole.bots.levels import settings_of
from mousehole.bots.names import check_player
from mousehole.bots.thinking import Thought, think
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.record import new_records

Player = Callable[[View, int, int], Thought]
"""A bot at a game: given its view, its seat and a seed, it has a thought."""


def player(game: Game, name: str) -> Player:
    """Seat a bot at a game."""
    check_player(name)
    if name == "random":
        return lambda view, seat, seed: Thought(any_move(game, view, seat, seed))
    if name == "greedy":
        return lambda view, seat, seed: Thought(greedy_move(game, view, seat, seed))
    settings = settings_of(game.facts.id, name)
    return lambda view, seat, seed: think(game, view, seat, seed, settings)


def any_move(game: Game, view: View, seat: int, seed: int) -> int:
    """Choose any legal move."""
    legal = view.legal(seat)
    return legal[int(np.random.default_rng(seed % 2**64).integers(len(legal)))]


def greedy_move(game: Game, view: View, seat: int, seed: int) -> int:
    """Choose as a beginner would who has read the rules: by the game's hand-written rule of thumb."""
    legal = view.legal(seat)
    if len(legal) == 1:
        return legal[0]
    greedy = about(game.facts.id).greedy
    rng = np.array([seed % 2**64], np.uint64)
    actions = np.zeros(2 * game.facts.max_actions, np.int32)
    actions[: len(legal)] = legal
    trials = [new_records(game.rules.State, TRIALS)] if looks_ahead(greedy) else []
    return int(greedy(view.record, seat, actions, len(legal), rng, *trials))

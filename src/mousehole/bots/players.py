"""Bots by name: random, greedy, the levels that think, and the net alone."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import cache

import numpy as np

from mousehole.bots.by_net import net_player
from mousehole.bots.deciding import any_of
from mousehole.bots.knowledge import PRESENT, TRIALS, about, looks_ahead
from mousehole.bots.levels import BySeat, Player, mind_of
from mousehole.bots.names import LEVELS, NET, STANDS_FOR, BadBotFile, check_player
from mousehole.bots.thinking import Settings, Thought, think
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.record import new_records

log = logging.getLogger(__name__)


def player(game: Game, name: str) -> Player:
    """Seat a bot at a game."""
    check_player(name)
    if name == "random":
        return lambda view, seat, seed: Thought(any_move(game, view, seat, seed))
    if name == "greedy":
        return lambda view, seat, seed: Thought(greedy_move(game, view, seat, seed))
    if name == NET:
        return net_player(game)
    return lambda view, seat, seed: think_as(name, game, view, seat, seed)


def think_as(level: str, game: Game, view: View, seat: int, seed: int, seconds: float | None = None) -> Thought:
    """Think as a level does; a search stops when the seconds are over."""
    mind = mind_of(game.facts.id, stand_in(level, game, view))
    if isinstance(mind, BySeat):
        mind = mind.settings(seat)
    if not isinstance(mind, Settings):
        return mind(game)(view, seat, seed)
    if seconds is not None:
        mind = mind.among(view)
        mind = replace(mind, seconds=seconds if mind.seconds is None else min(seconds, mind.seconds))
    return think(game, view, seat, seed, mind)


def stand_in(level: str, game: Game, view: View) -> str:
    """Name the level that thinks: what was made for the printed game alone leaves house rules to another level."""
    mind = mind_of(game.facts.id, level)
    is_trained = not isinstance(mind, Settings) or mind.has_net or mind.edition > PRESENT  # fitted to printed games
    return STANDS_FOR[level] if is_trained and view.has_house_rules else level


def think_for_people(
    level: str, game: Game, view: View, seat: int, seed: int, seconds: float | None = None
) -> tuple[str, Thought]:
    """Think where people wait, as any bot; if what a level plays by cannot be used another stands in; say which."""
    if level not in LEVELS:
        return level, player(game, level)(view, seat, seed)
    try:
        who = stand_in(level, game, view)
        return who, think_as(who, game, view, seat, seed, seconds)
    except BadBotFile as error:
        if level not in STANDS_FOR:
            raise
        instead = STANDS_FOR[level]
        warn_of_stand_in(instead, level, str(error))
        return instead, think_as(instead, game, view, seat, seed, seconds)


@cache
def warn_of_stand_in(instead: str, level: str, why: str) -> None:
    """Say once who plays instead of whom, and why."""
    log.warning("the %s plays instead of the %s: %s", instead, level, why)


def any_move(game: Game, view: View, seat: int, seed: int) -> int:
    """Choose any legal move."""
    legal = view.legal(seat)
    return int(any_of(np.array(legal, np.int32), len(legal), np.array([seed % 2**64], np.uint64)))


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

"""Compiling ahead, step by step: using each rule of a game once compiles it, or takes it from the cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records

Steps = list[tuple[str, Callable[[], Any]]]
"""What is to be compiled, each with its name."""


def table_steps(game: Game) -> Steps:
    """List what a table needs."""
    known = game.facts
    options = [option.default for option in known.options]
    match = Match(game, known.usual_seats, tuple(options), 0)

    def first_move() -> None:
        seat = match.actors()[0]
        match.step(seat, match.legal(seat)[0])

    def count_up() -> None:
        for name in ("payoff", "points"):
            if hasattr(game.rules, name):
                getattr(game.rules, name)(match.state[0], np.zeros(known.usual_seats))

    return [
        ("setup", lambda: match.positions.append(game.deal(known.usual_seats, options, 0))),
        ("actors", match.actors),
        ("legal", lambda: match.legal(0)),
        ("apply", first_move),
        ("hide", lambda: match.view(0)),
        ("reason", match.outcome),
        ("payoff", count_up),
        ("undo", lambda: game.is_undoable(match.state)),
    ]


def lab_steps(game: Game) -> Steps:
    """List what stands on the rules beside a table: redealing and random play."""
    known = game.facts
    options = np.array([option.default for option in known.options], np.int64)
    rng = np.zeros(1, np.uint64)
    states = game.deal(known.usual_seats, list(options), 0)
    buffer = np.zeros(known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)

    def many() -> None:
        record = new_records(game.rules.State)[0]
        play_many(record, known.usual_seats, options, 0, 1, rng, buffer, totals, out)

    return [("redeal", lambda: game.rules.redeal(game.view(states, 0)[0], 0, rng)), ("random play", many)]

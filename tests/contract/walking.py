"""Matches played by a seeded chooser that avoids losing at once where it can."""

from __future__ import annotations

import random

import numpy as np
from tests.contract.tables import Table

from mousehole.engine.match import Match
from mousehole.games import load


def open_table(table: Table, seed: int) -> Match:
    """Start a match at a table."""
    game = load(table.game_id)
    options = game.facts.options_by_name(table.options)
    return Match.start(game, seats=table.seats, options=options, seed=seed)


def loses_at_once(match: Match, seat: int, action: int) -> bool:
    """Try an action on a copy and tell whether it ends the game with a loss for its own seat."""
    after, paid = match.state.copy(), np.zeros(match.seats, np.float64)
    match.game.rules.apply(after.record, seat, action)
    if after.actors():
        return False
    match.game.rules.payoff(after.record, paid)
    return bool(paid[seat] < 0)


def careful_move(match: Match, chooser: random.Random) -> tuple[int, int]:
    """Choose a seat that may act and one of its moves, at random but for immediate losses."""
    seat = chooser.choice(match.actors())
    actions = match.legal(seat)
    chooser.shuffle(actions)
    return seat, next((action for action in actions if not loses_at_once(match, seat, action)), actions[0])


def play_carefully(table: Table, seed: int) -> Match:
    """Play a whole match."""
    match, chooser = open_table(table, seed), random.Random(seed)
    while not match.is_over:
        match.step(*careful_move(match, chooser))
    return match

"""A careful policy: random walks lose after about two turns; this one goes on as long as it can."""

from __future__ import annotations

from random import Random

from mousehole.engine.game import Game
from mousehole.engine.rule import Record
from mousehole.games.who_done_it.turn import SOLVED


def careful(game: Game, states: Record, seat: int, legal: list[int], random: Random) -> int:
    """Choose at random among the actions that do not lose at once, if there are any."""
    for action in random.sample(legal, len(legal)):
        after = states.copy()
        game.rules.apply(after[0], seat, action)
        if not 0 < game.rules.reason(after[0]) < SOLVED:
            return action
    return legal[0]

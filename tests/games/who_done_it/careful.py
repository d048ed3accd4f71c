"""A careful policy: random walks lose after about two turns; this one goes on as long as it can."""

from __future__ import annotations

from random import Random

from mousehole.engine.game import Game
from mousehole.engine.rule import Record
from mousehole.games.who_done_it import codes


def careful(game: Game, states: Record, seat: int, legal: list[int], random: Random) -> int:
    """Choose at random among the actions that do not lose at once, if there are any."""
    for action in random.sample(legal, len(legal)):
        after = states.copy()
        game.rules.apply(after.record, seat, action)
        if not 0 < game.rules.reason(after.record) < codes.SOLVED:
            return action
    return legal[0]


def patient(game: Game, options: tuple[int, int], seed: int, *, steps: int = 20_000) -> list[int]:
    """Find a game that reaches the endgame: walk carefully, and after a loss go some decisions back and try again."""
    random = Random(seed)
    positions, actions = [game.deal(1, options, seed)], list[int]()
    for _ in range(steps):
        action = careful(game, positions[-1], 0, positions[-1].legal(0), random)
        after = positions[-1].copy()
        game.rules.apply(after.record, 0, action)
        positions.append(after)
        actions.append(action)
        if game.rules.reason(after.record) >= codes.UNSOLVED:
            return actions
        if game.rules.reason(after.record):
            keep = max(0, len(actions) - random.choice((2, 4, 8, 16, 32, 64)))
            del positions[keep + 1 :], actions[keep:]
    raise AssertionError("no way to the endgame was found")

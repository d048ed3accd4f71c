"""How a game goes on from where things truly are: the chance of each side, whatever anybody knows.

From the whole position, with nothing redealt, everybody plays on as bots do in their playouts: each by what its own
seat knows. Only what chance brings from here on is new each time. So this is no player who sees through walls: it is
how often each side wins from such a position when people like these go on.
"""

from __future__ import annotations

import numpy as np

from mousehole.analysis.evaluating import PLAYED_ON, Evaluator, come_true, search_of, seed_of
from mousehole.analysis.playing_on import RECORDS, TRUE, play_on
from mousehole.bots.chances import chance_of
from mousehole.engine.game import Game
from mousehole.engine.position import Position
from mousehole.engine.record import new_records

TIMES = 400
"""So often a position is played on."""
FARTHEST = 10_000
"""How far it is played on where a search would judge at once."""


def true_chances(position: Position, seed: int) -> tuple[float, ...]:
    """Say how likely each side wins from where things truly are, one number for each; together they are 1."""
    game = position.game
    sides = game.facts.sides(position.seats)
    seats = [next(seat for seat in range(position.seats) if game.facts.side_of(seat) == side) for side in sides]
    if position.is_over:
        paid = position.payoffs()
        return tuple(chance_of(paid[seat], len(sides)) for seat in seats)
    worths = played_on(game, position, seed, TIMES)
    chances = [come_true(game, seat, chance_of(worths[seat], len(sides)), PLAYED_ON) for seat in seats]
    total = sum(chances)
    return tuple(chances) if len(sides) == 1 or total == 0.0 else tuple(chance / total for chance in chances)


def played_on(game: Game, position: Position, seed: int, times: int) -> list[float]:
    """Return the mean payoff of each seat."""
    settings = search_of(game)
    states = new_records(game.rules.State, RECORDS)
    states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)[TRUE] = np.frombuffer(position.data, np.uint8)
    rng = np.array([seed_of(seed, 0)], np.uint64)
    buffer = np.zeros(2 * game.facts.max_actions, np.int32)
    totals = np.zeros(position.seats)
    play_on(
        states,
        times,
        rng,
        buffer,
        settings.horizon or FARTHEST,
        settings.edition,
        np.zeros(game.facts.max_seats),
        totals,
    )
    return [float(total) / times for total in totals]


def look_once(game: Game) -> None:
    """Look at the first decision of a game for a moment: that compiles all an analysis needs, or finds it cached."""
    known = game.facts
    dealt = game.deal(known.usual_seats, [option.default for option in known.options], 0)
    seat = dealt.actors()[0]
    Evaluator(dealt.view(seat), seat, 0).compare(dealt.legal(seat)[:1], 2)
    played_on(game, dealt, 0, 1)

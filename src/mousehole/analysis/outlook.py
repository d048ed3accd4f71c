"""How a game goes on from where things truly are: the chance of each side, whatever anybody knows.

From the whole position, with nothing redealt, everybody plays on as bots do in their playouts: each by what its own
seat knows. Only what chance brings from here on is new each time. So this is no player who sees through walls: it is
how often each side wins from such a position when people like these go on.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from mousehole.analysis.evaluating import PLAYED_ON, Rest, added, come_true, seed_of
from mousehole.bots.worths import chance_of
from mousehole.engine.position import Position

TIMES = 400
"""So often a position is played on."""


def outlook(position: Position, seed: int) -> Generator[Rest, Sequence[float], tuple[float, ...]]:
    """Say how likely each side wins from where things truly are, one number for each; together they are 1."""
    game = position.game
    sides = game.facts.sides(position.seats)
    seats = [next(seat for seat in range(position.seats) if game.facts.side_of(seat) == side) for side in sides]
    if position.is_over:
        paid = position.payoffs()
        return tuple(chance_of(paid[seat], len(sides)) for seat in seats)
    worths = yield Rest(position, TIMES, seed_of(seed, 0))
    chances = [come_true(game, seat, chance_of(worths[seat], len(sides)), PLAYED_ON) for seat in seats]
    total = added(chances)
    return tuple(chances) if len(sides) == 1 or total == 0.0 else tuple(chance / total for chance in chances)

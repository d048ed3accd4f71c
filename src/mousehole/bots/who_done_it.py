"""What a bot knows about Who Done It?."""

from __future__ import annotations

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose any move: nothing is known about this game yet."""
    return actions[roll(rng, count)]

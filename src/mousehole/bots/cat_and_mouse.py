"""What a bot knows about Cat & The Mouse."""

from __future__ import annotations

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules."""
    return actions[roll(rng, count)]

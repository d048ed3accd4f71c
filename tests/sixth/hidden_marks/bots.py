"""What a bot knows about Hidden Marks."""

from __future__ import annotations

from tests.sixth.hidden_marks.secrets import has_row

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Complete a row where one can, otherwise mark any cell."""
    for k in range(count):
        if has_row(int(s.marks[seat]) | (1 << actions[k])):
            return actions[k]
    return actions[roll(rng, count)]

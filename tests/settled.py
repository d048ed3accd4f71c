"""Chance settled, for tests at tables: what is drawn in secret elsewhere follows here from what is played.

A test then meets the same deals and the same bots in every run, alone or among others, in whatever order. The variable
MOUSEHOLE_DEALS is a number, and each has other ones: `MOUSEHOLE_DEALS=5 pytest tests/web`.
"""

from __future__ import annotations

import os
from random import Random

from mousehole.engine.deals import thought_of_day
from mousehole.table.standing import Standing

DEALS = int(os.environ.get("MOUSEHOLE_DEALS", "0"))


def chance_of(*words: object) -> Random:
    """Return the chance that goes with some words."""
    return Random(" ".join(map(str, (DEALS, *words))))


def secret_of(chance: Random) -> str:
    """Draw a share or a salt."""
    return f"{chance.getrandbits(128):032x}"


def thought_seed(table: Standing, seat: int) -> int | None:
    """Seed a bot's thought by the deal and by how often it has moved: of several asked at once anyone may be first."""
    if table.seed is None or table.match is None:
        return None
    moves = table.match.moves
    made = len(moves) if table.day else sum(mover == seat for mover, _ in moves)
    return thought_of_day(table.seed, made, seat)

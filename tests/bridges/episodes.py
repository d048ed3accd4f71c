"""What the tests of both bridges share: tables, and positions met on the way through seeded games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from mousehole.bridges.setting import Setting, setting, turn_of
from mousehole.engine.position import Position
from mousehole.games import IDS, facts

MOST_MOVES = 40
"""A walk looks at so many positions at most: some games are long."""
SAMPLE = 0.2
"""After the first half of these it looks at one position in five, to see the later game as well."""


def seatings() -> list[tuple[str, int]]:
    """List every game with its fewest, usual and most seats."""
    return [
        (game_id, seats)
        for game_id in IDS
        for seats in sorted({facts(game_id).min_seats, facts(game_id).usual_seats, facts(game_id).max_seats})
    ]


each_game = pytest.mark.parametrize("game_id", IDS)
each_seating = pytest.mark.parametrize(("game_id", "seats"), seatings())


def choices(position: Position) -> list[int]:
    """List the legal actions of the seat whose turn it is."""
    return position.legal(turn_of(position))


def play_any(position: Position, chooser: random.Random) -> None:
    """Play any legal action of the seat whose turn it is."""
    position.play(turn_of(position), chooser.choice(choices(position)))


def walk(agreed: Setting, seed: int, most: int = MOST_MOVES) -> Iterator[Position]:
    """Return positions of a random game in their order: each one at first, then fewer, and the last one."""
    position, chooser = agreed.deal(seed), random.Random(seed)
    seen = moves = 0
    while not position.is_over and seen < most:
        if moves < most // 2 or chooser.random() < SAMPLE:
            seen += 1
            yield position
        play_any(position, chooser)
        moves += 1
    yield position


def positions(game_id: str, seats: int) -> Iterator[Position]:
    """Return positions of a random game."""
    yield from walk(setting(game_id, seats), seats)

"""Chances to win as people are shown them: what a search thinks a move is worth, corrected by what came of it.

A search is an optimist about itself, or a pessimist, by game and role. What it said in many games of the strongest bot
and how these ended is in `calibration.json`, as one rising row of numbers for each role and, where players are alike,
number of them; `python -m benchmarks.calibration` fits it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from mousehole.bots.worths import chance_of
from mousehole.engine.game import Game

Row = Sequence[int]
"""What came true, in thousandths, where a search said 0, 5, 10 ... 100 in a hundred; nothing and all stay so."""

PLAYER = "player"
"""The role of everybody in a game whose seats are alike."""
TRUTH = 1000


def role_of(game: Game, seat: int) -> str:
    """Name the role that a seat has: its side, its own part where their number is fixed, else that of everybody."""
    facts = game.facts
    if facts.side_names:
        return facts.side_names[facts.side_of(seat)]
    return game.words.seat_name(facts.max_seats, seat) if facts.min_seats == facts.max_seats else PLAYER


def row_name(role: str, seats: int) -> str:
    """Name the row of a role; where all players are alike there is one for each number of them: so is what is fair."""
    return f"{role} of {seats}" if role == PLAYER else role


def corrected(chance: float, row: Row) -> float:
    """Read off what comes true where a search says this, between two entries in proportion."""
    place = chance * (len(row) - 1)
    low = min(int(place), len(row) - 2)
    return (row[low] + (row[low + 1] - row[low]) * (place - low)) / TRUTH


@cache
def rows_of(game_id: str) -> dict[str, Row]:
    """Look up a game's rows; none for a game that nobody has measured."""
    stored = files("mousehole.bots").joinpath("calibration.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Row]] = json.loads(stored)
    return found.get(game_id, {})


def uncorrected(game: Game, seats: int, seat: int, worth: float) -> float:  # as `shown_chance` has it
    """Say what a search itself thinks: what came of it was counted in printed games only."""
    return chance_of(worth, len(game.facts.sides(seats)))


def shown_chance(game: Game, seats: int, seat: int, worth: float) -> float:
    """Say how likely a seat wins that finds its best move worth so much."""
    chance = chance_of(worth, len(game.facts.sides(seats)))
    row = rows_of(game.facts.id).get(row_name(role_of(game, seat), seats))
    return chance if row is None else corrected(chance, row)

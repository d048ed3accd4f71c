"""The deal of the day: one for everybody, by the date and a constant that is published, so that nobody chooses it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from mousehole.engine.deals import digest

CONSTANT = "the deal of the day"
"""Part of every day's seed; it never changes."""


def daily_seed(game_id: str, day: date) -> int:
    """Return the seed from which a game is dealt on a day, at its usual table: half of a SHA-256."""
    return int(digest(CONSTANT, game_id, day.isoformat())[:32], 16)


def today() -> date:
    """Return the day it is at Greenwich: the same for everybody."""
    return datetime.now(UTC).date()

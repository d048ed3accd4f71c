"""The deal of the day: one for everybody, by the date and a constant that is published, so that nobody chooses it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from mousehole.engine.deals import seed_of_day


def daily_seed(game_id: str, day: date) -> int:
    """Return the seed from which a game is dealt on a day, at its usual table: half of a SHA-256."""
    return seed_of_day(game_id, day.isoformat())


def today() -> date:
    """Return the day it is at Greenwich: the same for everybody."""
    return datetime.now(UTC).date()

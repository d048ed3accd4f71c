"""The deal of the day, as it is laid: the usual table, everybody on the same seat, against the same bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mousehole.engine.deals import seat_of_day, seed_of_day
from mousehole.games import facts
from mousehole.table.setup import HouseRules, SeatPlan, Setup, plan_setup

LEVEL = "alley_cat"
"""Who plays against people in the deal of the day: quick enough to think as long as it wants on any machine."""


def deals_of(day: str, games: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """List the deals of a day, one for each game (id, title, usual seats): where people sit, and against whom."""
    return [
        {
            "game": game_id,
            "title": title,
            "seat": seat_of_day(seed_of_day(game_id, day), seats),
            "seats": seats,
            "level": LEVEL,
        }
        for game_id, title, seats in games
    ]


def day_setup(game_id: str, day: str) -> Setup:
    """Set the table of a day's deal: the usual one, with the printed rules and no hints."""
    known = facts(game_id)
    mine = seat_of_day(seed_of_day(known.id, day), known.usual_seats)
    seats = [SeatPlan("me") if seat == mine else SeatPlan("bot", LEVEL) for seat in range(known.usual_seats)]
    return plan_setup(known.id, {}, seats, HouseRules(hints=False))

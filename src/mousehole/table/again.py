"""Trying again: a table that goes on from a moment of a finished game, on one seat against bots."""

from __future__ import annotations

from mousehole.table.afterwards import moment_of
from mousehole.table.events import Draft
from mousehole.table.setup import USUAL_BOT, HouseRules, SeatPlan, Setup
from mousehole.table.table import Table, going_on


def going_again(table: Table, person: str, name: str, move: int, seat: int, redealt: int | None) -> tuple[Setup, Draft]:
    """Set the table and write its first event: the person on a seat, bots on the others, the pace as it was."""
    table.find_seat(seat)
    begun = moment_of(table, move, seat, redealt)
    plans = tuple(
        SeatPlan("me") if n == seat else SeatPlan("bot", other.bot or USUAL_BOT) for n, other in enumerate(table.seats)
    )
    setup = Setup(table.row.game, table.row.options, plans, HouseRules(pace=table.row.rules.pace))
    return setup, going_on(setup, person, name, begun)

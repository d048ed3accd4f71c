"""The routes for strangers: open tables, a quick seat, reporting and blocking."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from mousehole.server.api import company_messages as messages
from mousehole.server.api.asking import PROBLEMS, HallHere, LiveHere, PersonHere, SeatPath
from mousehole.table.errors import NotHere
from mousehole.table.table import Table

router = APIRouter(prefix="/api", responses=PROBLEMS)
Number = Annotated[int, Path(ge=0, le=2**31 - 1, description="as the list of blocks has it")]


@router.get("/open-tables")
async def open_tables(registry: HallHere, person: PersonHere) -> list[messages.OpenTable]:
    """List the tables where anyone may sit down, the one that waits longest first."""
    return [table_out(session.table, person) for session in await registry.open_tables.seen_by(person)]


def table_out(table: Table, person: str) -> messages.OpenTable:
    """Say of a table what everybody sees in its lobby."""
    rules, known = table.row.rules, table.game.facts
    return messages.OpenTable(
        table=table.row.code,
        game=known.id,
        title=known.title,
        since=table.row.created,
        seats=[
            messages.OpenSeat(
                seat=number,
                role=table.role(number),
                kind="open" if seat.is_open else "person" if seat.person is not None else "bot",
                name=seat.name,
                bot=seat.bot,
            )
            for number, seat in enumerate(table.seats)
        ],
        house_rules=known.house_rules(table.row.options),
        counts=bool(rules.counts),
        hints=table.has_hints,
        move_seconds=rules.move_seconds,
        game_seconds=rules.game_seconds,
        mine=person in table.people(),
    )


@router.post("/quick-seat")
async def quick_seat(wish: messages.QuickSeat, registry: HallHere, person: PersonHere) -> messages.QuickSeatOut:
    """Play with somebody: sit down where one waits longest, or at a new table that is listed, and wait."""
    session, seat, waits = await registry.open_tables.quick_seat(
        person, wish.game, does_count=wish.counts, is_promised_first=wish.promise_first
    )
    code = session.code
    return messages.QuickSeatOut(table=code, join=f"/t/{code}", seat=seat, waits=waits, promise=session.table.promise)


@router.post("/tables/{code}/seats/{seat}/report", status_code=204)
async def report(
    wish: messages.Report, seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere
) -> None:
    """Tell whoever runs this server about the person on a seat; nobody else hears of it."""
    subject, name = await registry.open_tables.met_on(session, person, seat)
    await registry.open_tables.strangers.report(registry.now(), person, subject, name, session.code, wish.reason)


@router.post("/tables/{code}/seats/{seat}/block", status_code=204)
async def block(seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Meet the person on a seat no more at open tables; they are not told."""
    other, name = await registry.open_tables.met_on(session, person, seat)
    await registry.open_tables.strangers.block(person, other, name, registry.now())


@router.get("/me/blocks")
async def my_blocks(registry: HallHere, person: PersonHere) -> list[messages.BlockOut]:
    """List whom I block, the newest first."""
    found = await registry.open_tables.strangers.blocks_of(person)
    return [messages.BlockOut(**vars(one)) for one in found]


@router.delete("/me/blocks/{number}", status_code=204)
async def unblock(number: Number, registry: HallHere, person: PersonHere) -> None:
    """Take somebody off my list."""
    if not await registry.open_tables.strangers.unblock(person, number):
        raise NotHere("nobody on your list has this number")

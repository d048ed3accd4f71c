"""Everything that is kept about one person, to take along."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from mousehole.server.store import schema
from mousehole.server.store.callbook import CallBook
from mousehole.server.store.erasing import OPENED
from mousehole.server.store.merging import tables_with
from mousehole.server.store.persons import Persons
from mousehole.server.store.strangers import all_about

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from mousehole.server.store.store import Store


async def everything_about(store: Store, person: str) -> dict[str, Any]:
    """Collect what the store knows of somebody: nobody else's doings, and no secret of a game that goes on."""
    persons = Persons(store)
    figures = await persons.figures(person)
    found: dict[str, Any] = {
        "person": person,
        "name": await store.name_of(person),
        "devices": [
            {"label": one.label, "created": one.created, "seen": one.seen} for one in await persons.devices_of(person)
        ],
        "passkeys": [
            {"label": one.label, "created": one.created, "site": one.site} for one in await persons.passkeys_of(person)
        ],
        "calls": await CallBook(store).subscriptions_of(person),
        "figures": None if figures is None else figures.data,
        "tables": [],
    }
    async with store.reading() as connection:
        found |= await all_about(connection, person)
        numbers = select(tables_with(person).subquery().c[0])
        own, kept = schema.tables.c, schema.keepsakes.c
        asked = (
            select(own.id, own.code, own.game, own.state, own.created, own.host, kept.data)
            .outerjoin(schema.keepsakes, kept.table_id == own.id)
            .where(own.id.in_(numbers))
            .order_by(own.id)
        )
        for row in list(await connection.execute(asked)):
            table = {
                "table": row.code,
                "game": row.game,
                "state": row.state,
                "created": row.created,
                "opened_by_me": row.host == person,
                "did": await doings(connection, row.id, person),
            }
            if row.data is not None:
                table["record"] = json.loads(zlib.decompress(bytes(row.data))).get("record")
            found["tables"].append(table)
    return found


async def doings(connection: AsyncConnection, number: int, person: str) -> list[dict[str, Any]]:
    """List what somebody did at a table: sitting down, moves, votes; of others only that there were some."""
    own = schema.events.c
    asked = select(schema.events).where(own.table_id == number, own.person == person).order_by(own.version)
    found = []
    for row in await connection.execute(asked):
        said = json.loads(row.data)
        if row.kind == OPENED:
            said = {"seats": [seat for seat in said["seats"] if seat.get("person") == person]}
        elif "share" in said:
            said = {name: value for name, value in said.items() if name not in {"share", "salt"}}
        found.append({"at": row.at, "kind": row.kind, "seat": row.seat, **({"said": said} if said else {})})
    return found

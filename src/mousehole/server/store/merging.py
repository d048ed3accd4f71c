"""Two people who turn out to be one: what the second has, the first has from now on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, or_, select, union, update

from mousehole.server.store import schema
from mousehole.server.store.callbook import merge_calls
from mousehole.server.store.erasing import OPENED
from mousehole.server.store.strangers import join_person

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from mousehole.server.store.store import Store


def tables_with(person: str) -> Any:
    """Ask for the numbers of all tables that somebody has to do with."""
    own, happened, sits = schema.tables.c, schema.events.c, schema.sits.c
    return union(
        select(own.id).where(own.host == person),
        select(happened.table_id).where(happened.person == person),
        select(sits.table_id).where(sits.person == person),
    )


async def shared_tables(connection: AsyncConnection, one: str, other: str) -> list[tuple[int, str]]:
    """List the tables that two people have to do with, by number and code.

    There they stay two: their contributions to one deal would fall together, and it would be another deal.
    """
    own = schema.tables.c
    mine, theirs = tables_with(one).subquery(), tables_with(other).subquery()
    asked = select(own.id, own.code).where(own.id.in_(select(mine.c[0])), own.id.in_(select(theirs.c[0])))
    return [(row[0], row[1]) for row in await connection.execute(asked)]


async def merge(store: Store, connection: AsyncConnection, old: str, new: str) -> list[str]:
    """Let somebody have all that another one had; return the codes of the tables that were rewritten."""
    own, sits = schema.tables.c, schema.sits.c
    apart = {number for number, _ in await shared_tables(connection, old, new)}
    asked = select(own.id, own.code).where(own.id.in_(select(tables_with(old).subquery().c[0])))
    found = [(row[0], row[1]) for row in await connection.execute(asked) if row[0] not in apart]
    for number, _ in found:
        await rename(connection, number, old, new)
    moved = select(sits.table_id, sits.hidden).where(sits.person == old, sits.table_id.not_in(apart))
    for number, hidden in list(await connection.execute(moved)):
        values = {"person": new, "table_id": number, "hidden": hidden}
        await connection.execute(store.insert(schema.sits).values(values))
    await connection.execute(delete(schema.sits).where(sits.person == old))
    known = schema.people.c
    named = (await connection.execute(select(known.id).where(known.id == new))).first()
    if named is None:
        await connection.execute(update(schema.people).where(known.id == old).values(id=new))
    await connection.execute(delete(schema.people).where(known.id == old))
    for kept in (schema.figures, schema.claims):
        await connection.execute(delete(kept).where(kept.c.person == old))
    await merge_calls(store, connection, old, new)
    await merge_company(connection, old, new)
    await connection.execute(update(schema.devices).where(schema.devices.c.person == old).values(person=new))
    await join_person(store, connection, old, new)
    return [code for _, code in found]


async def hand_over(connection: AsyncConnection, column: Any, old: str, new: str) -> None:
    """Give rows of somebody's to another one, who keeps what is there already where there can be only one."""
    kept, keys = column.table, [key for key in column.table.primary_key.columns if key is not column]
    for row in list(await connection.execute(select(kept).where(column == old))):
        here = [key == row._mapping[key.name] for key in keys]  # noqa: SLF001  # its public name
        taken = select(column).where(column == new, *here).limit(1)
        if column.primary_key and (await connection.execute(taken)).first() is not None:
            await connection.execute(delete(kept).where(column == old, *here))
        else:
            await connection.execute(update(kept).where(column == old, *here).values({column.name: new}))


async def merge_company(connection: AsyncConnection, old: str, new: str) -> None:
    """Let blocks and reports, by somebody and of them, hold for another one; of two ratings the other's own stays."""
    own = schema.blocks.c
    known = or_(own.person.in_([old, new]), own.other.in_([old, new]))
    pairs = {(row.person, row.other): row for row in await connection.execute(select(schema.blocks).where(known))}
    for (person, other), row in pairs.items():
        if old not in {person, other}:
            continue
        moved = (new if person == old else person, new if other == old else other)
        here = own.id == row.id
        if moved in pairs or moved[0] == moved[1]:
            await connection.execute(delete(schema.blocks).where(here))
        else:
            await connection.execute(update(schema.blocks).where(here).values(person=moved[0], other=moved[1]))
    reports = schema.reports.c
    for column in (reports.person, reports.subject):
        await hand_over(connection, column, old, new)
    await hand_over(connection, schema.ratings.c.player, old, new)
    await hand_over(connection, schema.shown.c.person, old, new)


async def rename(connection: AsyncConnection, number: int, old: str, new: str) -> None:
    """Put somebody into another one's place at a table, under the name that was used there."""
    own, tables = schema.events.c, schema.tables.c
    opened = select(own.version, own.data).where(own.table_id == number, own.kind == OPENED)
    for version, data in list(await connection.execute(opened)):
        text = json.dumps(renamed(json.loads(data), old, new), separators=(",", ":"))
        here = (own.table_id == number, own.version == version)
        await connection.execute(update(schema.events).where(*here).values(data=text))
    await connection.execute(update(schema.events).where(own.table_id == number, own.person == old).values(person=new))
    await connection.execute(update(schema.tables).where(tables.id == number, tables.host == old).values(host=new))
    await connection.execute(delete(schema.summaries).where(schema.summaries.c.table_id == number))


def renamed(said: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Write how a table was opened with another person in somebody's place."""
    changed = dict(said)
    changed["seats"] = [{**seat, "person": new} if seat.get("person") == old else seat for seat in said["seats"]]
    if "given" in said:
        changed["given"] = [[new if giver == old else giver, text] for giver, text in said["given"]]
    if "awaits" in said:
        changed["awaits"] = [new if one == old else one for one in said["awaits"]]
    return changed

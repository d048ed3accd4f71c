"""Taking a person out of what is kept: ids and names at tables where others sat, too.

What happened there stays, for it is the others' game as well; who did it becomes a nobody who has no cookie.
"""

from __future__ import annotations

import json
import secrets
import zlib
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mousehole.server.store import schema
from mousehole.server.store.callbook import erase_calls
from mousehole.server.store.strangers import forget_person
from mousehole.table.events import now_ms

SOMEBODY = "Somebody"
OPENED, SAT = "opened", "sat"


async def erase(connection: AsyncConnection, person: str) -> tuple[list[str], list[str]]:
    """Take a person out; return the codes of tables that were theirs alone, and of those that were rewritten."""
    own, happened, sits = schema.tables.c, schema.events.c, schema.sits.c
    acted = select(happened.table_id).where(happened.person == person)
    sat = select(sits.table_id).where(sits.person == person)
    asked = select(own.id, own.code).where(or_(own.host == person, own.id.in_(acted), own.id.in_(sat)))
    found = [(row[0], row[1]) for row in await connection.execute(asked)]
    alone, shared = [], []
    for number, code in found:
        if await is_alone(connection, number, person):
            alone.append(code)
        else:
            await rewrite(connection, number, person, f"gone-{secrets.token_hex(8)}")
            shared.append(code)
    await connection.execute(delete(schema.sits).where(sits.person == person))
    await erase_calls(connection, person)
    await connection.execute(delete(schema.people).where(schema.people.c.id == person))
    await forget_person(connection, person)
    for kept in (schema.passkeys, schema.claims, schema.figures):
        await connection.execute(delete(kept).where(kept.c.person == person))
    await end_devices(connection, person)
    return alone, shared


async def end_devices(connection: AsyncConnection, person: str) -> None:
    """Let no cookie of a person's devices count any more; what is left of them is a number without a person."""
    own = schema.devices.c
    ended = func.coalesce(own.ended, now_ms())
    changed = update(schema.devices).where(own.person == person)
    await connection.execute(changed.values(person="", label="", created=0, seen=0, ended=ended))


async def is_alone(connection: AsyncConnection, number: int, person: str) -> bool:
    """Tell whether nobody else has ever done anything at a table."""
    own = schema.events.c
    others = select(own.person).where(own.table_id == number, own.person.is_not(None), own.person != person).limit(1)
    return (await connection.execute(others)).first() is None


async def rewrite(connection: AsyncConnection, number: int, person: str, nobody: str) -> None:
    """Put a nobody in somebody's place at one table."""
    own, names = schema.events.c, set[str]()
    for row in list(await connection.execute(select(schema.events).where(own.table_id == number))):
        said = json.loads(row.data)
        changed = without(row.kind, said, person, nobody, is_own=row.person == person, names=names)
        here = (own.table_id == number, own.version == row.version)
        if changed != said:
            data = json.dumps(changed, separators=(",", ":"))
            await connection.execute(update(schema.events).where(*here).values(data=data))
        if row.person == person:
            await connection.execute(update(schema.events).where(*here).values(person=nobody))
    tables = schema.tables.c
    await connection.execute(
        update(schema.tables).where(tables.id == number, tables.host == person).values(host=nobody)
    )
    await connection.execute(delete(schema.summaries).where(schema.summaries.c.table_id == number))
    await rewrite_keepsake(connection, number, names - {""})


def without(
    kind: str, said: dict[str, Any], person: str, nobody: str, *, is_own: bool, names: set[str]
) -> dict[str, Any]:
    """Write what an event says without a person; the names they had go into `names`."""
    changed = dict(said)
    if kind == OPENED:
        seats = [dict(seat) for seat in said["seats"]]
        for seat in seats:
            if seat.get("person") == person:
                names.add(seat.get("name", ""))
                seat["person"], seat["name"] = nobody, SOMEBODY
        changed["seats"] = seats
        if "given" in said:
            changed["given"] = [[nobody if giver == person else giver, text] for giver, text in said["given"]]
        if "awaits" in said:
            changed["awaits"] = [nobody if one == person else one for one in said["awaits"]]
    elif kind == SAT and is_own:
        names.add(said["name"])
        changed["name"] = SOMEBODY
    return changed


async def rewrite_keepsake(connection: AsyncConnection, number: int, names: set[str]) -> None:
    """Take names out of a finished game in words."""
    own = schema.keepsakes.c
    kept = (await connection.execute(select(own.data).where(own.table_id == number))).scalar_one_or_none()
    if kept is None or not names:
        return
    words = replaced(json.loads(zlib.decompress(bytes(kept))), names)
    data = zlib.compress(json.dumps(words, separators=(",", ":")).encode(), 9)
    await connection.execute(update(schema.keepsakes).where(own.table_id == number).values(data=data))


def replaced(told: Any, names: set[str]) -> Any:
    """Write "Somebody" for names, wherever in a story they stand."""
    if isinstance(told, dict):
        return {key: value if key == "record" else replaced(value, names) for key, value in told.items()}
    if isinstance(told, list):
        return [replaced(one, names) for one in told]
    if isinstance(told, str):
        for name in sorted(names, key=len, reverse=True):
            told = told.replace(name, SOMEBODY)
    return told

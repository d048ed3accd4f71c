"""Lists of somebody's tables: what each shows, which are out of sight, and how tables stood when they were put away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from mousehole.server.store import schema
from mousehole.server.store.store import PURGED

if TYPE_CHECKING:
    from mousehole.server.store.store import Store
    from mousehole.table.events import Row


@dataclass(frozen=True)
class Listed:
    """A table in somebody's list."""

    code: str
    game: str
    state: str
    created: int
    options: str
    """As stored, whatever it is: a list has room for a table that cannot be read."""
    touched: int
    number: int
    version: int
    """The last event's."""
    hidden: bool
    summed: int | None
    summary: str | None
    """How it stood at some version, as `keep_summary` was told."""


async def tables_of(store: Store, person: str, limit: int = 100) -> list[Listed]:
    """List the tables where somebody has sat, the newest first."""
    own, happened, sits, kept = schema.tables.c, schema.events.c, schema.sits.c, schema.summaries.c
    at, version = (
        select(column).where(happened.table_id == own.id).order_by(happened.version.desc()).limit(1).scalar_subquery()
        for column in (happened.at, happened.version)
    )
    last = func.coalesce(at, own.touched).label("last")
    asked = (
        select(own.code, own.game, own.state, own.created, own.options, last, own.id, func.coalesce(version, 0))
        .add_columns(sits.hidden, kept.version, kept.data)
        .join(schema.sits, sits.table_id == own.id)
        .outerjoin(schema.summaries, kept.table_id == own.id)
        .where(sits.person == person, own.state != PURGED)
        .order_by(last.desc(), own.id.desc())
        .limit(limit)
    )
    async with store.reading() as connection:
        return [Listed(*row) for row in await connection.execute(asked)]


async def keep_summary(store: Store, number: int, version: int, data: str) -> None:
    """Keep how a table stands, for lists: so it need not be rebuilt to be listed."""
    async with store.changing() as connection:
        await connection.execute(delete(schema.summaries).where(schema.summaries.c.table_id == number))
        values = {"table_id": number, "version": version, "data": data}
        await connection.execute(store.insert(schema.summaries).values(values))


async def hide(store: Store, person: str, row: Row, *, is_hidden: bool) -> bool:
    """Put a table of somebody's list out of sight, or back; False where it is not on the list."""
    own = schema.sits.c
    changed = update(schema.sits).where(own.person == person, own.table_id == row.id).values(hidden=is_hidden)
    async with store.changing() as connection:
        return bool((await connection.execute(changed)).rowcount)


async def count_tables_of(store: Store, person: str) -> int:
    """Count the tables on somebody's list."""
    return len(await codes_of(store, person))


async def codes_of(store: Store, person: str, states: Iterable[str] = ()) -> list[str]:
    """List the codes of the tables where somebody has sat, of some states or of all."""
    own, chosen = schema.tables.c, list(states)
    asked = select(own.code).join(schema.sits, schema.sits.c.table_id == own.id)
    asked = asked.where(schema.sits.c.person == person, own.state.in_(chosen) if chosen else own.state != PURGED)
    async with store.reading() as connection:
        return [row[0] for row in await connection.execute(asked)]


async def ended_with_others(store: Store, person: str) -> list[str]:
    """List the codes of finished tables where somebody has sat with other people, who may ask for a rematch there."""
    own, sits, others = schema.tables.c, schema.sits.c, schema.sits.alias().c
    company = select(others.table_id).where(others.table_id == own.id, others.person != person).exists()
    asked = select(own.code).join(schema.sits, sits.table_id == own.id)
    asked = asked.where(sits.person == person, own.state == "over", company)
    async with store.reading() as connection:
        return [row[0] for row in await connection.execute(asked)]

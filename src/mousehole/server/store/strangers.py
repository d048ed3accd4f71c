"""What the store knows of strangers who meet: which tables are listed, who blocks whom, who was reported."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from mousehole.server.store import schema

if TYPE_CHECKING:
    from mousehole.server.store.store import Store
    from mousehole.table.events import Row

LOBBY = "lobby"
MOST_BLOCKS = 500
"""Nobody blocks more people than this: the oldest are forgotten."""


@dataclass(frozen=True)
class Listing:
    """A table that stands on the list."""

    code: str
    game: str
    host: str
    since: int
    seen: int
    """When somebody who sits there was there last."""


@dataclass(frozen=True)
class Block:
    """Somebody whom a person does not want to meet."""

    id: int
    name: str
    since: int


async def enlist(connection: AsyncConnection, number: int, row: Row, state: str) -> None:
    """Put a new table on the list of open tables, and on that of games that count, as it was agreed."""
    if row.rules.listed and state == LOBBY:
        await connection.execute(schema.listings.insert().values(table_id=number, since=row.created, seen=row.created))
    if row.rules.counts:
        await connection.execute(schema.counting.insert().values(table_id=number))


class Strangers:
    """Reads and writes all of it."""

    def __init__(self, store: Store) -> None:
        """Use a store."""
        self.store = store

    # The list

    async def listed(self, seen_after: int, limit: int) -> list[Listing]:
        """List the open tables where somebody was lately, the one that waits longest first."""
        own, tables = schema.listings.c, schema.tables.c
        asked = (
            select(tables.code, tables.game, tables.host, own.since, own.seen)
            .join(schema.tables, tables.id == own.table_id)
            .where(own.seen > seen_after, tables.state == LOBBY)
            .order_by(own.since, own.table_id)
            .limit(limit)
        )
        async with self.store.reading() as connection:
            return [Listing(*row) for row in await connection.execute(asked)]

    async def see(self, rows: Collection[Row], now: int) -> None:
        """Note that people wait at these tables now."""
        if not rows:
            return
        dialect: Any = sqlite if self.store.is_sqlite else postgresql
        values = [{"table_id": row.id, "since": row.created, "seen": now} for row in rows]
        added = dialect.insert(schema.listings)
        kept = added.on_conflict_do_update(index_elements=["table_id"], set_={"seen": added.excluded.seen})
        async with self.store.changing() as connection:
            await connection.execute(kept, values)

    async def tidy(self, seen_before: int) -> None:
        """Forget listings that nobody needs any more; whoever comes back to such a table lists it again."""
        async with self.store.changing() as connection:
            await connection.execute(delete(schema.listings).where(schema.listings.c.seen < seen_before))

    # Blocks

    async def strange_to(self, person: str) -> set[str]:
        """List those whom somebody blocks, and those who block them."""
        own = schema.blocks.c
        asked = select(own.person, own.other).where(or_(own.person == person, own.other == person))
        async with self.store.reading() as connection:
            return {other if by == person else by for by, other in await connection.execute(asked)}

    async def is_blocked(self, person: str, by: Iterable[str]) -> bool:
        """Tell whether one of these people blocks somebody."""
        own = schema.blocks.c
        asked = select(own.id).where(own.other == person, own.person.in_(list(by))).limit(1)
        async with self.store.reading() as connection:
            return (await connection.execute(asked)).first() is not None

    async def blocks_of(self, person: str) -> list[Block]:
        """List whom somebody blocks, the newest first."""
        own = schema.blocks.c
        asked = select(own.id, own.name, own.since).where(own.person == person).order_by(own.id.desc())
        async with self.store.reading() as connection:
            return [Block(*row) for row in await connection.execute(asked)]

    async def block(self, person: str, other: str, name: str, now: int) -> None:
        """Block somebody, under the name they have now."""
        own = schema.blocks.c
        newest = select(own.id).where(own.person == person).order_by(own.id.desc()).limit(MOST_BLOCKS)
        async with self.store.changing() as connection:
            made = self.store.insert(schema.blocks).values(person=person, other=other, name=name, since=now)
            await connection.execute(made)
            await connection.execute(
                delete(schema.blocks).where(own.person == person, own.id.not_in(newest.scalar_subquery()))
            )

    async def unblock(self, person: str, number: int) -> bool:
        """Take somebody off a person's own list; tell whether they were on it."""
        own = schema.blocks.c
        async with self.store.changing() as connection:
            gone = await connection.execute(delete(schema.blocks).where(own.person == person, own.id == number))
        return bool(gone.rowcount)

    # Reports

    async def report(self, at: int, person: str, subject: str, name: str, code: str, reason: str) -> None:
        """Keep a report for the operator; the same one that is still open is kept once."""
        own = schema.reports.c
        same = select(func.count()).where(
            own.person == person, own.subject == subject, own.code == code, own.reason == reason, own.settled.is_(None)
        )
        values = {"at": at, "person": person, "subject": subject, "name": name, "code": code, "reason": reason}
        async with self.store.changing() as connection:
            if not (await connection.execute(same)).scalar_one():
                await connection.execute(schema.reports.insert().values(values))


async def settle(connection: AsyncConnection, numbers: Collection[int], now: int) -> int:
    """Note that an operator has dealt with reports; return how many were open."""
    own = schema.reports.c
    done = update(schema.reports).where(own.id.in_(list(numbers)), own.settled.is_(None)).values(settled=now)
    return int((await connection.execute(done)).rowcount)


async def forget_person(connection: AsyncConnection, person: str) -> None:
    """Take a person out of blocks, reports and ratings: theirs go, and so do those about them."""
    blocks, reports = schema.blocks.c, schema.reports.c
    await connection.execute(delete(schema.blocks).where(or_(blocks.person == person, blocks.other == person)))
    await connection.execute(delete(schema.reports).where(or_(reports.person == person, reports.subject == person)))
    await connection.execute(delete(schema.ratings).where(schema.ratings.c.player == person))
    await connection.execute(delete(schema.shown).where(schema.shown.c.person == person))


async def join_person(store: Store, connection: AsyncConnection, old: str, new: str) -> None:
    """Let somebody have the blocks, reports and ratings of another one who is the same person.

    Where both have a rating, the one with more games stays. Whether it is seen in lists is left as the first one chose.
    """
    blocks, reports, ratings = schema.blocks.c, schema.reports.c, schema.ratings.c
    either = select(blocks.person, blocks.other, blocks.name, blocks.since).where(
        or_(blocks.person == old, blocks.other == old)
    )
    found = list(await connection.execute(either))
    await connection.execute(delete(schema.blocks).where(or_(blocks.person == old, blocks.other == old)))
    for row in found:
        person, other = (new if one == old else one for one in row[:2])
        if person != other:
            values = {"person": person, "other": other, "name": row.name, "since": row.since}
            await connection.execute(store.insert(schema.blocks).values(values))
    for column in (reports.person, reports.subject):
        await connection.execute(update(schema.reports).where(column == old).values({column.name: new}))
    for row in list(await connection.execute(select(schema.ratings).where(ratings.player == old))):
        here = (ratings.player == new, ratings.game == row.game, ratings.role == row.role)
        games = (await connection.execute(select(ratings.games).where(*here))).scalar_one_or_none()
        if games is None or games < row.games:
            await connection.execute(delete(schema.ratings).where(*here))
            await connection.execute(schema.ratings.insert().values({**row._mapping, "player": new}))  # noqa: SLF001  # its public name
    await connection.execute(delete(schema.ratings).where(ratings.player == old))
    await connection.execute(delete(schema.shown).where(schema.shown.c.person == old))


async def all_about(connection: AsyncConnection, person: str) -> dict[str, list[dict[str, Any]]]:
    """List what is kept about a person here, for whoever wants to take it along; not who has reported them."""
    blocks, reports, ratings = schema.blocks.c, schema.reports.c, schema.ratings.c
    asked = {
        "blocks": select(blocks.name, blocks.since).where(blocks.person == person),
        "reports": select(reports.at, reports.name, reports.code, reports.reason).where(reports.person == person),
        "ratings": select(ratings.game, ratings.role, ratings.mu, ratings.sigma, ratings.games).where(
            ratings.player == person
        ),
    }
    return {
        name: [dict(row._mapping) for row in await connection.execute(query)]  # noqa: SLF001  # its public name
        for name, query in asked.items()
    }

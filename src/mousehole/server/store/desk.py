"""The operator's desk: what `mousehole admin` reads from the store and writes into it, while servers use it, too.

Whatever running workers have to know is written down as an order, which each of them reads within a second or so
(`server/tables/orders.py`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Select, case, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mousehole.server.addresses import shared_network
from mousehole.server.api.cookies import NAMELESS
from mousehole.server.errors import NoTable, StoreTrouble
from mousehole.server.store import schema
from mousehole.server.store.erasing import erase
from mousehole.server.store.orders import AGAIN, BANS, DEVICES, GONE, LOOK
from mousehole.server.store.store import NOT_OVER, PURGED, Store
from mousehole.server.store.strangers import settle
from mousehole.table.errors import NotHere
from mousehole.table.events import Closed, Event, now_ms
from mousehole.table.standing import BY_OPERATOR

TRIES = 8
AT_ONCE = 200
"""Tables that are removed in one transaction, so that nobody who plays waits long for it."""
HEARD_SECONDS = 2.5
"""After this time every running worker has carried an order out."""
DAY_MS = 24 * 3600 * 1000
ORDERS_LOCK = 7107


@dataclass(frozen=True)
class TableLine:
    """A table, as an operator sees it."""

    table: str
    game: str
    state: str
    created: int
    last: int
    """When something happened there last."""
    events: int
    people: int
    """People who have sat there and have not taken it off their list."""


@dataclass(frozen=True)
class PersonLine:
    """A person, as an operator sees one."""

    person: str
    name: str
    tables: int
    open_tables: int
    """Tables where they sit that are not over."""
    last: int
    banned: bool


@dataclass(frozen=True)
class BanLine:
    """A ban: of a person, an address or a network."""

    subject: str
    reason: str
    since: int
    until: int | None


@dataclass(frozen=True)
class ReportLine:
    """What somebody has reported about somebody else."""

    report: int
    at: int
    person: str
    """Whom it is about."""
    name: str
    table: str
    reason: str
    by: str
    settled: int | None


def last_event() -> Any:
    """Ask when something happened at a table last."""
    own, happened = schema.tables.c, schema.events.c
    latest = select(func.max(happened.at)).where(happened.table_id == own.id).correlate(schema.tables).scalar_subquery()
    return func.coalesce(latest, own.touched)


def begin_copy(file: Path) -> Path:
    """Name the file that a copy is written into before it has its own name."""
    if file.exists():
        raise NotHere(f"{file} is there already, and no backup is overwritten")
    half = file.with_name(f"{file.name}.half")
    half.unlink(missing_ok=True)
    return half


def finish_copy(half: Path, file: Path) -> int:
    """Give a copy its name once the disk has all of it: no file of that name is half a backup. Return its size."""
    with half.open("rb") as copied:
        os.fsync(copied.fileno())
    half.rename(file)
    return file.stat().st_size


class Desk:
    """What an operator does with a store."""

    def __init__(self, store: Store) -> None:
        """Work on a store that was opened or visited."""
        self.store = store

    async def order(self, connection: AsyncConnection, kind: str, codes: Iterable[str | None]) -> list[int]:
        """Write orders down, in the transaction they belong to, and return their numbers; old ones are forgotten."""
        if not self.store.is_sqlite:  # numbers are seen in their order, or a worker would pass one over
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({ORDERS_LOCK})"))
        now = now_ms()
        await connection.execute(schema.orders.delete().where(schema.orders.c.at < now - DAY_MS))
        values = [{"at": now, "kind": kind, "code": code} for code in codes]
        if not values:
            return []
        asked = schema.orders.insert().returning(schema.orders.c.id)
        return [row[0] for row in await connection.execute(asked, values)]

    # Looking

    async def tables(
        self,
        *,
        states: Iterable[str] = (),
        game: str | None = None,
        person: str | None = None,
        before: int | None = None,
        limit: int | None = 50,
    ) -> list[TableLine]:
        """List tables, the one used last first: of some states, of a game, where somebody sits, unused since a time."""
        own, last = schema.tables.c, last_event().label("last")
        events, people = (
            select(func.count()).where(other.table_id == own.id).correlate(schema.tables).scalar_subquery()
            for other in (schema.events.c, schema.sits.c)
        )
        asked: Select[Any] = select(own.code, own.game, own.state, own.created, last, events, people)
        asked = asked.order_by(last.desc(), own.id.desc()).limit(limit)
        if chosen := list(states):
            asked = asked.where(own.state.in_(chosen))
        if game is not None:
            asked = asked.where(own.game == game)
        if person is not None:
            asked = asked.where(own.id.in_(select(schema.sits.c.table_id).where(schema.sits.c.person == person)))
        if before is not None:
            asked = asked.where(last_event() < before)
        async with self.store.reading() as connection:
            return [TableLine(*row) for row in await connection.execute(asked)]

    async def people(
        self, *, name: str | None = None, code: str | None = None, limit: int | None = 50
    ) -> list[PersonLine]:
        """List people who have sat somewhere, whoever was there last first: by a part of the name, or of one table."""
        own, sits, known = schema.tables.c, schema.sits.c, schema.people.c
        last = func.max(own.touched).label("last")
        open_tables = func.sum(case((own.state.in_(NOT_OVER), 1), else_=0))
        called = func.coalesce(func.max(known.name), NAMELESS)
        asked: Select[Any] = (
            select(sits.person, called, func.count(), open_tables, last)
            .select_from(schema.sits)
            .join(schema.tables, own.id == sits.table_id)
            .outerjoin(schema.people, known.id == sits.person)
            .group_by(sits.person)
            .order_by(last.desc(), sits.person)
            .limit(limit)
        )
        if name is not None:
            asked = asked.where(known.name.icontains(name, autoescape=True))
        if code is not None:
            here = select(sits.person).join(schema.tables, own.id == sits.table_id).where(own.code == code)
            asked = asked.where(sits.person.in_(here))
        banned = {ban.subject for ban in await self.bans()}
        async with self.store.reading() as connection:
            found = await connection.execute(asked)
            return [PersonLine(row[0], row[1], row[2], int(row[3]), row[4], row[0] in banned) for row in found]

    async def bans(self) -> list[BanLine]:
        """List the bans that hold, the newest first."""
        own = schema.bans.c
        asked = select(schema.bans).where(or_(own.until.is_(None), own.until > now_ms())).order_by(own.since.desc())
        async with self.store.reading() as connection:
            return [BanLine(*row) for row in await connection.execute(asked)]

    async def reports(self, *, is_all: bool = False, limit: int | None = 50) -> list[ReportLine]:
        """List reports, the newest first: those that nobody has dealt with, or all."""
        own = schema.reports.c
        asked = select(own.id, own.at, own.subject, own.name, own.code, own.reason, own.person, own.settled)
        asked = asked.order_by(own.id.desc()).limit(limit)
        if not is_all:
            asked = asked.where(own.settled.is_(None))
        async with self.store.reading() as connection:
            return [ReportLine(*row) for row in await connection.execute(asked)]

    # Deciding

    async def settle(self, numbers: Collection[int]) -> int:
        """Note that reports have been dealt with; return how many were open."""
        async with self.store.changing() as connection:
            return await settle(connection, numbers, now_ms())

    async def close(self, code: str) -> int:
        """End a game, or a table nobody has sat down at yet; return the version that says so."""
        for _ in range(TRIES):
            found = await self.store.load(code)
            if found is None:
                raise NoTable(f"there is no table {code}")
            row, events = found
            state, _ = await self.store.keepsake(row)
            if state not in NOT_OVER:
                raise NotHere(f"the table {code} is {state} already")
            version = events[-1].version + 1
            if await self.store.append(row, Event(version, now_ms(), Closed(BY_OPERATOR)), state=Closed.kind):
                async with self.store.changing() as connection:
                    await self.order(connection, LOOK, [code])
                return version
        raise StoreTrouble(f"too much happens at the table {code}; try again")

    async def ban(self, subject: str, reason: str, until: int | None) -> BanLine:
        """Ban a person, or an address or network; a ban that is there already is replaced."""
        made = BanLine(shared_network(subject) or subject, reason, now_ms(), until)
        async with self.store.changing() as connection:
            await connection.execute(schema.bans.delete().where(schema.bans.c.subject == made.subject))
            await connection.execute(schema.bans.insert().values(vars(made)))
            await self.order(connection, BANS, [None])
        return made

    async def unban(self, subject: str) -> bool:
        """Lift a ban; tell whether there was one."""
        name = shared_network(subject) or subject
        async with self.store.changing() as connection:
            gone = await connection.execute(schema.bans.delete().where(schema.bans.c.subject == name))
            await self.order(connection, BANS, [None])
        return bool(gone.rowcount)

    # Copying

    async def back_up(self, file: Path) -> int:
        """Copy a SQLite database as it is at one moment, while a server goes on writing; return the copy's bytes."""
        if not self.store.is_sqlite:
            raise NotHere("PostgreSQL has its own tool for that: pg_dump --format=custom --file=FILE DATABASE")
        half = await asyncio.to_thread(begin_copy, file)
        async with self.store.reading() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text("VACUUM INTO :file"), {"file": str(half)})
        return await asyncio.to_thread(finish_copy, half, file)

    # Removing

    async def purge(self, codes: Iterable[str]) -> int:
        """Remove tables with everything that happened there; return how many.

        First nobody finds them any more, then workers let go of them, then their rows go: so nothing is written that
        has lost its table, which would make the moves beside it fail.
        """
        own, wanted = schema.tables.c, list(codes)
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            async with self.store.changing() as connection:
                await connection.execute(update(schema.tables).where(own.code.in_(some)).values(state=PURGED))
                await self.order(connection, GONE, some)
        if wanted:
            await asyncio.sleep(HEARD_SECONDS)
        removed = 0
        while True:  # those of a purge that was interrupted, too
            marked = select(own.id).where(own.state == PURGED).limit(AT_ONCE)
            async with self.store.changing() as connection:
                numbers = [row[0] for row in await connection.execute(marked)]
                if not numbers:
                    return removed
                await connection.execute(schema.tables.delete().where(own.id.in_(numbers)))
            removed += len(numbers)

    async def purge_person(self, person: str) -> tuple[int, int]:
        """Remove a person: tables nobody else sat at go, at others a nobody has sat; return how many of each kind."""
        async with self.store.changing() as connection:
            alone, shared = await erase(connection, person)
            await self.order(connection, AGAIN, shared)
            await self.order(connection, DEVICES, [None])
        return await self.purge(alone), len(shared)

"""The store: rows and events in SQLite (one process) or PostgreSQL (several), with one commit for many moves at once.

`append` returns only after the event is committed. Two workers may try the same version of a table: the primary key
lets one of them win, and the other is told so.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, func, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log, reason
from mousehole.server.store import pen, schema
from mousehole.server.store.lock import FileLock
from mousehole.server.store.orders import Order
from mousehole.server.store.strangers import enlist
from mousehole.table.events import Event, Row, happening
from mousehole.table.setup import HouseRules

AT_ONCE = 256
"""The most events in one commit."""
CHANNEL = "mousehole"
UNDECODABLE = "Could not decode"
"""How SQLite's complaint about a text begins that is none."""
ANSWER_SECONDS = 5.0
QUIET_SECONDS = 1.0
POSTGRES: dict[str, Any] = {
    "pool_pre_ping": True,
    "pool_timeout": 5,
    "connect_args": {"timeout": 5, "command_timeout": 10},
}
"""How long to wait for a database in seconds: nobody is kept waiting longer for an answer."""
NOT_OVER = ("lobby", "playing", "ending")
PURGED = "purged"
"""The state of a table that an operator removes: nobody finds it any more, and its rows go a moment later."""
GOING_ON = ("playing", "ending")


@dataclass
class Waiting:
    """An event on its way into the store."""

    table_id: int
    code: str
    event: Event
    state: str | None
    sitting: tuple[str, ...]
    is_news: Callable[[], bool]
    """Whether other workers have to hear of it; asked as late as possible."""
    done: asyncio.Future[bool]

    @property
    def is_alone(self) -> bool:
        """Whether nothing is written with it: whoever takes the table up from now on is told after the commit."""
        return self.state is None and not self.sitting and not self.is_news()


def event_values(table_id: int, event: Event) -> dict[str, Any]:
    """Write an event as a row."""
    return {
        "table_id": table_id,
        "version": event.version,
        "kind": event.kind,
        "at": event.at,
        "person": event.person,
        "seat": event.seat,
        "key": event.key,
        "data": json.dumps(event.data, separators=(",", ":")),
    }


def read_event(row: Any) -> Event:
    """Read an event from its row."""
    return Event(row.version, row.at, happening(row.kind, row.seat, json.loads(row.data)), row.person, row.key)


def read_row(row: Any) -> Row:
    """Read a table's row."""
    return Row(
        code=row.code,
        game=row.game,
        rules_version=row.rules_version,
        options=tuple(json.loads(row.options)),
        seats=row.seats,
        rules=HouseRules(**json.loads(row.rules)),
        host=row.host,
        created=row.created,
        share=row.share,
        salt=row.salt,
        parent=row.parent,
        id=row.id,
    )


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Set up a connection to SQLite: readers never wait, and what is committed outlives a power cut."""
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def troubles(*, is_sqlite: bool) -> tuple[type[Exception], ...]:
    """List what a database fails by: one that cannot be reached fails below SQLAlchemy."""
    if is_sqlite:
        return (SQLAlchemyError, OSError)
    import asyncpg  # noqa: PLC0415  # only for PostgreSQL

    return (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


def check_file(database: Path) -> None:
    """See that there is a database: SQLite would make an empty one."""
    if not database.is_file():
        raise StoreTrouble(f"there is no database at {database}")


def migrations() -> Any:
    """Tell Alembic where our migrations are."""
    from alembic.config import Config  # noqa: PLC0415  # heavy, and needed once

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection) -> None:
    """Bring the schema to its newest form."""
    from alembic import command  # noqa: PLC0415  # heavy, and needed once

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revision(connection: Connection) -> str | None:
    """Tell which form the schema has; None where there is none of ours."""
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415  # as above

    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """Tell the schema's newest form."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415  # as above

    return ScriptDirectory.from_config(migrations()).get_current_head()


class Store:
    """Where tables are kept."""

    def __init__(self, url: str, worker: str = "") -> None:
        """Prepare to use a database; `open` begins."""
        self.url = url
        self.worker = worker or secrets.token_hex(4)
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(url, **({} if self.is_sqlite else POSTGRES))
        self.troubles = troubles(is_sqlite=self.is_sqlite)
        self.said, self.unsaid = -QUIET_SECONDS, 0
        """When trouble was written down last, and how much there was since."""
        self.queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None
        self.pen: AsyncConnection | None = None
        self.lock: FileLock | None = None
        self.turns: dict[int, asyncio.Lock] = {}
        self.commits = 0
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)

    async def open(self) -> None:
        """Make or upgrade the schema and start writing."""
        if self.is_sqlite:
            name = make_url(self.url).database
            if name and name != ":memory:":
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                self.lock = FileLock(Path(name))
                self.lock.take()
        try:
            async with self.engine.begin() as connection:
                if not self.is_sqlite:  # several workers start at the same time: one of them migrates
                    await connection.execute(text("SELECT pg_advisory_xact_lock(7105)"))
                await connection.run_sync(upgrade)
        except BaseException as error:
            await self.close()
            if isinstance(error, self.troubles):
                raise StoreTrouble(f"the database cannot be opened: {reason(error)}") from error
            raise
        self.writer = asyncio.create_task(self.write())

    async def visit(self) -> None:
        """Use a database that a server may be using, too: the schema stays as it is, and the file is not locked."""
        if self.is_sqlite:
            check_file(Path(make_url(self.url).database or ""))
        try:
            async with self.engine.connect() as connection:
                found = await connection.run_sync(revision)
        except BaseException as error:
            await self.close()
            if isinstance(error, self.troubles):
                raise StoreTrouble(f"the database cannot be opened: {reason(error)}") from error
            raise
        if found != newest():
            await self.close()
            raise StoreTrouble(
                f"the database has schema {found or 'of nobody'}, and this program needs {newest()}: "
                "start the server of this version once, which changes it"
            )
        self.writer = asyncio.create_task(self.write())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self.writer is not None:
            await self.queue.join()
            self.writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.writer
            self.writer = None
        if self.pen is not None:
            await self.pen.close()
            self.pen = None
        await self.engine.dispose()
        if self.lock is not None:
            self.lock.free()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection; whatever goes wrong is one kind of error, but for rows that hold no text."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except self.troubles as error:
            if UNDECODABLE in str(getattr(error, "orig", "")):
                raise UnicodeError("a row holds letters that are none") from None
            raise self.trouble(error) from error

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection in a transaction."""
        try:
            async with self.engine.begin() as connection:
                yield connection
        except self.troubles as error:
            raise self.trouble(error) from error

    @contextlib.asynccontextmanager
    async def one_by_one(self, number: int) -> AsyncIterator[None]:
        """Let in one at a time, whichever worker asks: a lock of the database, by its number."""
        async with self.turns.setdefault(number, asyncio.Lock()):  # so that whoever waits here takes no connection
            if self.is_sqlite:
                yield
                return
            async with self.changing() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(number)))
                yield

    def trouble(self, error: Exception) -> StoreTrouble:
        """Make one kind of error of everything a database fails by, and write its cause down: once a second at most."""
        self.unsaid += 1
        now = time.monotonic()
        if now - self.said >= QUIET_SECONDS:
            log.warning("trouble with the store", extra={"cause": reason(error), "count": self.unsaid})
            self.said, self.unsaid = now, 0
        return StoreTrouble("the store does not answer just now; try again in a moment")

    async def answers(self) -> bool:
        """Tell whether the database answers now."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (StoreTrouble, TimeoutError):
            return False
        return True

    def insert(self, table: Any) -> Any:
        """Begin an INSERT that gives way where the row is there already."""
        dialect: Any = sqlite if self.is_sqlite else postgresql
        return dialect.insert(table).on_conflict_do_nothing()

    async def secret(self, name: str) -> str:
        """Return one of the house's own secrets, the same for all workers; drawn at the first request."""
        async with self.changing() as connection:
            await connection.execute(self.insert(schema.house).values(name=name, value=secrets.token_hex(32)))
            found = await connection.execute(select(schema.house.c.value).where(schema.house.c.name == name))
            return str(found.scalar_one())

    # Events

    async def append(
        self,
        row: Row,
        event: Event,
        *,
        state: str | None = None,
        sitting: Iterable[str] = (),
        is_news: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Commit an event; return False, with nothing changed, if that version or id is taken already."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self.queue.put(Waiting(row.id, row.code, event, state, tuple(sitting), is_news, done))
        return await done

    async def write(self) -> None:
        """Commit whatever is waiting, many events at once, for as long as the server runs."""
        while True:
            batch = [await self.queue.get()]
            while len(batch) < AT_ONCE and not self.queue.empty():
                batch.append(self.queue.get_nowait())
            try:
                accepted = await self.commit(batch)
            except Exception as error:  # noqa: BLE001  # whatever it is, the next batch is written
                for waiting in batch:
                    trouble = self.trouble(error)
                    trouble.__cause__ = error
                    if not waiting.done.done():
                        waiting.done.set_exception(trouble)
            else:
                self.commits += 1
                for waiting in batch:
                    if not waiting.done.done():
                        waiting.done.set_result((waiting.table_id, waiting.event.version) in accepted)
            for _ in batch:
                self.queue.task_done()

    async def commit(self, batch: list[Waiting]) -> set[tuple[int, int]]:
        """Commit a batch in one transaction; return which events went in."""
        values = [event_values(waiting.table_id, waiting.event) for waiting in batch]
        asked = self.insert(schema.events).returning(schema.events.c.table_id, schema.events.c.version)
        if self.pen is None:  # kept between commits: borrowing and returning one costs as much as the commit
            self.pen = await self.engine.connect()
        try:
            if not self.is_sqlite and all(waiting.is_alone for waiting in batch):
                return await pen.write(self.pen, values)
            accepted = {(row[0], row[1]) for row in await self.pen.execute(asked, values)}
            for waiting in batch:
                if (waiting.table_id, waiting.event.version) in accepted:
                    await self.follow_up(self.pen, waiting)
            if not self.is_sqlite:
                await self.spread(self.pen, batch)
            await self.pen.commit()
        except BaseException:
            broken, self.pen = self.pen, None
            with contextlib.suppress(*self.troubles):
                await broken.close()
            raise
        return accepted

    async def follow_up(self, connection: AsyncConnection, waiting: Waiting) -> None:
        """Write what goes with an event, in the same transaction."""
        if waiting.state is not None:
            own = schema.tables.c
            changed = update(schema.tables).where(own.id == waiting.table_id, own.state != PURGED)  # it stays removed
            await connection.execute(changed.values(state=waiting.state, touched=waiting.event.at))
        for person in waiting.sitting:
            await connection.execute(self.insert(schema.sits).values(person=person, table_id=waiting.table_id))

    async def spread(self, connection: AsyncConnection, batch: list[Waiting]) -> None:
        """Let other workers know, in one note and in the same transaction, of what concerns them."""
        news = [(waiting.code, waiting.event.version) for waiting in batch if waiting.is_news()]
        if news:  # otherwise no note at all: commits with one wait for those of the whole database
            note = json.dumps({"w": self.worker, "news": news}, separators=(",", ":"))
            await connection.execute(select(func.pg_notify(CHANNEL, note)))

    # Tables

    async def create(self, row: Row, opened: Event, state: str, sitting: Iterable[str]) -> Row | None:
        """Keep a new table and its first event; None if the code is taken."""
        values = {
            "code": row.code,
            "game": row.game,
            "rules_version": row.rules_version,
            "options": json.dumps(row.options),
            "seats": row.seats,
            "rules": json.dumps(vars(row.rules)),
            "host": row.host,
            "created": row.created,
            "share": row.share,
            "salt": row.salt,
            "parent": row.parent,
            "state": state,
            "touched": row.created,
        }
        async with self.changing() as connection:
            made = await connection.execute(self.insert(schema.tables).values(values).returning(schema.tables.c.id))
            number = made.scalar_one_or_none()
            if number is None:
                return None
            await connection.execute(schema.events.insert().values(event_values(number, opened)))
            for person in sitting:
                await connection.execute(self.insert(schema.sits).values(person=person, table_id=number))
            await enlist(connection, number, row, state)
        return Row(**{**vars(row), "id": number})

    async def load(self, code: str) -> tuple[Row, list[Event]] | None:
        """Fetch a table."""
        async with self.reading() as connection:
            own = schema.tables.c
            asked = select(schema.tables).where(own.code == code, own.state != PURGED)
            found = (await connection.execute(asked)).one_or_none()
            if found is None:
                return None
            return read_row(found), await self.events_of(connection, found.id, 0)

    async def newer(self, row: Row, version: int) -> list[Event]:
        """Fetch the events after a version."""
        async with self.reading() as connection:
            return await self.events_of(connection, row.id, version)

    async def events_of(self, connection: AsyncConnection, table_id: int, version: int) -> list[Event]:
        """Read the events of a table after a version, in order."""
        own = schema.events.c
        asked = select(schema.events).where(own.table_id == table_id, own.version > version).order_by(own.version)
        return [read_event(row) for row in await connection.execute(asked)]

    async def open_tables_of(self, person: str) -> int:
        """Count the tables somebody has opened that are not over."""
        own = schema.tables.c
        asked = select(func.count()).select_from(schema.tables).where(own.host == person, own.state.in_(NOT_OVER))
        async with self.reading() as connection:
            return int((await connection.execute(asked)).scalar_one())

    async def playing(self, below: int | None = None, limit: int = 500) -> list[tuple[int, str]]:
        """List tables where a game goes on, by number and code, the newest first; the next page is below a number."""
        own = schema.tables.c
        asked = select(own.id, own.code).where(own.state.in_(GOING_ON)).order_by(own.id.desc()).limit(limit)
        if below is not None:
            asked = asked.where(own.id < below)
        async with self.reading() as connection:
            return [(row[0], row[1]) for row in await connection.execute(asked)]

    # Finished games

    async def keepsake(self, row: Row) -> tuple[str, bytes | None]:
        """Return a table's state and what was kept of its game, if anything was."""
        asked = (
            select(schema.tables.c.state, schema.keepsakes.c.data)
            .outerjoin(schema.keepsakes, schema.keepsakes.c.table_id == schema.tables.c.id)
            .where(schema.tables.c.id == row.id)
        )
        async with self.reading() as connection:
            state, data = (await connection.execute(asked)).one()
            return str(state), None if data is None else bytes(data)

    async def keep(self, row: Row, data: bytes) -> None:
        """Keep a finished game in words, once."""
        async with self.changing() as connection:
            await connection.execute(self.insert(schema.keepsakes).values(table_id=row.id, data=data))

    async def unkept(self, after: int, limit: int) -> list[tuple[int, str]]:
        """List finished tables that were not kept, by their numbers above one."""
        own = schema.tables.c
        asked = (
            select(own.id, own.code)
            .outerjoin(schema.keepsakes, schema.keepsakes.c.table_id == own.id)
            .where(own.state == "over", own.id > after, schema.keepsakes.c.table_id.is_(None))
            .order_by(own.id)
            .limit(limit)
        )
        async with self.reading() as connection:
            return [(row[0], row[1]) for row in await connection.execute(asked)]

    # People

    async def forget(self, person: str, row: Row) -> None:
        """Take a table off somebody's list."""
        own = schema.sits.c
        async with self.changing() as connection:
            await connection.execute(schema.sits.delete().where(own.person == person, own.table_id == row.id))

    async def name_of(self, person: str) -> str | None:
        """Return somebody's nickname."""
        async with self.reading() as connection:
            found = await connection.execute(select(schema.people.c.name).where(schema.people.c.id == person))
            return found.scalar_one_or_none()

    async def rename(self, person: str, name: str, at: int) -> None:
        """Keep somebody's nickname."""
        async with self.changing() as connection:
            await connection.execute(self.insert(schema.people).values(id=person, name=name, created=at))
            await connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))

    # Operators

    async def orders(self, after: int) -> list[Order]:
        """Fetch the orders after a number."""
        own = schema.orders.c
        asked = select(own.id, own.kind, own.code).where(own.id > after).order_by(own.id)
        async with self.reading() as connection:
            return [Order(*row) for row in await connection.execute(asked)]

    async def bans(self) -> list[tuple[str, str, int | None]]:
        """Fetch all bans: of whom, why, until when."""
        own = schema.bans.c
        async with self.reading() as connection:
            return [
                (row[0], row[1], row[2]) for row in await connection.execute(select(own.subject, own.reason, own.until))
            ]

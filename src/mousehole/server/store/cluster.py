"""What ties workers together: PostgreSQL's LISTEN and NOTIFY for news, its advisory locks for who drives a table.

NOTIFY makes commits of all workers wait for each other, so news of a table is sent only while another worker has the
table in memory, too. A worker that takes a table up asks who else has it; whoever has answers with its version, after
what it was just committing. From then on each sends the other its news, until one lets go, or is silent for too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import asyncpg

from mousehole.engine.errors import TableError
from mousehole.server.logs import log, reason
from mousehole.server.store.store import CHANNEL
from mousehole.server.tables.session import REMOTE_MS

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session

LOCKS = 7106
"""The class of the advisory locks: one a table."""
AGAIN_MS = 10_000
"""Presence is announced again after this time, so that other workers do not forget it."""
CONNECT_SECONDS = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0
TROUBLES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What a connection fails by."""
OVERDUE_MS = 3_000
"""A bot that is so late has lost its worker: another one takes the table over."""


class Cluster:
    """A connection of its own, on which a worker listens and holds its locks. When it breaks, the locks are free."""

    def __init__(self, registry: Registry) -> None:
        """Prepare; `open` connects."""
        self.registry = registry
        self.worker = registry.store.worker
        self.connection: Any = None
        self.busy = asyncio.Lock()
        self.outbox: list[str] = []
        self.is_closed = False

    async def open(self) -> None:
        """Connect and listen."""
        address = self.registry.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(address, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS)
        try:
            await connection.add_listener(CHANNEL, self.on_note)
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(self.on_loss)
        self.connection = connection

    async def close(self) -> None:
        """Disconnect; the locks are free then."""
        self.is_closed = True
        if self.connection is not None:
            with contextlib.suppress(Exception):
                await self.connection.close(timeout=2)

    def on_loss(self, connection: Any) -> None:
        """Come back after the connection broke; until then every table may be older than the store."""
        if connection is self.connection and not self.is_closed and not self.registry.is_stopping:
            self.connection = None
            self.registry.start_alone(self.reconnect())

    async def reconnect(self) -> None:
        """Try until the database answers, then catch up everywhere."""
        log.warning("connection to the other workers lost")
        for session in self.registry.tables.values():
            session.is_doubtful, session.drives = True, False
        tries = 0
        while True:
            try:
                await self.open()
                break
            except TROUBLES as error:
                tries += 1
                if tries & (tries - 1) == 0:  # the first, second, fourth, eighth ... time
                    log.warning("no connection to the other workers", extra={"cause": reason(error), "count": tries})
                await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * tries))
        log.warning("connected to the other workers again", extra={"count": tries})
        for session in list(self.registry.tables.values()):
            try:
                session.drives = await self.try_drive(session.table.row.id)
                await self.registry.refresh(session)
            except TableError:  # said by whoever raised it; housekeeping tries again
                continue
            finally:
                self.announce_presence(session, asks=True)
            self.registry.attend(session)

    # News

    def on_note(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        """Hear what another worker has committed or passes on."""
        try:
            self.hear(json.loads(payload))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("a note of another worker makes no sense", extra={"cause": type(error).__name__})

    def hear(self, note: dict[str, Any]) -> None:
        """Take note of what another worker says."""
        if note["w"] == self.worker:
            return
        for code, version in note.get("news", ()):
            session = self.registry.tables.get(code)
            if session is not None:
                self.meet(session, note["w"])
                self.compare(session, version)
        session = self.registry.tables.get(note.get("t", ""))
        if session is None:
            return
        if "gone" in note:
            session.sharers.pop(note["w"], None)
            session.remote.pop(note["w"], None)
            session.looking_elsewhere.pop(note["w"], None)
            self.registry.attend(session)
            return
        self.meet(session, note["w"], is_asked="ask" in note)
        if "here" in note:
            until, here = self.registry.now() + REMOTE_MS, frozenset(note["here"])
            session.remote[note["w"]] = (until, here, note["watch"])
            session.looking_elsewhere[note["w"]] = (until, here - set(note.get("hidden", ())))
            self.compare(session, note["v"])
            self.registry.attend(session)
        else:
            self.registry.hear(session, note)

    def meet(self, session: Session, worker: str, *, is_asked: bool = False) -> None:
        """Notice that another worker has a table, too; one that asks, or was not known, is told how it stands here."""
        is_new = worker not in session.sharers
        session.sharers[worker] = self.registry.now() + REMOTE_MS
        if is_new or is_asked:
            self.registry.start_alone(self.answer(session))

    async def answer(self, session: Session) -> None:
        """Say how a table stands here; what is being committed without news for anybody is waited for."""
        async with session.lock:
            self.announce_presence(session)

    def compare(self, session: Session, version: int) -> None:
        """Catch up if another worker has a newer version of a table."""
        if version > session.table.version:
            session.is_doubtful = True
            self.registry.start_alone(self.catch_up(session))

    async def catch_up(self, session: Session) -> None:
        """Fetch what another worker has committed; if the store does not answer now, housekeeping tries again."""
        with contextlib.suppress(TableError):  # said by whoever raised it
            await self.registry.refresh(session)

    def is_shared(self, session: Session) -> bool:
        """Tell whether another worker may have a table; without a link, or on the way out, nobody knows."""
        return bool(session.sharers) or self.connection is None or self.registry.is_stopping

    def announce(self, session: Session, note: dict[str, Any]) -> None:
        """Tell the other workers that have a table something about it."""
        if self.is_shared(session):
            self.tell({"t": session.code, **note})

    def tell(self, note: dict[str, Any]) -> None:
        """Send a note, together with others that go out just now."""
        if not self.outbox:
            self.registry.start_alone(self.send())
        self.outbox.append(json.dumps({**note, "w": self.worker}, separators=(",", ":")))

    async def send(self) -> None:
        """Send what is to go out; it is not kept, and not missed if it is lost."""
        async with self.busy:
            notes, self.outbox = self.outbox, []
            if self.connection is not None:
                with contextlib.suppress(*TROUBLES):  # whoever comes back asks how things stand
                    await self.connection.execute(
                        "SELECT pg_notify($1, note) FROM unnest($2::text[]) note", CHANNEL, notes
                    )

    def announce_presence(self, session: Session, *, asks: bool = False) -> None:
        """Tell who is at a table here and how it stands, to those who have it; ask everybody who that is."""
        here = {listener.person for listener in session.listeners} | set(session.polled)
        session.announced = now = self.registry.now()
        told = sorted(here)[:100]
        hidden = sorted(set(told) - session.looking_here(now))
        note = {"here": told, "hidden": hidden, "watch": len(here), "v": session.table.version}
        if asks:
            self.tell({"t": session.code, "ask": True, **note})
        else:
            self.announce(session, note)

    def let_go(self, session: Session) -> None:
        """Tell the others that have a table that it is not held here any more."""
        self.announce(session, {"gone": True})

    # Who drives

    async def try_drive(self, table_id: int) -> bool:
        """Try to become the worker that runs a table's bots and clocks."""
        async with self.busy:
            if self.connection is None:
                return False
            try:
                return bool(await self.connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, table_id))
            except TROUBLES as error:
                log.warning("nobody was asked to drive a table", extra={"cause": reason(error)})
                return False

    async def stop_driving(self, table_id: int) -> None:
        """Let another worker drive."""
        async with self.busy:
            if self.connection is not None:
                with contextlib.suppress(*TROUBLES):  # without a connection there is no lock
                    await self.connection.execute("SELECT pg_advisory_unlock($1, $2)", LOCKS, table_id)

    async def look_after(self, session: Session) -> None:
        """Take a table over whose bots have lost their worker, and remind others who is here."""
        now, table = self.registry.now(), session.table
        silent = [worker for worker, until in session.sharers.items() if until <= now]
        for worker in silent:
            del session.sharers[worker]
        if silent:  # it has let go without a word, or we were away: then it has heard nothing of us, either
            self.announce_presence(session, asks=True)
            await self.registry.refresh(session)
        elif session.sharers and now - session.announced > AGAIN_MS:
            self.announce_presence(session)
        if session.drives:
            return
        pace = self.registry.settings.pace if table.row.rules.pace is None else table.row.rules.pace
        bots = [table.asked_at[seat] + int(1000 * pace) for seat in table.acting if table.seats[seat].bot is not None]
        due = bots + [deadline for _, deadline in session.deadlines()]
        if due and now - min(due) > OVERDUE_MS and await self.try_drive(table.row.id):
            session.drives = True
            await self.registry.refresh(session)
            self.registry.attend(session)

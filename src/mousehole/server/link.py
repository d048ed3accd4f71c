"""What ties workers together: PostgreSQL's LISTEN and NOTIFY for news, its advisory locks for who drives a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import asyncpg

from mousehole.server.live import REMOTE_MS
from mousehole.server.logs import log
from mousehole.server.store import CHANNEL

if TYPE_CHECKING:
    from mousehole.server.hall import Hall
    from mousehole.server.live import Live

LOCKS = 7106
"""The class of the advisory locks: one a table."""
AGAIN_MS = 10_000
"""Presence is announced again after this time, so that other workers do not forget it."""
OVERDUE_MS = 3_000
"""A bot that is so late has lost its worker: another one takes the table over."""


class Link:
    """A connection of its own, on which a worker listens and holds its locks. When it breaks, the locks are free."""

    def __init__(self, hall: Hall) -> None:
        """Prepare; `open` connects."""
        self.hall = hall
        self.worker = hall.store.worker
        self.connection: Any = None
        self.busy = asyncio.Lock()
        self.announced: dict[str, int] = {}
        self.is_closed = False

    async def open(self) -> None:
        """Connect and listen."""
        address = self.hall.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.connection = await asyncpg.connect(address)
        await self.connection.add_listener(CHANNEL, self.on_note)
        self.connection.add_termination_listener(self.on_loss)

    async def close(self) -> None:
        """Disconnect; the locks are free then."""
        self.is_closed = True
        if self.connection is not None:
            with contextlib.suppress(Exception):
                await self.connection.close(timeout=2)

    def on_loss(self, _: Any) -> None:
        """Come back after the connection broke; until then every table may be older than the store."""
        if not self.is_closed and not self.hall.is_stopping:
            self.hall.start(self.reconnect())

    async def reconnect(self) -> None:
        """Try until the database answers, then catch up everywhere."""
        log.warning("link lost")
        for live in self.hall.tables.values():
            live.is_doubtful, live.drives = True, False
        while True:
            try:
                await self.open()
                break
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.5)
        for live in list(self.hall.tables.values()):
            live.drives = await self.try_drive(live.table.row.id)
            await self.hall.refresh(live)
            self.hall.attend(live)

    # News

    def on_note(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        """Hear what another worker has committed or passes on."""
        note = json.loads(payload)
        live = self.hall.tables.get(note["t"])
        if note["w"] == self.worker or live is None:
            return
        if "v" in note:
            if note["v"] > live.table.version:
                live.is_doubtful = True
                self.hall.start(self.hall.refresh(live))
        elif "here" in note:
            live.remote[note["w"]] = (self.hall.now() + REMOTE_MS, frozenset(note["here"]), note["watch"])
            self.hall.attend(live)
            if note.get("ask"):
                self.announce_presence(live, is_answer=True)
        else:
            self.hall.hear(live, note)

    def announce(self, note: dict[str, Any]) -> None:
        """Tell other workers something."""
        self.hall.start(self.tell(note))

    async def tell(self, note: dict[str, Any]) -> None:
        """Send a note; it is not kept, and not missed if it is lost."""
        with contextlib.suppress(Exception):
            await self.hall.store.announce(note)

    def announce_presence(self, live: Live, *, is_answer: bool = False) -> None:
        """Tell other workers who is at a table here."""
        now = self.hall.now()
        here = {listener.person for listener in live.listeners} | set(live.polled)
        self.announced[live.code] = now
        self.announce({"t": live.code, "here": sorted(here)[:100], "watch": len(here), "ask": not is_answer})

    # Who drives

    async def try_drive(self, table_id: int) -> bool:
        """Try to become the worker that runs a table's bots and clocks."""
        async with self.busy:
            try:
                return bool(await self.connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, table_id))
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return False

    async def stop_driving(self, table_id: int) -> None:
        """Let another worker drive."""
        async with self.busy:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self.connection.execute("SELECT pg_advisory_unlock($1, $2)", LOCKS, table_id)

    async def look_after(self, live: Live) -> None:
        """Take a table over whose bots have lost their worker, and remind others who is here."""
        now, table = self.hall.now(), live.table
        if live.listeners and now - self.announced.get(live.code, 0) > AGAIN_MS:
            self.announce_presence(live, is_answer=True)
        if live.drives:
            return
        pace = self.hall.settings.pace if table.row.rules.pace is None else table.row.rules.pace
        bots = [table.asked_at[seat] + int(1000 * pace) for seat in table.acting if table.seats[seat].bot is not None]
        due = bots + [deadline for _, deadline in live.deadlines()]
        if due and now - min(due) > OVERDUE_MS and await self.try_drive(table.row.id):
            live.drives = True
            await self.hall.refresh(live)
            self.hall.attend(live)

"""Games that count go into the ratings soon after their end, once each, whatever restarts meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from mousehole.games import facts, ids
from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log
from mousehole.server.results import played_by, result_of
from mousehole.server.store.ratings import RatingBook
from mousehole.table.standing import OVER
from mousehole.table.table import Table

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

RETRY_SECONDS = 5.0


class Scorer:
    """Counts the finished games of this worker, and those nobody has counted."""

    def __init__(self, registry: Registry) -> None:
        """Begin with nothing to do."""
        self.registry = registry
        self.book = RatingBook(registry.store)
        self.waiting: asyncio.Queue[str] = asyncio.Queue()

    def add(self, code: str) -> None:
        """Notice a game that has just been finished."""
        self.waiting.put_nowait(code)

    async def work(self) -> None:
        """Count one game after the other, for as long as the server runs."""
        for code in await self.uncounted():
            self.add(code)
        while True:
            code = await self.waiting.get()
            try:
                await self.count(code)
            except StoreTrouble:  # the store has said so
                await asyncio.sleep(RETRY_SECONDS)
                self.add(code)
            except Exception:  # noqa: BLE001  # the others are waiting
                log.exception("a game was not counted", extra={"table": code})

    async def uncounted(self) -> list[str]:
        """List games that were finished and not counted, as soon as the store answers."""
        while True:
            try:
                return await self.book.uncounted()
            except StoreTrouble:  # the store has said so
                await asyncio.sleep(RETRY_SECONDS)

    async def count(self, code: str) -> None:
        """Let one game count."""
        registry = self.registry
        found = await registry.store.load(code)
        if found is None:
            return
        row, events = found
        if row.game not in ids() or row.rules_version != facts(row.game).rules_version:
            return
        session = registry.tables.get(code)
        if session is not None:
            table = session.table
        else:
            table = await asyncio.to_thread(Table.rebuilt, row, await registry.compiling.game(row.game), events)
        if table.state == OVER:
            await self.book.count(row, result_of(table, played_by(events)), registry.now())

"""Games that count go into the ratings soon after their end, once each, whatever restarts meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log
from mousehole.server.results import played_by, result_of
from mousehole.server.store.ratings import RatingBook
from mousehole.server.tables.finished import RETRY_SECONDS, answered, finished

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry


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
        for code in await answered(self.book.uncounted):
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

    async def count(self, code: str) -> None:
        """Let one game count."""
        found = await finished(self.registry, code)
        if found is not None:
            row, events, table = found
            await self.book.count(row, result_of(table, played_by(events)), self.registry.now())

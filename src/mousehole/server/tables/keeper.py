"""Finished games are put into words and kept, so that they can be read when their rules have changed.

It is done in the background, one game at a time, mostly at rest: games that were finished while it was behind, or
before there was such a thing, come after a restart.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log
from mousehole.server.tables.finished import RETRY_SECONDS, answered, finished
from mousehole.table.afterwards import keepsake_of

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

REST = 9
"""It rests so many times as long as it has worked."""
AT_ONCE = 100


class Keeper:
    """Keeps the finished games of this worker, and those nobody has kept."""

    def __init__(self, registry: Registry) -> None:
        """Begin with nothing to do."""
        self.registry = registry
        self.waiting: asyncio.Queue[str] = asyncio.Queue()

    def add(self, code: str) -> None:
        """Notice a game that has just been finished."""
        self.waiting.put_nowait(code)

    async def work(self) -> None:
        """Keep one game after the other, for as long as the server runs."""
        last = 0
        while found := await answered(partial(self.unkept, last)):
            for _, code in found:
                await self.try_keep(code)
            last = found[-1][0]
        while True:
            await self.try_keep(await self.waiting.get())

    async def unkept(self, after: int) -> list[tuple[int, str]]:
        """List some finished games that were not kept."""
        return await self.registry.store.unkept(after, AT_ONCE)

    async def try_keep(self, code: str) -> None:
        """Keep a game; whatever goes wrong with one is no reason to forget the others."""
        begun = time.perf_counter()
        try:
            await self.keep(code)
        except StoreTrouble:  # the store has said so; the game comes last, for others may be well
            await asyncio.sleep(RETRY_SECONDS)
            self.add(code)
        except Exception:  # noqa: BLE001  # the others are waiting
            log.exception("a finished game was not kept", extra={"table": code})
        await asyncio.sleep(REST * (time.perf_counter() - begun))

    async def keep(self, code: str) -> None:
        """Put a finished game into words."""
        found = await finished(self.registry, code)
        if found is not None:
            row, _, table = found
            kept = await asyncio.to_thread(lambda: keepsake_of(table).packed())
            await self.registry.store.keep(row, kept)

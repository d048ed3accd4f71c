"""Alarms: tables that were put away although a clock runs there are taken up again when its time has come."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

LONGEST_SLEEP = 60.0
"""However far the next alarm is, clocks are compared so often: a system's time may be put right."""


class Alarms:
    """Remembers by when each table has to be looked at: the tables themselves need no memory until then."""

    def __init__(self, registry: Registry) -> None:
        """Begin with none."""
        self.registry = registry
        self.due: dict[str, int] = {}
        self.order: list[tuple[int, str]] = []
        self.changed = asyncio.Event()

    def set(self, code: str, due: int) -> None:
        """Wake a table at a time."""
        self.due[code] = due
        heapq.heappush(self.order, (due, code))
        self.changed.set()

    def clear(self, code: str) -> None:
        """Let a table sleep: somebody has taken it up."""
        self.due.pop(code, None)

    async def ring(self) -> None:
        """Wake tables in time, for as long as the server runs."""
        while True:
            wait = LONGEST_SLEEP
            while self.order:
                due, code = self.order[0]
                if self.due.get(code) != due:
                    heapq.heappop(self.order)
                    continue
                wait = min(wait, (due - self.registry.now()) / 1000)
                if wait > 0:
                    break
                heapq.heappop(self.order)
                del self.due[code]
                await self.registry.housekeeping.take_up(code)  # its clocks and bots go on by themselves
                wait = LONGEST_SLEEP
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.changed.wait()

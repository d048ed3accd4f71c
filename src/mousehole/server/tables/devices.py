"""Devices of people: which of them count no more, and when each was used last."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from mousehole.server.errors import BadCookie, StoreTrouble
from mousehole.server.store.persons import Persons
from mousehole.table.frames import error_message

if TYPE_CHECKING:
    from mousehole.server.api.cookies import Caller
    from mousehole.server.tables.registry import Registry

WRITE_SECONDS = 60.0
HOUR_MS = 3600 * 1000
MOST_KEPT = 50_000


class Devices:
    """Knows the devices that were switched off, and notices those that are used."""

    def __init__(self, registry: Registry) -> None:
        """Begin with none; `look_again` reads what holds."""
        self.registry = registry
        self.persons = Persons(registry.store)
        self.ended: set[str] = set()
        self.used: dict[str, int] = {}
        """When each device was noticed last, and is written down as used."""
        self.unwritten: dict[str, int] = {}

    def check(self, caller: Caller | None) -> None:
        """Turn a device away that was switched off, and notice one that was not."""
        if caller is None:
            return
        if caller.device in self.ended:
            raise BadCookie("this device was switched off by its person; it is somebody new when you ask again")
        now = self.registry.now()
        if now - self.used.get(caller.device, 0) >= HOUR_MS:
            if len(self.used) >= MOST_KEPT:
                self.used.clear()
            self.used[caller.device] = self.unwritten[caller.device] = now

    async def look_again(self) -> None:
        """Read which devices count no more, and close what they have open."""
        self.ended = await self.persons.ended()
        for session in list(self.registry.tables.values()):
            for listener in session.listeners:
                if listener.device in self.ended:
                    listener.refused = BadCookie.code
                    listener.pass_on(error_message(BadCookie("this device was switched off by its person")))

    async def write_down(self) -> None:
        """Write down when devices were used, now and then: to the hour is enough."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            await self.write_now()

    async def write_now(self) -> None:
        """Write down what was noticed; what cannot be written is forgotten, for it will be noticed again."""
        seen, self.unwritten = self.unwritten, {}
        if seen:
            with contextlib.suppress(StoreTrouble):
                await self.persons.see(seen)

"""Housekeeping: tables that nobody looks at are put away, and games that were going on are taken up after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log, reason, tell
from mousehole.server.tables import listing
from mousehole.server.tables.session import Session

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

EVERY_SECONDS = 5.0
RETRY_SECONDS = 1.0
HEIR_SECONDS = 0.1
TRIES = 8
AT_A_TIME = 50


class Housekeeping:
    """Keeps in memory what is looked at, and no more."""

    def __init__(self, registry: Registry) -> None:
        """Know whose tables they are."""
        self.registry = registry

    async def put_away_resting(self) -> None:
        """Put tables away that nobody looks at, and keep the figures."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            for number, session in enumerate(list(self.registry.tables.values())):
                if number % AT_A_TIME == 0:
                    await asyncio.sleep(0)  # moves do not wait for a look at thousands of tables
                try:
                    await self.keep_house(session)
                except Exception as error:  # noqa: BLE001  # one table's trouble is not the others'
                    log.warning("a table was not looked after", extra={"table": session.code, "cause": reason(error)})
            self.registry.metrics.tables.set(len(self.registry.tables))
            self.registry.metrics.batches.set(self.registry.store.commits)

    async def keep_house(self, session: Session) -> None:
        """Put a table away if nobody looks at it; otherwise see that it knows what the store knows."""
        if session.is_resting(self.registry.now(), int(1000 * self.registry.settings.resting_seconds)):
            self.put_away(session)
            if self.registry.cluster is not None and session.drives:
                await self.registry.cluster.stop_driving(session.table.row.id)
            return
        if session.is_doubtful:
            await self.registry.refresh(session)
        if self.registry.cluster is not None:
            await self.registry.cluster.look_after(session)

    def put_away(self, session: Session) -> None:
        """Forget a table that the store has; where a clock runs, it is taken up again in time."""
        self.registry.forget(session)
        self.registry.start_alone(listing.keep(self.registry, session.table))
        due = min(session.alarms(), default=None)
        if due is not None:
            self.registry.alarms.set(session.code, due)

    async def revive(self) -> None:
        """Take up the games that were going on when the server, or the worker before this one, stopped.

        Their bots and clocks go on. Where neither is asked, the table is put away again: whoever comes back finds it
        in the store. Of several workers each takes up its own, and one that takes another's place when that has gone.
        """
        while not self.registry.neighbours.is_heir:  # noqa: ASYNC110  # another thread hears it
            await asyncio.sleep(HEIR_SECONDS)
        below, taken_up, failed = None, 0, 0
        while True:
            try:
                found = await self.registry.store.playing(below)
            except StoreTrouble:  # said by the store itself
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if not found:
                break
            for number, code in found:
                below = number
                if code not in self.registry.tables and self.registry.neighbours.is_mine(code):
                    is_there = await self.take_up(code)
                    taken_up, failed = taken_up + is_there, failed + (not is_there)
        if taken_up or failed:
            tell("games taken up", count=taken_up, failed=failed)

    async def take_up(self, code: str) -> bool:
        """Take up one game; tell whether that went well. Whatever is wrong with it, the others come next."""
        tries = 0
        while tries < TRIES:
            try:
                await self.registry.find(code, is_wanted=False)
            except StoreTrouble:
                tries += await self.registry.store.answers()  # while nothing can be read, it is not this table's fault
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:  # noqa: BLE001  # see above
                log.warning("table not taken up", extra={"table": code, "cause": reason(error)})
                return False
            else:
                return True
        log.warning("table not taken up", extra={"table": code, "code": StoreTrouble.code})
        return False

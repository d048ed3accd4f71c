"""Games that are over, for whoever works through them in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from mousehole.games import facts, ids
from mousehole.server.errors import StoreTrouble
from mousehole.table.events import Event, Row
from mousehole.table.standing import OVER
from mousehole.table.table import Table

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

T = TypeVar("T")
RETRY_SECONDS = 5.0
"""After so long the store is asked again when it did not answer."""


async def answered(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask the store until it answers."""
    while True:
        try:
            return await ask()
        except StoreTrouble:  # the store has said so
            await asyncio.sleep(RETRY_SECONDS)


async def finished(registry: Registry, code: str) -> tuple[Row, Sequence[Event], Table] | None:
    """Find a game that is over, in memory or in the store; None if it is not, or is of other rules than today's."""
    found = await registry.store.load(code)
    if found is None:
        return None
    row, events = found
    if row.game not in ids() or row.rules_version != facts(row.game).rules_version:
        return None
    session = registry.tables.get(code)
    if session is not None:
        table = session.table
    else:
        table = await asyncio.to_thread(Table.rebuilt, row, await registry.compiling.game(row.game), events)
    return (row, events, table) if table.state == OVER else None

"""Analyses in the store: what was found of a finished game, by its table, for as long as that is kept.

They hold moves and chances and no names, so whoever is taken out of a table leaves nothing in them; a table that is
removed takes its analysis along.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from sqlalchemy import select

from mousehole.server.store import schema
from mousehole.server.store.store import Store
from mousehole.table.events import Row


async def keep_analysis(store: Store, row: Row, method: str, found: dict[str, Any]) -> None:
    """Keep a table's analysis, in place of one that was made by another method."""
    data = zlib.compress(json.dumps(found, separators=(",", ":")).encode(), 9)
    values = {"table_id": row.id, "method": method, "rules_version": row.rules_version, "data": data}
    async with store.changing() as connection:
        await connection.execute(schema.analyses.delete().where(schema.analyses.c.table_id == row.id))
        await connection.execute(store.insert(schema.analyses).values(values))


async def kept_analysis(store: Store, row: Row, method: str) -> dict[str, Any] | None:
    """Fetch a table's analysis; None where none is kept, or one that would come out otherwise today."""
    own = schema.analyses.c
    asked = select(own.data).where(own.table_id == row.id, own.method == method, own.rules_version == row.rules_version)
    async with store.reading() as connection:
        data = (await connection.execute(asked)).scalar_one_or_none()
    if data is None:
        return None
    found: dict[str, Any] = json.loads(zlib.decompress(bytes(data)))
    return found

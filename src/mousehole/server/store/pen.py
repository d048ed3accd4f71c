"""Events are written to PostgreSQL by one statement, which is its own transaction: most commits need nothing else.

SQLAlchemy asks the database three times (begin, insert, commit) and has another statement for every number of events.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

COLUMNS = {
    "table_id": "bigint",
    "version": "integer",
    "kind": "text",
    "at": "bigint",
    "person": "text",
    "seat": "integer",
    "key": "text",
    "data": "text",
}
INSERT = (
    f"INSERT INTO events ({', '.join(COLUMNS)}) "  # noqa: S608  # our own words
    f"SELECT * FROM unnest({', '.join(f'${n}::{kind}[]' for n, kind in enumerate(COLUMNS.values(), 1))}) "
    "ON CONFLICT DO NOTHING RETURNING table_id, version"
)


async def write(connection: AsyncConnection, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Commit events on a connection that is in no transaction; return which of them went in."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    columns = [[row[name] for row in rows] for name in COLUMNS]
    return {(found[0], found[1]) for found in await driver.fetch(INSERT, *columns)}

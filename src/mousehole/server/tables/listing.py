"""How tables stand, for lists of them: kept when one is put away, so that no table is rebuilt only to be listed.

What is kept is a copy that may be old: each knows the version it is of, and one that is behind is made again.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from mousehole.engine.errors import TableError
from mousehole.server.errors import StoreTrouble
from mousehole.server.store import lists
from mousehole.table.frames import outcome_data

if TYPE_CHECKING:
    from mousehole.server.store.lists import Listed
    from mousehole.server.tables.registry import Registry
    from mousehole.table.table import Table

REBUILT = 20
"""So many tables of a list are rebuilt at most; the others are listed without who sits there."""


@dataclass(frozen=True)
class SummedSeat:
    """A seat, as everybody who looks at the table sees it."""

    role: str
    name: str
    kind: Literal["open", "bot", "person"]
    person: str | None


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    sentence: str
    winners: list[int]
    places: list[int] | None


@dataclass(frozen=True)
class Summary:
    """How a table stands: nothing that not everybody may know."""

    seats: list[SummedSeat]
    asked: list[int]
    since: int | None
    outcome: Ending | None


def summary_of(table: Table) -> Summary:
    """Say how a table stands."""
    asked, ended = table.asked(), outcome_data(table)
    return Summary(
        seats=[
            SummedSeat(
                role=table.role(number),
                name=seat.name,
                kind="open" if seat.is_open else "person" if seat.person is not None else "bot",
                person=seat.person,
            )
            for number, seat in enumerate(table.seats)
        ],
        asked=list(asked),
        since=min((table.asked_at[seat] for seat in asked if seat in table.asked_at), default=None),
        outcome=None if ended is None else Ending(ended.sentence, list(ended.winners), ended.places),
    )


def read_summary(text: str) -> Summary:
    """Read what was kept."""
    found: dict[str, Any] = json.loads(text)
    seats = [SummedSeat(**seat) for seat in found.pop("seats")]
    outcome = found.pop("outcome")
    return Summary(seats=seats, outcome=None if outcome is None else Ending(**outcome), **found)


async def keep(registry: Registry, table: Table) -> None:
    """Keep how a table stands; where the store does not answer, it is made again when it is asked for."""
    with contextlib.suppress(StoreTrouble):
        await lists.keep_summary(registry.store, table.row.id, table.version, json.dumps(asdict(summary_of(table))))


async def tables_of(registry: Registry, person: str) -> list[tuple[Listed, Summary | None]]:
    """List the tables of somebody, each with how it stands where that is known, or quickly found out."""
    found, left = [], REBUILT
    for listed in await lists.tables_of(registry.store, person):
        session = registry.tables.get(listed.code)
        if session is not None and session.table.version >= listed.version:
            summary: Summary | None = summary_of(session.table)
        elif listed.summary is not None and listed.summed == listed.version:
            summary = read_summary(listed.summary)
        else:
            left -= 1
            summary = await made_again(registry, listed) if left >= 0 else None
        found.append((listed, summary))
    return found


async def made_again(registry: Registry, listed: Listed) -> Summary | None:
    """Find out how a table stands from the store; nothing of one that cannot be read, or whose game is not ready."""
    if not registry.compiling.is_ready(listed.game):
        return None
    try:
        table = (await registry.find(listed.code, is_wanted=False)).table
    except StoreTrouble:
        raise
    except TableError:
        return None
    await keep(registry, table)
    return summary_of(table)

"""What is kept of a table: its row, written once, and its events, numbered without a gap."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from mousehole.table.setup import HouseRules

OPENED, SAT, LEFT, STARTED = "opened", "sat", "left", "started"
MOVED, UNDONE = "moved", "undone"
VOTED, REPLACED, RETURNED, REMATCHED = "voted", "replaced", "returned", "rematched"

BY_PERSON, BY_BOT, BY_CLOCK = "person", "bot", "clock"
"""Who made a move: who sits there, the bot that sits or stands in there, or a bot because the time was up."""


def now_ms() -> int:
    """Tell the time in milliseconds since 1970, as events carry it."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Row:
    """What never changes about a table."""

    code: str
    game: str
    rules_version: int
    options: tuple[int, ...]
    seats: int
    rules: HouseRules
    host: str
    """The person who opened it."""
    created: int
    share: str = field(repr=False)
    salt: str = field(repr=False)
    parent: str | None = None
    """The table this one is a rematch of."""
    id: int = 0
    """Its number in the store."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table. Together with all before it, it makes the table what it is."""

    version: int
    kind: str
    at: int
    person: str | None = None
    seat: int | None = None
    key: str | None = None
    """The id that the person gave it: the same one is never done twice."""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """An event that fits the table as it is now, before it has a version and is committed."""

    kind: str
    person: str | None = None
    seat: int | None = None
    key: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    position: Any = None
    """The position a move leads to, so that it is worked out once."""

    def event(self, version: int, at: int) -> Event:
        """Give it a version and a date."""
        return Event(version, self.kind, at, self.person, self.seat, self.key, self.data)


@dataclass(frozen=True)
class Repeated:
    """Something that was done already, under the same id."""

    version: int

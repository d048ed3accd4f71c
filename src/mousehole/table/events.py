"""What is kept of a table: its row, written once, and its events, numbered without a gap. One data class for each kind.

An event is stored as its kind, its seat, and whatever else it says as JSON: fields under their own names, those left
out that say nothing. What was stored before a field existed reads as its default.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar

from mousehole.engine.position import Position
from mousehole.table.setup import HouseRules

BY_PERSON, BY_BOT, BY_CLOCK, BY_TABLE = "person", "bot", "clock", "table"
"""Who made a move: who sits there, the bot that sits or stands in there, a bot because the time was up, or the table
because there was nothing to choose."""
EVERYTHING, EACH_PERSON = 1, 2
"""Whose contributions make the seed: all that were ever sent (tables opened long ago), or the last one of each person
who still sits there."""


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


# What can happen


@dataclass(frozen=True)
class Seated:
    """Who sits on a seat from the beginning: a person, a bot, or nobody yet."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    device: bool = False
    vacant: bool = False
    """Whether the bot plays for somebody who has left, and makes room for whoever comes by the link."""


@dataclass(frozen=True)
class Begun:
    """A moment of a finished game from which another one goes on, or the beginning of one read in from its record."""

    table: str
    """The code of that game's table; empty for a record, which says nothing of one."""
    seed: str
    """What that game was dealt from: more digits than numbers of JSON keep."""
    moves: tuple[tuple[int, int], ...]
    """Its moves up to the moment, seats and actions."""
    seat: int
    """From whose knowledge it goes on."""
    redealt: int | None = None
    """The seed by which all that this seat could not know was dealt anew; None: everything is as it truly was."""


@dataclass(frozen=True)
class Opened:
    """A table is opened."""

    kind: ClassVar[str] = "opened"
    seats: tuple[Seated, ...]
    contributions: tuple[str, ...] = ()
    """Contributions of a table that was opened long ago."""
    dealing: int = EVERYTHING
    given: tuple[tuple[str, str], ...] = ()
    """People and what they have contributed before it opened: trusted, or to the promise of a rematch."""
    awaits: tuple[str, ...] = ()
    """People without whose contribution the game does not begin."""
    brought: tuple[tuple[int, int], ...] | None = None
    """Seats and actions of a game that was begun on somebody's device, which has dealt it; None: it begins here."""
    day: str = ""
    """The day whose public deal is played, if it is one: YYYY-MM-DD."""
    begun: Begun | None = None
    """The moment of another game from which it goes on."""


@dataclass(frozen=True)
class Sat:
    """Somebody sits down."""

    kind: ClassVar[str] = "sat"
    seat: int
    name: str
    device: bool = False
    contribution: str | None = None
    awaits: bool = False
    """Whether the game waits for a contribution of theirs, which they send once they have seen the promise."""


@dataclass(frozen=True)
class Left:
    """Somebody gives a seat up; a bot of that level plays on."""

    kind: ClassVar[str] = "left"
    seat: int
    level: str | None = None


@dataclass(frozen=True)
class Contributed:
    """Somebody whose contribution was awaited has sent it."""

    kind: ClassVar[str] = "contributed"
    contribution: str


@dataclass(frozen=True)
class Started:
    """Bots take the seats that were still open."""

    kind: ClassVar[str] = "started"
    fill: str


@dataclass(frozen=True)
class Moved:
    """Somebody has moved."""

    kind: ClassVar[str] = "moved"
    seat: int
    action: int
    by: str
    choice: int | str | None = None
    """What was sent: the number or the name."""
    failed: bool = False
    """Whether a bot has failed and the move is a random one."""
    name: str = ""
    """The move in the notation, so that the game can be told when its rules are gone."""
    open_end: bool = False
    """Whether it ends the game and may still be taken back: the end is not final until it is confirmed."""


@dataclass(frozen=True)
class Undone:
    """Somebody has taken the last move back."""

    kind: ClassVar[str] = "undone"
    seat: int


@dataclass(frozen=True)
class Ended:
    """An end that could have been taken back is final."""

    kind: ClassVar[str] = "ended"
    seat: int


@dataclass(frozen=True)
class Voted:
    """Somebody wants a bot on an absent person's seat."""

    kind: ClassVar[str] = "voted"
    seat: int


@dataclass(frozen=True)
class Replaced:
    """A bot stands in for somebody who is away."""

    kind: ClassVar[str] = "replaced"
    seat: int
    level: str


@dataclass(frozen=True)
class Returned:
    """Somebody is back on a seat."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True)
class AskedRematch:
    """Somebody wants another game; its table has its code and the server's part of its deal from now on."""

    kind: ClassVar[str] = "asked_rematch"
    code: str
    share: str = field(repr=False)
    salt: str = field(repr=False)
    swap: bool = False
    agrees: bool = False
    """Whether that is the asker's own yes already; else it comes with a contribution."""


@dataclass(frozen=True)
class Agreed:
    """Somebody says yes to another game."""

    kind: ClassVar[str] = "agreed"
    contribution: str | None = None


@dataclass(frozen=True)
class Declined:
    """Somebody says no to another game, or takes the question back."""

    kind: ClassVar[str] = "declined"


@dataclass(frozen=True)
class Rematched:
    """Another table is open for the same people."""

    kind: ClassVar[str] = "rematched"
    code: str


@dataclass(frozen=True)
class Closed:
    """The game was ended before its end."""

    kind: ClassVar[str] = "closed"
    reason: str


Happening = (
    Opened
    | Sat
    | Left
    | Contributed
    | Started
    | Moved
    | Undone
    | Ended
    | Voted
    | Replaced
    | Returned
    | AskedRematch
    | Agreed
    | Declined
    | Rematched
    | Closed
)
HAPPENINGS: dict[str, type[Happening]] = {
    one.kind: one
    for one in (
        Opened,
        Sat,
        Left,
        Contributed,
        Started,
        Moved,
        Undone,
        Ended,
        Voted,
        Replaced,
        Returned,
        AskedRematch,
        Agreed,
        Declined,
        Rematched,
        Closed,
    )
}
MOVED = Moved.kind


def data_of(what: Any) -> dict[str, Any]:
    """Write what an event says beside its kind and seat, without what says nothing."""
    return {
        one.name: [data_of(part) for part in value]
        if one.name == "seats"
        else data_of(value) | {"seat": value.seat}
        if isinstance(value, Begun)
        else value
        for one in fields(what)
        if one.name != "seat" and ((value := getattr(what, one.name)) != one.default or one.default is MISSING)
    }


def happening(kind: str, seat: int | None, data: Mapping[str, Any]) -> Happening:
    """Read what happened, as `data_of` wrote it or earlier programs did."""
    made = HAPPENINGS[kind]
    names = {one.name for one in fields(made)}
    given = {name: value for name, value in data.items() if name in names}
    if "seat" in names:
        given["seat"] = seat
    if made is Opened:
        given["seats"] = tuple(Seated(**one) for one in data["seats"])
        given["contributions"] = tuple(data.get("contributions", ()))
        given["given"] = tuple((person, text) for person, text in data.get("given", ()))
        given["awaits"] = tuple(data.get("awaits", ()))
        moves = data.get("brought")
        given["brought"] = None if moves is None else tuple((seat, action) for seat, action in moves)
        given["begun"] = begun_from(data.get("begun"))
    return made(**given)


def begun_from(data: Mapping[str, Any] | None) -> Begun | None:
    """Read the moment from which a game goes on."""
    if data is None:
        return None
    return Begun(**{**data, "moves": tuple((seat, action) for seat, action in data["moves"])})


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table. Together with all before it, it makes the table what it is."""

    version: int
    at: int
    what: Happening
    person: str | None = None
    key: str | None = None
    """The id that the person gave it: the same one is never done twice."""

    @property
    def kind(self) -> str:
        """The kind's name in the store."""
        return self.what.kind

    @property
    def seat(self) -> int | None:
        """The seat it is about, if it is about one."""
        return getattr(self.what, "seat", None)

    @property
    def data(self) -> dict[str, Any]:
        """What it says beside its kind and seat, as the store has it."""
        return data_of(self.what)


@dataclass(frozen=True)
class Draft:
    """An event that fits the table as it is now, before it has a version and is committed."""

    what: Happening
    person: str | None = None
    key: str | None = None
    position: Position | None = None
    """The position a move leads to, so that it is worked out once."""

    def event(self, version: int, at: int) -> Event:
        """Give it a version and a date."""
        return Event(version, at, self.what, self.person, self.key)


@dataclass(frozen=True)
class Repeated:
    """Something that was done already, under the same id."""

    version: int

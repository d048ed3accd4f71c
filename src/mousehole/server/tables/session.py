"""A table that somebody is at: the table, the people looking at it, and what is said there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mousehole.engine.contract import SPECTATOR
from mousehole.server.limits import Counts
from mousehole.table import frames
from mousehole.table.errors import NotYourSeat
from mousehole.table.frames import Common, Company, Outgoing, Teller
from mousehole.table.table import PLAYING, Table

POLLING_MS = 30_000
"""Somebody who polls is present for so long after the last request."""
REMOTE_MS = 35_000
"""What another worker said about who is present counts for so long."""
PING_MS = 15_000
TALK_KEPT = 50
NOTES_KEPT = 64
COMPANY_SECONDS = 0.25
COMPANY_FRAMES = 200.0
"""So many frames a second may go out at one table because people come and go."""


@dataclass(eq=False)
class Listener:
    """A socket, as the table knows it. Frames are complete, so a slow one may skip some; notes are queued, a few."""

    person: str
    wanted: int | None = None
    """The seat whose eyes it looks with; None: the first one the person holds."""
    has_text: bool = False
    """Whether its frames hold the table drawn in plain text."""
    seen: int = -1
    """The serial of the last frame sent."""
    notes: deque[Outgoing] = field(default_factory=lambda: deque(maxlen=NOTES_KEPT))
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_leaving: bool = False
    address: str = ""

    def pass_on(self, note: Outgoing) -> None:
        """Queue a small message."""
        self.notes.append(note)
        self.wake.set()


@dataclass(eq=False)
class Session:
    """A table in memory."""

    table: Table
    loaded: int
    """When it was taken from the store, in the time of events."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    serial: int = 0
    """Rises with everything that changes a frame."""
    changes: asyncio.Event = field(default_factory=asyncio.Event)
    company: Company = field(default_factory=Company)
    comings: int = 0
    """Rises when somebody comes or goes."""
    bodies: dict[tuple[int, bool], tuple[tuple[int, int], bytes]] = field(default_factory=dict)
    tellers: dict[int, Teller] = field(default_factory=dict)
    common: Common = field(default_factory=Common)
    last_seen: dict[str, int] = field(default_factory=dict)
    polled: dict[str, int] = field(default_factory=dict)
    remote: dict[str, tuple[int, frozenset[str], int]] = field(default_factory=dict)
    """What other workers say: until when it counts, who is there, and how many watch."""
    talk: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    pings: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    chatting: set[str] = field(default_factory=set)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Bots that think at this table, by seat."""
    timer: asyncio.TimerHandle | None = None
    is_doubtful: bool = False
    """Whether the store may hold something newer than this."""
    drives: bool = True
    """Whether bots and clocks of this table are this worker's business."""
    used: int = 0
    owner: str = ""
    """The address it was opened from, where that is known."""
    seat_changes: Counts = field(default_factory=Counts)
    """How often people, and addresses, have sat down or stood up here."""
    kept: dict[str, tuple[int, Any]] = field(default_factory=dict)
    """What is told of a finished game, worked out once, each with the version it is for."""
    company_shown: float = 0.0
    """When frames went out for the last time only because somebody came or went."""
    company_timer: asyncio.TimerHandle | None = None

    @property
    def is_bots_alone(self) -> bool:
        """Whether bots play here by themselves."""
        return self.table.state == PLAYING and not self.table.people()

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.row.code

    def changed(self) -> None:
        """Let everyone who looks at the table look again."""
        self.serial += 1
        for listener in self.listeners:
            listener.wake.set()
        done, self.changes = self.changes, asyncio.Event()
        done.set()
        if self.company_timer is not None:
            self.company_timer.cancel()
            self.company_timer = None

    def company_changed(self) -> None:
        """Show who has come and gone: at once, or with others who come and go at nearly the same time."""
        loop = asyncio.get_running_loop()
        pause = max(COMPANY_SECONDS, len(self.listeners) / COMPANY_FRAMES)
        wait = self.company_shown + pause - loop.time()
        if wait <= 0:
            self.show_company()
        elif self.company_timer is None:
            self.company_timer = loop.call_later(wait, self.show_company)

    def show_company(self) -> None:
        """Let everyone see who is here."""
        self.company_shown = asyncio.get_running_loop().time()
        self.changed()

    # Who looks with which eyes

    def eyes(self, person: str, wanted: int | None) -> int:
        """Decide with which eyes somebody looks; rights are checked here, for every frame."""
        if wanted == SPECTATOR:
            return SPECTATOR
        held = self.table.seats_of(person)
        if wanted is not None:
            self.table.find_seat(wanted)
            if wanted not in held:
                raise NotYourSeat(f"{self.table.role(wanted)} is not your seat")
            return wanted
        return held[0] if held else SPECTATOR

    def frame(self, person: str, viewer: int, name: str, *, has_text: bool = False) -> Outgoing:
        """Build a frame for somebody who may look with these eyes."""
        kept, newest = self.bodies.get((viewer, has_text)), (self.serial, self.comings)
        if kept is None or kept[0] != newest:
            teller = self.teller(viewer)
            body = frames.frame_body(self.table, viewer, self.company, teller, self.common, has_text=has_text)
            kept = self.bodies[viewer, has_text] = (newest, body)
        return frames.frame(kept[1], self.me(person, viewer, name))

    def teller(self, viewer: int) -> Teller:
        """Return whoever tells the story to a viewer, and remembers what was told."""
        return self.tellers.setdefault(viewer, Teller(viewer))

    def told(self, what: str, work_out: Callable[[], Any]) -> Any:
        """Return something about the table as it is now that is worked out once."""
        found = self.kept.get(what)
        if found is None or found[0] != self.table.version:
            found = self.kept[what] = (self.table.version, work_out())
        return found[1]

    def me(self, person: str, viewer: int, name: str) -> dict[str, Any]:
        """Say what is about this person alone."""
        return {
            "name": name,
            "seats": self.table.seats_of(person),
            "host": person == self.table.row.host,
            "chat": person in self.chatting,
            "talk": [said["message"] for said in self.talk if self.may_hear(person, said)],
            "pings": [ping["message"] for ping in self.pings if self.may_see_ping(viewer, ping)],
        }

    # What is said

    def may_hear(self, person: str, said: Mapping[str, Any]) -> bool:
        """Phrases are for all; free text is between people who have switched it on."""
        return not said["is_free"] or person in self.chatting

    def may_see_ping(self, viewer: int, ping: Mapping[str, Any]) -> bool:
        """Pings are seen by the side that makes them."""
        return viewer != SPECTATOR and self.table.side_of(viewer) == ping["side"]

    def say(self, said: dict[str, Any]) -> None:
        """Keep something that is said, and pass it on to those who may hear it."""
        self.talk.append(said)
        message = frames.talk_message(said["message"])
        for listener in self.listeners:
            if self.may_hear(listener.person, said):
                listener.pass_on(message)

    def ping(self, ping: dict[str, Any]) -> None:
        """Pass on what somebody points at, to their own side alone."""
        self.pings.append(ping)
        message = frames.ping_message(ping["message"])
        for listener in self.listeners:
            try:
                viewer = self.eyes(listener.person, listener.wanted)
            except NotYourSeat:
                continue
            if self.may_see_ping(viewer, ping):
                listener.pass_on(message)

    # Who is present

    def people_here(self, now: int) -> set[str]:
        """List everybody who is present, seated or not."""
        here = {listener.person for listener in self.listeners}
        here |= {person for person, at in self.polled.items() if now - at < POLLING_MS}
        for until, people, _ in self.remote.values():
            if now < until:
                here |= people
        return here

    def look_around(self, now: int) -> bool:
        """Notice who has come and gone; return whether anything changed that frames show."""
        table, here = self.table, self.people_here(now)
        seated = table.people()
        for person in here & seated:
            self.last_seen[person] = now
        self.polled = {person: at for person, at in self.polled.items() if now - at < POLLING_MS}
        while self.pings and now - self.pings[0]["at"] > PING_MS:
            self.pings.popleft()
        away = {
            number: self.last_seen.get(seat.person, self.loaded)
            for number, seat in enumerate(table.seats)
            if seat.person is not None and seat.person not in here
        }
        patience = table.away_seconds
        offered = frozenset(
            number
            for number, since in away.items()
            if patience is not None
            and now - since >= 1000 * patience
            and table.state == PLAYING
            and not table.seats[number].has_stand_in
        )
        company = Company(
            present=frozenset(n for n, seat in enumerate(table.seats) if seat.person is not None and n not in away),
            watchers=len(here - seated),
            away=away,
            offered=offered,
        )
        is_new = company != self.company
        self.company = company
        self.comings += is_new
        return is_new

    def is_away(self, seat: int) -> bool:
        """Tell whether somebody has been away for long enough to be replaced."""
        return seat in self.company.offered

    def has_majority(self, seat: int, now: int) -> bool:
        """Tell whether more than half of the others who are here want a bot on a seat."""
        voters = (self.table.people() & self.people_here(now)) - {self.table.seats[seat].person}
        return 2 * len(self.table.votes.get(seat, set()) & voters) > len(voters)

    def next_look(self, now: int) -> int | None:
        """Tell when something changes by itself: an absence grows too long, a poll is over, a clock runs out."""
        times: list[int] = [at + POLLING_MS for at in self.polled.values()]
        times += [until for until, _, _ in self.remote.values() if until > now]
        patience = self.table.away_seconds
        if patience is not None and self.table.state == PLAYING:
            away = self.company.away
            times += [since + 1000 * patience for n, since in away.items() if n not in self.company.offered]
        if self.drives:
            times += [deadline for seat, deadline in self.deadlines() if seat not in self.thinking]
        return min(times, default=None)

    def deadlines(self) -> Iterator[tuple[int, int]]:
        """List the clocks that run, each with the time it is up."""
        for seat in self.table.acting:
            deadline = self.table.deadline(seat)
            if deadline is not None:
                yield seat, deadline

    def is_resting(self, now: int, resting_ms: int) -> bool:
        """Tell whether the table can be put away: a clock that runs out long from now does not need it in memory."""
        if self.listeners or self.thinking or self.lock.locked() or now - self.used < resting_ms:
            return False
        return all(deadline - now > resting_ms for _, deadline in self.deadlines())

"""A table that somebody is at: the table, the people looking at it, and what is said there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from mousehole.engine.facts import SPECTATOR
from mousehole.server.limits import Counts, Throttle
from mousehole.table import frames
from mousehole.table.errors import NotYourSeat
from mousehole.table.frames import Common, Company, Outgoing, Teller
from mousehole.table.shapes import Me, Pointed, Said
from mousehole.table.standing import CLOSED, ENDING, LOBBY, PLAYING
from mousehole.table.table import Table

POLLING_MS = 30_000
"""Somebody who polls is present for so long after the last request."""
REMOTE_MS = 35_000
"""What another worker said about who is present counts for so long."""
PING_MS = 15_000
TALK_KEPT = 50
NOTES_KEPT = 64
BODIES_KEPT = 500
COMPANY_SECONDS = 0.25
COMPANY_FRAMES = 200.0
"""So many frames a second may go out at one table because people come and go."""


@dataclass(eq=False)
class Listener:
    """A socket, as the table knows it. Frames are complete, so a slow one may skip some; notes are queued, a few."""

    person: str
    wanted: int | None = None
    """The seat whose eyes it looks with; None: the first one the person holds."""
    is_visible: bool = True
    """Whether somebody can see the page: a tab in the background, or a phone that is locked, says that it is not."""
    has_text: bool = False
    """Whether its frames hold the table drawn in plain text."""
    seen: int = -1
    """The serial of the last frame sent."""
    notes: deque[Outgoing] = field(default_factory=lambda: deque(maxlen=NOTES_KEPT))
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_leaving: bool = False
    refused: str = ""
    """The code by which it is shown out, if it is."""
    address: str = ""
    device: str = ""

    def pass_on(self, note: Outgoing) -> None:
        """Queue a small message."""
        self.notes.append(note)
        self.wake.set()


class Bodies:
    """What was built lately of frames at all tables of a worker, for others who look with the same eyes.

    Most seats have one socket, so most of it is wanted once: kept at every table it would take most of the memory.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.kept: OrderedDict[tuple[int, int, bool], tuple[tuple[int, int], bytes]] = OrderedDict()
        self.numbers = count()

    def get(self, place: tuple[int, int, bool], newest: tuple[int, int]) -> bytes | None:
        """Find what was built for a table, a viewer and a way to show it, if nothing has changed since."""
        found = self.kept.get(place)
        return found[1] if found is not None and found[0] == newest else None

    def keep(self, place: tuple[int, int, bool], newest: tuple[int, int], body: bytes) -> None:
        """Keep something; what was built longest ago goes."""
        self.kept[place] = (newest, body)
        self.kept.move_to_end(place)
        if len(self.kept) > BODIES_KEPT:
            self.kept.popitem(last=False)


@dataclass(frozen=True)
class Heard:
    """Something said, and whether it is free text, for those alone who have switched that on."""

    is_free: bool
    said: Said


@dataclass(frozen=True)
class Shown:
    """Something a side points at."""

    side: int
    pointed: Pointed


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
    bodies: Bodies = field(default_factory=Bodies)
    number: int = field(init=False)
    """Its own among those that share these; a table that was put away and comes back gets another one."""
    tellers: dict[int, Teller] = field(default_factory=dict)
    common: Common = field(default_factory=Common)
    last_seen: dict[str, int] = field(default_factory=dict)
    polled: dict[str, int] = field(default_factory=dict)
    remote: dict[str, tuple[int, frozenset[str], int]] = field(default_factory=dict)
    """What other workers say: until when it counts, who is there, and how many watch."""
    sharers: dict[str, int] = field(default_factory=dict)
    """Other workers that have this table in memory, and until when that counts."""
    announced: int = 0
    """When other workers were told last who is here."""
    looking_elsewhere: dict[str, tuple[int, frozenset[str]]] = field(default_factory=dict)
    """The people to whom other workers show the table now, and until when that counts."""
    noted: int = 0
    """The version at which it was noted last who may have to be called."""
    called: dict[str, int] = field(default_factory=dict)
    """For which turn people were called, or seen to look."""
    talk: deque[Heard] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    pings: deque[Shown] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    chatting: set[str] = field(default_factory=set)
    by_hand: set[str] = field(default_factory=set)
    """People who make moves that leave no choice themselves."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Bots that think at this table, by seat."""
    timer: asyncio.TimerHandle | None = None
    is_doubtful: bool = False
    """Whether the store may hold something newer than this."""
    is_settling: bool = False
    """Whether something that is due by itself is being carried out."""
    drives: bool = True
    """Whether bots and clocks of this table are this worker's business."""
    used: int = 0
    owner: str = ""
    """The address it was opened from, where that is known."""
    seat_changes: Counts = field(default_factory=Counts)
    """How often people, and addresses, have sat down or stood up here."""
    kept: dict[str, tuple[int, Any]] = field(default_factory=dict)
    """What is told of a finished game, worked out once, each with the version it is for."""
    showing: Throttle = field(default_factory=Throttle)
    """Frames that go out only because somebody came or went."""
    announcing: Throttle = field(default_factory=Throttle)
    """News of the same for other workers."""

    def __post_init__(self) -> None:
        """Take a number."""
        self.number = next(self.bodies.numbers)

    @property
    def is_bots_alone(self) -> bool:
        """Whether bots play here by themselves, or will as soon as the deal is made."""
        table = self.table
        is_on = table.state == PLAYING or (table.state == LOBBY and not any(seat.is_open for seat in table.seats))
        return is_on and not table.people()

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
        self.showing.cancel()  # it is shown

    @property
    def company_pause(self) -> float:
        """How long comings and goings are collected: longer where more people would be told of each."""
        return max(COMPANY_SECONDS, len(self.listeners) / COMPANY_FRAMES)

    def show_again(self, person: str) -> None:
        """Send somebody a fresh frame: something about them alone has changed."""
        for listener in self.listeners:
            if listener.person == person:
                listener.seen = -1
                listener.wake.set()

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
        place, newest = (self.number, viewer, has_text), (self.serial, self.comings)
        body = self.bodies.get(place, newest)
        if body is None:
            teller = self.teller(viewer)
            body = frames.frame_body(self.table, viewer, self.company, teller, self.common, has_text=has_text)
            self.bodies.keep(place, newest, body)
        return frames.frame(body, self.me(person, viewer, name))

    def teller(self, viewer: int) -> Teller:
        """Return whoever tells the story to a viewer, and remembers what was told."""
        found = self.tellers.get(viewer)
        if found is None:
            found = self.tellers[viewer] = Teller(viewer)
        return found

    def told(self, what: str, work_out: Callable[[], Any]) -> Any:
        """Return something about the table as it is now that is worked out once."""
        found = self.kept.get(what)
        if found is None or found[0] != self.table.version:
            found = self.kept[what] = (self.table.version, work_out())
        return found[1]

    def me(self, person: str, viewer: int, name: str) -> Me:
        """Say what is about this person alone."""
        return Me(
            name=name,
            seats=self.table.seats_of(person),
            host=person == self.table.row.host,
            chat=person in self.chatting,
            talk=[heard.said for heard in self.talk if self.may_hear(person, heard)],
            pings=[shown.pointed for shown in self.pings if self.may_see_ping(viewer, shown)],
            by_hand=person in self.by_hand,
            awaited=person in self.table.deal.awaited,
        )

    # What is said

    def may_hear(self, person: str, heard: Heard) -> bool:
        """Phrases are for all; free text is between people who have switched it on."""
        return not heard.is_free or person in self.chatting

    def may_see_ping(self, viewer: int, shown: Shown) -> bool:
        """Pings are seen by the side that makes them."""
        return viewer != SPECTATOR and self.table.side_of(viewer) == shown.side

    def say(self, note: Mapping[str, Any]) -> None:
        """Keep something that is said, and pass it on to those who may hear it."""
        heard = Heard(note["is_free"], Said(**note["message"]))
        self.talk.append(heard)
        message = frames.talk_message(heard.said)
        for listener in self.listeners:
            if self.may_hear(listener.person, heard):
                listener.pass_on(message)

    def ping(self, note: Mapping[str, Any]) -> None:
        """Pass on what somebody points at, to their own side alone."""
        shown = Shown(note["side"], Pointed(**note["message"]))
        self.pings.append(shown)
        message = frames.ping_message(shown.pointed)
        for listener in self.listeners:
            try:
                viewer = self.eyes(listener.person, listener.wanted)
            except NotYourSeat:
                continue
            if self.may_see_ping(viewer, shown):
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

    def looking(self, now: int) -> set[str]:
        """List everybody who has the table before their eyes, at any worker."""
        here = self.looking_here(now)
        for until, people in self.looking_elsewhere.values():
            if now < until:
                here |= people
        return here

    def looking_here(self, now: int) -> set[str]:
        """List those to whom this worker shows the table: whoever polls, and whose page is visible."""
        here = {listener.person for listener in self.listeners if listener.is_visible}
        return here | {person for person, at in self.polled.items() if now - at < POLLING_MS}

    def look_around(self, now: int) -> bool:
        """Notice who has come and gone; return whether anything changed that frames show."""
        table, here = self.table, self.people_here(now)
        seated = table.people()
        for person in here & seated:
            self.last_seen[person] = now
        self.polled = {person: at for person, at in self.polled.items() if now - at < POLLING_MS}
        while self.pings and now - self.pings[0].pointed.at > PING_MS:
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
            and table.state in {PLAYING, ENDING}
            and not table.seats[number].has_stand_in
        )
        company = Company(
            present=frozenset(n for n, seat in enumerate(table.seats) if seat.person is not None and n not in away),
            watchers=len(here - seated),
            away=away,
            offered=offered,
            by_hand=frozenset(n for n, seat in enumerate(table.seats) if seat.person in self.by_hand),
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
        if patience is not None and self.table.state in {PLAYING, ENDING}:
            away = self.company.away
            times += [since + 1000 * patience for n, since in away.items() if n not in self.company.offered]
        if self.drives:
            times += [deadline for seat, deadline in self.deadlines() if seat not in self.thinking]
            times += [deadline for deadline in [self.end_deadline()] if deadline is not None]
        return min(times, default=None)

    def deadlines(self) -> Iterator[tuple[int, int]]:
        """List the clocks that run, each with the time it is up."""
        for seat in self.table.acting:
            deadline = self.table.deadline(seat)
            if deadline is not None:
                yield seat, deadline

    def alarms(self) -> list[int]:
        """List the times at which a clock runs out, for a move or for an end that may be taken back."""
        end = self.end_deadline()
        return [deadline for _, deadline in self.deadlines()] + ([] if end is None else [end])

    def end_deadline(self) -> int | None:
        """Tell when an end that may still be taken back is final by the clock."""
        seat = self.table.ending
        return None if seat is None else self.table.deadline(seat)

    def has_business(self, now: int) -> bool:
        """Tell whether something is due that nobody has to ask for: an end, a rematch all have agreed to, a closing."""
        table, deadline = self.table, self.end_deadline()
        if table.stopped:
            return table.state == CLOSED and not table.is_closed
        if deadline is not None and now >= max(deadline, self.loaded):
            return True
        return table.offer is not None and table.offer.is_agreed(table.seats)

    def is_resting(self, now: int, resting_ms: int) -> bool:
        """Tell whether the table can be put away: a clock that runs out long from now does not need it in memory."""
        if self.listeners or self.thinking or self.lock.locked() or now - self.used < resting_ms:
            return False
        return all(deadline - now > resting_ms for deadline in self.alarms())

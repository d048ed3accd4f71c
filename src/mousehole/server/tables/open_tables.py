"""Open tables: whoever comes may sit down. What is listed, who may meet whom, and a quick seat with somebody."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mousehole.engine.errors import BadSeats, TableError
from mousehole.engine.facts import Facts
from mousehole.games import facts, ids
from mousehole.server.errors import StoreTrouble, TooFast, TooMany
from mousehole.server.limits import per_minute
from mousehole.server.logs import log, reason
from mousehole.server.names import RefusedNames
from mousehole.server.store.strangers import Listing, Strangers
from mousehole.table.errors import NotHere, NotYourSeat, SeatTaken
from mousehole.table.events import Event, Opened, Sat
from mousehole.table.setup import USUAL_BOT, HouseRules, SeatPlan, Setup, plan_setup
from mousehole.table.standing import LOBBY

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session

EVERY_SECONDS = 10.0
GONE_MS = 60_000
"""A table where nobody has been for so long is not listed, and a seat there is free again."""
KEPT_SECONDS = 1.0
"""The list is read from the store at most so often."""
LONGEST_LIST = 100
LONG_GONE_MS = 3600 * 1000
QUICK_LOCK = 7108


class OpenTables:
    """The open tables, as this worker knows them."""

    def __init__(self, registry: Registry) -> None:
        """Begin with nothing listed."""
        self.registry = registry
        self.strangers = Strangers(registry.store)
        self.names = RefusedNames.read(registry.settings.names_refused)
        self.quick = per_minute(registry.settings.quick_seats_per_minute)
        self.complaints = per_minute(registry.settings.reports_per_minute)
        self.kept: tuple[float, list[Listing]] = (float("-inf"), [])

    # The list

    async def work(self) -> None:
        """Keep the list as it is, for as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            with contextlib.suppress(StoreTrouble):  # said by the store; it is tried again
                await self.go_round()

    async def go_round(self) -> None:
        """Note at which open tables somebody waits, and free the seats of those who have gone."""
        now, here = self.registry.now(), []
        for session in list(self.registry.tables.values()):
            if not is_waiting(session):
                continue
            session.look_around(now)
            if session.table.people() & session.people_here(now):
                here.append(session.table.row)
                self.free_seats(session, now)
        await self.strangers.see(here, now)
        await self.strangers.tidy(now - LONG_GONE_MS)
        self.kept = (float("-inf"), [])

    def free_seats(self, session: Session, now: int) -> None:
        """Let people go who sat down at a table that still waits, and have left it alone."""
        if not session.drives:
            return
        for number, since in session.company.away.items():
            person = session.table.seats[number].person
            if person is not None and person != session.table.row.host and now - since >= GONE_MS:
                self.registry.start_alone(self.registry.orders.free(session, number, person))

    async def fresh(self) -> list[Listing]:
        """Read the list, or remember it."""
        now, (at, found) = self.registry.now(), self.kept
        if time.monotonic() - at >= KEPT_SECONDS:
            found = await self.strangers.listed(now - GONE_MS, LONGEST_LIST)
            self.kept = (time.monotonic(), found)
        return [one for one in found if now - one.seen < GONE_MS]

    async def seen_by(self, person: str) -> list[Session]:
        """List the open tables that somebody may sit down at, and their own; the one that waits longest first."""
        strange = await self.strangers.strange_to(person)
        found = []
        for listing in await self.fresh():
            if listing.host in strange:
                continue
            try:
                session = await self.registry.find(listing.code, is_wanted=False)
            except StoreTrouble:
                raise
            except TableError as error:  # one that cannot be read does not hide the others
                log.warning("an open table was left out", extra={"table": listing.code, "cause": reason(error)})
                continue
            people = session.table.people()
            if is_waiting(session) and people and not people & strange:
                found.append(session)
        return found

    def changed(self) -> None:
        """Read the list again when it is asked for next."""
        self.kept = (float("-inf"), [])

    # Opening and sitting down

    async def check_opening(self, setup: Setup, person: str, name: str) -> None:
        """See that somebody may list a table: names that strangers can read, and not too many."""
        if not setup.rules.listed:
            return
        for shown in (name, *(plan.name for plan in setup.seats if plan.kind == "device" and plan.name)):
            self.names.check(shown)
        settings, quotas = self.registry.settings, self.registry.quotas
        if sum(one.host == person for one in await self.fresh()) >= settings.listed_per_person:
            raise TooMany(f"you have {settings.listed_per_person} tables on the list; play there first")
        address = self.registry.seen.of(person)
        near = sum(session.owner == address for session in self.registry.tables.values() if is_waiting(session))
        if not quotas.addresses.is_under(near, settings.address_listed):
            raise TooMany("too many tables of your address are on the list")
        self.changed()

    async def check_sitting(self, session: Session, person: str, seat: int, name: str) -> None:
        """See that somebody may sit down: nobody there blocks them, and their name is for strangers.

        Who is blocked is not told so: the seat is taken, as far as they hear.
        """
        table = session.table
        table.find_seat(seat)
        if table.row.rules.listed:
            self.names.check(name)
        others = (table.people() | {table.row.host}) - {person}
        if await self.strangers.is_blocked(person, others):
            raise SeatTaken(f"{table.role(seat)} is taken")

    def check_renaming(self, person: str, name: str) -> None:
        """See that nobody who sits among strangers takes a name that is not for them."""
        for session in self.registry.tables.values():
            if session.table.row.rules.listed and person in session.table.people():
                self.names.check(name)
                return

    async def met_on(self, session: Session, person: str, seat: int) -> tuple[str, str]:
        """Find whom somebody means who reports or blocks a seat: who sits there, or who did last; and their name."""
        if not self.complaints.take(person):
            raise TooFast("you report and block too fast; wait a little")
        table = session.table
        held = table.find_seat(seat)
        found = await self.registry.store.load(session.code)
        sat = list(sitters([] if found is None else found[1]))
        if not table.row.rules.listed and person not in {who for _, who, _ in sat}:
            raise NotYourSeat("only people who sat at this table do that")
        last = [(who, name) for number, who, name in sat if number == seat and who != person]
        if held.person == person or not last:
            raise NotHere("there is nobody else on that seat")
        return last[-1]

    # A quick seat

    async def quick_seat(
        self, person: str, game: str | None, *, does_count: bool, is_promised_first: bool
    ) -> tuple[Session, int, bool]:
        """Sit down where somebody waits longest, or open a table and wait; tell table, seat, and which it was."""
        if not self.quick.take(person):
            raise TooFast("you ask for a seat too fast; wait a little")
        name = self.names.check(await self.registry.name_of(person))
        chosen = self.some_game() if game is None else game
        setup = quick_setup(facts(chosen), does_count=does_count)
        await self.registry.compiling.game(chosen)
        async with self.registry.store.one_by_one(QUICK_LOCK):
            self.changed()
            waiting = [one for one in await self.seen_by(person) if fits(one, game, does_count=does_count)]
            mine = [one for one in waiting if person in one.table.people()]
            if mine:
                return mine[0], mine[0].table.seats_of(person)[0], True
            for session in waiting:
                seat = next(n for n, one in enumerate(session.table.seats) if one.is_open)
                with contextlib.suppress(TableError):  # somebody was faster: the next one
                    await self.sit(session, person, seat, name, is_promised_first=is_promised_first)
                    return session, seat, False
            await self.check_opening(setup, person, name)
            session = await self.registry.open_table(setup, person, name, is_promised_first=is_promised_first)
            self.changed()
            return session, session.table.seats_of(person)[0], True

    async def sit(self, session: Session, person: str, seat: int, name: str, *, is_promised_first: bool) -> None:
        """Sit down at a table that was found."""
        await self.registry.command(
            session, lambda table: table.sit(person, seat, name, None, is_promised_first=is_promised_first)
        )

    def some_game(self) -> str:
        """Choose a game for somebody who plays any: one that is ready, for more than one."""
        ready = self.registry.compiling.ready
        games = [game_id for game_id in ids() if facts(game_id).max_seats > 1]
        return secrets.choice([game_id for game_id in games if game_id in ready and ready[game_id].is_set()] or games)


def sitters(events: Iterable[Event]) -> Iterator[tuple[int, str, str]]:
    """List who has sat down on which seat, under which name, in order."""
    for event in events:
        match event.what:
            case Opened(seats=seats):
                yield from ((n, one.person, one.name) for n, one in enumerate(seats) if one.person is not None)
            case Sat(seat=seat, name=name):
                yield seat, event.person or "", name


def is_waiting(session: Session) -> bool:
    """Tell whether a table is one where anyone may sit down, and there is room."""
    table = session.table
    return bool(table.row.rules.listed) and table.state == LOBBY and any(seat.is_open for seat in table.seats)


def fits(session: Session, game: str | None, *, does_count: bool) -> bool:
    """Tell whether a table is what somebody asks for who has said no more: the printed game."""
    row = session.table.row
    is_printed = not session.table.game.facts.house_rules(row.options)
    return is_printed and game in {None, row.game} and bool(row.rules.counts) == does_count


def quick_setup(known: Facts, *, does_count: bool) -> Setup:
    """Set a table for two who have not met: on different sides by lot, with bots on the other seats."""
    sides = known.sides(known.usual_seats)
    if len(sides) == 1:
        raise BadSeats(f"{known.title} is played alone")
    draw = secrets.SystemRandom()
    pair = [
        draw.choice([seat for seat in range(known.usual_seats) if known.side_of(seat) == side])
        for side in draw.sample(sides, 2)
    ]
    plans = [SeatPlan("bot", USUAL_BOT) for _ in range(known.usual_seats)]
    plans[pair[0]], plans[pair[1]] = SeatPlan("me"), SeatPlan("open")
    return plan_setup(known.id, {}, plans, HouseRules(listed=True, counts=does_count or None))

"""The registry: tables are opened, found, changed an event at a time, and put away. Changes are committed first."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from mousehole.engine.deals import fresh_secret
from mousehole.engine.errors import TableError
from mousehole.games import facts
from mousehole.server.addresses import LastSeen
from mousehole.server.api.cookies import NAMELESS
from mousehole.server.errors import NoTable, Stopping, StoreTrouble, TooMany
from mousehole.server.limits import AddressLimits, Buckets
from mousehole.server.logs import log, tell
from mousehole.server.metrics import Metrics
from mousehole.server.settings import Settings
from mousehole.server.startup.compiling import Compiling
from mousehole.server.store.store import Store
from mousehole.server.tables import chat
from mousehole.server.tables.alarms import Alarms
from mousehole.server.tables.bots import Bots
from mousehole.server.tables.quotas import Quotas
from mousehole.server.tables.session import POLLING_MS, Listener, Session
from mousehole.table.errors import NotHere
from mousehole.table.events import LEFT, MOVED, OPENED, SAT, STARTED, UNDONE, Draft, Event, Repeated, Row, now_ms
from mousehole.table.frames import Outgoing, farewell_message
from mousehole.table.setup import SeatPlan, Setup
from mousehole.table.table import LOBBY, OVER, PLAYING, Table, opening, rematch_opening

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mixes up when a code is read aloud."""
CODE_LENGTH = 7
TRIES = 8
HOUSEKEEPING = 5.0
RETRY_SECONDS = 1.0
REVIVED_MS = 7 * 24 * 3600 * 1000
"""Games touched within this time are taken up again when the server starts."""
NAMES_KEPT = 20_000


def fresh_code() -> str:
    """Draw a table's code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


class Registry:
    """All tables of this worker."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        compiling: Compiling,
        *,
        now: Callable[[], int] = now_ms,
        addresses: AddressLimits | None = None,
    ) -> None:
        """Prepare; `open` begins."""
        self.settings, self.store, self.compiling, self.now = settings, store, compiling, now
        self.metrics = Metrics()
        self.tables: dict[str, Session] = {}
        self.loading: dict[str, asyncio.Task[Session]] = {}
        self.bots = Bots(self, settings.bot_threads)
        self.names: dict[str, str] = {}
        self.seen = LastSeen()
        self.quotas = Quotas(self, addresses or AddressLimits(settings))
        self.alarms = Alarms(self)
        self.talkers = Buckets(chat.PER_SECOND, chat.AT_ONCE)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.is_stopping = False
        self.cluster: Any = None

    async def open(self) -> None:
        """Begin: listen to other workers, take up games that were going on."""
        if not self.store.is_sqlite:
            from mousehole.server.store.cluster import Cluster  # noqa: PLC0415  # only for PostgreSQL

            self.cluster = Cluster(self)
            await self.cluster.open()
        self.start(self.put_away_resting())
        self.start(self.alarms.ring())
        self.start(self.revive())

    async def close(self) -> None:
        """Stop: nothing new, what is under way is finished."""
        self.is_stopping = True
        for task in list(self.tasks):
            task.cancel()
        for session in self.tables.values():
            self.let_go(session)
        self.bots.close()
        if self.cluster is not None:
            await self.cluster.close()

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def farewell(self) -> int:
        """Tell every socket that the server goes down; return how many there are."""
        self.is_stopping = True
        sockets = [listener for session in self.tables.values() for listener in session.listeners]
        for listener in sockets:
            listener.is_leaving = True
            listener.pass_on(farewell_message(RETRY_SECONDS))
        return len(sockets)

    # Finding tables

    async def find(self, code: str) -> Session:
        """Return a table, from memory or from the store."""
        code = code.strip().lower()
        session = self.tables.get(code)
        if session is None:
            if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
                raise NoTable("there is no table with this code")
            if code not in self.loading:
                self.loading[code] = asyncio.create_task(self.load(code))
                self.loading[code].add_done_callback(lambda _: self.loading.pop(code, None))
            session = await asyncio.shield(self.loading[code])
        session.used = self.now()
        if session.is_doubtful:
            async with session.lock:
                await self.catch_up(session)
        return session

    async def load(self, code: str) -> Session:
        """Take a table from the store and rebuild it by replay."""
        found = await self.store.load(code)
        if found is None:
            raise NoTable("there is no table with this code")
        row, events = found
        game = await self.compiling.game(row.game)
        table = await asyncio.to_thread(Table.rebuilt, row, game, events)
        session = Session(table, self.now())
        if self.cluster is not None:
            session.drives = await self.cluster.try_drive(row.id)
            session.is_doubtful = True  # an event may have come between reading and listening
        return self.welcome(session)

    def welcome(self, session: Session) -> Session:
        """Put a table into the registry."""
        session.used = self.now()
        self.tables[session.code] = session
        self.alarms.clear(session.code)
        self.attend(session)
        return session

    def owner_of(self, session: Session) -> str:
        """Tell which address a table's bots think for: where it was opened, or where its people were seen last."""
        if not session.owner:
            people = (session.table.row.host, *sorted(session.table.people()))
            session.owner = next(filter(None, map(self.seen.of, people)), "")
        return session.owner

    # Changing tables

    async def command(
        self,
        session: Session,
        build: Callable[[Table], Draft | Repeated],
        *,
        then: Callable[[Event], None] | None = None,
    ) -> Event | Repeated:
        """Change a table: check, commit, carry out, tell everyone. It is finished even if the asker goes away."""
        if self.is_stopping:
            raise Stopping("the server restarts; try again in a moment")
        return await asyncio.shield(self.start(self.carry_out(session, build, then)))

    async def carry_out(
        self, session: Session, build: Callable[[Table], Draft | Repeated], then: Callable[[Event], None] | None
    ) -> Event | Repeated:
        """Do what `command` promises."""
        begun = time.perf_counter()
        async with session.lock:
            for _ in range(TRIES):
                if session.is_doubtful:
                    await self.catch_up(session)
                table = session.table
                draft = build(table)
                if isinstance(draft, Repeated):
                    return draft
                if table.version >= self.settings.events_per_table and draft.kind != LEFT:
                    raise TooMany("too much has happened at this table; open another one")
                event = draft.event(table.version + 1, self.now())
                sitting = [draft.person] if draft.kind == SAT and draft.person else []
                try:
                    is_in = await self.store.append(table.row, event, state=state_after(table, draft), sitting=sitting)
                except StoreTrouble:
                    session.is_doubtful = True
                    raise
                if is_in:
                    break
                self.metrics.conflicts.inc()
                session.is_doubtful = True
            else:
                raise StoreTrouble("too much happens at this table at once; try again in a moment")
            table.apply(event, draft.position)
            if then is not None:
                then(event)
            self.metrics.events.labels(event.kind).inc()
            self.metrics.commit_seconds.observe(time.perf_counter() - begun)
        session.look_around(event.at)
        session.changed()
        self.attend(session)
        if event.kind not in {MOVED, UNDONE}:
            tell("table changed", table=session.code, kind=event.kind, version=event.version)
        elif table.state == OVER:
            tell("game over", table=session.code, version=event.version)
        return event

    async def catch_up(self, session: Session) -> None:
        """Carry out what other workers, or a commit of unknown end, have put into the store."""
        events = await self.store.newer(session.table.row, session.table.version)
        for event in events:
            if event.version == session.table.version + 1:
                session.table.apply(event)
        session.is_doubtful = False
        if events:
            session.look_around(self.now())
            session.changed()
            self.attend(session)

    async def refresh(self, session: Session) -> None:
        """Catch up with the store, in order with everything else at the table."""
        async with session.lock:
            await self.catch_up(session)

    def attend(self, session: Session) -> None:
        """See to a table's bots and clocks, and look again when something is due by itself."""
        if self.is_stopping or self.tables.get(session.code) is not session:
            return
        now = self.now()
        if session.look_around(now):
            session.company_changed()
        self.bots.look_after(session, now)
        due = session.next_look(now)
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
        if due is not None:
            seconds = max(0.02, (due - now) / 1000 + 0.001)
            session.timer = asyncio.get_running_loop().call_later(seconds, self.attend, session)

    def let_go(self, session: Session) -> None:
        """Stop everything that runs for a table."""
        for timer in (session.timer, session.company_timer):
            if timer is not None:
                timer.cancel()
        for task in list(session.thinking.values()):
            task.cancel()

    # Opening tables

    async def open_table(self, setup: Setup, person: str, name: str, contribution: str | None = None) -> Session:
        """Open a table as it is wished for."""
        draft = opening(setup, person, name, contribution)
        is_alone = all(plan.kind == "bot" for plan in setup.seats)
        async with self.quotas.opening(person, is_alone=is_alone):
            return await self.create(setup, draft, person, parent=None)

    async def create(self, setup: Setup, draft: Draft, person: str, parent: str | None) -> Session:
        """Keep a new table and put it into the registry."""
        game = await self.compiling.game(setup.game)
        at = self.now()
        for _ in range(TRIES):
            row = Row(
                code=fresh_code(),
                game=setup.game,
                rules_version=game.facts.rules_version,
                options=setup.options,
                seats=len(setup.seats),
                rules=setup.rules,
                host=person,
                created=at,
                share=fresh_secret(),
                salt=fresh_secret(),
                parent=parent,
            )
            opened = draft.event(1, at)
            table = Table.rebuilt(row, game, [opened])
            kept = await self.store.create(row, opened, table.state, sorted(table.people()))
            if kept is not None:
                break
        else:
            raise StoreTrouble("no free code for a table was found; try again")
        table.row = kept
        session = Session(table, at, owner=self.seen.of(person))
        if self.cluster is not None:
            session.drives = await self.cluster.try_drive(kept.id)
        self.metrics.events.labels(OPENED).inc()
        tell("table opened", table=kept.code, game=setup.game)
        return self.welcome(session)

    async def rematch(self, session: Session, person: str, *, is_swapped: bool) -> str:
        """Open another table with the same people, once; return its code."""
        table = session.table
        if table.rematch is not None:
            return table.rematch
        table.ask_rematch(person, "")
        await self.quotas.check_may_open(person)
        known = facts(table.row.game)
        plans = tuple(SeatPlan("open") for _ in range(known.check_seats(table.row.seats)))
        setup = Setup(known.id, table.row.options, plans, table.row.rules)
        draft = rematch_opening(table.seats, is_swapped=is_swapped)
        fresh = await self.create(setup, draft, person, parent=session.code)
        with contextlib.suppress(NotHere):  # somebody else was faster: theirs is the rematch
            await self.command(session, lambda t: once(t.rematch, t.ask_rematch(person, fresh.code)))
        return session.table.rematch or fresh.code

    # People

    async def name_of(self, person: str) -> str:
        """Return somebody's nickname."""
        if person not in self.names:
            if len(self.names) > NAMES_KEPT:
                self.names.clear()
            self.names[person] = await self.store.name_of(person) or NAMELESS
        return self.names[person]

    async def rename(self, person: str, name: str) -> None:
        """Give somebody a nickname."""
        await self.store.rename(person, name, self.now())
        self.names[person] = name

    def frame(self, session: Session, person: str, viewer: int, *, has_text: bool = False) -> Outgoing:
        """Build a frame."""
        return session.frame(person, viewer, self.names.get(person, NAMELESS), has_text=has_text)

    def polled(self, session: Session, person: str) -> None:
        """Notice that somebody asks for frames without a socket."""
        now = self.now()
        is_new = now - session.polled.get(person, 0) >= POLLING_MS
        session.polled[person] = now
        if is_new:
            self.attend(session)
            self.announce_presence(session)

    def pass_on(self, session: Session, note: dict[str, Any]) -> None:
        """Pass on what is said here, in this worker and to the others."""
        self.hear(session, note)
        if self.cluster is not None:
            self.cluster.announce({"t": session.code, **note})

    def hear(self, session: Session, note: dict[str, Any]) -> None:
        """Pass on what is said, here or in another worker, to those who may hear it."""
        if "said" in note:
            session.say(note["said"])
        elif "ping" in note:
            session.ping(note["ping"])
        elif "chat" in note:
            person, is_on = note["chat"]
            (session.chatting.add if is_on else session.chatting.discard)(person)
            for listener in session.listeners:
                if listener.person == person:
                    listener.seen = -1
                    listener.wake.set()

    # Sockets

    def connect(self, session: Session, listener: Listener) -> None:
        """Let a socket listen to a table."""
        if self.is_stopping:
            raise Stopping("the server restarts; try again in a moment")
        self.quotas.take_socket(session, listener)
        session.listeners.add(listener)
        self.metrics.sockets.inc()
        self.attend(session)
        self.announce_presence(session)

    def disconnect(self, session: Session, listener: Listener) -> None:
        """Forget a socket."""
        session.listeners.discard(listener)
        self.quotas.return_socket(listener)
        self.metrics.sockets.dec()
        session.used = self.now()
        if listener.person in session.table.people():
            session.last_seen[listener.person] = session.used
        self.attend(session)
        self.announce_presence(session)

    def announce_presence(self, session: Session) -> None:
        """Tell other workers who is at a table here."""
        if self.cluster is not None:
            self.cluster.announce_presence(session)

    # Housekeeping

    async def put_away_resting(self) -> None:
        """Put tables away that nobody looks at, and keep the figures."""
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            now, resting = self.now(), int(1000 * self.settings.resting_seconds)
            for code, session in list(self.tables.items()):
                if session.is_resting(now, resting):
                    self.put_away(session)
                    if self.cluster is not None and session.drives:
                        await self.cluster.stop_driving(session.table.row.id)
                elif self.cluster is not None:
                    await self.cluster.look_after(session)
            self.metrics.tables.set(len(self.tables))
            self.metrics.batches.set(self.store.commits)

    def put_away(self, session: Session) -> None:
        """Forget a table that the store has; where a clock runs, it is taken up again in time."""
        self.let_go(session)
        del self.tables[session.code]
        due = min((deadline for _, deadline in session.deadlines()), default=None)
        if due is not None:
            self.alarms.set(session.code, due)

    async def revive(self) -> None:
        """Take up the games that were going on when the server stopped: their bots and clocks go on."""
        for code in await self.store.playing(self.now() - REVIVED_MS):
            try:
                await self.find(code)
            except TableError as error:
                log.warning("table not taken up", extra={"table": code, "code": error.code})
            await asyncio.sleep(0)


def once(done: object, draft: Draft) -> Draft:
    """Give a draft back unless it was done before."""
    if done is not None:
        raise NotHere("that was done already")
    return draft


def state_after(table: Table, draft: Draft) -> str | None:
    """Tell the state a draft leads to, where it changes it."""
    if draft.kind == MOVED:
        return None if table.game.actors(draft.position) else OVER
    if draft.kind == UNDONE:
        return PLAYING if table.state == OVER else None
    if table.state == LOBBY and draft.kind in {SAT, STARTED}:
        others: Iterable[int] = (n for n, seat in enumerate(table.seats) if seat.is_open and n != draft.seat)
        return PLAYING if draft.kind == STARTED or not any(True for _ in others) else None
    return None

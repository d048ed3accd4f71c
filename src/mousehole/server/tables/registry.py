"""The registry: tables are opened, found, changed an event at a time, and put away. Changes are committed first."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
import traceback
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from mousehole.engine.deals import fresh_secret
from mousehole.engine.errors import TableError
from mousehole.games import facts
from mousehole.server.addresses import LastSeen
from mousehole.server.api.cookies import NAMELESS
from mousehole.server.calling.calling import Calling
from mousehole.server.errors import BrokenTable, NoTable, Stopping, StoreTrouble
from mousehole.server.limits import AddressLimits, Buckets
from mousehole.server.logs import log, tell
from mousehole.server.metrics import Metrics
from mousehole.server.settings import Settings
from mousehole.server.startup.compiling import Compiling
from mousehole.server.startup.neighbours import Neighbours
from mousehole.server.store.store import Store
from mousehole.server.tables import chat
from mousehole.server.tables.alarms import Alarms
from mousehole.server.tables.bots import Bots
from mousehole.server.tables.devices import Devices
from mousehole.server.tables.housekeeping import Housekeeping
from mousehole.server.tables.keeper import Keeper
from mousehole.server.tables.open_tables import OpenTables
from mousehole.server.tables.orders import Orders
from mousehole.server.tables.quotas import Quotas
from mousehole.server.tables.scorer import Scorer
from mousehole.server.tables.session import POLLING_MS, Bodies, Listener, Session
from mousehole.table.errors import NotHere
from mousehole.table.events import Draft, Event, Moved, Opened, Repeated, Row, Sat, Undone, now_ms
from mousehole.table.frames import Outgoing, farewell_message
from mousehole.table.keepsake import Keepsake, unpacked
from mousehole.table.setup import Setup
from mousehole.table.standing import LOBBY, OVER, PLAYING
from mousehole.table.table import Brought, Table, opening

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mixes up when a code is read aloud."""
CODE_LENGTH = 7
TRIES = 8
CODES_TRIED = 100
"""A worker that is about to go has no codes of its own any more."""
RETRY_SECONDS = 1.0
CLOSING_SECONDS = 5.0
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
        neighbours: Neighbours | None = None,
    ) -> None:
        """Prepare; `open` begins."""
        self.settings, self.store, self.compiling, self.now = settings, store, compiling, now
        self.neighbours = neighbours or Neighbours()
        self.metrics = Metrics()
        self.tables: dict[str, Session] = {}
        self.bodies = Bodies()
        self.loading: dict[str, asyncio.Task[Session]] = {}
        self.bots = Bots(self, settings.bot_threads)
        self.keeper = Keeper(self)
        self.names: dict[str, str] = {}
        self.seen = LastSeen()
        self.quotas = Quotas(self, addresses or AddressLimits(settings))
        self.alarms = Alarms(self)
        self.calling = Calling(self)
        self.housekeeping = Housekeeping(self)
        self.orders = Orders(self)
        self.open_tables = OpenTables(self)
        self.scorer = Scorer(self)
        self.devices = Devices(self)
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
        await self.orders.begin()
        await self.calling.open()
        await self.devices.look_again()
        self.start_alone(self.orders.follow())
        self.start_alone(self.devices.write_down())
        self.start_alone(self.housekeeping.put_away_resting())
        self.start_alone(self.alarms.ring())
        self.start_alone(self.housekeeping.revive())
        self.start_alone(self.keeper.work())
        self.start_alone(self.open_tables.work())
        self.start_alone(self.scorer.work())

    async def close(self) -> None:
        """Stop: nothing new, what is under way is finished."""
        self.is_stopping = True
        for session in self.tables.values():
            self.let_go(session)
        ending = list(self.tasks)
        for task in ending:
            task.cancel()
        if ending:  # a task that still holds a connection of the store would never end once that is closed
            await asyncio.wait(ending, timeout=CLOSING_SECONDS)
        self.bots.close()
        self.calling.close()
        if self.cluster is not None:
            await self.cluster.close()

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def start_alone(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background that nobody waits for: if it fails, the log says so."""
        self.start(work).add_done_callback(note_failure)

    def farewell(self) -> int:
        """Tell every socket that the server goes down; return how many there are."""
        self.is_stopping = True
        sockets = [listener for session in self.tables.values() for listener in session.listeners]
        for listener in sockets:
            listener.is_leaving = True
            listener.pass_on(farewell_message(RETRY_SECONDS))
        return len(sockets)

    # Finding tables

    async def find(self, code: str, *, is_wanted: bool = True) -> Session:
        """Return a table, from memory or from the store; one that nobody wants may be put away again at once."""
        code = code.strip().lower()
        session = self.tables.get(code)
        if session is None:
            if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
                raise NoTable("there is no table with this code")
            if code not in self.loading:
                self.loading[code] = asyncio.create_task(self.load(code))
                self.loading[code].add_done_callback(lambda _: self.loading.pop(code, None))
            session = await asyncio.shield(self.loading[code])
        if is_wanted:
            session.used = self.now()
        if session.is_doubtful:
            async with session.lock:
                await self.catch_up(session)
        return session

    async def load(self, code: str) -> Session:
        """Take a table from the store and rebuild it by replay."""
        with rows_of(code, StoreTrouble):
            found = await self.store.load(code)
        if found is None:
            raise NoTable("there is no table with this code")
        row, events = found
        game = await self.compiling.game(row.game)
        with rows_of(code, StoreTrouble):
            keepsake = None if row.rules_version == game.facts.rules_version else await self.recall(row)
            table = await asyncio.to_thread(Table.rebuilt, row, game, events, keepsake)
        session = Session(table, self.now(), bodies=self.bodies)
        if self.cluster is not None:
            session.drives = await self.cluster.try_drive(row.id)
            session.is_doubtful = True  # an event may have come between reading and listening
        return self.welcome(session)

    async def recall(self, row: Row) -> Keepsake:
        """Find what is left of a game whose rules are gone: what was kept, or how it stood."""
        state, kept = await self.store.keepsake(row)
        return Keepsake(is_over=state == OVER) if kept is None else unpacked(kept)

    def welcome(self, session: Session) -> Session:
        """Put a table into the registry."""
        self.tables[session.code] = session
        if self.cluster is not None:
            self.cluster.announce_presence(session, asks=True)
        self.alarms.clear(session.code)
        self.attend(session)
        self.orders.see_to(session)
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
                self.quotas.check_event(table, draft)
                event = draft.event(table.version + 1, self.now())
                sitting = [draft.person] if isinstance(draft.what, Sat) and draft.person else []
                state = table.state_after(draft)
                try:
                    is_in = await self.store.append(
                        table.row, event, state=state, sitting=sitting, is_news=partial(self.is_shared, session)
                    )
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
        if not isinstance(event.what, Moved | Undone):
            tell("table changed", table=session.code, kind=event.kind, version=event.version)
        if state == OVER:
            tell("game over", table=session.code, version=event.version)
            self.keeper.add(session.code)
            if session.table.row.rules.counts:
                self.scorer.add(session.code)
        return event

    def is_shared(self, session: Session) -> bool:
        """Tell whether another worker may have a table in memory, too."""
        return self.cluster is not None and bool(self.cluster.is_shared(session))

    async def catch_up(self, session: Session) -> None:
        """Carry out what other workers, or a commit of unknown end, have put into the store."""
        try:
            with rows_of(session.code, StoreTrouble):
                events = await self.store.newer(session.table.row, session.table.version)
                for event in events:
                    session.table.apply(event)
        except BrokenTable:  # what is in memory is not the table any more
            self.forget(session)
            raise
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
        is_new = session.table.distrust(now)
        if session.look_around(now):
            session.showing.ask(session.changed, session.company_pause)
        if is_new:
            session.common.forget()
            session.changed()
        self.bots.look_after(session, now)
        self.calling.note(session, now)
        if session.drives and not session.is_settling and session.has_business(now):
            session.is_settling = True
            self.start(self.settle(session))
        due = session.next_look(now)
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
        if due is not None:
            seconds = max(0.02, (due - now) / 1000 + 0.001)
            session.timer = asyncio.get_running_loop().call_later(seconds, self.attend, session)

    async def settle(self, session: Session) -> None:
        """Do what is due by itself."""
        table = session.table
        try:
            if table.stopped:
                await self.command(session, lambda t: t.close())
            elif table.ending is not None:
                seat = table.ending
                await self.command(session, lambda t: t.end_for(seat))
            else:
                await self.open_rematch(session)
        except TableError as error:
            log.warning("not settled", extra={"table": session.code, "code": error.code})
        finally:
            session.is_settling = False

    def let_go(self, session: Session) -> None:
        """Stop everything that runs for a table."""
        if session.timer is not None:
            session.timer.cancel()
        session.showing.cancel()
        session.announcing.cancel()
        for task in list(session.thinking.values()):
            task.cancel()

    def forget(self, session: Session) -> None:
        """Drop a table from memory; the store has it."""
        self.let_go(session)
        if self.tables.get(session.code) is session:
            del self.tables[session.code]
            if self.cluster is not None:
                self.cluster.let_go(session)

    # Opening tables

    async def open_table(
        self,
        setup: Setup,
        person: str,
        name: str,
        contribution: str | None = None,
        *,
        is_promised_first: bool = False,
        brought: Brought | None = None,
        day: str = "",
    ) -> Session:
        """Open a table as it is wished for, with the deal of a day, or for a game that was begun elsewhere."""
        if brought is None:
            draft = opening(setup, person, name, contribution, is_promised_first=is_promised_first, day=day)
        else:
            draft = brought.opening(setup, person, name)
        return await self.open_with(setup, person, draft, brought)

    async def open_with(self, setup: Setup, person: str, draft: Draft, brought: Brought | None = None) -> Session:
        """Open a table by its first event."""
        game = await self.compiling.game(setup.game)
        is_alone = all(plan.kind == "bot" for plan in setup.seats)
        async with self.quotas.opening(person, is_alone=is_alone):
            for _ in range(TRIES):
                row = Row(
                    code=self.own_code(),
                    game=setup.game,
                    rules_version=game.facts.rules_version,
                    options=setup.options,
                    seats=len(setup.seats),
                    rules=setup.rules,
                    host=person,
                    created=self.now(),
                    share=fresh_secret() if brought is None else brought.share,
                    salt=fresh_secret() if brought is None else brought.salt,
                )
                session = await self.create(row, draft)
                if session is not None:
                    return session
        raise StoreTrouble("no free code for a table was found; try again")

    def own_code(self) -> str:
        """Draw the code of a table that belongs to this worker: whoever opens it has it in memory already."""
        for _ in range(CODES_TRIED):
            code = fresh_code()
            if self.neighbours.is_mine(code):
                break
        return code

    async def create(self, row: Row, draft: Draft) -> Session | None:
        """Keep a new table and put it into the registry; None if its code is taken."""
        game = await self.compiling.game(row.game)
        opened = draft.event(1, row.created)
        table = Table.rebuilt(row, game, [opened])
        if table.state not in {LOBBY, PLAYING} and not table.is_read:
            raise NotHere("a game that is over stays where it was played")
        kept = await self.store.create(row, opened, table.state, sorted(table.people()))
        if kept is None:
            return None
        table.row = kept
        session = Session(table, row.created, used=row.created, owner=self.seen.of(row.host), bodies=self.bodies)
        if self.cluster is not None:
            session.drives = await self.cluster.try_drive(kept.id)
        self.metrics.events.labels(Opened.kind).inc()
        tell("table opened", table=kept.code, game=row.game)
        return self.welcome(session)

    async def open_rematch(self, session: Session) -> None:
        """Open the other table once everybody has said yes; done twice it is done once."""
        table, offer = session.table, session.table.offer
        if offer is None or table.rematch is not None or not offer.is_agreed(table.seats):
            return
        asked, known = offer.asked, facts(table.row.game)
        changed = {
            "code": asked.code,
            "rules_version": known.rules_version,
            "host": offer.person,
            "created": self.now(),
            "share": asked.share,
            "salt": asked.salt,
            "parent": session.code,
            "id": 0,
        }
        if await self.create(Row(**{**vars(table.row), **changed}), offer.opening(table.seats)) is None:
            await self.find(asked.code)  # made before, by another worker or before a crash
        with contextlib.suppress(NotHere):
            await self.command(session, lambda t: t.open_rematch())

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
            self.cluster.announce(session, note)

    def hear(self, session: Session, note: dict[str, Any]) -> None:
        """Pass on what is said, here or in another worker, to those who may hear it."""
        if "said" in note:
            session.say(note["said"])
        elif "ping" in note:
            session.ping(note["ping"])
        elif "chat" in note:
            person, is_on = note["chat"]
            (session.chatting.add if is_on else session.chatting.discard)(person)
            session.show_again(person)
        elif "by_hand" in note:
            person, is_on = note["by_hand"]
            (session.by_hand.add if is_on else session.by_hand.discard)(person)
            session.show_again(person)
            self.attend(session)

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
        if self.is_shared(session):
            session.announcing.ask(partial(self.cluster.announce_presence, session), session.company_pause)


def note_failure(task: asyncio.Task[Any]) -> None:
    """Write down what ended a task that nobody waits for."""
    if not task.cancelled() and task.exception() is not None:
        log.error("something in the background failed", exc_info=task.exception())


@contextlib.contextmanager
def rows_of(code: str, *passing: type[TableError]) -> Iterator[None]:
    """Make one error of whatever a table's rows fail by; the errors that pass speak for themselves."""
    try:
        yield
    except passing:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        cause = f"{type(error).__name__} in {place.name}, line {place.lineno}"  # its text may hold a secret
        log.error("a table cannot be read", extra={"table": code, "cause": cause})
        raise BrokenTable("what is kept of this table cannot be read; other tables are well") from error

"""Who is called: people whose turn has come and who do not look, once a turn, after a quiet time.

Every change of a table is noted; when the quiet time is over, whoever is still asked since then and shows the table on
no page is called. A row in the store is taken before anything is sent, so that of several workers one calls, and none
does it again after a restart. Tables never wait for any of this: everything stands in lines with a bound.
"""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
from collections import deque
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from http import HTTPStatus
from typing import TYPE_CHECKING, Generic, TypeVar

from mousehole.engine.errors import TableError
from mousehole.games import facts
from mousehole.server.calling.mail import Mailer, clean_address
from mousehole.server.calling.push import NotSent, Pusher
from mousehole.server.calling.words import Call
from mousehole.server.errors import NoMail, StoreTrouble, TooMany
from mousehole.server.limits import Buckets
from mousehole.server.logs import log
from mousehole.server.store.callbook import CallBook, Device
from mousehole.table.standing import ENDING, PLAYING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session
    from mousehole.table.table import Table

ASKS_PER_DAY = 5
"""Messages that ask for a confirmation: so many for one person and for one mailbox ..."""
NEIGHBOURS = 4
"""... and so many times that from one address."""
DAY_SECONDS = 24 * 3600
LOOKERS, PUSHERS, MAILERS = 2, 8, 1
"""How many of each are done side by side."""
PUSH, MAIL = "push", "mail"
SENT, GONE, FAILED, DROPPED = "sent", "gone", "failed", "dropped"
FORGOTTEN = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
"""By these a push service says that a device is there no more."""
FIRST_FAILURE = 300
PAUSE = 0.05
"""Seconds between two looks, also while the line is full: after a restart many tables wait for somebody at once."""

Work = TypeVar("Work")


class Line(Generic[Work]):
    """Things to do, a few side by side, and never more waiting than there is room for."""

    def __init__(self, room: int, hands: int, do: Callable[[Work], Awaitable[None]]) -> None:
        """Begin with nothing."""
        self.queue: asyncio.Queue[Work] = asyncio.Queue(room)
        self.hands, self.do = hands, do

    def add(self, work: Work) -> bool:
        """Put something into the line; False if there is no room."""
        try:
            self.queue.put_nowait(work)
        except asyncio.QueueFull:
            return False
        return True

    async def work(self) -> None:
        """Do one thing after the other, whatever happens to one of them."""
        while True:
            work = await self.queue.get()
            try:
                await self.do(work)
            except StoreTrouble:
                pass  # the store has said so; a call that is not made is no disaster
            except Exception:  # noqa: BLE001  # whatever it is, the next one is called
                log.exception("a call failed")
            finally:
                self.queue.task_done()


class Calling:
    """All calls of this worker."""

    def __init__(self, registry: Registry) -> None:
        """Prepare; `open` begins."""
        self.registry, settings = registry, registry.settings
        self.quiet_ms = int(1000 * settings.call_seconds)
        self.book = CallBook(registry.store)
        self.noted: deque[tuple[int, Session]] = deque()
        self.wake = asyncio.Event()
        self.pusher: Pusher | None = None
        self.mailer = Mailer(settings.smtp, settings.mail_from, settings.site_address)
        self.asks = Buckets(ASKS_PER_DAY / DAY_SECONDS, float(ASKS_PER_DAY))
        room = settings.calls_waiting
        self.calls: Line[Call] = Line(room, LOOKERS, self.look_up)
        self.pushes: Line[tuple[Device, Call]] = Line(room, PUSHERS, self.push)
        self.mails: Line[EmailMessage] = Line(room, MAILERS, self.mail)

    async def open(self) -> None:
        """Begin; the key that push services know this server by is made at the first start."""
        settings = self.registry.settings
        secret = await self.registry.store.secret("push")
        self.pusher = Pusher(secret, settings.site_address, settings.push_allowed)
        self.registry.start_alone(self.watch())
        for line in (self.calls, self.pushes, self.mails):
            for _ in range(line.hands):
                self.registry.start_alone(line.work())

    def close(self) -> None:
        """Stop what the tasks leave behind."""
        self.mailer.close()

    async def ask_mailbox(self, person: str, text: str) -> None:
        """Keep an address of e-mail, and ask there whether that is right; nothing else is sent before the yes."""
        if self.mailer.server is None:
            raise NoMail("this server sends no e-mail")
        address, place = clean_address(text), self.registry.seen.of(person)
        limits = self.registry.quotas.addresses
        is_few = self.asks.take(f"person {person}") and self.asks.take(f"box {address.lower()}")
        if not is_few or (limits.is_on and not self.asks.take(f"place {place}", 1 / NEIGHBOURS)):
            raise TooMany("enough confirmations were asked for today; try again tomorrow")
        box = await self.book.add_mailbox(person, address, self.registry.now())
        if not self.mails.add(self.mailer.asking(box)):
            raise TooMany("too many messages wait to be sent; try again in a moment")

    # Who is to be called

    def note(self, session: Session, now: int) -> None:
        """Look at a table again when the quiet time is over, once for each change of it."""
        table = session.table
        if session.noted != table.version and table.state in {PLAYING, ENDING}:
            session.noted = table.version
            if not self.noted:  # otherwise whoever watches waits for an earlier one
                self.wake.set()
            self.noted.append((now + self.quiet_ms, session))

    async def watch(self) -> None:
        """Look at tables when their quiet time is over, for as long as the server runs."""
        while True:
            self.wake.clear()
            self.look(self.registry.now())
            wait = (self.noted[0][0] - self.registry.now()) / 1000 if self.noted else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait if wait is None else max(PAUSE, wait)):
                    await self.wake.wait()

    def look(self, now: int) -> None:
        """Put everybody into the line whose quiet time is over and who is to be called."""
        while self.noted and self.noted[0][0] <= now and not self.calls.queue.full():
            due, session = self.noted.popleft()
            if self.registry.tables.get(session.code) is not session:
                continue
            here = session.looking(now)
            for person, turn in turns(session.table, due - self.quiet_ms):
                if session.called.get(person, 0) >= turn:
                    continue
                session.called[person] = turn
                if person not in here and not self.calls.add(call_to(session.table, person, turn)):
                    self.count(PUSH, DROPPED)

    # By which ways

    async def look_up(self, call: Call) -> None:
        """Find out how somebody wants to be called, take it upon this worker, and send it on."""
        ways = await self.book.ways(call.person, call.table_id)
        has_mail = ways.mailbox is not None and self.mailer.server is not None
        if not (ways.devices or has_mail) or not self.is_due(call):
            return
        if not await self.book.claim(call.person, call.table_id, call.turn):
            return
        for device in ways.devices:
            if not self.pushes.add((device, call)):
                self.count(PUSH, DROPPED)
        if ways.mailbox is not None and has_mail and not self.mails.add(self.mailer.calling(ways.mailbox, call)):
            self.count(MAIL, DROPPED)

    def is_due(self, call: Call) -> bool:
        """Tell whether it is still that turn: somebody may have moved while the call stood in the line."""
        session = self.registry.tables.get(call.code)
        return session is not None and (call.person, call.turn) in turns(session.table, call.turn)

    async def push(self, work: tuple[Device, Call]) -> None:
        """Send to one device, and forget it where its service says so."""
        device, call = work
        if self.pusher is None:
            return
        try:
            status = await self.pusher.send(device, call)
        except NotSent as error:
            self.failed(PUSH, error)
        else:
            if status in FORGOTTEN:
                self.count(PUSH, GONE)
                await self.book.remove_device(device.id)
            elif status >= FIRST_FAILURE:
                self.failed(PUSH, NotSent(f"a push service answers {status}"))
            else:
                self.count(PUSH, SENT)

    async def mail(self, message: EmailMessage) -> None:
        """Hand one message to the mail server."""
        try:
            await self.mailer.send(message)
        except (OSError, smtplib.SMTPException) as error:
            self.failed(MAIL, NotSent(f"the mail server does not take a message: {type(error).__name__}"))
        else:
            self.count(MAIL, SENT)

    def failed(self, way: str, error: TableError) -> None:
        """Count a call that was not made, and write down why; nothing about whom."""
        self.count(way, FAILED)
        log.warning("a call was not made", extra={"cause": str(error)})

    def count(self, way: str, end: str) -> None:
        """Count how a call ended."""
        self.registry.metrics.calls.labels(way, end).inc()


def turns(table: Table, until: int) -> Iterator[tuple[str, int]]:
    """List the people who are asked since a time or longer, each with the time since when."""
    since: dict[str, int] = {}
    for number in table.asked():
        seat, at = table.seats[number], table.asked_at.get(number)
        if seat.person is not None and seat.bot is None and at is not None and at <= until:
            since[seat.person] = min(at, since.get(seat.person, at))
    yield from since.items()


def call_to(table: Table, person: str, turn: int) -> Call:
    """Write a call: what everybody at the table knows anyway, and less."""
    others = dict.fromkeys(seat.name for seat in table.seats if seat.person not in {None, person} and seat.name)
    return Call(
        person=person,
        table_id=table.row.id,
        code=table.row.code,
        game=facts(table.row.game).title,
        others=tuple(others),
        turn=turn,
    )

"""One WebSocket a page: frames and small notes go out, messages come in. Each message is checked on its own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from mousehole.engine.errors import TableError
from mousehole.server.api import messages
from mousehole.server.api.cookies import COOKIE
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.errors import Fault, TooFast, TooLarge
from mousehole.server.limits import Bucket
from mousehole.server.logs import log
from mousehole.server.tables import actions
from mousehole.server.tables.session import Listener, Session
from mousehole.table.errors import BadRequest, NotYourSeat
from mousehole.table.events import Event, Repeated
from mousehole.table.frames import Outgoing, accepted_message, error_message

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

NORMAL, GOING_AWAY, NOT_ALLOWED = 1000, 1001, 1008
REFUSED_SECONDS = 0.1
PATIENCE = 200
"""A socket that was told so many times to be slower is closed."""

router = APIRouter()


@router.websocket("/api/tables/{code}/socket")
async def socket(
    websocket: WebSocket,
    code: str,
    seat: int | None = None,
    text: bool = False,  # noqa: FBT001, FBT002  # part of the address
) -> None:
    """Serve a page."""
    state = websocket.app.state
    registry: Registry = state.registry
    await websocket.accept()
    try:
        state.visitors.check_origin(websocket.headers)
        address = websocket.scope[ADDRESS]
        known = state.visitors.caller(websocket.cookies.get(COOKIE))
        registry.orders.bans.check(known.person if known else None, address, registry.now())
        registry.devices.check(known)
        person = known.person if known else registry.quotas.newcomer(address)
        registry.seen.see(person, address)
        await registry.name_of(person)
        session = await registry.find(code)
        session.eyes(person, seat)
        listener = Listener(person, seat, has_text=text, address=address, device=known.device if known else person)
        registry.connect(session, listener)
    except TableError as error:
        registry.metrics.errors.labels(error.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            await send(websocket, error_message(error))
            await websocket.close(NOT_ALLOWED, error.code)
        return
    page = Page(websocket, registry, session, listener)
    writer = asyncio.create_task(page.write())
    try:
        await page.read()
    except (WebSocketDisconnect, OSError, RuntimeError):
        pass
    finally:
        registry.disconnect(session, listener)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, OSError, RuntimeError):
            await writer


async def send(websocket: WebSocket, message: Outgoing) -> None:
    """Send what has passed the gate: the only line that writes to a socket."""
    await websocket.send_text(message.decode())


class Page:
    """A page at the other end of a socket."""

    def __init__(self, websocket: WebSocket, registry: Registry, session: Session, listener: Listener) -> None:
        """Begin; the first frame goes out at once."""
        self.websocket, self.registry, self.session, self.listener = websocket, registry, session, listener
        settings = registry.settings
        self.bucket = Bucket(settings.messages_per_second, settings.messages_at_once)
        self.refused = 0
        listener.wake.set()

    async def write(self) -> None:
        """Send notes in order, and the newest frame whenever there is one."""
        listener, session = self.listener, self.session
        while True:
            await listener.wake.wait()
            listener.wake.clear()
            while listener.notes:
                await send(self.websocket, listener.notes.popleft())
            if listener.is_leaving:
                await self.websocket.close(1012, "restart")
                return
            if listener.refused:
                await self.websocket.close(NOT_ALLOWED, listener.refused)
                return
            if listener.seen != session.serial:
                listener.seen = session.serial
                await send(self.websocket, self.frame())
                self.registry.metrics.frames.inc()

    def frame(self) -> Outgoing:
        """Build this page's frame; a seat that is not held any more falls back to the eyes one has."""
        listener, session = self.listener, self.session
        try:
            viewer = session.eyes(listener.person, listener.wanted)
        except NotYourSeat:
            listener.wanted = None
            viewer = session.eyes(listener.person, None)
        return self.registry.frame(session, listener.person, viewer, has_text=listener.has_text)

    async def read(self) -> None:
        """Carry out messages until the page goes, or has been silent for too long."""
        while True:
            try:
                async with asyncio.timeout(self.registry.settings.idle_seconds):
                    got = await self.websocket.receive()
            except TimeoutError:
                await self.websocket.close(NORMAL, "idle")
                return
            if got["type"] == "websocket.disconnect":
                return
            raw: str | bytes = got.get("text") or got.get("bytes") or ""
            self.registry.metrics.messages.inc()
            try:
                await self.carry_out(raw)
            except TableError as error:
                self.complain(error, None)
            except Exception:  # noqa: BLE001  # the page gets a code, the log the whole story, the socket stays
                log.exception("a message failed", extra={"table": self.session.code})
                self.complain(Fault("something went wrong here; it has been written down"), None)
            if self.refused > PATIENCE:
                await self.websocket.close(NOT_ALLOWED, TooFast.code)
                return

    def complain(self, error: TableError, key: str | None) -> None:
        """Answer by an error, and by a fresh frame where the page seems to have an old one."""
        self.registry.metrics.errors.labels(error.code).inc()
        self.listener.pass_on(error_message(error, key))
        if error.code in {"stale_version", "not_your_turn", "game_over", "illegal_move"}:
            self.listener.seen = -1
            self.listener.wake.set()

    async def carry_out(self, raw: str | bytes) -> None:
        """Carry out one message."""
        if len(raw) > self.registry.settings.message_bytes:
            raise TooLarge(f"a message has at most {self.registry.settings.message_bytes} bytes")
        if not self.bucket.take() or not self.registry.quotas.may_say(self.listener.address):
            self.refused += 1
            await asyncio.sleep(REFUSED_SECONDS)  # nothing is read meanwhile: whoever is too fast is slowed down
            raise TooFast("too many messages; wait a moment")
        try:
            wish = messages.read_message.validate_json(raw)
        except ValidationError as error:
            raise BadRequest(explain(error)) from None
        key = getattr(wish, "id", None)
        try:
            await self.grant(wish)
        except TableError as error:
            self.complain(error, key)

    async def grant(self, wish: messages.SocketMessage) -> None:
        """Do what a message asks for."""
        registry, session, listener = self.registry, self.session, self.listener
        person = listener.person
        match wish:
            case messages.MoveMessage():
                self.confirm(wish.id, await actions.move(registry, session, person, wish, self.confirming(wish.id)))
            case messages.UndoMessage():
                self.confirm(wish.id, await actions.undo(registry, session, person, wish, self.confirming(wish.id)))
            case messages.EndMessage():
                self.confirm(wish.id, await actions.end(registry, session, person, wish, self.confirming(wish.id)))
            case messages.SayMessage():
                actions.say(registry, session, person, wish)
            case messages.PingMessage():
                actions.ping(registry, session, person, wish)
            case messages.ChatMessage() | messages.ByHandMessage():
                actions.switch(registry, session, person, wish.type, is_on=wish.on)
            case messages.VoteMessage():
                await actions.vote(registry, session, person, wish.seat)
            case messages.LookMessage() | messages.VisibleMessage():
                self.look(wish)
            case messages.AliveMessage():
                listener.seen = -1
                listener.wake.set()

    def look(self, wish: messages.LookMessage | messages.VisibleMessage) -> None:
        """Look with other eyes, or away."""
        if isinstance(wish, messages.VisibleMessage):
            self.listener.is_visible = wish.on
            self.registry.announce_presence(self.session)
        else:
            self.session.eyes(self.listener.person, wish.seat)
            self.listener.wanted, self.listener.seen = wish.seat, -1
            self.listener.wake.set()

    def confirming(self, key: str) -> Callable[[Event], None]:
        """Prepare to confirm a change under its message's id, before the frame that shows it."""
        notes = self.listener.notes
        return lambda event: notes.append(accepted_message(key, event.version, is_repeated=False))

    def confirm(self, key: str, done: Event | Repeated) -> None:
        """Say of a change that was made before that it was."""
        if isinstance(done, Repeated):
            self.listener.seen = -1
            self.listener.pass_on(accepted_message(key, done.version, is_repeated=True))


def explain(error: ValidationError) -> str:
    """Say what is wrong with a message, without repeating it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])[:80]
    return f"{place + ': ' if place else ''}{first['msg']}"

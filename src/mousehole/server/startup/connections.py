"""Connections are counted, and those that keep a place without using it are ended.

This stands below the application, where bytes arrive: a request that is never finished, a reader that never reads and a
socket that only pings do not reach anything above. It looks around every second, so no request pays for a timer.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from mousehole.server.addresses import Networks, shared_name
from mousehole.server.limits import Bucket
from mousehole.server.logs import log
from mousehole.server.settings import Settings
from mousehole.server.startup.neighbours import Neighbours

LOOK_SECONDS = 1.0
LARGEST_HEAD = 65_536
"""Bytes of a request before its body."""
MANY_FILES = 1 << 20
FILES_KEPT = 64
"""Open files that are no connections: the store, the logs, the page."""
AT_ONCE_SECONDS = 10
"""Control frames may come at once that are allowed in so many seconds."""
MOST_CORKED = 16
"""Heads and texts that wait for each other; then what is written tells whether the other side reads."""
POLICY = 1008
WHOLE_TEXT, MEDIUM, LARGE = 0x81, 126, 127
"""The first byte of a text in one piece, and what stands for lengths of two and of eight bytes."""
HEAD_MEDIUM, HEAD_LARGE = struct.Struct("!BBH"), struct.Struct("!BBQ")
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 10\r\n\r\n"
SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

HEAD, BODY, BUSY = "head", "body", "busy"
"""What a connection waits for: the rest of a request's head, of its body, or our answer."""


def files_allowed() -> int:
    """Ask for as many open files as the system gives, and tell how many that are."""
    try:
        import resource  # noqa: PLC0415  # not there on every system
    except ImportError:
        return MANY_FILES
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return now if now != resource.RLIM_INFINITY else MANY_FILES


class Connections:
    """Knows every connection of this process."""

    def __init__(self, settings: Settings, others: Neighbours) -> None:
        """Begin with nobody."""
        self.settings, self.others = settings, others
        self.proxies: Networks = settings.proxy_networks
        self.most = max(1, min(settings.connections, files_allowed() - FILES_KEPT))
        self.guests: dict[Any, Any] = {}
        """The protocol that serves each transport, the one that came first first."""
        self.addresses: dict[Any, str] = {}
        self.neighbours: dict[str, dict[Any, Any]] = {}
        """The same, for each address that counts."""
        self.task: asyncio.Task[None] | None = None
        self.has_warned = False

    def enter(self, transport: Any, protocol: Any) -> bool:
        """Let a connection in, or tell that there is no place for it; whoever only waits makes room for others."""
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self.look_around())
        if transport in self.guests:  # it becomes a socket
            self.guests[transport] = protocol
            self.neighbours[self.addresses[transport]][transport] = protocol
            return True
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, (tuple, list)) and peer else ""
        address = "" if host in self.proxies or not self.settings.address_limits else shared_name(host)
        near = self.neighbours.get(address, {})
        if address and len(near) >= self.settings.address_connections and not self.make_room(near):
            return False
        if len(self.guests) >= self.most and not self.make_room(self.guests):
            if not self.has_warned:
                log.warning("no place for further connections", extra={"count": len(self.guests)})
                self.has_warned = True
            return False
        self.guests[transport], self.addresses[transport] = protocol, address
        self.neighbours.setdefault(address, {})[transport] = protocol
        return True

    def leave(self, transport: Any) -> None:
        """Forget a connection."""
        if self.guests.pop(transport, None) is not None:
            address = self.addresses.pop(transport)
            del self.neighbours[address][transport]
            if not self.neighbours[address]:
                del self.neighbours[address]

    def make_room(self, guests: dict[Any, Any]) -> bool:
        """End the one of these connections that came first and asks for nothing just now."""
        found = next((transport for transport, guest in guests.items() if guest.waits_for() != BUSY), None)
        if found is None:
            return False
        self.leave(found)
        found.abort()
        return True

    def give_away(self) -> None:
        """Give connections that ask for nothing just now to another worker, for this one goes."""
        inbox = self.others.anybody_else()
        for guest in list(self.guests.values()):
            if inbox is not None and isinstance(guest, Requests) and guest.is_between():
                guest.pass_on(b"", inbox)

    async def look_around(self) -> None:
        """End what takes too long, for as long as the server runs."""
        pause = min(LOOK_SECONDS, self.settings.head_seconds / 2, self.settings.write_seconds / 2)
        while True:
            await asyncio.sleep(pause)
            now = time.monotonic()
            for protocol in list(self.guests.values()):
                try:
                    protocol.check_time(now)
                except Exception:  # noqa: BLE001  # one connection must not keep the others from being looked at
                    log.exception("a connection could not be looked at")


class Patience:
    """What both kinds of connection have in common: somebody who does not read is cut off."""

    keeper: Connections
    transport: Any
    stuck: float | None = None
    """Since when what we write is not taken."""

    def check_writing(self, now: float) -> None:
        """Cut somebody off who has taken nothing for too long, or who keeps a closing connection."""
        if self.transport.is_closing() and self.stuck is None:
            self.stuck = now
        if self.stuck is not None and now - self.stuck > self.keeper.settings.write_seconds:
            self.transport.abort()

    def refuse(self, answer: bytes) -> None:
        """Answer in one line, and close."""
        if not self.transport.is_closing():
            if answer:
                self.transport.write(answer)
            self.transport.close()


Base: Any = AutoHTTPProtocol
"""Uvicorn chooses it by what is installed."""


class Requests(Patience, Base):  # type: ignore[misc]
    """A connection that sends requests."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Begin to wait for the first head."""
        super().__init__(*given, **named)
        self.phase, self.since, self.received = HEAD, time.monotonic(), 0
        self.last: Any = None
        self.brought: bytes | None = None
        """What another worker had read of this connection; it is served here, wherever it belongs."""

    def connection_made(self, transport: Any) -> None:
        """Come in, or be sent away."""
        super().connection_made(transport)
        if not self.keeper.enter(transport, self):
            self.refuse(FULL)
        elif self.brought:
            self.data_received(self.brought)
        self.brought = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self.keeper.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that never ends is refused."""
        if self.transport.is_closing():
            return
        if self.is_between() and self.brought is None:
            inbox = self.keeper.others.wanted_elsewhere(data)
            if inbox is not None and self.pass_on(data, inbox):
                return
        super().data_received(data)
        if self.waits_for() == HEAD:
            self.received += len(data)
            if self.received > LARGEST_HEAD:
                self.refuse(LONG)

    def waits_for(self) -> str:
        """Tell what it waits for, and notice when that has changed."""
        cycle = self.cycle
        is_between = cycle is None or cycle.response_complete
        phase = HEAD if is_between else BODY if cycle.more_body else BUSY
        if phase != self.phase or cycle is not self.last:
            self.phase, self.last, self.since, self.received = phase, cycle, time.monotonic(), 0
        return phase

    def is_between(self) -> bool:
        """Tell whether everything asked for so far is answered and on its way."""
        is_over = self.waits_for() == HEAD and not self.received and not self.transport.is_closing()
        return is_over and not self.transport.get_write_buffer_size()

    def pass_on(self, data: bytes, inbox: str) -> bool:
        """Give the connection to another worker, with what was just read; here it ends without a word."""
        descriptor = self.transport.get_extra_info("socket").fileno()
        is_passed = self.keeper.others.pass_on(descriptor, data, inbox)
        if is_passed:
            self.transport.abort()
        return is_passed

    def check_time(self, now: float) -> None:
        """End a request that takes too long to arrive."""
        self.check_writing(now)
        phase, settings = self.waits_for(), self.keeper.settings
        limit = {HEAD: settings.head_seconds, BODY: settings.body_seconds}.get(phase)
        if limit is not None and now - self.since > limit:
            self.refuse(SLOW if self.received or phase == BODY else b"")

    def pause_writing(self) -> None:
        """Notice that the other side does not read."""
        self.stuck = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Notice that it does again."""
        self.stuck = None
        super().resume_writing()


class Sockets(Patience, WebSocketsSansIOProtocol):
    """A connection that has become a socket: whoever does not read is not read, and idle talk is counted."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Begin."""
        super().__init__(*given, **named)
        rate = self.keeper.settings.control_frames_per_second
        self.small_talk = Bucket(rate, AT_ONCE_SECONDS * rate)
        self.corked: list[bytes] = []
        """Whole texts that go out together, at the end of this turn of the loop."""

    def connection_made(self, transport: Any) -> None:
        """Take the place of the connection it was."""
        super().connection_made(transport)
        self.keeper.enter(transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self.keeper.leave(self.transport)
        super().connection_lost(exc)

    def waits_for(self) -> str:
        """Sockets are in use until they close."""
        return BUSY

    def check_time(self, now: float) -> None:
        """Cut somebody off who does not read."""
        self.check_writing(now)

    def pause_writing(self) -> None:
        """Read nothing from somebody who does not read: what they send would only make more to write."""
        self.stuck = time.monotonic()
        super().pause_writing()
        if not self.read_paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read on."""
        self.stuck = None
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """Hand a message up; reading goes on only if the other side reads too."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set() and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        """Send a message; whole texts, which nearly all of them are, without detours, and several in one piece."""
        text = message.get("text")
        is_usual = text is not None and self.handshake_complete and not self.close_sent and not self.disconnected
        if is_usual and self.writable.is_set() and self.conn.state is State.OPEN:
            if not self.corked:
                self.loop.call_soon(self.uncork)
            data = text.encode()
            self.corked += (head_of(len(data)), data)
            if len(self.corked) >= MOST_CORKED:
                self.uncork()
        else:
            self.uncork()
            await super().send(message)

    def uncork(self) -> None:
        """Write what is to go out: one call of the system for a note and the frame that follows it."""
        if self.corked and not self.transport.is_closing():
            self.transport.write(b"".join(self.corked))
        self.corked.clear()

    def handle_ping(self) -> None:
        """Answer, if there were not too many."""
        if self.may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Take note, if there were not too many."""
        if self.may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Take a fragment, if there were not too many."""
        if self.may_go_on():
            super().handle_cont(event)

    def may_go_on(self) -> bool:
        """Count a frame that carries no whole message; too many end the socket."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self.small_talk.take():
            return True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": "too_fast"})
        self.conn.fail(POLICY, "too_fast")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False


def head_of(length: int) -> bytes:
    """Write what stands before a whole text of so many bytes (RFC 6455, 5.2)."""
    if length < MEDIUM:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return HEAD_MEDIUM.pack(WHOLE_TEXT, MEDIUM, length)
    return HEAD_LARGE.pack(WHOLE_TEXT, LARGE, length)


def protocols(keeper: Connections) -> tuple[type[Any], type[Any]]:
    """Build the classes that serve requests and sockets under this connections's eyes."""
    return type("Requests", (Requests,), {"keeper": keeper}), type("Sockets", (Sockets,), {"keeper": keeper})

"""Whoever keeps a connection without using it is cut off, and others come in meanwhile."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
import uvicorn

from mousehole.server.settings import Settings
from mousehole.server.startup.connections import Connections, Sockets
from mousehole.server.startup.early import EarlyAnswers
from mousehole.server.startup.neighbours import Neighbours
from mousehole.server.startup.run import configuration

SMALL: dict[str, Any] = {"head_seconds": 0.4, "body_seconds": 0.4, "write_seconds": 0.4}
LARGE = 8 << 20
PING, FRAGMENT = 0x89, 0x00
ANSWER_SECONDS = 20.0


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer requests, with much at `/large`; listen to sockets, say three things at `/three`, talk on at `/large`."""
    if scope["type"] == "lifespan":
        for done in ("lifespan.startup.complete", "lifespan.shutdown.complete"):
            await receive()
            await send({"type": done})
    elif scope["type"] == "http":
        await receive()
        body = bytes(LARGE) if scope["path"] == "/large" else b"here"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
        await send({"type": "http.response.body", "body": body})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        for text in ("one", "two", "three") if scope["path"] == "/three" else ():
            await send({"type": "websocket.send", "text": text})
        while scope["path"] == "/large":
            await send({"type": "websocket.send", "text": "x" * 10_000})
        while (await receive())["type"] != "websocket.disconnect":
            pass


class Place:
    """A server on a port of its own."""

    def __init__(self, server: uvicorn.Server, port: int) -> None:
        """Know where it is."""
        self.server, self.port = server, port
        self.writers: list[asyncio.StreamWriter] = []

    @property
    def connections(self) -> int:
        """How many connections it holds."""
        return len(self.server.server_state.connections)

    async def connect(self, host: str = "127.0.0.1") -> Any:
        """Connect from an address of this machine."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(host, 0))
        self.writers.append(writer)
        return reader, writer

    async def ask(self, host: str = "127.0.0.1") -> bytes:
        """Ask as an ordinary visitor does."""
        reader, writer = await self.connect(host)
        writer.write(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        async with asyncio.timeout(ANSWER_SECONDS):
            answer: bytes = await reader.read()
        writer.close()
        return answer

    async def upgrade(self, path: str = "/") -> Any:
        """Open a socket, by hand and with a small buffer, so that what is not read is soon not taken."""
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=plain, limit=1024)
        self.writers.append(writer)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )
        assert b"101" in await reader.readline()
        return reader, writer


@asynccontextmanager
async def serving(**changed: Any) -> AsyncIterator[Place]:
    """Run a server with small limits."""
    settings = Settings(port=0, **{**SMALL, **changed}).check()
    server = uvicorn.Server(
        configuration(settings, cast("EarlyAnswers", application), Connections(settings, Neighbours()))
    )
    server.capture_signals = LeaveSignals  # type: ignore[assignment]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        task = asyncio.create_task(server.serve([taken]))
        while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
            await asyncio.sleep(0.01)
        place = Place(server, taken.getsockname()[1])
        try:
            yield place
        finally:
            for writer in place.writers:
                writer.transport.abort()
            server.should_exit = True
            await task


class LeaveSignals:
    """Leaves the test's signals alone."""

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, *_: object) -> None:
        """Do nothing."""


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""

    async def within() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(within())


async def ended(reader: Any) -> tuple[bytes, float]:
    """Wait until the server ends a connection; return what it said and how long that took."""
    begun = time.monotonic()
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            said = await reader.read()
    except ConnectionError:
        said = b""
    return said, time.monotonic() - begun


async def until(check: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(ANSWER_SECONDS):
        while not check():  # noqa: ASYNC110  # whatever it is, it has no event
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET / HT", b"408"),
        (b"GET / HTTP/1.1\r\nhost: here\r\nx-slow: ", b"408"),
        (b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf", b"200"),
        (b"GET / HTTP/1.1\r\nhost: here\r\n\r\n\r\n", b"200"),
    ],
)
def test_what_is_sent_by_half_is_not_held(sent: bytes, answer: bytes) -> None:
    """A head, a body, or nothing at all that never comes ends the connection within the time for it."""

    async def test() -> None:
        async with serving() as place:
            reader, writer = await place.connect()
            writer.write(sent)
            said, seconds = await ended(reader)
            assert answer in said
            assert seconds < 10
            writer.close()
            await until(lambda: place.connections == 0)

    run(test)


def test_a_head_that_drips_is_not_held() -> None:
    """A byte now and then does not buy more time; one that is under way when the answer comes may cost the answer."""

    async def test() -> None:
        async with serving() as place:
            reader, writer = await place.connect()
            ending = asyncio.create_task(ended(reader))
            for byte in b"GET / HTTP/1.1\r\nx: " + b"y" * 1000:
                writer.write(bytes([byte]))
                await asyncio.sleep(0.05)
                if ending.done():
                    break
            said, seconds = await ending
            assert not said or b"408" in said
            assert seconds < 10

    run(test)


def test_a_head_without_end_is_refused() -> None:
    """Headers are not kept in memory beyond a bound, however much time there is for them."""

    async def test() -> None:
        async with serving(head_seconds=30.0) as place:
            reader, writer = await place.connect()
            writer.write(b"GET / HTTP/1.1\r\n" + b"x: yyyyyyyyyyyyyyyy\r\n" * 10_000)
            _, seconds = await ended(reader)
            assert seconds < 10
            await until(lambda: place.connections == 0)

    run(test)


@pytest.mark.parametrize("changed", [{"address_connections": 10}, {"connections": 10}])
def test_half_sent_requests_shut_nobody_out(changed: dict[str, Any]) -> None:
    """However many wait at the door, from one's own address or another, whoever asks for something is answered."""

    async def test() -> None:
        async with serving(head_seconds=30.0, body_seconds=30.0, **changed) as place:
            held = [await place.connect() for _ in range(60)]
            for _, writer in held:
                writer.write(b"GET / HTTP/1.1\r\nhost: he")
            await until(lambda: place.connections <= 10)
            for host in ("127.0.0.1", "127.0.0.2"):
                assert b"here" in await place.ask(host)

    run(test)


def test_sockets_of_one_address_are_counted() -> None:
    """Connections in use are not ended for others: an address that has its share is told so, another one is not."""

    async def test() -> None:
        async with serving(address_connections=5) as place:
            held = [await place.upgrade() for _ in range(5)]
            assert b"503" in await place.ask()
            assert b"here" in await place.ask("127.0.0.2")
            held.pop()[1].close()
            await until(lambda: place.connections == 4)
            assert b"here" in await place.ask()

    run(test)


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Write a frame as a client does, masked by nothing."""
    return struct.pack("!BB", opcode, 0x80 | len(payload)) + bytes(4) + payload


def test_pings_of_somebody_who_never_reads_are_not_answered_for_ever() -> None:
    """What cannot be written is not read on: memory does not grow, and the socket is cut off in the end."""

    async def test() -> None:
        async with serving(control_frames_per_second=1e9) as place:
            _, writer = await place.upgrade()
            await until(lambda: place.connections == 1)
            transport = next(iter(place.server.server_state.connections)).transport
            writer.transport.set_write_buffer_limits(high=1 << 16)
            flood, sent, most = frame(PING, bytes(120)) * 100, 0, 0
            try:
                while sent < (64 << 20) and place.connections:
                    writer.write(flood)
                    sent += len(flood)
                    most = max(most, transport.get_write_buffer_size())
                    async with asyncio.timeout(ANSWER_SECONDS):
                        await writer.drain()
            except ConnectionError:
                pass
            assert most < (2 << 20)
            await until(lambda: place.connections == 0)

    run(test)


@pytest.mark.parametrize("opcode", [PING, FRAGMENT])
def test_idle_talk_ends_a_socket(opcode: int) -> None:
    """Pings and empty fragments beyond what any page sends are no way to keep the server busy."""

    async def test() -> None:
        async with serving(control_frames_per_second=5.0) as place:
            reader, writer = await place.upgrade()
            start = b"" if opcode == PING else frame(0x01, b"x")
            writer.write(start + frame(opcode) * 200)
            said, _ = await ended(reader)
            assert b"too_fast" in said
            writer.close()
            await until(lambda: place.connections == 0)

    run(test)


def test_somebody_who_does_not_read_is_cut_off() -> None:
    """An answer or a stream of messages that nobody takes ends with the connection, not with our memory."""

    async def test() -> None:
        async with serving() as place:
            await place.upgrade("/large")
            await until(lambda: place.connections == 1)
            await until(lambda: place.connections == 0)
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.setblocking(False)
            await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", place.port))
            await asyncio.get_running_loop().sock_sendall(plain, b"GET /large HTTP/1.1\r\nhost: here\r\n\r\n")
            await until(lambda: place.connections == 1)
            await until(lambda: place.connections == 0)
            plain.close()

    run(test)


def test_what_is_said_at_once_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note and the frame behind it cost one call of the system, and arrive whole and in order."""
    written: list[bytes] = []
    uncork = Sockets.uncork

    def noted(self: Sockets) -> None:
        written.append(b"".join(self.corked))
        uncork(self)

    async def test() -> None:
        async with serving() as place:
            reader, _ = await place.upgrade("/three")
            await reader.readuntil(b"\r\n\r\n")
            told = b"\x81\x03one\x81\x03two\x81\x05three"
            assert await reader.readexactly(len(told)) == told
            assert [each for each in written if each] == [told]

    monkeypatch.setattr(Sockets, "uncork", noted)
    run(test)

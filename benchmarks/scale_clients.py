"""People for a load test who cost as little as possible: bytes are looked through, not parsed.

A socket here is one object on a plain transport. It finds three things in a frame by searching: the version, whether
its own seat is asked, and the numbers of the moves. Everything else of the frame is skipped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

MOVES = re.compile(rb'"action":(\d+),"name":"([a-z_]*)')
VERSION = re.compile(rb'"version":(\d+)')
ENDINGS = {b"pounce", b"take", b"spring", b"end"}
"""Moves that end games early, where there are others to choose."""
TEXT, CLOSE, PING = 1, 8, 9
SMALL, MEDIUM = 126, 127
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
TRIES, AGAIN_SECONDS = 20, 0.5


class Busy(Exception):
    """The server cannot answer just now."""


@dataclass
class Load:
    """Everything that is measured."""

    ready: deque[tuple[Chair, int, int]] = field(default_factory=deque)
    """Seats that are asked, each with its version and a move."""
    latencies: list[float] = field(default_factory=list)
    """From a move sent to the frame that shows it, at the mover's own socket."""
    spreads: list[float] = field(default_factory=list)
    """The same, at the sockets of the others."""
    frames: int = 0
    bytes: int = 0
    moved: int = 0
    lost: int = 0
    errors: list[str] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    ids: Iterator[int] = field(default_factory=count)

    def begin(self) -> None:
        """Forget what was measured; who is asked stays."""
        self.latencies, self.spreads, self.errors = [], [], []
        self.frames = self.bytes = self.moved = 0

    async def drive(self, rate: float, seconds: float) -> float:
        """Send moves at a steady rate; return the rate that was kept."""
        begun, count = time.perf_counter(), 0
        while (now := time.perf_counter()) - begun < seconds:
            due = int((now - begun) * rate)
            while count < due and self.ready:
                chair, version, action = self.ready.popleft()
                chair.move(version, action)
                count += 1
            count = max(count, due)  # every table waits for its frame: the rate is not kept, and that shows
            await asyncio.sleep(0.002)
        return self.moved / (time.perf_counter() - begun)


@dataclass
class Board:
    """A table as its sockets know it."""

    code: str
    takes_last: bool = False
    """Whether the last move of the list is made instead of any: after random ones some games are soon lost."""
    asked: int = -1
    """The version for which a seat was noted as asked."""
    version: int = 0
    """The version that the move on its way leads to, and when that was sent."""
    sent: float = 0.0


class Chair(asyncio.Protocol):
    """A seat's socket."""

    __slots__ = ("board", "buffer", "is_open", "load", "opened", "seat", "transport", "waits")

    def __init__(self, load: Load, board: Board, seat: int, opened: asyncio.Future[None]) -> None:
        """Begin; `opened` is done when the socket is."""
        self.load, self.board, self.seat, self.opened = load, board, seat, opened
        self.buffer = b""
        self.is_open = False
        self.waits = -1
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        self.transport = transport

    def ask(self, cookie: str, host: str) -> None:
        """Ask for the socket."""
        self.transport.write(
            f"GET /api/tables/{self.board.code}/socket?seat={self.seat} HTTP/1.1\r\nhost: {host}\r\n"
            f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {KEY.decode()}\r\ncookie: mousehole={cookie}\r\n\r\n".encode()
        )

    def connection_lost(self, _: Exception | None) -> None:
        """Notice that the other side has gone."""
        self.load.lost += self.is_open
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("a socket was not opened"))

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what arrives."""
        buffer = self.buffer + data if self.buffer else data
        if not self.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = buffer
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            self.is_open = True
            buffer = buffer[end + 4 :]
        at, length = 0, len(buffer)
        while length - at >= 2:  # noqa: PLR2004  # the smallest frame
            size, start = buffer[at + 1], at + 2
            if size == SMALL:
                size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
            elif size == MEDIUM:
                size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
            if length < start or length < start + size:
                break
            self.receive(buffer[at] & 15, buffer, start, start + size)
            at = start + size
        self.buffer = buffer[at:]

    def receive(self, kind: int, buffer: bytes, start: int, end: int) -> None:
        """Look at one frame of the socket."""
        if kind == PING:
            self.transport.write(b"\x8a" + bytes([0x80 | end - start]) + b"\0\0\0\0" + buffer[start:end])
        elif kind == CLOSE:
            self.transport.close()
        elif kind == TEXT:
            if buffer.startswith(b'{"type":"frame"', start):
                self.look(buffer, start, end)
            elif buffer.startswith(b'{"type":"error"', start):
                self.load.errors.append(json.loads(buffer[start:end])["code"])
                self.board.asked = -1  # the frame that follows says what is asked now

    def look(self, buffer: bytes, start: int, end: int) -> None:
        """Look at a frame of the table."""
        now, load, board = time.perf_counter(), self.load, self.board
        load.frames += 1
        load.bytes += end - start
        found = VERSION.search(buffer, start, end)
        version = int(found[1]) if found else 0
        if version == board.version and board.sent:
            (load.latencies if self.waits == version else load.spreads).append(now - board.sent)
        if not self.opened.done():
            self.opened.set_result(None)
        if version <= board.asked:
            return
        begins = buffer.find(b'"moves":[', start, end)
        if begins < 0 or buffer.startswith(b'"moves":[]', begins):
            return
        ends = buffer.find(b'"log":[', begins, end)
        moves = MOVES.findall(buffer, begins, ends)
        quiet = [number for number, name in moves if name not in ENDINGS] or [number for number, _ in moves]
        if quiet:
            board.asked = version
            load.ready.append((self, version, int(quiet[-1] if board.takes_last else load.chance.choice(quiet))))

    def move(self, version: int, action: int) -> None:
        """Make a move."""
        text = b'{"type":"move","seat":%d,"action":%d,"version":%d,"id":"m%d"}' % (
            self.seat,
            action,
            version,
            next(self.load.ids),
        )
        self.waits = self.board.version = version + 1
        self.board.sent = time.perf_counter()
        self.load.moved += 1
        self.transport.write(b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text)


class Line:
    """A kept connection for requests, one after the other."""

    def __init__(self, host: str, port: int) -> None:
        """Prepare; it connects at the first request."""
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """Send a request, again if the server is busy; return the answer and the cookie that came with it."""
        for _ in range(TRIES):
            with contextlib.suppress(OSError, EOFError, Busy):
                return await self.ask_once(method, path, body, cookie)
            self.close()
            await asyncio.sleep(AGAIN_SECONDS)
        raise RuntimeError(f"{path}: the server does not answer")

    async def ask_once(self, method: str, path: str, body: dict[str, Any], cookie: str) -> tuple[dict[str, Any], str]:
        """Send a request."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        text = json.dumps(body)
        own = f"cookie: mousehole={cookie}\r\n" if cookie else ""
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-type: application/json\r\n"
            f"{own}content-length: {len(text)}\r\n\r\n{text}".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        answer = json.loads(await self.reader.readexactly(int(length[1]) if length else 0))
        if head.startswith("HTTP/1.1 5"):
            raise Busy
        if not head.startswith("HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {head.splitlines()[0]} {answer}")
        given = re.search(r"set-cookie: mousehole=([^;]+)", head, re.IGNORECASE)
        return answer, given[1] if given else cookie

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

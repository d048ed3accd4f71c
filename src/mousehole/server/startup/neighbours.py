"""The workers of one server: which of them a table belongs to, and how a connection is passed on to that one.

Whichever worker is free takes a new connection. If what is asked for first belongs to another worker's table, the
connection itself is given to that worker, with the bytes that were read: so all sockets of a table are at one worker.
This costs nothing but speed where it fails: a table may be at several workers at once, which then tell each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import socket
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

ASKED = re.compile(rb"[A-Z]{3,7} /api/tables/([a-z0-9]{7})[/? ]")
"""How a request about a table begins."""
MOST_BYTES = 65_536
"""A request of which more has come already stays where it is."""
WAITING_MOST = 1024
"""Connections that wait until a busy worker takes them."""
BACKLOG = 64

Adopt = Callable[[socket.socket, bytes], None]


def weight(place: int, code: str) -> bytes:
    """Tell how much a place wants a table: whoever wants it most has it, and no other table moves when one goes."""
    return hashlib.blake2b(f"{place} {code}".encode(), digest_size=8).digest()


def refuse(found: socket.socket, _: bytes) -> None:
    """Hang up on whoever is passed on to a worker that serves nobody."""
    found.close()


def can_pass() -> bool:
    """Tell whether connections can be passed on between processes of this system."""
    return hasattr(socket, "SOCK_SEQPACKET") and hasattr(socket, "send_fds")


class Neighbours:
    """What a worker knows of the others, and of itself."""

    def __init__(self, inbox: str = "", place: int = 0, places: int = 1) -> None:
        """Begin as one of so many; a server's only worker has no inbox."""
        self.inbox = inbox
        self.inboxes: Mapping[int, str] = {**dict.fromkeys(range(places), ""), place: inbox}
        """Where the worker of each place takes connections; as the supervisor has told it last."""
        self.is_heir = True
        """Whether nobody else has this worker's tables any more: the worker it takes the place of has gone."""
        self.doors: dict[str, Door] = {}
        self.adopt: Adopt = refuse
        self.listener: socket.socket | None = None
        self.lines: set[socket.socket] = set()

    def learn(self, inboxes: Mapping[int, str], *, is_heir: bool) -> None:
        """Hear from the supervisor who is there; safe from any thread."""
        self.inboxes, self.is_heir = dict(inboxes), is_heir

    def inbox_of(self, code: str) -> str:
        """Tell where a table belongs."""
        inboxes = self.inboxes
        return inboxes[max(inboxes, key=lambda place: weight(place, code))] if inboxes else self.inbox

    def is_mine(self, code: str) -> bool:
        """Tell whether a table belongs here."""
        return self.inbox_of(code) == self.inbox

    def wanted_elsewhere(self, data: bytes) -> str | None:
        """Find the inbox a request belongs to, by its first bytes, if that is another worker's."""
        if not self.inbox or len(data) > MOST_BYTES:
            return None
        asked = ASKED.match(data)
        if asked is None:
            return None
        found = self.inbox_of(asked[1].decode())
        return found if found and found != self.inbox else None

    def anybody_else(self) -> str | None:
        """Find some other worker's inbox."""
        return next((inbox for inbox in self.inboxes.values() if inbox and inbox != self.inbox), None)

    def pass_on(self, descriptor: int, data: bytes, inbox: str) -> bool:
        """Give a connection to another worker, with what was read of it; False if that cannot be done."""
        door = self.doors.get(inbox)
        if door is None:
            try:
                door = Door(inbox, self.take_back)
            except OSError:
                return False
            self.doors = {name: known for name, known in self.doors.items() if not known.is_closed}
            self.doors[inbox] = door
        return door.pass_on(descriptor, data)

    def take_back(self, descriptor: int, data: bytes) -> None:
        """Serve a connection here that nobody else has taken."""
        self.adopt(socket.socket(fileno=descriptor), data)

    # Taking connections

    def open(self, adopt: Adopt) -> None:
        """Take connections from other workers from now on."""
        self.adopt = adopt
        if self.inbox:
            self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.listener.settimeout(0)
            self.listener.bind(self.inbox)
            self.listener.listen(BACKLOG)
            asyncio.get_running_loop().add_reader(self.listener.fileno(), self.answer_door)

    def answer_door(self) -> None:
        """Let another worker in, who will pass connections on."""
        with contextlib.suppress(OSError):
            line, _ = (self.listener or socket.socket()).accept()
            line.settimeout(0)
            self.lines.add(line)
            asyncio.get_running_loop().add_reader(line.fileno(), self.take, line)

    def take(self, line: socket.socket) -> None:
        """Take a connection over."""
        try:
            data, descriptors, _, _ = socket.recv_fds(line, MOST_BYTES + 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if not descriptors:  # the other worker has gone
            self.hang_up(line)
            return
        self.adopt(socket.socket(fileno=descriptors[0]), data[1:])

    def hang_up(self, line: socket.socket) -> None:
        """Forget another worker's line."""
        asyncio.get_running_loop().remove_reader(line.fileno())
        self.lines.discard(line)
        line.close()

    def close(self) -> None:
        """Take nothing any more."""
        for line in list(self.lines):
            self.hang_up(line)
        for door in self.doors.values():
            door.close()
        if self.listener is not None:
            asyncio.get_running_loop().remove_reader(self.listener.fileno())
            self.listener.close()
            self.listener = None
            with contextlib.suppress(OSError):
                Path(self.inbox).unlink()


class Door:
    """The way to another worker; connections wait here while it is busy."""

    def __init__(self, inbox: str, take_back: Callable[[int, bytes], None]) -> None:
        """Knock; raises where nobody is."""
        self.take_back = take_back
        self.waiting: deque[tuple[int, bytes]] = deque()
        self.is_closed = False
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self.line.settimeout(0)
            self.line.connect(inbox)
        except OSError:
            self.line.close()
            raise

    def pass_on(self, descriptor: int, data: bytes) -> bool:
        """Pass a connection on, now or soon; the descriptor stays the caller's, we keep a copy."""
        if self.is_closed or len(self.waiting) >= WAITING_MOST:
            return False
        self.waiting.append((os.dup(descriptor), data))
        if len(self.waiting) == 1:
            self.send()
        return True

    def send(self) -> None:
        """Send what waits, as far as the other worker takes it."""
        loop = asyncio.get_running_loop()
        while self.waiting:
            descriptor, data = self.waiting[0]
            try:
                socket.send_fds(self.line, [b"." + data], [descriptor])  # a message is never empty: that is an end
            except BlockingIOError:
                loop.add_writer(self.line.fileno(), self.send)
                return
            except OSError:  # it has gone: whoever was on the way is served here
                self.close()
                return
            self.waiting.popleft()
            os.close(descriptor)
        loop.remove_writer(self.line.fileno())

    def close(self) -> None:
        """Close the way; who still waits is given back."""
        if self.is_closed:
            return
        self.is_closed = True
        asyncio.get_running_loop().remove_writer(self.line.fileno())
        self.line.close()
        while self.waiting:
            self.take_back(*self.waiting.popleft())

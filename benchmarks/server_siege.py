"""Lay siege to a server, one attack after another, and measure what another visitor notices of each.

    python -m benchmarks.server_siege --seconds 8

The attacker comes from 127.0.0.66, the visitor from 127.0.0.1; nothing leaves this machine, and every attack ends by
itself. Server, attacker and visitor are processes of their own. The visitor asks for something small on a connection
kept open and on a fresh one, moves at a table through a socket, and plays against a bot whose pace is known.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import resource
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import orjson
from benchmarks.server_clients import SHARED, TROUBLE, Served, cookie_of
from benchmarks.server_kill import free_port
from benchmarks.server_load import at, memory_mib, wait_until_warm, waited_seconds
from websockets.asyncio.client import ClientConnection, connect

if TYPE_CHECKING:
    from multiprocessing import Queue

ATTACKER, VISITOR = "127.0.0.66", "127.0.0.1"
PACE = 0.5
"""Seconds the visitor's bot takes for a move."""
LONG_GAME, READING = 60, 6.0
"""Events of a game whose story is asked for, and seconds that are left for asking."""
USUAL_FILES, MANY_FILES = 1024, 1 << 16
"""What a server is usually allowed to have open, and what an attacker takes."""
PAUSE = 0.15
"""Seconds between the visitor's moves: quicker ones would be refused."""
PATIENCE = 10.0
"""A visitor who waits longer than this was shut out."""
ALONE = "game=hide_and_squeak&dawn=200&pace=0&seats=bot:housecat,bot:housecat,bot:housecat"
TOGETHER = "game=hide_and_squeak&dawn=200&seats=me,device,device"
AGAINST = f"game=hide_and_squeak&dawn=200&pace={PACE}&seats=me,bot:random,bot:random"
LOBBY = "game=hide_and_squeak&seats=me,open,open"
COLUMNS = ("attack", "what came through", "requests p99 ms", "moves p99 ms", "worst ms", "bot late p99 ms", "shut out",
           "MiB more", "no core")  # fmt: skip


# The visitor


@dataclass
class Visit:
    """What a visitor notices."""

    url: str
    until: float
    requests: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    shut_out: int = 0

    async def ask(self, client: httpx2.AsyncClient) -> None:
        """Ask for something small, now on a connection that is open, now on a fresh one."""
        while time.monotonic() < self.until:
            begun = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    (await client.get("/api/me")).raise_for_status()
                    async with person() as fresh:
                        (await fresh.get(f"{self.url}/api/health")).raise_for_status()
                self.requests.append((time.perf_counter() - begun) / 2)
            except TROUBLE:
                self.shut_out += 1
            await asyncio.sleep(0.02)

    async def move(self, client: httpx2.AsyncClient) -> None:
        """Move at a table of one's own through a socket; a frame answers."""
        code = (await client.post("/api/tables", json={"setup": TOGETHER})).json()["table"]
        async with table_socket(self.url, code, cookie_of(client), VISITOR) as page:
            frame = await next_frame(page)
            while time.monotonic() < self.until:
                seat = frame["acting"][0]
                if frame["seat"] != seat:
                    await page.send(json.dumps({"type": "look", "seat": seat}))
                    while frame["seat"] != seat or not frame["moves"]:
                        frame = await next_frame(page)
                version = frame["version"]
                choice = next((m for m in frame["moves"] if m["name"] == "stop"), frame["moves"][0])["action"]
                begun = time.perf_counter()
                await page.send(
                    json.dumps(
                        {"type": "move", "seat": seat, "action": choice, "version": version, "id": f"m{version}"}
                    )
                )
                while frame["version"] <= version:
                    frame = await next_frame(page)
                self.moves.append(time.perf_counter() - begun)
                if frame["state"] != "playing":
                    return
                await asyncio.sleep(PAUSE)

    async def play(self, client: httpx2.AsyncClient) -> None:
        """Play against bots, and note how much later than agreed each of them answers."""
        code = (await client.post("/api/tables", json={"setup": AGAINST})).json()["table"]
        async with table_socket(self.url, code, cookie_of(client), VISITOR) as page:
            frame, asked = await next_frame(page), time.perf_counter()
            while time.monotonic() < self.until and frame["state"] == "playing":
                version = frame["version"]
                if frame["moves"]:
                    choice = next((m for m in frame["moves"] if m["name"] == "stop"), frame["moves"][0])["action"]
                    wish = {"type": "move", "seat": 0, "action": choice, "version": version, "id": f"m{version}"}
                    await page.send(json.dumps(wish))
                while frame["version"] <= version:
                    left = self.until - time.monotonic()
                    if left < 0:
                        if not frame["moves"]:
                            self.late.append(max(0.0, time.perf_counter() - asked - PACE))
                        return
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(left + 0.01):
                            frame = await next_frame(page)
                now = time.perf_counter()
                if 0 not in frame_before(frame):
                    self.late.append(now - asked - PACE)
                asked = now


def frame_before(frame: dict[str, Any]) -> list[int]:
    """Tell whether the person made the last move, by what the story's last piece is about."""
    last = frame["log"][-1]["text"] if frame["log"] else ""
    return [0] if last.startswith("You") else []


@contextlib.asynccontextmanager
async def person(host: str = VISITOR, url: str = "") -> AsyncIterator[httpx2.AsyncClient]:
    """Let somebody come from an address."""
    transport = httpx2.AsyncHTTPTransport(local_address=host, verify=SHARED)
    async with httpx2.AsyncClient(base_url=url, transport=transport, timeout=PATIENCE) as client:
        yield client


def table_socket(url: str, code: str, cookie: str | None, host: str) -> connect:
    """Open a socket at a table, from an address."""
    headers = {"cookie": f"mousehole={cookie}"} if cookie else {}
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    return connect(address, additional_headers=headers, compression=None, local_addr=(host, 0), open_timeout=PATIENCE,
                   ping_interval=None)  # fmt: skip


async def next_frame(page: ClientConnection) -> dict[str, Any]:
    """Receive the next frame."""
    while True:
        async with asyncio.timeout(PATIENCE):
            found: dict[str, Any] = orjson.loads(await page.recv())
        if found["type"] == "frame":
            return found


async def visit(url: str, seconds: float, delay: float) -> Visit:
    """Use the server as people do, for some time."""
    found = Visit(url, 0.0)
    async with person(url=url) as client:
        (await client.put("/api/me", json={"name": "Ann"})).raise_for_status()
        await asyncio.sleep(delay)
        found.until = time.monotonic() + seconds
        done = await asyncio.gather(found.ask(client), found.move(client), found.play(client), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException):
                found.shut_out += 1
    return found


# The attacks: each does its worst from one address until it is time, and returns what came through


@dataclass
class Attack:
    """Somebody who means harm."""

    url: str
    until: float

    @property
    def is_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    def port(self) -> int:
        """Return the server's port."""
        return int(self.url.rsplit(":", 1)[1])

    async def nothing(self) -> str:
        """Do nothing, to compare with."""
        await asyncio.sleep(self.until - time.monotonic())
        return "-"

    async def half_requests(self, count: int = 1_100) -> str:
        """Begin requests and never finish them; begin again where one is ended."""
        held: list[socket.socket] = []
        made = 0
        while self.is_on:
            held = [one for one in held if not is_ended(one)]
            for _ in range(min(50, count - len(held))):
                one = socket.socket()
                one.bind((ATTACKER, 0))
                one.setblocking(False)  # noqa: FBT003  # as sockets have it
                with contextlib.suppress(OSError):
                    async with asyncio.timeout(1):
                        await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", self.port()))
                    one.send(b"GET /api/games HTTP/1.1\r\nhost: x\r\nx-more: ")
                    held.append(one)
                    made += 1
            await asyncio.sleep(0.05)
        for one in held:
            one.close()
        return f"{made} begun, {len(held)} held at the end"

    async def table(self, setup: str = TOGETHER) -> tuple[str, str]:
        """Open a table; return its code and a cookie."""
        async with person(ATTACKER, self.url) as client:
            code = (await client.post("/api/tables", json={"setup": setup})).json()["table"]
            return code, cookie_of(client)

    async def unread_pings(self, count: int = 20) -> str:
        """Send pings through sockets that never read."""
        code, _ = await self.table()
        sent = ended = 0

        async def flood() -> None:
            nonlocal sent, ended
            page = await table_socket(self.url, code, None, ATTACKER)
            page.transport.pause_reading()
            page.protocol.send_ping(bytes(125))
            frame = b"".join(page.protocol.data_to_send())
            while self.is_on and not page.transport.is_closing():
                if page.transport.get_write_buffer_size() < (1 << 18):
                    page.transport.write(frame * 500)
                    sent += len(frame) * 500
                await asyncio.sleep(0.001)
            ended += self.is_on
            page.transport.abort()

        await gathered(flood() for _ in range(count))
        return f"{sent >> 20} MiB of pings, {ended} of {count} sockets ended"

    async def bot_tables(self, count: int = 460) -> str:
        """Open tables where bots play among themselves at full speed, a cookie for every three."""
        opened = refused = 0

        async def some(number: int) -> None:
            nonlocal opened, refused
            async with person(ATTACKER, self.url) as client:
                for _ in range(3):
                    if self.is_on and number:
                        answer = await client.post("/api/tables", json={"setup": ALONE})
                        opened, refused = opened + answer.is_success, refused + (not answer.is_success)

        for start in range(1, count // 3, 8):
            await gathered(some(number) for number in range(start, start + 8))
        await asyncio.sleep(max(0.0, self.until - time.monotonic()))
        return f"{opened} tables, {refused} refused"

    async def joins(self, count: int = 150) -> str:
        """Let many spectators come to one table and go again, and again."""
        code, _ = await self.table()
        joined = frames = 0

        async def watch() -> None:
            nonlocal joined, frames
            while self.is_on:
                with contextlib.suppress(*TROUBLE):
                    async with table_socket(self.url, code, None, ATTACKER) as page:
                        joined += 1
                        async with asyncio.timeout(3):
                            while self.is_on:
                                await page.recv()
                                frames += 1
                await asyncio.sleep(0.2)

        await gathered(watch() for _ in range(count))
        return f"{joined} joins, {frames} frames"

    async def logs(self, count: int = 8) -> str:
        """Ask for the whole story of a long game, again and again."""
        async with person(ATTACKER, self.url) as client:
            code = (await client.post("/api/tables", json={"setup": TOGETHER})).json()["table"]
            version = 1
            while time.monotonic() < self.until - READING and version < LONG_GAME:
                await asyncio.sleep(PAUSE)
                public = (await client.get(f"/api/tables/{code}")).json()
                if public.get("state") != "playing":
                    continue
                seat = public["acting"][0]
                frame = (await client.get(f"/api/tables/{code}?seat={seat}")).json()
                moves = [m for m in frame.get("moves", []) if m["name"] not in {"pounce", "take"}]
                if moves:
                    version = frame["version"]
                    wish = {"seat": seat, "action": moves[0]["action"], "version": version, "id": f"m{version}"}
                    await client.post(f"/api/tables/{code}/moves", json=wish)
        return await self.requests(f"/api/tables/{code}/log", count, f"of a game of {version} events")

    async def cookies(self) -> str:
        """Ask for cookies without end."""
        return await self.requests("/api/me", 8, "without a cookie", is_new=True)

    async def pages(self) -> str:
        """Ask for something cheap without end."""
        return await self.requests("/api/games", 16, "for the list of games")

    async def requests(self, path: str, count: int, what: str, *, is_new: bool = False) -> str:
        """Ask for the same as fast as possible."""
        got: dict[int, int] = {}

        async def ask() -> None:
            async with person(ATTACKER, self.url) as client:
                while self.is_on:
                    if is_new:
                        client.cookies.clear()
                    with contextlib.suppress(*TROUBLE):
                        status = (await client.get(path)).status_code
                        got[status] = got.get(status, 0) + 1

        await gathered(ask() for _ in range(count))
        return f"{got.get(200, 0)} answers {what}, {sum(got.values()) - got.get(200, 0)} refused"

    async def alive(self, count: int = 40) -> str:
        """Ask for frames through many sockets at once, as fast as possible."""
        code, _ = await self.table()
        frames = refused = 0

        async def chatter() -> None:
            nonlocal frames, refused
            while self.is_on:
                with contextlib.suppress(*TROUBLE):
                    async with table_socket(self.url, code, None, ATTACKER) as page:
                        while self.is_on:
                            await page.send('{"type": "alive"}')
                            is_frame = b'"type":"frame"' in (await page.recv(decode=False))[:20]
                            frames, refused = frames + is_frame, refused + (not is_frame)
                await asyncio.sleep(0.1)

        await gathered(chatter() for _ in range(count))
        return f"{frames} frames, {refused} refused"

    async def lobby(self, count: int = 4) -> str:
        """Sit down and stand up at one table, again and again."""
        code, _ = await self.table(LOBBY)
        sat = refused = 0

        async def fidget() -> None:
            nonlocal sat, refused
            async with person(ATTACKER, self.url) as client:
                while self.is_on:
                    taken = await client.post(f"/api/tables/{code}/seats/1/take", json={"contribution": "x" * 64})
                    sat, refused = sat + taken.is_success, refused + (not taken.is_success)
                    await client.post(f"/api/tables/{code}/seats/1/leave")

        await gathered(fidget() for _ in range(count))
        return f"{sat} times seated, {refused} refused"


ATTACKS: dict[str, Callable[[Attack], Awaitable[str]]] = {
    "none": Attack.nothing,
    "half-sent requests": Attack.half_requests,
    "pings that are not read": Attack.unread_pings,
    "bots among themselves": Attack.bot_tables,
    "joins": Attack.joins,
    "the whole story": Attack.logs,
    "cookies": Attack.cookies,
    "cheap requests": Attack.pages,
    "frames on demand": Attack.alive,
    "sit and leave": Attack.lobby,
}


async def gathered(works: Iterable[Awaitable[None]]) -> None:
    """Do many things at once; what the server ends is no error of ours."""
    await asyncio.gather(*works, return_exceptions=True)


def is_ended(one: socket.socket) -> bool:
    """Tell whether the other side has ended a connection."""
    try:
        return not one.recv(1024)
    except BlockingIOError:
        return False
    except OSError:
        return True


def attack(name: str, url: str, seconds: float, told: Queue[str]) -> None:
    """Carry out an attack, in a process of its own."""

    async def run() -> str:
        return await ATTACKS[name](Attack(url, time.monotonic() + seconds))

    allow_files(MANY_FILES)
    try:
        told.put(asyncio.run(run()))
    except (*TROUBLE, KeyError) as error:
        told.put(f"not carried out: {type(error).__name__}")


def peak_mib(pid: int) -> float:
    """Return the most memory a process has held."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def allow_files(count: int) -> None:
    """Set how many files this process, and those it starts, may have open without asking for more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, most), most))


def besiege(server: Served, name: str, seconds: float) -> str:
    """Carry out one attack beside a visitor; return a line of the table."""
    pid = server.process.pid if server.process else 0
    processes = multiprocessing.get_context("spawn")
    told = processes.Queue()
    before, starved = memory_mib(pid), waited_seconds(pid)
    attacker = processes.Process(target=attack, args=(name, server.url, seconds + 4, told))
    attacker.start()
    begun = time.perf_counter()
    found = asyncio.run(visit(server.url, seconds, 2.0))
    came = told.get(timeout=120)
    attacker.join(60)
    after = peak_mib(pid)
    starved = (waited_seconds(pid) - starved) / (time.perf_counter() - begun)
    worst = 1000 * max([*found.requests, *found.moves, 0.0])
    late = f"{at(found.late, 0.99):.0f}" if found.late else "no answer"
    return (
        f"| {name} | {came} | {at(found.requests, 0.99):.0f} | {at(found.moves, 0.99):.0f} | {worst:.0f} | {late} | "
        f"{found.shut_out} | {after - before:.0f} | {starved:.0%} |"
    )


def main() -> int:
    """Lay siege from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--attacks", default=",".join(ATTACKS), help="some of the attacks, separated by commas")
    given = parser.parse_args()
    allow_files(USUAL_FILES)
    print(f"| {' | '.join(COLUMNS)} |\n{'| --- ' * len(COLUMNS)}|", flush=True)
    for name in given.attacks.split(","):
        with tempfile.TemporaryDirectory() as folder:
            limits = {"MOUSEHOLE_ADDRESS_LIMITS": "on"}
            log = Path(folder) / "log"
            server = Served(f"sqlite:///{folder}/t.sqlite", free_port(), ["--log", "error"], limits, log)
            server.start()
            try:
                asyncio.run(server.ready("hide_and_squeak"))
                wait_until_warm(server.url)
                print(besiege(server, name, given.seconds), flush=True)
            finally:
                server.stop()
                with contextlib.suppress(OSError):
                    sys.stderr.write(log.read_text(encoding="utf-8")[-2000:])
    return 0


if __name__ == "__main__":
    sys.exit(main())

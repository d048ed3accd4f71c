"""Workers beside each other: whose table it is, and that a connection arrives there with everything that was read."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_connections import LeaveSignals

from mousehole.server.settings import Settings
from mousehole.server.startup.neighbours import Neighbours, can_pass
from mousehole.server.startup.run import Server
from mousehole.server.tables.registry import fresh_code

CODES = [fresh_code() for _ in range(2000)]


def test_tables_of_a_worker_that_goes_are_shared_out_and_no_others_move() -> None:
    """Each of four workers has about a quarter of the tables; when one goes, only its own go to others."""
    everybody = Neighbours("a", 0, 4)
    everybody.learn({0: "a", 1: "b", 2: "c", 3: "d"}, is_heir=True)
    before = {code: everybody.inbox_of(code) for code in CODES}
    everybody.learn({0: "a", 1: "b", 3: "d"}, is_heir=True)
    after = {code: everybody.inbox_of(code) for code in CODES}
    assert all(after[code] == inbox for code, inbox in before.items() if inbox != "c")
    assert all(350 < count < 650 for count in Counter(before.values()).values()), "ten standard deviations"
    assert len({after[code] for code, inbox in before.items() if inbox == "c"}) == 3


def test_a_worker_that_takes_anothers_place_has_the_same_tables() -> None:
    """Tables belong to a place, not to a process: a new worker in it moves nothing."""
    known = Neighbours("a", 0, 2)
    known.learn({0: "a", 1: "b"}, is_heir=True)
    mine = [code for code in CODES if known.is_mine(code)]
    known.learn({0: "newer", 1: "b"}, is_heir=True)
    assert {known.inbox_of(code) for code in mine} == {"newer"}


def telling(name: str) -> Any:
    """Make an application that answers with its name and what it was sent; sockets hear the name, then an echo."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for done in ("lifespan.startup.complete", "lifespan.shutdown.complete"):
                await receive()
                await send({"type": done})
        elif scope["type"] == "http":
            body = f"{name} {scope['client'][0]} {(await receive())['body'].decode()}".encode()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-length", b"%d" % len(body))]})
            await send({"type": "http.response.body", "body": body})
        else:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": name})
            while (got := await receive())["type"] != "websocket.disconnect":
                await send({"type": "websocket.send", "text": got["text"]})

    return application


@asynccontextmanager
async def worker(name: str, neighbours: Neighbours) -> AsyncIterator[int]:
    """Run a worker on a port of its own, as if all shared one."""
    server = Server(Settings(port=0), neighbours=neighbours)
    server.config.app = telling(name)
    server.capture_signals = LeaveSignals  # type: ignore[assignment]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        task = asyncio.create_task(server.serve([taken]))
        while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield taken.getsockname()[1]
        server.should_exit = True
        await task


@asynccontextmanager
async def two_workers(folder: Path) -> AsyncIterator[tuple[list[int], list[Neighbours]]]:
    """Run two workers that know each other."""
    inboxes = {place: str(folder / str(place)) for place in range(2)}
    known = [Neighbours(inbox, place, 2) for place, inbox in inboxes.items()]
    for one in known:
        one.learn(inboxes, is_heir=True)
    async with AsyncExitStack() as stack:
        ports = [await stack.enter_async_context(worker(f"w{place}", one)) for place, one in enumerate(known)]
        yield ports, known


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, code: str, body: str = "") -> str:
    """Ask about a table through a connection that stays open."""
    writer.write(f"POST /api/tables/{code}/x HTTP/1.1\r\nhost: h\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.partition(b"x-length: ")[2].split()[0])
    answer = await reader.readuntil(b"0\r\n\r\n") if b"chunked" in head else await reader.readexactly(length)
    return answer.decode()


needs_passing = pytest.mark.skipif(not can_pass(), reason="this system cannot pass connections on")


@needs_passing
def test_requests_and_sockets_arrive_at_the_worker_of_their_table(tmp_path: Path) -> None:
    """One kept connection asks about tables of both workers by turns, and each answers its own, bodies included."""

    async def run() -> None:
        async with two_workers(tmp_path) as (ports, known):
            mine = next(code for code in CODES if known[0].is_mine(code))
            other = next(code for code in CODES if known[1].is_mine(code))
            reader, writer = await asyncio.open_connection("127.0.0.1", ports[0], local_addr=("127.0.0.9", 0))
            for number in range(6):
                code, name = ((mine, "w0"), (other, "w1"))[number % 2]
                assert f"{name} 127.0.0.9 body-{number}" in await ask(reader, writer, code, f"body-{number}")
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", ports[0])
            writer.write(
                f"GET /api/tables/{other}/socket HTTP/1.1\r\nhost: h\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(4) == b"\x81\x02w1"
            writer.write(b"\x81\x83\0\0\0\0abc")
            assert await reader.readexactly(5) == b"\x81\x03abc"
            writer.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@needs_passing
def test_a_worker_that_is_not_there_is_no_obstacle(tmp_path: Path) -> None:
    """While the others still believe in a worker that has died, its tables are served by whoever is asked."""

    async def run() -> None:
        alone = Neighbours(str(tmp_path / "0"), 0, 2)
        alone.learn({0: alone.inbox, 1: str(tmp_path / "nobody")}, is_heir=True)
        other = next(code for code in CODES if not alone.is_mine(code))
        async with worker("w0", alone) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert "w0" in await ask(reader, writer, other)
            writer.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@needs_passing
def test_a_worker_that_goes_gives_its_idle_connections_away(tmp_path: Path) -> None:
    """Somebody whose kept connection was at a worker that stops asks again through it and is answered by another."""

    async def run() -> None:
        inboxes = {place: str(tmp_path / str(place)) for place in range(2)}
        known = [Neighbours(inbox, place, 2) for place, inbox in inboxes.items()]
        for one in known:
            one.learn(inboxes, is_heir=True)
        async with worker("w1", known[1]):
            async with worker("w0", known[0]) as port:
                mine = next(code for code in CODES if known[0].is_mine(code))
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                assert "w0" in await ask(reader, writer, mine)
                for one in known:
                    one.learn({1: inboxes[1]}, is_heir=True)
            assert "w1" in await ask(reader, writer, mine, secrets.token_hex(4))
            writer.close()

    asyncio.run(asyncio.wait_for(run(), 30))

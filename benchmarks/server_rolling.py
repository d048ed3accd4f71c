"""Replace a server by another one, again and again, while people play: nothing may be lost, and nobody may be refused.

    python -m benchmarks.server_rolling --rounds 4
    python -m benchmarks.server_rolling --rounds 4 --by-worker

Each round is what an operator does without a pause: a new server of two workers starts on the same PostgreSQL, on a
port of its own; the proxy (a small one here, as Caddy would) sends new connections there once it is ready; the old
one is told to stop, says goodbye to its pages, and they come back through the proxy. With `--by-worker` there is one
server and no proxy: it gets SIGHUP, and replaces one of its workers after the other, while everybody else stays. At
the end the store is compared with everything that any client was ever told, and every game's record is verified.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.server_clients import Player, Served, fresh_postgres
from benchmarks.server_kill import Findings, check, fetch_records, free_port, play_games
from benchmarks.server_workers import Visitor, until

from mousehole.games import IDS

WORKERS = 2
TABLES = 4
QUICK = {
    "MOUSEHOLE_LEAST_PACE": "0",
    "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "100000",
    "MOUSEHOLE_MESSAGES_PER_SECOND": "10000",
    "MOUSEHOLE_MESSAGES_AT_ONCE": "10000",
}
TRY_SECONDS = 15.0
RENEWED = '"event":"all workers are replaced"'


@dataclass
class Proxy:
    """Passes connections on to the server of the day; whoever comes while there is none waits a while."""

    port: int
    upstream: int = 0
    refused: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self) -> asyncio.Server:
        """Listen."""
        return await asyncio.start_server(self.welcome, "127.0.0.1", self.port)

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join a connection to one of the server's."""
        end = time.monotonic() + TRY_SECONDS
        while True:
            try:
                there, back = await asyncio.open_connection("127.0.0.1", self.upstream)
                break
            except OSError:
                if time.monotonic() > end:
                    self.refused += 1
                    writer.close()
                    return
                await asyncio.sleep(0.1)
        await asyncio.gather(pour(reader, back), pour(there, writer))


async def pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on what comes, until nothing does."""
    with contextlib.suppress(OSError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    target.close()


@dataclass
class Stage:
    """The servers of a campaign, one after the other, on one database."""

    database: str
    folder: Path
    proxy: Proxy
    servers: list[Served] = field(default_factory=list)

    async def bring(self) -> Served:
        """Start a server and wait until all of its workers can play every game."""
        log = self.folder / f"server-{len(self.servers)}.log"
        made = Served(self.database, free_port(), ["--workers", str(WORKERS)], QUICK, log)
        self.servers.append(made)
        made.start()

        def is_ready() -> bool:
            return log.read_text(encoding="utf-8").count('"event":"game ready"') >= WORKERS * len(IDS)

        await until(is_ready)
        return made

    async def replace(self) -> float:
        """Bring a new server, send everybody there, and stop the old one; return how long the old one took to stop."""
        old = self.servers[-1]
        new = await self.bring()
        self.proxy.upstream = new.port
        begun = time.perf_counter()
        code = await asyncio.to_thread(old.stop)
        if code != 0:
            raise RuntimeError(f"the old server ended with status {code}")
        return time.perf_counter() - begun

    async def renew(self) -> float:
        """Let the server replace its workers one after the other; return how long that took."""
        server = self.servers[-1]
        if server.process is None or server.log is None:
            raise RuntimeError("no server runs")
        log, begun = server.log, time.perf_counter()
        done = log.read_text(encoding="utf-8").count(RENEWED) + 1
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: log.read_text(encoding="utf-8").count(RENEWED) >= done)
        return time.perf_counter() - begun

    def close(self) -> None:
        """Stop what still runs."""
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.stop()


async def campaign(database: str, folder: Path, rounds: int, *, by_worker: bool) -> Findings:
    """Replace the server, or its workers, so many times while people play."""
    found, begun = Findings(kills=rounds), time.perf_counter()
    proxy = Proxy(free_port())
    stage, stop, everyone = Stage(database, folder, proxy), asyncio.Event(), list[Player]()
    listening = await proxy.serve()
    url = f"http://127.0.0.1:{proxy.port}"
    try:
        proxy.upstream = (await stage.bring()).port
        if by_worker:
            url = stage.servers[0].url
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(play_games(url, number, stop, everyone))
            await until(lambda: any(player.accepted for player in everyone))
            visitor = Visitor(url, everyone[0].code, everyone[0].cookie)
            for number in range(rounds):
                async with visitor.asking(f"round {number + 1}"):
                    seconds = await (stage.renew() if by_worker else stage.replace())
                what = "all workers were replaced" if by_worker else "the old server had stopped"
                print(f"  {what} after {seconds:.1f} s", flush=True)
            stop.set()
        records = await fetch_records(url, sorted({player.code for player in everyone}))
    finally:
        listening.close()
        await asyncio.to_thread(stage.close)
    await check(database, everyone, records, found)
    found.faults += ["the proxy found nobody"] * proxy.refused
    found.seconds = time.perf_counter() - begun
    return found


def main() -> int:
    """Run the campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--by-worker", action="store_true", help="replace the workers of one server")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, fresh_postgres(Path(name)) as (address, _):
        found = asyncio.run(campaign(address, Path(name), given.rounds, by_worker=given.by_worker))
        traces = sum(log.read_text(encoding="utf-8").count('"trace"') for log in Path(name).glob("server-*.log"))
    return found.told("times all workers replaced" if given.by_worker else "servers replaced", traces)


if __name__ == "__main__":
    sys.exit(main())

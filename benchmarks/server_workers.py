"""Kill workers, take the database away, kill the supervisor, and see how long anybody waits, and for which answers.

    python -m benchmarks.server_workers --kills 5

It needs a PostgreSQL of its own, which the test dependencies bring. A visitor asks for a table all the time, each time
through a new connection, so that any worker may be the one that answers.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from benchmarks.server_clients import Served, cookie_of, fresh_postgres, newcomer
from benchmarks.server_kill import free_port

from mousehole.games import IDS

WORKERS = 2
PAUSE = 0.02
AWAY_SECONDS = 5.0


@dataclass
class Visitor:
    """Somebody who asks all the time, and notes every answer and how long it took."""

    url: str
    code: str
    cookie: str
    answers: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0

    async def ask(self) -> None:
        """Ask once, through a connection of its own."""
        begun = time.perf_counter()
        try:
            async with httpx2.AsyncClient(base_url=self.url, timeout=120) as client:
                answer = await client.get(f"/api/tables/{self.code}", headers={"cookie": f"mousehole={self.cookie}"})
                what = "200" if answer.is_success else f"{answer.status_code} {answer.json()['code']}"
        except httpx2.HTTPError as error:
            what = type(error).__name__
        self.answers[what] += 1
        self.longest = max(self.longest, time.perf_counter() - begun)

    @asynccontextmanager
    async def asking(self, title: str) -> AsyncIterator[None]:
        """Ask all the time while something happens, then say what came of it."""
        self.answers.clear()
        self.longest = 0.0

        async def ask_on() -> None:
            while True:
                await self.ask()
                await asyncio.sleep(PAUSE)

        task = asyncio.create_task(ask_on())
        yield
        task.cancel()
        told = ", ".join(f"{count} times {what}" for what, count in self.answers.most_common())
        print(f"{title}: longest answer {self.longest:.2f} s; {told}", flush=True)


async def until(check: Callable[[], Any], seconds: float = 300.0) -> float:
    """Wait until something holds; return how long that took."""
    begun = time.perf_counter()
    while not check():
        if time.perf_counter() - begun > seconds:
            raise TimeoutError("it did not come about")
        await asyncio.sleep(0.05)
    return time.perf_counter() - begun


def workers_of(pid: int) -> list[int]:
    """List the workers of a supervisor."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    commands = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, command in commands.items() if b"spawn_main" in command]


async def campaign(server: Served, tell_database: Callable[[str], object], name: str, kills: int) -> None:
    """Do everything once, and say how it went."""
    log = server.log or Path()

    def ready() -> int:
        return log.read_text(encoding="utf-8").count('"event":"game ready"') // len(IDS)

    print(f"{WORKERS} workers ready after {await until(lambda: ready() >= WORKERS):.1f} s")
    ann = await newcomer(server.url, "Ann")
    opened = await ann.post("/api/tables", json={"setup": "game=hide_and_squeak&seats=me,device,device"})
    visitor = Visitor(server.url, opened.json()["table"], cookie_of(ann))
    await ann.aclose()
    pid = server.process.pid if server.process else 0
    for number in range(kills):
        async with visitor.asking(f"worker killed ({number + 1})"):
            os.kill(workers_of(pid)[number % WORKERS], signal.SIGKILL)
            await until(lambda number=number: ready() >= WORKERS + 1 + number)  # type: ignore[misc]
    async with visitor.asking(f"database away for {AWAY_SECONDS:.0f} s"):
        tell_database(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false;")
        ending = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}';"  # noqa: S608
        tell_database(ending)
        await asyncio.sleep(AWAY_SECONDS)
        tell_database(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true;")
        await asyncio.sleep(AWAY_SECONDS)
    left = workers_of(pid)
    os.kill(pid, signal.SIGKILL)
    gone = await until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in left))
    print(f"supervisor killed: its workers were gone after {gone:.1f} s")


def main() -> int:
    """Run the campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, fresh_postgres(Path(folder)) as (address, database):
        server = Served(address, free_port(), ["--workers", str(WORKERS)], {}, Path(folder) / "server.log")
        server.start()
        try:
            asyncio.run(campaign(server, database.psql, "campaign", given.kills))
        finally:
            server.stop(signal.SIGKILL)
            traces = (Path(folder) / "server.log").read_text(encoding="utf-8").count('"trace"')
            print(f"{traces} tracebacks in the log")
    return 1 if traces else 0


if __name__ == "__main__":
    sys.exit(main())

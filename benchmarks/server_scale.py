"""Ten thousand sockets and a thousand moves a second: a server before a change and after it, in one run.

    git worktree add PATH COMMIT
    python -m benchmarks.server_scale --before PATH --after .

PATH and `.` are sources of Mousehole, each with a PostgreSQL database of its own and two workers (`--workers 1`:
SQLite). People hold 15 seats each, at tables of all five games by turns, and have a socket for each seat. Moves are
sent at a steady rate, whoever is asked first moves first; then at the next rate. Server, PostgreSQL and this script
share the machine, so the script is as lean as it can be (`scale_clients`) and says what it costs itself. Processor
times are those of the processes: other programs disturb them much less than what the clock says. The figures go into
`benchmarks/server.md`; the whole takes five minutes on two cores that have nothing else to do.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime as dt
import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import uvloop
from benchmarks.scale_clients import Board, Chair, Line, Load
from benchmarks.server_clients import Served, fresh_postgres
from benchmarks.server_kill import free_port
from benchmarks.server_load import GAMES, LAST_MOVE, at, wait_until_warm

from mousehole.server.store.store import CHANNEL

LIMITS = {
    "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "100000",
    "MOUSEHOLE_TABLES_PER_PERSON": "100000",
    "MOUSEHOLE_CONNECTIONS": "20000",
}
CHAIRS_EACH = 15
"""Seats that one person holds, each at a table of its own."""
LANES = 12
REST_SECONDS = 2.0
LATE_SECONDS = 0.5
"""A move whose frame is not there so long after the end has had none."""
PAGE = Path(__file__).parent / "server.md"
BEGIN, END = "<!-- server_scale begins -->", "<!-- server_scale ends -->"
COLUMNS = [
    "server",
    "moves/s asked",
    "moves/s kept",
    "p50 ms",
    "p99 ms",
    "worst ms",
    "others' p99 ms",
    "frames/s",
    "NOTIFY/s",
    "server's CPU ms a move",
    "PostgreSQL's",
    "the script's",
    "of all cores",
    "server's MiB",
    "PostgreSQL's",
    "errors",
    "sockets lost",
    "moves without a frame",
]
PORTS_EACH = 10_000
"""Sockets from one address of the loopback: each has so many ports."""


def raise_files() -> None:
    """Ask for as many open files as the system gives."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def children_of(pid: int) -> list[int]:
    """List a process and all below it."""
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                found += children_of(int(child))
    return found


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and all below it."""
    total = 0
    for each in children_of(pid):
        with contextlib.suppress(OSError):
            parts = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
            total += int(parts[11]) + int(parts[12])
    return total / 100


def memory_mib(pid: int) -> float:
    """Return the memory of a process and all below it; what they share counts once."""
    total = 0
    for each in children_of(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


@dataclass
class House:
    """A server that is measured, with everybody who sits there."""

    name: str
    server: Served
    postgres: int = 0
    load: Load = field(default_factory=Load)
    chairs: list[Chair] = field(default_factory=list)
    ear: Any = None
    heard: int = 0
    """What workers have told each other through the database."""
    complaints: Counter[str] = field(default_factory=Counter)

    @property
    def pid(self) -> int:
        """The server's first process."""
        return self.server.process.pid if self.server.process else 0

    async def open(self) -> None:
        """Start, and wait until every game can be played."""
        self.server.start()
        await self.server.ready("all")
        await asyncio.to_thread(wait_until_warm, self.server.url)
        if self.postgres:
            self.ear = await asyncpg.connect(self.server.database)
            await self.ear.add_listener(CHANNEL, self.hear)

    def hear(self, *_: object) -> None:
        """Count a note of a worker to the others."""
        self.heard += 1

    async def seat(self, games: list[str], sockets: int) -> None:
        """Let people come, sit down at tables and open their sockets."""
        plans: list[str] = []
        left = sockets
        while left >= min(GAMES[game][1] for game in games):
            plans.append(games[len(plans) % len(games)])
            left -= GAMES[plans[-1]][1]
        lines = [Line("127.0.0.1", self.server.port) for _ in range(LANES)]
        everybody = range(max(8, sockets // CHAIRS_EACH))
        cookies = [(await lines[n % LANES].ask("PUT", "/api/me", {"name": f"p{n}"}))[1] for n in everybody]
        waiting = iter(enumerate(plans))
        await asyncio.gather(*(self.lane(line, waiting, cookies) for line in lines))
        for line in lines:
            line.close()

    async def lane(self, line: Line, waiting: Iterator[tuple[int, str]], cookies: list[str]) -> None:
        """Set one table after the other."""
        for number, game in waiting:
            setup, seats = GAMES[game]
            people = [cookies[(number * 4 + seat) % len(cookies)] for seat in range(seats)]
            opened, _ = await line.ask("POST", "/api/tables", {"setup": f"game={game}&{setup}"}, people[0])
            board = Board(opened["table"], takes_last=game in LAST_MOVE)
            for seat in range(1, seats):
                await line.ask("POST", f"/api/tables/{board.code}/seats/{seat}/take", {}, people[seat])
            await asyncio.gather(*(self.sit(board, seat, cookie) for seat, cookie in enumerate(people)))

    async def sit(self, board: Board, seat: int, cookie: str) -> None:
        """Open a socket."""
        loop = asyncio.get_running_loop()
        opened = loop.create_future()
        near = f"127.0.0.{2 + len(self.chairs) // PORTS_EACH}"
        _, chair = await loop.create_connection(
            lambda: Chair(self.load, board, seat, opened), "127.0.0.1", self.server.port, local_addr=(near, 0)
        )
        chair.ask(cookie, f"127.0.0.1:{self.server.port}")
        await opened
        self.chairs.append(chair)

    async def measure(self, rate: float, seconds: float) -> list[str]:
        """Run one rate; return its line of the table."""
        load = self.load
        load.begin()
        gc.collect()
        gc.disable()  # this script's own pauses are not the server's
        before, begun, self.heard = self.spent(), time.perf_counter(), 0
        kept = await load.drive(rate, seconds)
        took = time.perf_counter() - begun
        served, stored, own = (after - used for after, used in zip(self.spent(), before, strict=True))
        await asyncio.sleep(LATE_SECONDS)
        gc.enable()
        moved = max(1, load.moved)
        self.complaints.update(load.errors)
        return [
            self.name,
            f"{rate:,.0f}",
            f"{kept:,.0f}",
            *(f"{at(load.latencies, share):,.0f}" for share in (0.5, 0.99, 1.0)),
            f"{at(load.spreads, 0.99):,.0f}",
            f"{load.frames / took:,.0f}",
            f"{self.heard / took:,.0f}" if self.postgres else "",
            *(f"{1000 * each / moved:.2f}" for each in (served, stored, own)),
            f"{(served + stored + own) / took / (os.cpu_count() or 1):.0%}",
            f"{memory_mib(self.pid):,.0f}",
            f"{memory_mib(self.postgres):,.0f}" if self.postgres else "",
            str(len(load.errors)),
            str(load.lost),
            str(max(0, load.moved - len(load.latencies))),
        ]

    def spent(self) -> tuple[float, float, float]:
        """Return the processor time of server, PostgreSQL and this script so far."""
        return cpu_seconds(self.pid), cpu_seconds(self.postgres) if self.postgres else 0.0, time.process_time()


def commit_of(path: Path) -> str:
    """Name the version of some sources."""
    asked = ["git", "-C", str(path), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "no commit"  # noqa: S603


async def run(given: argparse.Namespace, house: House, log: Path) -> tuple[list[list[str]], str]:
    """Measure one server; return its lines of the table and what it took to seat everybody."""
    games = list(GAMES) if given.game == "all" else [given.game]
    try:
        await house.open()
        empty, used, begun = memory_mib(house.pid), cpu_seconds(house.pid), time.perf_counter()
        await house.seat(games, given.sockets)
        seated = (
            f"{house.name}: {len(house.chairs):,} sockets, seated in {time.perf_counter() - begun:.0f} s with "
            f"{cpu_seconds(house.pid) - used:.0f} s of processor time; {empty:,.0f} MiB before"
        )
        print(seated, flush=True)
        await asyncio.sleep(REST_SECONDS)
        lines = []
        for rate in given.rates.split(","):
            lines.append(await house.measure(float(rate), given.seconds))
            print(f"| {' | '.join(lines[-1])} |", flush=True)
        errors = ", ".join(f"{many} times `{code}`" for code, many in house.complaints.most_common())
        return lines, f"{seated}; errors: {errors or 'none'}"
    finally:
        if house.ear is not None:
            await house.ear.close()
        await asyncio.to_thread(house.server.stop)
        print(await asyncio.to_thread(log.read_text, encoding="utf-8"), end="", flush=True)


def write_down(given: argparse.Namespace, lines: list[list[str]], notes: list[str]) -> None:
    """Put the figures into their place in the page of results."""
    text = PAGE.read_text(encoding="utf-8")
    start, mark, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not mark or not end:
        raise RuntimeError(f"{PAGE} has no place for these figures")
    store = "PostgreSQL" if given.workers > 1 else "SQLite"
    today = dt.datetime.now(dt.UTC).date()
    rows = [COLUMNS, ["---", *["---:"] * (len(COLUMNS) - 1)], *lines]
    made = "\n".join(
        [
            f"{given.workers} workers, {store}, {given.sockets:,} sockets, {given.seconds:.0f} s a rate.",
            f"{today}, load of the machine when it began: {given.load:.1f}.",
            "",
            *(f"| {' | '.join(row)} |" for row in rows),
            "",
            *(f"- {note}." for note in notes),
        ]
    )
    PAGE.write_text(f"{start}{mark}\n\n{made}\n\n{end}{tail}", encoding="utf-8")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", help="sources to compare with; without them only the others are measured")
    parser.add_argument("--after", default=".")
    parser.add_argument("--game", default="all", choices=["all", *GAMES])
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rates", default="500,1000,1500")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--turns", type=int, default=1, help="how often each server is measured")
    parser.add_argument("--dry", action="store_true", help="leave the page of results as it is")
    given = parser.parse_args()
    given.load = os.getloadavg()[0]
    raise_files()
    lines, notes = [], []
    sources = [
        (name, Path(path).resolve()) for name, path in (("before", given.before), ("after", given.after)) if path
    ]
    print(f"| {' | '.join(COLUMNS)} |", flush=True)
    for name, path in sources * given.turns:
        with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as stack:
            folder, postgres = Path(made), 0
            database = f"sqlite:///{folder}/tables.sqlite"
            if given.workers > 1:
                database, _ = stack.enter_context(fresh_postgres(folder))
                postgres = int((folder / "pg" / "postmaster.pid").read_text(encoding="ascii").split()[0])
            log, settings = folder / "server.log", {**LIMITS, "PYTHONPATH": str(path / "src")}
            arguments = ["--log", "warning", "--workers", str(given.workers)]
            house = House(name, Served(database, free_port(), arguments, settings, log), postgres)
            found, seated = uvloop.run(run(given, house, log))
            lines += found
            notes.append(f"{seated} (commit {commit_of(path)})")
    if not given.dry:
        write_down(given, lines, notes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

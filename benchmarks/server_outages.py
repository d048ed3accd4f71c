"""Take what a server stands on away in the middle of play, and give it back: nothing that was confirmed may be lost.

    python -m benchmarks.server_outages postgres --times 3   # PostgreSQL is killed with SIGKILL, and started again
    python -m benchmarks.server_outages disk --times 3       # the disk of the SQLite file is full, and has room again

People play all the while and repeat what was not confirmed, under the same id. A visitor asks for a table all the
time. At the end the store is compared with everything that any client was ever told, and every game's record is
verified. The full disk is a small tmpfs of its own, for which one has to be root.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from benchmarks.server_clients import Player, Served, fresh_postgres
from benchmarks.server_kill import Findings, check, fetch_records, free_port, play_games
from benchmarks.server_rolling import QUICK
from benchmarks.server_workers import Visitor, until

AWAY_SECONDS, SETTLED_SECONDS = 3.0, 1.0
TABLES = 4
DISK_BYTES = 16 * 1024 * 1024


@dataclass
class Ground:
    """What a server stands on, and how to take it away."""

    title: str
    database: str
    arguments: list[str]
    take: Callable[[], object]
    give: Callable[[], object]


@contextlib.contextmanager
def on_postgres(folder: Path) -> Iterator[Ground]:
    """Stand on a PostgreSQL that can be killed."""
    with fresh_postgres(folder) as (address, postgres):
        kill, start = killer(postgres.pgdata, address)
        yield Ground("PostgreSQL killed", address, ["--workers", "2"], kill, start)


async def answers(address: str) -> bool:
    """Tell whether a PostgreSQL takes connections."""
    try:
        await (await asyncpg.connect(address, timeout=2)).close()
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return False
    return True


def killer(pgdata: Path, address: str) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return how to kill a PostgreSQL as a power cut does, and how to start it again and wait until it answers."""
    first = int((pgdata / "postmaster.pid").read_text(encoding="ascii").split()[0])
    words = Path(f"/proc/{first}/cmdline").read_bytes().decode().rstrip("\0").split("\0")
    place, owner = Path(f"/proc/{first}/cwd").readlink(), Path(f"/proc/{first}").stat()

    def kill() -> None:
        pid = int((pgdata / "postmaster.pid").read_text(encoding="ascii").split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        for one in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)

    def start() -> None:
        (pgdata / "postmaster.pid").unlink(missing_ok=True)
        command = [os.fsdecode(word) for word in words]
        user = owner.st_uid or None
        subprocess.Popen(  # noqa: S603  # the very command that ran before
            command, cwd=place, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        while not asyncio.run(answers(address)):  # it recovers what was written last
            time.sleep(0.1)

    return kill, start


@contextlib.contextmanager
def on_small_disk(folder: Path) -> Iterator[Ground]:
    """Stand on a disk that is soon full."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", disk], check=True)  # noqa: S603, S607  # ours, from the PATH

    def fill() -> None:
        with contextlib.suppress(OSError), (disk / "rubbish").open("wb", buffering=0) as rubbish:
            for size in (65_536, 512, 1):  # to the last byte
                with contextlib.suppress(OSError):
                    while True:
                        rubbish.write(b"x" * size)

    try:
        yield Ground("disk full", f"sqlite:///{disk}/tables.sqlite", [], fill, (disk / "rubbish").unlink)
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)  # noqa: S603, S607  # as above


GROUNDS = {"postgres": on_postgres, "disk": on_small_disk}


async def campaign(ground: Ground, folder: Path, times: int) -> Findings:
    """Take the ground away so many times while people play."""
    found, begun = Findings(kills=times), time.perf_counter()
    server = Served(ground.database, free_port(), ground.arguments, QUICK, folder / "server.log")
    stop, everyone = asyncio.Event(), list[Player]()
    server.start()
    try:
        await server.ready("all")
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(play_games(server.url, number, stop, everyone))
            await until(lambda: any(player.accepted for player in everyone))
            visitor = Visitor(server.url, everyone[0].code, everyone[0].cookie)
            for number in range(times):
                async with visitor.asking(f"{ground.title} ({number + 1})"):
                    await asyncio.to_thread(ground.take)
                    await asyncio.sleep(SETTLED_SECONDS)  # what was under way is through, or is not
                    first = told(everyone)
                    await asyncio.sleep(AWAY_SECONDS)
                    before = told(everyone)
                    await asyncio.to_thread(ground.give)
                    again = await until(lambda before=before: told(everyone) > before)  # type: ignore[misc]
                print(
                    f"  {before - first} moves were confirmed meanwhile, the next {again:.1f} s after it was back",
                    flush=True,
                )
                await asyncio.sleep(1.0)
            stop.set()
        records = await fetch_records(server.url, sorted({player.code for player in everyone}))
    finally:
        code = await asyncio.to_thread(server.stop)
    found.faults += [] if code == 0 else [f"the server ended with status {code}"]
    await check(ground.database, everyone, records, found)
    found.seconds = time.perf_counter() - begun
    return found


def told(everyone: list[Player]) -> int:
    """Count the moves that were confirmed to clients."""
    return sum(len(player.accepted) for player in everyone)


def main() -> int:
    """Run a campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=tuple(GROUNDS))
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, GROUNDS[given.what](Path(name)) as ground:
        found = asyncio.run(campaign(ground, Path(name), given.times))
        log = (Path(name) / "server.log").read_text(encoding="utf-8")
        traces, troubles = log.count('"trace"'), log.count('"trouble with the store"')
    for line in [line for line in log.splitlines() if '"trace"' in line][:3]:
        print("  ", line)
    return found.told(f"times {ground.title}", traces, f"{troubles} lines about the store, ")


if __name__ == "__main__":
    sys.exit(main())

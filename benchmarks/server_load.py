"""Load a server with many sockets on many tables, and measure how long it takes from a move sent to its frame.

    python -m benchmarks.server_load --tables 500 --rate 400 --seconds 60

Every seat is held by a person of its own with a socket of its own. The server runs in one process, this script in
another; both share the machine. `--steps 200,400,600,800` raises the rate step by step, to find where it bends.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from benchmarks.server_clients import Served, cookie_of, newcomer
from benchmarks.server_kill import free_port
from websockets.asyncio.client import connect

SETUP = "game=hide_and_squeak&dawn=200&seats=me,open,open,open"
SEATS = 4
COLUMNS = (
    "moves/s asked",
    "moves/s kept",
    "p50 ms",
    "p99 ms",
    "worst ms",
    "others' p99 ms",
    "frames/s",
    "MiB",
    "CPU",
    "errors",
    "no core",
    "script CPU",
)
AT_ONCE = 16
"""Tables that are set up at the same time."""


@dataclass
class Chair:
    """A seat's socket."""

    code: str
    seat: int
    cookie: str
    socket: Any = None


@dataclass
class Load:
    """Everything that is measured."""

    chairs: list[Chair] = field(default_factory=list)
    ready: deque[tuple[Chair, dict[str, Any]]] = field(default_factory=deque)
    """Seats that are asked, each with its frame."""
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """Moves on their way: when they were sent, by table and the version they lead to."""
    latencies: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    """The same, until a socket of another seat has the frame."""
    frames: int = 0
    bytes: int = 0
    errors: list[str] = field(default_factory=list)
    movers: dict[tuple[str, int], str] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    """The version each table's question was last noted for: frames about presence repeat it."""
    over: int = 0
    moved: int = 0

    async def listen(self, chair: Chair) -> None:
        """Receive everything on a socket."""
        async for raw in chair.socket:
            now = time.perf_counter()
            if '"type":"frame"' not in raw[:20]:
                message = orjson.loads(raw)
                if message["type"] == "error":
                    self.errors.append(message["code"])
                continue
            self.frames += 1
            self.bytes += len(raw)
            frame = orjson.loads(raw)
            begun = self.sent.get((chair.code, frame["version"]))
            if begun is not None:
                is_mover = f"m{frame['version'] - 1}-{chair.seat}" == self.movers.get((chair.code, frame["version"]))
                (self.latencies if is_mover else self.spreads).append(now - begun)
            if frame["moves"] and self.asked.get(chair.code) != frame["version"]:
                self.asked[chair.code] = frame["version"]
                self.ready.append((chair, frame))
            elif frame["state"] == "over" and chair.seat == 0:
                self.over += 1

    async def drive(self, rate: float, seconds: float, chance: random.Random) -> float:
        """Send moves at a steady rate; return the rate that was kept."""
        begun, count = time.perf_counter(), 0
        while (now := time.perf_counter()) - begun < seconds:
            due = int((now - begun) * rate)
            while count < due and self.ready:
                chair, frame = self.ready.popleft()
                await self.move(chair, frame, chance)
                count += 1
            if count < due and not self.ready:
                count = due  # every table waits for its frame: the rate is not kept, and that shows
            await asyncio.sleep(0.001)
        return self.moved / (time.perf_counter() - begun)

    async def move(self, chair: Chair, frame: dict[str, Any], chance: random.Random) -> None:
        """Make a move that keeps the game going."""
        moves = [move for move in frame["moves"] if move["name"] not in {"pounce", "take"}] or frame["moves"]
        version, key = frame["version"], f"m{frame['version']}-{chair.seat}"
        message = {
            "type": "move",
            "seat": chair.seat,
            "action": chance.choice(moves)["action"],
            "version": version,
            "id": key,
        }
        self.movers[chair.code, version + 1] = key
        self.sent[chair.code, version + 1] = time.perf_counter()
        self.moved += 1
        await chair.socket.send(orjson.dumps(message).decode())


async def set_table(url: str, number: int, load: Load, gate: asyncio.Semaphore) -> None:
    """Open a table, let four people sit down, and open their sockets."""
    async with gate:
        people = [await newcomer(url, f"t{number}-{seat}") for seat in range(SEATS)]
        opened = await people[0].post("/api/tables", json={"setup": SETUP})
        code = opened.json()["table"]
        for seat in range(1, SEATS):
            (await people[seat].post(f"/api/tables/{code}/seats/{seat}/take", json={})).raise_for_status()
        for seat, person in enumerate(people):
            chair = Chair(code, seat, cookie_of(person))
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket?seat={seat}"
            chair.socket = await connect(
                address,
                additional_headers={"cookie": f"mousehole={chair.cookie}"},
                compression=None,
                ping_interval=None,
                open_timeout=60,
            )
            load.chairs.append(chair)
            await person.aclose()


def memory_mib(pid: int) -> float:
    """Return the memory a process really holds."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / 100


def waited_seconds(pid: int) -> float:
    """Return how long the server's main thread was ready to run and had no core: other programs had them."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


def at(values: list[float], share: float) -> float:
    """Return a percentile, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def wait_until_warm(url: str) -> None:
    """Wait until nothing is compiled any more: a server's first minute is not its steady state."""
    while True:
        with urllib.request.urlopen(f"{url}/api/health", timeout=30) as answer:  # noqa: S310  # our own server
            games = json.load(answer)["games"].values()
        if not any(game["state"] == "warming" or game["bots"] in {"cold", "warming"} for game in games):
            return
        time.sleep(0.5)


async def measure(server: Served, tables: int, rates: list[float], seconds: float) -> bool:
    """Set up everything, run every rate, print a line each; return whether all went well."""
    load, chance, gate = Load(), random.Random(1), asyncio.Semaphore(AT_ONCE)
    begun = time.perf_counter()
    await asyncio.gather(*(set_table(server.url, number, load, gate) for number in range(tables)))
    listeners = [asyncio.create_task(load.listen(chair)) for chair in load.chairs]
    print(f"{tables} tables, {len(load.chairs)} sockets, set up in {time.perf_counter() - begun:.0f} s", flush=True)
    await asyncio.to_thread(wait_until_warm, server.url)
    await asyncio.sleep(2)
    gc.freeze()
    gc.disable()  # this script makes millions of small objects; its own pauses are not the server's
    pid = server.process.pid if server.process else 0
    is_well = True
    print(f"| {' | '.join(COLUMNS)} |")
    print("| --- " * len(COLUMNS) + "|")
    for rate in rates:
        load.latencies, load.spreads, load.frames, load.moved, load.errors = [], [], 0, 0, []
        used, start, own = cpu_seconds(pid), time.perf_counter(), time.process_time()
        starved = waited_seconds(pid)
        kept = await load.drive(rate, seconds, chance)
        spent = (cpu_seconds(pid) - used) / (time.perf_counter() - start)
        starved = (waited_seconds(pid) - starved) / (time.perf_counter() - start)
        own = (time.process_time() - own) / (time.perf_counter() - start)
        await asyncio.sleep(1)
        lost = load.moved - len(load.latencies)
        mib = memory_mib(pid)
        print(
            f"| {rate:.0f} | {kept:.0f} | {at(load.latencies, 0.5):.1f} | {at(load.latencies, 0.99):.1f} | "
            f"{at(load.latencies, 1.0):.1f} | {at(load.spreads, 0.99):.1f} | {load.frames / seconds:.0f} | {mib:.0f} | "
            f"{spent:.0%} | {len(load.errors)} | {starved:.0%} | {own:.0%} |",
            flush=True,
        )
        is_well &= not load.errors and lost == 0
        if lost:
            print(f"  {lost} moves without a frame of their own (a newer frame took their place, or they are late)")
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*(chair.socket.close() for chair in load.chairs), return_exceptions=True)
    return is_well


async def run(given: argparse.Namespace, folder: Path) -> bool:
    """Start a server and load it."""
    limits = {
        "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "100000",
        "MOUSEHOLE_MESSAGES_PER_SECOND": "100000",
        "MOUSEHOLE_MESSAGES_AT_ONCE": "100000",
    }
    database = given.database or f"sqlite:///{folder}/tables.sqlite"
    server = Served(database, free_port(), ["--log", "warning"], limits, folder / "server.log")
    server.start()
    try:
        await server.ready("all")
        rates = [float(part) for part in given.steps.split(",")] if given.steps else [given.rate]
        return await measure(server, given.tables, rates, given.seconds)
    finally:
        server.stop()
        print((folder / "server.log").read_text(encoding="utf-8")[-2000:])


def main() -> int:
    """Load a server from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=400.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--steps", default="")
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(run(given, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Load a server with many sockets on many tables, and measure how long it takes from a move sent to its frame.

    python -m benchmarks.server_load --game all --rate 400 --seconds 30

Every seat is held by a person of its own with a socket of its own. The server runs in one process, this script in
another; both share the machine. `--steps 200,400,600,800` raises the rate step by step, to find where it bends. Every
game and every step begins at fresh tables: they are loaded for as long as their games go on, a minute at most.
Nothing is counted in the first seconds: a server that has just seated 2,000 people is still busy with that. `--lab 3`
measures at the same tables three times without and three times beside a run of the lab, in turns: what tables notice of
it. A disk that others use, too, costs more than that: `TMPDIR=/dev/shm` has the store in memory. Very seldom the server
looks for garbage everywhere, which stops it for a second; so medians tell more than all times together.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx2
import orjson
from benchmarks.server_clients import SHARED, Served, cookie_of, newcomer
from benchmarks.server_kill import free_port
from websockets.asyncio.client import connect

GAMES = {
    "hide_and_squeak": ("dawn=200&seats=me,open,open,open", 4),
    "cat_and_mouse": ("seats=me,open", 2),
    "cloaked_cats": ("seats=me,open,open,open", 4),
    "who_done_it": ("setup=cats_crossing&easier=on&seats=me", 1),
    "mice_heist": ("seats=me,open,open,open", 4),
}
"""How a table of each game is set, and how many sit there: the seats that are usual, or four."""
ENDINGS = {"pounce", "take", "spring", "end"}
"""Moves that end games early, where there are others to choose."""
LAST_MOVE = {"who_done_it"}
"""Games in which the last move of the list is made instead of a random one: after random ones they are soon lost."""
COLUMNS = (
    "game",
    "moves/s asked",
    "moves/s kept",
    "p50 ms",
    "p99 ms",
    "worst ms",
    "others' p99 ms",
    "frames/s",
    "MiB",
    "CPU",
    "CPU ms a move",
    "errors",
    "no core",
    "script CPU",
)
WARMING = 5.0
"""Seconds of load before anything is counted."""
LAB = "game=mice_heist&seats=4&players=housecat&games=10000"
"""A run that takes longer than any measurement."""
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

    async def drive(self, rate: float, seconds: float, chance: random.Random) -> None:
        """Send moves at a steady rate."""
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

    def count_anew(self) -> None:
        """Forget what was measured so far; the games go on."""
        self.latencies, self.spreads = [], []
        self.frames = self.moved = 0

    async def move(self, chair: Chair, frame: dict[str, Any], chance: random.Random) -> None:
        """Make a move that keeps the game going."""
        moves = [move for move in frame["moves"] if move["name"].split()[0] not in ENDINGS] or frame["moves"]
        wanted = moves[-1] if frame["game"] in LAST_MOVE else chance.choice(moves)
        version, key = frame["version"], f"m{frame['version']}-{chair.seat}"
        message = {
            "type": "move",
            "seat": chair.seat,
            "action": wanted["action"],
            "version": version,
            "id": key,
        }
        self.movers[chair.code, version + 1] = key
        self.sent[chair.code, version + 1] = time.perf_counter()
        self.moved += 1
        await chair.socket.send(orjson.dumps(message).decode())


async def invite(url: str, count: int) -> list[str]:
    """Let people come in; return their cookies."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(number: int) -> str:
        async with gate:
            person = await newcomer(url, f"p{number}")
            await person.aclose()
            return cookie_of(person)

    return list(await asyncio.gather(*(come(number) for number in range(count))))


async def set_table(url: str, game: str, cookies: list[str], load: Load, gate: asyncio.Semaphore) -> None:
    """Open a table, let people sit down, and open their sockets."""
    async with gate, httpx2.AsyncClient(base_url=url, timeout=60, verify=SHARED) as client:

        async def post(path: str, body: dict[str, str], cookie: str) -> dict[str, Any]:
            answer = await client.post(path, json=body, headers={"cookie": f"mousehole={cookie}"})
            answer.raise_for_status()
            found: dict[str, Any] = answer.json()
            return found

        opened = await post("/api/tables", {"setup": f"game={game}&{GAMES[game][0]}"}, cookies[0])
        code = opened["table"]
        for seat in range(1, len(cookies)):
            await post(f"/api/tables/{code}/seats/{seat}/take", {}, cookies[seat])
        for seat, cookie in enumerate(cookies):
            chair = Chair(code, seat, cookie)
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket?seat={seat}"
            chair.socket = await connect(
                address,
                additional_headers={"cookie": f"mousehole={cookie}"},
                compression=None,
                ping_interval=None,
                open_timeout=60,
            )
            load.chairs.append(chair)


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
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(f"{url}/api/health", timeout=30) as answer:  # noqa: S310  # our own server
                games = json.load(answer)["games"].values()
            if not any(game["state"] == "warming" or game["bots"] in {"cold", "warming"} for game in games):
                return
        time.sleep(0.5)


@contextlib.asynccontextmanager
async def lab_run(server: Served, cookie: str, *, is_on: bool) -> AsyncIterator[None]:
    """Have a long run of the lab played meanwhile, if that is wished."""
    if not is_on:
        yield
        return
    headers = {"cookie": f"mousehole={cookie}"}
    async with httpx2.AsyncClient(base_url=server.url, timeout=60, verify=SHARED, headers=headers) as client:
        setup = f"{LAB}&seed={random.SystemRandom().randrange(2**31)}"
        started = await client.post("/api/lab/runs", json={"setup": setup})
        started.raise_for_status()
        address = f"/api/lab/runs/{started.json()['run']}"
        while (await client.get(address)).json()["results"] is None:  # noqa: ASYNC110  # only the server knows
            await asyncio.sleep(0.2)
        yield
        state = (await client.get(address)).json()["state"]
        if state != "running":
            print(f"  the run of the lab was {state} before the end")
        await client.delete(address)


@dataclass
class Sum:
    """What was measured all in all, without the lab or beside it."""

    latencies: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    slowest: list[float] = field(default_factory=list)
    """The p99 of each time it was measured, in milliseconds."""
    frames: int = 0
    moved: int = 0
    took: float = 0.0
    spent: float = 0.0
    starved: float = 0.0
    own: float = 0.0

    async def measure(self, load: Load, pid: int, rate: float, seconds: float, chance: random.Random) -> None:
        """Load the server for a while, and add it up."""
        load.count_anew()
        used, start, own, starved = cpu_seconds(pid), time.perf_counter(), time.process_time(), waited_seconds(pid)
        await load.drive(rate, seconds, chance)
        self.took += time.perf_counter() - start
        self.spent += cpu_seconds(pid) - used
        self.starved += waited_seconds(pid) - starved
        self.own += time.process_time() - own
        self.frames += load.frames
        await asyncio.sleep(1)
        self.latencies += load.latencies
        self.spreads += load.spreads
        self.slowest.append(at(load.latencies, 0.99))
        self.moved += load.moved

    def line(self, name: str, rate: float, load: Load, pid: int) -> str:
        """Write it as a line of the table."""
        return (
            f"| {name} | {rate:.0f} | {self.moved / self.took:.0f} | {at(self.latencies, 0.5):.1f} | "
            f"{at(self.latencies, 0.99):.1f} | {at(self.latencies, 1.0):.1f} | {at(self.spreads, 0.99):.1f} | "
            f"{self.frames / self.took:.0f} | {memory_mib(pid):.0f} | {self.spent / self.took:.0%} | "
            f"{1000 * self.spent / max(1, self.moved):.2f} | {len(load.errors)} | {self.starved / self.took:.0%} | "
            f"{self.own / self.took:.0%} |"
        )


async def measure(server: Served, game: str, people: list[str], rate: float, seconds: float, *, labs: int = 0) -> bool:
    """Seat everybody at fresh tables of a game, run one rate, print its lines; return whether all went well."""
    load, chance, gate = Load(), random.Random(1), asyncio.Semaphore(AT_ONCE)
    seats = GAMES[game][1]
    groups = [people[i : i + seats] for i in range(0, len(people) - seats + 1, seats)]
    await asyncio.gather(*(set_table(server.url, game, group, load, gate) for group in groups))
    listeners = [asyncio.create_task(load.listen(chair)) for chair in load.chairs]
    await asyncio.sleep(2)
    gc.collect()
    gc.freeze()
    gc.disable()  # this script makes millions of small objects; its own pauses are not the server's
    pid = server.process.pid if server.process else 0
    await load.drive(rate, WARMING, chance)
    await asyncio.sleep(1)
    sums = dict[bool, Sum]()
    for has_lab in in_turns(labs):
        async with lab_run(server, people[0], is_on=has_lab):
            await sums.setdefault(has_lab, Sum()).measure(load, pid, rate, seconds, chance)
    lost = 0
    for has_lab, found in sorted(sums.items()):
        print(found.line(f"{game}, lab" if has_lab else game, rate, load, pid), flush=True)
        lost += found.moved - len(found.latencies)
        if labs:
            each = ", ".join(f"{p99:.1f}" for p99 in found.slowest)
            print(f"  p99 time by time: {each}; median {median(found.slowest):.1f}")
    if lost:
        print(f"  {lost} moves without a frame of their own (a newer frame took their place, or they are late)")
    gc.enable()
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*(chair.socket.close() for chair in load.chairs), return_exceptions=True)
    return not load.errors and lost == 0


def in_turns(times: int) -> list[bool]:
    """List whether the lab plays, measurement by measurement: neither always comes first."""
    return [has_lab for turn in range(times) for has_lab in (turn % 2 == 1, turn % 2 == 0)] or [False]


async def run(given: argparse.Namespace, folder: Path) -> bool:
    """Start a server and load it."""
    limits = {
        "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "100000",
        "MOUSEHOLE_MESSAGES_PER_SECOND": "100000",
        "MOUSEHOLE_MESSAGES_AT_ONCE": "100000",
        "MOUSEHOLE_LAB_SECONDS": "3600",
    }
    database = given.database or f"sqlite:///{folder}/tables.sqlite"
    server = Served(database, free_port(), ["--log", "warning"], limits, folder / "server.log")
    server.start()
    try:
        await server.ready("all")
        people = await invite(server.url, given.sockets)
        await asyncio.to_thread(wait_until_warm, server.url)
        rates = [float(part) for part in given.steps.split(",")] if given.steps else [given.rate]
        print(f"{given.sockets} sockets, one for each person")
        print(f"| {' | '.join(COLUMNS)} |")
        print("| --- " * len(COLUMNS) + "|", flush=True)
        went = [
            await measure(server, game, people, rate, given.seconds, labs=given.lab)
            for game in (GAMES if given.game == "all" else [given.game])
            for rate in rates
        ]
        return all(went)
    finally:
        server.stop()
        print((folder / "server.log").read_text(encoding="utf-8")[-2000:])


def main() -> int:
    """Load a server from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*GAMES, "all"], default="all")
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=400.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--steps", default="")
    parser.add_argument("--lab", type=int, default=0, help="so many times, without and beside a run of the lab")
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(run(given, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())

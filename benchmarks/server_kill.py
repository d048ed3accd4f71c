"""Kill the server in the middle of games, again and again: no accepted move may be lost, none doubled, all games end.

    python -m benchmarks.server_kill --kills 50

Clients reconnect and repeat what was not confirmed, under the same id. At the end the store is compared with everything
that any client was ever told, and every game's record is verified.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx2
from benchmarks.server_clients import Player, Served, patiently, seat_people

from mousehole.engine.deals import check_dealing
from mousehole.engine.errors import TableError
from mousehole.engine.notation import parse_draft, read_match
from mousehole.games import load
from mousehole.server.store.store import Store
from mousehole.table.events import Event

GAME = "hide_and_squeak"
STARTING = 10
"""Every tenth kill comes while the server is still starting, all others in the middle of games."""
SETUPS = (
    "game=hide_and_squeak&dawn=12&pace=0.01&seats=me,open,bot:random",
    "game=mice_heist&pace=0.01&seats=me,open,bot:random",
    "game=cat_and_mouse&seats=me,open",
)
"""At a hunt everybody answers in turn, at a heist in secret at the same time; a heist for two needs no bot."""


@dataclass
class Findings:
    """What came out of a campaign."""

    kills: int = 0
    games: int = 0
    accepted: int = 0
    events: int = 0
    reconnects: int = 0
    repeated: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def told(self, what: str, traces: int, more: str = "") -> int:
        """Say what came out; the status is 1 if anything was wrong."""
        print(
            f"{self.kills} {what} in {self.seconds:.0f} s: {self.games} games, {self.events} events, "
            f"{self.accepted} moves confirmed to clients, {self.reconnects} reconnects, {more}{traces} tracebacks, "
            f"{len(self.faults)} faults"
        )
        for fault in self.faults[:20]:
            print("  ", fault)
        return 1 if self.faults or traces else 0


def free_port() -> int:
    """Find a port nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def play_games(url: str, number: int, stop: asyncio.Event, everyone: list[Player]) -> None:
    """Play game after game at one table after another, until it is time to stop; the last one is finished."""
    game = 0
    while not stop.is_set():
        game += 1
        players = await seat_people(url, SETUPS[number % len(SETUPS)], [0, 1], 1000 * number + game)
        everyone += players
        await asyncio.gather(*(player.play() for player in players))


async def kill_often(
    server: Served, kills: int, chance: random.Random, stop: asyncio.Event, everyone: list[Player]
) -> None:
    """Kill the server at random moments, once somebody plays."""
    while not any(player.accepted for player in everyone):  # noqa: ASYNC110  # they tell nobody
        await asyncio.sleep(0.05)
    for number in range(kills):
        await server.ready(None if number % STARTING == STARTING - 1 else GAME)
        await asyncio.sleep(chance.uniform(0.0, 1.5))
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        server.start()
    stop.set()


async def campaign(folder: Path, kills: int, tables: int, seed: int, database: str = "") -> Findings:
    """Run a whole campaign and check what is left."""
    chance, found, begun = random.Random(seed), Findings(kills=kills), time.perf_counter()
    kept = database or f"sqlite:///{folder}/tables.sqlite"
    limits = {
        "MOUSEHOLE_LEAST_PACE": "0",
        "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "100000",
        "MOUSEHOLE_MESSAGES_PER_SECOND": "10000",
        "MOUSEHOLE_MESSAGES_AT_ONCE": "10000",
    }
    server = Served(kept, free_port(), ["--log", "warning"], limits, folder / "server.log")
    server.start()
    await server.ready(GAME)
    stop, everyone = asyncio.Event(), list[Player]()
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(play_games(server.url, number, stop, everyone))
            group.create_task(kill_often(server, kills, chance, stop, everyone))
        records = await fetch_records(server.url, sorted({player.code for player in everyone}))
    finally:
        server.stop()
    await check(kept, everyone, records, found)
    found.seconds = time.perf_counter() - begun
    return found


async def fetch_records(url: str, codes: list[str]) -> dict[str, str]:
    """Fetch the records of all games."""
    records = {}
    async with httpx2.AsyncClient(base_url=url, timeout=30) as client:
        for code in codes:
            answer = await patiently(partial(client.get, f"/api/tables/{code}/record"))
            records[code] = answer.text if answer.is_success else ""
            await asyncio.sleep(0.01)
    return records


async def check(database: str, everyone: list[Player], records: dict[str, str], found: Findings) -> None:
    """Compare the store with what clients were told."""
    store = Store(
        database.replace("sqlite://", "sqlite+aiosqlite://").replace("postgresql://", "postgresql+asyncpg://")
    )
    for code in sorted({player.code for player in everyone}):
        loaded = await store.load(code)
        if loaded is None:
            found.faults.append(f"{code}: the table is lost")
            continue
        check_table(code, loaded[1], [player for player in everyone if player.code == code], found)
        check_record(code, records[code], found)
    await store.close()


def check_table(code: str, events: list[Event], players: list[Player], found: Findings) -> None:
    """Compare one table's events with what its players sent and were told."""
    found.games += 1
    found.events += len(events)
    if [event.version for event in events] != list(range(1, len(events) + 1)):
        found.faults.append(f"{code}: versions are not 1, 2, 3, ...")
    keys = [event.key for event in events if event.key is not None]
    if len(keys) != len(set(keys)):
        found.faults.append(f"{code}: a move was made twice")
    by_key = {event.key: event for event in events if event.key is not None}
    for player in players:
        found.reconnects += player.reconnects
        found.accepted += len(player.accepted)
        found.faults += [f"{code}: refused with {error}" for error in player.errors]
        for key, (version, action) in player.accepted.items():
            kept = by_key.get(key)
            if kept is None or kept.version != version or kept.data["action"] != action:
                found.faults.append(f"{code}: the accepted move {key} is lost or changed")
        strange = {key for key in by_key if key.startswith(player.name + "-")} - set(player.sent)
        found.faults += [f"{code}: nobody sent {key}" for key in strange]


def check_record(code: str, record: str, found: Findings) -> None:
    """Verify a game's record: every move, the end, the deal."""
    try:
        match = read_match(record, load)
        check_dealing(parse_draft(record).headers)
        if not match.is_over:
            found.faults.append(f"{code}: the game did not end")
    except TableError as error:
        found.faults.append(f"{code}: {error}")


def main() -> int:
    """Run a campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="usually a fresh SQLite file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(campaign(Path(folder), given.kills, given.tables, given.seed, given.database))
        text = (Path(folder) / "server.log").read_text(encoding="utf-8")
    return found.told("kills", text.count('"trace"'))


if __name__ == "__main__":
    sys.exit(main())

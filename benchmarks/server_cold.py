"""How long a first table takes: the server started with an empty cache of compiled rules, a table asked for at once.

    python -m benchmarks.server_cold --game all

Every game gets a server, a store and a cache of its own. Told are the seconds from the command to the first answer and
to the table, the slowest answer of `/api/health` meanwhile, and the load of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx2
from benchmarks.server_clients import TROUBLE, Served, newcomer, patiently
from benchmarks.server_kill import free_port

from mousehole.games import facts, ids


@dataclass
class Cold:
    """What one start took, in seconds."""

    answer: float = 0.0
    table: float = 0.0
    slowest: float = 0.0


async def watch(url: str, begun: float, cold: Cold) -> None:
    """Ask again and again how the server is, and note its first answer and its slowest."""
    async with httpx2.AsyncClient(base_url=url, timeout=30) as client:
        while True:
            asked = time.perf_counter()
            with contextlib.suppress(*TROUBLE):
                await client.get("/api/health")
                answered = time.perf_counter()
                cold.answer = cold.answer or answered - begun
                cold.slowest = max(cold.slowest, answered - asked)
            await asyncio.sleep(0.02)


async def start_cold(game: str, folder: Path) -> Cold:
    """Start a server that has compiled nothing and open a table of one game, for one person and open seats."""
    server = Served(str(folder / "cold.sqlite"), free_port(), environment={"MOUSEHOLE_CACHE": str(folder / "cache")})
    seats = ",".join(["me", *["open"] * (facts(game).usual_seats - 1)])
    cold = Cold()
    begun = time.perf_counter()
    server.start()
    watching = asyncio.create_task(watch(server.url, begun, cold))
    try:
        person = await newcomer(server.url, "Early")
        opened = await patiently(lambda: person.post("/api/tables", json={"setup": f"game={game}&seats={seats}"}))
        cold.table = time.perf_counter() - begun
        opened.raise_for_status()
        await person.aclose()
    finally:
        watching.cancel()
        server.stop()
    return cold


def main() -> int:
    """Start cold for each game asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="all", choices=[*ids(), "all"])
    parser.add_argument("--runs", type=int, default=1)
    asked = parser.parse_args()
    print("| game | first answer s | table s | slowest answer s | load |\n| --- | ---: | ---: | ---: | ---: |")
    for game in ids() if asked.game == "all" else [asked.game]:
        for _ in range(asked.runs):
            load = os.getloadavg()[0]
            with tempfile.TemporaryDirectory() as folder:
                cold = asyncio.run(start_cold(game, Path(folder)))
            print(f"| {game} | {cold.answer:.1f} | {cold.table:.1f} | {cold.slowest:.2f} | {load:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Who wins under which house rules: many games of each cell, in several processes, counted as they come in.

    python -m benchmarks.house_rules cells.json results.json --processes 4 --seconds 480

A cell is one line of JSON with `game`, `seats`, `options` by name, `player` and `games`, perhaps `first`, the number of
its first game; the player is a level, or a level with its iterations: "tiger:1500". All cells play the same deals, in
chunks by turns, so that what is there when time is up is fair to all of them. What is counted is the share of the first
side: the cat, the Inspector; in games whose seats are alike, of whoever starts. A draw counts half.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from mousehole.bots.levels import Player, settings_of
from mousehole.bots.players import player
from mousehole.bots.thinking import Thought, think
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import load
from mousehole.lab.arena import play_game, score_of
from mousehole.lab.statistics import rate_of

CHUNK = 10
SEED = 14_000_000


@dataclass(frozen=True)
class Cell:
    """One set-up to be measured."""

    game: str
    seats: int
    options: dict[str, int]
    player: str
    games: int
    first: int = 0
    """The number of the first game: cells may be continued elsewhere."""

    def text(self) -> str:
        """Name the cell."""
        agreed = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game} {self.seats} {self.player} {agreed}".strip()


def starter(match: Match) -> int:
    """Return the seat whose share is counted: the first side, or in games of equals whoever starts."""
    first = match.positions[0]
    return {"cloaked_cats": lambda: int(first.first), "mice_heist": lambda: int(first.tester)}.get(
        match.game.facts.id, lambda: 0
    )()


def seated(game: Game, name: str) -> Player:
    """Seat a bot by its name, perhaps with fewer iterations than it usually has."""
    level, _, iterations = name.partition(":")
    if not iterations:
        return player(game, level)
    settings = settings_of(game.facts.id, level)

    def shortened(view: View, seat: int, seed: int) -> Thought:
        return think(game, view, seat, seed, replace(settings.among(view), iterations=int(iterations)))

    return shortened


def play(job: tuple[int, Cell, int]) -> tuple[int, list[float], int, float]:
    """Play a chunk of a cell; return what was won in each game, all moves, and the seconds it took."""
    number, cell, first = job
    begun, game = time.perf_counter(), load(cell.game)
    values = game.facts.option_values(cell.options)
    bots = [seated(game, cell.player)] * cell.seats
    matches = [play_game(game, cell.seats, values, SEED + first + i, bots) for i in range(CHUNK)]
    moves = sum(len(match.moves) for match in matches)
    return (
        number,
        [score_of(match, match.game.facts.side_of(starter(match))) for match in matches],
        moves,
        time.perf_counter() - begun,
    )


def jobs(cells: list[Cell]) -> Iterator[tuple[int, Cell, int]]:
    """List the chunks of all cells by turns."""
    for first in range(0, max(cell.games for cell in cells), CHUNK):
        yield from ((number, cell, cell.first + first) for number, cell in enumerate(cells) if first < cell.games)


def figures(cell: Cell, won: list[float], moves: int, seconds: float) -> dict[str, Any]:
    """Put a cell's figures together."""
    found = rate_of(np.array(won))
    return {
        "cell": cell.text(),
        "games": len(won),
        "share": round(found.value, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "moves": round(moves / len(won), 1),
        "seconds": round(seconds / len(won), 3),
    }


def main() -> None:
    """Play all cells until they are done or time is up, and write what there is after every chunk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=480.0)
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    cells = [Cell(**json.loads(line)) for line in given.cells.read_text().splitlines() if line.strip()]
    for game, bot, seats in sorted({(cell.game, cell.player, cell.seats) for cell in cells}):  # compile once
        play_game(load(game), seats, load(game).facts.option_values({}), 1, [seated(load(game), bot)] * seats)
        print(f"compiled {game} {bot}", flush=True)
    won: list[list[float]] = [[] for _ in cells]
    moves, seconds = [0] * len(cells), [0.0] * len(cells)
    with get_context("spawn").Pool(given.processes) as pool:
        for number, shares, count, spent in pool.imap_unordered(play, jobs(cells)):
            won[number] += shares
            moves[number] += count
            seconds[number] += spent
            found = [figures(c, w, m, s) for c, w, m, s in zip(cells, won, moves, seconds, strict=True) if w]
            given.results.write_text("\n".join(map(json.dumps, found)) + "\n")
            if time.monotonic() > until:
                pool.terminate()
                break


if __name__ == "__main__":
    main()

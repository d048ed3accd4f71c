"""Find house rules that balance a table, and show that they do: of a few candidates the fairest, again on other deals.

    python -m benchmarks.offers tables.json results.json --processes 4 --seconds 450

A line of JSON is a table: `game`, `seats`, `player`, `fair`, `candidates` (options by name), and how many games each
candidate gets at first (`look`), the chosen one afterwards (`games`) and the number of its first game (`first`). The
best of several is partly the luckiest, so only the second figure counts: it is of deals that nobody chose by.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.house_rules import CHUNK, Cell, figures, play, seated

from mousehole.games import load
from mousehole.lab.arena import play_game

LOOK_FROM = 50_000
"""Candidates are tried on the deals from this number on."""


class Table:
    """A table, and what has been played at it."""

    def __init__(self, asked: dict[str, Any]) -> None:
        """Begin with nothing played."""
        kind = (asked["game"], asked["seats"])
        self.fair, self.look = float(asked["fair"]), int(asked["look"])
        self.cells = [Cell(*kind, options, asked["player"], self.look, LOOK_FROM) for options in asked["candidates"]]
        self.won: list[list[float]] = [[] for _ in self.cells]
        self.moves, self.seconds = [0] * len(self.cells), [0.0] * len(self.cells)
        self.games, self.first = int(asked["games"]), int(asked["first"])
        self.chosen: int | None = None

    def choose(self) -> None:
        """Take the fairest candidate; what it has won so far does not count."""
        gaps = [abs(sum(won) / max(len(won), 1) - self.fair) for won in self.won]
        best = gaps.index(min(gaps))
        self.chosen = len(self.cells)
        tried = self.cells[best]
        self.cells.append(Cell(tried.game, tried.seats, tried.options, tried.player, self.games, self.first))
        self.won.append([])
        self.moves.append(0)
        self.seconds.append(0.0)

    def lines(self) -> Iterator[str]:
        """Write what was found."""
        for place, cell in enumerate(self.cells):
            if self.won[place]:
                found = figures(cell, self.won[place], self.moves[place], self.seconds[place])
                yield json.dumps({**found, "is_chosen": place == self.chosen})


def pieces(tables: list[Table], *, is_look: bool) -> Iterator[tuple[int, Cell, int]]:
    """List the work of a phase, tables and candidates by turns; a number says table and candidate."""
    most = max(table.look if is_look else table.games for table in tables)
    for start in range(0, most, CHUNK):
        for number, table in enumerate(tables):
            for place, cell in enumerate(table.cells):
                if (place == table.chosen) != is_look and start < cell.games:
                    yield 100 * number + place, cell, cell.first + start


def main() -> None:
    """Try all candidates, choose, and play the chosen ones until all is done or time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=450.0)
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    tables = [Table(json.loads(line)) for line in given.tables.read_text().splitlines() if line.strip()]
    for table in tables:  # compile once
        cell = table.cells[0]
        game = load(cell.game)
        play_game(game, cell.seats, game.facts.option_values({}), 1, [seated(game, cell.player)] * cell.seats)
    with get_context("spawn").Pool(given.processes) as pool:
        for is_look in (True, False):
            for number, shares, moves, seconds in pool.imap_unordered(play, pieces(tables, is_look=is_look)):
                table, place = tables[number // 100], number % 100
                table.won[place] += shares
                table.moves[place] += moves
                table.seconds[place] += seconds
                given.results.write_text("\n".join(line for each in tables for line in each.lines()) + "\n")
                if time.monotonic() > until:
                    pool.terminate()
                    return
            if is_look:
                for table in tables:
                    table.choose()


if __name__ == "__main__":
    main()

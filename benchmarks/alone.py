"""Two bots at a game for one, on the same deals of all its tables, side by side: the rows of the tables in the docs.

    python -m benchmarks.alone who_done_it lion tiger_0_1 --games 3200 --processes 8 --keep FOLDER
    python -m benchmarks.alone who_done_it lion:iterations=16000 lion --games 300 --tables 0,1,2,4,5,6 --keep FOLDER

Deals go round the tables, of all or of those numbered, so a run that is stopped has about as many of each. Games are
kept in the folder as `benchmarks.calibration` keeps them, which can so be run on the very same games; what lies there
is not played again.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from benchmarks.calibration import Played, deals_of, play_and_keep, tables_of

from mousehole.games import load
from mousehole.lab.arena import Tally


def pairs(first: Sequence[Played], second: Sequence[Played]) -> dict[int, list[tuple[float, float]]]:
    """Pair the games of the deals that both have played, by table."""
    others = {played.deal: played for played in second}
    found: dict[int, list[tuple[float, float]]] = {}
    for played in first:
        if played.deal in others:
            found.setdefault(played.table, []).append((played.won[0], others[played.deal].won[0]))
    return found


def table_rows(game_id: str, found: dict[int, list[tuple[float, float]]]) -> Iterator[str]:
    """Write a line for every table: what each of both won, and the gain with its 95% interval."""
    game = load(game_id)
    yield "| table | deals | first | interval | second | interval | gain |"
    yield "| --- | ---: | ---: | --- | ---: | --- | ---: |"
    tables = tables_of(game)
    everything = [pair for pairs_of_table in found.values() for pair in pairs_of_table]
    for name, won in [*((str(tables[k][1]), found[k]) for k in sorted(found)), ("all", everything)]:
        cells = [name, str(len(won))]
        for side in (0, 1):
            tally = Tally(len(won), sum(pair[side] for pair in won))
            low, high = tally.interval
            cells += [f"{tally.rate:.1%}", f"{100 * low:.1f} to {high:.1%}"]
        gain = np.array([one - other for one, other in won])
        cells.append(f"{100 * gain.mean():+.1f} ± {196 * gain.std() / math.sqrt(len(gain)):.1f}")
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Let both play, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal")
    parser.add_argument("--tables", help="numbers of tables, with commas (default: all)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long, each of both")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", required=True)
    asked = parser.parse_args()
    deals = deals_of(asked.game, asked.start, asked.games, asked.tables)
    played = [
        play_and_keep(asked.game, level, deals, asked.processes, asked.seconds, asked.keep)
        for level in (asked.first, asked.second)
    ]
    print("\n".join(table_rows(asked.game, pairs(*played))), flush=True)


if __name__ == "__main__":
    main()

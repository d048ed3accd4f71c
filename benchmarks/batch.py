"""How fast one core steps a batch, with observations and masks, beside plain random play; writes batch.md.

    python -m benchmarks.batch                     every game
    python -m benchmarks.batch who_done_it         some games, printed only

A decision is a moment when a seat is asked and has a choice: moves that are forced, and the dealing of new games, are
done by the batch on the way and cost time without counting. Random play, by compiled code alone, counts every step.
Both are measured on one core, in turns of five milliseconds; the best turn of each counts.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from mousehole.batch import Batch
from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "batch.md"
ROWS = 1024
PASSES, SECONDS = 300, 0.005
COLUMNS = (
    "game",
    "million decisions a second",
    "actions drawn, too",
    "without observations",
    "a seat's view, millions",
    "bytes seen",
    "random play, million steps a second",
    "steps for a decision",
)

Turn = Callable[[], tuple[int, float]]
"""Does some work; tells how much, and how many seconds of it count."""


def stepping(batch: Batch, *, draws: bool) -> Turn:
    """Step a batch by random actions; drawing them counts or not."""

    def turn() -> tuple[int, float]:
        begun = time.perf_counter()
        actions = batch.random_actions()
        chosen = begun if draws else time.perf_counter()
        batch.step(actions)
        return batch.n, time.perf_counter() - chosen

    return turn


def looking(batch: Batch) -> Turn:
    """Look at all games as their first seat."""
    out = np.zeros((batch.n, batch.plan.size), np.uint8)

    def turn() -> tuple[int, float]:
        begun = time.perf_counter()
        batch.observe_as(0, out)
        return batch.n, time.perf_counter() - begun

    return turn


def random_play(game_id: str) -> Turn:
    """Play random games."""
    game = load(game_id)
    known, record = game.facts, new_records(game.rules.State)[0]
    options = np.array(known.option_values({}), np.int64)
    rng, buffer = np.array([1], np.uint64), np.zeros(known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)

    def turn() -> tuple[int, float]:
        begun = time.perf_counter()
        steps = play_many(record, known.usual_seats, options, 1, 200, rng, buffer, totals, out)
        return int(steps), time.perf_counter() - begun

    return turn


def a_second(turn: Turn) -> float:
    """Take turns for a while."""
    done, spent = 0, 0.0
    while spent < SECONDS:
        more, took = turn()
        done += more
        spent += took
    return done / spent


def row(game_id: str) -> str:
    """Measure a game and write its line of the table."""
    seeing, blind = Batch(game_id, ROWS, seed=1), Batch(game_id, ROWS, seed=1, observes=False)
    turns = (
        stepping(seeing, draws=False), stepping(seeing, draws=True), stepping(blind, draws=False), looking(seeing),
        random_play(game_id),
    )  # fmt: skip
    for turn in turns:
        turn()
    passes = np.array([[a_second(turn) for turn in turns] for _ in range(PASSES)])
    step, drawn, unseen, look, played = passes.max(axis=0) / 1e6
    cells = [load(game_id).facts.title, *(f"{each:.1f}" for each in (step, drawn, unseen, look))]
    cells += [str(seeing.plan.size), f"{played:.1f}", f"{played / step:.1f}"]
    return f"| {' | '.join(cells)} |"


def report(rows: list[str]) -> str:
    """Write the page of results."""
    return "\n".join(
        (
            "# A batch on one core",
            "",
            f"`python -m benchmarks.batch`, {datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, one core, usual seats,",
            f"{ROWS:,} games, actions at random. A decision has its observation and its mask; forced moves and new",
            "games are made on the way and do not count. Behind stands plain random play in the same process, and how",
            "many of its steps take the time of a decision.",
            "",
            f"| {' | '.join(COLUMNS)} |",
            "| --- |" + " ---: |" * (len(COLUMNS) - 1),
            *rows,
            "",
        )
    )


def main() -> None:
    """Measure the games, one after the other."""
    chosen = sys.argv[1:] or list(IDS)
    rows = []
    for game_id in chosen:
        rows.append(row(game_id))
        print(rows[-1], flush=True)
    if chosen == list(IDS):
        RESULTS.write_text(report(rows), encoding="utf-8")


if __name__ == "__main__":
    main()

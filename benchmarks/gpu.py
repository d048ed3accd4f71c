"""The batch and random play on a GPU, by the very same rule functions as everywhere; writes gpu_results.md.

    python benchmarks/gpu.py                           every game
    python benchmarks/gpu.py --games hide_and_squeak   one game, printed only

It needs a CUDA device and `pip install 'mousehole[gpu]'`. Before anything is timed, games at every number of seats are
played here on the CPU, too: a batch's arrays must be equal after every step, and of random games the lengths, payoffs
and last positions, every byte.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from mousehole.batch import Batch
from mousehole.batch.gpu import why_not
from mousehole.batch.playing import play_on_cpu
from mousehole.batch.random_play import RandomPlay
from mousehole.engine.game import Game
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "gpu_results.md"
SEED: Any = np.uint64(2026)
REFUSED, DIFFERENT = 2, 1
"""Exit statuses: nothing to measure on; the GPU played a game differently."""

SHAPES = ((256, 1), (192, 1), (320, 1), (384, 1), (512, 1), (640, 1), (768, 1), (384, 2), (512, 2), (256, 4))
"""Threads in a block and blocks for a multiprocessor, to be tried."""
TRIAL = 200_000
"""Games of the launch that tells how many a second there are."""
TRIAL_SECONDS = 0.1

SIZES = (65_536, 262_144)
"""Games of a batch, to be timed."""
CHECKED, CHECK_STEPS = 1999, 40
"""Games of a batch that are compared, and for how many steps."""
WARM, TIMED = 30, 100
"""Steps before a batch is timed, and steps that are."""
ARRAYS = ("actors", "observations", "masks", "rewards", "ends", "numbers", "lengths")


def batch_difference(game: Game) -> str | None:
    """Step the same batches here and there, at every number of seats; say where they differ first, or None."""
    facts = game.facts
    for seats in range(facts.min_seats, facts.max_seats + 1):
        here, there = (Batch(game, CHECKED, seats=seats, seed=7, device=device) for device in ("cpu", "gpu"))
        for step in range(CHECK_STEPS):
            here.step(here.random_actions())
            there.step(there.random_actions())
            for name in ARRAYS:
                if here.host(name).tobytes() != there.host(name).tobytes():
                    return f"{facts.title}, {seats} seats, step {step}: {name} differ"
            seat = step % seats
            if here.observe_as(seat).tobytes() != there.observe_as(seat).copy_to_host().tobytes():
                return f"{facts.title}, {seats} seats, step {step}: what seat {seat} sees differs"
        there.check()
    return None


def seconds_of(turn: Any, times: int) -> float:  # noqa: ANN401  # anything that can be called
    """Measure how long something takes on the GPU, the mean of so many times."""
    from numba import cuda

    cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(times):
        turn()
    cuda.synchronize()
    return (time.perf_counter() - begun) / times


def batch_row(game: Game) -> str:
    """Measure how fast batches of a game are stepped; return a row of the table."""
    facts = game.facts
    cells = [f"{facts.title}, {facts.usual_seats} seat{'s' * (facts.usual_seats > 1)}"]
    for size in SIZES:
        batch = Batch(game, size, seed=1, device="gpu")

        def played(batch: Batch = batch) -> None:
            batch.step(batch.random_actions())

        seconds_of(played, WARM)
        both, drawing = seconds_of(played, TIMED), seconds_of(batch.random_actions, TIMED)
        batch.check()
        cells += [f"{size / (both - drawing) / 1e6:,.0f}", f"{size / both / 1e6:,.0f}"]
    cells += [str(batch.plan.size), str(batch.masks.shape[1])]
    return f"| {' | '.join(cells)} |"


def cpu_speed(game: Game, seconds: float) -> float:
    """Measure steps a second of random play on one core; the games have been compiled before."""
    steps, first, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        steps += int(play_on_cpu(game, game.facts.usual_seats, SEED, first, 1000).lengths.sum())
        first += 1000
    return steps / spent


class Timed(RandomPlay):
    """Random play of a game, and how fast it is."""

    def enough_games(self, seconds: float) -> int:
        """Find a number of games that take at least so many seconds."""
        games = TRIAL
        while (spent := self.launch(self.game.facts.usual_seats, SEED, games, 1)[1]) < seconds:
            games = int(games * min(1.2 * seconds / spent, 50.0)) + 1
        return games

    def choose_shape(self) -> None:
        """Launch the same games in all shapes and stay with the fastest."""
        games = self.enough_games(TRIAL_SECONDS)
        most_threads = min(self.kernel.get_max_threads_per_block().values())
        spent = {}
        for shape in SHAPES:
            self.threads, self.blocks = shape
            if self.threads <= most_threads:
                spent[shape] = self.launch(self.game.facts.usual_seats, SEED, games, 1)[1]
        self.threads, self.blocks = min(spent, key=lambda shape: spent[shape])

    def measure(self, seconds: float, launches: int) -> tuple[float, float]:
        """Return steps and games a second: the median of several launches of at least so many seconds."""
        seats = self.game.facts.usual_seats
        self.choose_shape()
        games = self.enough_games(seconds)
        speeds = []
        for i in range(launches):
            _, spent, steps = self.launch(seats, i, games, 1)
            speeds.append((steps / spent, games / spent))
        return statistics.median(s for s, _ in speeds), statistics.median(g for _, g in speeds)

    def row(self, seconds: float, launches: int) -> str:
        """Measure the game on the GPU and on one core; return a row of the table."""
        facts = self.game.facts
        steps, games = self.measure(seconds, launches)
        core = cpu_speed(self.game, seconds)
        (registers,) = set(self.kernel.get_regs_per_thread().values())
        (local,) = set(self.kernel.get_local_mem_per_thread().values())
        return (
            f"| {facts.title}, {facts.usual_seats} seat{'s' * (facts.usual_seats > 1)} | {steps / 1e6:,.0f} |"
            f" {games / 1e6:,.1f} | {steps / games:.1f} | {self.game.rules.State.itemsize} | {local} | {registers} |"
            f" {self.threads} x {self.blocks} | {self.tables() * self.blocks} |"
            f" {core / 1e6:.1f} | {steps / core:,.0f} |"
        )


COLUMNS = (
    "game",
    "million steps a second",
    "million games a second",
    "steps a game",
    "bytes of a record",
    "bytes of local memory a thread",
    "registers",
    "threads x blocks a multiprocessor",
    "tables a multiprocessor",
    "one core, million steps a second",
    "GPU to core",
)

BATCH_COLUMNS = (
    "game",
    *(f"{what}{size:,} games" for size in SIZES for what in ("", "actions drawn there, too: ")),
    "bytes seen",
    "bytes of a mask",
)


def table(columns: tuple[str, ...], rows: list[str]) -> list[str]:
    """Write rows with what their columns are."""
    return ["| " + " | ".join(columns) + " |", "| --- |" + " ---: |" * (len(columns) - 1), *rows]


def report(rows: list[str], batch_rows: list[str], device: str, chosen: argparse.Namespace) -> str:
    """Write the results as a page."""
    lines = [
        "# On a GPU",
        "",
        f"One {device} and one core of the machine it stands in; {datetime.now(UTC):%Y-%m-%d}.",
        "Written by `python benchmarks/gpu.py`.",
        "",
        "## A batch",
        "",
        "Million decisions a second, each with its observation and its mask; random actions. Before that",
        f"{CHECKED:,} games at every number of seats were stepped {CHECK_STEPS} times on both sides; all arrays",
        "were equal byte by byte.",
        "",
        *table(BATCH_COLUMNS, batch_rows),
        "",
        "## Random play",
        "",
        "Whole games inside one kernel, without observations; the median of",
        f"{chosen.launches} launches of at least {chosen.seconds:g} s each. Before that {chosen.check:,} games at",
        "every number of seats were played on both sides; their lengths, payoffs and last positions",
        "were equal byte by byte.",
        "",
        *table(COLUMNS, rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Check and measure the games, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", choices=IDS, default=list(IDS), metavar="GAME")
    parser.add_argument("--check", type=int, default=4096, help="random games compared at each number of seats")
    parser.add_argument("--seconds", type=float, default=1.0, help="the least length of a timed launch")
    parser.add_argument("--launches", type=int, default=5)
    chosen = parser.parse_args()
    refusal = why_not()
    if refusal is not None:
        print(f"gpu.py: {refusal}", file=sys.stderr)
        return REFUSED
    from numba import cuda

    device, rows, batch_rows = cuda.get_current_device().name, [], []
    for game_id in chosen.games:
        begun = time.perf_counter()
        game = load(game_id)
        timed = Timed(game)
        difference = batch_difference(game) or timed.check(SEED, chosen.check)
        if difference is not None:
            print(f"gpu.py: {difference}", file=sys.stderr)
            return DIFFERENT
        batch_rows.append(batch_row(game))
        print(batch_rows[-1], flush=True)
        rows.append(timed.row(chosen.seconds, chosen.launches))
        print(f"{rows[-1]}  ({time.perf_counter() - begun:.0f} s)", flush=True)
    if chosen.games == list(IDS):
        RESULTS.write_text(report(rows, batch_rows, device if isinstance(device, str) else device.decode(), chosen))
    return 0


if __name__ == "__main__":
    sys.exit(main())

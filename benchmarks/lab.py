"""How fast the lab is: games a second by threads and by Ray, what a chunk costs, and the first figures of a warm run.

python -m benchmarks.lab                 # every game: 1,000 games of the housecat on two threads
python -m benchmarks.lab --scaling       # one and two workers, threads and Ray, as ratios; the cost of a chunk
python -m benchmarks.lab --gpu           # random games on a GPU, byte by byte those of the threads
python -m benchmarks.lab --gpu --nets    # games by nets there, and how many decisions a second
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec
from itertools import pairwise
from statistics import median

from mousehole.bots.net_files import net_file
from mousehole.games import ids
from mousehole.lab.engines import Engine
from mousehole.lab.results import figures
from mousehole.lab.running import Run, run
from mousehole.lab.setup import SetUp

SCALED = {"hide_and_squeak": 300, "cat_and_mouse": 1500, "cloaked_cats": 1000, "mice_heist": 120, "who_done_it": 300}
"""So many games of each take some seconds."""


def timed(set_up: SetUp, engine: str | Engine, threads: int | None = None) -> tuple[Run, float, float]:
    """Play a set-up; return it, the seconds to its first figures, and all seconds."""
    first: list[float] = []
    begun = time.perf_counter()

    def on_progress(made: Run) -> None:
        if not first:
            figures(made)
            first.append(time.perf_counter() - begun)

    made = run(set_up, engine=engine, threads=threads, on_progress=on_progress)
    return made, first[0], time.perf_counter() - begun


def all_games(games: int, threads: int) -> None:
    """Measure every game at every number of seats that is least, usual or greatest."""
    print(f"| game | seats | {games:,} games of the housecat, {threads} threads | first figures | games a second |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game in ids():
        known = SetUp(game).facts
        for seats in sorted({known.min_seats, known.usual_seats, known.max_seats}):
            set_up = SetUp(game, seats=seats, games=games)
            run(set_up.but(games=10), threads=1)  # compile
            _, first, spent = timed(set_up, "threads", threads)
            rate = games / spent
            print(f"| {known.title} | {seats} | {spent:.1f} s | {first:.2f} s | {rate:.0f} |", flush=True)


def scaling() -> None:
    """Measure how much two workers do more than one, and what a chunk costs by Ray."""
    print("| game | engine | 1 worker, games a second | 2 workers | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for game, games in SCALED.items():
        set_up = SetUp(game, games=games)
        for engine in ("threads", *(("ray",) if find_spec("ray") else ())):
            one, two = (rate(set_up, engine, workers)[0] for workers in (1, 2))
            print(f"| {set_up.facts.title} | {engine} | {one:.1f} | {two:.1f} | {two / one:.2f} |", flush=True)
    if find_spec("ray"):
        greedy = SetUp("cat_and_mouse", players=("greedy",), games=5000)
        spent = {engine: rate(greedy, engine, 1)[1] for engine in ("threads", "ray")}
        more = 1000 * (spent["ray"] - spent["threads"])
        print(f"A chunk of ten games takes {more:.1f} ms more by Ray than in a thread.")


def rate(set_up: SetUp, engine: str, workers: int) -> tuple[float, float]:
    """Measure games a second in the second half of a run, when all workers are at work, and the median chunk."""
    done: list[tuple[float, int]] = []
    run(set_up.but(games=10), threads=1)  # compile
    run(
        set_up, engine=engine, threads=workers, on_progress=lambda made: done.append((time.perf_counter(), made.played))
    )
    half = len(done) // 2
    (begun, before), (ended, after) = done[half], done[-1]
    gaps = [later - earlier for (earlier, _), (later, _) in pairwise(done[half:])]
    return (after - before) / (ended - begun), median(gaps)


def gpu(games: int) -> None:
    """Compare random games on a GPU with those of threads, byte by byte, and their speed."""
    print("| game | seats | options | equal | threads, games a second | GPU, games a second |")
    print("| --- | ---: | --- | --- | ---: | ---: |")
    for game in ids():
        known = SetUp(game).facts
        unusual = {option.name: option.high for option in known.options}
        for options in ({}, unusual) if unusual else ({},):
            set_up = SetUp(game, options=options, players=("random",), games=games)
            run(set_up.but(games=10), threads=1)
            one, _, slow = timed(set_up, "threads", 1)
            run(set_up.but(games=10), engine="gpu")
            two, _, fast = timed(set_up, "gpu")
            equal = "yes" if one.tobytes() == two.tobytes() else "NO"
            said = known.options_text(set_up.values) if options else "printed"
            print(f"| {known.title} | {set_up.seats} | {said} | {equal} | {games / slow:,.0f} | {games / fast:,.0f} |",
                  flush=True)  # fmt: skip


def gpu_nets(games: int, threads: int) -> None:
    """Compare games by nets on a GPU with those of threads, byte by byte; then fill the GPU and time its decisions."""
    from mousehole.lab.gpu import net_play  # brings CUDA
    from mousehole.lab.net_gpu import MOST_GAMES

    print(f"| game | seats | players | equal | {threads} threads, decisions a second | GPU | GPU, games a second |")
    print("| --- | ---: | --- | --- | ---: | ---: | ---: |")
    for game in (each for each in ids() if net_file(each).is_file()):
        known = SetUp(game).facts
        for seats in range(known.min_seats, known.max_seats + 1):
            others = len(known.sides(seats)) - 1
            for players in (("net",), ("net", *["random"] * others), ("random", *["net"] * others)):
                set_up = SetUp(game, seats=seats, players=players, games=games)
                run(set_up.but(games=10), threads=1)
                one, _, slow = timed(set_up, "threads", threads)
                run(set_up.but(games=10), engine="gpu")
                net = net_play(game)
                before = net.decisions
                two, _, _ = timed(set_up, "gpu")
                slow_rate = (net.decisions - before) / slow
                equal = "yes" if one.tobytes() == two.tobytes() else "NO"
                before = net.decisions
                full = set_up.but(games=MOST_GAMES, seed=1)
                _, _, fast = timed(full, "gpu")
                rate = (net.decisions - before) / fast
                print(f"| {known.title} | {seats} | {', '.join(players)} | {equal} | {slow_rate:,.0f} | {rate:,.0f} |"
                      f" {MOST_GAMES / fast:,.0f} |", flush=True)  # fmt: skip


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--nets", action="store_true")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if given.gpu and given.nets:
        gpu_nets(given.games, given.threads)
    elif given.gpu:
        gpu(given.games)
    elif given.scaling:
        scaling()
    else:
        all_games(given.games, given.threads)


if __name__ == "__main__":
    main()

"""How fast the lab is: games a second by threads and by Ray, what a chunk costs, and the first figures of a warm run.

python -m benchmarks.lab                 # every game: 1,000 games of the housecat on two threads
python -m benchmarks.lab --scaling       # one and two workers, threads and Ray, as ratios; the cost of a chunk
python -m benchmarks.lab --gpu           # random games on a GPU, byte by byte those of the threads
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec

from mousehole.games import ids
from mousehole.lab.engines import Engine, Threads
from mousehole.lab.results import figures
from mousehole.lab.running import Run, run
from mousehole.lab.setup import SetUp

SCALED = ("cat_and_mouse", "mice_heist")
"""A game of many quick decisions, and one of few slow ones."""


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


def scaling(games: int) -> None:
    """Measure how much two workers do more than one, and what a chunk costs beside its games."""
    print("| game | engine | 1 worker | 2 workers | ratio | 2 workers against 1 thread |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for game in SCALED:
        set_up = SetUp(game, games=games)
        alone: float | None = None
        for engine in ("threads", *(("ray",) if find_spec("ray") else ())):
            spent = [warm_seconds(set_up, engine, workers) for workers in (1, 2)]
            alone = spent[0] if alone is None else alone
            ratio, gain = spent[0] / spent[1], alone / spent[1]
            row = (
                f"| {set_up.facts.title} | {engine} | {spent[0]:.1f} s | {spent[1]:.1f} s | {ratio:.2f} | {gain:.2f} |"
            )
            print(row, flush=True)
    chunk_cost()


def warm_seconds(set_up: SetUp, engine: str, workers: int) -> float:
    """Measure a run without starting up: a cluster is joined and every worker has compiled before the clock starts."""
    if engine == "threads":
        run(set_up.but(games=10), threads=1)
        return timed(set_up, Threads(workers))[2]
    from mousehole.lab.cluster import Cluster

    cluster = Cluster(workers=workers)
    with cluster.joined():
        run(set_up.but(games=20 * workers), engine=cluster)
        return timed(set_up, cluster)[2]


def chunk_cost() -> None:
    """Measure what a chunk costs beside its games: random games are so quick that little else is left."""
    set_up = SetUp("cat_and_mouse", players=("greedy",), games=400)
    spent = {}
    engines: dict[str, Engine] = {"threads": Threads(1)}
    if find_spec("ray"):
        from mousehole.lab.cluster import Cluster

        cluster = Cluster(workers=1)
        with cluster.joined():
            run(set_up.but(games=40), engine=cluster)
            spent["ray"] = timed(set_up, cluster)[2]
    run(set_up.but(games=10), threads=1)
    spent |= {name: timed(set_up, engine)[2] for name, engine in engines.items()}
    if "ray" in spent:
        cost = 1000 * (spent["ray"] - spent["threads"]) / (set_up.games / 10)
        print(f"A chunk of ten games costs {cost:.1f} ms more by Ray than in a thread.")


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


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if given.gpu:
        gpu(given.games)
    elif given.scaling:
        scaling(given.games)
    else:
        all_games(given.games, given.threads)


if __name__ == "__main__":
    main()

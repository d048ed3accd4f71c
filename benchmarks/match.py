"""Random games as matches, every position kept and every action checked, beside compiled play; prints a table.

    python -m benchmarks.match

Every pass measures everything once, passes are repeated, and the best speed of each is kept. The last column is what a
step of a match costs in steps of compiled play: it compares with other runs better than the speeds do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from mousehole.engine.match import Match
from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records
from mousehole.games import IDS, load

PASSES, SECONDS = 5, 0.3

Batch = Callable[[], int]


def compiled_batch(game_id: str) -> Batch:
    """Play compiled games, nothing in Python."""
    game = load(game_id)
    known, states = game.facts, new_records(game.rules.State)
    options = np.array(known.option_values({}), np.int64)
    rng, buffer = np.array([1], np.uint64), np.zeros(2 * known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)
    return lambda: int(play_many(states[0], known.usual_seats, options, 1, 200, rng, buffer, totals, out))


def match_batch(game_id: str, chooser: random.Random) -> Batch:
    """Play a match by `actors`, `legal` and `step`."""
    game = load(game_id)

    def batch() -> int:
        match = Match.start(game, seed=chooser.getrandbits(64))
        while acting := match.actors():
            legal = match.legal(acting[0])
            match.step(acting[0], legal[int(chooser.random() * len(legal))])
        return len(match.moves)

    return batch


def speed(batch: Batch) -> float:
    """Count steps a second."""
    steps, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < SECONDS:
        steps += batch()
    return steps / spent


def main() -> None:
    """Measure and print."""
    chooser = random.Random(1)
    batches = {(game_id, "compiled"): compiled_batch(game_id) for game_id in IDS}
    batches |= {(game_id, "match"): match_batch(game_id, chooser) for game_id in IDS}
    best = dict.fromkeys(batches, 0.0)
    for batch in batches.values():
        batch()
    for _ in range(PASSES):
        for key, batch in batches.items():
            best[key] = max(best[key], speed(batch))
    print("| game | compiled, steps a second | match, steps a second | compiled / match |")
    print("| --- | ---: | ---: | ---: |")
    for game_id in IDS:
        inner, outer = best[game_id, "compiled"], best[game_id, "match"]
        print(f"| {load(game_id).facts.title} | {inner:,.0f} | {outer:,.0f} | {inner / outer:,.0f} |")


if __name__ == "__main__":
    main()

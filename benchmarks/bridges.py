"""Random play through the bridges, beside the compiled engine and OpenSpiel's own games; prints a table.

    python -m benchmarks.bridges

Every pass measures everything once, passes are repeated, and the best speed of each is kept.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as spiel_games  # noqa: F401  # registers OpenSpiel's own games written in Python

from mousehole.bridges import spiel, zoo
from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records
from mousehole.games import IDS, load

PASSES, SECONDS = 5, 0.4
PEERS = ("hearts", "leduc_poker", "python_tic_tac_toe", "python_liars_poker")

Batch = Callable[[], int]


def engine_batch(game_id: str) -> Batch:
    """Play compiled games, nothing in Python."""
    game = load(game_id)
    known, record = game.facts, new_records(game.rules.State)[0]
    options = np.array(known.option_values({}), np.int64)
    rng, buffer = np.array([1], np.uint64), np.zeros(2 * known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)
    return lambda: int(play_many(record, known.usual_seats, options, 1, 1000, rng, buffer, totals, out))


def zoo_batch(env: Any, chooser: random.Random) -> Batch:  # noqa: ANN401  # PettingZoo has no types
    """Play a game through `agent_iter`, `last` and `step`, observations included."""

    def batch() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(chooser.random() * len(legal))]))
            steps += 1
        return steps

    return batch


def spiel_batch(name: str, chooser: random.Random) -> Batch:
    """Play a game of OpenSpiel from Python, without observations; drawing chance counts as a step."""
    game = pyspiel.load_game(name)

    def batch() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chooser.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chooser.random() * len(legal))])
            steps += 1
        return steps

    return batch


def speed(batch: Batch) -> float:
    """Count steps a second."""
    steps, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < SECONDS:
        steps += batch()
    return steps / spent


def contestants() -> dict[tuple[str, str], Batch]:
    """Prepare everything that is measured."""
    chooser = random.Random(1)
    found: dict[tuple[str, str], Batch] = {}
    for game_id in IDS:
        title = load(game_id).facts.title
        found[title, "engine"] = engine_batch(game_id)
        found[title, "raw"] = zoo_batch(zoo.raw_env(game_id), chooser)
        found[title, "env"] = zoo_batch(zoo.env(game_id), chooser)
        found[title, "spiel"] = spiel_batch(f"{spiel.PREFIX}{game_id}", chooser)
    for name in PEERS:
        found[name, "spiel"] = spiel_batch(name, chooser)
    return found


def main() -> None:
    """Measure and print."""
    best: dict[tuple[str, str], float] = {}
    batches = contestants()
    for batch in batches.values():
        batch()
    for _ in range(PASSES):
        for key, batch in batches.items():
            best[key] = max(best.get(key, 0.0), speed(batch))
    print("| game | engine, compiled | PettingZoo, raw | PettingZoo, wrapped | OpenSpiel, from Python |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for title in dict.fromkeys(title for title, _ in best):
        cells = [
            f"{best[title, how]:,.0f}" if (title, how) in best else "" for how in ("engine", "raw", "env", "spiel")
        ]
        print(f"| {' | '.join([title, *cells])} |")


if __name__ == "__main__":
    main()

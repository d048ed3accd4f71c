"""Random-play speed of every game on one core, beside OpenSpiel in the same run; writes results.md.

    make bench                     all games
    make bench ARGS="--seconds 5"  longer, steadier

The machines this runs on differ and are noisy, so what counts is the ratio within one run: every pass measures all
contestants once, passes are repeated, and the best speed of each is kept.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pyspiel

from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "results.md"
PEERS = ("leduc_poker", "hearts", "phantom_ttt")
REFERENCE = "hearts"
ROLLOUTS = 2000


def steps_a_second(batch: Callable[[], int], seconds: float) -> float:
    """Run batches for about so many seconds; a batch returns how many steps it made."""
    steps, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        steps += batch()
    return steps / spent


def mousehole_batch(game_id: str, seats: int) -> Callable[[], int]:
    """Random games of ours in one record, with no memory allocated on the way."""
    game = load(game_id)
    states = new_records(game.rules.State)
    options = np.array(game.facts.option_values({}), np.int64)
    rng, buffer = np.array([1], np.uint64), np.zeros(game.facts.max_actions, np.int32)
    totals, out = np.zeros(seats), np.zeros(seats)
    seed = [0]

    def batch() -> int:
        seed[0] += 1
        return int(play_many(states[0], seats, options, np.uint64(seed[0]), 2000, rng, buffer, totals, out))

    batch()
    return batch


def rollout_length(name: str) -> float:
    """Count the mean number of steps, chance included, of a random OpenSpiel game from its first position."""
    game, chooser = pyspiel.load_game(name), np.random.default_rng(1)
    steps = 0
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(spiel_action(state, chooser))
            steps += 1
    return steps / 200


def spiel_action(state: pyspiel.State, chooser: np.random.Generator) -> int:
    """Choose a random action of an OpenSpiel state."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(chooser.choice(outcomes, p=chances))
    actions = state.legal_actions()
    return int(actions[chooser.integers(len(actions))])


def spiel_native_batch(name: str) -> Callable[[], int]:
    """OpenSpiel's own C++ rollouts: one simulation of its MCTS bot, evaluated by many random rollouts."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    length = rollout_length(name)
    first = game.new_initial_state()
    chooser, depth = np.random.default_rng(2), 0
    while first.is_chance_node():
        first.apply_action(spiel_action(first, chooser))
        depth += 1
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)  # noqa: FBT003  # its C++ signature

    def batch() -> int:
        bot.step(first)
        return int(ROLLOUTS * (length - depth))

    batch()
    return batch


def spiel_python_batch(name: str) -> Callable[[], int]:
    """OpenSpiel driven from Python, one action at a time."""
    game, chooser = pyspiel.load_game(name), np.random.default_rng(3)

    def batch() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(spiel_action(state, chooser))
            steps += 1
        return steps

    return batch


def contestants() -> dict[str, Callable[[], int]]:
    """Prepare everything that is measured; the first call of each compiles or warms up."""
    batches = {}
    for game_id in IDS:
        facts = load(game_id).facts
        batches[f"Mousehole {facts.title}, {facts.usual_seats} seats"] = mousehole_batch(game_id, facts.usual_seats)
    for name in PEERS:
        batches[f"OpenSpiel C++ rollouts, {name}"] = spiel_native_batch(name)
    for name in PEERS:
        batches[f"OpenSpiel from Python, {name}"] = spiel_python_batch(name)
    return batches


def machine() -> str:
    """Describe the machine in words."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, one used; Python {platform.python_version()}, NumPy {np.__version__}"


def report(best: dict[str, float], seconds: float, passes: int) -> str:
    """Write the table."""
    reference = best[f"OpenSpiel C++ rollouts, {REFERENCE}"]
    lines = [
        "# Random play on one core",
        "",
        f"{machine()}. {datetime.now(UTC):%Y-%m-%d}, {passes} passes of {seconds:g} s each, the best of each kept.",
        f"Written by `make bench`. The ratio is to OpenSpiel's C++ rollouts on {REFERENCE}, in this very run.",
        "",
        "| what plays | million steps a second | ratio |",
        "| --- | ---: | ---: |",
    ]
    lines += [f"| {name} | {speed / 1e6:.2f} | {speed / reference:.2f} |" for name, speed in best.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure everybody in turn, several times, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each contestant in each pass")
    parser.add_argument("--passes", type=int, default=5)
    chosen = parser.parse_args()
    batches = contestants()
    best = dict.fromkeys(batches, 0.0)
    for number in range(chosen.passes):
        for name, batch in batches.items():
            best[name] = max(best[name], steps_a_second(batch, chosen.seconds))
        print(f"pass {number + 1} of {chosen.passes} done", flush=True)
    text = report(best, chosen.seconds, chosen.passes)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()

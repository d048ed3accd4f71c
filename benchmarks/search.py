"""How much of a search's time is search: its iterations beside random games, in one run; writes search.md.

    python -m benchmarks.search

An iteration of a plain search, which knows nothing of the game, is a random game with a walk down the tree before it:
how many random games it costs says what the search itself costs. A tiger looks at what it knows as well, or judges
instead of playing on. Both begin at the first decision with a choice, on one core, in turns of a twentieth of a
second; the best turn of each counts.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from mousehole.bots import knowledge
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import Desk, Settings
from mousehole.engine.chance import reseed_chance
from mousehole.engine.match import Match
from mousehole.engine.playout import play_out
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "search.md"
PASSES = 40
SECONDS = 0.05
PLAIN = "plain"


@rule
def random_games(states: Record, games: int, rng: Rng, buffer: Actions) -> int:
    """Play so many random games from the first record; return the steps of all."""
    steps = 0
    for _ in range(games):
        states[1] = states[0]
        reseed_chance(states[1], rng)
        steps += play_out(states[1], rng, buffer)
    return steps


def first_choice(game_id: str) -> Match:
    """Go to the first decision with a choice."""
    match = Match.start(load(game_id), seed=3)
    while len(legal := match.legal(match.actors()[0])) == 1:
        match.step(match.actors()[0], legal[0])
    return match


def a_second(batch: Callable[[], int]) -> float:
    """Run batches for a while; a batch returns how much it did."""
    done, spent = 0, 0.0
    while spent < SECONDS:
        begun = time.perf_counter()
        done += batch()
        spent += time.perf_counter() - begun
    return done / spent


def random_batch(match: Match) -> Callable[[], int]:
    """Make batches of random games."""
    facts = match.game.facts
    states = new_records(match.game.rules.State, 2)
    states[0] = match.state.record
    buffer, rng = np.zeros(facts.max_actions, np.int32), np.array([1], np.uint64)

    def batch() -> int:
        random_games(states, 500, rng, buffer)
        return 500

    batch()
    return batch


def search_rate(match: Match, settings: Settings) -> float:
    """Search one move after another, as a bot would, for a while; making room for a tree does not count."""
    seat = match.actors()[0]
    done, spent, seed = 0, 0.0, 1
    while spent < SECONDS:
        desk = Desk(match.game, match.view(seat), seat, seed, settings)
        begun = time.perf_counter()
        desk.run(settings.iterations)
        spent += time.perf_counter() - begun
        done += desk.done
        seed += 1
    return done / spent


def measure(game_id: str, *, is_plain: bool) -> dict[str, float]:
    """Measure one search and the random games beside it, in turns."""
    match = first_choice(game_id)
    settings = settings_of(game_id, "tiger")
    if is_plain:
        settings = replace(settings, horizon=10_000, tries=1)
    games = random_batch(match)
    search_rate(match, replace(settings, iterations=50))
    passes = [(a_second(games), search_rate(match, settings)) for _ in range(PASSES)]
    return {"random": max(random for random, _ in passes), "search": max(search for _, search in passes)}


def know_nothing() -> None:
    """Let every game's knowledge be neutral."""
    knowledge.known = lambda record, name, neutral: neutral  # noqa: ARG005  # as the function it stands for


def measured_apart(game_id: str, *arguments: str) -> dict[str, float]:
    """Measure in a process of its own; a plain search is compiled where no other will find it."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | ({"MOUSEHOLE_CACHE": empty} if PLAIN in arguments else {})
        command = [sys.executable, __file__, game_id, *arguments]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603  # ourselves
    found: dict[str, float] = json.loads(done.stdout)
    return found


def row(game_id: str) -> str:
    """Measure a game and write its line of the table."""
    plain, tiger = measured_apart(game_id, PLAIN), measured_apart(game_id)
    cells = [load(game_id).facts.title, f"{plain['random']:,.0f}"]
    for found in (plain, tiger):
        cells += [f"{found['search']:,.0f}", f"{found['random'] / found['search']:.1f}"]
    return f"| {' | '.join(cells)} |"


def report(rows: list[str]) -> str:
    """Write the page of results."""
    head = ("game", "random games a second", "plain iterations", "random games each", "tiger's iterations", "each")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return "\n".join(
        (
            "# Search",
            "",
            f"`python -m benchmarks.search`, {today}, {platform.machine()}, one core, usual seats.",
            "A plain search knows nothing of the game and plays on at random; the tiger is as it plays. Behind each",
            "stands how many random games one of its iterations costs, measured in the same process.",
            "",
            f"| {' | '.join(head)} |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            *rows,
            "",
        )
    )


def main() -> None:
    """Measure one game, or all of them."""
    arguments = sys.argv[1:]
    if arguments:
        if PLAIN in arguments:
            know_nothing()
        print(json.dumps(measure(arguments[0], is_plain=PLAIN in arguments)))
        return
    rows = []
    for game_id in IDS:
        rows.append(row(game_id))
        print(rows[-1], flush=True)
    RESULTS.write_text(report(rows), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Compiling ahead: a game's first use takes seconds, and nobody should wonder why."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mousehole.engine.game import Game

PATIENCE = 0.7
"""After so many seconds of silence somebody wonders."""


@contextmanager
def patience(text: str) -> Iterator[None]:
    """Say on the terminal what takes so long, if it takes longer than a moment; wipe it away when it is done."""
    shown = threading.Event()

    def tell() -> None:
        shown.set()
        print(f"{text} ...", end="", file=sys.stderr, flush=True)

    timer = threading.Timer(PATIENCE, tell)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if shown.is_set():
            print(f"\r{' ' * (len(text) + 4)}\r", end="", file=sys.stderr, flush=True)


def table_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """List what a table needs compiled, each with its name, by using it once."""
    import numpy as np

    from mousehole.engine.match import Match

    known = game.facts
    options = [option.default for option in known.options]
    match = Match(game, known.usual_seats, tuple(options), 0)

    def first_move() -> None:
        seat = match.actors()[0]
        match.step(seat, match.legal(seat)[0])

    def count_up() -> None:
        for name in ("payoff", "points"):
            if hasattr(game.rules, name):
                getattr(game.rules, name)(match.state[0], np.zeros(known.usual_seats))

    return [
        ("setup", lambda: match.positions.append(game.deal(known.usual_seats, options, 0))),
        ("actors", match.actors),
        ("legal", lambda: match.legal(0)),
        ("apply", first_move),
        ("hide", lambda: match.view(0)),
        ("reason", match.outcome),
        ("payoff", count_up),
        ("undo", lambda: game.is_undoable(match.state)),
    ]


def lab_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """List what stands on the rules beside a table: redealing and random play."""
    import numpy as np

    from mousehole.engine.playout import play_many
    from mousehole.engine.record import new_records

    known = game.facts
    options = np.array([option.default for option in known.options], np.int64)
    rng = np.zeros(1, np.uint64)
    states = game.deal(known.usual_seats, list(options), 0)
    buffer = np.zeros(known.max_actions, np.int32)
    totals, out = np.zeros(known.max_seats), np.zeros(known.max_seats)

    def many() -> None:
        record = new_records(game.rules.State)[0]
        play_many(record, known.usual_seats, options, 0, 1, rng, buffer, totals, out)

    return [("redeal", lambda: game.rules.redeal(game.view(states, 0)[0], 0, rng)), ("random play", many)]


def use_once(game: Game) -> Game:
    """Compile what a table needs, or take it from the cache."""
    for _, use in table_steps(game):
        use()
    return game


def warm(games: list[str]) -> int:
    """Compile games ahead, with progress."""
    from mousehole.games import load

    start = time.perf_counter()
    for game_id in games:
        game = load(game_id)
        print(f"{game.facts.title}:", end="", flush=True)
        begun = time.perf_counter()
        for name, use in table_steps(game) + lab_steps(game):
            print(f" {name}", end="", flush=True)
            use()
        print(f" ({time.perf_counter() - begun:.1f} s)", flush=True)
    print(f"Everything is ready ({time.perf_counter() - start:.1f} s).")
    return 0

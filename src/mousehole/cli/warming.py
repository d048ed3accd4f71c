"""Compiling ahead: a game's first use takes seconds, and nobody should wonder why."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

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


def use_once(game: Game) -> Game:
    """Compile what a table needs, or take it from the cache."""
    from mousehole.games.warming import company, table_steps

    with company(game):
        for _, use in table_steps(game):
            use()
    return game


def warm(games: list[str]) -> int:
    """Compile games ahead, with progress."""
    from mousehole.analysis.growing import look_once
    from mousehole.games import load
    from mousehole.games.warming import company, lab_steps, table_steps
    from mousehole.lab.contests import play_once

    start = time.perf_counter()
    for game_id in games:
        game = load(game_id)
        print(f"{game.facts.title}:", end="", flush=True)
        begun = time.perf_counter()
        with company(game):
            steps, told = table_steps(game) + lab_steps(game), 0
            steps += [("analysis", partial(look_once, game)), ("whole games", partial(play_once, game))]
            for number, (_, use) in enumerate(steps, 1):
                use()
                if 10 * number // len(steps) > told:
                    told = 10 * number // len(steps)
                    print(f" {told}0%", end="", flush=True)
        print(f" ({time.perf_counter() - begun:.1f} s)", flush=True)
    print(f"Everything is ready ({time.perf_counter() - start:.1f} s).")
    return 0

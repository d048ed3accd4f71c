"""Compiling ahead what bots need to think about a game."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numba

from mousehole.bots.levels import mind_of, settings_of
from mousehole.bots.names import STRONGEST, BadBotFile
from mousehole.bots.players import think_for_people
from mousehole.bots.thinking import Settings, think
from mousehole.engine.cache import cache_folder
from mousehole.engine.game import Game
from mousehole.engine.position import Position
from mousehole.games import add, load, package_of


def think_once(game: Game) -> None:
    """Think a moment about the first decision of a game: that compiles its search, or takes it from the cache."""
    known = game.facts
    dealt = game.deal(known.usual_seats, [option.default for option in known.options], 0)
    seat = dealt.actors()[0]
    think(game, dealt.view(seat), seat, 0, replace(settings_of(known.id, "tiger"), iterations=2))
    with suppress(BadBotFile):  # then nobody thinks as it does
        strongest = mind_of(known.id, STRONGEST)
        if not isinstance(strongest, Settings) or strongest.has_net:
            think_on_each_side(game, dealt)
    note_of(known.id).touch()


def think_on_each_side(game: Game, position: Position) -> None:
    """Let the strongest bot think for every side once: it may think otherwise there."""
    sides = set(game.facts.sides(position.seats))
    while sides and (acting := position.actors()):
        seat = acting[0]
        if game.facts.side_of(seat) in sides:
            sides.remove(game.facts.side_of(seat))
            think_for_people(STRONGEST, game, position.view(seat), seat, 0)
        position = position.after(seat, position.legal(seat)[0])


def note_of(game_id: str) -> Path:
    """Say where it is noted that a game's search is in the cache."""
    return cache_folder() / f"{game_id}.thought"


def compile_aside(game_id: str) -> subprocess.Popen[bytes] | None:
    """Begin to compile a game's search in a process of its own, unless that has been done.

    It takes half a minute, and while it lasts no other rule in the same process could be used for the first time.
    """
    if numba.config.DISABLE_JIT or note_of(game_id).exists():
        return None
    command = [sys.executable, "-m", "mousehole.bots.warming", package_of(game_id)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  # ours


if __name__ == "__main__":
    think_once(load(add(sys.argv[1])))

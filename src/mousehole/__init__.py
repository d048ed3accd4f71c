"""Mousehole: a table for five cat-and-mouse games, and a laboratory on the very same rules.

    match = mousehole.start("hide_and_squeak", seats=4, seed=7)

What can be reached from here is public and stable (docs/python.md). Nothing of it is imported before it is used: a list
of games needs no compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mousehole.engine.errors import (
        BadOption,
        BadSeats,
        BadSeed,
        CannotUndo,
        GameOver,
        IllegalMove,
        NotYourTurn,
        TableError,
        UnknownGame,
        Unreadable,
    )
    from mousehole.engine.facts import SPECTATOR, Facts
    from mousehole.engine.game import Game, Outcome
    from mousehole.engine.match import Match
    from mousehole.engine.position import Position, View
    from mousehole.games import facts, load

    def games() -> tuple[str, ...]:
        """List the games by their ids, in the order people see them."""


__version__ = "0.2.0"

__all__ = [
    "SPECTATOR",
    "BadOption",
    "BadSeats",
    "BadSeed",
    "CannotUndo",
    "Facts",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "NotYourTurn",
    "Outcome",
    "Position",
    "TableError",
    "UnknownGame",
    "Unreadable",
    "View",
    "facts",
    "games",
    "load",
    "read",
    "start",
    "write",
]

HOMES = {
    "SPECTATOR": "engine.facts",
    "Facts": "engine.facts",
    "Game": "engine.game",
    "Match": "engine.match",
    "Outcome": "engine.game",
    "Position": "engine.position",
    "View": "engine.position",
    "facts": "games",
    "load": "games",
}
"""Where a name comes from that is not defined here; an error comes from `engine.errors`."""


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever has that name
    """Import what is asked for, the first time that it is."""
    if name == "games":  # a package that can be called, so that this is both
        return import_module("mousehole.games")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"mousehole.{HOMES.get(name, 'engine.errors')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List what is public, loaded or not."""
    return sorted({*globals(), *__all__})


def start(
    game_id: str, *, seats: int | None = None, options: Mapping[str, int | str] | None = None, seed: int | None = None
) -> Match:
    """Start a match of a game; what is not given is usual, or random for the seed."""
    from mousehole.engine.match import Match  # noqa: PLC0415  # brings the compiler
    from mousehole.games import load  # noqa: PLC0415  # as above

    return Match.start(load(game_id), seats=seats, options=options, seed=seed)


def read(text: str) -> Match:
    """Read a game record and play it through; every move is checked, and so is the end it claims."""
    from mousehole.engine.notation import read_match  # noqa: PLC0415  # brings the compiler
    from mousehole.games import load  # noqa: PLC0415  # as above

    return read_match(text, load)


def write(match: Match) -> str:
    """Write a match, finished or not, as a game record."""
    from mousehole.engine.notation import write_match  # noqa: PLC0415  # brings the compiler

    return write_match(match)

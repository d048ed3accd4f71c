"""The games, one folder each. Facts are light; `load` brings a game's rules, words and picture."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from mousehole.engine.errors import UnknownGame
from mousehole.engine.facts import Facts

if TYPE_CHECKING:
    from mousehole.engine.game import Game

IDS = ("hide_and_squeak", "cat_and_mouse", "cloaked_cats", "mice_heist", "who_done_it")
"""The games that come with Mousehole, in the order people see them. A new game joins by standing here."""
PACKAGES = {game_id: f"{__name__}.{game_id}" for game_id in IDS}
"""Every game there is, and the package that holds its rooms; `add` brings games from elsewhere."""


class Catalogue(ModuleType):
    """This package, so that `mousehole.games()` lists the games although `mousehole.games` is where they live."""

    def __call__(self) -> tuple[str, ...]:
        """List the games by their ids."""
        return ids()


sys.modules[__name__].__class__ = Catalogue


def ids() -> tuple[str, ...]:
    """List every game there is now, those from elsewhere last."""
    return tuple(PACKAGES)


def add(package: str) -> str:
    """Bring in a game from elsewhere, given the name of the package that holds its rooms; return the game's id.

    Each process that plays it does so, before it imports what lists games once: the server, studies, OpenSpiel.
    """
    known: Facts = import_module(package).FACTS
    if PACKAGES.setdefault(known.id, package) != package:
        raise ValueError(f"there is a game {known.id!r} already, in {PACKAGES[known.id]}")
    return known.id


def package_of(game_id: str) -> str:
    """Name the package that holds a game's rooms."""
    if game_id not in PACKAGES:
        raise UnknownGame(f"there is no game {game_id!r} (the games: {', '.join(PACKAGES)})")
    return PACKAGES[game_id]


def room(game_id: str, name: str) -> ModuleType:
    """Import one of the rooms of a game: its `rules`, its `lesson`."""
    return import_module(f"{package_of(game_id)}.{name}")


def facts(game_id: str) -> Facts:
    """Tell what a game is without loading its rules."""
    found: Facts = import_module(package_of(game_id)).FACTS
    return found


def load(game_id: str) -> Game:
    """Load a game's rules, words and picture."""
    package_of(game_id)
    return loaded(game_id)


@cache
def loaded(game_id: str) -> Game:
    """Load a game the first time: there is one of it in each process."""
    from mousehole.engine.game import Game  # noqa: PLC0415  # brings the compiler, which lists of games do without

    return Game(facts(game_id), room(game_id, "rules"), room(game_id, "words"), room(game_id, "show"), load)

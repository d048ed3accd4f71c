"""The games, one folder each. Facts are light; `load` brings a game's rules, words and picture."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from mousehole.engine.errors import UnknownGame
from mousehole.engine.facts import Facts

if TYPE_CHECKING:
    from mousehole.engine.game import Game

IDS = ("hide_and_squeak", "cat_and_mouse", "cloaked_cats", "mice_heist", "who_done_it")
"""Every game, in the order people see them. A new game joins by standing here."""


def facts(game_id: str) -> Facts:
    """Tell what a game is without loading its rules."""
    if game_id not in IDS:
        raise UnknownGame(f"there is no game {game_id!r} (the games: {', '.join(IDS)})")
    found: Facts = import_module(f"mousehole.games.{game_id}").FACTS
    return found


@cache
def load(game_id: str) -> Game:
    """Load a game's rules, words and picture."""
    from mousehole.engine.game import Game  # noqa: PLC0415  # brings the compiler, which lists of games do without

    known = facts(game_id)
    rules = import_module(f"mousehole.games.{game_id}.rules")
    words = import_module(f"mousehole.games.{game_id}.words")
    show = import_module(f"mousehole.games.{game_id}.show")
    return Game(known, rules, words, show)

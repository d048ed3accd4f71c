"""The named bots: each a fixed configuration for each game, unless the game has levels of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.knowledge import FIRST, PRESENT, about
from mousehole.bots.names import STANDS_FOR, BadBotFile, UnknownBot
from mousehole.bots.thinking import Settings, Thought, think
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.games import facts

Player = Callable[[View, int, int], Thought]
"""A bot at a game: given its view, its seat and a seed, it has a thought."""
Mind = Callable[[Game], Player]
"""How a level thinks that does not search: it seats a bot at a game."""


@dataclass(frozen=True)
class BySeat:
    """A level that searches in its own way on some seats."""

    own: Mapping[int, Settings]
    others: Settings

    def settings(self, seat: int) -> Settings:
        """Say how it searches on a seat."""
        return self.own.get(seat, self.others)

    def __call__(self, game: Game) -> Player:
        """Seat a bot."""
        return lambda view, seat, seed: think(game, view, seat, seed, self.settings(seat))


@dataclass(frozen=True)
class ByTable:
    """A level that looks its moves up in a table, by the rule `consult` of its game's module."""

    seated: Callable[..., Player]
    """What seats a bot at a game, with the level's own table or another one."""
    parts: Callable[[], Mapping[str, NDArray[np.generic]]]
    """The arrays of its own table, in the order in which `consult` takes them."""
    beside: Settings
    """How it searches where the table says nothing."""

    def __call__(self, game: Game, table: Any = None) -> Player:  # noqa: ANN401  # each game has its own
        """Seat a bot."""
        return self.seated(game, table)


DEFAULT: dict[str, Settings | Mind] = {
    "kitten": Settings(iterations=30, margin=0.1),
    "housecat": Settings(iterations=200, margin=0.05),
    "alley_cat": Settings(iterations=1_000),
    "tiger": Settings(iterations=5_000),
    "tiger_0_1": Settings(iterations=5_000, edition=FIRST, is_former=True),
}


def mind_of(game_id: str, level: str) -> Settings | Mind:
    """Look up how a level thinks about a game: its module in `bots` may say so in `LEVELS`.

    What a level has learnt may stand in the sources. Then the module has the `RULES_VERSION` of the games it was learnt
    from, and by other rules such a level is refused.
    """
    known = about(game_id)
    found: dict[str, Settings | Mind] = getattr(known, "LEVELS", DEFAULT)
    mind = found[level if level in found else STANDS_FOR[level]]
    if isinstance(mind, Settings) and mind.edition > PRESENT:
        rules = facts(game_id)
        if getattr(known, "RULES_VERSION", rules.rules_version) != rules.rules_version:
            raise BadBotFile(f"what the {level} knows about {rules.title} is of other rules: let it learn again")
    return mind


def settings_of(game_id: str, level: str) -> Settings:
    """Look up how a level searches in a game; for levels that do."""
    mind = mind_of(game_id, level)
    if not isinstance(mind, Settings):
        raise UnknownBot(f"the {level} of {game_id} does not search")
    return mind

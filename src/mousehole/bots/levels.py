"""The named bots: each a fixed configuration for each game, unless the game has levels of its own."""

from __future__ import annotations

from mousehole.bots.knowledge import FIRST, about
from mousehole.bots.names import STANDS_FOR
from mousehole.bots.thinking import Settings

DEFAULT = {
    "kitten": Settings(iterations=30, margin=0.1),
    "housecat": Settings(iterations=200, margin=0.05),
    "alley_cat": Settings(iterations=1_000),
    "tiger": Settings(iterations=5_000),
    "tiger_0_1": Settings(iterations=5_000, edition=FIRST),
}


def settings_of(game_id: str, level: str) -> Settings:
    """Look up how a level thinks about a game: its module in `bots` may say so in `LEVELS`."""
    found: dict[str, Settings] = getattr(about(game_id), "LEVELS", DEFAULT)
    return found[level if level in found else STANDS_FOR[level]]

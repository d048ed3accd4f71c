"""Whether the strongest bot of a game searches: then an analysis searches as it does."""

from __future__ import annotations

from mousehole.bots.levels import mind_of
from mousehole.bots.names import STRONGEST
from mousehole.bots.thinking import Settings


def does_lion_search(game_id: str) -> bool:
    """Tell whether the strongest bot of a game searches, on every seat alike."""
    return isinstance(mind_of(game_id, STRONGEST), Settings)

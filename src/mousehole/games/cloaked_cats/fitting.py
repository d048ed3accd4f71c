"""How many cloaks fit what the table knows of a player."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import (
    clues_of,
    count_rest,
    few_free,
    free_features,
    live_of,
    next_cloak,
    others_hidden,
    ways,
)


@rule
def count_fitting(s: Record, player: int) -> int:
    """Count the cloaks that fit a player, with everybody else dressed too."""
    b, c, d = others_hidden(s, player)
    free, cards = free_features(s), cloak_size(s)
    clues, narrow = clues_of(s, player), few_free(live_of(s, player), free, cards)
    total = 0
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        many = ways(cloak, free)
        if many and count_rest(s, cloak, b, c, d, free):
            total += many
        cloak = next_cloak(cloak, clues, narrow, cards)
    return total

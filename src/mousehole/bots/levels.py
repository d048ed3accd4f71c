"""The named bots: each a fixed configuration for each game."""

from __future__ import annotations

from mousehole.bots.thinking import Settings

LEVELS = ("kitten", "housecat", "alley_cat", "tiger")
"""From the weakest to the strongest."""

USUAL = {
    "kitten": Settings(iterations=30, margin=0.1),
    "housecat": Settings(iterations=200, margin=0.05),
    "alley_cat": Settings(iterations=1_000),
    "tiger": Settings(iterations=5_000),
}

LEVELS_OF: dict[str, dict[str, Settings]] = {
    "hide_and_squeak": {
        "kitten": Settings(iterations=12, horizon=40, margin=0.15),
        "housecat": Settings(iterations=80, horizon=40, tries=4, margin=0.05),
        "alley_cat": Settings(iterations=400, horizon=40, tries=4),
        "tiger": Settings(iterations=1_500, horizon=40, tries=4),
    },
    "cat_and_mouse": {  # a patient Inspector is hard to beat: only the tiger is one
        "kitten": Settings(iterations=4, margin=1.0, is_hasty=True),
        "housecat": Settings(iterations=20, margin=0.3, is_hasty=True),
        "alley_cat": Settings(iterations=120, margin=0.12, tries=4, is_hasty=True),
        "tiger": Settings(iterations=2_000, margin=0.02, tries=4, horizon=0),  # a judgement is as good as a playout
    },
    "cloaked_cats": {  # its playouts are sensible: a few already make a fair player
        "kitten": Settings(iterations=24, margin=2.0, horizon=0),  # any of the moves that make sense
        "housecat": Settings(iterations=30, margin=0.5),
        "alley_cat": Settings(iterations=200, margin=0.05),
        "tiger": Settings(iterations=5_000, margin=0.01, reuse=1, exploration=1.0),
    },
    "mice_heist": {  # playouts of two or three turns, then a judgement: much is chance, and more would drown in it
        "kitten": Settings(iterations=10, horizon=24, margin=0.15),
        "housecat": Settings(iterations=60, horizon=24, margin=0.05),
        "alley_cat": Settings(iterations=350, horizon=24, tries=4),
        "tiger": Settings(iterations=2_000, horizon=24, tries=4),
    },
    "who_done_it": {  # playouts of about three turns, then a judgement; nobody reads along, so nothing is mixed
        "kitten": Settings(iterations=10, horizon=4, margin=0.1),
        "housecat": Settings(iterations=40, horizon=8, exploration=0.5, margin=0.0),
        "alley_cat": Settings(iterations=160, horizon=8, exploration=0.5, margin=0.0),
        "tiger": Settings(iterations=1_000, horizon=8, exploration=0.5, margin=0.0),
    },
}
"""Where a game thinks otherwise than usual."""


def settings_of(game_id: str, level: str) -> Settings:
    """Look up how a level thinks about a game."""
    return LEVELS_OF.get(game_id, USUAL)[level]

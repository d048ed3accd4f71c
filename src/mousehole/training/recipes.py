"""What the nets in the package were trained by: one recipe a game, with the minutes it took on one H200."""

from __future__ import annotations

from mousehole.training.selfplay import Recipe

RECIPES = {
    "hide_and_squeak": (Recipe("hide_and_squeak", (3, 4, 5, 6), games=32_768, parts=16, past=0.2), 3.2),
}
USUAL_MINUTES = 10.0


def recipe_of(game_id: str) -> tuple[Recipe, float]:
    """Return a game's recipe and its minutes; a plain one for a game without a net."""
    return RECIPES.get(game_id) or (Recipe(game_id), USUAL_MINUTES)

"""What the nets in the package were trained by: one recipe a game, and how many decisions it took."""

from __future__ import annotations

from mousehole.training.run import Length
from mousehole.training.selfplay import Recipe

RECIPES = {
    "hide_and_squeak": (Recipe("hide_and_squeak", (3, 4, 5, 6), past=0.2), Length(decisions=364_904_448)),
}
USUAL = Length(minutes=10.0)


def recipe_of(game_id: str) -> tuple[Recipe, Length]:
    """Return a game's recipe and its length; a plain one for a game without a net."""
    return RECIPES.get(game_id) or (Recipe(game_id), USUAL)

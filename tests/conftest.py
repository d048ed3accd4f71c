"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

GAMES = Path(__file__).parent / "games"


def game_of(item: pytest.Item) -> str | None:
    """Tell which game a test is about: by its folder, or by its parameter `game_id`."""
    if GAMES in item.path.parents:
        return item.path.relative_to(GAMES).parts[0]
    callspec = getattr(item, "callspec", None)
    return None if callspec is None else callspec.params.get("game_id")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep all tests of a game in one worker, which then compiles or loads that game once."""
    for item in items:
        game_id = game_of(item)
        if game_id is not None:
            item.add_marker(pytest.mark.xdist_group(game_id))

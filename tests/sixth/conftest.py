"""What the tests of a game from elsewhere share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mousehole.games import PACKAGES, add


@pytest.fixture(name="game_id")
def sixth_game() -> Iterator[str]:
    """Let a sixth game join for one test, and leave again."""
    game_id = add("tests.sixth.hidden_marks")
    yield game_id
    del PACKAGES[game_id]

"""The contract of memory, for every game whose bots remember: what is imagined fits what was seen."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.bots.knowledge import has_memory, imagine_one
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import Settings, memory_of, think
from mousehole.engine.match import Match
from mousehole.engine.position import Position
from mousehole.games import ids

MODES = [table for table in modes() if has_memory(table.game_id)]
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


@each_mode
def test_an_imagined_world_fits_the_view(game_id: str, table: Table) -> None:
    """Whatever a seat imagines looks to it, byte for byte, like the view it has; with a past and without one."""
    match, chooser = open_table(table, 6), random.Random(6)
    rng = np.array([3], np.uint64)
    while not match.is_over and len(match.moves) < 120:
        seat = match.actors()[0]
        for view in (match.view(seat), match.state.view(seat)):
            memory = memory_of(match.game, view, seat)
            assert np.isfinite(memory).all()
            for _ in range(3):
                world = Position(match.game, bytearray(view.data))
                imagine_one(world.record, seat, rng, memory)
                assert world.view(seat).data == view.data
                assert world.legal(seat) == match.legal(seat)
        match.step(*careful_move(match, chooser))
    assert game_id == match.game.facts.id


@each_mode
def test_memory_is_of_ones_own_views_alone(game_id: str, table: Table) -> None:
    """Two matches that look the same to a seat leave it with the same memory, and with the same thoughts."""
    match, chooser = open_table(table, 7), random.Random(7)
    settings = Settings(iterations=60, does_remember=True)
    for _ in range(30):
        if match.is_over:
            break
        seat = match.actors()[0]
        twin = Match(match.game, match.seats, match.options, 0, [], [match.state.world(seat, 1)])
        alone = Match(match.game, match.seats, match.options, 0, [], [match.state])
        views = twin.view(seat), alone.view(seat)
        one, other = (memory_of(match.game, view, seat) for view in views)
        assert np.array_equal(one, other)
        first, second = (think(match.game, view, seat, 5, settings) for view in views)
        assert first == second
        match.step(*careful_move(match, chooser))
    assert game_id == match.game.facts.id


def test_somebody_remembers() -> None:
    """The tiger of at least one game makes use of its memory, and the tiger of 0.1 of none: it had none."""
    remembering = [game_id for game_id in ids() if settings_of(game_id, "tiger").does_remember]
    assert "hide_and_squeak" in remembering
    assert all(has_memory(game_id) for game_id in remembering)
    assert not any(settings_of(game_id, "tiger_0_1").does_remember for game_id in ids())

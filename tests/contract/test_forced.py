"""Moves that a table may make for somebody, on every game: only where there is no choice and no secret in that."""

from __future__ import annotations

import random

import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.facts import SPECTATOR
from mousehole.games import IDS

MODES = list(modes())
NEVER = {"hide_and_squeak": "HS-4.1", "cat_and_mouse": "CM-7.4"}
"""Games whose rules ask every decision, because a forced one would tell what is hidden."""


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_spectator_could_have_made_it(table: Table) -> None:
    """What the table plays for a seat is its only action in every world a spectator can think of, and final."""
    match, chooser = open_table(table, 11), random.Random(11)
    while not match.is_over and len(match.moves) < 300:
        for seat in match.actors():
            action = match.forced(seat)
            if action is None:
                continue
            assert table.game_id not in NEVER
            assert match.legal(seat) == [action]
            assert not match.state.is_undoable()
            onlooker = match.state.view(SPECTATOR)
            assert all(len(onlooker.world(SPECTATOR, seed).legal(seat)) == 1 for seed in range(3))
        match.step(*careful_move(match, chooser))


@pytest.mark.parametrize("game_id", IDS)
def test_a_game_says_where(game_id: str) -> None:
    """Forced moves come up in games that let the table make them; in the others they are asked all the same."""
    forced = single = 0
    for table in (table for table in MODES if table.game_id == game_id):
        for seed in range(6):
            match, chooser = open_table(table, seed), random.Random(seed)
            while not match.is_over and len(match.moves) < 300:
                for seat in match.actors():
                    single += len(match.legal(seat)) == 1
                    forced += match.forced(seat) is not None
                match.step(*careful_move(match, chooser))
        if single and (forced or game_id in NEVER):
            break
    assert single
    assert (forced == 0) == (game_id in NEVER)


def test_what_can_be_taken_back_is_a_choice() -> None:
    """Who Done It?: while the last placement can still be taken back, the only run is not made for the detective."""
    waited = 0
    for table in (table for table in MODES if table.game_id == "who_done_it"):
        match, chooser = open_table(table, 4), random.Random(4)
        while not match.is_over:
            if match.moves and match.state.is_undoable() and len(match.legal(0)) == 1:
                assert match.forced(0) is None
                waited += 1
            match.step(*careful_move(match, chooser))
    assert waited

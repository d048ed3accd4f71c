"""Contract 1 and 2: walks over every table."""

from __future__ import annotations

import pytest
from tests.contract.checks import POLICIES, walk_many
from tests.contract.tables import Table, all_tables

from mousehole.engine.facts import Facts
from mousehole.games import IDS, facts

WALKS = {"random": 1500, "careful": 1000, "lingering": 150}
"""So many games of each kind are walked, over all the tables of a game."""


def tables_of(game_id: str) -> list[Table]:
    """List the tables of one game."""
    return [table for table in all_tables() if table.game_id == game_id]


def check_payoffs(known: Facts, paid: tuple[float, ...]) -> None:
    """Check that seats of one side are paid alike and that sides sum to zero where the game says so."""
    sides: dict[int, float] = {}
    for seat, payoff in enumerate(paid):
        assert sides.setdefault(known.side_of(seat), payoff) == payoff
    if known.is_zero_sum:
        assert sum(sides.values()) == pytest.approx(0)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game_id", IDS)
def test_walks_keep_the_contract(game_id: str, policy: str) -> None:
    """Every game ends, legal moves never fail, views and redealt worlds agree with the truth, payoffs add up."""
    tables = tables_of(game_id)
    for table in tables:
        for paid in walk_many(table, WALKS[policy] // len(tables) + 1, policy):
            check_payoffs(facts(game_id), paid)

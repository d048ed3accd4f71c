"""The rules of Hidden Marks, and its secrets against brute force."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from tests.contract.test_counting import count_lines
from tests.contract.test_rule_ids import cited_ids, rule_ids
from tests.sixth.hidden_marks.components import CELLS, ROWS

from mousehole.engine.game import Outcome
from mousehole.engine.match import Match
from mousehole.games import load, room


def played(*cells: str) -> Match:
    """Play marks in turn; each belongs to whoever is asked."""
    match = Match.start(load("hidden_marks"), seed=1)
    for cell in cells:
        match.step(match.actors()[0], CELLS.index(cell))
    return match


def outcome_of(match: Match) -> Outcome:
    """Say how a finished match ended."""
    outcome = match.outcome()
    assert outcome is not None
    return outcome


def cells_of(mask: int) -> set[str]:
    """Name the cells of a set."""
    return {name for cell, name in enumerate(CELLS) if int(mask) >> cell & 1}


def test_the_board_is_empty_and_cross_begins(game_id: str) -> None:
    """TT-1.1, TT-2.1, TT-2.2: Cross may mark any of nine cells at first, and never its own again."""
    match = played()
    assert (match.actors(), match.legal(0)) == ((0,), list(range(9)))
    assert played("centre", "top").legal(0) == [0, 1, 2, 3, 5, 6, 7, 8]


def test_a_mark_is_hidden_until_it_is_found(game_id: str) -> None:
    """TT-2.3, TT-2.4: the other does not see a mark, runs into it, sees it then and chooses again."""
    match = played("centre")
    assert cells_of(match.view(1).marks[0]) == set()
    match.step(1, CELLS.index("centre"))
    assert match.actors() == (1,)
    assert CELLS.index("centre") not in match.legal(1)
    assert cells_of(match.view(1).marks[0]) == cells_of(match.view(-1).marks[0]) == {"centre"}


@pytest.mark.parametrize("row", range(8))
def test_each_row_wins(game_id: str, row: int) -> None:
    """TT-1.2, TT-3.1: three marks in any of the eight rows end the game at once, for Cross as for Ring."""
    cells = sorted(cells_of(ROWS[row]))
    rows = [cells_of(each) for each in ROWS]
    others = next(three for three in combinations(sorted(set(CELLS) - set(cells)), 3) if set(three) not in rows)
    match = played(cells[0], others[0], cells[1], others[1], cells[2])
    assert outcome_of(match).payoffs == (1.0, -1.0)
    match = played(others[0], cells[0], others[1], cells[1], others[2], cells[2])
    assert outcome_of(match).reason == "ring_row"


def test_a_full_board_is_a_draw(game_id: str) -> None:
    """TT-3.2: nine marks without a row, and nobody wins."""
    match = played("top left", "top", "top right", "centre", "left", "right", "bottom", "bottom left", "bottom right")
    assert outcome_of(match).reason == "full"
    assert outcome_of(match).payoffs == (0.0, 0.0)


def test_the_tree_has_the_size_one_can_work_out(game_id: str) -> None:
    """TT-2.2 to TT-2.4: nine first marks; nine answers, one of which runs into it; then eight choices either way."""
    assert [count_lines(played().state, depth) for depth in (1, 2, 3)] == [9, 9 * 9, 9 * (8 * 8 + 8)]


def test_worlds_are_just_those_that_may_be(game_id: str) -> None:
    """Redealing gives every way to place the unseen marks without a row, about equally often, and no other."""
    match = played("centre", "centre", "top left", "bottom right", "top", "left")
    view = match.view(1)
    unseen = set(CELLS) - cells_of(view.marks[0]) - cells_of(view.marks[1])
    rows = [cells_of(row) for row in ROWS]
    worlds = [{"centre", *two} for two in combinations(sorted(unseen), 2)]
    wanted = {frozenset(world) for world in worlds if world not in rows}
    assert len(wanted) == 15 - 2
    found = [frozenset(cells_of(view.world(1, seed).marks[0])) for seed in range(1300)]
    assert set(found) == wanted
    assert all(50 < found.count(world) < 150 for world in wanted)


def test_every_rule_is_cited(game_id: str) -> None:
    """Every rule of the page is found in the game's folder and in these tests."""
    folder = Path(room(game_id, "rules").__file__ or "").parent
    ids = rule_ids(game_id)
    assert len(ids) == 8
    assert set(ids) <= cited_ids(folder)
    assert set(ids) <= cited_ids(Path(__file__).parent)

"""Chances as people are shown them: what a search says, corrected by what came true."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.alone import pairs, table_rows
from benchmarks.calibration import KNOTS, Played, deals_of, fitted, tables_of

from mousehole.bots import chances, hints, players
from mousehole.bots.chances import PLAYER, TRUTH, corrected, role_of, row_name, rows_of, shown_chance
from mousehole.bots.thinking import Settings
from mousehole.engine.match import Match
from mousehole.games import IDS, load

HALVED = (*range(0, 50 * (KNOTS - 1), 50 // 2)[: KNOTS - 1], TRUTH)
"""A row for a search that says twice as much as comes true."""


def test_a_row_is_read_between_its_entries() -> None:
    """What lies between two entries of a row is corrected in proportion; nothing and everything stay so."""
    assert corrected(0.0, HALVED) == 0
    assert corrected(0.4, HALVED) == pytest.approx(0.2)
    assert corrected(0.425, HALVED) == pytest.approx(0.2125)
    assert corrected(1.0, HALVED) == 1


@pytest.mark.parametrize("game_id", IDS)
def test_stored_rows_rise_and_are_for_roles_that_exist(game_id: str) -> None:
    """Every stored row leads from nothing to everything, never falls, and belongs to a role somebody can have."""
    game = load(game_id)
    known = game.facts
    seats = range(known.min_seats, known.max_seats + 1)
    assert set(rows_of(game_id)) <= {row_name(role_of(game, seat), many) for many in seats for seat in range(many)}
    for row in rows_of(game_id).values():
        assert len(row) == KNOTS
        assert (row[0], row[-1]) == (0, TRUTH)
        assert list(row) == sorted(row)


def test_roles_are_sides_parts_or_everybody() -> None:
    """Mice share a role, Inspector and Mouse have one each, and where seats are alike all have the same."""
    squeak, heist, ball = load("hide_and_squeak"), load("cat_and_mouse"), load("cloaked_cats")
    assert [role_of(squeak, seat) for seat in (0, 1, 2)] == ["the cat", "the mice", "the mice"]
    assert [role_of(heist, seat) for seat in (0, 1)] == ["the Inspector", "the Mouse"]
    assert {role_of(ball, seat) for seat in range(4)} == {PLAYER}


def test_a_hint_shows_what_comes_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance a hint shows is that of its move, corrected by the row of its role."""
    game = load("cloaked_cats")
    match = Match.start(game, seats=2, seed=3)
    seat = match.actors()[0]
    monkeypatch.setattr(players, "mind_of", lambda *_: Settings(64))
    shown = []
    for rows in ({}, {row_name(PLAYER, 2): HALVED}):
        monkeypatch.setattr(chances, "rows_of", lambda _, rows=rows: rows)
        shown.append(hints.hint(game, match.view(seat), seat, 1).chance)
    assert shown[0]
    assert shown[1] == pytest.approx(corrected(shown[0], HALVED))
    assert shown_chance(game, 2, seat, 1.0) == 1
    assert shown_chance(game, 3, seat, 0.0) == pytest.approx(1 / 3), "what was measured of two says nothing of three"


def test_a_fit_finds_what_came_true() -> None:
    """A search that says twice what comes true is found out, and a few odd moments are not taken for the truth."""
    chance = np.random.default_rng(1)
    said = chance.random(40_000)
    won = (chance.random(40_000) < said / 2).astype(np.float64)
    row = fitted(said, won)
    assert list(row) == sorted(row)
    assert corrected(0.6, row) == pytest.approx(0.3, abs=0.03)
    odd = fitted(np.full(5, 0.6), np.zeros(5))
    assert corrected(0.6, odd) > 0.45


def test_every_set_up_of_a_game_for_one_is_measured() -> None:
    """Calibration is measured at several numbers of players, and in all set-ups where there is one player."""
    assert len(tables_of(load("who_done_it"))) == 8
    assert [seats for seats, _ in tables_of(load("cloaked_cats"))] == [2, 3, 4]


def test_bots_that_play_alone_are_compared_on_the_deals_that_both_have_played() -> None:
    """What only one of them has played counts for nobody, and a line stands for each table."""
    first = [Played(deal, deal % 8, {0: float(deal < 20)}, []) for deal in range(40)]
    second = [Played(deal, deal % 8, {0: float(deal % 2)}, []) for deal in range(8, 48)]
    found = pairs(first, second)
    assert [len(found[table]) for table in range(8)] == [4] * 8
    assert found[1] == [(1.0, 1.0), (1.0, 1.0), (0.0, 1.0), (0.0, 1.0)]
    *_, last = table_rows("who_done_it", found)
    assert last.startswith("| all | 32 | 37.5% |")


def test_some_tables_are_measured_alone() -> None:
    """Deals of the tables numbered come in order, as many as are asked for, and belong to no other table."""
    assert deals_of("mice_heist", 5, 4, "2,3") == [6, 7, 10, 11]
    assert deals_of("mice_heist", 5, 4, None) == [5, 6, 7, 8]


@pytest.mark.parametrize(("tables", "wrong"), [("4,5", "4, 5"), ("0,-1", "-1")])
def test_a_table_that_there_is_not_is_refused(tables: str, wrong: str) -> None:
    """A number that no table has is said, for no deal would ever belong to it."""
    with pytest.raises(SystemExit, match=f"^mice_heist has tables 0 to 3, and none with number {wrong}$"):
        deals_of("mice_heist", 0, 4, tables)

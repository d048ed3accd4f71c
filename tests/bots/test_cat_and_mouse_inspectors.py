"""Two Inspectors on the same deals: the same card in the pocket, one game until they differ, and lots taken out."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import count
from pathlib import Path

import pytest
from benchmarks.cat_and_mouse_hunting import BELIEFS
from benchmarks.cat_and_mouse_inspectors import GAME, HEARD, NOTHING, has_same_lot, meet, pairs_in, said

from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.games.cat_and_mouse import codes


def test_an_inspector_is_as_good_as_itself() -> None:
    """Where both are the same patient bot every game is the same twice, and nothing is drawn by lot."""
    for deal in range(6):
        pair = meet("greedy", "greedy", "kitten", deal)
        assert pair.lion == pair.other == pair.patient
        assert pair.heard == NOTHING


def test_the_lots_of_the_lion_count_as_often_as_they_are_drawn() -> None:
    """Where it may spring the trap early both games are played, and each counts by its chance."""
    pair = next(pair for deal in count() if (pair := meet("lion", "greedy", "greedy", deal)).heard != NOTHING)
    assert pair == meet("lion", "greedy", "greedy", pair.deal)
    assert pair.share == pytest.approx(BELIEFS[HEARD[pair.heard]])
    assert pair.lion == pytest.approx((1 - pair.share) * pair.patient + pair.share * pair.sprung)


def test_a_lot_is_the_same_only_in_the_same_game() -> None:
    """The first room to monitor is drawn by the same lot, until the games have differed."""
    match = Match.start(GAME, seed=3)
    while match.state.phase != codes.MONITOR:
        seat = match.actors()[0]
        match.step(seat, player(GAME, "greedy")(match.view(seat), seat, 1).action)
    assert has_same_lot(match, [*match.moves, (codes.INSPECTOR, 1)])
    assert not has_same_lot(match, [(seat, action + 1) for seat, action in match.moves])


def test_deals_are_kept(tmp_path: Path) -> None:
    """What was written is read again, and said in points."""
    path = tmp_path / "pairs.jsonl"
    assert pairs_in(path) == {}
    pairs = [meet("greedy", "greedy", "greedy", deal) for deal in range(4)]
    path.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in pairs), encoding="utf-8")
    assert [*pairs_in(path).values()] == pairs
    lines = list(said(pairs, [1.0] * len(HEARD)))
    assert lines[0].endswith("difference +0.00 ± 0.00 points")
    assert lines[-1].endswith("+0.00 ± 0.00 points")

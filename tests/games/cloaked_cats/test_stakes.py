"""Cloaked Cats: what is said to be at stake is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import FEATURE_COUNT


def lines(phase: int, masks: int) -> Iterator[tuple[Match, int, str]]:
    """Play games with few or many masks, and yield what is said to be at stake in a phase."""
    for seed in range(8):
        match, chooser = (
            Match.start(load("cloaked_cats"), seats=3, options={"masks": masks}, seed=seed),
            random.Random(seed),
        )
        while not match.is_over:
            (seat,) = match.actors()
            if match.state.record.phase == phase:
                yield match, seat, match.view(seat).at_stake()
            match.step(seat, chooser.choice(match.legal(seat)))


def after(match: Match, seat: int, action: int) -> Record:
    """Play an action on a copy."""
    return match.after(seat, action).record


@pytest.mark.parametrize("masks", [6, 16])
def test_a_guess_pays_what_is_said(masks: int) -> None:
    """CC-3.3, CC-4.2: right, one of their masks is mine; wrong, one of mine is theirs; a last one ends the ball."""
    heard = set()
    for match, seat, line in lines(codes.GUESS, masks):
        before = match.state.record
        heard.add(line)
        for action in match.legal(seat):
            if action == codes.PASS:
                continue
            played, target = after(match, seat, action), (action - codes.FIRST_GUESS) // FEATURE_COUNT
            is_right = int(before.cloak[target]) >> (action - codes.FIRST_GUESS) % FEATURE_COUNT & 1
            winner, payer = (seat, target) if is_right else (target, seat)
            assert line.startswith("Right: they pay you a mask. Wrong: you pay ")
            assert (played.won[winner], played.stock[payer]) == (before.won[winner] + 1, before.stock[payer] - 1)
            assert not is_right or (played.won[target], played.stock[seat]) == (before.won[target], before.stock[seat])
            if played.ended == codes.OUT_OF_MASKS:
                assert (
                    "A last mask paid ends the ball." in line or "you pay your last one, and the ball is over" in line
                )
            if played.last and not before.last:
                assert "last" in line
    assert {"last one" in line for line in heard} == {True, False}


def test_a_cat_costs_what_is_said() -> None:
    """CC-3.2, CC-4.2: everybody who shares a feature lays one mask, the sender too; a last one ends the ball."""
    heard = set()
    for match, seat, line in lines(codes.PLAY, 6):
        before = match.state.record
        heard.add("A last mask ends the ball." in line)
        assert ("A last mask ends the ball." in line) == (1 in [int(n) for n in before.stock[:3]])
        for cat in match.legal(seat):
            played = after(match, seat, cat)
            laid = [int(before.stock[player]) - int(played.stock[player]) for player in range(3)]
            assert laid == [int(played.masked[player]) >> cat & 1 for player in range(3)]
            assert (played.ended == codes.OUT_OF_MASKS) == (0 in [int(n) for n in played.stock[:3]])
    assert heard == {True, False}

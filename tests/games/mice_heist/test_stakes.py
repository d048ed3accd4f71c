"""Mice Heist: what is said to be at stake is what happens."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.mice_heist import codes


def asked(*phases: int, **options: int) -> Iterator[tuple[Match, int, str]]:
    """Play games, and yield what is said to be at stake in some phases."""
    for seed in range(6):
        match, chooser = Match.start(load("mice_heist"), seats=4, options=dict(options), seed=seed), random.Random(seed)
        while not match.is_over:
            seat = chooser.choice(match.actors())
            if match.state.record.phase in phases:
                yield match, seat, match.view(seat).at_stake()
            match.step(seat, chooser.choice(match.legal(seat)))


def test_a_test_pays_what_is_said() -> None:
    """MH-5.4: a test that is stopped pays or teaches what its line says; the obstacle stays or goes as said."""
    heard, exact = set[tuple[bool, str]](), set[bool]()
    for match, seat, line in asked(codes.PLAY):
        said = re.fullmatch(
            r"Pass: up (\d)(?: and (\d+) cheese)?\. "
            r"Fail: up 1, you may learn from (a card|two cards), the obstacle (stays|goes)\.",
            line,
        )
        assert said
        before = match.state.record
        job = int(before.testing)
        after = match.after(seat, codes.STOP).record
        told = [[int(n) for n in event] for event in after.events[: after.event_count]]
        is_passed = next(event[1] for event in told if event[0] == codes.EVENT_TESTED) == codes.SUCCESS
        heard.add((is_passed, said[4]))
        if is_passed:
            found = sum(event[2] for event in told if event[:2] == [codes.EVENT_TOOK_CHEESE, seat] and event[3] < 0)
            assert found == int(said[2] or 0)
            ways = [event[3] for event in told if event[:3] == [codes.EVENT_MOVED, seat, job]]
            assert all(way % 16 > way // 16 for way in ways)
            exact.update(way % 16 - way // 16 == int(said[1]) for way in ways)
        else:
            stays = not any(event[0] == codes.EVENT_OBSTACLE_LEFT and event[1] == job for event in told)
            assert stays == (said[4] == "stays")
            assert after.phase != codes.LEARN or after.learns == (2 if said[3] == "two cards" else 1)
    assert True in exact
    assert heard == {(is_passed, rest) for is_passed in (True, False) for rest in ("stays", "goes")}


@pytest.mark.parametrize("stakes", [0, 1])
def test_a_bet_wins_and_costs_what_is_said(stakes: int) -> None:
    """MH-5.4, MH-5.7: helpers go up by their chips when it passes; when it fails they go back only with high stakes."""
    moved = set()
    for match, seat, line in asked(codes.BET, stakes=stakes):
        assert ("you move back as far" in line) == bool(stakes)
        assert ("by the chips you bet" in line) == (match.state.record.home[seat] > 1)
        going, job = match.copy(), int(match.state.record.testing)
        going.step(seat, max(match.legal(seat)))
        told = events(going)
        while not any(event[0] == codes.EVENT_TESTED for event in told):
            going.step(going.actors()[0], 0)  # nobody else helps, no card is played
            told = events(going)
        tested = next(i for i, event in enumerate(told) if event[0] == codes.EVENT_TESTED)
        ways = [way for kind, who, where, way in told[tested:] if (kind, who, where) == (codes.EVENT_MOVED, seat, job)]
        is_passed = told[tested][1] == codes.SUCCESS
        assert all((way % 16 > way // 16) == is_passed for way in ways)
        assert is_passed or stakes or not ways
        moved.add((is_passed, bool(ways)))
    assert (True, True) in moved
    assert ((False, True) in moved) == bool(stakes)


def events(match: Match) -> list[list[int]]:
    """List what the last move brought about."""
    record = match.state.record
    return [[int(n) for n in event] for event in record.events[: record.event_count]]


def test_learning_costs_the_card_and_raises_its_skill() -> None:
    """MH-4.1: learning from a card in hand takes it away and raises one rating by one, to five at most."""
    for match, seat, line in asked(codes.LEARN, codes.LOOK_ON):
        before = match.state.record
        for action in match.legal(seat):
            if codes.HAND_CARD <= action < codes.PLAYED_CARD:
                assert line == "Learning costs the card, and raises its skill by one, to 5 at most."
                after = match.after(seat, action).record
                rises = [int(b) - int(a) for a, b in zip(before.rating[seat], after.rating[seat], strict=True)]
                assert sum(rises) <= 1
                assert max(after.rating[seat]) <= 5

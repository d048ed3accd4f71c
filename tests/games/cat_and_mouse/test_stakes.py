"""Cat & The Mouse: what is said to be at stake is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.contract.walking import careful_move

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes

ESCAPES = {codes.ESCAPED_WITH_SET, codes.ESCAPED_EMPTY}


def asked(*phases: int, games: int = 30, **options: int) -> Iterator[tuple[Match, int, str]]:
    """Play games that nobody ends early, and yield what is said to be at stake in some phases."""
    for seed in range(games):
        match, chooser = Match.start(load("cat_and_mouse"), options=dict(options), seed=seed), random.Random(seed)
        while not match.is_over:
            (seat,) = match.actors()
            if match.state.record.phase in phases:
                yield match, seat, match.view(seat).at_stake()
            match.step(*careful_move(match, chooser))


@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_the_trap_wins_and_loses_as_said(tricks: int) -> None:
    """CM-5.2, CM-5.3: the right room wins, unless a Calling Card that was spoken of is shown; a wrong one loses."""
    heard = set()
    for match, seat, line in asked(codes.TRAP, games=60, tricks=tricks):
        for room in match.legal(seat):
            after = match.after(seat, room).record
            if room != match.state.record.room:
                assert after.ended in ESCAPES
                continue
            assert after.ended == codes.CAUGHT or "unless it holds a Calling Card" in line
            heard.add(int(after.ended))
    assert (0 in heard) == (tricks > 0)


@pytest.mark.parametrize("clues", [1, 3])
def test_the_clue_said_to_win_does(clues: int) -> None:
    """CM-4.2: as many more clues as are said win, no fewer, at any number agreed on."""
    numbers = {"One more clue": 1, "Two more clues": 2, "Three more clues": 3}
    heard = set()
    for match, seat, line in asked(codes.NAME, clues=clues):
        left = numbers[line.split(" and ")[0]]
        before = match.state.record
        for room in match.legal(seat):
            if room <= codes.NAME_VANISH - 1:
                after = match.after(seat, room).record
                is_clue = after.clues > before.clues
                assert (after.ended == codes.THREE_CLUES) == (is_clue and left == 1)
                heard.add((left, is_clue))
    assert (1, True) in heard
    assert (clues == 1) == ((3, False) not in heard)


def test_staying_ends_as_said() -> None:
    """CM-5, CM-7.1, CM-7.2: what staying and vanishing are said to bring, they bring."""
    heard = set()
    for match, seat, line in asked(codes.STAY, games=150, tricks=2):
        held = match.state.record.room
        stayed = match.after(seat, codes.STAY_PUT)
        found = stayed.after(codes.INSPECTOR, int(held)).record
        missed = stayed.after(codes.INSPECTOR, int(held) % 12 + 1).record
        assert missed.ended in ESCAPES
        assert (found.ended == codes.CAUGHT) == ("the right one loses" in line)
        assert (codes.STAY_VANISH in match.legal(seat)) == ("Vanish: only a set wins." in line)
        if codes.STAY_VANISH in match.legal(seat):
            after = match.after(seat, codes.STAY_VANISH).record
            assert after.ended in {codes.VANISHED_WITH_SET, codes.VANISHED_WITHOUT}
        heard.add(line)
    assert len(heard) > 1


def test_a_room_gets_the_loot_that_is_said() -> None:
    """CM-2.2, CM-6.2: as many loot cards as are said are dealt to a room, however many are agreed or left."""
    numbers = {"No": 0, "One": 1, "Two": 2, "Three": 3}
    heard = set()
    for loot in (1, 2, 3):
        for match, seat, line in asked(codes.FIRST_ROOM, codes.NEW_ROOM, room_loot=loot):
            said = numbers[line.split()[0]]
            heard.add(said)
            assert match.after(seat, match.legal(seat)[0]).record.attached_count == said
    assert heard >= {1, 2, 3}


def test_going_home_wins_with_a_set_alone() -> None:
    """CM-6.3: ending the heist wins with a set and loses without, as is said."""
    for match, seat, line in asked(codes.TURN):
        assert line == "Ending the heist wins with a set, and loses without."
        after = match.after(seat, codes.END_HEIST).record
        has_set = match.game.words.what_you_hold(match.view(seat).record) != "You hold no set yet."  # type: ignore[attr-defined]
        assert after.ended == (codes.ENDED_WITH_SET if has_set else codes.ENDED_WITHOUT)

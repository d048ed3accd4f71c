"""House rules of Cat & The Mouse: each number at work, and nothing else changed by it."""

from __future__ import annotations

import pytest

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes

GAME = load("cat_and_mouse")


def before_a_clue(turned_up: int, **options: int) -> Match:
    """Play turn one, let the Inspector check, and give it so many clues of rooms that were named long ago."""
    match = Match.start(GAME, options=options, seed=4)
    while match.state.phase != codes.NAME:
        (seat,) = match.actors()
        match.step(seat, match.legal(seat)[0])
    match.state.record.clues = turned_up
    return match


def name_the_row(match: Match) -> Match:
    """Let the Mouse name the room that the Inspector has just laid into the row."""
    match.step(codes.MOUSE, int(match.state.row[int(match.state.laid) - 1]))
    return match


@pytest.mark.parametrize("clues", [1, 2, 3, 6])
def test_clues_needed(clues: int) -> None:
    """CM-10.1: the Inspector wins with the clue that was agreed on, not with the one before it."""
    match = name_the_row(before_a_clue(clues - 1, clues=clues))
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("three_clues", (codes.INSPECTOR,))
    ordinal = ("", "first", "second", "third", "fourth", "fifth", "sixth")[clues]
    assert f"the {ordinal} clue gives the Mouse away" in outcome.sentence
    if clues > 1:
        assert not name_the_row(before_a_clue(clues - 2, clues=clues)).is_over


def test_clues_are_told_and_shown_as_agreed() -> None:
    """CM-10.1: prompt, drawing, picture and the warning before a grave move speak of the clues of this table."""
    match = before_a_clue(4, clues=5)
    view = match.view(codes.MOUSE)
    assert "(4 of 5 so far)" in view.prompt()
    assert "Clues 4 of 5" in view.text()
    assert GAME.picture.show(view.record, codes.MOUSE).clues_to_win == 5
    watched = int(match.state.row[0])
    assert GAME.picture.is_grave(view.record, codes.MOUSE, watched)
    assert not GAME.picture.is_grave(before_a_clue(2, clues=5).view(codes.MOUSE).record, codes.MOUSE, watched)


@pytest.mark.parametrize("loot", [1, 2, 3])
def test_loot_dealt_to_a_room(loot: int) -> None:
    """CM-10.2: a room gets as many loot cards as were agreed; the Mouse keeps one of them as ever."""
    match = before_a_clue(0, room_loot=loot)
    assert match.state.attached_count == loot
    assert int(match.state.stocks) == 12 - 1 - loot
    match.step(codes.MOUSE, int(match.state.room))
    match.step(codes.MOUSE, codes.LOOT_ROOM)
    assert len({action // 3 for action in match.legal(codes.MOUSE)}) == loot
    match.step(codes.MOUSE, match.legal(codes.MOUSE)[0])
    assert (match.state.held, match.state.attached_count) == (1, loot - 1)


@pytest.mark.parametrize(("name", "value"), [("clues", 0), ("clues", 7), ("room_loot", 0), ("room_loot", 4)])
def test_numbers_out_of_range(name: str, value: int) -> None:
    """CM-10.1, CM-10.2: no clues, no loot or far too much of it is refused."""
    with pytest.raises(BadOption, match=f"{name} goes from"):
        Match.start(GAME, options={name: value}, seed=1)

"""Contribution and ratings in Mice Heist."""

from __future__ import annotations

import pytest
from tests.games.mice_heist.heist import table

from mousehole.engine.match import Match
from mousehole.games.mice_heist.cards import learn
from mousehole.games.mice_heist.gestures import raise_rating
from mousehole.games.mice_heist.track import move_down, move_up


def row(drawing: str) -> Match:
    """Put markers onto the first job's track: its spaces from 1 to 11, letters a to f for the seats."""
    match = table(seats=6)
    for space, mark in enumerate(drawing, 1):
        if mark != ".":
            match.state.track[0, "abcdef".index(mark)] = space
    assert len(drawing) == 11
    return match


def drawn(match: Match) -> str:
    """Draw the first job's track again."""
    marks = ["."] * 12
    for seat in range(6):
        marks[match.state.track[0, seat]] = "abcdef"[seat]
    return "".join(marks[1:])


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ("...........", 1, "a.........."),  # off the track counts as 0
        ("...........", 4, "...a......."),
        ("a..........", 3, "...a......."),
        ("abc........", 3, ".bca......."),  # only the final space matters
        (".b.........", 2, ".ba........"),  # taken: the next free one above
        ("bcd.e......", 1, "bcdae......"),
        ("bcde.......", 2, "bcdea......"),
        ("a.bcd......", 2, "..bcda....."),
        (".........a.", 1, "..........a"),
        (".........a.", 4, "..........a"),  # past the end: the highest free space
        (".......a..b", 4, ".........ab"),
        (".......a..b", 3, ".........ab"),  # none free above the final space: the highest free one below it
        ("......a.cdb", 3, ".......acdb"),
        ("......a.cdb", 4, ".......acdb"),
    ],
)
def test_moving_up(before: str, count: int, after: str) -> None:
    """MH-3.1: up by n, past taken spaces, at the end to the highest free space above the marker."""
    match = row(before)
    move_up(match.state.record, 0, 0, count)
    assert drawn(match) == after
    assert match.state.cheese[0] == 0


@pytest.mark.parametrize(
    ("before", "count"),
    [("..........a", 1), ("..........a", 4), (".........ab", 1), (".......acdb", 3), (".....abcdef", 4)],
)
def test_cheese_instead_of_a_move(before: str, count: int) -> None:
    """MH-3.1: on the last space, or with none free above, the marker stays and its owner takes a cheese."""
    match = row(before)
    move_up(match.state.record, 0, 0, count)
    assert drawn(match) == before
    assert (match.state.cheese[0], match.state.supply) == (1, 39)


def test_no_cheese_left_instead_of_a_move() -> None:
    """MH-3.1, MH-1.3: with an empty larder there is neither move nor cheese."""
    match = row("..........a")
    s = match.state.record
    s.supply, s.cheese[1] = 0, 40
    move_up(s, 0, 0, 1)
    assert (s.cheese[0], s.supply, drawn(match)) == (0, 0, "..........a")


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ("...a.......", 1, "..a........"),
        ("...a.......", 2, ".a........."),
        ("..ba.......", 1, ".ab........"),  # taken: the next free one below
        ("bc.a.......", 2, "bc........."),  # none free below: off the track
        ("bcda.......", 1, "bcd........"),
        (".a.........", 2, "..........."),  # past the first space
        ("a..........", 1, "..........."),
        ("b..........", 2, "b.........."),  # off stays off
    ],
)
def test_moving_down(before: str, count: int, after: str) -> None:
    """MH-3.2: down by n, past taken spaces, in the end off the track."""
    match = row(before)
    move_down(match.state.record, 0, 0, count)
    assert drawn(match) == after


def test_ratings_stop_at_five() -> None:
    """MH-1.1, MH-4.1: a rating rises by one at a time and no further than five; learning at five changes nothing."""
    s = table(ratings=[(4, 5, 0)]).state.record
    raise_rating(s, 0, 0)
    raise_rating(s, 0, 0)
    assert list(s.rating[0]) == [5, 5, 0]
    s.deck[4] -= 1
    learn(s, 0, 4)
    assert list(s.rating[0]) == [5, 5, 0]
    assert s.discards[4] == 1

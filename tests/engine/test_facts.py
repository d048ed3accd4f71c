"""Facts and options: what can be agreed before a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole.engine.errors import BadOption, BadSeats, UnknownGame
from mousehole.games import IDS, facts

games = st.sampled_from(IDS).map(facts)


@given(games, st.data())
def test_options_round_trip(known, data) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Whatever options are chosen, their text reads back as the same values."""
    chosen = tuple(
        data.draw(st.integers(option.low, len(option.choices) - 1 if option.choices else option.high))
        for option in known.options
    )
    assert known.parse_options(known.options_text(chosen)) == chosen
    assert known.parse_options(known.options_text(chosen).replace(" ", ",")) == chosen


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("dawn=4", "dawn"),
        ("dawn=201", "dawn"),
        ("dawn=soon", "soon"),
        ("dawn=", "dawn"),
        ("dawn", "name=value"),
        ("walls=up", "walls"),
        ("walls=0", "walls"),
        ("noon=1", "noon"),
        ("dawn=9 dawn=9", "twice"),
    ],
)
def test_bad_options_are_named(text: str, named: str) -> None:
    """An option that does not exist, is out of range or given twice gives an error that names it."""
    with pytest.raises(BadOption, match=named):
        facts("hide_and_squeak").parse_options(text)


@pytest.mark.parametrize("game_id", IDS)
def test_seats_are_checked(game_id: str) -> None:
    """Too few or too many seats give an error that says how many there can be."""
    known = facts(game_id)
    for seats in (known.min_seats - 1, known.max_seats + 1):
        with pytest.raises(BadSeats, match=str(known.max_seats)):
            known.check_seats(seats)
    assert known.check_seats(known.usual_seats) == known.usual_seats


@pytest.mark.parametrize("game_id", IDS)
def test_facts_are_complete(game_id: str) -> None:
    """Every game says what it is, and every option whom it favours, in whole sentences."""
    known = facts(game_id)
    assert known.id == game_id
    assert known.min_seats <= known.usual_seats <= known.max_seats
    assert known.summary.endswith(".")
    assert all(option.hint.endswith(".") for option in known.options)
    assert all(option.low <= option.default <= option.high or option.choices for option in known.options)


def test_unknown_games_are_named() -> None:
    """A game that is not there gives an error that lists those that are."""
    with pytest.raises(UnknownGame, match="hide_and_squeak"):
        facts("chess")

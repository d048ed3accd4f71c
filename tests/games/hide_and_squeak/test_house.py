"""House rules of Hide and Squeak: each number at work, and nothing else changed by it."""

from __future__ import annotations

import pytest
from tests.games.hide_and_squeak.house import house, names, play

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes

GAME = load("hide_and_squeak")


@pytest.mark.parametrize(("captures", "is_over"), [(0, False), (1, True), (2, False), (3, False)])
def test_captures_needed(captures: int, is_over: bool) -> None:  # a parameter of the test
    """HS-7.1: one capture wins where one was agreed, and two mice are needed where nothing was."""
    match = play(house("Cp2 .2 .2 .2 .2 .2 .2 .2 b2", captures=captures), "pounce")
    assert match.is_over == is_over
    assert f"captures 1 of {captures or 2}" in match.view(0).text()
    assert GAME.picture.show(match.view(0).record, 0).captures_goal == (captures or 2)


def test_more_captures_than_mice() -> None:
    """HS-7.1: a mouse may be caught again, so the cat may need more captures than there are mice."""
    match = play(house("Cpb2 .2 .2 .2 .2 .2 .2 .2 .2", captures=3), "pounce")
    assert not match.is_over
    assert match.state.captures == 2


@pytest.mark.parametrize(("cheese", "is_over"), [(0, False), (1, True), (5, False)])
def test_cheese_needed(cheese: int, is_over: bool) -> None:  # as above
    """HS-7.2: the mice win with the first cheese where one was agreed, and need six where nothing was."""
    match = play(house("C2 .2 .2 .2 .2 .2 .2 .2 pb2", cheese=cheese), "stop", "take")
    assert match.is_over == is_over
    assert f"Cheese 1 of {cheese or 6}" in match.view(0).text()
    assert GAME.picture.show(match.view(0).record, 0).stored_goal == (cheese or 6)


@pytest.mark.parametrize(
    ("captures", "cheese", "reason"),
    [(0, 0, "dawn_cat"), (0, 4, "dawn_draw"), (0, 3, "dawn_mice"), (3, 0, "dawn_draw"), (6, 0, "dawn_mice")],
)
def test_dawn_compares_with_what_was_agreed(captures: int, cheese: int, reason: str) -> None:
    """HS-6.2, HS-7.1, HS-7.2: two cheeses and a capture: at dawn the share that each is of its side's goal counts."""
    match = house("C2 .2 .2 .2 .2 .2 .2 .2 pb2", dawn=5, captures=captures, cheese=cheese)
    match.state.record.night, match.state.record.captures = 5, 1
    match.state.record.stored = 1
    outcome = play(match, "stop", "take", "leave").outcome()
    assert outcome is not None
    assert outcome.reason == reason


@pytest.mark.parametrize("actions", [1, 2, 4, 6])
def test_actions_of_the_cat(actions: int) -> None:
    """HS-7.3: the mice come to the cheese after as many actions as were agreed, in the second round too."""
    match = house("C2 .2 .2 .2 .2 .2 .2 .2 pb2", cat_actions=actions)
    for round_number in (1, 2):
        assert f"{actions} of {actions} actions left" in match.view(0).prompt()
        play(match, *["listen"] * actions)
        assert match.state.phase == codes.CHEESE, round_number
        play(match, "leave", "leave", "run bedroom", "run bedroom")
    assert GAME.picture.show(match.view(0).record, 0).actions == actions


@pytest.mark.parametrize("traps", [0, 1, 3, 9])
def test_traps(traps: int) -> None:
    """HS-7.4: the cat hides as many traps as were agreed, and with none the mice start at once."""
    match = Match.start(GAME, seats=3, options={"traps": traps}, seed=3)
    play(match, *["spare kitchen"] * 3)
    for left in range(traps, 0, -1):
        assert f"{left} of {traps} left" in match.view(0).prompt()
        play(match, names(match)[0])
    assert match.state.phase == codes.START
    assert (int(match.state.traps.sum()), int(match.state.traps_laid)) == (traps, traps)
    assert int(match.state.tokens.sum()) == 21
    assert GAME.picture.show(match.view(0).record, 0).traps_total == traps


@pytest.mark.parametrize(
    ("seats", "options", "named"),
    [
        (6, {"traps": 7}, "5 mice cannot store 15 cheeses: with 7 traps there are 14"),
        (3, {"cheese": 19}, "2 mice cannot store 19 cheeses: with 3 traps there are 18"),
        (3, {"cheese": 22}, "cheese goes from 0 to 21, not 22"),
        (3, {"cat_actions": 0}, "cat_actions goes from 1 to 6, not 0"),
    ],
)
def test_impossible_house_rules(seats: int, options: dict[str, int], named: str) -> None:
    """HS-7.2: more cheese than the house holds, or a number out of its range, is refused in a sentence."""
    with pytest.raises(BadOption, match=named):
        Match.start(GAME, seats=seats, options=options, seed=1)


def test_the_words_of_an_end_have_the_agreed_numbers() -> None:
    """HS-6.2: how near both sides came is said in the numbers of this table."""
    match = house("C2 .2 .2 .2 .2 .2 .2 .2 pb2", dawn=5, captures=4, cheese=9)
    match.state.record.night = 5
    outcome = play(match, "stop", "take", "leave").outcome()
    assert outcome is not None
    assert "1 of 9 cheeses stored, 0 of 4 captures made" in outcome.sentence


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_what_is_printed_by_seats(seats: int) -> None:
    """HS-7.1, HS-7.2: agreeing on the very numbers that are printed for so many mice is the printed game."""
    printed = {option.name: option.printed_value(seats) for option in GAME.facts.options}
    assert (printed["captures"], printed["cheese"]) == (seats - 1, 3 * (seats - 1))
    match = Match.start(GAME, seats=seats, options=printed, seed=3)
    assert match.state.tobytes() == Match.start(GAME, seats=seats, seed=3).state.tobytes()
    assert not match.state.has_house_rules

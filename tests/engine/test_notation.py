"""Notation: garbage, truncated and edited records are refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.tables import Table
from tests.contract.walking import play_carefully

from mousehole.engine.errors import BadOption, BadSeats, BadSeed, TableError, UnknownGame, Unreadable
from mousehole.engine.match import Match, parse_seed
from mousehole.engine.notation import read_match, write_match
from mousehole.games import load

WHOLE = write_match(play_carefully(Table("hide_and_squeak", 3, (0, 5)), 1))


def edited(old: str, new: str) -> str:
    """Change the whole record in one place."""
    assert old in WHOLE
    return WHOLE.replace(old, new, 1)


def test_a_whole_record_reads() -> None:
    """The record the other tests spoil is a good one."""
    assert write_match(read_match(WHOLE, load)) == WHOLE


def test_a_draw_is_worth_nothing_to_either_side() -> None:
    """Nobody is paid "-0": a payoff of nothing has no sign, in an outcome and in a record."""
    match = Match.start(load("hide_and_squeak"), seats=3, options={"dawn": 5}, seed=1)
    while not match.is_over:
        seat = match.actors()[0]
        names = match.move_names(seat)
        match.step(seat, names.get("stop", names.get("leave", min(names.values()))))
    assert '[Result "0 0 0"]' in write_match(match)


def test_blank_lines_and_indents_do_not_matter() -> None:
    """A record that was pasted from a letter reads all the same."""
    assert write_match(read_match("\n\n" + WHOLE.replace("\n", " \r\n  "), load)) == WHOLE


@pytest.mark.parametrize(
    ("text", "error", "named"),
    [
        ("", Unreadable, "Game"),
        ("hello", Unreadable, "line 1"),
        ("\x00\xff", Unreadable, "line 1"),
        ("\n".join(WHOLE.splitlines()[:-3]), Unreadable, "breaks off"),
        ("\n".join(WHOLE.splitlines()[1:]), Unreadable, "Game"),
        (edited("hide_and_squeak", "chess"), UnknownGame, "chess"),
        (edited('Rules "1"', 'Rules "99"'), Unreadable, "99"),
        (edited('Seats "3"', 'Seats "9"'), BadSeats, "9"),
        (edited('Seats "3"', 'Seats "many"'), Unreadable, "many"),
        (edited("dawn=5", "dawn=1"), BadOption, "dawn"),
        (edited('Seed "1"', 'Seed "one"'), BadSeed, "one"),
        (edited('Seed "1"', 'Seed "-1"'), BadSeed, "-1"),
        (edited('Seed "1"', 'Seed "2"'), Unreadable, "line|Final"),
        (edited("1. the cat", "2. the cat"), Unreadable, "move 1"),
        (edited("1. the cat", "1. the dog"), Unreadable, "the dog"),
        (edited("1. the cat: spare", "1. Pip: spare"), Unreadable, "Pip is not asked"),
        (edited("1. the cat: spare", "1. the cat: fly"), Unreadable, "fly"),
        (edited('Result "', 'Result "0 '), Unreadable, "Result"),
        (edited('[Reason "', '[Reason "no_'), Unreadable, "Reason"),
        (edited('[Final "', '[Final "0'), Unreadable, "Final"),
        (edited("[Seed", '[Seed "3"]\n[Seed'), Unreadable, "twice"),
        (WHOLE + "999. the cat: stop\n", Unreadable, "999"),
        ("x" * 3_000_000, Unreadable, "too long"),
    ],
)
def test_spoilt_records_are_refused(text: str, error: type[TableError], named: str) -> None:
    """Each spoilt record gives an error of the family that names what is wrong."""
    with pytest.raises(error, match=named):
        read_match(text, load)


def test_moves_after_the_end_are_refused() -> None:
    """A record that goes on after the game is over is not a game."""
    more = len(read_match(WHOLE, load).moves) + 1
    with pytest.raises(Unreadable, match="over"):
        read_match(f"{WHOLE}{more}. the cat: stop\n", load)


@given(st.integers(0, len(WHOLE) - 1), st.characters(min_codepoint=32, max_codepoint=126))
def test_any_single_change_is_noticed(place: int, letter: str) -> None:
    """A record with one letter changed is refused, or it is still the same game (case, blanks)."""
    changed = WHOLE[:place] + letter + WHOLE[place + 1 :]
    try:
        match = read_match(changed, load)
    except TableError:
        return
    assert write_match(match) == WHOLE


@pytest.mark.parametrize("text", ["", "x", "1.5", "-1", "1e3", "²", str(2**128), " 1"])
def test_bad_seeds_are_refused(text: str) -> None:
    """A seed is a whole number from 0 to 2**128 - 1."""
    with pytest.raises(BadSeed):
        parse_seed(text)


def test_seeds_out_of_range_are_refused() -> None:
    """A match does not start from a seed that the record could not hold."""
    for seed in (-1, 2**128):
        with pytest.raises(BadSeed):
            Match.start(load("hide_and_squeak"), seed=seed)

"""How a heist ends, and what it pays."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.mice_heist.heist import bet, hand, payoffs, play, table

from mousehole.engine.match import Match
from mousehole.games.mice_heist.ending import end_game

MINUS = "\N{MINUS SIGN}"


def last_obstacle(*, passes: bool, hands: tuple[tuple[str, ...], ...] = ()) -> Match:
    """Take on the last obstacle of Tower Run."""
    match = table(ratings=[(5, 0, 0)], hands=hands)
    match.state.cleared[0] = 4
    chips = ["blue +4", "green +2"] if passes else ["red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2"]
    bet(play(match, "b5 agility"), 0, 0, 0, chips=chips)
    if hands:
        play(match, "stop")
    return match


def test_the_last_obstacle_ends_the_game() -> None:
    """MH-6.1, MH-5.8: the game ends with that turn's clean-up, without discarding or drawing."""
    match = last_obstacle(passes=True, hands=(("Keep Calm", "Lone Wolf"),))
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "job_done"
    assert hand(match, 0) == ["Keep Calm", "Lone Wolf"]
    assert match.state.cleared[0] == 5
    assert match.actors() == ()


def test_failing_the_last_obstacle_goes_on() -> None:
    """MH-6.1: every last obstacle is mandatory and stays."""
    match = last_obstacle(passes=False)
    assert not match.is_over
    assert match.state.cleared[0] == 4


def test_two_hundred_turns() -> None:
    """MH-6.1, MH-5.8: after turn 200 it is over as well, also without drawing."""
    match = table(ratings=[(5, 0, 0)])
    match.state.record.turn = 200
    bet(play(match, "b1 agility"), 0, 0, 0, chips=["blue +4", "green +2"])
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "last_turn"
    assert match.state.hand_size[0] == 0
    match = table(ratings=[(5, 0, 0)])
    match.state.record.turn = 199
    bet(play(match, "b1 agility"), 0, 0, 0, chips=["blue +4", "green +2"])
    assert not match.is_over


def test_jobs_pay_by_track_order() -> None:
    """MH-6.2: 12, 6 and 3, then a cheese each; off the track nothing; each job by itself."""
    match = table(seats=6)
    s = match.state.record
    s.track[0] = [3, 11, 7, 1, 0, 2]
    s.track[2] = [1, 0, 0, 0, 0, 0]
    end_game(s, 1)
    assert list(s.food) == [3 + 12, 12, 6, 0, 0, 0]
    assert list(s.cheese) == [0, 0, 0, 1, 0, 1]
    assert s.supply == 38


def test_cheese_runs_out_in_track_order() -> None:
    """MH-6.2, MH-1.3: the last cheese goes to the mouse further up, of the job that lies first."""
    match = table(seats=6)
    s = match.state.record
    s.supply, s.job_cheese[3] = 1, 39
    s.track[0] = [9, 8, 7, 1, 2, 0]
    s.track[1] = [1, 2, 3, 4, 5, 6]
    end_game(s, 1)
    assert list(s.cheese) == [0, 0, 0, 0, 1, 0]
    assert s.supply == 0


@pytest.mark.parametrize(
    ("food", "cheese", "skill", "paid"),
    [
        ((12, 6, 3, 0), (0, 0, 0, 0), (0, 0, 0, 5), [1, -0.3333, -0.3333, -0.3333]),
        ((12, 6, 3, 0), (0, 7, 0, 0), (0, 0, 0, 5), [-0.3333, 1, -0.3333, -0.3333]),
        ((12, 6, 3, 0), (0, 6, 0, 0), (3, 4, 0, 5), [-0.3333, 1, -0.3333, -0.3333]),  # better skilled
        ((12, 6, 3, 0), (0, 6, 0, 0), (4, 4, 0, 5), [0.5, 0.5, -0.5, -0.5]),
        ((6, 6, 6, 0), (0, 0, 0, 0), (2, 2, 2, 9), [0.3333, 0.3333, 0.3333, -1]),
        ((0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 2, 2), [0, 0, 0, 0]),
    ],
)
def test_payoffs(food: tuple[int, ...], cheese: tuple[int, ...], skill: tuple[int, ...], paid: list[float]) -> None:
    """MH-6.3: food plus cheese, then ratings; winners share +1, the others -1; if all win, nobody gets anything."""
    match = table()
    s = match.state.record
    s.food[:4], s.cheese[:4], s.rating[:4, 0] = food, cheese, skill
    assert payoffs(match) == paid
    points = np.zeros(4)
    match.game.rules.points(s, points)
    assert list(points) == [a + b for a, b in zip(food, cheese, strict=True)]


def test_the_outcome_in_words() -> None:
    """MH-6.3: one winner, a tie broken by skill, and a shared victory are told apart."""
    match = table()
    s = match.state.record
    s.ended = 1
    s.food[:4] = [12, 6, 3, 0]
    words = match.game.words
    assert words.outcome_sentence(s) == "Pip wins with 12 points: food worth 12 and 0 cheese."
    s.food[1], s.rating[1, 0] = 12, 1
    assert words.outcome_sentence(s) == "Bramble and Pip have 12 points, but Bramble is better skilled and wins."
    s.rating[0, 1] = 1
    assert words.outcome_sentence(s) == "Pip and Bramble share the victory with 12 points each."


def test_the_payout_in_words() -> None:
    """MH-6.2: the story tells job by job who gets what."""
    match = last_obstacle(passes=True)
    story = match.told(0, len(match.moves) - 1)
    assert "A job is done: the heist is over." in story
    assert "Tower Run pays you 12." in story
    assert "Kitchen Intelligence pays nobody." in story

"""Hints: whose chance of what, what scores most where all is lost, and no word against what is certain."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.contract.test_weights import decisions
from tests.games.cloaked_cats.ball import ball, play

from mousehole.bots import players
from mousehole.bots.cat_and_mouse import lion
from mousehole.bots.cat_and_mouse.lion import Mixtures
from mousehole.bots.cat_and_mouse.situations import KINDS
from mousehole.bots.hints import advised, explained, hint, in_a_hundred, sure_guesses
from mousehole.bots.thinking import Settings, Thought
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.games.cat_and_mouse.codes import ANNOUNCE
from mousehole.games.cat_and_mouse.knowledge import count_possible
from mousehole.games.cloaked_cats.codes import PASS

ODDS = re.compile(r"^Your( side's)? chance to win: (about \d+|less than 1|more than 99) in 100\.$")
BALL = load("cloaked_cats")


def certain_ball() -> Match:
    """Play until Saffron knows for certain that Ruby is striped, and may guess."""
    match = ball("white, brown, blue", "striped, green, yellow")
    play(match, "send leaping black", "pass", "send strutting blue", "pass", "send strutting black")
    return match


@pytest.mark.parametrize("game_id", IDS)
def test_a_hint_says_whose_chance_of_what(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game's hint is a sentence with its unit: whose chance, to do what, how many in a hundred."""
    monkeypatch.setattr(players, "mind_of", lambda *_: Settings(64))
    game = load(game_id)
    match = Match.start(game, seats=game.facts.usual_seats, seed=3)
    seat = match.actors()[0]
    found = hint(game, match.view(seat), seat, 1)
    assert ODDS.match(found.odds), found.odds
    assert found.odds in found.sentences()
    sides = [game.facts.side_of(other) for other in range(match.seats)]
    assert ("Your side's" in found.odds) == (sides.count(sides[seat]) > 1)


def test_only_a_single_move_is_called_the_only_one() -> None:
    """A move that was not weighed has a reason and no chance; that there is nothing else is said of single moves."""
    forced = free = 0
    for match, seat in decisions("cat_and_mouse", 20):
        view = match.view(seat)
        legal = view.legal(seat)
        found = explained(match.game, view, seat, 1, "lion", Thought(legal[-1]))
        assert (found.chance, found.odds) == (None, "")
        assert found.sentences() == f"The lion would choose: {found.text}. {found.reason}"
        if len(legal) == 1:
            assert found.reason == "There is nothing else to do."
            forced += 1
        else:
            assert found.reason == match.game.words.remark(view.record, seat, legal[-1])
            free += 1
    assert forced
    assert free


def test_a_patient_lion_has_a_reason() -> None:
    """Where its table says nothing the lion of Cat & The Mouse checks, and the hint says how that narrows the rooms."""
    nothing = Mixtures(np.zeros(0, np.int64), np.zeros((0, KINDS), np.uint8), np.zeros((0, KINDS), np.uint8))
    for match, seat in decisions("cat_and_mouse", 10):
        view = match.view(seat)
        if match.state.phase == ANNOUNCE and count_possible(view.record) > 1:
            thought = lion(match.game, nothing)(view, seat, 1)
            said = explained(match.game, view, seat, 1, "lion", thought).sentences()
            assert said.startswith("The lion would choose: Check for clues. ")
            assert "rooms are still possible; after your next draw " in said
            return
    raise AssertionError("nobody was asked what to announce")


def test_a_searched_chance_is_never_called_certain() -> None:
    """A search of samples says "less than 1" and "more than 99", never 0 or 100 in a hundred."""
    assert [in_a_hundred(chance) for chance in (0.0, 0.12, 1.0)] == [
        "less than 1 in 100",
        "about 12 in 100",
        "more than 99 in 100",
    ]


def test_where_every_move_loses_the_hint_scores_most() -> None:
    """In a game that is lost whatever one does, the hint takes the certain mask, and says why."""
    match = certain_ball()
    lost = dict.fromkeys(match.legal(0), 0.0)
    action, reason = advised(BALL, match.view(0), 0, PASS, lost, 5)
    assert action == match.parse_move(0, "ask ruby striped")
    assert reason.startswith("Every move seems to lose; this one scores most.")


def test_what_is_certain_is_advised_unless_there_is_a_reason() -> None:
    """A certain guess goes before what a search likes about as much; where it is worse, the hint says so."""
    match = certain_ball()
    view, sure = match.view(0), match.parse_move(0, "ask ruby striped")
    assert sure_guesses(BALL, view, 0) == {sure: "Ruby is striped"}
    assert advised(BALL, view, 0, PASS, {PASS: 0.5, sure: 0.48}, 5) == (sure, "")
    assert advised(BALL, view, 0, PASS, {PASS: 0.5, sure: 0.2}, 5) == (
        PASS,
        "It is certain that Ruby is striped, but if you act on it now your chance to win is about 20 in 100.",
    )


def test_a_trap_can_be_certain() -> None:
    """Where one room is possible the trap is certain, and only there: the announcement, then that room."""
    found = 0
    for match, seat in decisions("cat_and_mouse", 30):
        for action in sure_guesses(match.game, match.view(seat), seat):
            name = match.game.words.move_name(match.view(seat).record, seat, action)
            assert name in {"spring", f"trap {int(match.state.room)}"}
            found += 1
    assert found


def test_a_pounce_can_be_certain() -> None:
    """Where a mouse can only be in the cat's room the pounce is certain, and it catches that mouse."""
    found = 0
    for match, seat in decisions("hide_and_squeak", 20):
        for action, claim in sure_guesses(match.game, match.view(seat), seat).items():
            after = match.state.copy()
            match.game.rules.apply(after.record, seat, action)
            assert int(after.record.captures) > int(match.state.captures), claim
            found += 1
    assert found

"""The contract of positions and views: what Python code passes around, for every game."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.errors import BadSeats, GameOver, IllegalMove, NotYourTurn
from mousehole.engine.facts import SPECTATOR
from mousehole.engine.match import Match
from mousehole.engine.position import Position, View
from mousehole.games import IDS, load

MODES = list(modes())
each_game = pytest.mark.parametrize("game_id", IDS)
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


def walk(match: Match, seed: int, most: int = 60) -> None:
    """Play some careful moves."""
    chooser = random.Random(seed)
    for _ in range(most):
        if match.is_over:
            return
        match.step(*careful_move(match, chooser))


@each_game
def test_fields_are_read_by_their_names(game_id: str) -> None:
    """No field of a record has the name of something a position or a view does, so each is found by its name."""
    match = Match.start(load(game_id), seed=3)
    names = set(load(game_id).rules.State.names) - {"seats"}
    assert not names & set(dir(View))
    for name in names:
        assert np.array_equal(getattr(match.state, name), match.state.record[name])
    assert match.state.seats == int(match.state.record.seats)
    with pytest.raises(AttributeError):
        _ = match.state.no_such_field


@each_mode
def test_doors_do_what_rules_do(game_id: str, table: Table) -> None:
    """Asked through a door or as a plain function, a rule says the same."""
    match = open_table(table, 5)
    walk(match, 5, 25)
    rules, state = load(game_id).rules, match.state
    buffer = np.zeros(load(game_id).facts.max_actions, np.int32)
    assert state.asked == rules.actors(state.record)
    for seat in range(match.seats):
        assert state.legal(seat) == buffer[: rules.legal(state.record, seat, buffer)].tolist()
        seen = state.copy()
        rules.hide(seen.record, seat)
        assert seen.tobytes() == state.view(seat).tobytes()
    if not match.is_over:
        seat = match.actors()[0]
        action = match.legal(seat)[-1]
        played = state.copy()
        rules.apply(played.record, seat, action)
        assert played == state.after(seat, action)


@each_mode
def test_looking_ahead_changes_nothing(game_id: str, table: Table) -> None:
    """`after` returns another position or raises; the match and its position stay as they were until `append`."""
    match = open_table(table, 2)
    walk(match, 2, 15)
    if match.is_over:
        return
    before, moves = match.state.tobytes(), len(match.moves)
    seat = match.actors()[0]
    action = match.legal(seat)[0]
    following = match.after(seat, action)
    idle = [other for other in range(match.seats) if other not in match.actors()]
    for other in idle:
        with pytest.raises(NotYourTurn):
            match.after(other, action)
    with pytest.raises(IllegalMove):
        match.after(seat, -1)
    with pytest.raises(BadSeats):
        match.after(match.seats, action)
    assert (match.state.tobytes(), len(match.moves)) == (before, moves)
    match.append(seat, action, following)
    assert match.state is following
    assert match.moves[-1] == (seat, action)
    assert match.positions[-2].tobytes() == before
    assert game_id == match.game.facts.id


@each_mode
def test_everybody_can_be_asked_for_a_prompt(game_id: str, table: Table) -> None:
    """Whoever is asked reads a question; everybody else, the spectator too, reads whom the table waits for."""
    match, chooser = open_table(table, 4), random.Random(4)
    for _ in range(40):
        if match.is_over:
            break
        acting = match.actors()
        names = [match.game.words.seat_name(match.seats, seat) for seat in acting]
        for seat in range(SPECTATOR, match.seats):
            prompt = match.prompt(seat)
            assert prompt.startswith("Wait for ") == (seat not in acting)
            assert seat in acting or all(name in prompt for name in names)
        match.step(*careful_move(match, chooser))
    assert game_id == match.game.facts.id


@each_game
def test_nobody_is_asked_when_it_is_over(game_id: str) -> None:
    """When the game is over a prompt says so, and what is printed says how it ended."""
    match = Match.start(load(game_id), seed=1)
    walk(match, 1, 5000)
    outcome = match.outcome()
    assert outcome is not None
    assert {match.prompt(seat) for seat in range(SPECTATOR, match.seats)} == {"The game is over."}
    assert str(match).endswith(outcome.sentence)
    assert str(match.state).endswith(outcome.sentence)
    assert repr(match) == (
        f"<Match of {game_id}, {match.seats} seats, {len(match.moves)} moves, over: {outcome.reason}>"
    )
    with pytest.raises(GameOver):
        match.after(0, 0)


@each_game
def test_a_view_is_a_view_of_one_seat(game_id: str) -> None:
    """A view prints as its seat sees the table; it is no other seat's, cannot be played on, and has worlds that fit."""
    match = Match.start(load(game_id), seed=8)
    walk(match, 8, 12)
    for seat in range(SPECTATOR, match.seats):
        view = match.view(seat)
        assert (view.viewer, view.asked, view.seats) == (seat, match.state.asked, match.seats)
        assert str(view) == f"{match.game.words.table_text(view.record, seat)}\n\n{match.prompt(seat)}"
        assert view.view(seat) == view
        assert view.world(seat, 5) == match.state.world(seat, 5)
        assert view.world(seat, 5).view(seat) == view
        assert isinstance(view.copy(), View)
        assert "\n" not in repr(view)
        with pytest.raises(TypeError):
            view.play(match.actors()[0], 0)
        with pytest.raises(TypeError):
            view.after(match.actors()[0], 0)
        with pytest.raises(BadSeats):
            view.view(match.seats)
    assert match.view(0) != match.state
    assert Position(match.game, bytearray(match.state.data)) == match.state


@each_game
def test_printing_a_match_gives_no_secret_away(game_id: str) -> None:
    """A match prints what a spectator sees, and its one-line form shows neither secrets nor the seed that has them."""
    match = Match.start(load(game_id), seed=123_456_789)
    walk(match, 6, 10)
    assert str(match) == str(match.view(SPECTATOR)) == str(match.state.world(SPECTATOR, 3).view(SPECTATOR))
    for shown in (repr(match), repr(match.state), repr(match.view(0))):
        assert "\n" not in shown
        assert "123456789" not in shown

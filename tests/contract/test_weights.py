"""How much hangs on a move, on every game: what can lose at once is grave, what does nothing is a pass."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.table.frames import legal_moves

MODES = list(modes())
PATIENCE = 0.9
each_mode = pytest.mark.parametrize("table", MODES, ids=[str(t) for t in MODES])


def decisions(game_id: str, games: int, seats: int | None = None) -> Iterator[tuple[Match, int]]:
    """Walk at random through games, decision by decision; mostly nobody does anything final, so that they last."""
    chooser = random.Random(games)
    for seed in range(games):
        match = Match.start(load(game_id), seats=seats or load(game_id).facts.usual_seats, seed=seed)
        while not match.is_over:
            seat = match.actors()[0]
            yield match, seat
            legal, view = match.legal(seat), match.view(seat).record
            plain = [action for action in legal if not match.game.picture.is_grave(view, seat, action)]
            match.step(seat, chooser.choice(plain if plain and chooser.random() < PATIENCE else legal))


def after(match: Match, seat: int, action: int) -> Record:
    """Play a move beside the match, and give the position it leads to."""
    states = match.state.copy()
    match.game.rules.apply(states.record, seat, action)
    return states


def is_lost(match: Match, states: Record, seat: int) -> bool:
    """Tell whether a position is the end, and lost for a seat."""
    outcome = states.outcome()
    return outcome is not None and outcome.payoffs[seat] < 0


@each_mode
def test_frames_say_how_much_hangs_on_a_move(table: Table) -> None:
    """Every legal move goes out with both marks; a single one is never asked about."""
    match, chooser = open_table(table, 11), random.Random(11)
    while not match.is_over and len(match.moves) < 80:
        for seat in match.actors():
            moves = legal_moves(match.view(seat))
            assert all(type(mark) is bool for move in moves for mark in (move.is_grave, move.is_pass))
            assert len(moves) > 1 or not moves[0].is_grave
            assert not any(move.is_grave and move.is_pass for move in moves)
        match.step(*careful_move(match, chooser))


def test_whatever_loses_the_heist_at_once_is_grave() -> None:
    """Cat & The Mouse: a wrong trap, a third clue, going home without a set; certain wins are not asked about."""
    kinds = set[tuple[str, bool]]()
    for match, seat in decisions("cat_and_mouse", 150):
        view, legal = match.view(seat).record, match.legal(seat)
        for action in legal:
            is_grave = match.game.picture.is_grave(view, seat, action)
            states = after(match, seat, action)
            assert is_grave or not is_lost(match, states, seat)
            name = match.game.words.move_name(view, seat, action).split()[0]
            outcome = states.outcome()
            if outcome is not None or name == "spring":
                kinds.add((name, is_grave))
    assert {("trap", True), ("spring", True), ("name", True), ("end", True), ("end", False)} <= kinds


def test_ones_last_mask_is_grave() -> None:
    """Cloaked Cats: a cat or a guess that costs one's own last mask, and so ends the game, is asked about."""
    found = 0
    for match, seat in decisions("cloaked_cats", 12, seats=2):
        view = match.view(seat).record
        for action in match.legal(seat):
            states = after(match, seat, action)
            if int(states.record.stock[seat]) == 0:
                assert match.game.picture.is_grave(view, seat, action)
                found += 1
            elif int(view.stock[seat]) > 1:
                assert not match.game.picture.is_grave(view, seat, action)
    assert found


def test_a_run_over_the_prey_is_grave() -> None:
    """Who Done It?: of all runs exactly those over the prey lose at once, and they are asked about."""
    found = 0
    for match, seat in decisions("who_done_it", 120):
        view = match.view(seat).record
        for action in match.legal(seat):
            name = match.game.words.move_name(view, seat, action)
            if name.startswith(("mouse ", "cat ")) and " place " not in name and not name.startswith("cat out"):
                reason = match.game.outcome(after(match, seat, action))
                is_prey = reason is not None and "_over_" in reason.reason
                assert match.game.picture.is_grave(view, seat, action) == is_prey
                found += is_prey
    assert found


def test_a_failing_stop_gives_up_and_a_passing_one_does_not() -> None:
    """Mice Heist: to stop a test is a pass exactly where the test would fail."""
    seen = set[bool]()
    for match, seat in decisions("mice_heist", 4):
        view = match.view(seat).record
        for action in match.legal(seat):
            if match.game.words.move_name(view, seat, action) == "stop":
                is_pass = match.game.picture.is_pass(view, seat, action)
                assert is_pass == match.game.words.move_text(view, seat, action).endswith("fail")
                seen.add(is_pass)
    assert seen == {True, False}

"""The contract of what a seat has seen so far: its own earlier views, and nothing behind them."""

from __future__ import annotations

import gc
import pickle
import random
from copy import copy

import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.facts import SPECTATOR
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import Position, View
from mousehole.games import load

MODES = list(modes())
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


@each_mode
def test_the_past_is_what_the_seat_was_shown(game_id: str, table: Table) -> None:
    """At every step a view's past holds, byte for byte, the views its seat was given of the positions before."""
    match, chooser = open_table(table, 8), random.Random(8)
    viewers = range(SPECTATOR, match.seats)
    shown: list[list[bytes]] = [[] for _ in viewers]
    for _ in range(40):
        for viewer in viewers:
            view = match.view(viewer)
            assert [bytes(earlier.data) for earlier in view.past] == shown[viewer]
            shown[viewer].append(bytes(view.data))
        if match.is_over:
            break
        match.step(*careful_move(match, chooser))
    late = match.copy().view(0)  # whoever asks for the first time late is told as much
    assert [bytes(earlier.data) for earlier in late.past] == shown[0][: len(match.moves)]
    assert late.past.records().tobytes() == b"".join(late.past.frames)
    assert game_id == match.game.facts.id


@each_mode
def test_the_past_tells_nothing_that_was_hidden(game_id: str, table: Table) -> None:
    """Two matches that look the same to a seat give it the same past, whatever was hidden from it."""
    match, chooser = open_table(table, 9), random.Random(9)
    for seed in range(12):
        if match.is_over:
            break
        seat = seed % match.seats
        world = match.state.world(seat, seed)
        twin = Match(match.game, match.seats, match.options, 0, [], [world])
        whole = Match(match.game, match.seats, match.options, 0, [], [match.state])
        while not whole.is_over and whole.view(seat) == twin.view(seat):
            assert whole.view(seat).past.frames == twin.view(seat).past.frames
            actor, action = careful_move(whole, chooser)
            if action not in twin.legal(actor):
                break
            whole.step(actor, action)
            twin.step(actor, action)
        match.step(*careful_move(match, chooser))
    assert game_id == match.game.facts.id


@each_mode
def test_no_truth_hangs_on_a_view(game_id: str, table: Table) -> None:
    """From a view no match and no position but views can be reached: not even through its past."""
    match, chooser = open_table(table, 4), random.Random(4)
    while len(match.moves) < 10 and not match.is_over:
        match.step(*careful_move(match, chooser))
    view = match.view(0)
    seen, todo = set[int](), [view, *view.past]
    while todo:
        thing = todo.pop()
        assert not isinstance(thing, Match)
        assert isinstance(thing, View) or not isinstance(thing, Position)
        for other in gc.get_referents(thing):
            if id(other) not in seen and not isinstance(other, (Game, type)):
                seen.add(id(other))
                todo.append(other)
    assert game_id == match.game.facts.id


def test_a_past_travels_and_stays() -> None:
    """Copies and pickles keep the past, writing into an old view changes no memory, and a plain view has none."""
    match = open_table(MODES[0], 2)
    for _ in range(6):
        match.step(*careful_move(match, random.Random(2)))
    view = match.view(0)
    for same in (copy(view), pickle.loads(pickle.dumps(view)), view.view(0)):  # noqa: S301  # our own
        assert same == view
        assert same.past.frames == view.past.frames
    view.past[0].data[:] = bytes(len(view.data))
    assert match.view(0).past.frames == view.past.frames
    assert [len(earlier.past) for earlier in view.past] == list(range(6))
    assert [bytes(earlier.data) for earlier in view.past[2:4]] == list(view.past.frames[2:4])
    assert not match.state.view(0).past


def test_what_was_taken_back_was_never_seen() -> None:
    """After an undo the past is that of a match which went the other way at once."""
    game = load("who_done_it")
    for seed in range(40):
        match, chooser = Match.start(game, seed=seed), random.Random(seed)
        while not match.is_over and not match.state.is_undoable():
            match.step(*careful_move(match, chooser))
        if match.is_over:
            continue
        match.view(0)
        match.undo()
        for action in reversed(match.legal(0)):
            straight = match.copy()
            straight.step(0, action)
            match.step(0, action)
            assert match.view(0).past.frames == straight.view(0).past.frames
            return
    raise AssertionError

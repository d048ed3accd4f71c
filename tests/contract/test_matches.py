"""Contract 2, 3 and 4 on whole matches: words, conservation, replay, the guarded door."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import islice

import numpy as np
import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table, play_carefully

from mousehole.engine.errors import BadSeats, GameOver, IllegalMove, NotYourTurn
from mousehole.engine.notation import read_match, write_match
from mousehole.engine.position import Position
from mousehole.engine.record import HOLE
from mousehole.games import load

COLUMNS = 80
"""What a plain terminal shows."""
MODES = list(modes())
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


@each_mode
def test_nothing_is_created_or_lost(game_id: str, table: Table) -> None:
    """Cards, tokens, masks and cheese are conserved at every step."""
    check = import_module(f"tests.games.{game_id}.conservation").check_conservation
    for seed in range(3):
        match = open_table(table, seed)
        check(match.state.record)
        chooser = random.Random(seed)
        while not match.is_over:
            match.step(*careful_move(match, chooser))
            check(match.state.record)


@each_mode
def test_words_are_told_from_views_alone(game_id: str, table: Table) -> None:
    """Worlds a viewer cannot tell apart give the same prompt, moves, sentences and drawing, which fits a terminal."""
    match, chooser = open_table(table, 11), random.Random(11)
    words, rules = match.game.words, match.game.rules
    while not match.is_over:
        before = [match.view(viewer) for viewer in range(-1, match.seats)]
        match.step(*careful_move(match, chooser))
        for viewer in range(-1, match.seats):
            view = match.view(viewer)
            world = view.copy()
            rules.redeal(world.record, viewer, np.array([len(match.moves)], np.uint64))
            again = world.view(viewer)
            texts = words.sentences(before[viewer + 1].record, view.record, viewer)
            assert texts == words.sentences(before[viewer + 1].record, again.record, viewer)
            assert all(text and text[0] == text[0].upper() and text[-1] in ".!?" for text in texts), texts
            drawn = words.table_text(view.record, viewer)
            assert drawn == words.table_text(again.record, viewer)
            assert max(map(len, drawn.splitlines())) <= COLUMNS, drawn
            if viewer in match.actors():
                assert words.prompt(view.record, viewer) == words.prompt(again.record, viewer)
                for action in match.legal(viewer):
                    assert words.move_text(view.record, viewer, action) == words.move_text(again.record, viewer, action)
    assert game_id == match.game.facts.id


@each_mode
def test_moments_are_told_to_everybody(game_id: str, table: Table) -> None:
    """Of a finished game, all secrets known, what one remembers is told in sentences, to players and spectators."""
    match = play_carefully(table, 3)
    steps = [(before.record, after.record) for before, after in zip(match.positions, match.positions[1:], strict=False)]
    for viewer in range(-1, match.seats):
        told = [one for step in steps for one in match.game.words.moments(*step, viewer)]
        assert told
        assert all(1 <= weight <= 5 and text[0] == text[0].upper() and text[-1] in ".!?" for weight, text in told)
    assert game_id == match.game.facts.id


@each_mode
def test_moves_have_names_of_their_own(game_id: str, table: Table) -> None:
    """In the notation and on a button, no two legal moves of a seat look alike, and the notation needs no escaping."""
    match, chooser = open_table(table, 5), random.Random(5)
    words = match.game.words
    while not match.is_over:
        for seat in match.actors():
            view, actions = match.view(seat).record, match.legal(seat)
            assert 0 <= actions[0] <= actions[-1] < match.game.facts.actions
            names = [words.move_name(view, seat, action) for action in actions]
            assert len(set(names)) == len(actions), names
            assert all(name == " ".join(name.lower().split()) and ":" not in name for name in names), names
            texts = [words.move_text(view, seat, action) for action in actions]
            assert len(set(texts)) == len(actions), texts
        match.step(*careful_move(match, chooser))
    assert game_id == match.game.facts.id


@each_mode
def test_notation_replays_to_the_same_bytes(game_id: str, table: Table) -> None:
    """Notation -> match -> notation changes nothing, finished or broken off, and the last position is the same."""
    match = play_carefully(table, 3)
    half = open_table(table, 3).play(match.moves[: len(match.moves) // 2])
    for played in (match, half):
        text = write_match(played)
        again = read_match(text, load)
        assert again == played
        assert again.state.tobytes() == played.state.tobytes()
        assert write_match(again) == text
    assert game_id == match.game.facts.id


@each_mode
def test_setup_writes_every_field(game_id: str, table: Table) -> None:
    """A position set up over garbage is the position set up over zeros."""
    game = load(game_id)
    clean = game.deal(table.seats, table.options, 9)
    dirty = Position(game, bytearray(b"\xa5" * game.doors.size))
    game.doors.setup(dirty, table.seats, np.array(table.options, np.int64), 9, 0)
    for name in game.rules.State.names:
        if not name.startswith(HOLE):
            assert np.array_equal(clean.record[name], dirty.record[name]), name


@each_mode
def test_the_door_is_guarded(game_id: str, table: Table) -> None:
    """An illegal action, a move out of turn and a move after the end raise their own error and change nothing."""
    match, chooser = open_table(table, 2), random.Random(2)
    while not match.is_over:
        bytes_before, moves_before = match.state.tobytes(), list(match.moves)
        for seat in range(match.seats):
            if seat not in match.actors():
                with pytest.raises(NotYourTurn):
                    match.step(seat, 0)
                continue
            for action in (-1, max(match.legal(seat)) + 1, 10**6, "0", None, 0.5):
                with pytest.raises(IllegalMove):
                    match.step(seat, action)  # type: ignore[arg-type]
        with pytest.raises(BadSeats):
            match.step(match.seats, 0)
        assert (match.state.tobytes(), match.moves) == (bytes_before, moves_before)
        match.step(*careful_move(match, chooser))
    bytes_before = match.state.tobytes()
    with pytest.raises(GameOver):
        match.step(0, 0)
    assert match.state.tobytes() == bytes_before
    assert game_id == match.game.facts.id


@each_mode
def test_the_end_has_a_reason(game_id: str, table: Table) -> None:
    """A finished game says why it ended, in a stable code and a sentence; every view is then the truth."""
    for seed in range(3):
        match = play_carefully(table, seed)
        outcome = match.outcome()
        assert outcome is not None
        assert outcome.reason in match.game.words.REASONS[1:]
        assert outcome.sentence.endswith((".", "!"))
        for viewer in range(-1, match.seats):
            assert match.view(viewer).tobytes() == match.state.tobytes()
    assert game_id == match.game.facts.id


@each_mode
def test_secrets_exist_where_the_game_says_so(game_id: str, table: Table) -> None:
    """Many redeals of a view give more than one world, where something is hidden."""
    match, chooser = open_table(table, 1), random.Random(1)
    found = False
    while not match.is_over and not found:
        for viewer in range(-1, match.seats):
            worlds = set()
            for world in islice(match.state.worlds(viewer, 7), 10):
                world.chance[:] = 0
                worlds.add(world.tobytes())
            found = found or len(worlds) > 1
        match.step(*careful_move(match, chooser))
    assert found or match.seats == 1, game_id

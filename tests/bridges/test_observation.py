"""The vector: it holds the view, all of it, and nothing but the view."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.bridges.episodes import choices, each_game, each_seating, positions, walk
from tests.bridges.trace import trace
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.bridges.setting import SPECTATOR, WHOLE_TRUTH, seen_by, setting, turn_of
from mousehole.engine.errors import BadOption, BadSeats, BadSeed, GameOver, IllegalMove, UnknownGame
from mousehole.engine.match import Match
from mousehole.engine.record import HOLE, HOUSE
from mousehole.games import load, room
from mousehole.games.vectors import layout

ROOT = Path(__file__).parents[2]
MOST_MOVES = 400
DIGITS = {"cat_and_mouse": {"bottom"}}
"""Fields that hold several categories in one number."""


def within_actions(game_id: str) -> frozenset[str]:
    """Name the fields of a game's record that are 0 whenever somebody is asked."""
    found: frozenset[str] = room(game_id, "observation").LEFT_OUT
    return found


@each_seating
def test_the_vector_is_the_view(game_id: str, seats: int) -> None:
    """Every field of a viewer's view stands in the vector where the layout says, sets bit by bit, hidden ones as -1."""
    places, most, agreed = layout(game_id), load(game_id).facts.max_seats, setting(game_id, seats)
    for position in positions(game_id, seats):
        for viewer in (WHOLE_TRUTH, SPECTATOR, *range(seats)):
            vector, view = agreed.observe(position, viewer), seen_by(position, viewer)
            assert (places.low <= vector).all()
            assert (vector <= places.high).all()
            assert places.field(vector, "viewer").tolist() == [int(seat == viewer) for seat in range(most)]
            assert places.field(vector, "asked").tolist() == [position.asked >> seat & 1 for seat in range(most)]
            for name in list(places.slices)[2:]:
                found, number = places.field(vector, name), getattr(view, name)
                if found.shape != np.shape(number):
                    bits = 4 if name in DIGITS.get(game_id, ()) else 1
                    parts = bits * np.arange(found.shape[-1])
                    assert np.all(number >> bits * found.shape[-1] <= 0), f"{name} has more members"
                    number = np.where(number[..., None] == -1, -1, number[..., None] >> parts & ((1 << bits) - 1))
                assert np.array_equal(found, number), name


@each_game
def test_the_layout_leaves_nothing_out(game_id: str) -> None:
    """The vector has every field of the record but version, chance, padding, house rules and what is 0 in between."""
    known = layout(game_id)
    left_out = {game_id, "chance", *within_actions(game_id)}
    names = [
        name for name in load(game_id).rules.State.names if name not in left_out and not name.startswith((HOLE, HOUSE))
    ]
    assert list(known.slices) == ["viewer", "asked", *names]
    spans = [known.slices[name] for name in known.slices]
    assert [span.start for span in spans] == [0, *(span.stop for span in spans[:-1])]
    assert spans[-1].stop == known.size == len(known.low) == len(known.high)
    assert set(room(game_id, "observation").FIELDS) == set(names)
    for position in positions(game_id, load(game_id).facts.usual_seats):
        for name in within_actions(game_id):
            assert not np.any(getattr(position, name)), name


MODES = list(modes())


@pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])
def test_every_number_is_within_its_bounds(game_id: str, table: Table) -> None:
    """In games of every mode, played carefully or at random, no viewer ever sees a number out of its bounds."""
    game = load(game_id)
    agreed = setting(game_id, table.seats, game.facts.options_by_name(table.options))
    places = agreed.layout
    for seed in range(4):
        match, chooser = open_table(table, seed), random.Random(seed)
        while True:
            for viewer in (WHOLE_TRUTH, SPECTATOR, *range(table.seats)):
                seen = agreed.observe(match.state, viewer)
                wrong = (seen < places.low) | (seen > agreed.high)
                assert not wrong.any(), [name for name, part in places.slices.items() if wrong[part].any()]
            if match.is_over or len(match.moves) > MOST_MOVES:
                break
            if seed % 2:
                match.step(*careful_move(match, chooser))
            else:
                seat = chooser.choice(match.actors())
                match.step(seat, chooser.choice(match.legal(seat)))


@each_game
def test_bounds_say_something(game_id: str) -> None:
    """No number is bounded by its type alone; most entries are small, and what stands for something is a category."""
    places, fields = layout(game_id), load(game_id).rules.State.fields
    for name in list(places.slices)[2:]:
        kind, part = fields[name][0].base, places.slices[name]
        assert (places.low[part] > np.iinfo(kind).min).all(), name
        assert (places.high[part] - places.low[part] < np.iinfo(kind).max - int(np.iinfo(kind).min)).all(), name
    assert (places.low >= -80).all()
    spans = places.high.astype(int) - places.low + 1
    assert np.mean(spans <= 130) > 0.85
    for name in ("phase", "ended"):
        assert places.is_category[places.slices[name]].all()
    for name in ("seats", "event_count", "viewer", "asked"):
        assert not places.is_category[places.slices[name]].any()


@each_game
def test_fields_of_many_vectors(game_id: str) -> None:
    """A field is found in an array of many vectors as it is in each of them."""
    places, agreed = layout(game_id), setting(game_id)
    vectors = np.array([agreed.observe(position, 0) for position in walk(agreed, 2, 5)])
    for name in places.slices:
        assert np.array_equal(places.field(vectors, name), [places.field(vector, name) for vector in vectors])


@each_seating
def test_what_cannot_be_told_apart_is_observed_alike(game_id: str, seats: int) -> None:
    """In a world that a viewer cannot tell from the true one, vector, mask, move names and drawing are the same."""
    worlds, agreed = 0, setting(game_id, seats)
    for number, position in enumerate(positions(game_id, seats)):
        for viewer in (SPECTATOR, *range(seats)):
            world = position.world(viewer, number)
            worlds += world != position
            assert agreed.observe(world, viewer).tobytes() == agreed.observe(position, viewer).tobytes()
            assert world.asked == position.asked == position.view(viewer).asked
            assert agreed.mask(world, viewer).tobytes() == agreed.mask(position, viewer).tobytes()
            assert str(world.view(viewer)) == str(position.view(viewer))
            if viewer in position.actors():
                assert world.view(viewer).move_names() == position.view(viewer).move_names()
    assert worlds


@each_seating
def test_a_secret_choice_stays_secret(game_id: str, seats: int) -> None:
    """While others still choose at the same moment, whatever a seat chooses looks the same to each of them."""
    met, agreed = 0, setting(game_id, seats)
    for position in positions(game_id, seats):
        turn, *waiting = position.actors() or (0,)
        if not waiting or len(choices(position)) == 1:
            continue
        met += 1
        for viewer in (SPECTATOR, *waiting):
            seen = set()
            for choice in choices(position):
                after = position.after(turn, choice)
                observed = agreed.observe(after, viewer).tobytes(), agreed.mask(after, viewer).tobytes()
                seen.add((*observed, str(after.view(viewer))))
            assert len(seen) == 1
    assert met or game_id != "mice_heist" or seats == 2


@each_seating
def test_a_position_is_that_of_the_match(game_id: str, seats: int) -> None:
    """Dealt and played through the bridge, a game has the bytes, askers, moves, views and payoffs of the same match."""
    agreed, chooser = setting(game_id, seats), random.Random(5)
    seed = chooser.getrandbits(128)
    match, position = Match.start(agreed.game, seats=seats, seed=seed), agreed.deal(seed)
    while True:
        assert position == match.state
        assert position.is_over == match.is_over
        if match.is_over:
            break
        seat = turn_of(position)
        assert seat == match.actors()[0]
        assert choices(position) == match.legal(seat) == np.flatnonzero(agreed.mask(position, seat)).tolist()
        assert position.view(seat).move_names() == match.move_names(seat)
        assert position.view(seat) == match.view(seat)
        action = chooser.choice(choices(position))
        position.play(seat, action)
        match.step(seat, action)
    outcome = match.outcome()
    assert outcome is not None
    assert position.payoffs() == outcome.payoffs
    assert [position.legal(seat) for seat in range(seats)] == [[]] * seats
    with pytest.raises(GameOver):
        position.play(0, 0)


@each_game
def test_an_illegal_action_changes_nothing(game_id: str) -> None:
    """What is no legal action raises the table's own error and leaves every byte as it was."""
    agreed = setting(game_id)
    for position in walk(agreed, 1, 10):
        if position.is_over:
            break
        before, legal = position.tobytes(), choices(position)
        illegal = next(action for action in range(agreed.game.facts.actions) if action not in legal)
        for action in (illegal, -1, agreed.game.facts.actions, 10**30, "0", None, 0.5):
            with pytest.raises(IllegalMove):
                position.play(turn_of(position), action)  # type: ignore[arg-type]
        assert (position.tobytes(), choices(position)) == (before, legal)


@each_game
def test_copies_are_equal_and_apart(game_id: str) -> None:
    """A copy, deep or pickled, has the same game and bytes; playing on in it leaves the original alone."""
    position = setting(game_id).deal(3)
    before = position.tobytes()
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):  # noqa: S301  # ours
        assert (other.tobytes(), other.asked, other.game) == (before, position.asked, position.game)
        other.play(turn_of(other), choices(other)[0])
        assert position.tobytes() == before


@each_game
def test_compiled_and_interpreted_bridges_agree(game_id: str) -> None:
    """The compiler changes nothing of what is observed, recalled and redealt: mixed numbers could lose bits."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.bridges.trace", game_id],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == trace(game_id)


def test_what_cannot_be_agreed_is_refused() -> None:
    """An unknown game, too many seats, a wrong option and a wrong seed raise the table's own errors."""
    with pytest.raises(UnknownGame):
        setting("chess")
    with pytest.raises(BadSeats):
        setting("hide_and_squeak", 7)
    with pytest.raises(BadOption):
        setting("hide_and_squeak", options={"dawn": 1})
    with pytest.raises(BadSeed):
        setting("hide_and_squeak").deal(-1)

"""The batch plays the very games that matches play, whatever the threads, and says what each seat sees."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bridges.episodes import each_game, each_seating
from tests.contract.tables import mixtures

from mousehole.batch import DEAL, WAIT, Batch, NoDevice
from mousehole.batch import gpu as on_gpu
from mousehole.batch.observing import decoded
from mousehole.bridges.setting import setting
from mousehole.engine.errors import BadOption, BadSeats, BadSeed, IllegalMove
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.lab.playing import random_match

ROWS = 6
STEPS = 40


def stepped(batch: Batch, steps: int = STEPS) -> Batch:
    """Play random moves in every game."""
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def asked_first(match: Match) -> int:
    """Return the seat that a batch asks: the first of those that may act."""
    return match.actors()[0]


@each_seating
def test_a_batch_plays_what_matches_play(game_id: str, seats: int) -> None:
    """At every step the seat asked, its legal actions and its observation are those of the match of that number."""
    batch = Batch(game_id, ROWS, seats=seats, seed=9, keeps_moves=True)
    agreed = setting(game_id, seats, {})
    for _ in range(STEPS):
        legal = batch.unpacked_masks()
        for row in range(ROWS):
            match = batch.match(row)
            seat = asked_first(match)
            assert batch.actors[row] == seat
            assert np.flatnonzero(legal[row]).tolist() == match.legal(seat)
            seen = agreed.observe(match.state, seat)
            assert np.array_equal(batch.observations[row], seen.astype(np.uint8))
            assert np.array_equal(decoded(batch.observations[row], agreed.layout), seen)
        batch.step(batch.random_actions())


@each_seating
def test_every_seat_can_look(game_id: str, seats: int) -> None:
    """Each seat sees its own view in all games, asked or not; one seat a game too; and `observations` stays."""
    batch = Batch(game_id, ROWS, seats=seats, seed=5, keeps_moves=True, restarts=False, threads=2)
    agreed = setting(game_id, seats, {})
    for step in range(STEPS):
        if step % 5 == 0:
            before, matches = batch.observations.tobytes(), [batch.match(row) for row in range(ROWS)]
            for seat in range(seats):
                seen = batch.observe_as(seat)
                for row, match in enumerate(matches):
                    assert np.array_equal(decoded(seen[row], agreed.layout), agreed.observe(match.state, seat))
            own = np.where(batch.actors >= 0, batch.actors, 0)
            out = np.zeros_like(batch.observations)
            assert batch.observe_as(own, out) is out
            assert np.array_equal(out[batch.actors >= 0], batch.observations[batch.actors >= 0])
            assert batch.observations.tobytes() == before
        batch.step(batch.random_actions())
    with pytest.raises(BadSeats, match=f"no seat {seats}"):
        batch.observe_as(seats)


@each_game
def test_a_batch_can_be_blind(game_id: str) -> None:
    """Without observations the same games are played, and a seat can still look."""
    blind, seeing = (stepped(Batch(game_id, ROWS, seed=3, observes=observes)) for observes in (False, True))
    assert blind.observations.shape == (ROWS, 0)
    for name in {*blind.made} - {"observations"}:
        assert blind.made[name].tobytes() == seeing.made[name].tobytes(), name
    assert np.array_equal(blind.observe_as(blind.actors), seeing.observations)


@each_game
def test_every_option_is_played(game_id: str) -> None:
    """With options and house rules at their ends, and mixed, a batch plays what matches play, observations included."""
    known = load(game_id).facts
    plain = [option for option in known.options if not option.is_house]
    ends = [{option.name: end for option, end in ((o, getattr(o, name)) for o in plain)} for name in ("low", "highest")]
    for chosen in (*ends, *(known.options_by_name(table.options) for table in mixtures(known, known.usual_seats))):
        batch = stepped(Batch(game_id, 3, options=chosen, seed=4, keeps_moves=True), 25)
        agreed = setting(game_id, None, chosen)
        for row in range(3):
            match = batch.match(row)
            assert known.option_values(chosen) == match.options
            seat = int(batch.actors[row])
            assert np.array_equal(decoded(batch.observations[row], agreed.layout), agreed.observe(match.state, seat))
            assert np.flatnonzero(batch.unpacked_masks()[row]).tolist() == match.legal(seat)


@each_game
def test_the_numbers_of_games_are_the_labs(game_id: str) -> None:
    """Game g of a seed is dealt as the lab deals it."""
    batch = Batch(game_id, 4, seed=12, keeps_moves=True, plays_forced=False)
    for row in range(4):
        assert batch.match(row).seed == random_match(load(game_id), row, seed=12).seed
        assert batch.match(row).state.tobytes() == batch.made["states"][row].tobytes()


@each_game
def test_pytorch_takes_the_arrays_without_a_copy(game_id: str) -> None:
    """By DLPack PyTorch sees the very memory of the batch, and what happens in it later."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = Batch(game_id, ROWS, seed=2)
    for name in ("actors", "observations", "masks", "rewards", "ends", "numbers", "lengths"):
        assert torch.from_dlpack(getattr(batch, name)).data_ptr() == getattr(batch, name).ctypes.data
    seen = torch.from_dlpack(batch.observations)
    batch.step(torch.from_dlpack(batch.random_actions()))
    assert np.array_equal(seen.numpy(), batch.observations)


@each_game
def test_the_number_of_threads_changes_nothing(game_id: str) -> None:
    """Three threads and one leave the same bytes everywhere."""
    one, three = (stepped(Batch(game_id, 50, seed=4, threads=threads)) for threads in (1, 3))
    for name in one.made:
        assert one.made[name].tobytes() == three.made[name].tobytes(), name


@each_game
def test_games_that_end_are_paid_and_followed_by_others(game_id: str) -> None:
    """The step that ends a game pays what its outcome says; the row goes on with the number n further."""
    batch = Batch(game_id, ROWS, seed=2, keeps_moves=True)
    finished = 0
    for _ in range(2000):
        before = batch.numbers.copy()
        batch.step(batch.random_actions())
        for row in np.flatnonzero(batch.ends == 1):
            match = batch.last_match(int(row))
            assert match is not None
            outcome = match.outcome()
            assert outcome is not None
            assert batch.rewards[row].tolist() == pytest.approx(outcome.payoffs)
            assert match.seed == 2 + (int(before[row]) << 64)
            assert batch.numbers[row] == before[row] + ROWS
            finished += 1
        assert not batch.rewards[batch.ends == 0].any()
        if finished >= ROWS:
            return
    raise AssertionError("games do not end")


@each_game
def test_forced_moves_and_new_games_can_be_switched_off(game_id: str) -> None:
    """Without them every decision is asked for, and a game that is over stays over and asks nobody."""
    known = load(game_id).facts
    batch = Batch(game_id, ROWS, seed=6, plays_forced=False, restarts=False, keeps_moves=True)
    moves = 0
    while (batch.actors >= 0).any():
        batch.step(batch.random_actions())
        moves += 1
        assert moves <= known.longest
    for row in range(ROWS):
        match = batch.last_match(row)
        assert match is not None
        assert match.is_over
        assert len(match.moves) == batch.lengths[row]
    assert not batch.masks.any()
    assert not batch.observations.any()
    batch.step(np.zeros(ROWS, np.int32))
    assert not batch.ends.any()


@each_game
def test_an_illegal_action_is_refused_and_changes_nothing(game_id: str) -> None:
    """A row that is given what it may not play stays as it is, the others go on, and the error names the row."""
    batch = stepped(Batch(game_id, ROWS, seed=1), 5)
    actions = batch.random_actions()
    actions[3] = np.flatnonzero(~batch.unpacked_masks()[3])[0]
    before = batch.made["states"].copy()
    with pytest.raises(IllegalMove, match="game 3 of the batch"):
        batch.step(actions)
    after = batch.made["states"]
    assert before[3].tobytes() == after[3].tobytes()
    assert all(before[row].tobytes() != after[row].tobytes() for row in range(ROWS) if row != 3)
    for wrong in (-1, load(game_id).facts.actions + 700):
        with pytest.raises(IllegalMove):
            batch.step(np.full(ROWS, wrong))


@each_game
def test_rows_can_wait_and_begin_anew(game_id: str) -> None:
    """A row that waits stays as it is, byte by byte; a row that is dealt anew begins the game n further."""
    batch = stepped(Batch(game_id, ROWS, seed=8, restarts=False), 3)
    names = ("states", "actors", "observations", "masks", "numbers", "lengths")
    before = {name: batch.made[name].copy() for name in names}
    actions = batch.random_actions()
    actions[:2], actions[2] = WAIT, DEAL
    batch.step(actions)
    for name in names:
        assert before[name][:2].tobytes() == batch.made[name][:2].tobytes(), name
    assert batch.numbers.tolist() == [0, 1, 2 + ROWS, 3, 4, 5]
    assert not batch.rewards[:3].any()
    while (batch.actors >= 0).any():
        batch.step(batch.random_actions())
    batch.step(np.full(ROWS, DEAL))
    assert (batch.actors >= 0).all()
    fresh = Batch(game_id, 3 * ROWS, seed=8, restarts=False)
    assert batch.numbers.tolist() == [6, 7, 2 + 2 * ROWS, 9, 10, 11]
    assert batch.made["states"].tobytes() == fresh.made["states"][batch.numbers].tobytes()


def test_bad_input_is_said_in_a_sentence() -> None:
    """Seats, options and seeds that no game has, and no games at all, are refused before anything is made."""
    with pytest.raises(BadSeats):
        Batch("cat_and_mouse", 4, seats=3)
    with pytest.raises(BadOption):
        Batch("cat_and_mouse", 4, options={"colour": 1})
    with pytest.raises(BadSeed):
        Batch("cat_and_mouse", 4, seed=2**64)
    with pytest.raises(ValueError, match="at least one game"):
        Batch("cat_and_mouse", 0)
    with pytest.raises(ValueError, match="cpu or gpu"):
        Batch("cat_and_mouse", 4, device="cloud")
    with pytest.raises(ValueError, match="keeps_moves=True"):
        stepped(Batch("cat_and_mouse", 4), 3).match(0)


def test_what_cannot_be_stepped_or_written_is_refused() -> None:
    """Actions that are no whole numbers, or too few, seats that there are not, and too little room change nothing."""
    batch = Batch("cat_and_mouse", ROWS, seed=1)
    before = {name: array.tobytes() for name, array in batch.made.items()}
    legal = batch.random_actions()
    for wrong in (legal.astype(np.float64), legal[:-1], legal[:, None], legal[0], np.ones(ROWS, np.bool_)):
        with pytest.raises(ValueError, match="a whole number for each of 6 games"):
            batch.step(wrong)
    with pytest.raises(IllegalMove):
        batch.step(legal.astype(np.int64) + 2**32)  # their low halves would be legal
    for seats in (2, np.int64(2), np.full(ROWS, 2), np.full(ROWS, -2)):
        with pytest.raises(BadSeats):
            batch.observe_as(seats)
    size = batch.plan.size
    for out in (np.zeros((ROWS - 1, size), np.uint8), np.zeros((ROWS, size), np.int16)):
        with pytest.raises(ValueError, match=f"{ROWS} rows of {size} bytes"):
            batch.observe_as(0, out)
    with pytest.raises(ValueError, match="gaps"):
        batch.observe_as(0, np.zeros((ROWS, 2 * size), np.uint8)[:, ::2])
    assert {name: array.tobytes() for name, array in batch.made.items() if name not in {"rewards", "ends"}} == {
        name: data for name, data in before.items() if name not in {"rewards", "ends"}
    }


def test_without_a_device_the_refusal_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no GPU can be used a batch on one says so, instead of failing inside the compiler."""
    monkeypatch.setattr(on_gpu, "why_not", lambda: "there is no CUDA device that numba-cuda can use")
    with pytest.raises(NoDevice, match="no CUDA device"):
        Batch("hide_and_squeak", 4, device="gpu")


def test_a_batch_begins_with_any_game() -> None:
    """A batch from game 7 on has the games, the generators and the numbers of the later rows of a batch from 0 on."""
    whole, part = Batch("hide_and_squeak", 12, seed=3), Batch("hide_and_squeak", 5, seed=3, first=7)
    assert part.numbers.tolist() == list(range(7, 12))
    for _ in range(10):
        assert np.array_equal(whole.observations[7:], part.observations)
        assert np.array_equal(whole.masks[7:], part.masks)
        drawn, mine = whole.random_actions(), part.random_actions()
        assert np.array_equal(drawn[7:], mine)
        whole.step(drawn)
        part.step(mine)
    with pytest.raises(ValueError, match="no game has the number"):
        Batch("hide_and_squeak", 5, first=-6)

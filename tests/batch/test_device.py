"""The batch on a GPU, where there is one: equal to the processor's byte by byte, and lent without a copy."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bridges.episodes import each_game, each_seating

from mousehole.batch import DEAL, WAIT, Batch
from mousehole.batch.gpu import why_not
from mousehole.engine.errors import IllegalMove

pytestmark = [
    pytest.mark.skipif(why_not() is not None, reason="there is no GPU"),
    pytest.mark.filterwarnings("ignore"),  # small batches leave a GPU idle, and its libraries warn about each other
]

ROWS, STEPS = 333, 40
LENT = ("actors", "observations", "masks", "rewards", "ends", "numbers", "lengths")
ARRAYS = ("actors", "observations", "masks", "rewards", "ends", "numbers", "lengths", "moves", "last_moves", "last")


@each_seating
@pytest.mark.parametrize("goes_on", [True, False])
def test_both_leave_the_same_bytes(game_id: str, seats: int, goes_on: bool) -> None:
    """After every step all arrays are equal, with forced moves and new games and without, for rows that wait too."""
    more = {"plays_forced": goes_on, "restarts": goes_on, "keeps_moves": True}
    here, there = (Batch(game_id, ROWS, seats=seats, seed=5, device=device, **more) for device in ("cpu", "gpu"))  # type: ignore[arg-type]
    for step in range(STEPS):
        actions = here.random_actions()
        assert np.array_equal(actions, there.random_actions().copy_to_host())
        if step % 7 == 3:
            actions[::5], actions[1::5] = WAIT, DEAL
        here.step(actions)
        there.step(actions)
        for name in ARRAYS:
            assert here.host(name).tobytes() == there.host(name).tobytes(), (step, name)
        seat = step % seats
        assert np.array_equal(here.observe_as(seat), there.observe_as(seat).copy_to_host())
    there.check()


@each_game
def test_an_illegal_action_is_found_by_the_check(game_id: str) -> None:
    """A row that is given what it may not play stays as it is; the check names it, once."""
    batch = Batch(game_id, ROWS, seed=1, device="gpu")
    actions = batch.random_actions().copy_to_host()
    actions[3] = 30_000
    before = batch.observations.copy_to_host()[3]
    batch.step(actions)
    with pytest.raises(IllegalMove, match="game 3 of the batch"):
        batch.check()
    batch.check()
    assert np.array_equal(batch.observations.copy_to_host()[3], before)


def test_what_cannot_be_stepped_or_written_is_refused() -> None:
    """Actions that are no whole numbers, or too few, and room too small are refused before anything is launched."""
    batch = Batch("hide_and_squeak", ROWS, device="gpu")
    for wrong in (np.zeros(ROWS, np.float32), np.zeros(ROWS - 1, np.int32)):
        with pytest.raises(ValueError, match="a whole number for each"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="rows of"):
        batch.observe_as(0, Batch("hide_and_squeak", ROWS - 1, device="gpu").observations)


def test_pytorch_takes_the_arrays_without_a_copy() -> None:
    """By DLPack and by the array interface PyTorch sees the very memory of the batch; its actions are taken, too."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = Batch("hide_and_squeak", ROWS, device="gpu")
    for name in LENT:
        array = getattr(batch, name)
        there = array.__cuda_array_interface__["data"][0]
        assert torch.from_dlpack(array).data_ptr() == torch.as_tensor(array, device="cuda").data_ptr() == there
    batch.step(torch.from_dlpack(batch.random_actions()).to(torch.int64))
    batch.check()


def test_cupy_takes_the_arrays_without_a_copy() -> None:
    """By DLPack and by the array interface CuPy sees the very memory of the batch."""
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    batch = Batch("hide_and_squeak", ROWS, device="gpu")
    for name in LENT:
        array = getattr(batch, name)
        there = array.__cuda_array_interface__["data"][0]
        assert cupy.from_dlpack(array).data.ptr == cupy.asarray(array).data.ptr == there


def test_jax_takes_the_arrays_without_a_copy() -> None:
    """By DLPack JAX sees the very memory of the batch."""
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    batch = Batch("hide_and_squeak", ROWS, device="gpu")
    for name in ("observations", "masks", "rewards", "ends"):
        array = getattr(batch, name)
        lent = jax.dlpack.from_dlpack(array)
        assert lent.unsafe_buffer_pointer() == array.__cuda_array_interface__["data"][0]

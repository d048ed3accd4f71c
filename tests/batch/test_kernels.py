"""What the kernels of a GPU do, run here thread by thread: the same bytes as a batch on the processor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba import types
from numba.np import numpy_support
from tests.bridges.episodes import each_game

from mousehole.batch import DEAL, WAIT, Batch
from mousehole.batch.gpu import Kernels, make_kernels, table_type

ROWS, STEPS, THREADS = 7, 8, 4
"""Two blocks, the second not full; their bytes do not end at a whole word in every game."""


def local_array(size: int, kind: Any) -> Any:  # noqa: ANN401
    """Make a thread's own array, of wide numbers: rules are compiled here for no other ones."""
    return np.zeros(size, np.int32 if isinstance(kind, types.Integer) else numpy_support.as_dtype(kind))


class PretendCuda:
    """As much of numba-cuda as the kernels use: each thread of a block is a thread, its shared memory an array."""

    def __init__(self, stride: int) -> None:
        """Begin with no block."""
        self.own = threading.local()
        self.barrier = threading.Barrier(THREADS)
        self.blockDim = SimpleNamespace(x=THREADS)
        self.memory = np.zeros(THREADS * stride, np.uint8)
        self.shared = SimpleNamespace(array=self.shared_array)
        self.local = SimpleNamespace(array=local_array)
        self.atomic = SimpleNamespace(min=self.least)

    def shared_array(self, _size: int, kind: Any, **_how: int) -> Any:  # noqa: ANN401
        """See the shared memory as an array of any kind."""
        return self.memory.view(numpy_support.as_dtype(kind)).view(
            np.recarray if isinstance(kind, types.Record) else np.ndarray
        )

    def least(self, array: Any, place: int, number: int) -> None:  # noqa: ANN401
        """Keep the least number."""
        array[place] = min(array[place], number)

    def jit(self, function: Any = None, **_how: object) -> Any:  # noqa: ANN401
        """Leave a function as it is."""
        return function or (lambda inner: inner)

    def syncthreads(self) -> None:
        """Wait for all threads of the block."""
        self.barrier.wait(600)  # one of them may have a rule to compile first

    threadIdx = property(lambda self: SimpleNamespace(x=self.own.thread))  # noqa: N815  # its name there
    blockIdx = property(lambda self: SimpleNamespace(x=self.own.block))  # noqa: N815

    def launch(self, kernel: Callable[..., None], *given: Any) -> None:  # noqa: ANN401
        """Run a kernel, block after block."""
        failed: list[BaseException] = []

        def run(block: int, thread: int) -> None:
            self.own.block, self.own.thread = block, thread
            try:
                kernel(*given)
            except BaseException as error:  # noqa: BLE001  # told below, by the thread that waits
                failed.append(error)
                self.barrier.abort()

        for block in range(-(-ROWS // THREADS)):
            threads = [threading.Thread(target=run, args=(block, thread)) for thread in range(THREADS)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            if failed:
                raise failed[0]


@pytest.fixture(name="pretended")
def kernels_of_a_game(game_id: str, monkeypatch: pytest.MonkeyPatch) -> tuple[PretendCuda, Kernels, Batch]:
    """Make a game's kernels without a GPU, and a batch that they are to follow."""
    batch = Batch(game_id, ROWS, seed=3, keeps_moves=True)
    pretend = PretendCuda(table_type(batch.game).itemsize)
    monkeypatch.setattr(numba, "cuda", pretend, raising=False)
    return pretend, make_kernels.__wrapped__(batch.game, batch.plan), batch


def words_of(array: Any) -> Any:  # noqa: ANN401
    """See the whole words of bytes."""
    row = array.reshape(-1)
    return row[: len(row) // 4 * 4].view(np.uint32)


@each_game
def test_kernels_leave_the_same_bytes(game_id: str, pretended: tuple[PretendCuda, Kernels, Batch]) -> None:
    """Stepped and observed by the kernels' own code, every array is what the processor's batch has."""
    cuda, kernels, batch = pretended
    made = {name: np.zeros_like(array) for name, array in batch.made.items()}
    made["numbers"][:], made["last"][:] = np.arange(ROWS), -1
    raw = made["states"].view(np.uint64).reshape(ROWS, -1)
    options, faults = np.array(batch.options or (0,), np.int64), np.full(1, ROWS, np.int64)
    actions = np.zeros(ROWS, np.int32)
    for step in range(STEPS):
        seen, masks = made["observations"], made["masks"]
        cuda.launch(
            kernels.step, raw, int(step == 0), 1, 1, batch.seats, options, np.uint64(3), actions, batch.plan.entries,
            made["numbers"], made["lengths"], made["actors"], seen.reshape(-1), words_of(seen), masks, words_of(masks),
            made["rewards"], made["ends"], made["moves"], made["last_moves"], made["last"], faults,
        )  # fmt: skip
        for name, array in batch.made.items():
            assert array.tobytes() == made[name].tobytes(), (step, name)
        viewers, out = np.arange(ROWS, dtype=np.int32) % (batch.seats + 1) - 1, np.zeros_like(seen)
        cuda.launch(kernels.observe, raw, viewers, batch.plan.entries, out.reshape(-1), words_of(out))
        assert np.array_equal(out, batch.observe_as(viewers))
        actions = batch.random_actions()
        actions[step % ROWS], actions[(step + 3) % ROWS] = WAIT, DEAL
        batch.step(actions)
    assert faults[0] == ROWS

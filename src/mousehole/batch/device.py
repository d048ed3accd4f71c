"""A batch on a GPU: its arrays lie there, and kernels step its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mousehole.batch.processor import own_generators
from mousehole.engine.errors import IllegalMove, TableError

if TYPE_CHECKING:
    from mousehole.batch.batch import Batch

DRAWERS = 256
"""Threads in a block that draws actions."""


class NoDevice(TableError):
    """A batch on a GPU was asked for where there is none that can be used."""

    code = "no_device"


class Device:
    """Steps a batch on a GPU."""

    def __init__(self, batch: Batch, made: dict[str, Any]) -> None:
        """Bring the arrays over; kernels are compiled when they are first used."""
        from mousehole.batch import gpu  # needs numba-cuda

        refusal = gpu.why_not()
        if refusal is not None:
            raise NoDevice(refusal)
        from numba import cuda

        self.batch, self.made, self.cuda, self.gpu = batch, made, cuda, gpu
        self.raw = cuda.to_device(made.pop("states").view(np.uint64).reshape(batch.n, -1))
        for name, array in made.items():
            made[name] = cuda.to_device(array)
        self.options = cuda.to_device(np.array(batch.options or (0,), np.int64))
        self.entries = cuda.to_device(batch.plan.entries)
        self.actions = cuda.to_device(np.zeros(batch.n, np.int32))
        self.faults = cuda.to_device(np.full(1, batch.n, np.int64))
        self.rngs: Any = None
        self.threads = gpu.threads_for(batch.game)
        self.kernels = gpu.make_kernels(batch.game, batch.plan)

    def launch(self, kernel: Any, *given: Any) -> None:
        """Launch a kernel with a thread for each game, and room for the games in shared memory."""
        blocks = -(-self.batch.n // self.threads)
        shared = self.threads * self.gpu.table_type(self.batch.game).itemsize
        self.gpu.launch(kernel, (blocks, self.threads, 0, shared), given)

    def step(self, actions: Any) -> None:
        """Step all games; without actions, deal them."""
        batch, made = self.batch, self.made
        given = self.actions if actions is None else self.cuda.as_cuda_array(actions)
        self.launch(
            self.kernels.step, self.raw, int(actions is None), int(batch.plays_forced), int(batch.restarts),
            batch.seats, self.options, np.uint64(batch.seed), given, self.entries, made["numbers"], made["lengths"],
            made["actors"], made["observations"], made["masks"], made["rewards"], made["ends"], made["moves"],
            made["last_moves"], made["last"], self.faults,
        )  # fmt: skip

    def check(self) -> None:
        """Raise if an action was not legal in any step so far."""
        fault = int(self.faults.copy_to_host()[0])
        if fault < self.batch.n:
            self.faults.copy_to_device(np.full(1, self.batch.n, np.int64))
            raise IllegalMove(f"an action was not legal in game {fault} of the batch")

    def draw(self) -> Any:
        """Draw random actions; the next draw overwrites them."""
        if self.rngs is None:
            self.rngs = self.cuda.to_device(own_generators(self.batch))
        shape = (-(-self.batch.n // DRAWERS), DRAWERS)
        self.gpu.launch(self.gpu.make_draw(), shape, (self.made["masks"], self.actions, self.rngs))
        return self.actions

    def observe(self, seats: Any, out: Any) -> Any:
        """Write what one seat sees in each game."""
        cuda, batch = self.cuda, self.batch
        if isinstance(seats, (int, np.integer, list, np.ndarray)):
            seats = cuda.to_device(np.broadcast_to(np.asarray(seats, np.int32), batch.n).copy())
        seen = cuda.device_array((batch.n, batch.plan.size), np.uint8) if out is None else out
        self.launch(self.kernels.observe, self.raw, cuda.as_cuda_array(seats), self.entries, cuda.as_cuda_array(seen))
        return seen

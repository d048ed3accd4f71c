"""A batch on a GPU: its arrays lie there, and kernels step its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.processor import as_actions, check_actions, check_room, own_generators
from mousehole.engine.errors import IllegalMove, TableError

if TYPE_CHECKING:
    from mousehole.batch.batch import Batch

DRAWERS = 256
"""Threads in a block that draws actions."""
MOST_BYTES = 2**32
"""Kernels find their places in 32 bits."""
DEFAULT_STREAMS = (-1, 1)
"""What `from_dlpack` says when it does not want to wait, or works on the default stream itself."""


class NoDevice(TableError):
    """A batch on a GPU was asked for where there is none that can be used."""

    code = "no_device"


class GpuArray:
    """An array of a batch that lies on a GPU. PyTorch, JAX, CuPy and Numba take it as it lies there, without a copy."""

    def __init__(self, array: Any) -> None:
        """Lend an array of numba-cuda's."""
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows and columns there are."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """What an entry is."""
        return np.dtype(self.array.dtype)

    def __len__(self) -> int:
        """Count the rows: the games."""
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Say where the array lies, to CuPy, Numba and PyTorch's `as_tensor`."""
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say on which GPU the array lies, for `from_dlpack`."""
        found: tuple[int, int] = self.view().__dlpack_device__()
        return found

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Lend the array to `from_dlpack`; steps run on the default stream, and others wait for it."""
        if stream not in {None, *DEFAULT_STREAMS}:
            from numba import cuda

            cuda.default_stream().synchronize()
        return self.view().__dlpack__(stream=-1, max_version=max_version, dl_device=dl_device, copy=copy)

    def view(self) -> Any:
        """Describe the array to CUDA's own library, which knows the protocol."""
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView(self.array, stream_ptr=-1)

    def copy_to_host(self) -> NDArray[Any]:
        """Return a copy as an array of NumPy's."""
        copied: NDArray[Any] = self.array.copy_to_host()
        return copied


class Device:
    """Steps a batch on a GPU."""

    def __init__(self, batch: Batch, made: dict[str, Any]) -> None:
        """Bring the arrays over; kernels are compiled when they are first used."""
        from mousehole.batch import gpu  # needs numba-cuda

        refusal = gpu.why_not()
        if refusal is not None:
            raise NoDevice(refusal)
        from numba import cuda

        if batch.n * batch.plan.size >= MOST_BYTES:
            raise ValueError(f"a batch on a GPU has room for {MOST_BYTES // batch.plan.size:,} games of this kind")
        self.batch, self.made, self.cuda, self.gpu = batch, made, cuda, gpu
        self.raw = cuda.to_device(made.pop("states").view(np.uint64).reshape(batch.n, -1))
        for name, array in made.items():
            made[name] = cuda.to_device(array)
        self.options = cuda.to_device(np.array(batch.options or (0,), np.int64))
        self.entries = cuda.to_device(batch.plan.entries)
        self.actions = cuda.to_device(np.zeros(batch.n, np.int32))
        self.faults = cuda.to_device(np.full(1, batch.n, np.int64))
        self.seen, self.mask_words = gpu.flat(made["observations"]), gpu.flat(made["masks"])[1]
        self.rngs: Any = None
        self.everywhere: dict[int, Any] = {}
        """Of each seat that has looked: an array that names it for every game."""
        self.threads = gpu.threads_for(batch.game)
        self.kernels = gpu.make_kernels(batch.game, batch.plan)

    def lent(self, name: str) -> GpuArray:
        """Return one of the arrays as others take it."""
        return GpuArray(self.made[name])

    def launch(self, kernel: Any, *given: Any) -> None:
        """Launch a kernel with a thread for each game, and room for the games in shared memory."""
        blocks = -(-self.batch.n // self.threads)
        shared = self.threads * self.gpu.table_type(self.batch.game).itemsize
        self.gpu.launch(kernel, (blocks, self.threads, 0, shared), given)

    def step(self, actions: Any) -> None:
        """Step all games; without actions, deal them."""
        batch, made = self.batch, self.made
        given = self.actions if actions is None else as_device_array(self.cuda, actions, batch.n)
        self.launch(
            self.kernels.step, self.raw, int(actions is None), int(batch.plays_forced), int(batch.restarts),
            batch.seats, self.options, np.uint64(batch.seed), given, self.entries, made["numbers"], made["lengths"],
            made["actors"], *self.seen, made["masks"], self.mask_words, made["rewards"], made["ends"], made["moves"],
            made["last_moves"], made["last"], self.faults,
        )  # fmt: skip

    def check(self) -> None:
        """Raise if an action was not legal in any step so far."""
        fault = int(self.faults.copy_to_host()[0])
        if fault < self.batch.n:
            self.faults.copy_to_device(np.full(1, self.batch.n, np.int64))
            raise IllegalMove(f"an action was not legal in game {fault} of the batch")

    def draw(self) -> GpuArray:
        """Draw random actions; the next draw overwrites them."""
        if self.rngs is None:
            self.rngs = self.cuda.to_device(own_generators(self.batch))
        shape = (-(-self.batch.n // DRAWERS), DRAWERS)
        self.gpu.launch(self.gpu.make_draw(), shape, (self.made["masks"], self.actions, self.rngs))
        return GpuArray(self.actions)

    def observe(self, seats: Any, out: Any) -> Any:
        """Write what one seat sees in each game."""
        cuda, batch = self.cuda, self.batch
        if isinstance(seats, int):
            if seats not in self.everywhere:
                self.everywhere[seats] = cuda.to_device(np.full(batch.n, seats, np.int32))
            seats = self.everywhere[seats]
        seen = GpuArray(cuda.device_array((batch.n, batch.plan.size), np.uint8)) if out is None else out
        check_room(cuda.as_cuda_array(seen), batch)
        viewers = as_device_array(cuda, seats, batch.n)
        self.launch(self.kernels.observe, self.raw, viewers, self.entries, *self.gpu.flat(seen))
        return seen


def as_device_array(cuda: Any, numbers: Any, n: int) -> Any:
    """Return a number for each game as an array on the GPU, without a copy if they lie there."""
    if not hasattr(numbers, "__cuda_array_interface__"):
        return cuda.to_device(np.ascontiguousarray(as_actions(numbers, n)))
    given = cuda.as_cuda_array(numbers)
    check_actions(given, n)
    return given

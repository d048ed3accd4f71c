"""The batch on a GPU: one thread a game, by the very same rules, equal to the processor's byte by byte.

A block takes its games into shared memory, steps them there, writes them back, and turns what is left there into the
views of whoever is asked; then its warps write the observations side by side.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np import numpy_support

from mousehole.batch.observing import ASKED, CATEGORY, MEMBER, NUMBER, SHIFT_BIT, SHIFT_KIND, SHIFT_SIGN, VIEWER, Plan
from mousehole.batch.stepping import (
    BITS,
    DEAL,
    NOBODY,
    WAIT,
    is_allowed,
    is_decision,
    keep_move,
    open_game,
    random_bit,
    write_mask,
)
from mousehole.engine.contract import actors, apply, hide, payoff
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor

WARP = 32
SHARED = 227 * 1024
"""Bytes of shared memory that a block can have."""


def why_not() -> str | None:
    """Say why no GPU can be used here, or None if one can."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "numba-cuda is not installed (pip install 'mousehole[gpu]')"
    from numba import cuda  # there only with the extra

    return None if cuda.is_available() else "there is no CUDA device that numba-cuda can use"


def table_type(game: Game) -> np.dtype[np.void]:
    """Build what a game takes of the shared memory: an odd number of 8 bytes, so that threads meet different banks."""
    fields: list[Any] = [("s", game.rules.State)]
    if game.rules.State.itemsize % 16 == 0:
        fields.append(("spare", "u8"))
    return np.dtype(fields, align=True)


def threads_for(game: Game) -> int:
    """Choose how many games a block has: as many warps as leave room for a second block beside it."""
    for threads in (256, 192, 128, 96, 64):
        if 2 * threads * table_type(game).itemsize <= SHARED:
            return threads
    return WARP


@dataclass(frozen=True)
class Kernels:
    """What a GPU does with a batch of a game."""

    step: Any
    observe: Any


@cache
def make_kernels(game: Game, plan: Plan) -> Kernels:  # kernels are functions inside this one
    """Prepare the kernels of a game's batch; they are compiled when they are first launched."""
    from numba import cuda

    table = numpy_support.from_dtype(table_type(game))
    words, stride = game.rules.State.itemsize // 8, table_type(game).itemsize
    most_actions, most_seats = game.facts.max_actions, game.facts.max_seats
    size, mask_size = plan.size, -(-game.facts.actions // BITS)

    @cuda.jit(device=True)
    def byte_of(b8: Any, entry: int, start: int) -> Any:
        """Work out one byte of an observation from a view in shared memory; the same steps for every kind."""
        at, kind = start + (entry & 0xFFFF), (entry >> SHIFT_KIND) & 3
        kept = 0xFF if kind == NUMBER else 0xF if kind == CATEGORY else 1
        found = (int(b8[at]) >> ((entry >> SHIFT_BIT) & 7)) & kept
        can_hide = kind == MEMBER or kind == CATEGORY  # noqa: PLR1714  # a set would be made for `in`
        is_hidden = can_hide and int(b8[at + (entry >> SHIFT_SIGN)]) > 0x7F
        return types.uint32(0xFF if is_hidden else found)

    @cuda.jit(device=True)
    def prepare_view(s: Any, b8: Any, me: int, seat: int, asked: int) -> None:
        """Turn a game in shared memory into the view of a seat, and into nothing where there is no such seat."""
        if seat < 0 or seat >= most_seats:
            for k in range(stride):
                b8[me * stride + k] = 0
        else:
            hide(s, seat)
            b8[me * stride + VIEWER] = 1 << seat
            b8[me * stride + ASKED] = asked

    @cuda.jit(device=True)
    def write_views(b8: Any, entries: Any, first: int, here: int, out: Any, out32: Any) -> None:
        """Write the views of a block, which lie side by side in the array: four bytes a thread at a time."""
        begin, end = first * size, (first + here) * size  # begins at a whole word: blocks have whole warps of games
        for w in range(begin // 4 + cuda.threadIdx.x, end // 4, cuda.blockDim.x):
            game = (4 * w - begin) // size
            j = 4 * w - begin - game * size
            four = types.uint32(0)
            for k in range(4):
                four |= byte_of(b8, entries[j], game * stride) << types.uint32(8 * k)
                j += 1
                if j == size:
                    j = 0
                    game += 1
            out32[w] = four
        for at in range(end // 4 * 4 + cuda.threadIdx.x, end, cuda.blockDim.x):
            out[at] = byte_of(b8, entries[size - (end - at)], (here - 1) * stride)

    @cuda.jit(device=True)
    def fetch(b64: Any, raw: Any, first: int, here: int) -> None:
        """Take the games of a block into shared memory."""
        for w in range(cuda.threadIdx.x, here * words, cuda.blockDim.x):
            b64[(w // words) * (stride // 8) + w % words] = raw[first + w // words, w % words]

    @cuda.jit(lto=False, shared_memory_carveout="MaxShared")
    def observe(raw: Any, viewers: Any, entries: Any, out: Any, out32: Any) -> None:
        """Write what one seat sees of every game."""
        tables = cuda.shared.array(0, table, alignment=16)
        b64 = cuda.shared.array(0, types.uint64)  # the same memory, as words
        b8 = cuda.shared.array(0, types.uint8)  # and as bytes
        me, first = cuda.threadIdx.x, cuda.blockIdx.x * cuda.blockDim.x
        here = min(cuda.blockDim.x, raw.shape[0] - first)
        fetch(b64, raw, first, here)
        cuda.syncthreads()
        if me < here:
            asked = actors(tables[me].s)
            prepare_view(tables[me].s, b8, me, int(viewers[first + me]), asked)
        cuda.syncthreads()
        write_views(b8, entries, first, here, out, out32)

    @cuda.jit(lto=False, shared_memory_carveout="MaxShared")
    def step(
        raw: Any,  # an array of the games' records as words
        begins: int,
        plays_forced: int,
        restarts: int,
        seats: int,
        options: Any,
        seed: int,
        actions: Any,
        entries: Any,
        numbers: Any,
        lengths: Any,
        actor: Any,
        out: Any,
        out32: Any,
        masks: Any,
        masks32: Any,
        rewards: Any,
        ends: Any,
        moves: Any,
        last_moves: Any,
        last: Any,
        faults: Any,
    ) -> None:
        """Step every game: play what was chosen, then go on to the next decision."""
        tables = cuda.shared.array(0, table, alignment=16)
        b64 = cuda.shared.array(0, types.uint64)  # the same memory, as words
        b8 = cuda.shared.array(0, types.uint8)  # and as bytes
        buffer = cuda.local.array(most_actions, types.int16)
        paid = cuda.local.array(most_seats, types.float64)
        me, first = cuda.threadIdx.x, cuda.blockIdx.x * cuda.blockDim.x
        here = min(cuda.blockDim.x, raw.shape[0] - first)
        is_legal = me < here and (begins or is_allowed(masks, first + me, int(actions[first + me])))
        cuda.syncthreads()
        fetch(b64, raw, first, here)
        end = (first + here) * mask_size
        for w in range(first * mask_size // 4 + me, end // 4, cuda.blockDim.x):
            masks32[w] = 0
        for k in range(end // 4 * 4 - first * mask_size + me, here * mask_size, cuda.blockDim.x):
            masks[first + k // mask_size, k % mask_size] = 0
        cuda.syncthreads()
        i = first + me
        seat = NOBODY
        asked = 0
        if me < here:
            s = tables[me].s
            for k in range(seats):
                rewards[i, k] = 0.0
            ended = 0
            is_on = True
            if begins:
                lengths[i] = 0
                open_game(s, seats, options, seed, int(numbers[i]))
            elif actions[i] == DEAL:
                numbers[i] += raw.shape[0]
                lengths[i] = 0
                open_game(s, seats, options, seed, int(numbers[i]))
            elif actor[i] == NOBODY:
                is_on = False
            elif is_legal:
                apply(s, int(actor[i]), int(actions[i]))
                keep_move(moves, i, int(lengths[i]), int(actor[i]), int(actions[i]))
                lengths[i] += 1
            elif actions[i] != WAIT:
                cuda.atomic.min(faults, 0, i)
            count = 0
            while is_on and count == 0:
                asked = actors(s)
                if asked == 0:
                    payoff(s, paid)
                    for k in range(seats):
                        rewards[i, k] += paid[k]
                    ended += 1
                    last[i, 0] = numbers[i]
                    last[i, 1] = lengths[i]
                    for k in range(min(int(lengths[i]), moves.shape[1])):
                        last_moves[i, k] = moves[i, k]
                    if not restarts:
                        break
                    numbers[i] += raw.shape[0]
                    lengths[i] = 0
                    open_game(s, seats, options, seed, int(numbers[i]))
                    continue
                seat = first_actor(asked)
                count = is_decision(s, seat, buffer, plays_forced)
                if count == 0:
                    keep_move(moves, i, int(lengths[i]), seat, int(buffer[0]))
                    lengths[i] += 1
            if count == 0:
                seat = NOBODY
            actor[i] = seat
            ends[i] = ended
            write_mask(masks, i, buffer, count)
        cuda.syncthreads()
        for w in range(me, here * words, cuda.blockDim.x):
            raw[first + w // words, w % words] = b64[(w // words) * (stride // 8) + w % words]
        if len(out) == 0:
            return
        cuda.syncthreads()
        if me < here:
            prepare_view(tables[me].s, b8, me, seat, asked)
        cuda.syncthreads()
        write_views(b8, entries, first, here, out, out32)

    return Kernels(step, observe)


@cache
def make_draw() -> Any:
    """Compile the drawing of random legal actions."""
    from numba import cuda

    @cuda.jit
    def draw(masks: Any, actions: Any, rngs: Any) -> None:
        """Draw an action for each game, from its own generator."""
        i = cuda.grid(1)
        if i < len(actions):
            actions[i] = random_bit(masks, i, rngs[i : i + 1])

    return draw


class Words:
    """The whole words of an array of bytes; what is left over at its end has less than four."""

    def __init__(self, array: Any) -> None:
        """Describe the same memory."""
        count = array.size // 4
        self.__cuda_array_interface__ = {
            "shape": (count,), "typestr": "<u4", "data": array.__cuda_array_interface__["data"], "version": 3,
        }  # fmt: skip


def flat(array: Any) -> tuple[Any, Any]:
    """Return an array of bytes as one row, and its whole words."""
    from numba import cuda

    row = cuda.as_cuda_array(array).reshape(-1)
    return row, cuda.as_cuda_array(Words(row)) if row.size >= 4 else cuda.device_array(1, np.uint32)


LAUNCHED: set[tuple[Any, ...]] = set()
"""Kernels that have been launched, with the kinds of what they were given: those are compiled."""


def launch(kernel: Any, shape: tuple[int, ...], given: tuple[Any, ...]) -> None:
    """Launch a kernel; compile it first, if it has not been launched with arguments of this kind."""
    kinds = (
        kernel,
        *(
            (each.dtype, each.is_c_contiguous()) if hasattr(each, "dtype") and each.ndim else type(each)
            for each in given
        ),
    )
    if kinds in LAUNCHED:
        kernel[shape](*given)
        return
    with tuned_compiler():
        kernel[shape](*given)
    LAUNCHED.add(kinds)


@contextmanager
def tuned_compiler(spare: int = 0) -> Iterator[None]:
    """Compile our kernels with what numba-cuda has no switch for, and leave everybody else's as they are.

    Big kernels are bound by fetching instructions: so each rule is compiled once, for wide integers, and not again for
    every width of its arguments; loops are not unrolled; drawing a random number is left a function; and places in
    arrays are worked out in 32 bits and never counted from the end: a rule that did so would be found out when games
    are compared. Constant tables go to global memory: the constant memory is too small for some games, and makes
    threads that look up different entries queue up. A block may use all the shared memory there is, but for `spare`.
    """
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher").CUDADispatcher
    lower: Any = importlib.import_module("numba.cuda.lowering").CUDALower
    nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
    driver: Any = importlib.import_module("numba.cuda.cudadrv.driver")
    indexing: Any = importlib.import_module("numba.cuda.np.arrayobj")
    integer: Any = importlib.import_module("llvmlite.ir").IntType
    find_call, lower_function = dispatcher.get_call_template, lower.lower_normal_function
    set_carveout = driver.CudaPythonFunction.set_shared_memory_carveout

    def wide(kind: types.Type) -> types.Type:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def find_wide_call(self: Any, args: Any, named: Any) -> Any:  # inside the compiler
        return find_call(self, tuple(map(wide, args)), {name: wide(kind) for name, kind in named.items()})

    def lower_small(self: Any, described: Any) -> None:
        lower_function(self, described)
        self.function.attributes.add("optsize")
        if described.qualname == "draw":
            self.function.attributes.add("noinline")

    def short_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:  # noqa: ARG001
        index = context.cast(builder, index, kind, types.intp)
        return builder.zext(builder.trunc(index, integer(32)), integer(64))

    def allow_all_shared(self: Any, carveout: int) -> None:
        set_carveout(self, carveout)
        most = self.device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN - spare
        limit = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.driver.cuKernelSetAttribute(limit, most, self.handle, self.device.id)

    changes: list[tuple[Any, str, Any]] = [
        (driver.CudaPythonFunction, "set_shared_memory_carveout", allow_all_shared),
        (dispatcher, "get_call_template", find_wide_call),
        (indexing, "fix_integer_index", short_index),
        (lower, "lower_normal_function", lower_small),
        (nvvm, "ADDRSPACE_CONSTANT", nvvm.ADDRSPACE_GLOBAL),
    ]
    kept = [(where, name, getattr(where, name)) for where, name, _ in changes]
    for where, name, value in changes:
        setattr(where, name, value)
    try:
        yield
    finally:
        for where, name, value in kept:
            setattr(where, name, value)

"""A net on a GPU: for thousands of games at once what `bots.nets` works out for one, every sum in the same order.

An output of a layer is one sum, taken by one thread, input after input, and a product is rounded before it is added:
so the numbers are those of a processor, to the last bit. What is 0 is added here and passed over there; that changes
no sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from numba import types

from mousehole.batch.stepping import BITS, NOBODY
from mousehole.bots.by_net import draw_near
from mousehole.bots.inputs import input_of
from mousehole.engine.chance import roll

TILE = 128
"""A block works out so many outputs of a layer for so many games."""
SIDE, EACH, SHIFT, SHIFT_TILE = 16, 8, 4, 7
"""It has SIDE times SIDE threads, and each has EACH times EACH sums: those that lie SIDE apart."""
ACROSS = 4
"""Sums that a thread has in the first layer; past the last output it works that one out again."""
DEEP = 16
"""Inputs that a block takes into shared memory at a time."""
ROW = TILE + 1
"""One more than is used: so threads that write a column meet different banks."""
MOST_REGISTERS = 128
"""More would leave a multiprocessor room for one block of a layer only."""
BYTE = 0xFF


@dataclass(frozen=True)
class NetKernels:
    """What a GPU does with a net."""

    gather: Any
    enter: Any
    layer: Any
    choose: Any


@cache
def make_net_kernels(entries: int, most_actions: int) -> NetKernels:  # kernels are functions inside this one
    """Prepare the kernels for observations of so many entries; they are compiled when they are first launched."""
    from numba import cuda

    product, total = cuda.libdevice.fmul_rn, cuda.libdevice.fadd_rn  # the compiler never makes one rounding of these
    real = types.float32

    @cuda.jit(lto=False)
    def gather(actor: Any, is_net: Any, rows: Any, places: Any, counts: Any) -> None:
        """Give each game in which the net is asked a place of its own, and count those where anybody is asked."""
        i = cuda.grid(1)
        if i < len(actor) and actor[i] != NOBODY:
            cuda.atomic.add(counts, 1, 1)
            if is_net[actor[i]]:
                place = cuda.atomic.add(counts, 0, 1)
                places[i] = place
                rows[place] = i

    @cuda.jit(lto=False)
    def enter(
        observations: Any, rows: Any, low: Any, starts: Any, lows: Any, scales: Any, weights: Any, bias: Any, out: Any
    ) -> None:
        """Work out the first layer of a game, a block for each: the rows of weights that its observation chooses."""
        inputs = cuda.shared.array(entries, types.uint32)
        amounts = cuda.shared.array(entries, real)
        sums, columns = cuda.local.array(ACROSS, real), cuda.local.array(ACROSS, types.uint32)
        place = cuda.blockIdx.x
        for entry in range(cuda.threadIdx.x, entries, cuda.blockDim.x):
            least = int(low[entry])
            value = least + ((int(observations[rows[place], entry]) - least) & BYTE)
            inputs[entry], amounts[entry] = input_of(value, int(starts[entry]), int(lows[entry]), scales[entry])
        cuda.syncthreads()
        wide = out.shape[1]
        for start in range(cuda.threadIdx.x, wide, ACROSS * cuda.blockDim.x):
            for j in range(ACROSS):
                columns[j] = min(start + j * cuda.blockDim.x, wide - 1)
                sums[j] = bias[columns[j]]
            for entry in range(entries):
                amount, chosen = amounts[entry], inputs[entry]
                if amount != real(0.0):
                    for j in range(ACROSS):
                        sums[j] = total(sums[j], product(amount, weights[chosen, columns[j]]))
            for j in range(ACROSS):
                out[place, columns[j]] = max(sums[j], real(0.0))

    @cuda.jit(lto=False, max_registers=MOST_REGISTERS)
    def layer(given: Any, count: int, weights: Any, bias: Any, adds: int, out: Any) -> None:
        """Work out a layer of many games, a tile of games and outputs a block; `adds` says what becomes of the sums."""
        games = cuda.shared.array((DEEP, ROW), real)
        sheet = cuda.shared.array((DEEP, TILE), real)
        sums = cuda.local.array((EACH, EACH), real)
        mine, theirs = cuda.local.array(EACH, real), cuda.local.array(EACH, real)
        x, y = cuda.threadIdx.x & (SIDE - 1), (cuda.threadIdx.x >> SHIFT) & (SIDE - 1)  # plainly never negative
        column, band = cuda.threadIdx.x & (TILE - 1), (cuda.threadIdx.x >> SHIFT_TILE) & 1
        game, output = cuda.blockIdx.x * TILE, cuda.blockIdx.y * TILE
        deep, wide = weights.shape
        for j in range(EACH):
            k = output + x + j * SIDE
            for i in range(EACH):
                sums[i, j] = bias[k] if k < wide else real(0.0)
        for start in range(0, deep, DEEP):
            for part in range(EACH):
                row = y + part * SIDE
                has_one = game + row < count and start + x < deep
                games[x, row] = given[game + row, start + x] if has_one else real(0.0)
                line = 2 * part + band
                is_inside = start + line < deep and output + column < wide
                sheet[line, column] = weights[start + line, output + column] if is_inside else real(0.0)
            cuda.syncthreads()
            for line in range(DEEP):
                for i in range(EACH):
                    mine[i] = games[line, y + i * SIDE]
                    theirs[i] = sheet[line, x + i * SIDE]
                for i in range(EACH):
                    for j in range(EACH):
                        sums[i, j] = total(sums[i, j], product(mine[i], theirs[j]))
            cuda.syncthreads()
        for i in range(EACH):
            row = game + y + i * SIDE
            for j in range(EACH):
                k = output + x + j * SIDE
                if row < count and k < wide:
                    out[row, k] = total(given[row, k], max(sums[i, j], real(0.0))) if adds else sums[i, j]

    @cuda.jit(lto=False)
    def choose(
        actor: Any, is_net: Any, places: Any, masks: Any, numbers: Any, chances: Any, rngs: Any, actions: Any
    ) -> None:
        """Choose an action for each game, by the net or at random."""
        legal = cuda.local.array(most_actions, types.int32)
        i = cuda.grid(1)
        if i < len(actor) and actor[i] != NOBODY:
            count = 0
            for k in range(masks.shape[1]):
                bits = int(masks[i, k])
                while bits:
                    legal[count] = k * BITS + cuda.ffs(types.int32(bits)) - 1
                    bits &= bits - 1
                    count += 1
            rng = rngs[i : i + 1]
            if is_net[actor[i]]:
                actions[i] = draw_near(numbers[places[i]], legal, count, chances, rng)
            else:
                actions[i] = legal[roll(rng, count)]

    return NetKernels(gather, enter, layer, choose)

"""Random games on a GPU, to their ends, inside one kernel and without observations: `RandomPlay(game)`.

Where nobody learns, a batch need not stop at every decision: here a GPU plays thousands of millions of steps a second.
Game g of a seed is dealt from (seed, g) and played by a generator of its own, as in the lab; so it goes the same way
whoever plays it, and `play_on_cpu` leaves the same bytes.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types
from numba.np import numpy_support

from mousehole.batch.device import NoDevice
from mousehole.batch.gpu import tuned_compiler, why_not
from mousehole.batch.playing import (
    Played,
    never_busy,
    no_phase,
    no_step,
    phase_of,
    play_on_cpu,
    room_for,
    usual_options,
)
from mousehole.engine.chance import roll, word
from mousehole.engine.contract import actors, legal, payoff
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor, seed_playout
from mousehole.engine.rule import Numbers, Options, Record, Word

QUEUE, STEPS = 0, 1
"""What the two numbers of `counts` count: games handed out, steps played."""
WISHES = 32
"""How many things a table can want, and how many threads are in a warp."""
NEW, DONE = 31, 30
"""What a table can want beside a step of some phase (below 30): its next game, nothing more."""
MOST_TABLES = 32 * WISHES
"""Each thread of a warp chooses among 32 tables."""
SCHEDULE = 4 * (WISHES * WISHES + WISHES)
"""Bytes that a block needs to know which table wants what."""
WARP = 0xFFFFFFFF
"""All threads of a warp."""


def table_type(game: Game) -> np.dtype[np.void]:
    """Build what a table takes of the shared memory: a position, and how far its game has come.

    That is an odd number of 8 bytes: so a field lies in another bank of the memory at each of 16 tables in a row.
    """
    fields: list[Any] = [("s", game.rules.State), ("rng", "u8", 1), ("number", "u4"), ("length", "i2"), ("mask", "u2")]
    if np.dtype(fields, align=True).itemsize % 16 == 0:
        fields.append(("spare", "u8"))
    return np.dtype(fields, align=True)


def make_highest() -> Any:
    """Compile the highest number of a warp's threads: one instruction that numba-cuda has no name for."""
    from numba.cuda.extending import intrinsic

    ir: Any = importlib.import_module("llvmlite.ir")

    @intrinsic
    def highest(typing: Any, number: Any) -> Any:  # noqa: ARG001  # inside the compiler
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            bits = ir.IntType(32)
            code = f"redux.sync.max.s32 $0, $1, {WARP:#x};"
            return builder.call(ir.InlineAsm(ir.FunctionType(bits, [bits]), code, "=r,r", side_effect=True), arguments)

        return types.int32(types.int32), generate

    return highest


def make_kernel(game: Game) -> Any:  # a numba-cuda kernel, in one piece
    """Compile random play of a game: at each table of a block game after game is played until the queue is empty.

    The 32 threads of a warp run together as long as they do the same. So no thread keeps a table for itself: a warp
    looks what most tables want, a decision of this phase or that one, a step that needs no decision, or the setting up
    of a new game; and each of its threads does that at a table that wants it. Thread t looks after the tables t,
    t + 32, t + 64 and so on, together with thread t of the other warps: no two threads of a warp ask for the same one,
    and they find them in different banks of the memory.
    """
    from numba import cuda

    table = numpy_support.from_dtype(table_type(game))
    most_actions, most_seats = game.facts.max_actions, game.facts.max_seats
    phase = phase_of if "phase" in (game.rules.State.names or ()) else no_phase
    start_setup = getattr(game.rules, "start_setup", game.rules.setup)
    start_action = getattr(game.rules, "start_action", game.rules.apply)
    is_busy = getattr(game.rules, "is_busy", never_busy)
    go_on = getattr(game.rules, "go_on", no_step)
    number32 = types.int32
    highest = make_highest()

    @cuda.jit(device=True)
    def most_wanted(wanted: Options) -> Any:  # an int32
        """Return what most tables want, or DONE when none wants anything."""
        lane = cuda.laneid
        winner = number32((wanted[lane] << 5) | lane) if lane != DONE else number32(0)
        winner = number32(highest(winner))
        return number32(winner & 31 if winner >= WISHES else DONE)

    @cuda.jit(device=True)
    def take_table(waiting: Options, wish: int) -> Any:
        """Take one of this thread's tables that wants this; return which, or -1."""
        lane = cuda.laneid
        left = number32(waiting[wish, lane])
        while left != 0:
            which = number32(cuda.ffs(left) - 1)
            left = number32(cuda.atomic.and_(waiting, (wish, lane), number32(~(1 << which))))
            if (left >> which) & 1:
                return which
            left = number32(left & ~(1 << which))
        return number32(-1)

    @cuda.jit(lto=False, shared_memory_carveout="MaxShared")
    def play(
        seats: int,
        options: Options,
        seed: int,
        first: int,
        games: int,
        counts: Options,
        states: Record,
        lengths: Options,
        paid: Numbers,
    ) -> None:
        """Play `games` games from number `first` on; keep the first ones, as many as there is room for."""
        tables = cuda.shared.array(0, table, alignment=16)
        blank = cuda.shared.array(0, types.uint64)  # the same memory: no byte of a record may be left as it was
        waiting = cuda.shared.array((WISHES, WISHES), number32)  # which tables of a thread want something, a bit each
        wanted = cuda.shared.array(WISHES, number32)  # how many want it
        buffer = cuda.local.array(most_actions, types.int16)
        out = cuda.local.array(most_seats, types.float64)
        lane = cuda.laneid
        for i in range(cuda.threadIdx.x, len(blank), cuda.blockDim.x):
            blank[i] = 0
        cuda.syncthreads()
        if cuda.threadIdx.x < WISHES:
            for wish in range(WISHES):
                waiting[wish, lane] = 0
            wanted[lane] = len(tables) if lane == NEW else 0
            for i in range(lane, len(tables), WISHES):
                waiting[NEW, lane] |= 1 << (i // WISHES)
                tables[i].length = -1
        cuda.syncthreads()
        steps = 0
        while True:
            cuda.threadfence_block()
            chosen = most_wanted(wanted)
            if chosen == DONE:
                if wanted[DONE] == len(tables):
                    break
                cuda.nanosleep(100)
                continue
            which = take_table(waiting, chosen)
            taken = cuda.ballot_sync(WARP, which >= 0)
            if lane == 0:
                cuda.atomic.sub(wanted, chosen, cuda.popc(taken))
            if which >= 0:
                cuda.threadfence_block()
                mine = tables[which * WISHES + lane]
                s = mine.s
                wish = number32(DONE)
                if chosen != NEW:
                    if is_busy(s):
                        go_on(s)
                    else:
                        seat = first_actor(int(mine.mask))
                        start_action(s, seat, buffer[roll(mine.rng, legal(s, seat, buffer))])
                        mine.length += 1
                else:
                    if mine.length >= 0:
                        number = int(mine.number)
                        steps += int(mine.length)
                        payoff(s, out)
                        if number < len(states):
                            states[number] = s
                            lengths[number] = mine.length
                            for i in range(seats):
                                paid[number, i] = out[i]
                    number = cuda.atomic.add(counts, QUEUE, 1)
                    mine.number = min(number, len(states))  # which game it is counts only where it is kept
                    mine.length = 0 if number < games else -1
                    if number < games:
                        start_setup(s, seats, options, seed, word(first + number))
                        seed_playout(mine.rng, seed, first + number)
                if mine.length >= 0:
                    if is_busy(s):
                        wish = number32(phase(s))
                    else:
                        mask = actors(s)
                        mine.mask = mask
                        wish = number32(phase(s)) if mask else number32(NEW)
                cuda.threadfence_block()
                cuda.atomic.or_(waiting, (wish, lane), number32(1 << which))
                cuda.atomic.add(wanted, wish, 1)
            cuda.syncwarp()
        cuda.atomic.add(counts, STEPS, steps)

    return play


class RandomPlay:
    """Random games of one kind on the present GPU."""

    def __init__(
        self, game: Game, *, threads: int = 256, blocks: int = 1, options: Sequence[int] | None = None
    ) -> None:
        """Prepare a game's kernel: so many threads in a block, so many blocks for a multiprocessor."""
        refusal = why_not()
        if refusal is not None:
            raise NoDevice(refusal)
        from numba import cuda

        self.cuda, self.game, self.kernel = cuda, game, make_kernel(game)
        self.device = cuda.get_current_device()
        self.threads, self.blocks = threads, blocks
        values = usual_options(game) if options is None else np.array(options, np.int64)
        self.options = cuda.to_device(values if game.facts.options else np.zeros(1, np.int64))

    def tables(self) -> int:
        """Tell how many tables a block has room for in its share of the shared memory."""
        share = self.device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR // self.blocks
        room = share - self.device.RESERVED_SHARED_MEMORY_PER_BLOCK - SCHEDULE
        return min(int(room) // table_type(self.game).itemsize, MOST_TABLES)

    def launch(self, seats: int, seed: Word, games: int, keep: int, first: int = 0) -> tuple[Played, float, int]:
        """Play games from a number on; return the first of them, the seconds all of them took, and their steps."""
        cuda = self.cuda
        kept = room_for(self.game, keep)
        parts = [cuda.to_device(part) for part in (kept.states, kept.lengths, kept.paid)]
        counts = cuda.to_device(np.zeros(2, np.int64))
        begun, ended = cuda.event(), cuda.event()
        blocks, shared = self.blocks * self.device.MULTIPROCESSOR_COUNT, self.tables() * table_type(self.game).itemsize
        begun.record()
        with tuned_compiler(SCHEDULE):
            self.kernel[blocks, self.threads, 0, shared](
                seats, self.options, np.uint64(seed), first, games, counts, *parts
            )
        ended.record()
        ended.synchronize()
        states, lengths, paid = (part.copy_to_host() for part in parts)
        seconds = cuda.event_elapsed_time(begun, ended) / 1000
        return Played(states, lengths, paid), seconds, int(counts.copy_to_host()[STEPS])

    def check(self, seed: Word, count: int) -> str | None:
        """Compare games with the CPU's, at every number of seats; say where they differ first, or None."""
        facts = self.game.facts
        for seats in range(facts.min_seats, facts.max_seats + 1):
            mine, _, steps = self.launch(seats, seed, count, count)
            theirs = play_on_cpu(self.game, seats, seed, 0, count)
            found = theirs.difference(mine)
            if found is None and steps != theirs.lengths.sum():
                found = f"{steps} steps in all, not {theirs.lengths.sum()}"
            if found is not None:
                return f"{facts.title}, {seats} seats, CPU and GPU: {found}"
        return None

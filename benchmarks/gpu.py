"""Random play of every game on a GPU, by the very same rule functions; writes gpu_results.md.

    python benchmarks/gpu.py                           every game
    python benchmarks/gpu.py --games hide_and_squeak   one game, printed only

It needs a CUDA device and `pip install -r requirements/gpu.txt`. Game g of a seed is set up from (seed, g) and played
by a generator of its own, also seeded from (seed, g); so it goes the same way whoever plays it. Before anything is
timed, thousands of games at every number of seats are played by the GPU and by `play_range` here on the CPU, and their
lengths, payoffs and every byte of their last positions must be equal.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import statistics
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.np import numpy_support

from mousehole.engine.chance import roll, threefry, word
from mousehole.engine.contract import actors, legal, payoff, setup
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor, play_out
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "gpu_results.md"
SEED: Any = np.uint64(2026)
REFUSED, DIFFERENT = 2, 1
"""Exit statuses: nothing to measure on; the GPU played a game differently."""

SHAPES = ((256, 1), (192, 1), (320, 1), (384, 1), (512, 1), (640, 1), (768, 1), (384, 2), (512, 2), (256, 4))
"""Threads in a block and blocks for a multiprocessor, to be tried."""
TRIAL = 200_000
"""Games of the launch that tells how many a second there are."""
TRIAL_SECONDS = 0.1

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


@rule
def seed_playout(rng: Rng, seed: int, number: int) -> None:
    """Seed the playout of a game; a block of Threefry that the table's own chance, which counts (n, 0), never uses."""
    bits, _ = threefry(word(seed), word(number), word(0), word(1))
    rng[0] = bits


@rule
def play_range(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed in
    states: Record,
    seats: int,
    options: Options,
    seed: int,
    first: int,
    rng: Rng,
    buffer: Actions,
    lengths: Options,
    paid: Numbers,
) -> int:
    """Play the games `first`, `first` + 1, ... on the CPU, one for each of `states`; return all steps."""
    steps = 0
    for i in range(len(states)):
        s = states[i]
        setup(s, seats, options, seed, word(first + i))
        seed_playout(rng, seed, first + i)
        lengths[i] = play_out(s, rng, buffer)
        payoff(s, paid[i])
        steps += lengths[i]
    return steps


@dataclass(frozen=True)
class Played:
    """Games as they ended, one a row: the last position, the number of steps, each seat's payoff."""

    states: Record
    lengths: Options
    paid: Numbers

    def only(self, i: int) -> Played:
        """Return one of the games by itself."""
        return Played(self.states[i : i + 1], self.lengths[i : i + 1], self.paid[i : i + 1])

    def difference(self, other: Played) -> str | None:
        """Say where two plays of the same games first differ, or None."""
        for i in range(len(self.states)):
            if self.lengths[i] != other.lengths[i]:
                return f"game {i} takes {self.lengths[i]} steps and {other.lengths[i]}"
            if self.states[i].tobytes() != other.states[i].tobytes():
                return f"game {i} ends in two different positions"
            if not np.array_equal(self.paid[i], other.paid[i]):
                return f"game {i} pays {self.paid[i]} and {other.paid[i]}"
        return None


def room_for(game: Game, count: int) -> Played:
    """Make room for so many games."""
    states, most_seats = new_records(game.rules.State, count), game.facts.max_seats
    return Played(states, np.zeros(count, np.int64), np.zeros((count, most_seats)))


def usual_options(game: Game) -> Options:
    """Return the options a game has when nobody chooses any."""
    return np.array(game.facts.option_values({}), np.int64)


def play_on_cpu(game: Game, seats: int, first: int, count: int) -> Played:
    """Play so many games on one core."""
    played = room_for(game, count)
    rng, buffer = np.zeros(1, np.uint64), np.zeros(game.facts.max_actions, np.int32)
    play_range(played.states, seats, usual_options(game), SEED, first, rng, buffer, played.lengths, played.paid)
    return played


def cpu_speed(game: Game, seconds: float) -> float:
    """Measure steps a second on one core; the games of the usual number of seats have been compiled before."""
    steps, first, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        steps += int(play_on_cpu(game, game.facts.usual_seats, first, 1000).lengths.sum())
        first += 1000
    return steps / spent


def why_not() -> str | None:
    """Say why no GPU can be used here, or None if one can."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "numba-cuda is not installed (pip install -r requirements/gpu.txt)"
    from numba import cuda

    return None if cuda.is_available() else "there is no CUDA device that numba-cuda can use"


def tune_compiler() -> None:
    """Set what numba-cuda has no switch for; each of these matters more than any launch parameter.

    Big kernels are bound by fetching instructions: so each rule is compiled once, for wide integers, and not again for
    every width of its arguments; loops are not unrolled; drawing a random number is left a function; and places in
    arrays are worked out in 32 bits and never counted from the end: a rule that did so would be found out when games
    are compared. Constant tables go to global memory: the constant memory is too small for some games, and makes
    threads that look up different entries queue up. A block may use all the shared memory there is.
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

    def find_wide_call(self: Any, args: Any, named: Any) -> Any:  # noqa: ANN401  # inside the compiler
        return find_call(self, tuple(map(wide, args)), {name: wide(kind) for name, kind in named.items()})

    def lower_small(self: Any, described: Any) -> None:  # noqa: ANN401
        lower_function(self, described)
        self.function.attributes.add("optsize")
        if described.qualname == "draw":
            self.function.attributes.add("noinline")

    def short_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:  # noqa: ANN401, ARG001
        index = context.cast(builder, index, kind, types.intp)
        return builder.zext(builder.trunc(index, integer(32)), integer(64))

    def allow_all_shared(self: Any, carveout: int) -> None:  # noqa: ANN401
        set_carveout(self, carveout)
        most = self.device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN - SCHEDULE
        limit = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.driver.cuKernelSetAttribute(limit, most, self.handle, self.device.id)

    driver.CudaPythonFunction.set_shared_memory_carveout = allow_all_shared
    dispatcher.get_call_template = find_wide_call
    indexing.fix_integer_index = short_index
    lower.lower_normal_function = lower_small
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL


@rule
def phase_of(s: Record) -> int:
    """Tell which kind of decision or step is next."""
    return int(s.phase)


@rule
def no_phase(s: Record) -> int:  # noqa: ARG001
    """Stand in for `phase_of` in a game whose record has no such field."""
    return 0


@rule
def never_busy(s: Record) -> bool:  # noqa: ARG001
    """Stand in for `is_busy` in a game that does all that follows from an action at once."""
    return False


@rule
def no_step(s: Record) -> None:
    """Stand in for `go_on` there."""


def table_type(game: Game) -> np.dtype[np.void]:
    """Build what a table takes of the shared memory: a position, and how far its game has come.

    That is an odd number of 8 bytes: so a field lies in another bank of the memory at each of 16 tables in a row.
    """
    fields: list[Any] = [("s", game.rules.State), ("rng", "u8", 1), ("number", "u4"), ("length", "i2"), ("mask", "u2")]
    if np.dtype(fields, align=True).itemsize % 16 == 0:
        fields.append(("spare", "u8"))
    return np.dtype(fields, align=True)


def make_highest() -> Any:  # noqa: ANN401
    """Compile the highest number of a warp's threads: one instruction that numba-cuda has no name for."""
    from numba.cuda.extending import intrinsic

    ir: Any = importlib.import_module("llvmlite.ir")

    @intrinsic  # type: ignore[untyped-decorator]
    def highest(typing: Any, number: Any) -> Any:  # noqa: ANN401, ARG001  # inside the compiler
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401, ARG001
            bits = ir.IntType(32)
            code = f"redux.sync.max.s32 $0, $1, {WARP:#x};"
            return builder.call(ir.InlineAsm(ir.FunctionType(bits, [bits]), code, "=r,r", side_effect=True), arguments)

        return types.int32(types.int32), generate

    return highest


def make_kernel(game: Game) -> Any:  # noqa: ANN401, C901, PLR0915  # a numba-cuda kernel, in one piece
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

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def most_wanted(wanted: Options) -> Any:  # noqa: ANN401  # an int32
        """Return what most tables want, or DONE when none wants anything."""
        lane = cuda.laneid
        winner = number32((wanted[lane] << 5) | lane) if lane != DONE else number32(0)
        winner = number32(highest(winner))
        return number32(winner & 31 if winner >= WISHES else DONE)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def take_table(waiting: Options, wish: int) -> Any:  # noqa: ANN401
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

    @cuda.jit(lto=False, shared_memory_carveout="MaxShared")  # type: ignore[untyped-decorator]  # numba ships no types
    def play(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917
        seats: int,
        options: Options,
        seed: int,
        games: int,
        counts: Options,
        states: Record,
        lengths: Options,
        paid: Numbers,
    ) -> None:
        """Play `games` games; keep the first ones, as many as there is room for."""
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
                        start_setup(s, seats, options, seed, word(number))
                        seed_playout(mine.rng, seed, number)
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


class Table:
    """One game on the GPU: its kernel, and the launching, checking and timing of it."""

    def __init__(self, game: Game) -> None:
        """Compile a game's kernel for the present device."""
        from numba import cuda

        self.cuda, self.game, self.kernel = cuda, game, make_kernel(game)
        self.device = cuda.get_current_device()
        self.threads, self.blocks = SHAPES[0]
        self.options = cuda.to_device(usual_options(game) if game.facts.options else np.zeros(1, np.int64))

    def tables(self) -> int:
        """Tell how many tables a block has room for in its share of the shared memory."""
        share = self.device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR // self.blocks
        room = share - self.device.RESERVED_SHARED_MEMORY_PER_BLOCK - SCHEDULE
        return min(int(room) // table_type(self.game).itemsize, MOST_TABLES)

    def launch(self, seats: int, seed: np.uint64, games: int, keep: int) -> tuple[Played, float, int]:
        """Play games; return the first of them, the seconds all of them took, and their steps."""
        cuda = self.cuda
        kept = room_for(self.game, keep)
        parts = [cuda.to_device(part) for part in (kept.states, kept.lengths, kept.paid)]
        counts = cuda.to_device(np.zeros(2, np.int64))
        begun, ended = cuda.event(), cuda.event()
        blocks, shared = self.blocks * self.device.MULTIPROCESSOR_COUNT, self.tables() * table_type(self.game).itemsize
        begun.record()
        self.kernel[blocks, self.threads, 0, shared](seats, self.options, seed, games, counts, *parts)
        ended.record()
        ended.synchronize()
        states, lengths, paid = (part.copy_to_host() for part in parts)
        seconds = cuda.event_elapsed_time(begun, ended) / 1000
        return Played(states, lengths, paid), seconds, int(counts.copy_to_host()[STEPS])

    def check(self, count: int) -> str | None:
        """Compare games with the CPU's, at every number of seats; say where they differ first, or None."""
        facts = self.game.facts
        for seats in range(facts.min_seats, facts.max_seats + 1):
            mine, _, steps = self.launch(seats, SEED, count, count)
            theirs = play_on_cpu(self.game, seats, 0, count)
            found = theirs.difference(mine)
            if found is None and steps != theirs.lengths.sum():
                found = f"{steps} steps in all, not {theirs.lengths.sum()}"
            if found is not None:
                return f"{facts.title}, {seats} seats, CPU and GPU: {found}"
        return None

    def enough_games(self, seconds: float) -> int:
        """Find a number of games that take at least so many seconds."""
        games = TRIAL
        while (spent := self.launch(self.game.facts.usual_seats, SEED, games, 1)[1]) < seconds:
            games = int(games * min(1.2 * seconds / spent, 50.0)) + 1
        return games

    def choose_shape(self) -> None:
        """Launch the same games in all shapes and stay with the fastest."""
        games = self.enough_games(TRIAL_SECONDS)
        most_threads = min(self.kernel.get_max_threads_per_block().values())
        spent = {}
        for shape in SHAPES:
            self.threads, self.blocks = shape
            if self.threads <= most_threads:
                spent[shape] = self.launch(self.game.facts.usual_seats, SEED, games, 1)[1]
        self.threads, self.blocks = min(spent, key=lambda shape: spent[shape])

    def measure(self, seconds: float, launches: int) -> tuple[float, float]:
        """Return steps and games a second: the median of several launches of at least so many seconds."""
        seats = self.game.facts.usual_seats
        self.choose_shape()
        games = self.enough_games(seconds)
        speeds = []
        for i in range(launches):
            _, spent, steps = self.launch(seats, np.uint64(i), games, 1)
            speeds.append((steps / spent, games / spent))
        return statistics.median(s for s, _ in speeds), statistics.median(g for _, g in speeds)

    def row(self, seconds: float, launches: int) -> str:
        """Measure the game on the GPU and on one core; return a row of the table."""
        facts = self.game.facts
        steps, games = self.measure(seconds, launches)
        core = cpu_speed(self.game, seconds)
        (registers,) = set(self.kernel.get_regs_per_thread().values())
        (local,) = set(self.kernel.get_local_mem_per_thread().values())
        return (
            f"| {facts.title}, {facts.usual_seats} seat{'s' * (facts.usual_seats > 1)} | {steps / 1e6:,.0f} |"
            f" {games / 1e6:,.1f} | {steps / games:.1f} | {self.game.rules.State.itemsize} | {local} | {registers} |"
            f" {self.threads} x {self.blocks} | {self.tables() * self.blocks} |"
            f" {core / 1e6:.1f} | {steps / core:,.0f} |"
        )


COLUMNS = (
    "game",
    "million steps a second",
    "million games a second",
    "steps a game",
    "bytes of a record",
    "bytes of local memory a thread",
    "registers",
    "threads x blocks a multiprocessor",
    "tables a multiprocessor",
    "one core, million steps a second",
    "GPU to core",
)


def report(rows: list[str], device: str, chosen: argparse.Namespace) -> str:
    """Write the results as a page."""
    lines = [
        "# Random play on a GPU",
        "",
        f"One {device} and one core of the machine it stands in; {datetime.now(UTC):%Y-%m-%d}.",
        "Written by `python benchmarks/gpu.py`: random play, the median of",
        f"{chosen.launches} launches of at least {chosen.seconds:g} s each. Before that {chosen.check:,} games at",
        "every number of seats were played on both sides; their lengths, payoffs and last positions",
        "were equal byte by byte.",
        "",
        "| " + " | ".join(COLUMNS) + " |",
        "| --- |" + " ---: |" * (len(COLUMNS) - 1),
        *rows,
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Check and measure the games, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", choices=IDS, default=list(IDS), metavar="GAME")
    parser.add_argument("--check", type=int, default=4096, help="games compared at each number of seats")
    parser.add_argument("--seconds", type=float, default=1.0, help="the least length of a timed launch")
    parser.add_argument("--launches", type=int, default=5)
    chosen = parser.parse_args()
    refusal = why_not()
    if refusal is not None:
        print(f"gpu.py: {refusal}", file=sys.stderr)
        return REFUSED
    from numba import cuda

    tune_compiler()
    device, rows = cuda.get_current_device().name, []
    for game_id in chosen.games:
        begun = time.perf_counter()
        table = Table(load(game_id))
        difference = table.check(chosen.check)
        if difference is not None:
            print(f"gpu.py: {difference}", file=sys.stderr)
            return DIFFERENT
        rows.append(table.row(chosen.seconds, chosen.launches))
        print(f"{rows[-1]}  ({time.perf_counter() - begun:.0f} s)", flush=True)
    if chosen.games == list(IDS):
        RESULTS.write_text(report(rows, device if isinstance(device, str) else device.decode(), chosen))
    return 0


if __name__ == "__main__":
    sys.exit(main())

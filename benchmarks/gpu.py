"""Random play of every game on a GPU, one thread a game, by the very same rule functions; writes gpu_results.md.

    python benchmarks/gpu.py                           every game
    python benchmarks/gpu.py --games hide_and_squeak   one game, printed only

It needs a CUDA device and `pip install -r requirements/gpu.txt`. Game g of a seed is set up from (seed, g) and played
by a generator of its own, also seeded from (seed, g); so it goes the same way whoever plays it. Before anything is
timed, some thousands of games at every number of seats are played by the GPU and by `play_range` here on the CPU, and
their lengths, payoffs and every byte of their last positions must be equal.
"""

from __future__ import annotations

import argparse
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
from mousehole.engine.contract import actors, apply, legal, payoff, setup
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor, play_out
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import IDS, load

RESULTS = Path(__file__).parent / "gpu_results.md"
SEED = np.uint64(2026)
NO_DEVICE = 2
"""Exit status when there is nothing to measure on."""

THREADS = 128
"""Threads in a block."""
RESIDENT = 2048
"""Threads a multiprocessor holds at most; more are started only to be turned away by the empty queue."""
QUEUE, STEPS = 0, 1
"""What the two counters in `counts` count: games handed out, steps played."""


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
        setup(s, seats, options, seed, first + i)
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

    def first_difference(self, other: Played) -> str | None:
        """Say where two plays of the same games differ first, or None."""
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
    return Played(
        new_records(game.rules.State, count), np.zeros(count, np.int64), np.zeros((count, game.facts.max_seats))
    )


def usual_options(game: Game) -> Options:
    """Return the options a game has when nobody chooses any."""
    return np.array(game.facts.option_values({}), np.int64)


def play_on_cpu(game: Game, seats: int, first: int, count: int) -> Played:
    """Play so many games on one core."""
    played = room_for(game, count)
    rng, buffer = np.zeros(1, np.uint64), np.zeros(game.facts.max_actions, np.int32)
    play_range(played.states, seats, usual_options(game), SEED, first, rng, buffer, played.lengths, played.paid)
    return played


def why_not() -> str | None:
    """Say why no GPU can be used here, or None if one can."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "numba-cuda is not installed (pip install -r requirements/gpu.txt)"
    from numba import cuda

    return None if cuda.is_available() else "there is no CUDA device that numba-cuda can use"


def make_kernel(game: Game, **limits: int) -> Any:  # noqa: ANN401  # numba's kernels have no types
    """Compile random play of a game: each thread plays game after game until the queue is empty.

    A thread whose game is over takes its next one inside the same loop of steps, while its neighbours play on: nobody
    waits for the longest game. Constant tables go to global memory, where threads that look up different entries do not
    queue up for each other as in constant memory, which is too small for some games anyway.
    """
    from numba import cuda
    from numba.cuda.cudadrv import nvvm

    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    record = numpy_support.from_dtype(game.rules.State)
    most_actions, most_seats = game.facts.max_actions, game.facts.max_seats

    def play(  # noqa: PLR0913, PLR0917
        seats: int, options: Options, seed: int, games: int, pause: int, counts: Options, states: Record, lengths: Options, paid: Numbers
    ) -> None:
        """Play `games` games; keep the first ones, as many as there is room for."""
        mine = cuda.local.array(1, record)
        buffer = cuda.local.array(most_actions, types.int16)
        rng = cuda.local.array(1, types.uint64)
        out = cuda.local.array(most_seats, types.float64)
        s = mine[0]
        steps = length = mask = turn = 0
        number = -1
        while True:
            if mask:
                seat = first_actor(mask)
                apply(s, seat, int(buffer[roll(rng, legal(s, seat, buffer))]))
                length += 1
            elif turn & pause == 0:
                if number >= 0:
                    steps += length
                    payoff(s, out)
                    if number < len(states):
                        states[number] = s
                        lengths[number] = length
                        for i in range(seats):
                            paid[number, i] = out[i]
                number = cuda.atomic.add(counts, QUEUE, 1)
                if number >= games:
                    break
                setup(s, seats, options, seed, number)
                seed_playout(rng, seed, number)
                length = 0
            turn += 1
            mask = actors(s)
        cuda.atomic.add(counts, STEPS, steps)

    return cuda.jit(**limits)(play)

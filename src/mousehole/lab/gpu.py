"""Random games of a set-up on a GPU: the very games that threads play, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from mousehole.batch.gpu import why_not
from mousehole.batch.random_play import RandomPlay
from mousehole.engine.contract import reason
from mousehole.engine.rule import Actions, Record, rule
from mousehole.games import load
from mousehole.lab.chunks import Chunk
from mousehole.lab.engines import Job, NoEngine
from mousehole.lab.setup import SetUp


@rule
def read_reasons(states: Record, reasons: Actions) -> None:
    """Read off final positions why each game ended."""
    for i in range(len(states)):
        reasons[i] = reason(states[i])


@cache
def random_play(game_id: str, options: tuple[int, ...]) -> RandomPlay:
    """Prepare a game with its options: compiled once in a process."""
    return RandomPlay(load(game_id), options=options)


class OnGpu:
    """Plays on the first GPU of this machine. It can play at random, and nothing else: searches do not fit on it."""

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play them all, chunk by chunk."""
        for job in jobs:
            check_random(job.set_up)
        if jobs and (refusal := why_not()) is not None:
            raise NoEngine(f"no GPU can be used here: {refusal}")
        for job in jobs:
            yield job, self.chunk(job)

    @staticmethod
    def chunk(job: Job) -> Chunk:
        """Play one chunk."""
        set_up, count = job.set_up, len(job.numbers)
        seed: Any = np.uint64(set_up.seed)
        kernel = random_play(set_up.game, set_up.values)
        played, _, _ = kernel.launch(set_up.seats, seed, count, count, job.numbers.start)
        reasons = np.zeros(count, np.int32)
        read_reasons(played.states, reasons)
        payoffs = np.ascontiguousarray(played.paid[:, : set_up.seats])
        return Chunk(
            job.numbers.start, {"payoffs": payoffs, "reasons": reasons, "lengths": played.lengths.astype(np.int32)}
        )


def check_random(set_up: SetUp) -> None:
    """Refuse bots that think."""
    if not set_up.is_random:
        names = ", ".join(sorted(set(set_up.players)))
        raise NoEngine(
            f"a GPU plays random games (players=random), not {names}: their searches run on processors,"
            " with the engine threads or ray"
        )

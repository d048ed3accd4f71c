"""Games of a set-up on a GPU, at random and by nets: the very games that threads play, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from mousehole.batch.gpu import why_not
from mousehole.batch.random_play import RandomPlay
from mousehole.bots.names import NET
from mousehole.engine.contract import payoff, reason
from mousehole.engine.rule import Actions, Numbers, Record, rule
from mousehole.games import load
from mousehole.lab.chunks import Array, Chunk
from mousehole.lab.engines import Job, NoEngine
from mousehole.lab.net_gpu import MOST_GAMES, NetPlay
from mousehole.lab.playing import nets_among
from mousehole.lab.setup import RANDOM, SetUp


@rule
def read_ends(states: Record, paid: Numbers, reasons: Actions) -> None:
    """Read off final positions what each seat was paid, and why each game ended."""
    for i in range(len(states)):
        payoff(states[i], paid[i])
        reasons[i] = reason(states[i])


@cache
def random_play(game_id: str, options: tuple[int, ...]) -> RandomPlay:
    """Prepare a game with its options: compiled once in a process."""
    return RandomPlay(load(game_id), options=options)


@cache
def net_play(game_id: str) -> NetPlay:
    """Prepare a game's net: compiled once in a process."""
    return NetPlay(load(game_id))


class OnGpu:
    """Plays on the first GPU of this machine, at random and by nets, and nothing else: searches do not fit on it."""

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play them all, several chunks at once where they are small."""
        for job in jobs:
            check_players(job.set_up)
        if jobs and (refusal := why_not()) is not None:
            raise NoEngine(f"no GPU can be used here: {refusal}")
        for some in together(jobs):
            yield from zip(some, self.chunks(some), strict=True)

    @staticmethod
    def chunks(jobs: Sequence[Job]) -> list[Chunk]:
        """Play chunks whose games follow each other."""
        set_up, first = jobs[0].set_up, jobs[0].numbers.start
        count = jobs[-1].numbers.stop - first
        if set_up.is_random:
            seed: Any = np.uint64(set_up.seed)
            played, _, _ = random_play(set_up.game, set_up.values).launch(set_up.seats, seed, count, count, first)
            states, lengths = played.states, played.lengths.astype(np.int32)
        else:
            net = net_play(set_up.game)
            named, by_net = (
                set_up.facts.options_by_name(set_up.values),
                nets_among(net.game, set_up.seats, set_up.seated),
            )
            states, lengths = net.play(set_up.seats, named, set_up.seed, first, count, by_net)
        payoffs, reasons = np.zeros((count, set_up.seats)), np.zeros(count, np.int32)
        read_ends(states, payoffs, reasons)
        arrays: dict[str, Array] = {"payoffs": payoffs, "reasons": reasons, "lengths": lengths}
        parts = [slice(job.numbers.start - first, job.numbers.stop - first) for job in jobs]
        return [
            Chunk(job.numbers.start, {name: array[part] for name, array in arrays.items()})
            for job, part in zip(jobs, parts, strict=True)
        ]


def together(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Put chunks of a set-up together whose games follow each other, as many as fit; set-ups take turns."""
    groups: list[list[Job]] = []
    last: dict[int, list[Job]] = {}
    for job in jobs:
        group = last.get(job.which)
        follows = group is not None and group[-1].numbers.stop == job.numbers.start
        if group is not None and follows and job.numbers.stop - group[0].numbers.start <= MOST_GAMES:
            group.append(job)
        else:
            last[job.which] = [job]
            groups.append(last[job.which])
    yield from groups


def check_players(set_up: SetUp) -> None:
    """Refuse bots that think."""
    if not set_up.is_compiled:
        names = ", ".join(sorted(set(set_up.players) - {RANDOM, NET}))
        raise NoEngine(
            f"a GPU plays at random and by nets (players=random, players=net), not {names}: their searches run on"
            " processors, with the engine threads or ray"
        )

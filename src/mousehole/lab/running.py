"""Running a set-up: chunk by chunk, by any engine, with progress, kept in a folder, stopped and gone on with.

    run(SetUp("hide_and_squeak"), threads=2, folder="night", on_progress=tell)

What a run shows is asked of it at any time, also while it is under way: `results.figures`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.lab.chunks import Array, Chunk, chunks_of, joined, match_of
from mousehole.lab.engines import Engine, Job, find_engine
from mousehole.lab.folder import folder_of
from mousehole.lab.playing import Games
from mousehole.lab.setup import SetUp, check_pair
from mousehole.lab.tables import columns, frame

OnProgress = Callable[["Run"], object]
"""Is told after each chunk; `run.played` of `run.set_up.games` are done."""
Stop = Callable[[], bool]
"""Is asked before each chunk whether to stop there."""


@dataclass(eq=False)
class Run:
    """Games of a set-up, as far as they have been played."""

    set_up: SetUp
    chunks: dict[int, Chunk] = field(default_factory=dict, repr=False)
    """By the number of their first game."""
    seconds: float = 0.0
    """How long the games took that were played just now, all in all."""

    @property
    def played(self) -> int:
        """How many games have been played."""
        return sum(len(chunk) for chunk in self.chunks.values())

    @property
    def is_done(self) -> bool:
        """Whether all games have been played."""
        return self.played == self.set_up.games

    @property
    def game(self) -> Game:
        """The game."""
        return load(self.set_up.game)

    def add(self, chunk: Chunk) -> None:
        """Take in a chunk."""
        self.chunks[chunk.first] = chunk
        self.__dict__.pop("arrays", None)

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """Everything that is kept of the games, one row a game, in the order of their numbers (docs/lab.md)."""
        return joined(list(self.chunks.values()))

    @property
    def games(self) -> Games:
        """The games as `playing` gives them: who won, why and when each ended."""
        arrays, set_up = self.arrays, self.set_up
        choices = arrays.get("choices", np.zeros(len(arrays["reasons"]), np.int32))
        players = () if set_up.is_random else set_up.seated
        return Games(
            self.game, set_up.seats, set_up.values, set_up.seed, 0, players,
            arrays["payoffs"], arrays["reasons"], arrays["lengths"], choices, is_compiled=set_up.is_compiled,
        )  # fmt: skip

    def match(self, number: int) -> Match:
        """Play the game of a number again, as a match."""
        return match_of(self.set_up, number)

    def columns(self) -> dict[str, list[Any]]:
        """Give the games as columns by name, one row a game (docs/lab.md)."""
        return columns(self)

    def to_pandas(self) -> Any:  # noqa: ANN401  # pandas need not be there
        """Give the games as a frame of pandas, if it is installed."""
        return frame(self, "pandas")

    def to_polars(self) -> Any:  # noqa: ANN401  # nor need Polars
        """Give the games as a frame of Polars, if it is installed."""
        return frame(self, "polars")

    def tobytes(self) -> bytes:
        """Write all games played so far: the same bytes whatever the engine, the threads and the order."""
        arrays = self.arrays
        return Chunk(0, {name: arrays[name] for name in sorted(arrays)}).tobytes()


def run(  # noqa: PLR0913  # flags, each with what is usual
    set_up: SetUp,
    *,
    engine: str | Engine = "threads",
    threads: int | None = None,
    address: str | None = None,
    folder: Path | str | None = None,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> Run:
    """Play the games of a set-up; in a folder what is there already is not played again."""
    (made,) = run_all(
        [set_up], engine=engine, threads=threads, address=address, folders=[folder], on_progress=on_progress, stop=stop
    )
    return made


def run_pair(  # noqa: PLR0913  # as above
    one: SetUp,
    two: SetUp,
    *,
    engine: str | Engine = "threads",
    threads: int | None = None,
    address: str | None = None,
    folder: Path | str | None = None,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> tuple[Run, Run]:
    """Play two set-ups side by side on the same deals; their folders are `a` and `b` inside one."""
    check_pair(one, two)
    folders = [None, None] if folder is None else [Path(folder) / "a", Path(folder) / "b"]
    first, second = run_all(
        [one, two], engine=engine, threads=threads, address=address, folders=folders, on_progress=on_progress, stop=stop
    )
    return first, second


def run_all(  # noqa: PLR0913  # as above
    set_ups: Sequence[SetUp],
    *,
    engine: str | Engine = "threads",
    threads: int | None = None,
    address: str | None = None,
    folders: Sequence[Path | str | None] = (),
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> list[Run]:
    """Play several set-ups together, the first chunk of each before the second of any."""
    plays = find_engine(engine, threads=threads, address=address) if isinstance(engine, str) else engine
    kept = [folder_of(path, set_up) for path, set_up in zip(folders or [None] * len(set_ups), set_ups, strict=True)]
    runs = [Run(set_up) for set_up in set_ups]
    for made, folder in zip(runs, kept, strict=True):
        for chunk in folder.read() if folder else ():
            made.add(chunk)
    begun = time.perf_counter()
    with closing(plays.play(list(jobs_of(runs)))) as done:  # type: ignore[type-var]  # engines are generators
        while not (stop and stop()):
            found = next(done, None)
            if found is None:
                break
            job, chunk = found
            folder = kept[job.which]
            if folder:
                folder.keep(chunk)
            made = runs[job.which]
            made.add(chunk)
            made.seconds = time.perf_counter() - begun
            if on_progress:
                on_progress(made)
    return runs


def jobs_of(runs: Sequence[Run]) -> Iterable[Job]:
    """List what is still to be played, taking turns between the runs."""
    left = [[each for each in chunks_of(made.set_up) if each.start not in made.chunks] for made in runs]
    for turn in range(max(map(len, left), default=0)):
        for which, chunks in enumerate(left):
            if turn < len(chunks):
                yield Job(which, runs[which].set_up, chunks[turn])

"""Who plays the chunks: threads of this machine, a GPU, or a cluster. The games are the same, byte by byte.

An engine gets pieces of work, each a set-up and the numbers of some games, and gives chunks back as they are done, in
any order. Closing the iterator stops it: what has not begun is never played.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Event
from typing import Protocol

from mousehole.engine.errors import TableError
from mousehole.lab.chunks import Chunk, play_chunk
from mousehole.lab.setup import SetUp

ENGINES = ("threads", "gpu", "ray")


class NoEngine(TableError):
    """An engine that there is not, that is not installed, or that cannot play this."""

    code = "no_engine"


@dataclass(frozen=True)
class Job:
    """A piece of work: some games of a set-up."""

    which: int
    """The number of the set-up among those that are played together."""
    set_up: SetUp
    numbers: range

    def play(self, is_stopped: Callable[[], bool] = lambda: False) -> Chunk:
        """Play these games here."""
        return play_chunk(self.set_up, self.numbers, is_stopped)


class Engine(Protocol):
    """Plays pieces of work."""

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play them all; give each with its result as it is done."""


@dataclass(frozen=True)
class Threads:
    """Plays in threads of this process: searches are compiled and run side by side."""

    threads: int = 1

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play them all; with one thread in the caller's own."""
        if self.threads == 1:
            for job in jobs:
                yield job, job.play()
            return
        pool, stopped = ThreadPoolExecutor(self.threads), Event()
        try:
            yield from as_done(pool, jobs, self.threads, stopped)
        finally:
            stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)


def as_done(pool: ThreadPoolExecutor, jobs: Sequence[Job], at_once: int, stopped: Event) -> Iterator[tuple[Job, Chunk]]:
    """Give work to a pool, no more than it can begin, and give results as they come."""
    waiting, running = iter(jobs), dict[Future[Chunk], Job]()
    while True:
        for job in waiting:
            running[pool.submit(job.play, stopped.is_set)] = job
            if len(running) >= at_once:
                break
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()


def find_engine(name: str, *, threads: int | None = None, address: str | None = None) -> Engine:
    """Find an engine by its name; `address` is where a cluster is, and only Ray has one."""
    if name not in ENGINES:
        raise NoEngine(f"there is no engine {name!r}: {', '.join(ENGINES)}")
    if address is not None and name != "ray":
        raise NoEngine(f"an address is where a cluster is: it goes with the engine ray, not with {name}")
    if name == "ray":
        if find_spec("ray") is None:
            raise NoEngine("a cluster needs Ray, which is not installed: pip install 'mousehole[ray]'")
        from mousehole.lab.cluster import Cluster  # noqa: PLC0415  # brings Ray

        return Cluster(address, threads)
    if name == "gpu":
        from mousehole.lab.gpu import OnGpu  # noqa: PLC0415  # brings CUDA

        return OnGpu()
    return Threads(threads or os.cpu_count() or 1)

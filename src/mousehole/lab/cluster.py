"""Chunks played by a cluster, through Ray: on this machine with nothing started beforehand, or wherever an address is.

A chunk is one task of Ray. If the worker that plays it dies, Ray gives the task to another, and nothing else is lost.
Everybody plays by the same rules and bots: if a cluster does not have this very package, it is sent there. Python,
NumPy and Numba must be there.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import ray

import mousehole
from mousehole.engine.cache import cache_home
from mousehole.lab.chunks import Chunk, play_chunk
from mousehole.lab.engines import Job, NoEngine
from mousehole.lab.setup import SetUp

RETRIES = 8
"""A chunk whose worker dies is played again so often; then something is wrong with the chunk."""
AHEAD = 2
"""So many chunks for each processor are given to the cluster at once: none waits, and few are begun in vain."""
PATIENCE = 5.0
"""Seconds within which a cluster answers, or it is said that it does not."""
PROBE = 60.0
"""Seconds within which a worker says what it has; starting one takes a while."""
NICENESS = "RAY_worker_niceness"
CLIENT, USUAL_PORT, CLIENT_PORT = "ray://", 6379, 10001
PACKAGE = Path(mousehole.__file__).parent


def play_part(texts: dict[str, str], first: int, stop: int) -> bytes:
    """Play some games of a set-up, in whatever process this is; the result travels as its bytes."""
    return play_chunk(SetUp.read(texts), range(first, stop)).tobytes()


@dataclass(frozen=True)
class Cluster:
    """Plays by a cluster of Ray."""

    address: str | None = None
    """Where it is; None for one of our own on this machine, which ends with the run."""
    workers: int | None = None
    """How many processes our own has; all processors of the machine by default."""

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play them all; a cluster that we started ends when the work is done, or nobody wants more of it."""
        if not jobs:
            return
        with self.joined():
            task = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(play_part)
            at_once = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            waiting, running = iter(jobs), dict[Any, Job]()
            try:
                while True:
                    for job in waiting:
                        part = task.remote(job.set_up.texts(), job.numbers.start, job.numbers.stop)
                        running[part] = job
                        if len(running) >= at_once:
                            break
                    if not running:
                        return
                    (done, *_), _ = ray.wait(list(running), num_returns=1)
                    job = running.pop(done)
                    yield job, self.result(job, done)
            finally:
                for part in running:
                    with contextlib.suppress(Exception):  # it may be done by now, or its worker gone
                        ray.cancel(part, force=True)

    @staticmethod
    def result(job: Job, done: Any) -> Chunk:  # noqa: ANN401  # a reference of Ray's
        """Fetch a chunk."""
        try:
            return Chunk.frombytes(ray.get(done))
        except ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except ray.exceptions.RayError as error:
            what = " ".join(str(error).split())[:200]
            which = f"{job.numbers.start} to {job.numbers.stop - 1}"
            raise NoEngine(f"the cluster lost the games {which}: {what}") from None

    @contextlib.contextmanager
    def joined(self) -> Iterator[None]:
        """Join the cluster, or start one; one that the program has joined already is used as it is."""
        if ray.is_initialized():
            yield
            return
        try:
            if self.address is None:
                env = {"PYTHONPATH": python_path(), "MOUSEHOLE_CACHE": str(cache_home())}
                workers = self.workers or os.cpu_count() or 1
                os.environ.setdefault(NICENESS, "0")  # as threads have it; Ray's own choice starves on a busy machine
                begin(num_cpus=workers, include_dashboard=False, runtime_env={"env_vars": env})
            else:
                check_answers(self.address)
                begin(address=self.address)
                if not is_there():
                    ray.shutdown()
                    begin(address=self.address, runtime_env={"py_modules": [str(PACKAGE)]})
            yield
        finally:
            ray.shutdown()


def begin(**settings: Any) -> None:  # noqa: ANN401  # whatever Ray takes
    """Join a cluster, or start one; whatever Ray has against it, people get a sentence."""
    try:
        ray.init(logging_level=logging.ERROR, log_to_driver=False, **settings)
    except Exception as error:
        where = f"at {settings['address']}" if "address" in settings else "on this machine"
        what = " ".join(str(error).split())[:200]
        raise NoEngine(f"there is no cluster {where}: {what}") from error


def is_there() -> bool:
    """Tell whether the cluster has this very package already: then nothing is sent, and what it compiled is used."""
    try:
        found: str = ray.get(ray.remote(num_cpus=0)(package_key).remote(), timeout=PROBE)
    except ray.exceptions.RayError:  # it has no Mousehole, or an older one
        return False
    return found == package_key()


def package_key() -> str:
    """Hash all that the package plays by."""
    found = sorted(path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".json", ".npz"})
    kept = (path for path in found if "built" not in path.relative_to(PACKAGE).parts)
    return blake2b(b"".join(path.name.encode() + path.read_bytes() for path in kept), digest_size=16).hexdigest()


def python_path() -> str:
    """Say where the workers of our own cluster find this package, whether it is installed or lies in a checkout."""
    return os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))


def check_answers(address: str) -> None:
    """Refuse at once an address where nobody answers: Ray itself would try for minutes."""
    if address == "auto":
        return
    host, colon, port = address.removeprefix(CLIENT).partition(":")
    usual = CLIENT_PORT if address.startswith(CLIENT) else USUAL_PORT
    if not host or (colon and not (port.isascii() and port.isdigit())):
        raise NoEngine(f"the address of a cluster is host:port, ray://host:port or auto, not {address!r}")
    try:
        with socket.create_connection((host, int(port) if port else usual), timeout=PATIENCE):
            return
    except (OSError, OverflowError):
        raise NoEngine(f"nobody answers at {address}: is the cluster up, and can it be reached from here?") from None

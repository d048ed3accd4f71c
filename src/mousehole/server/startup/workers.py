"""Several workers behind one port: a supervisor starts them, replaces those that die, and stops them all.

Between the supervisor and each worker lies a line. The worker says on it that it is ready, or why it cannot start, and
hears who else is there; and it stops when the line breaks, for then there is no supervisor any more. At SIGHUP the
supervisor replaces one worker after the other: the new one is ready before the old one is told to go.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import multiprocessing.process
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mousehole.engine.errors import TableError
from mousehole.server.logs import log, tell
from mousehole.server.settings import Settings
from mousehole.server.startup.neighbours import Neighbours, can_pass

WATCH_SECONDS = 0.2
STOP_SECONDS = 10.0
"""A worker that has been told to stop and is still there after this time is killed."""
ROUNDS = 3
"""When no worker is ready and each has died so many times while it was starting, the supervisor gives up."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
HAND_OVER_SECONDS = 0.5
"""The others know of a new worker for so long before the one whose place it takes is told to go."""
READY = "ready"
FAILED = 2


class CannotStart(TableError):
    """The server cannot start, mostly because of its database."""

    code = "cannot_start"


@dataclass(eq=False)
class Worker:
    """A worker as its supervisor sees it."""

    process: multiprocessing.process.BaseProcess
    line: multiprocessing.connection.Connection
    inbox: str = ""
    is_ready: bool = False
    is_heir: bool = True
    """Whether the worker whose place it has taken is gone."""
    is_told: bool = False
    """Whether it was told to go."""
    last_words: str = ""

    def listen(self) -> None:
        """Hear what it says."""
        with contextlib.suppress(EOFError, OSError):
            while self.line.poll():
                said = self.line.recv()
                self.is_ready |= said == READY
                self.last_words = said

    def tell(self, inboxes: dict[int, str]) -> None:
        """Tell it who is there, and whether it is alone with its tables."""
        with contextlib.suppress(OSError):
            self.line.send((inboxes, self.is_heir))


def work(
    settings: Settings,
    taken: socket.socket,
    line: multiprocessing.connection.Connection,
    neighbours: Neighbours,
    *,
    waits: bool,
    is_watched: bool,
) -> None:
    """Be a worker."""
    from mousehole.server.startup.run import run_server  # noqa: PLC0415  # it imports this module

    threading.Thread(target=follow, args=(line, neighbours), name="line", daemon=True).start()
    try:
        run_server(
            settings,
            taken,
            is_watched=is_watched,
            waits=waits,
            on_warm=lambda: line.send(READY),
            neighbours=neighbours,
        )
    except CannotStart as error:
        with contextlib.suppress(OSError):
            line.send(str(error))
        sys.exit(FAILED)


def follow(line: multiprocessing.connection.Connection, neighbours: Neighbours) -> None:
    """Hear who else is there; stop this worker when its supervisor is gone, so that nobody is left on the port."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            inboxes, is_heir = line.recv()
            neighbours.learn(inboxes, is_heir=is_heir)
    log.warning("the supervisor is gone; this worker stops")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    os._exit(FAILED)


class Supervisor:
    """Keeps several workers running."""

    def __init__(
        self,
        settings: Settings,
        taken: socket.socket,
        *,
        is_watched: bool = False,
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare; `on_ready` is called once it can be told to stop."""
        self.settings, self.taken, self.is_watched, self.on_ready = settings, taken, is_watched, on_ready
        self.processes = multiprocessing.get_context("spawn")
        self.workers: list[Worker | None] = [None] * settings.workers
        self.due = [0.0] * settings.workers
        """When an empty place is filled, in seconds of the monotonic clock."""
        self.failures = 0
        """Workers that died while starting, since one was ready."""
        self.is_stopping = threading.Event()
        self.renewing: list[int] = []
        """Places whose workers are still to be replaced, the one that comes next last."""
        self.coming: Worker | None = None
        """The worker that is to take the next place."""
        self.leaving: tuple[Worker, float] | None = None
        """The worker it has taken it from, and until when that one may be there."""
        self.folder, self.born = "", 0

    def run(self) -> None:
        """Work until told to stop, or until it makes no sense any more."""
        from mousehole.server.lab.shelf import VARIABLE as SHELF  # noqa: PLC0415  # a single worker's page comes sooner
        from mousehole.server.metrics import SHARED  # noqa: PLC0415  # as above

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.is_stopping.set())
        if hasattr(signal, "SIGHUP") and not self.is_watched:  # where somebody watches, their terminal has closed
            signal.signal(signal.SIGHUP, lambda *_: self.renew())
        self.on_ready()
        with contextlib.ExitStack() as stack:
            figures, shelf, self.folder = (stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(3))
            os.environ[SHARED], os.environ[SHELF] = figures, shelf
            try:
                self.look()
                while not self.is_stopping.wait(WATCH_SECONDS):
                    self.look()
            finally:
                self.stop()

    def look(self) -> None:
        """Hear all workers, notice the dead, and fill the places whose time has come."""
        ready = self.inboxes()
        for place, worker in enumerate(self.workers):
            if worker is not None:
                worker.listen()
                if worker.is_ready:
                    self.failures = 0
                if not worker.process.is_alive():
                    worker.listen()
                    self.bury(place, worker)
        for place, worker in enumerate(self.workers):
            if worker is None and time.monotonic() >= self.due[place]:
                self.workers[place] = self.start(place)
        self.go_on_renewing()
        if self.inboxes() != ready:
            self.introduce()

    def inboxes(self) -> dict[int, str]:
        """List where the workers that are ready take connections, by place."""
        return {place: worker.inbox for place, worker in enumerate(self.workers) if worker and worker.is_ready}

    def introduce(self) -> None:
        """Tell all workers who is there."""
        ready = self.inboxes()
        for worker in self.workers:
            if worker is not None and worker.is_ready:
                worker.tell(ready)
        if self.leaving is not None:
            self.leaving[0].tell(ready)

    def start(self, place: int, *, is_heir: bool = True) -> Worker:
        """Start a worker; while another one is ready it takes no connection before it is ready itself."""
        mine, its = self.processes.Pipe()
        self.born += 1
        inbox = str(Path(self.folder) / str(self.born)) if can_pass() else ""
        neighbours = Neighbours(inbox, place, len(self.workers))
        neighbours.is_heir = is_heir
        wishes = {"waits": bool(self.inboxes()), "is_watched": self.is_watched}
        process = self.processes.Process(target=work, args=(self.settings, self.taken, its, neighbours), kwargs=wishes)
        process.start()
        its.close()
        return Worker(process, mine, inbox, is_heir=is_heir)

    # Replacing workers that are well

    def renew(self) -> None:
        """Replace all workers, one after the other; those that are being replaced already once more."""
        self.renewing = list(reversed(range(len(self.workers))))
        tell("workers are replaced", count=len(self.workers))

    def go_on_renewing(self) -> None:
        """Take the next step of replacing workers, if it is time."""
        if self.leaving is not None:
            self.see_off(*self.leaving)
        elif self.coming is not None:
            self.see_in(self.coming)
        elif self.renewing:
            self.coming = self.start(self.renewing[-1], is_heir=False)

    def see_in(self, coming: Worker) -> None:
        """Let a new worker take its place once it is ready; if it cannot start, everything stays as it is."""
        coming.listen()
        if coming.is_ready:
            place = self.renewing.pop()
            old, self.workers[place], self.coming = self.workers[place], coming, None
            if old is None:  # it has died meanwhile
                coming.is_heir = True
            else:
                self.leaving = (old, time.monotonic() + HAND_OVER_SECONDS + STOP_SECONDS)
        elif not coming.process.is_alive():
            coming.listen()
            self.renewing, self.coming = [], None
            log.error("a new worker cannot start; the old ones stay", extra={"cause": coming.last_words or None})

    def see_off(self, old: Worker, end: float) -> None:
        """Tell the old worker to go, and the new one when it has gone: its tables are nobody else's then."""
        left = end - time.monotonic()
        if not old.process.is_alive():
            self.leaving = None
            self.clear(old)
            for worker in self.workers:
                if worker is not None:
                    worker.is_heir = True
            self.introduce()
            if not self.renewing:
                tell("all workers are replaced")
        elif left <= 0:
            log.warning("a worker does not stop and is killed")
            old.process.kill()
        elif left <= STOP_SECONDS and not old.is_told:
            old.is_told = True
            old.process.terminate()

    def clear(self, worker: Worker) -> None:
        """Forget a worker that has ended."""
        from mousehole.server.metrics import mark_process_dead  # noqa: PLC0415  # see above

        worker.line.close()
        mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]

    def bury(self, place: int, worker: Worker) -> None:
        """Clear the place of a dead worker; the next comes at once, or later the more of them could not start."""
        self.workers[place] = None
        self.clear(worker)
        pause = 0.0
        if not worker.is_ready:
            self.failures += 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self.failures // len(self.workers)))
        self.due[place] = time.monotonic() + pause
        log.warning(
            "a worker died and is replaced",
            extra={"code": worker.process.exitcode, "seconds": pause, "cause": worker.last_words or None},
        )
        is_alone = not any(other is not None and other.is_ready for other in self.workers)
        if is_alone and self.failures >= ROUNDS * len(self.workers):
            raise CannotStart(worker.last_words or f"workers end with status {worker.process.exitcode} as they start")

    def stop(self) -> None:
        """Stop all workers in order, and those that do not stop by force."""
        everybody = [*self.workers, self.coming, self.leaving[0] if self.leaving else None]
        left = [worker.process for worker in everybody if worker is not None]
        for process in left:
            process.terminate()
        end = time.monotonic() + STOP_SECONDS
        for process in left:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                log.warning("a worker does not stop and is killed")
                process.kill()
                process.join()

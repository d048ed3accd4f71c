"""Several workers behind one port: a supervisor starts them, replaces those that die, and stops them all.

Between the supervisor and each worker lies a line. The worker says on it that it is ready, or why it cannot start; and
it stops when the line breaks, for then there is no supervisor any more.
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

from mousehole.engine.errors import TableError
from mousehole.server.logs import log
from mousehole.server.settings import Settings

WATCH_SECONDS = 0.2
STOP_SECONDS = 10.0
"""A worker that has been told to stop and is still there after this time is killed."""
ROUNDS = 3
"""When no worker is ready and each has died so many times while it was starting, the supervisor gives up."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
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
    is_ready: bool = False
    last_words: str = ""

    def listen(self) -> None:
        """Hear what it says."""
        with contextlib.suppress(EOFError, OSError):
            while self.line.poll():
                said = self.line.recv()
                self.is_ready |= said == READY
                self.last_words = said


def work(
    settings: Settings,
    taken: socket.socket,
    line: multiprocessing.connection.Connection,
    *,
    waits: bool,
    is_watched: bool,
) -> None:
    """Be a worker."""
    from mousehole.server.startup.run import run_server  # noqa: PLC0415  # it imports this module

    threading.Thread(target=follow, args=(line,), name="line", daemon=True).start()
    try:
        run_server(settings, taken, is_watched=is_watched, waits=waits, on_warm=lambda: line.send(READY))
    except CannotStart as error:
        with contextlib.suppress(OSError):
            line.send(str(error))
        sys.exit(FAILED)


def follow(line: multiprocessing.connection.Connection) -> None:
    """Stop this worker when its supervisor is gone, so that nobody is left on the port."""
    with contextlib.suppress(EOFError, OSError):
        line.recv()  # nothing is ever said on this side: it returns when the line breaks
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

    def run(self) -> None:
        """Work until told to stop, or until it makes no sense any more."""
        from mousehole.server.lab.shelf import VARIABLE as SHELF  # noqa: PLC0415  # a single worker's page comes sooner
        from mousehole.server.metrics import SHARED  # noqa: PLC0415  # as above

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.is_stopping.set())
        self.on_ready()
        with tempfile.TemporaryDirectory() as figures, tempfile.TemporaryDirectory() as shelf:
            os.environ[SHARED], os.environ[SHELF] = figures, shelf
            try:
                self.look()
                while not self.is_stopping.wait(WATCH_SECONDS):
                    self.look()
            finally:
                self.stop()

    def look(self) -> None:
        """Hear all workers, notice the dead, and fill the places whose time has come."""
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
                self.workers[place] = self.start()

    def start(self) -> Worker:
        """Start a worker; while another one is ready it takes no connection before it is ready itself."""
        mine, its = self.processes.Pipe()
        waits = any(other is not None and other.is_ready for other in self.workers)
        wishes = {"waits": waits, "is_watched": self.is_watched}
        process = self.processes.Process(target=work, args=(self.settings, self.taken, its), kwargs=wishes)
        process.start()
        its.close()
        return Worker(process, mine)

    def bury(self, place: int, worker: Worker) -> None:
        """Clear the place of a dead worker; the next comes at once, or later the more of them could not start."""
        from mousehole.server.metrics import mark_process_dead  # noqa: PLC0415  # see above

        self.workers[place] = None
        worker.line.close()
        mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
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
        left = [worker.process for worker in self.workers if worker is not None]
        for process in left:
            process.terminate()
        end = time.monotonic() + STOP_SECONDS
        for process in left:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                log.warning("a worker does not stop and is killed")
                process.kill()
                process.join()

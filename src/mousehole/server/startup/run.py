"""Starting and stopping: uvicorn behind `mousehole serve`."""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import signal
import socket
import tempfile
import threading
import webbrowser

import uvicorn

from mousehole.engine.errors import TableError
from mousehole.server.logs import log, set_up, tell
from mousehole.server.settings import BadSetting, Settings
from mousehole.server.startup.early import EarlyAnswers

LARGEST_FRAME = 1_048_576
"""Above this a socket is closed by the protocol itself; below it, an oversized message is answered by an error."""
GRACE_SECONDS = 5
WATCH_SECONDS = 0.2
SHOW_SECONDS = 0.5


class Server(uvicorn.Server):
    """A server that says goodbye before it closes, and does not stay open when it cannot work."""

    def __init__(self, settings: Settings) -> None:
        """Prepare."""
        self.early = EarlyAnswers(settings)
        self.early.on_failure = self.give_up
        super().__init__(configuration(settings, self.early))

    def give_up(self) -> None:
        """Stop as soon as possible."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients to reconnect, then stop as usual."""
        await self.early.farewell()
        await super().shutdown(sockets)


def configuration(settings: Settings, early: EarlyAnswers) -> uvicorn.Config:
    """Configure uvicorn: no compression (secrets and chosen text do not go into one stream), no access log."""
    return uvicorn.Config(
        early,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=True,
    )


def bind(settings: Settings) -> socket.socket:
    """Take the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        why = (error.strerror or "it cannot be done").lower()
        raise BadSetting(f"cannot listen on {settings.host}, port {settings.port}: {why}") from None
    found.set_inheritable(True)
    return found


def work(settings: Settings, taken: socket.socket) -> None:
    """Run one worker until it is told to stop."""
    set_up(settings.log)
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again when all is done: that is no failure
    server = Server(settings)
    server.run(sockets=[taken])
    if server.early.failure is not None:
        raise CannotStart(f"the server could not start: {reason(server.early.failure)}")


class CannotStart(TableError):
    """The server cannot start, mostly because of its database."""

    code = "cannot_start"


def reason(error: Exception) -> str:
    """Say the first line of what is wrong."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first[:160]}"


def serve(settings: Settings, *, is_shown: bool = False) -> int:
    """Run the server until it is told to stop."""
    set_up(settings.log)
    taken = bind(settings)
    port = taken.getsockname()[1]
    tell("listening", host=settings.host, port=port)
    if is_shown:
        threading.Timer(SHOW_SECONDS, webbrowser.open, (f"http://{settings.host}:{port}/",)).start()
    if settings.workers > 1:
        supervise(settings, taken)
    else:
        work(settings, taken)
    return 0


def supervise(settings: Settings, taken: socket.socket) -> None:
    """Keep several workers running, and stop them all in order."""
    from mousehole.server.metrics import SHARED, mark_process_dead  # noqa: PLC0415  # a single worker's page comes sooner

    processes = multiprocessing.get_context("spawn")
    is_stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: is_stopping.set())

    def start() -> multiprocessing.process.BaseProcess:
        worker = processes.Process(target=work, args=(settings, taken))
        worker.start()
        return worker

    with tempfile.TemporaryDirectory() as figures:
        os.environ[SHARED] = figures
        workers = [start() for _ in range(settings.workers)]
        while not is_stopping.wait(WATCH_SECONDS):
            for i, worker in enumerate(workers):
                if not worker.is_alive():
                    log.warning("a worker died and is replaced", extra={"code": worker.exitcode})
                    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
                    workers[i] = start()
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(2 * GRACE_SECONDS)

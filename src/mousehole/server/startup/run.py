"""Starting and stopping: uvicorn behind `mousehole serve`."""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import signal
import socket
import tempfile
import threading

import uvicorn

from mousehole.engine.errors import TableError
from mousehole.server.logs import log, set_up, tell
from mousehole.server.settings import BadSetting, Settings
from mousehole.server.startup.doorkeeper import Doorkeeper, http_protocol, socket_protocol
from mousehole.server.startup.early import EarlyAnswers
from mousehole.server.startup.greeting import BYE, greet, say

LARGEST_FRAME = 4
"""A socket that sends so many times more than a message may have is closed; below it, it gets an error."""
GRACE_SECONDS = 5
WATCH_SECONDS = 0.2


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
    keeper = Doorkeeper(settings)
    return uvicorn.Config(
        early,
        host=settings.host,
        port=settings.port,
        http=http_protocol(keeper),
        ws=socket_protocol(keeper),
        ws_max_size=LARGEST_FRAME * settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # we read them ourselves, from those proxies alone that the settings name
    )


def bind(settings: Settings) -> socket.socket:
    """Take the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
        found.listen()  # whoever comes from now on waits instead of being refused
    except OSError as error:
        found.close()
        why = (error.strerror or "it cannot be done").lower()
        raise BadSetting(
            f"cannot listen on {settings.host}, port {settings.port}: {why} (--port 0 takes any free one)"
        ) from None
    found.set_inheritable(True)
    return found


def work(settings: Settings, taken: socket.socket, *, is_watched: bool = False) -> None:
    """Run one worker until it is told to stop."""
    set_up(settings.log, is_watched=is_watched)
    server = Server(settings)
    for number in (signal.SIGTERM, signal.SIGINT):  # before uvicorn listens for them, and again when all is done
        signal.signal(number, lambda *_: server.give_up())
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


def serve(settings: Settings, *, is_shown: bool = False, is_watched: bool = False) -> int:
    """Run the server until it is told to stop; a person who watches is told where it is and how to stop it."""
    set_up(settings.log, is_watched=is_watched)
    taken = bind(settings)
    port = taken.getsockname()[1]
    tell("listening", host=settings.host, port=port)
    if is_watched:
        greet(settings.host, port, is_shown=is_shown)
    if settings.workers > 1:
        supervise(settings, taken, is_watched=is_watched)
    else:
        work(settings, taken, is_watched=is_watched)
    if is_watched:
        say(f"\n{BYE}")
    return 0


def supervise(settings: Settings, taken: socket.socket, *, is_watched: bool = False) -> None:
    """Keep several workers running, and stop them all in order."""
    from mousehole.server.metrics import SHARED, mark_process_dead  # noqa: PLC0415  # a single worker's page comes sooner

    processes = multiprocessing.get_context("spawn")
    is_stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: is_stopping.set())

    def start() -> multiprocessing.process.BaseProcess:
        worker = processes.Process(target=work, args=(settings, taken), kwargs={"is_watched": is_watched})
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

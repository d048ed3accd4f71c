"""Starting and stopping: uvicorn behind `mousehole serve`."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from mousehole.server.logs import reason, set_up, tell
from mousehole.server.settings import BadSetting, Settings
from mousehole.server.startup.early import EarlyAnswers
from mousehole.server.startup.workers import CannotStart, Supervisor

LARGEST_FRAME = 1_048_576
"""Above this a socket is closed by the protocol itself; below it, an oversized message is answered by an error."""
GRACE_SECONDS = 5
SHOW_SECONDS = 0.5


class Server(uvicorn.Server):
    """A server that says goodbye before it closes, and does not stay open when it cannot work."""

    def __init__(self, settings: Settings, *, waits: bool = False, on_ready: Callable[[], None] = lambda: None) -> None:
        """Prepare; a server that waits takes no connection before it can serve it."""
        self.early = EarlyAnswers(settings, waits=waits, is_given_up=lambda: self.should_exit)
        self.early.on_failure, self.early.on_ready = self.give_up, on_ready
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


def run_server(
    settings: Settings, taken: socket.socket, *, waits: bool = False, on_ready: Callable[[], None] = lambda: None
) -> None:
    """Run one worker until it is told to stop."""
    set_up(settings.log)
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again when all is done: that is no failure
    server = Server(settings, waits=waits, on_ready=on_ready)
    server.run(sockets=[taken])
    if server.early.failure is not None:
        raise CannotStart(f"the server could not start: {reason(server.early.failure)}")


def serve(settings: Settings, *, is_shown: bool = False) -> int:
    """Run the server until it is told to stop."""
    set_up(settings.log)
    taken = bind(settings)
    port = taken.getsockname()[1]
    tell("listening", host=settings.host, port=port)
    if is_shown:
        threading.Timer(SHOW_SECONDS, webbrowser.open, (f"http://{settings.host}:{port}/",)).start()
    if settings.workers > 1:
        Supervisor(settings, taken).run()
    else:
        run_server(settings, taken)
    return 0

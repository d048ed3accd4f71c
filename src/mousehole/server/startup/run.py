"""Starting and stopping: uvicorn behind `mousehole serve`."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from mousehole.server.logs import reason, set_up, tell
from mousehole.server.settings import BadSetting, Settings
from mousehole.server.startup.connections import Connections, protocols
from mousehole.server.startup.early import EarlyAnswers
from mousehole.server.startup.greeting import BYE, greet, say
from mousehole.server.startup.neighbours import Neighbours
from mousehole.server.startup.workers import CannotStart, Supervisor

LARGEST_FRAME = 4
"""A socket that sends so many times more than a message may have is closed; below it, it gets an error."""
GRACE_SECONDS = 5


class Server(uvicorn.Server):
    """A server that says goodbye before it closes, and does not stay open when it cannot work."""

    def __init__(
        self,
        settings: Settings,
        *,
        waits: bool = False,
        on_warm: Callable[[], None] = lambda: None,
        neighbours: Neighbours | None = None,
    ) -> None:
        """Prepare; a server that waits takes no connection before it can serve it."""
        self.neighbours = neighbours or Neighbours()
        self.early = EarlyAnswers(
            settings, waits=waits, is_given_up=lambda: self.should_exit, neighbours=self.neighbours
        )
        self.early.on_failure, self.early.on_warm = self.give_up, on_warm
        self.guests = Connections(settings, self.neighbours)
        super().__init__(configuration(settings, self.early, self.guests))

    def give_up(self) -> None:
        """Stop as soon as possible."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as usual, and take connections that other workers pass on."""
        await super().startup(sockets)
        if self.started:
            self.neighbours.open(self.adopt)

    def adopt(self, found: socket.socket, data: bytes) -> None:
        """Serve a connection that another worker has taken."""
        found.settimeout(0)
        kind: Any = self.config.http_protocol_class
        made = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        made.brought = data
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(lambda: made, found))
        self.server_state.tasks.add(task)  # type: ignore[arg-type]  # uvicorn waits for it when it stops
        task.add_done_callback(self.server_state.tasks.discard)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients to reconnect, then stop as usual; where there are other workers, new ones go to them already."""
        if self.neighbours.anybody_else() is not None:
            for server in self.servers:
                server.close()
            self.guests.give_away()
        await self.early.farewell()
        self.guests.give_away()
        self.neighbours.close()
        await super().shutdown(sockets)


def configuration(settings: Settings, early: EarlyAnswers, guests: Connections) -> uvicorn.Config:
    """Configure uvicorn: no compression (secrets and chosen text do not go into one stream), no access log."""
    requests, sockets = protocols(guests)
    return uvicorn.Config(
        early,
        host=settings.host,
        port=settings.port,
        http=requests,
        ws=sockets,
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


def run_server(
    settings: Settings,
    taken: socket.socket,
    *,
    is_watched: bool = False,
    on_ready: Callable[[], None] = lambda: None,
    waits: bool = False,
    on_warm: Callable[[], None] = lambda: None,
    neighbours: Neighbours | None = None,
) -> None:
    """Run one worker until it is told to stop; say so once it can be told, and once every game can be played."""
    set_up(settings.log, is_watched=is_watched)
    server = Server(settings, waits=waits, on_warm=on_warm, neighbours=neighbours)
    for number in (signal.SIGTERM, signal.SIGINT):  # before uvicorn listens for them, and again when all is done
        signal.signal(number, lambda *_: server.give_up())
    if hasattr(signal, "SIGHUP") and not is_watched:  # where somebody watches, their terminal has closed
        signal.signal(signal.SIGHUP, lambda *_: tell("a single worker is not replaced"))
    on_ready()
    server.run(sockets=[taken])
    if server.early.failure is not None:
        raise CannotStart(f"the server could not start: {reason(server.early.failure)}")


def serve(settings: Settings, *, is_shown: bool = False, is_watched: bool = False) -> int:
    """Run the server until it is told to stop; a person who watches is told where it is and how to stop it."""
    set_up(settings.log, is_watched=is_watched)
    taken = bind(settings)
    port = taken.getsockname()[1]

    def on_ready() -> None:  # from now on it can be told to stop
        tell("listening", host=settings.host, port=port)
        if is_watched:
            greet(settings.host, port, is_shown=is_shown)

    if settings.workers > 1:
        Supervisor(settings, taken, is_watched=is_watched, on_ready=on_ready).run()
    else:
        run_server(settings, taken, is_watched=is_watched, on_ready=on_ready)
    if is_watched:
        say(f"\n{BYE}")
    return 0

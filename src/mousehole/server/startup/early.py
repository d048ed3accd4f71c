"""Early answers: within a moment, while everything heavy behind it is still being brought in.

A plain ASGI application without any framework. It serves the small page at once and loads the rest in a thread;
requests that need the rest wait for it.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mousehole import __version__
from mousehole.engine.errors import TableError
from mousehole.games import facts, ids
from mousehole.server.logs import log, reason
from mousehole.server.outgoing.catalogue import entry
from mousehole.server.settings import Settings
from mousehole.server.startup import static
from mousehole.server.startup.neighbours import Neighbours

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

COLLECT = (1_000, 8, 2_500)
"""How often to look for garbage in circles: at what is new often, which takes milliseconds each time, and at everything
very seldom, which with thousands of tables stops the worker for half a second."""
WAIT_SECONDS = 0.1
COLD = {"state": "cold", "step": "", "done": 0, "steps": 9, "seconds": 0.0, "bots": "cold"}


def bring(settings: Settings) -> Any:
    """Import and build the application; this takes a while."""
    from mousehole.server.app import create_app  # noqa: PLC0415  # the point of this module

    return create_app(settings)


async def refuse(scope: Message, send: Send) -> None:
    """Answer whoever has waited for a server that cannot start."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1012, "reason": "stopping"})
        return
    body = json.dumps({"code": "stopping", "message": "The server could not start; try again in a moment."}).encode()
    headers = {"content-type": "application/json", "retry-after": "1", "content-length": str(len(body))}
    encoded = [(name.encode(), value.encode()) for name, value in {**headers, **static.SECURITY}.items()]
    await send({"type": "http.response.start", "status": 503, "headers": encoded})
    await send({"type": "http.response.body", "body": body})


class EarlyAnswers:
    """Stands before the application and answers while it is being brought in."""

    def __init__(
        self,
        settings: Settings,
        *,
        waits: bool = False,
        is_given_up: Callable[[], bool] = lambda: False,
        neighbours: Neighbours | None = None,
    ) -> None:
        """Prepare; one that waits answers nothing early, but says that it has started when everything is there."""
        self.settings, self.waits, self.is_given_up = settings, waits, is_given_up
        self.neighbours = neighbours or Neighbours()
        self.app: Any = None
        self.opened = asyncio.Event()
        self.closing = asyncio.Event()
        self.failure: Exception | None = None
        self.on_failure: Callable[[], None] = lambda: None
        """What to do when the rest cannot be brought in."""
        self.on_warm: Callable[[], None] = lambda: None
        """What to do when every game can be played."""
        self.inside: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer, or pass on to the application once it is there."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
            return
        if not self.opened.is_set():
            if scope["type"] == "http" and await self.answer(scope, send):
                return
            await self.opened.wait()
        if self.failure is not None:
            await refuse(scope, send)
            return
        await self.app(scope, receive, send)

    async def answer(self, scope: Message, send: Send) -> bool:
        """Serve the page, or the news that everything is still being brought in; return whether that was asked for."""
        given = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        early: dict[str, Any] = {
            "/api/health": {"status": "warming", "version": __version__, "games": dict.fromkeys(ids(), COLD)},
            "/api/games": [entry(facts(game_id), "cold") for game_id in ids()],
        }
        if scope["path"] in early and scope["method"] == "GET":
            body, headers = json.dumps(early[scope["path"]]).encode(), {"content-type": "application/json"}
            status = 200
        else:
            found = static.find(scope["path"])
            if found is None or scope["method"] not in {"GET", "HEAD"}:
                return False
            status = found[0]
            body, headers = found[1].answer(given.get("accept-encoding", ""))
        headers = {**headers, "content-length": str(len(body)), **static.SECURITY}
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})
        return True

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Start at once, bring in the rest, and stop everything in order."""
        await receive()
        self.inside = asyncio.create_task(self.run())
        warm = asyncio.create_task(self.become_ready())
        if self.waits:
            while not warm.done() and not self.is_given_up():
                await asyncio.wait({warm}, timeout=WAIT_SECONDS)
            if self.failure is not None:
                await send({"type": "lifespan.startup.failed", "message": reason(self.failure)})
                return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        warm.cancel()
        self.closing.set()
        await self.inside
        await send({"type": "lifespan.shutdown.complete"})

    async def become_ready(self) -> None:
        """Wait until every game can be played, and say so."""
        await self.opened.wait()
        if self.failure is None:
            await self.app.state.registry.compiling.all_ready()
            self.on_warm()

    async def run(self) -> None:
        """Hold the application open until the server stops."""
        try:
            self.app = await asyncio.to_thread(bring, self.settings)
            self.app.state.neighbours = self.neighbours
            async with self.app.router.lifespan_context(self.app):
                gc.set_threshold(*COLLECT)
                gc.freeze()
                self.opened.set()
                await self.closing.wait()
        except Exception as error:  # noqa: BLE001  # told to whoever asks, and to the log
            is_known = isinstance(error, TableError)
            log.error("the server could not start", extra={"cause": reason(error)}, exc_info=not is_known)
            self.failure = error
            self.opened.set()
            self.on_failure()

    async def farewell(self) -> None:
        """Tell all sockets that the server goes down, and give them a moment to hear it."""
        if self.app is not None and hasattr(self.app.state, "registry") and self.app.state.registry.farewell():
            await asyncio.sleep(0.25)

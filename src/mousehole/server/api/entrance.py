"""The entrance: notices where every request comes from, and turns away what one address asks for beyond its share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mousehole.server.addresses import client_of, shared_name
from mousehole.server.errors import TooFast
from mousehole.server.limits import AddressLimits
from mousehole.server.logs import log
from mousehole.server.settings import Settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Answer = Callable[[TooFast], Application]

ADDRESS, CLIENT = "mousehole.address", "mousehole.client"
"""Where the application finds what limits count, and the host itself."""


class Entrance:
    """Stands around the application."""

    def __init__(self, app: Application, settings: Settings, limits: AddressLimits, problem: Answer) -> None:
        """Let requests through to this application; `problem` writes the answer to those who are turned away."""
        self.app, self.limits, self.problem = app, limits, problem
        self.proxies = settings.proxy_networks
        self.strangers = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or answer that there are too many."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope[CLIENT] = client_of(scope, self.proxies)
        scope[ADDRESS] = shared_name(scope[CLIENT])
        self.mention_proxy(scope)
        if self.limits.may(self.limits.requests, scope[ADDRESS]):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": TooFast.code})
        else:
            await self.problem(TooFast("too many requests from your address; wait a moment"))(scope, receive, send)

    def mention_proxy(self, scope: Message) -> None:
        """Tell the operator once that there seems to be a proxy whose visitors all count as one."""
        peer = scope.get("client")
        if self.strangers or peer is None or peer[0] in self.proxies:
            return
        if any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self.strangers += 1
            log.warning(
                "a proxy that MOUSEHOLE_PROXIES does not name: its visitors count as one", extra={"host": peer[0]}
            )


def may_read_figures(scope: Message, settings: Settings) -> bool:
    """Tell whether figures about the whole server may go to whoever asks; a proxy nobody named is not asked for."""
    peer = scope.get("client")
    is_forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    if is_forwarded and (peer is None or peer[0] not in settings.proxy_networks):
        return False
    return scope[CLIENT] in settings.metrics_networks

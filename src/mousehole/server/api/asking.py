"""What every route needs: who asks, about which table, and how an answer is written."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response

from mousehole.server.api import messages
from mousehole.server.api.cookies import COOKIE, YEAR, Caller, Visitors
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.errors import TooFast
from mousehole.server.tables.registry import Registry
from mousehole.server.tables.session import Session
from mousehole.table import shapes

JSON = "application/json"
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Problem, "description": text}
    for status, text in {
        401: "A cookie that was not signed here.",
        403: "Not your seat, or a page of another site.",
        404: "No such table, game or page.",
        409: "It does not fit the table as it is now; see `code`.",
        410: "A game whose rules are gone: what is left of it is its record and story.",
        413: "Too large.",
        422: "It cannot be read, or lacks something.",
        429: "Too many or too fast.",
        500: "A fault of the server.",
        503: "The server restarts, or its store does not answer.",
    }.items()
}
FRAME: dict[int | str, dict[str, Any]] = {200: {"model": shapes.Frame, "description": "A frame."}}


def get_hall(request: Request) -> Registry:
    """Return the registry."""
    registry: Registry = request.app.state.registry
    return registry


HallHere = Annotated[Registry, Depends(get_hall)]


def get_person(request: Request, response: Response) -> str:
    """Return who asks, by the cookie; somebody without one gets one."""
    visitors: Visitors = request.app.state.visitors
    registry: Registry = request.app.state.registry
    caller = visitors.caller(request.cookies.get(COOKIE))
    registry.orders.bans.check(caller.person if caller else None, request.scope[ADDRESS], registry.now())
    if caller is None:
        fresh = registry.quotas.newcomer(request.scope[ADDRESS])
        caller = Caller(fresh, fresh)
        set_cookie(response, visitors, caller)
    else:
        registry.devices.check(caller)
        if not request.app.state.requests.take(caller.person):
            raise TooFast("too many requests; wait a moment")
    registry.seen.see(caller.person, request.scope[ADDRESS])
    request.state.device = caller.device
    return caller.person


def set_cookie(response: Response, visitors: Visitors, caller: Caller) -> None:
    """Hand out a cookie."""
    response.set_cookie(
        COOKIE,
        visitors.cookie(caller.person, caller.device),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=visitors.is_secure,
        path="/",
    )


PersonHere = Annotated[str, Depends(get_person)]


def get_caller(request: Request, person: PersonHere) -> Caller:
    """Return who asks, with the device."""
    return Caller(person, request.state.device)


CallerHere = Annotated[Caller, Depends(get_caller)]


async def get_live(
    registry: HallHere,
    person: PersonHere,
    code: Annotated[str, Path(max_length=64, description="the table's code")],
) -> Session:
    """Return the table, loaded if need be."""
    await registry.name_of(person)
    return await registry.find(code)


LiveHere = Annotated[Session, Depends(get_live)]
SeatPath = Annotated[int, Path(ge=0, le=63, description="the seat's number")]
TextQuery = Annotated[bool, Query(description="draw the table in plain text too")]
SeatQuery = Annotated[
    int | None,
    Query(ge=-1, le=63, description="the seat to look from; -1 as a spectator; usually the first you hold"),
]


def framed(
    registry: Registry, session: Session, person: str, seat: int | None, response: Response, *, has_text: bool = False
) -> Response:
    """Answer with a frame, cookie included."""
    found = registry.frame(session, person, session.eyes(person, seat), has_text=has_text)
    return with_cookies(Response(found, media_type=JSON, headers={"cache-control": "no-store"}), response)


def with_cookies(answer: Response, given: Response) -> Response:
    """Let an answer carry the cookies that a dependency has set."""
    for name, value in given.raw_headers:
        if name == b"set-cookie":
            answer.raw_headers.append((name, value))
    return answer

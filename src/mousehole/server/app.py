"""The application: routes, sockets, one place for errors, headers of every answer, start and stop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.middleware.base import BaseHTTPMiddleware

from mousehole import __version__
from mousehole.engine.errors import TableError
from mousehole.server.api import (
    analysis,
    calling,
    company,
    games,
    lab,
    me,
    messages,
    passkeys,
    people,
    puzzles,
    ratings,
    sockets,
    tables,
)
from mousehole.server.api.cookies import COOKIE, Visitors
from mousehole.server.api.entrance import Entrance, may_read_figures
from mousehole.server.errors import BadCookie, Fault, NoPage, TooLarge, WrongMethod, status_of
from mousehole.server.lab.analyses import Analyses
from mousehole.server.lab.games import Replays
from mousehole.server.lab.jobs import Jobs
from mousehole.server.limits import AddressLimits, Buckets
from mousehole.server.logs import log, tell
from mousehole.server.settings import Settings
from mousehole.server.startup import static
from mousehole.server.startup.compiling import Compiling
from mousehole.server.startup.neighbours import Neighbours
from mousehole.server.store.store import Store
from mousehole.server.tables.registry import Registry
from mousehole.table.errors import BadRequest, sentence
from mousehole.table.events import now_ms

RETRY_AFTER = "1"
"""Seconds after which to try again when the store does not answer or the server restarts."""
SAFE = {"GET", "HEAD", "OPTIONS"}
LONGER = {"/api/me/figures": 256 * 1024}
"""What may be longer than a message, in bytes."""


def problem(error: TableError, request: Request | None = None) -> JSONResponse:
    """Answer by an error: its code and a sentence."""
    status = status_of(error)
    answer = JSONResponse({"code": error.code, "message": sentence(error)}, status_code=status)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        answer.headers["retry-after"] = RETRY_AFTER
    if isinstance(error, BadCookie):
        answer.delete_cookie(COOKIE, path="/")
    if request is not None:
        request.app.state.registry.metrics.errors.labels(error.code).inc()
    return answer


def create_app(
    settings: Settings,
    *,
    compiling: Compiling | None = None,
    now: Callable[[], int] = now_ms,
    store: Store | None = None,
) -> FastAPI:
    """Build the application."""
    addresses = AddressLimits(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or Store(settings.database_url)
        await kept.open()
        warm = compiling or Compiling()
        neighbours: Neighbours = app.state.neighbours
        registry = Registry(settings, kept, warm, now=now, addresses=addresses, neighbours=neighbours)
        secret = await kept.secret("cookies")
        jobs = Jobs(settings, warm, addresses)
        app.state.registry, app.state.jobs, app.state.replays = registry, jobs, Replays(jobs)
        app.state.analyses = Analyses(jobs, kept)
        app.state.visitors = Visitors(secret, origins=settings.origin_list, is_secure=settings.secure_cookies)
        app.state.requests = Buckets(settings.messages_per_second, float(settings.messages_at_once))
        if warm.thread is None:
            warm.start()
        await registry.open()
        tell("server open", worker=kept.worker)
        try:
            yield
        finally:
            registry.farewell()
            await jobs.close()
            await registry.close()
            warm.stop()
            await kept.close()
            tell("server closed", worker=kept.worker)

    app = FastAPI(
        title="Mousehole",
        version=__version__,
        summary="Tables for cat-and-mouse games: every seat gets its own view, and nothing more.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # as FastAPI has it extended
    app.state.settings, app.state.neighbours = settings, Neighbours()
    for part in (analysis, calling, company, games, lab, me, passkeys, people, puzzles, ratings, tables):
        app.include_router(part.router)
    app.include_router(analysis.records)
    app.include_router(calling.links)
    app.include_router(sockets.router)
    add_pages(app)
    add_errors(app)
    app.add_middleware(BaseHTTPMiddleware, dispatch=guard)
    app.add_middleware(Entrance, settings=settings, limits=addresses, problem=turned_away)
    build_routes(app)
    return app


def build_routes(app: FastAPI) -> None:
    """Let FastAPI build what checks requests now: it would do so at the first request, and silence warnings meanwhile.

    That is no business for a server in which another thread compiles: warnings are silenced for the whole process, and
    whichever thread is done first takes the other's silence back.
    """
    for route in app.router.routes:
        build = getattr(route, "effective_candidates", None)
        if build is not None:
            build()


def turned_away(error: TableError) -> JSONResponse:
    """Answer somebody who asks too much, and let them connect again before they ask more."""
    answer = problem(error)
    answer.headers.update({"connection": "close", "retry-after": "1", **static.SECURITY})
    return answer


def describe(app: FastAPI) -> dict[str, Any]:
    """Write the OpenAPI document, what goes through sockets included."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        for name, shape in (("SocketMessage", messages.SocketMessage), ("SocketNews", messages.SocketNews)):
            made = TypeAdapter(cast("Any", shape)).json_schema(ref_template="#/components/schemas/{model}")
            schemas = found["components"]["schemas"]
            schemas.update({key: value for key, value in made.pop("$defs").items() if key not in schemas})
            schemas[name] = made
        app.openapi_schema = found
    return app.openapi_schema


def add_pages(app: FastAPI) -> None:
    """Serve what is not the API."""

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not may_read_figures(request.scope, request.app.state.settings):
            raise NoPage("there is nothing at this address")
        return Response(
            request.app.state.registry.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8"
        )

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(api_page(app.openapi()))

    @app.get("/{path:path}", include_in_schema=False)
    async def built(request: Request, path: str) -> Response:
        found = static.find(path)
        if found is None:
            raise NoPage("there is nothing at this address")
        status, file = found
        body, headers = file.answer(request.headers.get("accept-encoding", ""))
        return Response(body, status, headers)


def api_page(document: dict[str, Any]) -> str:
    """List every request of the API, from its own description."""
    rows = []
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            about = described.get("description") or described.get("summary", "")
            rows.append(f"<dt><code>{method.upper()} {path}</code></dt><dd>{about}</dd>")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Mousehole API</title>"
        f"<h1>Every request</h1><p>Details: <a href=/api/openapi.json>the OpenAPI document</a>.</p>"
        f"<dl>{''.join(rows)}</dl></html>"
    )


def add_errors(app: FastAPI) -> None:
    """Map every error to its code, in one place."""

    @app.exception_handler(TableError)
    async def on_table_error(request: Request, error: TableError) -> JSONResponse:
        return problem(error, request)

    @app.exception_handler(RequestValidationError)
    async def on_bad_request(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])[:80]
        return problem(BadRequest(f"{place}: {first['msg']}"), request)

    @app.exception_handler(HTTPException)
    async def on_http_error(request: Request, error: HTTPException) -> JSONResponse:
        known: dict[int, TableError] = {
            404: NoPage("there is nothing at this address"),
            405: WrongMethod("this address does not take this kind of request"),
        }
        found = known.get(error.status_code) or BadRequest(str(error.detail)[:200])
        answer = problem(found, request)
        if error.headers:
            answer.headers.update(error.headers)
        return answer


def check_length(request: Request, limit: int) -> None:
    """Refuse a body that is too long, or does not say how long it is."""
    length = request.headers.get("content-length", "0")
    is_short = length.isdecimal() and len(length) < len(str(limit)) + 1 and int(length) <= limit
    if not is_short or "transfer-encoding" in request.headers:
        raise TooLarge(f"a request has at most {limit} bytes, and says how many")


async def guard(request: Request, following: Callable[[Request], Awaitable[Response]]) -> Response:
    """Check origin and size before, add headers after; a fault is a code to people and a trace to the log."""
    settings: Settings = request.app.state.settings
    try:
        if request.method not in SAFE:
            request.app.state.visitors.check_origin(request.headers)
            check_length(request, LONGER.get(request.url.path, settings.message_bytes))
        answer = await following(request)
    except TableError as error:
        answer = problem(error, request)
    except Exception:  # noqa: BLE001  # whatever it is, nobody gets a traceback
        log.exception("a request failed")
        answer = problem(Fault("something went wrong here; it has been written down"), request)
    for name, value in static.SECURITY.items():
        answer.headers.setdefault(name, value)
    return answer

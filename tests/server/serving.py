"""A server inside the test's own process, and people who use it through HTTP and sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from mousehole.server.app import create_app
from mousehole.server.settings import Settings
from mousehole.server.startup.compiling import Compiling
from mousehole.server.tables.registry import Registry
from mousehole.server.tables.session import Session

GAME = "hide_and_squeak"
QUICK: dict[str, Any] = {
    "pace": 0.0,
    "least_pace": 0.0,
    "address_limits": False,
    "metrics_for": "testclient",
    "seat_changes_per_person": 10_000,
    "messages_per_second": 1e6,
    "messages_at_once": 1_000_000,
    "new_tables_per_minute": 100_000,
    "tables_per_person": 1000,
    "idle_seconds": 120.0,
}


class Clock:
    """Time that moves when the test says so."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        """Begin at a round time."""
        self.now = now

    def __call__(self) -> int:
        """Tell the time."""
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.now += int(1000 * seconds)


def quick_settings(folder: Path, **changed: Any) -> Settings:
    """Return settings for a test: a fresh store, bots that do not wait, hardly any limit."""
    return Settings(**{"database": f"sqlite:///{folder}/tables.sqlite", **QUICK, **changed})


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, house: Server, name: str = "") -> None:
        """Come in."""
        self.house = house
        self.client = TestClient(house.app, base_url="http://testserver", raise_server_exceptions=False)
        self.client.portal = house.client.portal
        if name:
            self.put("/api/me", {"name": name})

    def get(self, path: str, **query: Any) -> Any:
        """Ask for something that is there."""
        return self.asked("GET", path, 200, params=query)

    def put(self, path: str, body: Mapping[str, Any]) -> Any:
        """Change something."""
        return self.asked("PUT", path, None, json=body)

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Do something that is accepted."""
        return self.asked("POST", path, None, **({} if body is None else {"json": body}))

    def asked(self, method: str, path: str, status: int | None, **more: Any) -> Any:
        """Ask, and expect success."""
        answer = self.client.request(method, path, **more)
        assert answer.status_code == status if status else answer.is_success, (answer.status_code, answer.text)
        if answer.content and answer.headers.get("content-type", "").startswith("application/json"):
            return answer.json()
        return answer.text

    def refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """Ask for something that is refused; return status and code."""
        extra = {} if body is None else {"json": body}
        answer = self.client.request(method, path, **extra, **more)
        assert not answer.is_success, answer.text
        problem = answer.json()
        assert set(problem) == {"code", "message"}
        assert not problem["message"][0].islower()
        return answer.status_code, problem["code"]

    def open(self, *seats: str, game: str = GAME, **more: Any) -> str:
        """Open a table; return its code. Nobody moves there but who is told to, unless `forced` is given."""
        setup = f"game={game}&seats={','.join(seats)}" if seats else f"game={game}"
        contribution = more.pop("contribution", None)
        more.setdefault("forced", "off")
        for name, value in more.items():
            setup += f"&{name}={value}"
        body = {"setup": setup} | ({"contribution": contribution} if contribution else {})
        return str(self.post("/api/tables", body)["table"])

    def frame(self, code: str, seat: int | None = None) -> dict[str, Any]:
        """Look at a table."""
        query = {} if seat is None else {"seat": seat}
        found: dict[str, Any] = self.get(f"/api/tables/{code}", **query)
        return found

    def move(self, code: str, seat: int, action: int, version: int, key: str) -> Any:
        """Make a move that is accepted."""
        body = {"seat": seat, "action": action, "version": version, "id": key}
        return self.post(f"/api/tables/{code}/moves", body)

    def socket(self, code: str, seat: int | None = None) -> Any:
        """Open a socket."""
        query = "" if seat is None else f"?seat={seat}"
        return self.client.websocket_connect(f"/api/tables/{code}/socket{query}")


class Server:
    """A running server."""

    def __init__(self, client: TestClient) -> None:
        """Know it by its first client."""
        self.client = client

    @property
    def app(self) -> FastAPI:
        """The application."""
        found = self.client.app
        assert isinstance(found, FastAPI)
        return found

    @property
    def registry(self) -> Registry:
        """The registry, for tests that look behind the scenes."""
        registry: Registry = self.app.state.registry
        return registry

    def live(self, code: str) -> Session:
        """Return a table behind the scenes."""
        return self.registry.tables[code]

    def person(self, name: str = "") -> Person:
        """Let somebody come in."""
        return Person(self, name)

    def call(self, function: Any, *arguments: Any) -> Any:
        """Run something in the server's own loop."""
        portal = self.client.portal
        assert portal is not None
        return portal.call(function, *arguments)


@contextmanager
def serving(settings: Settings, ids: tuple[str, ...] = (GAME,), **more: Any) -> Iterator[Server]:
    """Run a server."""
    compiling = Compiling(ids, with_bots=False)
    app = create_app(settings, compiling=compiling, **more)
    with TestClient(app) as client:
        assert compiling.thread is not None
        compiling.thread.join()  # another application may be built beside this one, which a compiling thread disturbs
        yield Server(client)


def receive(socket: Any, kind: str = "frame") -> dict[str, Any]:
    """Receive messages until one of a kind comes."""
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message


def play_on(person: Person, code: str, *, until: int | None = None) -> dict[str, Any]:
    """Play the first legal move for a person who holds every seat, until the end or a number of moves."""
    moves = 0
    frame = person.frame(code)
    while frame["state"] == "playing" and moves != until:
        seat = frame["acting"][0]
        frame = person.frame(code, seat)
        action = frame["moves"][moves % len(frame["moves"])]["action"]
        frame = person.move(code, seat, action, frame["version"], f"play-{frame['version']}")["frame"]
        moves += 1
    return frame

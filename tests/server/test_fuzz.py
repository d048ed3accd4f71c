"""Nonsense from all sides, at a server on a real port: no 500, no traceback, no hung table, no secret in any answer."""

from __future__ import annotations

import json
import logging
import os
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import hypothesis
import pytest
import schemathesis
import uvicorn
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.serving import GAME, quick_settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mousehole.server.app import create_app
from mousehole.server.startup.compiling import Compiling

pytestmark = pytest.mark.xdist_group("server")

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 5
MESSAGES = 80
PATIENCE = 60.0
"""Seconds that any answer may take on a busy machine."""
EFFORT = int(os.environ.get("MOUSEHOLE_FUZZ", "1"))
"""How many times as many cases as usual: MOUSEHOLE_FUZZ=50 for a campaign."""


class Running:
    """A server on a port of its own, in a thread of this process, with a table to be rude to."""

    def __init__(self, folder: Any) -> None:
        """Start it."""
        self.app = create_app(quick_settings(folder), compiling=Compiling((GAME,), with_bots=False))
        config = uvicorn.Config(
            self.app, port=0, log_config=None, ws="websockets-sansio", ws_max_size=1_048_576, access_log=False
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.url = f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"
        self.client, self.guest = self.come_in("Ann"), self.come_in("Ben")
        self.code = self.open(self.client, "me,device,device")
        self.invite()

    def come_in(self, name: str) -> httpx2.Client:
        """Let somebody come in."""
        found = httpx2.Client(base_url=self.url, timeout=30)
        found.put("/api/me", json={"name": name})
        return found

    def invite(self) -> None:
        """Let somebody open a table whose requests may be about everything, their own end included."""
        self.guest.close()
        self.guest = self.come_in("Ben")
        self.strange = self.open(self.guest, "me,open,bot:random")

    def open(self, client: httpx2.Client, seats: str) -> str:
        """Open a table."""
        return str(client.post("/api/tables", json={"setup": f"game={GAME}&seats={seats}"}).json()["table"])

    @property
    def cookie(self) -> str:
        """The cookie of the person who opened the tables."""
        return f"mousehole={self.client.cookies['mousehole']}"

    def socket(self, code: str, cookie: str | None = None) -> ClientConnection:
        """Open a socket."""
        headers = {"cookie": cookie} if cookie else {}
        address = f"{self.url.replace('http', 'ws')}/api/tables/{code}/socket"
        return connect(address, additional_headers=headers, compression=None)

    def stop(self) -> None:
        """Stop it."""
        self.client.close()
        self.guest.close()
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run one server for all tests here."""
    found = Running(tmp_path_factory.mktemp("fuzz"))
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def no_tracebacks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let no test pass in which the server wrote a traceback."""
    yield
    assert not [record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


def many(examples: int) -> Any:
    """Return how a campaign is run: always the same cases, so that a failure can be looked at."""
    return hypothesis.settings(
        max_examples=examples * EFFORT,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )


def test_requests_made_from_the_document(running: Running) -> None:
    """Whatever fits the OpenAPI document, or just not, gets an answer that the document describes."""
    document = schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")
    asked = 0

    def ask(case: Any) -> None:
        nonlocal asked
        asked += 1
        if "code" in case.path_parameters and asked % 4:
            case.path_parameters["code"] = running.strange
        if asked % 2:
            if asked % 16 == 1:  # they may have deleted everything about themselves
                running.invite()
            case.headers = {**(case.headers or {}), "cookie": f"mousehole={running.guest.cookies['mousehole']}"}
        if case.query and "wait" in case.query:
            case.query["wait"] = 0
        answer = case.call(timeout=30)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert set(json.loads(answer.content)) == {"code", "message"}

    for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
        for found in document.get_all_operations():
            operation: Any = found
            try:
                strategy: Any = operation.ok().as_strategy(generation_mode=mode)
                tried: Any = hypothesis.given(strategy)
                many(EXAMPLES)(tried(ask))()
            except hypothesis.errors.Unsatisfiable:  # nothing can be wrong about a request without parts
                assert mode is schemathesis.GenerationMode.NEGATIVE
    assert asked > 100


words = st.text(max_size=12)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
TYPES = ["move", "undo", "say", "ping", "chat", "vote", "look", "visible", "alive"]
near = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | words},
    optional={
        "seat": st.integers(-2, 5) | anything,
        "action": st.integers(-1, 200) | anything,
        "move": st.sampled_from(["listen", "stop", "pounce", "spare larder"]) | anything,
        "version": st.integers(-1, 40) | anything,
        "id": st.text("abc-:", max_size=3) | anything,
        "phrase": st.sampled_from(["hello", "boo"]) | anything,
        "text": words | anything,
        "place": st.sampled_from(["larder", "Larder"]) | anything,
        "on": st.booleans() | anything,
    },
)
rude = st.one_of(near.map(json.dumps), anything.map(json.dumps), words, st.binary(max_size=40))


def secrets_of(running: Running, code: str) -> list[str]:
    """List what must not be seen while a game goes on."""
    session = running.app.state.registry.tables[code]
    found = [session.table.row.share, session.table.row.salt]
    if session.table.match is not None:
        found.append(str(session.table.match.seed))
    return found


def drain(socket: ClientConnection, secrets: list[str]) -> dict[str, Any]:
    """Read until the answer to a sign of life has come; nothing on the way may hold a secret."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        raw = str(socket.recv(timeout=PATIENCE))
        assert not any(secret in raw for secret in secrets)
        assert "Traceback" not in raw
        message: dict[str, Any] = json.loads(raw)
        assert message.get("code") != "server_fault", raw
        if message["type"] == "frame":
            return message
    raise AssertionError("no frame came")


@pytest.mark.parametrize("is_seated", [True, False], ids=["seated", "spectator"])
def test_rude_sockets(running: Running, is_seated: bool) -> None:
    """Random and nearly right messages: the socket stays open, answers come, the table can still be played."""
    code = running.code
    with running.socket(code, running.cookie if is_seated else None) as socket:
        first = drain(socket, secrets_of(running, code))
        assert first["seat"] == (0 if is_seated else None)
        seen = 0

        @many(MESSAGES)
        @hypothesis.given(rude)
        def be_rude(message: str | bytes) -> None:
            nonlocal seen
            seen += 1
            socket.send(message)
            if seen % 20 == 0:
                socket.send('{"type":"alive"}')
                frame = drain(socket, secrets_of(running, code))
                if not is_seated:
                    traps = {room["traps"] for room in frame["view"]["rooms"]}
                    assert traps == {None} or frame["state"] == "over"

        be_rude()
        socket.send('{"type":"alive"}')
        drain(socket, secrets_of(running, code))


def test_a_table_survives_rudeness(running: Running) -> None:
    """After all of it the game can be played to its end."""
    client, code, chance = running.client, running.code, random.Random(3)
    for number in range(5000):
        frame = client.get(f"/api/tables/{code}?seat=0").json()
        if frame["state"] == "over":
            break
        seat = frame["acting"][0]
        moves = client.get(f"/api/tables/{code}?seat={seat}").json()["moves"]
        body = {
            "seat": seat,
            "action": chance.choice(moves)["action"],
            "version": frame["version"],
            "id": f"end-{number}",
        }
        assert client.post(f"/api/tables/{code}/moves", json=body).is_success
    assert client.get(f"/api/tables/{code}/record").is_success


def shout(socket: ClientConnection) -> None:
    """Send far too much, and read on."""
    socket.send("x" * 2_000_000)
    while True:
        socket.recv(timeout=PATIENCE)


def test_an_oversized_message_is_refused_and_a_huge_one_closes_its_own_socket_alone(running: Running) -> None:
    """Above the limit comes a code; far above it the protocol closes that socket, and the table does not care."""
    with running.socket(running.strange, running.cookie) as socket, running.socket(running.strange) as other:
        socket.send("x" * 20_000)
        while json.loads(socket.recv(timeout=PATIENCE)).get("code") != "too_large":
            pass
        with pytest.raises(ConnectionClosed):
            shout(socket)
        other.send('{"type":"alive"}')
        drain(other, [])

"""The server as a process: `mousehole serve` answers at once, stops in order, survives being killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from benchmarks.server_clients import Served
from benchmarks.server_kill import campaign, free_port
from websockets.sync.client import connect

from mousehole.cli import main
from mousehole.server.settings import Settings, from_environment
from mousehole.server.store.store import Store

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture
def served(tmp_path: Path) -> Any:
    """Start a server in a process of its own."""
    server = Served(
        f"sqlite:///{tmp_path}/tables.sqlite",
        free_port(),
        [],
        {"MOUSEHOLE_PACE": "0", "MOUSEHOLE_LEAST_PACE": "0"},
        tmp_path / "log",
    )
    server.start()
    yield server
    server.stop(signal.SIGKILL)


def lines(server: Served) -> list[dict[str, Any]]:
    """Read the server's log."""
    assert server.log is not None
    return [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]


def test_the_page_comes_at_once_and_the_rest_follows(served: Served) -> None:
    """The small page is served long before the compiler is loaded; a table opens as soon as its game is ready."""
    begun = time.perf_counter()
    asyncio.run(served.ready())
    assert time.perf_counter() - begun < 20.0, "0.4 s on a quiet machine; compiling would take minutes on a busy one"
    with httpx2.Client(base_url=served.url, timeout=120) as client:
        page = client.get("/")
        assert "Mousehole" in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        opened = client.post("/api/tables", json={"game": "hide_and_squeak"})
        assert opened.status_code == 201
        assert client.get("/api/health").json()["games"]["hide_and_squeak"]["state"] == "ready"
        assert b"mousehole_events_total" in client.get("/metrics").content
        address = f"{served.url.replace('http', 'ws')}/api/tables/{opened.json()['table']}/socket"
        with connect(address, compression=None) as page_socket:
            assert json.loads(page_socket.recv(timeout=60))["type"] == "frame"
            assert served.process is not None
            served.process.send_signal(signal.SIGTERM)
            received: list[dict[str, Any]] = []
            while not received or received[-1]["type"] != "bye":
                received.append(json.loads(page_socket.recv(timeout=60)))
            assert received[-1]["code"] == "stopping"
    assert served.process.wait(60) == 0
    told = [line["event"] for line in lines(served)]
    assert told[0] == "listening"
    assert told[-1] == "server closed"
    assert not any("trace" in line for line in lines(served))


def test_killed_in_the_middle_of_games(tmp_path: Path) -> None:
    """A short campaign: nothing that was confirmed is lost, nothing is done twice, all games end."""
    found = asyncio.run(campaign(tmp_path, kills=1, tables=2, seed=7))
    assert not found.faults
    assert found.accepted > 10
    assert found.reconnects >= 1


def test_a_taken_port_and_bad_settings_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot work is said in a sentence before anything starts."""
    database = f"sqlite:///{tmp_path}/t.sqlite"
    assert main(["serve", "--database", "oracle://x"]) == 2
    assert "sqlite:///FILE or postgresql://" in capsys.readouterr().err
    assert main(["serve", "--database", database, "--workers", "3"]) == 2
    assert "several workers need PostgreSQL" in capsys.readouterr().err
    assert main(["serve", "--database", database, "--pace", "-1"]) == 2
    (tmp_path / "no_database").write_text("just a text, long enough to be no database", encoding="utf-8")
    assert main(["serve", "--database", str(tmp_path / "no_database"), "--port", "0"]) == 2
    assert "could not start" in capsys.readouterr().err
    monkeypatch.setenv("MOUSEHOLE_PORT", "many")
    assert main(["serve", "--database", database]) == 2
    assert "MOUSEHOLE_PORT cannot be 'many'" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--database", database, "--port", port]) == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err


def test_settings_come_from_flags_and_the_environment() -> None:
    """A flag wins over the environment, which wins over what is usual."""
    environment = {"MOUSEHOLE_PACE": "0.25", "MOUSEHOLE_SECURE_COOKIES": "yes", "MOUSEHOLE_DATABASE": "x.sqlite"}
    found = from_environment(environment)
    assert (found.pace, found.secure_cookies, found.port) == (0.25, True, Settings().port)
    assert from_environment(environment, pace=3.0, port=None).pace == 3.0
    assert Settings(database="postgres://h/d").database_url == "postgresql+asyncpg://h/d"
    assert found.database_url == "sqlite+aiosqlite:///x.sqlite"


def test_the_schema_is_what_the_migrations_leave(tmp_path: Path) -> None:
    """Describing the tables in code and making them by migrations cannot drift apart."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import Connection

    from mousehole.server.store.schema import metadata

    def compared(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def look() -> list[Any]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/t.sqlite")
        await store.open()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(compared)
        await store.close()
        return found

    assert asyncio.run(look()) == []


def test_the_door_is_light() -> None:
    """What must be there before the first page brings neither the compiler nor the database nor the framework."""
    heavy = {"numba", "numpy", "sqlalchemy", "fastapi", "alembic", "pydantic"}
    code = f"import sys, mousehole.server.startup.run; print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.split() == []

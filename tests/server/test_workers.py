"""Workers that die, a supervisor that is killed, a database that goes away: what clients see, and that it passes."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from benchmarks.server_clients import Served
from benchmarks.server_kill import free_port
from tests.server.serving import quick_settings, receive, serving
from tests.server.test_company import wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from mousehole.games import IDS
from mousehole.server.settings import Settings
from mousehole.server.startup import early
from mousehole.server.startup.early import EarlyAnswers

pytestmark = pytest.mark.xdist_group("server")


@contextmanager
def away(postgres: Any, database: str) -> Iterator[None]:
    """Let a database end all its connections, and take no new ones for a while."""
    name = urlsplit(database).path.lstrip("/")
    postgres.psql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false;")
    postgres.psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}';")  # noqa: S608
    try:
        yield
    finally:
        postgres.psql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true;")


def test_while_the_database_is_away_everyone_is_told_and_then_it_goes_on(
    database: str, postgres: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every request is answered by 503, a code, a sentence and Retry-After, health too; then all goes on by itself."""
    with serving(quick_settings(tmp_path, database=database)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        cold = ann.open("me", "device", "device")
        session = house.live(cold)

        async def forget() -> None:
            house.registry.forget(session)

        house.call(forget)
        assert ann.get("/api/health")["status"] == "ok"
        move = {"seat": 0, "action": 3, "version": 1, "id": "a"}
        with ann.socket(code) as socket:
            receive(socket)
            with away(postgres, database):
                stranger = house.person()
                for method, path, body in (
                    ("GET", f"/api/tables/{cold}", None),
                    ("GET", "/api/me", None),
                    ("PUT", "/api/me", {"name": "Anna"}),
                    ("GET", "/api/tables", None),
                    ("POST", "/api/tables", {"game": "hide_and_squeak"}),
                ):
                    answer = stranger.client.request(method, path, json=body)
                    assert (answer.status_code, answer.json()["code"]) == (503, "store_trouble"), (path, answer.text)
                    assert int(answer.headers["retry-after"]) > 0
                assert ann.refused("POST", f"/api/tables/{code}/moves", move) == (503, "store_trouble")
                socket.send_json({"type": "move", **move})
                assert receive(socket, "error")["code"] == "store_trouble"
                health = ann.client.get("/api/health")
                assert (health.status_code, health.json()["status"]) == (503, "store_trouble")
                assert health.headers["retry-after"]
            socket.send_json({"type": "move", **move})
            heard = wait_until(lambda: next_answer(socket, move))
            assert heard["version"] == 2
        assert wait_until(lambda: ann.client.get("/api/health").json()["status"] == "ok")
        assert ann.move(cold, 0, 3, 1, "c")["version"] == 2
    causes = [vars(line).get("cause") for line in caplog.records if line.message == "trouble with the store"]
    assert causes
    assert all(causes)
    assert not [line for line in caplog.records if line.exc_info or line.levelno >= logging.ERROR]


def next_answer(socket: Any, move: dict[str, Any]) -> dict[str, Any] | None:
    """Receive until a move is confirmed; send it again, under the same id, when the store is not back yet."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == "accepted":
            return message
        if message["type"] == "error":
            assert message["code"] == "store_trouble"
            time.sleep(0.1)
            socket.send_json({"type": "move", **move})


def test_workers_find_each_other_again_after_the_database_was_away(
    database: str, postgres: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The link between workers comes back by itself, news passes through it again, and nothing fails unheard."""
    settings = quick_settings(tmp_path, database=database)
    with serving(settings) as one, serving(settings) as other:
        ann = one.person("Ann")
        code = ann.open("me", "device", "device")
        twin = other.person()
        twin.client.cookies.update(dict(ann.client.cookies))
        twin.frame(code)
        with away(postgres, database):
            wait_until(lambda: one.registry.cluster.connection is None and other.registry.cluster.connection is None)
        wait_until(lambda: one.registry.cluster.connection and other.registry.cluster.connection)
        wait_until(lambda: ann.client.get("/api/health").is_success and twin.client.get("/api/health").is_success)
        wait_until(lambda: one.live(code).drives or other.live(code).drives)
        with twin.socket(code) as socket:
            receive(socket)
            version = ann.move(code, 0, 3, 1, "a")["version"]
            while receive(socket)["version"] != version:
                pass
    assert not [line for line in caplog.records if line.exc_info or line.levelno >= logging.ERROR]


def descendants(pid: int) -> list[int]:
    """List a process's children and theirs."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = int((folder / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found += [int(folder.name), *descendants(int(folder.name))]
    return found


def workers_of(pid: int) -> list[int]:
    """List the workers of a supervisor."""
    command = {child: command_of(child) for child in descendants(pid)}
    return [child for child, line in command.items() if "spawn_main" in line]


def command_of(pid: int) -> str:
    """Return the command line of a process, empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    except OSError:
        return ""


@pytest.fixture
def served(database: str, tmp_path: Path) -> Iterator[Served]:
    """Run two workers in processes of their own."""
    settings = {"MOUSEHOLE_PACE": "0", "MOUSEHOLE_LAB_NICE": "0"}  # other work does not hold the tests up
    server = Served(database, free_port(), ["--workers", "2"], settings, tmp_path / "log")
    server.start()
    asyncio.run(server.ready())
    yield server
    server.stop(signal.SIGKILL)


def test_workers_end_with_their_supervisor(served: Served) -> None:
    """Killing the supervisor alone frees the port: no worker stays behind on it."""
    assert served.process is not None
    left = descendants(served.process.pid)
    assert len(workers_of(served.process.pid)) == 2
    os.kill(served.process.pid, signal.SIGKILL)
    served.process.wait(10)
    wait_until(lambda: not any(command_of(pid) for pid in left), 40)
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{served.url}/api/health")


def test_a_worker_that_dies_is_replaced_and_nobody_waits_for_the_new_one(served: Served) -> None:
    """While a new worker warms up, every new connection is served by the one that is ready."""
    assert served.process is not None
    pid = served.process.pid
    wait_until(lambda: said(served, "game ready") == 2 * len(IDS), 300)
    first, second = workers_of(pid)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: set(workers_of(pid)) - {first, second})
    asked = 0
    while said(served, "game ready") < 3 * len(IDS):
        health = httpx2.get(f"{served.url}/api/health", timeout=60).json()
        assert health["status"] == "ok", "a worker that is not ready has answered"
        asked += 1
    assert asked


def test_workers_are_replaced_one_after_the_other(served: Served) -> None:
    """At SIGHUP both workers are replaced while somebody asks, moves and holds a socket: nothing is refused or lost."""
    assert served.process is not None
    pid = served.process.pid
    wait_until(lambda: said(served, "game ready") == 2 * len(IDS), 300)
    before = set(workers_of(pid))
    with httpx2.Client(base_url=served.url, timeout=60) as ann:  # one connection, kept
        opened = ann.post("/api/tables", json={"setup": "game=hide_and_squeak&dawn=200&seats=me,device,device"})
        code, version = opened.json()["table"], 1
        address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        cookie = {"cookie": f"mousehole={ann.cookies['mousehole']}"}
        with connect(address, additional_headers=cookie, ping_interval=None, max_queue=None) as socket:
            os.kill(pid, signal.SIGHUP)
            while said(served, "all workers are replaced") == 0:
                time.sleep(0.5)
                seat = ann.get(f"/api/tables/{code}").json()["acting"][0]
                frame = ann.get(f"/api/tables/{code}?seat={seat}").json()
                quiet = [move for move in frame["moves"] if "pounce" not in move["name"]] or frame["moves"]
                action = quiet[0]["action"]
                wish = {"seat": seat, "action": action, "version": frame["version"], "id": f"m{version}"}
                answer = ann.post(f"/api/tables/{code}/moves", json=wish)
                if answer.status_code != 503:  # the worker says goodbye: once more, under the same id
                    assert answer.is_success, answer.text
                    version += 1
            kinds = []
            with suppress(ConnectionClosed):
                while True:
                    kinds.append(json.loads(socket.recv())["type"])
            assert kinds[-1] == "bye"
            assert socket.close_code == 1012, "the page comes back by itself"
        assert ann.get(f"/api/tables/{code}").json()["version"] == version > 1
    assert not before & set(workers_of(pid))
    assert len(workers_of(pid)) == 2


@contextmanager
def asleep(pid: int) -> Iterator[None]:
    """Let a worker sleep, so that the other one answers."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_run_of_the_lab_is_known_at_both_workers(served: Served) -> None:
    """A run that was started at one worker is seen, stopped and downloaded at the other, which did not play it."""
    assert served.process is not None
    wait_until(lambda: said(served, "game ready") == 2 * len(IDS), 300)
    one, other = workers_of(served.process.pid)
    setup = "game=cat_and_mouse&players=tiger&games=5000&seed=1"

    def ask(method: str, path: str, cookies: Any = None, body: Any = None) -> httpx2.Response:
        with httpx2.Client(base_url=served.url, timeout=60, cookies=cookies) as client:  # a connection of its own
            return client.request(method, path, json=body)

    with asleep(other):
        started = ask("POST", "/api/lab/runs", body={"setup": setup})
        run, cookies = f"/api/lab/runs/{started.json()['run']}", dict(started.cookies)
        assert started.status_code == 201
        wait_until(lambda: ask("GET", run, cookies).json()["results"], 120)
    with asleep(one):
        assert ask("GET", run, cookies).json()["results"]["played"]
        assert ask("DELETE", run).status_code == 403, "somebody else cannot stop it there, either"
        assert ask("DELETE", run, cookies).status_code == 204
        found = wait_until(lambda: (seen := ask("GET", run, cookies).json())["state"] == "stopped" and seen, 60)
        assert 0 < found["results"]["played"] < 5000
        lines = ask("GET", f"{run}/games.csv", cookies).text.splitlines()
        assert len(lines) == found["results"]["played"] + 1
        assert ask("GET", f"{run}/results.json", cookies).json() == found["results"]
    with asleep(other):
        assert ask("GET", run, cookies).json()["state"] == "stopped"


def said(served: Served, event: str) -> int:
    """Count how often the workers have written something down."""
    assert served.log is not None
    return served.log.read_text(encoding="utf-8").count(f'"event":"{event}"')


def test_without_a_database_workers_give_up(tmp_path: Path) -> None:
    """Workers that cannot start are tried a few times, then the supervisor says why and ends with a status."""
    command = [sys.executable, "-m", "mousehole", "serve", "--port", str(free_port()), "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [*command, "--database", f"postgresql:///none?host={tmp_path}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env=environment,
    )
    assert done.returncode == 2
    assert "the server could not start" in done.stderr.splitlines()[-1]
    assert done.stderr.count("a worker died and is replaced") >= 6
    assert "Traceback" not in done.stderr


class FakeApp:
    """An application that opens when told to, with games that are ready when told to."""

    def __init__(self) -> None:
        """Begin closed and cold."""
        self.state = self.router = self.registry = self.compiling = self
        self.warm = asyncio.Event()

    def lifespan_context(self, _: object) -> Any:
        """Open at once."""
        return nullcontext()

    async def all_ready(self) -> None:
        """Wait until the test says that all games are ready."""
        await self.warm.wait()

    def farewell(self) -> int:
        """Have nobody to say goodbye to."""
        return 0


@pytest.mark.parametrize("waits", [True, False])
def test_a_replacement_starts_to_answer_when_it_is_ready(waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that waits says that it has started only when all games are ready; the first workers do so at once."""

    async def run() -> None:
        app, sent, is_started, is_warm = FakeApp(), list[str](), asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(early, "bring", lambda _: app)
        answers = EarlyAnswers(Settings(), waits=waits)
        answers.on_warm = is_warm.set
        inbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        inbox.put_nowait({"type": "lifespan.startup"})

        async def send(message: Any) -> None:
            sent.append(message["type"])
            is_started.set()

        life = asyncio.create_task(answers({"type": "lifespan"}, inbox.get, send))
        await answers.opened.wait()
        await asyncio.sleep(0.05)
        assert sent == ([] if waits else ["lifespan.startup.complete"])
        assert not is_warm.is_set()
        app.warm.set()
        await asyncio.gather(is_started.wait(), is_warm.wait())
        inbox.put_nowait({"type": "lifespan.shutdown"})
        await life
        assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]

    asyncio.run(asyncio.wait_for(run(), 20))


def test_whoever_waited_for_a_server_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that was held is answered by 503 and a code, a socket is closed: nobody gets a bare 500."""

    def fail(_: Settings) -> None:
        raise OSError("no database")

    async def run() -> None:
        monkeypatch.setattr(early, "bring", fail)
        answers, sent = EarlyAnswers(Settings()), list[Any]()

        async def send(message: Any) -> None:
            sent.append(message)

        await answers.run()
        await answers({"type": "http", "path": "/api/me", "method": "GET", "headers": []}, asyncio.Event().wait, send)  # type: ignore[arg-type]
        assert sent[0]["status"] == 503
        assert (b"retry-after", b"1") in sent[0]["headers"]
        assert b'"code": "stopping"' in sent[1]["body"]
        await answers({"type": "websocket", "path": "/", "headers": []}, asyncio.Event().wait, send)  # type: ignore[arg-type]
        assert sent[2]["type"] == "websocket.close"

    asyncio.run(run())

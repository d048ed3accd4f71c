"""Several workers share tables through a real PostgreSQL: one order of events, news for all, one driver of bots."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import pytest
from benchmarks.server_clients import Served
from benchmarks.server_kill import free_port
from sqlalchemy.ext.asyncio import AsyncConnection
from tests.server.authenticator import Authenticator
from tests.server.postmen import Browser
from tests.server.serving import Person, Server, play_on, quick_settings, receive, serving
from tests.server.test_company import wait_until
from tests.server.test_devices import add_passkey, become, link_of

from mousehole.server.store import pen
from mousehole.server.store.store import CHANNEL, Store
from mousehole.table.events import Event, Moved, Opened, Row
from mousehole.table.setup import HouseRules

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture
def workers(database: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Run two workers on one database."""
    with ExitStack() as stack:
        yield [stack.enter_context(serving(quick_settings(tmp_path, database=database))) for _ in range(2)]


def also_at(person: Person, house: Server) -> Person:
    """Let the same person come in through another worker."""
    twin = house.person()
    twin.client.cookies.update(dict(person.client.cookies))
    return twin


def test_of_two_workers_one_calls(workers: list[Server]) -> None:
    """Somebody whose page another worker shows is not called; otherwise both workers see the turn, and one calls."""
    one, other = workers
    made: list[str] = []
    ann, bob = one.person("Ann"), other.person("Bob")
    ann.post("/api/calling/devices", Browser().device("https://push.example.org/device"))

    async def send(_device: Any, call: Any) -> int:
        made.append(call.code)
        return 201

    async def look(house: Server, seconds: int) -> None:
        calling = house.registry.calling
        calling.pusher.send = send  # type: ignore[method-assign,union-attr]
        house.live(code).polled.clear()
        calling.look(house.registry.now() + 1000 * seconds)
        for line in (calling.calls, calling.pushes):
            await line.queue.join()

    def see_turn(seconds: int) -> None:
        wait_until(lambda: one.live(code).table.version == other.live(code).table.version)
        for house in workers:
            house.call(look, house, seconds)

    code = ann.open("me", "open", "open")
    for seat in (1, 2):
        bob.post(f"/api/tables/{code}/seats/{seat}/take", {})
    with also_at(ann, other).socket(code) as socket:
        receive(socket)
        wait_until(lambda: any(people for _, people in one.live(code).looking_elsewhere.values()))
        see_turn(21)
        assert made == []
        socket.send_json({"type": "visible", "on": False})
        wait_until(lambda: not any(people for _, people in one.live(code).looking_elsewhere.values()))
        ann.move(code, 0, 3, 3, "a")
        see_turn(21)
    assert made == [code]


def test_workers_share_tables(workers: list[Server]) -> None:
    """A table opened at one worker is played at both; sockets at either hear of every move."""
    one, other = workers
    ann = one.person("Ann")
    bob = other.person("Bob")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    bob.post(f"/api/tables/{code}/seats/2/take", {})
    assert wait_until(lambda: ann.frame(code)["state"] == "playing")
    with bob.socket(code) as socket:
        assert receive(socket)["version"] == 3
        ann.move(code, 0, 3, 3, "a")
        assert receive(socket)["version"] >= 3
        wait_until(lambda: bob.frame(code)["version"] == 4)
        assert ann.frame(code)["log"][-1]["text"] == "You lay a spare token in the Scullery."
    twin = also_at(ann, other)
    assert twin.move(code, 0, 3, 3, "a")["repeated"], "the same id at another worker is the same move"
    assert twin.refused("POST", f"/api/tables/{code}/moves", {"seat": 0, "action": 4, "version": 3, "id": "b"}) == (
        409,
        "stale_version",
    )


def test_news_is_sent_only_while_another_worker_has_the_table(workers: list[Server], database: str) -> None:
    """Moves at a table that one worker has are committed without a NOTIFY; once a second one has it, each sends one."""
    one, other = workers
    ann = one.person("Ann")
    code = ann.open("me", "device", "device", dawn=20)
    heard: list[list[Any]] = []

    async def listen(play: Any) -> int:
        connection = await asyncpg.connect(database)
        await connection.add_listener(CHANNEL, lambda *note: heard.extend(json.loads(note[3]).get("news", [])))
        heard.clear()
        await asyncio.to_thread(play)
        await connection.execute("SELECT 1")  # what was sent before has arrived
        await connection.close()
        return len(heard)

    def play() -> None:
        play_on(ann, code, until=4)

    assert asyncio.run(listen(play)) == 0
    twin = also_at(ann, other)
    twin.frame(code)
    wait_until(lambda: one.live(code).sharers and other.live(code).sharers)
    assert asyncio.run(listen(play)) == 4
    wait_until(lambda: twin.frame(code)["version"] == ann.frame(code)["version"])

    async def forget() -> None:
        other.registry.forget(other.live(code))

    other.call(forget)
    wait_until(lambda: not one.live(code).sharers)
    assert asyncio.run(listen(play)) == 0


def test_moves_that_need_nothing_else_are_one_statement(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves of several tables go in together, without a transaction around them; a version that is taken stays so."""
    written: list[int] = []
    write = pen.write

    async def counted(connection: AsyncConnection, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        written.append(len(rows))
        return await write(connection, rows)

    async def play() -> None:
        store = Store(database.replace("postgresql://", "postgresql+asyncpg://"))
        await store.open()
        rows = []
        for code in ("aaaaaaa", "bbbbbbb"):
            row = Row(code, "hide_and_squeak", 1, (), 3, HouseRules(), "ann", 1, "5" * 64, "6" * 64)
            rows.append(await store.create(row, Event(1, 1, Opened(())), "playing", ()))
        moves = [
            (row, Event(version, 5, Moved(0, 3, "person"), "ann", f"m{version}")) for row in rows for version in (2, 3)
        ]
        asked = [store.append(row, move, is_news=lambda: False) for row, move in [*moves, moves[0]] if row is not None]
        assert await asyncio.gather(*asked) == [True] * 4 + [True], "the same event in one commit is in"
        assert sum(written) == 5
        again = Event(2, 6, Moved(0, 4, "person"), "bob", "other")
        assert rows[0] is not None
        assert not await store.append(rows[0], again, is_news=lambda: False)
        assert await store.append(
            rows[0], Event(4, 7, Moved(0, 4, "person"), "ann", "m4"), state="over", is_news=lambda: False
        )
        assert sum(written) == 6, "what changes the table's state is a transaction"
        assert [event.version for event in await store.newer(rows[0], 0)] == [1, 2, 3, 4]
        assert (await store.newer(rows[0], 1))[0] == moves[0][1]
        await store.close()

    monkeypatch.setattr(pen, "write", counted)
    asyncio.run(play())


def test_two_workers_never_take_the_same_version(workers: list[Server]) -> None:
    """Both workers fire a move at one table at the same moment, again and again: one of each pair wins."""
    one, other = workers
    ann = one.person("Ann")
    code = ann.open("me", "device", "device", dawn=5)
    twins, together = [ann, also_at(ann, other)], threading.Barrier(2, timeout=60)

    def play(who: int) -> list[int]:
        person, taken = twins[who], []
        for number in range(15):
            together.wait()
            frame = person.frame(code)
            seat = frame["acting"][0]
            moves = person.frame(code, seat)["moves"]
            together.wait()
            if not moves:
                continue  # news of the last move came between the two frames: the other worker is alone this time
            body = {"seat": seat, "action": moves[0]["action"], "version": frame["version"], "id": f"{who}-{number}"}
            answer = person.client.post(f"/api/tables/{code}/moves", json=body)
            if answer.is_success:
                taken.append(answer.json()["version"])
            else:
                assert answer.json()["code"] in {"stale_version", "not_your_turn", "illegal_move"}
        return taken

    with ThreadPoolExecutor(2) as threads:
        accepted = [version for taken in threads.map(play, range(2)) for version in taken]
    found = one.call(one.registry.store.load, code)
    versions = [event.version for event in found[1]]
    assert versions == list(range(1, len(versions) + 1))
    assert sorted(accepted) == versions[1:], "what was accepted is in the store, once"
    assert len(accepted) == 15


def test_talk_pings_and_presence_cross_workers(workers: list[Server]) -> None:
    """What is said at one worker is heard at the other by those who may hear it, and presence is one."""
    one, other = workers
    ann, bob, cy = one.person("Ann"), other.person("Bob"), one.person("Cy")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    cy.post(f"/api/tables/{code}/seats/2/take", {})
    with ann.socket(code) as cat, bob.socket(code) as pip, cy.socket(code) as bramble:
        frame = receive(cat)
        while not all(seat["present"] for seat in frame["seats"]):
            frame = receive(cat)
        pip.send_json({"type": "ping", "seat": 1, "place": "larder"})
        assert receive(bramble, "ping")["place"] == "larder"
        pip.send_json({"type": "say", "phrase": "hello"})
        kinds = []
        while "talk" not in kinds:
            kinds.append(json.loads(cat.receive_text())["type"])
        assert "ping" not in kinds


def test_a_person_moves_between_workers(workers: list[Server]) -> None:
    """A link of one worker is used at another, once; tables come along; a device that is switched off is so at both."""
    one, other = workers
    ann, phone, late = one.person("Ann"), other.person("Phone"), one.person()
    code = phone.open("me", "open", "bot:random", pace=60)
    ann.post(f"/api/tables/{ann.open('me', 'device', 'device')}/say", {"phrase": "hello"})
    secret = link_of(ann)
    become(phone, secret)
    assert late.refused("POST", "/api/claims", {"secret": secret}) == (404, "no_such_claim")
    assert len(ann.get("/api/tables")) == len(phone.get("/api/tables")) == 2
    assert ann.frame(code)["me"]["seats"] == [0]
    add_passkey(ann, Authenticator(name=b"elsewhere"))
    assert ann.put("/api/me/figures", {"version": 0, "data": {}})["version"] == 1
    assert phone.refused("PUT", "/api/me/figures", {"version": 0, "data": {}}) == (409, "stale_version")
    assert phone.put("/api/me/figures", {"version": 1, "data": {}})["version"] == 2
    with phone.socket(code) as socket:
        receive(socket)
        ann.asked("DELETE", "/api/me/devices", 204)
        assert receive(socket, "error")["code"] == "bad_cookie"
    assert phone.refused("GET", "/api/me") == (401, "bad_cookie")
    assert ann.asked("DELETE", "/api/me", 200) == {"tables_removed": 2, "tables_rewritten": 0}


def test_bots_outlive_their_worker(database: str, tmp_path: Path) -> None:
    """One worker drives a table's bots; when it is gone another one takes the table up and the game ends."""
    settings = quick_settings(tmp_path, database=database, pace=0.02)
    with serving(settings) as other:
        with serving(settings) as one:
            ann = one.person("Ann")
            code = ann.open("bot:random", "bot:random", "bot:random", dawn=5)
            watcher = other.person()
            watcher.frame(code)
            assert [house.live(code).drives for house in (one, other)] == [True, False]
            wait_until(lambda: watcher.frame(code)["version"] > 3)
        wait_until(lambda: watcher.frame(code)["state"] == "over", 60)
        versions = [event.version for event in other.call(other.registry.store.load, code)[1]]
        assert versions == list(range(1, len(versions) + 1))


def test_a_lost_link_is_mended(workers: list[Server], postgres: Any) -> None:
    """When the database ends all connections, workers come back, catch up, and go on."""
    one, other = workers
    ann = one.person("Ann")
    code = ann.open("me", "device", "device")
    twin = also_at(ann, other)
    twin.frame(code)
    postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid();")
    time.sleep(0.2)

    def move(person: Person, version: int) -> bool:
        body = {"seat": 0, "action": 0, "version": version, "id": f"v{version}"}
        answer = person.client.post(f"/api/tables/{code}/moves", json=body)
        assert answer.is_success or answer.json()["code"] == "store_trouble", answer.text
        return answer.is_success

    wait_until(lambda: move(ann, 1))
    wait_until(lambda: twin.client.get(f"/api/tables/{code}").json().get("version") == 2)
    wait_until(lambda: move(twin, 2))
    wait_until(lambda: ann.frame(code)["version"] == 3)


def test_migrations_run_once_for_all(database: str) -> None:
    """Workers that start together leave one schema and agree on the house's secrets."""

    async def start() -> list[str]:
        stores = [Store(database.replace("postgresql://", "postgresql+asyncpg://")) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        secrets = await asyncio.gather(*(store.secret("cookies") for store in stores))
        for store in stores:
            await store.close()
        return list(secrets)

    assert len(set(asyncio.run(start()))) == 1


def test_whichever_worker_is_asked_tells_the_figures_of_all(database: str, tmp_path: Path) -> None:
    """Tables opened at any of two processes are counted in `/metrics`, whoever answers; both are stopped in order."""
    served = Served(
        database,
        free_port(),
        ["--workers", "2"],
        {"MOUSEHOLE_PACE": "0", "MOUSEHOLE_LEAST_PACE": "0"},
        tmp_path / "log",
    )
    served.start()
    try:
        asyncio.run(served.ready("hide_and_squeak"))
        for _ in range(6):
            with httpx2.Client(base_url=served.url, timeout=120) as client:  # a new connection, so any worker
                assert client.post("/api/tables", json={"game": "hide_and_squeak"}).status_code == 201
        for _ in range(6):
            with httpx2.Client(base_url=served.url, timeout=30) as client:
                assert 'mousehole_events_total{kind="opened"} 6.0' in client.get("/metrics").text
        assert served.process is not None
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(30) == 0
    finally:
        served.stop(signal.SIGKILL)

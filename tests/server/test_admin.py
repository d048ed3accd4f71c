"""`mousehole admin` on the database of a running server: what it lists, and what it decides reaches every worker."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.serving import Clock, Person, Server, play_on, quick_settings, receive, serving
from tests.server.test_company import wait_until
from tests.server.test_old import wait_until_kept

from mousehole.cli import main
from mousehole.server.store import desk
from mousehole.server.store.analyses import keep_analysis
from mousehole.server.tables import orders

pytestmark = pytest.mark.xdist_group("server")


class Place:
    """A database with servers on it, and an operator."""

    def __init__(self, database: str, houses: list[Server], capsys: pytest.CaptureFixture[str]) -> None:
        """Know them."""
        self.database, self.houses, self.capsys = database, houses, capsys

    def admin(self, *words: str, status: int = 0) -> Any:
        """Run the command; return what it says as JSON, or its complaint."""
        self.capsys.readouterr()
        action, *more = words
        assert main(["admin", action, "--database", self.database, "--json", *more]) == status
        said = self.capsys.readouterr()
        return json.loads(said.out) if status == 0 else said.err


@pytest.fixture(params=["sqlite", "postgres"])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Place]:
    """Run one server on SQLite, or two workers on PostgreSQL, that look for orders often."""
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(desk, "HEARD_SECONDS", 0.5)
    if request.param == "sqlite":
        database, workers = f"sqlite:///{tmp_path}/tables.sqlite", 1
    else:
        database, workers = request.getfixturevalue("database"), 2
    with ExitStack() as stack:
        settings = quick_settings(tmp_path, database=database)
        yield Place(database, [stack.enter_context(serving(settings)) for _ in range(workers)], capsys)


def id_of(person: Person) -> str:
    """Return a person's id, as the cookie has it."""
    return str(person.client.cookies["mousehole"]).rpartition(".")[0]


def test_tables_and_people_are_listed(place: Place) -> None:
    """The operator sees every table with its state, and people with their names and how many tables they have."""
    ann, bob = place.houses[0].person("Ann"), place.houses[-1].person("Bob")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    other = ann.open("me", "device", "device", game="hide_and_squeak")
    listed = {one["table"]: one for one in place.admin("tables")}
    assert {code: "lobby", other: "playing"} == {name: one["state"] for name, one in listed.items()}
    assert (listed[code]["people"], listed[code]["events"], listed[code]["game"]) == (2, 2, "hide_and_squeak")
    assert [one["table"] for one in place.admin("tables", "--state", "playing", "--game", "hide")] == [other]
    assert [one["table"] for one in place.admin("tables", "--person", id_of(bob))] == [code]
    people = {one["person"]: one for one in place.admin("people")}
    assert people[id_of(ann)] | {"last": 0} == {
        "person": id_of(ann),
        "name": "Ann",
        "tables": 2,
        "open_tables": 2,
        "last": 0,
        "banned": False,
    }
    assert [one["name"] for one in place.admin("people", "--name", "bo")] == ["Bob"]
    assert [one["name"] for one in place.admin("people", "--table", other)] == ["Ann"]


def test_a_closed_table_says_so_and_has_its_record(place: Place) -> None:
    """Whoever looks is told at once, at any worker; the record is there, nothing can be played, nothing is broken."""
    ann, bob = place.houses[0].person("Ann"), place.houses[-1].person("Bob")
    code = ann.open("me", "device", "device")
    play_on(ann, code, until=3)
    with bob.socket(code) as socket:
        receive(socket)
        (closed,) = place.admin("close", code, "--yes")
        while (frame := receive(socket))["state"] != "closed":
            pass
    assert frame["version"] == closed["version"]
    assert frame["closed"] == "operator"
    assert "closed the table" in frame["log"][-1]["text"]
    wait_until(lambda: ann.frame(code)["state"] == "closed")
    frame = ann.frame(code, 0)
    assert (frame["prompt"], frame["moves"], frame["acting"]) == (
        "Whoever runs this server has closed this table.",
        [],
        [],
    )
    move = {"seat": 0, "version": frame["version"], "id": "on", "action": 0}
    assert ann.refused("POST", f"/api/tables/{code}/moves", move)[1] in {"game_over", "stale_version"}
    assert "[Share" in ann.get(f"/api/tables/{code}/record")
    assert ann.get("/api/me")["tables_open"] == 0
    assert "closed already" in place.admin("close", code, "--yes", status=2)
    assert "no table" in place.admin("close", "aaaaaaa", "--yes", status=2)


def test_a_table_that_waits_can_be_closed(place: Place) -> None:
    """Nobody sits down any more at a table that was closed before its game began."""
    ann, bob = place.houses[0].person("Ann"), place.houses[-1].person("Bob")
    code = ann.open("me", "open", "open")
    place.admin("close", code, "--yes")
    wait_until(lambda: bob.frame(code)["state"] == "closed")
    assert bob.refused("POST", f"/api/tables/{code}/seats/1/take", {}) == (409, "game_over")


def test_bots_stop_at_a_closed_table(place: Place) -> None:
    """A table where bots play is closed while they think, and stays as it is."""
    ann = place.houses[0].person("Ann")
    code = ann.open("bot:random", "bot:random", "bot:random", pace=0.2)
    wait_until(lambda: ann.frame(code)["version"] > 2)
    (closed,) = place.admin("close", code, "--yes")
    wait_until(lambda: ann.frame(code)["state"] == "closed")
    time.sleep(0.5)
    assert ann.frame(code)["version"] == closed["version"]


def test_a_banned_person_gets_a_sentence(place: Place) -> None:
    """Sockets are closed by a sentence, requests answered by it, and a bot plays on for whoever waits."""
    ann, bob = place.houses[0].person("Ann"), place.houses[-1].person("Bob")
    code = ann.open("me", "open", "bot:random")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    with bob.socket(code) as socket:
        receive(socket)
        place.admin("ban", id_of(bob), "--days", "2", "--reason", "rude words")
        said = receive(socket, "error")
        assert (said["code"], "rude words" in said["message"]) == ("banned", True)
        with pytest.raises(WebSocketDisconnect) as closed:
            receive(socket, "nothing more")
        assert (closed.value.code, closed.value.reason) == (1008, "banned")
    wait_until(lambda: bob.client.get("/api/me").status_code == 403)
    for method, path in (("GET", f"/api/tables/{code}"), ("POST", "/api/tables"), ("GET", "/api/tables")):
        assert bob.refused(method, path, {"game": "hide_and_squeak"} if method == "POST" else None) == (403, "banned")
    told = bob.client.get("/api/me").json()["message"]
    assert told.startswith("You cannot play here until ")
    assert bob.client.get("/").status_code == 200, "the page itself is there, and shows the sentence"
    with bob.socket(code) as socket:
        assert receive(socket, "error")["message"] == told
    wait_until(lambda: "stands in for Bob" in str(ann.frame(code)["log"]))
    assert [one["banned"] for one in place.admin("people", "--name", "Bob")] == [True]
    assert [one["reason"] for one in place.admin("bans")] == ["rude words"]
    place.admin("unban", id_of(bob))
    wait_until(lambda: bob.client.get("/api/me").status_code == 200)
    bob.post(f"/api/tables/{code}/seats/1/return")
    assert "is not banned" in place.admin("unban", id_of(bob), status=2)


def test_a_ban_outlives_the_server_and_ends_in_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server that starts later knows the ban, frees the seat, and lets them in again when the ban is over."""
    clock = Clock(int(time.time() * 1000))
    settings = quick_settings(tmp_path)
    place = Place(settings.database, [], capsys)
    with serving(settings) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        code, waiting = ann.open("me", "open", "bot:random"), ann.open("me", "open", "open")
        for table in (code, waiting):
            bob.post(f"/api/tables/{table}/seats/1/take", {})
        cookies = [dict(person.client.cookies) for person in (ann, bob)]
        person = id_of(bob)
    place.admin("ban", person, "--days", "1")
    with serving(settings, now=clock) as house:
        ann, bob = house.person(), house.person()
        ann.client.cookies.update(cookies[0])
        bob.client.cookies.update(cookies[1])
        assert bob.refused("GET", "/api/me") == (403, "banned")
        wait_until(lambda: "stands in for Bob" in str(ann.frame(code)["log"]))
        wait_until(lambda: ann.frame(waiting)["seats"][1]["kind"] == "open")
        clock.pass_by(25 * 3600)
        assert bob.get("/api/me")["name"] == "Bob"


@pytest.mark.parametrize(
    ("banned", "host", "is_out"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.0/24", "192.0.2.9", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::/64", "2001:db8:0:1::1", False),
        ("192.0.2.0/24", "2001:db8::1", False),
    ],
)
def test_addresses_are_banned_as_limits_count_them(
    banned: str, host: str, is_out: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ban of an address holds for it behind a proxy that is named, and of IPv6 for the household."""
    settings = quick_settings(tmp_path, proxies="testclient")
    with serving(settings):
        pass
    Place(settings.database, [], capsys).admin("ban", banned)
    with serving(settings) as house:
        visitor = house.person()
        answer = visitor.client.get("/api/me", headers={"x-forwarded-for": host})
        assert (answer.status_code == 403) == is_out


def test_tables_are_purged(place: Place) -> None:
    """A table that is purged is gone for everybody at once, its rows a moment later; others are not touched."""
    ann = place.houses[0].person("Ann")
    watcher = place.houses[-1].person()
    code, other = ann.open("me", "device", "device"), ann.open("me", "device", "device")
    with watcher.socket(code) as socket:
        receive(socket)
        assert place.admin("purge", code, "--yes") == {"tables_removed": 1, "tables_rewritten": 0}
        assert receive(socket, "error")["code"] == "no_such_table"
    wait_until(lambda: not ann.client.get(f"/api/tables/{code}").is_success)
    assert ann.refused("GET", f"/api/tables/{code}") == (404, "no_such_table")
    assert [one["table"] for one in ann.get("/api/tables")] == [other]
    play_on(ann, other, until=2)
    assert [one["table"] for one in place.admin("tables")] == [other]


def test_what_is_unused_for_long_is_purged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Finished games go after the time the operator chose, games that go on stay; nothing of them is left behind."""
    day = 24 * 3600
    clock = Clock(int((time.time() - 40 * day) * 1000))
    settings = quick_settings(tmp_path)
    with serving(settings, now=clock) as house:
        ann = house.person("Ann")
        old = ann.open("me", "device", "device", dawn=5)
        assert play_on(ann, old)["state"] == "over"
        wait_until_kept(house)
        house.call(keep_analysis, house.registry.store, house.live(old).table.row, "as today", {"state": "done"})
        going = ann.open("me", "device", "device")
        clock.pass_by(39 * day)
        young = ann.open("me", "device", "device", dawn=5)
        play_on(ann, young)
    place = Place(settings.database, [], capsys)
    assert place.admin("purge", "--unused-for", "30", "--yes")["tables_removed"] == 1
    assert {one["table"] for one in place.admin("tables")} == {going, young}
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        kept = {row[0] for row in connection.execute("SELECT id FROM tables")}
        for name in ("events", "sits", "keepsakes", "analyses"):
            assert {row[0] for row in connection.execute(f"SELECT table_id FROM {name}")} <= kept  # noqa: S608
    assert place.admin("purge", "--unused-for", "30", "--state", "playing", "--yes")["tables_removed"] == 1


def test_a_person_is_purged(place: Place) -> None:
    """Tables of their own go, at others a nobody has sat, neither id nor name is left anywhere, and games go on."""
    ann, bob = place.houses[0].person("Ann"), place.houses[-1].person("Bartholomew")
    alone = bob.open("me", "device", "device")
    code = ann.open("me", "open", "bot:random", dawn=5, pace=0.2)
    bob.post(f"/api/tables/{code}/seats/1/take", {"contribution": "mine"})
    with ann.socket(code) as socket:
        receive(socket)
        assert place.admin("purge", "--person", id_of(bob), "--yes") == {"tables_removed": 1, "tables_rewritten": 1}
        assert receive(socket, "bye")["retry_seconds"] > 0
    wait_until(lambda: not ann.client.get(f"/api/tables/{alone}").is_success)
    assert ann.refused("GET", f"/api/tables/{alone}") == (404, "no_such_table")
    wait_until(lambda: ann.frame(code)["seats"][1]["name"] == "Somebody")
    assert "Bartholomew" not in str(ann.frame(code))
    assert bob.get("/api/tables") == []
    store = place.houses[0].registry.store
    row, events = place.houses[0].call(store.load, code)
    assert id_of(bob) not in str([row, *events])
    assert id_of(bob) not in {one["person"] for one in place.admin("people")}
    seat = ann.frame(code)
    assert seat["state"] == "playing"


def test_the_command_asks_first(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """What cannot be undone is not done without a yes; what makes no sense is one sentence."""
    settings = quick_settings(tmp_path)
    place = Place(settings.database, [], capsys)
    assert "there is no database" in place.admin("tables", status=2)
    with serving(settings) as house:
        ann = house.person("Ann")
        code = ann.open("me", "open", "open")
        assert "--yes" in place.admin("purge", code, status=2)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stdin.readline", lambda: "n\n", raising=False)
        assert "nothing was changed" in place.admin("close", code, status=2)
        monkeypatch.setattr("sys.stdin.readline", lambda: "y\n", raising=False)
        assert place.admin("close", f"https://example.org/t/{code.upper()}")[0]["table"] == code
        assert "no person's id" in place.admin("ban", "Bob", status=2)
        assert "one of the three" in place.admin("purge", "--yes", status=2)
        assert "a table is lobby" in place.admin("tables", "--state", "asleep", status=2)
        capsys.readouterr()
        assert main(["admin", "tables", "--database", settings.database]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:3] == [code, "hide_and_squeak", "closed"]


def test_a_database_of_another_schema_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command does not change a schema below a running server; it says what to do."""
    settings = quick_settings(tmp_path)
    with serving(settings):
        pass
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
    assert "start the server" in Place(settings.database, [], capsys).admin("tables", status=2)

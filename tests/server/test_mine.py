"""My tables, and everything about me: listed, put out of sight, taken along, deleted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Clock, Person, Server, play_on, quick_settings, serving
from tests.server.test_devices import become, cookie_of, link_of, with_cookie
from tests.server.test_old import wait_until_kept

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def clock() -> Clock:
    """Time that tests move."""
    return Clock()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database lies."""
    return tmp_path_factory.mktemp("mine")


@pytest.fixture(scope="module")
def house(folder: Path, clock: Clock) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(folder), now=clock) as running:
        yield running


def put_away(house: Server, code: str) -> None:
    """Put a table away, as it happens when nobody has looked at it for a while."""

    async def work() -> None:
        before = set(house.registry.tasks)
        house.registry.housekeeping.put_away(house.live(code))
        await asyncio.wait(house.registry.tasks - before)

    house.call(work)


def listed(person: Person, code: str) -> dict[str, Any]:
    """Find a table on somebody's list."""
    return next(one for one in person.get("/api/tables") if one["table"] == code)


def test_the_list_says_whose_turn_it_is_and_since_when(house: Server, clock: Clock) -> None:
    """Who sits there, who is asked and since when: the same of a table in memory and of one that was put away."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "open", "bot:random", pace=60)
    assert listed(ann, code) | {"seats": []} == listed(ann, code) | {
        "seats": [],
        "state": "lobby",
        "since": None,
        "my_turn": False,
        "result": None,
        "hidden": False,
    }
    clock.pass_by(60)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    begun = clock.now
    clock.pass_by(3600)
    in_memory = {who: listed(who, code) for who in (ann, bob)}
    put_away(house, code)
    for who, seen in in_memory.items():
        assert listed(who, code) == seen
        assert code not in house.registry.tables, "nothing was rebuilt for it"
        assert seen["since"] == begun
        assert [seat["name"] for seat in seen["seats"] if seat["kind"] == "person"] == ["Ann", "Bob"]
        assert seen["my_turn"] == any(seat["acting"] and seat["mine"] for seat in seen["seats"])
    assert sum(seen["my_turn"] for seen in in_memory.values()) == 1


def test_a_summary_that_is_behind_is_made_again(house: Server, folder: Path) -> None:
    """A server that stopped in the middle, or another worker, left an old copy: nobody is told yesterday's turn."""
    ann = house.person("Ann")
    code = ann.open("me", "device:Bo", "device:Cy")
    put_away(house, code)
    play_on(ann, code, until=3)
    seen = listed(ann, code)
    house.call(house.registry.forget, house.live(code))
    assert listed(ann, code) == seen
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        connection.execute("DELETE FROM summaries")
    house.call(house.registry.forget, house.live(code))
    assert listed(ann, code) == seen, "one of before there were summaries"


def test_a_finished_game_is_listed_with_its_result(house: Server) -> None:
    """How it ended, whether I won and my place; nothing of how a game stands that goes on."""
    ann = house.person("Ann")
    code = ann.open("me", "device:Bo", "device:Cy", dawn=5)
    frame = play_on(ann, code, until=2)
    assert listed(ann, code)["result"] is None
    frame = play_on(ann, code)
    for _ in range(2):
        seen = listed(ann, code)
        ended = frame["outcome"]
        assert seen["result"] == {"sentence": ended["sentence"], "won": bool(ended["winners"]), "place": None}
        assert (seen["state"], seen["my_turn"], seen["since"]) == ("over", False, None)
        if code in house.registry.tables:
            put_away(house, code)


def test_a_table_is_put_out_of_sight_on_all_my_devices(house: Server) -> None:
    """Hiding is mine alone, holds on every device of mine, takes nobody's seat, and can be undone."""
    ann, bob, phone = house.person("Ann"), house.person("Bob"), house.person()
    code = ann.open("me", "open", "bot:random", pace=60)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    become(phone, link_of(ann))
    ann.put(f"/api/tables/{code}/hidden", {"hidden": True})
    assert [listed(who, code)["hidden"] for who in (ann, phone, bob)] == [True, True, False]
    assert ann.frame(code)["me"]["seats"] == [0]
    phone.put(f"/api/tables/{code}/hidden", {"hidden": False})
    assert not listed(ann, code)["hidden"]
    assert house.person().refused("PUT", f"/api/tables/{code}/hidden", {"hidden": True}) == (409, "not_here")


def test_giving_up_and_leaving_for_good(house: Server) -> None:
    """Who gives up leaves the seat to a bot and keeps the table on the list; who leaves for good is off it."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "open", "bot:random", pace=60)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    bob.post(f"/api/tables/{code}/seats/1/leave")
    seen = listed(bob, code)
    assert (seen["my_turn"], seen["seats"][1]["kind"], seen["seats"][1]["mine"]) == (False, "bot", False)
    bob.asked("DELETE", f"/api/tables/{code}", 204)
    assert bob.get("/api/tables") == []
    assert listed(ann, code)["state"] == "playing"


def test_everything_about_me_is_one_file(house: Server) -> None:
    """Name, devices, figures, tables with what I did there and their records: mine, and no secret of anybody else."""
    ann, bob, phone = house.person("Ann"), house.person("Bob"), house.person()
    become(phone, link_of(ann))
    ann.put("/api/me/figures", {"version": 0, "data": {"games": [1]}})
    over = ann.open("me", "device", "device", dawn=5)
    play_on(ann, over)
    wait_until_kept(house)
    code = ann.open("me", "open", "bot:random", pace=60)
    bob.post(f"/api/tables/{code}/seats/1/take", {"contribution": "bobs"})
    ann.post(f"/api/tables/{code}/say", {"phrase": "hello"})
    answer = ann.client.get("/api/me/everything")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert (found["name"], len(found["devices"]), found["figures"]) == ("Ann", 2, {"games": [1]})
    tables = {one["table"]: one for one in found["tables"]}
    assert set(tables) == {over, code}
    assert tables[over]["record"] == ann.get(f"/api/tables/{over}/record")
    assert {"opened", "moved"} <= {one["kind"] for one in tables[over]["did"]}
    assert [one["table"] for one in found["said"]] == [code]
    text = json.dumps(found)
    table = house.live(code).table
    bobs = next(seat.person for seat in table.seats if seat.name == "Bob") or ""
    assert bobs
    for secret in (table.row.share, table.row.salt, str(table.seed), "bobs", bobs):
        assert secret not in text, secret
    for _ in range(5):
        ann.get("/api/me/everything")
    assert ann.refused("GET", "/api/me/everything") == (429, "too_fast")


def test_everything_about_me_is_deleted(house: Server, folder: Path) -> None:
    """My tables are gone, others play on with a bot and know no name of mine, and no device of mine counts any more."""
    ann, bob, phone = house.person("Annabella"), house.person("Bob"), house.person()
    become(phone, link_of(ann))
    copied = with_cookie(house, cookie_of(ann))
    person = ann.get("/api/me/everything")["person"]
    alone = ann.open("me", "device", "device")
    code = ann.open("me", "open", "bot:random", pace=60)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    ann.put("/api/me/figures", {"version": 0, "data": {}})
    put_away(house, code)
    assert ann.refused("DELETE", "/api/me", headers={"sec-fetch-site": "cross-site"}) == (403, "bad_origin")
    assert ann.asked("DELETE", "/api/me", 200) == {"tables_removed": 1, "tables_rewritten": 1}
    frame = bob.frame(code)
    assert (frame["state"], frame["seats"][0]["kind"]) == ("playing", "bot")
    assert "Annabella" not in json.dumps(frame)
    assert "Annabella" not in json.dumps(listed(bob, code))
    assert bob.refused("GET", f"/api/tables/{alone}") == (404, "no_such_table")
    assert ann.get("/api/me")["name"] == "Guest"
    assert phone.refused("GET", "/api/me") == (401, "bad_cookie")
    assert copied.refused("GET", "/api/me") == (401, "bad_cookie")
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        rows = [
            row
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall()
            for row in connection.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608  # names of our own
            if name != "devices"
        ]
        assert person not in str(rows)
        assert "Annabella" not in str(rows)
        kept = connection.execute("SELECT person, label FROM devices WHERE id = ?", (person,)).fetchall()
        assert kept == [("", "")], "a number without a person, so that a copied cookie stays dead"

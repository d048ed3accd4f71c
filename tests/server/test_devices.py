"""One person on several devices: links, passkeys, switching off, figures; and people who want to be somebody else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.authenticator import Authenticator
from tests.server.serving import Clock, Person, Server, play_on, quick_settings, receive, serving

from mousehole.server.api.cookies import Visitors, label_of

pytestmark = pytest.mark.xdist_group("server")
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
PAGE = {"origin": "http://testserver"}


@pytest.fixture(scope="module")
def clock() -> Clock:
    """Time that tests move."""
    return Clock()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database lies."""
    return tmp_path_factory.mktemp("devices")


@pytest.fixture(scope="module")
def house(folder: Path, clock: Clock) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(folder), now=clock) as running:
        yield running


def link_of(person: Person) -> str:
    """Make a link; return its secret."""
    return str(person.asked("POST", "/api/me/links", 201)["link"]).partition("#")[2]


def become(device: Person, secret: str) -> None:
    """Use a link on a device."""
    device.asked("POST", "/api/claims", 204, json={"secret": secret}, headers={"user-agent": PHONE, **PAGE})


def cookie_of(person: Person) -> str:
    """Return a device's cookie."""
    return str(person.client.cookies["mousehole"])


def with_cookie(house: Server, cookie: str) -> Person:
    """Let somebody come in with a cookie that was copied."""
    found = house.person()
    found.client.cookies.set("mousehole", cookie, domain="testserver.local")
    return found


def codes(person: Person) -> set[str]:
    """List somebody's tables."""
    return {one["table"] for one in person.get("/api/tables")}


def test_a_link_makes_another_device_mine(house: Server, clock: Clock) -> None:
    """Name, tables and seats are there on the second device, and both go on being the same person."""
    ann, phone = house.person("Ann"), house.person()
    code = ann.open("me", "device", "device")
    made = ann.asked("POST", "/api/me/links", 201, headers={"origin": "http://testserver"})
    home, _, secret = made["link"].partition("/claim#")
    assert home == "http://testserver"
    assert len(secret) >= 22, "128 bits, six a letter"
    assert {len(row) for row in made["rows"]} == {len(made["rows"])}
    seen = phone.post("/api/claims/look", {"secret": secret})
    assert (seen["name"], seen["tables"], seen["my_tables"], seen["stays"]) == ("Ann", 1, 0, False)
    clock.pass_by(1)
    become(phone, secret)
    assert phone.get("/api/me")["name"] == "Ann"
    assert codes(phone) == {code} == codes(ann)
    play_on(phone, code, until=2)
    assert play_on(ann, code, until=1)["me"]["seats"] == [0, 1, 2]
    devices = ann.get("/api/me/devices")["devices"]
    assert [(one["label"], one["this"]) for one in devices] == [("A program", True), ("Firefox on Android", False)]
    assert [one["this"] for one in phone.get("/api/me/devices")["devices"]] == [False, True]
    assert [phone.client.get(path).status_code for path in ("/me", "/claim")] == [200, 200], "the pages for it"


def test_a_link_counts_once_and_for_ten_minutes(house: Server, clock: Clock, folder: Path) -> None:
    """A forwarded, old, replaced, withdrawn or guessed link opens nothing; and the database holds none of them."""
    ann, first, second = house.person("Ann"), house.person(), house.person()
    secret = link_of(ann)
    become(first, secret)
    gone = (404, "no_such_claim")
    assert second.refused("POST", "/api/claims", {"secret": secret}) == gone
    assert second.refused("POST", "/api/claims/look", {"secret": secret}) == gone
    old = link_of(ann)
    newer = link_of(ann)
    assert second.refused("POST", "/api/claims", {"secret": old}) == gone, "one at a time"
    clock.pass_by(601)
    assert second.refused("POST", "/api/claims", {"secret": newer}) == gone
    withdrawn = link_of(ann)
    ann.asked("DELETE", "/api/me/links", 204)
    assert second.refused("POST", "/api/claims", {"secret": withdrawn}) == gone
    assert second.refused("POST", "/api/claims", {"secret": "A" * 32}) == gone
    assert second.refused("POST", "/api/claims", {"secret": "short"}) == (422, "bad_request")
    kept = link_of(ann)
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        assert kept not in str(connection.execute("SELECT * FROM claims").fetchall())
    assert second.get("/api/me")["name"] == "Guest"


def test_links_are_not_guessed_from_one_address(tmp_path: Path) -> None:
    """An address that tries links is slowed down, however many cookies it has."""
    with serving(quick_settings(tmp_path, address_limits=True, address_people_per_minute=5)) as house:
        person = house.person("Eve")
        answers = [person.refused("POST", "/api/claims/look", {"secret": "B" * 32}) for _ in range(6)]
        assert answers[0] == (404, "no_such_claim")
        assert answers[-1] == (429, "too_fast")


def test_what_a_device_had_comes_along(house: Server) -> None:
    """Tables of the second device are the person's from now on, running games included; others hear of nothing new."""
    ann, phone, cy = house.person("Ann"), house.person("Phone"), house.person("Cy")
    code = phone.open("me", "open", "bot:random", pace=60, dawn=5)
    cy.post(f"/api/tables/{code}/seats/1/take", {"contribution": "cys"})
    seed = house.live(code).table.seed
    secret = link_of(ann)
    seen = phone.post("/api/claims/look", {"secret": secret})
    assert (seen["my_name"], seen["my_tables"], seen["stays"], seen["given_up"]) == ("Phone", 1, False, 0)
    with phone.socket(code) as socket:
        receive(socket)
        become(phone, secret)
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "nothing")
    assert codes(ann) == codes(phone) == {code}
    frame = ann.frame(code)
    assert frame["me"]["seats"] == [0]
    assert frame["me"]["host"]
    assert [seat["name"] for seat in frame["seats"][:2]] == ["Phone", "Cy"], "under the name that was used there"
    assert house.live(code).table.seed == seed
    assert codes(cy) == {code}


def test_blocks_and_calls_come_along_too(house: Server, folder: Path) -> None:
    """Whom somebody has blocked, and who has blocked them, still is; a switched-off browser is called no more."""
    ann, phone, eve = house.person("Ann"), house.person("Phone"), house.person("Eve")
    ids = [one.get("/api/me/everything")["person"] for one in (ann, phone, eve)]
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        put = "INSERT INTO blocks (person, other, name, since) VALUES (?, ?, '', 1)"
        connection.executemany(put, [(ids[1], ids[2]), (ids[2], ids[1]), (ids[0], ids[1])])
        connection.execute("INSERT INTO ratings VALUES (?, 'g', 'cat', 30.0, 3.0, 9)", (ids[1],))
        connection.execute("INSERT INTO call_mailboxes VALUES (?, 'a@example.org', 1, 'c', 'e', 1)", (ids[1],))
        put = (
            "INSERT INTO call_devices (id, person, endpoint, public, auth, since, cookie) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        connection.execute(put, ("x", ids[1], "https://push.example/1", "p", "a", 1, ids[1]))
    become(phone, link_of(ann))

    def rows(asked: str) -> list[Any]:
        with sqlite3.connect(folder / "tables.sqlite") as connection:
            return connection.execute(asked).fetchall()

    assert set(rows("SELECT person, other FROM blocks")) == {(ids[0], ids[2]), (ids[2], ids[0])}
    assert rows("SELECT player, mu FROM ratings") == [(ids[0], 30.0)]
    assert rows("SELECT person FROM call_mailboxes") == [(ids[0],)]
    assert rows("SELECT person FROM call_devices") == [(ids[0],)], "the same browser, called as whom it has become"
    assert ann.get("/api/me/everything")["calls"]["mail"]["address"] == "a@example.org"
    ann.asked("DELETE", "/api/me/devices", 204)
    assert rows("SELECT person FROM call_devices") == []


def test_where_both_sit_a_seat_is_given_up(house: Server) -> None:
    """Two who played each other do not become one hand with both secrets, and no deal changes under a game."""
    ann, phone = house.person("Ann"), house.person("Phone")
    code = ann.open("me", "open", "bot:random", pace=60, contribution="anns")
    phone.post(f"/api/tables/{code}/seats/1/take", {"contribution": "phones"})
    seed = house.live(code).table.seed
    secret = link_of(ann)
    seen = phone.post("/api/claims/look", {"secret": secret})
    assert (seen["my_tables"], seen["given_up"]) == (0, 1)
    become(phone, secret)
    frame = phone.frame(code)
    assert frame["me"]["seats"] == [0]
    assert frame["seats"][1]["kind"] == "bot"
    house.call(house.registry.forget, house.live(code))
    assert ann.frame(code)["state"] == "playing"
    assert house.live(code).table.seed == seed


def test_somebody_with_another_device_keeps_what_is_theirs(house: Server) -> None:
    """A device that leaves one person for another takes nothing away from the first, who is still elsewhere."""
    ann, bob, tablet = house.person("Ann"), house.person("Bob"), house.person()
    code = bob.open("me", "device", "device")
    become(tablet, link_of(bob))
    secret = link_of(ann)
    assert tablet.post("/api/claims/look", {"secret": secret})["stays"]
    become(tablet, secret)
    assert tablet.get("/api/me")["name"] == "Ann"
    assert codes(tablet) == set()
    assert codes(bob) == {code}
    assert len(bob.get("/api/me/devices")["devices"]) == 1


def test_a_device_is_switched_off(house: Server) -> None:
    """Its socket is closed, its cookie counts no more, copies of the cookie neither; nobody else may do it."""
    ann, phone, eve = house.person("Ann"), house.person(), house.person("Eve")
    code = ann.open("me", "device", "device")
    become(phone, link_of(ann))
    copied = with_cookie(house, cookie_of(phone))
    assert copied.get("/api/me")["name"] == "Ann"
    lost = next(one["id"] for one in ann.get("/api/me/devices")["devices"] if not one["this"])
    assert eve.refused("DELETE", f"/api/me/devices/{lost}") == (404, "not_found")
    with phone.socket(code) as socket:
        receive(socket)
        ann.asked("DELETE", f"/api/me/devices/{lost}", 204)
        assert receive(socket, "error")["code"] == "bad_cookie"
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "nothing")
    with copied.socket(code) as socket:
        assert receive(socket, "error")["code"] == "bad_cookie"
    assert copied.refused("GET", "/api/me") == (401, "bad_cookie")
    assert phone.refused("GET", f"/api/tables/{code}") == (401, "bad_cookie")
    assert phone.get("/api/me")["name"] == "Guest", "the cookie is taken away: somebody new"
    assert codes(ann) == {code}


def test_all_others_are_forgotten(house: Server) -> None:
    """One press leaves this device alone, the first one too, and links that were not used count no more."""
    ann, phone, tablet = house.person("Ann"), house.person(), house.person()
    become(phone, link_of(ann))
    become(tablet, link_of(phone))
    secret = link_of(ann)
    phone.asked("DELETE", "/api/me/devices", 204)
    assert ann.refused("GET", "/api/me") == (401, "bad_cookie")
    assert tablet.refused("GET", "/api/me") == (401, "bad_cookie")
    assert house.person().refused("POST", "/api/claims", {"secret": secret}) == (404, "no_such_claim")
    assert [one["this"] for one in phone.get("/api/me/devices")["devices"]] == [True]


def test_a_switched_off_device_stays_so_after_a_restart(tmp_path: Path) -> None:
    """What counts no more is read again when the server starts; a cookie of before there were devices goes on."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann, phone = house.person("Ann"), house.person()
        become(phone, link_of(ann))
        lost = cookie_of(ann)
        phone.asked("DELETE", "/api/me/devices", 204)
        kept, plain = cookie_of(phone), cookie_of(house.person("Old"))
        assert "~" not in plain, "as before"
    with serving(settings) as house:
        assert with_cookie(house, lost).refused("GET", "/api/me") == (401, "bad_cookie")
        assert with_cookie(house, kept).get("/api/me")["name"] == "Ann"
        assert with_cookie(house, plain).get("/api/me")["name"] == "Old"


def test_nobody_is_lured_into_another_identity(house: Server) -> None:
    """A page of another site cannot make a browser somebody else's; a cookie nobody signed counts for nothing."""
    mallory, victim = house.person("Mallory"), house.person("Victim")
    secret = link_of(mallory)
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    ):
        assert victim.refused("POST", "/api/claims", {"secret": secret}, headers=headers) == (403, "bad_origin")
    assert victim.get("/api/me")["name"] == "Victim"
    become(house.person(), secret)
    forged = Visitors("another secret").cookie("0" * 24, "1" * 24)
    assert with_cookie(house, forged).refused("GET", "/api/me") == (401, "bad_cookie")
    before = cookie_of(victim)
    become(victim, link_of(house.person("Ann")))
    assert cookie_of(victim) != before, "nobody who fixed the cookie before has the one after"
    assert with_cookie(house, before).refused("GET", "/api/me") == (401, "bad_cookie")


def test_a_link_on_its_own_device_is_not_used_up(house: Server) -> None:
    """Whoever opens the link where it was made is told so, and it still works on the other device."""
    ann, phone = house.person("Ann"), house.person()
    secret = link_of(ann)
    assert ann.refused("POST", "/api/claims", {"secret": secret}) == (409, "not_here")
    become(phone, secret)
    assert phone.get("/api/me")["name"] == "Ann"


def add_passkey(person: Person, key: Authenticator) -> None:
    """Make a passkey for somebody."""
    options = person.asked("POST", "/api/me/passkeys/options", 200, headers=PAGE)
    person.asked("POST", "/api/me/passkeys", 204, json=key.make(options), headers=PAGE)


def asked_who(person: Person) -> dict[str, Any]:
    """Let a browser be asked who somebody is."""
    found: dict[str, Any] = person.asked("POST", "/api/claims/passkey/options", 200, headers=PAGE)
    return found


def test_a_passkey_says_who_i_am(house: Server) -> None:
    """A key that was made on one device makes another one mine, again and again, until it is removed."""
    ann, key = house.person("Ann"), Authenticator()
    add_passkey(ann, key)
    assert [one["label"] for one in ann.get("/api/me/devices")["passkeys"]] == ["A program"]
    for _ in range(2):
        phone = house.person()
        secret = phone.asked("POST", "/api/claims/passkey", 200, json=key.prove(asked_who(phone)), headers=PAGE)
        become(phone, secret["secret"])
        assert phone.get("/api/me")["name"] == "Ann"
    name = ann.get("/api/me/devices")["passkeys"][0]["id"]
    assert house.person("Eve").refused("DELETE", f"/api/me/passkeys/{name}", headers=PAGE) == (404, "not_found")
    ann.asked("DELETE", f"/api/me/passkeys/{name}", 204, headers=PAGE)
    phone = house.person()
    answer = key.prove(asked_who(phone))
    assert phone.refused("POST", "/api/claims/passkey", answer, headers=PAGE) == (403, "bad_passkey")


def test_a_passkey_is_asked_something_new_each_time(house: Server, clock: Clock) -> None:
    """Neither an answer that was heard, nor another's question, nor an old one, nor a copied key is believed."""
    ann, phone, eve = house.person("Ann"), house.person(), house.person("Eve")
    key = Authenticator(name=b"key-two")
    add_passkey(ann, key)
    heard = key.prove(asked_who(phone))
    gone, bad = (404, "no_such_claim"), (403, "bad_passkey")

    def refused(person: Person, answer: dict[str, Any], **headers: str) -> tuple[int, str]:
        return person.refused("POST", "/api/claims/passkey", answer, headers=PAGE | headers)

    assert refused(eve, heard) == bad, "asked of another browser"
    fresh = key.prove(asked_who(phone))
    phone.asked("POST", "/api/claims/passkey", 200, json=fresh, headers=PAGE)
    assert refused(phone, fresh) == gone, "heard before"
    late = asked_who(phone)
    clock.pass_by(121)
    assert refused(phone, key.prove(late)) == gone
    key.uses = 0
    assert refused(phone, key.prove(asked_who(phone))) == bad, "a copy, which counts from an earlier use"
    key.uses = 100
    key.origin = "https://evil.example"
    assert refused(phone, key.prove(asked_who(phone))) == bad, "answered on another site's page"
    assert refused(phone, key.prove(asked_who(phone)), origin="https://evil.example") == (403, "bad_origin")
    key.origin, key.site = "http://testserver", "evil.example"
    assert refused(phone, key.prove(asked_who(phone))) == bad
    other = Authenticator(name=b"key-two")
    assert refused(phone, other.prove(asked_who(phone))) == bad, "another key under the same name"
    assert phone.refused("POST", "/api/claims/passkey/options") == (403, "bad_origin"), "programs have no passkeys"
    for nonsense in ({}, {"response": 3}, {"response": {"clientDataJSON": "%%"}}, {"id": 4, "response": {}}):
        assert refused(phone, {"credential": nonsense}) == bad


def test_a_passkey_is_made_for_whoever_was_asked(house: Server) -> None:
    """Nobody hangs a key of theirs on somebody else, and no key is made twice or for another site."""
    ann, eve = house.person("Ann"), house.person("Eve")
    key = Authenticator(name=b"key-three")
    options = ann.asked("POST", "/api/me/passkeys/options", 200, headers=PAGE)
    assert eve.refused("POST", "/api/me/passkeys", key.make(options), headers=PAGE) == (403, "bad_passkey")
    add_passkey(ann, key)
    options = eve.asked("POST", "/api/me/passkeys/options", 200, headers=PAGE)
    assert eve.refused("POST", "/api/me/passkeys", key.make(options), headers=PAGE) == (403, "bad_passkey")
    key.origin = "https://evil.example"
    options = eve.asked("POST", "/api/me/passkeys/options", 200, headers=PAGE)
    assert eve.refused("POST", "/api/me/passkeys", key.make(options), headers=PAGE) == (403, "bad_passkey")
    assert ann.get("/api/me/devices")["passkeys"] != []
    assert eve.get("/api/me/devices")["passkeys"] == []


def test_figures_are_shared_between_devices(house: Server) -> None:
    """What one device keeps another fetches; whoever was slower merges again; there is an end to how much."""
    ann, phone = house.person("Ann"), house.person()
    become(phone, link_of(ann))
    assert ann.get("/api/me/figures") == {"version": 0, "data": None}
    assert ann.put("/api/me/figures", {"version": 0, "data": {"puzzles": [1]}})["version"] == 1
    assert phone.get("/api/me/figures") == {"version": 1, "data": {"puzzles": [1]}}
    assert phone.refused("PUT", "/api/me/figures", {"version": 0, "data": {}}) == (409, "stale_version")
    assert phone.put("/api/me/figures", {"version": 1, "data": {"puzzles": [1, "x" * 100_000]}})["version"] == 2
    long = {"version": 2, "data": {"puzzles": "x" * 300_000}}
    assert ann.refused("PUT", "/api/me/figures", long) == (413, "too_large")
    assert house.person().get("/api/me/figures")["data"] is None


def test_a_device_is_named_as_people_do() -> None:
    """The list of devices says what each is, and keeps no more of what a browser says of itself."""
    assert label_of(PHONE) == "Firefox on Android"
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15"
    assert label_of(mac) == "Safari on Mac"
    assert label_of("curl/8") == "A program"


def test_when_a_device_was_used_is_written_down(house: Server, clock: Clock) -> None:
    """The list says when each device was used, to the hour, also after a restart."""
    ann, phone = house.person("Ann"), house.person()
    secret = link_of(ann)
    clock.pass_by(1)
    become(phone, secret)
    clock.pass_by(7200)
    phone.get("/api/me")
    house.call(house.registry.devices.write_now)
    person = ann.get("/api/me/everything")["person"]
    first, second = house.call(house.registry.devices.persons.devices_of, person)
    assert second.seen - first.created == 7201 * 1000

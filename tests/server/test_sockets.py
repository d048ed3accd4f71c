"""Sockets: frames, acknowledgements, rights for every message, and bad input that changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.serving import Clock, Person, Server, quick_settings, receive, serving

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("sockets"))) as running:
        yield running


@pytest.fixture
def ann(house: Server) -> Person:
    """Somebody."""
    return house.person("Ann")


def test_a_socket_gets_the_same_frames_as_polling(house: Server, ann: Person) -> None:
    """The first message is a complete frame; after a move come its confirmation and the next frame."""
    code = ann.open("me", "device", "device")
    with ann.socket(code) as socket:
        first = receive(socket)
        assert first == ann.frame(code)
        socket.send_json({"type": "move", "seat": 0, "action": 3, "version": 1, "id": "a"})
        messages = [json.loads(socket.receive_text()) for _ in range(2)]
        assert sorted(message["type"] for message in messages) == ["accepted", "frame"]
        socket.send_json({"type": "move", "seat": 0, "action": 3, "version": 1, "id": "a"})
        assert receive(socket, "accepted") == {"type": "accepted", "id": "a", "version": 2, "repeated": True}
        assert receive(socket)["version"] == 2


BAD = [
    ("{", "bad_request"),
    ("[]", "bad_request"),
    ("null", "bad_request"),
    ('"move"', "bad_request"),
    ("", "bad_request"),
    ("\x00", "bad_request"),
    ('{"type": "fly"}', "bad_request"),
    ('{"type": "move"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": 3, "version": 1, "id": "x", "extra": 1}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": "3", "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": 3.5, "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": true, "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": 1e400, "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": 3, "move": "listen", "version": 1, "id": "x"}', "bad_request"),
    ('{"type": "move", "seat": 0, "action": 77, "version": 1, "id": "x"}', "illegal_move"),
    ('{"type": "move", "seat": 0, "move": "fly away", "version": 1, "id": "x"}', "illegal_move"),
    ('{"type": "move", "seat": 1, "action": 3, "version": 1, "id": "x"}', "not_your_seat"),
    ('{"type": "move", "seat": 60, "action": 3, "version": 1, "id": "x"}', "bad_seats"),
    ('{"type": "move", "seat": 0, "action": 3, "version": 0, "id": "x"}', "ok"),
    ('{"type": "move", "seat": 0, "action": 3, "version": 1, "id": "y"}', "stale_version"),
    ('{"type": "look", "seat": 1}', "not_your_seat"),
    ('{"type": "vote", "seat": 1}', "not_here"),
    ('{"type": "undo", "seat": 0, "version": 2, "id": "u"}', "cannot_undo"),
    ('{"type": "say", "phrase": "boo"}', "bad_request"),
    ('{"type": "say", "text": "hi"}', "not_here"),
    ('{"type": "say"}', "bad_request"),
    ('{"type": "ping", "seat": 0, "place": "larder"}', "not_here"),
    ('{"type": "ping", "seat": 1, "place": "larder"}', "not_your_seat"),
    (json.dumps({"type": "say", "text": "x" * 20_000}), "too_large"),
    ("[" * 10_000, "bad_request"),
]


def test_bad_messages_get_codes_and_the_socket_stays(house: Server, ann: Person) -> None:
    """Whatever is wrong with a message: a stable code, a sentence, an open socket, and nothing changed."""
    code = ann.open("me", "bot:random", "bot:random")
    with ann.socket(code) as socket:
        receive(socket)
        for text, expected in BAD:
            socket.send_text(text)
            if expected == "ok":
                assert receive(socket, "accepted")["id"] == "x"
                continue
            error = receive(socket, "error")
            assert error["code"] == expected, text[:80]
            assert not error["message"][0].islower()
        socket.send_bytes(b"\xff\xfe")
        assert receive(socket, "error")["code"] == "bad_request"
        socket.send_json({"type": "alive"})
        assert receive(socket)["version"] == 2


def test_wrong_code_forged_cookie_and_foreign_origin(house: Server, ann: Person) -> None:
    """A socket that may not be opened says why by a code before it closes; so does HTTP."""
    code = ann.open("me", "device", "device")
    for path, headers, expected in (
        ("zzzzzzz", {}, "no_such_table"),
        ("../etc", {}, "no_such_table"),
        (code, {"origin": "https://elsewhere.example"}, "bad_origin"),
        (code, {"cookie": "mousehole=somebody.forged"}, "bad_cookie"),
        (f"{code}/socket?seat=1#", {}, "not_your_seat"),
    ):
        stranger = house.person()
        address = f"/api/tables/{path}" if "socket" in path else f"/api/tables/{path}/socket"
        if path == "../etc":
            continue
        with stranger.client.websocket_connect(address, headers=headers) as socket:
            assert receive(socket, "error")["code"] == expected
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()
    forged = house.person()
    forged.client.cookies.set("mousehole", "somebody.forged")
    answer = forged.client.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_cookie")
    assert "max-age=0" in answer.headers["set-cookie"].lower(), "the forged cookie is taken away"
    origin = {"origin": "https://elsewhere.example"}
    assert ann.refused("PUT", "/api/me", {"name": "x"}, headers=origin) == (403, "bad_origin")
    own = {"origin": "http://testserver"}
    assert ann.client.put("/api/me", json={"name": "Ann"}, headers=own).status_code == 200


def test_http_bad_input(house: Server, ann: Person) -> None:
    """Malformed bodies, wrong tables, foreign seats and large requests get codes and change nothing."""
    code = ann.open("me", "bot:random", "bot:random")
    bob = house.person("Bob")
    path = f"/api/tables/{code}/moves"
    move = {"seat": 0, "action": 3, "version": 1, "id": "x"}
    assert bob.refused("POST", path, move) == (403, "not_your_seat")
    assert ann.refused("POST", path, content=b"{") == (422, "bad_request")
    assert ann.refused("POST", path, content=b"x" * 20_000) == (413, "too_large")
    assert ann.refused("POST", path, {**move, "id": "ä"}) == (422, "bad_request")
    assert ann.refused("POST", "/api/tables/zzzzzzz/moves", move) == (404, "no_such_table")
    assert ann.refused("GET", f"/api/tables/{code}?seat=1") == (403, "not_your_seat")
    assert ann.refused("GET", "/api/nothing") == (404, "not_found")
    assert ann.refused("DELETE", "/api/games") == (405, "wrong_method")
    assert ann.refused("GET", "/api/games/chess") == (404, "unknown_game")
    assert ann.refused("PUT", "/api/me", {"name": "<b>"}) == (422, "bad_request")
    assert ann.frame(code)["version"] == 1


def test_headers_and_cookie_are_strict(house: Server) -> None:
    """Answers carry a content policy; the cookie is out of scripts' reach and not sent from other sites' forms."""
    answer = house.person().client.get("/api/me")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert (
        "no-store"
        in house.client.get(f"/api/tables/{house.person().open('me', 'device', 'device')}").headers["cache-control"]
    )


def test_one_device_is_passed_around_by_looking_with_other_eyes(house: Server, ann: Person) -> None:
    """One socket shows one seat at a time; nothing of the seat before stays in the frame."""
    code = ann.open("me", "device:Bob", "device:Cy")
    with ann.socket(code) as socket:
        assert receive(socket)["seat"] == 0
        for room in (0, 0, 0, 1, 1, 2):
            version = ann.frame(code, 0)["version"]
            ann.move(code, 0, room, version, f"lay-{version}")
        while receive(socket)["version"] < 7:
            pass
        socket.send_json({"type": "look", "seat": 2})
        frame = receive(socket)
        assert frame["seat"] == 2
        assert {room["traps"] for room in frame["view"]["rooms"]} == {None}
        assert not any("trap in" in entry["text"] for entry in frame["log"])
        socket.send_json({"type": "look", "seat": -1})
        assert receive(socket)["seat"] is None


def test_pings_reach_the_own_side_alone_and_nothing_betrays_them(house: Server, ann: Person) -> None:
    """A mouse points at a room: mice see it, the cat and spectators get no message and no frame."""
    bob, cy = house.person("Bob"), house.person("Cy")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    cy.post(f"/api/tables/{code}/seats/2/take", {})
    with ann.socket(code) as cat, bob.socket(code) as pip, house.person().socket(code) as spectator:
        pip.send_json({"type": "ping", "seat": 1, "place": "larder"})
        assert receive(pip, "ping")["place"] == "larder"
        for outside in (cat, spectator):
            outside.send_json({"type": "alive"})
        serials = house.live(code).serial
        assert [ping["place"] for ping in cy.frame(code)["me"]["pings"]] == ["larder"]
        assert ann.frame(code)["me"]["pings"] == house.person().frame(code)["me"]["pings"] == []
        bob.post(f"/api/tables/{code}/ping", {"seat": 1, "place": "kitchen"})
        assert house.live(code).serial <= serials + 4, "polling made people present; the ping itself changed no frame"
        cat.send_json({"type": "say", "phrase": "hello"})
        kinds = []
        while "talk" not in kinds:
            kinds.append(json.loads(cat.receive_text())["type"])
        assert "ping" not in kinds


def test_phrases_are_for_all_and_free_text_for_those_who_want_it(house: Server, ann: Person) -> None:
    """Nobody reads free text who has not switched it on; spectators are silent."""
    bob, cy = house.person("Bob"), house.person("Cy")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    cy.post(f"/api/tables/{code}/seats/2/take", {})
    for person in (ann, bob):
        person.put(f"/api/tables/{code}/chat", {"on": True})
    ann.post(f"/api/tables/{code}/say", {"text": "  well,   well "})
    ann.post(f"/api/tables/{code}/say", {"phrase": "good_luck"})
    assert [said["text"] for said in bob.frame(code)["me"]["talk"]] == ["well, well", "Good luck!"]
    assert [said["phrase"] for said in cy.frame(code)["me"]["talk"]] == ["good_luck"]
    assert cy.refused("POST", f"/api/tables/{code}/say", {"text": "and me?"}) == (409, "not_here")
    assert house.person().refused("POST", f"/api/tables/{code}/say", {"phrase": "hello"}) == (403, "not_your_seat")
    assert len(ann.get("/api/phrases")) == 12


def test_presence_is_shown(tmp_path: Path) -> None:
    """A seat is present while a socket is open or its person has polled lately; watchers are counted."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        code = ann.open("me", "open", "bot:random")
        bob.post(f"/api/tables/{code}/seats/1/take", {})
        with ann.socket(code) as socket:
            assert receive(socket)["seats"][0]["present"]
            with bob.socket(code), house.person().socket(code):
                while receive(socket)["watchers"] != 1:
                    pass
            clock.pass_by(40)
            house.call(house.registry.attend, house.live(code))
            frame = receive(socket)
            while frame["watchers"] or frame["seats"][1]["present"]:
                frame = receive(socket)
            assert [seat["present"] for seat in frame["seats"]] == [True, False, True]
            assert frame["seats"][1]["away_since"] is not None


def test_limits(tmp_path: Path) -> None:
    """Too many tables, sockets, messages or requests are refused with codes."""
    changed = {"tables_per_person": 2, "sockets_per_person": 1, "messages_per_second": 0.001, "messages_at_once": 12}
    with serving(quick_settings(tmp_path, **changed)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        ann.open("me", "device", "device")
        assert ann.refused("POST", "/api/tables", {"game": "hide_and_squeak"}) == (429, "too_many")
        with ann.socket(code) as socket:
            receive(socket)
            with ann.socket(code) as another:
                assert receive(another, "error")["code"] == "too_many"
            for _ in range(20):
                socket.send_json({"type": "alive"})
            assert receive(socket, "error")["code"] == "too_fast"
        codes = {ann.client.get("/api/me").status_code for _ in range(20)}
        assert codes == {200, 429}


def test_a_stopping_server_says_goodbye(tmp_path: Path) -> None:
    """Clients are told to reconnect before their sockets close, and nothing is accepted any more."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        with ann.socket(code) as socket:
            receive(socket)
            house.call(house.registry.farewell)
            bye = receive(socket, "bye")
            assert bye["code"] == "stopping"
            assert bye["retry_seconds"] > 0
            move = {"seat": 0, "action": 3, "version": 1, "id": "x"}
            assert ann.refused("POST", f"/api/tables/{code}/moves", move) == (503, "stopping")

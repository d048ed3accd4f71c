"""Limits count addresses: cookies are free, so whoever takes many of them gets no more than anybody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.serving import Person, Server, quick_settings, receive, serving

from mousehole.cli import main
from mousehole.server.addresses import LastSeen, Networks, shared_name
from mousehole.server.limits import MOST_KEPT, Buckets
from mousehole.server.settings import Settings

pytestmark = pytest.mark.xdist_group("server")

PROXIES = "10.0.0.0/8, 192.0.2.1, 2001:db8::/32"


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["198.51.100.1"], "203.0.113.5"),  # nobody's proxy: not believed
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),  # the client wrote the first one itself
        ("10.0.0.1", ["1.1.1.1", "198.51.100.1, 192.0.2.1"], "198.51.100.1"),  # two proxies, two headers
        ("10.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"),  # proxies all the way
        ("10.0.0.1", ["1.1.1.1, nonsense"], "10.0.0.1"),  # what a proxy cannot have written is not read past
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("2001:db8::1", ["[2001:470::7]:80"], "2001:470::7"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [", ,"], "10.0.0.1"),
    ],
)
def test_the_client_behind_proxies(peer: str, forwarded: list[str], client: str) -> None:
    """Forwarded addresses are read from the near end, and only as far as proxies of the settings wrote them."""
    assert Networks.parse(PROXIES).client(peer, forwarded) == client


def test_a_network_of_one_customer_counts_as_one() -> None:
    """IPv6 gives everybody billions of addresses: those of one /64 are one; IPv4 in IPv6 clothes is IPv4."""
    assert shared_name("2001:db8:1:2::1") == shared_name("2001:db8:1:2:ffff::9") != shared_name("2001:db8:1:3::1")
    assert shared_name("::ffff:198.51.100.1") == shared_name("198.51.100.1") != shared_name("198.51.100.2")
    assert len(shared_name("x" * 1000)) < 100


def test_bad_networks_are_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that names no network, or no number, is refused before anything starts."""
    monkeypatch.setenv("MOUSEHOLE_PROXIES", "10.0.0.0/99")
    assert main(["serve"]) == 2
    assert "'10.0.0.0/99' is no address and no network" in capsys.readouterr().err
    monkeypatch.setenv("MOUSEHOLE_PROXIES", "")
    monkeypatch.setenv("MOUSEHOLE_HEAD_SECONDS", "nan")
    assert main(["serve"]) == 2
    assert "head_seconds is a number above 0" in capsys.readouterr().err


def test_what_is_remembered_of_visitors_is_bounded() -> None:
    """However many names come by, the lists of buckets and of addresses do not grow beyond their size."""
    buckets, seen = Buckets(1.0, 1.0), LastSeen()
    for number in range(MOST_KEPT + 15_000):
        buckets.take(f"name {number}")
        seen.see(f"person {number}", "here")
    assert len(buckets.kept) == MOST_KEPT
    assert len(seen.kept) == 20_000
    assert buckets.take("name 3"), "whoever was forgotten may speak again"
    assert not buckets.take("name 3")


def limited(folder: Path, **changed: Any) -> Settings:
    """Return settings with limits for addresses, behind a proxy that the test itself is."""
    generous: dict[str, Any] = {
        "address_limits": True,
        "proxies": "testclient",
        "address_people_per_minute": 1000,
        "address_requests_at_once": 10_000,
        "address_tables_per_minute": 1000,
    }
    return quick_settings(folder, **{**generous, **changed})


def visitor(house: Server, address: str) -> Person:
    """Let somebody without a cookie come from an address."""
    person = house.person()
    person.client.headers["x-forwarded-for"] = f"1.2.3.4, {address}"
    return person


NEAR, FAR = "198.51.100.1", "198.51.100.2"


def test_cookies_are_not_given_out_without_end(tmp_path: Path) -> None:
    """An address gets so many cookies a minute, by requests and by sockets; another one is not concerned."""
    with serving(limited(tmp_path, address_people_per_minute=3)) as house:
        code = visitor(house, FAR).open("me", "device", "device")
        for _ in range(2):
            visitor(house, NEAR).get("/api/me")
        with visitor(house, NEAR).socket(code) as socket:
            receive(socket)
        assert visitor(house, NEAR).refused("GET", "/api/me") == (429, "too_fast")
        with visitor(house, NEAR).socket(code) as socket:
            assert receive(socket, "error")["code"] == "too_fast"
        visitor(house, FAR).get("/api/me")


def test_forwarded_addresses_are_believed_of_named_proxies_only(tmp_path: Path) -> None:
    """Without a proxy in the settings a header buys nothing: all requests count for the one who connects."""
    with serving(limited(tmp_path, address_people_per_minute=2, proxies="")) as house:
        for address in (NEAR, FAR):
            visitor(house, address).get("/api/me")
        assert visitor(house, "198.51.100.3").refused("GET", "/api/me") == (429, "too_fast")


def test_requests_and_messages_of_one_address_are_counted_together(tmp_path: Path) -> None:
    """An address that asks too much is told so, by requests, messages and new sockets alike; others are served."""
    with serving(limited(tmp_path, address_requests_at_once=30, address_requests_per_second=0.001)) as house:
        code = visitor(house, FAR).open("me", "device", "device")
        near = visitor(house, NEAR)
        with near.socket(code) as socket:
            receive(socket)
            for _ in range(40):
                socket.send_json({"type": "alive"})
            assert receive(socket, "error")["code"] == "too_fast"
        assert near.refused("GET", "/api/health") == (429, "too_fast")
        assert near.client.get("/").status_code == 429
        with pytest.raises(WebSocketDisconnect), near.socket(code):
            pass
        assert visitor(house, FAR).get("/api/health")["version"]


def test_tables_and_sockets_of_one_address_are_counted(tmp_path: Path) -> None:
    """Neither tables nor sockets are had in any number by taking another cookie for each."""
    with serving(limited(tmp_path, address_tables=2, address_sockets=2)) as house:
        codes = [visitor(house, NEAR).open("me", "device", "device") for _ in range(2)]
        assert visitor(house, NEAR).refused("POST", "/api/tables", {"game": "hide_and_squeak"}) == (429, "too_many")
        visitor(house, FAR).open("me", "device", "device")
        with visitor(house, NEAR).socket(codes[0]) as one, visitor(house, NEAR).socket(codes[1]) as other:
            receive(one)
            receive(other)
            with visitor(house, NEAR).socket(codes[0]) as third:
                assert receive(third, "error")["code"] == "too_many"
            with visitor(house, FAR).socket(codes[0]) as far:
                receive(far)
        assert not house.registry.quotas.address_sockets.kept
        house.registry.tables.pop(codes[0])
        visitor(house, NEAR).open("me", "device", "device")


def test_a_table_has_room_for_so_many_sockets(tmp_path: Path) -> None:
    """One table cannot be watched by any number: each move would be sent to all of them."""
    with serving(quick_settings(tmp_path, sockets_per_table=2)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        with ann.socket(code) as first, house.person().socket(code) as second:
            receive(first)
            receive(second)
            with house.person().socket(code) as third:
                assert receive(third, "error")["code"] == "too_many"


BOTS = {"setup": "game=hide_and_squeak&seats=bot:random,bot:random,bot:random"}


def test_tables_of_bots_alone_are_bounded(tmp_path: Path) -> None:
    """Bots that play among themselves are few: for each person, for each address, and in all."""
    bounds = {"bot_tables_per_person": 2, "address_bot_tables": 3, "bot_tables": 4, "least_pace": 60.0}
    with serving(limited(tmp_path, **bounds)) as house:
        ann = visitor(house, NEAR)
        codes = [ann.post("/api/tables", BOTS)["table"] for _ in range(2)]
        assert ann.refused("POST", "/api/tables", BOTS) == (429, "too_many")
        ann.open("me", "bot:random", "bot:random")
        visitor(house, NEAR).post("/api/tables", BOTS)
        assert visitor(house, NEAR).refused("POST", "/api/tables", BOTS) == (429, "too_many")
        visitor(house, FAR).post("/api/tables", BOTS)
        assert visitor(house, "198.51.100.3").refused("POST", "/api/tables", BOTS) == (429, "too_many")
        bob = visitor(house, FAR)
        own = bob.open("me", "bot:random", "bot:random")
        bob.post(f"/api/tables/{own}/seats/0/leave")
        assert house.live(own).is_bots_alone
        for code in codes:
            house.live(code).table.acting = ()  # over
        ann.post("/api/tables", BOTS)


def test_sitting_down_and_standing_up_has_an_end(tmp_path: Path) -> None:
    """A lobby does not grow by people who cannot make up their mind, nor by one person with many cookies."""
    with serving(limited(tmp_path, seat_changes_per_person=3)) as house:
        code = visitor(house, FAR).open("me", "open", "open")
        take, leave = f"/api/tables/{code}/seats/1/take", f"/api/tables/{code}/seats/1/leave"
        ann = visitor(house, NEAR)
        for _ in range(3):
            ann.post(take, {})
            ann.post(leave)
        assert ann.refused("POST", take, {}) == (429, "too_many")
        for _ in range(4):
            for _ in range(3):
                other = visitor(house, NEAR)
                other.post(take, {})
                other.post(leave)
        assert visitor(house, NEAR).refused("POST", take, {}) == (429, "too_many")
        visitor(house, FAR).post(take, {})


def test_a_table_does_not_grow_without_end(tmp_path: Path) -> None:
    """A table takes so many events and no more, and one can still leave it."""
    with serving(quick_settings(tmp_path, events_per_table=4)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        for number in range(3):
            ann.move(code, 0, 0, ann.frame(code)["version"], f"m{number}")
        move = {"seat": 0, "action": 1, "version": 4, "id": "one-more"}
        assert ann.refused("POST", f"/api/tables/{code}/moves", move) == (429, "too_many")
        ann.post(f"/api/tables/{code}/seats/0/leave")

"""People are called when it is their turn: those who do not look, once a turn, by ways they chose, with no secret."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from tests.server.postmen import (
    CURVE,
    LOOPBACK,
    Browser,
    MailServer,
    PushService,
    at_work,
    bytes_of,
    certificate,
    signed_claims,
    text_of,
)
from tests.server.serving import Clock, Person, Server, quick_settings, receive, serving
from tests.server.test_company import wait_until

from mousehole.server.addresses import Networks
from mousehole.server.api.cookies import COOKIE
from mousehole.server.calling import push
from mousehole.server.calling.calling import Line
from mousehole.server.calling.mail import clean_address
from mousehole.server.calling.sealing import sealed
from mousehole.server.calling.smtp import MailServer as Named
from mousehole.server.settings import BadSetting, Settings
from mousehole.server.store import schema
from mousehole.server.store.callbook import merge_calls
from mousehole.server.store.desk import Desk
from mousehole.server.store.persons import Device as Cookie
from mousehole.server.store.store import Store
from mousehole.table.errors import BadRequest

pytestmark = pytest.mark.xdist_group("server")

SITE = "https://mice.example.org"
numbers = count(1)


@dataclass
class Post:
    """A server, its clock, and those who carry its calls."""

    house: Server
    clock: Clock
    pushes: PushService
    mails: MailServer

    def person(self, name: str) -> tuple[Person, Browser, str]:
        """Let somebody come in whose browser can be called; return the name of the device, too."""
        person, browser, device = self.house.person(name), Browser(), f"device{next(numbers)}"
        person.post("/api/calling/devices", browser.device(self.pushes.endpoint(device)))
        return person, browser, device

    def mailbox(self, person: Person, address: str) -> str:
        """Let somebody name a mailbox and confirm it; return the link that did."""
        before = len(self.mails.sent_to(address))
        person.put("/api/calling/mail", {"address": address})
        asked = wait_until(lambda: self.mails.sent_to(address)[before:])[-1].get_content()
        link = re.findall(rf"{SITE}(/calling/yes/\S+)", asked)[0]
        self.house.person().post(link)
        return str(link)

    def quiet_time(self) -> None:
        """Let the quiet time pass, and every call be made."""
        self.clock.pass_by(60)
        self.house.call(self.made)

    async def made(self) -> None:
        """Wait until every call is made."""
        calling = self.house.registry.calling
        calling.look(self.clock())
        for line in (calling.calls, calling.pushes, calling.mails):
            await line.queue.join()


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    """Run a server that trusts our push service and our mail server."""
    folder, clock = tmp_path_factory.mktemp("calling"), Clock()
    files = certificate(folder)
    pushes, mails = PushService(files), MailServer()
    settings = quick_settings(
        folder,
        site=SITE,
        push_networks=LOOPBACK,
        smtp=f"smtp://{LOOPBACK}:{mails.server_address[1]}",
        mail_from="Mousehole <mice@example.org>",
        devices_per_person=3,
    )
    with pytest.MonkeyPatch.context() as patch, at_work(pushes), at_work(mails):
        patch.setenv("SSL_CERT_FILE", str(files[0]))
        push.trust.cache_clear()
        with serving(settings, now=clock) as house:
            yield Post(house, clock, pushes, mails)
    push.trust.cache_clear()


def table_of(ann: Person, bob: Person) -> str:
    """Seat two people; Ann, who is the cat, is asked first."""
    code = ann.open("me", "open", "device")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    assert ann.frame(code)["acting"] == [0]
    return code


def person_of(post: Post, person: Person) -> str:
    """Tell the id behind somebody's cookie."""
    return str(post.house.app.state.visitors.caller(person.client.cookies[COOKIE]).person)


def moved(person: Person, code: str, seat: int) -> list[int]:
    """Make somebody's first move; return who is asked then."""
    frame = person.frame(code, seat)
    move = frame["moves"][0]["action"]
    found: list[int] = person.move(code, seat, move, frame["version"], f"m{frame['version']}")["frame"]["acting"]
    return found


def test_a_call_is_for_one_browser_alone_and_says_nothing_secret(post: Post) -> None:
    """A push is signed by the server's key, can be read by the browser only, and names game, company and table."""
    ann, browser, device = post.person("Ann")
    bob = post.house.person("Bob")
    code = table_of(ann, bob)
    post.quiet_time()
    path, headers, body = post.pushes.got[-1]
    assert path == f"/{device}"
    key = ann.get("/api/calling")["key"]
    claims = signed_claims(headers["Authorization"], key)
    assert (claims["aud"], claims["sub"]) == (f"https://{LOOPBACK}:{post.pushes.server_port}", SITE)
    assert (headers["Content-Encoding"], headers["Topic"], int(headers["TTL"]) > 0) == ("aes128gcm", code, True)
    assert b"Squeak" not in body
    assert browser.opened(body) == {
        "title": "Your turn - Hide and Squeak",
        "text": "The table with Bob waits for you.",
        "path": f"/t/{code}",
        "table": code,
    }


def test_messages_are_sealed_as_the_standard_says() -> None:
    """With the keys and the salt of the example in RFC 8291, section 5, the very bytes of that example come out."""
    private = ec.derive_private_key(int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE)
    receiver = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    found = sealed(
        b"When I grow up, I want to be a watermelon",
        bytes_of(receiver),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        private,
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text_of(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_nobody_is_called_twice_for_a_turn(post: Post) -> None:
    """One call a turn, however often the table is looked at, or loaded again; the next turn calls again."""
    ann, _, device = post.person("Ann")
    code = table_of(ann, post.house.person("Bob"))
    session, registry = post.house.live(code), post.house.registry
    for _ in range(3):
        post.quiet_time()
        session.noted = 0
        post.house.call(registry.attend, session)
    assert len(post.pushes.taken(device)) == 1
    post.house.call(registry.forget, session)
    ann.frame(code)
    assert post.house.live(code) is not session, "it was loaded again, and remembers nobody"
    post.quiet_time()
    assert len(post.pushes.taken(device)) == 1
    assert moved(ann, code, 0) == [0], "the cat goes on"
    post.quiet_time()
    assert len(post.pushes.taken(device)) == 2


def test_who_looks_is_left_alone(post: Post) -> None:
    """Nobody is called whose page shows the table; a page in the background does not count, one that polls does."""
    ann, _, device = post.person("Ann")
    code = table_of(ann, post.house.person("Bob"))
    with ann.socket(code) as socket:
        receive(socket)
        post.quiet_time()
        assert post.pushes.taken(device) == []
        moved(ann, code, 0)
        socket.send_json({"type": "visible", "on": False})
        socket.send_json({"type": "alive"})
        receive(socket)
        post.quiet_time()
        assert len(post.pushes.taken(device)) == 1
        moved(ann, code, 0)
        socket.send_json({"type": "visible", "on": True})
        socket.send_json({"type": "alive"})
        receive(socket)
        post.quiet_time()
    assert len(post.pushes.taken(device)) == 1


def test_who_moves_in_time_and_bots_are_not_called(post: Post) -> None:
    """A turn that is over before the quiet time is not called for; nor is anybody whose seat a bot holds."""
    ann, _, device = post.person("Ann")
    code = table_of(ann, post.house.person("Bob"))
    post.clock.pass_by(10)
    post.house.call(post.made)
    ann.post(f"/api/tables/{code}/seats/0/leave")
    post.quiet_time()
    assert post.pushes.taken(device) == []


def test_a_switch_for_all_tables_and_one_for_each(post: Post) -> None:
    """Calls can be switched off and on, in general and at one table, where the table's own switch wins."""
    ann, _, device = post.person("Ann")
    code, other = table_of(ann, post.house.person("Bob")), table_of(ann, post.house.person("Cleo"))
    assert ann.put("/api/calling", {"on": False})["on"] is False
    assert ann.put(f"/api/calling/tables/{code}", {"on": True})["here"] is True
    post.quiet_time()
    assert [headers["Topic"] for path, headers, _ in post.pushes.got if path == f"/{device}"] == [code]
    ann.put("/api/calling", {"on": True})
    ann.put(f"/api/calling/tables/{other}", {"on": False})
    moved(ann, other, 0)
    moved(ann, code, 0)
    post.quiet_time()
    assert [headers["Topic"] for path, headers, _ in post.pushes.got if path == f"/{device}"] == [code, code]
    assert ann.get("/api/calling", table=other)["here"] is False
    assert ann.put(f"/api/calling/tables/{other}", {"on": None})["here"] is None
    stranger = post.house.person("Dan")
    assert stranger.refused("PUT", f"/api/calling/tables/{code}", {"on": True}) == (403, "not_your_seat")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(post: Post, status: int) -> None:
    """A push service that does not know a device any more is not asked again; other failures are only counted."""
    ann, _, device = post.person("Ann")
    code = table_of(ann, post.house.person("Bob"))
    post.pushes.answers[f"/{device}"] = 503
    post.quiet_time()
    assert ann.get("/api/calling")["devices"] == 1
    post.pushes.answers[f"/{device}"] = status
    moved(ann, code, 0)
    post.quiet_time()
    assert ann.get("/api/calling")["devices"] == 0
    assert len(post.pushes.taken(device)) == 2
    figures = ann.get("/metrics")
    assert 'mousehole_calls_total{end="gone",way="push"}' in figures
    assert 'mousehole_calls_total{end="failed",way="push"}' in figures


def test_a_device_belongs_to_who_used_it_last_and_people_have_few(post: Post) -> None:
    """The same browser is not called for two people, and beyond the limit the oldest device is forgotten."""
    ann, browser, device = post.person("Ann")
    bob = post.house.person("Bob")
    bob.post("/api/calling/devices", browser.device(post.pushes.endpoint(device)))
    assert (ann.get("/api/calling")["devices"], bob.get("/api/calling")["devices"]) == (0, 1)
    for number in range(4):
        post.clock.pass_by(1)
        bob.post("/api/calling/devices", browser.device(post.pushes.endpoint(f"more{number}")))
    assert bob.get("/api/calling")["devices"] == 3
    gone = {"endpoint": post.pushes.endpoint("more3")}
    assert ann.post("/api/calling/devices/remove", gone)["devices"] == 0
    assert bob.get("/api/calling")["devices"] == 3, "nobody takes away the device of another"
    assert bob.post("/api/calling/devices/remove", gone)["devices"] == 2


def test_mail_needs_a_yes_and_ends_by_a_link(post: Post) -> None:
    """One message asks; after the yes there is one a turn, with a link of one click that ends them."""
    ann, bob, address = post.house.person("Ann"), post.house.person("Bob"), "ann@example.org"
    code = table_of(ann, bob)
    ann.put("/api/calling/mail", {"address": address})
    post.quiet_time()
    assert len(post.mails.sent_to(address)) == 1, "before the yes nothing but the question is sent"
    assert bob.refused("POST", "/calling/yes/guessed") == (404, "no_such_link")
    post.mailbox(ann, address)
    assert ann.get("/api/calling")["mail"] == {"address": address, "confirmed": True}
    moved(ann, code, 0)
    for _ in range(3):
        post.quiet_time()
    *asked, call = post.mails.sent_to(address)
    assert len(asked) == 2
    assert call["Subject"] == "Your turn - Hide and Squeak"
    link = f"{SITE}/calling/off/"
    ending = re.findall(rf"{link}\S+", call.get_content())[0]
    assert re.split(r"(?:\r?\n){2}", call.get_content())[:2] == [
        "It is your turn at Hide and Squeak. The table with Bob waits for you.",
        f"{SITE}/t/{code}",
    ]
    assert call["List-Unsubscribe"].strip() == f"<{ending}>"
    assert call["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = ending.removeprefix(SITE)
    assert post.house.client.get(path).status_code == 200, "a page asks: whoever only follows a link changes nothing"
    assert ann.get("/api/calling")["mail"] is not None
    one_click = post.house.client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert (one_click.status_code, ann.get("/api/calling")["mail"]) == (204, None)
    moved(ann, code, 0)
    post.quiet_time()
    assert len(post.mails.sent_to(address)) == 3


def test_strangers_mailboxes_are_not_flooded(post: Post) -> None:
    """Whoever asks for confirmations again and again is refused, and an old link confirms nothing."""
    address, people = "victim@example.org", [post.house.person() for _ in range(3)]
    answers = [people[n % 3].client.put("/api/calling/mail", json={"address": address}).status_code for n in range(9)]
    assert answers == [200] * 5 + [429] * 4
    post.quiet_time()
    link = re.findall(r"/calling/yes/\S+", post.mails.sent_to(address)[-1].get_content())[0]
    post.clock.pass_by(4 * 24 * 3600)
    assert people[0].refused("POST", link) == (404, "no_such_link")
    assert people[0].client.request("DELETE", "/api/calling/mail").json()["mail"] is None


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://192.168.0.1/a",
        "https://10.1.2.3/a",
        "https://169.254.169.254/latest",
        "https://[::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://[64:ff9b::a00:1]/a",
        "https://8.8.8.8:22/a",
        "https://user@push.example.org/a",
        "https://push.example.org:99999/a",
        "https://push.example.org/a\r\nHost: b",
        "ftp://push.example.org/a",
        "push",
    ],
)
def test_push_services_are_public(post: Post, endpoint: str) -> None:
    """An address that a visitor names leads to no machine behind this server, and to no other port."""
    ann = post.house.person("Ann")
    assert ann.refused("POST", "/api/calling/devices", Browser().device(endpoint)) == (422, "bad_request")


def test_names_are_looked_up_before_anything_is_sent(post: Post) -> None:
    """A name that leads to a private address is refused when the call is made, however public it looks."""
    with pytest.raises(push.NotSent):
        post.house.call(push.post, "https://localhost/a", {}, b"", Networks())
    assert push.is_allowed("1.1.1.1", 443, Networks())
    assert not push.is_allowed("127.0.0.1", 443, Networks())


@pytest.mark.parametrize(
    "keys", [{"public": "AAAA"}, {"auth": "AAAA"}, {"public": "A" * 87}, {"public": "BA" + "A" * 85}]
)
def test_keys_that_are_none_are_refused(post: Post, keys: dict[str, str]) -> None:
    """What is kept about a device can be used: keys have the right length and form."""
    device = Browser().device("https://push.example.org/a") | keys
    assert post.house.person().refused("POST", "/api/calling/devices", device) == (422, "bad_request")


def test_a_full_line_drops_calls_and_holds_up_nobody() -> None:
    """When push services are slow, calls beyond the bound are dropped at once instead of waiting."""

    async def never(_: int) -> None:
        raise AssertionError

    line = Line(2, 1, never)
    assert [line.add(number) for number in range(4)] == [True, True, False, False]


def test_a_person_who_is_purged_leaves_nothing(post: Post) -> None:
    """What is kept about calls is told to the person, and goes with the person."""
    ann, browser, device = post.person("Ann")
    code = table_of(ann, post.house.person("Bob"))
    post.mailbox(ann, "gone@example.org")
    ann.put("/api/calling", {"on": True})
    ann.put(f"/api/calling/tables/{code}", {"on": True})
    person = person_of(post, ann)
    store = post.house.registry.store
    told = post.house.call(post.house.registry.calling.book.subscriptions_of, person)
    assert told == {
        "on": True,
        "tables": {code: True},
        "devices": [browser.device(post.pushes.endpoint(device))],
        "mail": {"address": "gone@example.org", "confirmed": True},
    }
    post.house.call(Desk(store).purge_person, person)

    async def left() -> list[str]:
        async with store.reading() as connection:
            kept = (schema.call_devices, schema.call_people, schema.call_mailboxes, schema.call_tables)
            found = [list(await connection.execute(one.select().where(one.c.person == person))) for one in kept]
        return [str(row) for rows in found for row in rows]

    assert post.house.call(left) == []


def test_calls_follow_a_person_to_another_device(post: Post) -> None:
    """Two people who become one are called in both browsers; one whose cookie was switched off is called no more."""
    ann, _, device = post.person("Ann")
    twin, _, other = post.person("Annie")
    store, (old, new) = post.house.registry.store, (person_of(post, twin), person_of(post, ann))

    async def become_one() -> None:
        async with store.changing() as connection:
            await merge_calls(store, connection, old, new)

    post.house.call(become_one)
    assert (ann.get("/api/calling")["devices"], twin.get("/api/calling")["devices"]) == (2, 0)
    table_of(ann, post.house.person("Bob"))
    post.quiet_time()
    assert [len(post.pushes.taken(one)) for one in (device, other)] == [1, 1]

    async def switch_off() -> None:
        async with store.changing() as connection:
            lost = Cookie(id=old, person=new, label="", created=1, seen=1)
            await post.house.registry.devices.persons.end_device(connection, lost, 2)

    post.house.call(switch_off)
    assert ann.get("/api/calling")["devices"] == 1


def test_the_key_outlives_a_restart(tmp_path: Path) -> None:
    """Browsers that subscribed are reached after a restart: the key is made once, and kept with the other secrets."""

    async def key() -> str:
        store = Store(quick_settings(tmp_path).database_url)
        await store.open()
        secret = await store.secret("push")
        await store.close()
        return push.Pusher(secret, SITE, Networks()).public_key

    keys = [asyncio.run(key()) for _ in range(2)]
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


def test_without_a_mail_server_no_mail_is_offered(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the operator has named no mail server, the page is told so and an address is refused."""
    monkeypatch.setattr(post.house.registry.calling.mailer, "server", None)
    ann = post.house.person("Ann")
    assert ann.get("/api/calling")["can_mail"] is False
    assert ann.refused("PUT", "/api/calling/mail", {"address": "a@example.org"}) == (409, "no_mail")


@pytest.mark.parametrize(
    "text",
    ["", "ann", "ann@home", "a b@example.org", "a@example.org\nBcc: b@example.org", "<a@example.org>", "a@b.c, d@e.fg"],
)
def test_addresses_of_mail_are_plain(text: str) -> None:
    """Nothing but one plain address is taken, so that no header can be smuggled in."""
    with pytest.raises(BadRequest):
        clean_address(text)


def test_settings_of_mail_fit_together() -> None:
    """A mail server needs a sender and the site's address, and is written as the page for operators says."""
    found = Named.parse("smtps://mice:s%40crt@mail.example.org")
    assert (found.host, found.port, found.is_wrapped, found.password) == ("mail.example.org", 465, True, "s@crt")
    with pytest.raises(BadSetting):
        Settings(smtp="smtp://mail.example.org").check()
    for wrong in ("mail.example.org", "http://mail.example.org", "smtp://:25"):
        with pytest.raises(Exception, match="mail server"):
            Settings(smtp=wrong, site=SITE, mail_from="a@example.org").check()
    assert Settings(site="mice.example.org/").site_address == SITE

"""Open tables: what is listed and for whom, a quick seat with somebody, names, phrases, reports and blocks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import GAME, Clock, Person, Server, quick_settings, receive, serving
from tests.server.test_admin import id_of

from mousehole.cli import main
from mousehole.server.errors import NameRefused
from mousehole.server.names import RefusedNames
from mousehole.server.settings import BadSetting
from mousehole.server.tables import open_tables

pytestmark = pytest.mark.xdist_group("server")
DUEL = "cat_and_mouse"


@pytest.fixture(scope="module")
def clock() -> Clock:
    """Time that the tests move."""
    return Clock()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database is."""
    return tmp_path_factory.mktemp("open")


@pytest.fixture(scope="module")
def shared(folder: Path, clock: Clock) -> Iterator[Server]:
    """One server for all tests of this file; each begins with an empty list."""
    settings = quick_settings(folder, quick_seats_per_minute=10_000, reports_per_minute=10_000)
    with serving(settings, (GAME, DUEL), now=clock) as house:
        yield house


@pytest.fixture
def house(shared: Server, clock: Clock) -> Server:
    """Let everybody who waited in an earlier test be gone for long."""
    clock.pass_by(3600)
    shared.call(shared.registry.open_tables.go_round)
    return shared


def listed(person: Person) -> list[str]:
    """List the codes of the open tables that somebody sees."""
    return [one["table"] for one in person.get("/api/open-tables")]


def lists(person: Person, *seats: str, game: str = DUEL, **more: Any) -> str:
    """Open a table and list it."""
    return person.open(*(seats or ("me", "open")), game=game, listed="on", **more)


def sit(person: Person, code: str, seat: int = 1) -> Any:
    """Sit down."""
    return person.post(f"/api/tables/{code}/seats/{seat}/take", {})


def test_a_listed_table_is_seen_by_everybody_until_it_is_full(house: Server, clock: Clock) -> None:
    """The list says by game who waits, where, and since when; one that is not listed, or has begun, is not on it."""
    ann, bob = house.person("Ann"), house.person("Bob")
    hidden, code = ann.open("me", "open", game=DUEL), lists(ann, move_seconds=120)
    assert hidden != code
    [found] = bob.get("/api/open-tables")
    assert (found["table"], found["game"], found["since"], found["mine"]) == (code, DUEL, clock.now, False)
    assert [(seat["kind"], seat["name"]) for seat in found["seats"]] == [("person", "Ann"), ("open", "")]
    assert (found["counts"], found["hints"], found["move_seconds"], found["house_rules"]) == (False, False, 120, [])
    assert ann.get("/api/open-tables")[0]["mine"]
    assert ann.frame(code)["listed"]
    assert sit(bob, code)["state"] == "playing"
    assert listed(ann) == []


def test_the_list_says_nothing_beyond_the_lobby(house: Server) -> None:
    """No person's id, share, salt or host is in it, and every fact it tells stands in a spectator's frame, too."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann)
    text = bob.client.get("/api/open-tables").text
    row = house.live(code).table.row
    assert not [secret for secret in (row.share, row.salt, row.host, id_of(ann)) if secret in text]
    frame, told = bob.frame(code), json.loads(text)[0]
    for seat, shown in zip(told["seats"], frame["seats"], strict=True):
        assert seat.items() <= shown.items()
    assert {
        name: frame[name] for name in ("table", "game", "title", "house_rules", "counts", "hints")
    }.items() <= told.items()


@pytest.mark.parametrize("seats", ["me,bot:kitten", "me,me"])
def test_only_a_table_with_an_open_seat_is_listed(house: Server, seats: str) -> None:
    """A set-up that is listed and has no room for anybody is refused."""
    setup = f"game={DUEL}&seats={seats}&listed=on"
    assert house.person("Ann").refused("POST", "/api/tables", {"setup": setup}) == (422, "bad_seats")


def test_a_table_whose_people_have_gone_leaves_the_list(house: Server, clock: Clock) -> None:
    """A minute after the last of those who sit there was there it is not listed; it is again when one comes back."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann)
    with ann.socket(code) as socket:
        receive(socket)
        clock.pass_by(300)
        house.call(house.registry.open_tables.go_round)
        assert listed(bob) == [code]
    clock.pass_by(61)
    house.call(house.registry.open_tables.go_round)
    assert listed(bob) == []
    ann.frame(code)
    house.call(house.registry.open_tables.go_round)
    assert listed(bob) == [code]


def test_a_seat_that_was_left_alone_is_free_again(house: Server, clock: Clock) -> None:
    """Somebody who sat down at a table that still waits and went away does not keep the seat from others."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann, "me", "open", "open", game=GAME)
    sit(bob, code)
    with ann.socket(code) as socket:
        receive(socket)
        clock.pass_by(91)
        house.call(house.registry.open_tables.go_round)
        while receive(socket)["seats"][1]["kind"] != "open":
            pass


def test_hints_are_off_there_unless_they_were_agreed_on(house: Server) -> None:
    """Also where a single person plays against bots in the end; `hints=on` is shown before anybody sits down."""
    ann = house.person("Ann")
    code = lists(ann)
    ann.post(f"/api/tables/{code}/fill", {"level": "random"})
    assert ann.refused("GET", f"/api/tables/{code}/hint", params={"seat": 0}) == (409, "no_hints")
    lists(ann, hints="on")
    assert ann.get("/api/open-tables")[0]["hints"]


def test_there_are_phrases_and_no_free_text(house: Server) -> None:
    """Neither by a request nor through a socket, nor can it be switched on; the rematch is between strangers still."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann)
    sit(bob, code)
    at = f"/api/tables/{code}"
    bob.post(f"{at}/say", {"phrase": "hello"})
    assert bob.refused("PUT", f"{at}/chat", {"on": True}) == (409, "not_here")
    assert bob.refused("POST", f"{at}/say", {"text": "Hello, you"}) == (409, "not_here")
    with bob.socket(code) as socket:
        receive(socket)
        socket.send_text('{"type": "chat", "on": true}')
        assert receive(socket, "error")["code"] == "not_here"
    bob.put(f"{at}/chat", {"on": False})


def test_names_are_checked_where_strangers_meet(house: Server) -> None:
    """For whoever opens a listed table, sits down at one, or takes another name while sitting there; elsewhere not."""
    rude, ann = house.person("Sh1t Happens"), house.person("Ann")
    setup = f"game={DUEL}&seats=me,open"
    assert rude.refused("POST", "/api/tables", {"setup": f"{setup}&listed=on"}) == (422, "name_refused")
    assert rude.post("/api/tables", {"setup": setup})["table"]
    assert rude.refused("POST", "/api/quick-seat", {}) == (422, "name_refused")
    code = lists(ann)
    assert rude.refused("POST", f"/api/tables/{code}/seats/1/take", {}) == (422, "name_refused")
    assert rude.refused("POST", f"/api/tables/{code}/seats/1/take", {"name": "n a z i"}) == (422, "name_refused")
    assert ann.refused("PUT", "/api/me", {"name": "Bitch"}) == (422, "name_refused")
    rude.put("/api/me", {"name": "Reformed"})
    assert sit(rude, code)["state"] == "playing"


@pytest.mark.parametrize(
    "name", ["Scunthorpe", "Cassandra", "Dickens", "Essex", "Cockburn", "Pass", "Åse", "Grasshopper 5"]
)
def test_words_inside_other_words_are_no_reason(name: str) -> None:
    """Whole words are compared, so that honest names are not refused for a few of their letters."""
    assert RefusedNames.read("").check(name) == name


@pytest.mark.parametrize(
    "name", ["ASSHOLE", "b1tch", "Fück", "fuuuuck", "f u c k", "Mr_Wank", "sh!t", "Admin", "sh1t99"]
)
def test_words_are_found_in_their_usual_disguises(name: str) -> None:
    """Case, accents, digits for letters, letters said many times, letters that stand alone."""
    with pytest.raises(NameRefused):
        RefusedNames.read("").check(name)


def test_operators_replace_or_extend_the_words(tmp_path: Path) -> None:
    """A file of their own has its words alone, or ours too by `@usual`; one that is not there stops the start."""
    file = tmp_path / "words.txt"
    file.write_text("# ours\nBadger\n", encoding="utf-8")
    own = RefusedNames.read(str(file))
    assert own.check("Bitch") == "Bitch"
    with pytest.raises(NameRefused):
        own.check("old BADGER")
    file.write_text("badger\n@usual\n", encoding="utf-8")
    for name in ("Badger", "Bitch"):
        with pytest.raises(NameRefused):
            RefusedNames.read(str(file)).check(name)
    with pytest.raises(BadSetting):
        RefusedNames.read(str(tmp_path / "nothing"))


# A quick seat


def test_a_quick_seat_is_at_the_table_that_waits_longest(house: Server, clock: Clock) -> None:
    """Of the game that is asked for, or of any; nobody is seated by house rules, or where it counts, without asking."""
    people = [house.person(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    ann, bob, cat, dan = people
    lists(ann, clues=4)
    clock.pass_by(1)
    lists(bob, counts="on")
    clock.pass_by(1)
    plain = lists(cat)
    found = dan.post("/api/quick-seat", {"game": DUEL})
    assert (found["table"], found["seat"], found["waits"]) == (plain, 1, False)
    assert dan.frame(plain)["state"] == "playing"
    assert dan.post("/api/quick-seat", {"counts": True})["waits"] is False
    assert dan.refused("POST", "/api/quick-seat", {"game": "who_done_it"}) == (422, "bad_seats")


def test_somebody_who_finds_nobody_waits_at_a_listed_table(house: Server) -> None:
    """A table is opened on which two of different sides play, bots around; asked again, it is the same one."""
    ann, bob = house.person("Ann"), house.person("Bob")
    mine = ann.post("/api/quick-seat", {"game": GAME})
    assert mine["waits"]
    frame = ann.frame(mine["table"])
    assert sorted(seat["kind"] for seat in frame["seats"]) == ["bot", "bot", "bot", "open", "person"]
    assert len({seat["side"] for seat in frame["seats"] if seat["kind"] != "bot"}) == 2
    assert ann.post("/api/quick-seat", {"game": GAME})["table"] == mine["table"]
    assert bob.post("/api/quick-seat", {})["table"] == mine["table"]
    assert ann.frame(mine["table"])["state"] == "playing"


def test_after_a_while_bots_may_take_the_seat(house: Server) -> None:
    """Whoever waits may let a bot play instead, and the table is off the list."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.post("/api/quick-seat", {"game": DUEL})["table"]
    assert ann.post(f"/api/tables/{code}/fill", {"level": "housecat"})["state"] == "playing"
    assert listed(bob) == []


def test_the_deal_waits_for_both_who_have_seen_its_promise(house: Server) -> None:
    """With `promise_first` a quick seat begins when both have contributed, so that neither trusts the server."""
    ann, bob = house.person("Ann"), house.person("Bob")
    wish = {"game": DUEL, "promise_first": True}
    first, second = ann.post("/api/quick-seat", wish), bob.post("/api/quick-seat", wish)
    assert first["promise"] == second["promise"]
    at = f"/api/tables/{first['table']}"
    assert bob.frame(first["table"])["me"]["awaited"]
    assert bob.post(f"{at}/contribution", {"contribution": "bobs"})["state"] == "lobby"
    assert ann.post(f"{at}/contribution", {"contribution": "anns"})["state"] == "playing"
    assert ann.frame(first["table"])["dealing"]["contributions"] == ["bobs", "anns"]


def at_once(asked: list[Callable[[], Any]]) -> list[Any]:
    """Do several things at the same instant."""
    with ThreadPoolExecutor(len(asked)) as pool:
        return [one.result() for one in [pool.submit(ask) for ask in asked]]


def meet(people: list[Person]) -> None:
    """Let people ask at once, and see that they sit in pairs, nobody alone."""
    found = at_once([lambda p=one: p.post("/api/quick-seat", {"game": DUEL}) for one in people])  # type: ignore[misc]  # mypy cannot tell
    tables = [one["table"] for one in found]
    assert sorted(map(tables.count, set(tables))) == [2] * (len(people) // 2)
    for person, code in zip(people, tables, strict=True):
        assert person.frame(code)["state"] == "playing"


def test_two_who_ask_at_the_same_instant_meet(house: Server) -> None:
    """However many ask at once, nobody waits at a table of their own while somebody else does."""
    for count in (2, 6):
        meet([house.person(f"P{n}") for n in range(count)])


def test_two_who_ask_at_two_workers_meet(database: str, tmp_path: Path) -> None:
    """The same through PostgreSQL, with a worker for each."""
    settings = quick_settings(tmp_path, database=database)
    with serving(settings, (DUEL,)) as one, serving(settings, (DUEL,)) as other:
        meet([house.person(name) for name, house in zip("ABCD", (one, other, one, other), strict=True)])


# Who does not want to meet whom


def test_people_who_block_do_not_meet(house: Server) -> None:
    """Neither sees the other's tables nor gets a quick seat there; who is blocked hears that the seat is taken."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann)
    sit(bob, code)
    bob.post(f"/api/tables/{code}/seats/0/block")
    bobs, anns = lists(bob), lists(ann)
    assert (listed(ann), listed(bob)) == ([anns], [bobs])
    assert ann.refused("POST", f"/api/tables/{bobs}/seats/1/take", {}) == (409, "seat_taken")
    assert ann.post("/api/quick-seat", {"game": DUEL})["table"] == anns
    [blocked] = bob.get("/api/me/blocks")
    assert blocked["name"] == "Ann"
    assert ann.get("/api/me/blocks") == []
    assert ann.refused("DELETE", f"/api/me/blocks/{blocked['id']}") == (409, "not_here")
    bob.asked("DELETE", f"/api/me/blocks/{blocked['id']}", 204)
    assert listed(bob) == [bobs, anns]
    assert bob.get("/api/me/blocks") == []


def test_a_blocked_person_hears_what_others_hear_at_a_full_table(house: Server) -> None:
    """The refusal has the very words of a seat that somebody has, so that it tells nothing."""
    ann, bob, cat = (house.person(name) for name in ("Ann", "Bob", "Cat"))
    code = lists(ann)
    sit(bob, code)
    ann.post(f"/api/tables/{code}/seats/1/block")
    free, full = lists(ann), lists(cat)
    sit(ann, full)
    answers = [bob.client.post(f"/api/tables/{one}/seats/1/take", json={}) for one in (free, full)]
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].json() == answers[1].json()


def test_reports_reach_the_operator_and_are_settled(
    house: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who, about whom, at which table and why; the same one twice is one; also about somebody who has left the seat."""
    ann, bob, eve = (house.person(name) for name in ("Ann", "Bob", "Eve"))
    code = lists(ann)
    sit(bob, code)
    bob.post(f"/api/tables/{code}/seats/1/leave")
    for _ in range(2):
        ann.post(f"/api/tables/{code}/seats/1/report", {"reason": "stalling"})
    assert ann.refused("POST", f"/api/tables/{code}/seats/0/report", {"reason": "rude"}) == (409, "not_here")
    private = ann.open("me", "open", game=DUEL)
    assert eve.refused("POST", f"/api/tables/{private}/seats/0/report", {"reason": "rude"}) == (403, "not_your_seat")

    def admin(*words: str) -> Any:
        capsys.readouterr()
        assert main(["admin", "reports", "--database", f"sqlite:///{folder}/tables.sqlite", "--json", *words]) == 0
        return json.loads(capsys.readouterr().out)

    [found] = admin()
    assert (found["person"], found["name"], found["by"]) == (id_of(bob), "Bob", id_of(ann))
    assert (found["table"], found["reason"], found["settled"]) == (code, "stalling", None)
    assert admin("--settle", str(found["report"])) == {"reports_settled": 1}, "a count, and no time"
    assert admin() == []
    assert [one["report"] for one in admin("--all")] == [found["report"]]


def test_lists_reports_and_quick_seats_are_bounded(tmp_path: Path) -> None:
    """One person, and one address, has a few tables on the list, and asks and complains only so often."""
    settings = quick_settings(
        tmp_path,
        address_limits=True,
        address_listed=3,
        listed_per_person=2,
        quick_seats_per_minute=2,
        reports_per_minute=2,
    )
    with serving(settings, (DUEL,)) as house:
        ann, bob, cat = (house.person(name) for name in ("Ann", "Bob", "Cat"))
        code = lists(ann)
        setup = {"setup": f"game={DUEL}&seats=me,open&listed=on"}
        lists(ann)
        assert ann.refused("POST", "/api/tables", setup) == (429, "too_many")
        lists(bob)
        assert cat.refused("POST", "/api/tables", setup) == (429, "too_many")
        for _ in range(2):
            bob.post(f"/api/tables/{code}/seats/0/report", {"reason": "other"})
        assert bob.refused("POST", f"/api/tables/{code}/seats/0/block") == (429, "too_fast")
        for _ in range(2):
            cat.post("/api/quick-seat", {"game": DUEL})
        assert cat.refused("POST", "/api/quick-seat", {"game": DUEL}) == (429, "too_fast")


def test_a_person_who_is_removed_is_in_no_list(house: Server, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks and reports by and about them go with them."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = lists(ann)
    sit(bob, code)
    ann.post(f"/api/tables/{code}/seats/1/block")
    bob.post(f"/api/tables/{code}/seats/0/report", {"reason": "rude"})
    gone = ["admin", "purge", "--database", f"sqlite:///{folder}/tables.sqlite", "--person", id_of(bob), "--yes"]
    assert main(gone) == 0
    capsys.readouterr()
    assert ann.get("/api/me/blocks") == []
    assert main(["admin", "reports", "--database", f"sqlite:///{folder}/tables.sqlite", "--all", "--json"]) == 0
    assert id_of(bob) not in capsys.readouterr().out


def test_the_list_is_read_from_the_store_once_a_moment(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look at it, the store is asked at most once a second by each worker."""
    monkeypatch.setattr(open_tables, "KEPT_SECONDS", 60.0)
    ann, asked = house.person("Ann"), []
    strangers = house.registry.open_tables.strangers
    read = strangers.listed

    async def note(*given: Any) -> Any:
        asked.append(given)
        return await read(*given)

    monkeypatch.setattr(strangers, "listed", note)
    lists(ann)
    for _ in range(5):
        listed(ann)
    assert len(asked) <= 2

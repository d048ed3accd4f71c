"""Tables through the real application: opening, sitting, playing, undoing nothing, ending."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from fastapi._compat import ModelField
from pydantic import TypeAdapter
from tests.server.serving import Clock, Server, play_on, quick_settings, serving

from mousehole.engine.deals import commitment_of, promise_of, seed_of
from mousehole.table import setup
from mousehole.table.shapes import Frame

pytestmark = pytest.mark.xdist_group("server")
FRAME = TypeAdapter(Frame)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("tables"))) as running:
        yield running


def test_opening_a_table_against_bots_starts_at_once(house: Server) -> None:
    """One request seats the asker with bots around, and the answer's link sets the same table again."""
    ann = house.person("Ann")
    opened = ann.post("/api/tables", {"game": "hide_and_squeak", "options": {"dawn": 5}})
    frame = ann.frame(opened["table"])
    assert frame["state"] == "playing"
    assert frame["me"]["seats"] == [0]
    assert [seat["kind"] for seat in frame["seats"]] == ["person"] + 4 * ["bot"]
    assert frame["options"]["dawn"] == "5"
    again = ann.post("/api/tables", {"setup": opened["setup"]})
    assert ann.frame(again["table"])["options"] == frame["options"]


def test_frames_are_as_the_document_says(house: Server) -> None:
    """Every frame, before, during and after a game, has exactly the fields of the OpenAPI document."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "open", "device:Cy", dawn=5, move_seconds=3600, game_seconds=36000)
    seen = [ann.frame(code), bob.frame(code)]
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    seen += [ann.frame(code, 0), bob.frame(code), house.person().frame(code)]
    code = ann.open("me", "device", "device", dawn=5)
    seen.append(play_on(ann, code))
    for frame in seen:
        FRAME.validate_json(json.dumps(frame), strict=True)
        assert set(frame) == {one.name for one in fields(Frame)}
    assert {frame["state"] for frame in seen} == {"lobby", "playing", "over"}


def test_people_sit_down_by_code_and_the_last_one_starts_the_game(house: Server) -> None:
    """An open seat is taken by whoever has the code; nobody waits for anybody but open seats."""
    ann, bob, cy = house.person("Ann"), house.person("Bob"), house.person("Cy")
    code = ann.open("me", "open", "open")
    assert ann.frame(code)["state"] == "lobby"
    assert ann.frame(code)["prompt"] == "The table waits for somebody to be Pip and Bramble."
    bob.post(f"/api/tables/{code.upper()}/seats/1/take", {"name": "Robert"})
    assert bob.refused("POST", f"/api/tables/{code}/seats/0/take", {}) == (409, "seat_taken")
    assert ann.frame(code)["state"] == "lobby"
    cy.post(f"/api/tables/{code}/seats/2/take", {})
    frame = cy.frame(code)
    assert frame["state"] == "playing"
    assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Robert", "Cy"]
    assert [entry["text"] for entry in frame["log"]] == [
        "Robert sits down as Pip.",
        "Cy sits down as Bramble.",
        "The game begins.",
    ]


def test_a_seat_can_be_left_and_the_host_fills_up_with_bots(house: Server) -> None:
    """Whoever leaves before the game frees the seat; only the host lets bots take what is open."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "open", "open")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    bob.post(f"/api/tables/{code}/seats/1/leave")
    assert bob.refused("POST", f"/api/tables/{code}/fill", {}) == (403, "not_your_seat")
    frame = ann.post(f"/api/tables/{code}/fill", {"level": "random"})
    assert [seat["bot"] for seat in frame["seats"]] == [None, "random", "random"]
    assert ann.refused("POST", f"/api/tables/{code}/fill", {}) == (409, "already_started")


def test_who_has_seen_one_side_may_not_join_the_other(house: Server) -> None:
    """Somebody who leaves the cat's seat in the middle of a game cannot sit down among the mice; others can."""
    ann, bob, cy = house.person("Ann"), house.person("Bob"), house.person("Cy")
    code = ann.open("me", "open", "bot:random")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    bob.post(f"/api/tables/{code}/seats/1/leave")
    ann.post(f"/api/tables/{code}/seats/0/leave")
    assert ann.refused("POST", f"/api/tables/{code}/seats/1/take", {}) == (403, "knows_too_much")
    ann.post(f"/api/tables/{code}/seats/0/take", {})
    assert cy.post(f"/api/tables/{code}/seats/1/take", {})["seat"] == 1


def test_a_game_is_played_to_its_end_and_opened(house: Server) -> None:
    """When the game is over everyone sees everything, the deal is opened, and the record can be fetched."""
    ann = house.person("Ann")
    code = ann.open("me", "device", "device", dawn=5, contribution="from-ann")
    assert ann.refused("GET", f"/api/tables/{code}/record") == (409, "not_over")
    assert ann.refused("GET", f"/api/tables/{code}/replay/0") == (409, "not_over")
    assert ann.refused("GET", f"/api/tables/{code}/moments") == (409, "not_over")
    before = ann.frame(code)["dealing"]
    assert before["share"] is before["salt"] is before["seed"] is None
    frame = play_on(ann, code)
    assert frame["state"] == "over"
    assert frame["outcome"]["sentence"]
    dealt = house.person().frame(code)["dealing"]
    assert dealt["promise"] == before["promise"] == promise_of(dealt["share"], dealt["salt"])
    assert dealt["commitment"] == before["commitment"] == commitment_of(int(dealt["seed"]), dealt["salt"])
    assert int(dealt["seed"]) == seed_of(dealt["share"], ["from-ann"])
    step = ann.get(f"/api/tables/{code}/replay/3", seat=1)
    assert {room["traps"] for room in step["view"]["rooms"]} == {None}
    rooms = ann.get(f"/api/tables/{code}/replay/3")["view"]["rooms"]
    assert None not in {room["traps"] for room in rooms}
    assert ann.refused("GET", f"/api/tables/{code}/replay/99999") == (409, "not_here")
    remembered = ann.get(f"/api/tables/{code}/moments")
    assert 0 < len(remembered) <= 8
    numbers = [moment["move"] for moment in remembered]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == step["moves"]
    assert all(moment["text"] for moment in remembered)
    late = {"seat": 0, "action": 0, "version": frame["version"], "id": "late"}
    assert ann.refused("POST", f"/api/tables/{code}/moves", late) == (409, "game_over")


def finish(house: Server, code: str) -> None:
    """Play a table to its end from behind."""
    session = house.live(code)

    async def play() -> None:
        table = session.table
        while table.acting:
            seat = table.acting[0]
            action = table.started().legal(seat)[-1]
            await house.registry.command(session, lambda t, s=seat, a=action: t.move_for(s, a, "bot"))  # type: ignore[misc]

    house.call(play)


def test_moves_are_idempotent_and_stale_ones_are_refused(house: Server) -> None:
    """The same id does a move once; another move under it, or one for an old version, changes nothing."""
    ann = house.person("Ann")
    code = ann.open("me", "device", "device")
    first = ann.move(code, 0, 3, 1, "one")
    assert (first["version"], first["repeated"]) == (2, False)
    again = ann.move(code, 0, 3, 1, "one")
    assert (again["version"], again["repeated"]) == (2, True)
    path, move = f"/api/tables/{code}/moves", {"seat": 0, "action": 4, "version": 1, "id": "one"}
    assert ann.refused("POST", path, move) == (409, "id_reused")
    assert ann.refused("POST", path, {**move, "id": "two"}) == (409, "stale_version")
    assert ann.refused("POST", path, {**move, "id": "two", "version": 99}) == (409, "stale_version")
    assert ann.refused("POST", path, {**move, "id": "two", "version": 2, "action": 77}) == (409, "illegal_move")
    assert ann.refused("POST", path, {**move, "id": "two", "version": 2, "seat": 1}) == (409, "not_your_turn")
    assert ann.frame(code)["version"] == 2
    named = {"seat": 0, "move": "Spare  Larder", "version": 2, "id": "named"}
    assert ann.post(path, named)["frame"]["log"][-1]["text"] == "You lay a spare token in the Larder."
    assert ann.post(path, named)["repeated"]


def test_my_tables_are_listed(house: Server) -> None:
    """Somebody finds the tables where they sit, and nobody else's."""
    ann, bob = house.person("Ann"), house.person("Bob")
    mine = [ann.open("me", "device", "device"), ann.open("me", "open", "bot:random")]
    ann.move(mine[0], 0, 3, 1, "x")
    listed = ann.get("/api/tables")
    assert [(row["table"], row["state"], row["my_turn"]) for row in listed] == [
        (mine[0], "playing", True),
        (mine[1], "lobby", False),
    ]
    assert bob.get("/api/tables") == []
    assert ann.get("/api/me") == {"name": "Ann", "tables_open": 2}


def test_a_restarted_server_has_everything(tmp_path: Path) -> None:
    """Tables, people and their cookies outlive the process: the frame is the same to the byte."""
    settings, clock = quick_settings(tmp_path), Clock()
    with serving(settings, now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", dawn=5, contribution="c")
        play_on(ann, code, until=25)
        before = [ann.client.get(f"/api/tables/{code}?seat={seat}").content for seat in (-1, 0, 1, 2)]
        cookies = dict(ann.client.cookies)
    with serving(settings, now=clock) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        after = [ann.client.get(f"/api/tables/{code}?seat={seat}").content for seat in (-1, 0, 1, 2)]
        assert after == before
        assert play_on(ann, code)["state"] == "over"


def test_the_first_request_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What checks requests is there before games are compiled beside it: building it silences warnings everywhere."""

    def fail(_: ModelField) -> None:
        raise AssertionError("built too late")

    with serving(quick_settings(tmp_path)) as house:
        monkeypatch.setattr(ModelField, "__post_init__", fail)
        ann = house.person("Ann")
        assert len(ann.get("/api/games/hide_and_squeak/seats", count=3)["names"]) == 3
        code = ann.open("me", "device", "device")
        assert ann.move(code, 0, 3, 1, "a")["version"] == 2


def test_long_polling_waits_for_the_next_version(house: Server) -> None:
    """A program without a socket asks for what is newer than what it has seen, and gets it when it is there."""
    ann = house.person("Ann")
    code = ann.open("me", "bot:random", "bot:random")
    version = ann.frame(code)["version"]
    assert ann.get(f"/api/tables/{code}/frame", after=version, wait=0.05)["version"] == version
    frame = ann.frame(code)
    while frame["state"] == "playing":
        if frame["moves"]:
            frame = ann.move(code, 0, frame["moves"][-1]["action"], frame["version"], f"m{frame['version']}")["frame"]
        else:
            frame = ann.get(f"/api/tables/{code}/frame", after=frame["version"], wait=5)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("game=chess", "unknown_game"),
        ("seats=me", "bad_request"),
        ("game=hide_and_squeak&game=hide_and_squeak", "bad_request"),
        ("game=hide_and_squeak&seats=me", "bad_seats"),
        ("game=hide_and_squeak&seats=me,you,bot", "bad_seats"),
        ("game=hide_and_squeak&seats=open,open,open", "bad_seats"),
        ("game=hide_and_squeak&seats=me,bot:tigre,bot", "unknown_bot"),
        ("game=hide_and_squeak&moon=full", "bad_option"),
        ("game=hide_and_squeak&dawn=1000", "bad_option"),
        ("game=hide_and_squeak&pace=nan", "bad_option"),
        ("game=hide_and_squeak&move_seconds=0", "bad_option"),
        ("game=hide_and_squeak&move_seconds=soon", "bad_option"),
        ("===", "bad_request"),
    ],
)
def test_bad_setups_are_refused(house: Server, query: str, code: str) -> None:
    """A link with nonsense in it gets a stable code, whether it is looked at or opened."""
    ann = house.person()
    assert ann.refused("GET", f"/api/setup?{query}")[1] == code
    assert ann.refused("POST", "/api/tables", {"setup": query})[1] == code


def test_a_setup_round_trips_through_its_link() -> None:
    """The query of a set-up reads back as the same set-up."""
    text = "game=hide_and_squeak&walls=north_south&seats=me,bot:tiger,device:Ann,open&move_seconds=60&pace=0.5"
    found = setup.parse_setup(text)
    assert found.query() == text
    assert setup.parse_setup(found.query()) == found

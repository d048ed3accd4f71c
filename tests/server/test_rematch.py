"""Rematches: asked for, agreed to by everybody who is to play, dealt with everybody's contribution."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.serving import Person, Server, quick_settings, serving
from tests.server.test_tables import finish

from mousehole.engine.deals import promise_of, seed_of
from mousehole.table.table import MOST_ASKS

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("rematch"))) as running:
        yield running


def played_out(house: Server, *, people: int = 3) -> tuple[list[Person], str]:
    """Seat people and finish a game."""
    sitting = [house.person(name) for name in ("Ann", "Bob", "Cy")[:people]]
    seats = ["me", *["open"] * (people - 1), *["bot:random"] * (3 - people)]
    code = sitting[0].open(*seats, dawn=5, pace=60, move_seconds=600)
    for seat in range(1, people):
        sitting[seat].post(f"/api/tables/{code}/seats/{seat}/take", {})
    finish(house, code)
    return sitting, code


def test_a_rematch_begins_with_the_last_yes(house: Server) -> None:
    """Nothing starts and no clock runs before all have said yes; the deal holds everybody's contribution."""
    (ann, bob, cy), code = played_out(house)
    asked = bob.post(f"/api/tables/{code}/rematch", {"swap": True, "promise_first": True})
    assert asked["pending"]
    offer = ann.frame(code)["offer"]
    assert offer == {
        "table": asked["table"],
        "promise": asked["promise"],
        "by": 1,
        "swap": True,
        "yes": [],
        "waits": [0, 1, 2],
    }
    for number, (person, text) in enumerate(((bob, "bobs"), (ann, "anns"))):
        frame = person.post(f"/api/tables/{code}/rematch/yes", {"contribution": text})
        assert frame["rematch"] is None
        assert len(frame["offer"]["waits"]) == 2 - number
        assert person.refused("GET", f"/api/tables/{asked['table']}") == (404, "no_such_table")
    frame = cy.post(f"/api/tables/{code}/rematch/yes", {"contribution": "cys"})
    assert (frame["rematch"], frame["offer"]) == (asked["table"], None)
    fresh = bob.frame(asked["table"])
    assert (fresh["state"], fresh["parent"]) == ("playing", code)
    assert [seat["name"] for seat in fresh["seats"]] == ["Cy", "Ann", "Bob"]
    assert fresh["dealing"]["contributions"] == ["bobs", "anns", "cys"]
    row = house.live(asked["table"]).table.row
    assert asked["promise"] == fresh["dealing"]["promise"] == promise_of(row.share, row.salt)
    assert house.live(asked["table"]).table.seed == seed_of(row.share, ["bobs", "anns", "cys"])
    assert ann.post(f"/api/tables/{code}/rematch", {})["table"] == asked["table"]


def test_one_no_is_enough(house: Server) -> None:
    """Somebody who does not want to play again says so; the question is gone, and may be asked again."""
    (ann, bob, cy), code = played_out(house)
    ann.post(f"/api/tables/{code}/rematch", {})
    bob.post(f"/api/tables/{code}/rematch/yes", {})
    assert house.person().refused("POST", f"/api/tables/{code}/rematch/yes", {}) == (403, "not_your_seat")
    frame = cy.post(f"/api/tables/{code}/rematch/no")
    assert (frame["offer"], frame["rematch"]) == (None, None)
    assert frame["log"][-1]["text"] == "Cy would rather not play again."
    assert bob.refused("POST", f"/api/tables/{code}/rematch/yes", {}) == (409, "not_here")
    assert ann.refused("POST", f"/api/tables/{code}/rematch/no") == (409, "not_here")
    assert cy.post(f"/api/tables/{code}/rematch", {})["pending"]


def test_asking_the_same_is_a_yes_and_asking_something_else_is_not(house: Server) -> None:
    """Two who ask for the same rematch agree; who wants other seats has to answer first."""
    (ann, bob), code = played_out(house, people=2)
    assert ann.post(f"/api/tables/{code}/rematch", {"swap": False})["pending"]
    assert bob.refused("POST", f"/api/tables/{code}/rematch", {"swap": True}) == (409, "not_here")
    answer = bob.post(f"/api/tables/{code}/rematch", {"swap": False})
    assert not answer["pending"]
    assert ann.frame(answer["table"])["state"] == "playing"


def test_who_has_left_is_asked_again_by_link(house: Server) -> None:
    """Somebody who got up, before the question or after it, is not seated: a bot plays until they come by the link."""
    (ann, bob, cy), code = played_out(house)
    cy.post(f"/api/tables/{code}/seats/2/leave")
    assert ann.post(f"/api/tables/{code}/rematch", {})["pending"]
    bob.post(f"/api/tables/{code}/seats/1/leave")
    frame = ann.get(f"/api/tables/{code}/frame", after=ann.frame(code)["version"], wait=5)
    fresh = ann.frame(frame["rematch"])
    assert [seat["kind"] for seat in fresh["seats"]] == ["person", "bot", "bot"]
    assert fresh["me"]["seats"] == [0]
    assert [seat["vacant"] for seat in fresh["seats"]] == [False, True, True]
    code = frame["rematch"]
    house.call(house.registry.forget, house.live(code))
    frame = cy.post(f"/api/tables/{code}/seats/2/take", {"name": "Cy"})
    assert frame["me"]["seats"] == [2]
    assert [seat["kind"] for seat in frame["seats"]] == ["person", "bot", "person"]


def test_who_has_deleted_everything_is_not_waited_for(house: Server) -> None:
    """Their question goes with them, and another one neither asks nor seats somebody who can never come."""
    (ann, bob), code = played_out(house, people=2)
    assert ann.post(f"/api/tables/{code}/rematch", {})["pending"]
    ann.asked("DELETE", "/api/me", 200)
    assert bob.frame(code)["offer"] is None
    asked = bob.post(f"/api/tables/{code}/rematch", {})
    assert not asked["pending"]
    assert [seat["kind"] for seat in bob.frame(asked["table"])["seats"]] == ["bot", "person", "bot"]


def test_bots_stay_in_a_rematch(house: Server) -> None:
    """A seat that a bot had from the beginning is nobody's to take, and who was replaced by a bot is not seated."""
    (ann, bob), code = played_out(house, people=2)
    table = house.live(code).table
    table.seats[1].bot = "kitten"  # as after a vote for a bot
    fresh = ann.frame(ann.post(f"/api/tables/{code}/rematch", {})["table"])
    assert [(seat["kind"], seat["vacant"]) for seat in fresh["seats"]] == [
        ("person", False),
        ("bot", True),
        ("bot", False),
    ]
    assert bob.refused("POST", f"/api/tables/{fresh['table']}/seats/2/take", {}) == (409, "seat_taken")


def test_alone_it_begins_at_once(house: Server) -> None:
    """Against bots nobody has to be asked: one request opens the next game, or two where the promise comes first."""
    (ann,), code = played_out(house, people=1)
    answer = ann.post(f"/api/tables/{code}/rematch", {})
    assert ann.frame(answer["table"])["state"] == "playing"
    (ann,), code = played_out(house, people=1)
    asked = ann.post(f"/api/tables/{code}/rematch", {"promise_first": True})
    assert asked["pending"]
    frame = ann.post(f"/api/tables/{code}/rematch/yes", {"contribution": "mine"})
    assert ann.frame(frame["rematch"])["dealing"]["contributions"] == ["mine"]


def test_nobody_asks_for_ever(house: Server) -> None:
    """A table can be asked only so often."""
    (ann, _), code = played_out(house, people=2)
    for _ in range(MOST_ASKS):
        ann.post(f"/api/tables/{code}/rematch", {})
        ann.post(f"/api/tables/{code}/rematch/no")
    assert ann.refused("POST", f"/api/tables/{code}/rematch", {}) == (409, "not_here")


def test_hints_are_off_between_people_and_everybody_sees_it(house: Server) -> None:
    """Off by default where several people play, on where one does or all share a device; tables may agree otherwise."""
    ann, bob = house.person("Ann"), house.person("Bob")

    def hints(*seats: str, **more: str) -> bool:
        return bool(ann.frame(ann.open(*seats, pace=60, **more))["hints"])

    assert hints("me", "bot:random", "bot:random")
    assert hints("me", "device", "device")
    assert not hints("me", "open", "open")
    assert hints("me", "open", "open", hints="on")
    assert not hints("me", "bot:random", "bot:random", hints="off")
    code = ann.open("me", "open", "bot:random", pace=60)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    assert not house.person().frame(code)["hints"]
    assert ann.refused("GET", f"/api/tables/{code}/hint?seat=0") == (409, "no_hints")
    code = ann.open("me", "bot:random", "bot:random", pace=60, hints="off")
    assert ann.refused("GET", f"/api/tables/{code}/hint?seat=0") == (409, "no_hints")
    assert ann.get("/api/setup", game="hide_and_squeak", hints="off")["rules"]["hints"] is False
    assert ann.refused("GET", "/api/setup?game=hide_and_squeak&hints=maybe")[1] == "bad_option"


def test_hints_end_when_a_second_person_sits_down(house: Server) -> None:
    """Somebody who takes a seat in the middle of a game ends the hints of the one who played alone."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "device:Cy", "bot:random", pace=60)
    assert ann.frame(code)["hints"]
    ann.post(f"/api/tables/{code}/seats/1/leave")
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    assert not ann.frame(code)["hints"]

"""Moves that leave no choice: the table makes them where everybody can tell, at its pace, unless somebody minds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Person, Server, quick_settings, receive, serving
from tests.server.test_company import moves_of, wait_until

from mousehole.table.events import BY_PERSON, BY_TABLE
from mousehole.table.standing import Played

pytestmark = pytest.mark.xdist_group("server")

BALL = "cloaked_cats"
ONE_CAT: dict[str, Any] = {"game": BALL, "hand": 1, "forced": "on"}
"""A ball at which everybody holds a single cat: which one comes is never a choice, whom to ask is."""


def asked_to_guess(person: Person, code: str) -> dict[str, Any]:
    """Wait until the table asks for a guess; return the frame of whoever it asks."""
    wait_until(lambda: (person.frame(code)["view"] or {}).get("phase") == "guess")
    return person.frame(code, person.frame(code)["acting"][0])


def turn_of(house: Server, code: str) -> int:
    """Tell who is to move."""
    (seat,) = house.live(code).table.acting
    return seat


def test_the_table_makes_a_move_that_leaves_no_choice(tmp_path: Path) -> None:
    """It is an event like any other: the record has it, the story tells it, and a restarted server agrees."""
    settings = quick_settings(tmp_path)
    with serving(settings, (BALL,)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", **ONE_CAT)
        for number in range(3):
            frame = asked_to_guess(ann, code)
            ann.move(code, frame["seat"], 40, frame["version"], f"pass{number}")
        frame = asked_to_guess(ann, code)
        assert [event.data["by"] for event in moves_of(house, code)] == [BY_TABLE, BY_PERSON] * 3 + [BY_TABLE]
        assert sum("out the" in entry["text"] for entry in frame["log"]) == 4
        cookies = dict(ann.client.cookies)
    with serving(settings, (BALL,)) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        again = ann.frame(code, frame["seat"])
        assert (again["view"], again["log"], again["version"]) == (frame["view"], frame["log"], frame["version"])


def test_it_takes_as_long_as_any_answer_of_a_bot(tmp_path: Path) -> None:
    """The table's own move comes a pace after it was asked for, not at once."""
    with serving(quick_settings(tmp_path, pace=0.3), (BALL,)) as house:
        ann = house.person("Ann")
        code, slow = ann.open("me", "device", **ONE_CAT), ann.open("me", "device", **ONE_CAT, pace=60)
        assert [seat["forced"] for seat in ann.frame(slow)["seats"]].count(True) == 1
        asked_to_guess(ann, code)
        asked = house.live(code).table.row.created
        assert moves_of(house, code)[0].at - asked >= 300
        assert not moves_of(house, slow)


def test_a_table_or_a_person_can_make_them_by_hand(tmp_path: Path) -> None:
    """Where a table says so nothing goes by itself; a person who says so is waited for, and only that one."""
    with serving(quick_settings(tmp_path), (BALL,)) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        off = ann.open("me", "device", **{**ONE_CAT, "forced": "off"})
        code = ann.open("me", "open", **ONE_CAT)
        with ann.socket(code) as page:
            receive(page)
            page.send_json({"type": "by_hand", "on": True})
            assert receive(page)["me"]["by_hand"]
            bob.post(f"/api/tables/{code}/seats/1/take", {})
            for number in range(2):
                seat = turn_of(house, code)
                person = (ann, bob)[seat]
                frame = person.frame(code, seat)
                if seat == 0:
                    assert frame["view"]["phase"] == "play"
                    assert not frame["seats"][0]["forced"]
                    person.move(code, 0, frame["moves"][0]["action"], frame["version"], f"cat{number}")
                frame = asked_to_guess(person, code)
                person.move(code, seat, 40, frame["version"], f"pass{number}")
        made = {(event.seat, event.data["by"]) for event in moves_of(house, code)}
        assert made == {(0, BY_PERSON), (1, BY_TABLE), (1, BY_PERSON)}
        assert not moves_of(house, off)
        assert not ann.frame(off)["forced"]
        assert ann.frame(code)["forced"]


def test_nothing_that_was_taken_back_comes_again(tmp_path: Path) -> None:
    """After an undo the table makes no move by itself: the person who took it back decides."""
    with serving(quick_settings(tmp_path, pace=60.0), (BALL,)) as house:
        code = house.person("Ann").open("me", "device", **ONE_CAT)
        table = house.live(code).table
        seat = turn_of(house, code)
        assert table.forced(seat) is not None
        table.played.append(Played(table.version, seat, table.acting, is_undo=True))
        assert table.forced(seat) is None


def test_bots_and_people_who_let_them_stand_in_are_not_helped(tmp_path: Path) -> None:
    """Only a person's move is made by the table: a bot makes its own."""
    with serving(quick_settings(tmp_path), (BALL,)) as house:
        ann = house.person("Ann")
        code = ann.open("bot:random", "bot:random", **ONE_CAT)
        wait_until(lambda: len(moves_of(house, code)) > 3)
        assert BY_TABLE not in {event.data["by"] for event in moves_of(house, code)}

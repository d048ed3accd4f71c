"""The local table, run natively: what it answers is what the server's gate would, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mousehole.browser import local
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match
from mousehole.games import IDS, load
from mousehole.server.tables.session import Session
from mousehole.table.frames import Company
from mousehole.table.table import opening

each_game = pytest.mark.parametrize("game_id", IDS)


def ask(question: str, **wish: object) -> Any:  # noqa: ANN401  # whatever is answered
    """Ask a local table; raise what it says went wrong."""
    said = json.loads(local.ask(question, json.dumps(wish)))
    if "error" in said:
        raise ValueError(said["error"]["code"])
    return said["answer"]


def opened(game_id: str, seats: list[dict[str, str]] | None = None, **more: object) -> local.Place:
    """Set a table and sit down at it."""
    plans = seats or [{"kind": "me"}] * load(game_id).facts.usual_seats
    given = {"code": "~T", "game": game_id, "seats": plans, "share": "a", "salt": "b", "at": 7, "name": "Ann"}
    found = ask("open", **{**given, **more})
    ask("restore", row=found["row"], events=[found["event"]], name="Ann")
    return local.PLACES["~T"]


def play(seat: int, action: int, key: str) -> dict[str, Any]:
    """Make a move: the event is kept first and applied after."""
    place = local.PLACES["~T"]
    wish = {"what": "move", "seat": seat, "action": action, "version": place.table.version, "id": key, "at": 9}
    found = ask("do", table="~T", **wish)
    ask("apply", table="~T", event=found["event"])
    event: dict[str, Any] = found["event"]
    return event


@each_game
def test_frames_are_those_of_the_gate(game_id: str) -> None:
    """A local frame has the very bytes that a socket of the server would send to the same person."""
    place = opened(game_id)
    table = place.table
    session = Session(table, loaded=0)
    session.company = Company(present=frozenset(range(len(table.seats))))
    for move in range(4):
        session.serial += 1
        for viewer in range(-1, len(table.seats)):
            theirs = session.frame(local.ME, viewer, "Ann", has_text=True)
            assert place.frame(viewer, has_text=True).encode() == theirs
        match = table.started()
        if not match.is_over:
            seat = match.actors()[0]
            play(seat, match.legal(seat)[-1], f"k{move}")


def test_a_table_comes_back_from_what_was_kept() -> None:
    """A row and events lead to the same frames; an event that was not kept is as if it had never been wished."""
    place = opened("cat_and_mouse")
    match = place.table.started()
    seat = match.actors()[0]
    before = local.event_data(opening(local.wished_setup(WISH), local.ME, "Ann", None).event(1, 7))
    events = [before, play(seat, match.legal(seat)[0], "one")]
    row = local.row_data(place.table.row)
    shown = place.frame(-1, has_text=True)
    seat = match.actors()[0]
    ask("do", table="~T", what="move", seat=seat, action=match.legal(seat)[0], version=2, id="two", at=9)  # never kept
    ask("restore", row=row, events=events, name="Ann")
    assert local.PLACES["~T"].frame(-1, has_text=True) == shown


WISH = {"game": "cat_and_mouse", "seats": [{"kind": "me"}, {"kind": "me"}]}


def test_the_same_wish_twice_is_done_once() -> None:
    """A move that is sent again under its id is said to be done."""
    place = opened("cat_and_mouse")
    match = place.table.started()
    seat = match.actors()[0]
    action = match.legal(seat)[0]
    play(seat, action, "one")
    again = ask("do", table="~T", what="move", seat=seat, action=action, version=1, id="one", at=9)
    assert again == {"repeated": True, "version": 2}


def test_bots_get_views_alone() -> None:
    """What a bot is asked with is its own seat's views, and a seat that is not its own is refused."""
    place = opened("hide_and_squeak", [{"kind": "bot", "level": "kitten"}, {"kind": "me"}, {"kind": "me"}])
    asked = ask("asked", table="~T", seat=0)
    view = place.table.started().view(0)
    assert asked["views"] == [bytes(view.data).hex()]
    assert asked["level"] == "kitten"
    assert bytes(place.table.started().state.data).hex() not in asked["views"]
    with pytest.raises(ValueError, match="not_your_turn"):
        ask("asked", table="~T", seat=1)


def test_a_game_of_bots_makes_a_record() -> None:
    """Played to its end the record is there, and leads to the same game natively."""
    place = opened("cat_and_mouse", [{"kind": "bot"}, {"kind": "bot"}])
    with pytest.raises(ValueError, match="not_over"):
        ask("record", table="~T")
    while place.table.state == "playing":
        seat = place.table.acting[0]
        action = place.table.started().legal(seat)[0]
        found = ask("do", table="~T", what="bot", seat=seat, action=action, at=9)
        ask("apply", table="~T", event=found["event"])
    match: Match = read_match(ask("record", table="~T"), load)
    assert match.state == place.table.started().state


@pytest.mark.parametrize(
    ("question", "wish", "code"),
    [
        ("open", {"code": "~X", "game": "chess", "share": "a", "salt": "b", "at": 1}, "unknown_game"),
        ("open", {"code": "~X", "setup": "game=cat_and_mouse&seats=me,open", "at": 1}, "bad_request"),
        ("open", {"code": "~X", "share": "a", "salt": "b", "at": 1}, "bad_request"),
        ("frame", {"table": "~NONE"}, "not_here"),
        ("setup", {"query": "game=cat_and_mouse&seats=me,bot:tigre"}, "unknown_bot"),
        ("seats", {"game": "cat_and_mouse", "count": 9}, "bad_seats"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_as_the_server_says_it(question: str, wish: dict[str, object], code: str) -> None:
    """Errors have the server's codes."""
    with pytest.raises(ValueError, match=code):
        ask(question, **wish)

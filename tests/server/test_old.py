"""What earlier programs have written is read: databases, events, records, and the shape of frames on the wire.

`old/` was written by the program as it was before events and frames had types. Words and pictures may change since
then; what binds a table to its past may not.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Clock, Person, Server, quick_settings, receive, serving

from mousehole.cli import main
from mousehole.games import IDS, load
from mousehole.server.api.cookies import COOKIE
from mousehole.table import frames
from mousehole.table.events import Event, Row, happening
from mousehole.table.frames import Common, Company, Teller
from mousehole.table.seats import Seat
from mousehole.table.setup import HouseRules
from mousehole.table.shapes import Me
from mousehole.table.table import Table

OLD = Path(__file__).parent / "old"
NOTES: dict[str, Any] = json.loads((OLD / "tables.json").read_text(encoding="utf-8"))
GAMES = ("hide_and_squeak", "who_done_it")
NEW = {
    *("can_end", "hints", "offer", "closed", "house_rules", "stakes", "goal", "forced", "places", "by_hand", "day"),
    *("begun", "by_device", "listed", "counts"),
}
NEW_OF_MOVES = {"is_grave", "is_pass"}
WORDS = {"view", "text", "prompt", "log", "log_starts", "sentence", "name", "touches", "role"}
"""What words and pictures say; they are tested where they are made."""

pytestmark = pytest.mark.xdist_group("server")


@contextmanager
def reopened(folder: Path, **more: Any) -> Iterator[tuple[Server, Person, Person]]:
    """Run a server on the old database, with the two people who were there."""
    if not (folder / "tables.sqlite").exists():
        shutil.copy(OLD / "tables.sqlite", folder / "tables.sqlite")
    with serving(quick_settings(folder), GAMES, **more) as house:
        people = []
        for name in ("ann", "bob"):
            person = house.person()
            person.client.cookies.set(COOKIE, house.app.state.visitors.cookie(NOTES["people"][name]))
            people.append(person)
        yield house, people[0], people[1]


def plain(value: Any) -> Any:
    """Leave out what words and pictures say, and what is new."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if name not in WORDS | NEW | NEW_OF_MOVES}
    return [plain(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game_id", IDS)
def test_frames_keep_their_bytes_but_for_what_is_new(game_id: str) -> None:
    """The same events make the same frames as before: the same fields in the same order, new ones behind them."""
    old = json.loads((OLD / "frames" / f"{game_id}.json").read_text(encoding="utf-8"))
    kept = old["row"]
    row = Row(**{**kept, "options": tuple(kept["options"]), "rules": HouseRules(**kept["rules"])})
    table, wanted = Table(row, load(game_id), [Seat() for _ in range(row.seats)]), iter(old["frames"])
    shot = next(wanted)
    me = Me("Ann", [0], host=True, chat=False, talk=[], pings=[], by_hand=False, awaited=False)
    seen = 0
    for version, kind, at, person, seat, key, data in old["events"]:
        table.apply(Event(version, at, happening(kind, seat, json.loads(data)), person, key))
        while shot is not None and shot["version"] == version:
            viewer = shot["viewer"]
            here = Company(present=frozenset({0}))
            body = frames.frame_body(table, viewer, here, Teller(viewer), Common(), has_text=True)
            found = json.loads(frames.frame(body, me))
            before = json.loads(shot["frame"])
            assert found["me"].pop("awaited") is False
            assert [name for name in found if name not in NEW] == list(before)
            for move, was in zip(found["moves"], before["moves"], strict=True):
                assert [name for name in move if name not in NEW_OF_MOVES] == list(was)
            assert json.dumps(plain(found)) == json.dumps(plain(before))
            seen += 1
            shot = next(wanted, None)
    assert shot is None
    assert seen == len(old["frames"])


def test_events_are_stored_as_before() -> None:
    """An event that is read and written again says the same: nothing is lost, nothing that says nothing is added."""
    with sqlite3.connect(OLD / "tables.sqlite") as connection:
        rows = connection.execute("SELECT kind, seat, data FROM events").fetchall()
    assert {kind for kind, _, _ in rows} == {"opened", "sat", "left", "moved", "undone", "rematched"}
    for kind, seat, data in rows:
        said = json.loads(data)
        read = happening(kind, seat, said)
        again = Event(1, 0, read).data
        assert without_no(said) == json.loads(json.dumps(again))


def without_no(value: Any) -> Any:
    """Leave out what is false: it says nothing."""
    if isinstance(value, dict):
        return {name: without_no(part) for name, part in value.items() if part is not False}
    return [without_no(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game_id", IDS)
def test_old_records_are_verified(game_id: str) -> None:
    """A record of each game that was written before passes."""
    assert main(["verify", str(OLD / "records" / f"{game_id}.mousehole")]) == 0


def test_an_old_database_goes_on(tmp_path: Path) -> None:
    """Finished games, games in progress, lobbies and rematches are where they were, with the same deals."""
    with reopened(tmp_path, now=Clock()) as (_, ann, bob):
        for name in ("finished", "playing", "lobby", "lost", "rematched", "rematch"):
            for seat, before in NOTES["frames"][name].items():
                found = ann.frame(NOTES[name], int(seat))
                for part in ("version", "state", "dealing", "options", "rematch", "parent"):
                    assert plain(found[part]) == plain(before[part]), (name, part)
                assert [one["name"] for one in found["seats"]] == [one["name"] for one in before["seats"]]
        assert ann.get(f"/api/tables/{NOTES['finished']}/record") == NOTES["record"]
        playing = ann.frame(NOTES["playing"])
        assert playing["dealing"]["contributions"] == ["one", "bob-0", "bob-1", "bob-2", "bob-last"]
        seat = playing["acting"][0]
        person = ann if seat in playing["me"]["seats"] else bob
        frame = person.frame(NOTES["playing"], seat)
        person.move(NOTES["playing"], seat, frame["moves"][0]["action"], frame["version"], "on")
        bob.post(f"/api/tables/{NOTES['lobby']}/seats/1/take", {"contribution": "more"})
        assert bob.frame(NOTES["lobby"])["dealing"]["contributions"] == ["waits", "more"]


def test_an_old_end_stays_the_end(tmp_path: Path) -> None:
    """A loss whose deal was open before ends were confirmed cannot be taken back; a game taken back so is closed."""
    with reopened(tmp_path) as (house, ann, _):
        lost = ann.frame(NOTES["lost"])
        assert (lost["state"], lost["can_undo"]) == ("over", False)
        undo = {"seat": 0, "version": lost["version"], "id": "again"}
        assert ann.refused("POST", f"/api/tables/{NOTES['lost']}/undo", undo) == (409, "cannot_undo")
        frame = ann.frame(NOTES["reopened"])
        assert (frame["state"], frame["closed"], frame["moves"]) == ("closed", "opened", [])
        move = {"seat": 0, "version": frame["version"], "id": "on", "action": 0}
        assert ann.refused("POST", f"/api/tables/{NOTES['reopened']}/moves", move)[1] in {"game_over", "stale_version"}
        assert "[Share" in ann.get(f"/api/tables/{NOTES['reopened']}/record")
        with ann.socket(NOTES["reopened"]) as socket:
            while "its deal was open already" not in receive(socket)["log"][-1]["text"]:
                pass
        assert house.call(house.registry.store.keepsake, house.live(NOTES["reopened"]).table.row)[0] == "closed"


@contextmanager
def newer_rules() -> Iterator[None]:
    """Raise the version of the games' rules for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for game_id in GAMES:
            game = load(game_id)
            known = game.facts
            changed = replace(known, rules_version=known.rules_version + 1)
            patch.setattr(f"mousehole.games.{game_id}.FACTS", changed)
            patch.setitem(vars(game), "facts", changed)
        yield


def wait_until_kept(house: Server) -> None:
    """Wait until every finished game of the present rules has been put into words."""
    end = time.monotonic() + 60
    while house.call(house.registry.store.unkept, 0, 100):
        assert time.monotonic() < end, "the finished games were not kept"
        time.sleep(0.05)


def test_finished_games_are_read_when_their_rules_are_gone(tmp_path: Path) -> None:
    """Record, story, key moments and outcome are told as before; nothing answers with an error page."""
    names = ("finished", "lost", "rematched")
    with reopened(tmp_path) as (house, ann, _):
        wait_until_kept(house)
        before = {name: told(ann, NOTES[name]) for name in names}
    with newer_rules(), reopened(tmp_path) as (_, ann, bob):
        for name in names:
            code = NOTES[name]
            assert told(ann, code) == before[name]
            frame = ann.frame(code, 0)
            assert (frame["state"], frame["closed"], frame["view"], frame["moves"]) == (
                "over",
                "rules_changed",
                None,
                [],
            )
            assert "earlier rules" in frame["prompt"]
            assert frame["text"]
            assert frame["rules_version"] == NOTES["frames"][name]["0"]["rules_version"]
            assert ann.refused("GET", f"/api/tables/{code}/replay/0") == (409, "not_here")
            assert bob.frame(code)["log"]
            with ann.socket(code) as socket:
                assert receive(socket)["closed"] == "rules_changed"
            if name != "rematched":
                assert ann.refused("POST", f"/api/tables/{code}/rematch", {}) == (409, "not_over")
            leave_and_forget(ann, code)


def told(person: Person, code: str) -> list[Any]:
    """Ask for everything in words."""
    frame = person.frame(code, 0)
    parts = [frame[part] for part in ("log", "outcome", "options", "dealing")]
    paths = ("record", "moments", "log")
    return [*parts, *(person.get(f"/api/tables/{code}/{path}") for path in paths)]


def leave_and_forget(person: Person, code: str) -> None:
    """Get up from a table and take it off one's list."""
    assert code in {one["table"] for one in person.get("/api/tables")}
    for seat in person.frame(code)["me"]["seats"]:
        person.post(f"/api/tables/{code}/seats/{seat}/leave")
    assert person.client.delete(f"/api/tables/{code}").status_code == 204
    assert code not in {one["table"] for one in person.get("/api/tables")}
    assert person.frame(code)["me"]["seats"] == []


def test_games_in_progress_end_with_a_record_when_their_rules_are_gone(tmp_path: Path) -> None:
    """They are closed, say why, give their record with the deal opened, and can be left, listed and forgotten."""
    shutil.copy(OLD / "tables.sqlite", tmp_path / "tables.sqlite")
    with newer_rules(), reopened(tmp_path) as (house, ann, bob):
        for name in ("playing", "rematch", "lobby"):
            code = NOTES[name]
            with ann.socket(code) as socket:
                while (frame := receive(socket))["log"][-1:] == [] or "it ends here" not in frame["log"][-1]["text"]:
                    pass
            assert (frame["state"], frame["closed"], frame["view"]) == ("closed", "rules_changed", None)
            assert [one["state"] for one in ann.get("/api/tables") if one["table"] == code] == ["closed"]
            record = ann.get(f"/api/tables/{code}/record")
            assert '[Rules "' in record
            assert ("[Share" in record) == (name != "lobby")
            move = {"seat": 0, "version": frame["version"], "id": "on", "action": 0}
            person = ann if 0 in ann.frame(code)["me"]["seats"] else bob
            assert person.refused("POST", f"/api/tables/{code}/moves", move)[1] in {"old_rules", "not_your_seat"}
            leave_and_forget(ann, code)
        assert "1. the cat: action " in bob.get(f"/api/tables/{NOTES['playing']}/record")
        assert house.call(house.registry.store.open_tables_of, NOTES["people"]["ann"]) == 0


def test_a_move_is_stored_with_its_name(tmp_path: Path) -> None:
    """A game that is closed by new rules tells its moves in words, for they were stored with the events."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        frame = ann.frame(code)
        ann.move(code, 0, frame["moves"][0]["action"], frame["version"], "first")
        cookies, name = dict(ann.client.cookies), frame["moves"][0]["name"]
    with newer_rules(), serving(settings) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        assert f"1. the cat: {name}\n" in ann.get(f"/api/tables/{code}/record")

"""Analyses at the server: refused before a game is over, made once, shared by all, bounded; beliefs of every seat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.serving import Person, Server, play_on, serving
from tests.server.test_company import wait_until
from tests.server.test_old import NOTES, newer_rules, reopened, wait_until_kept

from mousehole.engine.match import Match
from mousehole.engine.notation import read_match, write_match
from mousehole.games import load
from mousehole.server.lab.analysed import method_of
from mousehole.server.lab.analyses import Analyses
from mousehole.server.lab.jobs import Jobs
from mousehole.server.lab.orders import Order
from mousehole.server.lab.shelf import DONE, LIVE, WAITING, Shelf, short_hash
from mousehole.server.settings import Settings
from mousehole.server.store.analyses import keep_analysis, kept_analysis
from mousehole.table.table import Table

GAME = "cat_and_mouse"
HUNT = "hide_and_squeak"
PATIENCE = 120.0
pytestmark = pytest.mark.xdist_group(GAME)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for the tests of this file."""
    database = str(tmp_path_factory.mktemp("analysis") / "tables.sqlite")
    quick: dict[str, Any] = {
        "lab_nice": 0,
        "lab_runs_per_minute": 1000,
        "messages_at_once": 10_000,
        "analyse_at_end": False,
    }
    with serving(Settings(database=database, pace=0.0, least_pace=0.0, **quick), (GAME, HUNT)) as server:
        yield server


def finished(person: Person, game: str = GAME) -> str:
    """Play a game on one device to its end; return the table's code."""
    seats = ("me", "device") if game == GAME else ("me", "device", "device")
    code = person.open(*seats, game=game)
    play_on(person, code)
    return code


def wait(person: Person, code: str) -> dict[str, Any]:
    """Look at an analysis until it is made."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found: dict[str, Any] = person.get(f"/api/tables/{code}/analysis")
        if found["state"] not in LIVE:
            return found
        time.sleep(0.05)
    raise AssertionError(f"the analysis was never made: {found['state']} {found['done']} of {found['moves']}")


def refused_everywhere(person: Person, code: str) -> set[tuple[int, str]]:
    """Ask for everything that is told of finished games alone."""
    return {
        person.refused("GET", f"/api/tables/{code}/analysis"),
        person.refused("POST", f"/api/tables/{code}/analysis"),
        person.refused("GET", f"/api/tables/{code}/beliefs/0?seat=0"),
        person.refused("GET", f"/api/tables/{code}/beliefs/0?seat=1"),
    }


def test_nothing_is_told_before_the_game_is_over(house: Server) -> None:
    """Neither a player nor a spectator nor somebody who has left gets any of it from the lobby to the last move."""
    ann, bob, cat = house.person("Ann"), house.person("Bob"), house.person("Cat")
    code = ann.open("me", "open", game=GAME)
    assert refused_everywhere(ann, code) == {(409, "not_over")}
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    for person in (ann, bob, cat):
        assert refused_everywhere(person, code) == {(409, "not_over")}
    bob.post(f"/api/tables/{code}/seats/1/leave")
    assert ann.frame(code)["state"] == "playing"
    for person in (ann, bob, cat):
        assert refused_everywhere(person, code) == {(409, "not_over")}


def test_an_end_that_may_be_taken_back_is_no_end(house: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    """While a lost game can still be taken back nothing is analysed; once it is let go it is."""
    database = str(tmp_path_factory.mktemp("ending") / "tables.sqlite")
    with serving(Settings(database=database, lab_nice=0), ("who_done_it",)) as other:
        ann = other.person("Ann")
        frame: dict[str, Any] = {"state": "over"}
        while frame["state"] == "over":  # lost by a card that was drawn, which nobody takes back
            code = ann.open("me", game="who_done_it")
            frame = play_on(ann, code)
        assert frame["state"] == "ending"
        assert refused_everywhere(ann, code) == {(409, "not_over"), (422, "bad_seats")}
        ann.post(f"/api/tables/{code}/end", {"seat": 0, "id": "end"})
        assert ann.get(f"/api/tables/{code}/analysis")["state"] == "none"


def test_a_finished_game_is_analysed_once_for_everybody(house: Server) -> None:
    """Whoever has the table's code gets the same verdicts; the parts add up; nothing is searched a second time."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = finished(ann)
    assert bob.get(f"/api/tables/{code}/analysis")["state"] == "none"
    begun = ann.post(f"/api/tables/{code}/analysis")
    assert begun["state"] in {*LIVE, DONE}
    assert begun["moves"] == len(house.live(code).table.started().moves)
    found = wait(bob, code)
    assert (found["state"], found["done"]) == (DONE, found["moves"])
    assert [point["move"] for point in found["graph"]] == list(range(found["moves"] + 1))
    assert [side["name"] for side in found["sides"]] == ["the Inspector", "the Mouse"]
    for one in found["luck"]:
        assert one["begin"] + one["own"] + one["given"] + one["chance"] == one["end"]
    assert bob.post(f"/api/tables/{code}/analysis") == found
    late = bob.get(f"/api/tables/{code}/analysis", since=found["moves"] - 1)
    assert late["verdicts"] == [one for one in found["verdicts"] if one["move"] == found["moves"] - 1]


def test_a_game_is_analysed_unasked_only_where_the_operator_likes(house: Server) -> None:
    """With `analyse_at_end` off a page that asks by itself at the end gets what there is; a person gets an analysis."""
    ann = house.person("Ann")
    code = finished(ann)
    assert Settings().analyse_at_end
    assert ann.post(f"/api/tables/{code}/analysis?unasked=true")["state"] == "none"
    assert ann.post(f"/api/tables/{code}/analysis")["state"] in LIVE
    assert ann.post(f"/api/tables/{code}/analysis?unasked=true")["state"] != "none"


def test_an_analysis_outlives_the_shelf(house: Server) -> None:
    """What a restart takes is fetched from the store, the same and without work; one of another method is not."""
    ann = house.person("Ann")
    code = finished(ann)
    ann.post(f"/api/tables/{code}/analysis")
    found = wait(ann, code)
    row, store, analyses = house.live(code).table.row, house.registry.store, house.app.state.analyses
    method = method_of(load(GAME))
    wait_until(lambda: house.call(kept_analysis, store, row, method) is not None)
    for file in analyses.shelf.folder.iterdir():
        file.unlink()
    assert ann.get(f"/api/tables/{code}/analysis") == found
    assert ann.post(f"/api/tables/{code}/analysis") == found
    assert not list(analyses.shelf.folder.glob("*.record"))
    assert house.call(kept_analysis, store, row, "another") is None
    house.call(keep_analysis, store, row, "another", {"state": DONE})
    assert house.call(kept_analysis, store, row, method) is None


class QuietJobs:
    """The lab's jobs, but nothing is ever played."""

    is_closed = False

    def __init__(self, folder: Path) -> None:
        """Have a shelf, and remember what was ordered."""
        self.shelf, self.settings = Shelf(folder), Settings()
        self.orders: list[str] = []

    def check_may_start(self, person: str, address: str) -> None:
        """Let everybody start."""

    def is_ready(self, game: str) -> bool:
        """Have everything compiled."""
        return bool(game)

    async def place(self, order: Order, game: str) -> asyncio.Future[None]:
        """Take an order, and remember it."""
        assert game == order.address
        self.orders.append(order.id)
        return asyncio.get_running_loop().create_future()

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do it at once: it waits for nothing here."""
        with pytest.raises(StopIteration):
            work.send(None)


def test_a_person_has_one_analysis_at_a_time(house: Server, tmp_path: Path) -> None:
    """A second wish stops the first, unless somebody else wants that one too; asked again, it is made."""
    jobs = QuietJobs(tmp_path)
    analyses = Analyses(cast("Jobs", jobs), house.registry.store)
    match = Match.start(load(GAME), seed=1)
    row = house.live(house.person("Ann").open("me", "device", game=GAME)).table.row

    def ask(person: str, record: str) -> str:
        return str(house.call(analyses.start, person, "here", row, match, record)["state"])

    def is_stopped(record: str) -> bool:
        return analyses.shelf.is_stopped(short_hash(record))

    assert ask("ann", "first") == ask("ann", "shared") == ask("bob", "shared") == WAITING
    assert is_stopped("first")
    ask("ann", "last")
    assert not is_stopped("shared")
    assert len(jobs.orders) == len(set(jobs.orders)) == 3
    jobs.shelf.fail(jobs.orders[0], "It was stopped.")
    assert analyses.find("first") is not None
    assert ask("ann", "first") == WAITING
    assert not is_stopped("first")
    assert is_stopped("last")
    assert len(jobs.orders) == 4


def test_what_is_left_of_old_games_is_no_analysis(tmp_path: Path) -> None:
    """A game taken back after its deal was open has beliefs and no chances; one whose rules are gone has neither."""
    with reopened(tmp_path) as (house, ann, bob):
        code = NOTES["reopened"]
        for found in (ann.post(f"/api/tables/{code}/analysis"), bob.get(f"/api/tables/{code}/analysis")):
            assert (found["state"], found["verdicts"], found["graph"]) == ("impossible", [], [])
            assert "not played to its end" in found["message"]
        assert isinstance(ann.get(f"/api/tables/{code}/beliefs/0", seat=0), dict)
        wait_until_kept(house)
    with newer_rules(), reopened(tmp_path) as (_, ann, _):
        assert refused_everywhere(ann, NOTES["finished"]) == {(409, "not_here")}


def test_what_a_seat_could_believe_is_told_of_every_moment(house: Server) -> None:
    """The shares of a mouse's rooms make a whole, stay the same when asked again, and are gone when all lies open."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = finished(ann, HUNT)
    moves = len(house.live(code).table.started().moves)
    found = bob.get(f"/api/tables/{code}/beliefs/{moves // 2}", seat=0)
    rooms = [share for fact, share in found.items() if fact.startswith("mouse:1 ")]
    assert sum(rooms) == pytest.approx(1.0) or not rooms
    assert any(fact.startswith("mouse:") for fact in found)
    assert ann.get(f"/api/tables/{code}/beliefs/{moves // 2}", seat=0) == found
    assert all(fact.startswith("trap ") for fact in ann.get(f"/api/tables/{code}/beliefs/{moves // 2}", seat=1))
    assert ann.get(f"/api/tables/{code}/beliefs/{moves}", seat=0) == {}
    assert ann.refused("GET", f"/api/tables/{code}/beliefs/{moves + 1}?seat=0") == (409, "not_here")
    assert ann.refused("GET", f"/api/tables/{code}/beliefs/0?seat=9") == (422, "bad_seats")


@pytest.mark.parametrize("redeal", [False, True])
def test_somebody_plays_on_from_a_moment(house: Server, redeal: bool) -> None:
    """A new table begins there with bots around, says what it is, is no dealt game, and can be verified at its end."""
    ann = house.person("Ann")
    code = finished(ann)
    moves = house.live(code).table.started().moves
    wish = {"move": 2, "seat": 1, "redeal": redeal}
    again = ann.post(f"/api/tables/{code}/again", wish)["table"]
    frame = ann.frame(again)
    assert frame["begun"] == {"table": code, "move": 2, "seat": 1, "is_redealt": redeal}
    assert frame["me"]["seats"] == [1]
    assert [seat["kind"] for seat in frame["seats"]] == ["bot", "person"]
    assert (frame["dealing"]["promise"], frame["dealing"]["seed"]) == ("", None)
    assert "after move 2" in frame["log"][0]["text"]
    table = house.live(again).table
    assert table.started().moves[:2] == moves[:2]
    row, events = house.call(house.registry.store.load, again)
    rebuilt = Table.rebuilt(row, table.game, events).started()
    assert (rebuilt.begun, rebuilt.redealt) == (2, table.started().redealt)
    assert rebuilt.positions[2] == table.started().positions[2]
    assert refused_everywhere(ann, again) == {(409, "not_over")}
    while (frame := ann.get(f"/api/tables/{again}/frame", after=frame["version"] - 1, wait=5))["state"] == "playing":
        if frame["moves"]:
            ann.move(again, 1, frame["moves"][0]["action"], frame["version"], f"play-{frame['version']}")
        else:
            frame = ann.get(f"/api/tables/{again}/frame", after=frame["version"], wait=20)
    record = ann.get(f"/api/tables/{again}/record")
    assert '[Begun "2"]' in record
    assert "[Promise" not in record
    assert read_match(record, load) == house.live(again).table.started()


def test_a_record_is_opened_and_analysed(house: Server) -> None:
    """A record, whoever wrote it, becomes a finished table with boards, beliefs and an analysis; nobody sits there."""
    ann, bob = house.person("Ann"), house.person("Bob")
    redealt = bob.post("/api/records", {"record": played_by_bots()})["table"]
    for code in (finished(ann), redealt):
        record = ann.get(f"/api/tables/{code}/record")
        read = bob.post("/api/records", {"record": record})
        assert read["join"] == f"/t/{read['table']}/analysis"
        frame = bob.frame(read["table"])
        assert (frame["state"], frame["me"]["seats"], frame["begun"]) == ("over", [], None)
        assert frame["dealing"]["promise"] == ""
        assert "read in from its record" in frame["log"][0]["text"]
        assert read_match(bob.get(f"/api/tables/{read['table']}/record"), load) == read_match(record, load)
        assert isinstance(ann.get(f"/api/tables/{read['table']}/beliefs/1", seat=0), dict)
        assert ann.get(f"/api/tables/{read['table']}/analysis")["state"] in {"none", DONE}
        row, events = house.call(house.registry.store.load, read["table"])
        assert Table.rebuilt(row, load(GAME), events).started() == house.live(read["table"]).table.started()
    assert bob.get("/api/tables") == []
    assert bob.refused("POST", f"/api/tables/{redealt}/again", {"move": 2, "seat": 0}) == (409, "not_here")
    assert bob.post(f"/api/tables/{redealt}/again", {"move": 1, "seat": 0})["table"]


def played_by_bots() -> str:
    """Write the record of a game that was dealt anew on its way."""
    match = Match.start(load(GAME), seed=3)
    for _ in range(2):
        match.step(match.actors()[0], match.legal(match.actors()[0])[0])
    match.begin_here((0, 77))
    while match.actors():
        match.step(match.actors()[0], match.legal(match.actors()[0])[-1])
    return write_match(match)


def test_a_record_that_is_not_right_is_refused(house: Server) -> None:
    """An unfinished game, a wrong move, end or deal, another game, no record, a long text: each has its code."""
    ann = house.person("Ann")
    record = ann.get(f"/api/tables/{finished(ann)}/record")
    going = write_match(Match.start(load(GAME), seed=5))
    lines = record.splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("1."))
    for text, refusal in (
        (going, (409, "not_over")),
        ("\n".join([*lines[:last], "1. the Cat: dance", *lines[last + 1 :]]), (422, "unreadable")),
        (record.replace('[Result "', '[Result "x'), (422, "unreadable")),
        (record.replace('[Share "', '[Share "ab'), (422, "unreadable")),
        (record.replace(f'[Game "{GAME}"]', '[Game "chess"]'), (404, "unknown_game")),
        ("Dear server, please analyse.", (422, "unreadable")),
        (record + "\n" * 20_000, (413, "too_large")),
    ):
        assert ann.refused("POST", "/api/records", {"record": text}) == refusal, text[:60]


def test_nobody_plays_on_from_a_game_that_goes_on(house: Server) -> None:
    """Neither from an unfinished game, nor from beyond the end, nor on a seat that is not there."""
    ann = house.person("Ann")
    playing = ann.open("me", "open", game=GAME)
    assert ann.refused("POST", f"/api/tables/{playing}/again", {"move": 0, "seat": 0}) == (409, "not_over")
    code = finished(ann)
    moves = len(house.live(code).table.started().moves)
    assert ann.refused("POST", f"/api/tables/{code}/again", {"move": moves, "seat": 0}) == (409, "not_here")
    assert ann.refused("POST", f"/api/tables/{code}/again", {"move": 0, "seat": 7}) == (422, "bad_seats")

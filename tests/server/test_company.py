"""Bots at tables, clocks, people who are away: nobody waits for ever, and nothing shows how hard a bot had to think."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Clock, Person, Server, quick_settings, serving

from mousehole.cli import main
from mousehole.server.tables import bots
from mousehole.table.events import BY_BOT, BY_CLOCK, MOVED

pytestmark = pytest.mark.xdist_group("server")


def wait_until(check: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Wait until something holds; by default as long as a bot may take that has to be compiled first."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come about in time")


def moves_of(house: Server, code: str) -> list[Any]:
    """Return the moves of a table as the store has them."""
    found = house.call(house.registry.store.load, code)
    assert found is not None
    return [event for event in found[1] if event.kind == MOVED]


def test_bots_play_a_whole_game_among_themselves(tmp_path: Path) -> None:
    """A table of bots alone plays to its end, whatever their level."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("bot:kitten", "bot:random", "bot:greedy", dawn=5)
        wait_until(lambda: ann.frame(code)["state"] == "over", 240)
        assert {event.data["by"] for event in moves_of(house, code)} == {BY_BOT}


def test_a_bot_is_told_what_its_seat_has_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table a bot gets its own seat's view of every position before, so that it can remember."""
    asked: list[tuple[int, int, int]] = []
    chosen = bots.choose

    def note(game: Any, view: Any, seat: int, *rest: Any) -> int:
        asked.append((seat, view.viewer, len(view.past)))
        return chosen(game, view, seat, *rest)

    monkeypatch.setattr(bots, "choose", note)
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("bot:random", "bot:random", "bot:random", dawn=5)
        wait_until(lambda: ann.frame(code)["state"] == "over", 240)
        assert {(seat, viewer) for seat, viewer, _ in asked} == {(0, 0), (1, 1), (2, 2)}
        assert [past for _, _, past in asked] == list(range(len(moves_of(house, code))))


def test_a_bot_takes_the_same_time_for_every_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced or free, easy or hard: every answer comes the agreed time after the question, by the table's own clock."""
    pondered = cycle((0.0, 0.07, 0.01, 0.04))

    def ponder(_game: Any, view: Any, seat: int, *_: Any) -> int:
        time.sleep(next(pondered))
        return int(view.legal(seat)[0])  # mice that take nothing: none is stunned, and the game goes on

    monkeypatch.setattr(bots, "choose", ponder)
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "bot:random", "bot:random", dawn=5, pace=0.1)
        for action in (0, 0, 0, 1, 1, 2):
            ann.move(code, 0, action, ann.frame(code)["version"], f"lay-{ann.frame(code)['version']}")
        for i in range(3):
            frame = wait_until(lambda: (f := ann.frame(code))["moves"] and f)
            stop = next(move["action"] for move in frame["moves"] if move["name"] == "stop")
            ann.move(code, 0, stop, frame["version"], f"stop-{i}")
        wait_until(lambda: ann.frame(code)["moves"])
        events = moves_of(house, code)
        waits = [event.at - before.at for before, event in pairwise(events) if event.data["by"] == BY_BOT]
        assert len(waits) == 14
        assert all(wait >= 100 for wait in waits), waits
        assert sorted(waits)[len(waits) // 4] < 170, "late only where the machine has no time"


def test_a_bot_that_fails_moves_at_random_and_the_log_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error inside a bot, or an illegal choice, becomes a legal move and a line in the story."""

    def broken(*_: Any) -> int:
        raise ZeroDivisionError

    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        for failing in (broken, lambda *_: 99):
            monkeypatch.setattr(bots, "choose", failing)
            code = ann.open("bot:tiger", "me", "device")
            wait_until(lambda c=code: ann.frame(c)["acting"] == [1])  # type: ignore[misc]  # mypy cannot tell
            told = [entry["text"] for entry in ann.frame(code)["log"]]
            assert "The bot on the cat stumbles and moves at random." in told


def test_a_clock_that_runs_out_makes_a_bot_move_once(tmp_path: Path) -> None:
    """Time a move: the bot moves for an absent mind, once; the seat stays its person's."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", move_seconds=60)
        assert ann.frame(code)["clock"]["deadlines"] == [clock.now + 60_000, None, None]
        clock.pass_by(59)
        house.call(house.registry.attend, house.live(code))
        assert ann.frame(code)["version"] == 1
        clock.pass_by(1)
        house.call(house.registry.attend, house.live(code))
        frame = wait_until(lambda: (f := ann.frame(code))["version"] == 2 and f)
        assert moves_of(house, code)[0].data["by"] == BY_CLOCK
        assert frame["log"][-2]["text"] == "Time is up for Ann: a bot makes this move."
        assert frame["seats"][0]["bot"] is None
        ann.move(code, 0, 0, 2, "mine")


def test_time_for_the_whole_game_is_counted(tmp_path: Path) -> None:
    """Time a game: what a seat uses is gone, and after it has run out there is a little more for each next decision."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", game_seconds=100)
        clock.pass_by(70)
        assert ann.move(code, 0, 0, 1, "a")["frame"]["clock"]["left_ms"][0] == 30_000
        clock.pass_by(31)
        house.call(house.registry.attend, house.live(code))
        wait_until(lambda: ann.frame(code)["version"] == 3)
        assert ann.frame(code)["clock"]["deadlines"][0] == clock.now + 29_000


def three_people(house: Server, **more: Any) -> tuple[list[Person], str]:
    """Seat three people at a table."""
    people = [house.person(name) for name in ("Ann", "Bob", "Cy")]
    code = people[0].open("me", "open", "open", **more)
    for seat in (1, 2):
        people[seat].post(f"/api/tables/{code}/seats/{seat}/take", {})
    return people, code


def test_the_others_can_vote_a_bot_in_and_the_person_comes_back(tmp_path: Path) -> None:
    """After three minutes away the others are offered a bot; more than half of those here decide; the seat is kept."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        (ann, bob, cy), code = three_people(house)
        for person in (ann, bob, cy):
            person.frame(code)
        vote = f"/api/tables/{code}/seats/0/vote"
        assert bob.refused("POST", vote) == (409, "not_away")
        clock.pass_by(100)
        assert not bob.frame(code)["seats"][0]["offered"]
        assert not cy.frame(code)["seats"][0]["present"]
        clock.pass_by(100)
        bob.frame(code)
        assert cy.frame(code)["seats"][0]["offered"]
        assert house.person().refused("POST", vote) == (403, "not_your_seat")
        assert bob.post(vote)["seats"][0]["votes"] == 1
        frame = cy.post(vote)
        assert frame["seats"][0]["stands_in"]
        frame = wait_until(lambda: (f := cy.frame(code))["acting"] != [0] and f)
        assert "A bot stands in for Ann as the cat." in [entry["text"] for entry in frame["log"]]
        assert ann.refused("POST", f"/api/tables/{code}/moves", {"seat": 0, "action": 0, "version": 1, "id": "x"}) == (
            403,
            "not_your_seat",
        )
        assert not ann.post(f"/api/tables/{code}/seats/0/return")["seats"][0]["stands_in"]
        assert ann.refused("POST", f"/api/tables/{code}/seats/0/return") == (409, "not_here")


def test_in_games_against_bots_nobody_is_replaced(tmp_path: Path) -> None:
    """One person among bots may be away for days; a table of people can agree on another patience."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "bot:random", "bot:random")
        assert ann.frame(code)["away_seconds"] is None
        clock.pass_by(3 * 24 * 3600)
        house.call(house.registry.attend, house.live(code))
        assert not house.person().frame(code)["seats"][0]["offered"]
        _, other = three_people(house, away_seconds=10)
        assert ann.frame(other)["away_seconds"] == 10


def test_tables_nobody_looks_at_are_put_away_and_found_again(tmp_path: Path) -> None:
    """A resting table leaves the memory; whoever asks for it gets it back from the store."""
    clock = Clock()
    with serving(quick_settings(tmp_path, resting_seconds=60.0), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        before = ann.move(code, 0, 0, 1, "a")["frame"]["log"]
        clock.pass_by(90)
        assert house.live(code).is_resting(clock(), 60_000)
        house.call(house.registry.tables.pop, code)
        assert ann.frame(code)["log"] == before


def test_verify_checks_the_deal_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`mousehole verify` accepts the record of a finished table and refuses one whose deal was changed."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "bot:random", "bot:random", dawn=5, contribution="tail-of-ann")
        while (frame := ann.frame(code))["state"] != "over":
            if frame["moves"]:
                ann.move(code, 0, frame["moves"][0]["action"], frame["version"], f"m{frame['version']}")
        record = ann.get(f"/api/tables/{code}/record")
    file = tmp_path / "game.mousehole"
    file.write_text(record)
    assert main(["verify", str(file)]) == 0
    assert "the record's promise binds the server to" in capsys.readouterr().out
    for name, why in (
        ("Promise", "promised"),
        ("Commitment", "committed"),
        ("Salt", "promised"),
        ("Contributions", "contributions"),
    ):
        changed = record.replace(f'[{name} "', f'[{name} "1')
        file.write_text(changed)
        assert main(["verify", str(file)]) == 3
        assert why in capsys.readouterr().err
    file.write_text("\n".join(line for line in record.splitlines() if not line.startswith("[Salt")) + "\n")
    assert main(["verify", str(file)]) == 3
    assert "Salt is missing" in capsys.readouterr().err

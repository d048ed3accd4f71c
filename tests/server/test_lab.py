"""The lab at the server: runs are started, watched, stopped, bounded, and survive what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Person, Server, serving

from mousehole.games import IDS
from mousehole.lab.setup import SetUp
from mousehole.lab.studies import STUDIES
from mousehole.server.lab.shelf import KEPT, LIVE, LOST_SECONDS, Shelf
from mousehole.server.lab.turns import Turns
from mousehole.server.settings import Settings

GAME = "cat_and_mouse"
SETUP = f"game={GAME}&players=greedy&games=12&seed=3"
LONG = f"game={GAME}&players=tiger&games=5000&seed=1"
PATIENCE = 120.0
QUICK: dict[str, Any] = {"lab_nice": 0, "lab_runs_per_minute": 1000}
"""Other work on the machine does not hold these tests up."""
pytestmark = pytest.mark.xdist_group(GAME)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for the tests of this file."""
    settings = Settings(database=str(tmp_path_factory.mktemp("lab") / "tables.sqlite"), **QUICK)
    with serving(settings, (GAME,)) as server:
        yield server


def start(person: Person, setup: str = SETUP) -> str:
    """Start a run; return its id."""
    return str(person.post("/api/lab/runs", {"setup": setup})["run"])


def wait(person: Person, run: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Look at a run until something is so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found: dict[str, Any] = person.get(f"/api/lab/runs/{run}")
        if until(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"the run never came so far: {found['state']} {found['message']}")


def look(person: Person, address: str) -> Any:
    """Ask for an address as it stands, its query included."""
    return person.asked("GET", address, 200)


def is_over(run: dict[str, Any]) -> bool:
    """Tell whether nobody plays a run any more."""
    return run["state"] not in LIVE


def has_figures(run: dict[str, Any]) -> bool:
    """Tell whether a run shows something."""
    return run["results"] is not None


def test_a_run_is_played_and_kept(house: Server) -> None:
    """A run gets all its games; the same set-up asked for again, by anybody, is the run that was played."""
    ann, bob = house.person("Ann"), house.person("Bob")
    run = start(ann)
    found = wait(ann, run, is_over)
    assert (found["state"], found["message"]) == ("done", "")
    assert found["results"]["played"] == found["results"]["asked"] == 12
    assert sum(bar["share"]["value"] for bar in found["results"]["sides"]) == pytest.approx(1)
    assert start(bob) == run
    assert look(bob, "/api/lab/setup?" + SETUP)["run"] == run


def test_a_set_up_is_completed(house: Server) -> None:
    """The query of a link comes back whole: the sides by name, every option, one level a side."""
    found = look(house.person(), f"/api/lab/setup?game={GAME}&players=kitten&b.tricks=0")
    assert [side["label"] for side in found["sides"]] == ["the Inspector", "the Mouse"]
    assert found["ways"][0]["players"] == ["kitten", "kitten"]
    assert [way["options"]["tricks"] for way in found["ways"]] == ["1", "0"]
    assert "b.tricks=0" in found["address"]
    assert found["run"] is None


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (f"game={GAME}&games=100000", "bad_setup"),
        (f"game={GAME}&games=6000&b.tricks=0", "bad_setup"),
        (f"game={GAME}&games=none", "bad_setup"),
        (f"game={GAME}&players=dog", "unknown_bot"),
        (f"game={GAME}&tricks=9", "bad_option"),
        (f"game={GAME}&seats=5", "bad_seats"),
        ("game=chess", "unknown_game"),
        ("", "bad_setup"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(house: Server, setup: str, code: str) -> None:
    """Too many games, an unknown level, option, number of seats or game: refused with a sentence, nothing begins."""
    person = house.person()
    status = 404 if code == "unknown_game" else 422
    assert person.refused("POST", "/api/lab/runs", {"setup": setup}) == (status, code)
    assert person.refused("GET", f"/api/lab/setup?{setup}") == (status, code)


def test_two_set_ups_are_compared(house: Server) -> None:
    """Two set-ups are played on the same deals, and the difference of each side is told with its interval."""
    person = house.person()
    found = wait(person, start(person, f"{SETUP}&b.tricks=0"), is_over)
    told = found["comparison"]
    assert told["pairs"] == 12
    assert [one["label"] for one in told["differences"]] == ["the Inspector", "the Mouse"]
    gain = told["differences"][0]["difference"]
    assert gain["low"] <= gain["value"] <= gain["high"]


def test_a_run_is_stopped_by_whoever_started_it(house: Server) -> None:
    """Somebody else cannot stop a run; whoever started it can, and what was played stays."""
    ann, bob = house.person("Ann"), house.person("Bob")
    run = start(ann, LONG)
    wait(bob, run, has_figures)
    assert bob.refused("DELETE", f"/api/lab/runs/{run}") == (403, "not_your_seat")
    ann.asked("DELETE", f"/api/lab/runs/{run}", 204)
    found = wait(ann, run, is_over)
    assert found["state"] == "stopped"
    assert 0 < found["results"]["played"] < 5000


def test_a_person_has_one_run(house: Server) -> None:
    """A second run of the same person takes the place of the first; another person's goes on."""
    ann, bob = house.person("Ann"), house.person("Bob")
    first, other = start(ann, LONG), start(bob, LONG + "&tricks=0")
    wait(ann, first, has_figures)
    second = start(ann, LONG + "&tricks=2")
    assert wait(ann, first, is_over)["state"] == "stopped"
    wait(ann, second, has_figures)  # they take turns: each gets figures while the other is played
    assert not is_over(wait(bob, other, has_figures))
    for person, run in ((ann, second), (bob, other)):
        person.asked("DELETE", f"/api/lab/runs/{run}", 204)
        wait(person, run, is_over)


def test_a_game_of_a_run_is_looked_at(house: Server) -> None:
    """Any game of a run is shown move by move, with everybody's eyes, as it was played there."""
    person = house.person()
    run = wait(person, start(person), is_over)
    ending = run["results"]["endings"][-1]
    number = ending["games"][0]
    game = look(person, f"/api/lab/game?{SETUP}&number={number}")
    assert [seat["bot"] for seat in game["seats"]] == ["greedy", "greedy"]
    assert game["outcome"]["reason"] == ending["name"]
    last = look(person, f"/api/lab/game/replay/{game['moves']}?{SETUP}&number={number}&seat=1")
    assert (last["move"], last["seat"]) == (game["moves"], 1)
    assert last["view"]
    beyond = f"/api/lab/game/replay/{game['moves'] + 1}?{SETUP}&number={number}"
    assert person.refused("GET", beyond) == (409, "not_here")


def test_a_process_that_dies_takes_no_table_with_it(house: Server) -> None:
    """The run says that its process died; the server goes on, tables too, and the next run is played."""
    person = house.person()
    run = start(person, LONG + "&deep_pockets=on")
    wait(person, run, has_figures)
    hand = house.app.state.jobs.hand
    os.kill(hand.process.pid, signal.SIGKILL)
    found = wait(person, run, is_over)
    assert found["state"] == "failed"
    assert "died" in found["message"]
    assert has_figures(found)
    assert person.frame(person.open("me", "bot:random", game=GAME))["state"] == "playing"
    again = wait(person, start(person, SETUP + "&tricks=2"), is_over)
    assert again["state"] == "done"


def test_an_unchanged_run_is_not_sent_again(house: Server) -> None:
    """Whoever has a run's latest figures gets no body."""
    person = house.person()
    run = start(person)
    wait(person, run, is_over)
    first = person.client.get(f"/api/lab/runs/{run}")
    again = person.client.get(f"/api/lab/runs/{run}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_of_a_run(house: Server) -> None:
    """A run is downloaded as JSON, and its games as lines of a file."""
    person = house.person()
    run = start(person)
    wait(person, run, is_over)
    answer = person.client.get(f"/api/lab/runs/{run}/results.json")
    assert answer.json()["played"] == 12
    assert "attachment" in answer.headers["content-disposition"]
    lines = person.client.get(f"/api/lab/runs/{run}/games.csv").text.splitlines()
    assert len(lines) == 13


def test_the_front_shows_every_game(house: Server) -> None:
    """Each game has a measured share with its interval, the command that made it, and a run that can be looked at."""
    person = house.person()
    front = look(person, "/api/lab/front")
    assert [dial["game"] for dial in front["dials"]] == list(IDS)
    assert "benchmarks.front" in front["command"]
    for dial in front["dials"]:
        assert dial["share"]["low"] <= dial["share"]["value"] <= dial["share"]["high"]
        assert SetUp.from_address(dial["address"]).games == dial["share"]["games"]


def test_studies_are_those_of_the_page(house: Server) -> None:
    """Every study of the lab with claims is there, each claim with its figure and its verdict."""
    found = {study["title"]: study for study in look(house.person(), "/api/lab/studies")}
    for study in STUDIES.values():
        if study.claims:
            told = {claim["text"]: claim for claim in found[study.title]["claims"]}
            assert set(told) == {claim.sentence for claim in study.claims}
            for claim in told.values():
                assert claim["verdict"] in {"confirmed", "refuted", "undecided"}
                assert claim["found"]["low"] <= claim["found"]["value"] <= claim["found"]["high"]


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has it")
@pytest.mark.parametrize("nice", [0, 19])
def test_the_last_of_all_leaves_the_processor_at_once(nice: int) -> None:
    """Beside tables the lab plays only where nobody else wants the processor, in all its threads; unless told to."""
    code = (
        "import os, sys, threading; from mousehole.server.lab.work import stand_back; stand_back(int(sys.argv[1]));"
        "threading.Thread(target=lambda: print(os.sched_getscheduler(0) == os.SCHED_IDLE)).start()"
    )
    done = subprocess.run([sys.executable, "-c", code, str(nice)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(nice == 19)


def test_no_such_run(house: Server) -> None:
    """An id that nobody gave, and one that would leave the shelf, are not found."""
    person = house.person()
    for run in ("0" * 18, "..%2Fsecret", "a.b"):
        assert person.refused("GET", f"/api/lab/runs/{run}")[0] == 404


def test_runs_are_bounded_in_time_and_number(tmp_path: Path) -> None:
    """A run that takes too long is cut and says so; too many starts, and too many runs at once, are refused."""
    settings = Settings(
        database=str(tmp_path / "t.sqlite"), lab_nice=0, lab_seconds=0.3, lab_runs_per_minute=3, lab_runs=2
    )
    with serving(settings, (GAME,)) as server:
        ann, bob, cat = (server.person(name) for name in ("Ann", "Bob", "Cat"))
        run = start(ann, LONG)
        found = wait(ann, run, is_over)
        assert found["state"] == "cut"
        assert found["results"]["played"] < 5000
        assert "time" in found["message"]
        server.app.state.jobs.settings = replace(settings, lab_seconds=60.0)
        runs = [(ann, start(ann, LONG + "&tricks=0")), (bob, start(bob, LONG))]
        assert cat.refused("POST", "/api/lab/runs", {"setup": SETUP}) == (429, "too_many")
        assert cat.refused("GET", f"/api/lab/game?{SETUP}&number=7") == (429, "too_many")
        answers = [ann.refused("POST", "/api/lab/runs", {"setup": SETUP}) for _ in range(5)]
        assert (answers[0], answers[-1]) == ((429, "too_many"), (429, "too_fast"))  # three a minute, and time goes on
        for person, started in runs:
            wait(person, started, has_figures)
        process = server.app.state.jobs.hand.process
    assert process.returncode is not None  # it has ended with the server


def test_a_process_with_nothing_to_do_ends(tmp_path: Path) -> None:
    """After a rest the process is gone, and the next run starts another."""
    with serving(Settings(database=str(tmp_path / "t.sqlite"), lab_nice=0, lab_rest_seconds=0.1), (GAME,)) as server:
        person, jobs = server.person(), server.app.state.jobs
        wait(person, start(person), is_over)
        end = time.monotonic() + PATIENCE
        while jobs.hand is not None and time.monotonic() < end:
            time.sleep(0.02)
        assert jobs.hand is None
        assert wait(person, start(person, SETUP + "&tricks=0"), is_over)["state"] == "done"


def test_any_worker_finds_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that share a shelf know each other's runs: each shows them, and stops them for their owner."""
    monkeypatch.setenv("MOUSEHOLE_LAB_SHELF", str(tmp_path))
    settings = Settings(database=str(tmp_path / "t.sqlite"), **QUICK)
    with serving(settings, (GAME,)) as one:
        ann = one.person("Ann")
        run = start(ann, LONG)
        wait(ann, run, has_figures)
        beside = Shelf(tmp_path)
        assert beside.run(run) is not None
        beside.ask_to_stop(run)
        assert wait(ann, run, is_over)["state"] == "stopped"


def test_a_run_that_nobody_plays_is_lost(tmp_path: Path) -> None:
    """A run that is said to go on, and has not been touched for long, says that it is lost."""
    shelf = Shelf(tmp_path)
    run = {"id": "1", "address": "", "state": "running", "message": "", "results": None, "comparison": None}
    shelf.write(run)
    assert shelf.run("1") == run
    past = time.time() - LOST_SECONDS - 1
    os.utime(shelf.path("1", "run"), (past, past))
    found = shelf.run("1")
    assert found is not None
    assert found["state"] == "failed"
    shelf.touch("1")
    assert shelf.run("1") == run


def test_the_shelf_is_bounded(tmp_path: Path) -> None:
    """The oldest runs go with all their files, and so do records of single games; the newest stay."""
    shelf = Shelf(tmp_path)
    for number in range(KEPT + 3):
        for kind in ("run", "csv", "record"):
            shelf.put(f"{number}", kind, b"{}")
            os.utime(shelf.path(f"{number}", kind), (number, number))
    shelf.tidy()
    for kind in ("run", "csv", "record"):
        assert {path.stem for path in tmp_path.glob(f"*.{kind}")} == {str(number) for number in range(3, KEPT + 3)}


def test_turns_are_taken_in_order() -> None:
    """Whoever passes on comes after everybody who waits."""
    turns, told = Turns(), list[str]()

    def play(name: str) -> None:
        with turns.turn():
            for _ in range(3):
                told.append(name)
                turns.pass_on()

    with turns.turn():
        threads = [threading.Thread(target=play, args=(name,)) for name in "ab"]
        for number, thread in enumerate(threads, 2):
            thread.start()
            while len(turns.queue) < number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert "".join(told) == "ababab"

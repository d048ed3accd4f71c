"""Puzzles and the deal of the day through the server: no answer goes out unasked, and a day's deal is public."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Server, quick_settings, receive, serving

from mousehole.analysis.puzzles import Puzzle, stored
from mousehole.engine.deals import check_dealing, seat_of_day, seed_of_day
from mousehole.engine.errors import Unreadable
from mousehole.games import IDS, facts, load
from mousehole.server.api.puzzles import show_today

GAME = "hide_and_squeak"


def first(game_id: str, kind: str) -> Puzzle:
    """Find the first puzzle of a kind."""
    return next(one for one in stored(game_id, facts(game_id).rules_version) if one.kind == kind)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Run a server for the tests of this file."""
    with serving(quick_settings(tmp_path_factory.mktemp("puzzles")), (GAME, "cat_and_mouse")) as found:
        yield found


def test_shelves_list_the_puzzles_of_every_game(house: Server) -> None:
    """Names, grades and kinds, and nothing of an answer."""
    shelves = house.person("Ann").client.get("/api/puzzles").json()
    assert [shelf["game"] for shelf in shelves] == list(IDS)
    assert {key for shelf in shelves for one in shelf["puzzles"] for key in one} == {"name", "grade", "kind"}


@pytest.mark.parametrize("kind", ["move", "deduction"])
def test_a_puzzle_goes_out_without_its_answer(house: Server, kind: str) -> None:
    """A puzzle is as its seat sees it; neither the answer, nor the deal, nor what is to be worked out is in it."""
    puzzle = first(GAME, kind)
    asked = house.person("Ann").client.get(f"/api/puzzles/{GAME}/{puzzle.name}").json()
    assert set(asked) == {"name", "kind", "grade", "question", "task", "given", "told", "posed"}
    assert puzzle.best in [move["action"] for move in asked["posed"]["moves"]]
    match = puzzle.match(load(GAME))
    shown = json.loads(json.dumps(asdict(match.game.picture.show(match.view(puzzle.seat).record, puzzle.seat))))
    if kind == "move":
        assert asked["posed"]["view"] == shown
    else:
        rooms = {len(mouse["maybe"]) for mouse in asked["posed"]["view"]["mice"]}
        assert rooms <= {0, 9}
        assert 1 in {len(mouse["maybe"]) for mouse in shown["mice"]}


def test_an_answer_gets_a_verdict_with_its_reasons(house: Server) -> None:
    """A right answer is right, another is wrong, what is no answer is refused; whoever asks to be shown is shown."""
    ann, puzzle = house.person("Ann"), first(GAME, "deduction")
    address = f"/api/puzzles/{GAME}/{puzzle.name}/answer"
    told = ann.post(address, {"action": puzzle.best})
    assert told["right"]
    assert told["lines"][-1]["left"] == 1
    wrong = (puzzle.best + 1) % 9
    assert not ann.post(address, {"action": wrong})["right"]
    assert ann.client.post(address, json={"action": 99}).status_code == 422
    shown = ann.post(address, {"action": None})
    assert (shown["right"], shown["best"]) == (False, puzzle.best)
    assert ann.client.get(f"/api/puzzles/{GAME}/no-such").status_code == 404


@pytest.mark.parametrize("kind", ["move", "deduction"])
def test_a_hint_leaves_the_answer_to_find(house: Server, kind: str) -> None:
    """It strikes out another move than the best, or names a fact that is told; what is right is not in it."""
    ann, puzzle = house.person("Ann"), first(GAME, kind)
    hint = ann.get(f"/api/puzzles/{GAME}/{puzzle.name}/hint")
    asked = ann.get(f"/api/puzzles/{GAME}/{puzzle.name}")
    names = {move["action"]: move["text"] for move in asked["posed"]["moves"]}
    assert set(hint) == {"text", "action", "fact"}
    assert names[puzzle.best] not in hint["text"]
    if kind == "move":
        assert (hint["action"] in set(names) - {puzzle.best}, hint["fact"]) == (True, None)
        assert names[hint["action"]] in hint["text"]
    else:
        assert hint["action"] is None
        assert f"fact {hint['fact'] + 1} " in hint["text"]
        assert hint["fact"] < len(asked["told"])
    assert ann.client.get(f"/api/puzzles/{GAME}/no-such/hint").status_code == 404


@pytest.mark.parametrize("day", ["2026-11-15", "2026-11-16"], ids=["people-begin", "bots-begin"])
def test_the_deal_of_the_day_is_the_same_for_everybody(
    house: Server, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people get the same deal, seat and bots, whose answers to the same moves are the same; there are no hints."""
    monkeypatch.setattr(f"{show_today.__module__}.today", lambda: date.fromisoformat(day))
    tables = []
    for name in ("Ann", "Bob"):
        person = house.person(name)
        code = person.post("/api/days/today/cat_and_mouse", {})["table"]
        mine = seat_of_day(seed_of_day("cat_and_mouse", day), 2)
        with person.socket(code) as socket:
            while mine not in receive(socket)["acting"]:
                pass
        tables.append(house.live(code).table)
    assert tables[0].seed == tables[1].seed == seed_of_day("cat_and_mouse", day)
    assert not tables[0].has_hints
    assert [seat.bot for seat in tables[0].seats] == [seat.bot for seat in tables[1].seats]
    assert [list(table.started().moves) for table in tables] == [list(tables[0].started().moves)] * 2
    assert tables[0].thought_seed(0) == tables[1].thought_seed(0) is not None


def test_the_record_of_a_day_says_that_its_deal_is_public(tmp_path: Path) -> None:
    """Frames name the day; the record is checked by the date alone, and another seed does not pass."""
    with serving(quick_settings(tmp_path), ("who_done_it",)) as house:
        ann = house.person("Ann")
        code = ann.post("/api/days/today/who_done_it", {})["table"]
        frame = ann.client.get(f"/api/tables/{code}").json()
        assert frame["dealing"]["day"]
        assert frame["dealing"]["seed"] is None
        headers = {"Day": "2026-11-16", "Game": GAME, "Seed": str(seed_of_day(GAME, "2026-11-16"))}
        assert check_dealing(headers)
        with pytest.raises(Unreadable):
            check_dealing({**headers, "Seed": "5"})

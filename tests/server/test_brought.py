"""A game begun on a device without a server goes on at one: its moves are played again, and nothing is trusted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.serving import Server, play_on, quick_settings, serving

from mousehole.engine.deals import check_dealing, seed_of
from mousehole.engine.match import Match
from mousehole.engine.notation import parse_draft
from mousehole.games import facts, load

pytestmark = pytest.mark.xdist_group("server")
GAME = "cat_and_mouse"
SHARE, SALT = "0123456789abcdef" * 2, "fedcba9876543210" * 2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("brought"))) as running:
        yield running


def begun(moves: int) -> list[list[int]]:
    """Play the first moves of the game that this share deals, as a device would."""
    match = Match.start(load(GAME), seed=seed_of(SHARE, []))
    for _ in range(moves):
        seat = match.actors()[0]
        match.step(seat, match.legal(seat)[0])
    return [[seat, action] for seat, action in match.moves]


def wish(moves: list[list[int]], **other: Any) -> dict[str, Any]:
    """Write what a device sends."""
    brought = {"rules_version": facts(GAME).rules_version, "share": SHARE, "salt": SALT, "moves": moves, **other}
    return {"setup": f"game={GAME}&seats=me,device:Bo", "brought": brought}


def test_a_game_goes_on_where_it_was(house: Server) -> None:
    """The table has the device's deal and its moves, says that a device dealt it, and can be played to its end."""
    ann = house.person("Ann")
    code = ann.post("/api/tables", wish(begun(4)))["table"]
    frame = ann.frame(code)
    assert frame["state"] == "playing"
    assert frame["dealing"]["by_device"]
    assert any("a device dealt it" in entry["text"] for entry in frame["log"])
    played = ann.get(f"/api/tables/{code}/log")["entries"]
    assert len(played) >= 4  # the moves are told, too
    play_on(ann, code)
    record = ann.client.get(f"/api/tables/{code}/record").text
    draft = parse_draft(record)
    assert check_dealing(draft.headers) is not None
    assert not ann.frame(ann.open("me", "device", "device"))["dealing"]["by_device"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"moves": [[0, 2**31 - 1]]}, "illegal_move"),
        ({"moves": [[7, 0]]}, None),
        ({"moves": [[0]]}, "bad_request"),
        ({"share": "short"}, "bad_request"),
        ({"rules_version": 99}, "old_rules"),
    ],
)
def test_what_a_device_says_is_judged_by_the_rules(house: Server, change: dict[str, Any], code: str | None) -> None:
    """A move that is not legal, a broken deal or other rules open no table."""
    ann = house.person("Ann")
    status, told = ann.refused("POST", "/api/tables", wish(begun(2), **change))
    assert 400 <= status < 500
    assert code in {None, told}
    assert ann.get("/api/tables") == []


def test_a_brought_game_is_there_after_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The moves are kept with the table: rebuilt from the store, it stands as it stood."""
    settings = quick_settings(tmp_path_factory.mktemp("again"))
    with serving(settings) as first:
        ann = first.person("Ann")
        code = ann.post("/api/tables", wish(begun(4)))["table"]
        before = ann.frame(code, -1)
    with serving(settings) as second:
        after = second.person("Bob").frame(code, -1)
    assert after["view"] == before["view"]
    assert after["dealing"] == before["dealing"]

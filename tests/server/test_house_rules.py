"""House rules at a table: agreed when it is set, said wherever the game is shown, refused where they cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.server.serving import Server, play_on, quick_settings, serving
from tests.server.test_frames import table_of

from mousehole.engine.notation import read_match
from mousehole.games import facts, load
from mousehole.table import frames
from mousehole.table.afterwards import keepsake_of
from mousehole.table.keepsake import Keepsake, unpacked
from mousehole.table.setup import parse_setup
from mousehole.table.table import Table, opening

pytestmark = pytest.mark.xdist_group("server")
AGREED = ["Captures: 1 (printed: one for each mouse)", "Cat actions: 6 (printed: 4)"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("house"))) as running:
        yield running


def test_a_table_says_what_was_agreed(house: Server) -> None:
    """Frame, list of tables, link and record of a game with house rules say so; a rematch keeps them."""
    ann = house.person("Ann")
    code = ann.open("me", "device", "device", dawn=5, captures=1, cat_actions=6)
    frame = ann.frame(code)
    assert frame["house_rules"] == AGREED
    assert (frame["view"]["captures_goal"], frame["view"]["actions"]) == (1, 6)
    assert [table["house_rules"] for table in ann.get("/api/tables") if table["table"] == code] == [AGREED]
    play_on(ann, code)
    match = read_match(ann.client.get(f"/api/tables/{code}/record").text, load)
    assert match.game.facts.house_rules(match.options) == AGREED


def test_the_printed_game_says_nothing(house: Server) -> None:
    """A game by the rulebook has no house rules, and neither its options nor its record name any."""
    ann = house.person("Ann")
    code = ann.open("me", "device", "device", dawn=5)
    frame = ann.frame(code)
    assert (frame["house_rules"], frame["options"]) == ([], {"walls": "east_west", "dawn": "5"})
    play_on(ann, code)
    assert '[Options "walls=east_west dawn=5"]' in ann.client.get(f"/api/tables/{code}/record").text


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("game=hide_and_squeak&seats=me,bot,bot,bot,bot,bot&traps=9", "5 mice cannot store 15 cheeses"),
        ("game=hide_and_squeak&captures=11", "captures goes from 0 to 10, not 11"),
        ("game=cloaked_cats&masks=many", "masks is a number, not 'many'"),
    ],
)
def test_impossible_house_rules_are_refused(house: Server, query: str, named: str) -> None:
    """What cannot be played is refused with a sentence, where a table is set and where it is opened."""
    ann = house.person("Ann")
    asked = ann.client.get(f"/api/setup?{query}")
    opened = ann.client.post("/api/tables", json={"setup": query})
    for answer in (asked, opened):
        assert answer.status_code == 422
        assert named in json.dumps(answer.json())


def test_the_list_of_games_marks_house_rules(house: Server) -> None:
    """Options that change what is printed are marked, with what is printed in words; offers name their options."""
    for game in house.person("Ann").get("/api/games"):
        known = facts(game["id"])
        assert [option["name"] for option in game["options"] if option["is_house"]] == [
            option.name for option in known.options if option.is_house
        ]
        for preset in game["presets"]:
            query = "&".join(f"{name}={value}" for name, value in preset["options"].items())
            setup = parse_setup(f"game={game['id']}&seats={','.join(['me'] + ['bot'] * (preset['seats'] - 1))}&{query}")
            assert known.house_rules(setup.options)
            assert preset["finding"].endswith(".")
            assert preset["text"]
    squeak = next(game for game in house.person("Ann").get("/api/games") if game["id"] == "hide_and_squeak")
    captures = next(option for option in squeak["options"] if option["name"] == "captures")
    assert (captures["default"], captures["printed"]) == ("0", "one for each mouse")


def test_a_table_from_before_there_were_house_rules_is_the_printed_game() -> None:
    """A stored table with fewer options than there are now is the game it was; one with too few is refused."""
    table = table_of("cloaked_cats")
    setup = parse_setup("game=cloaked_cats&seats=me,device,device,device")
    first = opening(setup, "ann", "Ann", "c").event(1, 1000)
    again = Table.rebuilt(replace(table.row, options=()), table.game, [first])
    assert again.match is not None
    assert again.match.options == table.game.facts.option_values({})
    assert frames.house_rules_data(again) == []


def test_what_is_kept_of_a_game_keeps_its_house_rules() -> None:
    """A game whose rules are gone still says which numbers it was played by."""
    kept = keepsake_of_a_game()
    assert kept.house_rules == []
    assert unpacked(replace(kept, house_rules=AGREED).packed()).house_rules == AGREED


def keepsake_of_a_game() -> Keepsake:
    """Play a game to its end and keep it."""
    table = table_of("cat_and_mouse")
    number = 0
    while table.acting:
        seat, number = table.acting[0], number + 1
        draft = table.move("ann", seat, table.started().legal(seat)[0], table.version, f"m{number}")
        table.apply(draft.event(table.version + 1, 1000 + number), draft.position)  # type: ignore[union-attr]
    return keepsake_of(table)

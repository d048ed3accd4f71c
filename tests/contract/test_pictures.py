"""What pages show, on every game: shapes as described, moves that can be told apart by touching, lessons that play."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.games import IDS, load
from mousehole.server.api.document import document
from mousehole.table import shapes
from mousehole.table.errors import NotHere
from mousehole.table.lessons import lesson, preview

ROOT = Path(__file__).resolve().parents[2]
MODES = list(modes())
VIEW: TypeAdapter[Any] = TypeAdapter(shapes.View)
PREVIEW: TypeAdapter[Any] = TypeAdapter(shapes.Preview)
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


@each_mode
def test_pictures_are_shaped_as_described(game_id: str, table: Table) -> None:
    """Every view, of every seat and of spectators, fits the shape that the OpenAPI document promises for it."""
    match, chooser = open_table(table, 5), random.Random(5)
    while True:
        for viewer in range(-1, match.seats):
            shown = orjson.dumps(match.game.picture.show(match.view(viewer).record, viewer))
            VIEW.validate_json(shown, strict=True)
            assert json.loads(shown)["game"] == game_id
        if match.is_over or len(match.moves) > 60:
            return
        match.step(*careful_move(match, chooser))


@each_mode
def test_every_move_can_be_reached_by_touching(game_id: str, table: Table) -> None:
    """No two legal moves touch the same things, and a name is never empty: so a page can offer each of them."""
    match, chooser = open_table(table, 8), random.Random(8)
    while not match.is_over and len(match.moves) < 120:
        for seat in match.actors():
            view = match.view(seat).record
            found = [tuple(match.game.picture.touches(view, seat, action)) for action in match.legal(seat)]
            touching = [frozenset(things) for things in found if things]
            assert len(touching) == len(set(touching)), (game_id, found)
            assert all(":" in thing for things in found for thing in things)
        match.step(*careful_move(match, chooser))


@pytest.mark.parametrize("game_id", IDS)
def test_lessons_play_by_the_true_rules(game_id: str) -> None:
    """A guided first game is legal from its first move to its last, tells why, and asks the learner for something."""
    found = lesson(load(game_id))
    asked = [step for step in found.steps if step.wanted is not None]
    assert 4 <= len(asked) <= 30
    assert all(step.note for step in asked)
    assert all(any(move.action == step.wanted for move in step.moves) for step in asked)
    assert found.steps[-1].note


@pytest.mark.parametrize("game_id", IDS)
def test_lessons_have_previews_where_the_game_has(game_id: str) -> None:
    """What the script wants can be looked at before it is done, in the shape the document promises."""
    game = load(game_id)
    steps = lesson(game).steps
    for number, step in enumerate(steps):
        if step.wanted is None:
            continue
        if not hasattr(game.picture, "preview"):
            with pytest.raises(NotHere):
                preview(game, number, step.wanted)
            return
        PREVIEW.validate_json(preview(game, number, step.wanted), strict=True)
    with pytest.raises(NotHere):
        preview(game, len(steps), 0)


def test_the_page_knows_the_api_as_it_is() -> None:
    """The document from which the page's types are made is the server's own (`make types` writes both anew)."""
    assert (ROOT / "web" / "openapi.json").read_text(encoding="utf-8") == document()

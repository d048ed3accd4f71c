"""Frames are built quickly, from pieces that are kept: the pieces never make a frame differ."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import is_dataclass

import orjson
import pytest

from mousehole.games import IDS, load, room
from mousehole.table import frames
from mousehole.table.events import Row
from mousehole.table.setup import parse_setup
from mousehole.table.shapes import LogEntry
from mousehole.table.table import Table, opening


def table_of(game_id: str, share: int = 1) -> Table:
    """Set a table at which one person holds every seat; another share deals other cards."""
    game = load(game_id)
    seats = min(4, game.facts.max_seats)
    setup = parse_setup(f"game={game_id}&move_seconds=60&seats={','.join(['me'] + ['device'] * (seats - 1))}")
    row = Row(
        "abcdefg",
        game_id,
        game.facts.rules_version,
        setup.options,
        seats,
        setup.rules,
        "ann",
        1,
        f"{share:x}" * 64,
        "6",
    )
    return Table.rebuilt(row, game, [opening(setup, "ann", "Ann", "c").event(1, 1000)])


@pytest.mark.parametrize("game_id", IDS)
def test_kept_pieces_change_no_frame(game_id: str) -> None:
    """A frame made with what earlier ones left is, to the byte, one made from nothing: after moves, undos, absences."""
    table, chance = table_of(game_id), random.Random(3)
    viewers = [-1, *range(len(table.seats))]
    tellers, common = {viewer: frames.Teller(viewer) for viewer in viewers}, frames.Common()
    for number in range(30):
        if not table.acting:
            break
        seat = table.acting[0]
        if number % 2 and frames.can_undo(table, seat):
            draft = table.undo("ann", seat, table.version, f"u{number}")
        else:
            legal = table.started().legal(seat)
            action = legal[-1] if table.game.facts.has_undo else chance.choice(legal)
            draft = table.move("ann", seat, action, table.version, f"m{number}")
        table.apply(draft.event(table.version + 1, 1000 + number), draft.position)  # type: ignore[union-attr]
        for company in (frames.Company(frozenset({0})), frames.Company(away={0: number}, watchers=1)):
            for viewer in viewers:
                kept = frames.frame_body(table, viewer, company, tellers[viewer], common, has_text=True)
                fresh = frames.frame_body(table, viewer, company, frames.Teller(viewer), frames.Common(), has_text=True)
                assert kept == fresh
                frame = orjson.loads(b"{" + kept + b"}")
                assert frame["version"] == table.version
                assert frame["seat"] == (None if viewer < 0 else viewer)
                assert frame["watchers"] == company.watchers
    assert bool(table.retold) == table.game.facts.has_undo


def test_a_told_story_takes_little_more_memory_than_its_letters() -> None:
    """Thousands of tables keep their stories: nothing is kept behind each sentence but the sentence."""
    told = [LogEntry(number, f"The mouse goes to room {number}.") for number in range(frames.LOG_MOVES)]
    teller = frames.Teller(0)
    tracemalloc.start()
    teller.write(told)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 4 * sum(map(len, teller.last))


@pytest.mark.parametrize("game_id", IDS)
def test_whole_games_can_be_written(game_id: str) -> None:
    """Every frame of whole games is JSON, whatever comes up: a number of the compiler's own kind would not be."""
    for share in range(1, 13):
        table, chance = table_of(game_id, share), random.Random(share)
        tellers, common = [frames.Teller(seat) for seat in range(len(table.seats))], frames.Common()
        while table.acting:
            seat = table.acting[0]
            body = frames.frame_body(table, seat, frames.Company(), tellers[seat], common, has_text=True)
            moves = orjson.loads(b"{" + body + b"}")["moves"]
            assert {type(move[name]) for move in moves for name in ("is_grave", "is_pass")} == {bool}
            draft = table.move("ann", seat, chance.choice(moves)["action"], table.version, f"m{table.version}")
            table.apply(draft.event(table.version + 1, 1000), draft.position)  # type: ignore[union-attr]


@pytest.mark.parametrize("game_id", IDS)
def test_views_are_dataclasses_that_are_written_fast(game_id: str) -> None:
    """What a page is sent is made of dataclasses without slots: with them, writing it takes five times as long."""
    shapes = vars(room(game_id, "view")).values()
    found = [shape for shape in shapes if isinstance(shape, type) and is_dataclass(shape)]
    assert found
    assert not [shape.__name__ for shape in found if "__slots__" in vars(shape)]

"""What a page shows of Who Done It?: the table, what moves touch, previews, the lesson."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tests.games.who_done_it.careful import patient
from tests.games.who_done_it.picture import GAME, picture, play

from mousehole.engine.match import Match
from mousehole.games.who_done_it import show as page
from mousehole.games.who_done_it.lesson import LESSON
from mousehole.games.who_done_it.view import WhoDoneItPreview, WhoDoneItView

LAST_OF_SECOND_STACK, LAST_ABOVE_LAST_AGENDA = 12, 25
FIRST_AGENDA = 6


def shown(match: Match, viewer: int = 0) -> WhoDoneItView:
    """Show a match to a viewer."""
    return page.show(match.view(viewer).record, viewer)


def foreseen(match: Match, move: str) -> WhoDoneItPreview:
    """Preview a move by its name."""
    return page.preview(match.view(0).record, 0, match.parse_move(0, move))


def touched(match: Match, move: str) -> list[str]:
    """List what a move touches."""
    return page.touches(match.view(0).record, 0, match.parse_move(0, move))


def walk(options: tuple[int, int], seed: int) -> list[tuple[Match, int]]:
    """Play a game that reaches the endgame, and give each position with the action played there."""
    setup = GAME.facts.options[0].choices[options[0]]
    match = Match.start(GAME, options={"setup": setup, "easier": options[1]}, seed=seed)
    steps = []
    for action in patient(GAME, options, seed):
        steps.append((Match(GAME, 1, match.options, seed, [], [match.state.copy()]), action))
        match.step(0, action)
    return steps


# The table


def test_the_first_table() -> None:
    """Everybody sees the setup, four cards on the belt, the stacks, and four agendas none of which is struck out."""
    match = Match.start(GAME, options={"setup": "cats_crossing"}, seed=1)
    for viewer in (0, -1):
        view = shown(match, viewer)
        assert (view.setup, view.level, view.phase, view.turn) == ("Cat's Crossing", "hard", "place", 1)
        assert [(room.cell, room.card.name) for room in view.rooms] == [
            ("d5", "Ratchet Row"),
            ("e5", "Great Wheelhouse"),
            ("f5", "Long Gallery"),
        ]
        assert (view.mouse, view.cat, view.cheese) == ("e7", None, "e4")
        assert len(view.belt) == 4
        assert (view.deck, view.stacks) == (27, [7, 7, 6, 7])
        assert not any(agenda.is_seen or agenda.is_last for agenda in view.agendas)
        assert view.events == []
        assert (view.window.column, view.window.row, view.window.columns, view.window.rows) == (2, 2, 5, 6)


def test_cards_are_shown_as_printed() -> None:
    """A card has its sides and cogs at turn 0; how it lies is its turn."""
    match = picture("""
        M a C
    """, a=("Chime Stair", 3))  # fmt: skip
    room = shown(match).rooms[0]
    assert room.card.sides == ["open", "open", "open", "hole"]
    assert room.card.cogs == ["none", "dark", "light", "none"]
    assert (room.turn, room.card.looks, room.under) == (3, 4, [])


def test_a_stack_names_what_it_covers() -> None:
    """The cards under the top one are named; only the top one is shown."""
    match = picture("""
        M a C
    """, a=[("Long Gallery", 1), ("Rope Run", 1)])  # fmt: skip
    room = shown(match).rooms[0]
    assert (room.card.name, room.under) == ("Rope Run", ["Long Gallery"])


def test_paths_and_wishes() -> None:
    """WD-6.2: the view says which paths there are, and whose wish the maze meets just now."""
    view = shown(picture("""
        M ─ C
        . . .
        K . .
    """))  # fmt: skip
    assert (view.paths.mouse_cheese, view.paths.cat_mouse) == (True, False)
    assert set(view.paths.cells) == {"c3", "d3", "e3"}
    assert [agenda.agenda for agenda in view.agendas if agenda.is_met] == ["mouse"]


def test_the_window_holds_every_legal_cell() -> None:
    """WD-1.1: whatever may be touched is drawn, and the window has from five to seven columns and rows."""
    for options in ((0, 0), (1, 1)):
        for match, _ in walk(options, seed=1):
            window = shown(match).window
            record = match.view(0).record
            assert 5 <= window.columns <= 7
            assert 5 <= window.rows <= 7
            for action in match.legal(0):
                for thing in page.touches(record, 0, action):
                    if thing.startswith("cell:"):
                        assert 0 <= "abcdefghi".index(thing[5]) - window.column < window.columns
                        assert 0 <= int(thing[6]) - 1 - window.row < window.rows


def test_the_end_shows_the_reason() -> None:
    """WD-7.1: a lost game says why."""
    match = play(picture("""
        M . C
        ┼ . .
    """, belt=("Long Gallery",)), "place long-gallery d3 1", "mouse e3")  # fmt: skip
    view = shown(match)
    assert (view.phase, view.ended, view.is_solved) == ("over", "mouse_over_cheese", False)
    assert [event.kind for event in view.events] == ["run", "caught"]


# What the last move did


def test_a_placement_is_told_with_its_cogs() -> None:
    """WD-4.4: the placed card, then each room that turns, and which way."""
    match = picture("""
        . M . .
        a . b C
    """, belt=("Midnight Rotunda",), a=("Long Gallery", 0), b=("Rope Run", 1))  # fmt: skip
    play(match, "place midnight-rotunda d4 0")
    view = shown(match)
    assert [(event.kind, event.cell, event.quarters) for event in view.events] == [
        ("place", "d4", None),
        ("cog", "e4", 1),
        ("cog", "c4", -1),
    ]
    assert view.placed == "d4"
    assert view.run is not None
    assert view.run.who == "mouse"


def test_a_draw_is_told() -> None:
    """WD-4.8: a run, then what the deck brought."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery",), drawn=FIRST_AGENDA)  # fmt: skip
    play(match, "place long-gallery c4 0", "mouse c5")
    view = shown(match)
    assert [event.kind for event in view.events][:2] == ["run", "agenda"]
    struck = [agenda for agenda in view.agendas if agenda.is_seen]
    assert len(struck) == 1
    assert view.events[1].agenda == struck[0].agenda


def test_abilities_stand_in_hand_or_are_spent() -> None:
    """WD-8.3: in easier mode abilities are kept until they are used."""
    match = picture("""
        M ┼ C
        K . .
    """, easier=True, ability="mouse cheese")  # fmt: skip
    powers = {agenda.agenda: agenda.power for agenda in shown(match).agendas}
    assert powers == {"mouse": "kept", "cat": "none", "cheese": "kept", "cucumber": "none"}
    assert touched(match, "use mouse") == ["agenda:mouse"]
    assert touched(match, "pass") == []
    play(match, "use mouse", "use cheese", "leave")
    powers = {agenda.agenda: agenda.power for agenda in shown(match).agendas}
    assert (powers["mouse"], powers["cheese"]) == ("now", "spent")


# What a move touches


def test_touches_of_a_placement() -> None:
    """A placement is a card of the belt, a cell and a turn."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery", "Rope Run"))  # fmt: skip
    assert touched(match, "place rope-run c4 2") == ["belt:1", "cell:c4", "turn:2"]


def test_a_character_is_touched_only_where_two_could_be_meant() -> None:
    """WD-8.2: beside both Mouse and Cat the placement names one of them; elsewhere the cell tells."""
    match = picture("""
        M . K
        . ┼ .
        . C .
    """, easier=True, belt=("Long Gallery",))  # fmt: skip
    assert touched(match, "mouse place long-gallery d3 1") == ["belt:0", "cell:d3", "turn:1", "active:mouse"]
    assert touched(match, "cat place long-gallery d3 1") == ["belt:0", "cell:d3", "turn:1", "active:cat"]
    assert touched(match, "cat place long-gallery e4 1") == ["belt:0", "cell:e4", "turn:1"]


@pytest.mark.parametrize("options", [(0, 0), (1, 1), (2, 1), (3, 0)])
def test_no_two_moves_touch_the_same_things(options: tuple[int, int]) -> None:
    """Touching the things of a move chooses that move and no other."""
    for match, _ in walk(options, seed=5):
        view = match.view(0).record
        things = [frozenset(page.touches(view, 0, action)) for action in match.legal(0)]
        named = [thing for thing in things if thing]
        assert len(set(named)) == len(named)


# Running


@pytest.mark.parametrize("options", [(0, 0), (1, 1), (3, 0)])
def test_a_route_leads_to_every_destination(options: tuple[int, int]) -> None:
    """WD-4.5: from the placed card each step goes to a neighbour, the last one to the destination."""

    def apart(a: str, b: str) -> int:
        return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))

    runs = 0
    for seed in range(4):
        for match, _ in walk(options, seed):
            view = shown(match)
            if view.run is None:
                continue
            rooms = {room.cell for room in view.rooms}
            for way in view.run.ways:
                line = [*way.route, way.cell]
                assert line[0] == view.placed
                assert rooms.issuperset(way.route)
                assert all(apart(a, b) == 1 for a, b in pairwise(line))
                runs += 1
    assert runs > 50


def test_the_mouse_slips_through_holes_only_where_it_must() -> None:
    """WD-5.1: with the Mouse's ability a route may pass mouse holes, and does not where an open way leads there."""
    match = picture("""
        M . .
        . # .
        . C .
    """, belt=("Boiler Nook",), ability="mouse")  # fmt: skip
    play(match, "place boiler-nook d3 1")
    view = shown(match)
    assert view.slips
    assert view.run is not None
    routes = {way.cell: way.route for way in view.run.ways}
    assert routes["c4"] == ["d3", "d4"], "out of the Studio by a hole"
    assert routes["d5"] == ["d3", "d4"]
    assert [way.cell for way in view.run.ways if way.is_prey] == ["d5"]


# Previews


def test_a_preview_tells_cogs_runs_and_who_runs_then() -> None:
    """What will turn, where the Active Character could run, and what the other could do after each of its ways."""
    match = picture("""
        . K .
        a . C
        . M .
    """, belt=("Midnight Rotunda",), a=("Long Gallery", 0))  # fmt: skip
    seen = foreseen(match, "place midnight-rotunda d4 0")
    assert [(event.kind, event.cell, event.quarters) for event in seen.turns] == [("cog", "c4", -1)]
    assert seen.run is not None
    assert seen.run.who == "cat"
    ways = {way.cell: way for way in seen.run.ways}
    assert set(ways) == {"b4", "d5"}
    assert ways["d5"].is_prey
    assert ways["d5"].then is None
    then = ways["b4"].then
    assert then is not None
    assert (then.who, {way.cell for way in then.ways}) == ("mouse", {"d3", "e4"})


def test_a_preview_warns_of_a_loss() -> None:
    """WD-4.6: a placement that leaves the Active Character stuck says so."""
    match = picture("""
        M ┼ C
    """, belt=("Mouse's Studio",))  # fmt: skip
    assert foreseen(match, "place mouses-studio c4 0").lost == "mouse_stuck"


def test_a_preview_of_a_turned_room_shows_the_paths() -> None:
    """WD-5.3: turning a room opens or shuts ways, and that is certain."""
    match = picture("""
        M a C
    """, a=("Long Gallery", 0), ability="cheese")  # fmt: skip
    seen = foreseen(match, "turn d3 1")
    assert seen.paths is not None
    assert seen.paths.mouse_cheese
    assert seen.turns[0].kind == "turn"


def test_a_preview_knows_nothing_of_the_deck() -> None:
    """Previews are the same whatever the deck will bring, also where the next thing is a draw."""
    random = Random(3)
    for match, action in walk((1, 0), seed=4):
        view = match.view(0).record
        actions = {action, *random.sample(match.legal(0), min(3, len(match.legal(0))))}
        for each in actions:
            seen = page.preview(view, 0, each)
            for seed in (1, 2):
                world = match.view(0)
                GAME.rules.redeal(world.record, 0, np.array([seed], np.uint64))
                assert page.preview(world.record, 0, each) == seen


def test_a_preview_leaves_the_view_alone() -> None:
    """It is played on a copy."""
    match = Match.start(GAME, seed=3)
    view = match.view(0)
    before = view.tobytes()
    for action in match.legal(0):
        page.preview(view.record, 0, action)
    assert view.tobytes() == before


def test_a_preview_agrees_with_what_happens() -> None:
    """The rooms that turn and the ways that open are those of the move itself."""
    for options in ((0, 0), (3, 1)):
        for match, action in walk(options, seed=1):
            seen = page.preview(match.view(0).record, 0, action)
            match.step(0, action)
            view = shown(match)
            assert [e for e in view.events if e.kind in {"cog", "turn"}] == seen.turns
            if seen.run is not None:
                assert view.run is not None
                assert (view.run.who, view.run.may_stay) == (seen.run.who, seen.run.may_stay)
                assert [w.cell for w in view.run.ways] == [w.cell for w in seen.run.ways]


# The lesson


def test_the_lesson_replays() -> None:
    """Every step of the guided game is legal, and it ends with the Mouse's wish met and the Cat out."""
    match = Match.start(GAME, seats=LESSON.seats, options=LESSON.options, seed=LESSON.seed)
    for number, step in enumerate(LESSON.steps):
        assert step.note, f"step {number} says nothing"
        match.step(step.seat, match.parse_move(step.seat, step.move))
    view = shown(match)
    assert 8 <= len(LESSON.steps) <= 20
    assert view.cat == "f8"
    assert [agenda.agenda for agenda in view.agendas if agenda.is_met] == ["mouse"]
    assert [agenda.agenda for agenda in view.agendas if agenda.is_seen] == ["cheese"]

"""What a page is shown of Hide and Squeak, what its moves touch, and the first game."""

from __future__ import annotations

import numpy as np
from tests.games.hide_and_squeak.house import house, play

from mousehole.engine.facts import SPECTATOR
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import show
from mousehole.games.hide_and_squeak.lesson import LESSON
from mousehole.games.hide_and_squeak.view import HideAndSqueakView

QUIET = """
    p2 .2 .2
    .2 C2 .2
    .2 b2! .2
"""


def shown(match: Match, viewer: int) -> HideAndSqueakView:
    """Show the position to a viewer."""
    return show.show(match.view(viewer).record, viewer)


def touched(match: Match) -> dict[str, list[str]]:
    """Tell what each legal move touches, by its name."""
    (seat,) = match.actors()
    view = match.view(seat).record
    return {name: show.touches(view, seat, match.parse_move(seat, name)) for name in match.move_names(seat)}


def told(match: Match, viewer: int) -> list[tuple[str, int | None, int | None]]:
    """Tell the events of the last move in short."""
    return [(event.kind, event.seat, event.room) for event in shown(match, viewer).events]


def test_the_cat_sees_the_top_board_only() -> None:
    """HS-2.2: the cat is shown the traps and no mouse, a mouse is shown the mice and no trap, a spectator neither."""
    match = house(QUIET)
    cat, pip, crowd = shown(match, 0), shown(match, 1), shown(match, SPECTATOR)
    assert [mouse.room for mouse in cat.mice] == [None, None]
    assert [mouse.state for mouse in cat.mice] == ["below", "below"]
    assert cat.rooms[7].traps == 1
    assert not cat.sees_below
    assert [mouse.room for mouse in pip.mice] == [0, 7]
    assert pip.rooms[7].traps is None
    assert pip.sees_below
    assert crowd.rooms[7].traps is None
    assert crowd.mice[1].room is None
    assert not crowd.sees_below


def test_the_truth_is_shown_with_the_floor_open() -> None:
    """A replay that turns everything up hands the true position to a spectator: the floor is open, traps are known."""
    match = house(QUIET)
    truth = show.show(match.state.record, SPECTATOR)
    assert truth.sees_below
    assert truth.mice[0].room == 0
    assert truth.rooms[7].traps == 1


def test_set_up_is_shown_step_by_step() -> None:
    """HS-2.1, HS-2.3: spares, traps and starts are phases of their own; a trap's room is told to the cat alone."""
    match = Match.start(load("hide_and_squeak"), seats=3, seed=1)
    assert shown(match, 1).phase == "spares"
    assert shown(match, 1).left == 3
    play(match, "spare larder", "spare larder", "spare kitchen", "trap larder")
    assert told(match, 0) == [("trap", 0, 1)]
    assert told(match, 1) == [("trap", 0, None)]
    play(match, "trap larder", "trap larder")
    assert shown(match, 0).phase == "starts"
    assert shown(match, 0).mice[0].state == "outside"
    assert len(touched(match)) == 8
    play(match, "start parlour")
    assert told(match, 0) == [("start", 1, None)]
    assert told(match, 2) == [("start", 1, 0)]
    assert shown(match, 0).mice[0].state == "below"


def test_a_listen_tells_the_squeaks() -> None:
    """HS-3.2: a listen is told with each squeak, its mouse and its room, and narrows the rooms a mouse may be in."""
    match = play(house(QUIET), "listen")
    assert told(match, 0) == [("listen", 0, 4), ("squeak", 2, 7)]
    assert shown(match, 0).mice[1].maybe == [7]
    assert shown(match, 0).mice[0].maybe == [0, 2, 4, 6, 8]
    assert shown(match, 0).left == 3


def test_a_pounce_stuns() -> None:
    """HS-3.3, HS-4.6: a caught mouse is stunned in this round and comes round in the next."""
    match = play(house(QUIET), "move washroom", "pounce")
    assert told(match, 2) == [("pounce", 0, 7), ("caught", 2, 7)]
    assert shown(match, 1).mice[1].state == "stunned"
    assert shown(match, 1).captures == 1
    assert shown(match, 1).captures_goal == 2
    play(match, "stop", "take", "run parlour")
    assert told(match, 2) == [("run", 1, 0), ("round", None, None)]
    assert shown(match, 1).mice[1].state == "coming_round"


def test_a_terrified_mouse_is_marked_for_mice_alone() -> None:
    """HS-4.1: the cat cannot see that a mouse under it is terrified."""
    match = play(house(QUIET), "move washroom", "stop", "take")
    assert shown(match, 1).mice[1].terrified
    assert not shown(match, 0).mice[1].terrified
    assert touched(match) == {"leave": []}


def test_a_movement_touches_furniture_then_the_room() -> None:
    """HS-5.2, HS-5.3: pieces in the order they fall, then the final room; staying and nothing else is a button."""
    match = play(house(QUIET), "stop", "take", "leave")
    things = touched(match)
    assert things["run parlour"] == []
    assert things["run larder"] == ["room:1"]
    assert things["run clock library"] == ["piece:clock", "room:2"]
    assert things["run clock lamp music-room"] == ["piece:clock", "piece:lamp", "room:5"]
    assert things["run clock parlour"] == ["piece:clock", "room:0"]
    play(match, "run clock library")
    (ran,) = shown(match, 2).events
    assert ran.pieces == ["clock"]
    assert ran.room == 2
    (heard,) = shown(match, 0).events
    assert heard.pieces == ["clock"]
    assert heard.room is None
    assert not shown(match, 0).rooms[0].upright


def test_the_cat_touches_rooms_and_has_three_buttons() -> None:
    """HS-3.1: the rooms the cat may go to are touched; listening, pouncing and stopping are buttons."""
    assert touched(house(QUIET)) == {
        "move larder": ["room:1"],
        "move washroom": ["room:7"],
        "listen": [],
        "pounce": [],
        "stop": [],
    }


def test_whereabouts_name_what_a_viewer_wonders_about() -> None:
    """The cat wonders where the mice are, the mice where the traps lie, a spectator both."""
    match = house(QUIET)
    world = match.state.record
    assert show.whereabouts(world, 0) == ["mouse:1 room:0", "mouse:2 room:7"]
    assert show.whereabouts(world, 1) == ["trap room:7"]
    assert show.whereabouts(world, SPECTATOR) == ["mouse:1 room:0", "mouse:2 room:7", "trap room:7"]
    guess = match.view(0)
    match.game.rules.redeal(guess.record, 0, np.array([5], np.uint64))
    assert len(show.whereabouts(guess.record, 0)) == 2


def test_the_end_turns_everything_up() -> None:
    """When the game is over every viewer sees below the floor, and why it ended."""
    match = play(house(QUIET), "move washroom", "pounce", "move hallway", "stop", "take", "run larder")
    play(match, "move larder", "pounce")
    crowd = shown(match, SPECTATOR)
    assert crowd.phase == "over"
    assert crowd.ending == "all_caught"
    assert crowd.turn is None
    assert crowd.sees_below
    assert crowd.rooms[7].traps == 1


def test_the_first_game_replays() -> None:
    """Every move of the guided first game is legal, whoever makes it, and the learner takes cheese and runs twice."""
    match = Match.start(load("hide_and_squeak"), seats=LESSON.seats, options=dict(LESSON.options), seed=LESSON.seed)
    for step in LESSON.steps:
        assert match.actors() == (step.seat,), step
        match.step(step.seat, match.parse_move(step.seat, step.move))
    assert shown(match, LESSON.seat).stored == 1
    assert shown(match, LESSON.seat).mice[0].room == 8
    assert all(step.note for step in LESSON.steps if step.seat == LESSON.seat)

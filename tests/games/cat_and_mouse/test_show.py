"""What the page gets of Cat & The Mouse: views in words of the game, touches of moves, and the lesson."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest
from tests.games.cat_and_mouse.tables import GAME, RULES, fresh, mid_game, play, worlds

from mousehole.engine.position import Position
from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes, show
from mousehole.games.cat_and_mouse.lesson import LESSON
from mousehole.games.cat_and_mouse.view import CatAndMouseView

SPECTATOR = -1
MOONWATER, SMOKE, PICK = 5, 10, 11


def shown(states: Record, viewer: int) -> CatAndMouseView:
    """Show a position to a viewer, through its view."""
    return show.show(states.view(viewer).record, viewer)


def states_of(seen: CatAndMouseView) -> dict[int, str]:
    """List what is known of each room."""
    return {room.room: room.state for room in seen.rooms}


def test_first_view_shows_the_whole_deck_to_all() -> None:
    """Before anything is pocketed every loot card is known to lie in the deck, and every room is possible."""
    for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
        seen = shown(fresh(), viewer)
        assert (seen.phase, seen.round, seen.map_deck, seen.loot_deck) == ("pocket", 0, 12, 12)
        assert {card.where for card in seen.loot} == {"deck"}
        assert not seen.mouse_inside
        assert seen.possible == 12


def test_pocket_is_shown_to_its_owner_alone() -> None:
    """The Inspector sees the card in its pocket, everybody else its back."""
    states = play(fresh(), MOONWATER)
    assert shown(states, codes.INSPECTOR).pocket == ["moonwater"]
    assert shown(states, codes.INSPECTOR).loot[MOONWATER].where == "pocket"
    for viewer in (codes.MOUSE, SPECTATOR):
        assert shown(states, viewer).pocket == [None]
        assert shown(states, viewer).loot[MOONWATER].where is None


def test_room_hand_and_loot_are_shown_to_the_mouse_alone() -> None:
    """Its room, bag and looted cards are None for all others; unlooted cards are None for the Mouse too."""
    states = mid_game(codes.TURN, room=7, attached=(1, 2), hand=(4, SMOKE))
    mouse, inspector, spectator = (shown(states, viewer) for viewer in (codes.MOUSE, codes.INSPECTOR, SPECTATOR))
    assert (mouse.mouse_room, mouse.bag) == (7, ["fernlight", "smoke-bomb"])
    assert mouse.room_loot == [None, None]
    for seen in (inspector, spectator):
        assert seen.mouse_inside
        assert (seen.mouse_room, seen.bag, seen.room_loot) == (None, [None, None], [None, None])
        assert {trick.held for trick in seen.tricks} == {None}
    assert [trick.held for trick in mouse.tricks] == [0, 1, 0]
    play(states, codes.LOOT_ROOM)
    assert shown(states, codes.MOUSE).room_loot == ["glory-at-noon", "glory-at-dusk"]
    assert shown(states, codes.INSPECTOR).room_loot == [None, None]


def test_rooms_by_viewer() -> None:
    """The Inspector sees its row and the possible rooms, the Mouse what may lie in the row, spectators nothing."""
    states = mid_game(codes.NAME, room=7, up=(2,))
    inspector, mouse, spectator = (
        states_of(shown(states, viewer)) for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR)
    )
    assert {room for room, state in inspector.items() if state == "row"} == {1, 3, 4}
    assert {room for room, state in inspector.items() if state == "possible"} == {5, 6, 7, 8, 9, 10, 11, 12}
    assert mouse[7] == "here"
    assert {mouse[room] for room in range(1, 13) if room not in {2, 7}} == {"maybe"}
    assert {spectator[room] for room in range(1, 13) if room != 2} == {"unknown"}
    assert inspector[2] == mouse[2] == spectator[2] == "clue"


def test_search_tells_the_mouse_what_is_watched() -> None:
    """Looking through the deck shows the Mouse which rooms are in it; all others are surely in the row."""
    states = play(mid_game(codes.TURN, room=7), 1)
    seen = shown(states, codes.MOUSE)
    assert {room.room for room in seen.rooms if room.state == "maybe" and room.sure} == {1, 2, 3, 4}
    assert {room.room for room in seen.rooms if room.state == "deck"} == {5, 6, 8, 9, 10, 11, 12}
    assert states_of(seen)[7] == "row"


def test_sets_form() -> None:
    """Each of the six sets counts its cards in the bag, in the pocket and lost."""
    seen = shown(mid_game(codes.TURN, hand=(3, 4, 1), left_seen=(7,)), codes.MOUSE)
    assert [line.held for line in seen.sets] == [1, 2, 0, 1, 2, 0]
    assert [line.lost for line in seen.sets] == [0, 0, 1, 0, 1, 0]
    assert shown(mid_game(codes.TURN, pocket=(5,)), codes.INSPECTOR).sets[1].pocketed == 1


@pytest.mark.parametrize("is_hit", [True, False])
def test_answer_is_an_event(is_hit: bool) -> None:
    """A named room tells everybody whether and where it lay in the row."""
    states = play(mid_game(codes.NAME), 3 if is_hit else 9)
    for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
        told = shown(states, viewer).events[0]
        assert (told.kind, told.room, told.hit, told.place) == (
            "name",
            3 if is_hit else 9,
            is_hit,
            3 if is_hit else None,
        )
        assert shown(states, viewer).answers[0].clue == is_hit


def test_trap_events_and_the_open_end() -> None:
    """The trap tells the named room and whether it was right; then everything lies open, with winner and reason."""
    states = play(mid_game(codes.TRAP, room=7, hand=(0, 1)), 8)
    for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
        seen = shown(states, viewer)
        assert [(told.kind, told.room, told.hit) for told in seen.events] == [("trap", 8, False)]
        assert (seen.phase, seen.winner, seen.reason) == ("over", "mouse", "escaped_empty_handed")
        assert (seen.mouse_room, seen.bag) == (7, ["glory-at-dawn", "glory-at-noon"])
        assert "unknown" not in states_of(seen).values()


def test_calling_card_opens_the_room() -> None:
    """A Mouse saved by its Calling Card goes on with its room card face up for everybody."""
    states = play(mid_game(codes.TRAP, room=7, hand=(9,)), 7)
    for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
        seen = shown(states, viewer)
        assert [told.kind for told in seen.events] == ["trap", "calling_card"]
        assert (seen.mouse_room, seen.room_open, seen.discarded, seen.possible) == (7, True, ["calling-card"], 1)


def test_leaving_tells_its_room_to_the_inspector_alone() -> None:
    """The room just left stands in the row for the Inspector; a spectator sees a back."""
    states = play(mid_game(codes.TURN, attached=(1, 2)), 1)
    assert shown(states, codes.INSPECTOR).events[0].room == 7
    assert shown(states, codes.INSPECTOR).confiscated == ["glory-at-noon", "glory-at-dusk"]
    assert shown(states, SPECTATOR).events[0].room is None
    assert shown(states, SPECTATOR).row[-1].room is None
    assert shown(states, codes.MOUSE).confiscated == [None, None]


def test_touches_of_keeping() -> None:
    """Keeping touches the card; vanishing with it touches the Smoke Bomb, then the Pickpocket as well."""
    states = mid_game(codes.KEEP, attached=(0, SMOKE), hand=(PICK,))
    states.record.looked = 1
    view = states.view(codes.MOUSE).record
    touched = [show.touches(view, codes.MOUSE, action) for action in states.legal(codes.MOUSE)]
    assert touched == [
        ["card:glory-at-dawn"],
        ["card:smoke-bomb"],
        ["card:smoke-bomb", "trick:smoke-bomb"],
        ["card:smoke-bomb", "trick:smoke-bomb", "trick:pickpocket"],
    ]


def test_touches_of_positions_and_buttons() -> None:
    """A card of the row goes by its position; leaving the row alone, vanishing and announcing are buttons."""
    states = mid_game(codes.POSITION, subtle=1)
    view = states.view(codes.MOUSE).record
    touched = [show.touches(view, codes.MOUSE, action) for action in states.legal(codes.MOUSE)]
    assert touched == [["row:1"], ["row:2"], ["row:3"], []]
    name = mid_game(codes.NAME, hand=(SMOKE,))
    assert show.touches(name.view(codes.MOUSE).record, codes.MOUSE, 13) == []
    assert show.touches(name.view(codes.MOUSE).record, codes.MOUSE, 12) == ["room:12"]


def test_every_view_of_random_games_is_plain_and_every_set_of_touches_its_own() -> None:
    """Over random games with all variants, views are JSON and touches tell moves apart."""
    rng = np.random.default_rng(7)
    for game in range(60):
        states = fresh(tricks=game % 3, subtle=game // 3 % 2, deep=game // 6 % 2, seed=game)
        while seats := states.actors():
            seat = seats[0]
            for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
                seen = shown(states, viewer)
                json.dumps(asdict(seen))
                assert len(seen.row) == states.record.laid
                assert {card.room for card in seen.row if card.clue} == {
                    r.room for r in seen.rooms if r.state == "clue"
                }
            view = states.view(seat).record
            moves = states.legal(seat)
            touched = [tuple(show.touches(view, seat, action)) for action in moves]
            named = [things for things in touched if things]
            assert len({frozenset(things) for things in named}) == len(named)
            RULES.apply(states.record, seat, int(rng.choice(moves)))


def test_same_view_for_all_worlds_that_fit() -> None:
    """Worlds a viewer cannot tell apart look the same to it."""
    states = mid_game(codes.TURN, room=7, attached=(1, 2), hand=(4, SMOKE), up=(2,))
    for viewer in (codes.INSPECTOR, codes.MOUSE, SPECTATOR):
        first = shown(states, viewer)
        for world in worlds(states, viewer, 20):
            assert shown(Position(GAME, bytearray(world.tobytes())), viewer) == first


def test_whereabouts_fit_the_viewer() -> None:
    """The Inspector's belief is about the Mouse's room and bag, the Mouse's about row and pocket."""
    world = mid_game(codes.TURN, room=7, hand=(4,), pocket=(5,)).record
    assert show.whereabouts(world, codes.INSPECTOR) == ["mouse:1 room:7", "bag card:fernlight"]
    assert show.whereabouts(world, codes.MOUSE) == [
        *(f"row room:{room}" for room in (1, 2, 3, 4)),
        "pocket card:moonwater",
    ]


def test_truth_shows_all_while_the_game_goes_on() -> None:
    """A replay of the truth shows rooms, row and hands to a spectator."""
    states = mid_game(codes.NAME, room=7, hand=(4,))
    seen = show.show(states.record, SPECTATOR)
    assert (seen.mouse_room, seen.bag) == (7, ["fernlight"])
    assert set(states_of(seen).values()) == {"row", "here", "deck"}


def test_staying_leaves_no_trace() -> None:
    """Announcing, being asked and staying look the same whatever the Mouse holds."""
    views = []
    for hand in ((4, SMOKE), (4, 5)):
        states = mid_game(codes.TRAP, hand=hand, pocket=(0,))
        states.record.phase = 5
        play(states, codes.SPRING)
        before = shown(states, codes.INSPECTOR)
        play(states, codes.STAY_PUT)
        views.append((before, shown(states, codes.INSPECTOR)))
    assert views[0] == views[1]
    assert codes.CHECK != codes.SPRING


def test_lesson_replays_and_wins() -> None:
    """Every step of the lesson is legal, the learner is told something before each move, and goes home with a set."""
    states = GAME.deal(LESSON.seats, GAME.facts.option_values(LESSON.options), LESSON.seed)
    for step in LESSON.steps:
        assert states.actors() == (step.seat,)
        view = states.view(step.seat).record
        moves = {GAME.words.move_name(view, step.seat, action): action for action in states.legal(step.seat)}
        assert step.note
        RULES.apply(states.record, step.seat, moves[step.move])
    outcome = states.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((LESSON.seat,), "ended_with_set")

"""Placing, rotating, moving and tracing, on drawn mazes."""

from __future__ import annotations

import pytest
from tests.games.who_done_it.picture import cell, cell_of, cells, names, picture, play, reason, story, turn_at

from mousehole.games.who_done_it import codes, maze, turn
from mousehole.games.who_done_it.components import AGENDAS

# WD-1 The maze


def test_the_maze_stays_inside_a_box_of_five() -> None:
    """WD-1.1: with five columns taken no card goes into a sixth, on either side."""
    match = picture("""
        M ─ ─ ─ ─
        . . C . .
    """, belt=("Long Gallery",))  # fmt: skip
    assert cells(match, "place") == {"c2", "c4", "d3"}


def test_the_box_floats_until_the_maze_pins_it() -> None:
    """WD-1.1: a small maze may grow to every side."""
    match = picture("""
        M ─
        . C
    """, belt=("Long Gallery",))  # fmt: skip
    assert cells(match, "place") == {"b3", "c2", "c4", "d3"}


def test_characters_count_in_the_box() -> None:
    """WD-1.1: the Cheese at the far end pins the box as a card would."""
    match = picture("""
        C . . . M
        . ─ ─ ─ .
    """)  # fmt: skip
    assert cells(match, "place") == {"f3", "g2", "g4"}


def test_a_wall_on_either_side_closes_a_passage() -> None:
    """WD-1.2, WD-1.3: open on one side only is closed."""
    drawing = """
        M . │ .
        . . C .
    """
    assert reason(play(picture(drawing, belt=("Long Gallery",)), "place long-gallery d3 1")) == "mouse_stuck"
    match = play(picture(drawing.replace("│", "─"), belt=("Long Gallery",)), "place long-gallery d3 1")
    assert names(match) == ["mouse f3"]


def test_all_open_sides_of_a_card_connect() -> None:
    """WD-1.2: from one open side of a tee or a crossing one gets to all others."""
    match = picture("""
        . . .
        M . .
        . . C
    """, belt=("Great Wheelhouse",))  # fmt: skip
    assert cells(play(match, "place great-wheelhouse d4 0"), "mouse") == {"d3", "e4", "d5"}


def test_characters_have_cells_of_their_own() -> None:
    """WD-1.4: no card is placed on a character."""
    match = picture("""
        . M .
        C K ┼
    """)  # fmt: skip
    assert cells(match, "place") == {"d5"}


# WD-4.1 to WD-4.3 Place


def test_the_mouse_is_active_until_the_cat_is_out() -> None:
    """WD-4.1: cards go next to the Mouse, later next to the Cat."""
    assert cells(picture("""
        C ┼ M
        . . .
    """), "place") >= {"e2", "f3", "e4"}  # fmt: skip
    assert cells(picture("""
        C ┼ M
        . . .
        . K .
    """), "place") == {"c5", "d4", "e5", "d6"}  # fmt: skip


def test_a_card_on_top_needs_the_same_walls() -> None:
    """WD-4.2: open on open, wall on wall; holes and cogs need not match."""
    match = picture("""
        M │ C
    """, belt=("Bellows Passage", "Great Wheelhouse", "Cuckoo Corner", "Winding Room"))  # fmt: skip
    assert [name for name in names(match) if " d3 " in name] == [
        "place bellows-passage d3 0",
        "place bellows-passage d3 2",
    ]


def test_a_cell_holds_two_cards() -> None:
    """WD-4.2: no third card on a stack."""
    match = picture("""
        M a C
    """, belt=("Bellows Passage",), a=[("Ratchet Row", 0), ("Long Gallery", 0)])  # fmt: skip
    assert not [name for name in names(match) if " d3 " in name]


def test_only_the_top_card_counts() -> None:
    """WD-4.2: what lies below neither lets through nor blocks."""
    match = picture("""
        . a .
        M . C
    """, belt=("Winding Room",), a=[("Ratchet Row", 1), ("Long Gallery", 0)])  # fmt: skip
    assert "d2" in cells(play(match, "place winding-room d4 3"), "mouse")


def test_turns_that_look_alike_are_one_action() -> None:
    """WD-4.2, WD-4.9: a plain crossing has one turn, a plain straight two, a corner four."""
    match = picture("""
        M ┼ C
    """, belt=("Great Wheelhouse", "Long Gallery", "Cuckoo Corner"))  # fmt: skip
    at_c4 = [name.split()[1] for name in names(match) if " c4 " in name]
    assert [at_c4.count(card) for card in ("great-wheelhouse", "long-gallery", "cuckoo-corner")] == [1, 2, 4]


def test_without_a_placement_the_game_is_lost() -> None:
    """WD-4.3: stacks of two and a character on all sides leave nothing to do."""
    match = picture("""
        . a .
        b M C
        . d .
    """,
        a=[("Long Gallery", 0), ("Ratchet Row", 0)],
        b=[("Pendulum Hall", 0), ("Mainspring Walk", 0)],
        d=[("Minute Lane", 0), ("Rope Run", 0)],
    )  # fmt: skip
    assert reason(match) == "no_placement"


def test_a_single_room_that_no_card_matches_leaves_no_placement() -> None:
    """WD-4.3: only the belt counts; a matching card there saves the game."""
    drawing = """
        . a .
        b M C
        . ┼ .
    """
    stacks = {"a": [("Minute Lane", 0), ("Ratchet Row", 0)], "b": [("Pendulum Hall", 0), ("Mainspring Walk", 0)]}
    belt = ("Winding Room", "Long Gallery", "Cuckoo Corner")
    assert reason(picture(drawing, belt=(*belt, "Boiler Nook"), **stacks)) == "no_placement"  # type: ignore[arg-type]
    saved = picture(drawing, belt=(*belt, "Midnight Rotunda"), **stacks)  # type: ignore[arg-type]
    assert cells(saved, "place") == {"d5"}


# WD-4.4 Rotate


def test_cogs_turn_their_neighbours() -> None:
    """WD-4.4: dark turns clockwise, light counter-clockwise, and only rooms beside a cog turn."""
    match = picture("""
        . M .
        d . a
        C b .
    """, belt=("Chime Stair",), a=("Cuckoo Corner", 0), b=("Boiler Nook", 0), d=("Key Closet", 0))  # fmt: skip
    play(match, "place chime-stair d4 0")
    assert (turn_at(match, "e4"), turn_at(match, "d5"), turn_at(match, "c4")) == (1, 3, 0)
    assert story(match).count("turns") == 2


def test_a_stack_turns_as_a_whole() -> None:
    """WD-4.4: the top card of a stack turns, and the next card on top must match it as it lies now."""
    match = picture("""
        M . a
        . . C
    """, belt=("Governor's Balcony",), a=[("Long Gallery", 0), ("Ratchet Row", 0)])  # fmt: skip
    play(match, "place governors-balcony d3 1")
    assert turn_at(match, "e3") == 3
    assert "The Ratchet Row at e3 turns counter-clockwise." in story(match)


def test_characters_and_empty_cells_do_not_turn() -> None:
    """WD-4.4: four cogs among characters and empty cells turn nothing."""
    match = picture("""
        . C .
        M . .
        . ┼ .
    """, belt=("Governor's Balcony",))  # fmt: skip
    assert story(play(match, "place governors-balcony c3 3")).count("turns") == 0


# WD-4.5 to WD-4.7 Move


def test_the_active_character_runs_first_then_the_other() -> None:
    """WD-4.5: one after the other; the cell the first has left is free, the cell it runs to is not."""
    match = picture("""
        K . M
        . C .
        . ┼ .
    """, belt=("Winding Room",))  # fmt: skip
    play(match, "place winding-room d3 3")
    assert names(match) == ["cat d2", "cat e3"]
    assert names(play(match, "cat d2")) == ["mouse c3"]
    play(match, "mouse c3")
    assert (cell_of(match, "cat"), cell_of(match, "mouse")) == ("d2", "c3")


def test_a_character_that_is_not_next_to_the_card_does_not_run() -> None:
    """WD-4.5: only those beside the placed card move, and only once."""
    match = picture("""
        K . .
        . C .
        . ┼ M
    """, belt=("Winding Room",))  # fmt: skip
    assert names(play(match, "place winding-room d3 3"), "cat") == ["cat d2", "cat e3"]
    play(match, "cat e3")
    assert match.state.phase == codes.PLACE_A_CARD


def test_one_runs_as_far_as_one_likes_but_stops_in_the_first_empty_cell() -> None:
    """WD-4.5, WD-4.6: through any number of rooms; what lies beyond an empty cell is out of reach."""
    match = picture("""
        M . ┬ ─ . ─
        . . . . . .
        . . C . . .
    """, at="b3", belt=("Long Gallery",))  # fmt: skip
    assert cells(play(match, "place long-gallery c3 1"), "mouse") == {"d4", "f3"}


def test_the_cell_just_left_does_not_count_in_the_box() -> None:
    """WD-4.6: a Mouse at one end of five columns may run out at the other end."""
    match = picture("""
        M ─ ─ ─ ─
        . . . C .
    """, belt=("Long Gallery",))  # fmt: skip
    assert names(play(match, "place long-gallery d3 1")) == ["mouse h3"]


def test_a_destination_must_fit_the_box() -> None:
    """WD-4.6: with five columns held by others the way out at the end is no destination."""
    match = picture("""
        ┼ . . . C
        M . ─ ─ ─
    """, belt=("Winding Room",))  # fmt: skip
    assert names(play(match, "place winding-room d4 1")) == ["mouse d5"]


def test_the_prey_is_a_destination_that_loses() -> None:
    """WD-4.6: the Mouse may run over the Cheese, the Cat over the Mouse; the game ends at once."""
    match = play(picture("""
        M . C
        . . ┼
    """, belt=("Winding Room",)), "place winding-room d3 3")  # fmt: skip
    assert names(match) == ["mouse d2", "mouse e3"]
    assert reason(play(match, "mouse e3")) == "mouse_over_cheese"
    match = play(picture("""
        K . M
        . C ┼
    """, belt=("Winding Room",)), "place winding-room d3 3", "cat e3")  # fmt: skip
    assert reason(match) == "cat_over_mouse"


def test_nobody_crosses_another_character() -> None:
    """WD-4.6: the Cat cannot enter the Cheese's cell, nor the Mouse the Cat's."""
    match = play(picture("""
        K . C ┼ M
    """, belt=("Winding Room",)), "place winding-room d3 3")  # fmt: skip
    assert names(match) == ["cat d2"]


def test_who_can_only_come_back_is_stuck() -> None:
    """WD-4.6: the own cell is no destination."""
    match = picture("""
        M . .
        └ ┘ C
    """, belt=("Pendulum Bend",))  # fmt: skip
    assert reason(play(match, "place pendulum-bend d3 2")) == "mouse_stuck"


def test_a_stuck_cat_loses_as_well() -> None:
    """WD-4.6, WD-7.1: the Active Character must move."""
    match = picture("""
        K . M
        . ┼ C
    """, belt=("Long Gallery",))  # fmt: skip
    assert reason(play(match, "place long-gallery d3 0")) == "cat_stuck"


def test_the_other_character_just_stays() -> None:
    """WD-4.7: a wall before the Mouse costs nothing when the Cat is active."""
    match = picture("""
        K . M
        . ┼ C
    """, belt=("Cuckoo Corner",))  # fmt: skip
    play(match, "place cuckoo-corner d3 3", "cat d2")
    assert "The Mouse cannot get through and stays where it is." in story(match)
    assert match.state.phase == codes.PLACE_A_CARD


# WD-6 The endgame


CONNECTED = {
    (True, True): """
        M ─ C
        . . │
        . . K
    """,
    (True, False): """
        M ─ C
        . . ─
        . . K
    """,
    (False, True): """
        M . C
        └ ─ K
    """,
    (False, False): """
        M . C
        ─ K .
    """,
}


@pytest.mark.parametrize("agenda", range(4))
@pytest.mark.parametrize("paths", CONNECTED)
def test_each_agenda_asks_for_its_own_paths(paths: tuple[bool, bool], agenda: int) -> None:
    """WD-6.1, WD-6.2: Mouse only the Cheese, Cat only the Mouse, Cheese neither, Cucumber both; +1 or -1."""
    if paths == (False, True):
        match = picture("""
            . . C
            M . .
            └ ─ K
        """)  # fmt: skip
    elif paths == (False, False):
        match = picture("""
            . . C
            M . .
            ─ K .
        """)  # fmt: skip
    else:
        match = picture(CONNECTED[paths])
    s = match.state.record
    s.last, s.seen = agenda, 15 ^ (1 << agenda)
    turn.decide(s)
    wanted = {"Mouse": (True, False), "Cat": (False, True), "Cheese": (False, False), "Cucumber": (True, True)}
    is_solved = wanted[AGENDAS[agenda]] == paths
    assert reason(match) == f"{'solved' if is_solved else 'unsolved'}_{AGENDAS[agenda].lower()}"
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.payoffs == ((1.0,) if is_solved else (-1.0,))
    assert (s.ended >= codes.SOLVED) == is_solved


def traced(drawing: str, *, who: str) -> bool:
    """Whether a path leads from the Mouse to somebody."""
    s = picture(drawing, belt=("Great Wheelhouse",)).state.record
    return bool(maze.trace_from_mouse(s) & maze.bit_at(int(s[who])))


def test_characters_do_not_interrupt_a_path() -> None:
    """WD-6.1: from the Mouse through the Cheese to the Cat; and two side by side are connected."""
    assert traced("""
        M ─ C ─ K
    """, who="cat")  # fmt: skip
    assert traced("""
        M C K
        ┼ . .
    """, who="cat")  # fmt: skip


def test_empty_cells_and_walls_interrupt_a_path() -> None:
    """WD-6.1: a gap or a wall ends it, whatever holes the wall has."""
    assert not traced("""
        M ─ . ─ C
    """, who="cheese")  # fmt: skip
    assert not traced("""
        M # C
    """, who="cheese")  # fmt: skip
    assert not traced("""
        M ─ │ C
    """, who="cheese")  # fmt: skip


def test_a_maze_at_the_rim_of_the_frame_does_not_wrap_around() -> None:
    """WD-1.1, WD-6.1: cells seven columns apart share a bit, but never both matter."""
    s = picture("""
        M ─ ─ ─ C
    """, at="e5").state.record  # fmt: skip
    assert maze.trace_from_mouse(s) & maze.bit_at(cell("i5"))
    match = picture("""
        ─ ─ ─ ─ M
        . . C . .
    """, at="e5", belt=("Long Gallery",))  # fmt: skip
    assert names(play(match, "place long-gallery h5 1")) == ["mouse d5"]

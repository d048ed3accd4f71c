"""The end of a turn, abilities, easier mode, undo and the ways a game ends."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.games.who_done_it.careful import careful
from tests.games.who_done_it.picture import (
    GAME,
    cell,
    cell_of,
    cells,
    names,
    picture,
    play,
    reason,
    story,
    turn_at,
)

from mousehole.engine.errors import CannotUndo
from mousehole.engine.match import Match
from mousehole.engine.record import clear_events
from mousehole.games.who_done_it import codes, deck, turn
from mousehole.games.who_done_it.components import CAT, CHEESE, CUCUMBER, MOUSE
from mousehole.games.who_done_it.words import REASONS

LAST_OF_SECOND_STACK, LAST_ABOVE_LAST_AGENDA = 12, 25
"""Places of the deck where, in a normal game, only the Cat, only the Cucumber can lie if they have not come before."""
FIRST_AGENDA, THIRD_AGENDA = 6, 19

# WD-4.8 End


def test_the_belt_is_filled_up_again() -> None:
    """WD-4.8: one card goes, one card comes from the deck."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery",))  # fmt: skip
    play(match, "place long-gallery c4 0", "mouse c5")
    s = match.state.record
    assert (s.drawn, s.turns, s.phase) == (1, 2, codes.PLACE_A_CARD)
    assert min(s.belt) >= 0
    assert "comes onto the belt." in story(match)


CAT_COMES = """
    . M . . .
    . ┼ . . .
    ┼ C ┼ . .
    . ┼ . . {}
"""


@pytest.mark.parametrize(
    ("corner", "expected"),
    [(".", {"d2", "c3", "e3", "c5", "e5", "b4", "f4", "d6"}), ("┼", {"d2", "c3", "e3", "c5", "e5", "f4", "d6"})],
)
def test_the_cat_comes_out_as_near_to_the_cheese_as_can_be(corner: str, expected: set[str]) -> None:
    """WD-4.8: the detective chooses among the nearest empty cells inside the box, walls ignored."""
    drawing = CAT_COMES.format(corner).replace("┼", "├", 1).replace("┼", "┬", 1).replace("┼", "┴", 1)
    match = picture(drawing, at="c2", belt=("Long Gallery",), drawn=LAST_OF_SECOND_STACK)
    play(match, "place long-gallery e2 1", "mouse f2")
    assert cells(match, "cat out") == expected
    play(match, "cat out c3")
    assert cell_of(match, "cat") == "c3"
    assert match.state.drawn == LAST_OF_SECOND_STACK + 3, "the agenda under the stack, then a maze card"


def test_the_cats_cell_is_asked_even_if_there_is_only_one() -> None:
    """WD-4.8, WD-4.9: a single option is a decision like any other."""
    match = picture("""
        . ┴ .
        ┤ C .
        . ┬ .
        . M .
    """, belt=("Long Gallery",), drawn=LAST_OF_SECOND_STACK)  # fmt: skip
    play(match, "place long-gallery c6 1", "mouse b6")
    assert names(match) == ["cat out e4"]
    assert "beside the Cheese" in story(play(match, "cat out e4"))


def test_a_drawn_agenda_waits_for_the_next_turn() -> None:
    """WD-4.8: it is set aside and the belt is filled up."""
    for seed in range(40):
        match = picture("""
            M ┼ C
        """, belt=("Long Gallery",), drawn=FIRST_AGENDA, seed=seed)  # fmt: skip
        play(match, "place long-gallery c4 0")
        assert match.state.seen == 0
        play(match, "mouse c5")
        s = match.state.record
        if s.phase == codes.BRING_CAT:
            assert s.fresh == s.seen
        elif s.seen == 1 << CHEESE:
            assert s.phase == codes.TURN_A_ROOM
        elif s.seen == 1 << CUCUMBER:
            assert s.phase == codes.COVER_A_ROOM
        else:
            assert s.phase == codes.PLACE_A_CARD
            assert s.slips == (s.seen == 1 << MOUSE)


def test_the_cucumber_starts_the_endgame_at_once() -> None:
    """WD-4.8, WD-6.1: no card is drawn after it, the last agenda decides."""
    match = picture("""
        K ┼ M
        . C .
    """, belt=("Long Gallery",), drawn=LAST_ABOVE_LAST_AGENDA)  # fmt: skip
    s = match.state.record
    s.seen, s.last = 15 ^ (1 << CUCUMBER), CUCUMBER
    play(match, "place long-gallery c2 0", "cat c1")
    assert reason(match) in {"solved_cucumber", "unsolved_cucumber"}
    assert (match.state.belt >= 0).sum() == 3
    assert "The last agenda is the Cucumber's." in story(match)


# WD-5 Abilities


SLIP = """
    M . ┼
    . C .
"""


def test_the_mouse_slips_through_holes_in_its_turn() -> None:
    """WD-5.1: into the placed card, through a wall with a hole on either face, and out into empty cells."""
    match = picture("""
        M . a .
        . . C .
    """, belt=("Bellows Passage",), ability="mouse", a=("Long Gallery", 0))  # fmt: skip
    play(match, "place bellows-passage d3 0")
    assert cells(match, "mouse") == {"d2", "d4", "e2", "e4"}, "e4 is the Cheese; the wall of e3 has no hole to f3"
    assert "mouse stay" not in names(match), "the Active Character of the turn's own placement must move"
    play(match, "mouse d2")
    assert match.state.slips == 0, "it lasts one turn"


def test_a_wall_without_a_hole_on_either_face_stays_closed() -> None:
    """WD-5.1: an opening is no hole."""
    drawing = """
        M . a .
        . . C .
    """
    closed = picture(drawing, belt=("Ratchet Row",), ability="mouse", a=("Long Gallery", 0))
    assert reason(play(closed, "place ratchet-row d3 1")) == "mouse_stuck"
    holed = picture(drawing, belt=("Ratchet Row",), ability="mouse", a=("Bellows Passage", 0))
    assert cells(play(holed, "place ratchet-row d3 1"), "mouse") == {"e2", "e4", "f3"}


def test_holes_are_optional_for_the_other_character() -> None:
    """WD-5.1: a Mouse that could move only through holes may stay when the Cat is active, and only then."""
    drawing = """
        K . M
        . . C
        . . ┼
    """
    match = play(picture(drawing, belt=("Dial Cranny",), ability="mouse"), "place dial-cranny d3 3", "cat d2")
    assert names(match) == ["mouse c3", "mouse d4", "mouse stay"]
    assert cell_of(play(match, "mouse stay"), "mouse") == "e3"
    match = play(picture(drawing, belt=("Winding Room",), ability="mouse"), "place winding-room d3 3", "cat d2")
    assert "mouse stay" not in names(match), "an open way is there: it must move"


def test_the_cat_swaps_with_the_cheese() -> None:
    """WD-5.2: at the start of the turn, without being asked."""
    match = picture("""
        K ┼ M
        . C .
    """, ability="cat")  # fmt: skip
    assert (cell_of(match, "cat"), cell_of(match, "cheese")) == ("d4", "c3")
    assert match.state.phase == codes.PLACE_A_CARD


def test_the_cats_ability_is_gone_without_the_cat() -> None:
    """WD-5.2: skipped, and not kept for later."""
    match = picture("""
        C ┼ M
    """, ability="cat")  # fmt: skip
    assert (match.state.kept, match.state.fresh, match.state.phase) == (0, 0, codes.PLACE_A_CARD)


def test_the_cheese_turns_any_one_room() -> None:
    """WD-5.3, WD-4.9: each turn that changes what one sees, or leave; then the turn goes on."""
    match = picture("""
        M a b
        . d C
    """, ability="cheese", a=("Great Wheelhouse", 0), b=("Long Gallery", 0), d=("Cuckoo Corner", 1))  # fmt: skip
    assert names(match) == ["leave", "turn e3 1", "turn d4 1", "turn d4 2", "turn d4 3"]
    play(match, "turn d4 3")
    assert turn_at(match, "d4") == 0
    assert match.state.phase == codes.PLACE_A_CARD


def test_leaving_the_rooms_as_they_are_is_allowed() -> None:
    """WD-5.3: a turn of 360 degrees."""
    match = picture("""
        M ┼ C
    """, ability="cheese")  # fmt: skip
    before = match.state.turn.tolist()
    assert play(match, "leave").state.turn.tolist() == before


def test_the_cucumber_covers_any_room() -> None:
    """WD-5.4: any card, any turn, any room, a stack of two as well; then rotate, and the belt is filled."""
    match = picture("""
        M ┼ a
        . C b
    """,
        belt=("Governor's Balcony",),
        ability="cucumber",
        a=[("Long Gallery", 0), ("Ratchet Row", 0)],
        b=("Cuckoo Corner", 0),
    )  # fmt: skip
    assert {name.split()[2] for name in names(match)} == {"d3", "e3", "e4"}
    assert len([name for name in names(match) if name.startswith("cover governors-balcony e3")]) == 4
    play(match, "cover governors-balcony e3 1")
    s = match.state.record
    assert turn_at(match, "e4") == 1, "a dark cog lies south"
    assert (s.turns, s.phase, s.active, s.drawn) == (1, codes.PLACE_A_CARD, MOUSE, 1)
    assert not names(match, "place governors-balcony")


def test_after_covering_characters_run_or_just_stay() -> None:
    """WD-5.4: beside the covering card they must run if they can; who cannot stays, even the active one."""
    drawing = """
        M ┼ .
        . . C
    """
    match = play(picture(drawing, belt=("Long Gallery",), ability="cucumber"), "cover long-gallery d3 0")
    assert "The Mouse cannot get through and stays" in story(match)
    assert match.state.phase == codes.PLACE_A_CARD
    match = play(picture(drawing, belt=("Long Gallery",), ability="cucumber"), "cover long-gallery d3 1")
    assert names(match) == ["mouse e3"]


def test_running_over_the_prey_after_covering_loses() -> None:
    """WD-5.4: the prey is as near as ever."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery",), ability="cucumber")  # fmt: skip
    assert reason(play(match, "cover long-gallery d3 1", "mouse e3")) == "mouse_over_cheese"


def test_a_cat_that_comes_by_the_cover_is_active_in_the_same_turn() -> None:
    """WD-5.4, WD-4.1: the placement of this turn is next to the Cat."""
    match = picture("""
        M ┼ .
        . C ┼
    """, belt=("Long Gallery",), ability="cucumber", drawn=LAST_OF_SECOND_STACK)  # fmt: skip
    play(match, "cover long-gallery e4 0")
    assert match.state.phase == codes.BRING_CAT
    play(match, "cat out d5")
    assert (match.state.turns, match.state.active) == (1, CAT)


def test_an_agenda_that_comes_by_the_cover_waits_for_the_next_turn() -> None:
    """WD-5.4, WD-4.8: it is not used in the turn it was drawn in, in easier mode neither."""
    for easier in (False, True):
        match = picture("""
            M ┼ .
            . C ┼
        """, belt=("Long Gallery",), ability="cucumber", drawn=THIRD_AGENDA - easier, easier=easier)  # fmt: skip
        if easier:
            play(match, "use cucumber")
        play(match, "cover long-gallery e4 0")
        s = match.state.record
        assert (s.phase, s.kept, int(s.fresh).bit_count()) == (codes.PLACE_A_CARD, 0, 1)


def test_a_cucumber_that_comes_by_the_cover_ends_the_game() -> None:
    """WD-5.4, WD-8.3: in easier mode a kept cover may turn up the Cucumber."""
    match = picture("""
        K ┼ M
        . C ┼
    """, belt=("Long Gallery",), ability="cucumber", drawn=LAST_ABOVE_LAST_AGENDA - 1, easier=True)  # fmt: skip
    match.state.record.last = MOUSE
    match.state.record.seen = 14
    play(match, "use cucumber", "cover long-gallery e4 0")
    if not match.is_over:
        play(match, names(match)[0])
    assert reason(match).endswith("solved_mouse")


def test_the_usual_active_character_runs_first_after_a_cover() -> None:
    """WD-5.4: the Cat once it is out, also in easier mode."""
    match = picture("""
        K ┼ M
        . C .
    """, belt=("Winding Room",), ability="cucumber", easier=True)  # fmt: skip
    play(match, "use cucumber", "cover winding-room d3 3")
    assert names(match) == ["cat d2", "cat e3"]
    play(match, "cat d2")
    assert names(match) == ["mouse c3"]


# WD-7 How a game ends


@pytest.mark.parametrize("easier", [0, 1])
def test_a_game_that_reaches_the_endgame_lasts_as_long_as_the_deck_says(easier: int) -> None:
    """WD-7.1, WD-3.2, WD-3.3: 19 to 22 turns if the Cucumber is last, else 18 to 21; 17 to 21 in easier mode."""
    lengths = set()
    for seed in range(150):
        random = Random(seed)
        states = GAME.deal(1, (0, easier), seed)
        s = states.record
        while s.phase != codes.OVER:
            if s.phase == codes.PLACE_A_CARD:  # as if a card had been placed, without crowding the maze
                clear_events(s)
                s.where[deck.take_from_belt(s, 0)] = -3
                s.phase = codes.FILL_BELT
                s.active = -1
                while GAME.rules.is_busy(s):
                    turn.go_on(s)
            else:
                GAME.rules.apply(s, 0, careful(GAME, states, 0, states.legal(0), random))
        if s.ended >= codes.UNSOLVED:
            lengths.add((int(s.last) == CUCUMBER, int(s.turns)))
    last, other = {n for is_last, n in lengths if is_last}, {n for is_last, n in lengths if not is_last}
    if easier:
        assert last | other == {17, 18, 19, 20, 21} or last | other == {18, 19, 20, 21}
    else:
        assert (last, other) == ({19, 20, 21, 22}, {18, 19, 20, 21})


def test_every_end_has_a_code_and_a_sentence() -> None:
    """WD-7.1: five ways to lose underway, and solved or unsolved with each agenda."""
    assert len(set(REASONS)) == 14
    states = GAME.deal(1, (0, 0), 1)
    sentences = set()
    for why in range(1, 14):
        states.record.ended = why
        sentences.add(GAME.words.outcome_sentence(states.record))
    assert len(sentences) == 13
    assert REASONS[codes.SOLVED + CAT] == "solved_cat"
    assert REASONS[codes.UNSOLVED + CHEESE] == "unsolved_cheese"


# WD-8 Easier mode


def test_easier_leaves_the_studio_out() -> None:
    """WD-8.1: the Studio is never dealt, and the deck is a card shorter."""
    for seed in range(30):
        s = GAME.deal(1, (0, 1), seed).record
        assert s.unseen == 20
        assert 0 not in s.belt


def test_easier_names_the_active_character() -> None:
    """WD-8.2: once the Cat is out either of the two; before, the Mouse."""
    drawing = """
        K . M
        . ┼ C
    """
    match = picture(drawing, belt=("Winding Room",), easier=True)
    assert {name.split()[0] for name in names(match)} == {"cat", "mouse"}
    play(match, "mouse place winding-room d3 3")
    assert names(match) == ["mouse d2"]
    assert names(play(match, "mouse d2")) == ["cat d2", "cat e3"]
    before = picture(drawing.replace("K", "."), belt=("Winding Room",), easier=True)
    assert {name.split()[0] for name in names(before)} == {"place"}


def test_easier_is_lost_without_placement_only_if_neither_has_one() -> None:
    """WD-8.2: a walled-in Cat does not lose while the Mouse has room."""
    stacks = {
        "a": [("Long Gallery", 0), ("Ratchet Row", 0)],
        "b": [("Pendulum Hall", 0), ("Mainspring Walk", 0)],
        "d": [("Minute Lane", 0), ("Rope Run", 0)],
    }
    drawing = """
        . a . .
        b K d .
        . C M .
    """
    assert reason(picture(drawing, **stacks)) == "no_placement"  # type: ignore[arg-type]
    assert {name.split()[0] for name in names(picture(drawing, easier=True, **stacks))} == {"mouse"}  # type: ignore[arg-type]


def test_a_loss_says_why_no_card_goes_anywhere() -> None:
    """WD-4.2, WD-7.1: no cell takes a card, or rooms that could be covered have other openings; a moment tells it."""
    a, b = [("Long Gallery", 0), ("Ratchet Row", 0)], [("Pendulum Hall", 0), ("Mainspring Walk", 0)]
    full = picture("""
        . a . .
        b K d .
        . C M .
    """, a=a, b=b, d=[("Minute Lane", 0), ("Rope Run", 0)])  # fmt: skip
    sentence = full.game.words.outcome_sentence(full.state.record)
    assert sentence.endswith("for beside the Cat there is no cell left that could take a card.")
    belt = ("Winding Room", "Long Gallery", "Cuckoo Corner", "Boiler Nook")
    match = picture("""
        . a .
        b M C
        . ┼ .
    """, belt=belt, a=a, b=b)  # fmt: skip
    sentence = match.game.words.outcome_sentence(match.state.record)
    assert "the rooms beside the Mouse that could be covered have other openings" in sentence
    ((weight, text),) = match.game.words.moments(match.state.record, match.state.record, 0)
    assert weight == 5
    assert text.startswith("No card of the belt can be set down")


def test_easier_keeps_abilities() -> None:
    """WD-8.3: asked while one can be used, again after each use, in any order; passing keeps the rest."""
    match = picture("""
        M ┼ C
        . ┼ .
    """, belt=("Long Gallery",), ability="cheese mouse", easier=True)  # fmt: skip
    assert names(match) == ["use mouse", "use cheese", "pass"]
    play(match, "use cheese", "leave")
    assert names(match) == ["use mouse", "pass"]
    play(match, "pass", "place long-gallery c4 0", "mouse c5")
    assert names(match) == ["use mouse", "pass"]
    play(match, "use mouse")
    assert match.state.slips
    assert match.state.phase == codes.PLACE_A_CARD


def test_easier_keeps_the_cats_ability_until_the_cat_is_out() -> None:
    """WD-8.3: not asked before; usable even if the Cat came out at the start of this very turn."""
    drawing = """
        M ┼ .
        . C ┼
    """
    waiting = picture(drawing, ability="cat", easier=True)
    assert (waiting.state.phase, waiting.state.kept) == (codes.PLACE_A_CARD, 1 << CAT)
    match = picture(
        drawing, belt=("Long Gallery",), ability="cat cucumber", easier=True, drawn=LAST_OF_SECOND_STACK - 1
    )
    assert names(match) == ["use cucumber", "pass"]
    play(match, "use cucumber", "cover long-gallery e4 0", "cat out d5")
    assert names(match) == ["use cat", "pass"]
    play(match, "use cat")
    assert (cell_of(match, "cat"), cell_of(match, "cheese")) == ("d4", "d5")


# At the table


def test_undo_is_free_up_to_the_draw() -> None:
    """WD-4.8: a placement can be taken back, a move after which a card was drawn cannot."""
    match = Match.start(GAME, seed=3)
    with pytest.raises(CannotUndo):
        match.undo()
    first = match.state.tobytes()
    random = Random(3)
    match.step(0, careful(GAME, match.state, 0, match.legal(0), random))
    match.undo()
    assert match.state.tobytes() == first
    match.step(0, careful(GAME, match.state, 0, match.legal(0), random))
    match.step(0, careful(GAME, match.state, 0, match.legal(0), random))
    with pytest.raises(CannotUndo):
        match.undo()


def test_a_losing_move_can_be_taken_back_and_has_shown_nothing() -> None:
    """WD-4.6: nothing was drawn; and the finished record holds no chance from which to foretell the deck."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery",))  # fmt: skip
    play(match, "place long-gallery c4 1")
    assert reason(match) == "mouse_stuck"
    assert not match.state.chance.any()
    match.undo()
    assert match.state.chance.any()
    assert not match.is_over


def test_the_cheese_never_moves_by_itself() -> None:
    """WD-1.4: only the Cat's ability moves it."""
    for seed in range(20):
        states, random = GAME.deal(1, (seed % 4, 0), seed), Random(seed)
        s = states.record
        while s.phase != codes.OVER:
            before = int(s.cheese)
            GAME.rules.apply(s, 0, careful(GAME, states, 0, states.legal(0), random))
            swapped = any(event[0] == 12 for event in s.events[: s.event_count])
            assert s.cheese == before or swapped


def test_the_table_fits_80_columns_and_moves_have_names_of_their_own() -> None:
    """WD-4.9: every position can be read and played in a terminal."""
    for seed in range(12):
        match, random = Match.start(GAME, options={"setup": seed % 4, "easier": seed // 4 % 2}, seed=seed), Random(seed)
        while not match.is_over:
            legal = match.legal(0)
            assert len(match.move_names(0)) == len(legal)
            view = match.view(0).record
            assert len({GAME.words.move_text(view, 0, action) for action in legal}) == len(legal)
            lines = GAME.words.table_text(view, 0).splitlines()
            assert max(len(line) for line in lines) <= 80
            assert all(f"<{name}>" in "\n".join(lines) for name in open_cells(match))
            match.step(0, careful(GAME, match.state, 0, legal, random))
            assert len(match.told(-1, len(match.moves) - 1)) == match.state.event_count
        assert GAME.words.table_text(match.state.record, 0)


def open_cells(match: Match) -> set[str]:
    """List the empty cells to choose from now."""
    s = match.state.record
    found = cells(match, "mouse" if s.mover == MOUSE else "cat") if s.phase == codes.MOVE else cells(match, "cat out")
    taken = {cell_of(match, who) for who in ("mouse", "cheese")}
    return {name for name in found - taken if name != "stay" and s.top[cell(name)] < 0} if s.phase in {4, 5} else set()


def test_no_decision_is_wider_than_the_facts_say() -> None:
    """WD-4.9, WD-5.4: 352 options are the most there can be, and the record has room for every event."""
    widest = longest = 0
    for seed in range(60):
        states, random = GAME.deal(1, (seed % 4, seed // 4 % 2), seed), Random(seed)
        while legal := states.legal(0):
            widest = max(widest, len(legal))
            GAME.rules.apply(states.record, 0, careful(GAME, states, 0, legal, random))
            longest = max(longest, int(states.record.event_count))
    assert 200 < widest <= GAME.facts.max_actions
    assert longest <= len(np.zeros(1, GAME.rules.State)["events"][0])

"""Who Done It?: what speaks for a move is what that move makes of the maze."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.games.who_done_it.careful import patient
from tests.games.who_done_it.picture import GAME, cell, picture, play

from mousehole.analysis.dead_ends import dead_end
from mousehole.engine.match import Match
from mousehole.engine.position import Position
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import CUCUMBER, MOUSE
from mousehole.games.who_done_it.show import show

FIRST_AGENDA = 6
LOSES = ("After it ", "Running over ")
each_mode = pytest.mark.parametrize("easier", [0, 1])


def remark(position: Position, action: int) -> str:
    """Say what speaks for an action."""
    return GAME.words.remark(position.view(0).record, 0, action)


def said(match: Match, move: str) -> str:
    """Say what speaks for a move by its name."""
    return remark(match.state, match.parse_move(0, move))


def walk(easier: int) -> Iterator[tuple[Position, int]]:
    """Play a game that reaches the endgame, and give each position with the action played there."""
    position = GAME.deal(1, (0, easier), 4)
    for action in patient(GAME, (0, easier), 4):
        yield position, action
        position = position.after(0, action)


def all_connected(*, easier: bool = False, ability: str = "", drawn: int = 0) -> Match:
    """Set up Cat, Cheese and Mouse so that there is a way between them all."""
    return picture("""
        K . .
        C ─ M
    """, belt=("Long Gallery",), easier=easier, ability=ability, drawn=drawn)  # fmt: skip


# One position each


def test_a_placement_tells_of_the_maze_after_it() -> None:
    """WD-4.5, WD-6.2: who runs where, which way opens or closes, whom it suits, and what is left to build on."""
    match = picture("""
        M ┼ C
    """, belt=("Long Gallery",))  # fmt: skip
    assert said(match, "place long-gallery c2 0") == (
        "Then the Mouse runs to c1. The way from Mouse to Cheese closes. "
        "Then the maze suits the Cheese, who may still decide. "
        "21 cells stay empty. Beside the Mouse three cells can take a card."
    )
    assert said(match, "place long-gallery c2 1") == "After it the Mouse has no way on."
    match.state.record.seen = 0b100
    assert "Then the maze suits the Cheese, who can decide no more." in said(match, "place long-gallery c2 0")


def test_the_last_agenda_is_the_one_that_counts() -> None:
    """WD-6.2: once it is known, a move says whether the maze is as it wants."""
    match = all_connected()
    s = match.state.record
    s.seen, s.last = 0b1110, MOUSE
    assert "Then the maze is as the Mouse, who decides, wants it." in said(match, "place long-gallery c2 0")
    wanted = "a way from Mouse to Cheese, none from Cat to Mouse"
    assert f"and the maze is not yet as it wants: {wanted}." in said(match, "place long-gallery d3 1")
    s.seen, s.last = 0b0111, CUCUMBER
    assert "As before, the maze is as the Cucumber, who decides, wants it." in said(match, "place long-gallery d3 1")
    assert "The Cucumber decides, and the maze is no longer as it wants" in said(match, "place long-gallery c2 0")


def test_what_hangs_on_the_run_is_said_to() -> None:
    """WD-4.5: where somebody can run to several cells, a way can open, and the right run suits an agenda."""
    match = picture("""
        . . C
        M . .
    """, belt=("Great Wheelhouse",))  # fmt: skip
    assert said(match, "place great-wheelhouse d4 0") == (
        "Then the Mouse has 3 cells to run to. A way from Mouse to Cheese can open. "
        "With the right run the maze suits the Mouse or the Cheese, who may still decide. 22 cells stay empty."
    )
    match.state.record.seen = 0b0101
    assert "However they run, the maze suits nobody who may" in said(match, "place great-wheelhouse d4 0")


def test_a_run_that_must_go_over_the_prey_is_lost() -> None:
    """WD-4.6: it is said of the placement already, in the words of an analysis."""
    match = picture("""
        C
        .
        M
    """, belt=("Long Gallery",))  # fmt: skip
    assert said(match, "place long-gallery c4 0") == "After it the Mouse has no way but over the Cheese."
    play(match, "place long-gallery c4 0")
    assert said(match, "mouse c3") == "Running over the Cheese loses at once."


def test_a_run_says_how_one_can_go_on_from_there() -> None:
    """WD-4.2, WD-4.6: how many cells can take a card beside it; over the prey it loses."""
    match = play(picture("""
        . . C
        M . .
    """, belt=("Great Wheelhouse",)), "place great-wheelhouse d4 0")  # fmt: skip
    opens = "A way from Mouse to Cheese opens. Then the maze suits the Mouse, who may still decide."
    assert {name: said(match, name) for name in match.move_names(0)} == {
        "mouse d3": f"{opens} Beside the Mouse three cells can take a card.",
        "mouse e4": f"{opens} Beside the Mouse three cells can take a card.",
        "mouse d5": (
            "As before, the maze suits the Cheese, who may still decide. Beside the Mouse four cells can take a card."
        ),
    }


def test_the_cat_comes_out_where_it_matters() -> None:
    """WD-4.8: whether it has a way to the Mouse, and where it can be built beside."""
    match = picture("""
        C ─ M
    """)  # fmt: skip
    match.state.record.phase = codes.BRING_CAT
    near, far = (remark(match.state, codes.CAT_AT + cell(name)) for name in ("e2", "b3"))
    assert (
        near
        == far
        == (
            "A way from Cat to Mouse opens. Then the maze suits the Cucumber, who may still decide. "
            "Beside the Cat three cells can take a card."
        )
    )
    away = remark(match.state, codes.CAT_AT + cell("d4"))
    assert away == (
        "As before, the maze suits the Mouse, who may still decide. Beside the Cat four cells can take a card."
    )


def test_abilities_say_what_they_are_for() -> None:
    """WD-5, WD-8.3: each has its own reason, and the swap shows in the maze."""
    match = all_connected(easier=True, ability="mouse cat cheese cucumber")
    told = {name: said(match, name) for name in match.move_names(0)}
    assert len(set(told.values())) == len(told) == 5
    assert told["pass"].startswith("What you do not use is kept. As before, the maze suits the Cucumber")
    match = all_connected(ability="cheese")
    assert said(match, "leave") == "As before, the maze suits the Cucumber, who may still decide."
    assert said(match, "turn d4 1") == (
        "The way from Mouse to Cheese closes, and the way from Cat to Mouse closes. "
        "Then the maze suits the Cheese, who can decide no more."
    )


# In any game


@each_mode
def test_a_reason_is_true_of_the_move(easier: int) -> None:
    """What opens or closes is what has opened or closed once the move is made, and who runs has run there."""
    for position, action in walk(easier):
        text, after = remark(position, action), position.after(0, action)
        kinds = {int(event[0]) for event in after.record.events[: after.record.event_count]}
        drew = {codes.EVENT_AGENDA, codes.EVENT_SWAP} <= kinds
        if drew or after.record.phase == codes.MOVE or text.startswith(LOSES):
            continue
        before, then = (show(one.view(0).record, 0).paths for one in (position, after))
        for name, was, is_there in (
            ("way from Mouse to Cheese", before.mouse_cheese, then.mouse_cheese),
            ("way from Cat to Mouse", before.cat_mouse, then.cat_mouse),
        ):
            assert (f"{name} opens" in text) == (is_there and not was), text
            assert (f"{name} closes" in text) == (was and not is_there), text


@each_mode
def test_a_reason_and_a_dead_end_agree(easier: int) -> None:
    """A move that loses at once is said to, and what is said to be lost an analysis finds lost, in the same words."""
    lost = 0
    for position, _ in walk(easier):
        view = position.view(0)
        for action in view.legal(0)[::5]:
            text, after = remark(position, action), position.after(0, action)
            if after.is_over and after.is_undoable():
                assert text.startswith(LOSES)
            if text.startswith("After it "):
                lost += 1
                assert dead_end(view, action, action) == text
    assert lost > 20


@each_mode
def test_moves_that_differ_in_kind_have_other_reasons(easier: int) -> None:
    """Moves with the same reason leave as many cells empty and lose alike; most choices have several reasons."""
    choices = several = 0
    for position, _ in walk(easier):
        reasons: dict[str, set[tuple[int, bool]]] = {}
        legal = position.legal(0)
        for action in legal:
            after = position.after(0, action)
            rooms = int(after.record.rooms).bit_count() if position.record.phase == codes.PLACE_A_CARD else 0
            is_lost = after.is_over and after.is_undoable()
            reasons.setdefault(remark(position, action), set()).add((0 if is_lost else rooms, is_lost))
        for text, kinds in reasons.items():
            assert len(kinds) == 1 or text.startswith("After it "), (text, kinds)
        choices += len(legal) > 4
        several += len(legal) > 4 and len(reasons) > 1
    assert several > 0.9 * choices


def test_a_reason_tells_nothing_of_the_draw() -> None:
    """WD-4.8: an agenda that comes up next, with its ability, changes no word of what is said before."""
    first, later = (play(all_connected(drawn=drawn), "place long-gallery c2 0") for drawn in (0, FIRST_AGENDA))
    assert said(first, "cat c1") == said(later, "cat c1")
    run = later.parse_move(0, "cat c1")
    drawn = [later.view(0).world(0, chance).after(0, run).record for chance in range(20)]
    assert any(s.cheese != later.state.record.cheese for s in drawn), "the Cat's ability swaps it"

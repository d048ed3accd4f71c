"""Hide and Squeak in words."""

from __future__ import annotations

import random

from tests.games.hide_and_squeak.house import house, play

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes


def said_for(match: Match, name: str) -> str:
    """Say what speaks for a move of whoever is to move."""
    (seat,) = match.actors()
    return match.game.words.remark(match.view(seat).record, seat, match.parse_move(seat, name))


def test_what_speaks_for_laying_a_token_or_a_trap() -> None:
    """HS-2.1: the cat hears how many tokens and traps a room would have, and how far it is round the walls."""
    match = Match.start(load("hide_and_squeak"), seats=3, seed=3)
    assert said_for(match, "spare larder") == "Mice go where tokens lie: the Larder, one step from you, would have 3."
    assert (
        said_for(match, "spare scullery") == "Mice go where tokens lie: the Scullery, 3 steps from you, would have 3."
    )
    play(match, *["spare larder"] * 3, "trap larder")
    assert said_for(match, "trap larder") == (
        "A mouse that takes a token there, one step from you, takes a trap in 2 of 5 cases."
    )
    assert said_for(match, "trap hallway") == (
        "A mouse that takes a token there, right below you, takes a trap in 1 of 2 cases."
    )


def test_what_speaks_for_a_move_of_the_cat() -> None:
    """HS-3: a reason is about its own action: who may be there or next door, what silence tells, what is guarded."""
    match = house(".2 .2 .2 p2 C2 .2 .2 .2 b2")
    assert said_for(match, "move larder") == "Pip may be there, or in 8 other rooms, 3 of them next door to it."
    assert said_for(match, "pounce") == "Pip may be here, or in 8 other rooms."
    assert said_for(match, "stop") == (
        "Stopping gives up 4 actions, but no mouse can take any of the 2 tokens right below you."
    )
    assert said_for(match, "listen") == (
        "Pip may squeak, in the Larder, the Scullery, the Music Room or the Washroom. "
        "Silence rules out 4 of its 9 possible rooms."
    )
    play(match, "listen")
    assert said_for(match, "pounce") == "Bramble may be here, or in 4 other rooms."
    assert said_for(match, "move washroom") == "Bramble may be next door to it, in 3 of its 5 possible rooms."
    assert said_for(match, "listen") == "You know already who is next door: listening tells nothing new."
    play(match, "move larder")
    assert said_for(match, "pounce") == "No mouse can be here."
    assert said_for(match, "move parlour") == "Bramble may be there, or in 4 other rooms."
    assert said_for(match, "listen") == (
        "Bramble may squeak, in the Parlour, the Library or the Hallway. Silence rules out 3 of its 5 possible rooms."
    )
    play(match, "move parlour")
    assert said_for(match, "move scullery") == (
        "Pip must be there. Then no mouse can take any of the 2 tokens right below you."
    )


def test_a_mouse_that_the_cat_knows_of_is_walked_to() -> None:
    """HS-1.2, HS-3.1: a step is said to lead nearer where nobody can be near; a sure squeak is said to be sure."""
    match = house("C0 .2 .2 .2 .2 .2 .2 .2 p2", mice=2)
    s = match.state.record
    s.maybe[0] = 1 << 8
    assert said_for(match, "move larder") == "Pip must be in the Bedroom: this is a step nearer."
    assert said_for(match, "listen") == "No mouse can be next door: listening tells nothing."
    assert said_for(match, "stop") == "Stopping gives up 4 actions, and nothing lies below you to guard."
    s.maybe[0] = 1 << 5 | 1 << 7
    assert said_for(match, "move larder") == "Pip may be in 2 rooms: this is a step nearer."
    s.maybe[0] = 1 << 1 | 1 << 3
    assert said_for(match, "listen") == "Pip must squeak, in the Larder or the Scullery."
    assert said_for(match, "move larder") == "Pip may be there, or in one other room."
    s.maybe[0] = 1 << 1
    assert said_for(match, "move larder") == "Pip must be there, and you can still pounce."
    s.maybe[0] = 1 << 2
    assert said_for(match, "move larder") == "Pip must be next door to it."


def test_what_speaks_for_the_room_of_a_mouse() -> None:
    """HS-2.3, HS-4.5, HS-5: a start, a return and a run say what lies there, how far the cat is, what it then knows."""
    match = house("C2 .2 .0 p3 .1 .2 .2 .2 .2", mice=2)
    play(match, "stop", "leave")
    assert said_for(match, "revive bedroom") == (
        "The Bedroom has 2 tokens and is 4 steps from the cat, too far to come and pounce in one round. "
        "The cat must look for you in every room, and you can still run."
    )
    assert said_for(match, "revive library") == (
        "The Library has no token and is 2 steps from the cat. "
        "The cat must look for you in every room, and you can still run."
    )
    play(match, "revive bedroom")
    s = match.state.record
    s.maybe[0] = 1 << 3 | 1 << 6
    assert said_for(match, "run hallway") == (
        "The Hallway has one token and is 2 steps from the cat. The cat must then look for you in 5 rooms."
    )
    assert said_for(match, "run parlour") == (
        "The Parlour has 2 tokens and is right below the cat. The cat must then look for you in 5 rooms."
    )
    assert said_for(match, "run plant kitchen") == (
        "The Kitchen has 2 tokens and is 2 steps from the cat. "
        "The cat hears the plant fall and must look for you in 6 rooms instead of 5."
    )
    match = Match.start(load("hide_and_squeak"), seats=3, seed=3)
    play(match, *["spare larder"] * 3, *["trap larder"] * 3)
    assert said_for(match, "start larder") == (
        "The Larder has 5 tokens and is one step from the cat. The cat must look for you in every room but its own."
    )


def test_the_cat_looks_where_a_remark_says() -> None:
    """HS-5.2: the rooms that a run is said to leave to the cat are those that it leaves."""
    match, chooser, seen = Match.start(load("hide_and_squeak"), seats=4, seed=5), random.Random(5), set()
    while not match.is_over:
        (seat,) = match.actors()
        if match.state.record.phase == codes.RUN:
            for name, action in match.move_names(seat).items():
                left = int(match.after(seat, action).record.maybe[seat - 1]).bit_count()
                assert f"look for you in {left} rooms" in said_for(match, name)
                seen.add(action >= codes.FIRST_RUN + 9)
        match.step(seat, chooser.choice(match.legal(seat)))
    assert seen == {True, False}


def test_what_speaks_for_taking_and_leaving() -> None:
    """HS-4.1 to HS-4.4: how many traps are left is public, a token shows where its taker is, dawn ends the hunt."""
    match = play(house("C2 .2 .0 p3 .1! .2! .2 .2 b0"), "stop")
    assert (
        said_for(match, "take") == "Of the 14 tokens still lying 2 are traps. The cat sees which of 9 rooms you are in."
    )
    assert said_for(match, "leave") == ("The cat must go on looking for you in 9 rooms. A token taken shows it yours.")
    s = match.state.record
    s.maybe[0], s.traps_found = 1 << 3, 1
    assert said_for(match, "take") == "Of the 14 tokens still lying one is a trap. The cat knows your room already."
    assert said_for(match, "leave") == "Of the 14 tokens still lying one is a trap, and a trap stuns you."
    s.traps_found = 2
    assert said_for(match, "take") == "No trap is left. The cat knows your room already."
    assert said_for(match, "leave") == "No trap is left, and the cat knows your room already: waiting saves nothing."
    s.stored = 5
    assert said_for(match, "take") == "No trap is left. A cheese wins at once."
    play(match, "leave")
    assert said_for(match, "leave") == "Nothing is left to take in the Bedroom."
    match = play(house("Cp2 .2 .0 b3 .1! .2! .2 .2 .2", dawn=5, mice=3), "stop")
    assert said_for(match, "leave") == "Right below the cat nothing can be taken."
    play(match, "leave")
    match.state.record.night = 5
    assert said_for(match, "take") == (
        "Of the 16 tokens still lying 2 are traps. Dawn breaks before the cat can come for you."
    )
    assert said_for(match, "leave") == "Dawn breaks before the cat can come for you: waiting saves nothing."
    play(match, "leave")
    assert said_for(match, "revive larder") == "Dawn breaks before anybody runs again: any room will do."


def test_who_topples_a_piece_elsewhere_does_not_stay() -> None:
    """HS-5.2: the lamp of the Library is toppled there, so who ends in the Larder again comes back to it."""
    match = house(".2 p2 .2 .2 C2 .2 .2 .2 b2")
    play(match, "stop", "leave", "leave")
    view = match.view(1).record
    texts = {name: match.game.words.move_text(view, 1, action) for name, action in match.move_names(1).items()}
    assert texts["run lamp larder"] == "Topple the lamp, come back to the Larder"
    assert texts["run larder"] == "Stay in the Larder"
    assert texts["run lamp library"] == "Topple the lamp, run to the Library"
    match = house("p2 .2 .2 .2 C2 .2 .2 .2 b2")
    play(match, "stop", "leave", "leave")
    action = match.move_names(1)["run clock parlour"]
    assert match.game.words.move_text(match.view(1).record, 1, action) == "Topple the clock, stay in the Parlour"

"""Hide and Squeak in words."""

from __future__ import annotations

from tests.games.hide_and_squeak.house import house, play

from mousehole.engine.match import Match
from mousehole.games import load


def said_for(match: Match, name: str) -> str:
    """Say what speaks for a move of whoever is to move."""
    (seat,) = match.actors()
    return match.game.words.remark(match.view(seat).record, seat, match.parse_move(seat, name))


def test_what_speaks_for_a_move_of_the_cat() -> None:
    """A hint's reason is about its own move: what a trap is good for, who may be where the cat pounces."""
    match = Match.start(load("hide_and_squeak"), seats=3, seed=3)
    assert said_for(match, "spare larder") == "Mice go where tokens lie: many of them in a room draw them there."
    play(match, *["spare larder"] * 3, "trap larder")
    assert said_for(match, "trap larder") == "A mouse that takes a token there takes a trap in 2 of 5 cases."
    match = house(".2 .2 .2 p2 C2 .2 .2 .2 b2")
    assert said_for(match, "stop") == "Any mouse can be anywhere."
    assert said_for(match, "pounce") == "Pip may be here, or in 8 other rooms."
    play(match, "listen")
    assert said_for(match, "stop") == "Pip can only be in one room."
    assert said_for(match, "pounce") == "Bramble may be here, or in 4 other rooms."


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

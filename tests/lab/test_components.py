"""What somebody had of the box, noticed in whole games."""

from __future__ import annotations

import pytest

from mousehole.games import IDS, load
from mousehole.lab.components import UnknownComponent, check_component, watching
from mousehole.lab.playing import random_match
from mousehole.lab.setup import SetUp


@pytest.mark.parametrize("game_id", IDS)
def test_what_is_noticed_is_known(game_id: str) -> None:
    """In random games at every number of seats, only known components are noticed, on sides that can have them."""
    game, known = load(game_id), watching(game_id)
    assert known.had is not None
    assert known.rounds is not None
    noticed = set()
    for seats in range(game.facts.min_seats, game.facts.max_seats + 1):
        for number in range(20):
            match = random_match(game, number, seats=seats, seed=3)
            assert 0 <= known.rounds(match) <= len(match.moves)
            for side, name in known.had(match):
                component = known.find(name)
                assert component is not None
                assert side in game.facts.sides(seats)
                assert component.side in {None, side}
                noticed.add(name)
    assert len(noticed) > len(known.components) / 2


@pytest.mark.parametrize("game_id", IDS)
def test_what_is_used_is_then_had(game_id: str) -> None:
    """Whoever plays an action that uses a component has had it by the end of the game, unless it was taken again."""
    game, known = load(game_id), watching(game_id)
    if known.uses is None:
        pytest.skip("nothing to do without")
    pairs = 0
    for number in range(12):
        match = random_match(game, number, seed=4)
        assert known.had is not None
        had = known.had(match)
        for position, (seat, action) in zip(match.positions, match.moves, strict=False):
            for name in known.uses(position.view(seat), seat, action):
                component = known.find(name)
                assert component is not None
                assert component.can_do_without
                pairs += 1
                if component.kind != "loot":  # the Mouse can lose what it kept
                    assert (game.facts.side_of(seat), name) in had
    assert pairs


@pytest.mark.parametrize(
    ("game_id", "name", "says"),
    [
        ("cloaked_cats", "cloak_white", "nothing that a player can be kept from"),
        ("hide_and_squeak", "lampp", "did you mean lamp"),
        ("mice_heist", "identity_pickpocket", "without one of"),
    ],
)
def test_what_nobody_can_do_without_is_said(game_id: str, name: str, says: str) -> None:
    """A set-up without something that there is not, or that is not chosen, is refused in a sentence."""
    with pytest.raises(UnknownComponent, match=says):
        SetUp(game_id, without=name)
    assert check_component("hide_and_squeak", "lamp").label == "the lamp falls"

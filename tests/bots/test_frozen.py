"""Bots of an earlier release: they play as they did then, and nobody is offered them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from mousehole.bots.levels import settings_of
from mousehole.bots.names import FORMER, NAMES, UnknownBot, check_bot
from mousehole.bots.players import player
from mousehole.bots.thinking import Settings
from mousehole.games import IDS, load
from mousehole.lab.arena import compete
from mousehole.lab.playing import random_match

SEED = 7
PINNED = {
    "hide_and_squeak": (
        (0, 0, 0, 0), (1, 13, 3, 13), (3, 35, 0, 10), (4, 34, 2, 13), (6, 44, 0, 10), (7, 74, 1, 13), (8, 137, 0, 0),
        (10, 92, 3, 14), (11, 77, 1, 12), (12, 88, 1, 13), (13, 0, 0, 7), (14, 9, 4, 8),
    ),
    "cat_and_mouse": (
        (0, 0, 0, 3), (1, 0, 0, 1), (2, 0, 0, 1), (3, 1, 1, 8), (4, 1, 1, 8), (5, 4, 1, 2), (6, 2, 0, 4),
        (7, 3, 0, 0), (8, 3, 0, 0), (11, 17, 0, 9), (12, 5, 0, 1), (13, 0, 0, 6),
    ),
    "cloaked_cats": (
        (0, 0, 3, 14), (1, 2, 1, 21), (2, 5, 2, 44), (3, 8, 2, 26), (4, 12, 2, 30), (5, 13, 3, 43), (6, 19, 0, 96),
        (7, 18, 2, 24), (8, 19, 1, 115), (9, 24, 1, 17), (10, 23, 0, 69), (11, 34, 1, 13),
    ),
    "mice_heist": (
        (0, 0, 0, 3), (1, 10, 1, 1), (2, 35, 0, 1), (3, 23, 2, 23), (4, 28, 0, 1), (6, 44, 1, 3), (7, 144, 1, 1),
        (8, 162, 3, 4), (9, 119, 2, 0), (10, 132, 1, 0), (11, 110, 0, 0), (12, 228, 1, 2),
    ),
    "who_done_it": (
        (0, 0, 0, 1061), (1, 0, 0, 810), (3, 0, 0, 413), (4, 0, 0, 1061), (5, 0, 0, 810), (6, 0, 0, 455),
        (7, 0, 0, 808), (9, 0, 0, 1103), (10, 0, 0, 1132), (11, 9, 0, 4264), (12, 2, 0, 768), (13, 0, 0, 1134),
    ),
}  # fmt: skip
"""Moves of the tiger of 0.1, written down when it was the tiger: number of a random game, moves played in it, seat,
action. Were it to change its mind, strength would be measured against something else than before."""


@pytest.mark.parametrize("game_id", IDS)
def test_the_tiger_of_the_first_release_plays_as_it_did(game_id: str) -> None:
    """In a few positions of every game `tiger_0_1` chooses what the tiger chose in 0.1."""
    game = load(game_id)
    tiger = player(game, "tiger_0_1")
    for number, moves, seat, action in PINNED[game_id]:
        position = random_match(game, number, seed=SEED).positions[moves]
        assert tiger(position.view(seat), seat, number + 1).action == action, (number, moves)


def test_people_are_not_offered_what_is_frozen() -> None:
    """A frozen bot is on no list and sits at no table, but meets others in the arena."""
    for name in FORMER:
        assert name not in NAMES
        with pytest.raises(UnknownBot):
            check_bot(name)
    game = load("hide_and_squeak")
    report = compete(game, ["tiger_0_1", "random"], 2, seats=3)
    assert report.overall["tiger_0_1"].games == 2


def test_games_from_elsewhere_have_no_earlier_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game with levels of its own and none of an earlier release, its level of today stands for that."""
    today = {"tiger": Settings(iterations=3)}
    monkeypatch.setattr("mousehole.bots.levels.about", lambda _: SimpleNamespace(LEVELS=today))
    assert settings_of("a_game", "tiger_0_1") is today["tiger"]

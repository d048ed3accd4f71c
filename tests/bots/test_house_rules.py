"""Bots under house rules: they play whole games, know the agreed numbers, and claim nothing they were not made for."""

from __future__ import annotations

import pytest
from tests.contract.tables import is_printed, mixtures

from mousehole.bots.hints import hint
from mousehole.bots.names import LEVELS
from mousehole.bots.players import player, stand_in, think_as, think_for_people
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.lab.arena import play_game

QUICK = ("random", "greedy", "kitten", "housecat")


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("game_id", IDS)
def test_bots_play_whole_games(game_id: str, level: str) -> None:
    """With mixtures of house rules at the least and the greatest number of seats, bots play to the end."""
    game = load(game_id)
    for seats in sorted({game.facts.min_seats, game.facts.max_seats}):
        for number, table in enumerate(mixtures(game.facts, seats)):
            assert play_game(game, seats, table.options, number, [player(game, level)] * seats).is_over


def house_match(game_id: str, *, is_house: bool) -> Match:
    """Begin a game, with house rules or without, in which somebody has a choice."""
    game = load(game_id)
    table = next(t for t in mixtures(game.facts, game.facts.usual_seats) if not is_printed(t))
    options = game.facts.options_by_name(table.options) if is_house else {}
    return Match.start(game, options=options, seed=3)


@pytest.mark.parametrize("game_id", IDS)
def test_what_was_trained_on_the_printed_game_leaves_others_to_the_tiger(game_id: str) -> None:
    """A lion of a net or a table is the tiger under house rules and says so; in the printed game it is itself."""
    printed, other = (house_match(game_id, is_house=is_house) for is_house in (False, True))
    game, (seat, *_) = printed.game, other.actors()
    assert {stand_in(level, game, printed.view(printed.actors()[0])) for level in LEVELS} == set(LEVELS)
    view = other.view(seat)
    assert stand_in("lion", game, view) == "tiger"
    name, thought = think_for_people("lion", game, view, seat, 5, seconds=0.05)
    assert name == "tiger"
    assert thought.action in view.legal(seat)
    assert think_as("lion", game, view, seat, 5).action == think_as("tiger", game, view, seat, 5).action


def test_a_hint_says_that_its_chances_are_unchecked() -> None:
    """What a search says under house rules was never compared with games by them, and the hint says so."""
    for is_house in (False, True):
        match = house_match("cat_and_mouse", is_house=is_house)
        found = hint(match.game, match.view(0), 0, 1)
        assert ("never checked" in found.odds) == is_house
        assert found.adviser == ("tiger" if is_house else "lion")

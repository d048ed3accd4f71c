"""House rules as options: printed by default, written down only where they differ, and no trace in printed games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.contract.tables import changed, mixtures

from mousehole.engine.errors import BadOption
from mousehole.engine.facts import house_rule
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match, write_match
from mousehole.engine.record import HOUSE
from mousehole.games import IDS, facts, load
from mousehole.games.vectors import layout

SIZES = {"hide_and_squeak": 152, "cat_and_mouse": 184, "cloaked_cats": 248, "mice_heist": 760, "who_done_it": 392}
"""Bytes of a record, as they were before there were house rules."""


@pytest.mark.parametrize("game_id", IDS)
def test_a_printed_game_has_no_trace_of_them(game_id: str) -> None:
    """Its record is no longer than it was, house rules are 0 there, and text and observation do not name them."""
    game = load(game_id)
    match = Match.start(game, seed=5)
    house = [option.name for option in game.facts.options if option.is_house]
    assert house
    assert game.rules.State.itemsize == SIZES[game_id]
    assert not match.state.has_house_rules
    assert not any(match.state.data[place] for place in game.doors.house_at)
    assert not any(name in write_match(match) for name in (f"{name}=" for name in house))
    assert not any(name.startswith(HOUSE) for name in layout(game_id).slices)
    assert game.facts.house_rules(match.options) == []


@pytest.mark.parametrize("game_id", IDS)
def test_a_game_with_one_says_so(game_id: str) -> None:
    """Whatever alone is changed, the position knows, the words name it with what is printed, the record reads back."""
    game = load(game_id)
    for table in changed(game.facts, game.facts.usual_seats, is_house=True):
        agreed = game.facts.options_by_name(table.options)
        match = Match.start(game, seats=table.seats, options=agreed, seed=2)
        told = game.facts.house_rules(match.options)
        assert len(told) == (1 if match.state.has_house_rules else 0)
        assert all("(printed: " in line for line in told)
        assert read_match(write_match(match), load) == match


def test_values_from_before_are_completed() -> None:
    """Options from when there were no house rules are those of the printed game; too few or many are refused."""
    known = facts("cat_and_mouse")
    assert known.completed((1, 0, 0)) == known.option_values({})
    assert known.options_by_name((1, 0, 1)) == {**known.options_by_name((1, 0, 0)), "deep_pockets": 1}
    for wrong in ((1, 0), (1, 0, 0, 3, 2, 1)):
        with pytest.raises(BadOption, match="options, not"):
            known.completed(wrong)


def test_house_rules_stand_last() -> None:
    """A game whose house rules stand before other options could not read what was written down before."""
    known = facts("cat_and_mouse")
    with pytest.raises(ValueError, match="behind"):
        replace(known, options=(house_rule("early", "Never.", 1, 0, 2), *known.options))


@pytest.mark.parametrize("game_id", IDS)
def test_ranges_are_wide_and_hold_what_is_printed(game_id: str) -> None:
    """What is printed lies in the range, there is something to turn, and every mixture that is drawn can be dealt."""
    known = facts(game_id)
    for option in known.options:
        assert option.low <= option.default <= option.highest
        assert option.highest > option.low
        assert option.hint.endswith(".")
    for seats in range(known.min_seats, known.max_seats + 1):
        for table in mixtures(known, seats):
            assert Match.start(
                load(game_id), seats=seats, options=known.options_by_name(table.options), seed=1
            ).actors()


@pytest.mark.parametrize("game_id", IDS)
def test_offers_are_house_rules_that_can_be_played(game_id: str) -> None:
    """An offer is for a number of seats, changes a house rule, and says what was measured with its interval."""
    known = facts(game_id)
    assert len({(preset.seats, preset.name) for preset in known.presets}) == len(known.presets), "each has its name"
    for preset in known.presets:
        values = known.check_together(known.check_seats(preset.seats), known.option_values(preset.options))
        assert known.house_rules(values)
        assert "%" in preset.finding
        assert preset.finding.endswith(".")

"""Cloaked Cats: a masked ball at which everybody tries to see through the others' cloaks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Preset, house_rule, switch

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.cloaked_cats import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)


def whats_wrong(seats: int, values: Mapping[str, int]) -> str:  # as every game has it
    """Say why a ball cannot be opened like that: somebody might have no mask left before the first turn."""
    opening, masks = values["opening_cats"], values["masks"]
    if opening < masks:
        return ""
    return f"{opening} cats cannot open a ball of {masks} masks each: somebody might have none left"


FACTS = Facts(
    id="cloaked_cats",
    title="Cloaked Cats",
    summary="Every cat on the dance floor gives a little away: lift the others' cloaks before they lift yours.",
    minutes="20",
    min_seats=2,
    max_seats=4,
    usual_seats=4,
    options=(
        house_rule("cloak", "How many features each player hides. Fewer make a short ball. Favours nobody.", 3, 2, 3),
        house_rule("masks", "How many masks each player has. Few make a short ball. Favours nobody.", 16, 6, 24),
        house_rule("hand", "How many cats each player holds. More leave a better choice. Favours nobody.", 3, 1, 5),
        house_rule("starter_points", "How many masks the starting player is given at first. Favours it.", 0, 0, 3),
        house_rule("opening_cats", "Cats of the deck that dance before the first turn. Favour the starter.", 0, 0, 8),
        replace(switch("starter_ties", "On level points the starting player wins. Favours it."), is_house=True),
    ),
    max_actions=1 + 3 * 17,
    actions=40 + 1 + 4 * 19,
    longest=40 + 4 * 25,
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
    whats_wrong=whats_wrong,
    presets=(
        Preset(
            "balanced_for_tigers",
            4,
            {"opening_cats": 1, "starter_ties": 1},
            "Between tigers with a third of their usual tries the starter won 25.3% of 1,660 games (23.3 to 27.5%);"
            " a quarter is fair.",
        ),
    ),
)

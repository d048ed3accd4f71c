"""Hide and Squeak: one cat against a team of mice that move unseen below the floorboards."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Option, Preset, house_rule, house_rule_by_seats

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.hide_and_squeak import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)


def whats_wrong(seats: int, values: Mapping[str, int]) -> str:
    """Say why so many mice cannot win: more cheese is needed than there is."""
    from mousehole.games.hide_and_squeak.components import CHEESE_PER_MOUSE, TOKENS  # noqa: PLC0415  # brings NumPy

    cheeses, needed = TOKENS - values["traps"], values["cheese"] or CHEESE_PER_MOUSE * (seats - 1)
    if needed <= cheeses:
        return ""
    return f"{seats - 1} mice cannot store {needed} cheeses: with {values['traps']} traps there are {cheeses}"


FACTS = Facts(
    id="hide_and_squeak",
    title="Hide and Squeak",
    summary="One cat listens at the floorboards while a team of mice carries off the cheese.",
    minutes="20",
    min_seats=3,
    max_seats=6,
    usual_seats=5,
    options=(
        Option(
            "walls",
            "On which two sides the hallway is walled off for the cat; the same game, turned. Favours nobody.",
            default=0,
            choices=("east_west", "north_south"),
            labels=("East and west", "North and south"),
        ),
        Option(
            "dawn",
            "The round after which the night is over. A short night favours the mice, a long one helps the cat.",
            default=20,
            low=5,
            high=200,
        ),
        house_rule_by_seats(
            "captures",
            "How many captures the cat needs. Fewer favour the cat.",
            high=10,
            printed="one for each mouse",
            printed_for=lambda seats: seats - 1,
        ),
        house_rule_by_seats(
            "cheese",
            "How many cheeses the mice need together. Fewer favour the mice.",
            high=21,
            printed="three for each mouse",
            printed_for=lambda seats: 3 * (seats - 1),
        ),
        house_rule("cat_actions", "How many actions the cat has in a round. More favour the cat.", 4, 1, 6),
        house_rule("traps", "How many of the tokens are traps. More favour the cat.", 3, 0, 9),
    ),
    max_actions=15,
    actions=131,
    longest=3 + 9 + 5 + 200 * (6 + 5 + 5),
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
    side_of=lambda seat: min(seat, 1),
    side_names=("the cat", "the mice"),
    whats_wrong=whats_wrong,
    presets=(
        Preset(
            "balanced_for_tigers",
            3,
            {"captures": 4, "cheese": 7, "traps": 4},
            "Between tigers with a tenth of their usual tries the cat won 48.3% of 940 games (45.1 to 51.5%).",
        ),
        Preset(
            "balanced_for_alley_cats",
            3,
            {"cat_actions": 3, "cheese": 8},
            "Between alley cats the cat won 50.4% of 990 games (47.3 to 53.5%).",
        ),
        Preset(
            "balanced_for_tigers",
            4,
            {"captures": 4, "dawn": 9},
            "Between tigers with a tenth of their usual tries the cat won 50.3% of 1,300 games (47.6 to 53.0%).",
        ),
        Preset(
            "balanced_for_alley_cats",
            4,
            {"captures": 4},
            "Between alley cats the cat won 48.2% of 1,090 games (45.2 to 51.1%).",
        ),
        Preset(
            "balanced_for_tigers",
            5,
            {"captures": 6, "dawn": 14},
            "Between tigers with a tenth of their usual tries the cat won 51.1% of 1,300 games (48.4 to 53.8%).",
        ),
        Preset(
            "balanced_for_alley_cats",
            5,
            {"captures": 6, "cheese": 13, "dawn": 18},
            "Between alley cats the cat won 51.2% of 690 games (47.4 to 54.9%).",
        ),
        Preset(
            "balanced_for_tigers",
            6,
            {"captures": 9, "dawn": 15},
            "Between tigers with a tenth of their usual tries the cat won 47.7% of 1,600 games (45.2 to 50.1%).",
        ),
    ),
)

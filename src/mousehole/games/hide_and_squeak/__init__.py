"""Hide and Squeak: one cat against a team of mice that move unseen below the floorboards."""

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Option

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.hide_and_squeak import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

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
    ),
    max_actions=15,
    actions=131,
    longest=6 + 5 + 200 * (4 + 5 + 5),
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
    side_of=lambda seat: min(seat, 1),
    side_names=("the cat", "the mice"),
)

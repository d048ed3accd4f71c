"""Who Done It?: one detective builds a clockwork maze and guesses whose plan it must fit in the end."""

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Option, house_rule, switch

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.who_done_it import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

FACTS = Facts(
    id="who_done_it",
    title="Who Done It?",
    summary="Build a maze that turns under the paws of Cat and Mouse, and leave it as the last agenda wants it.",
    minutes="20",
    min_seats=1,
    max_seats=1,
    usual_seats=1,
    options=(
        Option(
            "setup",
            "Which maze you start from. Mouse's Mirror and Cucumber's Cradle are medium, the other two hard.",
            default=1,
            high=3,
            choices=("cats_crossing", "mouses_mirror", "cheeses_cottage", "cucumbers_cradle"),
            labels=("Cat's Crossing", "Mouse's Mirror", "Cheese's Cottage", "Cucumber's Cradle"),
        ),
        switch(
            "easier",
            "No Mouse's Studio, Cat or Mouse active as you like, abilities kept for when you want them. Favours you.",
        ),
        house_rule("stack", "How many maze cards a stack of the deck has. Fewer make a shorter game.", 5, 3, 5),
        house_rule("belt", "How many cards the belt shows. Fewer leave you less choice.", 4, 2, 4),
        house_rule("first_cards", "How many maze cards lie at first. Fewer leave more room to build.", 3, 1, 3),
    ),
    max_actions=4
    * 4
    * 22,  # WD-5.4 in easier mode: four cards, four turns, any room of a full box with three characters
    actions=4380,
    longest=21 * 4
    + 10,  # easier: pass, place, two runs a turn; four uses, a turned room, a cover with two runs, the Cat
    rules_version=2,
    has_secrets=False,
    is_zero_sum=False,
    has_undo=True,
)

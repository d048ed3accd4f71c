"""Cloaked Cats: a masked ball at which everybody tries to see through the others' cloaks."""

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.cloaked_cats import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

FACTS = Facts(
    id="cloaked_cats",
    title="Cloaked Cats",
    summary="Every cat on the dance floor gives a little away: lift the others' cloaks before they lift yours.",
    minutes="20",
    min_seats=2,
    max_seats=4,
    usual_seats=4,
    options=(),
    max_actions=1 + 3 * 16,
    actions=40 + 1 + 4 * 19,
    longest=85,
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
)

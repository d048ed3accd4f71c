"""Hidden Marks: noughts and crosses in the dark, a game from outside the product."""

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts

if TYPE_CHECKING:
    from tests.sixth.hidden_marks import rules, show, words

    from mousehole.engine.game import Picture, Rules, Words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

FACTS = Facts(
    id="hidden_marks",
    title="Hidden Marks",
    summary="Three in a row, on a board where nobody sees the other's marks.",
    minutes="2",
    min_seats=2,
    max_seats=2,
    usual_seats=2,
    options=(),
    max_actions=9,
    actions=9,
    longest=9 + 9,
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
)

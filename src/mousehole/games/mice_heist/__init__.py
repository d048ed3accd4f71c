"""Mice Heist: test your skills on the obstacles of four jobs, bet on the others' tests, carry home the best food."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Preset, house_rule, switch

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.mice_heist import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

FACTS = Facts(
    id="mice_heist",
    title="Mice Heist",
    summary="Four jobs in one night: test your skills, bet on the others, and carry home the best of the food.",
    minutes="45 to 60",
    min_seats=2,
    max_seats=6,
    usual_seats=4,
    options=(
        switch("stakes", "When a test fails, those who assisted move back by their chips: betting gets sharper."),
        house_rule("hand", "Up to how many cards a mouse draws. More make tests safer. Favours nobody.", 3, 1, 6),
        house_rule("first_food", "What a job pays to the first on its track. More make leading worth more.", 12, 6, 20),
        house_rule("yellow_chips", "How many +1/-1 chips are in the bag. More make tests calmer.", 4, 0, 8),
        house_rule("waiting_cheese", "Cheese for everybody but the starting player. Favours those who wait.", 0, 0, 6),
    ),
    max_actions=12,
    actions=25,
    longest=7000,
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
    presets=(
        Preset(
            "balanced",
            2,
            {"waiting_cheese": 1},
            "Between alley cats the starter won 51.5% of 1,170 games (48.7 to 54.4%), between tigers, most of them with"
            " half the usual tries, 51.3% of 910 (48.1 to 54.6%).",
        ),
    ),
)

"""Cat & The Mouse: an Inspector watches rooms, a master thief empties them and lies about where it is."""

from typing import TYPE_CHECKING

from mousehole.engine.facts import Facts, Option, Preset, house_rule, switch

if TYPE_CHECKING:
    from mousehole.engine.game import Picture, Rules, Words
    from mousehole.games.cat_and_mouse import rules, show, words

    FULFILS: tuple[Rules, Words, Picture] = (rules, words, show)

FACTS = Facts(
    id="cat_and_mouse",
    title="Cat & The Mouse",
    summary="A lone Inspector narrows down twelve rooms while a thief collects a matching set of loot.",
    minutes="15-20",
    min_seats=2,
    max_seats=2,
    usual_seats=2,
    options=(
        Option(
            "tricks",
            "How many copies of each Trick card hide among the loot: more surprises, fewer treasures for the Mouse.",
            default=1,
            low=0,
            high=2,
        ),
        switch(
            "subtle_movement",
            "The Mouse may slip a card of the row back into the deck as it changes rooms. Meant to favour the Mouse.",
        ),
        switch("deep_pockets", "The Inspector may pocket a second loot card. Meant to favour the Inspector."),
        house_rule("clues", "How many clues the Inspector needs. More favour the Mouse.", 3, 1, 6),
        house_rule("room_loot", "How many loot cards are dealt to a room. More favour the Mouse.", 2, 1, 3),
    ),
    max_actions=14,
    actions=36,
    longest=72,
    rules_version=1,
    has_secrets=True,
    is_zero_sum=True,
    publisher="Invincible Ink",
    presets=(
        Preset(
            "balanced_for_tigers",
            2,
            {"room_loot": 3, "tricks": 2, "deep_pockets": 1},
            "Between tigers the Inspector won 50.8% of 1,990 games (48.6 to 52.9%).",
        ),
    ),
)

"""Playing skill cards, one at a time, each with its result in sight (MH-5.3)."""

from __future__ import annotations

from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import flip_chip, owe_chips, redraw_chips, return_chip
from mousehole.games.mice_heist.cards import take_from_hand
from mousehole.games.mice_heist.components import (
    CARD_ADDS,
    CARD_ADDS_IF_TESTED,
    CARD_DRAWS,
    IS_FOR_ONE_CHIP,
    LONE_WOLF,
    NONE,
    REDRAWS,
    SIDE_STEP,
    TEACHES,
    TEAM_PLAYER,
    TESTED,
)
from mousehole.games.mice_heist.gestures import helpers, wide


@rule
def card_modifier(s: Record, kind: int) -> int:
    """Return what a skill card adds to the test by itself."""
    if kind == LONE_WOLF:
        return 2 if helpers(s) == 0 else 0
    if kind == TEAM_PLAYER:
        return helpers(s)
    tested = TESTED[s.job[s.testing], s.obstacle, s.way]
    return CARD_ADDS[kind] + CARD_ADDS_IF_TESTED[kind] * ((tested >> TEACHES[kind]) & 1)


@rule
def changes_chips(s: Record, kind: int) -> bool:
    """Tell whether a skill card, played now, does something with chips: it draws one, or there are some to change."""
    return CARD_DRAWS[kind] > 0 or (s.chips > 0 and (IS_FOR_ONE_CHIP[kind] == 1 or REDRAWS[kind] == 1))


@rule
def play_card(s: Record, place: int) -> None:
    """Play the card of a hand place; if it is for one chip, the tester picks that next."""
    kind = take_from_hand(s, wide(s.tester), place)
    s.played[kind] += 1
    modifier = card_modifier(s, kind)
    s.card_sum += modifier
    emit(s, codes.EVENT_CARD_PLAYED, kind, modifier, 0)
    if CARD_DRAWS[kind] > 0:
        s.card = kind
        owe_chips(s, CARD_DRAWS[kind])
    elif REDRAWS[kind]:
        redraw_chips(s)
    elif IS_FOR_ONE_CHIP[kind] and s.chips > 0:
        s.card = kind
        s.phase = codes.PICK_CHIP


@rule
def pick_chip(s: Record, chip: int) -> None:
    """Use the card just played on a chip, or Change Fate on all of them."""
    if s.card == SIDE_STEP:
        return_chip(s, chip)
    elif chip == codes.ALL_CHIPS:
        for i in range(s.chips):
            flip_chip(s, i)
    else:
        flip_chip(s, chip)
    s.card = NONE
    s.phase = codes.PLAY

"""What loot is worth to the Mouse."""

from __future__ import annotations

import numpy as np

from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse.components import ALL_LOOT, HAS_SET, LOOT_COUNT, SETS, SMOKE_BOMB, TRICK_DECK, UNIT
from mousehole.games.cat_and_mouse.decks import copies_of, count_bits

LINES = np.array(SETS, np.int64)
PAIR, SINGLE = 5.0, 1.0
"""What it is worth to hold two cards or one of a set that can still be completed."""
TRICK_WORTH = np.array([2.5, 2.5, 8.0])
"""What a Calling Card, a Smoke Bomb and a Pickpocket are worth on the same scale."""


@rule
def unseen(s: Record) -> int:
    """Gather the loot and tricks the Mouse has not seen into a heap."""
    heap = ALL_LOOT + TRICK_DECK[s.tricks] - int(s.used) - int(s.hand) - int(s.left_seen)
    return heap - int(s.attached) if s.looked else heap


@rule
def prospect(hand: int, rest: int) -> float:
    """Value a hand by the sets it has begun, as far as the rest can still complete them."""
    worth = 0.0
    for i in range(len(LINES)):
        missing = LINES[i] & ~hand
        if missing & ~rest == 0:
            lacking = count_bits(missing)
            if lacking == 1:
                worth += PAIR
            elif lacking == 2:
                worth += SINGLE
    return worth


@rule
def completing(hand: int, rest: int) -> int:
    """Mask the loot cards of the rest that would complete a set."""
    mask = 0
    for i in range(len(LINES)):
        missing = LINES[i] & ~hand
        if missing & (missing - 1) == 0:
            mask |= missing
    return mask & rest & ALL_LOOT


@rule
def gain_of(s: Record, card: int) -> float:
    """Value what keeping an attached card, which the Mouse has looked at, adds to its hand."""
    if card >= LOOT_COUNT:
        return TRICK_WORTH[card - LOOT_COUNT]
    hand, rest = int(s.hand) & ALL_LOOT, (unseen(s) + int(s.attached)) & ALL_LOOT
    if HAS_SET[hand | UNIT[card]]:
        return 1000.0
    return prospect(hand | UNIT[card], rest) - prospect(hand, rest)


@rule
def best_gain(s: Record) -> float:
    """Value the best of the attached cards, which the Mouse has looked at."""
    best = 0.0
    for card in range(LOOT_COUNT + 3):
        if copies_of(int(s.attached), card):
            best = max(best, gain_of(s, card))
    return best


@rule
def can_pick(s: Record) -> bool:
    """Whether a card from the Inspector's pocket might complete a set."""
    return completing(int(s.hand) & ALL_LOOT, unseen(s)) != 0


@rule
def has_smoke_and_set(s: Record) -> bool:
    """Whether the Mouse can vanish and win."""
    return copies_of(int(s.hand), SMOKE_BOMB) > 0 and HAS_SET[int(s.hand) & ALL_LOOT]

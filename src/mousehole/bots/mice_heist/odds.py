"""How likely a test is passed, as far as a viewer can tell."""

from __future__ import annotations

import numpy as np

from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.mice_heist import FACTS
from mousehole.games.mice_heist.components import (
    CHANGE_FATE,
    CHIP_COPIES,
    CHIP_VALUE,
    COLOURS,
    DOUBLE_DOWN,
    KINDS,
    LONE_WOLF,
    NOPE_NOPE_NOPE,
    PUSH_YOUR_LUCK,
    SIDE_STEP,
    SKILL_CARDS,
    SLEIGHT_OF_HAND,
    TARGET,
    TEACHES,
    TEAM_PLAYER,
    TESTED,
    YELLOW,
)
from mousehole.games.mice_heist.gestures import rating_in, wide
from mousehole.games.mice_heist.house import copies_in_bag

HALVES = 2
"""Scores are counted in halves, so that means fit."""
LOWEST, HIGHEST = -24, 24
MOST_YELLOW = FACTS.options[3].high


def odds_of_two_chips(yellow: int) -> Numbers:
    """Work out how likely two chips from a full bag with so many yellow ones make up for so many halves."""
    copies = np.where(np.arange(COLOURS) == YELLOW, yellow, CHIP_COPIES)
    faces = [
        (value, i) for i, colour in enumerate(np.repeat(np.arange(COLOURS), copies)) for value in CHIP_VALUE[colour]
    ]
    sums = [a + b for a, i in faces for b, k in faces if i != k]
    exact = [np.mean([total >= short for total in sums]) for short in range(LOWEST // 2 - 1, HIGHEST // 2 + 2)]
    halves = np.arange(LOWEST, HIGHEST + 1) / HALVES
    return np.interp(halves, np.arange(LOWEST // 2 - 1, HIGHEST // 2 + 2), exact)


ODDS = np.array([odds_of_two_chips(yellow) for yellow in range(MOST_YELLOW + 1)])
CARD_HELPS = np.zeros((KINDS, 2), np.int64)
"""What a card in hand is good for in a test, in halves, by whether its own skill is tested."""
for _kind, _halves in {
    SIDE_STEP: 3,
    NOPE_NOPE_NOPE: 2,
    LONE_WOLF: 1,
    PUSH_YOUR_LUCK: 1,
    DOUBLE_DOWN: 1,
    TEAM_PLAYER: 3,
    CHANGE_FATE: 3,
    SLEIGHT_OF_HAND: 3,
}.items():
    CARD_HELPS[_kind] = _halves
for _kind, _card in enumerate(SKILL_CARDS):
    CARD_HELPS[_kind, 0] += HALVES * _card.adds
    CARD_HELPS[_kind, 1] += HALVES * (_card.adds + _card.adds_if_tested)
BACK_HELPS = np.array([[1, 2], [1, 2], [2, 3]], np.int64)
"""The same for a card of which only the back is seen."""


@rule
def bag_mean(s: Record) -> int:
    """Return what two chips from the present bag add on average, in halves."""
    total = 0
    left = 0
    for colour in range(COLOURS):
        total += wide(s.bag[colour]) * (CHIP_VALUE[colour, 0] + CHIP_VALUE[colour, 1])
        left += wide(s.bag[colour])
    return 0 if left == 0 else (HALVES * total + left // 2) // left


@rule
def hand_helps(s: Record, viewer: int, tester: int, tested: int) -> int:
    """Return what the tester's hand is good for in a test, in halves: by its faces for itself, by backs for others."""
    total = 0
    for place in range(s.hand_size[tester]):
        if viewer == tester:
            kind = wide(s.hand[tester, place])
            total += CARD_HELPS[kind, (tested >> TEACHES[kind]) & 1]
        else:
            back = wide(s.back[tester, place])
            total += BACK_HELPS[back, (tested >> back) & 1]
    return total


@rule
def odds(s: Record, viewer: int, tester: int, tested: int, target: int) -> float:
    """Estimate how likely a test is passed, as far as a viewer knows (an assist card hardly adds on average)."""
    score = HALVES * rating_in(s, tester, tested) + hand_helps(s, viewer, tester, tested) + bag_mean(s)
    short = HALVES * target - score
    return ODDS[copies_in_bag(s, YELLOW), min(max(short, LOWEST), HIGHEST) - LOWEST]


@rule
def test_odds(s: Record, viewer: int) -> float:
    """Estimate how likely the present test is passed with help."""
    kind = s.job[s.testing]
    return odds(s, viewer, s.tester, TESTED[kind, s.obstacle, s.way], TARGET[kind, s.obstacle, s.way])

"""How a beginner plays who has read the rules."""

from __future__ import annotations

import numpy as np

from mousehole.bots.mice_heist.odds import CARD_HELPS, odds, test_odds
from mousehole.bots.mice_heist.tracks import gain, nearest_end
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import chip_sum
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    CHANGE_FATE,
    CHIP_VALUE,
    DOUBLE_DOWN,
    IS_FOR_ONE_CHIP,
    IS_MANDATORY,
    JOBS,
    JOBS_IN_PLAY,
    NO_BACK,
    NOPE_NOPE_NOPE,
    OBSTACLES_A_JOB,
    PAYOUT,
    PUSH_YOUR_LUCK,
    SIDE_STEP,
    SKILLS,
    TARGET,
    TEACHES,
    TESTED,
    TOP_RATING,
)
from mousehole.games.mice_heist.gestures import wide
from mousehole.games.mice_heist.house import full_hand
from mousehole.games.mice_heist.playing import card_modifier
from mousehole.games.mice_heist.turns import test_score

LESSON_WORTH = 0.1
"""What learning is worth, for each obstacle until the nearest end."""
DRAW_WORTH = 20
"""What drawing a card is worth to one who looks on, in the measure of lessons."""
HELP_COST = 0.5
"""What helping a rival costs, shared by all rivals: with two players the tester is the only one."""
CHIP_COST = 0.1
"""What a chip is worth in each further test before it comes home."""


# What to learn

WANTED = np.zeros((len(JOBS), OBSTACLES_A_JOB + 1, len(SKILLS)), np.int64)
"""How much a skill is wanted for what is left of a job, the sooner the more."""
for _j in range(len(JOBS)):
    for _left in range(OBSTACLES_A_JOB):
        for _o in range(_left, OBSTACLES_A_JOB):
            for _skill in range(len(SKILLS)):
                if any((_tested >> _skill) & 1 for _tested in TESTED[_j, _o]):
                    WANTED[_j, _left, _skill] += 3 if _o == _left else 2


@rule
def wanted(s: Record, seat: int, skill: int) -> int:
    """Return how much a seat wants a skill to rise; nothing if it cannot."""
    if s.rating[seat, skill] >= TOP_RATING:
        return 0
    total = 0
    for job in range(JOBS_IN_PLAY):
        total += WANTED[s.job[job], s.cleared[job], skill]
    return total


@rule
def choose_lesson(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Learn the skill wanted most, rather from a card that is of no other use; looking on, rather learn than draw."""
    best, highest = actions[0], 0
    for k in range(1, count):
        action = wide(actions[k])
        if action == codes.TOP_CARD:
            if seat != s.tester:
                worth = DRAW_WORTH
            else:
                worth = 5 if s.top_back == NO_BACK else 8 * wanted(s, seat, wide(s.top_back)) + 5
        elif action < codes.PLAYED_CARD:
            kind = wide(s.hand[seat, action - codes.HAND_CARD])
            worth = 8 * wanted(s, seat, TEACHES[kind]) - CARD_HELPS[kind, 1]
        else:
            worth = 8 * wanted(s, seat, TEACHES[action - codes.PLAYED_CARD]) + 6
        if worth > highest:
            best, highest = actions[k], worth
    return best


# What to take on, and when to help


@rule
def choose_obstacle(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Take the obstacle that promises most: its odds times what its payout would be worth now."""
    near = nearest_end(s)
    best, highest = actions[0], -1000.0
    last, won, lost = -1, 0.0, 0.0
    for k in range(count):
        job, way = wide(actions[k]) // ALTERNATIVES, wide(actions[k]) % ALTERNATIVES
        kind, number = wide(s.job[job]), wide(s.cleared[job])
        if job != last:
            last = job
            won = gain(s, near, job, seat, PAYOUT[kind, number]) + float(s.job_cheese[job])
            lost = gain(s, near, job, seat, 1) + LESSON_WORTH * near * (1 + IS_MANDATORY[kind, number])
        chance = odds(s, seat, seat, TESTED[kind, number, way], TARGET[kind, number, way])
        worth = chance * won + (1.0 - chance) * lost
        if worth > highest:
            best, highest = actions[k], worth
    return best


@rule
def turns_ahead(s: Record, seat: int) -> int:
    """Count the tests, with the present one, until a seat's own turn begins."""
    ahead = seat - s.tester
    return ahead if ahead > 0 else ahead + s.seats


@rule
def choose_bet(s: Record, seat: int, count: int) -> int:
    """Bet on a test that will rather pass; the last one before one's own turn gets all that is left."""
    chance = test_odds(s, seat)
    near = nearest_end(s)
    ahead = turns_ahead(s, seat)
    best, highest = 0, HELP_COST / (s.seats - 1)
    for chips in range(1, count):
        worth = chance * gain(s, near, s.testing, seat, chips) - CHIP_COST * chips * (ahead - 1)
        if worth > highest:
            best, highest = chips, worth
    return best


# Which cards to play


@rule
def chip_gain(s: Record, card: int, i: int) -> int:
    """Return what a card for one chip would gain on a chip."""
    value = CHIP_VALUE[s.chip_colour[i], s.chip_side[i]]
    turned = 0 if card == SIDE_STEP else CHIP_VALUE[s.chip_colour[i], 1 - s.chip_side[i]]
    return (turned - value) * (1 + wide(s.chip_doubled[i]))


@rule
def best_chip(s: Record, card: int) -> int:
    """Return the chip on which a card for one chip gains most."""
    best = 0
    for i in range(1, s.chips):
        if chip_gain(s, card, i) > chip_gain(s, card, best):
            best = i
    return best


@rule
def all_gain(s: Record) -> int:
    """Return what flipping all chips would gain."""
    total = 0
    for i in range(s.chips):
        total += chip_gain(s, CHANGE_FATE, i)
    return total


@rule
def pick_best_chip(s: Record, actions: Actions, count: int) -> int:
    """Pick what gains most for the card just played."""
    chip = best_chip(s, s.card)
    if actions[count - 1] == codes.ALL_CHIPS and all_gain(s) > chip_gain(s, s.card, chip):
        return codes.ALL_CHIPS
    return chip


@rule
def sure_gain(s: Record, kind: int) -> int:
    """Return what playing a card gains for sure."""
    if IS_FOR_ONE_CHIP[kind]:
        if s.chips == 0:
            return 0
        best = chip_gain(s, kind, best_chip(s, kind))
        return max(best, all_gain(s)) if kind == CHANGE_FATE else best
    return card_modifier(s, kind)


@rule
def lucky_gain(s: Record, kind: int) -> int:
    """Return what playing a card may gain with luck."""
    if kind == PUSH_YOUR_LUCK:
        return 3
    if kind == DOUBLE_DOWN:
        return 5
    if kind == NOPE_NOPE_NOPE:
        return max(0, 4 - chip_sum(s))
    return max(0, sure_gain(s, kind))


@rule
def choose_card(s: Record, seat: int, count: int) -> int:
    """Play what is still needed, the least that does it, sure cards first; nothing when it is enough or hopeless."""
    short = TARGET[s.job[s.testing], s.obstacle, s.way] - test_score(s)
    if short <= 0:
        return codes.STOP
    reach = 0
    surest, sure = -1, 0
    luckiest, lucky = -1, 0
    for place in range(count - 1):
        kind = wide(s.hand[seat, place])
        gained, hoped = sure_gain(s, kind), lucky_gain(s, kind)
        reach += hoped
        if gained > 0 and (sure == 0 or (sure < short and gained > sure) or short <= gained < sure):
            surest, sure = place, gained
        elif gained <= 0 and hoped > lucky:
            luckiest, lucky = place, hoped
    if reach < short:
        return codes.STOP
    return 1 + (surest if surest >= 0 else luckiest)


@rule
def choose_discard(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Discard cards of little use while new ones take their place."""
    if s.hand_size[seat] <= full_hand(s):
        for k in range(1, count):
            kind = wide(s.hand[seat, wide(actions[k]) - 1])
            if CARD_HELPS[kind, 1] <= 1:
                return actions[k]
    return codes.STOP


# All of it


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules."""
    if s.phase == codes.SELECT:
        return choose_obstacle(s, seat, actions, count)
    if s.phase == codes.BET:
        return choose_bet(s, seat, count)
    if s.phase == codes.PLAY:
        return choose_card(s, seat, count)
    if s.phase == codes.PICK_CHIP:
        return pick_best_chip(s, actions, count)
    if s.phase == codes.LEARN or s.phase == codes.LOOK_ON:
        return choose_lesson(s, seat, actions, count)
    if s.phase == codes.DISCARD:
        return choose_discard(s, seat, actions, count)
    if s.phase == codes.SCOUT:  # the worse chip goes
        first = CHIP_VALUE[s.chip_colour[0], 0] + CHIP_VALUE[s.chip_colour[0], 1]
        second = CHIP_VALUE[s.chip_colour[1], 0] + CHIP_VALUE[s.chip_colour[1], 1]
        return 0 if first < second else 1
    return actions[roll(rng, count)]

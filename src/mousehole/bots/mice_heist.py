"""What a bot knows about Mice Heist: how likely a test is passed, what a place on a track promises, when to bet."""

from __future__ import annotations

import math

import numpy as np

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.mice_heist.bag import chip_sum
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    CHANGE_FATE,
    CHIP_COPIES,
    CHIP_VALUE,
    COLOURS,
    DOUBLE_DOWN,
    DRAW_UP_TO,
    FIRST_KIND,
    FOOD,
    IS_FOR_ONE_CHIP,
    IS_MANDATORY,
    JOBS,
    JOBS_IN_PLAY,
    KINDS,
    LONE_WOLF,
    NO_BACK,
    NOPE_NOPE_NOPE,
    OBSTACLES_A_JOB,
    PAYOUT,
    PUSH_YOUR_LUCK,
    SIDE_STEP,
    SKILL_CARDS,
    SKILLS,
    SLEIGHT_OF_HAND,
    TARGET,
    TEACHES,
    TEAM_PLAYER,
    TESTED,
    TOP_RATING,
    TRACK_SPACES,
)
from mousehole.games.mice_heist.playing import ALL_CHIPS, card_modifier
from mousehole.games.mice_heist.table import (
    BET,
    DISCARD,
    LEARN,
    LOOK_ON,
    PENDING,
    PICK_CHIP,
    PLAY,
    SCOUT,
    SELECT,
    rating_in,
    wide,
)
from mousehole.games.mice_heist.track import taken_spaces
from mousehole.games.mice_heist.turns import HAND_CARD, PLAYED_CARD, STOP, TOP_CARD, test_score

# How likely a test is passed

HALVES = 2
"""Scores are counted in halves, so that means fit."""
LOWEST, HIGHEST = -24, 24


def odds_of_two_chips() -> Numbers:
    """Work out how likely two chips from a full bag make up for so many halves that are short."""
    faces = [
        (value, i)
        for i, colour in enumerate(np.repeat(np.arange(COLOURS), CHIP_COPIES))
        for value in CHIP_VALUE[colour]
    ]
    sums = [a + b for a, i in faces for b, k in faces if i != k]
    exact = [np.mean([total >= short for total in sums]) for short in range(LOWEST // 2 - 1, HIGHEST // 2 + 2)]
    halves = np.arange(LOWEST, HIGHEST + 1) / HALVES
    return np.interp(halves, np.arange(LOWEST // 2 - 1, HIGHEST // 2 + 2), exact)


ODDS = odds_of_two_chips()
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
    return ODDS[min(max(short, LOWEST), HIGHEST) - LOWEST]


# What a place on a track promises

SPREAD = 1.12, 0.03, 0.04
"""How far apart markers may still change places: always, with each obstacle left, and more the farther the end."""


def chances_to_be_above() -> Numbers:
    """Tabulate how likely a marker ends above another, by obstacles left (nearest end, this job) and how far it is."""
    table = np.zeros((OBSTACLES_A_JOB + 1, OBSTACLES_A_JOB + 1, 2 * TRACK_SPACES + 1))
    ahead = np.arange(-TRACK_SPACES, TRACK_SPACES + 1)
    for near in range(OBSTACLES_A_JOB + 1):
        for left in range(OBSTACLES_A_JOB + 1):
            spread = max(0.3, SPREAD[0] + (SPREAD[1] + SPREAD[2] * near) * left)
            table[near, left] = 1 / (1 + np.exp(-ahead / spread))
    return table


ABOVE = chances_to_be_above()


@rule
def nearest_end(s: Record) -> int:
    """Return how many obstacles the shortest job still has."""
    most = 0
    for job in range(JOBS_IN_PLAY):
        most = max(most, wide(s.cleared[job]))
    return OBSTACLES_A_JOB - most


@rule
def hope(s: Record, near: int, job: int, seat: int, space: int) -> float:
    """Return the food a seat may expect of a job if its marker stood on a space."""
    left = OBSTACLES_A_JOB - wide(s.cleared[job])
    none_above, one_above, two_above = 1.0, 0.0, 0.0
    for other in range(s.seats):
        if other != seat:
            above = ABOVE[near, left, TRACK_SPACES + wide(s.track[job, other]) - space]
            two_above += (one_above - two_above) * above
            one_above += (none_above - one_above) * above
            none_above -= none_above * above
    return FOOD[0] * none_above + FOOD[1] * one_above + FOOD[2] * two_above


@rule
def landing(s: Record, job: int, seat: int, steps: int) -> int:
    """Return the space a marker would reach going up so many steps; taken ones are passed."""
    taken = taken_spaces(s, job)
    space = min(wide(s.track[job, seat]) + steps, TRACK_SPACES)
    while space < TRACK_SPACES and (taken >> space) & 1:
        space += 1
    return space


@rule
def gain(s: Record, near: int, job: int, seat: int, steps: int) -> float:
    """Return what going up so many steps on a job's track promises a seat."""
    return hope(s, near, job, seat, landing(s, job, seat, steps)) - hope(s, near, job, seat, wide(s.track[job, seat]))


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
        if action == TOP_CARD:
            if seat != s.tester:
                worth = DRAW_WORTH
            else:
                worth = 5 if s.top_back == NO_BACK else 8 * wanted(s, seat, wide(s.top_back)) + 5
        elif action < PLAYED_CARD:
            kind = wide(s.hand[seat, action - HAND_CARD])
            worth = 8 * wanted(s, seat, TEACHES[kind]) - CARD_HELPS[kind, 1]
        else:
            worth = 8 * wanted(s, seat, TEACHES[action - PLAYED_CARD]) + 6
        if worth > highest:
            best, highest = actions[k], worth
    return best


# A beginner's turn

LESSON_WORTH = 0.1
"""What learning is worth, for each obstacle until the nearest end."""
DRAW_WORTH = 20
"""What drawing a card is worth to one who looks on, in the measure of lessons."""
HELP_COST = 0.5
"""What helping a rival costs, shared by all rivals: with two players the tester is the only one."""
CHIP_COST = 0.1
"""What a chip is worth in each further test before it comes home."""


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
def test_odds(s: Record, viewer: int) -> float:
    """Estimate how likely the present test is passed with help."""
    kind = s.job[s.testing]
    return odds(s, viewer, s.tester, TESTED[kind, s.obstacle, s.way], TARGET[kind, s.obstacle, s.way])


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
    if actions[count - 1] == ALL_CHIPS and all_gain(s) > chip_gain(s, s.card, chip):
        return ALL_CHIPS
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
        return STOP
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
        return STOP
    return 1 + (surest if surest >= 0 else luckiest)


@rule
def choose_discard(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Discard cards of little use while new ones take their place."""
    if s.hand_size[seat] <= DRAW_UP_TO:
        for k in range(1, count):
            kind = wide(s.hand[seat, wide(actions[k]) - 1])
            if CARD_HELPS[kind, 1] <= 1:
                return actions[k]
    return STOP


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules."""
    if s.phase == SELECT:
        return choose_obstacle(s, seat, actions, count)
    if s.phase == BET:
        return choose_bet(s, seat, count)
    if s.phase == PLAY:
        return choose_card(s, seat, count)
    if s.phase == PICK_CHIP:
        return pick_best_chip(s, actions, count)
    if s.phase == LEARN or s.phase == LOOK_ON:
        return choose_lesson(s, seat, actions, count)
    if s.phase == DISCARD:
        return choose_discard(s, seat, actions, count)
    if s.phase == SCOUT:  # the worse chip goes
        first = CHIP_VALUE[s.chip_colour[0], 0] + CHIP_VALUE[s.chip_colour[0], 1]
        second = CHIP_VALUE[s.chip_colour[1], 0] + CHIP_VALUE[s.chip_colour[1], 1]
        return 0 if first < second else 1
    return actions[roll(rng, count)]


# For the search

LEAN_RANDOM = 8
"""One playout move in so many is any move: with none the search is weaker."""


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """In playouts everybody mostly plays as beginners do."""
    if roll(rng, LEAN_RANDOM) == 0:
        return actions[roll(rng, count)]
    return greedy(s, seat, actions, count, rng)


RATING_WORTH = 0.24, 0.05
"""What the judgement goes by was fitted to who won: a point of rating by itself and with each obstacle to the end."""
HAND_WORTH = 0.1
HOME_WORTH = 0.55
TEMPO_WORTH = 1.85
"""What it costs to wait one turn longer."""
SOFT_FOR_TWO = 2.7, 0.34
SOFT_FOR_MORE = 3.8, 1.0
"""How many points make a lead, at the end and more with each obstacle until then."""


@rule
def wealth(s: Record, near: int, seat: int) -> float:
    """Return what a seat may expect to have in the end."""
    skill = 0
    for i in range(3):
        skill += wide(s.rating[seat, i])
    total = float(s.cheese[seat]) + (RATING_WORTH[0] + RATING_WORTH[1] * near) * skill + HAND_WORTH * s.hand_size[seat]
    total += HOME_WORTH * s.home[seat]
    if seat != s.tester or s.verdict != PENDING:
        total -= TEMPO_WORTH * turns_ahead(s, seat)
    for job in range(JOBS_IN_PLAY):
        total += hope(s, near, job, seat, wide(s.track[job, seat]))
    return total


@rule
def judge(s: Record, out: Numbers) -> None:
    """Turn what everybody may expect to have in the end into chances to win."""
    near = nearest_end(s)
    soft = SOFT_FOR_TWO[0] + SOFT_FOR_TWO[1] * near if s.seats == 2 else SOFT_FOR_MORE[0] + SOFT_FOR_MORE[1] * near
    best = -1e30
    for seat in range(s.seats):
        out[seat] = wealth(s, near, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = math.exp((out[seat] - best) / soft)
        total += out[seat]
    for seat in range(s.seats):
        won = out[seat] / total
        out[seat] = won - (1.0 - won) / (s.seats - 1)


ASSISTS = -1.35, 1.85, 0.38, 1.27
"""How bots of some strength come to assist: by themselves, by the odds, before their own turn, where beginners do."""
ASSISTS_WITH_BOTH = -0.8, 1.45, 0.5
"""And with both chips: by themselves, before their own turn, where beginners do."""


@rule
def bet_plausibility(s: Record, seat: int) -> float:
    """Say how likely a seat would make the bet it has in this world."""
    home, bet = wide(s.home[seat]), wide(s.bet[seat])
    is_last = 1 if turns_ahead(s, seat) == 1 else 0
    expected = choose_bet(s, seat, 1 + home)
    leaning = ASSISTS[0] + ASSISTS[1] * test_odds(s, seat) + ASSISTS[2] * is_last + ASSISTS[3] * min(expected, 1)
    assists = 1.0 / (1.0 + math.exp(-leaning))
    if bet == 0:
        return 1.0 - assists
    if home == 1:
        return assists
    leaning = ASSISTS_WITH_BOTH[0] + ASSISTS_WITH_BOTH[1] * is_last + ASSISTS_WITH_BOTH[2] * (expected // 2)
    with_both = 1.0 / (1.0 + math.exp(-leaning))
    return assists * with_both if bet == 2 else assists * (1.0 - with_both)


@rule
def weigh(s: Record, seat: int) -> float:
    """Find bets that others keep in their fists as plausible as the test and the turn make them."""
    weight = 1.0
    if s.phase == BET:
        for other in range(s.seats):
            if other != seat and (s.has_bet >> other) & 1:
                weight *= bet_plausibility(s, other)
    return weight


# What is not worth a thought


@rule
def is_repeated(s: Record, seat: int, place: int, first: int) -> bool:
    """Tell whether an earlier hand place, from a first one on, has the same card."""
    for earlier in range(first, place):
        if s.hand[seat, earlier] == s.hand[seat, place]:
            return True
    return False


@rule
def is_idle_play(s: Record, seat: int, action: int) -> bool:
    """Tell whether a card is not worth playing: the test is passed, or the card cannot help."""
    if action == STOP:
        return False
    place = action - 1
    if test_score(s) >= TARGET[s.job[s.testing], s.obstacle, s.way] or is_repeated(s, seat, place, 0):
        return True
    return lucky_gain(s, wide(s.hand[seat, place])) <= 0


@rule
def is_idle_lesson(s: Record, seat: int, action: int) -> bool:
    """Tell whether a lesson is not worth a thought: of no use, or to be had more cheaply."""
    if action < HAND_CARD or action >= PLAYED_CARD:
        return False
    place = action - HAND_CARD
    skill = TEACHES[s.hand[seat, place]]
    if s.rating[seat, skill] >= TOP_RATING or is_repeated(s, seat, place, 0):
        return True
    if seat == s.tester:
        for kind in range(FIRST_KIND[skill], FIRST_KIND[skill + 1]):
            if s.played[kind] > 0:
                return True
    return False


@rule
def is_idle(s: Record, seat: int, action: int) -> bool:
    """Tell whether an action is not worth a thought."""
    if s.phase == PLAY:
        return is_idle_play(s, seat, action)
    if s.phase == LEARN or s.phase == LOOK_ON:
        return is_idle_lesson(s, seat, action)
    if s.phase == DISCARD and action != STOP:
        return s.hand_size[seat] > DRAW_UP_TO or is_repeated(s, seat, action - 1, wide(s.discard_from))
    return False


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Leave out what no player would consider."""
    if s.phase == PICK_CHIP:
        actions[0] = pick_best_chip(s, actions, count)
        return 1
    first = kept = 0
    if (s.phase == LEARN or s.phase == LOOK_ON) and count > 1 and actions[1] == TOP_CARD:
        first = 1  # there is no reason to decline
    for k in range(first, count):
        if not is_idle(s, seat, wide(actions[k])):
            actions[kept] = actions[k]
            kept += 1
    return kept

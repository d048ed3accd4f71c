"""What an unfinished ball of two is worth: a small net, fitted to who won, looks at what each knows of the other.

It is asked about worlds, in which both cloaks lie open: how near is each player to naming what the other really has?
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.bits import lowest_place, size
from mousehole.bots.cloaked_cats.counting import (
    count_features,
    count_unlike,
    hidden_to,
    lane,
    live_to,
    most_in,
    those_with,
)
from mousehole.bots.cloaked_cats.weights import (
    FIRST_BIAS,
    FIRST_LAYER,
    LAST_BIAS,
    LAST_LAYER,
    SECOND_BIAS,
    SECOND_LAYER,
)
from mousehole.engine.exact import log, tanh
from mousehole.engine.rule import Numbers, Record, interpreted, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.bitsets import lowest
from mousehole.games.cloaked_cats.components import CLOAK, SHOWS
from mousehole.games.cloaked_cats.knowledge import clues_of
from mousehole.games.cloaked_cats.rules import points_of

LOGS = np.round([interpreted(log)(float(max(number, 1))) / interpreted(log)(2.0) for number in range(1024)], 6) / 10
"""How many bits tell so many cloaks apart, in tens."""
BLOCK = 35
"""Numbers about each player."""
CONTEXT = 10
LONGEST = 8.0
"""Errors are counted no farther."""
INPUTS = 2 * BLOCK + CONTEXT


@rule
def keep_sorted(out: Numbers, start: int, end: int, value: float) -> None:
    """Sort a number into some that fall; the least goes."""
    for k in range(start, end):
        if value > out[k]:
            out[k], value = value, out[k]


@rule
def look_at(s: Record, player: int, out: Numbers, at: int) -> None:
    """Describe a player: what is still hidden, how near the rival is to finding it out, and how good its cats are."""
    rival = 1 - player
    for k in range(at, at + BLOCK):
        out[k] = 0.0
    covered = int(s.covered[player])
    stock = int(s.stock[player])
    out[at] = int(covered == 1)
    out[at + 1] = int(covered == 2)
    out[at + 2] = int(covered == CLOAK)
    out[at + 3] = stock / 16
    out[at + 4] = max(0, 5 - stock) / 5
    total = 1
    if covered:
        cloak = int(s.cloak[player])
        total, a, b, c, d = count_features(clues_of(s, player), live_to(s, rival, player), CLOAK)
        hidden = hidden_to(s, rival, player)
        out[at + 5] = LOGS[total]
        out[at + 6] = 1.0 / total
        out[at + 7] = size(hidden) / 19
        while hidden:
            feature = lowest_place(hidden)
            hidden &= hidden - 1
            share = lane(feature, a, b, c, d) / total
            if cloak >> feature & 1:
                keep_sorted(out, at + 8, at + 11, share)
            else:
                keep_sorted(out, at + 11, at + 16, share)
        find_out(s, player, out, at + 16)
    look_at_hand(s, player, total, out, at + 23)


@rule
def find_out(s: Record, player: int, out: Numbers, at: int) -> None:
    """Count how often the rival would err before each feature is found, naming what is likeliest without more cats."""
    rival = 1 - player
    cloak = int(s.cloak[player])
    clues, live, shown = clues_of(s, player), live_to(s, rival, player), int(s.shown[player])
    wrong = 0.0
    found = 0
    while shown != cloak and wrong < LONGEST:
        total, a, b, c, d = count_features(clues, live, CLOAK)
        hidden = live & ~shown
        out[at + 4 + found] = LOGS[total]
        ties = hidden & those_with(most_in(hidden, a, b, c, d), a, b, c, d)
        right = ties & cloak
        if found == 0 and wrong == 0.0:
            out[at + 3] = size(right) / size(ties)
        if right:
            wrong += (size(ties) - size(right)) / (size(right) + 1)
            right = lowest(right)
            shown |= right
            clues |= right
            out[at + found] = min(wrong / LONGEST, 1.0)
            found += 1
        else:
            wrong += 1.0
            live &= ~lowest(ties)
    while shown != cloak and found < CLOAK:
        out[at + found] = 1.0
        shown |= lowest(cloak & ~shown)
        found += 1


@rule
def look_at_hand(s: Record, player: int, total: int, out: Numbers, at: int) -> None:
    """Describe a player's cats, the best first: what each is worth, asks of the rival, tells of oneself, brings."""
    rival = 1 - player
    cats = int(s.hand[player])
    if cats == 0:
        return
    many = size(cats)
    a = lowest_place(cats)
    cats &= cats - 1
    b = lowest_place(cats) if cats else a
    cats &= cats - 1
    c = lowest_place(cats) if cats else a
    a, b, c = SHOWS[a], SHOWS[b], SHOWS[c]
    others, no_a, no_b, no_c = 1, 0, 0, 0
    if s.covered[rival]:
        others, no_a, no_b, no_c = count_unlike(clues_of(s, rival), live_to(s, player, rival), a, b, c, CLOAK)
    own, un_a, un_b, un_c = 1, 0, 0, 0
    if s.covered[player]:
        own, un_a, un_b, un_c = count_unlike(clues_of(s, player), live_to(s, rival, player), a, b, c, CLOAK)
    cloak, other = int(s.cloak[player]), int(s.cloak[rival])
    look_at_cat(no_a, others, un_a, own, a & cloak, a & other, out, at, at)
    if many > 1:
        look_at_cat(no_b, others, un_b, own, b & cloak, b & other, out, at, at + 4)
    if many > 2:
        look_at_cat(no_c, others, un_c, own, c & cloak, c & other, out, at, at + 8)


@rule
def look_at_cat(
    unlike: int,
    cloaks: int,
    own_unlike: int,
    own_cloaks: int,
    is_like: int,
    is_alike: int,
    out: Numbers,
    best: int,
    at: int,
) -> None:
    """Describe a cat, and put it before those that are worth less."""
    chance = unlike / cloaks
    asks = 4.0 * chance * (1.0 - chance)
    left = own_cloaks - own_unlike if is_like else own_unlike
    tells = 10.0 * (LOGS[own_cloaks] - LOGS[max(left, 1)])
    left = cloaks - unlike if is_alike else unlike
    brings = 10.0 * (LOGS[cloaks] - LOGS[max(left, 1)])
    worth = 0.5 * asks - 0.7 * tells
    while at > best and worth > out[at - 4]:
        for k in range(4):
            out[at + k] = out[at - 4 + k]
        at -= 4
    out[at] = worth
    out[at + 1] = asks
    out[at + 2] = tells
    out[at + 3] = brings


@rule
def describe(s: Record, out: Numbers) -> None:
    """Describe a ball of two from the side of whoever is on turn."""
    me = int(s.turn)
    rival = 1 - me
    look_at(s, me, out, 0)
    look_at(s, rival, out, BLOCK)
    at = 2 * BLOCK
    lead = points_of(s, me) - points_of(s, rival)
    out[at] = lead / 4
    out[at + 1] = int(lead > 0)
    out[at + 2] = int(lead < 0)
    out[at + 3] = int(s.phase == codes.GUESS)
    out[at + 4] = int(s.last)
    out[at + 5] = int((int(s.turns) + 1) % 2 == 0)
    out[at + 6] = int(s.turns) / 16
    out[at + 7] = (int(s.covered[me]) - int(s.covered[rival])) / 3
    out[at + 8] = int(s.last) * out[at + 5]
    out[at + 9] = int(s.phase == codes.GUESS) * out[at + 5]


@rule
def judge_by_net(s: Record, out: Numbers) -> None:
    """Say how likely each of two players wins, as a payoff; sums are taken in a fixed order."""
    given = np.empty(INPUTS)
    describe(s, given)
    first = FIRST_BIAS.copy()
    for i in range(INPUTS):
        amount = given[i]
        if amount != 0.0:
            for k in range(len(first)):
                first[k] += amount * FIRST_LAYER[i, k]
    second = SECOND_BIAS.copy()
    for i in range(len(first)):
        amount = first[i]
        if amount > 0.0:
            for k in range(len(second)):
                second[k] += amount * SECOND_LAYER[i, k]
    worth = LAST_BIAS[0]
    for k in range(len(second)):
        worth += max(second[k], 0.0) * LAST_LAYER[k, 0]
    me = int(s.turn)
    out[me] = tanh(0.5 * worth)
    out[1 - me] = -out[me]

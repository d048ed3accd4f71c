"""How a practised player chooses: a small net that learnt from games against itself looks at each move worth a thought.

It is given what a seat can know, and nothing else: in playouts all cloaks lie open.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.bits import lowest_place, size
from mousehole.bots.cloaked_cats.counting import count_features, hidden_to, lane, live_to, most_in, those_with
from mousehole.bots.cloaked_cats.judging import LOGS, keep_sorted
from mousehole.bots.cloaked_cats.practice_weights import (
    CATS,
    CATS_LAST,
    CATS_SCALE,
    GUESSES,
    GUESSES_LAST,
    GUESSES_SCALE,
)
from mousehole.engine.chance import roll
from mousehole.engine.exact import exp
from mousehole.engine.rule import Actions, Options, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CLOAK, FEATURE_COUNT, MOST_SEATS, SHOWS
from mousehole.games.cloaked_cats.knowledge import clues_of
from mousehole.games.cloaked_cats.rules import POINT_RANK, points_of, rank

Reals = NDArray[np.float32]
Steps = NDArray[np.int8]

MASK_RANK, HIDDEN_RANK = POINT_RANK, POINT_RANK + 1
SEAT = 36
"""Numbers about how things stand, as a seat sees them."""
CAT = 16
"""Numbers about a cat that may be sent out."""
GUESS = 22
"""Numbers about a guess, or a pass."""
MOST = 8
"""So many moves are looked at, at most."""
FINE = 1 << 30


@rule
def look_around(s: Record, seat: int, known: Options, out: Reals) -> None:
    """Describe how things stand, and keep what is known of every cloak: how many fit, and the counts of features."""
    for k in range(SEAT):
        out[k] = 0.0
    seats = int(s.seats)
    out[0] = int(seats == 3)
    out[1] = int(seats == 4)
    covered = int(s.covered[seat])
    if covered:
        out[1 + covered] = 1.0
        total, a, b, c, d = count_features(clues_of(s, seat), live_to(s, seat, seat), CLOAK)
        known[seat, 0], known[seat, 1], known[seat, 2], known[seat, 3], known[seat, 4] = total, a, b, c, d
        out[5] = LOGS[total]
        look_through(s, seat, hidden_to(s, seat, seat), total, a, b, c, d, out, 6)
    best = best_points = 0
    least, lowest_stock, fewest = CLOAK, 99, 1.0
    logs = 0.0
    for player in range(seats):
        if player == seat:
            continue
        if rank(s, player) > best:
            best = rank(s, player)
            best_points = points_of(s, player)
            out[14] = (covered - int(s.covered[player])) / 3
        least = min(least, int(s.covered[player]))
        lowest_stock = min(lowest_stock, int(s.stock[player]))
        if s.covered[player]:
            total, a, b, c, d = count_features(clues_of(s, player), live_to(s, seat, player), CLOAK)
            known[player, 0], known[player, 1], known[player, 2], known[player, 3], known[player, 4] = total, a, b, c, d
            fewest = min(fewest, LOGS[total])
            logs += LOGS[total]
            hidden = hidden_to(s, seat, player)
            while hidden:
                feature = lowest_place(hidden)
                hidden &= hidden - 1
                share = np.float32(lane(feature, a, b, c, d) / total)
                if share > out[29]:
                    keep_sorted(out, 27, 30, share)
            if seats > 2:
                hidden = hidden_to(s, player, player)
                total, a, b, c, d = count_features(clues_of(s, player), live_to(s, player, player), CLOAK)
                out[33] = max(out[33], np.float32(most_in(hidden, a, b, c, d) / total))
    lead = points_of(s, seat) - best_points
    out[11] = lead / 4
    out[12] = int(rank(s, seat) > best)
    out[13] = int(rank(s, seat) < best)
    out[15] = int(least == 1)
    out[16] = int(least == 2)
    out[17] = int(least == 0)
    out[18] = int(s.last)
    after = seats - 1 - int(s.turns) % seats
    out[19] = int(after == 0)
    out[20] = out[18] * out[19]
    out[21] = after / 3
    out[22] = int(s.turns) / (8 * seats)
    stock = int(s.stock[seat])
    out[23] = stock / 16
    out[24] = max(0, 4 - stock) / 4
    out[25] = lowest_stock / 16
    out[26] = max(0, 4 - lowest_stock) / 4
    out[30] = fewest
    out[31] = logs / (seats - 1)
    out[32] = int(s.deck) / 28
    out[34] = out[12] * out[18]
    out[35] = out[13] * out[19]


@rule
def look_through(
    s: Record, seat: int, hidden: int, total: int, a: int, b: int, c: int, d: int, out: Reals, at: int
) -> None:
    """Say how well others see through one's cloak: the likeliest guess, whether it is right, what is really there."""
    most = most_in(hidden, a, b, c, d)
    ties = hidden & those_with(most, a, b, c, d)
    own = int(s.cloak[seat]) & hidden
    out[at] = most / total
    out[at + 1] = size(ties & own) / size(ties)
    out[at + 2] = out[at + 3] = out[at + 4] = 0.0
    while own:
        keep_sorted(out, at + 2, at + 5, np.float32(lane(lowest_place(own), a, b, c, d) / total))
        own &= own - 1


@rule
def look_at_cat(s: Record, seat: int, cat: int, known: Options, out: Reals) -> None:
    """Describe a cat: what it asks of the others, and what it tells of oneself."""
    for k in range(CAT):
        out[k] = 0.0
    seats = int(s.seats)
    shows, clue = SHOWS[cat], 1 << (FEATURE_COUNT + cat)
    is_like = (shows & int(s.cloak[seat])) != 0
    out[9] = int(is_like)
    out[10] = int((shows & int(s.shown[seat])) != 0)
    out[11] = int(is_like and s.stock[seat] == 1)
    if s.covered[seat]:
        clues, live, hidden = clues_of(s, seat), live_to(s, seat, seat), hidden_to(s, seat, seat)
        before, a, b, c, d = known[seat, 0], known[seat, 1], known[seat, 2], known[seat, 3], known[seat, 4]
        total = before
        if not shows & int(s.shown[seat]):
            if is_like:
                clues |= clue
            else:
                live &= ~shows
                hidden &= ~shows
            total, a, b, c, d = count_features(clues, live, CLOAK)
        out[3] = 3.0 * (LOGS[before] - LOGS[total])
        look_through(s, seat, hidden, total, a, b, c, d, out, 4)
    for player in range(seats):
        if player == seat:
            continue
        share = 1.0
        if not shows & int(s.shown[player]):
            if s.covered[player] == 0:
                continue
            hidden = hidden_to(s, seat, player)
            clues, live = clues_of(s, player), live_to(s, seat, player)
            total, a, b, c = known[player, 0], known[player, 1], known[player, 2], known[player, 3]
            d = known[player, 4]
            most = most_in(hidden, a, b, c, d) / total
            yes, e, f, g, h = count_features(clues | clue, live, CLOAK)
            share = yes / total
            most_yes = most_in(hidden, e, f, g, h)
            most_no = most_in(hidden, a - e, b - f, c - g, d - h)
            then = (most_yes + most_no) / total
            out[0] += 4.0 * share * (1.0 - share) / (seats - 1)
            out[1] += then - most
            out[2] = max(out[2], np.float32(then))
            out[14] += ((yes if most_yes == yes else 0) + (total - yes if most_no == total - yes else 0)) / total
            out[15] += then / (seats - 1)
        out[13] += share / (seats - 1)
        if s.stock[player] == 1:
            out[12] += share


@rule
def look_at_guess(s: Record, seat: int, action: int, chance: float, highest: float, known: Options, out: Reals) -> None:
    """Describe a guess: how likely it is, what it wins and loses, and what it tells of oneself."""
    for k in range(GUESS):
        out[k] = 0.0
    if action == codes.PASS:
        out[0] = 1.0
        return
    seats = int(s.seats)
    player, feature = (action - codes.FIRST_GUESS) // FEATURE_COUNT, (action - codes.FIRST_GUESS) % FEATURE_COUNT
    named = 1 << feature
    out[1] = chance
    out[2] = highest - chance
    if s.covered[seat]:
        clues, live, hidden = clues_of(s, seat), live_to(s, seat, seat), hidden_to(s, seat, seat)
        total, a, b, c, d = count_features(clues, live & ~named, CLOAK)
        out[3] = 3.0 * (LOGS[known[seat, 0]] - LOGS[total])
        out[4] = most_in(hidden & ~named, a, b, c, d) / total
    out[4 + int(s.covered[player])] = 1.0
    mine = rank(s, seat)
    best_right = best_wrong = best = 0
    for other in range(seats):
        if other != seat:
            now = rank(s, other)
            best = max(best, now)
            best_right = max(best_right, now - HIDDEN_RANK if other == player else now)
            best_wrong = max(best_wrong, now + MASK_RANK if other == player else now)
    lead = mine + MASK_RANK - best_right
    out[8] = min(max(lead, -20), 20) / 20
    out[9] = int(lead > 0)
    out[10] = int(lead < 0)
    lead = mine - best_wrong
    out[11] = min(max(lead, -20), 20) / 20
    out[12] = int(lead > 0)
    out[13] = int(lead < 0)
    clues, live, hidden = clues_of(s, player), live_to(s, seat, player), hidden_to(s, seat, player)
    total, a, b, c, d = count_features(clues, live & ~named, CLOAK)
    if total:
        out[14] = most_in(hidden & ~named, a, b, c, d) / total
    if s.covered[player] > 1:
        total, a, b, c, d = count_features(clues | named, live, CLOAK)
        out[15] = most_in(hidden & ~named, a, b, c, d) / total
        out[16] = LOGS[total]
    out[17] = int(s.stock[player] == 1)
    out[18] = int(s.stock[seat] == 1)
    out[19] = min(max(mine - rank(s, player), -20), 20) / 20
    out[20] = int(rank(s, player) == best)
    out[21] = ((player - seat) % seats) / 3


@rule
def list_likeliest(actions: Actions, count: int, known: Options, chances: Reals) -> int:
    """Keep so many of these guesses that are likeliest, and the pass if it is there; return how many."""
    kept = 0
    for k in range(count):
        action = actions[k]
        chance = np.float32(2.0)  # a pass stands before all guesses
        if action != codes.PASS:
            of = known[(action - codes.FIRST_GUESS) // FEATURE_COUNT]
            feature = (action - codes.FIRST_GUESS) % FEATURE_COUNT
            chance = np.float32(lane(feature, of[1], of[2], of[3], of[4]) / of[0])
        at = kept
        if kept == MOST:
            if chance <= chances[MOST - 1]:
                continue
            at -= 1
        else:
            kept += 1
        while at > 0 and chance > chances[at - 1]:
            actions[at], chances[at] = actions[at - 1], chances[at - 1]
            at -= 1
        actions[at], chances[at] = action, chance
    return kept


@rule
def look_at_moves(s: Record, seat: int, actions: Actions, count: int, given: Reals, moves: Reals) -> int:
    """Describe how things stand and the moves worth a thought, which come first in `actions`; return how many."""
    known = np.empty((MOST_SEATS, 5), np.int64)
    look_around(s, seat, known, given)
    if s.phase == codes.PLAY:
        for k in range(count):
            look_at_cat(s, seat, actions[k], known, moves[k])
        return count
    chances = np.empty(MOST, np.float32)
    count = list_likeliest(actions, count, known, chances)
    highest = chances[0] if chances[0] <= 1.0 else chances[1]
    for k in range(count):
        look_at_guess(s, seat, actions[k], chances[k], highest, known, moves[k])
    return count


@rule
def weigh_moves(
    given: Reals, moves: Reals, count: int, first: Steps, first_scale: Reals, last: Reals, out: Reals
) -> None:
    """Say how readily each move is made, as a share: a layer has a row for each number given, and one that is added."""
    width = first.shape[1]
    numbers = first.shape[0] - 1 - SEAT
    common, inner = np.empty(width, np.float32), np.empty(width, np.float32)
    for k in range(width):
        common[k] = first_scale[SEAT + numbers] * np.float32(first[SEAT + numbers, k])
    for i in range(SEAT):
        amount = given[i] * first_scale[i]
        if amount != 0.0:
            for k in range(width):
                common[k] += amount * np.float32(first[i, k])
    highest = np.float32(-1e30)
    for move in range(count):
        for k in range(width):
            inner[k] = common[k]
        for i in range(numbers):
            amount = moves[move, i] * first_scale[SEAT + i]
            if amount != 0.0:
                for k in range(width):
                    inner[k] += amount * np.float32(first[SEAT + i, k])
        worth = np.float32(0.0)
        for k in range(width):
            if inner[k] > 0.0:
                worth += inner[k] * last[k]
        out[move] = worth
        highest = max(highest, worth)
    total = np.float32(0.0)
    for move in range(count):
        out[move] = np.float32(exp(float(out[move] - highest)))
        total += out[move]
    for move in range(count):
        out[move] /= total


@rule
def pick(shares: Reals, count: int, rng: Rng) -> int:
    """Draw one of some moves by their shares."""
    left = np.float32(roll(rng, FINE)) / np.float32(FINE)
    for k in range(count - 1):
        left -= shares[k]
        if left < 0.0:
            return k
    return count - 1


@rule
def practised(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose among moves that are worth a thought, more often what is thought better."""
    given, moves, shares = np.empty(SEAT, np.float32), np.empty((MOST, GUESS), np.float32), np.empty(MOST, np.float32)
    count = look_at_moves(s, seat, actions, count, given, moves)
    if s.phase == codes.PLAY:
        weigh_moves(given, moves, count, CATS, CATS_SCALE, CATS_LAST, shares)
    else:
        weigh_moves(given, moves, count, GUESSES, GUESSES_SCALE, GUESSES_LAST, shares)
    return actions[pick(shares, count, rng)]

"""What a bot knows about Cloaked Cats: which features a rival may hold, and how likely, from what the table has seen.

The chances here are exact for two players. With more, each rival is looked at alone: that two hidden cloaks cannot
share a feature is left to the worlds a search draws, which are exact.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.bits import lowest_place, size
from mousehole.bots.knowledge import FIRST
from mousehole.bots.thinking import Settings
from mousehole.engine.chance import roll
from mousehole.engine.exact import log
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.bitsets import lowest, nth
from mousehole.games.cloaked_cats.components import ALL_FEATURES, CHOOSE, FEATURE_COUNT, MEETS, MET_BY, SHOWS
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import PAIR, clues_of
from mousehole.games.cloaked_cats.rules import rank

# How many of a rival's possible cloaks hold a feature: nineteen counters, five to a number, twelve bits each (no count
# exceeds the 969 sets of three features).
LANE = 12
LANES = 5
LANE_MASK = (1 << LANE) - 1
SPREAD = np.array([sum(1 << LANE * i for i in range(LANES) if bits >> i & 1) for bits in range(1 << LANES)], np.int64)
"""A one in the lane of each of five features."""

WORTH_A_MASK = 0.3
"""A right guess gains two points on the rival, a wrong one loses one, and either teaches something."""
ASKING = 2.0
"""What is asked of a rival, most when yes and no are alike, counts so much against what is told of oneself."""
MASK_RANK, HIDDEN_RANK = 4, 5
"""What a mask, and a feature that is still hidden, count in a rank."""
LONG_SHOT = 0.2
"""A search does not consider guesses less likely than this, but in the last turns, ..."""
NEAR = 0.5
"""... nor those less likely than this share of the likeliest one."""


# What is known of one rival

LEVELS = {
    "kitten": Settings(iterations=24, margin=2.0, horizon=0),  # any of the moves that make sense
    "housecat": Settings(iterations=30, margin=0.5),
    "alley_cat": Settings(iterations=200, margin=0.05),
    "tiger": Settings(iterations=5_000, margin=0.01, reuse=1, exploration=1.0),
    "lion": Settings(iterations=20_000, margin=0.01, reuse=1, exploration=1.0),
    "tiger_0_1": Settings(iterations=5_000, margin=0.01, reuse=1, exploration=1.0, edition=FIRST),
}
"""Its playouts are sensible: a few already make a fair player."""


@rule
def live_to(s: Record, seat: int, player: int) -> int:
    """List what a player may hold, face-up features included, as far as `seat` can tell; of oneself, as all others can.

    In a view this is `live_of`; here it must not look into cloaks, for in playouts they lie open.
    """
    gone = int(s.lacks[player])
    for other in range(s.seats):
        if other != player:
            gone |= int(s.shown[other])
    if player != seat:
        gone |= int(s.cloak[seat])
    return ALL_FEATURES & ~gone


@rule
def hidden_to(s: Record, seat: int, player: int) -> int:
    """List what a player may still have under its cloak, as far as `seat` can tell."""
    return live_to(s, seat, player) & ~int(s.shown[player])


@rule
def count_features(clues: int, live: int, cards: int) -> tuple[int, int, int, int, int]:
    """Count the cloaks as `count_cloaks` does, and in lanes those that hold each feature."""
    total = a = b = c = d = 0
    if clues == 0:
        many = size(live)
        return CHOOSE[many, cards], *lanes_of(live, CHOOSE[many - 1, cards - 1])
    first = MET_BY[lowest_place(clues)] & live
    while first:
        x = lowest(first)
        first ^= x
        live ^= x
        left = clues & ~MEETS[lowest_place(x)]
        with_x = 0
        if left == 0:
            many = size(live)
            with_x = CHOOSE[many, cards - 1]
            e, f, g, h = lanes_of(live, many - 1 if cards > PAIR else 1)
            a, b, c, d = a + e, b + f, c + g, d + h
        elif cards == PAIR:
            found = meeting_all(left, live)
            with_x = size(found)
            e, f, g, h = lanes_of(found, 1)
            a, b, c, d = a + e, b + f, c + g, d + h
        else:
            rest = live
            second = MET_BY[lowest_place(left)] & rest
            while second:
                y = lowest(second)
                second ^= y
                rest ^= y
                found = meeting_all(left & ~MEETS[lowest_place(y)], rest)
                if found:
                    number = size(found)
                    with_x += number
                    e, f, g, h = lanes_of(found, 1)
                    a, b, c, d = a + e, b + f, c + g, d + h
                    e, f, g, h = lanes_of(y, number)
                    a, b, c, d = a + e, b + f, c + g, d + h
        e, f, g, h = lanes_of(x, with_x)
        a, b, c, d = a + e, b + f, c + g, d + h
        total += with_x
    return total, a, b, c, d


@rule
def lanes_of(features: int, number: int) -> tuple[int, int, int, int]:
    """Put a number into the lanes of these features."""
    return (
        SPREAD[features & 31] * number,
        SPREAD[features >> 5 & 31] * number,
        SPREAD[features >> 10 & 31] * number,
        SPREAD[features >> 15] * number,
    )


@rule
def lane(feature: int, a: int, b: int, c: int, d: int) -> int:
    """Read a feature's lane."""
    which = feature // LANES
    word = a if which == 0 else b if which == 1 else c if which == 2 else d
    return word >> LANE * (feature % LANES) & LANE_MASK


@rule
def most_in(features: int, a: int, b: int, c: int, d: int) -> int:
    """Find the highest count in the lanes of these features."""
    return max(
        highest_lane(a, features & 31),
        highest_lane(b, features >> 5 & 31),
        highest_lane(c, features >> 10 & 31),
        highest_lane(d, features >> 15 & 31),
    )


@rule
def highest_lane(word: int, features: int) -> int:
    """Find the highest count in the lanes of some of five features."""
    word &= SPREAD[features] * LANE_MASK
    low = max(word & LANE_MASK, word >> LANE & LANE_MASK)
    high = max(word >> 2 * LANE & LANE_MASK, word >> 3 * LANE & LANE_MASK)
    return max(low, high, word >> 4 * LANE)


@rule
def those_with(number: int, a: int, b: int, c: int, d: int) -> int:
    """List the features with just this count in their lanes."""
    return (
        lanes_with(number, a)
        | lanes_with(number, b) << LANES
        | lanes_with(number, c) << 2 * LANES
        | lanes_with(number, d) << 3 * LANES
    )


@rule
def lanes_with(number: int, word: int) -> int:
    """List which of five features have just this count in their lanes."""
    features = 0
    for i in range(LANES):
        features |= int((word >> LANE * i & LANE_MASK) == number) << i
    return features


# How a beginner plays


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules: ask as much as a cat can, and name a feature only when certain."""
    if s.phase == codes.PLAY:
        return most_asking(s, seat, actions, count, rng)
    action, chance = likeliest(s, seat, rng)
    return action if chance == 1.0 else codes.PASS


@rule
def most_asking(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose the cat that shows the most features which rivals may still hide."""
    best = highest = ties = 0
    for k in range(count):
        asks = 1
        for player in range(s.seats):
            if player != seat:
                asks += size(SHOWS[actions[k]] & hidden_to(s, seat, player))
        if asks > highest:
            best, highest, ties = actions[k], asks, 0
        if asks == highest:
            ties += 1
            if roll(rng, ties) == 0:
                best = actions[k]
    return best


@rule
def likeliest(s: Record, seat: int, rng: Rng) -> tuple[int, float]:
    """Name the guess that is most likely right, and its chance; of several alike any, whoever they are about."""
    action, highest, ties = codes.PASS, 0.0, 1
    for player in range(s.seats):
        if player == seat or s.covered[player] == 0:
            continue
        total, a, b, c, d = count_features(clues_of(s, player), live_to(s, seat, player), cloak_size(s))
        hidden = hidden_to(s, seat, player)
        most = most_in(hidden, a, b, c, d)
        if most == 0 or float(most) / total < highest:
            continue
        ties = ties + 1 if float(most) / total == highest else 1
        if ties == 1 or roll(rng, ties) == 0:
            highest = float(most) / total
            best = hidden & those_with(most, a, b, c, d)
            chosen = lowest_place(nth(best, roll(rng, size(best))))
            action = codes.FIRST_GUESS + FEATURE_COUNT * player + chosen
    return action, highest


# How players lean in playouts


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record, edition: int) -> int:
    """Play sensibly: cats that ask much and tell little; name a feature when the odds are worth a mask."""
    if s.phase == codes.PLAY:
        return best_cat(s, seat, actions, count, rng)
    if count == 1:
        return actions[0]
    action, chance = likeliest(s, seat, rng)
    if s.last and not is_ahead(s, seat):
        return action
    if edition != FIRST and has_last_word(s) and is_wasted(s, seat, action):
        return codes.PASS
    return action if chance >= WORTH_A_MASK else codes.PASS


@rule
def lead_after(s: Record, seat: int, rival: int) -> int:
    """Return how far a player is ahead of the best of the others, in ranks, once it has named a feature of a rival."""
    best = 0
    for player in range(s.seats):
        if player != seat:
            best = max(best, rank(s, player) - (HIDDEN_RANK if player == rival else 0))
    return rank(s, seat) + MASK_RANK - best


@rule
def has_last_word(s: Record) -> bool:
    """Tell whether a round ends with the turn that is being played."""
    return (int(s.turns) + 1) % int(s.seats) == 0


@rule
def is_wasted(s: Record, seat: int, action: int) -> bool:
    """Tell whether it can be of no use to whoever has the last word of a round.

    In the last turns: the pass of whoever is behind, and a guess of whoever is ahead, or stays behind though it is
    right. Before them, naming a rival's last feature and staying behind, for that is the end.
    """
    if action == codes.PASS:
        return s.last and lead_after(s, seat, seat) < MASK_RANK
    if s.last and is_ahead(s, seat):
        return True
    rival = (action - codes.FIRST_GUESS) // FEATURE_COUNT
    return (s.last or s.covered[rival] == 1) and lead_after(s, seat, rival) < 0


@rule
def is_ahead(s: Record, seat: int) -> bool:
    """Tell whether a player would win as things stand."""
    for player in range(s.seats):
        if player != seat and rank(s, player) >= rank(s, seat):
            return False
    return True


@rule
def best_cat(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Choose the cat that asks much of the others and tells little of oneself; of several alike any."""
    first, second, third = 1e-6 * roll(rng, 1000), 1e-6 * roll(rng, 1000), 1e-6 * roll(rng, 1000)
    a = SHOWS[actions[0]]
    b = SHOWS[actions[1]] if count > 1 else a
    c = SHOWS[actions[2]] if count > 2 else a
    cards = cloak_size(s)
    for player in range(s.seats):
        shown = int(s.shown[player])
        if s.covered[player] and not (a & shown and b & shown and c & shown):
            cloak = int(s.cloak[player]) if player == seat else 0
            cloaks, no_a, no_b, no_c = count_unlike(clues_of(s, player), live_to(s, seat, player), a, b, c, cards)
            first += answer_worth(a, shown, cloak, cloaks, no_a)
            second += answer_worth(b, shown, cloak, cloaks, no_b)
            third += answer_worth(c, shown, cloak, cloaks, no_c)
    if count > 2 and third > max(first, second):
        return actions[2]
    if count > 1 and second > first:
        return actions[1]
    return actions[0]


@rule
def meeting_all(clues: int, features: int) -> int:
    """Keep the features that meet every one of these clues alone."""
    while clues and features:
        features &= MET_BY[lowest_place(clues)]
        clues &= clues - 1
    return features


@rule
def count_unlike(clues: int, live: int, a: int, b: int, c: int, cards: int) -> tuple[int, int, int, int]:
    """Count the cloaks as `count_cloaks` does, and those that share no feature with a, with b and with c."""
    not_a, not_b, not_c = ~a, ~b, ~c
    if clues == 0:
        return (
            CHOOSE[size(live), cards],
            CHOOSE[size(live & not_a), cards],
            CHOOSE[size(live & not_b), cards],
            CHOOSE[size(live & not_c), cards],
        )
    total = no_a = no_b = no_c = 0
    first = MET_BY[lowest_place(clues)] & live
    while first:
        x = lowest(first)
        first ^= x
        live ^= x
        left = clues & ~MEETS[lowest_place(x)]
        if left == 0:
            total += CHOOSE[size(live), cards - 1]
            no_a += CHOOSE[size(live & not_a), cards - 1] if x & not_a else 0
            no_b += CHOOSE[size(live & not_b), cards - 1] if x & not_b else 0
            no_c += CHOOSE[size(live & not_c), cards - 1] if x & not_c else 0
            continue
        if cards == PAIR:
            found = meeting_all(left, live)
            total += size(found)
            no_a += size(found & not_a) if x & not_a else 0
            no_b += size(found & not_b) if x & not_b else 0
            no_c += size(found & not_c) if x & not_c else 0
            continue
        rest = live
        second = MET_BY[lowest_place(left)] & rest
        while second:
            y = lowest(second)
            second ^= y
            rest ^= y
            found = meeting_all(left & ~MEETS[lowest_place(y)], rest)
            if found:
                both = x | y
                total += size(found)
                no_a += 0 if both & a else size(found & not_a)
                no_b += 0 if both & b else size(found & not_b)
                no_c += 0 if both & c else size(found & not_c)
    return total, no_a, no_b, no_c


@rule
def answer_worth(shows: int, shown: int, cloak: int, cloaks: int, unlike: int) -> float:
    """Say what an answer to a cat is worth: something if a rival gives it (`cloak` is 0), a loss if oneself.

    Of so many cloaks that are possible so many are unlike the cat.
    """
    if shows & shown:
        return 0.0
    if cloak == 0:
        chance = float(unlike) / cloaks
        return ASKING * chance * (1.0 - chance)
    return log(float(cloaks - unlike if shows & cloak else unlike) / cloaks)


# Which guesses a search considers


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Keep the pass and the guesses that are likely enough: there are up to 48, and most are silly."""
    if s.phase == codes.PLAY:
        return count
    kept = narrow_by_chance(s, seat, actions, count)
    if edition != FIRST and has_last_word(s):
        kept = narrow_last_word(s, seat, actions, kept)
    return kept


@rule
def narrow_by_chance(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep the pass and the guesses that are likely enough."""
    highest, before = 0.0, -1
    total = a = b = c = d = 0
    for player in range(s.seats - 1, -1, -1):
        if player != seat and s.covered[player]:
            before = player
            total, a, b, c, d = count_features(clues_of(s, player), live_to(s, seat, player), cloak_size(s))
            if total:
                highest = max(highest, float(most_in(hidden_to(s, seat, player), a, b, c, d)) / total)
    least = highest * NEAR
    if not s.last:
        least = max(least, LONG_SHOT)
    if highest < least:
        return 1
    kept = 1
    for k in range(1, count):
        player, feature = (
            (actions[k] - codes.FIRST_GUESS) // FEATURE_COUNT,
            (actions[k] - codes.FIRST_GUESS) % FEATURE_COUNT,
        )
        if player != before:
            before = player
            total, a, b, c, d = count_features(clues_of(s, player), live_to(s, seat, player), cloak_size(s))
        if lane(feature, a, b, c, d) >= least * total:
            actions[kept] = actions[k]
            kept += 1
    return kept


@rule
def narrow_last_word(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Leave out what is surely wasted where a round ends with this guess or pass, unless all of it is."""
    kept = 0
    for k in range(count):
        if not is_wasted(s, seat, actions[k]):
            actions[kept], actions[k] = actions[k], actions[kept]
            kept += 1
    return kept or count

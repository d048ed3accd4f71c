"""Counting: which features a rival may hold, and in how many of its possible cloaks, from what the table has seen.

The chances here are exact for two players. With more, each rival is looked at alone: that two hidden cloaks cannot
share a feature is left to the worlds a search draws, which are exact.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.bits import lowest_place, size
from mousehole.engine.rule import Record, rule
from mousehole.games.cloaked_cats.bitsets import lowest
from mousehole.games.cloaked_cats.components import ALL_FEATURES, CHOOSE, MEETS, MET_BY
from mousehole.games.cloaked_cats.knowledge import PAIR

# How many of a rival's possible cloaks hold a feature: nineteen counters, five to a number, twelve bits each (no count
# exceeds the 969 sets of three features).
LANE = 12
LANES = 5
LANE_MASK = (1 << LANE) - 1
SPREAD = np.array([sum(1 << LANE * i for i in range(LANES) if bits >> i & 1) for bits in range(1 << LANES)], np.int64)
"""A one in the lane of each of five features."""


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

"""Who knows what: what a view leaves open, counted and sampled exactly.

A cloak is a set of three features (of two, where that was agreed: CC-5.1). What the table knows of a hidden one are its
*clues* (face-up features, and cats with that player's mask: the cloak meets each of them) and the features it may
contain, the *live* ones. Cloaks share no feature. Features that are live for every hidden player and meet no clue of
any of them are *free*: they can be exchanged for one another, so only how many of them a cloak has matters. That keeps
the early game, with few clues and many cloaks, as cheap as the late one.
"""

from __future__ import annotations

from mousehole.engine.chance import next_word, roll
from mousehole.engine.rule import HIDDEN, Numbers, Record, Rng, rule
from mousehole.games.cloaked_cats.bitsets import lowest, member, size
from mousehole.games.cloaked_cats.components import ALL_FEATURES, CHOOSE, FEATURE_COUNT, MEETS, MET_BY
from mousehole.games.cloaked_cats.house import cloak_size

NOBODY = 1 << 20
"""In place of a hidden player when there are fewer than four: sorts behind everybody."""
PAIR = 2
"""The features of a small cloak."""


# What the table knows of one player's cloak


@rule
def clues_of(s: Record, player: int) -> int:
    """The clues this player's cloak meets: its face-up features and the cats that wear its mask."""
    return int(s.masked[player]) << FEATURE_COUNT | int(s.shown[player])


@rule
def live_of(s: Record, player: int) -> int:
    """The features this player may hold, as far as each can be told alone."""
    return ALL_FEATURES & ~(int(s.lacks[player]) | held_by_others(s, player))


@rule
def held_by_others(s: Record, player: int) -> int:
    """The features that the view shows in other players' cloaks: each is on one card only (CC-1.1)."""
    held = 0
    for other in range(s.seats):
        if other != player:
            held |= int(s.shown[other]) if s.cloak[other] == HIDDEN else int(s.cloak[other])
    return held


@rule
def open_facts(s: Record, player: int) -> int:
    """What one sees without thinking: features this player holds, and, 19 bits higher, those it cannot hold."""
    if s.cloak[player] != HIDDEN:
        return int(s.cloak[player]) | (ALL_FEATURES & ~int(s.cloak[player])) << FEATURE_COUNT
    return int(s.shown[player]) | held_by_others(s, player) << FEATURE_COUNT


# Counting cloaks


@rule
def count_cloaks(clues: int, live: int, cards: int) -> int:
    """Count the sets of three (or two) live features that meet every clue.

    One of the features that meet the first clue must be in; each is tried without those tried before, and so on with
    the first clue still open.
    """
    if clues == 0:
        return CHOOSE[size(live), cards]
    total = 0
    first = MET_BY[member(lowest(clues))] & live
    while first:
        x = lowest(first)
        first ^= x
        live ^= x
        open_now = clues & ~MEETS[member(x)]
        if open_now == 0:
            total += CHOOSE[size(live), cards - 1]
            continue
        if cards == PAIR:
            total += size(meeting_all(open_now, live))
            continue
        rest = live
        second = MET_BY[member(lowest(open_now))] & rest
        while second:
            y = lowest(second)
            second ^= y
            rest ^= y
            total += size(meeting_all(open_now & ~MEETS[member(y)], rest))
    return total


@rule
def meeting_all(clues: int, features: int) -> int:
    """Keep the features that meet every one of these clues alone."""
    while clues and features:
        features &= MET_BY[member(lowest(clues))]
        clues &= clues - 1
    return features


@rule
def next_cloak(cloak: int, clues: int, live: int, cards: int) -> int:
    """Return the cloak after this one (0: the first one) that meets every clue; 0 after the last."""
    if cards == PAIR:
        return next_pair(cloak, clues, live)
    if cloak:
        x = lowest(cloak)
        y = lowest(cloak ^ x)
        z = cloak ^ x ^ y
    else:
        x = lowest(live)
        y = z = lowest(live ^ x)
    while x:
        above_x = live & -(x << 1)
        open_x = clues & ~MEETS[member(x)]
        if open_x and not MET_BY[member(lowest(open_x))] & above_x:
            y = 0
        while y:
            above_y = live & -(y << 1)
            last = meeting_all(open_x & ~MEETS[member(y)], above_y & -(z << 1))
            if last:
                return x | y | lowest(last)
            y = z = lowest(above_y)
        x = lowest(above_x)
        y = z = lowest(above_x ^ x)
    return 0


@rule
def next_pair(cloak: int, clues: int, live: int) -> int:
    """Return the cloak of two features after this one, likewise."""
    x = lowest(cloak or live)
    y = cloak ^ x if cloak else x
    while x:
        last = meeting_all(clues & ~MEETS[member(x)], live & -(y << 1))
        if last:
            return x | lowest(last)
        x = y = lowest(live & -(x << 1))
    return 0


@rule
def lowest_few(features: int, count: int) -> int:
    """Keep the lowest so many of a set."""
    rest = features
    for _ in range(count):
        rest &= rest - 1
    return features ^ rest


@rule
def few_free(live: int, free: int, cards: int) -> int:
    """Keep as many free features at most as a cloak has: any others would only repeat the same cloaks."""
    return (live & ~free) | lowest_few(free, cards)


@rule
def ways(cloak: int, free: int) -> int:
    """Count the cloaks that differ from this one in their free features only; 0 unless it has the lowest of these."""
    own = cloak & free
    if own == 0:
        return 1
    count = size(own)
    if own != lowest_few(free, count):
        return 0
    return CHOOSE[size(free), count]


@rule
def count_pairs(clues: int, live: int, clues1: int, live1: int, free: int, cards: int) -> int:
    """Count the ways to dress two players."""
    total = 0
    narrow = few_free(live, free, cards)
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        many = ways(cloak, free)
        if many:
            total += many * count_cloaks(clues1, live1 & ~cloak, cards)
        cloak = next_cloak(cloak, clues, narrow, cards)
    return total


@rule
def count_trios(  # two numbers a player
    clues: int, live: int, clues1: int, live1: int, clues2: int, live2: int, free: int, cards: int
) -> int:
    """Count the ways to dress three players."""
    total = 0
    narrow = few_free(live, free, cards)
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        many = ways(cloak, free)
        if many:
            total += many * count_pairs(clues1, live1 & ~cloak, clues2, live2 & ~cloak, free & ~cloak, cards)
        cloak = next_cloak(cloak, clues, narrow, cards)
    return total


# All hidden players together


@rule
def key_of(s: Record, player: int) -> int:
    """Say how freely a hidden player can be dressed, with its seat in the last two bits; NOBODY if it is not hidden."""
    if player >= s.seats or s.cloak[player] != HIDDEN:
        return NOBODY
    return count_cloaks(clues_of(s, player), live_of(s, player), cloak_size(s)) << 2 | player


@rule
def hidden_players(s: Record) -> tuple[int, int, int, int]:
    """Name the hidden players, those with the fewest possible cloaks first (less to count), then NOBODY."""
    a, b, c, d = key_of(s, 0), key_of(s, 1), key_of(s, 2), key_of(s, 3)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return seat_of(a), seat_of(b), seat_of(c), seat_of(d)


@rule
def seat_of(key: int) -> int:
    """Return the seat in a key of `key_of`."""
    return NOBODY if key == NOBODY else key & 3


@rule
def free_features(s: Record) -> int:
    """The features that are live for all hidden players and meet no clue of any."""
    free, clues = ALL_FEATURES, 0
    for player in range(s.seats):
        if s.cloak[player] == HIDDEN:
            free &= live_of(s, player)
            clues |= clues_of(s, player)
    bits = free
    while bits:
        feature = lowest(bits)
        bits ^= feature
        if MEETS[member(feature)] & clues:
            free ^= feature
    return free


@rule
def count_rest(s: Record, cloak: int, b: int, c: int, d: int, free: int) -> int:
    """Count the ways to dress up to three more hidden players once somebody wears this cloak."""
    if b == NOBODY:
        return 1
    cards = cloak_size(s)
    clues_b, live_b = clues_of(s, b), live_of(s, b) & ~cloak
    if c == NOBODY:
        return count_cloaks(clues_b, live_b, cards)
    clues_c, live_c = clues_of(s, c), live_of(s, c) & ~cloak
    if d == NOBODY:
        return count_pairs(clues_b, live_b, clues_c, live_c, free & ~cloak, cards)
    clues_d, live_d = clues_of(s, d), live_of(s, d) & ~cloak
    return count_trios(clues_b, live_b, clues_c, live_c, clues_d, live_d, free & ~cloak, cards)


@rule
def pick_cloak(s: Record, a: int, b: int, c: int, d: int, free: int, rng: Rng) -> int:
    """Sample the cloak of hidden player a, each as likely as the number of ways to dress it and the others says."""
    cards = cloak_size(s)
    clues, narrow = clues_of(s, a), few_free(live_of(s, a), free, cards)
    picked = total = 0
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        weight = ways(cloak, free)
        if weight:
            weight *= count_rest(s, cloak, b, c, d, free)
            total += weight
            if weight and below(rng, total) < weight:
                picked = cloak
        cloak = next_cloak(cloak, clues, narrow, cards)
    return picked


@rule
def below(rng: Rng, n: int) -> int:
    """Draw a number from 0 to n - 1, n < 2**40: for a spectator the ways to dress four players can be 10**10."""
    if n < 1 << 30:
        return roll(rng, n)
    surplus = 40 - width(n)
    while True:
        number = int(next_word(rng) >> 24) >> surplus
        if number < n:
            return number


@rule
def width(n: int) -> int:
    """Count the binary digits of a number."""
    digits = 0
    while n >> digits:
        digits += 1
    return digits


# What a player can work out, for notebooks and bots


@rule
def feature_chances(s: Record, player: int, out: Numbers) -> None:
    """Write into `out`, for each feature, how likely this player holds it, by everything the view shows."""
    for feature in range(FEATURE_COUNT):
        out[feature] = 0.0
    if s.cloak[player] != HIDDEN:
        for feature in range(FEATURE_COUNT):
            out[feature] = float(int(s.cloak[player]) >> feature & 1)
        return
    b, c, d = others_hidden(s, player)
    free = free_features(s)
    cards = cloak_size(s)
    clues, narrow = clues_of(s, player), few_free(live_of(s, player), free, cards)
    total = 0
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        weight = ways(cloak, free)
        if weight:
            weight *= count_rest(s, cloak, b, c, d, free)
            total += weight
            lumped = float(size(cloak & free)) / max(size(free), 1)
            for feature in range(FEATURE_COUNT):
                if free >> feature & 1:
                    out[feature] += weight * lumped
                elif cloak >> feature & 1:
                    out[feature] += weight
        cloak = next_cloak(cloak, clues, narrow, cards)
    for feature in range(FEATURE_COUNT):
        out[feature] /= total


@rule
def others_hidden(s: Record, player: int) -> tuple[int, int, int]:
    """Name the other hidden players in the order of `hidden_players`."""
    a, b, c, d = hidden_players(s)
    if player == a:
        return b, c, d
    if player == b:
        return a, c, d
    if player == c:
        return a, b, d
    return a, b, c


@rule
def certainties(s: Record, player: int) -> int:
    """The features that this player holds for certain, and, 19 bits higher, those it lacks for certain."""
    if s.cloak[player] != HIDDEN:
        return int(s.cloak[player]) | (ALL_FEATURES & ~int(s.cloak[player])) << FEATURE_COUNT
    b, c, d = others_hidden(s, player)
    free = free_features(s)
    cards = cloak_size(s)
    clues, narrow = clues_of(s, player), few_free(live_of(s, player), free, cards)
    always, ever = ALL_FEATURES, 0
    cloak = next_cloak(0, clues, narrow, cards)
    while cloak:
        if ways(cloak, free) and count_rest(s, cloak, b, c, d, free):
            ever |= cloak
            always &= cloak
            if cloak & free:
                ever |= free
            if cloak & free != free:
                always &= ~free
        cloak = next_cloak(cloak, clues, narrow, cards)
    return always | (ALL_FEATURES & ~ever) << FEATURE_COUNT


@rule
def surely_holds(s: Record, player: int) -> int:
    """The set of features this player holds in every world that fits the view."""
    return certainties(s, player) & ALL_FEATURES


@rule
def surely_lacks(s: Record, player: int) -> int:
    """The set of features this player holds in no world that fits the view."""
    return certainties(s, player) >> FEATURE_COUNT

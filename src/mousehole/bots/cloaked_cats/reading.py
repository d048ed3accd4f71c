"""Reading the others: what the cats they sent out and the features they named tell of their own cloaks.

Nobody sends out, without need, a cat that tells much; and nobody names a feature they hold, however likely it looks to
the rest of the table. So among all cloaks that fit, those are likelier with which a player would have chosen what it
chose. How players choose was fitted to games of the tiger.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mousehole.bots.bits import lowest_place, size
from mousehole.bots.cloaked_cats.counting import count_features, count_unlike, lane, live_to
from mousehole.engine.chance import roll
from mousehole.engine.exact import exp
from mousehole.engine.rule import Numbers, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import (
    ALL_CATS,
    CAT_COUNT,
    CHOOSE,
    CLOAK,
    FEATURE_COUNT,
    MEETS,
    MOST_SEATS,
    SHOWS,
)
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import clues_of
from mousehole.games.cloaked_cats.secrets import hide, redeal

CLOAKS = np.array(sorted(sum(1 << f for f in cloak) for cloak in combinations(range(FEATURE_COUNT), CLOAK)), np.int64)
"""All cloaks, in the order of their numbers."""
MEMORY = MOST_SEATS * len(CLOAKS)
"""How likely each cloak of each player is, beside the likeliest."""

ASKS = 5.2
"""How much more readily a cat is sent out that asks much of the others."""
LIKE = 0.82
"""One that is like oneself is sent out less often, whatever it tells."""
DOUBT = 0.01
"""Even a guess that makes no sense is made so often."""
FINE = 1 << 30
PATIENCE = 24
"""So many worlds are drawn at most for one that others' choices suit."""


@rule
def number_of(cloak: int) -> int:
    """Find a cloak's place among all cloaks."""
    a = lowest_place(cloak)
    cloak &= cloak - 1
    b = lowest_place(cloak)
    return a + CHOOSE[b, 2] + CHOOSE[lowest_place(cloak & (cloak - 1)), 3]


@rule
def fits(cloak: int, clues: int, live: int) -> bool:
    """Tell whether a cloak meets all clues with live features."""
    if cloak & ~live:
        return False
    while cloak:
        clues &= ~MEETS[lowest_place(cloak)]
        cloak &= cloak - 1
    return clues == 0


@rule
def remember(views: Record, seat: int, memory: Numbers) -> None:
    """Weigh every cloak of three features that each rival may have by all that it has chosen so far."""
    read_all(views, seat, memory, ASKS, LIKE, DOUBT)


@rule
def read_all(views: Record, seat: int, memory: Numbers, asks: float, like: float, doubt: float) -> None:
    """Weigh cloaks as if players chose by these numbers (they are fitted by `benchmarks/cloaked_cats_reading.py`)."""
    now = views[len(views) - 1]
    if cloak_size(now) != CLOAK:
        return
    for player in range(now.seats):
        if player == seat or now.covered[player] == 0:
            continue
        likely = memory[player * len(CLOAKS) : (player + 1) * len(CLOAKS)]
        clues, live = clues_of(now, player), live_to(now, seat, player)
        for i in range(len(CLOAKS)):
            likely[i] = 1.0 if fits(CLOAKS[i], clues, live) else 0.0
        for k in range(1, len(views)):
            happened = views[k].events[0]
            if happened[1] == player:
                if happened[0] == codes.EVENT_CAT:
                    read_cat(views[k - 1], seat, player, int(happened[2]), likely, asks, like)
                elif happened[0] == codes.EVENT_RIGHT or happened[0] == codes.EVENT_WRONG:
                    read_guess(views[k - 1], player, int(happened[2]), int(happened[3]), likely, doubt)
        most = 0.0
        for i in range(len(CLOAKS)):
            most = max(most, likely[i])
        for i in range(len(CLOAKS)):
            likely[i] /= most


@rule
def read_cat(s: Record, seat: int, player: int, sent: int, likely: Numbers, asks: float, like_it: float) -> None:
    """Ask of every cloak how readily this cat was sent out rather than others that may have been in the hand."""
    like, unlike = np.zeros(CAT_COUNT), np.zeros(CAT_COUNT)
    pool = ALL_CATS & ~int(s.danced) & ~int(s.hand[seat])
    others = (int(s.cats[player]) - 1) / max(size(pool) - 1, 1)
    for cat in range(CAT_COUNT):
        if pool >> cat & 1:
            ease_of(s, player, cat, like, unlike, asks, like_it)
    for i in range(len(CLOAKS)):
        if likely[i] > 0.0:
            total = 0.0
            for cat in range(CAT_COUNT):
                total += like[cat] if SHOWS[cat] & CLOAKS[i] else unlike[cat]
            own = like[sent] if SHOWS[sent] & CLOAKS[i] else unlike[sent]
            likely[i] *= own / (own + others * (total - own))


@rule
def ease_of(s: Record, player: int, cat: int, like: Numbers, unlike: Numbers, asks: float, like_it: float) -> None:
    """Say how readily a player sends out a cat that is like it, and one that is not."""
    shows = SHOWS[cat]
    asked = 0.0
    for other in range(s.seats):
        if other != player and s.covered[other] and not shows & int(s.shown[other]):
            cloaks, no, _, _ = count_unlike(clues_of(s, other), live_to(s, other, other), shows, shows, shows, CLOAK)
            asked += no * (cloaks - no) / (cloaks * cloaks)
    ease = exp(asks * asked)
    like[cat], unlike[cat] = like_it * ease, ease
    if not shows & int(s.shown[player]):
        cloaks, no, _, _ = count_unlike(clues_of(s, player), live_to(s, player, player), shows, shows, shows, CLOAK)
        like[cat] *= (cloaks - no) * (cloaks - no) / (cloaks * cloaks)
        unlike[cat] *= no * no / (cloaks * cloaks)


@rule
def read_guess(s: Record, player: int, rival: int, feature: int, likely: Numbers, doubt: float) -> None:
    """Ask of every cloak how likely this feature must have looked to whoever named it, beside all others."""
    for i in range(len(CLOAKS)):
        if likely[i] > 0.0:
            named = most = fourth_powers = 0.0
            for other in range(s.seats):
                if other == player or s.covered[other] == 0:
                    continue
                live = live_to(s, other, other) & ~CLOAKS[i]
                total, a, b, c, d = count_features(clues_of(s, other), live, CLOAK)
                hidden = live & ~int(s.shown[other]) if total else 0
                while hidden:
                    f = lowest_place(hidden)
                    hidden &= hidden - 1
                    share = lane(f, a, b, c, d) / total
                    fourth_powers += share * share * share * share
                    most = max(most, share)
                    if other == rival and f == feature:
                        named = share
            chance = named * named * named * named / fourth_powers if most > 0.0 else 0.0
            likely[i] *= doubt + (1.0 - doubt) * chance


@rule
def imagine(s: Record, seat: int, rng: Rng, memory: Numbers) -> None:
    """Dress everybody else as they are likely to be: draw worlds until one suits what they chose."""
    for _ in range(PATIENCE):
        hide(s, seat)
        redeal(s, seat, rng)
        if cloak_size(s) != CLOAK:
            return
        weight = 1.0
        for player in range(s.seats):
            if player != seat and s.covered[player]:
                weight *= memory[player * len(CLOAKS) + number_of(int(s.cloak[player]))]
        if roll(rng, FINE) < weight * FINE:
            return

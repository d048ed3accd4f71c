"""How a beginner plays who has read the rules."""

from __future__ import annotations

from mousehole.bots.bits import lowest_place, size
from mousehole.bots.cloaked_cats.counting import count_features, hidden_to, live_to, most_in, those_with
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.bitsets import nth
from mousehole.games.cloaked_cats.components import FEATURE_COUNT, SHOWS
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import clues_of


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

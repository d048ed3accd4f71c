"""What a search knows: how players lean in playouts, and which guesses are worth a thought."""

from __future__ import annotations

from mousehole.bots.cloaked_cats.beginner import likeliest
from mousehole.bots.cloaked_cats.counting import count_features, count_unlike, hidden_to, lane, live_to, most_in
from mousehole.bots.cloaked_cats.judging import judge_by_net
from mousehole.bots.knowledge import FIRST, NEWEST
from mousehole.engine.chance import roll
from mousehole.engine.exact import log
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import FEATURE_COUNT, SHOWS
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import clues_of
from mousehole.games.cloaked_cats.rules import POINT_RANK, rank

JUDGING = NEWEST
"""The edition that judges positions as well: for the lion."""
WORTH_A_MASK = 0.3
"""A right guess gains two points on the rival, a wrong one loses one, and either teaches something."""
ASKING = 2.0
"""What is asked of a rival, most when yes and no are alike, counts so much against what is told of oneself."""
MASK_RANK, HIDDEN_RANK = POINT_RANK, POINT_RANK + 1
"""What a mask, and a feature that is still hidden, count in a rank."""
LONG_SHOT = 0.2
"""A search does not consider guesses less likely than this, but in the last turns, ..."""
NEAR = 0.5
"""... nor those less likely than this share of the likeliest one."""


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


@rule
def judge(s: Record, out: Numbers, trials: Record, edition: int) -> None:
    """Say what an unfinished ball of two is worth, in the edition that judges; of other cloaks and hands nothing."""
    if edition == JUDGING and s.seats == 2 and s.more_cloak == 0 and s.more_hand == 0:
        judge_by_net(s, out)
        return
    for seat in range(s.seats):
        out[seat] = 0.0

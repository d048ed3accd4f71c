"""What a search knows: how players lean, what a position is worth, which bets are plausible, what needs no thought."""

from __future__ import annotations

from mousehole.bots.knowledge import FIRST, NEWEST
from mousehole.bots.mice_heist.beginner import choose_bet, greedy, lucky_gain, pick_best_chip, turns_ahead
from mousehole.bots.mice_heist.net import judge_by_net
from mousehole.bots.mice_heist.odds import test_odds
from mousehole.bots.mice_heist.wealth import judge_by_wealth
from mousehole.engine.chance import roll
from mousehole.engine.exact import exp
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import FIRST_KIND, NO_BACK, TARGET, TEACHES, TOP_RATING
from mousehole.games.mice_heist.gestures import wide
from mousehole.games.mice_heist.house import full_hand
from mousehole.games.mice_heist.turns import test_score

LEARNT = NEWEST
"""The edition that judges by a net: the lion's."""
LEAN_RANDOM = 8
"""One playout move in so many is any move: with none the search is weaker."""


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """In playouts everybody mostly plays as beginners do."""
    if roll(rng, LEAN_RANDOM) == 0:
        return actions[roll(rng, count)]
    return greedy(s, seat, actions, count, rng)


@rule
def is_for_net(s: Record, edition: int) -> bool:
    """Tell whether the net judges; it did not learn what `stakes` are."""
    return edition == LEARNT and not s.stakes


@rule
def can_judge(s: Record, edition: int) -> bool:
    """Tell whether a heist can be judged as it stands: by the net when a turn begins, so that nothing is half done."""
    return s.phase == codes.SELECT or not is_for_net(s, edition)


@rule
def judge(s: Record, out: Numbers, trials: Record, edition: int) -> None:
    """Say what an unfinished heist is worth to each seat."""
    if is_for_net(s, edition):
        judge_by_net(s, out)
    else:
        judge_by_wealth(s, out)


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
    assists = 1.0 / (1.0 + exp(-leaning))
    if bet == 0:
        return 1.0 - assists
    if home == 1:
        return assists
    leaning = ASSISTS_WITH_BOTH[0] + ASSISTS_WITH_BOTH[1] * is_last + ASSISTS_WITH_BOTH[2] * (expected // 2)
    with_both = 1.0 / (1.0 + exp(-leaning))
    return assists * with_both if bet == 2 else assists * (1.0 - with_both)


@rule
def weigh(s: Record, seat: int) -> float:
    """Find bets that others keep in their fists as plausible as the test and the turn make them."""
    weight = 1.0
    if s.phase == codes.BET:
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
    if action == codes.STOP:
        return False
    place = action - 1
    if test_score(s) >= TARGET[s.job[s.testing], s.obstacle, s.way] or is_repeated(s, seat, place, 0):
        return True
    return lucky_gain(s, wide(s.hand[seat, place])) <= 0


@rule
def is_empty_lesson(s: Record, seat: int, action: int) -> bool:
    """Tell whether the tester would learn for nothing: a skill, of a card played or on the deck, that cannot rise."""
    if action >= codes.PLAYED_CARD:
        return s.rating[seat, TEACHES[action - codes.PLAYED_CARD]] >= TOP_RATING
    return action == codes.TOP_CARD and s.top_back != NO_BACK and s.rating[seat, s.top_back] >= TOP_RATING


@rule
def is_idle_lesson(s: Record, seat: int, action: int, edition: int) -> bool:
    """Tell whether a lesson is not worth a thought: of no use, or to be had more cheaply."""
    if action < codes.HAND_CARD or action >= codes.PLAYED_CARD:
        return edition != FIRST and s.phase == codes.LEARN and is_empty_lesson(s, seat, action)
    place = action - codes.HAND_CARD
    skill = TEACHES[s.hand[seat, place]]
    if s.rating[seat, skill] >= TOP_RATING or is_repeated(s, seat, place, 0):
        return True
    if seat == s.tester:
        for kind in range(FIRST_KIND[skill], FIRST_KIND[skill + 1]):
            if s.played[kind] > 0:
                return True
    return False


@rule
def is_idle(s: Record, seat: int, action: int, edition: int) -> bool:
    """Tell whether an action is not worth a thought."""
    if s.phase == codes.PLAY:
        return is_idle_play(s, seat, action)
    if s.phase == codes.LEARN or s.phase == codes.LOOK_ON:
        return is_idle_lesson(s, seat, action, edition)
    if s.phase == codes.DISCARD and action != codes.STOP:
        return s.hand_size[seat] > full_hand(s) or is_repeated(s, seat, action - 1, wide(s.discard_from))
    return False


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Leave out what no player would consider."""
    if s.phase == codes.PICK_CHIP:
        actions[0] = pick_best_chip(s, actions, count)
        return 1
    first = kept = 0
    if (s.phase == codes.LEARN or s.phase == codes.LOOK_ON) and count > 1 and actions[1] == codes.TOP_CARD:
        first = 1  # there is no reason to decline
    for k in range(first, count):
        if not is_idle(s, seat, wide(actions[k]), edition):
            actions[kept] = actions[k]
            kept += 1
    return max(kept, 1)  # with nothing to learn, decline, which is the first action

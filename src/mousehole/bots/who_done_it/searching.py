"""Which moves of Who Done It? lead to mazes worth having.

Moves are tried by the rules themselves, in records of their own: a card is placed, both characters run where it is
best, and what lies there then is weighed.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.knowledge import FIRST, NEWEST
from mousehole.bots.who_done_it.judging import SCRATCH, SURE, Reals, odds
from mousehole.bots.who_done_it.worth import BEGINNER, LAST_IS_KNOWN, LASTS, LOST, SKILLED, column_of, worth
from mousehole.engine.chance import next_word, roll, word
from mousehole.engine.exact import tanh
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.rules import apply, legal

JUDGING = NEWEST
"""An edition: positions are judged by a net."""
FIRST_TRY, NEXT_TRY, LAST_TRY = range(3)
"""Records to try moves in: after a card, after one run, after the other."""

USUAL = np.array([
    [(6.4, 0.58), (13.9, 0.76), (5.8, 0.0)],
    [(2.0, 0.52), (14.5, 0.70), (6.0, 0.0)],
])  # fmt: skip
"""USUAL[easier, column]: what a maze is worth that may end either way, before any card is drawn; and how much less by
each. So that a judgement is a chance: seen in games that were played on by a search."""
TENDS = np.array([-2.0, 0.8, -2.0, 2.0])
"""How much better the mazes of a setup turn out than they look until the last agenda is known."""
SLOPE = 0.25
"""How much one point of worth more or less than usual tells about the end."""

SAMPLE = 8
"""A playout looks at so many moves of a decision, and at more only if all of them lose."""
CONSIDERED = 10
"""A search considers so many moves of a decision."""
MORE_CONSIDERED = 10
"""One that is guided by a net considers so many, one after the other."""
DRAWS = 12
"""What loses with all of so many draws is taken to lose with any."""
MOST_RUNS = 64
"""Room for the runs of both characters: into the cells of a full box."""
ACTION_BITS = 13
RANGE, STEPS = 64.0, 1024
FINE_STEPS = 4096
"""A move and what it is worth are sorted as one number: steps of the worth (of log odds: finer ones) above, the move
below."""


# What a move is worth


@rule
def worth_of(s: Record, action: int, runs: Actions, low: int, high: int, by: int, trials: Record) -> float:
    """Try a move, with chance from a seed, and say what the best position it can lead to in this turn is worth."""
    trials[FIRST_TRY] = s
    trials[FIRST_TRY].chance[0] = low
    trials[FIRST_TRY].chance[1] = high
    apply(trials[FIRST_TRY], 0, action)
    if trials[FIRST_TRY].phase != codes.MOVE:
        return worth(trials[FIRST_TRY], by)
    count = legal(trials[FIRST_TRY], 0, runs)
    best = LOST
    for k in range(count):
        trials[NEXT_TRY] = trials[FIRST_TRY]
        apply(trials[NEXT_TRY], 0, runs[k])
        if trials[NEXT_TRY].phase == codes.MOVE:
            best = max(best, worth_of_answer(runs[count:], by, trials))
        else:
            best = max(best, worth(trials[NEXT_TRY], by))
    return best


@rule
def worth_of_answer(runs: Actions, by: int, trials: Record) -> float:
    """Say what the best position is worth that the second run of a turn can lead to."""
    best = LOST
    for k in range(legal(trials[NEXT_TRY], 0, runs)):
        trials[LAST_TRY] = trials[NEXT_TRY]
        apply(trials[LAST_TRY], 0, runs[k])
        best = max(best, worth(trials[LAST_TRY], by))
    return best


@rule
def best_of(s: Record, actions: Actions, count: int, sample: int, by: int, rng: Rng, trials: Record) -> int:
    """Find the best of so many random moves; if all of them lose, look on."""
    low = next_word(rng)
    high = next_word(rng)
    best = actions[0]
    highest = 2 * LOST
    left = count
    while left > 0 and (left > count - sample or highest <= LOST):
        k = roll(rng, left)
        left -= 1
        actions[k], actions[left] = actions[left], actions[k]
        found = worth_of(s, actions[left], actions[count:], low, high, by, trials)
        if found > highest:
            best, highest = actions[left], found
    return best


# What a net says


@rule
def odds_of(s: Record, action: int, runs: Actions, low: int, high: int, trials: Record, scratch: Reals) -> float:
    """Try a move, with chance from a seed, and say the log odds of the best position it can lead to in this turn."""
    trials[FIRST_TRY] = s
    trials[FIRST_TRY].chance[0] = low
    trials[FIRST_TRY].chance[1] = high
    apply(trials[FIRST_TRY], 0, action)
    return odds_of_runs(runs, trials, scratch)


@rule
def odds_of_runs(runs: Actions, trials: Record, scratch: Reals) -> float:
    """Say the log odds of the best position that the runs of this turn can lead to, if there are any."""
    if trials[FIRST_TRY].phase != codes.MOVE:
        return odds(trials[FIRST_TRY], scratch)
    count = legal(trials[FIRST_TRY], 0, runs)
    best = -SURE
    for k in range(count):
        trials[NEXT_TRY] = trials[FIRST_TRY]
        apply(trials[NEXT_TRY], 0, runs[k])
        if trials[NEXT_TRY].phase == codes.MOVE:
            for m in range(legal(trials[NEXT_TRY], 0, runs[count:])):
                trials[LAST_TRY] = trials[NEXT_TRY]
                apply(trials[LAST_TRY], 0, runs[count + m])
                best = max(best, odds(trials[LAST_TRY], scratch))
        else:
            best = max(best, odds(trials[NEXT_TRY], scratch))
    return best


# What the bots ask for


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record) -> int:
    """Play as a beginner who has read the rules: never lose at once, keep room, mind the agendas."""
    return best_of(s, actions, count, count, BEGINNER, rng, trials)


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record) -> int:
    """Play on with the best of a few moves."""
    return actions[0] if count == 1 else best_of(s, actions, count, SAMPLE, SKILLED, rng, trials)


@rule
def judge(s: Record, out: Numbers, trials: Record, edition: int) -> None:
    """Say what a position is worth: as a net sees it, or compared with what is usual by now."""
    if edition >= JUDGING:
        trials[FIRST_TRY] = s
        trials[FIRST_TRY].chance[0] = s.chance[1]  # what the runs would draw here must stay unknown
        trials[FIRST_TRY].chance[1] = s.chance[0]
        out[0] = tanh(0.5 * odds_of_runs(np.empty(MOST_RUNS, np.int32), trials, np.empty(SCRATCH, np.float32)))
        return
    column = column_of(s)
    usual = USUAL[int(s.easier), column]
    better = worth(s, SKILLED) - usual[0] + usual[1] * float(s.drawn)
    if column != LAST_IS_KNOWN:
        better += TENDS[int(s.layout)]
    out[0] = tanh(SLOPE * better)


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record, edition: int) -> int:
    """Keep the moves that lead to the best positions, and none that loses at once if there is another.

    As a net sees them the best comes first, so that a search can begin with it; else, and where the net sees no hope,
    they stay in order.
    """
    if edition >= JUDGING:
        scratch = np.empty(SCRATCH, np.float32)
        has_hope = False
        for k in range(count):
            found = odds_of(s, actions[k], actions[count:], word(1), word(2), trials, scratch)
            hope = int((min(max(found, -SURE), SURE) + SURE) * FINE_STEPS)
            actions[k] += hope << ACTION_BITS
            has_hope |= hope > 0
        if has_hope:
            return strike_lost(s, actions, keep_best(actions, count, MORE_CONSIDERED), trials)
    for k in range(count):
        found = worth_of(s, actions[k], actions[count:], word(1), word(2), SKILLED, trials)
        actions[k] += int((min(max(found, -RANGE), RANGE) + RANGE) * STEPS) << ACTION_BITS
    kept = keep_best(actions, count, CONSIDERED)
    for i in range(1, kept):
        k = i
        while k > 0 and actions[k] < actions[k - 1]:
            actions[k], actions[k - 1] = actions[k - 1], actions[k]
            k -= 1
    return kept if edition == FIRST else strike_lost(s, actions, kept, trials)


@rule
def strike_lost(s: Record, actions: Actions, count: int, trials: Record) -> int:
    """Strike out moves that have lost by the end of the turn, whatever is drawn, unless all have."""
    kept = 0
    for k in range(count):
        if not is_lost(s, int(actions[k]), actions[count:], trials):
            actions[kept] = actions[k]
            kept += 1
    return kept if kept > 0 else count


@rule
def is_lost(s: Record, action: int, runs: Actions, trials: Record) -> bool:
    """Tell whether a move has lost by the end of the turn, however the characters run, with every one of some draws."""
    for draw in range(DRAWS):
        if worth_of(s, action, runs, word(draw), word(draw + 1), LASTS, trials) > LOST:
            return False
    return True


@rule
def keep_best(actions: Actions, count: int, most: int) -> int:
    """Keep the best of moves that are packed with what they are worth, the best first, none that is worth nothing."""
    mask = (1 << ACTION_BITS) - 1
    kept = min(count, most)
    for i in range(kept):
        for k in range(i + 1, count):
            if actions[k] > actions[i]:
                actions[i], actions[k] = actions[k], actions[i]
    while kept > 1 and actions[kept - 1] <= mask:
        kept -= 1
    for i in range(kept):
        actions[i] &= mask
    return kept

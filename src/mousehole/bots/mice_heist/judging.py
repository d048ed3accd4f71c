"""What an unfinished heist of two is worth to each: chances to win, by weights that were fitted to who won.

The weights come from 100,000 games that were played on as playouts are: for each player a sum of what it has, and the
sums become chances as one would expect, by their exponentials. Weights that were fitted so to games of three and four
made a search weaker.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.mice_heist.beginner import turns_ahead
from mousehole.bots.mice_heist.odds import odds, test_odds
from mousehole.bots.mice_heist.tracks import gain, hope, nearest_end
from mousehole.engine.exact import exp
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    JOBS_IN_PLAY,
    NONE,
    OBSTACLES_A_JOB,
    PAYOUT,
    TARGET,
    TESTED,
)
from mousehole.games.mice_heist.gestures import wide

CHEESE, SKILL, HAND, CHIPS, WAITING, HOPE, LEADS, HEIGHT, PROSPECT, TEST, BET = range(11)
"""What is weighed: cheese, the sum of ratings, cards, chips at home, turns to wait, food to hope for, tracks led,
places on the tracks, the most that the next test promises, what the present one promises its tester and its bettors."""
WEIGHT = np.array([
    (0.29, 0.10, -0.19, 0.03, -0.35, 0.27, 0.09, -0.27, 0.10, 0.17, 0.34),
    (0.28, 0.11, -0.11, 0.05, -0.23, 0.32, -0.17, -0.28, 0.08, 0.14, 0.32),
    (0.25, 0.14, -0.09, 0.10, -0.27, 0.32, -0.27, -0.03, 0.16, 0.10, 0.36),
    (0.25, 0.17, -0.03, 0.11, -0.22, 0.14, -0.31, 1.19, 0.08, 0.03, 0.42),
    (0.29, 0.14, -0.03, 0.08, -0.28, 0.01, 0.10, 0.01, -0.03, 0.11, 0.46),
])  # fmt: skip
"""WEIGHT[obstacles to the nearest end - 1]."""


@rule
def can_win_by(s: Record, near: int, job: int, seat: int) -> float:
    """Say what a seat may expect of passing the next test of a job."""
    kind, number = wide(s.job[job]), wide(s.cleared[job])
    best = 0.0
    for way in range(ALTERNATIVES):
        if TESTED[kind, number, way]:
            best = max(best, odds(s, seat, seat, TESTED[kind, number, way], TARGET[kind, number, way]))
    return best * (gain(s, near, job, seat, PAYOUT[kind, number]) + float(s.job_cheese[job]))


@rule
def worth_of_tracks(s: Record, near: int, seat: int, w: Numbers) -> float:
    """Weigh where a seat stands on the tracks, and what it could do next."""
    total = prospect = 0.0
    for job in range(JOBS_IN_PLAY):
        space = wide(s.track[job, seat])
        left = OBSTACLES_A_JOB - wide(s.cleared[job])
        leads = 1 if space > 0 else 0
        for other in range(s.seats):
            if other != seat and s.track[job, other] >= space:
                leads = 0
        total += w[HOPE] * hope(s, near, job, seat, space) + w[LEADS] * leads + w[HEIGHT] * space / (1.0 + left)
        if left > 0:
            prospect = max(prospect, can_win_by(s, near, job, seat))
    return total + w[PROSPECT] * prospect


@rule
def worth_of_test(s: Record, near: int, seat: int, w: Numbers) -> float:
    """Weigh what the test under way promises a seat that takes it, or bets on it."""
    if s.testing == NONE or s.verdict != codes.PENDING:
        return 0.0
    if seat == s.tester:
        return w[TEST] * test_odds(s, seat) * gain(s, near, s.testing, seat, PAYOUT[s.job[s.testing], s.obstacle])
    if s.bet[seat] > 0:
        return w[BET] * test_odds(s, wide(s.tester)) * gain(s, near, s.testing, seat, wide(s.bet[seat]))
    return 0.0


@rule
def worth_of_seat(s: Record, near: int, seat: int, w: Numbers) -> float:
    """Weigh all that a seat has."""
    skill = 0
    for i in range(3):
        skill += wide(s.rating[seat, i])
    total = w[CHEESE] * s.cheese[seat] + w[SKILL] * skill + w[HAND] * s.hand_size[seat] + w[CHIPS] * s.home[seat]
    if seat != s.tester or s.verdict != codes.PENDING:
        total += w[WAITING] * turns_ahead(s, seat)
    return total + worth_of_tracks(s, near, seat, w) + worth_of_test(s, near, seat, w)


@rule
def judge_by_fit(s: Record, out: Numbers) -> None:
    """Say how likely each seat wins, as a payoff."""
    near = max(nearest_end(s), 1)
    w = WEIGHT[near - 1]
    best = -1e30
    for seat in range(s.seats):
        out[seat] = worth_of_seat(s, near, seat, w)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(s.seats):
        won = out[seat] / total
        out[seat] = won - (1.0 - won) / (s.seats - 1)

"""What everybody may expect to have in the end, and the tiger's judgement, which goes by that."""

from __future__ import annotations

from mousehole.bots.mice_heist.beginner import turns_ahead
from mousehole.bots.mice_heist.tracks import hope, nearest_end
from mousehole.engine.exact import exp
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import JOBS_IN_PLAY
from mousehole.games.mice_heist.gestures import wide

RATING_WORTH = 0.24, 0.05
"""What the judgement goes by was fitted to who won: a point of rating by itself and with each obstacle to the end."""
HAND_WORTH = 0.1
HOME_WORTH = 0.55
TEMPO_WORTH = 1.85
"""What it costs to wait one turn longer."""
SOFT_FOR_TWO = 2.7, 0.34
SOFT_FOR_MORE = 3.8, 1.0
"""How many points make a lead, at the end and more with each obstacle until then."""


@rule
def wealth(s: Record, near: int, seat: int) -> float:
    """Return what a seat may expect to have in the end."""
    skill = 0
    for i in range(3):
        skill += wide(s.rating[seat, i])
    total = float(s.cheese[seat]) + (RATING_WORTH[0] + RATING_WORTH[1] * near) * skill + HAND_WORTH * s.hand_size[seat]
    total += HOME_WORTH * s.home[seat]
    if seat != s.tester or s.verdict != codes.PENDING:
        total -= TEMPO_WORTH * turns_ahead(s, seat)
    for job in range(JOBS_IN_PLAY):
        total += hope(s, near, job, seat, wide(s.track[job, seat]))
    return total


@rule
def soft_lead(s: Record, near: int) -> float:
    """Return how many points make a lead."""
    return SOFT_FOR_TWO[0] + SOFT_FOR_TWO[1] * near if s.seats == 2 else SOFT_FOR_MORE[0] + SOFT_FOR_MORE[1] * near


@rule
def judge_by_wealth(s: Record, out: Numbers) -> None:
    """Turn what everybody may expect to have in the end into chances to win."""
    near = nearest_end(s)
    soft = soft_lead(s, near)
    best = -1e30
    for seat in range(s.seats):
        out[seat] = wealth(s, near, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp((out[seat] - best) / soft)
        total += out[seat]
    for seat in range(s.seats):
        won = out[seat] / total
        out[seat] = won - (1.0 - won) / (s.seats - 1)

"""The end: jobs pay out, totals are compared (MH-6)."""

from __future__ import annotations

from mousehole.engine.record import emit
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import (
    ALL_SKILLS,
    FOOD_WORTH,
    JOBS_IN_PLAY,
    LAST_TURN,
    OBSTACLES_A_JOB,
    TRACK_SPACES,
)
from mousehole.games.mice_heist.gestures import rating_in
from mousehole.games.mice_heist.house import food_worth
from mousehole.games.mice_heist.track import taken_spaces


@rule
def end_due(s: Record) -> int:
    """Return the reason for which this turn is the last one, or 0 (MH-6.1)."""
    for job in range(JOBS_IN_PLAY):
        if s.cleared[job] == OBSTACLES_A_JOB:
            return codes.JOB_DONE
    return codes.LAST_TURN_PLAYED if s.turn >= LAST_TURN else 0


@rule
def seat_on(s: Record, job: int, space: int) -> int:
    """Return the seat whose marker is on a space of a track, or -1."""
    for seat in range(s.seats):
        if s.track[job, seat] == space:
            return seat
    return -1


@rule
def pay_out(s: Record, job: int) -> None:
    """Pay a job by track order: food of 12, 6 and 3, then a cheese each while there is any (MH-6.2)."""
    paid = 0
    fed = 0
    got_cheese = 0
    taken = taken_spaces(s, job)
    for space in range(TRACK_SPACES, 0, -1):
        if not (taken >> space) & 1:
            continue
        seat = seat_on(s, job, space)
        if paid < len(FOOD_WORTH):
            s.food[seat] += food_worth(s, paid)
            fed += (seat + 1) << (3 * paid)
        elif s.supply > 0:
            s.supply -= 1
            s.cheese[seat] += 1
            got_cheese |= 1 << seat
        paid += 1
    emit(s, codes.EVENT_PAID, job, fed, got_cheese)


@rule
def end_game(s: Record, why: int) -> None:
    """Pay out all jobs in table order and close the game."""
    emit(s, codes.EVENT_ENDED, why, 0, 0)
    for job in range(JOBS_IN_PLAY):
        pay_out(s, job)
    s.ended = why
    s.phase = codes.OVER


@rule
def total(s: Record, seat: int) -> int:
    """Return what a seat's night is worth: food plus cheese (MH-6.3)."""
    return int(s.food[seat]) + int(s.cheese[seat])


@rule
def skill_of(s: Record, seat: int) -> int:
    """Return the sum of a seat's ratings, which parts seats with the same total (MH-6.3)."""
    return rating_in(s, seat, ALL_SKILLS)


@rule
def standing(s: Record, seat: int) -> int:
    """Return a number that ranks a seat: food plus cheese first, the sum of its ratings second (MH-6.3)."""
    return 100 * total(s, seat) + skill_of(s, seat)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """Winners share +1 and the others share -1; if all win, everybody gets 0 (MH-6.3)."""
    best = 0
    winners = 0
    for seat in range(s.seats):
        rank = standing(s, seat)
        if rank > best:
            best = rank
            winners = 1
        elif rank == best:
            winners += 1
    losers = s.seats - winners
    for seat in range(s.seats):
        if losers == 0:
            out[seat] = 0.0
        elif standing(s, seat) == best:
            out[seat] = 1.0 / winners
        else:
            out[seat] = -1.0 / losers


@rule
def points(s: Record, out: Numbers) -> None:
    """Report each seat's total, food plus cheese (MH-6.3)."""
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def reason(s: Record) -> int:
    """Tell why the game ended; 0 while it goes on."""
    return int(s.ended)

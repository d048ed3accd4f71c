"""What an unfinished heist is worth to each: chances to win, by a small net fitted to who won.

It is asked at the beginning of a turn. Every seat is described by numbers of its own, the same net makes one number of
them, and these become chances as one would expect, by their exponentials. What it learnt from is in docs/training.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.mice_heist.odds import bag_mean, hand_helps, odds
from mousehole.bots.mice_heist.tracks import gain, hope, nearest_end
from mousehole.bots.mice_heist.wealth import soft_lead, wealth
from mousehole.bots.mice_heist.weights import FIRST, FIRST_SCALE, LAST, SECOND, SECOND_SCALE, STRAIGHT
from mousehole.engine.exact import exp
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    FOOD_WORTH,
    IS_MANDATORY,
    JOBS_IN_PLAY,
    OBSTACLES_A_JOB,
    PAYOUT,
    TARGET,
    TESTED,
)
from mousehole.games.mice_heist.gestures import wide
from mousehole.games.mice_heist.house import food_worth

Reals = NDArray[np.float32]
Steps = NDArray[np.int8]

TABLE, SEAT, JOB = 13, 28, 13
"""Numbers about the table, about a seat, and about a seat at each job, the one that ends soonest first."""
INPUTS = TABLE + SEAT + JOBS_IN_PLAY * JOB
RATINGS, HELPS, COMPARED = TABLE + 5, TABLE + 16, TABLE + 21
SKILL, WEALTH, NOW, PROSPECT = TABLE + 8, TABLE + 13, TABLE + 14, TABLE + 19
"""Where some of them stand: ratings, what the hand is good for, and what is compared with the others."""
FARTHEST = 6
"""Markers are told apart no farther."""


# What the net is given


@rule
def best_odds(s: Record, seat: int, job: int, number: int) -> float:
    """Say how likely a seat passes an obstacle of a job, by its best alternative."""
    kind = wide(s.job[job])
    best = 0.0
    for way in range(ALTERNATIVES):
        if TESTED[kind, number, way]:
            best = max(best, odds(s, seat, seat, TESTED[kind, number, way], TARGET[kind, number, way]))
    return best


@rule
def total_now(s: Record, seat: int) -> float:
    """Say about what a seat would have if all jobs ended now, with cheese for everybody who gets no food."""
    total = float(s.cheese[seat])
    for job in range(JOBS_IN_PLAY):
        space = wide(s.track[job, seat])
        if space > 0:
            above = 0
            for other in range(s.seats):
                if s.track[job, other] > space:
                    above += 1
            total += float(food_worth(s, above)) if above < len(FOOD_WORTH) else 1.0
    return total


@rule
def next_job(s: Record, key: int) -> int:
    """Find the key of the job after another, by obstacles left and then by place: its place is the key modulo four."""
    best = JOBS_IN_PLAY * (OBSTACLES_A_JOB + 1)
    for job in range(JOBS_IN_PLAY):
        own = JOBS_IN_PLAY * (OBSTACLES_A_JOB - wide(s.cleared[job])) + job
        if key < own < best:
            best = own
    return best


@rule
def describe_table(s: Record, near: int, out: Reals) -> None:
    """Say how many play, how near the end is, and how good the bag is."""
    left = 0
    for job in range(JOBS_IN_PLAY):
        left += OBSTACLES_A_JOB - wide(s.cleared[job])
    out[s.seats - 2] = 1.0
    out[4 + near] = 1.0
    out[10] = left / 20.0
    out[11] = bag_mean(s) / 8.0
    out[12] = (next_job(s, next_job(s, -1)) // JOBS_IN_PLAY) / 5.0


@rule
def describe_seat(s: Record, near: int, seat: int, out: Reals) -> None:
    """Say when a seat's turn comes, and what it has."""
    wait = seat - wide(s.tester)
    if wait < 0:
        wait += s.seats
    out[TABLE + min(wait, 3)] = 1.0
    out[TABLE + 4] = s.cheese[seat] / 10.0
    skill = top = 0
    for i in range(3):
        rating = wide(s.rating[seat, i])
        skill += rating
        top = max(top, rating)
        out[RATINGS + i] = rating / 5.0
        out[HELPS + i] = hand_helps(s, seat, seat, 1 << i) / 10.0
    out[SKILL] = skill / 15.0
    out[TABLE + 9] = top / 5.0
    out[TABLE + 10] = s.hand_size[seat] / 5.0
    out[TABLE + 11] = 1.0 if s.home[seat] >= 1 else 0.0
    out[TABLE + 12] = 1.0 if s.home[seat] >= 2 else 0.0
    out[WEALTH] = wealth(s, near, seat) / soft_lead(s, near)
    out[NOW] = total_now(s, seat) / 40.0


@rule
def describe_jobs(s: Record, near: int, seat: int, out: Reals) -> None:
    """Say where a seat stands at each job, and what its next test there promises."""
    hopes = prospect = second = 0.0
    key = -1
    for place in range(JOBS_IN_PLAY):
        key = next_job(s, key)
        job = key % JOBS_IN_PLAY
        at = TABLE + SEAT + place * JOB
        kind, number, space = wide(s.job[job]), wide(s.cleared[job]), wide(s.track[job, seat])
        left = OBSTACLES_A_JOB - number
        hoped = hope(s, near, job, seat, space)
        hopes += hoped
        out[at] = left / 5.0
        out[at + 1] = space / 11.0
        out[at + 2] = hoped / 12.0
        if left > 0:
            chance = best_odds(s, seat, job, number)
            promised = chance * gain(s, near, job, seat, PAYOUT[kind, number])
            out[at + 3] = chance
            out[at + 4] = promised / 6.0
            out[at + 5] = gain(s, near, job, seat, 1) / 4.0
            out[at + 6] = IS_MANDATORY[kind, number]
            promised += chance * s.job_cheese[job]
            if promised > prospect:
                prospect, second = promised, prospect
            elif promised > second:
                second = promised
        if left > 1:
            out[at + 7] = best_odds(s, seat, job, number + 1)
        out[at + 8] = s.job_cheese[job] / 3.0
        describe_markers(s, job, seat, out, at + 9)
    out[TABLE + 15] = hopes / 30.0
    out[PROSPECT] = prospect / 6.0
    out[PROSPECT + 1] = second / 6.0


@rule
def describe_markers(s: Record, job: int, seat: int, out: Reals, at: int) -> None:
    """Say whether a seat is first or second on a track, and how far the next markers above and below are."""
    above = 0
    up = down = FARTHEST
    for other in range(s.seats):
        if other != seat:
            far = wide(s.track[job, other]) - wide(s.track[job, seat])
            if far > 0:
                above += 1
                up = min(up, far)
            else:
                down = min(down, -far)
    out[at] = 1.0 if above == 0 else 0.0
    out[at + 1] = 1.0 if above == 1 else 0.0
    out[at + 2] = up / FARTHEST
    out[at + 3] = down / FARTHEST


@rule
def lead_over(given: Reals, seats: int, seat: int, what: int, out: Reals, at: int) -> None:
    """Compare a number of a seat with the highest and the second highest that the others have; two seats have one."""
    first = second = np.float32(-1e9)
    for other in range(seats):
        if other != seat:
            amount = given[other, what]
            if amount > first:
                first, second = amount, first
            elif amount > second:
                second = amount
    out[at] = out[what] - first
    out[at + 1] = out[what] - (first if seats == 2 else second)


@rule
def describe(s: Record, out: Reals) -> None:
    """Describe every seat in so many numbers, most of them from 0 to 1, a row for each."""
    seats = int(s.seats)
    near = max(nearest_end(s), 1)
    for seat in range(seats):
        for k in range(INPUTS):
            out[seat, k] = 0.0
        describe_table(s, near, out[seat])
        describe_seat(s, near, seat, out[seat])
        describe_jobs(s, near, seat, out[seat])
    for seat in range(seats):
        row = out[seat]
        lead_over(out, seats, seat, NOW, row, COMPARED)
        lead_over(out, seats, seat, WEALTH, row, COMPARED + 2)
        skill = prospect = np.float32(0.0)
        for other in range(seats):
            if other != seat:
                skill += out[other, SKILL]
                prospect = max(prospect, out[other, PROSPECT])
        row[COMPARED + 4] = skill / (seats - 1)
        row[COMPARED + 5] = prospect
        row[COMPARED + 6] = 1.0 if row[COMPARED] > 0.0 else 0.0


# What it makes of it


@rule
def net_worth(
    given: Reals,
    inner: Reals,
    outer: Reals,
    first: Steps,
    first_scale: Reals,
    second: Steps,
    second_scale: Reals,
    last: Reals,
    straight: Reals,
) -> float:
    """Ask a net what a seat has, in the measure of log odds; `inner` and `outer` are room to work in.

    A layer has a row of steps for each input, and one more that is added; what is given also counts straight away.
    Sums are taken in a fixed order, in 32 bits.
    """
    width, depth = first.shape[1], second.shape[1]
    for k in range(width):
        inner[k] = first_scale[INPUTS] * np.float32(first[INPUTS, k])
    for i in range(INPUTS):
        amount = given[i] * first_scale[i]
        if amount != 0.0:
            for k in range(width):
                inner[k] += amount * np.float32(first[i, k])
    for k in range(depth):
        outer[k] = second_scale[width] * np.float32(second[width, k])
    for i in range(width):
        amount = inner[i] * second_scale[i]
        if amount > 0.0:
            for k in range(depth):
                outer[k] += amount * np.float32(second[i, k])
    total = last[depth]
    for k in range(depth):
        if outer[k] > 0.0:
            total += outer[k] * last[k]
    for i in range(INPUTS):
        total += given[i] * straight[i]
    return float(total)


@rule
def ask_net(
    s: Record,
    given: Reals,
    inner: Reals,
    outer: Reals,
    first: Steps,
    first_scale: Reals,
    second: Steps,
    second_scale: Reals,
    last: Reals,
    straight: Reals,
    out: Numbers,
) -> None:
    """Say how likely each seat wins by a net, as a payoff; the others are room to work in."""
    describe(s, given)
    best = -1e30
    for seat in range(s.seats):
        out[seat] = net_worth(given[seat], inner, outer, first, first_scale, second, second_scale, last, straight)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(s.seats):
        won = out[seat] / total
        out[seat] = won - (1.0 - won) / (s.seats - 1)


@rule
def judge_by_net(s: Record, out: Numbers) -> None:
    """Say how likely each seat wins, as a payoff, at the beginning of a turn."""
    given = np.empty((s.seats, INPUTS), np.float32)
    inner, outer = np.empty(FIRST.shape[1], np.float32), np.empty(SECOND.shape[1], np.float32)
    ask_net(s, given, inner, outer, FIRST, FIRST_SCALE, SECOND, SECOND_SCALE, LAST, STRAIGHT, out)

"""What a place on a track promises."""

from __future__ import annotations

import numpy as np

from mousehole.engine.exact import exp
from mousehole.engine.rule import Numbers, Record, interpreted, rule
from mousehole.games.mice_heist.components import JOBS_IN_PLAY, OBSTACLES_A_JOB, TRACK_SPACES
from mousehole.games.mice_heist.gestures import wide
from mousehole.games.mice_heist.house import food_worth
from mousehole.games.mice_heist.track import taken_spaces

SPREAD = 1.12, 0.03, 0.04
"""How far apart markers may still change places: always, with each obstacle left, and more the farther the end."""


def chances_to_be_above() -> Numbers:
    """Tabulate how likely a marker ends above another, by obstacles left (nearest end, this job) and how far it is."""
    table = np.zeros((OBSTACLES_A_JOB + 1, OBSTACLES_A_JOB + 1, 2 * TRACK_SPACES + 1))
    ahead = range(-TRACK_SPACES, TRACK_SPACES + 1)
    for near in range(OBSTACLES_A_JOB + 1):
        for left in range(OBSTACLES_A_JOB + 1):
            spread = max(0.3, SPREAD[0] + (SPREAD[1] + SPREAD[2] * near) * left)
            table[near, left] = [1.0 / (1.0 + interpreted(exp)(-far / spread)) for far in ahead]
    return table


ABOVE = chances_to_be_above()


@rule
def nearest_end(s: Record) -> int:
    """Return how many obstacles the shortest job still has."""
    most = 0
    for job in range(JOBS_IN_PLAY):
        most = max(most, wide(s.cleared[job]))
    return OBSTACLES_A_JOB - most


@rule
def hope(s: Record, near: int, job: int, seat: int, space: int) -> float:
    """Return the food a seat may expect of a job if its marker stood on a space."""
    left = OBSTACLES_A_JOB - wide(s.cleared[job])
    none_above, one_above, two_above = 1.0, 0.0, 0.0
    for other in range(s.seats):
        if other != seat:
            above = ABOVE[near, left, TRACK_SPACES + wide(s.track[job, other]) - space]
            two_above += (one_above - two_above) * above
            one_above += (none_above - one_above) * above
            none_above -= none_above * above
    return food_worth(s, 0) * none_above + food_worth(s, 1) * one_above + food_worth(s, 2) * two_above


@rule
def landing(s: Record, job: int, seat: int, steps: int) -> int:
    """Return the space a marker would reach going up so many steps; taken ones are passed."""
    taken = taken_spaces(s, job)
    space = min(wide(s.track[job, seat]) + steps, TRACK_SPACES)
    while space < TRACK_SPACES and (taken >> space) & 1:
        space += 1
    return space


@rule
def gain(s: Record, near: int, job: int, seat: int, steps: int) -> float:
    """Return what going up so many steps on a job's track promises a seat."""
    return hope(s, near, job, seat, landing(s, job, seat, steps)) - hope(s, near, job, seat, wide(s.track[job, seat]))

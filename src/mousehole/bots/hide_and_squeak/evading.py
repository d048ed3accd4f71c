"""Hide and Squeak: what a seat remembers, and how mice make use of it: they avoid the rooms where a cat expects them.

Mice know all that the cat has seen, so a mouse can follow itself as a cat would (`trail`), and see how likely that cat
would take it to be in each room after every movement it could make. The likelier, the less such a movement is worth.
"""

from __future__ import annotations

from mousehole.bots.hide_and_squeak.habits import HABITS, REVIVES, RUNS_OFF, STARTS, odds_of, run_traits
from mousehole.bots.hide_and_squeak.trail import (
    CHANCES,
    FORESEEN,
    RETURNS,
    STARTING,
    TRACE,
    appear,
    follow,
    known_to,
    odds_of_runs,
    trace_of,
)
from mousehole.bots.knowledge import PRESENT
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import FALLS, ROOM_COUNT, RUN_COUNT, RUNS

FORESIGHT = TRACE * (1 + len(HABITS))
"""Behind what a cat believes: how likely it would take a mouse to be in each room, by what is heard to fall."""
MEMORY = FORESIGHT + len(FALLS) * ROOM_COUNT
SHYNESS = 0.3
"""So much of a payoff, which goes from -1 to 1, a mouse gives for not being where it is surely expected."""


@rule
def remember(views: Record, seat: int, memory: Numbers, edition: int) -> None:
    """Follow all mice through what the cat has seen; of the mice, those of the lion look at themselves so."""
    if seat == codes.CAT or edition > PRESENT:
        habits = HABITS[: known_to(edition)]
        follow(views, habits, memory)
        if seat != codes.CAT:
            foresee(views[len(views) - 1], seat - 1, habits, memory)


@rule
def foresee(s: Record, mouse: int, habits: Numbers, memory: Numbers) -> None:
    """Work out where a cat would expect a mouse after each choice of a room or movement that is at hand."""
    expected = memory[FORESIGHT:]
    is_back = s.phase == codes.CHEESE and s.stunned[mouse] == codes.STUNNED
    for k in range(len(habits)):
        trace = trace_of(memory, k)
        if s.phase == codes.RUN:
            expect_runs(s, mouse, habits[k, RUNS_OFF], trace, expected)
        elif s.phase == codes.START or is_back:
            appear(s, mouse, habits[k, REVIVES if is_back else STARTS], RETURNS if is_back else STARTING, trace)
            for room in range(ROOM_COUNT):
                expected[room] += trace[FORESEEN] * trace[mouse * ROOM_COUNT + room]
    for fall in range(len(FALLS)):
        total = 0.0
        for room in range(ROOM_COUNT):
            total += expected[fall * ROOM_COUNT + room]
        for room in range(ROOM_COUNT):
            expected[fall * ROOM_COUNT + room] /= max(total, 1e-9)


@rule
def expect_runs(s: Record, mouse: int, weights: Numbers, trace: Numbers, expected: Numbers) -> None:
    """Add how likely each movement is by one of the habits, as far as it is trusted."""
    traits = trace[CHANCES + ROOM_COUNT :]
    for start in range(ROOM_COUNT):
        chance = trace[FORESEEN] * trace[mouse * ROOM_COUNT + start]
        if chance > 0.0:
            total = odds_of_runs(s, mouse, start, weights, traits)
            for k in range(RUN_COUNT[start, int(s.upright)]):
                run = RUNS[start, int(s.upright), k]
                run_traits(s, mouse, start, run, traits)
                expected[run] += chance * odds_of(weights, traits) / total


@rule
def shun(s: Record, seat: int, action: int, memory: Numbers) -> float:
    """Say how much less a room or movement is worth to a mouse because a cat would expect it there."""
    if seat == codes.CAT or codes.LISTEN <= action < codes.FIRST_RUN:
        return 0.0
    return SHYNESS * memory[FORESIGHT + (action if action < codes.LISTEN else action - codes.FIRST_RUN)]

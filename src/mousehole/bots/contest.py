"""A whole game between searches, in one compiled call: every seat thinks by its own view, as `bots.thinking` has it.

Between two decisions of a quick bot Python would do more work than the search itself, and threads would wait for each
other. So where nothing but the result and a few numbers of each decision are wanted, the game is played in here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.deciding import choose, deliberate
from mousehole.bots.knowledge import remember
from mousehole.bots.search import ROOT
from mousehole.bots.tree import EDGES, NODES, NONE, Floats, Ints, Words
from mousehole.bots.worths import chance_of
from mousehole.engine.chance import WORD, word
from mousehole.engine.contract import actors, apply, hide, legal, setup
from mousehole.engine.playout import first_actor
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word, rule

Table = NDArray[np.int64]

MOVE_STEP = 7919
"""A decision's seed is that of the game, so much more for every move before it, and its seat (see `lab.arena`)."""
ITERATIONS, LOOK, REUSE, TRIES, HORIZON, IS_HASTY, STOPS, EDITION, DOES_REMEMBER, SLOTS, ROOM, EDGE_ROOM = range(12)
"""The columns of a seat's settings that are whole numbers; the last three are how large its tree is."""
EXPLORATION, SCOUTING, WIDENING, TRUST, MARGIN = range(5)
"""Those that are not."""
SEAT, ACTION, LEGAL, MATTER = range(4)
"""What is noted of a decision: who, what, of how many, and how many moves were as good as the best; 0 of these where
nothing was searched."""


@rule
def clear_tree(
    slots: Ints, keys: Words, first: Ints, met: Ints, action: Ints, visits: Ints, begun: Ints, total: Floats,
    mean: Floats, doubt: Floats, counts: Ints,
) -> None:  # fmt: skip
    """Empty a tree, as far as it was used."""
    slots[:] = NONE
    nodes, edges = int(counts[NODES]), int(counts[EDGES])
    keys[:nodes] = 0
    first[: nodes + 1] = 0
    met[:nodes] = 0
    action[:edges] = 0
    visits[:edges] = 0
    begun[:edges] = 0
    total[:edges] = 0.0
    mean[:edges] = 0.0
    doubt[:edges] = 0.0
    counts[:] = 0


@rule
def good_moves(worths: Floats, count: int, sides: int, near: float) -> int:
    """Count the moves that are as good as the best."""
    best = worths[0]
    for k in range(1, count):
        best = max(best, worths[k])
    least = chance_of(best, sides) - near
    found = 0
    for k in range(count):
        if chance_of(worths[k], sides) >= least:
            found += 1
    return found


@rule
def sober_worth(actions: Ints, visits: Ints, worths: Floats, count: int, action: int, few: int) -> float:
    """Say what a bot may think its move is worth: the fewer tries that rests on, the more as all its tries together.

    Of nine moves tried twice each, the best looks like a sure win: the luckiest was chosen. A search that tried one
    move thousands of times is believed as it is.
    """
    tries = own = 0
    together = worth = 0.0
    for k in range(count):
        tries += int(visits[k])
        together += worths[k] * visits[k]
        if actions[k] == action:
            own, worth = int(visits[k]), worths[k]
    together /= tries
    return (worth * own + together * few) / (own + few)


@rule
def recall(positions: Record, ply: int, seat: int, views: Record, seen: Ints, memory: Numbers, edition: int) -> None:
    """Fill a seat's memory from all that it has seen so far."""
    for k in range(int(seen[seat]), ply + 1):
        views[seat, k] = positions[k]
        hide(views[seat, k], seat)
    seen[seat] = ply + 1
    memory[:] = 0.0
    remember(views[seat, : ply + 1], seat, memory, edition)


@rule
def play_contest(
    seats: int,
    options: Options,
    low: Word,
    high: Word,
    seed: Word,
    sides: int,
    near: float,
    few: int,
    whole: Table,
    real: Floats,
    positions: Record,
    views: Record,
    seen: Ints,
    memory: Numbers,
    states: Record,
    raw: NDArray[np.uint64],
    rng: Rng,
    own_rng: Rng,
    aside: Word,
    buffer: Actions,
    out: Numbers,
    path: Ints,
    slots: Ints,
    keys: Words,
    first: Ints,
    met: Ints,
    action_of: Ints,
    visits: Ints,
    begun: Ints,
    total: Floats,
    mean: Floats,
    doubt: Floats,
    counts: Ints,
    tried: Ints,
    tried_visits: Ints,
    worths: Floats,
    noted: Ints,
    sober: Floats,
) -> int:
    """Deal a game and play it to the end; note every decision; return how many there were."""
    setup(positions[0], seats, options, word(low), word(high))
    seen[:] = 0
    ply = 0
    mask = actors(positions[0])
    while mask and ply < len(noted):
        seat = first_actor(mask)
        count = legal(positions[ply], seat, buffer)
        action = int(buffer[0])
        noted[ply, LEGAL] = count
        noted[ply, MATTER] = 0
        if count > 1:
            w = whole[seat]
            nodes, edges = int(w[ROOM]), int(w[EDGE_ROOM])
            clear_tree(slots[: w[SLOTS]], keys, first, met, action_of, visits, begun, total, mean, doubt, counts)
            if w[DOES_REMEMBER]:
                recall(positions, ply, seat, views, seen, memory, w[EDITION])
            raw[:] = 0
            states[ROOT] = positions[ply]
            hide(states[ROOT], seat)
            rng[0] = (word(seed) + word(MOVE_STEP * ply + seat)) & word(WORD)
            own_rng[0] = rng[0] ^ word(aside)
            deliberate(
                states, raw, seat, w[ITERATIONS], w[LOOK], w[REUSE], w[TRIES], real[seat, EXPLORATION],
                real[seat, SCOUTING], real[seat, WIDENING], w[HORIZON], w[IS_HASTY], w[STOPS], real[seat, TRUST],
                w[EDITION], w[DOES_REMEMBER], memory, rng, buffer, out, path, slots[: w[SLOTS]], keys[:nodes],
                first[: nodes + 1], met[:nodes], action_of[:edges], visits[:edges], begun[:edges], total[:edges],
                mean[:edges], doubt[:edges], counts,
            )  # fmt: skip
            found = 0
            for edge in range(first[0], first[1]):
                if visits[edge]:
                    tried[found] = action_of[edge]
                    tried_visits[found] = visits[edge]
                    worths[found] = total[edge] / visits[edge]
                    found += 1
            action = choose(tried[:found], tried_visits[:found], worths[:found], real[seat, MARGIN], own_rng)
            sober[ply] = sober_worth(tried, tried_visits, worths, found, action, few)
            noted[ply, MATTER] = good_moves(worths, found, sides, near)
        noted[ply, SEAT] = seat
        noted[ply, ACTION] = action
        positions[ply + 1] = positions[ply]
        apply(positions[ply + 1], seat, action)
        ply += 1
        mask = actors(positions[ply])
    return ply

"""Fit the weights by which the lion of Mice Heist judges a heist of two, and say how surprised they are about who wins.

    python -m benchmarks.mice_heist_judgement --seed 1 --write

Games of two are played as playouts are, and some of their positions noted: of each seat what `judging` weighs. The
weights are those under which who won is likeliest, a row for each number of obstacles to the nearest end, with a small
penalty on large ones; they are rounded to hundredths. One deal in five is held out; on these it is said how surprising
the winner was to the new weights, to those in the package, to the judgement of the tiger and to who knows nothing.
`--write` puts the weights into the package.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.fitting import chances, rewrite, surprise
from numpy.typing import NDArray

from mousehole.bots.knowledge import PRESENT, TRIALS, judge, lean
from mousehole.bots.mice_heist import judging
from mousehole.bots.mice_heist.judging import BET, WEIGHT, worth_of_seat
from mousehole.bots.mice_heist.tracks import nearest_end
from mousehole.engine.chance import roll, word
from mousehole.engine.contract import payoff, setup
from mousehole.engine.playout import first_actor
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, rule
from mousehole.games import load
from mousehole.games.mice_heist.rules import actors, apply, legal

TRAITS = BET + 1
NEAREST = len(WEIGHT)
NOTED = 24
"""One position in so many is noted."""
HELD_OUT = 5
"""One deal in so many is held out."""
PENALTY = 20.0
"""On the square of each weight, against the logarithm of how likely it was who won."""
ROUNDS = 60
SETTLED = 1e-6
MOMENTS = 12
"""Room for so many positions of a game, on the average."""


class Played(NamedTuple):
    """Positions: what the first of two players has more than the second, the nearest end, who won, and the deal."""

    lead: Numbers
    near: NDArray[np.int64]
    won: Numbers
    """1 if the first won, 0 if the second, a half if both did."""
    tiger: Numbers
    """What the judgement of the tiger said of the same."""
    deal: NDArray[np.int64]

    def part(self, *, is_held_out: bool) -> Played:
        """Give the deals that are held out, or the others."""
        rows = (self.deal % HELD_OUT == 0) == is_held_out
        return Played(*(column[rows] for column in self))


# Playing


@rule
def describe(s: Record, near: int, units: Numbers, out: Numbers) -> None:
    """Write what the first player has more of than the second, of all that is weighed, by weights of one each."""
    for k in range(len(out)):
        out[k] = worth_of_seat(s, near, 0, units[k]) - worth_of_seat(s, near, 1, units[k])


@rule
def play_on(
    states: Record,
    first: int,
    games: int,
    actions: Actions,
    options: Options,
    units: Numbers,
    lead: Numbers,
    near: Options,
    won: Numbers,
    tiger: Numbers,
    deal: Options,
) -> int:
    """Play games of two as playouts are and note some positions; return how many."""
    s, trials, out = states[0], states[1:], np.zeros(2)
    found = 0
    for number in range(first, first + games):
        rng = np.array([number * 7919 + 13], np.uint64)
        setup(s, 2, options, word(number), word(0))
        began = found
        mask = actors(s)
        while mask:
            if roll(rng, NOTED) == 0 and found < len(won):
                near[found] = max(nearest_end(s), 1)
                describe(s, near[found], units, lead[found])
                judge(s, out, trials, PRESENT)
                tiger[found] = 0.5 + 0.5 * out[0]
                deal[found] = number
                found += 1
            seat = first_actor(mask)
            count = legal(s, seat, actions)
            apply(s, seat, lean(s, seat, actions, count, rng, trials, PRESENT))
            mask = actors(s)
        payoff(s, out)
        for k in range(began, found):
            won[k] = 0.5 + 0.5 * out[0]
    return found


def play(first: int, games: int) -> Played:
    """Play games and note their positions."""
    game = load("mice_heist")
    room = 200 + MOMENTS * games
    lead, near, deal = np.zeros((room, TRAITS)), np.zeros(room, np.int64), np.zeros(room, np.int64)
    won, tiger = np.zeros(room), np.zeros(room)
    states, actions = new_records(game.rules.State, 1 + TRIALS), np.zeros(game.facts.max_actions, np.int32)
    options = np.array(game.facts.option_values({}), np.int64)
    count = play_on(states, first, games, actions, options, np.eye(TRAITS), lead, near, won, tiger, deal)
    return Played(lead[:count], near[:count], won[:count], tiger[:count], deal[:count])


# Fitting


def fit(games: Played) -> Numbers:
    """Find the weights under which who won is likeliest, by Newton's method, in hundredths."""
    table = np.zeros((NEAREST, TRAITS))
    for row in range(NEAREST):
        lead, won = (column[games.near == row + 1] for column in (games.lead, games.won))
        weights = np.zeros(TRAITS)
        for _ in range(ROUNDS):
            chance = chances(lead @ weights)
            slope = lead.T @ (won - chance) - PENALTY * weights
            bend = (lead * (chance * (1 - chance))[:, None]).T @ lead + PENALTY * np.eye(TRAITS)
            step = np.linalg.solve(bend, slope)
            weights = weights + np.clip(step, -1.0, 1.0)
            if np.abs(step).max() < SETTLED:
                break
        table[row] = weights
    return np.round(table, 2)


def surprise_of(weights: Numbers, games: Played) -> float:
    """Say how surprised weights are about who won."""
    return surprise(chances((games.lead * weights[games.near - 1]).sum(axis=1)), games.won)


def source_of(weights: Numbers) -> str:
    """Write weights as `bots/mice_heist/judging.py` has them."""
    return "".join(f"    ({', '.join(f'{weight + 0.0:.2f}' for weight in row)}),\n" for row in weights)


def main() -> None:
    """Play, fit, and say how surprised the weights are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the weights into the package")
    asked = parser.parse_args()
    began = time.process_time()
    games = play(asked.seed * 100_000_000, asked.games)
    print(f"{len(games.won)} positions; {time.process_time() - began:.0f} s of processor time")
    weights, tested = fit(games.part(is_held_out=False)), games.part(is_held_out=True)
    print(source_of(weights), end="")
    print(
        f"{len(tested.won)} positions held out: {surprise_of(weights, tested):.4f} nats, "
        f"{surprise_of(WEIGHT, tested):.4f} by the weights in the package, "
        f"{surprise(tested.tiger, tested.won):.4f} by the judgement of the tiger, "
        f"{surprise(np.full(len(tested.won), tested.won.mean()), tested.won):.4f} knowing nothing"
    )
    print(f"{time.process_time() - began:.0f} s of processor time")
    if asked.write:
        rewrite(Path(judging.__file__), "WEIGHT = np.array([\n", "])", source_of(weights))


if __name__ == "__main__":
    main()

"""Fit the weights by which the tiger judges an unfinished heist, and say how near they come to playouts.

    python benchmarks/cat_and_mouse_weights.py > weights.txt
    python benchmarks/cat_and_mouse_weights.py 0 > weights_without_tricks.txt

Positions come from games in which half the moves are those of `lean` and half are any that `narrow` leaves; three games
in four are played with the usual options and one with any, or all of them without tricks and with any variants. Each
position is played out sixteen times by `lean`; the mean payoff of the Mouse is what the weights are fitted to, by least
squares with a small penalty on large ones. Needs SciPy.
"""

from __future__ import annotations

import sys
import textwrap

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from mousehole.bots.cat_and_mouse.judging import traits
from mousehole.bots.cat_and_mouse.weights import WEIGHTS
from mousehole.bots.knowledge import PRESENT, TRIALS, lean, narrow
from mousehole.engine.chance import reseed_chance, roll, word
from mousehole.engine.contract import actors, apply, legal, payoff, setup
from mousehole.engine.playout import first_actor
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes

TABLES = 9
PENALTY = 1.0


@rule
def lean_to_the_end(s: Record, rng: Rng, buffer: Actions, trials: Record) -> None:
    """Play out."""
    mask = actors(s)
    while mask:
        seat = first_actor(mask)
        count = legal(s, seat, buffer)
        apply(s, seat, lean(s, seat, buffer, count, rng, trials, PRESENT))
        mask = actors(s)


@rule
def gather(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed in
    states: Record,
    playouts: int,
    rng: Rng,
    buffer: Actions,
    options: Options,
    has_tricks: int,
    places: NDArray[np.int64],
    means: Numbers,
) -> None:
    """Fill `places` with traits of positions and `means` with what they were worth to the Mouse in playouts."""
    out = np.zeros(2)
    found = games = 0
    while found < len(means):
        games += 1
        for i in range(3):
            options[i] = roll(rng, 3 if i == 0 else 2) if games % 4 == 0 or not has_tricks else int(i == 0)
        if games % 4 or not has_tricks:
            options[0] = has_tricks
        setup(states[0], 2, options, word(games), word(77))
        mask = actors(states[0])
        while mask and found < len(means):
            seat = first_actor(mask)
            count = legal(states[0], seat, buffer)
            if roll(rng, 2):
                action = buffer[roll(rng, narrow(states[0], seat, buffer, count, states[2:], PRESENT))]
            else:
                action = lean(states[0], seat, buffer, count, rng, states[2:], PRESENT)
            apply(states[0], seat, action)
            mask = actors(states[0])
            if mask and roll(rng, 3) == 0:
                a, b, c, d, e, f, g, h, i = traits(states[0])
                row = places[found]
                row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8] = a, b, c, d, e, f, g, h, i
                for _ in range(playouts):
                    states[1] = states[0]
                    reseed_chance(states[1], rng)
                    lean_to_the_end(states[1], rng, buffer, states[2:])
                    payoff(states[1], out)
                    means[found] += out[codes.MOUSE] / playouts
                found += 1


def sample(has_tricks: int, count: int, playouts: int, seed: int) -> tuple[csr_matrix, Numbers]:
    """Gather positions: for each a row with a one for each of its traits, and its mean payoff."""
    places, means = np.zeros((count, TABLES), np.int64), np.zeros(count)
    rng, buffer = np.array([seed], np.uint64), np.zeros(64, np.int32)
    gather(
        new_records(load("cat_and_mouse").rules.State, 2 + TRIALS),
        playouts,
        rng,
        buffer,
        np.zeros(3, np.int64),
        has_tricks,
        places,
        means,
    )
    rows = np.arange(0, places.size + 1, TABLES)
    return csr_matrix((np.ones(places.size), places.ravel(), rows), (count, WEIGHTS.shape[1])), means


def squeezed(sums: Numbers) -> Numbers:
    """Squeeze sums between -1 and 1, as the judge does."""
    return sums / np.sqrt(1 + sums**2)


def fit(rows: csr_matrix, means: Numbers) -> Numbers:
    """Find the weights that come nearest to the means."""

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        sums = rows @ weights
        error = squeezed(sums) - means
        slope = rows.T @ (2 * error / (1 + sums**2) ** 1.5) + 2 * PENALTY * weights
        return float(error @ error + PENALTY * weights @ weights) / len(means), slope / len(means)

    return minimize(loss, np.zeros(WEIGHTS.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x


def main() -> None:
    """Fit, write the weights in hundredths, and say how far from long playouts the old and the new ones are."""
    has_tricks = int(sys.argv[1:] != ["0"])
    weights = np.rint(100 * fit(*sample(has_tricks, 400_000, 16, seed=1))) / 100
    rows, means = sample(has_tricks, 20_000, 256, seed=2)
    for name, tried in (("in use", WEIGHTS[has_tricks]), ("new", weights)):
        error = float(np.sqrt(np.mean((squeezed(rows @ tried) - means) ** 2)))
        print(f"{name}: root of the mean squared error {error:.3f}", file=sys.stderr)
    print("\n".join(textwrap.wrap(" ".join(f"{100 * weight:.0f}" for weight in weights), 118)))


if __name__ == "__main__":
    main()

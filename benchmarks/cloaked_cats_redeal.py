"""How long a redeal of Cloaked Cats takes: `python benchmarks/cloaked_cats_redeal.py`.

Views are taken at every turn of games in which players pass, guess now and then, or always guess at random; each view
is redealt in a compiled loop. Mean and worst view, in microseconds.
"""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Record, Rng, rule
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.rules import State, redeal


@rule
def redeal_often(states: Record, seat: int, times: int, rng: Rng) -> None:
    """Redeal the first record into the second, again and again."""
    for _ in range(times):
        states[1] = states[0]
        redeal(states[1], seat, rng)


def microseconds(match: Match, viewer: int, times: int) -> float:
    """Time one redeal of a viewer's present view; the better of two tries."""
    states, rng = new_records(State, 2), np.array([1], np.uint64)
    states[0] = match.view(viewer).record
    best = float("inf")
    for _ in range(2):
        start = perf_counter()
        redeal_often(states, viewer, times, rng)
        best = min(best, perf_counter() - start)
    return best / times * 1e6


def measure(seats: int, guesses: float, *, watching: bool, games: int = 10, times: int = 30) -> list[float]:
    """Time a view of every turn of some games: that of the player who comes next, or a spectator's."""
    found, chooser = [], random.Random(seats)
    for seed in range(games):
        match = Match.start(load("cloaked_cats"), seats=seats, seed=seed)
        while not match.is_over:
            (seat,) = match.actors()
            action = chooser.choice(match.legal(seat))
            if match.state.phase != codes.GUESS:
                found.append(microseconds(match, -1 if watching else (seat + 1) % seats, times))
            elif chooser.random() >= guesses:
                action = codes.PASS
            match.step(seat, action)
    return found


def main() -> None:
    """Print the table."""
    print(f"{'seats':>5} {'guesses':>8} {'viewer':>10} {'mean us':>8} {'worst us':>9}")
    for watching in (False, True):
        for seats in (2, 3, 4):
            for guesses in (0.0, 0.3, 1.0):
                found = measure(seats, guesses, watching=watching)
                viewer = "spectator" if watching else "player"
                print(f"{seats:>5} {guesses:>8.0%} {viewer:>10} {np.mean(found):>8.2f} {max(found):>9.2f}")


if __name__ == "__main__":
    main()

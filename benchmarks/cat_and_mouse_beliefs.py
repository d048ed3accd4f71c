"""How much of a Mouse an Inspector can win that is patient but for one situation, if it may cost only so much.

    python -m benchmarks.cat_and_mouse_beliefs --keep pairs.jsonl --costs 0,0.05,0.1,0.2,0.3

What springing the trap wins of the Mouse, by what was heard, was measured (`cat_and_mouse_inspectors`, whose file this
reads). What it costs is what the best Mouse wins beyond its share against patience, and that is exact
(`patient_inspector.Cornering`): the largest of very many sums, each for one way to play the Mouse. So the best chances
to spring are those of a linear programme, which is given the ways to play one by one, each when it becomes the best.
A line takes a minute or two.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from benchmarks.cat_and_mouse_inspectors import HEARD, pairs_in, with_interval
from benchmarks.patient_inspector import Cornering, Heist
from numpy.typing import NDArray
from scipy.optimize import linprog

Floats = NDArray[np.float64]
ASIDE, STEP = 1e-5, 1e-7
"""A little beside a point no two ways to play are equally good: there a step in each direction tells the best one."""
CLOSE = 1e-6


@dataclass
class Prices:
    """What chances to spring cost, as far as it is known."""

    ways: list[Floats] = field(default_factory=list)
    """What each chance costs by each way to play the Mouse that was found."""
    begun: list[float] = field(default_factory=list)
    """What such a way to play wins beyond the best Mouse's share if the trap is never sprung."""

    @cached_property
    def patient(self) -> float:
        """What the best Mouse wins of a patient Inspector."""
        return Heist().best

    def cost(self, chances: Floats) -> float:
        """Say what chances to spring cost."""
        return Cornering(dict(zip(HEARD, chances.tolist(), strict=True))).best - self.patient

    def learn(self, chances: Floats) -> None:
        """Find the best way to play the Mouse against chances to spring."""
        near = np.clip(chances, 0.0, 1.0 - STEP) + ASIDE * np.linspace(-1.0, -2.0, len(chances))
        cost = self.cost(near)
        way = np.array([self.cost(near + STEP * one) - cost for one in np.eye(len(near))]) / STEP
        self.ways.append(way)
        self.begun.append(cost - float(way @ near))

    def best(self, gains: Floats, limit: float) -> Floats:
        """Find the chances that win most and cost no more than a limit."""
        while True:
            allowed = [limit - begun for begun in self.begun]
            found = linprog(-gains, A_ub=self.ways or None, b_ub=allowed or None, bounds=[(0.0, 1.0)] * len(gains))
            chances: Floats = found.x
            if self.cost(chances) <= limit + CLOSE:
                return chances
            self.learn(chances)


def main() -> None:
    """Write a line for every cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE", help="deals that were played")
    parser.add_argument("--costs", default="0,0.01,0.05,0.1,0.2,0.3,0.5", help="in points, by commas")
    asked = parser.parse_args()
    pairs = list(pairs_in(asked.keep).values())
    heard = np.array([pair.heard for pair in pairs])
    gains = np.array([pair.sprung - pair.patient for pair in pairs])
    ahead = np.array([pair.other - pair.patient for pair in pairs])
    each = np.array([gains[heard == number].sum() / len(pairs) for number in range(len(HEARD))])
    print(f"{len(pairs)} deals; chances for {HEARD}; the second bot wins {with_interval(ahead)} beyond patience")
    print("costs | chances | wins beyond patience | less what the second bot wins")
    prices = Prices()
    for limit in parsed(asked.costs):
        chances = prices.best(each, limit / 100)
        won = np.array([*chances, 0.0])[heard] * gains
        shares = ", ".join(f"{chance:.2f}" for chance in chances)
        print(f"{limit:.2f} | {shares} | {with_interval(won)} | {with_interval(won - ahead)}", flush=True)


def parsed(text: str) -> Sequence[float]:
    """Read numbers with commas."""
    return [float(part) for part in text.split(",")]


if __name__ == "__main__":
    main()

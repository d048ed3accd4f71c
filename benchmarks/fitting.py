"""Fitting to who won: small nets that learn by steps, the surprise about ends, and weights as lines of source."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float32]
Amounts = NDArray[np.floating[Any]]
BATCH = 2048
LINE = 110
FARTHEST = 30.0
"""Log odds are taken no farther from even."""


def chances(odds: Amounts) -> Amounts:
    """Turn log odds into chances."""
    return 1 / (1 + np.exp(-np.clip(odds, -FARTHEST, FARTHEST)))


def surprise(chance: Amounts, won: Amounts) -> float:
    """Say how surprising it was on the average who won, in nats."""
    return float(-np.mean(won * np.log(chance + 1e-7) + (1 - won) * np.log(1 - chance + 1e-7)))


def fresh_net(inputs: int, widths: Iterable[int], chance: np.random.Generator) -> list[Reals]:
    """Make a net that knows nothing: a row for each input of a layer, and one more that is added; its end is a row."""
    layers: list[Reals] = []
    for width in widths:
        layers.append(chance.normal(0, np.sqrt(2 / inputs), (inputs + 1, width)).astype(np.float32))
        inputs = width
    layers.append(chance.normal(0, np.sqrt(2 / inputs), inputs + 1).astype(np.float32))
    for layer in layers:
        layer[-1] = 0.0
    return layers


def activity(layers: list[Reals], x: Reals) -> list[Reals]:
    """Say what every layer is given, and at last the log odds."""
    given = [x]
    for layer in layers[:-1]:
        given.append(np.maximum(given[-1] @ layer[:-1] + layer[-1], 0))
    return [*given, given[-1] @ layers[-1][:-1] + layers[-1][-1]]


class Adam:
    """Learns by steps that are as large as a weight's own slope is steady."""

    def __init__(self, layers: Iterable[Reals], rate: float) -> None:
        """Begin with a net."""
        self.layers = [layer.copy() for layer in layers]
        self.mean, self.square = ([np.zeros_like(layer) for layer in self.layers] for _ in range(2))
        self.rate, self.steps = rate, 0

    def learn(self, x: Reals, y: Reals) -> float:
        """Take one step for a batch; return the surprise about it."""
        *given, odds = activity(self.layers, x)
        chance = chances(odds)
        wanted = [(chance - y) / len(y)]
        back = np.outer(wanted[0], self.layers[-1][:-1])
        for k in range(len(self.layers) - 2, -1, -1):
            wanted.insert(0, back * (given[k + 1] > 0))
            back = wanted[0] @ self.layers[k][:-1].T
        self.steps += 1
        for k in range(len(self.layers)):
            slope = np.concatenate([given[k].T @ wanted[k], wanted[k].sum(0, keepdims=True)])
            self.mean[k] += 0.1 * (slope - self.mean[k])
            self.square[k] += 0.001 * (slope * slope - self.square[k])
            mean, square = self.mean[k] / (1 - 0.9**self.steps), self.square[k] / (1 - 0.999**self.steps)
            self.layers[k] -= self.rate * mean / (np.sqrt(square) + 1e-8)
        return surprise(chance, y)

    def learn_all(self, x: Reals, y: Reals, chance: np.random.Generator) -> float:
        """Learn once from everything, in random order; return the mean surprise."""
        order = chance.permutation(len(x))
        return float(np.mean([self.learn(x[rows], y[rows]) for rows in np.array_split(order, -(-len(x) // BATCH))]))


def wrapped(text: str) -> str:
    """Write a long text as lines of source."""
    return "\n".join(f'    "{part}"' for part in textwrap.wrap(text, LINE))


def rewrite(file: Path, begin: str, end: str, source: str) -> None:
    """Put lines of source into a file instead of those from one text to another, which stay."""
    head, _, rest = file.read_text(encoding="utf-8").partition(begin)
    tail = rest[rest.index(end) :] if end else ""
    file.write_text(f"{head}{begin}{source}{tail}", encoding="utf-8")

"""What moves are worth from one seat's view: which searches to ask for, and what their numbers come to.

A search spends its time where it hopes, and leaves out what makes no sense; an analysis must judge what was played,
sensible or not. So each tree is planted beforehand with the moves in question. A survey of all legal moves finds the
best; then the best and the move that was played are searched alone, each with the same number of iterations, so that
neither is judged by a shallower look than the other. Many small trees are better here than a large one: a tree follows
what looked good early, so two large ones differ by more than their counts let expect, and longer searches do not make
it less; the mean of many does, and how they differ says how far it may be off.

Nothing is searched here: an analysis asks for trees, and whoever it asks (`growing`, or a browser's worker) grows
them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from mousehole.bots.chances import corrected, role_of
from mousehole.bots.thinking import SEED_STEP, Finding
from mousehole.bots.worths import chance_of
from mousehole.engine.game import Game
from mousehole.engine.position import Position, View

SURVEYS, OPEN = 4, 2
"""So many trees look at all legal moves, each with so many times the iterations of the others."""
TREES = 8
"""So many trees look at one move alone."""
SEARCHED, PLAYED_ON = "searched", "played_on"
"""What is corrected: what searches find, and how often a position is won when it is played on."""
USUAL = 1000
"""The iterations of a tree in a game that nobody has measured."""


@dataclass(frozen=True)
class Tree:
    """A search to be made: of these moves and no others."""

    actions: tuple[int, ...]
    iterations: int
    seed: int


@dataclass(frozen=True)
class Trees:
    """A wish of an analysis: trees from one view. Its answer is, for each tree, what was found of each move."""

    view: View
    trees: tuple[Tree, ...]


@dataclass(frozen=True)
class Rest:
    """A wish of an analysis: a position played on so many times. Its answer is the mean payoff of each seat."""

    position: Position
    times: int
    seed: int


@dataclass(frozen=True)
class Worth:
    """What a search found of one move."""

    action: int
    chance: float
    """The chance to win, corrected by what comes true."""
    doubt: float
    """How far it may be off by chance: one standard error."""


@cache
def measured() -> dict[str, Any]:
    """Read what was measured for each game: how long to search, and how what is searched comes true."""
    found: dict[str, Any] = json.loads(files("mousehole.analysis").joinpath("measured.json").read_text("utf-8"))
    return found


def iterations_for(game: Game, decisions: int) -> int:
    """Say how many iterations a tree gets: fewer where there are very many decisions."""
    limits = measured().get(game.facts.id, {})
    each = int(limits.get("iterations", USUAL))
    return max(100, min(each, int(limits.get("together", each * decisions)) // max(decisions, 1)))


def come_true(game: Game, seat: int, chance: float, what: str) -> float:
    """Correct a chance by what came of such chances in games of bots; as it is where nobody has measured it."""
    rows = measured().get(game.facts.id, {}).get(what, {})
    row = rows.get(role_of(game, seat))
    return chance if row is None else corrected(chance, row)


def winning(view: View, payoff: float) -> float:
    """Read a mean payoff of a view's seat as a chance to win, corrected by what comes true."""
    game = view.game
    return come_true(game, view.viewer, chance_of(payoff, len(game.facts.sides(view.seats))), SEARCHED)


def seed_of(seed: int, *numbers: int) -> int:
    """Make the seed of one search from that of the analysis and what is searched."""
    for number in numbers:
        seed = (seed * SEED_STEP + number + 1) % 2**64
    return seed


def tree_of(actions: Sequence[int], iterations: int, seed: int, number: int) -> Tree:
    """Ask for one tree; each number is a search of its own."""
    return Tree(tuple(actions), iterations, seed_of(seed, number, *actions[:1]))


def survey(view: View, actions: Sequence[int], iterations: int, seed: int) -> Trees:
    """Ask roughly about all of some moves: a few trees that are free to look where they hope most."""
    return Trees(view, tuple(tree_of(actions, OPEN * iterations, seed, number) for number in range(SURVEYS)))


def surveyed(view: View, found: Sequence[Sequence[Finding]]) -> dict[int, float]:
    """Say how likely each move wins by a survey: all its trees together."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for findings in found:
        for one in findings:
            visits[one.action] = visits.get(one.action, 0) + one.visits
            totals[one.action] = totals.get(one.action, 0.0) + one.worth * one.visits
    return {action: winning(view, totals[action] / visits[action]) for action in sorted(visits)}


def closer(view: View, actions: Sequence[int], iterations: int, seed: int, look: int) -> Trees:
    """Ask closely about some moves: several trees for each that look at it alone, others at every look."""
    first = SURVEYS + look * TREES
    trees = [tree_of([one], iterations, seed, first + number) for one in actions for number in range(TREES)]
    return Trees(view, tuple(trees))


def samples_of(view: View, found: Sequence[Sequence[Finding]], count: int) -> list[list[float]]:
    """Say how likely each of `count` moves wins by each of the trees that looked at it alone."""
    chances = [winning(view, one[0].worth) for one in found]
    each = len(chances) // count
    return [chances[k * each : (k + 1) * each] for k in range(count)]


def weighed(action: int, samples: Sequence[float]) -> Worth:
    """Sum up what several trees say: their mean, and how far it may be off, as they differ among themselves."""
    mean = added(samples) / len(samples)
    square = added([(sample - mean) * (sample - mean) for sample in samples]) / (len(samples) - 1)
    return Worth(action, mean, math.sqrt(square / len(samples)))


def together(first: float, second: float) -> float:
    """Return the doubt about a difference of two numbers that are in doubt."""
    return math.sqrt(first * first + second * second)


def added(numbers: Sequence[float]) -> float:
    """Add numbers up one by one, so that it comes out alike in every Python (`sum` is cleverer in newer ones)."""
    total = 0.0
    for number in numbers:
        total += number
    return total

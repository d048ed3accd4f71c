"""What moves are worth from one seat's view: the strongest search, made to look at every move that is asked about.

A search spends its time where it hopes, and leaves out what makes no sense; an analysis must judge what was played,
sensible or not. So the root of its tree is planted beforehand with the moves in question. A survey of all legal moves
finds the best; then the best and the move that was played are searched alone, each with the same number of iterations,
so that neither is judged by a shallower look than the other. Many small trees are better here than a large one: a tree
follows what looked good early, so two large ones differ by more than their counts let expect, and longer searches do
not make it less; the mean of many does, and how they differ says how far it may be off.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from mousehole.bots.chances import chance_of, corrected, role_of, rows_of
from mousehole.bots.levels import mind_of, settings_of
from mousehole.bots.names import STRONGEST
from mousehole.bots.search import ROOT, view_key
from mousehole.bots.thinking import SEED_STEP, Desk, Finding, Settings, desk_of, memory_of, pooled
from mousehole.bots.tree import add_node, slot_of
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers

SURVEYS, OPEN = 4, 2
"""So many trees look at all legal moves, each with so many times the iterations of the others."""
TREES = 8
"""So many trees look at one move alone."""
SEARCHED, PLAYED_ON = "searched", "played_on"
"""What is corrected: what searches find, and how often a position is won when it is played on."""
USUAL = 1000
"""The iterations of a tree in a game that nobody has measured."""
SEARCHING = "tiger"
"""Who searches where the strongest bot does not: a table of what to do says nothing of the moves it never makes."""


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


def search_of(game: Game) -> Settings:
    """Say how a game is searched for an analysis."""
    mind = mind_of(game.facts.id, STRONGEST)
    settings = mind if isinstance(mind, Settings) else settings_of(game.facts.id, SEARCHING)
    return replace(settings, seconds=None, threads=1)


def iterations_for(game: Game, decisions: int) -> int:
    """Say how many iterations a tree gets: fewer where there are very many decisions."""
    limits = measured().get(game.facts.id, {})
    each = int(limits.get("iterations", USUAL))
    return max(100, min(each, int(limits.get("together", each * decisions)) // max(decisions, 1)))


def come_true(game: Game, seat: int, chance: float, what: str) -> float:
    """Correct a chance by what came of such chances in games of bots; as it is where nobody has measured it.

    What is searched is corrected as hints are where they rest on the same search, unless it was measured for analyses
    themselves.
    """
    is_hinted = what == SEARCHED and isinstance(mind_of(game.facts.id, STRONGEST), Settings)
    rows = measured().get(game.facts.id, {}).get(what) or (rows_of(game.facts.id) if is_hinted else {})
    row = rows.get(role_of(game, seat))
    return chance if row is None else corrected(chance, row)


def seed_of(seed: int, *numbers: int) -> int:
    """Make the seed of one search from that of the analysis and what is searched."""
    for number in numbers:
        seed = (seed * SEED_STEP + number + 1) % 2**64
    return seed


class Evaluator:
    """Evaluates moves from one view."""

    def __init__(self, view: View, seat: int, seed: int) -> None:
        """Look at a view."""
        self.game, self.view, self.seat, self.seed = view.game, view, seat, seed
        self.settings = search_of(self.game)
        self.memory: Numbers | None = None
        if self.settings.does_remember:
            self.memory = memory_of(self.game, view, seat)
        self.sides = len(self.game.facts.sides(view.seats))

    def compare(self, actions: Sequence[int], iterations: int, number: int = 0) -> list[Finding]:
        """Search the given moves and no others, in one tree; each number is a search of its own."""
        settings = replace(self.settings, iterations=iterations)
        seed = seed_of(self.seed, number, *actions[:1])
        desk = desk_of(settings)(self.game, self.view, self.seat, seed, settings, self.memory)
        plant(desk, self.seat, actions)
        desk.run(iterations)
        return desk.findings()

    def chance(self, payoff: float) -> float:
        """Read a mean payoff as a chance to win, corrected by what comes true."""
        return come_true(self.game, self.seat, chance_of(payoff, self.sides), SEARCHED)

    def survey(self, actions: Sequence[int], iterations: int) -> dict[int, float]:
        """Say roughly how likely each move wins, by a few trees that are free to look where they hope most."""
        found = pooled([self.compare(actions, OPEN * iterations, number) for number in range(SURVEYS)])
        return {one.action: self.chance(one.worth) for one in found}

    def look(self, action: int, iterations: int, first: int) -> list[float]:
        """Say how likely one move wins, by several trees, from the one of number `first` on, that look at it alone."""
        trees = (self.compare([action], iterations, first + number) for number in range(TREES))
        return [self.chance(found[0].worth) for found in trees]


def weighed(action: int, samples: Sequence[float]) -> Worth:
    """Sum up what several trees say: their mean, and how far it may be off, as they differ among themselves."""
    mean = sum(samples) / len(samples)
    square = sum((sample - mean) ** 2 for sample in samples) / (len(samples) - 1)
    return Worth(action, mean, math.sqrt(square / len(samples)))


def plant(desk: Desk, seat: int, actions: Sequence[int]) -> None:
    """Make the root of a search's tree, with these moves instead of those the search itself finds worth a thought."""
    tree = desk.tree
    key = np.uint64(view_key(desk.raw, ROOT, seat))
    given = np.array(actions, np.int32)
    slot = slot_of(key, tree.slots, tree.keys)
    node = add_node(key, slot, given, len(given), tree.slots, tree.keys, tree.first, tree.action, tree.counts)
    if desk.settings.widening > 0.0:  # it would take moves up one by one: as many visits as open all of them
        tree.met[node] = math.ceil((len(given) / desk.settings.widening) ** 2)

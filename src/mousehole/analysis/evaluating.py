"""What moves are worth from one seat's view: the strongest search, made to look at every move that is asked about.

A search spends its time where it hopes, and leaves out what makes no sense; an analysis must judge what was played,
sensible or not. So the root of its tree is planted beforehand with the moves in question. One search over all legal
moves finds the best; then the best and the move that was played get the same number of iterations each, in searches of
their own, so that neither is judged by a shallower look than the other.
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

from mousehole.bots.chances import TRUTH, chance_of, corrected, role_of
from mousehole.bots.levels import mind_of, settings_of
from mousehole.bots.names import STRONGEST
from mousehole.bots.search import ROOT, view_key
from mousehole.bots.thinking import SEED_STEP, Desk, Settings, desk_of, memory_of
from mousehole.bots.tree import add_node, slot_of
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers

SEARCHING = "tiger"
"""Who searches where the strongest bot does not: a table of what to do says nothing of the moves it never makes."""


@dataclass(frozen=True)
class Worth:
    """What a search found of one move."""

    action: int
    chance: float
    """The chance to win, corrected by what comes true."""
    doubt: float
    """How far it may be off by the search's own chance: one standard error."""


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
    """Share out a game's iterations: so many for each of its decisions, fewer where there are very many."""
    limits = measured().get(game.facts.id, {})
    each = int(limits.get("iterations", search_of(game).iterations))
    return max(100, min(each, int(limits.get("together", each * decisions)) // max(decisions, 1)))


def come_true(game: Game, seat: int, chance: float, what: str) -> float:
    """Correct a chance by what came of such chances in games of bots; as it is where nobody has measured it."""
    rows = measured().get(game.facts.id, {}).get(what, {})
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

    def compare(self, actions: Sequence[int], iterations: int, number: int = 0) -> dict[int, Worth]:
        """Search the given moves and no others; the seed has a number, so that a second look is a new one."""
        settings = replace(self.settings, iterations=iterations)
        desk = desk_of(settings)(
            self.game, self.view, self.seat, seed_of(self.seed, number, *actions[:1]), settings, self.memory
        )
        plant(desk, self.seat, actions)
        desk.run(iterations)
        return {found.action: self.worth(found.action, found.visits, found.worth) for found in desk.findings()}

    def worth(self, action: int, visits: int, payoff: float) -> Worth:
        """Read a mean payoff as a chance to win, with its doubt."""
        chance = chance_of(payoff, self.sides)
        doubt = math.sqrt(max(chance * (1.0 - chance), 1.0 / TRUTH) / visits)
        return Worth(action, come_true(self.game, self.seat, chance, "searched"), doubt)


def plant(desk: Desk, seat: int, actions: Sequence[int]) -> None:
    """Make the root of a search's tree, with these moves instead of those the search itself finds worth a thought."""
    tree = desk.tree
    key = np.uint64(view_key(desk.raw, ROOT, seat))
    given = np.array(actions, np.int32)
    slot = slot_of(key, tree.slots, tree.keys)
    add_node(key, slot, given, len(given), tree.slots, tree.keys, tree.first, tree.action, tree.counts)

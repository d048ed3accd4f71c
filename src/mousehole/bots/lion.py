"""A player with a net: by its intuition alone, or by a search that the net guides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mousehole.bots.insight import look, search_by_net, share_out
from mousehole.bots.knowledge import PRESENT, narrow
from mousehole.bots.nets import Net
from mousehole.bots.search import DEEPEST, RECORDS, ROOT, TRIED
from mousehole.bots.thinking import Finding, Thought, chosen
from mousehole.bots.tree import Tree
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.record import new_records
from mousehole.games.vectors import layout

LEAST = 0.02
"""A move that the net finds less likely than this is not made."""


@dataclass(frozen=True)
class Insight:
    """How a net is used."""

    iterations: int = 0
    """Iterations of search; none: the net's first thought is followed."""
    exploration: float = 1.0
    reuse: int = 1
    tries: int = 1
    margin: float = 0.02


class NetDesk:
    """The records, the tree and the net one search works with."""

    def __init__(self, game: Game, net: Net, view: View, seat: int, seed: int, iterations: int) -> None:
        """Lay out everything for a search from a view."""
        known = game.facts
        self.game, self.seat = game, seat
        self.states = new_records(game.rules.State, RECORDS)
        self.raw = self.states.view(np.ndarray).view(np.uint8).reshape(RECORDS, -1)
        self.words = self.states.view(np.ndarray).view(np.uint64).reshape(RECORDS, -1)
        self.words[ROOT] = np.frombuffer(view.data, np.uint64)
        self.buffer = np.zeros(2 * known.max_actions, np.int32)
        self.out = np.zeros(known.max_seats, np.float64)
        self.path = np.zeros(2 * DEEPEST, np.int32)
        self.sides = np.array([known.side_of(other) for other in range(view.seats)], np.int32)
        self.rng = np.array([seed % 2**64], np.uint64)
        self.tree = Tree.room_for(max(iterations, 1), known.max_actions)
        self.chance, self.guess = np.zeros(len(self.tree.action)), np.zeros(len(self.tree.keys))
        plan = layout(known.id)
        width = len(net.first_bias)
        self.asked = view.asked
        self.net: tuple[Any, ...] = (
            known.max_seats, plan.plan, np.zeros(plan.size, np.int16), net.inputs.starts, net.inputs.lows,
            net.inputs.scales, net.first, net.first_bias, net.second, net.second_bias, net.third, net.third_bias,
            net.policy, net.policy_bias, net.value, net.value_bias, np.zeros(width, np.float32),
            np.zeros(width, np.float32), np.zeros(known.actions, np.float32),
        )  # fmt: skip

    def first_thought(self, legal: list[int]) -> tuple[list[Finding], float]:
        """Ask the net about the view itself: how likely each move is, in thousandths, and what the position is worth."""
        worth = float(look(self.raw, ROOT, self.seat, self.asked, *self.net))
        self.buffer[: len(legal)] = legal
        count = narrow(self.states[ROOT], self.seat, self.buffer, len(legal), self.states[TRIED:], PRESENT)
        shares = np.zeros(count)
        share_out(self.net[-1], self.buffer, count, shares, 0)
        kept = self.buffer[:count].tolist()
        return [Finding(a, int(1000 * p), worth) for a, p in zip(kept, shares.tolist(), strict=True)], worth

    def search(self, how: Insight) -> list[Finding]:
        """Search by the net."""
        t = self.tree
        search_by_net(
            self.states, self.words, self.raw, self.seat, how.iterations, how.reuse, how.tries, how.exploration,
            self.rng, self.buffer, self.out, self.sides, self.path, t.slots, t.keys, t.first, t.met, t.action, t.visits,
            t.total, t.mean, self.chance, self.guess, t.counts, *self.net,
        )  # fmt: skip
        tried = (edge for edge in range(t.first[0], t.first[1]) if t.visits[edge])
        return [Finding(int(t.action[e]), int(t.visits[e]), float(t.mean[e])) for e in tried]


def think_by_net(game: Game, net: Net, view: View, seat: int, seed: int, how: Insight) -> Thought:
    """Think about a view with a net and choose a move: of view, seat, seed and net alone."""
    legal = view.legal(seat)
    if len(legal) == 1:
        return Thought(legal[0])
    desk = NetDesk(game, net, view, seat, seed, how.iterations)
    if how.iterations:
        findings = desk.search(how)
        return Thought(chosen(findings, how.margin, seed), tuple(findings), how.iterations)
    findings, _ = desk.first_thought(legal)
    return Thought(drawn_by_share(findings, seed), tuple(findings))


def drawn_by_share(findings: list[Finding], seed: int) -> int:
    """Draw a move by how likely the net finds it; what it finds unlikely is left alone."""
    kept = [found for found in findings if found.visits >= 1000 * LEAST] or findings
    chance: Any = np.random.default_rng(seed % 2**64)
    pick = int(chance.integers(max(1, sum(found.visits for found in kept))))
    for found in kept:
        pick -= found.visits
        if pick < 0:
            return found.action
    return kept[-1].action

"""Searches for an analysis, made here and now: trees planted with the moves in question, positions played on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from mousehole.analysis.evaluating import Rest, Tree, Trees, survey, surveyed, tree_of, winning
from mousehole.analysis.outlook import outlook
from mousehole.analysis.planting import plant
from mousehole.analysis.playing_on import RECORDS, TRUE, play_on
from mousehole.bots.levels import mind_of, settings_of
from mousehole.bots.names import STRONGEST, BadBotFile
from mousehole.bots.thinking import Finding, Settings, desk_of, memory_of
from mousehole.engine.game import Game
from mousehole.engine.position import Position, View
from mousehole.engine.record import new_records
from mousehole.engine.rule import Numbers

SEARCHING = "tiger"
"""Who searches where the strongest bot does not: a table of what to do says nothing of the moves it never makes, and
what was learnt by other rules says nothing at all."""
FARTHEST = 10_000
"""How far it is played on where a search would judge at once."""

Wanted = TypeVar("Wanted")
Asking = Generator[Trees | Rest, Any, Wanted]
"""Something that is found out by asking for searches."""


def search_of(game: Game) -> Settings:
    """Say how a game is searched for an analysis."""
    try:
        mind = mind_of(game.facts.id, STRONGEST)
    except BadBotFile:
        mind = None
    settings = mind if isinstance(mind, Settings) else settings_of(game.facts.id, SEARCHING)
    return replace(settings, seconds=None, threads=1)


class Evaluator:
    """Evaluates moves from one view."""

    def __init__(self, view: View, seed: int) -> None:
        """Look at a view with the eyes of its seat."""
        self.game, self.view, self.seat, self.seed = view.game, view, view.viewer, seed
        self.settings = search_of(self.game)
        self.memory: Numbers | None = None
        if self.settings.does_remember:
            self.memory = memory_of(self.game, view, self.seat, self.settings.edition)

    def grow(self, tree: Tree) -> list[Finding]:
        """Search the given moves and no others."""
        settings = replace(self.settings, iterations=tree.iterations)
        desk = desk_of(settings)(self.game, self.view, self.seat, tree.seed, settings, self.memory)
        t = desk.tree
        given = np.array(tree.actions, np.int32)
        plant(desk.raw, self.seat, given, settings.widening, t.slots, t.keys, t.first, t.met, t.action, t.counts)
        desk.run(tree.iterations)
        return desk.findings()

    def compare(self, actions: Sequence[int], iterations: int, number: int = 0) -> list[Finding]:
        """Search the given moves and no others, in one tree; each number is a search of its own."""
        return self.grow(tree_of(actions, iterations, self.seed, number))

    def chance(self, payoff: float) -> float:
        """Read a mean payoff as a chance to win, corrected by what comes true."""
        return winning(self.view, payoff)

    def survey(self, actions: Sequence[int], iterations: int) -> dict[int, float]:
        """Say roughly how likely each move wins, by a few trees that are free to look where they hope most."""
        asked = survey(self.view, actions, iterations, self.seed)
        return surveyed(self.view, [self.grow(tree) for tree in asked.trees])


def answered(asking: Asking[Wanted]) -> Wanted:
    """Find something out: make every search that it asks for."""
    found: Any = None
    evaluator: Evaluator | None = None
    while True:
        try:
            wish = asking.send(found)
        except StopIteration as end:
            wanted: Wanted = end.value
            return wanted
        if isinstance(wish, Rest):
            found = played_on(wish.position.game, wish.position, wish.seed, wish.times)
            continue
        if evaluator is None or evaluator.view is not wish.view:
            evaluator = Evaluator(wish.view, 0)
        found = [evaluator.grow(tree) for tree in wish.trees]


def true_chances(position: Position, seed: int) -> tuple[float, ...]:
    """Say how likely each side wins from where things truly are, one number for each; together they are 1."""
    return answered(outlook(position, seed))


def played_on(game: Game, position: Position, seed: int, times: int) -> list[float]:
    """Play a position on so many times; return the mean payoff of each seat."""
    settings = search_of(game)
    states = new_records(game.rules.State, RECORDS)
    states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)[TRUE] = np.frombuffer(position.data, np.uint8)
    rng = np.array([seed], np.uint64)
    buffer = np.zeros(2 * game.facts.max_actions, np.int32)
    totals = np.zeros(position.seats)
    play_on(
        states,
        times,
        rng,
        buffer,
        settings.horizon or FARTHEST,
        settings.edition,
        np.zeros(game.facts.max_seats),
        totals,
    )
    return [float(total) / times for total in totals]


def look_once(game: Game) -> None:
    """Look at the first decision of a game for a moment: that compiles all an analysis needs, or finds it cached."""
    known = game.facts
    dealt = game.deal(known.usual_seats, [option.default for option in known.options], 0)
    seat = dealt.actors()[0]
    Evaluator(dealt.view(seat), 0).compare(dealt.legal(seat)[:1], 2)
    played_on(game, dealt, 0, 1)

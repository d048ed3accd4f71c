"""Games between bots that search, each played whole in compiled code: the very games that `arena.play_game` plays.

So threads are held up by Python between games only, not between decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mousehole.bots.contest import ACTION, SEAT, play_contest
from mousehole.bots.deciding import FIRST_LOOK, LOOKS
from mousehole.bots.knowledge import about, has_memory
from mousehole.bots.levels import BySeat, mind_of
from mousehole.bots.names import NET
from mousehole.bots.players import stand_in
from mousehole.bots.search import DEEPEST, RECORDS
from mousehole.bots.thinking import ASIDE, Settings
from mousehole.bots.tree import Tree
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import Position
from mousehole.engine.record import new_records

PLAIN = {"random", "greedy", NET}
"""Levels that do not search."""
ORDER = ("slots", "keys", "first", "met", "action", "visits", "begun", "total", "mean", "doubt", "counts")
"""The arrays of a tree, as the search takes them."""


def searches(game: Game, seats: int, options: Sequence[int], levels: Sequence[str]) -> list[Settings] | None:
    """Say how each seat searches, given a level for each side; None if somebody decides in another way."""
    dealt, found = game.deal(seats, options, 0), []
    for seat in range(seats):
        level = levels[min(game.facts.side_of(seat), len(levels) - 1)]
        if level in PLAIN:
            return None
        view = dealt.view(seat)
        mind = mind_of(game.facts.id, stand_in(level, game, view))
        mind = mind.settings(seat) if isinstance(mind, BySeat) else mind
        mind = mind.among(view) if isinstance(mind, Settings) else mind
        if not isinstance(mind, Settings) or mind.has_net or mind.is_former or mind.seconds or mind.threads > 1:
            return None
        found.append(mind)
    return found


class Stage:
    """All that games of one kind are played in; it serves one thread."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], searches: Sequence[Settings]) -> None:
        """Make room for a game, and for the largest tree of all seats."""
        known, state = game.facts, game.rules.State
        self.game, self.seats, self.options = game, seats, options
        remembers = has_memory(known.id) and any(each.does_remember for each in searches)
        trees = [Tree.room_for(each.iterations, known.max_actions) for each in searches]
        largest = max(trees, key=lambda tree: len(tree.keys))
        self.positions = new_records(state, known.longest + 1)
        self.noted = np.zeros((known.longest, 4), np.int32)
        self.sober = np.zeros(known.longest)
        states = new_records(state, RECORDS)
        self.settings: tuple[Any, ...] = (
            np.array([whole_of(game, each, tree) for each, tree in zip(searches, trees, strict=True)], np.int64),
            np.array([[e.exploration, e.scouting, e.widening, e.trust, e.margin] for e in searches]),
        )
        self.room: tuple[Any, ...] = (
            self.positions,
            new_records(state, seats * (known.longest + 1) if remembers else seats).reshape(seats, -1),
            np.zeros(seats, np.int32),
            np.zeros(about(known.id).MEMORY if remembers else 0),
            states,
            states.view(np.ndarray).view(np.uint64).reshape(RECORDS, -1),
            np.zeros(1, np.uint64),
            np.zeros(1, np.uint64),
            np.uint64(ASIDE),
            np.zeros(2 * known.max_actions, np.int32),
            np.zeros(2 * known.max_seats),
            np.zeros(2 * DEEPEST, np.int32),
            *(getattr(largest, name) for name in ORDER),
            np.zeros(known.max_actions, np.int32),
            np.zeros(known.max_actions, np.int32),
            np.zeros(known.max_actions),
            self.noted,
            self.sober,
        )

    def play(self, deal: int, seed: int, near: float, few: int) -> tuple[Match, Any, Any]:
        """Play the game of a deal; give it, and of each decision the notes and what the move may be worth."""
        game, sides = self.game, len(self.game.facts.sides(self.seats))
        options = np.array(game.facts.completed(self.options), np.int64)
        words = np.uint64(deal % 2**64), np.uint64(deal >> 64), np.uint64(seed % 2**64)
        given: list[Any] = [self.seats, options, *words, sides, near, few, *self.settings, *self.room]
        length = play_contest(*given)
        data = self.positions[: length + 1].tobytes()
        size = len(data) // (length + 1)
        positions = [Position(game, bytearray(data[k * size : (k + 1) * size])) for k in range(length + 1)]
        noted = self.noted[:length].copy()
        moves = [(seat, action) for seat, action in noted[:, [SEAT, ACTION]].tolist()]
        match = Match(game, self.seats, self.options, deal, moves, positions)
        if not match.is_over:
            raise ValueError(f"a game of {game.facts.title} takes more than {game.facts.longest} decisions")
        return match, noted, self.sober[:length].copy()


def whole_of(game: Game, each: Settings, tree: Tree) -> list[int]:
    """Write a seat's settings as whole numbers, as far as they are such."""
    return [
        each.iterations, max(FIRST_LOOK, each.iterations // LOOKS), each.reuse, each.tries, each.horizon,
        int(each.is_hasty), int(each.stops), each.edition, int(each.does_remember and has_memory(game.facts.id)),
        len(tree.slots), len(tree.keys), len(tree.action),
    ]  # fmt: skip


def play_once(game: Game) -> None:
    """Play one quick game: that compiles whole games, or takes them from the cache."""
    seats, options = game.facts.usual_seats, game.facts.option_values({})
    how = searches(game, seats, options, ["kitten"])
    if how:
        Stage(game, seats, options, how).play(0, 0, 0.0, 1)

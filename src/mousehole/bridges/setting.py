"""A game with its seats and options agreed, and what a learner gets of its positions: rows of numbers and masks."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.facts import SPECTATOR
from mousehole.engine.game import Game
from mousehole.engine.match import check_seed
from mousehole.engine.position import Position
from mousehole.games import load
from mousehole.games.vectors import Layout, Vector, layout, write_out

WHOLE_TRUTH = -2
"""In place of a viewer: nothing is hidden but chance."""
NOBODY = -1
"""In place of a seat, when the game is over."""

Mask = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Setting:
    """What stays the same from one play of a game to the next."""

    game: Game
    seats: int
    options: tuple[int, ...]
    layout: Layout

    @property
    def high(self) -> Vector:
        """The most that each entry of an observation can be with these options."""
        return self.layout.most if self.game.facts.house_rules(self.options) else self.layout.high

    def deal(self, seed: int) -> Position:
        """Deal the first position of a seed, the very one that `Match.start` deals."""
        return self.game.deal(self.seats, self.options, check_seed(operator.index(seed)))

    def observe(self, position: Position, viewer: int) -> Vector:
        """Return what a viewer observes: a seat, the SPECTATOR, or the WHOLE_TRUTH."""
        known, seen = self.layout, seen_by(position, viewer)
        out = np.empty(known.size, np.int16)
        write_out(np.frombuffer(seen.data, np.uint8), viewer, seen.asked, self.game.facts.max_seats, known.plan, out)
        return out

    def mask(self, position: Position, seat: int) -> Mask:
        """Return a seat's legal actions as a mask: none unless it is its turn to answer."""
        mask = np.zeros(self.game.facts.actions, np.int8)
        if seat != NOBODY and seat == turn_of(position):
            mask[position.legal(seat)] = 1
        return mask

    def __deepcopy__(self, memo: dict[int, object]) -> Setting:
        """Stay the same: nothing here ever changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[str, int, tuple[int, ...]]]:
        """Travel by name."""
        return agreed, (self.game.facts.id, self.seats, self.options)


def turn_of(position: Position) -> int:
    """Return the seat whose turn it is to answer, or NOBODY.

    Secret choices that belong to one moment are asked one by one, the lowest seat first. Nobody sees another's choice
    meanwhile: what a seat observes is its view, and a view hides it.
    """
    mask = position.asked
    return (mask & -mask).bit_length() - 1


def seen_by(position: Position, viewer: int) -> Position:
    """Return what a viewer sees of a position."""
    return position if viewer == WHOLE_TRUTH else position.view(viewer)


def setting(game_id: str, seats: int | None = None, options: Mapping[str, int | str] | None = None) -> Setting:
    """Check what is agreed; what is not given is usual."""
    known = load(game_id).facts
    count = known.check_seats(known.usual_seats if seats is None else seats)
    return agreed(game_id, count, known.check_together(count, known.option_values(options or {})))


@cache
def agreed(game_id: str, seats: int, options: tuple[int, ...]) -> Setting:
    """Return the one setting with these values."""
    return Setting(load(game_id), seats, options, layout(game_id))


__all__ = ["NOBODY", "SPECTATOR", "WHOLE_TRUTH", "Setting", "seen_by", "setting", "turn_of"]

"""A loaded game: its facts, rules and words under one handle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from mousehole.engine.contract import register
from mousehole.engine.doors import Doors
from mousehole.engine.facts import Facts
from mousehole.engine.position import Position
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word


class Rules(Protocol):
    """What a game's `rules.py` defines (see `engine.contract`)."""

    State: np.dtype[np.void]

    def setup(self, s: Record, seats: int, options: Options, low: Word, high: Word) -> None: ...
    def actors(self, s: Record) -> int: ...
    def legal(self, s: Record, seat: int, out: Actions) -> int: ...
    def apply(self, s: Record, seat: int, action: int) -> None: ...
    def payoff(self, s: Record, out: Numbers) -> None: ...
    def reason(self, s: Record) -> int: ...
    def hide(self, s: Record, seat: int) -> None: ...
    def redeal(self, s: Record, seat: int, rng: Rng) -> None: ...


class Words(Protocol):
    """What a game's `words.py` defines: the only place with prose. It sees views, never the truth behind them.

    A game in which it counts who comes second also defines `standing_of(view, seat)`: in the end, more is better.
    One of a single seat may define `dead_end(reasons, is_certain=...)`: what can no longer be done after a move.
    """

    @property
    def REASONS(self) -> Sequence[str]:  # noqa: N802  # a constant of the module
        """Stable codes of the ways a game can end; index 0 stands for "not over"."""

    def seat_name(self, seats: int, seat: int) -> str:
        """Name a seat inside a sentence: "the cat", "Pip"."""

    def prompt(self, view: Record, seat: int) -> str:
        """Say what a seat is asked now, in one sentence."""

    def stakes(self, view: Record, seat: int) -> str:
        """Say in one line what hangs on the answer of a seat that is asked, where a rule matters now; else nothing."""

    def goal(self, view: Record, viewer: int) -> tuple[str, str, str]:
        """Say what a viewer wants, how the game ends, and what is hidden, with the numbers agreed at this table."""

    def move_name(self, view: Record, seat: int, action: int) -> str:
        """Write a legal action of the acting seat, as the notation does: short, lower case, unlike all others there."""

    def move_text(self, view: Record, seat: int, action: int) -> str:
        """Write a legal action as a button would."""

    def remark(self, view: Record, seat: int, action: int) -> str:
        """Say in a few words what speaks for a legal action that a hint names; it may be what all depends on."""

    def sentences(self, before: Record, after: Record, viewer: int) -> list[str]:
        """Tell a viewer what just happened, from its own views before and after."""

    def moments(self, before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:
        """Tell what of the last move one remembers of a finished game, with weights: 5 decides it, 1 is a detail."""

    def outcome_sentence(self, view: Record) -> str:
        """Say who won and why, once the game is over."""

    def table_text(self, view: Record, viewer: int) -> str:
        """Draw the position in plain text, as the viewer sees it."""


class Picture(Protocol):
    """What a game's `show.py` defines: views and moves as a page shows them. It too sees views alone.

    A game may also define `preview(view, seat, action)`, what a move would change; `components()`, what is printed on
    its cards and boards; `whereabouts(world, viewer)`, the hidden facts of a world that a belief is about; and
    `is_openly_forced(view, seat)`, whether a spectator can tell that a seat has nothing to choose (see `Match.forced`).
    """

    def show(self, view: Record, viewer: int) -> object:
        """Write a view in the game's own names, as a dataclass of its `view.py`."""

    def touches(self, view: Record, seat: int, action: int) -> list[str]:
        """List the things on the board that a legal action is about, as "kind:id", in the order one touches them."""

    def is_grave(self, view: Record, seat: int, action: int) -> bool:
        """Tell whether a legal action can lose the game at once, as far as the seat knows: pages ask before it."""

    def is_pass(self, view: Record, seat: int, action: int) -> bool:
        """Tell whether a legal action does nothing, or gives up: pages do not put it first."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended, and why."""

    payoffs: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    sentence: str
    points: tuple[int, ...] | None
    """The score each seat reports, in games that count one."""
    places: tuple[int, ...] | None = None
    """Each seat's place, from 1, in games where it counts who comes second."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game whose rules are loaded (compiled on first use, or from the cache)."""

    facts: Facts
    rules: Any
    """A module that fulfils `Rules`."""
    words: Words
    picture: Any
    """A module that fulfils `Picture`."""
    loader: Callable[[str], Game]
    """What loads this game by its id: a game travels as its name."""
    doors: Doors = field(init=False)
    """The rules as Python code calls them."""

    def __post_init__(self) -> None:
        """Let generic compiled code find these rules."""
        register(self.facts.id, self.rules)
        object.__setattr__(self, "doors", Doors(self.rules))

    def deal(self, seats: int, options: Sequence[int], seed: int) -> Position:
        """Return the first position."""
        dealt = Position(self, bytearray(self.doors.size))
        values = np.array(self.facts.completed(options), np.int64)
        self.doors.setup(dealt, seats, values, seed & (2**64 - 1), seed >> 64)
        return dealt

    def outcome(self, position: Position) -> Outcome | None:
        """Say how the game ended, or None while it goes on."""
        reason = int(self.doors.reason(position))
        if reason == 0:
            return None
        payoffs = position.payoffs()
        return Outcome(
            payoffs=payoffs,
            winners=tuple(seat for seat, paid in enumerate(payoffs) if paid > 0),
            reason=self.words.REASONS[reason],
            sentence=self.words.outcome_sentence(position.record),
            points=position.points(),
            places=self.places(position),
        )

    def places(self, position: Position) -> tuple[int, ...] | None:
        """Place all seats, where the game's words rank them; who is level shares a place."""
        rank = getattr(self.words, "standing_of", None)
        if rank is None:
            return None
        ranks = [rank(position.record, seat) for seat in range(position.seats)]
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Travel by name: the other side loads the game itself."""
        return self.loader, (self.facts.id,)

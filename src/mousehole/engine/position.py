"""A position, as Python code passes it around, and a view: a position as one seat sees it.

A position is the bytes of one record, and knows its game. Compiled code works on the record; Python code reads a field
by its name (`position.cat`, `view.traps`) and otherwise uses the methods here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from mousehole.engine.errors import BadSeats, GameOver, IllegalMove, NotYourTurn
from mousehole.engine.facts import SPECTATOR
from mousehole.engine.record import record_over
from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed

if TYPE_CHECKING:
    from mousehole.engine.game import Game, Outcome


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """List the seats of a bitmask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Position:
    """One position of a game, the whole truth."""

    __slots__ = ("_record", "data", "game")

    viewer = SPECTATOR
    """Whose words are used for it."""

    def __init__(self, game: Game, data: bytearray) -> None:
        """Take over the bytes of a record."""
        self.game = game
        self.data = data
        """The bytes of the record; compiled rules work on them (see `engine.doors`)."""
        self._record: Record | None = None

    @property
    def record(self) -> Record:
        """The record itself: for compiled functions, for words, and to write to its fields."""
        if self._record is None:
            self._record = record_over(self.data, self.game.doors.kind)
        return self._record

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # fields are numbers and arrays of numbers
        """Read a field of the record."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.record, name)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.data[self.game.doors.seats_at]

    @property
    def has_house_rules(self) -> bool:
        """Whether something else than what the rulebook prints was agreed for this game."""
        return any(self.data[place] for place in self.game.doors.house_at)

    @property
    def asked(self) -> int:
        """The seats that may act now, as a bitmask; 0 when the game is over."""
        return int(self.game.doors.actors(self))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.asked

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now."""
        return seats_in(self.asked)

    def legal(self, seat: int) -> list[int]:
        """Return a seat's legal actions, ascending; none if it is not asked."""
        self.check_seat(seat)
        game = self.game
        buffer = np.empty(game.facts.max_actions, np.int32)
        found: list[int] = buffer[: game.doors.legal(self, seat, buffer)].tolist()
        return found

    def check_seat(self, seat: int) -> int:
        """Give the seat back if it is at this table."""
        if not 0 <= seat < self.seats:
            raise BadSeats(f"this table has the seats 0 to {self.seats - 1}, not {seat}")
        return seat

    def play(self, seat: int, action: int) -> None:
        """Play an action for a seat, or raise one of three errors and leave everything as it was."""
        try:
            chosen = operator.index(action)
        except TypeError:
            chosen = -1
        if chosen not in self.legal(seat):
            raise self.refusal(seat, action)
        self.game.doors.apply(self, seat, chosen)

    def refusal(self, seat: int, action: object) -> Exception:
        """Say why an action cannot be played."""
        acting, names = self.actors(), self.game.words.seat_name
        if not acting:
            return GameOver("the game is over")
        name = names(self.seats, seat)
        if seat not in acting:
            waited = listed([names(self.seats, other) for other in acting])
            return NotYourTurn(f"{name} is not asked now; the table waits for {waited}")
        try:
            return IllegalMove(f"action {operator.index(action)} is not legal for {name} here")  # type: ignore[arg-type]
        except TypeError:
            return IllegalMove(f"an action is a whole number, not {action!r}")

    def after(self, seat: int, action: int) -> Position:
        """Return the position that an action leads to, or raise one of three errors; this one stays as it is."""
        following = self.copy()
        following.play(seat, action)
        return following

    def view(self, seat: int) -> View:
        """Return what a seat (or the spectator, -1) can know now."""
        if seat != SPECTATOR:
            self.check_seat(seat)
        seen = View(self.game, bytearray(self.data), seat)
        self.game.doors.hide(seen, seat)
        return seen

    def worlds(self, seat: int, seed: int) -> Iterator[Position]:
        """Draw complete worlds that a seat cannot tell apart from this one, without end, by one generator."""
        seen = self.view(seat)
        rng = np.array([seed % 2**64], np.uint64)
        while True:
            world = Position(self.game, bytearray(seen.data))
            self.game.doors.redeal(world, seat, rng)
            yield world

    def world(self, seat: int, seed: int) -> Position:
        """Return a complete world that a seat cannot tell apart from this one; another one for another seed."""
        return next(self.worlds(seat, seed))

    def outcome(self) -> Outcome | None:
        """Say how the game ended, or None while it goes on."""
        return self.game.outcome(self)

    def payoffs(self) -> tuple[float, ...]:
        """Return what each seat is paid: nothing while the game goes on."""
        paid = np.zeros(self.seats, np.float64)
        if self.is_over:
            self.game.doors.payoff(self, paid)
        return tuple(float(amount) + 0.0 for amount in paid)  # a draw has no side: -0.0 becomes 0.0

    def points(self) -> tuple[int, ...] | None:
        """Return the score each seat reports, in games that count one."""
        if not hasattr(self.game.rules, "points"):
            return None
        counted = np.zeros(self.seats, np.float64)
        self.game.doors.points(self, counted)
        return tuple(int(number) for number in counted)

    def is_undoable(self) -> bool:
        """Tell whether the last action may be taken back: nobody has learnt anything new by it."""
        return self.game.facts.has_undo and bool(self.game.doors.is_undoable(self))

    def text(self) -> str:
        """Draw the table in plain text, as the terminal does; of a position that is no view, with all its secrets."""
        return self.game.words.table_text(self.record, self.viewer)

    def copy(self) -> Position:
        """Return a position of its own with the same bytes."""
        return Position(self.game, bytearray(self.data))

    def tobytes(self) -> bytes:
        """Return the bytes of the record: equal positions have equal bytes."""
        return bytes(self.data)

    def __str__(self) -> str:
        """Draw the table, and say how the game ended if it is over."""
        drawn = self.text()
        return f"{drawn}\n\n{self.game.words.outcome_sentence(self.record)}" if self.is_over else drawn

    def __repr__(self) -> str:
        """Say in one line what this is, and nothing that is a secret."""
        return f"<{type(self).__name__} of {self.game.facts.id}, {self.seats} seats, asks {list(self.actors())}>"

    def __eq__(self, other: object) -> bool:
        """Compare game and record."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.viewer == other.viewer and self.data == other.data

    __hash__ = None  # type: ignore[assignment]  # a position can be played on

    def __copy__(self) -> Position:
        """Copy, quickly."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        """Copy, quickly: the game stays the same."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        """Travel as bytes."""
        return restored, (self.game, bytes(self.data))


class View(Position):
    """A position as one seat sees it: what the seat cannot know is -1. Equal views show the same, whatever the past."""

    __slots__ = ("past", "viewer")

    def __init__(self, game: Game, data: bytearray, viewer: int, past: tuple[bytes, ...] = ()) -> None:
        """Take over the bytes of a record from which a viewer's secrets have been taken, or will be at once."""
        super().__init__(game, data)
        self.viewer = viewer
        self.past = Past(game, viewer, past)
        """The viewer's own earlier views of the match, the oldest first; none if the view was made outside a match."""

    def play(self, seat: int, action: int) -> None:  # noqa: ARG002  # as a position has it
        """Refuse: nobody can play on in what somebody sees; a world that fits it can be played on."""
        raise TypeError("a view cannot be played on; view.world(seat, seed) is a world that fits it")

    def view(self, seat: int) -> View:
        """Return the same view once more: there is no other one behind it."""
        if seat != self.viewer:
            raise BadSeats(f"this is the view of seat {self.viewer}, not {seat}")
        return View(self.game, super().view(seat).data, seat, self.past.frames)

    def prompt(self) -> str:
        """Say what the viewer is asked now, or whom it waits for."""
        acting, words = self.actors(), self.game.words
        if self.viewer in acting:
            return words.prompt(self.record, self.viewer)
        if not acting:
            return "The game is over."
        return f"Wait for {listed([words.seat_name(self.seats, seat) for seat in acting])}."

    def at_stake(self) -> str:
        """Say what hangs on the viewer's answer, where a rule matters now; nothing if it is not asked."""
        return self.game.words.stakes(self.record, self.viewer) if self.viewer in self.actors() else ""

    def goal(self) -> tuple[str, str, str]:
        """Say what the viewer wants, how the game ends, and what is hidden."""
        return self.game.words.goal(self.record, self.viewer)

    def move_name(self, action: int) -> str:
        """Write a legal action of the viewer as the notation does."""
        return self.game.words.move_name(self.record, self.viewer, action)

    def move_text(self, action: int) -> str:
        """Write a legal action of the viewer as a button would."""
        return self.game.words.move_text(self.record, self.viewer, action)

    def move_names(self) -> dict[str, int]:
        """Return the viewer's legal actions by their names in the notation."""
        return {self.move_name(action): action for action in self.legal(self.viewer)}

    def sentences(self, before: Position) -> list[str]:
        """Tell the viewer what happened between its view before and this one."""
        return self.game.words.sentences(before.record, self.record, self.viewer)

    def copy(self) -> View:
        """Return a view of its own with the same bytes."""
        return View(self.game, bytearray(self.data), self.viewer, self.past.frames)

    def __str__(self) -> str:
        """Draw the table as the viewer sees it, and say what it is asked, whom it waits for, or how the game ended."""
        return super().__str__() if self.is_over else f"{self.text()}\n\n{self.prompt()}"

    def __repr__(self) -> str:
        """Say in one line what this is."""
        whose = "the spectator" if self.viewer == SPECTATOR else self.game.words.seat_name(self.seats, self.viewer)
        return f"<View of {self.game.facts.id} by {whose}, {self.seats} seats, asks {list(self.actors())}>"

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        """Travel as bytes."""
        return restored, (self.game, bytes(self.data), self.viewer, self.past.frames)


class Past(Sequence[View]):
    """What a seat has seen before: its own view of every earlier position of a match, the oldest first.

    It holds the bytes of these views and nothing else, so nobody who has it can get at what was hidden.
    """

    __slots__ = ("frames", "game", "viewer")

    def __init__(self, game: Game, viewer: int, frames: tuple[bytes, ...]) -> None:
        """Keep the bytes of earlier views."""
        self.game, self.viewer = game, viewer
        self.frames = frames
        """The bytes of each view."""

    def __len__(self) -> int:
        """Count the earlier views."""
        return len(self.frames)

    @overload
    def __getitem__(self, which: int) -> View: ...
    @overload
    def __getitem__(self, which: slice) -> Past: ...
    def __getitem__(self, which: int | slice) -> View | Past:
        """Return one of the views, with its own past, or some of them."""
        if isinstance(which, slice):
            return Past(self.game, self.viewer, self.frames[which])
        number = range(len(self.frames))[which]
        return View(self.game, bytearray(self.frames[number]), self.viewer, self.frames[:number])

    def records(self) -> Record:
        """Return the views as one array of records."""
        return np.frombuffer(b"".join(self.frames), self.game.rules.State)


def restored(game: Game, data: bytes, viewer: int | None = None, past: tuple[bytes, ...] = ()) -> Position:
    """Make a position, or a view, from its bytes."""
    return Position(game, bytearray(data)) if viewer is None else View(game, bytearray(data), viewer, past)

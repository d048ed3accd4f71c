"""One position being played, behind doors that are quick to open from Python.

Calling a rule from Python costs some microseconds, most of them spent to find out the type of the record. So each door
is one compiled call over a plain array, whose type is known at once, and a copy is a copy of bytes. All compiled
functions of this layer stand in this file, because the compiler notices changes in a function's own file, in the
engine and in the games, but nowhere else.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bridges.observation import Layout, Vector, layout
from mousehole.engine.chance import threefry, word
from mousehole.engine.contract import SPECTATOR, actors, apply, hide, legal, payoff, redeal, setup
from mousehole.engine.errors import GameOver, IllegalMove
from mousehole.engine.game import Game
from mousehole.engine.match import check_seed
from mousehole.engine.rule import HIDDEN, Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import load

ILLEGAL = -1
"""In place of the seats that are asked: the action was not legal and nothing has changed."""
WHOLE_TRUTH = -2
"""In place of a viewer: nothing is hidden but chance."""
NOBODY = -1
"""In place of a seat, when the game is over."""

States = NDArray[Any]
"""An array of one record. Not a record array: of that the compiler would have to find out the type at every call."""
Plan = NDArray[np.int32]
Mask = NDArray[np.int8]
Pasts = NDArray[np.uint64]
"""What each seat has seen and done so far, as a fingerprint of 128 bits."""


@rule
def begin(states: States, seats: int, options: Options, low: np.uint64, high: np.uint64) -> int:
    """Set up the first position; return who is asked, as a bitmask."""
    setup(states[0], seats, options, word(low), word(high))  # type: ignore[arg-type]  # a word is an int to readers
    return actors(states[0])


@rule
def play(states: States, seat: int, action: int, room: int) -> int:
    """Play an action; return who is asked then, or ILLEGAL."""
    found = np.empty(room, np.int32)
    for i in range(legal(states[0], seat, found)):
        if found[i] == action:
            apply(states[0], seat, action)
            return actors(states[0])
    return ILLEGAL


@rule
def list_legal(states: States, seat: int, room: int) -> Actions:
    """Return a seat's legal actions."""
    found = np.empty(room, np.int32)
    return found[: legal(states[0], seat, found)]


@rule
def mark_legal(states: States, seat: int, room: int, mask: Mask) -> None:
    """Mark a seat's legal actions in a mask of zeros."""
    found = np.empty(room, np.int32)
    for i in range(legal(states[0], seat, found)):
        mask[found[i]] = 1


@rule
def look(states: States, viewer: int, most_seats: int, plan: Plan, out: Vector) -> None:
    """Write what a viewer observes, as `observation` lays it out."""
    seen = states.copy()
    if viewer != WHOLE_TRUTH:
        hide(seen[0], viewer)
    asked = actors(seen[0])
    for seat in range(most_seats):
        out[seat] = 1 if seat == viewer else 0
        out[most_seats + seat] = (asked >> seat) & 1
    raw = seen.view(np.uint8)
    place = 2 * most_seats
    for row in range(len(plan)):
        offset, width, members = plan[row, 0], plan[row, 1], plan[row, 2]
        number = np.int64(0)
        for i in range(width):
            number |= np.int64(raw[offset + i]) << (8 * i)
        if width < 8 and number >> (8 * width - 1):  # noqa: PLR2004  # a negative number; of 8 bytes it is one already
            number -= np.int64(1) << (8 * width)
        if members == 0:
            out[place] = number
            place += 1
        for i in range(members):
            out[place + i] = HIDDEN if number == HIDDEN else (number >> i) & 1
        place += members


@rule
def see(states: States, viewer: int) -> None:
    """Turn a copy of the position into a viewer's view."""
    hide(states[0], viewer)


@rule
def remember(states: States, seat: int, action: int, pasts: Pasts) -> None:
    """Add the view each seat has now, and for the seat that has just acted its action, to what it has seen so far."""
    for viewer in range(len(pasts)):
        seen = states.copy()
        hide(seen[0], viewer)
        words = seen.view(np.uint64)
        low, high = word(pasts[viewer, 0]), word(pasts[viewer, 1])
        low, high = threefry(low, high, word(action if viewer == seat else 0), word(viewer == seat))
        for i in range(0, len(words), 2):
            following = word(words[i + 1]) if i + 1 < len(words) else word(0)
            low, high = threefry(low, high, word(words[i]), following)
        pasts[viewer, 0] = low
        pasts[viewer, 1] = high


@rule
def deal_again(states: States, viewer: int, rng: Rng) -> int:
    """Turn the position into a world that its viewer cannot tell apart from it; return who is asked there."""
    hide(states[0], viewer)
    redeal(states[0], viewer, rng)
    return actors(states[0])


@rule
def pay(states: States, out: Numbers) -> None:
    """Write the payoffs of a finished game."""
    payoff(states[0], out)


@dataclass(frozen=True, eq=False)
class Setting:
    """A game with its seats and options agreed: what stays the same from one play of it to the next."""

    game: Game
    seats: int
    options: tuple[int, ...]
    layout: Layout
    record: np.dtype[Any]
    room: int
    """Entries of the buffer for legal actions."""

    def __deepcopy__(self, memo: dict[int, object]) -> Setting:
        """Stay the same: nothing here ever changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[str, int, tuple[int, ...]]]:
        """Travel by name: a loaded game itself cannot."""
        return agreed, (self.game.facts.id, self.seats, self.options)


def setting(game_id: str, seats: int | None = None, options: Mapping[str, int | str] | None = None) -> Setting:
    """Check what is agreed; what is not given is usual."""
    known = load(game_id).facts
    return agreed(
        game_id, known.check_seats(known.usual_seats if seats is None else seats), known.option_values(options or {})
    )


@cache
def agreed(game_id: str, seats: int, options: tuple[int, ...]) -> Setting:
    """Return the one setting with these values."""
    game = load(game_id)
    record = np.dtype((np.record, game.rules.State))
    return Setting(game, seats, options, layout(game_id), record, 2 * game.facts.max_actions)


class Position:
    """A position and the seats it asks.

    Secret choices that belong to one moment are asked one by one, the lowest seat first. Nobody sees another's choice
    meanwhile: what a seat observes is its view, and a view hides it.
    """

    __slots__ = ("asked", "raw", "setting", "states")

    def __init__(self, agreed_on: Setting, raw: NDArray[np.uint8], asked: int) -> None:
        """Take over the bytes of a record."""
        self.setting = agreed_on
        self.raw = raw
        self.states: States = raw.view(agreed_on.record)
        self.asked = asked

    @classmethod
    def deal(cls, agreed_on: Setting, seed: int) -> Position:
        """Deal the first position of a seed, the very one that `Match.start` deals."""
        seed = check_seed(operator.index(seed))
        low, high = np.uint64(seed & (2**64 - 1)), np.uint64(seed >> 64)
        dealt = cls(agreed_on, np.zeros(agreed_on.record.itemsize, np.uint8), 0)
        dealt.asked = begin(dealt.states, agreed_on.seats, np.array(agreed_on.options, np.int64), low, high)
        return dealt

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.asked

    @property
    def seat(self) -> int:
        """The seat whose turn it is to answer, or NOBODY."""
        return (self.asked & -self.asked).bit_length() - 1

    def legal(self) -> list[int]:
        """Return the legal actions of the seat whose turn it is."""
        if not self.asked:
            return []
        found: list[int] = list_legal(self.states, self.seat, self.setting.room).tolist()
        return found

    def mask(self, seat: int) -> Mask:
        """Return a seat's legal actions as a mask: none unless it is its turn to answer."""
        mask = np.zeros(self.setting.game.facts.actions, np.int8)
        if self.asked and seat == self.seat:
            mark_legal(self.states, seat, self.setting.room, mask)
        return mask

    def play(self, action: int) -> None:
        """Play an action for the seat whose turn it is, or raise an error and leave everything as it was."""
        if not self.asked:
            raise GameOver("the game is over")
        try:
            chosen = operator.index(action)
        except TypeError:
            raise IllegalMove(f"an action is a whole number, not {action!r}") from None
        known = self.setting.game.facts
        after = play(self.states, self.seat, chosen, self.setting.room) if 0 <= chosen < known.actions else ILLEGAL
        if after == ILLEGAL:
            name = self.setting.game.words.seat_name(self.setting.seats, self.seat)
            raise IllegalMove(f"action {chosen} is not legal for {name} here")
        self.asked = after

    def observe(self, viewer: int) -> Vector:
        """Return what a viewer observes: a seat, the SPECTATOR, or the WHOLE_TRUTH."""
        known = self.setting.layout
        seen = np.empty(known.size, np.int16)
        look(self.states, viewer, self.setting.game.facts.max_seats, known.plan, seen)
        return seen

    def view(self, viewer: int) -> Record:
        """Return a viewer's view as a record, for words."""
        seen = self.copy()
        if viewer != WHOLE_TRUTH:
            see(seen.states, viewer)
        return seen.states[0]

    def move_names(self) -> dict[int, str]:
        """Name the legal actions of the seat whose turn it is, as the notation of matches does."""
        seat = self.seat
        return {action: self.setting.game.words.move_name(self.view(seat), seat, action) for action in self.legal()}

    def text(self, viewer: int) -> str:
        """Draw the table as a viewer sees it, and say what the viewer is asked or how it ended."""
        words, seen = self.setting.game.words, self.view(viewer)
        drawn = words.table_text(seen, viewer)
        if self.is_over:
            return f"{drawn}\n\n{words.outcome_sentence(seen)}"
        return f"{drawn}\n\n{words.prompt(seen, viewer)}" if viewer == self.seat else drawn

    def payoffs(self) -> list[float]:
        """Return what each seat is paid: nothing while the game goes on."""
        paid = np.zeros(self.setting.seats, np.float64)
        if self.is_over:
            pay(self.states, paid)
        return [float(amount) + 0.0 for amount in paid]  # a draw has no side: -0.0 becomes 0.0

    def reason(self) -> str:
        """Return the stable code of why the game ended; empty while it goes on."""
        game = self.setting.game
        return game.words.REASONS[int(game.rules.reason(self.states[0]))]

    def points(self) -> list[int] | None:
        """Return the score each seat reports, in games that count one."""
        rules = self.setting.game.rules
        if not hasattr(rules, "points"):
            return None
        counted = np.zeros(self.setting.seats, np.float64)
        rules.points(self.states[0], counted)
        return [int(score) for score in counted]

    def redealt(self, viewer: int, seed: int) -> Position:
        """Return a world that a viewer cannot tell apart from this one, chosen by a seed of 64 bits."""
        world = self.copy()
        world.asked = deal_again(world.states, viewer, np.array([seed], np.uint64))
        return world

    def copy(self) -> Position:
        """Return a position of its own with the same bytes."""
        return Position(self.setting, self.raw.copy(), self.asked)

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        """Copy, quickly."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Setting, bytes, int]]:
        """Travel as bytes."""
        return restore, (self.setting, self.raw.tobytes(), self.asked)


def restore(agreed_on: Setting, raw: bytes, asked: int) -> Position:
    """Make a position from its bytes."""
    return Position(agreed_on, np.frombuffer(bytearray(raw), np.uint8), asked)


__all__ = ["NOBODY", "SPECTATOR", "WHOLE_TRUTH", "Position", "Setting", "remember", "setting"]

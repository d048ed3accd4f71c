"""A match: game + rules version + options + seed + the actions played. It replays bit for bit."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mousehole.engine.contract import SPECTATOR
from mousehole.engine.errors import BadSeats, BadSeed, CannotUndo, GameOver, IllegalMove, NotYourTurn
from mousehole.engine.game import Game, Outcome
from mousehole.engine.rule import Record

SEED_LIMIT = 2**128
SHOWN = 40
"""So much of a text that is no move is repeated in the error."""


def fresh_seed() -> int:
    """Return a seed nobody can guess."""
    return secrets.randbits(128)


def check_seed(seed: int) -> int:
    """Give the seed back if it is one."""
    if not 0 <= seed < SEED_LIMIT:
        raise BadSeed(f"a seed is a whole number from 0 to 2**128 - 1, not {seed}")
    return seed


def parse_seed(text: str) -> int:
    """Read a seed as people write it."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEED_LIMIT))):
        raise BadSeed(f"a seed is a whole number from 0 to 2**128 - 1, not {text[:SHOWN]!r}")
    return check_seed(int(text))


@dataclass(eq=False)
class Match:
    """One game being played. `step` is the only door: nothing else changes a position."""

    game: Game
    seats: int
    options: tuple[int, ...]
    seed: int
    moves: list[tuple[int, int]] = field(default_factory=list)
    """The actions played, each with the seat that played it."""
    positions: list[Record] = field(default_factory=list)
    """Every position so far, the first one included: one more than moves."""

    @classmethod
    def start(
        cls,
        game: Game,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        seed: int | None = None,
    ) -> Match:
        """Set up a new match; what is not given is usual, or random for the seed."""
        count = game.facts.check_seats(game.facts.usual_seats if seats is None else seats)
        values = game.facts.option_values(options or {})
        chosen = fresh_seed() if seed is None else check_seed(seed)
        return cls(game, count, values, chosen, [], [game.deal(count, values, chosen)])

    @property
    def state(self) -> Record:
        """The present position, the whole truth."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors()

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now."""
        return self.game.actors(self.state)

    def legal(self, seat: int) -> list[int]:
        """Return a seat's legal actions."""
        self.check_seat(seat)
        return self.game.legal(self.state, seat)

    def view(self, seat: int) -> Record:
        """Return what a seat (or the spectator, -1) can know now."""
        if seat != SPECTATOR:
            self.check_seat(seat)
        return self.game.view(self.state, seat)

    def outcome(self) -> Outcome | None:
        """Say how the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def check_seat(self, seat: int) -> int:
        """Give the seat back if it is at this table."""
        if not 0 <= seat < self.seats:
            raise BadSeats(f"this table has the seats 0 to {self.seats - 1}, not {seat}")
        return seat

    def step(self, seat: int, action: int) -> None:
        """Play an action for a seat, or raise one of three errors and leave everything as it was."""
        self.check_seat(seat)
        acting = self.actors()
        if not acting:
            raise GameOver("the game is over")
        name = self.game.words.seat_name(self.seats, seat)
        if seat not in acting:
            waited = " and ".join(self.game.words.seat_name(self.seats, other) for other in acting)
            raise NotYourTurn(f"{name} is not asked now; the table waits for {waited}")
        try:
            chosen = operator.index(action)
        except TypeError:
            raise IllegalMove(f"an action is a whole number, not {action!r}") from None
        if chosen not in self.legal(seat):
            raise IllegalMove(f"action {chosen} is not legal for {name} here")
        after = self.state.copy()
        self.game.rules.apply(after[0], seat, chosen)
        self.moves.append((seat, chosen))
        self.positions.append(after)

    def play(self, moves: Iterable[tuple[int, int]]) -> Match:
        """Play several actions in turn and return this match."""
        for seat, action in moves:
            self.step(seat, action)
        return self

    def undo(self) -> None:
        """Take the last action back, where the game allows it."""
        if not self.moves or not self.game.is_undoable(self.state):
            raise CannotUndo("the last move cannot be taken back")
        self.moves.pop()
        self.positions.pop()

    def prompt(self, seat: int) -> str:
        """Say what a seat is asked now."""
        return self.game.words.prompt(self.view(seat)[0], seat)

    def move_names(self, seat: int) -> dict[str, int]:
        """Return a seat's legal actions by their names in the notation."""
        view = self.view(seat)[0]
        return {self.game.words.move_name(view, seat, action): action for action in self.legal(seat)}

    def parse_move(self, seat: int, text: str) -> int:
        """Read a legal move by its name; case and blanks do not matter."""
        wanted = " ".join(text.split()).lower()
        names = self.move_names(seat)
        if wanted not in names:
            shown = wanted if len(wanted) <= SHOWN else wanted[:SHOWN] + "..."
            raise IllegalMove(f"{shown!r} is not a legal move for {self.game.words.seat_name(self.seats, seat)} here")
        return names[wanted]

    def told(self, viewer: int, move: int) -> list[str]:
        """Tell a viewer what happened with the move of that number (the first is 0)."""
        before, after = (self.game.view(self.positions[i], viewer) for i in (move, move + 1))
        return self.game.words.sentences(before[0], after[0], viewer)

    def log(self, viewer: int) -> list[str]:
        """Tell a viewer the whole story so far."""
        return [sentence for move in range(len(self.moves)) for sentence in self.told(viewer, move)]

    def __eq__(self, other: object) -> bool:
        """Compare what a match is: its game, seats, options, seed and moves."""
        if not isinstance(other, Match):
            return NotImplemented
        mine = (self.game.facts.id, self.seats, self.options, self.seed, self.moves)
        return mine == (other.game.facts.id, other.seats, other.options, other.seed, other.moves)

    __hash__ = None  # type: ignore[assignment]  # a match changes as it is played

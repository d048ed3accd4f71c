"""A match: game + rules version + options + seed + the actions played. It replays bit for bit."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from mousehole.engine.errors import BadSeed, CannotUndo, IllegalMove
from mousehole.engine.facts import SPECTATOR
from mousehole.engine.game import Game, Outcome
from mousehole.engine.position import Position, View
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


@dataclass(eq=False, repr=False)
class Match:
    """One game being played.

    `after` checks an action and returns the position it leads to, `append` writes it down, and `step` does both.
    Nothing else changes a match but `undo`.
    """

    game: Game
    seats: int
    options: tuple[int, ...]
    seed: int
    moves: list[tuple[int, int]] = field(default_factory=list)
    """The actions played, each with the seat that played it."""
    positions: list[Position] = field(default_factory=list)
    """Every position so far, the first one included: one more than moves."""
    seen: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    """What each seat that asked was shown of the positions before the present one: a view's past."""
    begun: int = 0
    """So many moves were taken over from another game; from there on it is a game of its own."""
    redealt: tuple[int, int] | None = None
    """The seat from whose knowledge all else was dealt anew at that moment, and by which seed."""

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
        values = game.facts.check_together(count, game.facts.option_values(options or {}))
        chosen = fresh_seed() if seed is None else check_seed(operator.index(seed))
        return cls(game, count, values, chosen, [], [game.deal(count, values, chosen)])

    @property
    def state(self) -> Position:
        """The present position, the whole truth."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now."""
        return self.state.actors()

    def legal(self, seat: int) -> list[int]:
        """Return a seat's legal actions."""
        return self.state.legal(seat)

    def view(self, seat: int) -> View:
        """Return what a seat (or the spectator, -1) can know now, and in `past` what it could see before."""
        view = self.state.view(seat)
        seen, first = self.seen.get(seat, ()), self.first_seen(seat)
        seen += tuple(bytes(earlier.view(seat).data) for earlier in self.positions[first + len(seen) : -1])
        self.seen[seat] = seen
        return View(self.game, view.data, seat, seen)

    def view_then(self, seat: int, move: int) -> View:
        """Return what a seat could know after so many moves, with what it could see before."""
        first = min(self.first_seen(seat), move)
        frames = tuple(bytes(position.view(seat).data) for position in self.positions[first : move + 1])
        return View(self.game, bytearray(frames[-1]), seat, frames[:-1])

    def first_seen(self, seat: int) -> int:
        """Say from which position on a seat remembers: where all else was dealt anew, the others begin there."""
        return self.begun if self.redealt is not None and seat != self.redealt[0] else 0

    def begin_here(self, redealt: tuple[int, int] | None = None) -> Match:
        """Begin a game of its own at this moment; with a seat and a seed, what that seat cannot know is redealt."""
        self.begun, self.redealt = len(self.moves), redealt
        if redealt is not None:
            self.positions[-1] = self.state.world(*redealt)
            self.seen.clear()
        return self

    def outcome(self) -> Outcome | None:
        """Say how the game ended, or None while it goes on."""
        return self.state.outcome()

    def after(self, seat: int, action: int) -> Position:
        """Return the position that an action would lead to, or raise one of three errors; nothing changes."""
        return self.state.after(seat, action)

    def append(self, seat: int, action: int, position: Position) -> None:
        """Write down an action that `after` has checked, with the position it leads to."""
        self.moves.append((seat, operator.index(action)))
        self.positions.append(position)

    def step(self, seat: int, action: int) -> None:
        """Play an action for a seat, or raise one of three errors and leave everything as it was."""
        self.append(seat, action, self.after(seat, action))

    def play(self, moves: Iterable[tuple[int, int]]) -> Match:
        """Play several actions in turn and return this match."""
        for seat, action in moves:
            self.step(seat, action)
        return self

    def undo(self) -> None:
        """Take the last action back, where the game allows it."""
        if not self.can_undo:
            raise CannotUndo("the last move cannot be taken back")
        self.moves.pop()
        self.positions.pop()
        self.seen = {seat: seen[: len(self.moves) - self.first_seen(seat)] for seat, seen in self.seen.items()}

    @property
    def can_undo(self) -> bool:
        """Whether the last action may be taken back: the game allows it, and it was played in this game."""
        return len(self.moves) > self.begun and self.state.is_undoable()

    def forced(self, seat: int) -> int | None:
        """Return the only action of a seat, where playing it for the seat tells nobody anything and takes nothing away.

        The game says where a spectator can tell that the seat has nothing to choose; and while an earlier move of the
        seat could still be taken back, that is a choice too.
        """
        is_openly_forced = getattr(self.game.picture, "is_openly_forced", None)
        if is_openly_forced is None or seat not in self.actors():
            return None
        if not is_openly_forced(self.state.view(SPECTATOR).record, seat):
            return None
        has_way_back = bool(self.moves) and self.moves[-1][0] == seat and self.state.is_undoable()
        actions = self.legal(seat)
        return actions[0] if len(actions) == 1 and not has_way_back else None

    def side_name(self, side: int) -> str:
        """Name a side inside a sentence: the mice, or the one seat it has."""
        known = self.game.facts
        first = next(seat for seat in range(self.seats) if known.side_of(seat) == side)
        return known.side_names[side] if known.side_names else self.game.words.seat_name(self.seats, first)

    def prompt(self, seat: int) -> str:
        """Say what a seat is asked now, or whom it waits for."""
        return self.state.view(seat).prompt()

    def move_names(self, seat: int) -> dict[str, int]:
        """Return a seat's legal actions by their names in the notation."""
        return self.state.view(seat).move_names()

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
        before, after = (self.positions[i].view(viewer) for i in (move, move + 1))
        return after.sentences(before)

    def log(self, viewer: int) -> list[str]:
        """Tell a viewer the whole story so far."""
        return [sentence for move in range(len(self.moves)) for sentence in self.told(viewer, move)]

    def records(self) -> Record:
        """Return every position so far as one array of records, to look at a field through the whole game."""
        return np.frombuffer(b"".join(position.data for position in self.positions), self.game.rules.State)

    def __str__(self) -> str:
        """Draw the table as the terminal does for somebody who looks on, so without secrets until the game is over."""
        return str(self.state.view(SPECTATOR))

    def __repr__(self) -> str:
        """Say in one line what this is; the seed, which tells all secrets, does not show."""
        end = self.outcome()
        stands = f"over: {end.reason}" if end else f"asks {list(self.actors())}"
        return f"<Match of {self.game.facts.id}, {self.seats} seats, {len(self.moves)} moves, {stands}>"

    def __eq__(self, other: object) -> bool:
        """Compare what a match is: its game, seats, options, seed and moves."""
        if not isinstance(other, Match):
            return NotImplemented
        mine = (self.game.facts.id, self.seats, self.options, self.seed, self.moves, self.begun, self.redealt)
        theirs = (other.game.facts.id, other.seats, other.options, other.seed, other.moves, other.begun, other.redealt)
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # a match changes as it is played

    def copy(self) -> Match:
        """Return a match of its own that has come to the same position."""
        return replace(self, moves=[*self.moves], positions=[*self.positions], seen={})

    def __copy__(self) -> Match:
        """Copy, quickly."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        """Copy, quickly: positions that have been written down never change."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[object, ...]]:
        """Travel as what a match is: game, seats, options, seed and moves. The other side plays it again."""
        what = (self.game, self.seats, self.options, self.seed, tuple(self.moves))
        return replayed, (*what, (self.begun, self.redealt)) if self.begun else what


def replayed(
    game: Game,
    seats: int,
    options: tuple[int, ...],
    seed: int,
    moves: Sequence[tuple[int, int]],
    beginning: tuple[int, tuple[int, int] | None] = (0, None),
) -> Match:
    """Play a match again; one that went on from another has a beginning: after how many moves, and what was redealt."""
    begun, redealt = beginning
    match = Match(game, seats, options, seed, [], [game.deal(seats, options, seed)])
    return match.play(moves[:begun]).begin_here(redealt).play(moves[begun:])

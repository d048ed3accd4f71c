"""A batch: thousands of games stepped at once, by the very same rules, on a processor or a GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.device import Device
from mousehole.batch.observing import plan_of
from mousehole.batch.processor import Processor
from mousehole.batch.stepping import BITS, SEAT_SHIFT
from mousehole.engine.errors import BadSeats, BadSeed
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.vectors import layout

SEED_LIMIT = 2**64
"""The other half of a match's seed is the number of the game."""
CPU, GPU = "cpu", "gpu"


class Batch:
    """Many games of one kind. After each step its arrays say, for every game, who is asked, and what that seat sees.

    `actors` is the seat that is asked, -1 where a game is over and no other begins; `observations` a row of bytes of
    what that seat sees; `masks` its legal actions, packed, action a in bit a % 8 of byte a // 8; `rewards` what each
    seat was paid in this step, `ends` how many games ended in it; `numbers` the numbers of the games and `lengths` how
    many moves they have. The arrays are the batch's own and change with every step: copy what is to be kept. On a GPU
    they lie there, and PyTorch, JAX and CuPy take them without a copy.
    """

    def __init__(  # one switch for each thing that can be had or not
        self,
        game: str | Game,
        n: int,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        device: str = CPU,
        plays_forced: bool = True,
        restarts: bool = True,
        keeps_moves: bool = False,
        observes: bool = True,
    ) -> None:
        """Deal `n` games; row i plays the games i, i + n, i + 2n, ... of the seed in turn, counted from `first` on."""
        self.game = load(game) if isinstance(game, str) else game
        known = self.game.facts
        if n < 1:
            raise ValueError(f"a batch has at least one game, not {n}")
        if device not in {CPU, GPU}:
            raise ValueError(f"a batch is played on the cpu or gpu, not on {device!r}")
        self.n, self.seats = n, known.check_seats(known.usual_seats if seats is None else seats)
        self.options = known.check_together(self.seats, known.option_values(options or {}))
        if not 0 <= seed < SEED_LIMIT:
            raise BadSeed(f"a seed of many games is a whole number from 0 to 2**64 - 1, not {seed}")
        if not 0 <= first <= SEED_LIMIT // 2 - n:
            raise ValueError(f"no game has the number {first + n - 1}")
        self.seed, self.first, self.device = seed, first, device
        self.plays_forced, self.restarts = plays_forced, restarts
        self.layout = layout(known.id)
        self.plan = plan_of(self.game)
        longest = known.longest if keeps_moves else 0
        made: dict[str, Any] = {
            "states": np.zeros(n, self.game.rules.State),
            "actors": np.zeros(n, np.int32),
            "observations": np.zeros((n, self.plan.size if observes else 0), np.uint8),
            "masks": np.zeros((n, -(-known.actions // BITS)), np.uint8),
            "rewards": np.zeros((n, self.seats), np.float32),
            "ends": np.zeros(n, np.uint8),
            "numbers": np.arange(first, first + n, dtype=np.int64),
            "lengths": np.zeros(n, np.int32),
            "moves": np.zeros((n, longest), np.int32),
            "last_moves": np.zeros((n, longest), np.int32),
            "last": np.full((n, 2), -1, np.int64),
        }
        self.engine: Processor | Device = Device(self, made) if device == GPU else Processor(self, made, threads)
        self.made = made
        lent: Callable[[str], Any] = self.engine.lent
        self.actors, self.observations, self.masks = lent("actors"), lent("observations"), lent("masks")
        self.rewards, self.ends = lent("rewards"), lent("ends")
        self.numbers, self.lengths = lent("numbers"), lent("lengths")
        self.engine.step(None)

    def step(self, actions: Any) -> None:  # NumPy's, or any array that lies where the batch lies
        """Play an action in every game, and go on to the next decision of each; where nobody is asked, none is played.

        In place of an action, WAIT lets a game stand, and DEAL leaves it and begins the next one of its row.
        An action that is not legal there changes nothing in its game and raises `IllegalMove` when all others have been
        stepped; on a GPU it is found out by `check`.
        """
        self.engine.step(actions)

    def check(self) -> None:
        """Raise `IllegalMove` if any step so far was given an action that was not legal."""
        self.engine.check()

    def random_actions(self) -> Any:
        """Draw a random legal action for every game, each from a generator of its own."""
        return self.engine.draw()

    def observe_as(self, seats: Any, out: Any = None) -> Any:
        """Return what a seat sees in every game, asked or not; or one seat for each game, given as an array.

        In an array, -1 is nobody, who sees zeros. It is written into `out`, or into a new array; `observations` stays
        as it is. Of a game that is over it is the last position.
        """
        if isinstance(seats, int | np.integer):
            seats = int(seats)
            if not 0 <= seats < self.seats:
                raise BadSeats(f"there is no seat {seats} at a table for {self.seats}")
        return self.engine.observe(seats, out)

    def match(self, row: int) -> Match:
        """Return the game of a row as it stands, as a match; for batches that keep their moves."""
        return self.replayed(self.host("numbers")[row], self.host("lengths")[row], self.host("moves")[row])

    def last_match(self, row: int) -> Match | None:
        """Return the game that ended last in a row, as a match; None if none has ended yet."""
        number, length = self.host("last")[row]
        return None if number < 0 else self.replayed(number, length, self.host("last_moves")[row])

    def replayed(self, number: int, length: int, moves: NDArray[np.int32]) -> Match:
        """Play the moves of a game of a number again."""
        named = self.game.facts.options_by_name(self.options)
        seed = self.seed + (int(number) << 64)
        match = Match.start(self.game, seats=self.seats, options=named, seed=seed)
        return match.play(read_moves(length, moves))

    def moves_of(self, row: int) -> list[tuple[int, int]]:
        """Return the moves of a row's game so far, each a seat and an action; for batches that keep them."""
        return read_moves(self.host("lengths")[row], self.host("moves")[row])

    def host(self, name: str) -> NDArray[Any]:
        """Return one of the arrays as NumPy's."""
        found = self.made[name]
        copied: NDArray[Any] = found if isinstance(found, np.ndarray) else found.copy_to_host()
        return copied

    def unpacked_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as a row of booleans a game."""
        return np.unpackbits(self.host("masks"), axis=1, count=self.game.facts.actions, bitorder="little").view(bool)


def read_moves(length: int, moves: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Read moves that were kept, each a seat and an action."""
    if length > len(moves):
        raise ValueError("this batch does not keep its moves: keeps_moves=True does")
    return [(int(move) >> SEAT_SHIFT, int(move) & ((1 << SEAT_SHIFT) - 1)) for move in moves[:length]]

"""A batch: thousands of games stepped at once, by the very same rules, on a processor or a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.observing import Plan, plan_of
from mousehole.batch.stepping import BITS, NOBODY, SEAT_SHIFT, draw_actions, step_games
from mousehole.bridges.observation import layout
from mousehole.engine.errors import BadSeed, IllegalMove, TableError
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.playout import seed_playout
from mousehole.games import load

SEED_LIMIT = 2**64
"""The other half of a match's seed is the number of the game."""
CPU, GPU = "cpu", "gpu"


class NoDevice(TableError):
    """A batch on a GPU was asked for where there is none that can be used."""

    code = "no_device"


class Batch:
    """Many games of one kind. After each step its arrays say, for every game, who is asked, and what that seat sees.

    `actors` is the seat that is asked, -1 where a game is over and no other begins; `observations` a row of bytes of
    what that seat sees; `masks` its legal actions, packed, action a in bit a % 8 of byte a // 8; `rewards` what each
    seat was paid in this step, `ends` how many games ended in it; `numbers` the numbers of the games and `lengths` how
    many moves they have. The arrays are the batch's own and change with every step: copy what is to be kept. On a GPU
    they lie there, and PyTorch, JAX and CuPy take them without a copy.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        seed: int = 0,
        threads: int = 1,
        device: str = CPU,
        plays_forced: bool = True,
        restarts: bool = True,
        keeps_moves: bool = False,
    ) -> None:
        """Deal `n` games; game i of the batch plays the games i, i + n, i + 2n, ... of the seed, one after the other."""
        self.game = load(game) if isinstance(game, str) else game
        known = self.game.facts
        if n < 1:
            raise ValueError(f"a batch has at least one game, not {n}")
        if device not in {CPU, GPU}:
            raise ValueError(f"a batch is played on the cpu or gpu, not on {device!r}")
        self.n, self.seats = n, known.check_seats(known.usual_seats if seats is None else seats)
        self.options = known.option_values(options or {})
        if not 0 <= seed < SEED_LIMIT:
            raise BadSeed(f"a seed of many games is a whole number from 0 to 2**64 - 1, not {seed}")
        self.seed, self.device = seed, device
        self.plays_forced, self.restarts = plays_forced, restarts
        self.layout = layout(known.id)
        self.plan = plan_of(self.game)
        longest = known.longest if keeps_moves else 0
        made: dict[str, NDArray[Any]] = {
            "states": np.zeros(n, self.game.rules.State),
            "actors": np.zeros(n, np.int32),
            "observations": np.zeros((n, self.plan.size), np.uint8),
            "masks": np.zeros((n, -(-known.actions // BITS)), np.uint8),
            "rewards": np.zeros((n, self.seats), np.float32),
            "ends": np.zeros(n, np.uint8),
            "numbers": np.arange(n, dtype=np.int64),
            "lengths": np.zeros(n, np.int32),
            "moves": np.zeros((n, longest), np.int32),
            "last_moves": np.zeros((n, longest), np.int32),
            "last": np.full((n, 2), -1, np.int64),
        }
        self.engine: Threads | Device = Device(self, made) if device == GPU else Threads(self, made, threads)
        self.actors, self.observations, self.masks = (made[name] for name in ("actors", "observations", "masks"))
        self.rewards, self.ends = made["rewards"], made["ends"]
        self.numbers, self.lengths = made["numbers"], made["lengths"]
        self.made = made
        self.engine.step(None)

    def step(self, actions: Any) -> None:  # noqa: ANN401  # NumPy's, or any array that lies where the batch lies
        """Play an action in every game, and go on to the next decision of each; where nobody is asked, none is played.

        An action that is not legal there changes nothing in its game and raises `IllegalMove` when all others have been
        stepped; on a GPU it is found out by `check`.
        """
        self.engine.step(actions)

    def check(self) -> None:
        """Raise `IllegalMove` if any step so far was given an action that was not legal."""
        self.engine.check()

    def random_actions(self) -> Any:  # noqa: ANN401
        """Draw a random legal action for every game, each from a generator of its own."""
        return self.engine.draw()

    def match(self, row: int) -> Match:
        """Return the game of a row as it stands, as a match; for batches that keep their moves."""
        return self.replayed(self.host("numbers")[row], self.host("lengths")[row], self.host("moves")[row])

    def last_match(self, row: int) -> Match | None:
        """Return the game that ended last in a row, as a match; None if none has ended yet."""
        number, length = self.host("last")[row]
        return None if number < 0 else self.replayed(number, length, self.host("last_moves")[row])

    def replayed(self, number: int, length: int, moves: NDArray[np.int32]) -> Match:
        """Play the moves of a game of a number again."""
        if length > len(moves):
            raise ValueError("this batch does not keep its moves: keeps_moves=True does")
        named = {option.name: value for option, value in zip(self.game.facts.options, self.options, strict=True)}
        seed = self.seed + (int(number) << 64)
        match = Match.start(self.game, seats=self.seats, options=named, seed=seed)
        return match.play((int(move) >> SEAT_SHIFT, int(move) & ((1 << SEAT_SHIFT) - 1)) for move in moves[:length])

    def host(self, name: str) -> NDArray[Any]:
        """Return one of the arrays as NumPy's."""
        found = self.made[name]
        return found if isinstance(found, np.ndarray) else found.copy_to_host()

    def unpacked_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as a row of booleans a game."""
        return np.unpackbits(self.host("masks"), axis=1, count=self.game.facts.actions, bitorder="little").view(bool)


def own_generators(batch: Batch) -> NDArray[np.uint64]:
    """Seed a generator for each game, by the seed and its first number."""
    rngs = np.zeros(batch.n, np.uint64)
    for row in range(batch.n):
        seed_playout(rngs[row : row + 1], np.uint64(batch.seed), np.uint64(row))  # type: ignore[arg-type]
    return rngs


class Threads:
    """Steps a batch on a processor, its games divided among threads."""

    def __init__(self, batch: Batch, made: dict[str, NDArray[Any]], threads: int) -> None:
        """Lay out a desk for each thread."""
        self.batch, self.made = batch, made
        known = batch.game.facts
        self.options = np.array(batch.options or (0,), np.int64)
        self.actions = np.zeros(batch.n, np.int32)
        self.rngs: NDArray[np.uint64] | None = None
        threads = max(1, min(threads, batch.n))
        bounds = [batch.n * k // threads for k in range(threads + 1)]
        self.shares = list(zip(bounds, bounds[1:], strict=False))
        self.desks = [
            (np.zeros(1, batch.game.rules.State), np.zeros(known.max_actions, np.int32), np.zeros(known.max_seats))
            for _ in range(threads)
        ]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.fault = -1

    def step(self, actions: Any) -> None:  # noqa: ANN401
        """Step all games."""
        if actions is not None:
            self.actions[:] = actions
        begins = int(actions is None)
        faults = self.each(lambda share, desk: self.step_share(share, desk, begins))
        found = [fault for fault in faults if fault >= 0]
        if found:
            self.fault = found[0]
            self.check()

    def step_share(self, share: tuple[int, int], desk: tuple[Any, ...], begins: int) -> int:
        """Step the games of one thread."""
        batch, made = self.batch, self.made
        seen, buffer, paid = desk
        return int(
            step_games(
                made["states"], seen, seen.view(np.uint8), *share, begins, int(batch.plays_forced),
                int(batch.restarts), batch.seats, batch.game.facts.max_seats, self.options, np.uint64(batch.seed),
                self.actions, batch.plan.runs, buffer, paid, made["numbers"], made["lengths"], made["actors"],
                made["observations"], made["masks"], made["rewards"], made["ends"], made["moves"],
                made["last_moves"], made["last"],
            )
        )  # fmt: skip

    def each(self, work: Any) -> list[Any]:  # noqa: ANN401
        """Let every thread do its share."""
        if self.pool is None:
            return [work(self.shares[0], self.desks[0])]
        return list(self.pool.map(work, self.shares, self.desks))

    def check(self) -> None:
        """Raise if an action was not legal."""
        if self.fault >= 0:
            fault, self.fault = self.fault, -1
            raise IllegalMove(f"action {self.actions[fault]} is not legal in game {fault} of the batch")

    def draw(self) -> NDArray[np.int32]:
        """Draw random actions."""
        if self.rngs is None:
            self.rngs = own_generators(self.batch)
        rngs, drawn = self.rngs, np.zeros(self.batch.n, np.int32)
        self.each(lambda share, _: draw_actions(self.made["masks"], drawn, rngs, *share))
        return drawn


class Device:
    """Steps a batch on a GPU."""

    def __init__(self, batch: Batch, made: dict[str, Any]) -> None:
        """Compile the kernels and bring the arrays over."""
        from mousehole.batch import gpu  # noqa: PLC0415  # needs numba-cuda

        refusal = gpu.why_not()
        if refusal is not None:
            raise NoDevice(refusal)
        from numba import cuda  # noqa: PLC0415

        self.batch, self.made, self.cuda, self.gpu = batch, made, cuda, gpu
        words = made["states"].view(np.uint64).reshape(batch.n, -1)
        self.raw = cuda.to_device(words)
        for name in [name for name in made if name != "states"]:
            made[name] = cuda.to_device(made[name])
        del made["states"]
        self.options = cuda.to_device(np.array(batch.options or (0,), np.int64))
        self.entries = cuda.to_device(batch.plan.entries)
        self.actions = cuda.to_device(np.zeros(batch.n, np.int32))
        self.faults = cuda.to_device(np.full(1, batch.n, np.int64))
        self.rngs: Any = None
        self.threads = gpu.threads_for(batch.game)
        self.kernel, self.drawing = gpu.make_step(batch.game, batch.plan), gpu.make_draw()
        self.is_compiled = False

    def step(self, actions: Any) -> None:  # noqa: ANN401
        """Step all games."""
        given = self.actions if actions is None else self.cuda.as_cuda_array(actions)
        if self.is_compiled:
            self.launch(given, begins=int(actions is None))
        else:
            with self.gpu.tuned_compiler():
                self.launch(given, begins=int(actions is None))
            self.is_compiled = True

    def launch(self, actions: Any, *, begins: int) -> None:  # noqa: ANN401
        """Launch the step."""
        batch, made = self.batch, self.made
        blocks = -(-batch.n // self.threads)
        shared = self.threads * self.gpu.table_type(batch.game).itemsize
        self.kernel[blocks, self.threads, 0, shared](
            self.raw, begins, int(batch.plays_forced), int(batch.restarts), batch.seats, self.options,
            np.uint64(batch.seed), actions, self.entries, made["numbers"], made["lengths"], made["actors"],
            made["observations"], made["masks"], made["rewards"], made["ends"], made["moves"], made["last_moves"],
            made["last"], self.faults,
        )  # fmt: skip

    def check(self) -> None:
        """Raise if an action was not legal in any step so far."""
        fault = int(self.faults.copy_to_host()[0])
        if fault < self.batch.n:
            self.faults.copy_to_device(np.full(1, self.batch.n, np.int64))
            raise IllegalMove(f"an action was not legal in game {fault} of the batch")

    def draw(self) -> Any:  # noqa: ANN401
        """Draw random actions; the next draw overwrites them."""
        if self.rngs is None:
            self.rngs = self.cuda.to_device(own_generators(self.batch))
        self.drawing[-(-self.batch.n // 256), 256](self.made["masks"], self.actions, self.rngs)
        return self.actions


__all__ = ["NOBODY", "Batch", "NoDevice", "Plan"]

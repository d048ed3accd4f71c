"""A batch on a processor: its games divided among threads, in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.stepping import NOBODY, draw_actions, observe_games, seed_generators, step_lots
from mousehole.engine.errors import BadSeats, IllegalMove

if TYPE_CHECKING:
    from mousehole.batch.batch import Batch

Share = tuple[int, int]
"""The first game of a thread, and the first that is not its own any more."""
Desk = tuple[NDArray[Any], NDArray[np.int32], NDArray[np.float64]]
"""What a thread works on: records to hide things in, a list of actions, payoffs."""
NO_ACTION = -1
"""In place of a number that is too large to be an action."""
LOT = 32
"""Games that a thread observes together."""


def own_generators(batch: Batch) -> NDArray[np.uint64]:
    """Seed a generator for each game, by the batch's seed and the game's first number."""
    rngs = np.zeros(batch.n, np.uint64)
    seed_generators(rngs, np.uint64(batch.seed), batch.first)  # type: ignore[arg-type]
    return rngs


def as_actions(actions: Any, n: int) -> NDArray[np.int32]:
    """Return an action for each game, in 32 bits; a number that has more is no action."""
    given = np.asarray(actions)
    check_actions(given, n)
    if given.dtype == np.int32:
        return given
    small = given.astype(np.int32)
    return np.where(small == given, small, NO_ACTION)


def check_actions(given: Any, n: int) -> None:
    """Refuse what is not a whole number for each game."""
    if tuple(given.shape) != (n,) or given.dtype.kind not in "iu":
        raise ValueError(f"a step takes a whole number for each of {n} games, not {given.dtype} of shape {given.shape}")


def check_room(out: Any, batch: Batch) -> None:
    """Refuse to write observations where there is no room for them, row behind row."""
    if (tuple(out.shape), out.dtype) != ((batch.n, batch.plan.size), np.uint8):
        raise ValueError(f"observations are {batch.n} rows of {batch.plan.size} bytes: `out` is something else")


class Processor:
    """Steps a batch on a processor."""

    def __init__(self, batch: Batch, made: dict[str, Any], threads: int) -> None:
        """Lay out a desk for each thread."""
        self.batch, self.made = batch, made
        known = batch.game.facts
        self.options = np.array(batch.options or (0,), np.int64)
        self.actions = np.zeros(batch.n, np.int32)
        self.rngs: NDArray[np.uint64] | None = None
        threads = max(1, min(threads, batch.n))
        bounds = [batch.n * k // threads for k in range(threads + 1)]
        self.shares: list[Share] = list(pairwise(bounds))
        self.desks: list[Desk] = [
            (np.zeros(LOT, batch.game.rules.State), np.zeros(known.max_actions, np.int32), np.zeros(known.max_seats))
            for _ in range(threads)
        ]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.fault = -1

    def lent(self, name: str) -> NDArray[Any]:
        """Return one of the arrays as others take it."""
        found: NDArray[Any] = self.made[name]
        return found

    def each(self, work: Callable[[Share, Desk], Any]) -> list[Any]:
        """Let every thread do its share."""
        if self.pool is None:
            return [work(self.shares[0], self.desks[0])]
        return list(self.pool.map(work, self.shares, self.desks))

    def step(self, actions: Any) -> None:  # None, or anything that NumPy takes for numbers
        """Step all games; without actions, deal them."""
        if actions is not None:
            self.actions[:] = as_actions(actions, self.batch.n)
        begins = int(actions is None)
        faults = self.each(lambda share, desk: self.step_share(share, desk, begins))
        found = [fault for fault in faults if fault >= 0]
        if found:
            self.fault = found[0]
            self.check()

    def step_share(self, share: Share, desk: Desk, begins: int) -> int:
        """Step the games of one thread."""
        batch, made = self.batch, self.made
        seen, buffer, paid = desk
        seed: Any = np.uint64(batch.seed)
        return int(
            step_lots(
                made["states"], seen, seen.view(np.uint8), *share, begins, int(batch.plays_forced),
                int(batch.restarts), batch.seats, batch.game.facts.max_seats, self.options, seed,
                self.actions, batch.plan.runs, buffer, paid, made["numbers"], made["lengths"], made["actors"],
                made["observations"].reshape(-1), made["masks"], made["rewards"], made["ends"], made["moves"],
                made["last_moves"], made["last"],
            )
        )  # fmt: skip

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

    def observe(self, seats: Any, out: Any) -> NDArray[np.uint8]:
        """Write what one seat sees in each game."""
        batch, states = self.batch, self.made["states"]
        viewers = np.empty(batch.n, np.int32)
        viewers[:] = seats
        if viewers.min() < NOBODY or viewers.max() >= batch.seats:
            raise BadSeats(f"a table for {batch.seats} has no seats from {viewers.min()} to {viewers.max()}")
        seen: NDArray[np.uint8] = np.zeros((batch.n, batch.plan.size), np.uint8) if out is None else out
        check_room(seen, batch)
        if not seen.flags.c_contiguous:
            raise ValueError("observations are written row behind row: `out` has gaps")
        flat, most = seen.reshape(-1), batch.game.facts.max_seats
        self.each(
            lambda share, desk: observe_games(
                states, desk[0], desk[0].view(np.uint8), *share, viewers, most, batch.plan.runs, batch.plan.size, flat
            )
        )
        return seen

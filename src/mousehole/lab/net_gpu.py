"""Whole games by nets on a GPU: a batch steps them, kernels ask the net and choose, all games at once."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from mousehole.batch.batch import GPU, Batch
from mousehole.batch.processor import own_generators
from mousehole.bots.by_net import CHANCES
from mousehole.bots.nets import net_of
from mousehole.engine.game import Game
from mousehole.engine.rule import Actions, Record
from mousehole.games.vectors import layout
from mousehole.lab.net_kernels import ACROSS, SIDE, TILE, make_net_kernels

THREADS = 256
"""Threads in a block that has one for each game."""
MOST_THREADS = 1024
"""More than this no block has."""
MOST_GAMES = 131_072
"""Games that are played at once: what the net has worked out of them takes 4 KB each."""


class NetPlay:
    """A game's net on the present GPU."""

    def __init__(self, game: Game) -> None:
        """Bring the weights over; kernels are compiled when they are first used."""
        from numba import cuda  # there only with the extra

        self.cuda, self.game = cuda, game
        net, seen = net_of(game), layout(game.facts.id)
        self.width, self.actions = net.policy.shape
        self.kernels = make_net_kernels(seen.size, game.facts.max_actions)
        send: Any = cuda.to_device
        given = (seen.low, net.inputs.starts, net.inputs.lows, net.inputs.scales, net.first, net.first_bias)
        self.entering = [send(np.ascontiguousarray(each)) for each in given]
        layers = ((net.second, net.second_bias), (net.third, net.third_bias), (net.policy, net.policy_bias))
        self.second, self.third, self.policy = [(send(weights), send(bias)) for weights, bias in layers]
        self.chances = send(CHANCES)
        self.decisions = 0
        """How often the net has been asked, in all games so far."""

    def play(  # what a game depends on
        self, seats: int, options: dict[str, int], seed: int, first: int, count: int, by_net: list[bool]
    ) -> tuple[Record, Actions]:
        """Play so many games from a number on; return their last positions and their lengths."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*Grid size")  # the last games of many leave a GPU idle
            return self.played(seats, options, seed, first, count, by_net)

    def played(  # as above
        self, seats: int, options: dict[str, int], seed: int, first: int, count: int, by_net: list[bool]
    ) -> tuple[Record, Actions]:
        """Step all games until they are over."""
        batch = Batch(
            self.game, count, seats=seats, options=options, seed=seed, first=first, device=GPU, restarts=False
        )
        cuda, made = self.cuda, batch.made
        is_net, rngs = cuda.to_device(np.array(by_net, np.uint8)), cuda.to_device(own_generators(batch))
        rows, places, actions = (cuda.to_device(np.zeros(count, np.int32)) for _ in range(3))
        now, more = (cuda.device_array((count, self.width), np.float32) for _ in range(2))
        numbers = cuda.device_array((count, self.actions), np.float32)
        counts, none = cuda.device_array(2, np.int32), np.zeros(2, np.int32)
        each = (-(-count // THREADS), THREADS)
        while True:
            counts.copy_to_device(none)
            self.kernels.gather[each](made["actors"], is_net, rows, places, counts)
            asked, going = (int(number) for number in counts.copy_to_host())
            if not going:
                break
            if asked:
                self.ask(made["observations"], rows, asked, now, more, numbers)
            self.kernels.choose[each](
                made["actors"], is_net, places, made["masks"], numbers, self.chances, rngs, actions
            )
            batch.step(actions)
        batch.check()
        states = batch.engine.raw.copy_to_host().view(self.game.rules.State).reshape(count)  # type: ignore[union-attr]
        return states, batch.host("lengths")

    def ask(self, observations: Any, rows: Any, asked: int, now: Any, more: Any, numbers: Any) -> None:
        """Let the net fill in its numbers for the games in which it is asked."""
        self.decisions += asked
        self.kernels.enter[asked, min(-(-self.width // ACROSS), MOST_THREADS)](observations, rows, *self.entering, now)
        for given, (weights, bias), adds, out in (
            (now, self.second, 1, more), (more, self.third, 1, now), (now, self.policy, 0, numbers),
        ):  # fmt: skip
            blocks = (-(-asked // TILE), -(-weights.shape[1] // TILE))
            self.kernels.layer[blocks, SIDE * SIDE](given, asked, weights, bias, adds, out)

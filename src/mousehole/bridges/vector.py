"""A batch of games as Gymnasium's vector environment: `vector_env("hide_and_squeak", 1024, learner="the cat")`.

One seat or one role learns, and is asked in every game at every step; what happens between its decisions, the moves of
all others included, is part of the step. docs/batch.md says what one observes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"mousehole.bridges.vector needs Gymnasium ({missing}): pip install 'mousehole[gymnasium]'", name=missing.name
    ) from None

from mousehole.batch import DEAL, WAIT, Batch
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.bridges.setting import setting
from mousehole.engine.errors import BadSeats
from mousehole.engine.game import Game
from mousehole.engine.match import Match

RANDOM = "random"
"""The bot that is compiled together with the games; every other one is asked game by game."""

Flags = NDArray[np.bool_]
Infos = dict[str, Any]


def learning_seats(game: Game, seats: int, learner: int | str | None) -> list[int]:
    """Return the seats that learn: one by its number, those of a role by its name, or all of them."""
    known = game.facts
    if learner is None:
        return list(range(seats))
    if isinstance(learner, str):
        found = [seat for seat in range(seats) if known.side_names and learner == known.side_names[known.side_of(seat)]]
        if not found:
            roles = ", ".join(repr(name) for name in known.side_names) or "no roles"
            raise BadSeats(f"{known.title} has {roles}, not {learner!r}")
        return found
    if not 0 <= learner < seats:
        raise BadSeats(f"there is no seat {learner} at a table for {seats}")
    return [learner]


class MouseholeVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind; the learner chooses, the others are bots.

    An observation is a row of a batch's bytes. `infos["action_mask"]` are the legal actions, `infos["seat"]` is the
    seat whose eyes these are, `infos["payoffs"]` what every seat was paid in this step. An illegal action raises
    `IllegalMove`.
    """

    def __init__(  # noqa: PLR0913  # as a batch is made, and who plays
        self,
        game_id: str,
        num_envs: int,
        *,
        learner: int | str | None = 0,
        opponents: str | Mapping[int, str] = RANDOM,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Agree on a game, on who learns (a seat, a role, or None for all of them) and on the bots of the others."""
        self.setting = setting(game_id, seats, options)
        self.game, self.chosen, self.threads = self.setting.game, options, threads
        self.num_envs = num_envs
        self.learners = learning_seats(self.game, self.setting.seats, learner)
        self.learns = np.isin(np.arange(self.setting.seats), self.learners)
        others = [seat for seat in range(self.setting.seats) if not self.learns[seat]]
        given = dict.fromkeys(others, opponents) if isinstance(opponents, str) else opponents
        if strangers := sorted(set(given) - set(others)):
            raise BadSeats(f"bots sit on the seats {others}, which do not learn, and not on {strangers}")
        names = {**dict.fromkeys(others, RANDOM), **given}
        self.bots: dict[int, Player] = {
            seat: player(self.game, names[seat]) for seat in others if names[seat] != RANDOM
        }
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        known = self.game.facts
        self.metadata = {"name": f"{game_id}_v{known.rules_version}", "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Box(0, 255, (self.setting.layout.size,), np.uint8)
        self.single_action_space = spaces.Discrete(known.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch: Batch | None = None
        self.matches: dict[int, Match] = {}
        self.is_over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Infos]:
        """Deal the games of a seed; without one, the next games of the last seed, or of any if there was none.

        `options["reset_mask"]` names the games to be dealt anew; all others stay as they are.
        """
        super().reset(seed=seed)
        which = np.ones(self.num_envs, np.bool_) if options is None else options.get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if which is None else np.asarray(which, np.bool_)
        if seed is not None or self.batch is None:
            chosen = seed if seed is not None else int(self.np_random.integers(2**63))
            self.batch = Batch(
                self.game, self.num_envs, seats=self.setting.seats, options=self.chosen, seed=chosen,
                threads=self.threads, restarts=False, keeps_moves=bool(self.bots),
            )  # fmt: skip
            self.matches, self.is_over[:] = {}, False
            self.let_others_move(which, np.zeros((self.num_envs, self.setting.seats), np.float32))
        else:
            self.deal(self.batch, which)
        return self.seen(self.batch), self.infos(self.batch)

    def deal(self, batch: Batch, which: Flags) -> None:
        """Begin the next games of some rows, up to the learner's first decision."""
        self.is_over &= ~which
        batch.step(np.where(which, DEAL, WAIT))
        self.let_others_move(which, np.zeros_like(batch.rewards))

    def let_others_move(self, fresh: Flags, paid: NDArray[np.float32]) -> None:
        """Go on until the learner is asked everywhere, and add up what is paid; fresh games that never ask it go."""
        batch = self.batch
        if batch is None:
            raise ValueError("reset the environment first")
        while True:
            over = batch.actors < 0
            waits_for = ~over & ~self.learns[batch.actors]
            unheard = over & fresh
            if not (waits_for | unheard).any():
                return
            actions = np.where(waits_for, batch.random_actions(), WAIT)
            for row in np.flatnonzero(waits_for) if self.bots else ():
                if batch.actors[row] in self.bots:
                    actions[row] = self.bot_action(batch, int(row))
            batch.step(np.where(unheard, DEAL, actions))
            paid += batch.rewards * ~unheard[:, None]

    def bot_action(self, batch: Batch, row: int) -> int:
        """Ask the bot of a row: it gets the view of its seat, of a match that follows the row."""
        known, seed = self.matches.get(row), batch.seed + (int(batch.numbers[row]) << 64)
        if known is None or known.seed != seed:
            known = batch.match(row)
        else:
            known.play(batch.moves_of(row)[len(known.moves) :])
        self.matches[row] = known
        seat = int(batch.actors[row])
        return self.bots[seat](known.view(seat), seat, int(self.np_random.integers(2**63))).action

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.float64], Flags, Flags, Infos]:
        """Play the learner's action in every game, and go on to its next decision, or to the end."""
        batch = self.batch
        if batch is None:
            raise ValueError("reset the environment first")
        ended = self.is_over.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            raise ValueError(f"games {np.flatnonzero(ended).tolist()} are over: reset them first, with a reset_mask")
        actors = batch.actors.copy()
        batch.step(np.where(ended, WAIT, actions))
        paid = batch.rewards.copy()
        self.let_others_move(np.zeros_like(ended), paid)
        over = (batch.actors < 0) & ~ended
        self.is_over = over.copy()
        rewards = self.learners_share(actors, paid).astype(np.float64)
        infos: Infos = {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and ended.any():
            self.deal(batch, ended)
            rewards[ended], paid[ended] = 0, 0
            self.is_over = over.copy()
        elif self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            last = self.seen(batch)
            infos["final_obs"] = np.array(
                [row if is_over else None for row, is_over in zip(last, over, strict=True)] + [None], object
            )[:-1]
            infos["_final_obs"] = over
            infos["final_info"] = {"payoffs": paid * over[:, None], "_payoffs": over}
            infos["_final_info"] = over
            self.deal(batch, over)
        return self.seen(batch), rewards, over, np.zeros_like(over), infos | self.infos(batch) | {"payoffs": paid}

    def learners_share(self, actors: NDArray[np.int32], paid: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what the learner was paid: the seat that has just acted, where several seats learn."""
        whose = np.where(actors >= 0, actors, self.learners[0])
        found: NDArray[np.float32] = paid[np.arange(self.num_envs), whose]
        return found

    def seen(self, batch: Batch) -> NDArray[np.uint8]:
        """Return what the learner sees: the seat that is asked; at the end, its first seat."""
        found: NDArray[np.uint8] = batch.observe_as(np.where(batch.actors >= 0, batch.actors, self.learners[0]))
        return found

    def infos(self, batch: Batch) -> Infos:
        """Return the legal actions and whose they are."""
        asked = batch.actors >= 0
        return {
            "action_mask": batch.unpacked_masks().astype(np.int8),
            "_action_mask": asked,
            "seat": batch.actors.copy(),
            "_seat": asked,
            "number": batch.numbers.copy(),
        }


vector_env = MouseholeVectorEnv

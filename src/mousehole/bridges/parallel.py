"""The games as PettingZoo's parallel environments: `parallel_env("mice_heist")`; see docs/bridges.md.

All agents act at every step. Those that are asked play their action, several at once where they choose in secret at the
same moment; all others pass: the number after the game's last action, the only legal one for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from mousehole.bridges.setting import WHOLE_TRUTH, setting
from mousehole.bridges.zoo import RENDER_MODES, Observation, check_render_mode
from mousehole.engine.errors import IllegalMove
from mousehole.games.vectors import Vector

Named = dict[str, Any]


class MouseholeParallelEnv(ParallelEnv[str, Observation, int]):
    """A game in which all seats act at every step. An illegal action raises `IllegalMove` and changes nothing."""

    def __init__(
        self,
        game_id: str,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Agree on a game, its seats and options; what is not given is usual."""
        self.setting = setting(game_id, seats, options)
        known, layout = self.setting.game.facts, self.setting.layout
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {"name": f"{game_id}_parallel_v{known.rules_version}", "render_modes": list(RENDER_MODES)}
        self.passing = known.actions
        """The action of an agent that is not asked."""
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.passing + 1) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(layout.low, self.setting.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (self.passing + 1,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(layout.low, self.setting.high, dtype=np.int16)
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent's observations are made of."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers of all actions of the game, and of passing."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: Named | None = None,  # noqa: ARG002  # PettingZoo's
    ) -> tuple[dict[str, Observation], dict[str, Named]]:
        """Deal the game of a seed; without one the next game of the last seed given, or any if there was none."""
        if seed is not None:
            self.position = self.setting.deal(seed)
            self._chance = np.random.default_rng(seed)
        else:
            self._chance = self._chance or np.random.default_rng()
            self.position = self.setting.deal(int.from_bytes(self._chance.bytes(16), "little"))
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Named]]:
        """Let every agent that is asked play its action; the others pass."""
        asked = self.position.actors()
        for agent in self.agents:
            action = actions.get(agent, self.passing)
            if action not in np.flatnonzero(self._mask(self.seat_of[agent])):
                raise IllegalMove(f"action {action} is not legal for {agent}")
        following = self.position.copy()
        for seat in asked:
            following.play(seat, int(actions[self.possible_agents[seat]]))
        self.position = following
        agents, over = self.agents, self.position.is_over
        rewards = dict(zip(agents, self.position.payoffs(), strict=True)) if over else dict.fromkeys(agents, 0.0)
        found = self._seen(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), self._infos()
        if over:
            self.agents = []
        return found

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """Return what a seat may do: its legal actions, or nothing but passing."""
        mask = np.zeros(self.passing + 1, np.int8)
        mask[self.position.legal(seat) if seat in self.position.actors() else self.passing] = 1
        return mask

    def _seen(self) -> dict[str, Observation]:
        """Return what every agent can know, and what it may do."""
        return {
            agent: {"observation": self.setting.observe(self.position, seat), "action_mask": self._mask(seat)}
            for agent, seat in self.seat_of.items()
        }

    def _infos(self) -> dict[str, Named]:
        """Return each seat's name and, in the end, why it is over."""
        outcome, name = self.position.outcome(), self.setting.game.words.seat_name
        told: Named = {} if outcome is None else {"reason": outcome.reason}
        return {agent: {"name": name(self.setting.seats, seat), **told} for agent, seat in self.seat_of.items()}

    def state(self) -> Vector:
        """Return the whole truth (but for chance to come) in the layout of an observation; for training only."""
        return self.setting.observe(self.position, WHOLE_TRUTH)

    def render(self) -> str | None:
        """Draw the table in text as the first seat that is asked sees it."""
        drawn = str(self.position.view((self.position.actors() or [0])[0]))
        if self.render_mode == "human":
            print(drawn, end="\n\n")  # noqa: T201  # what "human" means in a terminal
            return None
        return drawn

    def close(self) -> None:
        """Have nothing to close."""


parallel_env = MouseholeParallelEnv

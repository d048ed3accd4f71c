"""The games as PettingZoo environments: `env("hide_and_squeak")`. docs/bridges.md says what one observes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"mousehole.bridges.zoo needs PettingZoo ({missing}): pip install 'mousehole[pettingzoo]'", name=missing.name
    ) from None

from mousehole.bridges.setting import WHOLE_TRUTH, setting, turn_of
from mousehole.games.vectors import Vector

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ("ansi", "human")
ILLEGAL_REWARD = -1.0
"""What an illegal action costs its agent: as much as a game lost."""


def check_render_mode(render_mode: str | None) -> str | None:
    """Return a way of drawing, or none, if it is one of ours."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
    return render_mode


def env(
    game_id: str,
    *,
    seats: int | None = None,
    options: Mapping[str, int | str] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """Return a game as an environment with PettingZoo's usual wrappers.

    An illegal action ends the game with a warning and a loss for its agent; an action that is no action of the game, or
    a call out of order, raises an error.
    """
    made = raw_env(game_id, seats=seats, options=options, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class MouseholeEnv(AECEnv[str, Observation, int]):
    """A game without wrappers: an illegal action raises `IllegalMove` and changes nothing."""

    def __init__(
        self,
        game_id: str,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Agree on a game, its seats and options; what is not given is usual."""
        super().__init__()
        self.setting = setting(game_id, seats, options)
        known, layout = self.setting.game.facts, self.setting.layout
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"{game_id}_v{known.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(known.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(layout.low, self.setting.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (known.actions,), np.int8),
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
        """Return the numbers of all actions of the game; the mask of an observation says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # PettingZoo's
        """Deal the game of a seed; without one the next game of the last seed given, or, if there was none, any game.

        A game's own options are agreed when the environment is made; those of a reset change nothing.
        """
        if seed is not None:
            self.position = self.setting.deal(seed)
            self._chance = np.random.default_rng(seed)
        else:
            self._chance = self._chance or np.random.default_rng()
            self.position = self.setting.deal(int.from_bytes(self._chance.bytes(16), "little"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"name": self.seat_name(agent)} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[turn_of(self.position)]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(self.seat_of[agent], action)  # type: ignore[arg-type]  # anything that is no action is an illegal one
        self._cumulative_rewards[agent] = 0.0
        if self.position.is_over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[turn_of(self.position)]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Pay everybody and tell them how the game ended."""
        self.rewards = dict(zip(self.agents, self.position.payoffs(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        outcome = self.position.outcome()
        for seat, agent in enumerate(self.agents):
            if outcome is not None:
                self.infos[agent]["reason"] = outcome.reason
                if outcome.points is not None:
                    self.infos[agent]["points"] = outcome.points[seat]
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return what an agent can know, and its legal actions if it is the one that is asked."""
        seat = self.seat_of[agent]
        return {
            "observation": self.setting.observe(self.position, seat),
            "action_mask": self.setting.mask(self.position, seat),
        }

    def state(self) -> Vector:
        """Return the whole truth (but for chance to come) in the layout of an observation; for training only."""
        return self.setting.observe(self.position, WHOLE_TRUTH)

    def seat_name(self, agent: str) -> str:
        """Return what the game calls an agent's seat: "the cat", "Pip"."""
        return self.setting.game.words.seat_name(self.setting.seats, self.seat_of[agent])

    def move_names(self) -> dict[int, str]:
        """Name the legal actions of the agent that is asked."""
        seen = self.position.view(max(turn_of(self.position), 0))
        return {action: name for name, action in seen.move_names().items()}

    def render(self) -> str | None:
        """Draw the table in text as the agent that is asked sees it."""
        if self.render_mode is None:
            logger.warn("render does nothing without a render_mode: make the environment with one")
            return None
        drawn = str(self.position.view(self.seat_of[self.agent_selection]))
        if self.render_mode == "ansi":
            return drawn
        print(drawn, end="\n\n")  # noqa: T201  # what "human" means in a terminal
        return None

    def close(self) -> None:
        """Have nothing to close."""


raw_env = MouseholeEnv

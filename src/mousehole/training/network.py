"""The net as PyTorch learns it: the very layers that `bots.nets` evaluates, and how it becomes a file."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from mousehole.bots.inputs import inputs
from mousehole.bots.nets import LAYERS, packed
from mousehole.engine.game import Game

BITS = 8
HIDDEN = 255
"""What a seat cannot know, as a byte of an observation."""
IMPOSSIBLE = -1e9


class Network(nn.Module):
    """Reads bytes of observations, returns a number for each action and the worth to whoever looks."""

    starts: Tensor
    lows: Tensor
    spans: Tensor
    split: Tensor
    whole: Tensor
    scales: Tensor
    hidden: Tensor

    def __init__(self, game: Game, width: int) -> None:
        """Make a net that finds every move as good as any other."""
        super().__init__()
        plan = inputs(game.facts.id)
        self.size, self.actions = plan.size, game.facts.actions
        is_split = plan.scales == 0.0
        self.register_buffer("split", torch.from_numpy(np.flatnonzero(is_split)))
        self.register_buffer("whole", torch.from_numpy(np.flatnonzero(~is_split)))
        self.register_buffer("starts", torch.from_numpy(plan.starts.astype(np.int64)))
        self.register_buffer("lows", torch.from_numpy(plan.lows.astype(np.int64)))
        self.register_buffer("spans", torch.from_numpy((plan.highs - plan.lows).astype(np.int64)))
        self.register_buffer("scales", torch.from_numpy(plan.scales))
        self.register_buffer("hidden", torch.from_numpy(plan.can_hide))
        self.first = nn.Linear(self.size, width)
        self.second, self.third = nn.Linear(width, width), nn.Linear(width, width)
        self.policy, self.value = nn.Linear(width, self.actions), nn.Linear(width, 1)
        for layer in (self.policy, self.value):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def entered(self, observations: Tensor, kind: torch.dtype) -> Tensor:
        """Turn bytes of observations into inputs, as `bots.inputs` says."""
        found = torch.zeros(len(observations), self.size, dtype=kind, device=observations.device)
        values = observations.long()
        values = torch.where(self.hidden & (values == HIDDEN), -1, values)
        split = (values[:, self.split] - self.lows[self.split]).clamp_min(0).minimum(self.spans[self.split])
        found.scatter_(1, split + self.starts[self.split], 1.0)
        found[:, self.starts[self.whole]] = (values[:, self.whole] * self.scales[self.whole]).to(kind)
        return found

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return a number for each action, and the worth, from -1 to 1."""
        kind = torch.bfloat16 if torch.is_autocast_enabled(observations.device.type) else torch.float32
        now = functional.relu(self.first(self.entered(observations, kind)))
        now = now + functional.relu(self.second(now))
        now = now + functional.relu(self.third(now))
        worth = self.value(now).float().squeeze(-1)
        return self.policy(now).float(), worth / (1.0 + worth.abs())

    def as_file(self, game: Game, note: str) -> bytes:
        """Write the net as the bytes of its file."""
        weights: dict[str, NDArray[np.float32]] = {}
        for name in LAYERS:
            layer: nn.Linear = getattr(self, name)
            weights[name] = np.ascontiguousarray(layer.weight.detach().float().cpu().numpy().T)
            weights[f"{name}_bias"] = layer.bias.detach().float().cpu().numpy()
        return packed(game, weights, note)


def unpacked_masks(masks: Tensor, actions: int) -> Tensor:
    """Turn packed masks into a boolean for each action."""
    bits = torch.arange(BITS, device=masks.device, dtype=torch.uint8)
    return ((masks.unsqueeze(-1) >> bits) & 1).flatten(1)[:, :actions].bool()


def chances(numbers: Tensor, allowed: Tensor) -> Tensor:
    """Turn the net's numbers into logarithms of chances of the actions that are allowed."""
    return functional.log_softmax(numbers.masked_fill(~allowed, IMPOSSIBLE), -1)

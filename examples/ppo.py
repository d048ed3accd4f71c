"""PPO on a batch of games: one small net learns Hide and Squeak from itself, then meets the kitten.

    python examples/ppo.py                        five minutes of learning, then 400 games
    python examples/ppo.py --minutes 1 --games 40

It needs `pip install mousehole torch` and no GPU. The same net plays the cat and the mice; docs/batch.md explains it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mousehole.batch import Batch
from mousehole.bots.thinking import Thought
from mousehole.bridges.setting import setting
from mousehole.games import load
from mousehole.games.vectors import layout
from mousehole.lab.arena import compete

GAME = "hide_and_squeak"
ROWS, STEPS = 256, 64
"""Games at a time, and decisions of each between two times of learning."""
EPOCHS, PARTS = 2, 4
CLIP, SMOOTH, BONUS, RATE = 0.2, 0.95, 0.02, 1e-3
"""PPO's clip, the lambda of advantages, how much variety is worth at first, the learning rate."""


class Net(nn.Module):
    """Gives every action a weight, and says what the position is worth to the seat that sees it."""

    def __init__(self, width: int = 256) -> None:
        """Read from the layout what the bytes of an observation can be: a category gets an input for each value."""
        super().__init__()
        known = layout(GAME)
        low, high = torch.tensor(known.low, dtype=torch.int64), torch.tensor(known.high, dtype=torch.int64)
        category = torch.tensor(known.is_category)
        starts = torch.cumsum(torch.where(category, high - low + 1, 1), 0)
        self.size = int(starts[-1])
        starts = starts.roll(1).index_fill(0, torch.tensor([0]), 0)
        spread = torch.where(category, 1, high - low).clamp(min=1).float()
        for name, value in (("low", low), ("category", category), ("starts", starts), ("spread", spread)):
            self.register_buffer(name, value)
        self.body = nn.Sequential(nn.Linear(self.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.worth = nn.Linear(width, load(GAME).facts.actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the chances of all actions, and the worth."""
        steps = (seen.to(torch.int64) - self.low) % 256
        places = torch.where(self.category, self.starts + steps, self.starts)
        numbers = torch.where(self.category, torch.ones(()), steps / self.spread)
        hidden = self.body(torch.zeros(len(seen), self.size).scatter_(1, places, numbers))
        legal = (masks[:, :, None] >> torch.arange(8, dtype=torch.uint8)) & 1
        legal = legal.flatten(1)[:, : self.policy.out_features]
        chances = functional.log_softmax(self.policy(hidden).masked_fill(legal == 0, -1e9), 1)
        return chances, torch.tanh(self.worth(hidden)).squeeze(1)


def rollout(batch: Batch, net: Net) -> dict[str, Tensor]:
    """Play on in all games; return what was seen and done, and how much better it went than expected."""
    kept: dict[str, list[Tensor]] = {name: [] for name in ("seen", "masks", "actions", "chances", "worths", "actors")}
    rewards, ends = [], []
    rows = torch.arange(batch.n)
    for _ in range(STEPS):
        seen, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
        chances, worths = net(seen, masks)
        actions = torch.multinomial(chances.exp(), 1).squeeze(1)
        actors = torch.tensor(batch.actors, dtype=torch.int64)
        for name, value in zip(kept, (seen, masks, actions, chances[rows, actions], worths, actors), strict=True):
            kept[name].append(value)
        batch.step(actions.numpy())
        rewards.append(torch.tensor(batch.rewards))
        ends.append(torch.tensor(batch.ends) > 0)
    # Each seat has a story of its own: what comes after its decision is its next one, or the end of the game.
    coming = torch.stack([net(torch.tensor(batch.observe_as(seat)), masks)[1] for seat in range(batch.seats)], 1)
    gains = torch.zeros(batch.n, batch.seats)
    advantages = torch.zeros(STEPS, batch.n)
    for t in reversed(range(STEPS)):
        coming, gains = torch.where(ends[t][:, None], rewards[t], coming), gains * ~ends[t][:, None]
        actor, worth = kept["actors"][t], kept["worths"][t]
        gains[rows, actor] = coming[rows, actor] - worth + SMOOTH * gains[rows, actor]
        coming[rows, actor] = worth
        advantages[t] = gains[rows, actor]
    found = {name: torch.cat(values) for name, values in kept.items()}
    found["advantages"] = advantages.flatten()
    found["targets"] = found["advantages"] + found["worths"]
    found["ended"] = torch.cat([paid[is_over, 0] for paid, is_over in zip(rewards, ends, strict=True)])
    return found


def learn(net: Net, optimizer: torch.optim.Optimizer, found: dict[str, Tensor], bonus: float) -> None:
    """Make what went well likelier, but not by much at a time."""
    spread = found["advantages"].std() + 1e-6
    for _ in range(EPOCHS):
        for part in torch.randperm(len(found["actions"])).chunk(PARTS):
            some = {name: values[part] for name, values in found.items() if name != "ended"}
            chances, worths = net(some["seen"], some["masks"])
            ratio = (chances.gather(1, some["actions"][:, None]).squeeze(1) - some["chances"]).exp()
            gain = (some["advantages"] - found["advantages"].mean()) / spread
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            variety = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            loss = functional.mse_loss(worths, some["targets"]) - better - bonus * variety
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def train(minutes: float, seed: int = 1) -> Net:
    """Let a net play itself for so many minutes."""
    torch.manual_seed(seed)
    batch, net = Batch(GAME, ROWS, seed=seed), Net()
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    begun, told, decisions, cats = time.monotonic(), 0.1, 0, []
    while (spent := (time.monotonic() - begun) / (60 * minutes)) < 1:
        optimizer.param_groups[0]["lr"] = RATE * (1 - spent)
        with torch.no_grad():
            found = rollout(batch, net)
        learn(net, optimizer, found, BONUS * (1 - spent))
        decisions += len(found["actions"])
        cats = [*cats[-20:], found["ended"]]
        if spent >= told:
            told += 0.1
            wins = (torch.cat(cats) > 0).float().mean()
            print(
                f"{spent * minutes:.1f} min, {decisions / 1e6:.1f} million decisions; the cat wins {wins:.0%}",
                flush=True,
            )
    return net


def meet(net: Net, games: int, bot: str = "kitten") -> None:
    """Let the net meet a bot, in as many games on each side; a guest of the arena gets a new deal in every game."""
    game, agreed = load(GAME), setting(GAME)

    def player(view, seat, seed):  # noqa: ANN001, ANN202  # as docs/python.md has it
        seen = torch.tensor(agreed.observe(view, seat).astype(np.uint8))[None]
        mask = np.zeros(game.facts.actions, np.uint8)
        mask[view.legal(seat)] = 1
        with torch.no_grad():
            chances, _ = net(seen, torch.tensor(np.packbits(mask, bitorder="little"))[None])
        torch.manual_seed(seed % 2**63)
        return Thought(int(torch.multinomial(chances.exp(), 1)))

    report = compete(game, ["net", bot], games, guests={"net": player})
    for role, tally in [
        ("both roles", report.overall["net"]),
        *((r, t) for (n, r), t in report.by_role.items() if n == "net"),
    ]:
        low, high = tally.interval
        print(f"the net against the {bot}, {role}: {tally.rate:.1%} of {tally.games} games ({low:.1%} to {high:.1%})")


def main() -> None:
    """Train, then prove it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=400)
    chosen = parser.parse_args()
    meet(train(chosen.minutes), chosen.games)


if __name__ == "__main__":
    main()

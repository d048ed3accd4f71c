"""Self-play: one net plays all seats of many games, and learns from what its decisions came to.

Proximal policy optimisation. A seat's decision is judged by its worth at that seat's next decision, or by what the
game pays when it ends first: so nobody is judged by what others knew. In some of the games the other sides are played
by the net as it was earlier, so that it does not forget how to meet older ways of playing.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from mousehole.batch import Batch, NoDevice
from mousehole.engine.game import Game
from mousehole.training.network import Network, chances, unpacked_masks


@dataclass(frozen=True)
class Recipe:
    """How a net is trained; what a shipped net was trained by stands in docs/training.md."""

    game: str
    seats: tuple[int, ...] = ()
    """The numbers of seats that are played, in equal parts; none: what is usual."""
    width: int = 512
    games: int = 16_384
    """Games that are played side by side."""
    steps: int = 32
    """Decisions of each game between two lessons."""
    parts: int = 8
    """A lesson is learnt in so many parts."""
    epochs: int = 1
    """How often a lesson is gone through."""
    rate: float = 5e-4
    last_rate: float = 2.5e-5
    curiosity: float = 0.05
    last_curiosity: float = 0.01
    """What it is worth to keep several moves open, at first and at last."""
    trust: float = 0.95
    """How far a decision is judged by what came later rather than by the net's own opinion."""
    clip: float = 0.2
    past: float = 0.0
    """The share of games in which other sides are played by earlier nets."""
    keep_every: int = 50
    """A net is kept as a later opponent after so many lessons."""
    seed: int = 1


@dataclass
class Progress:
    """What a lesson brought, and what has been reached so far."""

    lessons: int = 0
    decisions: int = 0
    games: int = 0
    paid: dict[int, list[float]] = field(default_factory=dict)
    """By the number of seats: what each seat was paid on the average, in the games since the last report."""
    openness: float = 0.0
    """The mean entropy of a decision, in nats."""
    error: float = 0.0
    """The mean squared error of the worth."""


class SelfPlay:
    """The games, the net that plays them, and what it learns by."""

    def __init__(self, game: Game, recipe: Recipe, device: str) -> None:
        """Deal all games; the device is that of PyTorch and of the batch."""
        self.game, self.recipe = game, recipe
        if device == "gpu" and not torch.cuda.is_available():
            raise NoDevice("PyTorch finds no GPU that it can use")
        self.where = torch.device("cuda" if device == "gpu" else "cpu")
        counts = recipe.seats or (game.facts.usual_seats,)
        each = recipe.games // len(counts)
        threads = 1 if device == "gpu" else torch.get_num_threads()
        self.batches = [
            Batch(game, each, seats=seats, seed=recipe.seed + k, device=device, threads=threads)
            for k, seats in enumerate(counts)
        ]
        self.slices = [slice(k * each, (k + 1) * each) for k in range(len(counts))]
        self.total, self.most = each * len(counts), game.facts.max_seats
        torch.manual_seed(recipe.seed)
        self.net = Network(game, recipe.width).to(self.where)
        self.learner = torch.optim.Adam(self.net.parameters(), lr=recipe.rate, eps=1e-5)
        self.former: list[Network] = []
        self.rival: Network | None = None
        self.pupils = int(recipe.past * each)
        """So many games of each batch may be played against a former net."""
        rows = [torch.arange(part.start, part.start + self.pupils, device=self.where) for part in self.slices]
        self.with_rival = torch.cat(rows)
        self.pupil_side = torch.zeros(len(self.with_rival), dtype=torch.int64, device=self.where)
        self.sides = torch.tensor([game.facts.side_of(seat) for seat in range(self.most)], device=self.where)
        self.buffers = Buffers(recipe.steps, self.total, self.most, self.batches[0], self.where)
        self.chosen = torch.zeros(self.total, dtype=torch.int32, device=self.where)
        self.progress = Progress()
        self.reported = 0
        """So many lessons had been learnt at the last report."""
        self.paid = torch.zeros(len(counts), self.most, dtype=torch.float64, device=self.where)
        self.ended = torch.zeros(len(counts), dtype=torch.float64, device=self.where)
        self.opened, self.missed = torch.zeros((), device=self.where), torch.zeros((), device=self.where)

    def tensor(self, array: Any) -> Tensor:  # noqa: ANN401  # NumPy's, or the GPU's
        """See an array of a batch as a tensor, without a copy."""
        return torch.as_tensor(array, device=self.where)

    def gather(self, name: str, out: Tensor) -> None:
        """Put the arrays of all batches one after the other."""
        for part, batch in zip(self.slices, self.batches, strict=True):
            out[part, ...] = self.tensor(getattr(batch, name))

    def autocast(self) -> Any:  # noqa: ANN401  # a context manager
        """Work in half precision where that is quicker."""
        return torch.autocast(self.where.type, torch.bfloat16, enabled=self.where.type == "cuda")

    def lesson(self, share: float) -> Progress:
        """Play on in all games, then learn from it; the share says how much of the training is behind us."""
        recipe = self.recipe
        with torch.no_grad(), self.autocast():
            self.draw_pupils()
            for step in range(recipe.steps):
                self.decide(step)
            later = self.opinions()
        gained = self.gains(later)
        rate = recipe.rate * (recipe.last_rate / recipe.rate) ** share
        for group in self.learner.param_groups:
            group["lr"] = rate
        self.learn(gained, recipe.curiosity * (recipe.last_curiosity / recipe.curiosity) ** share)
        self.progress.lessons += 1
        self.progress.decisions += recipe.steps * self.total
        if recipe.past and self.progress.lessons % recipe.keep_every == 0:
            self.former.append(copy.deepcopy(self.net).eval())
            del self.former[1:-20:2]  # the older, the fewer
        return self.progress

    def draw_pupils(self) -> None:
        """Choose anew which games are played against a former net, and which side the present one has there."""
        self.rival = self.former[int(torch.randint(len(self.former), ()))] if self.former else None
        for k, batch in enumerate(self.batches):
            sides, part = len(self.game.facts.sides(batch.seats)), slice(k * self.pupils, (k + 1) * self.pupils)
            self.pupil_side[part] = torch.randint(sides, (self.pupils,), device=self.where)

    def decide(self, step: int) -> None:
        """Let the net decide in every game, and write down what it saw, thought and did."""
        kept = self.buffers
        self.gather("observations", kept.observations[step])
        self.gather("masks", kept.masks[step])
        self.gather("actors", kept.actors[step])
        allowed = unpacked_masks(kept.masks[step], self.net.actions)
        numbers, worth = self.net(kept.observations[step])
        logs = chances(numbers, allowed)
        action = drawn(logs)
        kept.is_pupil[step] = True
        if self.rival is not None:
            some = self.with_rival
            others = chances(self.rival(kept.observations[step, some])[0], allowed[some])
            mine = self.sides[kept.actors[step, some].long()] == self.pupil_side
            action[some] = torch.where(mine, action[some], drawn(others))
            kept.is_pupil[step, some] = mine
        kept.actions[step] = action
        kept.logs[step] = logs.gather(1, action.unsqueeze(1)).squeeze(1)
        kept.worths[step] = worth
        self.chosen.copy_(action)
        for k, (part, batch) in enumerate(zip(self.slices, self.batches, strict=True)):
            self.play(batch, self.chosen[part])
            paid = self.tensor(batch.rewards)
            kept.paid[step, part, : batch.seats] = paid
            kept.ends[step, part] = self.tensor(batch.ends) > 0
            self.paid[k, : batch.seats] += paid.sum(0)
            self.ended[k] += kept.ends[step, part].sum()

    def play(self, batch: Batch, actions: Tensor) -> None:
        """Step a batch."""
        batch.step(actions if self.where.type == "cuda" else actions.numpy())

    def opinions(self) -> Tensor:
        """Return what every seat thinks of its game now, the seats that are not asked included."""
        found = torch.zeros(self.total, self.most, device=self.where)
        for part, batch in zip(self.slices, self.batches, strict=True):
            for seat in range(batch.seats):
                seen = self.tensor(batch.observe_as(seat))
                found[part, seat] = self.net(seen)[1]
        return found

    def gains(self, later: Tensor) -> Tensor:
        """Work out how much better each decision turned out than expected: backwards, for each seat by itself."""
        kept, trust = self.buffers, self.recipe.trust
        gained = torch.zeros_like(kept.worths)
        follow = torch.zeros_like(later)
        pending = torch.zeros_like(later)
        for step in range(self.recipe.steps - 1, -1, -1):
            over = kept.ends[step].unsqueeze(1)
            pending = torch.where(over, kept.paid[step], pending)
            later = later.masked_fill(over, 0.0)
            follow = follow.masked_fill(over, 0.0)
            seat = kept.actors[step].long().unsqueeze(1)
            worth = kept.worths[step].unsqueeze(1)
            gain = pending.gather(1, seat) + later.gather(1, seat) - worth + trust * follow.gather(1, seat)
            gained[step] = gain.squeeze(1)
            later = later.scatter(1, seat, worth)
            follow = follow.scatter(1, seat, gain)
            pending = pending.scatter(1, seat, torch.zeros_like(worth))
        return gained

    def learn(self, gained: Tensor, curiosity: float) -> None:
        """Make what turned out well likelier, and what is thought of positions truer."""
        kept, recipe = self.buffers, self.recipe
        aims = (gained + kept.worths).flatten()
        mine = kept.is_pupil.flatten()
        rows = mine.nonzero().squeeze(1)
        of_mine = gained.flatten()[rows]
        spread = of_mine.std() + 1e-8
        scaled = (gained.flatten() - of_mine.mean()) / spread
        observations, masks = kept.observations.flatten(0, 1), kept.masks.flatten(0, 1)
        actions, logs = kept.actions.flatten(), kept.logs.flatten()
        for _ in range(recipe.epochs):
            order = rows[torch.randperm(len(rows), device=self.where)]
            for some in order.chunk(recipe.parts):
                with self.autocast():
                    numbers, worth = self.net(observations[some])
                allowed = unpacked_masks(masks[some], self.net.actions)
                now = chances(numbers, allowed)
                change = (now.gather(1, actions[some].unsqueeze(1)).squeeze(1) - logs[some]).exp()
                better = scaled[some]
                bounded = change.clamp(1 - recipe.clip, 1 + recipe.clip)
                policy_loss = -torch.min(change * better, bounded * better).mean()
                openness = -(now.exp() * now.masked_fill(~allowed, 0.0)).sum(-1).mean()
                worth_loss = nn.functional.mse_loss(worth, aims[some])
                loss = policy_loss + 0.5 * worth_loss - curiosity * openness
                self.learner.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.learner.step()
                self.opened, self.missed = openness.detach(), worth_loss.detach()

    def report(self) -> Progress:
        """Say what has been reached, and begin to count anew."""
        done = self.progress
        self.reported = done.lessons
        done.openness, done.error = float(self.opened), float(self.missed)
        for k, batch in enumerate(self.batches):
            ended = max(float(self.ended[k]), 1.0)
            done.paid[batch.seats] = [round(x / ended, 4) for x in self.paid[k, : batch.seats].tolist()]
            done.games += int(self.ended[k])
        self.paid.zero_()
        self.ended.zero_()
        return done

    def state(self) -> dict[str, Any]:
        """Return what is needed to go on later; games are dealt anew, and former nets are met as they come."""
        return {
            "net": self.net.state_dict(),
            "learner": self.learner.state_dict(),
            "lessons": self.progress.lessons,
            "decisions": self.progress.decisions,
            "games": self.progress.games,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where an earlier training stopped."""
        self.net.load_state_dict(state["net"])
        self.learner.load_state_dict(state["learner"])
        self.progress.lessons, self.progress.decisions = state["lessons"], state["decisions"]
        self.progress.games, self.reported = state["games"], state["lessons"]


def drawn(logs: Tensor) -> Tensor:
    """Draw an action of each row by its chance."""
    noise = torch.empty_like(logs).exponential_().log_().neg_()
    return (logs + noise).argmax(-1)


class Buffers:
    """What is written down between two lessons."""

    def __init__(self, steps: int, total: int, most: int, batch: Batch, where: torch.device) -> None:
        """Make room."""

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(steps, total, *shape, dtype=kind, device=where)

        self.observations = room(batch.observations.shape[1], kind=torch.uint8)
        self.masks = room(batch.masks.shape[1], kind=torch.uint8)
        self.actors = room(kind=torch.int32)
        self.actions = room(kind=torch.int64)
        self.logs, self.worths, self.paid = room(), room(), room(most)
        self.ends, self.is_pupil = room(kind=torch.bool), room(kind=torch.bool)

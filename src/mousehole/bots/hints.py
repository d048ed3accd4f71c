"""Hints: the move the tiger would make, how it sees the chances, and why, from one seat's view only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mousehole.bots.arena import sides_of
from mousehole.bots.knowledge import weigh
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import think
from mousehole.engine.game import Game
from mousehole.engine.rule import Record

WORLDS = 400
"""A belief is read off so many worlds that fit the view."""


@dataclass(frozen=True)
class Hint:
    """What the tiger would do."""

    action: int
    text: str
    """The move, as a button would say it."""
    chance: float | None
    """How the tiger sees the chance to win, from 0 to 1; None where there is nothing else to do."""
    reason: str
    """What speaks for it, in a few words; may be empty."""

    def sentences(self) -> str:
        """Say it all."""
        if self.chance is None:
            return f"{self.text}: there is nothing else to do."
        said = f"The tiger would choose: {self.text}. It sees your chance at {round(100 * self.chance)}%."
        return f"{said} {self.reason}".strip()


def chance_of(worth: float, sides: int) -> float:
    """Read a worth as a chance to win: the winner gets 1 and the other sides share -1; alone, it is 1 or -1."""
    others = max(sides - 1, 1)
    return max(0.0, min(1.0, (worth * others + 1) / (others + 1)))


def hint(game: Game, view: Record, seat: int, seed: int) -> Hint:
    """Find out what the tiger would do."""
    thought = think(game, view, seat, seed, settings_of(game.facts.id, "tiger"))
    move = game.words.move_text(view[0], seat, thought.action)
    if not thought.findings:
        return Hint(thought.action, move, None, "")
    chance = chance_of(thought.worth, len(sides_of(game, int(view[0].seats))))
    return Hint(thought.action, move, chance, game.words.remark(view[0], seat, thought.action))


def belief(game: Game, view: Record, seat: int, seed: int) -> dict[str, float]:
    """Tell how likely each hidden fact is that the picture names: its share of worlds that fit, as bots weigh them."""
    whereabouts = getattr(game.picture, "whereabouts", None)
    if whereabouts is None:
        return {}
    rng, shares, total = np.array([seed % 2**64], np.uint64), dict[str, float](), 0.0
    for _ in range(WORLDS):
        world = view.copy()
        game.rules.redeal(world[0], seat, rng)
        weight = float(weigh(world[0], seat))
        total += weight
        for fact in whereabouts(world[0], seat):
            shares[fact] = shares.get(fact, 0.0) + weight
    return {fact: share / total for fact, share in sorted(shares.items()) if share > 0.0}

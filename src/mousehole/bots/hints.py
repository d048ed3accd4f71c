"""Hints: the move the tiger would make, how it sees the chances, and why, from one seat's view only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from mousehole.bots.arena import sides_of
from mousehole.bots.knowledge import weigh
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import think
from mousehole.engine.game import Game
from mousehole.engine.position import View

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


def hint(game: Game, view: View, seat: int, seed: int) -> Hint:
    """Find out what the tiger would do."""
    thought = think(game, view, seat, seed, settings_of(game.facts.id, "tiger"))
    move = view.move_text(thought.action)
    if not thought.findings:
        return Hint(thought.action, move, None, "")
    chance = chance_of(thought.worth, len(sides_of(game, view.seats)))
    return Hint(thought.action, move, chance, game.words.remark(view.record, seat, thought.action))


def belief(game: Game, view: View, seat: int, seed: int) -> dict[str, float]:
    """Tell how likely each hidden fact is that the picture names: its share of worlds that fit, as bots weigh them."""
    whereabouts = getattr(game.picture, "whereabouts", None)
    if whereabouts is None:
        return {}
    shares, total = dict[str, float](), 0.0
    for world in islice(view.worlds(seat, seed), WORLDS):
        weight = float(weigh(world.record, seat))
        total += weight
        for fact in whereabouts(world.record, seat):
            shares[fact] = shares.get(fact, 0.0) + weight
    return {fact: share / total for fact, share in sorted(shares.items()) if share > 0.0}

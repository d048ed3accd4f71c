"""How strong players are, by the games that counted: one scale for people and bots, with how sure it is.

The arithmetic of one game is OpenSkill's (the Plackett-Luce model). There a team is as strong as the sum of its people,
which makes no sense between one cat and four mice; here a side is as strong as the mean of its players, and what a
game says about the mean is passed on to each of them as far as they make it uncertain.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mousehole.bots.names import NAMES

MIDDLE, POINTS = 1500, 30.0
"""What a number begins with, and the points of a unit of the model: 400 points are ten wins to one, as in chess."""
START_MU, START_SIGMA = 25.0, 25.0 / 3
MEASURED = 60
"""How sure the measured strength of a bot is unless the file says so beside it: within so many points."""
FEW = 5
"""Whoever has played fewer games has no number yet."""
BOT = "bot:"


@dataclass(frozen=True)
class Strength:
    """What is known of a player in a role."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def number(self) -> int:
        """The strength as people read it."""
        return round(MIDDLE + POINTS * (self.mu - START_MU))

    @property
    def margin(self) -> int:
        """How far off the number may be: 19 times in 20 it is within so many points."""
        return round(2 * POINTS * self.sigma)


@cache
def anchors() -> dict[str, dict[str, dict[str, Strength]]]:
    """Read what was measured of the bots, by game, role and level: a number, or a number and how far off it may be."""
    found: dict[str, dict[str, dict[str, int | list[int]]]] = json.loads(
        Path(__file__).with_name("anchors.json").read_text(encoding="utf-8")
    )
    return {
        game: {role: {level: anchor(told) for level, told in levels.items()} for role, levels in roles.items()}
        for game, roles in found.items()
    }


def anchor(told: int | list[int]) -> Strength:
    """Read what was measured of one bot."""
    number, margin = told if isinstance(told, list) else (told, MEASURED)
    return Strength(START_MU + (number - MIDDLE) / POINTS, margin / (2 * POINTS))


def first_strength(player: str, game: str, role: str) -> Strength:
    """Tell where a player begins: a bot as it was measured, and one that was not where the next weaker one stands."""
    if not player.startswith(BOT):
        return Strength()
    known = anchors().get(game, {}).get(role, {})
    level = player.removeprefix(BOT)
    if level in known:
        return known[level]
    weaker = [known[name] for name in NAMES[: NAMES.index(level) if level in NAMES else 0] if name in known]
    return Strength(weaker[-1].mu if weaker else START_MU)


def is_new(player: str, game: str, role: str, strength: Strength) -> bool:
    """Tell whether too little is known of a player for a number: few games, and nothing that was measured."""
    return strength.games < FEW and player.removeprefix(BOT) not in anchors().get(game, {}).get(role, {})


@cache
def model() -> Any:
    """Return the model; it is needed when the first game that counts is over."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # nobody else needs it

    return PlackettLuce()


def after_game(sides: Sequence[Sequence[Strength]], ranks: Sequence[int]) -> list[list[Strength]]:
    """Tell how strong the players of all sides are after a game; equal ranks are a draw."""
    rating = model().rating
    teams = [[rating(mu=mean(side), sigma=math.sqrt(variance(side)))] for side in sides]
    rated = model().rate(teams, ranks=[float(rank) for rank in ranks])
    return [passed_on(side, team[0].mu, team[0].sigma) for side, team in zip(sides, rated, strict=True)]


def mean(side: Sequence[Strength]) -> float:
    """Tell how strong a side is."""
    return sum(one.mu for one in side) / len(side)


def variance(side: Sequence[Strength]) -> float:
    """Tell how uncertain that is, as a variance."""
    return sum(one.sigma**2 for one in side) / len(side) ** 2


def passed_on(side: Sequence[Strength], mu: float, sigma: float) -> list[Strength]:
    """Pass what was learnt about a side on to its players, as for normal variables whose mean becomes known."""
    known, learnt = variance(side), variance(side) - sigma**2
    shift = mu - mean(side)
    found = []
    for one in side:
        part = one.sigma**2 / len(side) / known
        left = one.sigma**2 - part**2 * learnt
        found.append(Strength(one.mu + part * shift, math.sqrt(left), one.games + 1))
    return found

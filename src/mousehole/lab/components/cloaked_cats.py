"""Cloaked Cats: the features under each cloak."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.games.cloaked_cats.components import FEATURES
from mousehole.lab.components import Component, code

ROUND = "turns"
COMPONENTS = tuple(
    Component(f"cloak_{code(name)}", f"{name}, in the cloak", "feature", can_do_without=False) for name in FEATURES
)


def had(match: Match) -> set[tuple[int, str]]:
    """Note what was dealt under each cloak."""
    cloaks = [int(cloak) for cloak in match.positions[0].cloak[: match.seats]]
    return {
        (seat, each.name)
        for seat, cloak in enumerate(cloaks)
        for feature, each in enumerate(COMPONENTS)
        if cloak >> feature & 1
    }


def rounds(match: Match) -> int:
    """Count the turns."""
    return int(match.state.turns)


def starter(match: Match) -> int:
    """Tell who started."""
    return int(match.state.first)

"""An analysis as it lies on the shelf: what a page gets of it, growing move by move."""

from __future__ import annotations

from typing import Any

from mousehole.analysis.analysing import Analysis, Step, dealt_chances, so_far
from mousehole.analysis.evaluating import OPEN, SURVEYS, TREES, measured, search_of
from mousehole.analysis.labels import SURELY, THRESHOLDS
from mousehole.analysis.verdicts import LOOKS, RIVALS, Verdict
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.server.lab.shelf import Shelf, short_hash

DIGITS = 4
"""Chances are written with so many digits behind the point."""


class AnalysisPage:
    """An analysis that is being made."""

    def __init__(self, match: Match, name: str, shelf: Shelf) -> None:
        """Begin with nothing found."""
        self.match, self.name, self.shelf = match, name, shelf
        self.dealt = dealt_chances(match)
        self.found: list[Step] = []

    def take(self, step: Step) -> None:
        """Take in what was found of the next move."""
        self.found.append(step)

    def show(self, state: str, message: str = "") -> None:
        """Put it on the shelf as it is now."""
        known = so_far(self.match, self.found, self.dealt)
        self.shelf.write(analysis_data(self.match, known, len(self.found)) | {"id": self.name} | told(state, message))


def method_of(game: Game) -> str:
    """Name how games are analysed today: what was made in another way would come out otherwise now."""
    numbers = (SURVEYS, OPEN, TREES, LOOKS, RIVALS, THRESHOLDS, SURELY)
    return short_hash(repr(search_of(game)), repr(measured().get(game.facts.id)), repr(numbers))


def told(state: str, message: str) -> dict[str, str]:
    """Say how an analysis is."""
    return {"state": state, "message": message}


def blank(name: str, moves: int, state: str, message: str) -> dict[str, Any]:
    """Write an analysis of which nothing is known yet."""
    empty: dict[str, Any] = {"done": 0, "moves": moves, "verdicts": [], "sides": [], "graph": [], "luck": []}
    return empty | {"id": name} | told(state, message)


def analysis_data(match: Match, known: Analysis, done: int) -> dict[str, Any]:
    """Write what is known of a game."""
    known_sides = match.game.facts.side_of
    return {
        "done": done,
        "moves": len(match.moves),
        "sides": [
            {
                "side": side,
                "name": match.side_name(side),
                "seats": [seat for seat in range(match.seats) if known_sides(seat) == side],
            }
            for side in known.sides
        ],
        "verdicts": [verdict_data(verdict) for verdict in known.verdicts],
        "graph": [
            {"move": point.move, "own": [*map(rounded, point.own)], "truth": [*map(rounded, point.truth)]}
            for point in known.graph
        ],
        "luck": [vars(one) for one in known.luck],
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Write a verdict."""
    chances = [vars(one) | {"chance": rounded(one.chance)} for one in verdict.chances]
    numbers = {name: rounded(getattr(verdict, name)) for name in ("chance", "best_chance", "loss", "doubt")}
    return vars(verdict) | numbers | {"chances": chances, "points": verdict.points}


def rounded(chance: float) -> float:
    """Write a chance shortly."""
    return round(chance, DIGITS)

"""An analysis as pages get it, as far as it is made."""

from __future__ import annotations

import math
from typing import Any

from mousehole.analysis.course import Analysis
from mousehole.analysis.verdicts import Verdict
from mousehole.engine.match import Match

DIGITS = 10_000
"""Chances are written in parts of so many."""
NOT_PLAYED_OUT = "This game was not played to its end, so nobody can say how likely each side was to win it."


def told(state: str, message: str) -> dict[str, str]:
    """Say how an analysis is."""
    return {"state": state, "message": message}


def blank(name: str, moves: int, state: str, message: str) -> dict[str, Any]:
    """Write an analysis of which nothing is known yet."""
    empty: dict[str, Any] = {"done": 0, "moves": moves, "verdicts": [], "sides": [], "graph": [], "luck": []}
    return {**empty, "id": name, **told(state, message)}


def analysis_data(match: Match, known: Analysis, done: int, since: int = 0) -> dict[str, Any]:
    """Write what is known of a game, without verdicts on moves before one."""
    side_of = match.game.facts.side_of
    return {
        "done": done,
        "moves": len(match.moves),
        "sides": [
            {
                "side": side,
                "name": match.side_name(side),
                "seats": [seat for seat in range(match.seats) if side_of(seat) == side],
            }
            for side in known.sides
        ],
        "verdicts": [verdict_data(verdict) for verdict in known.verdicts if verdict.move >= since],
        "graph": [
            {"move": point.move, "own": [*map(rounded, point.own)], "truth": [*map(rounded, point.truth)]}
            for point in known.graph
        ],
        "luck": [
            {name: getattr(one, name) for name in ("side", "begin", "own", "given", "chance", "end")}
            for one in known.luck
        ],
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Write a verdict."""
    return {
        "move": verdict.move,
        "seat": verdict.seat,
        "action": verdict.action,
        "text": verdict.text,
        "chance": rounded(verdict.chance),
        "best": verdict.best,
        "best_text": verdict.best_text,
        "best_chance": rounded(verdict.best_chance),
        "loss": rounded(verdict.loss),
        "points": verdict.points,
        "label": verdict.label,
        "reason": verdict.reason,
        "chances": [{"action": one.action, "text": one.text, "chance": rounded(one.chance)} for one in verdict.chances],
        "doubt": rounded(verdict.doubt),
        "kind": verdict.kind,
        "touches": verdict.touches,
        "best_touches": verdict.best_touches,
    }


def rounded(chance: float) -> float:
    """Write a chance shortly; in the same way in every Python."""
    return math.floor(chance * DIGITS + 0.5) / DIGITS

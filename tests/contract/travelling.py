"""What a process of its own does with what it is sent; it must be importable there."""

from __future__ import annotations

from typing import Any

from mousehole.engine.match import Match
from mousehole.lab.playing import Games


def look_at(sent: dict[str, Any]) -> dict[str, Any]:
    """Use everything that arrived, play a step on in the match, and send it back."""
    match: Match = sent["match"]
    games: Games = sent["games"]
    seat = match.actors()[0]
    match.step(seat, match.legal(seat)[0])
    return {
        **sent,
        "text": str(sent["view"]),
        "title": sent["game"].facts.title,
        "endings": games.endings(),
        "again": games.match(1),
    }

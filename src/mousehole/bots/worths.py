"""What a worth means: compiled for searches, and light enough for the words of a table without a server."""

from __future__ import annotations

from mousehole.engine.rule import rule


@rule
def chance_of(worth: float, sides: int) -> float:
    """Read a worth as a chance to win: the winner gets 1 and the other sides share -1; alone, it is 1 or -1."""
    others = max(sides - 1, 1)
    return max(0.0, min(1.0, (worth * others + 1) / (others + 1)))

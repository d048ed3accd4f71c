"""Dead ends: what can no longer be done after a move, found by trying all that may follow it.

For games in which one seat sees everything but what will be drawn, and whose words have something to say of it
(`dead_end`). What can be drawn is found by repeating a move with other chances.
"""

from __future__ import annotations

from collections.abc import Iterator

from mousehole.engine.position import Position, View

SEAT = 0
FEW_CHANCES, CHANCES, MOST_DRAWN = 24, 400, 30
"""A move is repeated so often for a glance, and to be sure; where more different things are drawn, nothing is sure."""
DECISIONS = 4
"""So many decisions may follow until the end is there: what is left of a turn, and the next one."""
MOST = 1_500
"""What takes more positions than this is given up."""


class Trying:
    """Tries moves, and counts how often."""

    def __init__(self, chances: int, most_drawn: int) -> None:
        """Begin: with so many chances for each move, and no more different things drawn than are of use."""
        self.chances, self.most_drawn, self.tried = chances, most_drawn, 0

    def outcomes(self, position: Position, action: int) -> Iterator[Position]:
        """Give every position that a move can lead to, by chance, each once; no more than are of use."""
        seen: set[bytes] = set()
        view = position.view(SEAT)
        for chance in range(self.chances):
            after = view.world(SEAT, chance).after(SEAT, action)
            self.tried += 1
            key = after.view(SEAT).tobytes()
            if key not in seen:
                seen.add(key)
                yield after
            if after.is_undoable() or len(seen) > self.most_drawn:  # what can be taken back has drawn nothing
                return


def dead_end(view: View, action: int, best: int) -> str:
    """Say how a move loses, in the game's own words, where the rules show it; nothing where they do not.

    Either all that may follow is lost, or one draw is enough, and not after the best move as well.
    """
    told = getattr(view.game.words, "dead_end", None)
    if told is None:
        return ""
    ways: set[str] = set()
    if is_lost(Trying(CHANCES, MOST_DRAWN), view, action, DECISIONS, ways):
        return str(told(ways, is_certain=True))
    at_once = set() if action == best else lost_at_once(view, action)
    if at_once and not lost_at_once(view, best):
        return str(told(at_once, is_certain=False))
    return ""


def is_lost(trying: Trying, position: Position, action: int, decisions: int, ways: set[str]) -> bool:
    """Tell whether all that may follow a move within so many decisions is lost; add the reasons to `ways`."""
    found = 0
    for after in trying.outcomes(position, action):
        found += 1
        outcome = after.outcome()
        if outcome is not None:
            if SEAT in outcome.winners:
                return False
            ways.add(outcome.reason)
            continue
        if decisions <= 1 or trying.tried > MOST:
            return False
        if not all(is_lost(trying, after, move, decisions - 1, ways) for move in after.legal(SEAT)):
            return False
    return found <= trying.most_drawn


def lost_at_once(position: Position, action: int) -> set[str]:
    """List the reasons for which a move can lose before anything else is decided."""
    outcomes = [after.outcome() for after in Trying(FEW_CHANCES, MOST_DRAWN).outcomes(position, action)]
    return {outcome.reason for outcome in outcomes if outcome is not None and SEAT not in outcome.winners}

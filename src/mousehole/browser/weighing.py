"""How plausible a world is, as a module offers it: in compiled code, whatever the game's own function takes."""

from __future__ import annotations

from mousehole.bots.knowledge import weigh
from mousehole.engine.rule import Record, rule


@rule
def weigh_world(s: Record, seat: int, trials: Record, edition: int) -> float:
    """Say how plausible a world is, given what others were seen to choose."""
    return weigh(s, seat, trials, edition)

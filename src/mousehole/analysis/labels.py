"""What a decision is called, and from which loss on. This is the only place that says so."""

from __future__ import annotations

from mousehole.engine.errors import TableError

BEST, GOOD, DOUBTFUL, MISTAKE, BLUNDER = "best", "good", "doubtful", "mistake", "blunder"
THRESHOLDS = ((BLUNDER, 0.20), (MISTAKE, 0.10), (DOUBTFUL, 0.05), (GOOD, 0.025))
"""A move that loses at least so much of the chance to win is called so; one that loses less is called best."""
LABELS = (BEST, GOOD, DOUBTFUL, MISTAKE, BLUNDER)
SURELY = 2.0
"""A loss counts from so many times the search's own doubt on; what is smaller may be nothing."""


class NotOver(TableError):
    """An analysis was asked for of a game that still goes on."""

    code = "not_over"


def label_of(loss: float) -> str:
    """Name a decision by the chance to win that it lost."""
    return next((label for label, least in THRESHOLDS if loss >= least), BEST)


def counted(loss: float, doubt: float) -> float:
    """Return the loss that is held against a player: nothing where it is small or the search cannot be sure of it."""
    return loss if loss >= SURELY * doubt and label_of(loss) != BEST else 0.0


def is_settled(loss: float, doubt: float) -> bool:
    """Tell whether a loss is called the same wherever it truly lies within the search's doubt."""
    return label_of(counted(loss - doubt, doubt)) == label_of(counted(loss + doubt, doubt))

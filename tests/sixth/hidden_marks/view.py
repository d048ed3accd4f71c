"""What a page is told of a game of Hidden Marks."""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

Phase = Literal["marking", "over"]
Ending = Literal["cross_row", "ring_row", "full"]
EventKind = Literal["marked", "found"]


@shape
class HiddenMarksCell:
    """One of the nine cells."""

    cell: int
    name: str
    mark: int | None
    """Whose mark is seen there."""
    open: bool
    """Whether that mark lies open for everybody."""


@shape
class HiddenMarksEvent:
    """What the last move did, as far as the viewer may know."""

    kind: EventKind
    seat: int
    cell: int | None


@shape
class HiddenMarksView:
    """The board as one viewer sees it."""

    game: Literal["hidden_marks"]
    phase: Phase
    turn: int | None
    cells: list[HiddenMarksCell]
    placed: list[int]
    ending: Ending | None
    events: list[HiddenMarksEvent]


VIEW = HiddenMarksView

"""Hidden Marks as a page shows it, made from views alone."""

from __future__ import annotations

from tests.sixth.hidden_marks import codes
from tests.sixth.hidden_marks.components import CELLS
from tests.sixth.hidden_marks.view import HiddenMarksCell, HiddenMarksEvent, HiddenMarksView

from mousehole.engine.rule import HIDDEN, Record


def show(view: Record, viewer: int) -> HiddenMarksView:
    """Write a view in the game's own names."""
    return HiddenMarksView(
        game="hidden_marks",
        phase=codes.PHASES[int(view.phase)],
        turn=None if view.phase == codes.OVER else int(view.turn),
        cells=[show_cell(view, cell) for cell in range(len(CELLS))],
        placed=view.placed.tolist(),
        ending=codes.ENDINGS.get(int(view.ended)),
        events=[
            HiddenMarksEvent(codes.EVENTS[kind], seat, None if cell == HIDDEN else cell)
            for kind, seat, cell, _ in view.events[: view.event_count].tolist()
        ],
    )


def show_cell(view: Record, cell: int) -> HiddenMarksCell:
    """Show what is seen in a cell."""
    mark = next((seat for seat in range(2) if int(view.marks[seat]) >> cell & 1), None)
    return HiddenMarksCell(cell, CELLS[cell], mark, bool(int(view.open) >> cell & 1))


def touches(view: Record, seat: int, action: int) -> list[str]:
    """A cell chosen is that cell."""
    return [f"cell:{action}"]


def is_grave(view: Record, seat: int, action: int) -> bool:
    """No mark loses at once."""
    return False


def is_pass(view: Record, seat: int, action: int) -> bool:
    """Every move does something."""
    return False

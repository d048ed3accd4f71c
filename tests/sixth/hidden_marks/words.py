"""Hidden Marks in words: prompts, moves, what happened, and the board drawn in text."""

from __future__ import annotations

from tests.sixth.hidden_marks import codes
from tests.sixth.hidden_marks.components import CELL_COUNT, CELLS, ROWS, SEATS, SIGNS

from mousehole.engine.rule import HIDDEN, Record

REASONS = ("", *codes.ENDINGS.values())


def seat_name(seats: int, seat: int) -> str:
    """Name a seat inside a sentence."""
    return SEATS[seat]


def prompt(view: Record, seat: int) -> str:
    """Say what a seat is asked now."""
    if view.phase == codes.OVER:
        return "The game is over."
    return f"Choose a cell for {SEATS[seat]}."


def stakes(view: Record, seat: int) -> str:
    """Say what a row is worth."""
    return "" if view.phase == codes.OVER else "Three in a row win."


def goal(view: Record, viewer: int) -> tuple[str, str, str]:
    """Say what is wanted, how it ends, and what is hidden."""
    return (
        "Mark three cells in a row.",
        "It ends with a row, or when the board is full.",
        "Marks are hidden until found.",
    )


def move_name(view: Record, seat: int, action: int) -> str:
    """Write an action as the notation does."""
    return f"mark {CELLS[action].replace(' ', '-')}"


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    return f"Mark {CELLS[action]}"


def remark(view: Record, seat: int, action: int) -> str:
    """Say on how many rows a cell lies."""
    rows = sum(int(row) >> action & 1 for row in ROWS)
    return f"This cell lies on {rows} rows."


def sentences(before: Record, after: Record, viewer: int) -> list[str]:
    """Tell a viewer what just happened."""
    return [sentence(viewer, [int(n) for n in event]) for event in after.events[: after.event_count]]


def sentence(viewer: int, event: list[int]) -> str:
    """Tell one event."""
    kind, seat, cell, _ = event
    who, s = ("You", "") if seat == viewer else (SEATS[seat], "s")
    if kind == codes.EVENT_FOUND:
        other = "you" if 1 - seat == viewer else SEATS[1 - seat]
        return f"{who} find{s} that {other} marked {CELLS[cell]}."
    return f"{who} mark{s} {'a cell' if cell == HIDDEN else CELLS[cell]}."


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:
    """Tell what one remembers: marks that were found, and the end."""
    if after.ended:
        return [(5, outcome_sentence(after))]
    return [(2, sentence(viewer, [int(n) for n in event])) for event in after.events if event[0] == codes.EVENT_FOUND]


def outcome_sentence(view: Record) -> str:
    """Say who won and why."""
    if view.ended == codes.FULL:
        return "The board is full, and nobody has a row."
    return f"{SEATS[codes.CROSS if view.ended == codes.CROSS_ROW else codes.RING]} has three in a row."


def table_text(view: Record, viewer: int) -> str:
    """Draw the board, and say how many marks are not seen."""
    signs = [sign_in(view, cell) for cell in range(CELL_COUNT)]
    board = "\n---+---+---\n".join(" " + " | ".join(signs[row : row + 3]) for row in (0, 3, 6))
    unseen = [int(view.placed[seat]) - int(view.marks[seat]).bit_count() for seat in range(2)]
    return board + "\n" + ", ".join(f"{SEATS[seat]}: {view.placed[seat]} ({unseen[seat]} unseen)" for seat in range(2))


def sign_in(view: Record, cell: int) -> str:
    """Write the sign in a cell, or a point for none."""
    return next((SIGNS[seat] for seat in range(2) if int(view.marks[seat]) >> cell & 1), ".")

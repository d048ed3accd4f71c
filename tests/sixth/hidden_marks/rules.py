"""Hidden Marks, rule by rule. Seat 0 is Cross, seat 1 is Ring."""

from __future__ import annotations

from tests.sixth.hidden_marks import FACTS, codes
from tests.sixth.hidden_marks.components import CELL_COUNT
from tests.sixth.hidden_marks.secrets import has_row, hide, redeal

from mousehole.engine.record import clear_events, emit, open_record, record_type
from mousehole.engine.rule import Actions, Numbers, Options, Record, Word, rule

__all__ = ["State", "actors", "apply", "hide", "legal", "payoff", "reason", "redeal", "setup"]

VERSION = FACTS.rules_version

State = record_type(
    FACTS.id,
    [
        ("phase", "i1"),
        ("turn", "i1"),  # the seat that acts
        ("ended", "i1"),
        ("placed", "i1", 2),  # how many marks each seat has put down
        ("open", "i2"),  # the cells whose marks lie open
        ("marks", "i2", 2),  # the cells each seat has marked; in a view, as far as they are seen
    ],
    events=1,
)


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """TT-2.1: the board is empty, and Cross begins."""
    open_record(s, seats, low, high)
    s.hidden_marks = VERSION
    s.phase = codes.MARKING
    s.turn = codes.CROSS
    s.ended = 0
    s.open = 0
    for seat in range(2):
        s.placed[seat] = 0
        s.marks[seat] = 0


@rule
def actors(s: Record) -> int:
    """One seat at a time."""
    return 0 if s.phase == codes.OVER else 1 << int(s.turn)


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """TT-2.2: every cell that the seat does not know to be marked."""
    if s.phase == codes.OVER or s.turn != seat:
        return 0
    known = int(s.marks[seat]) | int(s.open)
    count = 0
    for cell in range(CELL_COUNT):
        if (known >> cell) & 1 == 0:
            out[count] = cell
            count += 1
    return count


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    clear_events(s)
    if (int(s.marks[1 - seat]) >> action) & 1:
        find(s, seat, action)
    else:
        mark(s, seat, action)


@rule
def find(s: Record, seat: int, cell: int) -> None:
    """TT-2.4: the other's mark is laid open, and the seat chooses again."""
    s.open = int(s.open) | (1 << cell)
    emit(s, codes.EVENT_FOUND, seat, cell, 0)


@rule
def mark(s: Record, seat: int, cell: int) -> None:
    """TT-2.3: a mark in a free cell; then it is the other's turn, unless the game is over."""
    s.marks[seat] = int(s.marks[seat]) | (1 << cell)
    s.placed[seat] += 1
    emit(s, codes.EVENT_MARKED, seat, cell, 0)
    if has_row(int(s.marks[seat])):
        end(s, codes.CROSS_ROW if seat == codes.CROSS else codes.RING_ROW)
    elif s.placed[0] + s.placed[1] == CELL_COUNT:
        end(s, codes.FULL)
    else:
        s.turn = 1 - seat


@rule
def end(s: Record, why: int) -> None:
    """TT-3.1, TT-3.2: a row wins at once; a full board without one is a draw."""
    s.phase = codes.OVER
    s.ended = why
    s.turn = 0


@rule
def reason(s: Record) -> int:
    """Why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """TT-3.1, TT-3.2: the winner against the other."""
    cross = 0.0
    if s.ended == codes.CROSS_ROW:
        cross = 1.0
    elif s.ended == codes.RING_ROW:
        cross = -1.0
    out[codes.CROSS] = cross
    out[codes.RING] = -cross

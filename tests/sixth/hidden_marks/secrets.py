"""Hidden Marks: who knows what. `hide` blanks what a seat cannot know, `redeal` fills it in again by chance."""

from __future__ import annotations

from tests.sixth.hidden_marks import codes
from tests.sixth.hidden_marks.components import CELL_COUNT, ROWS

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule


@rule
def has_row(cells: int) -> bool:
    """Tell whether three of the cells are a row."""
    for row in ROWS:
        if cells & row == row:
            return True
    return False


@rule
def hide(s: Record, seat: int) -> None:
    """A seat sees its own marks and those that lie open; a spectator only these."""
    if s.phase == codes.OVER:
        return
    forget_chance(s)
    for other in range(2):
        if other != seat:
            s.marks[other] = int(s.marks[other]) & int(s.open)
    if s.events[0, 0] == codes.EVENT_MARKED and s.events[0, 1] != seat:
        s.events[0, 2] = HIDDEN


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Marks that are not seen lie in any cells that may be free, as long as nobody has a row."""
    if s.phase == codes.OVER:
        return
    seen_first, seen_second = int(s.marks[0]), int(s.marks[1])
    while True:
        s.marks[0] = seen_first
        s.marks[1] = seen_second
        for other in range(2):
            if other != seat:
                put_marks(s, other, rng)
        if not has_row(int(s.marks[0])) and not has_row(int(s.marks[1])):
            break
    reseed_chance(s, rng)


@rule
def put_marks(s: Record, other: int, rng: Rng) -> None:
    """Put the marks of a seat that are not seen into cells without any; the last one may be the one put last."""
    taken = int(s.marks[0]) | int(s.marks[1])
    missing = int(s.placed[other])
    free = CELL_COUNT
    for cell in range(CELL_COUNT):
        missing -= (int(s.marks[other]) >> cell) & 1
        free -= (taken >> cell) & 1
    for _ in range(missing):
        pick = roll(rng, free)
        cell = 0
        while (taken >> cell) & 1 or pick > 0:
            pick -= 1 - ((taken >> cell) & 1)
            cell += 1
        taken |= 1 << cell
        free -= 1
        s.marks[other] = int(s.marks[other]) | (1 << cell)
        if s.events[0, 0] == codes.EVENT_MARKED and s.events[0, 1] == other:
            s.events[0, 2] = cell

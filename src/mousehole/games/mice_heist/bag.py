"""The modifier chips: the bag, and the chips of the present test (MH-1.2, MH-5.3).

A chip that is neither in the bag nor one of this test's lies in the middle.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import CHIP_VALUE, COLOURS, DOUBLE_DOWN, NONE
from mousehole.games.mice_heist.gestures import wide
from mousehole.games.mice_heist.house import copies_in_bag


@rule
def chips_in_bag(s: Record) -> int:
    """Count the chips in the bag."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.bag[colour])
    return count


@rule
def fill_bag(s: Record) -> None:
    """Put every chip of the middle back into the bag, except this test's own; then draw one (MH-5.3)."""
    for colour in range(COLOURS):
        s.bag[colour] = copies_in_bag(s, colour)
    for i in range(s.chips):
        s.bag[s.chip_colour[i]] -= 1
    emit(s, codes.EVENT_BAG_FILLED, 0, 0, 0)
    s.phase = codes.DRAW_CHIPS


@rule
def take_chip(s: Record, left: int) -> None:
    """Draw a chip of those in the bag, which lands on either side, and add it to the test (MH-1.2, MH-5.3)."""
    drawn = draw(s, 2 * left)
    pick = drawn >> 1
    colour = 0
    while pick >= s.bag[colour]:
        pick -= int(s.bag[colour])
        colour += 1
    s.bag[colour] -= 1
    i = s.chips
    s.chip_colour[i] = colour
    s.chip_side[i] = drawn & 1
    s.chip_doubled[i] = 0
    s.chips = i + 1


@rule
def show_chip(s: Record) -> None:
    """Tell of the chip drawn last."""
    i = s.chips - 1
    emit(s, codes.EVENT_CHIP_DRAWN, wide(s.chip_colour[i]), wide(s.chip_side[i]), wide(s.chip_doubled[i]))


@rule
def owe_chips(s: Record, count: int) -> None:
    """Let that many chips be drawn next."""
    if count > 0:
        s.chips_due = count
        s.phase = codes.DRAW_CHIPS


@rule
def draw_due_chip(s: Record) -> None:
    """Draw one chip of those due: to scout, or for this test; after the last one, ask what to do with them."""
    left = chips_in_bag(s)
    if left == 0:
        s.phase = codes.FILL_BAG
        return
    take_chip(s, left)
    if s.afterwards == codes.SCOUT:
        s.chip_side[s.chips - 1] = 0  # it only passes through: no side matters
    else:
        s.chip_doubled[s.chips - 1] = 1 if s.card == DOUBLE_DOWN else 0  # counts twice until it is back in the bag
        show_chip(s)
    s.chips_due -= 1
    if s.chips_due == 0:
        s.phase = codes.PLAY
        s.card = NONE
        if s.afterwards == codes.SCOUT:
            s.phase = codes.SCOUT
            s.afterwards = 0
            emit(s, codes.EVENT_SCOUTED, wide(s.chip_colour[0]), wide(s.chip_colour[1]), 0)


@rule
def drop_last_chip(s: Record) -> None:
    """Take the last chip off the test's row."""
    i = s.chips - 1
    s.chip_colour[i] = 0
    s.chip_side[i] = 0
    s.chip_doubled[i] = 0
    s.chips = i


@rule
def return_chip(s: Record, i: int) -> None:
    """Put one drawn chip back into the bag; later ones move up."""
    s.bag[s.chip_colour[i]] += 1
    emit(s, codes.EVENT_CHIP_RETURNED, wide(s.chip_colour[i]), 0, 0)
    for k in range(i + 1, s.chips):
        s.chip_colour[k - 1] = s.chip_colour[k]
        s.chip_side[k - 1] = s.chip_side[k]
        s.chip_doubled[k - 1] = s.chip_doubled[k]
    drop_last_chip(s)


@rule
def redraw_chips(s: Record) -> None:
    """Put all drawn chips back and draw as many again, each counting once (Nope Nope Nope)."""
    count = wide(s.chips)
    while s.chips > 0:
        s.bag[s.chip_colour[s.chips - 1]] += 1
        drop_last_chip(s)
    emit(s, codes.EVENT_ALL_RETURNED, count, 0, 0)
    owe_chips(s, count)


@rule
def flip_chip(s: Record, i: int) -> None:
    """Turn a drawn chip over."""
    s.chip_side[i] = 1 - s.chip_side[i]
    emit(s, codes.EVENT_CHIP_FLIPPED, wide(s.chip_colour[i]), wide(s.chip_side[i]), wide(s.chip_doubled[i]))


@rule
def leave_chips(s: Record) -> None:
    """Leave this test's chips in the middle (MH-5.6)."""
    while s.chips > 0:
        drop_last_chip(s)


@rule
def chip_worth(colour: int, side: int, doubled: int) -> int:
    """Return what a chip adds to the test: the side that is up, twice where it counts double."""
    return CHIP_VALUE[colour, side] * (1 + int(doubled))


@rule
def chip_sum(s: Record) -> int:
    """Add up the chips of the test (MH-5.4)."""
    total = 0
    for i in range(s.chips):
        total += chip_worth(wide(s.chip_colour[i]), wide(s.chip_side[i]), wide(s.chip_doubled[i]))
    return total

"""The maze: what lies where, the 5x5 box, paths. A set of cells is one number, 49 bits (see `components.BIT`).

These functions know the table, not the turn: they use the fields `mouse`, `cat`, `cheese`, `top`, `turn`, `where`,
`open`, `holed`, `rooms`, `full`, `low_column` to `high_row` and `placed` of a record, whichever mode it belongs to.
"""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.who_done_it.components import (
    BIT,
    CARD_COUNT,
    CAT,
    CELLS,
    CHEESE,
    COGS,
    COLUMN,
    COLUMNS,
    EAST,
    FRAME,
    HOLE_SIDES,
    MOUSE,
    NEIGHBOUR,
    NORTH,
    OPEN_SIDES,
    PERIOD,
    ROLL,
    ROW,
    ROWS,
    SOUTH,
    SPAN,
    WEST,
)

NOWHERE = -1
"""No cell: the Cat before it is out, an empty cell's card."""
NOBODY = -1
IN_DECK, ON_BELT, LEFT_OUT = -1, -2, -3
"""Where a maze card is that is not in the maze."""

ALL = (1 << ROLL * ROLL) - 1
FIRST_ROW = (1 << ROLL) - 1
LAST_ROW = FIRST_ROW << ROLL * (ROLL - 1)
FIRST_COLUMN = sum(1 << ROLL * r for r in range(ROLL))
LAST_COLUMN = FIRST_COLUMN << (ROLL - 1)


# Sets of cells


@rule
def north(cells: int) -> int:
    """Shift a set of cells one row up."""
    return (cells >> ROLL) | ((cells & FIRST_ROW) << (ROLL * (ROLL - 1)))


@rule
def east(cells: int) -> int:
    """Shift a set of cells one column to the right."""
    return ((cells & (ALL ^ LAST_COLUMN)) << 1) | ((cells & LAST_COLUMN) >> (ROLL - 1))


@rule
def south(cells: int) -> int:
    """Shift a set of cells one row down."""
    return ((cells & (ALL ^ LAST_ROW)) << ROLL) | (cells >> (ROLL * (ROLL - 1)))


@rule
def west(cells: int) -> int:
    """Shift a set of cells one column to the left."""
    return ((cells & (ALL ^ FIRST_COLUMN)) >> 1) | ((cells & FIRST_COLUMN) << (ROLL - 1))


@rule
def next_to(cells: int) -> int:
    """The cells that touch a set of cells on a side."""
    return north(cells) | east(cells) | south(cells) | west(cells)


@rule
def flood(start: int, eastward: int, southward: int) -> int:
    """WD-1.3: spread from a set of cells over passages, given as the cells one can leave to the east and the south."""
    reached = start
    grown = 0
    while grown != reached:
        grown = reached
        reached |= east(reached & eastward) | (west(reached) & eastward)
        reached |= south(reached & southward) | (north(reached) & southward)
    return reached


@rule
def bit_at(cell: int) -> int:
    """The set that holds one cell; none for NOWHERE."""
    return 0 if cell < 0 else 1 << BIT[cell]


# Who and what lies where


@rule
def cell_of_character(s: Record, who: int) -> int:
    """The cell of a character."""
    return int(s.mouse) if who == MOUSE else int(s.cat) if who == CAT else int(s.cheese)


@rule
def characters(s: Record) -> int:
    """The cells of all characters."""
    return bit_at(int(s.mouse)) | bit_at(int(s.cheese)) | bit_at(int(s.cat))


@rule
def clear_maze(s: Record) -> None:
    """Take every card and character off the table; the box is empty."""
    s.mouse = NOWHERE
    s.cat = NOWHERE
    s.cheese = NOWHERE
    s.placed = NOWHERE
    s.rooms = 0
    s.full = 0
    for side in range(4):
        s.open[side] = 0
        s.holed[side] = 0
    for cell in range(0, CELLS, 3):  # several at a time: most random games are short, and this is much of them
        s.top[cell] = NOWHERE
        s.top[cell + 1] = NOWHERE
        s.top[cell + 2] = NOWHERE
    for card in range(0, CARD_COUNT, 4):
        s.where[card] = IN_DECK
        s.where[card + 1] = IN_DECK
        s.where[card + 2] = IN_DECK
        s.where[card + 3] = IN_DECK
        s.turn[card] = 0
        s.turn[card + 1] = 0
        s.turn[card + 2] = 0
        s.turn[card + 3] = 0
    s.deck = (1 << CARD_COUNT) - 1
    s.low_column = FRAME
    s.low_row = FRAME
    s.high_column = -1
    s.high_row = -1


@rule
def draw_sides(s: Record, cell: int) -> None:
    """Let the sets of open and holed sides agree with the top card of a cell."""
    card = int(s.top[cell])
    turn = int(s.turn[card])
    bit = BIT[cell]
    others = ALL ^ (1 << bit)
    for side in range(4):
        s.open[side] = (s.open[side] & others) | (((OPEN_SIDES[card, turn] >> side) & 1) << bit)
        s.holed[side] = (s.holed[side] & others) | (((HOLE_SIDES[card, turn] >> side) & 1) << bit)


@rule
def lay(s: Record, card: int, cell: int, turn: int) -> None:
    """Put a maze card into a cell, or on top of what lies there; only the top card counts (WD-4.2)."""
    under = int(s.top[cell])
    bit = bit_at(cell)
    if under >= 0:
        s.turn[under] = 0
        s.full |= bit
    s.rooms |= bit
    s.top[cell] = card
    s.where[card] = cell
    s.deck &= ~(1 << card)
    s.turn[card] = turn
    column = COLUMN[cell]
    row = ROW[cell]
    s.low_column = min(int(s.low_column), column)
    s.high_column = max(int(s.high_column), column)
    s.low_row = min(int(s.low_row), row)
    s.high_row = max(int(s.high_row), row)
    draw_sides(s, cell)


@rule
def turn_room(s: Record, cell: int, quarters: int) -> None:
    """Turn the stack in a cell clockwise; turns that look alike are kept as one."""
    card = int(s.top[cell])
    s.turn[card] = (int(s.turn[card]) + quarters + 4) % PERIOD[card]
    draw_sides(s, cell)


@rule
def cog_on(s: Record, cell: int, side: int) -> int:
    """WD-4.4: the quarter turns that the top card of a cell gives its neighbour on a side, if that is a maze card."""
    neighbour = NEIGHBOUR[cell, side]
    if neighbour < 0 or s.top[neighbour] < 0:
        return 0
    card = int(s.top[cell])
    return COGS[card, int(s.turn[card]), side]


# WD-1.1 The box


@rule
def room_to_grow(s: Record, absent: int) -> int:
    """The cells that can join the maze, one character taken away, inside a 5x5 box, as far as they touch it."""
    return room_left_by(s, absent, NOWHERE)


@rule
def room_left_by(s: Record, absent: int, also: int) -> int:
    """The cells that could join the maze, one character taken away, if a card lay in one more cell."""
    low_column = int(s.low_column)
    high_column = int(s.high_column)
    low_row = int(s.low_row)
    high_row = int(s.high_row)
    for who in range(4):
        cell = also if who > CHEESE else cell_of_character(s, who)
        if who != absent and cell >= 0:
            column = COLUMN[cell]
            row = ROW[cell]
            low_column = min(low_column, column)
            high_column = max(high_column, column)
            low_row = min(low_row, row)
            high_row = max(high_row, row)
    return COLUMNS[SPAN[low_column, high_column]] & ROWS[SPAN[low_row, high_row]]


@rule
def empty_cells(s: Record, absent: int) -> int:
    """The empty cells that can join the maze once one character has left it; its own cell is none of them."""
    return room_to_grow(s, absent) & (ALL ^ (s.rooms | characters(s)))


# WD-4.5 to WD-4.7 Running through the placed card


@rule
def side_towards(s: Record, who: int) -> int:
    """The side of the placed card that a character stands at, or -1."""
    cell = cell_of_character(s, who)
    if cell >= 0:
        for side in range(4):
            if NEIGHBOUR[int(s.placed), side] == cell:
                return side
    return -1


@rule
def destinations(s: Record, who: int, through_holes: int) -> int:
    """WD-4.5, WD-4.6, WD-5.1: where a character can run through the placed card: empty cells, its prey's cell."""
    side = side_towards(s, who)
    start = bit_at(int(s.placed))
    ways_in = s.open[side] | (s.holed[side] if through_holes else 0)
    if not ways_in & start:
        return 0
    to_north = s.open[NORTH] + 0
    to_east = s.open[EAST] + 0
    to_south = s.open[SOUTH] + 0
    to_west = s.open[WEST] + 0
    eastward = to_east & west(to_west)
    southward = to_south & north(to_north)
    if through_holes:
        eastward |= s.rooms & west(s.rooms) & (s.holed[EAST] | west(s.holed[WEST]))
        southward |= s.rooms & north(s.rooms) & (s.holed[SOUTH] | north(s.holed[NORTH]))
        to_north |= s.holed[NORTH]
        to_east |= s.holed[EAST]
        to_south |= s.holed[SOUTH]
        to_west |= s.holed[WEST]
    reached = flood(start, eastward, southward)
    left = cells_outside(reached, to_north, to_east, to_south, to_west)
    return left & (empty_cells(s, who) | bit_at(prey_cell(s, who)))


@rule
def cells_outside(reached: int, to_north: int, to_east: int, to_south: int, to_west: int) -> int:
    """WD-4.5: where one steps who leaves a set of cells through their open sides."""
    return north(reached & to_north) | east(reached & to_east) | south(reached & to_south) | west(reached & to_west)


@rule
def prey_cell(s: Record, who: int) -> int:
    """WD-4.6: the Mouse is after the Cheese, the Cat after the Mouse."""
    return int(s.cheese) if who == MOUSE else int(s.mouse)


# WD-4.8 The Cat comes out


@rule
def nearest_to_cheese(s: Record) -> int:
    """The empty cells nearest to the Cheese, walls ignored, inside the box."""
    inside = room_to_grow(s, NOBODY)
    empty = empty_cells(s, NOBODY)
    near = bit_at(int(s.cheese))
    while not near & empty:
        near |= next_to(near) & inside
    return near & empty


# WD-6.1 Tracing paths


@rule
def trace_from_mouse(s: Record) -> int:
    """The cells connected with the Mouse."""
    return trace_from(s, int(s.mouse))


@rule
def trace_from(s: Record, cell: int) -> int:
    """The cells connected with a character: through open passages, characters open on all sides, holes not counted."""
    everyone = characters(s)
    eastward = (s.open[EAST] | everyone) & west(s.open[WEST] | everyone)
    southward = (s.open[SOUTH] | everyone) & north(s.open[NORTH] | everyone)
    return flood(bit_at(cell), eastward, southward)

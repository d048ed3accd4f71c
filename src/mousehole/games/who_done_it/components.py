"""The maze cards, the agendas and the setups as readable data, and the tables that can be worked out from them.

Cells are numbered row by row in a 9x9 frame: cell = 9 * row + column, columns to the east, rows to the south (WD-2.1).
One of the setup's maze cards lies in the frame's centre, so a maze inside a 5x5 box never leaves the frame (WD-1.1).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Sides, and what a side can be. Turn k is k quarter turns clockwise.
NORTH, EAST, SOUTH, WEST = range(4)
READING_ORDER = np.array([NORTH, WEST, EAST, SOUTH], np.int64)
"""The sides in the order of the numbers of the cells they face."""
OPEN, WALL, HOLE = ".#o"
LIGHT, DARK = "LD"

MOUSE, CAT, CHEESE, CUCUMBER = range(4)
"""WD-2.2: the agendas; the first three are also the characters (WD-1.4)."""
AGENDAS = ("Mouse", "Cat", "Cheese", "Cucumber")


class Card(NamedTuple):
    """WD-1.2: a maze card at turn 0: its sides (open, wall, wall with a mouse hole) and its cogs, as N, E, S, W."""

    name: str
    sides: str
    cogs: str


CARDS = (
    Card("Mouse's Studio", "oooo", "----"),
    # Straights
    Card("Long Gallery", ".#.#", "----"),
    Card("Pendulum Hall", ".o.#", "L---"),
    Card("Mainspring Walk", ".#.o", "-D--"),
    Card("Ratchet Row", ".#.#", "--D-"),
    Card("Bellows Passage", ".o.o", "L-D-"),
    Card("Minute Lane", ".#.o", "-L-L"),
    Card("Escapement Alley", ".o.#", "D--D"),
    Card("Rope Run", ".#.o", "LD-D"),
    # Corners
    Card("Cuckoo Corner", "..#o", "----"),
    Card("Boiler Nook", "..o#", "----"),
    Card("Pendulum Bend", "..##", "L---"),
    Card("Weight Well", "..#o", "-L--"),
    Card("Oilcan Elbow", "..o#", "--D-"),
    Card("Key Closet", "..##", "-L-D"),
    Card("Dial Cranny", "..oo", "D--L"),
    Card("Spring Twist", "..#o", "LLD-"),
    Card("Bobbin Turn", "..#o", "D-LD"),
    # Tees
    Card("Winding Room", "...#", "----"),
    Card("Striker Landing", "...o", "-D--"),
    Card("Balance Loft", "...#", "---L"),
    Card("Chime Stair", "...o", "-DL-"),
    Card("Flywheel Porch", "...o", "L-D-"),
    Card("Ticking Parlour", "...#", "-L-L"),
    Card("Hourglass Room", "...o", "DL-D"),
    Card("Governor's Balcony", "...#", "LDLD"),
    # Crossings
    Card("Great Wheelhouse", "....", "----"),
    Card("Midnight Rotunda", "....", "-D-L"),
)
"""WD-2.1: all 28 maze cards."""

CARD_COUNT = len(CARDS)
STUDIO = 0
BY_NAME = {card.name: number for number, card in enumerate(CARDS)}


class Setup(NamedTuple):
    """WD-3.1: where a game starts: a picture (C Cheese, M Mouse) and its cards, row by row, with their turns."""

    title: str
    level: str
    picture: tuple[str, ...]
    cards: tuple[tuple[str, int], ...]


SETUPS = (
    Setup(
        "Cat's Crossing",
        "hard",
        (
            "  C  ",
            "│ ┼ │",
            "     ",
            "  M  ",
        ),
        (("Ratchet Row", 0), ("Great Wheelhouse", 0), ("Long Gallery", 0)),
    ),
    Setup(
        "Mouse's Mirror",
        "medium",
        (
            "M ─    ",
            "│      ",
            "    ┼  ",
            "      C",
        ),
        (("Long Gallery", 1), ("Ratchet Row", 0), ("Great Wheelhouse", 0)),
    ),
    Setup(
        "Cheese's Cottage",
        "hard",
        (
            "  ─  ",
            "│ C │",
            "     ",
            "  M  ",
        ),
        (("Long Gallery", 1), ("Ratchet Row", 0), ("Pendulum Hall", 0)),
    ),
    Setup(
        "Cucumber's Cradle",
        "medium",
        (
            "M       C",
            "         ",
            "         ",
            "         ",
            "└   ─   ┘",
        ),
        (("Cuckoo Corner", 0), ("Long Gallery", 1), ("Boiler Nook", 3)),
    ),
)
"""In the order of the option `setup`."""

# WD-3.2 to WD-3.4: the deck, stack by stack.
STACK, SMALLEST_STACK = 5, 3
FIRST_STACK_MORE = (1, 0)
"""Maze cards a stack; the first one has one more, in a normal game, not in an easier one (WD-8.1)."""
CAT_STACK, CUCUMBER_STACK = 1, 3
ABOVE_CUCUMBER = 2
"""Maze cards of the fourth stack that stay on top of those the Cucumber is shuffled into."""
BELT = 4
MAZE_PLACE, CAT_PLACE, CUCUMBER_PLACE, AGENDA_PLACE = range(4)


def stack_places(easier: int, stack: int) -> list[list[tuple[int, int]]]:
    """List each stack's places from the top: kind, and how many places from here on a shuffled character can be in."""
    stacks = []
    for number, count in enumerate((stack + FIRST_STACK_MORE[easier], stack, stack, stack)):
        places = [(MAZE_PLACE, 0)] * count
        if number == CAT_STACK:
            places = [(CAT_PLACE, left) for left in range(count + 1, 0, -1)]
        if number == CUCUMBER_STACK:
            lower = count - ABOVE_CUCUMBER + 1
            places = places[:ABOVE_CUCUMBER] + [(CUCUMBER_PLACE, left) for left in range(lower, 0, -1)]
        stacks.append([*places, (AGENDA_PLACE, 0)])
    return stacks


def deck_places(easier: int, stack: int) -> list[tuple[int, int]]:
    """List the places of a whole deck from the top."""
    return [place for places in stack_places(easier, stack) for place in places]


LONGEST_DECK = len(deck_places(0, STACK))
PLACES = np.array(
    [
        [
            (deck_places(easier, stack) + [(0, 0)] * LONGEST_DECK)[:LONGEST_DECK]
            for stack in range(SMALLEST_STACK, STACK + 1)
        ]
        for easier in (0, 1)
    ],
    np.int64,
)
"""PLACES[easier, stack, n]: the kind of the deck's n-th place, by the size of stacks, counted from the smallest; and
how many places the shuffled character can still be in."""

# The frame, and how it is rolled up: a maze of at most 5x5 and the cells around it are at most 7x7, so the rows and
# columns of the frame can be counted modulo 7: a set of cells fits in 49 bits of one number, and no two cells meet.
FRAME = 9
CELLS = FRAME * FRAME
BOX = 5
ROLL = 7


def frame_cell(column: int, row: int) -> int:
    """Number a cell, or -1 if it lies outside the frame."""
    return FRAME * row + column if 0 <= column < FRAME and 0 <= row < FRAME else -1


def rolled_bit(column: int, row: int) -> int:
    """Number a cell's bit in a set of cells."""
    return ROLL * (row % ROLL) + column % ROLL


def span(low: int, high: int) -> range:
    """List the columns (or rows) that can join a maze from `low` to `high` in a 5x5 box, as far as they touch it."""
    return range(max(high - BOX + 1, low - 1, 0), min(low + BOX - 1, high + 1, FRAME - 1) + 1)


STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
BIT = np.array([rolled_bit(cell % FRAME, cell // FRAME) for cell in range(CELLS)], np.int64)
NEIGHBOUR = np.array(
    [[frame_cell(cell % FRAME + east, cell // FRAME + south) for east, south in STEPS] for cell in range(CELLS)],
    np.int64,
)
SPAN = np.array(
    [[sum(1 << c % ROLL for c in span(low, high)) for high in range(FRAME)] for low in range(FRAME)], np.int64
)
SPAN[np.tril_indices(FRAME, -1)] = 0
COLUMNS = np.array(
    [sum(1 << (ROLL * r + c) for r in range(ROLL) for c in range(ROLL) if m >> c & 1) for m in range(128)], np.int64
)
ROWS = np.array(
    [sum(1 << (ROLL * r + c) for r in range(ROLL) for c in range(ROLL) if m >> r & 1) for m in range(128)], np.int64
)
"""Sets of cells whose columns (rows), counted modulo 7, are in a set of seven."""


def turned(sides: str, turn: int) -> str:
    """Turn four sides clockwise by quarter turns."""
    return "".join(sides[(side - turn) % 4] for side in range(4))


def period(card: Card) -> int:
    """Count the turns of a card that look different; turn k looks like turn k modulo this number (WD-4.2)."""
    return next(k for k in (1, 2, 4) if turned(card.sides, k) == card.sides and turned(card.cogs, k) == card.cogs)


def side_mask(sides: str, kind: str) -> int:
    """Collect the sides of one kind as four bits."""
    return sum(1 << side for side in range(4) if sides[side] == kind)


PERIOD = np.array([period(card) for card in CARDS], np.int64)
OPEN_SIDES = np.array([[side_mask(turned(card.sides, k), OPEN) for k in range(4)] for card in CARDS], np.int64)
HOLE_SIDES = np.array([[side_mask(turned(card.sides, k), HOLE) for k in range(4)] for card in CARDS], np.int64)
COG_WAY = {"-": 0, LIGHT: -1, DARK: 1}
COGS = np.array([[[COG_WAY[cog] for cog in turned(card.cogs, k)] for k in range(4)] for card in CARDS], np.int64)
"""COGS[card, turn, side]: quarter turns clockwise that the cog gives the neighbour on that side."""
ANY_WALLS = 16
"""Instead of a pattern of open sides: an empty cell, where walls do not matter."""
TURNS = np.array(
    [
        [
            sum(1 << k for k in range(PERIOD[card]) if pattern in {ANY_WALLS, OPEN_SIDES[card, k]})
            for pattern in range(ANY_WALLS + 1)
        ]
        for card in range(CARD_COUNT)
    ],
    np.int8,
)
"""TURNS[card, pattern]: the turns of the card, a bit each, that are open on exactly these sides."""
COLUMN = np.array([cell % FRAME for cell in range(CELLS)], np.int64)
ROW = np.array([cell // FRAME for cell in range(CELLS)], np.int64)

FIRST_BIT = np.array([ROLL, *((bits & -bits).bit_length() - 1 for bits in range(1, 1 << ROLL))], np.int8)
"""The lowest of a set of seven."""
FROM_COLUMN = np.array(
    [
        [sum(1 << c for c in range(min(ROLL, FRAME - left)) if bits >> (left + c) % ROLL & 1) for bits in range(128)]
        for left in range(FRAME)
    ],
    np.int8,
)
"""FROM_COLUMN[left, bits]: columns counted modulo 7, as columns counted from a left one, inside the frame."""

SEVEN = 7
HOW_MANY = np.array([bits.bit_count() for bits in range(1 << SEVEN)], np.int8)
"""How many of seven bits are set."""
WHICH = np.array(
    [([i for i in range(SEVEN) if bits >> i & 1] + [0] * SEVEN)[:SEVEN] for bits in range(1 << SEVEN)], np.int8
)
"""WHICH[bits, n]: which bit is the n-th of those set."""

GLYPHS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""How a card that is open on a set of sides looks in a picture."""


def setup_cells(setup: Setup) -> tuple[dict[str, int], list[int]]:
    """Find the cells of the characters and of the cards (row by row) of a setup, its middle card in the centre."""
    seen = [(x // 2, y, mark) for y, line in enumerate(setup.picture) for x, mark in enumerate(line) if mark != " "]
    cards = [(x, y) for x, y, mark in seen if mark not in "CM"]
    right, down = (FRAME // 2 - at for at in cards[1])
    characters = {mark: frame_cell(x + right, y + down) for x, y, mark in seen if mark in "CM"}
    return characters, [frame_cell(x + right, y + down) for x, y in cards]


START_MOUSE = np.array([setup_cells(setup)[0]["M"] for setup in SETUPS], np.int64)
START_CHEESE = np.array([setup_cells(setup)[0]["C"] for setup in SETUPS], np.int64)
START_CELLS = np.array([setup_cells(setup)[1] for setup in SETUPS], np.int64)
START_CARDS = np.array([[BY_NAME[name] for name, _ in setup.cards] for setup in SETUPS], np.int64)
START_TURNS = np.array([[turn % PERIOD[BY_NAME[name]] for name, turn in setup.cards] for setup in SETUPS], np.int64)


FIRST_CARDS = 3
FIRST_ORDER = np.array([1, 0, 2], np.int64)
"""Which cards of a setup lie in the maze when there are fewer than three: the middle one first (WD-9.3)."""


def start_sides(sides: NDArray[np.int64], layout: int, count: int) -> list[int]:
    """Collect for each side the cells of a setup whose card is open there (or has a mouse hole there)."""
    lying = FIRST_ORDER[:count]
    cards = [(START_CARDS[layout, i], START_TURNS[layout, i], BIT[START_CELLS[layout, i]]) for i in lying]
    return [sum(1 << int(bit) for card, turn, bit in cards if sides[card, turn] >> side & 1) for side in range(4)]


def start_box(cells: NDArray[np.int64]) -> list[int]:
    """Find the first and last column and row of some cells."""
    return [min(COLUMN[cells]), max(COLUMN[cells]), min(ROW[cells]), max(ROW[cells])]


NUMBERS_OF_CARDS = range(1, FIRST_CARDS + 1)
START_OPEN = np.array([[start_sides(OPEN_SIDES, i, n) for n in NUMBERS_OF_CARDS] for i in range(len(SETUPS))], np.int64)
START_HOLED = np.array(
    [[start_sides(HOLE_SIDES, i, n) for n in NUMBERS_OF_CARDS] for i in range(len(SETUPS))], np.int64
)
START_BOX = np.array([[start_box(cells[FIRST_ORDER[:n]]) for n in NUMBERS_OF_CARDS] for cells in START_CELLS], np.int64)
"""The setups' maze, as the record keeps it: open and holed sides, first and last column and row; by setup and cards."""

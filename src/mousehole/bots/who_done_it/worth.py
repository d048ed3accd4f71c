"""What a maze of Who Done It? is worth: ways on, room to build, and how near it is to what the agendas want.

Crowding is the main way to lose, so most of it is about room: the empty cells, and those of them that the character
that builds next can still reach.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.bits import size
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    BELT,
    BIT,
    CARD_COUNT,
    EAST,
    FRAME,
    MOUSE,
    NEIGHBOUR,
    NORTH,
    OPEN_SIDES,
    SOUTH,
    WEST,
)
from mousehole.games.who_done_it.maze import (
    NOBODY,
    NOWHERE,
    bit_at,
    cell_of_character,
    cells_outside,
    east,
    empty_cells,
    flood,
    north,
    room_left_by,
    south,
    trace_from,
    trace_from_mouse,
    west,
)
from mousehole.games.who_done_it.turn import is_fulfilled, usual_active, walls_of

SUITS = np.array([[pattern in OPEN_SIDES[card] for pattern in range(16)] for card in range(CARD_COUNT)], np.int64)
"""SUITS[card, pattern]: whether some turn of the card is open on exactly these sides (WD-4.2)."""

MOUSE_BUILDS, CAT_BUILDS, LAST_IS_KNOWN, BEGINNER = range(4)
"""Columns of weights: before the Cat is out, after it, once the last agenda is known; and a beginner's at all times."""
SKILLED = -1
"""Weigh by the column that fits the time."""
LASTS = -2
"""In place of a column: all that counts is whether the game is lost."""

WORTH = (
    # What is counted, and its weight in each column.
    ("rooms of one card", -0.49, -0.29, 0.36, -0.2),
    ("pairs of empty cells", 0.17, 0.38, -0.34, 0.0),
    ("empty cells where nothing can be built", 0.46, 1.01, 0.63, 0.0),
    ("empty cells beside the character that builds", 0.56, 1.20, 0.47, 0.8),
    ("rooms of one card beside it that lead on", -0.32, 0.19, 0.32, 0.0),
    ("of those, the ones a card of the belt fits on", 0.00, 0.09, 0.82, 0.5),
    ("empty cells reached over these", 0.14, 0.19, 0.05, 0.3),
    ("empty cells reached through a crossing set down beside it", 0.09, 0.08, -0.05, 0.4),
    ("of all it reaches, the cells with another empty cell beside them", 0.22, 0.17, 0.64, 0.3),
    ("of the first two of these", -0.67, 0.23, 0.40, 0.0),
    ("of all it reaches, the cells with a room of one card beside them", 0.29, 0.12, 0.08, 0.0),
    ("nothing is reached", -4.57, -3.38, -5.09, -2.5),
    ("only one cell is reached", 0.28, -0.10, -0.75, 0.0),
    ("nothing is reached over a room", -0.49, -1.11, -0.71, 0.0),
    ("nothing is reached through a new card", -2.07, -1.02, -0.79, 0.0),
    ("share of the agendas that may decide: the Mouse's, met", 0.73, -0.42, 9.07, 2.0),
    ("the Cat's, met", -1.36, 0.42, 5.81, 2.0),
    ("the Cheese's, met", 1.13, 0.52, 8.84, 2.0),
    ("the Cucumber's, met", 0.30, 0.60, 10.24, 2.0),
    ("those one change away", -0.29, -0.21, 1.20, 0.4),
    ("those two changes away", 0.24, -0.23, 0.58, 0.0),
    ("Mouse beside Cheese", 0.43, -0.09, -0.13, 0.0),
    ("Cat beside Mouse", -0.32, 0.52, -1.33, 0.0),
    ("steps from Mouse to Cheese", 0.29, -0.21, -0.51, 0.0),
    ("steps from Cat to Mouse", -0.23, 0.09, -0.13, 0.0),
    ("abilities kept (easier mode)", 0.12, 0.93, -1.02, 0.4),
)
(
    SINGLE, PAIRS, DEAD, YARDS, GATES, FITTING, OVER_ROOMS, THROUGH, ROOMY, FIRST_ROOMY, BESIDE_SINGLE, NO_WAY, ONE_WAY,
    NONE_OVER, NONE_THROUGH, MET, _, _, _, ONE_AWAY, TWO_AWAY, PREY_BESIDE, HUNTER_BESIDE, TO_PREY, TO_HUNTER,
    ABILITIES,
) = range(len(WORTH))  # fmt: skip
WEIGHT = np.array([[row[1 + column] for row in WORTH] for column in range(4)], np.float64)
"""The skilled columns were bred: of many that differ a little, those that won most games by looking one turn ahead."""

LOST = -1000.0
"""What a game is worth that a move has lost."""
LUCK = 20.0
"""What it counts if a tried game ends by what it drew: it might draw something else."""
TOUCHING, APART = 1, 3
"""Walls between two characters: the first number that is not a path, and simply far."""


# Sets of cells


@rule
def around(cells: int) -> int:
    """Find the cells next to those of a set."""
    return north(cells) | east(cells) | south(cells) | west(cells)


@rule
def distance(a: int, b: int) -> int:
    """Count the steps between two cells, walls ignored; 0 if there is no such cell."""
    return 0 if b < 0 else abs(a % FRAME - b % FRAME) + abs(a // FRAME - b // FRAME)


# What a maze is worth


@rule
def worth(s: Record, by: int) -> float:
    """Say what a position is worth; in easier mode with the better of both to build (WD-8.2)."""
    luck = 0.0
    if by == LASTS:
        return LOST if s.phase == codes.OVER and s.ended < codes.SOLVED else 0.0
    if s.phase == codes.OVER:
        if codes.NO_PLACEMENT < s.ended < codes.UNSOLVED:
            return LOST
        luck = LUCK if s.ended >= codes.SOLVED else -LUCK
    w = WEIGHT[column_of(s) if by == SKILLED else by]
    empty = empty_cells(s, NOBODY)
    best = worth_of_ways(s, usual_active(s), empty, w)
    if s.easier and s.cat != NOWHERE:
        best = max(best, worth_of_ways(s, MOUSE, empty, w))
    return luck + best + worth_of_room(s, empty, w) + worth_of_paths(s, w)


@rule
def column_of(s: Record) -> int:
    """Find the column of weights that fits the time."""
    return LAST_IS_KNOWN if s.last >= 0 else MOUSE_BUILDS if s.cat == NOWHERE else CAT_BUILDS


@rule
def worth_of_room(s: Record, empty: int, w: Numbers) -> float:
    """Weigh the room there is, and the abilities kept to make some."""
    single = s.rooms & ~s.full
    total = w[SINGLE] * size(single) + w[PAIRS] * (size(empty & south(empty)) + size(empty & east(empty)))
    total += w[DEAD] * size(empty & ~around(empty | single))
    if s.easier:
        total += w[ABILITIES] * size(int(s.kept) | int(s.fresh))
    return total


@rule
def worth_of_ways(s: Record, who: int, empty: int, w: Numbers) -> float:
    """Weigh the ways on of the character that builds: over a room beside it, or through a card set down beside it."""
    here = cell_of_character(s, who)
    single = s.rooms & ~s.full
    total = 0.0
    over = through = 0
    for side in range(4):
        cell = NEIGHBOUR[here, side]
        if cell >= 0 and (empty >> BIT[cell]) & 1:
            total += w[YARDS]
            through |= ways_through_crossing(s, who, cell, empty)
        elif cell >= 0 and (single >> BIT[cell]) & 1:
            reached = ways_over_room(s, who, cell, side, empty)
            if reached:
                total += w[GATES]
                if is_suited(s, cell):
                    total += w[FITTING]
                    over |= reached
    total += w[OVER_ROOMS] * size(over) + w[THROUGH] * size(through)
    if over == 0:
        total += w[NONE_OVER]
    if through == 0:
        total += w[NONE_THROUGH]
    ways = over | through
    if ways == 0:
        return total + w[NO_WAY]
    if size(ways) == 1:
        total += w[ONE_WAY]
    roomy = size(ways & around(empty))
    return total + w[ROOMY] * roomy + w[FIRST_ROOMY] * min(roomy, 2) + w[BESIDE_SINGLE] * size(ways & around(single))


@rule
def ways_through_crossing(s: Record, who: int, cell: int, empty: int) -> int:
    """Find where a character could run if a crossing were set down in an empty cell beside it."""
    start = bit_at(cell)
    ways = ways_out(start, s.open[NORTH] | start, s.open[EAST] | start, s.open[SOUTH] | start, s.open[WEST] | start)
    return ways & empty & ~start & room_left_by(s, who, cell)


@rule
def ways_over_room(s: Record, who: int, cell: int, side: int, empty: int) -> int:
    """Find where a character could run over the room on one of its sides, if a card with the same walls lay there."""
    start = bit_at(cell)
    if not s.open[side ^ 2] & start:
        return 0
    ways = ways_out(start, s.open[NORTH] + 0, s.open[EAST] + 0, s.open[SOUTH] + 0, s.open[WEST] + 0)
    return ways & empty & room_left_by(s, who, NOWHERE)


@rule
def ways_out(start: int, to_north: int, to_east: int, to_south: int, to_west: int) -> int:
    """Find where one comes out who enters a cell and goes on through open passages (WD-4.5)."""
    reached = flood(start, to_east & west(to_west), to_south & north(to_north))
    return cells_outside(reached, to_north, to_east, to_south, to_west)


@rule
def is_suited(s: Record, cell: int) -> bool:
    """Tell whether a card of the belt fits on the room in a cell (WD-4.2)."""
    for slot in range(BELT):
        if s.belt[slot] != NOWHERE and SUITS[int(s.belt[slot]), walls_of(s, cell)]:
            return True
    return False


@rule
def worth_of_paths(s: Record, w: Numbers) -> float:
    """Weigh how near the maze is to what the agendas want that may still decide."""
    mine = trace_from_mouse(s)
    to_cheese = walls_to(s, mine, int(s.cheese))
    to_cat = APART - 1 if s.cat == NOWHERE else walls_to(s, mine, int(s.cat))
    unseen = 0
    total = 0.0
    for agenda in range(4):
        if not (int(s.seen) >> agenda) & 1:
            unseen += 1
            needed = changes_needed(agenda, to_cheese, to_cat)
            if needed == 0:
                total += w[MET + agenda]
            elif needed <= 2:
                total += w[ONE_AWAY] if needed == 1 else w[TWO_AWAY]
    total /= max(unseen, 1)
    to_prey = distance(int(s.mouse), int(s.cheese))
    to_hunter = distance(int(s.mouse), int(s.cat))
    total += w[TO_PREY] * to_prey + w[TO_HUNTER] * to_hunter
    if to_prey == 1:
        total += w[PREY_BESIDE]
    if to_hunter == 1:
        total += w[HUNTER_BESIDE]
    return total


@rule
def walls_to(s: Record, mine: int, cell: int) -> int:
    """Count the walls, or cells, between what is connected with the Mouse and with a character in a cell (WD-6.1)."""
    return 0 if mine & bit_at(cell) else walls_between(mine, trace_from(s, cell))


@rule
def walls_between(mine: int, others: int) -> int:
    """Count the walls, or cells, between two connected sets of cells, at most APART."""
    if mine & others:
        return 0
    if around(mine) & others:
        return TOUCHING
    return APART - 1 if around(mine) & around(others) else APART


@rule
def changes_needed(agenda: int, to_cheese: int, to_cat: int) -> int:
    """Count the changes an agenda is away (WD-6.2): walls to open, or a path to close."""
    for paths in range(4):
        if is_fulfilled(agenda, paths & 1, paths >> 1):
            for_cheese = to_cheese if paths & 1 else 1 if to_cheese == 0 else 0
            return for_cheese + (to_cat if paths >> 1 else 1 if to_cat == 0 else 0)
    return APART

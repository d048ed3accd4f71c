"""What a bot knows about Who Done It?: what a maze is worth, and which moves lead to mazes worth having.

A move is judged by the maze it leaves at the end of the turn, worked out on sets of cells without playing it: the card
is laid, its cogs turn what they turn, both characters run where it is best. Of such a maze one counts the room that is
left, the ways open to the character that builds, and how many changes each agenda that may decide is away. Crowding is
the main way to lose; so most of it is about room.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.who_done_it.actions import (
    CAT_AT,
    PASS,
    PLACEMENTS,
    RUN,
    STAY,
    TURN,
    USE,
    cell_of,
    placement,
    slot_of,
    turn_of,
)
from mousehole.games.who_done_it.components import (
    BELT,
    BIT,
    BOX,
    CAT,
    CELLS,
    CHEESE,
    COGS,
    COLUMNS,
    CUCUMBER,
    EAST,
    FRAME,
    MATCHES,
    MOUSE,
    NEIGHBOUR,
    NORTH,
    OPEN_SIDES,
    PERIOD,
    ROLL,
    ROWS,
    SOUTH,
    SPAN,
    WEST,
)
from mousehole.games.who_done_it.maze import ALL, bit_at, east, flood, north, south, west
from mousehole.games.who_done_it.turn import (
    ABILITIES,
    BRING_CAT,
    COVER_A_ROOM,
    MOVE,
    PLACE_A_CARD,
    TURN_A_ROOM,
    usual_active,
)

Sides = tuple[int, int, int, int]
"""The cells that are open to the north, east, south and west."""
Cast = tuple[int, int, int]
"""The cells of Mouse, Cat and Cheese."""

MOUSE_BUILDS, CAT_BUILDS, LAST_IS_KNOWN, BEGINNER = range(4)
"""Columns of weights: before the Cat is out, after it, once the last agenda is known; and a beginner's at all times."""
SKILLED = -1
"""Weigh by the column that fits the time."""

WORTH = (
    # What is counted, and its weight in each column.
    ("empty cells the box still has room for", 0.46, 0.34, 0.32, 0.3),
    ("rooms of one card", -0.16, -0.01, 0.22, 0.0),
    ("empty cells beside the character that builds", 1.24, 0.82, 0.5, 0.3),
    ("rooms of one card beside it, open towards it", -0.25, -0.2, 0.26, 0.0),
    ("of those, the ones a card of the belt fits on", 0.14, 0.75, 0.55, 0.3),
    ("empty cells reached over such rooms", -0.19, 0.3, 0.05, 0.0),
    ("empty cells reached over those that fit", 0.59, 0.21, 0.46, 0.1),
    ("empty cells reached through a card beside it", 0.18, 0.48, 0.48, 0.2),
    ("of all it reaches, the cells with another empty cell beside them", 0.06, 0.34, 0.08, 0.0),
    ("of all it reaches, the cells with a room of one card beside them", 0.15, 0.01, 0.24, 0.0),
    ("open sides towards empty cells", 0.05, 0.22, 0.12, 0.05),
    ("pairs of empty cells", 0.32, 0.32, 0.02, 0.0),
    ("empty cells beside the Mouse, the Cat being out", 0.33, 0.33, -0.68, 0.0),
    ("rooms open towards the Mouse, the Cat being out", -0.37, 0.39, 0.14, 0.0),
    ("empty cells where nothing can be built", 0.89, 0.2, 0.4, 0.0),
    ("nothing is reached", -2.11, -2.63, -1.82, -2),
    ("nothing can be laid", -0.53, -1.38, -1.23, 0.0),
    ("nothing is reached through a card beside it", 1.45, -0.23, 0.07, 0.0),
    ("nothing is reached over a room that fits", -0.6, -2.2, -1.02, 0.0),
    ("fewer than four empty cells", -0.54, -0.24, -0.95, 0.0),
    ("fewer than seven", 1.9, -0.32, -0.48, 0.0),
    ("empty cells missing from six", 0.12, -0.35, 0.24, 0.0),
    ("agendas that may decide: share of those met", 2.85, 3.06, 4.44, 1.0),
    ("share of those one change away", -1.64, 0.55, 0.19, 0.3),
    ("share of those two changes away", 0.4, -1.04, 0.13, 0.0),
    ("the Mouse's met", -2.4, -1.58, 2.73, 0.0),
    ("the Cat's met", -1.3, -0.81, 0.72, 0.0),
    ("the Cheese's met", -0.23, -1.58, -1.42, 0.0),
    ("the Cucumber's met", 0.16, 0.89, 0.11, 0.0),
    ("Mouse beside Cheese", 0.6, -1.86, 0.91, 0.0),
    ("Cat beside Mouse", 0.83, 0.26, -0.29, 0.0),
    ("steps from Mouse to Cheese", 0.51, 0.45, 0.34, 0.0),
    ("steps from Cat to Mouse", -0.3, 0.16, -0.19, 0.0),
    ("of the first two ways on with an empty cell beside them", 0.07, 0.73, 0.96, 0.0),
)

WEIGHT = np.array([[row[1 + column] for row in WORTH] for column in range(4)], np.float64)
COUNTED = len(WORTH)
FAR = 3
"""Characters that so many walls keep apart are simply far from each other."""
LOST = -1000.0
RESCUE = -500.0
"""What may still save a game that has no other move."""
PRICE = 0.4
"""Easier mode: what a kept ability must gain to be used (WD-8.3)."""
CONSIDERED = 10
"""A search considers so many moves of a decision."""
ACTION_BITS = 13
RANGE, STEPS = 64.0, 1024
"""A move and what it is worth are sorted as one number: steps of the worth above, the move below."""

PROMISE = (
    # Cards of the deck turned up, the worth of a usual maze by then, how much a point of worth tells, how often such
    # games are won: normal and easier.
    (0, 24.0, 0.0, 0.11, 0.45),
    (7, 20.0, 0.03, 0.115, 0.45),
    (13, 18.0, 0.12, 0.12, 0.46),
    (16, 17.0, 0.19, 0.13, 0.46),
    (19, 13.7, 0.19, 0.18, 0.47),
    (21, 11.2, 0.28, 0.19, 0.47),
    (22, 11.7, 0.30, 0.25, 0.48),
    (25, 9.7, 0.33, 0.35, 0.48),
    (27, 9.7, 0.33, 0.35, 0.48),
)
"""How a maze's worth foretells the end: seen in games that were played on by `lean`."""


def promises() -> NDArray[np.float64]:
    """Work out for each mode and number of cards turned up: the slope and the intercept of the log odds."""
    told = np.array(PROMISE)
    drawn = np.arange(told[0, 0], told[-1, 0] + 1)
    usual, slope, *won = (np.interp(drawn, told[:, 0], column) for column in told.T[1:])
    return np.array([[slope, np.log(rate / (1 - rate)) - slope * usual] for rate in won])


PROMISED = promises()


# Sets of cells


@rule
def size(cells: int) -> int:
    """Count the cells of a set."""
    cells -= (cells >> 1) & 0x5555555555555555
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F
    cells += cells >> 8
    cells += cells >> 16
    cells += cells >> 32
    return cells & 0x7F


@rule
def around(cells: int) -> int:
    """The cells next to those of a set."""
    return north(cells) | east(cells) | south(cells) | west(cells)


@rule
def exits(sides: Sides, rooms: int) -> int:
    """The cells that one steps into from the open sides of some rooms."""
    return (
        north(rooms & sides[NORTH])
        | east(rooms & sides[EAST])
        | south(rooms & sides[SOUTH])
        | west(rooms & sides[WEST])
    )


@rule
def doors(sides: Sides, cells: int) -> int:
    """The rooms next to some cells that are open towards them."""
    return (
        (north(cells) & sides[SOUTH])
        | (south(cells) & sides[NORTH])
        | (east(cells) & sides[WEST])
        | (west(cells) & sides[EAST])
    )


@rule
def spread(sides: Sides, rooms: int) -> int:
    """The rooms connected with some rooms."""
    return flood(rooms, sides[EAST] & west(sides[WEST]), sides[SOUTH] & north(sides[NORTH]))


# The maze a move leaves


@rule
def sides_now(s: Record) -> Sides:
    """The maze as it lies."""
    return s.open[NORTH] + 0, s.open[EAST] + 0, s.open[SOUTH] + 0, s.open[WEST] + 0


@rule
def cast_now(s: Record) -> Cast:
    """The characters where they stand; compiled, the sums make the numbers of one kind."""
    return int(s.mouse) + 0, int(s.cat) + 0, int(s.cheese) + 0


@rule
def with_room(sides: Sides, cell: int, pattern: int) -> Sides:
    """The maze with a room in a cell that is open on these sides."""
    bit = BIT[cell]
    others = ALL ^ (1 << bit)
    return (
        (sides[NORTH] & others) | ((pattern & 1) << bit),
        (sides[EAST] & others) | (((pattern >> EAST) & 1) << bit),
        (sides[SOUTH] & others) | (((pattern >> SOUTH) & 1) << bit),
        (sides[WEST] & others) | (((pattern >> WEST) & 1) << bit),
    )


@rule
def turned_pattern(s: Record, cell: int, quarters: int) -> int:
    """The open sides of a room once it has turned."""
    card = int(s.top[cell])
    return OPEN_SIDES[card, (int(s.turn[card]) + quarters + 4) % 4]


@rule
def sides_with(s: Record, card: int, cell: int, turn: int) -> Sides:
    """The maze with a card laid into a cell and what its cogs turn turned (WD-4.4)."""
    sides = with_room(sides_now(s), cell, OPEN_SIDES[card, turn])
    for side in range(4):
        quarters = COGS[card, turn, side]
        neighbour = NEIGHBOUR[cell, side]
        if quarters != 0 and neighbour >= 0 and s.top[neighbour] >= 0:
            sides = with_room(sides, neighbour, turned_pattern(s, neighbour, quarters))
    return sides


@rule
def room_to_grow(s: Record, placed: int, first: int, second: int, third: int) -> int:
    """The cells that can join the maze (WD-1.1), given a placed card and up to three characters."""
    low_column, high_column = int(s.low_column), int(s.high_column)
    low_row, high_row = int(s.low_row), int(s.high_row)
    for i in range(4):
        cell = placed if i == 0 else first if i == 1 else second if i == 2 else third
        if cell >= 0:
            low_column, high_column = min(low_column, cell % FRAME), max(high_column, cell % FRAME)
            low_row, high_row = min(low_row, cell // FRAME), max(high_row, cell // FRAME)
    return COLUMNS[SPAN[low_column, high_column]] & ROWS[SPAN[low_row, high_row]]


@rule
def runs(s: Record, sides: Sides, rooms: int, placed: int, who: int, cast: Cast) -> int:
    """Where a character can run through the placed card, its prey's cell included; mouse holes left aside."""
    here = cast[who]
    if here < 0:
        return 0
    entered = bit_at(placed) & doors(sides, bit_at(here))
    if entered == 0:
        return 0
    other = cast[CAT if who == MOUSE else MOUSE]
    everyone = bit_at(cast[MOUSE]) | bit_at(cast[CAT]) | bit_at(cast[CHEESE])
    free = room_to_grow(s, placed, other, cast[CHEESE], -1) & (ALL ^ (rooms | everyone))
    return exits(sides, spread(sides, entered)) & (free | bit_at(prey_of(who, cast)))


@rule
def prey_of(who: int, cast: Cast) -> int:
    """WD-4.6: the cell of the Cheese for the Mouse, of the Mouse for the Cat."""
    return cast[CHEESE] if who == MOUSE else cast[MOUSE]


@rule
def moved(cast: Cast, who: int, cell: int) -> Cast:
    """The characters once one has moved."""
    return cell if who == MOUSE else cast[MOUSE], cell if who == CAT else cast[CAT], cast[CHEESE]


@rule
def lowest_cell(s: Record, cells: int, placed: int) -> int:
    """The first cell of a set that lies in the maze's box with the placed card, or touches it."""
    bit = size((cells & -cells) - 1)
    top = max(min(int(s.low_row), placed // FRAME) - 1, 0)
    left = max(min(int(s.low_column), placed % FRAME) - 1, 0)
    return FRAME * (top + (bit // ROLL + ROLL - top % ROLL) % ROLL) + left + (bit + ROLL - left % ROLL) % ROLL


@rule
def worth_of_run(
    s: Record, sides: Sides, rooms: int, full: int, placed: int, slot: int, who: int, cast: Cast, by: int
) -> float:
    """The best that can come of the second character's run through the placed card; it stays if it cannot."""
    ways = runs(s, sides, rooms, placed, who, cast)
    if ways == 0:
        return worth_of_maze(s, sides, rooms, full, placed, slot, cast, by)
    ways &= ALL ^ bit_at(prey_of(who, cast))
    best = LOST
    while ways:
        cell = lowest_cell(s, ways, placed)
        ways &= ways - 1
        best = max(best, worth_of_maze(s, sides, rooms, full, placed, slot, moved(cast, who, cell), by))
    return best


@rule
def worth_of_card(s: Record, number: int, who: int, must: int, cast: Cast, by: int) -> float:
    """The best that can come of a card of the belt laid into a cell: one character runs, then the other."""
    slot, placed = slot_of(number), cell_of(number)
    sides = sides_with(s, int(s.belt[slot]), placed, turn_of(number))
    full = s.full | (bit_at(placed) if s.top[placed] >= 0 else 0)
    rooms = s.rooms | bit_at(placed)
    other = CAT if who == MOUSE else MOUSE
    ways = runs(s, sides, rooms, placed, who, cast)
    if ways == 0:
        if must:
            return RESCUE if s.slips and who == MOUSE else LOST
        return worth_of_run(s, sides, rooms, full, placed, slot, other, cast, by)
    ways &= ALL ^ bit_at(prey_of(who, cast))
    best = LOST
    while ways:
        cell = lowest_cell(s, ways, placed)
        ways &= ways - 1
        best = max(best, worth_of_run(s, sides, rooms, full, placed, slot, other, moved(cast, who, cell), by))
    return best


# What a maze is worth


@rule
def worth_of_maze(s: Record, sides: Sides, rooms: int, full: int, placed: int, slot: int, cast: Cast, by: int) -> float:
    """Weigh what counts in a maze; in easier mode for the character that is better off building."""
    column = by
    if by == SKILLED:
        column = LAST_IS_KNOWN if s.last >= 0 else CAT_BUILDS if cast[CAT] >= 0 else MOUSE_BUILDS
    best = LOST
    for who in range(2):
        if cast[who] >= 0 and (who == CAT or cast[CAT] < 0 or s.easier):
            counted = counts(s, sides, rooms, full, placed, slot, cast, who)
            total = 0.0
            for i in range(COUNTED):
                total += WEIGHT[column, i] * counted[i]
            best = max(best, total)
    return best


@rule
def fitting(s: Record, sides: Sides, gates: int, here: int, slot: int) -> int:
    """Those of some rooms next to a cell that a card of the belt (but this slot's) can be laid on (WD-4.2)."""
    found = 0
    for side in range(4):
        cell = NEIGHBOUR[here, side]
        if cell >= 0 and (gates >> BIT[cell]) & 1:
            bit = BIT[cell]
            pattern = (
                ((sides[NORTH] >> bit) & 1)
                | (((sides[EAST] >> bit) & 1) << EAST)
                | (((sides[SOUTH] >> bit) & 1) << SOUTH)
                | (((sides[WEST] >> bit) & 1) << WEST)
            )
            for other in range(BELT):
                if other != slot and s.belt[other] >= 0 and MATCHES[int(s.belt[other]), pattern]:
                    found |= 1 << bit
    return found


@rule
def walls_between(sides: Sides, cast: Cast, inside: int) -> tuple[int, int]:
    """How many walls (or empty cells) are between Mouse and Cheese, and between Mouse and Cat, at most FAR."""
    mouse, cat, cheese = bit_at(cast[MOUSE]), bit_at(cast[CAT]), bit_at(cast[CHEESE])
    everyone = mouse | cat | cheese
    eastward = (sides[EAST] | everyone) & west(sides[WEST] | everyone)
    southward = (sides[SOUTH] | everyone) & north(sides[NORTH] | everyone)
    reached = flood(mouse, eastward, southward)
    to_cheese = 0 if reached & cheese else FAR
    to_cat = FAR - 1 if cat == 0 else 0 if reached & cat else FAR
    for walls in range(1, FAR):
        if max(to_cheese, to_cat) < FAR:
            break
        reached = flood((reached | around(reached)) & inside, eastward, southward)
        if to_cheese == FAR and reached & cheese:
            to_cheese = walls
        if to_cat == FAR and reached & cat:
            to_cat = walls
    return to_cheese, to_cat


@rule
def distance(a: int, b: int) -> int:
    """The steps between two cells, walls ignored; 0 if there is no such cell."""
    return 0 if b < 0 else abs(a % FRAME - b % FRAME) + abs(a // FRAME - b // FRAME)


@rule
def changes_needed(agenda: int, to_cheese: int, to_cat: int) -> int:
    """WD-6.2: how many changes an agenda is away, given the walls between Mouse and Cheese, and Cat and Mouse."""
    wants_cheese = agenda == MOUSE or agenda == CUCUMBER
    wants_cat = agenda == CAT or agenda == CUCUMBER
    apart = (1 if to_cheese == 0 and not wants_cheese else 0) + (1 if to_cat == 0 and not wants_cat else 0)
    return apart + (to_cheese if wants_cheese else 0) + (to_cat if wants_cat else 0)


@rule
def counts(  # one number for each row of WORTH
    s: Record, sides: Sides, rooms: int, full: int, placed: int, slot: int, cast: Cast, who: int
) -> tuple[float, ...]:
    """Count in a maze what the rows of WORTH name."""
    mouse, cat, cheese = bit_at(cast[MOUSE]), bit_at(cast[CAT]), bit_at(cast[CHEESE])
    here = bit_at(cast[who])
    grow = room_to_grow(s, placed, cast[MOUSE], cast[CAT], cast[CHEESE])
    taken = rooms | mouse | cat | cheese
    empty = grow & (ALL ^ taken)
    space = float(BOX * BOX - size(taken))
    single = rooms & (ALL ^ full)
    # Ways on for the character that builds: over a room next to it, or through a card in an empty cell next to it.
    gates = doors(sides, here) & single
    fit = fitting(s, sides, gates, cast[who], slot) if gates else 0
    by_gates = exits(sides, spread(sides, gates)) & empty if gates else 0
    by_fit = exits(sides, spread(sides, fit)) & empty if fit else 0
    yards = around(here) & empty
    by_yards = (exits(sides, spread(sides, doors(sides, yards))) | around(yards)) & empty if yards else 0
    ways = by_fit | by_yards
    roomy = float(size(ways & around(empty)))
    ends = size(north(sides[NORTH]) & empty) + size(east(sides[EAST]) & empty)
    ends += size(south(sides[SOUTH]) & empty) + size(west(sides[WEST]) & empty)
    # Paths and agendas.
    to_cheese, to_cat = walls_between(sides, cast, grow | taken)
    unseen = 0
    for agenda in range(4):
        unseen += 1 - ((int(s.seen) >> agenda) & 1)
    share = 1.0 / max(unseen, 1)
    met = one_away = two_away = met_mouse = met_cat = met_cheese = met_cucumber = 0.0
    for agenda in range(4):
        if not (int(s.seen) >> agenda) & 1:
            needed = changes_needed(agenda, to_cheese, to_cat)
            if needed == 0:
                met = share
                met_mouse = share if agenda == MOUSE else 0.0
                met_cat = share if agenda == CAT else 0.0
                met_cheese = share if agenda == CHEESE else 0.0
                met_cucumber = share if agenda == CUCUMBER else 0.0
            elif needed == 1:
                one_away += share
            elif needed == 2:
                two_away += share
    to_prey, to_hunter = distance(cast[MOUSE], cast[CHEESE]), distance(cast[MOUSE], cast[CAT])
    return (  # noqa: RUF005  # compiled: no unpacking
        space,
        float(size(single)),
        float(size(yards)),
        float(size(gates)),
        float(size(fit)),
        float(size(by_gates)),
        float(size(by_fit)),
        float(size(by_yards)),
        roomy,
        float(size(ways & around(single))),
        float(ends),
        float(size(empty & south(empty)) + size(empty & east(empty))),
        float(size(around(mouse) & empty)) if cat else 0.0,
        float(size(doors(sides, mouse))) if cat else 0.0,
        float(size(empty & (ALL ^ around(empty | single)))),
        1.0 if ways == 0 else 0.0,
        1.0 if yards | fit == 0 else 0.0,
    ) + (
        1.0 if by_yards == 0 else 0.0,
        1.0 if by_fit == 0 else 0.0,
        1.0 if space < 4 else 0.0,
        1.0 if space < 7 else 0.0,
        max(6.0 - space, 0.0),
        met,
        one_away,
        two_away,
        met_mouse,
        met_cat,
        met_cheese,
        met_cucumber,
        1.0 if to_prey == 1 else 0.0,
        1.0 if to_hunter == 1 else 0.0,
        float(to_prey),
        float(to_hunter),
        min(roomy, 2.0),
    )


# What a move is worth


@rule
def worth_now(s: Record, cast: Cast, by: int) -> float:
    """The worth of the maze as it lies, the characters somewhere."""
    return worth_of_maze(s, sides_now(s), s.rooms + 0, s.full + 0, -1, -1, cast, by)


@rule
def worth_of(s: Record, action: int, by: int) -> float:
    """The worth of a move: that of the best maze it can lead to by the end of the turn."""
    cast = cast_now(s)
    if s.phase == PLACE_A_CARD:
        return worth_of_card(s, action % PLACEMENTS, action // PLACEMENTS, 1, cast, by)
    if s.phase == COVER_A_ROOM:
        return worth_of_card(s, action % PLACEMENTS, usual_active(s), 0, cast, by)
    if s.phase == MOVE:
        return worth_of_move(s, action, by)
    if s.phase == BRING_CAT:
        return worth_now(s, moved(cast, CAT, action - CAT_AT), by)
    if s.phase == TURN_A_ROOM:
        if action == TURN:
            return worth_now(s, cast, by)
        return worth_of_turn(s, cell_of(action - TURN), turn_of(action - TURN), by)
    return worth_of_ability(s, action, by)


@rule
def worth_of_move(s: Record, action: int, by: int) -> float:
    """The worth of a run (or of staying), the other character's best run after it included."""
    cast = cast_now(s)
    who = MOUSE if s.mover == MOUSE else CAT
    if action != STAY:
        if action - RUN == prey_of(who, cast):
            return LOST
        cast = moved(cast, who, action - RUN)
    if who == s.active:
        other = CAT if who == MOUSE else MOUSE
        return worth_of_run(s, sides_now(s), s.rooms + 0, s.full + 0, int(s.placed), -1, other, cast, by)
    return worth_now(s, cast, by)


@rule
def worth_of_turn(s: Record, cell: int, quarters: int, by: int) -> float:
    """The worth of the maze with one room turned (WD-5.3)."""
    sides = with_room(sides_now(s), cell, turned_pattern(s, cell, quarters))
    return worth_of_maze(s, sides, s.rooms + 0, s.full + 0, -1, -1, cast_now(s), by)


@rule
def worth_of_building(s: Record, cast: Cast, by: int) -> float:
    """Easier mode: the best that a placement can lead to, the characters somewhere (WD-8.2)."""
    best = LOST
    free = room_to_grow(s, -1, cast[MOUSE], cast[CAT], cast[CHEESE])
    free &= ALL ^ (s.rooms | bit_at(cast[MOUSE]) | bit_at(cast[CAT]) | bit_at(cast[CHEESE]))
    single = s.rooms & (ALL ^ s.full)
    for who in range(2):
        for side in range(4):
            cell = NEIGHBOUR[cast[who], side] if cast[who] >= 0 else -1
            if cell >= 0 and ((free | single) >> BIT[cell]) & 1:
                is_free = (free >> BIT[cell]) & 1
                pattern = 0 if is_free else turned_pattern(s, cell, 0)
                for slot in range(BELT):
                    card = int(s.belt[slot])
                    for turn in range(PERIOD[card]):
                        if is_free or OPEN_SIDES[card, turn] == pattern:
                            best = max(best, worth_of_card(s, placement(slot, cell, turn), who, 1, cast, by))
    return best


@rule
def worth_of_ability(s: Record, action: int, by: int) -> float:
    """Easier mode: what using an ability gains against building at once (WD-8.3)."""
    cast = cast_now(s)
    if action == USE + CAT:
        return worth_of_building(s, (cast[MOUSE], cast[CHEESE], cast[CAT]), by) - PRICE
    plain = worth_of_building(s, cast, by)
    if action == PASS:
        return plain
    if action != USE + CHEESE or plain == LOST:
        return (RESCUE if plain == LOST else plain) - (PRICE if action == USE + CUCUMBER else 2 * PRICE)
    best = now = worth_now(s, cast, by)
    for cell in range(CELLS):
        if s.top[cell] >= 0:
            for quarters in range(1, PERIOD[int(s.top[cell])]):
                best = max(best, worth_of_turn(s, cell, quarters, by))
    return plain + best - now - PRICE


@rule
def best_of(s: Record, actions: Actions, count: int, by: int) -> int:
    """The move that is worth most, the first among equals."""
    best, highest = actions[0], 2 * LOST
    for k in range(count):
        worth = worth_of(s, actions[k], by)
        if worth > highest:
            best, highest = actions[k], worth
    return best


# What the bots ask for


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules: never lose at once, keep room, mind the agenda once it is known."""
    return best_of(s, actions, count, BEGINNER)


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play on towards the maze that is worth most."""
    return actions[0] if count == 1 else best_of(s, actions, count, SKILLED)


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep the moves that lead to the best mazes, and none that loses at once."""
    if count <= CONSIDERED and s.phase == ABILITIES:
        return count
    for k in range(count):
        worth = min(max(worth_of(s, actions[k], SKILLED), -RANGE), RANGE)
        actions[k] += int((worth + RANGE) * STEPS) << ACTION_BITS
    kept = min(count, CONSIDERED)
    for i in range(kept):
        for k in range(i + 1, count):
            if actions[k] > actions[i]:
                actions[i], actions[k] = actions[k], actions[i]
    while kept > 1 and actions[kept - 1] < 1 << ACTION_BITS:
        kept -= 1
    for i in range(kept):
        actions[i] &= (1 << ACTION_BITS) - 1
    for i in range(1, kept):
        k = i
        while k > 0 and actions[k] < actions[k - 1]:
            actions[k], actions[k - 1] = actions[k - 1], actions[k]
            k -= 1
    return kept


@rule
def judge(s: Record, out: Numbers) -> None:
    """Foretell the end from what the maze is worth."""
    easier = int(s.easier)
    drawn = int(s.drawn) + easier
    odds = PROMISED[easier, 0, drawn] * worth_now(s, cast_now(s), SKILLED) + PROMISED[easier, 1, drawn]
    out[0] = 2.0 / (1.0 + math.exp(-odds)) - 1.0

"""What an unfinished game of Who Done It? is worth: a small net, fitted to who won, looks at the maze and the deck.

It is asked about the moment before a card is placed, or something else is decided that is no run.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.bits import size
from mousehole.bots.who_done_it.weights import FIRST, LAST, SECOND
from mousehole.bots.who_done_it.worth import (
    APART,
    around,
    changes_needed,
    distance,
    is_suited,
    walls_to,
    ways_over_room,
    ways_through_crossing,
)
from mousehole.engine.rule import Record, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    ANY_WALLS,
    BIT,
    CARDS,
    CUCUMBER_PLACE,
    DARK,
    LIGHT,
    LONGEST_DECK,
    MOUSE,
    NEIGHBOUR,
    OPEN,
    PLACES,
    SMALLEST_STACK,
    STACK,
    TURNS,
    Card,
)
from mousehole.games.who_done_it.house import belt_size
from mousehole.games.who_done_it.maze import (
    NOBODY,
    NOWHERE,
    cell_of_character,
    east,
    empty_cells,
    flood,
    north,
    room_to_grow,
    south,
    trace_from_mouse,
    west,
)
from mousehole.games.who_done_it.turn import PATTERN, PLACE_BITS, places_around, usual_active

Reals = NDArray[np.float32]


def shape(card: Card) -> int:
    """Number the shapes of cards: closed, straight, corner, tee, crossing."""
    ways = card.sides.count(OPEN)
    return 1 if ways == 2 and card.sides[0] == card.sides[2] == OPEN else ways


SHAPE = np.array([shape(card) for card in CARDS], np.int64)
LIGHT_COGS = np.array([card.cogs.count(LIGHT) for card in CARDS], np.float64)
DARK_COGS = np.array([card.cogs.count(DARK) for card in CARDS], np.float64)
DECK = 27.0
"""So many cards of the deck may be turned up."""
CONTEXT, AGENDAS, ROOM, WAYS = 25, 24, 10, 20
"""Numbers about the time, about the agendas, about the room there is, and about each builder's ways on."""
INPUTS = CONTEXT + AGENDAS + ROOM + 2 * WAYS
SCRATCH = INPUTS + FIRST.shape[1] + SECOND.shape[1]
"""Room for what is described, and for what the net makes of it."""
SURE = 20.0
"""The log odds of a game that is over."""
LUCK = 3.0
"""What it counts if a tried game ends by what it drew: it might draw something else."""


@rule
def odds(s: Record, scratch: Reals) -> float:
    """Say the log odds of winning from a position in which nobody has to run."""
    luck = 0.0
    if s.phase == codes.OVER:
        if s.ended < codes.UNSOLVED:
            return -SURE
        luck = LUCK if s.ended >= codes.SOLVED else -LUCK
    describe(s, scratch)
    return luck + net_odds(scratch, FIRST, SECOND, LAST)


@rule
def net_odds(given: Reals, first: Reals, second: Reals, last: Reals) -> float:
    """Ask a net for the log odds of winning; behind what is described there is room for what it makes of it.

    A layer has a row for each input, and one more that is added. Sums are taken in a fixed order, in 32 bits.
    """
    width = first.shape[1]
    depth = second.shape[1]
    inner = given[INPUTS : INPUTS + width]
    outer = given[INPUTS + width :]
    for k in range(width):
        inner[k] = first[INPUTS, k]
    for i in range(INPUTS):
        amount = given[i]
        if amount != 0.0:
            for k in range(width):
                inner[k] += amount * first[i, k]
    for k in range(depth):
        outer[k] = second[width, k]
    for i in range(width):
        amount = inner[i]
        if amount > 0.0:
            for k in range(depth):
                outer[k] += amount * second[i, k]
    total = last[depth]
    for k in range(depth):
        amount = outer[k]
        if amount > 0.0:
            total += amount * last[k]
    return float(total)


@rule
def describe(s: Record, out: Reals) -> None:
    """Describe a position in so many numbers, most of them from 0 to 1."""
    for k in range(INPUTS):
        out[k] = 0.0
    describe_time(s, out)
    describe_agendas(s, out, CONTEXT)
    empty = empty_cells(s, NOBODY)
    describe_room(s, empty, out, CONTEXT + AGENDAS)
    describe_ways(s, usual_active(s), empty, out, CONTEXT + AGENDAS + ROOM)
    if s.cat != NOWHERE:
        describe_ways(s, MOUSE, empty, out, CONTEXT + AGENDAS + ROOM + WAYS)


@rule
def describe_time(s: Record, out: Reals) -> None:
    """Say which game it is, what is asked, how much of the deck is left, and which abilities are."""
    out[int(s.layout)] = 1.0
    out[4] = float(s.easier)
    if s.phase == codes.ABILITIES:
        out[5] = 1.0
    elif s.phase == codes.TURN_A_ROOM:
        out[6] = 1.0
    elif s.phase == codes.COVER_A_ROOM:
        out[7] = 1.0
    elif s.phase == codes.BRING_CAT:
        out[8] = 1.0
    out[9] = 1.0 if s.cat == NOWHERE else 0.0
    out[10] = 1.0 if s.last >= 0 else 0.0
    out[11] = (float(s.drawn) + float(s.easier)) / DECK
    place = PLACES[int(s.easier), STACK - SMALLEST_STACK, min(int(s.drawn), LONGEST_DECK - 1)]
    if place[0] == CUCUMBER_PLACE:
        out[12] = 1.0 / place[1]
    abilities = int(s.kept) | int(s.fresh)
    for agenda in range(4):
        out[13 + agenda] = float((abilities >> agenda) & 1)
    out[17] = float(s.slips)
    for slot in range(belt_size(s)):
        card = int(s.belt[slot])
        if card != NOWHERE:
            out[18 + SHAPE[card]] += 0.25
            out[23] += LIGHT_COGS[card] / 8.0
            out[24] += DARK_COGS[card] / 8.0


@rule
def describe_agendas(s: Record, out: Reals, at: int) -> None:
    """Say how likely each agenda is the last, and how near the maze is to it."""
    mine = trace_from_mouse(s)
    to_cheese = walls_to(s, mine, int(s.cheese))
    to_cat = APART if s.cat == NOWHERE else walls_to(s, mine, int(s.cat))
    unseen = 4 - size(int(s.seen))
    for agenda in range(4):
        if not (int(s.seen) >> agenda) & 1:
            share = 1.0 / unseen
            needed = min(changes_needed(agenda, to_cheese, to_cat), 3)
            out[at + agenda] = share
            if needed == 0:
                out[at + 4 + agenda] = share
            out[at + 8 + needed] += share
    out[at + 12 + to_cheese] = 1.0
    if s.cat != NOWHERE:
        out[at + 16 + to_cat] = 1.0
        out[at + 20] = distance(int(s.mouse), int(s.cat)) / 8.0
        out[at + 21] = distance(int(s.cheese), int(s.cat)) / 8.0
    out[at + 22] = distance(int(s.mouse), int(s.cheese)) / 8.0
    out[at + 23] = size(mine) / 25.0


@rule
def describe_room(s: Record, empty: int, out: Reals, at: int) -> None:
    """Say how much room there is."""
    single = s.rooms & ~s.full
    out[at] = size(single) / 16.0
    out[at + 1] = size(s.full + 0) / 16.0
    out[at + 2] = size(empty) / 25.0
    out[at + 3] = (size(empty & south(empty)) + size(empty & east(empty))) / 40.0
    out[at + 4] = size(empty & ~around(empty | single)) / 8.0
    out[at + 5] = size(empty & ~around(empty)) / 8.0
    out[at + 6] = size(room_to_grow(s, NOBODY)) / 49.0
    out[at + 7] = size(empty & beside_two(empty)) / 16.0
    out[at + 8] = size(single & around(empty)) / 16.0
    out[at + 9] = size(single & ~around(empty | single)) / 8.0


@rule
def beside_two(cells: int) -> int:
    """Find the cells next to at least two of a set."""
    a, b, c, d = north(cells), east(cells), south(cells), west(cells)
    return ((a | b) & (c | d)) | (a & b) | (c & d)


@rule
def describe_ways(s: Record, who: int, empty: int, out: Reals, at: int) -> None:
    """Describe the ways on of a character that may build: over a room beside it, or through a card set down there."""
    here = cell_of_character(s, who)
    single = s.rooms & ~s.full
    over = through = suited = 0
    beside = 0
    for side in range(4):
        cell = NEIGHBOUR[here, side]
        if cell >= 0 and (empty >> BIT[cell]) & 1:
            out[at] += 0.25
            beside |= 1 << BIT[cell]
            through |= ways_through_crossing(s, who, cell, empty)
        elif cell >= 0 and (single >> BIT[cell]) & 1:
            out[at + 1] += 0.25
            reached = ways_over_room(s, who, cell, side, empty)
            if reached:
                out[at + 2] += 0.25
                over |= reached
                if is_suited(s, cell):
                    out[at + 3] += 0.25
                    suited |= reached
    ways = suited | through
    out[at + 4] = size(over) / 8.0
    out[at + 5] = size(suited) / 8.0
    out[at + 6] = size(through) / 8.0
    out[at + 7] = 1.0 if suited == 0 else 0.0
    out[at + 8] = 1.0 if through == 0 else 0.0
    out[at + 9] = 1.0 if ways == 0 else 0.0
    out[at + 10] = 1.0 if size(ways) == 1 else 0.0
    roomy = size(ways & around(empty))
    out[at + 11] = roomy / 8.0
    out[at + 12] = 1.0 if roomy == 0 else 0.0
    out[at + 13] = 1.0 if roomy == 1 else 0.0
    out[at + 14] = size(ways & beside_two(empty)) / 8.0
    out[at + 15] = size(ways & around(single)) / 8.0
    out[at + 16] = size(ways & beside_two(empty | single)) / 8.0
    out[at + 17] = size(flood(beside | ways, empty & west(empty), empty & north(empty))) / 16.0
    count_placements(s, who, out, at + 18)


@rule
def count_placements(s: Record, who: int, out: Reals, at: int) -> None:
    """Count the placements of the belt's cards on rooms next to a character, and the cells that take a card."""
    places = places_around(s, who)
    while places:
        pattern = places & PATTERN
        if pattern != ANY_WALLS:
            for slot in range(belt_size(s)):
                if s.belt[slot] != NOWHERE and TURNS[int(s.belt[slot]), pattern]:
                    out[at] += 0.125
        out[at + 1] += 0.25
        places >>= PLACE_BITS

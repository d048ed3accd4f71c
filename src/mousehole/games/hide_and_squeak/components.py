"""The house, its furniture and tokens, and what can be worked out from them before anybody plays."""

from __future__ import annotations

from itertools import permutations

import numpy as np

ROOMS = ("Parlour", "Larder", "Library", "Scullery", "Hallway", "Music Room", "Kitchen", "Washroom", "Bedroom")
"""HS-1.1: a 3x3 grid, row by row."""
HALLWAY = 4
CORNERS = (0, 2, 6, 8)
FURNITURE = ("clock", "lamp", "plant", "armchair")
"""HS-1.4: one piece in each corner room, in the order of `CORNERS`."""
MICE = ("Pip", "Bramble", "Tuppence", "Nib", "Oat")

ROOM_COUNT = 9
MOST_MICE = 5
PIECES = 4
TOKENS = 21
TRAPS = 3
LEAST_IN_ROOM = 2
SPARES = TOKENS - LEAST_IN_ROOM * ROOM_COUNT
CAT_ACTIONS = 4
CHEESE_PER_MOUSE = 3
"""HS-1.5: 21 tokens, three of them traps. How they are laid (HS-2.1), what the cat may do, what the mice need."""

WALLED_PASSAGES = (((3, 4), (4, 5)), ((1, 4), (4, 7)))
"""HS-1.2: the passages closed to the cat, for `walls` east_west and north_south."""

ALL_ROOMS = (1 << ROOM_COUNT) - 1
UPRIGHT = (1 << PIECES) - 1


def are_neighbours(a: int, b: int) -> bool:
    """Tell whether two rooms touch orthogonally."""
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1


def distance(a: int, b: int) -> int:
    """Count a mouse's steps between two rooms."""
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)


def mask_of(rooms: list[int]) -> int:
    """Pack rooms into a 9-bit mask."""
    return sum(1 << room for room in rooms)


def is_walled(walls: int, a: int, b: int) -> bool:
    """Tell whether a wall keeps the cat from passing between two neighbours; mice and squeaks pass (HS-1.3)."""
    return (a, b) in WALLED_PASSAGES[walls] or (b, a) in WALLED_PASSAGES[walls]


NEIGHBOURS = np.array([mask_of([b for b in range(9) if are_neighbours(a, b)]) for a in range(9)], np.int64)
CAT_WAYS = np.array(
    [
        [mask_of([b for b in range(9) if are_neighbours(a, b) and not is_walled(walls, a, b)]) for a in range(9)]
        for walls in (0, 1)
    ],
    np.int64,
)
COUNT = np.array([mask.bit_count() for mask in range(512)], np.int64)
NTH = np.array([([room for room in range(9) if mask >> room & 1] + [0] * 9)[:9] for mask in range(512)], np.int64)
"""The n-th room of a mask, counted from the lowest."""

FALLS: tuple[tuple[int, ...], ...] = (
    (),
    *((piece,) for piece in range(PIECES)),
    *(pair for pair in permutations(range(PIECES), 2) if distance(CORNERS[pair[0]], CORNERS[pair[1]]) == 2),
)
"""HS-5.2: the furniture one movement can fell, in order: none, one piece, or two in corners two steps apart."""


def ends(room: int, fall: tuple[int, ...]) -> list[int]:
    """List the rooms in which a movement from `room` that fells these pieces in this order can end (HS-5.1, HS-5.2)."""
    here, steps = room, 1
    for piece in fall:
        steps -= distance(here, CORNERS[piece])
        if steps < 0:
            return []
        here, steps = CORNERS[piece], steps + 1
    return [end for end in range(9) if distance(here, end) <= steps]


ENDS = np.array([[mask_of(ends(room, fall)) for fall in FALLS] for room in range(9)], np.int64)
FELLED = np.array([mask_of(list(fall)) for fall in FALLS], np.int64)
"""The pieces of each fall as a 4-bit mask."""
SPREAD = np.array(
    [
        [np.bitwise_or.reduce([0, *(ENDS[room, f] for room in range(9) if mask >> room & 1)]) for mask in range(512)]
        for f in range(len(FALLS))
    ],
    np.int64,
)
"""Where a mouse can be after a movement with a given fall, if it was anywhere in a mask before."""

MOST_RUNS = 15
RUNS_LIST = [
    [
        [f * 9 + end for f in range(len(FALLS)) if FELLED[f] & ~upright == 0 for end in ends(room, FALLS[f])]
        for upright in range(1 << PIECES)
    ]
    for room in range(9)
]
RUN_COUNT = np.array([[len(runs) for runs in by_upright] for by_upright in RUNS_LIST], np.int64)
RUNS = np.array([[(runs + [0] * MOST_RUNS)[:MOST_RUNS] for runs in by_upright] for by_upright in RUNS_LIST], np.int64)
"""HS-5.3: the movements from a room while some furniture stands, each as fall * 9 + final room, ascending."""

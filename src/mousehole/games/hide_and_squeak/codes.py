"""The numbers in a record of Hide and Squeak, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mousehole.games.hide_and_squeak.view import Ending, EventKind, Phase

CAT = 0
"""The cat's seat; mouse m has seat m + 1."""

# Phases, in the order of the rulebook.
PHASES: dict[int, Phase] = {
    (LAY_SPARES := 0): "spares",
    (LAY_TRAPS := 1): "traps",
    (START := 2): "starts",
    (PROWL := 3): "prowl",
    (CHEESE := 4): "cheese",
    (RUN := 5): "run",
    (OVER := 6): "over",
}

# Actions. A room's number stands for itself wherever a room is chosen.
LISTEN, POUNCE, STOP, LEAVE, TAKE = range(9, 14)
FIRST_RUN = 14
"""A movement is FIRST_RUN + fall * 9 + final room (see `components.RUNS`)."""

# Where a mouse that is not on the board stands, and whether it is stunned.
OFF_BOARD = 9
AWAKE, FRESHLY_STUNNED, STUNNED = range(3)

# Why the game ended.
ENDINGS: dict[int, Ending] = {
    (ALL_CAUGHT := 1): "all_caught",
    (CHEESE_STORED := 2): "cheese_stored",
    (DAWN_CAT := 3): "dawn_cat",
    (DAWN_MICE := 4): "dawn_mice",
    (DAWN_DRAW := 5): "dawn_draw",
}

# Events: kind, then who or where.
EVENTS: dict[int, EventKind] = {
    (EVENT_SPARE := 1): "spare",
    (EVENT_TRAP := 2): "trap",
    (EVENT_START := 3): "start",
    (EVENT_MOVE := 4): "move",
    (EVENT_LISTEN := 5): "listen",
    (EVENT_SQUEAK := 6): "squeak",
    (EVENT_POUNCE := 7): "pounce",
    (EVENT_CAUGHT := 8): "caught",
    (EVENT_STOP := 9): "stop",
    (EVENT_CHEESE := 10): "cheese",
    (EVENT_SPRUNG := 11): "sprung",
    (EVENT_LEAVE := 12): "leave",
    (EVENT_REVIVE := 13): "revive",
    (EVENT_RUN := 14): "run",
    (EVENT_ROUND := 15): "round",
}

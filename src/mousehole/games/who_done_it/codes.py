"""The numbers in a record of Who Done It?, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mousehole.games.who_done_it.components import BELT, CAT, CELLS, CHEESE, CUCUMBER, MOUSE

if TYPE_CHECKING:
    from mousehole.games.who_done_it.view import WhoDoneItActive, WhoDoneItEventKind, WhoDoneItPhase

DETECTIVE = 0
"""The one seat."""

# Phases: what the detective is asked (WD-4.9), in the order of a turn.
PHASES: dict[int, WhoDoneItPhase] = {
    (ABILITIES := 0): "abilities",
    (TURN_A_ROOM := 1): "turn",
    (COVER_A_ROOM := 2): "cover",
    (PLACE_A_CARD := 3): "place",
    (MOVE := 4): "run",
    (BRING_CAT := 5): "cat",
    (OVER := 6): "over",
}
# What is done without asking: no action ends in one of these.
ASK_TO_MOVE, FILL_BELT, USE_ABILITIES, PREPARE_TO_PLACE = range(7, 11)

# The Active Character of a placement.
ACTIVE: dict[int, WhoDoneItActive] = {
    MOUSE: "mouse",
    CAT: "cat",
    (EITHER := 2): "either",  # it may name the Mouse or the Cat (WD-8.2)
}
COVERING = 2
"""Instead of the Active Character of a placement: it comes by the Cucumber's ability."""

# Actions, a range for each kind of decision (WD-4.9); `actions` reads them. Slots are places on the belt, 0 to 3.
SLOT = 4 * CELLS
PLACEMENTS = BELT * SLOT

PLACE = 0
"""(d): PLACE + active * PLACEMENTS + slot * SLOT + cell * 4 + turn; active is MOUSE or CAT."""
COVER = PLACE + 2 * PLACEMENTS
"""(c): COVER + slot * SLOT + cell * 4 + turn: a placement with COVERING as its active."""
TURN = COVER + PLACEMENTS
"""(b): TURN + cell * 4 + quarter turns clockwise, 1 to 3; TURN itself leaves everything as it is."""
RUN = TURN + SLOT
"""(e): RUN + cell."""
STAY = RUN + CELLS
CAT_AT = STAY + 1
"""(f): CAT_AT + cell."""
USE = CAT_AT + CELLS
"""(a): USE + agenda."""
PASS = USE + 4

# WD-7.1: why the game ended. UNSOLVED and SOLVED count on by the last agenda.
ENDINGS = {
    (NO_PLACEMENT := 1): "no_placement",
    (MOUSE_STUCK := 2): "mouse_stuck",
    (CAT_STUCK := 3): "cat_stuck",
    (MOUSE_OVER_CHEESE := 4): "mouse_over_cheese",
    (CAT_OVER_MOUSE := 5): "cat_over_mouse",
    (UNSOLVED := 6) + MOUSE: "unsolved_mouse",
    UNSOLVED + CAT: "unsolved_cat",
    UNSOLVED + CHEESE: "unsolved_cheese",
    UNSOLVED + CUCUMBER: "unsolved_cucumber",
    (SOLVED := 10) + MOUSE: "solved_mouse",
    SOLVED + CAT: "solved_cat",
    SOLVED + CHEESE: "solved_cheese",
    SOLVED + CUCUMBER: "solved_cucumber",
}

# Events: what an action can cause, each with what its numbers are.
EVENTS: dict[int, WhoDoneItEventKind] = {
    (EVENT_PLACE := 1): "place",  # card, cell, the card now covered or -1
    (EVENT_COVER := 2): "cover",  # card, cell, the card now covered
    (EVENT_COG := 3): "cog",  # card turned, cell, 1 clockwise or -1
    (EVENT_RUN := 4): "run",  # who, from, to
    (EVENT_STAY := 5): "stay",  # who, though it stands by the placed card; 1 if it could have run
    (EVENT_CARD := 6): "card",  # card drawn to the belt
    (EVENT_CAT_DRAWN := 7): "cat_drawn",
    (EVENT_CAT_OUT := 8): "cat_out",  # cell, the Cheese's cell
    (EVENT_AGENDA := 9): "agenda",  # agenda turned up
    (EVENT_CUCUMBER := 10): "cucumber",
    (EVENT_HOLES := 11): "holes",  # the Mouse's ability begins
    (EVENT_SWAP := 12): "swap",  # the Cat's ability: the Cat's new cell, the Cheese's new cell
    (EVENT_GONE := 13): "gone",  # the Cat's ability is lost
    (EVENT_TURN := 14): "turn",  # the Cheese's ability: card, cell, quarter turns
    (EVENT_LEAVE := 15): "leave",  # the Cheese's ability, nothing turned
    (EVENT_PASS := 16): "pass",
    (EVENT_NO_PLACE := 17): "no_place",  # the Active Character, or EITHER
    (EVENT_STUCK := 18): "stuck",  # who
    (EVENT_CAUGHT := 19): "caught",  # who ran over its prey
    (EVENT_VERDICT := 20): "verdict",  # the last agenda, 1 if Mouse and Cheese are connected, 1 if Cat and Mouse are
    (EVENT_USE := 21): "use",  # in easier mode: an agenda whose ability asks for more
}
MOST_EVENTS = 12

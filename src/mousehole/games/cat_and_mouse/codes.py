"""The numbers in a record of Cat & The Mouse, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mousehole.games.cat_and_mouse.components import LONGEST_ROW, LOOT_COUNT, ROOM_COUNT

if TYPE_CHECKING:
    from mousehole.games.cat_and_mouse.view import EventKind, Phase, Reason, Side

SIDES: dict[int, Side] = {
    (INSPECTOR := 0): "inspector",
    (MOUSE := 1): "mouse",
}

# CM-3.5: the decisions.
PHASES: dict[int, Phase] = {
    (OVER := 0): "over",
    (POCKET := 1): "pocket",
    (SECOND := 2): "second_pocket",
    (FIRST_ROOM := 3): "first_room",
    (MONITOR := 4): "monitor",
    (ANNOUNCE := 5): "announce",
    (NAME := 6): "name",
    (STAY := 7): "stay",
    (TRAP := 8): "trap",
    (TURN := 9): "turn",
    (KEEP := 10): "keep",
    (POSITION := 11): "put_back",
    (NEW_ROOM := 12): "new_room",
}
ROUND_OVER = 13
"""Not a decision: inside `apply`, the Mouse's turn is over."""

WHO_ACTS = np.zeros(len(PHASES), np.int64)
"""The seat that decides, as a bitmask: the decision alone tells it (CM-7.4)."""
WHO_ACTS[[POCKET, SECOND, MONITOR, ANNOUNCE, TRAP]] = 1 << INSPECTOR
WHO_ACTS[[FIRST_ROOM, NAME, STAY, TURN, KEEP, POSITION, NEW_ROOM]] = 1 << MOUSE

# Actions (CM-3.5). Rooms and loot cards stand for themselves wherever one is chosen.
ENOUGH = LOOT_COUNT
CHECK, SPRING = range(2)
NAME_VANISH, NAME_VANISH_PICKING = ROOM_COUNT + 1, ROOM_COUNT + 2
STAY_PUT, STAY_VANISH, STAY_VANISH_PICKING = range(3)
LOOT_ROOM, CHANGE_ROOMS, END_HEIST, END_HEIST_PICKING = range(4)
NO_POSITION = LONGEST_ROW
KEEP_ONLY, KEEP_VANISH, KEEP_VANISH_PICKING = range(3)
"""Keeping a card is card * 3 + one of these."""

# Why the game ended.
ENDINGS: dict[int, Reason] = {
    (THREE_CLUES := 1): "three_clues",
    (CAUGHT := 2): "caught",
    (ESCAPED_WITH_SET := 3): "escaped_with_set",
    (ESCAPED_EMPTY := 4): "escaped_empty_handed",
    (ENDED_WITH_SET := 5): "ended_with_set",
    (ENDED_WITHOUT := 6): "ended_without_set",
    (VANISHED_WITH_SET := 7): "vanished_with_set",
    (VANISHED_WITHOUT := 8): "vanished_without_set",
}

# Events, all of them public.
EVENTS: dict[int, EventKind] = {
    (EVENT_POCKET := 1): "pocket",
    (EVENT_ENOUGH := 2): "enough",
    (EVENT_ENTER := 3): "enter",
    (EVENT_DRAW := 4): "draw",
    (EVENT_LAST_MAP := 5): "last_map",
    (EVENT_NO_MAPS := 6): "no_maps",
    (EVENT_MONITOR := 7): "monitor",
    (EVENT_CHECK := 8): "check",
    (EVENT_SPRING := 9): "spring",
    (EVENT_NAME := 10): "name",
    (EVENT_STAY := 11): "stay",
    (EVENT_TRAP := 12): "trap",
    (EVENT_CALLING_CARD := 13): "calling_card",
    (EVENT_LOOT := 14): "loot",
    (EVENT_KEEP := 15): "keep",
    (EVENT_LEAVE := 16): "leave",
    (EVENT_RETURN := 17): "put_back",
    (EVENT_NO_RETURN := 18): "put_back_none",
    (EVENT_END := 19): "end",
    (EVENT_VANISH := 20): "vanish",
    (EVENT_PICK := 21): "pick",
}

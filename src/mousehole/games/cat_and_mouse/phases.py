"""Who sits where, the decisions a game is made of, and numbers for actions, ends and events."""

from __future__ import annotations

import numpy as np

from mousehole.games.cat_and_mouse.components import LONGEST_ROW, LOOT_COUNT, ROOM_COUNT

INSPECTOR, MOUSE = range(2)

# CM-3.5: the decisions.
(OVER, POCKET, SECOND, FIRST_ROOM, MONITOR, ANNOUNCE, NAME, STAY, TRAP, TURN, KEEP, POSITION, NEW_ROOM) = range(13)
ROUND_OVER = 13
"""Not a decision: inside `apply`, the Mouse's turn is over."""

WHO_ACTS = np.zeros(13, np.int64)
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
(THREE_CLUES, CAUGHT, ESCAPED_WITH_SET, ESCAPED_EMPTY, ENDED_WITH_SET, ENDED_WITHOUT,
 VANISHED_WITH_SET, VANISHED_WITHOUT) = range(1, 9)  # fmt: skip

# Events, all of them public.
(
    EVENT_POCKET,
    EVENT_ENOUGH,
    EVENT_ENTER,
    EVENT_DRAW,
    EVENT_LAST_MAP,
    EVENT_NO_MAPS,
    EVENT_MONITOR,
    EVENT_CHECK,
    EVENT_SPRING,
    EVENT_NAME,
    EVENT_STAY,
    EVENT_TRAP,
    EVENT_CALLING_CARD,
    EVENT_LOOT,
    EVENT_KEEP,
    EVENT_LEAVE,
    EVENT_RETURN,
    EVENT_NO_RETURN,
    EVENT_END,
    EVENT_VANISH,
    EVENT_PICK,
) = range(1, 22)

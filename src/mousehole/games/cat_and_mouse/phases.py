"""Who sits where, and the decisions a game is made of."""

from __future__ import annotations

import numpy as np

INSPECTOR, MOUSE = range(2)

# CM-3.5: the decisions.
(OVER, POCKET, SECOND, FIRST_ROOM, MONITOR, ANNOUNCE, NAME, STAY, TRAP, TURN, KEEP, POSITION, NEW_ROOM) = range(13)
ROUND_OVER = 13
"""Not a decision: inside `apply`, the Mouse's turn is over."""

WHO_ACTS = np.zeros(13, np.int64)
"""The seat that decides, as a bitmask: the decision alone tells it (CM-7.4)."""
WHO_ACTS[[POCKET, SECOND, MONITOR, ANNOUNCE, TRAP]] = 1 << INSPECTOR
WHO_ACTS[[FIRST_ROOM, NAME, STAY, TURN, KEEP, POSITION, NEW_ROOM]] = 1 << MOUSE

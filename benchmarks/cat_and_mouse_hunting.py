"""How the lion's Inspector hunts, as a part of its table: patient, but for one situation.

A patient Inspector checks for clues until one room is possible, whatever it hears, and wins at least 65.3%. The tiger
of 0.1 has a habit: with two clues given, its Mouse names its own room. So the lion sometimes believes what it hears
there, and just so often that the best Mouse wins no more by it (`patient_inspector.Cornering`, exact).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse.situations import DECISIONS, KINDS, LAST_HEARD, decision_in
from mousehole.games.cat_and_mouse import codes

BYTE = 255
Heard = tuple[bool, int, int]
"""Whether the second clue was given in this room, how many of the two rooms were named, and one of them how often."""
SPRINGS: dict[Heard, int] = {(True, 1, 1): 102, (False, 1, 1): 250, (False, 1, 2): 124, (False, 2, 1): 175}
"""How often the trap is sprung, as bytes."""
BELIEFS = {heard: springs / BYTE for heard, springs in SPRINGS.items()}
ANNOUNCING = (12, 12, 3, 8, 3, 2, 5, 2, 2, 4, 4, 2, 2, 2)
TRAPPING = (12, 12, 3, 4, 4, 2, 2)
"""The digits of a situation, as `situations` packs them; the decision comes before and behind them."""
LAID, SINCE, CLUES, HELD = 7, 3, 2, 4
"""Where it may be: cards in the row, rounds in the room, clues, cards that the Mouse holds."""


def digits(key: int, bases: tuple[int, ...]) -> list[int]:
    """Take the digits of a situation apart; the first is what stands before them."""
    key //= DECISIONS
    found = []
    for base in reversed(bases):
        key, digit = divmod(key, base)
        found.append(digit)
    return [key, *found[::-1]]


def heard_in(key: int) -> Heard | None:
    """Say what was heard, if a situation is the one in which the lion may believe it."""
    first, laid, since, clues, held, *_, named, most, is_last, _, _ = digits(key, ANNOUNCING)
    if (laid, since, clues, held, is_last) != (LAID, SINCE, CLUES, HELD, 1):
        return None
    return first >= DECISIONS, named, most


def hunting(key: int) -> NDArray[np.float64]:
    """Say how often the lion's Inspector chooses each kind of move in a situation."""
    row = np.zeros(KINDS)
    decision = decision_in(key)
    if decision == codes.ANNOUNCE:
        heard = heard_in(key)
        row[codes.SPRING] = SPRINGS[heard] if heard else 0
        row[codes.CHECK] = BYTE - row[codes.SPRING]
    elif decision == codes.TRAP and digits(key, TRAPPING)[-2]:
        row[LAST_HEARD] = BYTE
    else:
        row[:] = BYTE  # any room to monitor, so that no Mouse can foresee it
    return row

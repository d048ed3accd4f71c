"""The events of the tale: what an action can cause, each with up to three numbers."""

from __future__ import annotations

TOLD_PLACE = 1
"""card, cell, the card now covered or -1"""
TOLD_COVER = 2
"""card, cell, the card now covered"""
TOLD_COG = 3
"""card turned, cell, 1 clockwise or -1"""
TOLD_RUN = 4
"""who, from, to"""
TOLD_STAY = 5
"""who, though it stands by the placed card; 1 if it could have run"""
TOLD_CARD = 6
"""card drawn to the belt"""
TOLD_CAT_DRAWN = 7
TOLD_CAT_OUT = 8
"""cell, the Cheese's cell"""
TOLD_AGENDA = 9
"""agenda turned up"""
TOLD_CUCUMBER = 10
TOLD_HOLES = 11
"""the Mouse's ability begins"""
TOLD_SWAP = 12
"""the Cat's ability: the Cat's new cell, the Cheese's new cell"""
TOLD_GONE = 13
"""the Cat's ability is lost"""
TOLD_TURN = 14
"""the Cheese's ability: card, cell, quarter turns"""
TOLD_LEAVE = 15
"""the Cheese's ability, nothing turned"""
TOLD_PASS = 16
TOLD_NO_PLACE = 17
"""the Active Character, or EITHER"""
TOLD_STUCK = 18
"""who"""
TOLD_CAUGHT = 19
"""who ran over its prey"""
TOLD_VERDICT = 20
"""the last agenda, 1 if Mouse and Cheese are connected, 1 if Cat and Mouse are"""
TOLD_USE = 21
"""in easier mode: an agenda whose ability asks for more"""

MOST_TOLD = 12

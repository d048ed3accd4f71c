"""The events: what an action can cause, each with up to three numbers."""

from __future__ import annotations

EVENT_PLACE = 1
"""card, cell, the card now covered or -1"""
EVENT_COVER = 2
"""card, cell, the card now covered"""
EVENT_COG = 3
"""card turned, cell, 1 clockwise or -1"""
EVENT_RUN = 4
"""who, from, to"""
EVENT_STAY = 5
"""who, though it stands by the placed card; 1 if it could have run"""
EVENT_CARD = 6
"""card drawn to the belt"""
EVENT_CAT_DRAWN = 7
EVENT_CAT_OUT = 8
"""cell, the Cheese's cell"""
EVENT_AGENDA = 9
"""agenda turned up"""
EVENT_CUCUMBER = 10
EVENT_HOLES = 11
"""the Mouse's ability begins"""
EVENT_SWAP = 12
"""the Cat's ability: the Cat's new cell, the Cheese's new cell"""
EVENT_GONE = 13
"""the Cat's ability is lost"""
EVENT_TURN = 14
"""the Cheese's ability: card, cell, quarter turns"""
EVENT_LEAVE = 15
"""the Cheese's ability, nothing turned"""
EVENT_PASS = 16
EVENT_NO_PLACE = 17
"""the Active Character, or EITHER"""
EVENT_STUCK = 18
"""who"""
EVENT_CAUGHT = 19
"""who ran over its prey"""
EVENT_VERDICT = 20
"""the last agenda, 1 if Mouse and Cheese are connected, 1 if Cat and Mouse are"""
EVENT_USE = 21
"""in easier mode: an agenda whose ability asks for more"""

MOST_EVENTS = 12

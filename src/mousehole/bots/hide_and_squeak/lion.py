"""The lion of Hide and Squeak: as the cat it remembers and searches, as mice it searches, if they are many with a net.

A net that sees the present alone is no match for mice that a memory can follow; mice have nothing to remember, for they
see each other. Two or three of them do better by playing on; with more, playouts say less than the net.
"""

from __future__ import annotations

from mousehole.bots.knowledge import NEWEST
from mousehole.bots.levels import BySeat
from mousehole.bots.thinking import Settings
from mousehole.games.hide_and_squeak import codes

HUNTS = Settings(iterations=20_000, scouting=3.0, horizon=40, tries=4, edition=NEWEST, does_remember=True)
SWARM = Settings(iterations=200, exploration=1.0, reuse=1, has_net=True)
HIDES = Settings(iterations=20_000, scouting=3.0, horizon=40, crowd=SWARM, crowd_from=5)
"""Four mice and the cat are a crowd."""

lion = BySeat({codes.CAT: HUNTS}, HIDES)

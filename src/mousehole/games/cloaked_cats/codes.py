"""The numbers in a record of Cloaked Cats, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mousehole.games.cloaked_cats.components import CAT_COUNT

if TYPE_CHECKING:
    from mousehole.games.cloaked_cats.view import CloakedCatsPhase

# Phases of a turn.
PHASES: dict[int, CloakedCatsPhase] = {
    (PLAY := 0): "play",
    (GUESS := 1): "guess",
    (OVER := 2): "over",
}

# Actions. A cat's number stands for sending it out; then come the pass and the guesses, player by player.
PASS = CAT_COUNT
FIRST_GUESS = PASS + 1
"""To guess that player p holds feature f is FIRST_GUESS + 19 * p + f."""

# Why the game ended.
ENDINGS = {
    (UNMASKED := 1): "unmasked",
    (OUT_OF_MASKS := 2): "out_of_masks",
    (QUIET := 3): "quiet",
}

# Events: kind, then who and what. A page is sent each in a shape of its own.
EVENT_CAT, EVENT_RIGHT, EVENT_WRONG, EVENT_PASS, EVENT_UNMASKED, EVENT_DRAW, EVENT_EMPTY = range(1, 8)

EMPTY = -1
"""A place on the dance floor where no cat has come yet."""
NO_HOST = -1
"""Nobody sent this cat: it opened the ball."""

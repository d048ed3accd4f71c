"""What a page is told of a game of Hide and Squeak: plain names, `None` for whatever the viewer may not know."""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

Phase = Literal["spares", "traps", "starts", "prowl", "cheese", "run", "over"]
"""The cat lays spare tokens, then traps; the mice choose where they start; then round by round the cat prowls, the mice
come to the cheese, the mice run."""

Piece = Literal["clock", "lamp", "plant", "armchair"]

MouseState = Literal["outside", "below", "stunned", "coming_round"]
"""Not yet in the house; on the board below the floor; stunned in this very round; stunned since an earlier one, so that
it comes back when it is next asked."""

Ending = Literal["all_caught", "cheese_stored", "dawn_cat", "dawn_mice", "dawn_draw"]

EventKind = Literal[
    "spare", "trap", "start", "move", "listen", "squeak", "pounce", "caught", "stop", "cheese", "sprung", "leave",
    "revive", "run", "round",
]  # fmt: skip


@shape
class HideAndSqueakRoom:
    """One of the nine rooms."""

    room: int
    """0 to 8, row by row."""
    name: str
    tokens: int
    """How many tokens lie there face down."""
    traps: int | None
    """How many of them are traps, where the viewer knows."""
    piece: Piece | None
    """The furniture of a corner room."""
    upright: bool
    """Whether that furniture still stands."""


@shape
class HideAndSqueakMouse:
    """One of the mice."""

    seat: int
    name: str
    state: MouseState
    room: int | None
    """Where it is below the floor, if it is there and the viewer may see it."""
    terrified: bool
    """Whether it is known to sit right under the cat."""
    maybe: list[int]
    """The rooms in which everyone, the cat too, can work out that it may be."""


@shape
class HideAndSqueakEvent:
    """Something the last move did, as far as the viewer may know."""

    kind: EventKind
    seat: int | None
    """Who did it, or to whom it was done; None for the beginning of a round."""
    room: int | None
    """Where, if that is known: the room moved to, listened in, squeaked from, ended up in."""
    pieces: list[Piece]
    """The furniture that fell, in order."""


@shape
class HideAndSqueakView:
    """The house as one viewer sees it."""

    game: Literal["hide_and_squeak"]
    phase: Phase
    round: int
    """From 1; 0 while the table is being set."""
    dawn: int
    """The last round."""
    turn: int | None
    """The seat whose move it is."""
    cat: int
    """The cat's room."""
    actions: int
    """How many actions the cat has in a round."""
    left: int
    """Actions the cat has left in this round, or spare tokens or traps it still has to lay."""
    walls: list[list[int]]
    """Pairs of neighbouring rooms between which a wall stops the cat."""
    rooms: list[HideAndSqueakRoom]
    mice: list[HideAndSqueakMouse]
    stored: int
    """Cheeses in the pantry."""
    stored_goal: int
    captures: int
    captures_goal: int
    traps_found: int
    traps_total: int
    sees_below: bool
    """Whether the viewer looks under the floorboards."""
    ending: Ending | None
    events: list[HideAndSqueakEvent]


VIEW = HideAndSqueakView

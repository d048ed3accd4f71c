"""What goes to a page: the position of Cat & The Mouse as one viewer sees it, in the game's own names.

Cards go by their codes ("moonwater", "smoke-bomb"); `loot` and `tricks` say what is printed on each. A card the viewer
may not see is None. Positions of the row are counted from one.
"""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

Phase = Literal[
    "over",
    "pocket",
    "second_pocket",
    "first_room",
    "monitor",
    "announce",
    "name",
    "stay",
    "trap",
    "turn",
    "keep",
    "put_back",
    "new_room",
]
Side = Literal["inspector", "mouse"]
Theme = Literal["triptych", "gems", "animals"]
Reason = Literal[
    "three_clues",
    "caught",
    "escaped_with_set",
    "escaped_empty_handed",
    "ended_with_set",
    "ended_without_set",
    "vanished_with_set",
    "vanished_without_set",
]

EventKind = Literal[
    "pocket",
    "enough",
    "enter",
    "draw",
    "last_map",
    "no_maps",
    "monitor",
    "check",
    "spring",
    "name",
    "stay",
    "trap",
    "calling_card",
    "loot",
    "keep",
    "leave",
    "put_back",
    "put_back_none",
    "end",
    "vanish",
    "pick",
]


@shape
class CatAndMouseRoom:
    """A room of the estate, and what the viewer knows of it."""

    room: int
    name: str
    state: Literal["here", "clue", "row", "drawn", "below", "possible", "maybe", "deck", "unknown"]
    """here: the Mouse is; clue: face up in the row; row: known to lie in it; drawn: among the two cards just drawn;
    below: put at the bottom of the Map deck; possible: the Mouse may be there, for all the Inspector knows; maybe: its
    card may lie face down in the row, for all the Mouse knows; deck: not in the row; unknown: nothing is known."""
    places: list[int]
    """Where in the row its card lies, or can lie."""
    sure: bool
    """For `maybe`: its card does lie in the row, only the viewer does not know where."""
    named: list[int]
    """The rounds in which the Mouse named it."""


@shape
class CatAndMouseRowCard:
    """A card of the monitored row."""

    place: int
    room: int | None
    by: Side
    """Who laid it."""
    round: int
    clue: bool
    """It lies face up."""
    open_secret: bool
    """It lies face down, but everybody knows it: it came from a room whose card lay face up."""


@shape
class CatAndMouseLoot:
    """One of the nine loot cards."""

    id: str
    name: str
    piece: str
    """What kind of thing it is: panel, gem, statuette."""
    theme: Theme
    value: int
    """In dollars."""
    where: Literal["bag", "room", "pocket", "confiscated", "deck"] | None
    """Where it lies, as far as the viewer knows."""


@shape
class CatAndMouseTrick:
    """One of the kinds of trick cards that are in this game."""

    id: str
    name: str
    text: str
    """What it does."""
    copies: int
    """How many of them are in the game."""
    held: int | None
    """How many the Mouse holds."""
    used: int


@shape
class CatAndMouseSet:
    """One of the six sets, and how far it has come."""

    name: str
    cards: list[str]
    held: int
    """How many of its cards are in the bag, as far as the viewer knows."""
    lost: int
    """How many of them are out of the game for the Mouse, as far as the viewer knows."""
    pocketed: int
    """How many of them are in the pocket, as far as the viewer knows."""


@shape
class CatAndMouseAnswer:
    """A room the Mouse named, and whether it was a clue."""

    round: int
    room: int
    clue: bool


@shape
class CatAndMouseEvent:
    """Something the last move did, as the viewer saw it.

    pocket: `count` cards are in the pocket now; enter: the Mouse is in a room with `count` cards of loot; draw,
    last_map, no_maps: round `count` begins; monitor: a card was laid at `place`; name: `room` was named, and is
    a `hit` at `place` or not; trap: `room` was named, rightly or not; calling_card: it saved the Mouse in
    `room`; keep: `card` if it is known to all; leave: the Mouse laid its `room` at `place`, and left `count`
    cards; put_back: the card at `place` went into the deck; pick: `card` came out of the pocket.
    """

    kind: EventKind
    room: int | None = None
    place: int | None = None
    hit: bool | None = None
    count: int | None = None
    card: str | None = None


@shape
class CatAndMouseView:
    """The whole table as one viewer sees it."""

    game: Literal["cat_and_mouse"]
    phase: Phase
    round: int
    """Turn one is round 0."""
    subtle_movement: bool
    deep_pockets: bool
    clues: int
    clues_to_win: int
    rooms: list[CatAndMouseRoom]
    """All twelve, by number."""
    row: list[CatAndMouseRowCard]
    drawn: list[int | None]
    """The two Map cards the Inspector chooses from; empty at other times."""
    map_deck: int
    loot_deck: int
    mouse_inside: bool
    """The Mouse is in a room; not so before the first one and between two rooms."""
    mouse_room: int | None
    room_open: bool
    """The Mouse's room card lies face up."""
    possible: int
    """So many rooms are possible to the Inspector; everybody can count that."""
    pocket: list[str | None]
    bag: list[str | None]
    room_loot: list[str | None]
    """The cards beside the Mouse's room card."""
    looted: bool
    """The Mouse has looked at them."""
    confiscated: list[str | None]
    discarded: list[str]
    """Tricks that were used."""
    loot: list[CatAndMouseLoot]
    """All nine: three themes by three values."""
    tricks: list[CatAndMouseTrick]
    sets: list[CatAndMouseSet]
    """Three themes, then three values."""
    answers: list[CatAndMouseAnswer]
    winner: Side | None
    reason: Reason | None
    events: list[CatAndMouseEvent]


VIEW = CatAndMouseView

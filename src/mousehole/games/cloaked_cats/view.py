"""What a page gets of Cloaked Cats: the shapes of a view, of what just happened, and of the cards."""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

CloakedCatsPhase = Literal["play", "guess", "over"]
CloakedCatsNote = Literal["yes", "no", "open"]
"""What is certain about a player and a feature by everything the viewer has seen: held, not held, or neither."""


# The cards


@shape
class CloakedCatsFeature:
    """A feature card."""

    id: int
    name: str
    kind: Literal["pose", "colour", "pattern", "accessory"]
    cats: int
    """How many of the forty cats show it."""


@shape
class CloakedCatsCat:
    """A cat card."""

    id: int
    name: str
    """In words: "leaping blue cat, striped, with a toy mouse"."""
    pose: str
    colour: str
    pattern: str | None
    accessory: str | None
    features: list[int]


@shape
class CloakedCatsComponents:
    """Everything that is printed on the cards; players by seat, called after the colour of their masks."""

    features: list[CloakedCatsFeature]
    cats: list[CloakedCatsCat]
    players: list[str]


# What just happened


@shape
class CloakedCatsSent:
    """A cat came to the floor, and these seats put a mask on it."""

    kind: Literal["cat"]
    seat: int
    cat: int
    masks: list[int]


@shape
class CloakedCatsGuess:
    """A seat named a feature of a player; the mask goes from one stock to the other's winnings."""

    kind: Literal["guess"]
    seat: int
    player: int
    feature: int
    is_right: bool
    payer: int
    winner: int


@shape
class CloakedCatsPass:
    """A seat let it be."""

    kind: Literal["pass"]
    seat: int


@shape
class CloakedCatsUnmasked:
    """All three features of a player lie face up now."""

    kind: Literal["unmasked"]
    seat: int


@shape
class CloakedCatsDraw:
    """A seat drew a cat."""

    kind: Literal["draw"]
    seat: int


@shape
class CloakedCatsEmpty:
    """These seats have no mask left."""

    kind: Literal["empty"]
    seats: list[int]


CloakedCatsEvent = (
    CloakedCatsSent | CloakedCatsGuess | CloakedCatsPass | CloakedCatsUnmasked | CloakedCatsDraw | CloakedCatsEmpty
)


# The table


@shape
class CloakedCatsDancer:
    """A cat on the dance floor."""

    cat: int
    host: int | None
    """The seat that sent it out; none of a cat that opened the ball."""
    masks: list[int]
    """The seats whose masks lie on it."""


@shape
class CloakedCatsPlayer:
    """A player as the viewer sees it; features and cats by their ids."""

    stock: int
    """Own masks left."""
    won: int
    """Masks received, a point each."""
    covered: int
    """Features not yet face up, a point each."""
    points: int
    cats: int
    """Cats in hand."""
    shown: list[int]
    """Features that lie face up."""
    cloak: list[int] | None
    """All three features, where the viewer sees them."""
    hand: list[int] | None
    """The cats in hand, where the viewer sees them."""
    facts: list[CloakedCatsNote]
    """What lies open about each of the 19 features: face up here, or in a cloak that the viewer sees elsewhere."""
    notes: list[CloakedCatsNote]
    """What is certain about each of the 19 features, by everything the viewer has seen."""
    given_away: list[int]
    """Of the viewer itself: covered features that everybody who watched can be sure of by now."""


@shape
class CloakedCatsView:
    """The ballroom as one seat, or a spectator, sees it."""

    game: Literal["cloaked_cats"]
    phase: CloakedCatsPhase
    turn: int | None
    """The seat that acts."""
    first: int
    """The seat that began."""
    round: int
    is_last: bool
    """Whether the last turns have come, in which no cat is played."""
    deck: int
    players: list[CloakedCatsPlayer]
    floor: list[CloakedCatsDancer]
    """The cats that have come, in order."""
    events: list[CloakedCatsEvent]


VIEW = CloakedCatsView
COMPONENTS = CloakedCatsComponents

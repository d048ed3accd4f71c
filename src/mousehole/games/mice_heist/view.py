"""What a page gets of Mice Heist: a view in the game's own names. What the viewer may not know is None."""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

Skill = Literal["agility", "charm", "dexterity"]
Phase = Literal["select", "bet", "scout", "play", "pick_chip", "learn", "look_on", "discard", "over"]
Colour = Literal["blue", "green", "yellow", "orange", "red", "purple"]
Fist = Literal["resting", "empty", "thinking", "closed", "open"]
"""Resting: nobody bets now, or it is the tester's own. Empty: no chip left, so not asked. Closed: has chosen."""
Verdict = Literal["success", "failure"]
Source = Literal["deck", "hand", "played"]
EventKind = Literal[
    "turn_began",
    "selected",
    "bet_made",
    "bet_shown",
    "assist_shown",
    "assist_shuffled",
    "rained",
    "took_cheese",
    "rating_rose",
    "drew",
    "shuffled",
    "moved",
    "chip_drawn",
    "bag_filled",
    "scouted",
    "laid_aside",
    "card_played",
    "chip_flipped",
    "chip_returned",
    "all_returned",
    "tested",
    "obstacle_left",
    "learnt",
    "declined",
    "discarded",
    "paid",
    "ended",
]


@shape
class MiceHeistRatings:
    """A mouse's three ratings."""

    agility: int
    charm: int
    dexterity: int


@shape
class MiceHeistIdentity:
    """Who a mouse is tonight, and the ratings it starts with."""

    name: str
    ratings: MiceHeistRatings


@shape
class MiceHeistCard:
    """A kind of skill card."""

    id: int
    name: str
    teaches: Skill
    effect: str
    copies: int


@shape
class MiceHeistAssistCard:
    """A kind of assist card."""

    id: int
    name: str
    modifier: int
    """What is printed on it; some cards count for themselves what they add."""
    effect: str
    copies: int


@shape
class MiceHeistWay:
    """One alternative of a test."""

    skills: list[Skill]
    target: int


@shape
class MiceHeistObstacle:
    """An obstacle of a job."""

    number: int
    """Its place in the job's pile, 1 to 5."""
    name: str
    ways: list[MiceHeistWay]
    payout: int
    mandatory: bool


@shape
class MiceHeistJobCard:
    """A job as it is printed."""

    letter: str
    name: str
    obstacles: list[MiceHeistObstacle]


@shape
class MiceHeistChipKind:
    """A colour of modifier chip as it is printed."""

    colour: Colour
    copies: int
    sides: list[int]


@shape
class MiceHeistComponents:
    """Everything that lies in the box."""

    identities: list[MiceHeistIdentity]
    skill_cards: list[MiceHeistCard]
    assist_cards: list[MiceHeistAssistCard]
    jobs: list[MiceHeistJobCard]
    chips: list[MiceHeistChipKind]
    food: list[int]
    top_rating: int


@shape
class MiceHeistOutlook:
    """What the present test would come to with one card more."""

    total: int
    """Where a chip is picked or drawn: the most it can come to."""
    is_sure: bool
    """Whether neither a choice nor chance is left in it."""
    is_enough: bool
    """Whether that reaches the target."""
    is_useless: bool
    """Whether it brings nothing, however it goes."""


@shape
class MiceHeistHeld:
    """A card in somebody's hand: everybody sees its back."""

    place: int
    """From 0, the card longest in hand; a touch names it "card:0"."""
    back: Skill
    card: MiceHeistCard | None
    outlook: MiceHeistOutlook | None
    """While the tester, who is the viewer, may play it."""


@shape
class MiceHeistMouse:
    """A player."""

    seat: int
    name: str
    identity: str
    ratings: MiceHeistRatings
    cheese: int
    food: int
    """What the jobs paid: nothing before the end."""
    points: int
    """Cheese and food."""
    home: int
    """Player chips at hand; the others come home when its own turn begins."""
    fist: Fist
    bet: int | None
    """The chips in the fist: one's own, or shown."""
    hand: list[MiceHeistHeld]


@shape
class MiceHeistJob:
    """A job in play."""

    letter: str
    name: str
    obstacles: list[MiceHeistObstacle]
    """Those left, the one on top first."""
    cheese: int
    """On the top obstacle."""
    track: list[int]
    """The space of each seat's marker, 0 off the track."""
    standing: list[int]
    """The seats on the track, the first one first."""
    ratings: list[int]
    """For each alternative of the top obstacle, what the present tester brings along."""
    tested: bool


@shape
class MiceHeistChip:
    """A modifier chip on the table."""

    colour: Colour
    value: int
    """The side that is up, once."""
    other: int
    """The side below."""
    doubled: bool
    counts: int
    """What it adds to the test: the side that is up, twice where it is doubled."""


@shape
class MiceHeistBagChip:
    """Chips of one colour in the bag."""

    colour: Colour
    sides: list[int]
    inside: int
    copies: int


@shape
class MiceHeistAssist:
    """The assist card of a test."""

    name: str
    effect: str
    adds: int


@shape
class MiceHeistPlayed:
    """Skill cards of one kind that were played in this test and lie there still."""

    card: MiceHeistCard
    count: int
    adds: int
    """What they add together."""


@shape
class MiceHeistTest:
    """The test under way."""

    job: int
    obstacle: MiceHeistObstacle
    skills: list[Skill]
    ratings: list[int]
    """The tester's, one for each skill."""
    target: int
    chips: list[MiceHeistChip]
    """In the order they were drawn; a touch names the first one "chip:0". Those scouted have no side yet."""
    assist: MiceHeistAssist | None
    cards: list[MiceHeistPlayed]
    using: MiceHeistCard | None
    """The card just played that waits for a chip to be picked."""
    total: int
    """What it stands at, by the rules."""
    short: int
    """What the total lacks; 0 is just enough, less is more than enough."""
    can_reach: bool | None
    """Whether a card in hand can bring the total to the target; None if it is there, or the viewer cannot know."""
    verdict: Verdict | None
    learns: int
    """How often the tester may still learn."""


@shape
class MiceHeistDeck:
    """The skill cards that nobody holds."""

    cards: int
    top: Skill | None
    """The back of the top card; None if the deck is empty."""
    discards: list[int]
    """By card id."""


@shape
class MiceHeistPayout:
    """What a job paid in the end."""

    job: int
    food: list[int]
    """The seats that got food, the best first."""
    cheese: list[int]
    """The seats that got a cheese."""


@shape
class MiceHeistEvent:
    """One thing that the last move brought about."""

    kind: EventKind
    seat: int | None = None
    job: int | None = None
    number: int | None = None
    """Of chips, cheese, cards; what a card adds; the new rating; the score of a test."""
    skill: Skill | None = None
    card: MiceHeistCard | None = None
    place: int | None = None
    """Of a card drawn, in hand."""
    chip: MiceHeistChip | None = None
    colours: list[Colour] | None = None
    assist: MiceHeistAssist | None = None
    start: int | None = None
    """Where a marker stood."""
    space: int | None = None
    """Where a marker stands now, 0 off the track."""
    jobs: list[int] | None = None
    source: Source | None = None
    target: int | None = None
    success: bool | None = None
    name: str | None = None
    """Of the obstacle that left the game."""


@shape
class MiceHeistView:
    """The table as one viewer sees it."""

    game: Literal["mice_heist"]
    phase: Phase
    turn: int
    stakes: bool
    tester: int
    mice: list[MiceHeistMouse]
    jobs: list[MiceHeistJob]
    spaces: int
    """Of each track."""
    player_chips: int
    """What each mouse has to bet with."""
    food: list[int]
    """What each job pays to the first, the second and the third."""
    larder: int
    """Cheese in the supply."""
    bag: list[MiceHeistBagChip]
    test: MiceHeistTest | None
    deck: MiceHeistDeck
    assist_cards: int
    """Left in the assist deck."""
    assist_discards: list[int]
    """By card id."""
    payouts: list[MiceHeistPayout]
    """When the game is over, in table order."""
    ranking: list[int]
    """When the game is over: the seats, the best first."""
    events: list[MiceHeistEvent]


VIEW = MiceHeistView
COMPONENTS = MiceHeistComponents

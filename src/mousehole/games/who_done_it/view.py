"""What a page shows of Who Done It?: the shapes that `show` fills. Cells are named as in the notation ("d4")."""

from __future__ import annotations

from typing import Literal

from mousehole.engine.shape import shape

WhoDoneItAgendaName = Literal["mouse", "cat", "cheese", "cucumber"]
WhoDoneItSide = Literal["open", "wall", "hole"]
WhoDoneItCog = Literal["light", "dark", "none"]
WhoDoneItPhase = Literal["abilities", "turn", "cover", "place", "run", "cat", "over"]
"""What the detective is asked: use an ability; turn a room; cover a room; place a card; where somebody runs; where the
Cat comes out; nothing more."""
WhoDoneItActive = Literal["mouse", "cat", "either"]
WhoDoneItEventKind = Literal[
    "place",  # card, cell
    "cover",  # card, cell
    "cog",  # card, cell, quarters (1 right, -1 left)
    "run",  # who, origin, cell
    "stay",  # who
    "card",  # card, onto the belt
    "cat_drawn",
    "cat_out",  # cell
    "agenda",  # agenda
    "cucumber",
    "holes",
    "swap",  # the Cat's new cell, the Cheese's as origin
    "gone",
    "turn",  # card, cell, quarters (1 to 3, clockwise)
    "leave",
    "pass",
    "no_place",
    "stuck",  # who
    "caught",  # who
    "verdict",  # agenda
    "use",  # agenda
]
"""Each with the fields that say something."""


@shape
class WhoDoneItCard:
    """A maze card as printed, at turn 0. Sides and cogs are north, east, south, west."""

    card: int
    name: str
    sides: list[WhoDoneItSide]
    cogs: list[WhoDoneItCog]
    """A light cog turns the neighbour on its side left, a dark one right."""
    looks: int
    """How many turns look different: 1, 2 or 4. Turn k looks like turn k modulo this number."""


@shape
class WhoDoneItRoom:
    """A cell with a maze card."""

    cell: str
    card: WhoDoneItCard
    turn: int
    """Quarter turns clockwise."""
    under: list[str]
    """The names of the cards covered by it."""


@shape
class WhoDoneItWay:
    """Where somebody can go."""

    cell: str
    route: list[str]
    """The rooms on the way there, the placed one first; none when the Cat comes out."""
    is_prey: bool
    """Running there is running over the prey: the game is lost."""
    then: WhoDoneItRun | None = None
    """In a preview: where the other one could run afterwards."""


@shape
class WhoDoneItRun:
    """What somebody who stands by the placed card can do."""

    who: Literal["mouse", "cat"]
    ways: list[WhoDoneItWay]
    """None: it cannot get through, and stays where it is (or is stuck, see the preview's `lost`)."""
    may_stay: bool


@shape
class WhoDoneItWindow:
    """The part of the table to draw: the maze, and the cells it can still grow into. Counted from 0."""

    column: int
    row: int
    columns: int
    rows: int


@shape
class WhoDoneItAgenda:
    """An agenda, what it asks for in the end, and its ability."""

    agenda: WhoDoneItAgendaName
    name: str
    goal: str
    ability: str
    is_seen: bool
    """Turned up, and so struck out."""
    is_last: bool
    """Known to be the one that decides."""
    is_met: bool
    """The maze is just now as it asks."""
    power: Literal["none", "waiting", "kept", "now", "spent"]
    """Its ability: not won yet; won, for the next turn; in hand; asked for just now; gone."""


@shape
class WhoDoneItPaths:
    """Which paths there are just now."""

    mouse_cheese: bool
    cat_mouse: bool
    cells: list[str]
    """The cells connected with the Mouse, its own included."""


@shape
class WhoDoneItEvent:
    """One thing the last move did. Which fields say something depends on the kind."""

    kind: WhoDoneItEventKind
    card: int | None = None
    cell: str | None = None
    origin: str | None = None
    who: Literal["mouse", "cat"] | None = None
    agenda: WhoDoneItAgendaName | None = None
    quarters: int | None = None


@shape
class WhoDoneItView:
    """The whole table."""

    game: Literal["who_done_it"]
    setup: str
    level: str
    is_easier: bool
    turn: int
    phase: WhoDoneItPhase
    window: WhoDoneItWindow
    rooms: list[WhoDoneItRoom]
    mouse: str
    cat: str | None
    """None until it has come out."""
    cheese: str
    belt: list[WhoDoneItCard]
    deck: int
    """Cards left in the deck, the last agenda included."""
    stacks: list[int]
    """How many cards are left of each of the four stacks."""
    agendas: list[WhoDoneItAgenda]
    paths: WhoDoneItPaths
    active: WhoDoneItActive | None
    """The Active Character while a card is placed and run through."""
    slips: bool
    """The Mouse may slip through mouse holes this turn."""
    placed: str | None
    """The card being run through."""
    run: WhoDoneItRun | None
    """Who runs now, and where it can go."""
    cat_ways: list[str]
    """Where the Cat can come out."""
    ended: str | None
    """Why the game ended, as a code."""
    is_solved: bool
    events: list[WhoDoneItEvent]


@shape
class WhoDoneItPreview:
    """What is certain about a move before any card is drawn."""

    action: int
    turns: list[WhoDoneItEvent]
    """The rooms that would turn, in order: `cog` and `turn` events."""
    run: WhoDoneItRun | None
    """Who would run first, and where it could go."""
    stays: list[Literal["mouse", "cat"]]
    """Who stands by the card and cannot get through."""
    lost: str | None
    """The code of the loss it would be."""
    paths: WhoDoneItPaths | None
    """The paths after it, where nobody has to run any more."""


VIEW = WhoDoneItView
PREVIEW = WhoDoneItPreview

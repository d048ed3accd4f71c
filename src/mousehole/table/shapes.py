"""The shapes of everything a table sends: the gate fills them, and the OpenAPI document is made from them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Literal

from mousehole.engine.shape import shape
from mousehole.games import ids, room
from mousehole.table.standing import State

if TYPE_CHECKING:
    View = object
    """A view in its game's own names."""
    Components = object
    """What is printed on cards, where it is too much to stand in every frame."""
    Preview = object
    """What a move would change."""
else:

    def one_of(name: str) -> object:
        """Make the type of whatever the games' `view` modules call by a name."""
        views = [room(game_id, "view") for game_id in ids()]
        return reduce(or_, [getattr(view, name) for view in views if hasattr(view, name)])

    View, Components, Preview = one_of("VIEW"), one_of("COMPONENTS"), one_of("PREVIEW")


@shape
class SeatOut:
    """A seat as everyone sees it."""

    seat: int
    role: str
    side: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    stands_in: bool
    vacant: bool
    device: bool
    present: bool
    away_since: int | None
    votes: int
    offered: bool
    acting: bool
    forced: bool
    """Whether it has nothing to choose, which everybody can tell, and the table moves for it in a moment."""


@shape
class LegalMove:
    """A legal move of the viewer's own seat."""

    action: int
    name: str
    text: str
    touches: list[str]
    is_grave: bool
    """Whether it cannot be taken back and can lose the game at once: pages ask before they send it."""
    is_pass: bool
    """Whether it does nothing, or gives up, so that pages do not put it first."""


@shape
class LogEntry:
    """A sentence of the story, as the viewer is told it."""

    version: int
    text: str


@shape
class Said:
    """Something said at the table."""

    seat: int
    name: str
    phrase: str | None
    text: str
    at: int


@shape
class Pointed:
    """Something one's own side points at."""

    seat: int
    place: str
    at: int


@shape
class Me:
    """What is about the asker alone."""

    name: str
    seats: list[int]
    host: bool
    chat: bool
    talk: list[Said]
    pings: list[Pointed]
    by_hand: bool
    """Whether I make moves that leave no choice myself."""
    awaited: bool
    """Whether the game waits for a contribution of mine to its deal."""


@shape
class ClockOut:
    """Clocks: times are milliseconds since 1970."""

    move_seconds: int | None
    game_seconds: int | None
    deadlines: list[int | None]
    left_ms: list[int | None]


@shape
class DealingOut:
    """What binds the server to its deal; share, salt and seed are opened when the game is over."""

    promise: str
    by_device: bool
    """Whether the game was begun on somebody's device, which has dealt it: the server vouches for its moves alone."""
    commitment: str | None
    contributions: list[str]
    share: str | None
    salt: str | None
    seed: str | None
    day: str | None
    """The day whose public deal this is: anybody could know it beforehand, and nobody has chosen it."""


@shape
class OutcomeOut:
    """How the game ended, and why."""

    payoffs: list[float]
    winners: list[int]
    reason: str
    sentence: str
    points: list[int] | None
    places: list[int] | None = None
    """Each seat's place, from 1, in games where it counts who comes second."""


@shape
class OfferOut:
    """A rematch that somebody asks for: it begins when all who are to play have said yes."""

    table: str
    """Its code, once it is open."""
    promise: str
    """What binds the server to its share of the next deal."""
    by: int
    """A seat of whoever asks."""
    swap: bool
    yes: list[int]
    waits: list[int]
    """Seats whose people have not answered yet."""


@shape
class BegunOut:
    """The moment of a finished game from which this one goes on."""

    table: str
    move: int
    seat: int
    """From whose knowledge."""
    is_redealt: bool
    """Whether all that this seat could not know was dealt anew; else everything is as it truly was."""


@shape
class Place:
    """Which table a frame is of, and of which moment."""

    table: str
    version: int


@shape
class Public:
    """What everybody sees of a table and the people there."""

    state: State
    game: str
    title: str
    rules_version: int
    options: dict[str, str]
    house_rules: list[str]
    """What was agreed that the rulebook does not print, in words; empty for the printed game."""
    created: int
    seats: list[SeatOut]
    watchers: int
    acting: list[int]


@shape
class Sight:
    """How the game stands for a viewer: position, question and moves."""

    view: View | None
    text: str
    prompt: str
    stakes: str
    """What hangs on the viewer's answer, in one line; nothing where no rule matters now, or nothing is asked."""
    goal: list[str]
    """What the viewer wants, how the game ends, what is hidden; empty before the game."""
    moves: list[LegalMove]
    can_undo: bool
    can_end: bool
    """Whether the game has ended by my last move, and is over as soon as I say so."""


@shape
class Agreed:
    """What was agreed on at a table, how its deal stands, and what comes after it."""

    clock: ClockOut | None
    away_seconds: int | None
    dealing: DealingOut
    outcome: OutcomeOut | None
    rematch: str | None
    parent: str | None
    hints: bool
    """Whether hints are on at this table."""
    forced: bool
    """Whether the table makes moves that leave no choice, for those who let it."""
    offer: OfferOut | None
    closed: str | None
    """Why the game cannot go on or be shown any more, as a code: `rules_changed`, `opened`."""
    begun: BegunOut | None
    listed: bool
    """Whether anyone may sit down: strangers do, so there are phrases and no free text."""
    counts: bool
    """Whether the game counts for ratings."""


@shape
class Frame(Agreed, Sight, Public, Place):
    """Everything one seat (or a spectator) may know of a table, complete and versioned."""

    type: Literal["frame"]
    me: Me
    seat: int | None
    log: list[LogEntry]
    log_starts: int


@shape
class AcceptedNews:
    """Through a socket: a message is committed; this comes before the frame that shows it."""

    type: Literal["accepted"]
    id: str
    version: int
    repeated: bool


@shape
class ErrorNews:
    """Through a socket: nothing was changed."""

    type: Literal["error"]
    code: str
    message: str
    id: str | None


@shape
class TalkNews:
    """Through a socket: what somebody says."""

    type: Literal["talk"]
    seat: int
    name: str
    phrase: str | None
    text: str
    at: int


@shape
class PingNews:
    """Through a socket: what one's own side points at."""

    type: Literal["ping"]
    seat: int
    place: str
    at: int


@shape
class FarewellNews:
    """Through a socket: the server restarts; connect again after a while."""

    type: Literal["bye"]
    code: str
    message: str
    retry_seconds: float


@shape
class ReplayStep:
    """A finished game after so many moves."""

    move: int
    moves: int
    seat: int | None
    view: View
    text: str
    told: list[str]
    played: int | None


@shape
class Moment:
    """A move of a finished game that one remembers."""

    move: int
    """The position after it is the replay's with this number."""
    text: str


@shape
class LessonStepOut:
    """A moment of a guided game, as the learner sees it."""

    view: View
    prompt: str
    moves: list[LegalMove]
    """The learner's legal moves, where it is their turn."""
    acting: list[int]
    told: list[str]
    """What just happened."""
    note: str
    wanted: int | None
    """The action the script wants from the learner; null where others move or the script is over."""


@shape
class LessonOut:
    """A guided first game, all of it."""

    game: str
    title: str
    seats: list[str]
    seat: int
    options: dict[str, str]
    rules_version: int
    steps: list[LessonStepOut]


@shape
class PosedOut:
    """A moment of a game that somebody is to think about, as one seat sees it."""

    game: str
    title: str
    seats: list[str]
    sides: list[int]
    seat: int
    options: dict[str, str]
    rules_version: int
    view: View
    prompt: str
    moves: list[LegalMove]
    """What may be answered: legal moves, or what could be certain."""
    acting: list[int]

"""The shapes of everything that goes in and out, for checking what comes in and for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from mousehole.games.cat_and_mouse.view import CatAndMouseView
from mousehole.games.cloaked_cats.view import CloakedCatsComponents, CloakedCatsView
from mousehole.games.hide_and_squeak.view import HideAndSqueakView
from mousehole.games.mice_heist.view import MiceHeistComponents, MiceHeistView
from mousehole.games.who_done_it.view import WhoDoneItPreview, WhoDoneItView

View = Annotated[
    HideAndSqueakView | CatAndMouseView | CloakedCatsView | MiceHeistView | WhoDoneItView, Field(discriminator="game")
]
"""A view in its game's own names."""
Components = CloakedCatsComponents | MiceHeistComponents
"""What is printed on cards, where it is too much to stand in every frame."""
Preview = WhoDoneItPreview
"""What a move would change."""
Seat = Annotated[int, Field(ge=-1, le=63, description="a seat's number; -1 looks on as a spectator")]
OwnSeat = Annotated[int, Field(ge=0, le=63)]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Contribution = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Action = Annotated[int, Field(ge=0, le=2**31 - 1)]
MoveName = Annotated[str, Field(min_length=1, max_length=200)]


class Incoming(BaseModel):
    """What clients send: exactly these fields, of exactly these kinds."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class WishedSeat(Incoming):
    """Who shall sit on a seat."""

    kind: Literal["me", "open", "bot", "device"]
    level: Annotated[str, Field(max_length=32)] = ""
    name: Annotated[str, Field(max_length=64)] = ""


class WishedRules(Incoming):
    """What a table agrees on beside the game."""

    move_seconds: Annotated[int, Field(ge=1, le=604_800)] | None = None
    game_seconds: Annotated[int, Field(ge=1, le=604_800)] | None = None
    away_seconds: Annotated[int, Field(ge=1, le=604_800)] | None = None
    pace: Annotated[float, Field(ge=0, le=60, strict=False)] | None = None


class NewTable(Incoming):
    """A table to open: game, options, seats and house rules, or all of them in `setup` as in a link."""

    game: Annotated[str, Field(max_length=64)] | None = None
    options: dict[str, int | str] = Field(default_factory=dict, max_length=32)
    seats: Annotated[list[WishedSeat], Field(min_length=1, max_length=32)] | None = None
    rules: WishedRules | None = None
    setup: Annotated[str, Field(max_length=1000)] | None = None
    contribution: Contribution | None = None


class NewName(Incoming):
    """A nickname."""

    name: Name


class Sit(Incoming):
    """Sitting down."""

    name: Name | None = None
    contribution: Contribution | None = None


class Fill(Incoming):
    """Filling open seats with bots."""

    level: Annotated[str, Field(max_length=32)] = "housecat"


class Move(Incoming):
    """A move: by its number or by its name, for the version that was seen, under an id of its own."""

    seat: OwnSeat
    version: Version
    id: Key
    action: Action | None = None
    move: MoveName | None = None


class Undo(Incoming):
    """Taking the last move back."""

    seat: OwnSeat
    version: Version
    id: Key


class Say(Incoming):
    """One of the phrases, or free text."""

    phrase: Annotated[str, Field(max_length=32)] | None = None
    text: Annotated[str, Field(max_length=1000)] | None = None


class Ping(Incoming):
    """Pointing at something."""

    seat: OwnSeat
    place: Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9_]+$")]


class Chat(Incoming):
    """Switching free text on or off."""

    on: bool


class Rematch(Incoming):
    """Asking for another game."""

    swap: bool = False


# The same through a socket


class MoveMessage(Move):
    """A move through a socket."""

    type: Literal["move"]


class UndoMessage(Undo):
    """An undo through a socket."""

    type: Literal["undo"]


class SayMessage(Say):
    """Something said through a socket."""

    type: Literal["say"]


class PingMessage(Ping):
    """A ping through a socket."""

    type: Literal["ping"]


class ChatMessage(Chat):
    """A switch through a socket."""

    type: Literal["chat"]


class VoteMessage(Incoming):
    """A vote for a bot on an absent person's seat."""

    type: Literal["vote"]
    seat: OwnSeat


class LookMessage(Incoming):
    """Looking with other eyes: another seat one holds, or (-1) a spectator's."""

    type: Literal["look"]
    seat: Seat | None = None


class AliveMessage(Incoming):
    """A sign of life, answered by a frame."""

    type: Literal["alive"]


SocketMessage = Annotated[
    MoveMessage | UndoMessage | SayMessage | PingMessage | ChatMessage | VoteMessage | LookMessage | AliveMessage,
    Field(discriminator="type"),
]
read_message: TypeAdapter[SocketMessage] = TypeAdapter(SocketMessage)


# What goes out


class Problem(BaseModel):
    """What went wrong: a code that never changes, and a sentence."""

    code: str
    message: str


class SeatOut(BaseModel):
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


class LegalMove(BaseModel):
    """A legal move of the viewer's own seat."""

    action: int
    name: str
    text: str
    touches: list[str]
    is_grave: bool
    """Whether it cannot be taken back and can lose the game at once: pages ask before they send it."""
    is_pass: bool
    """Whether it does nothing, or gives up, so that pages do not put it first."""


class LogEntry(BaseModel):
    """A sentence of the story, as the viewer is told it."""

    version: int
    text: str


class Said(BaseModel):
    """Something said at the table."""

    seat: int
    name: str
    phrase: str | None
    text: str
    at: int


class Pointed(BaseModel):
    """Something one's own side points at."""

    seat: int
    place: str
    at: int


class Me(BaseModel):
    """What is about the asker alone."""

    name: str
    seats: list[int]
    host: bool
    chat: bool
    talk: list[Said]
    pings: list[Pointed]


class ClockOut(BaseModel):
    """Clocks: times are milliseconds since 1970."""

    move_seconds: int | None
    game_seconds: int | None
    deadlines: list[int | None]
    left_ms: list[int | None]


class DealingOut(BaseModel):
    """What binds the server to its deal; share, salt and seed are opened when the game is over."""

    promise: str
    commitment: str | None
    contributions: list[str]
    share: str | None
    salt: str | None
    seed: str | None


class OutcomeOut(BaseModel):
    """How the game ended, and why."""

    payoffs: list[float]
    winners: list[int]
    reason: str
    sentence: str
    points: list[int] | None


class Frame(BaseModel):
    """Everything one seat (or a spectator) may know of a table, complete and versioned."""

    type: Literal["frame"]
    me: Me
    table: str
    version: int
    seat: int | None
    state: Literal["lobby", "playing", "over"]
    game: str
    title: str
    rules_version: int
    options: dict[str, str]
    created: int
    seats: list[SeatOut]
    watchers: int
    acting: list[int]
    view: View | None
    text: str
    prompt: str
    moves: list[LegalMove]
    can_undo: bool
    log: list[LogEntry]
    log_starts: int
    clock: ClockOut | None
    away_seconds: int | None
    dealing: DealingOut
    outcome: OutcomeOut | None
    rematch: str | None
    parent: str | None


class AcceptedNews(BaseModel):
    """Through a socket: a message is committed; this comes before the frame that shows it."""

    type: Literal["accepted"]
    id: str
    version: int
    repeated: bool


class ErrorNews(BaseModel):
    """Through a socket: nothing was changed."""

    type: Literal["error"]
    code: str
    message: str
    id: str | None


class TalkNews(Said):
    """Through a socket: what somebody says."""

    type: Literal["talk"]


class PingNews(Pointed):
    """Through a socket: what one's own side points at."""

    type: Literal["ping"]


class FarewellNews(BaseModel):
    """Through a socket: the server restarts; connect again after a while."""

    type: Literal["bye"]
    code: str
    message: str
    retry_seconds: float


SocketNews = Annotated[
    Frame | AcceptedNews | ErrorNews | TalkNews | PingNews | FarewellNews, Field(discriminator="type")
]


class Opened(BaseModel):
    """A table that was opened."""

    table: str
    join: str
    """The address to share."""
    setup: str | None = None
    """The query of a link that sets the same table again."""


class Accepted(BaseModel):
    """A move that is committed, and the frame after it."""

    id: str
    version: int
    repeated: bool
    frame: Frame


class ListedSeat(BaseModel):
    """A seat of one of my tables, as the list of them shows it."""

    role: str
    name: str
    kind: Literal["open", "bot", "person"]
    mine: bool
    acting: bool


class ListedOut(BaseModel):
    """One of my tables."""

    table: str
    game: str
    title: str
    state: str
    created: int
    last: int
    my_turn: bool | None
    """None where the table is not in memory."""
    seats: list[ListedSeat]
    """Who sits there; empty where the table is not in memory."""


class OptionOut(BaseModel):
    """An option of a game."""

    name: str
    label: str
    """The name as people read it."""
    hint: str
    default: str
    low: int
    high: int
    choices: list[str]
    labels: list[str]
    """The choices as people read them."""


class GameOut(BaseModel):
    """A game, before any of it is compiled."""

    id: str
    title: str
    summary: str
    minutes: str
    min_seats: int
    max_seats: int
    usual_seats: int
    options: list[OptionOut]
    rules_version: int
    has_secrets: bool
    has_undo: bool
    bots: list[str]
    state: str


class Person(BaseModel):
    """Who I am here."""

    name: str
    tables_open: int


class SetupOut(BaseModel):
    """A set-up, checked and completed."""

    game: str
    options: dict[str, str]
    seats: list[WishedSeat]
    rules: WishedRules
    setup: str


class Health(BaseModel):
    """How the server is."""

    status: Literal["ok", "warming", "stopping"]
    version: str
    games: dict[str, dict[str, Any]]


class ReplayStep(BaseModel):
    """A finished game after so many moves."""

    move: int
    moves: int
    seat: int | None
    view: View
    text: str
    told: list[str]
    played: int | None


class Moment(BaseModel):
    """A move of a finished game that one remembers."""

    move: int
    """The position after it is the replay's with this number."""
    text: str


class HintOut(BaseModel):
    """What the tiger would do on this seat, from its view alone."""

    action: int
    text: str
    chance: float | None
    """How it sees the chance to win, from 0 to 1; null where there is nothing else to do."""
    odds: str
    """The same as a sentence: whose chance of what; empty where there is none."""
    reason: str
    belief: dict[str, float]
    """How likely hidden facts are, where the game has some to show."""


class SeatNames(BaseModel):
    """What the seats of a game are called."""

    names: list[str]


class PaperOut(BaseModel):
    """A page of text: the rules of a game, or what was measured."""

    title: str
    html: str


class LessonStepOut(BaseModel):
    """A moment of a guided game, as the learner sees it."""

    view: View
    prompt: str
    told: list[str]
    """What just happened."""
    note: str
    moves: list[LegalMove]
    """The learner's legal moves, where it is their turn."""
    wanted: int | None
    """The action the script wants from the learner; null where others move or the script is over."""
    acting: list[int]


class LessonOut(BaseModel):
    """A guided first game, all of it."""

    game: str
    title: str
    seats: list[str]
    seat: int
    options: dict[str, str]
    rules_version: int
    steps: list[LessonStepOut]


class Story(BaseModel):
    """A piece of the story."""

    starts: int
    entries: list[LogEntry]

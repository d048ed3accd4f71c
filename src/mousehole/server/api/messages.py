"""The shapes of what comes in and of answers about the house; what tables send has its shapes in `table.shapes`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from mousehole.table.shapes import (
    AcceptedNews,
    ErrorNews,
    FarewellNews,
    Frame,
    LogEntry,
    PingNews,
    TalkNews,
)

Seat = Annotated[int, Field(ge=-1, le=63, description="a seat's number; -1 looks on as a spectator")]
OwnSeat = Annotated[int, Field(ge=0, le=63)]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Contribution = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Action = Annotated[int, Field(ge=0, le=2**31 - 1)]
Secret = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
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
    hints: bool | None = None
    forced: bool | None = None
    listed: bool | None = None
    """Whether anyone may sit down: it stands on the list of open tables."""
    counts: bool | None = None
    """Whether the game counts for ratings."""


class BroughtGame(Incoming):
    """A game begun on a device without a server: how it was dealt there, and its moves as `[seat, action]`."""

    rules_version: Annotated[int, Field(ge=1, le=2**31 - 1)]
    share: Secret
    salt: Secret
    moves: Annotated[list[Annotated[list[Action], Field(min_length=2, max_length=2)]], Field(max_length=2000)]


class NewTable(Incoming):
    """A table to open: game, options, seats and house rules, or all of them in `setup` as in a link."""

    game: Annotated[str, Field(max_length=64)] | None = None
    options: dict[str, int | str] = Field(default_factory=dict, max_length=32)
    seats: Annotated[list[WishedSeat], Field(min_length=1, max_length=32)] | None = None
    rules: WishedRules | None = None
    setup: Annotated[str, Field(max_length=1000)] | None = None
    contribution: Contribution | None = None
    promise_first: bool = False
    """Whether the game waits for my contribution, which I send after I have seen the table's promise."""
    brought: BroughtGame | None = None
    """A game that goes on here; every move is played again by the rules, and the table says that a device dealt it."""


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


class End(Incoming):
    """Letting the game end by my last move, instead of taking it back."""

    seat: OwnSeat
    id: Key


class Contribute(Incoming):
    """What the table waits for: my part of the deal."""

    contribution: Contribution


class Say(Incoming):
    """One of the phrases, or free text."""

    phrase: Annotated[str, Field(max_length=32)] | None = None
    text: Annotated[str, Field(max_length=1000)] | None = None


class Ping(Incoming):
    """Pointing at something."""

    seat: OwnSeat
    place: Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9_]+$")]


class Hide(Incoming):
    """Putting a table of my list out of sight, or back."""

    hidden: bool


class Chat(Incoming):
    """Switching free text on or off."""

    on: bool


class Rematch(Incoming):
    """Asking for another game."""

    swap: bool = False
    promise_first: bool = False
    """Whether my own yes comes later, with a contribution, after I have seen the promise."""


class Yes(Incoming):
    """Saying yes to another game."""

    contribution: Contribution | None = None


# The same through a socket


class MoveMessage(Move):
    """A move through a socket."""

    type: Literal["move"]


class UndoMessage(Undo):
    """An undo through a socket."""

    type: Literal["undo"]


class EndMessage(End):
    """The end confirmed through a socket."""

    type: Literal["end"]


class SayMessage(Say):
    """Something said through a socket."""

    type: Literal["say"]


class PingMessage(Ping):
    """A ping through a socket."""

    type: Literal["ping"]


class ChatMessage(Chat):
    """A switch through a socket."""

    type: Literal["chat"]


class ByHandMessage(Incoming):
    """Whether I make moves that leave no choice myself at this table."""

    type: Literal["by_hand"]
    on: bool


class VoteMessage(Incoming):
    """A vote for a bot on an absent person's seat."""

    type: Literal["vote"]
    seat: OwnSeat


class LookMessage(Incoming):
    """Looking with other eyes: another seat one holds, or (-1) a spectator's."""

    type: Literal["look"]
    seat: Seat | None = None


class VisibleMessage(Incoming):
    """Whether somebody can see this page: whoever cannot is called when it is their turn."""

    type: Literal["visible"]
    on: bool


class AliveMessage(Incoming):
    """A sign of life, answered by a frame."""

    type: Literal["alive"]


SocketMessage = Annotated[
    MoveMessage
    | UndoMessage
    | EndMessage
    | SayMessage
    | PingMessage
    | ChatMessage
    | ByHandMessage
    | VoteMessage
    | LookMessage
    | VisibleMessage
    | AliveMessage,
    Field(discriminator="type"),
]
read_message: TypeAdapter[SocketMessage] = TypeAdapter(SocketMessage)


# What goes out


class Problem(BaseModel):
    """What went wrong: a code that never changes, and a sentence."""

    code: str
    message: str


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
    promise: str | None = None
    """What binds the server to its share of the deal: remember it before you contribute."""
    pending: bool = False
    """Whether a rematch still waits for somebody's yes."""


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


class ListedResult(BaseModel):
    """How a game ended, for the list of my tables."""

    sentence: str
    won: bool | None
    """Whether I won; None where I had no seat at the end."""
    place: int | None
    """My place, in games where it counts who comes second."""


class ListedOut(BaseModel):
    """One of my tables."""

    table: str
    game: str
    title: str
    state: str
    created: int
    last: int
    my_turn: bool | None
    """None where nobody knows just now: the table cannot be read, or its game is not compiled yet."""
    since: int | None
    """Since when those who are asked are asked; None where nobody is."""
    seats: list[ListedSeat]
    """Who sits there; empty where nobody knows just now."""
    house_rules: list[str]
    """What was agreed there that the rulebook does not print, in words."""
    result: ListedResult | None
    """How it ended, once it is over."""
    hidden: bool
    """Whether I have put it out of sight; it goes on all the same."""


class OptionOut(BaseModel):
    """An option of a game."""

    name: str
    label: str
    """The name as people read it."""
    hint: str
    is_house: bool
    """Whether it changes what the rulebook prints; its default is what is printed."""
    default: str
    printed: str
    """The default as people read it."""
    low: int
    high: int
    choices: list[str]
    labels: list[str]
    """The choices as people read them."""


class PresetOut(BaseModel):
    """House rules that were found to do something for a number of seats, offered under a name."""

    name: str
    label: str
    seats: int
    options: dict[str, str]
    text: str
    """The house rules in words."""
    finding: str
    """What was measured."""


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
    presets: list[PresetOut]
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

    status: Literal["ok", "warming", "stopping", "store_trouble"]
    version: str
    games: dict[str, dict[str, Any]]


class HintOut(BaseModel):
    """What the strongest bot would do on this seat, from its view alone."""

    adviser: str
    """Which bot says so: another one stands in for the strongest where its files cannot be read."""
    action: int
    text: str
    chance: float | None
    """How it sees the chance to win, from 0 to 1; null where it was not weighed against other moves."""
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


class StoryOut(BaseModel):
    """A piece of the story."""

    starts: int
    entries: list[LogEntry]

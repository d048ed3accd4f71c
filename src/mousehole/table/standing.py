"""How a table stands: what its row and its events add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self

from mousehole.engine.deals import commitment_of, promise_of, seed_of, seed_of_day, thought_of_day
from mousehole.engine.errors import BadSeats
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import Position, View
from mousehole.table.clocks import Clocks
from mousehole.table.contributions import Contributions
from mousehole.table.errors import NotStarted, OldRules
from mousehole.table.events import (
    BY_CLOCK,
    BY_PERSON,
    Agreed,
    AskedRematch,
    Begun,
    Closed,
    Contributed,
    Declined,
    Ended,
    Event,
    Left,
    Moved,
    Opened,
    Rematched,
    Replaced,
    Returned,
    Row,
    Sat,
    Started,
    Undone,
    Voted,
)
from mousehole.table.keepsake import Keepsake
from mousehole.table.rematch import Offer
from mousehole.table.seats import Seat
from mousehole.table.setup import OFFER_AFTER

State = Literal["lobby", "playing", "ending", "over", "closed"]
"""People sit down; they play; the game has ended and that may still be taken back; it is over; it was ended early."""
LOBBY: Final = "lobby"
PLAYING: Final = "playing"
ENDING: Final = "ending"
OVER: Final = "over"
CLOSED: Final = "closed"
RULES_CHANGED, WAS_OPENED, BY_OPERATOR = "rules_changed", "opened", "operator"
"""Why a game cannot go on: its rules are gone; its deal was opened before its end; an operator has closed it."""
MOST_SEATS = 64
"""No game, of whatever rules, has more."""
WHY_STOPPED = {
    RULES_CHANGED: "This game was played by earlier rules, which are not here any more.",
    WAS_OPENED: "This game was taken back after its deal had been opened, so it cannot go on.",
    BY_OPERATOR: "Whoever runs this server has closed this table.",
}


@dataclass(frozen=True)
class Played:
    """A move or an undo, as far as it matters for whether another one is stale."""

    version: int
    seat: int
    actors: tuple[int, ...]
    """The seats that were asked before it."""
    is_undo: bool = False


@dataclass(frozen=True)
class StoryItem:
    """One piece of the table's story: a move of the match, or a note about people."""

    version: int
    move: int | None = None
    note: str = ""
    seat: int | None = None
    name: str = ""


@dataclass(eq=False)
class Standing:
    """How a table stands: everything known about it on the server's side of the gate."""

    row: Row
    game: Game
    seats: list[Seat] = field(default_factory=list)
    version: int = 0
    match: Match | None = None
    seed: int | None = None
    """What the game was dealt from, once it has begun."""
    day: str = ""
    """The day whose public deal this is, if it is one."""
    untold: list[Moved] = field(default_factory=list)
    """The moves of a game whose rules are gone."""
    deal: Contributions = field(default_factory=Contributions)
    clocks: Clocks = field(init=False)
    played: list[Played] = field(default_factory=list)
    story: list[StoryItem] = field(default_factory=list)
    keys: dict[tuple[str, str], tuple[int, tuple[Any, ...]]] = field(default_factory=dict)
    votes: dict[int, set[str]] = field(default_factory=dict)
    knows: dict[str, set[int]] = field(default_factory=dict)
    """The seats whose secrets a person has seen."""
    acting: tuple[int, ...] = ()
    ending: int | None = None
    """The seat that has ended the game and may still take that back."""
    stopped: str = ""
    """Why the game cannot go on, if it cannot."""
    is_closed: bool = False
    """Whether that has been written down."""
    keepsake: Keepsake | None = None
    """What is left of a game whose rules are gone."""
    offer: Offer | None = None
    asks: int = 0
    rematch: str | None = None
    retold: int = 0
    """Rises when what was told has to be told again: after an undo, and when an end becomes final."""
    is_brought: bool = False
    """Whether somebody's device has dealt the game, and begun it."""
    begun: Begun | None = None
    """The moment of another game from which this one goes on."""
    hinted: bool | None = None
    """Whether hints are on, once the game has begun."""

    def __post_init__(self) -> None:
        """Hang the clocks up."""
        self.clocks = Clocks(self.row.rules)

    @classmethod
    def rebuilt(cls, row: Row, game: Game, events: Iterable[Event], keepsake: Keepsake | None = None) -> Self:
        """Replay a table from the store; of one whose rules are gone, the people and what was kept of its game."""
        check_row(row, game)
        table = cls(row, game, [Seat() for _ in range(row.seats)])
        if row.rules_version != game.facts.rules_version:
            if keepsake is None:
                raise OldRules(f"this table needs version {row.rules_version} of the rules of {game.facts.title}")
            table.stopped, table.keepsake = RULES_CHANGED, keepsake
        for event in events:
            table.apply(event)
        if not table.version:
            raise AssertionError("a table begins with an event")
        return table

    @property
    def state(self) -> State:
        """How far the table is."""
        if self.stopped:
            return OVER if self.keepsake is not None and self.keepsake.is_over else CLOSED
        if self.match is None:
            return LOBBY
        if self.acting:
            return PLAYING
        return OVER if self.ending is None else ENDING

    @property
    def promise(self) -> str:
        """The hash that binds the server to its share of the seed."""
        return promise_of(self.row.share, self.row.salt)

    @property
    def commitment(self) -> str | None:
        """The hash that binds the server to the seed, once the game has started."""
        return None if self.seed is None else commitment_of(self.seed, self.row.salt)

    @property
    def asked_at(self) -> dict[int, int]:
        """Since when each seat is asked."""
        return self.clocks.asked_at

    @property
    def away_seconds(self) -> int | None:
        """How long somebody must be away before the others may vote for a bot; None: never."""
        if self.row.rules.away_seconds is not None:
            return self.row.rules.away_seconds
        return OFFER_AFTER if len(self.people()) > 1 else None

    @property
    def has_hints(self) -> bool:
        """Whether hints are on: as agreed, else where one person plays or all share a device, and nothing counts."""
        rules = self.row.rules
        if rules.hints is not None or rules.listed or rules.counts:
            return bool(rules.hints)
        if self.hinted is not None:
            return self.hinted
        return len(self.people()) <= 1 and not any(seat.is_open for seat in self.seats)

    @property
    def has_undo(self) -> bool:
        """Whether moves may be taken back here at all."""
        return self.game.facts.has_undo and not self.row.rules.counts

    def people(self) -> set[str]:
        """List the people who hold seats."""
        return {seat.person for seat in self.seats if seat.person is not None}

    def seats_of(self, person: str) -> list[int]:
        """List the seats a person holds."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def side_of(self, seat: int) -> int:
        """Tell which side a seat plays for."""
        return self.game.facts.side_of(seat)

    def asked(self) -> tuple[int, ...]:
        """List the seats the table waits for: those to move, or the one that may take the end back."""
        return self.acting if self.ending is None else (self.ending,)

    def forced(self, seat: int) -> int | None:
        """Return the move that the table makes for a person with nothing to choose; never one just taken back."""
        is_wished = self.row.rules.forced is not False and not self.stopped and self.match is not None
        if not is_wished or self.seats[seat].person is None or self.seats[seat].bot is not None:
            return None
        if self.match is None or (self.played and self.played[-1].is_undo):
            return None
        return self.match.forced(seat)

    def deadline(self, seat: int) -> int | None:
        """Tell when a seat's time is up, in the time of events; None where no clock runs for it."""
        if seat not in self.asked() or self.seats[seat].bot is not None:
            return None
        return self.clocks.deadline(seat)

    def bank(self, seat: int) -> int:
        """Tell how many milliseconds a seat has left for the game, before its present decision."""
        return self.clocks.bank(seat)

    def distrust(self, now: int) -> bool:
        """Ask nobody later than now: a clock that was ahead must make nobody wait. Tell whether anything changed."""
        ahead = [seat for seat, at in self.asked_at.items() if at > now]
        for seat in ahead:
            self.asked_at[seat] = now
        return bool(ahead)

    def view_after(self, moves: int, viewer: int) -> View:
        """Return what a viewer could know after so many moves."""
        return self.started().positions[moves].view(viewer)

    def thought_seed(self, seat: int) -> int | None:
        """Give the seed of a bot's next thought where everybody is to meet the same bots; None where chance decides."""
        if not self.day or self.seed is None or self.match is None:
            return None
        return thought_of_day(self.seed, len(self.match.moves), seat)

    @property
    def is_read(self) -> bool:
        """Whether the game was read in from its record: it was played elsewhere, and nobody sits here."""
        return self.begun is not None and not self.begun.table

    def role(self, seat: int) -> str:
        """Name a seat as the game does."""
        return self.game.words.seat_name(len(self.seats), seat)

    def started(self) -> Match:
        """Give the match back if there is one yet."""
        if self.match is None:
            if self.stopped:
                raise OldRules(WHY_STOPPED[self.stopped])
            raise NotStarted("the game has not begun: there are still seats to fill")
        return self.match

    # What happened: events are facts and are carried out without asking.

    def apply(self, event: Event, position: Position | None = None) -> None:
        """Carry out the next event."""
        if event.version != self.version + 1:
            raise AssertionError(f"event {event.version} cannot follow {self.version}")
        self.version = event.version
        self.carry_out(event, position)
        if event.key is not None and event.person is not None:
            meaning = (event.kind, event.seat, getattr(event.what, "choice", None))
            self.keys[event.person, event.key] = (event.version, meaning)

    def carry_out(self, event: Event, position: Position | None) -> None:  # noqa: C901, PLR0912  # one case a kind
        """Do what an event of its kind does."""
        person = event.person or ""
        match event.what:
            case Opened() as what:
                self.on_opened(event, what)
            case Sat() as what:
                self.on_sat(event, what)
            case Left() as what:
                self.on_left(event, what)
            case Contributed(contribution=text):
                self.deal.give(person, text)
                self.start_if_ready(event)
            case Started(fill=level):
                for seat in self.seats:
                    if seat.is_open:
                        seat.bot = level
                self.start_if_ready(event)
            case Moved() as what:
                self.on_moved(event, what, position)
            case Undone(seat=seat):
                self.on_undone(event, seat)
            case Ended(seat=seat):
                self.end_now()
                self.note(event, "ended", self.seats[seat].name)
            case Voted(seat=seat):
                self.votes.setdefault(seat, set()).add(person)
            case Replaced(seat=seat, level=level):
                self.on_bot_change(event, seat, level, "replaced")
            case Returned(seat=seat):
                self.on_bot_change(event, seat, None, "returned")
            case AskedRematch() as what:
                self.asks += 1
                self.offer = Offer(person, what, {person: None} if what.agrees else {})
                self.note(event, "asked_swap" if what.swap else "asked_rematch", self.name_of(person))
            case Agreed(contribution=given) if self.offer is not None:
                self.offer.yes[person] = given
                self.note(event, "agreed", self.name_of(person))
            case Declined() if self.offer is not None:
                is_own = self.offer.person == person
                self.note(event, "withdrawn" if is_own else "declined", self.name_of(person))
                self.offer = None
            case Rematched(code=code):
                self.rematch, self.offer = code, None
                self.note(event, "rematched")
            case Closed(reason=reason):
                self.stopped, self.is_closed, self.ending, self.offer = self.stopped or reason, True, None, None
                self.ask_again(event.at)
                self.note(event, f"closed_{reason}")

    def name_of(self, person: str) -> str:
        """Return what somebody is called at this table."""
        held = self.seats_of(person)
        return self.seats[held[0]].name if held else ""

    def note(self, event: Event, note: str, name: str = "") -> None:
        """Add a note to the story."""
        self.story.append(StoryItem(event.version, note=note, seat=event.seat, name=name))

    def on_opened(self, event: Event, what: Opened) -> None:
        """Seat those who sit from the beginning."""
        for seat, plan in zip(self.seats, what.seats, strict=True):
            seat.person, seat.name, seat.bot, seat.is_device = plan.person, plan.name, plan.bot, plan.device
            seat.is_vacant = plan.vacant
        self.deal = Contributions.opened(what)
        self.day, self.begun = what.day, what.begun
        self.start_if_ready(event)
        if what.brought is None:
            return
        if not self.is_read:
            self.is_brought = True
            self.note(event, "brought", self.name_of(event.person or ""))
        for number, action in what.brought:  # whoever brings them, the rules have the word: an illegal one raises
            self.on_moved(event, Moved(number, action, BY_PERSON), None)

    def on_sat(self, event: Event, what: Sat) -> None:
        """Somebody sits down."""
        seat = self.seats[what.seat]
        seat.person, seat.name, seat.bot = event.person, what.name, None
        seat.is_device, seat.is_vacant = what.device, False
        self.note(event, "sat", seat.name)
        if what.contribution is not None:
            self.deal.give(event.person or "", what.contribution)
        elif what.awaits:
            self.deal.awaited[event.person or ""] = None
        if self.seed is None:
            self.start_if_ready(event)
        else:
            self.learn()

    def on_left(self, event: Event, what: Left) -> None:
        """Somebody gives a seat up."""
        seat, person = self.seats[what.seat], event.person or ""
        self.note(event, "left", seat.name)
        seat.person, seat.bot = None, what.level
        seat.name, seat.is_device, seat.is_vacant = "", False, seat.bot is not None
        if self.ending == what.seat:
            self.end_now()
        if not self.seats_of(person):
            if self.seed is None:
                self.deal.leave(person)
            if self.offer is not None:
                self.offer.yes.pop(person, None)
                self.offer = None if self.offer.person == person else self.offer
        if what.seat in self.acting:
            self.clocks.ask(what.seat, event.at)

    def on_bot_change(self, event: Event, number: int, level: str | None, note: str) -> None:
        """Let a bot stand in for somebody, or the person come back."""
        self.seats[number].bot = level
        self.votes.pop(number, None)
        self.note(event, note, self.seats[number].name)
        if level is not None and self.ending == number:
            self.end_now()
        if number in self.acting:
            self.clocks.ask(number, event.at)

    def start_if_ready(self, event: Event) -> None:
        """Deal once nobody and nothing is missing."""
        is_waiting = any(seat.is_open for seat in self.seats) and not self.is_read
        if self.seed is not None or self.deal.awaited or is_waiting:
            return
        row, known, begun = self.row, self.game.facts, self.begun
        if begun is not None:
            self.seed = int(begun.seed)
        else:
            self.seed = seed_of_day(row.game, self.day) if self.day else seed_of(row.share, self.deal.texts())
        if not self.stopped:
            options = known.options_by_name(row.options)
            self.match = Match.start(self.game, seats=row.seats, options=options, seed=self.seed)
        if begun is None:
            self.note(event, "started")
        elif self.is_read:
            self.note(event, "read")
        else:
            self.note(event, "begun" if begun.redealt is None else "redealt", f"{len(begun.moves)}")
        if begun is not None and self.match is not None:
            redealt = None if begun.redealt is None else (begun.seat, begun.redealt)
            self.match.play(begun.moves).begin_here(redealt)
        self.hinted = len(self.people()) <= 1
        self.learn()
        self.ask_again(event.at)

    def learn(self) -> None:
        """Remember who has seen the secrets of which seat; hints are off from the second person on."""
        self.hinted = bool(self.hinted) and len(self.people()) <= 1
        for number, seat in enumerate(self.seats):
            if seat.person is not None:
                self.knows.setdefault(seat.person, set()).add(number)

    def ask_again(self, at: int, mover: int | None = None) -> None:
        """Work out who is asked now, and since when."""
        before, self.acting = self.acting, self.match.actors() if self.match and not self.stopped else ()
        for seat in self.acting:
            if seat not in before or seat == mover:
                self.clocks.ask(seat, at)

    def on_moved(self, event: Event, what: Moved, position: Position | None) -> None:
        """Somebody has moved."""
        match, seat = self.match, what.seat
        if match is None:
            self.untold.append(what)
            return
        self.played.append(Played(event.version, seat, self.acting))
        self.clocks.answered(seat, event.at, is_late=what.by == BY_CLOCK)
        if position is None:
            match.step(seat, what.action)
        else:
            match.append(seat, what.action, position)
        if what.by == BY_CLOCK:
            self.note(event, "clock", self.seats[seat].name)
        elif what.failed:
            self.note(event, "stumbled", self.seats[seat].name)
        elif what.by == BY_PERSON:
            self.votes.pop(seat, None)
        self.story.append(StoryItem(event.version, move=len(match.moves) - 1, seat=seat))
        self.ask_again(event.at, seat)
        if what.open_end:
            self.ending = seat
            self.clocks.ask(seat, event.at)

    def on_undone(self, event: Event, seat: int) -> None:
        """Somebody takes the last move back."""
        match = self.match
        if match is None:
            self.untold.pop()
            return
        if not self.acting and self.ending is None:  # long ago that was possible, with the deal open to all
            self.stopped = WAS_OPENED
        self.played.append(Played(event.version, seat, self.acting, is_undo=True))
        match.undo()
        last = max(i for i, item in enumerate(self.story) if item.move is not None)
        del self.story[last]
        self.ending = None
        self.retold += 1
        self.note(event, "undone", self.seats[seat].name)
        self.ask_again(event.at, seat)

    def end_now(self) -> None:
        """Let an end be final: what was hidden is told now."""
        self.ending = None
        self.retold += 1


def check_row(row: Row, game: Game) -> None:
    """Refuse a row that no table could have."""
    row.rules.check()
    if row.rules_version != game.facts.rules_version:  # nobody knows what they allowed
        if not 1 <= row.seats <= MOST_SEATS:
            raise BadSeats(f"no game has {row.seats} seats")
        return
    game.facts.check_seats(row.seats)
    for option, value in zip(game.facts.options, game.facts.check_together(row.seats, row.options), strict=True):
        option.check(value)

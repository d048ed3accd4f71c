"""A table: what its row and its events add up to, and what may happen next. Pure: no store, no clock, no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mousehole.engine.deals import CONTRIBUTION, commitment_of, promise_of, seed_of
from mousehole.engine.errors import BadSeats, CannotUndo, GameOver, IllegalMove
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.table.errors import (
    AlreadyStarted,
    BadRequest,
    IdReused,
    KnowsTooMuch,
    NotAway,
    NotHere,
    NotOver,
    NotStarted,
    NotYourSeat,
    OldRules,
    SeatTaken,
    Stale,
)
from mousehole.table.events import (
    BY_BOT,
    BY_CLOCK,
    BY_PERSON,
    LEFT,
    MOVED,
    OPENED,
    REMATCHED,
    REPLACED,
    RETURNED,
    SAT,
    STARTED,
    UNDONE,
    VOTED,
    Draft,
    Event,
    Repeated,
    Row,
)
from mousehole.table.setup import OFFER_AFTER, USUAL_BOT, SeatPlan, Setup, check_bot, clean_name

LOBBY, PLAYING, OVER = "lobby", "playing", "over"
EXTRA_MS = 30_000
"""A seat whose time for the game has run out gets so much more after a bot has moved for it."""


@dataclass
class Seat:
    """Who sits where. A seat with a person and a bot is one where the bot stands in."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    is_device: bool = False
    is_vacant: bool = False
    """Whether somebody has left it in the middle of the game: a bot plays on until somebody else sits down."""

    @property
    def is_open(self) -> bool:
        """Whether the game cannot begin without somebody here."""
        return self.person is None and self.bot is None

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for an absent person."""
        return self.person is not None and self.bot is not None


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
class Table:
    """A table and everything known about it on the server's side of the gate."""

    row: Row
    game: Game
    seats: list[Seat] = field(default_factory=list)
    version: int = 0
    match: Match | None = None
    contributions: list[str] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    story: list[StoryItem] = field(default_factory=list)
    keys: dict[tuple[str, str], tuple[int, tuple[Any, ...]]] = field(default_factory=dict)
    votes: dict[int, set[str]] = field(default_factory=dict)
    knows: dict[str, set[int]] = field(default_factory=dict)
    """The seats whose secrets a person has seen."""
    acting: tuple[int, ...] = ()
    asked_at: dict[int, int] = field(default_factory=dict)
    used_ms: dict[int, int] = field(default_factory=dict)
    overtimes: dict[int, int] = field(default_factory=dict)
    rematch: str | None = None
    undos: int = 0

    @classmethod
    def rebuilt(cls, row: Row, game: Game, events: Iterable[Event]) -> Table:
        """Replay a table from the store."""
        if row.rules_version != game.facts.rules_version:
            raise OldRules(
                f"this table was opened under version {row.rules_version} of the rules of {game.facts.title}"
            )
        check_row(row, game)
        table = cls(row, game, [Seat() for _ in range(row.seats)])
        for event in events:
            table.apply(event)
        if not table.version:
            raise AssertionError("a table begins with an event")
        return table

    @property
    def state(self) -> str:
        """How far the table is: people sitting down, playing, or over."""
        if self.match is None:
            return LOBBY
        return PLAYING if self.acting else OVER

    @property
    def promise(self) -> str:
        """The hash that binds the server to its share of the seed."""
        return promise_of(self.row.share, self.row.salt)

    @property
    def commitment(self) -> str | None:
        """The hash that binds the server to the seed, once the game has started."""
        return None if self.match is None else commitment_of(self.match.seed, self.row.salt)

    @property
    def away_seconds(self) -> int | None:
        """How long somebody must be away before the others may vote for a bot; None: never."""
        if self.row.rules.away_seconds is not None:
            return self.row.rules.away_seconds
        return OFFER_AFTER if len(self.people()) > 1 else None

    def people(self) -> set[str]:
        """List the people who hold seats."""
        return {seat.person for seat in self.seats if seat.person is not None}

    def seats_of(self, person: str) -> list[int]:
        """List the seats a person holds."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def side_of(self, seat: int) -> int:
        """Tell which side a seat plays for."""
        return self.game.facts.side_of(seat)

    def deadline(self, seat: int) -> int | None:
        """Tell when a seat's time is up, in the time of events; None where no clock runs for it."""
        if seat not in self.acting or self.seats[seat].bot is not None:
            return None
        asked, rules, ends = self.asked_at[seat], self.row.rules, []
        if rules.move_seconds is not None:
            ends.append(asked + 1000 * rules.move_seconds)
        if rules.game_seconds is not None:
            ends.append(asked + max(0, self.bank(seat)))
        return min(ends, default=None)

    def bank(self, seat: int) -> int:
        """Tell how many milliseconds a seat has left for the game, before its present decision."""
        total = 1000 * (self.row.rules.game_seconds or 0) + EXTRA_MS * self.overtimes.get(seat, 0)
        return total - self.used_ms.get(seat, 0)

    def distrust(self, now: int) -> bool:
        """Ask nobody later than now: a clock that was ahead must make nobody wait. Tell whether anything changed."""
        ahead = [seat for seat, at in self.asked_at.items() if at > now]
        for seat in ahead:
            self.asked_at[seat] = now
        return bool(ahead)

    def view_after(self, moves: int, viewer: int) -> Record:
        """Return what a viewer could know after so many moves."""
        match = self.started()
        return match.game.view(match.positions[moves], viewer)

    # What may happen next: each returns a draft, or raises and changes nothing.

    def find_seat(self, seat: int) -> Seat:
        """Give a seat back if the table has it."""
        if not 0 <= seat < len(self.seats):
            raise BadSeats(f"this table has the seats 0 to {len(self.seats) - 1}, not {seat}")
        return self.seats[seat]

    def own_seat(self, person: str, seat: int) -> Seat:
        """Give a seat back if this person holds it."""
        found = self.find_seat(seat)
        if found.person != person:
            raise NotYourSeat(f"{self.role(seat)} is not your seat")
        return found

    def role(self, seat: int) -> str:
        """Name a seat as the game does."""
        return self.game.words.seat_name(len(self.seats), seat)

    def repeated(self, person: str, key: str, meaning: tuple[Any, ...]) -> Repeated | None:
        """Find out whether a message was carried out before."""
        known = self.keys.get((person, key))
        if known is None:
            return None
        if known[1] != meaning:
            raise IdReused(f"the id {key[:40]!r} was used for something else at this table")
        return Repeated(known[0])

    def sit(self, person: str, seat: int, name: str, contribution: str | None, *, is_device: bool = False) -> Draft:
        """Take a seat that is free: an open one before the game, or one somebody has left."""
        found = self.find_seat(seat)
        if found.person == person and not found.has_stand_in:
            raise SeatTaken("you sit there already")
        if not (found.is_open or found.is_vacant):
            raise SeatTaken(f"{self.role(seat)} is taken")
        self.check_innocent(person, seat)
        data: dict[str, Any] = {"name": clean_name(name), "device": is_device}
        if contribution is not None and self.match is None:
            data["contribution"] = check_contribution(contribution)
        return Draft(SAT, person, seat, data=data)

    def check_innocent(self, person: str, seat: int) -> None:
        """Keep people who have seen one side's secrets from sitting down on another while they matter."""
        known = self.knows.get(person, set())
        if self.state != PLAYING or not self.game.facts.has_secrets or seat in known:
            return
        if any(self.side_of(other) != self.side_of(seat) for other in known):
            raise KnowsTooMuch("you have seen what another side knows; you may watch, or go back to your own seat")

    def leave(self, person: str, seat: int) -> Draft:
        """Give a seat up: it is open again before and after the game; during it a bot plays on until somebody comes."""
        self.own_seat(person, seat)
        return Draft(LEFT, person, seat, data={"level": USUAL_BOT} if self.state == PLAYING else {})

    def fill(self, person: str, level: str) -> Draft:
        """Let bots take the seats that are still open, and start; whoever opened the table may do so."""
        if self.match is not None:
            raise AlreadyStarted("the game has begun")
        if person != self.row.host:
            raise NotYourSeat("only the person who opened the table may fill it with bots")
        return Draft(STARTED, person, data={"fill": check_bot(level)})

    def move(self, person: str, seat: int, choice: int | str, seen: int, key: str) -> Draft | Repeated:
        """Play an action for a person who has seen a certain version."""
        meaning = (MOVED, seat, choice)
        done = self.repeated(person, key, meaning)
        if done:
            return done
        found = self.own_seat(person, seat)
        match = self.started()
        if found.has_stand_in:
            raise NotYourSeat(f"a bot plays for you as {self.role(seat)}; take the seat back first")
        self.check_fresh(seat, seen)
        action = match.parse_move(seat, choice) if isinstance(choice, str) and seat in self.acting else choice
        position = self.tried(seat, action)
        data = {"action": int(action), "by": BY_PERSON, "choice": choice}
        return Draft(MOVED, person, seat, key, data, position)

    def move_for(self, seat: int, action: int, by: str, *, has_failed: bool = False) -> Draft:
        """Play an action that a bot has chosen."""
        self.started()
        data: dict[str, Any] = {"action": int(action), "by": by}
        if has_failed:
            data["failed"] = True
        return Draft(MOVED, None, seat, None, data, self.tried(seat, action))

    def tried(self, seat: int, action: Any) -> Record:
        """Try an action through the one guarded door, beside the match; return the position it leads to."""
        match = self.started()
        if isinstance(action, bool):
            raise IllegalMove("an action is a whole number")
        trial = Match(match.game, match.seats, match.options, match.seed, [], [match.state])
        trial.step(seat, action)
        return trial.state

    def check_fresh(self, seat: int, seen: int) -> None:
        """Refuse a move for a position that has changed; secret simultaneous answers do not change each other's."""
        if not 0 <= seen <= self.version:
            raise Stale(f"this table has version {self.version}, not {seen}")
        newer = 0
        for played in reversed(self.played):
            if played.version <= seen:
                break
            newer += 1
            if played.is_undo or played.seat == seat or seat not in played.actors:
                raise Stale(f"the position has changed since version {seen}")
        match = self.started()
        if newer and match.game.legal(match.positions[-1 - newer], seat) != match.legal(seat):
            raise Stale(f"the position has changed since version {seen}")

    def undo(self, person: str, seat: int, seen: int, key: str) -> Draft | Repeated:
        """Take the last move back, where the game allows it and it was one's own."""
        done = self.repeated(person, key, (UNDONE, seat, None))
        if done:
            return done
        self.own_seat(person, seat)
        match = self.started()
        if self.played and self.played[-1].version > seen:
            raise Stale(f"the position has changed since version {seen}")
        if not match.moves or match.moves[-1][0] != seat or not match.game.is_undoable(match.state):
            raise CannotUndo("the last move cannot be taken back")
        return Draft(UNDONE, person, seat, key)

    def vote(self, person: str, seat: int, *, is_away: bool) -> Draft:
        """Vote for a bot in place of somebody who has been away for long."""
        found = self.find_seat(seat)
        self.started()
        if self.state == OVER:
            raise GameOver("the game is over")
        if not self.seats_of(person):
            raise NotYourSeat("only people who sit at the table vote")
        if found.person is None or found.person == person or found.has_stand_in:
            raise NotHere("there is nobody to replace on that seat")
        if not is_away:
            raise NotAway(f"{found.name} is here, or has not been away for long")
        return Draft(VOTED, person, seat)

    def replace(self, seat: int) -> Draft:
        """Let a bot stand in for somebody who is away."""
        return Draft(REPLACED, None, seat, data={"level": USUAL_BOT})

    def take_back(self, person: str, seat: int) -> Draft:
        """Come back to a seat where a bot stands in."""
        if not self.own_seat(person, seat).has_stand_in:
            raise NotHere("no bot stands in for you there")
        return Draft(RETURNED, person, seat)

    def ask_rematch(self, person: str, code: str) -> Draft:
        """Open another table with the same people."""
        if self.state != OVER:
            raise NotOver("a rematch is for games that are over")
        if not self.seats_of(person):
            raise NotYourSeat("only people who sat at the table ask for a rematch")
        return Draft(REMATCHED, person, data={"code": code})

    def started(self) -> Match:
        """Give the match back if there is one yet."""
        if self.match is None:
            raise NotStarted("the game has not begun: there are still seats to fill")
        return self.match

    # What happened: events are facts and are carried out without asking.

    def apply(self, event: Event, position: Record | None = None) -> None:
        """Carry out the next event."""
        if event.version != self.version + 1:
            raise AssertionError(f"event {event.version} cannot follow {self.version}")
        self.version = event.version
        getattr(self, f"on_{event.kind}")(event, position)
        if event.key is not None and event.person is not None:
            meaning = (event.kind, event.seat, event.data.get("choice"))
            self.keys[event.person, event.key] = (event.version, meaning)

    def note(self, event: Event, note: str, name: str = "") -> None:
        """Add a note to the story."""
        self.story.append(StoryItem(event.version, note=note, seat=event.seat, name=name))

    def on_opened(self, event: Event, _: Record | None) -> None:
        """Seat those who sit from the beginning."""
        for seat, plan in zip(self.seats, event.data["seats"], strict=True):
            seat.person, seat.name, seat.bot = plan.get("person"), plan.get("name", ""), plan.get("bot")
            seat.is_device = plan.get("device", False)
        self.contributions += event.data.get("contributions", [])
        self.start_if_full(event)

    def on_sat(self, event: Event, _: Record | None) -> None:
        """Somebody sits down."""
        seat = self.seats[event.seat or 0]
        seat.person, seat.name, seat.bot = event.person, event.data["name"], None
        seat.is_device, seat.is_vacant = event.data.get("device", False), False
        self.note(event, "sat", seat.name)
        if "contribution" in event.data:
            self.contributions.append(event.data["contribution"])
        if self.match is None:
            self.start_if_full(event)
        else:
            self.learn()

    def on_left(self, event: Event, _: Record | None) -> None:
        """Somebody gives a seat up."""
        seat = self.seats[event.seat or 0]
        self.note(event, "left", seat.name)
        seat.person, seat.bot = None, event.data.get("level")
        seat.name, seat.is_device, seat.is_vacant = "", False, seat.bot is not None
        if event.seat in self.acting:
            self.asked_at[event.seat or 0] = event.at

    def on_started(self, event: Event, _: Record | None) -> None:
        """Bots take the open seats, and the game begins."""
        for seat in self.seats:
            if seat.is_open:
                seat.bot = event.data["fill"]
        self.start_if_full(event)

    def start_if_full(self, event: Event) -> None:
        """Deal once nobody is missing."""
        if any(seat.is_open for seat in self.seats):
            return
        row, known = self.row, self.game.facts
        options = {option.name: value for option, value in zip(known.options, row.options, strict=True)}
        seed = seed_of(row.share, self.contributions)
        self.match = Match.start(self.game, seats=row.seats, options=options, seed=seed)
        self.note(event, "started")
        self.learn()
        self.ask_anew(event.at)

    def learn(self) -> None:
        """Remember who has seen the secrets of which seat."""
        for number, seat in enumerate(self.seats):
            if seat.person is not None:
                self.knows.setdefault(seat.person, set()).add(number)

    def ask_anew(self, at: int, mover: int | None = None) -> None:
        """Work out who is asked now, and since when."""
        before, self.acting = self.acting, self.match.actors() if self.match else ()
        for seat in self.acting:
            if seat not in before or seat == mover:
                self.asked_at[seat] = at

    def on_moved(self, event: Event, position: Record | None) -> None:
        """Somebody has moved."""
        match, seat = self.started(), event.seat or 0
        action = event.data["action"]
        self.played.append(Played(event.version, seat, self.acting))
        self.used_ms[seat] = self.used_ms.get(seat, 0) + max(0, event.at - self.asked_at.get(seat, event.at))
        if position is None:
            match.step(seat, action)
        else:
            match.moves.append((seat, action))
            match.positions.append(position)
        if event.data["by"] == BY_CLOCK:
            self.overtimes[seat] = self.overtimes.get(seat, 0) + 1
            self.note(event, "clock", self.seats[seat].name)
        elif event.data.get("failed"):
            self.note(event, "stumbled", self.seats[seat].name)
        elif event.data["by"] != BY_BOT:
            self.votes.pop(seat, None)
        self.story.append(StoryItem(event.version, move=len(match.moves) - 1, seat=seat))
        self.ask_anew(event.at, seat)

    def on_undone(self, event: Event, _: Record | None) -> None:
        """Somebody takes the last move back."""
        match = self.started()
        self.played.append(Played(event.version, event.seat or 0, self.acting, is_undo=True))
        match.undo()
        last = max(i for i, item in enumerate(self.story) if item.move is not None)
        del self.story[last]
        self.undos += 1
        self.note(event, "undone", self.seats[event.seat or 0].name)
        self.ask_anew(event.at, event.seat)

    def on_voted(self, event: Event, _: Record | None) -> None:
        """Somebody wants a bot on an absent person's seat."""
        self.votes.setdefault(event.seat or 0, set()).add(event.person or "")

    def on_replaced(self, event: Event, _: Record | None) -> None:
        """Somebody is replaced by a bot that stands in."""
        seat = event.seat or 0
        self.seats[seat].bot = event.data["level"]
        self.votes.pop(seat, None)
        self.note(event, "replaced", self.seats[seat].name)
        if seat in self.acting:
            self.asked_at[seat] = event.at

    def on_returned(self, event: Event, _: Record | None) -> None:
        """Somebody is back on a seat."""
        seat = event.seat or 0
        self.seats[seat].bot = None
        self.votes.pop(seat, None)
        self.note(event, "returned", self.seats[seat].name)
        if seat in self.acting:
            self.asked_at[seat] = event.at

    def on_rematched(self, event: Event, _: Record | None) -> None:
        """Another table is open for the same people."""
        self.rematch = event.data["code"]
        self.note(event, "rematched")


def check_row(row: Row, game: Game) -> None:
    """Refuse a row that no table could have."""
    game.facts.check_seats(row.seats)
    for option, value in zip(game.facts.options, row.options, strict=True):
        option.check(value)
    row.rules.check()


def check_contribution(text: str) -> str:
    """Give a contribution back if it is one."""
    if not CONTRIBUTION.fullmatch(text):
        raise BadRequest("a contribution has 1 to 64 letters, digits, _ or -")
    return text


def opening(setup: Setup, person: str, name: str, contribution: str | None) -> Draft:
    """Write a table's first event from a set-up."""
    seats: list[dict[str, Any]] = [seated(plan, person, name) for plan in setup.seats]
    data: dict[str, Any] = {"seats": seats}
    if contribution is not None:
        data["contributions"] = [check_contribution(contribution)]
    return Draft(OPENED, person, data=data)


def seated(plan: SeatPlan, person: str, name: str) -> dict[str, Any]:
    """Write down who sits on a seat from the beginning."""
    if plan.kind == "bot":
        return {"bot": plan.level}
    if plan.kind == "me":
        return {"person": person, "name": name}
    if plan.kind == "device":
        return {"person": person, "name": plan.name or name, "device": True}
    return {}


def rematch_opening(seats: Sequence[Seat], *, is_swapped: bool) -> Draft:
    """Write the first event of a rematch: everybody sits, on the same seats or one further."""
    order = [*seats[-1:], *seats[:-1]] if is_swapped else list(seats)
    plans: list[dict[str, Any]] = []
    for seat in order:
        if seat.person is not None:
            plans.append({"person": seat.person, "name": seat.name, "device": seat.is_device})
        else:
            plans.append({"bot": seat.bot or USUAL_BOT})
    return Draft(OPENED, data={"seats": plans})

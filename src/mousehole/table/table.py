"""A table: what may happen next there. Pure: no store, no clock, no network.

Every method that something may happen by returns a draft of an event, or raises and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mousehole.bots.names import check_bot
from mousehole.engine.errors import BadSeats, CannotUndo, GameOver, IllegalMove, NotYourTurn
from mousehole.engine.match import Match
from mousehole.engine.position import Position
from mousehole.games import facts
from mousehole.table.contributions import check_contribution
from mousehole.table.errors import (
    AlreadyStarted,
    IdReused,
    KnowsTooMuch,
    NotAway,
    NotHere,
    NotOver,
    NotYourSeat,
    OldRules,
    SeatTaken,
    Stale,
)
from mousehole.table.events import (
    BY_PERSON,
    BY_TABLE,
    EACH_PERSON,
    Agreed,
    AskedRematch,
    Begun,
    Closed,
    Contributed,
    Declined,
    Draft,
    Ended,
    Left,
    Moved,
    Opened,
    Rematched,
    Repeated,
    Replaced,
    Returned,
    Sat,
    Seated,
    Started,
    Undone,
    Voted,
)
from mousehole.table.rematch import players
from mousehole.table.seats import Seat, seated
from mousehole.table.setup import USUAL_BOT, Setup, clean_name
from mousehole.table.standing import ENDING, LOBBY, OVER, PLAYING, WHY_STOPPED, Standing, State

MOST_ASKS = 20
"""A table asks so many times for a rematch."""


class Table(Standing):
    """A table that things happen at."""

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

    def repeated(self, person: str, key: str, meaning: tuple[Any, ...]) -> Repeated | None:
        """Find out whether a message was carried out before."""
        known = self.keys.get((person, key))
        if known is None:
            return None
        if known[1] != meaning:
            raise IdReused(f"the id {key[:40]!r} was used for something else at this table")
        return Repeated(known[0])

    def sit(
        self, person: str, seat: int, name: str, contribution: str | None, *, is_promised_first: bool = False
    ) -> Draft:
        """Take a seat that is free: an open one before the game, or one somebody has left; none of a stopped game."""
        found = self.find_seat(seat)
        if found.person == person and not found.has_stand_in:
            raise SeatTaken("you sit there already")
        if not (found.is_open or found.is_vacant):
            raise SeatTaken(f"{self.role(seat)} is taken")
        if self.stopped:
            raise GameOver(WHY_STOPPED[self.stopped])
        self.check_counting(person, seat)
        self.check_innocent(person, seat)
        given = None if contribution is None or self.state != LOBBY else check_contribution(contribution)
        given = None if self.deal.is_full else given
        awaits = is_promised_first and given is None and self.state == LOBBY
        return Draft(Sat(seat, clean_name(name), contribution=given, awaits=awaits), person)

    def check_counting(self, person: str, seat: int) -> None:
        """Where the game counts, everybody has one seat, and nobody takes over what somebody else has begun."""
        if not self.row.rules.counts:
            return
        if self.seats_of(person):
            raise NotHere("in a game that counts everybody has one seat")
        if self.seats[seat].is_vacant:
            raise SeatTaken("this game counts: nobody takes over a seat that somebody has left")

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
        is_on = self.state == PLAYING or (self.state == ENDING and seat != self.ending)
        return Draft(Left(seat, USUAL_BOT if is_on else None), person)

    def contribute(self, person: str, text: str) -> Draft | Repeated:
        """Add to the deal what the table waits for, after its promise was seen."""
        if self.deal.given.get(person) == text:
            return Repeated(self.version)
        if self.state != LOBBY:
            raise AlreadyStarted("the cards are dealt: nothing is added to the deal any more")
        if person not in self.deal.awaited:
            raise NotHere("this table waits for no contribution of yours")
        return Draft(Contributed(check_contribution(text)), person)

    def fill(self, person: str, level: str) -> Draft:
        """Let bots take the seats that are still open, and start; whoever opened the table may do so."""
        if self.state != LOBBY:
            raise AlreadyStarted("the game has begun")
        if person != self.row.host:
            raise NotYourSeat("only the person who opened the table may fill it with bots")
        return Draft(Started(check_bot(level)), person)

    def move(self, person: str, seat: int, choice: int | str, seen: int, key: str) -> Draft | Repeated:
        """Play an action for a person who has seen a certain version."""
        done = self.repeated(person, key, (Moved.kind, seat, choice))
        if done:
            return done
        found = self.own_seat(person, seat)
        match = self.started()
        if found.has_stand_in:
            raise NotYourSeat(f"a bot plays for you as {self.role(seat)}; take the seat back first")
        self.check_fresh(seat, seen)
        action = match.parse_move(seat, choice) if isinstance(choice, str) and seat in self.acting else choice
        position = self.tried(seat, action)
        is_open = self.is_open_end(position, seat)
        what = Moved(seat, int(action), BY_PERSON, choice, name=self.move_name(seat, int(action)), open_end=is_open)
        return Draft(what, person, key, position)

    def move_for(self, seat: int, action: int, by: str, *, has_failed: bool = False) -> Draft:
        """Play an action that a bot has chosen."""
        position = self.tried(seat, action)
        what = Moved(seat, int(action), by, failed=has_failed, name=self.move_name(seat, int(action)))
        return Draft(what, position=position)

    def force(self, seat: int, asked: int) -> Draft:
        """Play the only action of a person who has been asked since then, and still is."""
        action = self.forced(seat)
        if action is None or self.asked_at.get(seat) != asked:
            raise NotYourTurn("there is something to choose, or it is done")
        position = self.tried(seat, action)
        is_open = self.is_open_end(position, seat)
        return Draft(
            Moved(seat, action, BY_TABLE, name=self.move_name(seat, action), open_end=is_open), position=position
        )

    def tried(self, seat: int, action: Any) -> Position:
        """Check an action; return the position it leads to."""
        match = self.going()
        if isinstance(action, bool):
            raise IllegalMove("an action is a whole number")
        return match.after(seat, action)

    def move_name(self, seat: int, action: int) -> str:
        """Write a legal action as the notation does."""
        return self.started().state.view(seat).move_name(action)

    def is_open_end(self, position: Position, seat: int) -> bool:
        """Tell whether a person's move ends the game without a win and may still be taken back."""
        if not self.has_undo or not position.is_over:
            return False
        outcome = position.outcome()
        return outcome is not None and seat not in outcome.winners and position.is_undoable()

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
        if newer and match.positions[-1 - newer].legal(seat) != match.legal(seat):
            raise Stale(f"the position has changed since version {seen}")

    def undo(self, person: str, seat: int, seen: int, key: str) -> Draft | Repeated:
        """Take the last move back, where the game allows it and it was one's own; never after the deal was opened."""
        done = self.repeated(person, key, (Undone.kind, seat, None))
        if done:
            return done
        self.own_seat(person, seat)
        match = self.going()
        if self.played and self.played[-1].version > seen:
            raise Stale(f"the position has changed since version {seen}")
        if self.state == OVER:
            raise CannotUndo("the game is over and its deal is open: nothing is taken back any more")
        if not self.has_undo or not match.can_undo or match.moves[-1][0] != seat:
            raise CannotUndo("the last move cannot be taken back")
        return Draft(Undone(seat), person, key)

    def end(self, person: str, seat: int, key: str) -> Draft | Repeated:
        """Let a game be over that one's last move has ended, instead of taking the move back."""
        done = self.repeated(person, key, (Ended.kind, seat, None))
        if done:
            return done
        self.own_seat(person, seat)
        return Draft(self.end_for(seat).what, person, key)

    def end_for(self, seat: int) -> Draft:
        """Let a game be over, for somebody who is not there or whose time is up."""
        self.going()
        if self.ending != seat:
            raise NotHere("there is no end to confirm")
        return Draft(Ended(seat))

    def vote(self, person: str, seat: int, *, is_away: bool) -> Draft:
        """Vote for a bot in place of somebody who has been away for long."""
        found = self.find_seat(seat)
        self.going()
        if self.state == OVER:
            raise GameOver("the game is over")
        if not self.seats_of(person):
            raise NotYourSeat("only people who sit at the table vote")
        if found.person is None or found.person == person or found.has_stand_in:
            raise NotHere("there is nobody to replace on that seat")
        if not is_away:
            raise NotAway(f"{found.name} is here, or has not been away for long")
        return Draft(Voted(seat), person)

    def replace(self, seat: int) -> Draft:
        """Let a bot stand in for somebody who is away."""
        return Draft(Replaced(seat, USUAL_BOT))

    def take_back(self, person: str, seat: int) -> Draft:
        """Come back to a seat where a bot stands in."""
        if not self.own_seat(person, seat).has_stand_in:
            raise NotHere("no bot stands in for you there")
        return Draft(Returned(seat), person)

    def ask_rematch(self, person: str, asked: AskedRematch) -> Draft:
        """Ask the others for another game."""
        self.check_rematch(person)
        if self.offer is not None or self.rematch is not None:
            raise NotHere("somebody has asked for a rematch already")
        if self.asks >= MOST_ASKS:
            raise NotHere("this table was asked too often; set another one")
        return Draft(asked, person)

    def check_rematch(self, person: str) -> None:
        """Let only people who sat to the end ask for, or answer about, another game."""
        if self.state != OVER or self.stopped:
            raise NotOver("a rematch is for games that are over")
        if person not in players(self.seats):
            raise NotYourSeat("only people who sat at the table play the rematch")

    def agree(self, person: str, contribution: str | None) -> Draft | Repeated:
        """Say yes to the rematch somebody asks for."""
        self.check_rematch(person)
        if self.rematch is not None or (self.offer is not None and person in self.offer.yes):
            return Repeated(self.version)
        if self.offer is None:
            raise NotHere("nobody asks for a rematch now")
        return Draft(Agreed(None if contribution is None else check_contribution(contribution)), person)

    def decline(self, person: str) -> Draft:
        """Say no to the rematch somebody asks for, or take one's own question back."""
        self.check_rematch(person)
        if self.offer is None or self.rematch is not None:
            raise NotHere("nobody asks for a rematch now")
        return Draft(Declined(), person)

    def open_rematch(self) -> Draft:
        """Write down that the rematch is open, once everybody has said yes."""
        if self.offer is None or self.rematch is not None or not self.offer.is_agreed(self.seats):
            raise NotHere("there is no rematch to open")
        return Draft(Rematched(self.offer.asked.code), self.offer.person)

    def close(self) -> Draft:
        """Write down that the game has been ended."""
        if not self.stopped or self.is_closed:
            raise NotHere("this game goes on")
        return Draft(Closed(self.stopped))

    def going(self) -> Match:
        """Give the match back if it was not stopped."""
        match = self.started()
        if self.stopped:
            raise GameOver(WHY_STOPPED[self.stopped])
        return match

    def state_after(self, draft: Draft) -> State | None:  # noqa: PLR0911  # one case a kind
        """Tell the state a draft leads to, where it changes it."""
        match draft.what:
            case Moved(open_end=is_open):
                is_over = draft.position is not None and draft.position.is_over
                return None if not is_over else ENDING if is_open else OVER
            case Undone():
                return PLAYING if self.state == ENDING else None
            case Ended():
                return OVER
            case Left(seat=seat) | Replaced(seat=seat):
                return OVER if self.ending == seat else None
            case Closed():
                return self.state
            case Sat(seat=seat, awaits=awaits):
                return None if awaits else self.full_state(seat, None)
            case Started():
                return PLAYING if not self.deal.awaited else None
            case Contributed():
                return self.full_state(None, draft.person)
        return None

    def full_state(self, seat: int | None, person: str | None) -> State | None:
        """Tell whether the game begins once a seat is taken, or somebody's contribution is there."""
        if self.state != LOBBY or any(one.is_open and n != seat for n, one in enumerate(self.seats)):
            return None
        return PLAYING if set(self.deal.awaited) <= {person} else None


@dataclass(frozen=True)
class Brought:
    """A game that was begun on somebody's device: how it was dealt, and its moves, which the rules will judge."""

    rules_version: int
    share: str = field(repr=False)
    salt: str = field(repr=False)
    moves: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Brought:
        """Read what a device sends of it."""
        moves = tuple((seat, action) for seat, action in data["moves"])
        return cls(data["rules_version"], data["share"], data["salt"], moves)

    def opening(self, setup: Setup, person: str, name: str) -> Draft:
        """Write the first event of a table where the game goes on."""
        known = facts(setup.game)
        if self.rules_version != known.rules_version:
            raise OldRules(f"this game needs version {self.rules_version} of the rules of {known.title}")
        if any(plan.kind == "open" for plan in setup.seats):
            raise BadSeats("a game that has begun has no open seats")
        if setup.rules.counts:
            raise NotHere("a game that a device has dealt does not count")
        seats = tuple(seated(plan, person, name) for plan in setup.seats)
        return Draft(Opened(seats, dealing=EACH_PERSON, brought=self.moves), person)


def opening(
    setup: Setup,
    person: str,
    name: str,
    contribution: str | None,
    *,
    is_promised_first: bool = False,
    day: str = "",
) -> Draft:
    """Write a table's first event from a set-up; it may wait for the contribution of whoever opens it.

    The deal of a day is public: nothing is contributed to it.
    """
    given = () if contribution is None else ((person, check_contribution(contribution)),)
    seats = tuple(seated(plan, person, name) for plan in setup.seats)
    awaits = (person,) if is_promised_first and not given else ()
    return Draft(Opened(seats, dealing=EACH_PERSON, given=given, awaits=awaits, day=day), person)


def read_in(match: Match, person: str) -> Draft:
    """Write the first event of a table that shows a finished game from its record: nobody sits, nothing is dealt."""
    seat, redealt = match.redealt or (0, None)
    begun = Begun("", str(match.seed), tuple(match.moves[: match.begun]), seat, redealt)
    seats = tuple(Seated() for _ in range(match.seats))
    return Draft(Opened(seats, dealing=EACH_PERSON, begun=begun, brought=tuple(match.moves[match.begun :])), person)


def going_on(setup: Setup, person: str, name: str, begun: Begun) -> Draft:
    """Write the first event of a table that goes on from a moment of another game: nothing is dealt."""
    seats = tuple(seated(plan, person, name) for plan in setup.seats)
    return Draft(Opened(seats, dealing=EACH_PERSON, begun=begun), person)

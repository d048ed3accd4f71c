"""The one outbound gate: every frame anyone gets is built here, from that seat's `hide` view and public facts alone.

Nothing in this module reads a position of a match but through `view`, `legal` of the viewer's own seat, and `words`,
which see views. `Outgoing` is the only thing a socket sends, and only this module makes it. When a game is over, `hide`
hides nothing any more, and the deal is opened too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from mousehole.engine.errors import IllegalMove, TableError
from mousehole.engine.facts import SPECTATOR
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.engine.sentences import listed
from mousehole.table.errors import NotHere, sentence
from mousehole.table.shapes import (
    AcceptedNews,
    Agreed,
    BegunOut,
    ClockOut,
    DealingOut,
    ErrorNews,
    FarewellNews,
    LegalMove,
    LogEntry,
    Me,
    OfferOut,
    OutcomeOut,
    PingNews,
    Place,
    Pointed,
    Public,
    Said,
    SeatOut,
    Sight,
    TalkNews,
)
from mousehole.table.standing import CLOSED, ENDING, LOBBY, OVER, PLAYING, WHY_STOPPED, StoryItem
from mousehole.table.table import Table
from mousehole.table.wire import to_json

LOG_MOVES = 60
"""A frame tells the last so many pieces of the story; `log` has them all."""

NOTES = {
    "sat": "{name} sits down as {role}.",
    "left": "{name} leaves {role}.",
    "started": "The game begins.",
    "brought": "{name} has brought this game along: a device dealt it, and it goes on here.",
    "read": "This game was read in from its record. Every move in it is legal, and it ends as it says.",
    "begun": "The game goes on from an earlier one, after move {name}, as it truly was.",
    "redealt": "The game goes on from an earlier one, after move {name}; what was unknown is dealt anew.",
    "clock": "Time is up for {name}: a bot makes this move.",
    "stumbled": "The bot on {role} stumbles and moves at random.",
    "undone": "{name} takes the last move back.",
    "replaced": "A bot stands in for {name} as {role}.",
    "returned": "{name} is back as {role}.",
    "ended": "{name} lets it end here.",
    "asked_rematch": "{name} asks for a rematch.",
    "asked_swap": "{name} asks for a rematch, everybody one seat on.",
    "agreed": "{name} plays again.",
    "declined": "{name} would rather not play again.",
    "withdrawn": "{name} takes the question back.",
    "rematched": "Another table is open for a rematch.",
    "closed_rules_changed": "The rules of this game have changed: it ends here.",
    "closed_opened": "The game ends here, for its deal was open already.",
    "closed_operator": "Whoever runs this server has closed the table: the game ends here.",
}


class Outgoing(bytes):
    """A message that has passed the gate, as JSON."""

    __slots__ = ()


def seal(message: Any) -> Outgoing:
    """Write a message that is ready to go out."""
    return Outgoing(to_json(message))


# The story


@dataclass
class Teller:
    """The story as one viewer is told it, kept so that nothing is told twice."""

    viewer: int
    entries: list[LogEntry] = field(default_factory=list)
    last: deque[bytes] = field(default_factory=lambda: deque(maxlen=LOG_MOVES))
    """The last entries, as JSON."""
    told: int = 0
    retold: int = 0
    seen: tuple[int, View] | None = None
    """The view after so many moves, as it was built last."""

    def listen(self, table: Table) -> list[LogEntry]:
        """Return the whole story so far; of a game whose rules are gone, what was kept of it first."""
        if self.retold != table.retold:
            self.entries, self.told, self.retold, self.seen = [], 0, table.retold, None
            self.last.clear()
        kept = [] if table.keepsake is None else table.keepsake.story(self.viewer)
        if kept and not self.entries:
            self.write(LogEntry(**entry) for entry in kept)
        known = kept[-1]["version"] if kept else 0
        for item in table.story[self.told :]:
            if item.version > known:
                self.write(LogEntry(item.version, text) for text in self.tell(table, item))
        self.told = len(table.story)
        return self.entries

    def write(self, entries: Iterable[LogEntry]) -> None:
        """Add to what was told."""
        for entry in entries:
            self.entries.append(entry)
            self.last.append(to_json([entry])[1:-1])  # a copy: what the writer returns has 4 KiB of room behind it

    def tell(self, table: Table, item: StoryItem) -> list[str]:
        """Tell one piece of the story."""
        if item.move is None:
            return [note_text(table, item)]
        before = self.view(table, item.move)
        after = self.view(table, item.move + 1)
        return after.sentences(before)

    def view(self, table: Table, moves: int) -> View:
        """Return the viewer's view after so many moves; the last one built is kept, for it is asked for again."""
        if self.seen is None or self.seen[0] != moves:
            self.seen = (moves, table.view_after(moves, self.viewer))
        return self.seen[1]


def note_text(table: Table, item: StoryItem) -> str:
    """Write a note about people."""
    role = "" if item.seat is None else table.role(item.seat)
    text = NOTES[item.note].format(name=item.name or role, role=role)
    return text[:1].upper() + text[1:]


# Frames


@dataclass
class Company:
    """What is public about the people at a table just now."""

    present: frozenset[int] = frozenset()
    """Seats whose person is here."""
    watchers: int = 0
    away: Mapping[int, int] = field(default_factory=dict)
    """Since when, for seats whose person is away."""
    offered: frozenset[int] = frozenset()
    """Seats for which a bot may be voted."""
    by_hand: frozenset[int] = frozenset()
    """Seats whose person makes moves that leave no choice without the table's help."""


def seat_data(table: Table, number: int, company: Company) -> SeatOut:
    """Say who sits on a seat."""
    seat = table.seats[number]
    is_bots = not seat.is_open and seat.person is None
    return SeatOut(
        seat=number,
        role=table.role(number),
        side=table.side_of(number),
        kind="open" if seat.is_open else "bot" if is_bots else "person",
        name=seat.name,
        bot=seat.bot,
        stands_in=seat.has_stand_in,
        vacant=seat.is_vacant,
        device=seat.is_device,
        present=is_bots or number in company.present,
        away_since=company.away.get(number),
        votes=len(table.votes.get(number, ())),
        offered=number in company.offered,
        acting=number in table.asked(),
        forced=number in table.acting and number not in company.by_hand and table.forced(number) is not None,
    )


def clock_data(table: Table) -> ClockOut | None:
    """Say how the clocks stand: when each running one is up, and what is left on those that rest."""
    rules = table.row.rules
    if rules.move_seconds is None and rules.game_seconds is None:
        return None
    seats = range(len(table.seats))
    return ClockOut(
        move_seconds=rules.move_seconds,
        game_seconds=rules.game_seconds,
        deadlines=[table.deadline(seat) for seat in seats],
        left_ms=[table.bank(seat) if rules.game_seconds is not None else None for seat in seats],
    )


def dealing_data(table: Table) -> DealingOut:
    """Say what binds the server to its deal, and open it when the game is over."""
    if table.begun is not None:  # it was not dealt: nothing binds anybody
        nothing = {"commitment": None, "share": None, "salt": None, "seed": None, "day": None}
        return DealingOut(promise="", by_device=False, contributions=[], **nothing)
    is_open = table.state in {OVER, CLOSED} and table.seed is not None
    return DealingOut(
        promise=table.promise,
        by_device=table.is_brought,
        commitment=table.commitment,
        contributions=table.deal.texts(),
        share=table.row.share if is_open else None,
        salt=table.row.salt if is_open else None,
        seed=str(table.seed) if is_open else None,
        day=table.day or None,
    )


def offer_data(table: Table) -> OfferOut | None:
    """Say who asks for a rematch, and who has said yes."""
    offer = table.offer
    if offer is None:
        return None
    playing = [n for n, seat in enumerate(table.seats) if seat.person is not None and not seat.has_stand_in]
    yes = [n for n in playing if table.seats[n].person in offer.yes]
    return OfferOut(
        table=offer.asked.code,
        promise=offer.promise,
        by=(table.seats_of(offer.person) or [SPECTATOR])[0],
        swap=offer.asked.swap,
        yes=yes,
        waits=[n for n in playing if n not in yes],
    )


def sight(table: Table, viewer: int, teller: Teller, *, has_text: bool) -> Sight:
    """Look at the game with a viewer's eyes."""
    match = table.match
    if match is None:
        kept = table.keepsake
        text = "" if kept is None else kept.texts.get(viewer, kept.texts.get(SPECTATOR, ""))
        return Sight(None, text, waiting_line(table, viewer), "", [], moves=[], can_undo=False, can_end=False)
    view = teller.view(table, len(match.moves))
    is_asked = viewer in table.acting
    if is_asked:
        prompt = view.prompt()
    elif viewer == table.ending:
        prompt = f"{match.game.words.outcome_sentence(view.record)} Take the move back, or let the game end here."
    else:
        prompt = waiting_line(table, viewer)
    return Sight(
        view=match.game.picture.show(view.record, viewer),
        text=view.text() if has_text else "",
        prompt=prompt,
        stakes=view.at_stake() if is_asked else "",
        goal=list(view.goal()),
        moves=legal_moves(view) if is_asked else [],
        can_undo=can_undo(table, viewer),
        can_end=viewer == table.ending,
    )


def legal_moves(view: View) -> list[LegalMove]:
    """List a viewer's legal moves: names, texts, and what they are about."""
    picture, record, seat = view.game.picture, view.record, view.viewer
    actions = view.legal(seat)
    has_choice = len(actions) > 1
    return [
        LegalMove(
            action=action,
            name=view.move_name(action),
            text=view.move_text(action),
            touches=picture.touches(record, seat, action),
            is_grave=has_choice and picture.is_grave(record, seat, action),
            is_pass=picture.is_pass(record, seat, action),
        )
        for action in actions
    ]


def can_undo(table: Table, viewer: int) -> bool:
    """Tell whether a viewer may take the last move back: never once the deal is open."""
    match = table.match
    if match is None or not table.has_undo or table.state not in {PLAYING, ENDING}:
        return False
    is_own = len(match.moves) > match.begun and match.moves[-1][0] == viewer
    return is_own and match.state.view(viewer).is_undoable()


def waiting_line(table: Table, viewer: int) -> str:
    """Say what the table waits for."""
    if table.stopped:
        return WHY_STOPPED[table.stopped]
    if table.state == OVER:
        return "The game is over."
    if table.state == LOBBY:
        missing = [table.role(number) for number, seat in enumerate(table.seats) if seat.is_open]
        if missing:
            return f"The table waits for somebody to be {listed(missing)}."
        return "The table waits for what people add to the deal."
    asked = [table.role(seat) for seat in table.asked() if seat != viewer]
    return f"The table waits for {listed(asked)}{' to let the game end' if table.state == ENDING else ''}."


def outcome_data(table: Table) -> OutcomeOut | None:
    """Say how the game ended."""
    if table.keepsake is not None:
        kept = table.keepsake.outcome
        return None if kept is None else OutcomeOut(**kept)
    outcome = None if table.match is None or table.state != OVER else table.match.outcome()
    return None if outcome is None else OutcomeOut(**asdict(outcome))


def options_data(table: Table) -> dict[str, str]:
    """Name what was agreed before the game."""
    if table.keepsake is not None:
        return table.keepsake.options
    return table.game.facts.option_texts(table.row.options)


def house_rules_data(table: Table) -> list[str]:
    """Say what was agreed that the rulebook does not print."""
    if table.keepsake is not None:
        return table.keepsake.house_rules
    return table.game.facts.house_rules(table.row.options)


@dataclass
class Common:
    """What a table's frames have in common, whoever looks, as JSON: written once for each change."""

    version: int = -1
    company: Company | None = None
    parts: tuple[bytes, bytes, bytes] = (b"", b"", b"")
    """The members before the seat, between it and the game, and after the story."""

    def written(self, table: Table, company: Company) -> tuple[bytes, bytes, bytes]:
        """Return the parts for a table as it is now."""
        if self.version != table.version or self.company != company:
            self.version, self.company = table.version, company
            place = Place(table.row.code, table.version)
            self.parts = (members(place), members(public_data(table, company)), members(agreed_data(table)))
        return self.parts

    def forget(self) -> None:
        """Write the parts again next time: something has changed without an event."""
        self.version = -1


def members(part: Place | Public | Sight | Agreed) -> bytes:
    """Write the inside of a JSON object."""
    return to_json(part)[1:-1]


def public_data(table: Table, company: Company) -> Public:
    """Say what everybody sees of a table and the people there."""
    known = table.game.facts
    return Public(
        state=table.state,
        game=known.id,
        title=known.title,
        rules_version=table.row.rules_version,
        options=options_data(table),
        house_rules=house_rules_data(table),
        created=table.row.created,
        seats=[seat_data(table, number, company) for number in range(len(table.seats))],
        watchers=company.watchers,
        acting=list(table.asked()),
    )


def agreed_data(table: Table) -> Agreed:
    """Say what was agreed on at a table, how its deal stands, and what comes after it."""
    return Agreed(
        clock=clock_data(table),
        away_seconds=table.away_seconds,
        dealing=dealing_data(table),
        outcome=outcome_data(table),
        rematch=table.rematch,
        parent=table.row.parent,
        hints=table.has_hints,
        forced=table.row.rules.forced is not False,
        offer=offer_data(table),
        closed=table.stopped or None,
        begun=begun_data(table),
        listed=bool(table.row.rules.listed),
        counts=bool(table.row.rules.counts),
    )


def begun_data(table: Table) -> BegunOut | None:
    """Say from which moment of which game this one goes on."""
    begun = table.begun
    if begun is None or table.is_read:
        return None
    return BegunOut(table=begun.table, move=len(begun.moves), seat=begun.seat, is_redealt=begun.redealt is not None)


def frame_body(
    table: Table, viewer: int, company: Company, teller: Teller, common: Common, *, has_text: bool = False
) -> bytes:
    """Build everything in a frame that is the same for all who look with these eyes, as the inside of a JSON object."""
    starts = max(0, len(teller.listen(table)) - LOG_MOVES)
    first, middle, last = common.written(table, company)
    return b"".join(
        (
            first,
            b',"seat":%s,' % (b"null" if viewer == SPECTATOR else b"%d" % viewer),
            middle,
            b",",
            members(sight(table, viewer, teller, has_text=has_text)),
            b',"log":[',
            b",".join(teller.last),
            b'],"log_starts":%d,' % starts,
            last,
        )
    )


def frame(body: bytes, me: Me) -> Outgoing:
    """Complete a frame for one person."""
    return Outgoing(b'{"type":"frame","me":' + to_json(me) + b"," + body + b"}")


def error_message(error: TableError, key: str | None = None) -> Outgoing:
    """Write an error for a socket."""
    return seal(ErrorNews("error", error.code, sentence(error), key))


def accepted_message(key: str, version: int, *, is_repeated: bool) -> Outgoing:
    """Tell a socket that its message was carried out, or had been before."""
    return seal(AcceptedNews("accepted", key, version, is_repeated))


def talk_message(said: Said) -> Outgoing:
    """Pass on what somebody says."""
    return seal(TalkNews("talk", said.seat, said.name, said.phrase, said.text, said.at))


def ping_message(pointed: Pointed) -> Outgoing:
    """Pass on what somebody points at."""
    return seal(PingNews("ping", pointed.seat, pointed.place, pointed.at))


def farewell_message(retry_seconds: float) -> Outgoing:
    """Tell a socket that the server goes down and will be back."""
    return seal(FarewellNews("bye", "stopping", "The server restarts.", retry_seconds))


# Beside the frames


def components(game: Game) -> Outgoing:
    """Write what is printed on a game's cards and boards: the same for all, and no secret."""
    printed = getattr(game.picture, "components", None)
    if printed is None:
        raise NotHere("this game's frames say it all")
    return seal(printed())


def preview(table: Table, seat: int, action: int) -> Outgoing:
    """Write what a legal move would change, from the mover's view alone."""
    return foreseen(table.started(), seat, action)


def foreseen(match: Match, seat: int, action: int) -> Outgoing:
    """Write what a legal move of a match would change, from the mover's view alone."""
    foresee = getattr(match.game.picture, "preview", None)
    if foresee is None:
        raise NotHere("this game has no previews")
    if action not in match.legal(seat):
        raise IllegalMove("that is no legal move now")
    return seal(foresee(match.state.view(seat).record, seat, action))

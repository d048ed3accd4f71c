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

import orjson

from mousehole.engine.contract import SPECTATOR
from mousehole.engine.deals import dealing_headers
from mousehole.engine.errors import IllegalMove, TableError
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.notation import write_match
from mousehole.engine.rule import Record
from mousehole.table.errors import NotHere, NotOver, sentence
from mousehole.table.table import LOBBY, OVER, StoryItem, Table

LOG_MOVES = 60
"""A frame tells the last so many pieces of the story; `log` has them all."""

NOTES = {
    "sat": "{name} sits down as {role}.",
    "left": "{name} leaves {role}.",
    "started": "The game begins.",
    "clock": "Time is up for {name}: a bot makes this move.",
    "stumbled": "The bot on {role} stumbles and moves at random.",
    "undone": "{name} takes the last move back.",
    "replaced": "A bot stands in for {name} as {role}.",
    "returned": "{name} is back as {role}.",
    "rematched": "Another table is open for a rematch.",
}


class Outgoing(bytes):
    """A message that has passed the gate, as JSON."""

    __slots__ = ()


def seal(message: Mapping[str, Any]) -> Outgoing:
    """Write a message that is ready to go out."""
    return Outgoing(orjson.dumps(message))


# The story


@dataclass
class Teller:
    """The story as one viewer is told it, kept so that nothing is told twice."""

    viewer: int
    entries: list[dict[str, Any]] = field(default_factory=list)
    last: deque[bytes] = field(default_factory=lambda: deque(maxlen=LOG_MOVES))
    """The last entries, as JSON."""
    told: int = 0
    undos: int = 0
    seen: tuple[int, Record] | None = None
    """The view after so many moves, as it was built last."""

    def listen(self, table: Table) -> list[dict[str, Any]]:
        """Return the whole story so far."""
        if self.undos != table.undos:
            self.entries, self.told, self.undos, self.seen = [], 0, table.undos, None
            self.last.clear()
        for item in table.story[self.told :]:
            fresh = [{"version": item.version, "text": text} for text in self.tell(table, item)]
            self.entries += fresh
            self.last.extend(orjson.dumps(entry) for entry in fresh)
        self.told = len(table.story)
        return self.entries

    def tell(self, table: Table, item: StoryItem) -> list[str]:
        """Tell one piece of the story."""
        if item.move is None:
            return [note_text(table, item)]
        before = self.view(table, item.move)
        after = self.view(table, item.move + 1)
        return table.game.words.sentences(before[0], after[0], self.viewer)

    def view(self, table: Table, moves: int) -> Record:
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


def seat_data(table: Table, number: int, company: Company) -> dict[str, Any]:
    """Say who sits on a seat."""
    seat = table.seats[number]
    kind = "open" if seat.is_open else "person" if seat.person is not None else "bot"
    return {
        "seat": number,
        "role": table.role(number),
        "side": table.side_of(number),
        "kind": kind,
        "name": seat.name,
        "bot": seat.bot,
        "stands_in": seat.has_stand_in,
        "vacant": seat.is_vacant,
        "device": seat.is_device,
        "present": kind == "bot" or number in company.present,
        "away_since": company.away.get(number),
        "votes": len(table.votes.get(number, ())),
        "offered": number in company.offered,
        "acting": number in table.acting,
    }


def clock_data(table: Table) -> dict[str, Any] | None:
    """Say how the clocks stand: when each running one is up, and what is left on those that rest."""
    rules = table.row.rules
    if rules.move_seconds is None and rules.game_seconds is None:
        return None
    seats = range(len(table.seats))
    return {
        "move_seconds": rules.move_seconds,
        "game_seconds": rules.game_seconds,
        "deadlines": [table.deadline(seat) for seat in seats],
        "left_ms": [table.bank(seat) if rules.game_seconds is not None else None for seat in seats],
    }


def dealing_data(table: Table) -> dict[str, Any]:
    """Say what binds the server to its deal, and open it when the game is over."""
    data: dict[str, Any] = {
        "promise": table.promise,
        "commitment": table.commitment,
        "contributions": list(table.contributions),
        "share": None,
        "salt": None,
        "seed": None,
    }
    if table.state == OVER:
        data |= {"share": table.row.share, "salt": table.row.salt, "seed": str(table.started().seed)}
    return data


def game_data(table: Table, viewer: int, teller: Teller, *, has_text: bool) -> dict[str, Any]:
    """Say how the game stands for a viewer: position, question and moves."""
    match = table.match
    if match is None:
        return {"view": None, "text": "", "prompt": waiting_line(table, viewer), "moves": [], "can_undo": False}
    view, words = teller.view(table, len(match.moves))[0], match.game.words
    is_asked = viewer in table.acting
    return {
        "view": match.game.picture.show(view, viewer),
        "text": words.table_text(view, viewer) if has_text else "",
        "prompt": words.prompt(view, viewer) if is_asked else waiting_line(table, viewer),
        "moves": legal_moves(match, view, viewer) if is_asked else [],
        "can_undo": can_undo(table, viewer),
    }


def legal_moves(match: Match, view: Record, seat: int) -> list[dict[str, Any]]:
    """List a seat's legal moves: names, texts, and what they are about."""
    words, picture, actions = match.game.words, match.game.picture, match.legal(seat)
    has_choice = len(actions) > 1
    return [
        {
            "action": action,
            "name": words.move_name(view, seat, action),
            "text": words.move_text(view, seat, action),
            "touches": picture.touches(view, seat, action),
            "is_grave": has_choice and picture.is_grave(view, seat, action),
            "is_pass": picture.is_pass(view, seat, action),
        }
        for action in actions
    ]


def can_undo(table: Table, viewer: int) -> bool:
    """Tell whether a viewer may take the last move back."""
    match = table.match
    if match is None or not match.game.facts.has_undo or not match.moves or match.moves[-1][0] != viewer:
        return False
    return match.game.is_undoable(match.view(viewer))


def waiting_line(table: Table, viewer: int) -> str:
    """Say what the table waits for."""
    if table.state == LOBBY:
        missing = [table.role(number) for number, seat in enumerate(table.seats) if seat.is_open]
        return f"The table waits for somebody to be {listed(missing, 'and')}."
    if table.state == OVER:
        return "The game is over."
    return f"The table waits for {listed([table.role(seat) for seat in table.acting if seat != viewer], 'and')}."


def listed(names: list[str], word: str) -> str:
    """Write names as a sentence does."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def outcome_data(table: Table) -> dict[str, Any] | None:
    """Say how the game ended."""
    outcome = None if table.match is None or table.state != OVER else table.match.outcome()
    return None if outcome is None else asdict(outcome)


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
            first, middle, last = common_data(table, company)
            self.parts = (members(first), members(middle), members(last))
        return self.parts


def members(data: dict[str, Any]) -> bytes:
    """Write the inside of a JSON object."""
    return orjson.dumps(data)[1:-1]


def common_data(table: Table, company: Company) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Say what is public at a table, in the three places where it stands in a frame."""
    known = table.game.facts
    first = {"table": table.row.code, "version": table.version}
    middle = {
        "state": table.state,
        "game": known.id,
        "title": known.title,
        "rules_version": known.rules_version,
        "options": {o.name: o.value_name(v) for o, v in zip(known.options, table.row.options, strict=True)},
        "created": table.row.created,
        "seats": [seat_data(table, number, company) for number in range(len(table.seats))],
        "watchers": company.watchers,
        "acting": list(table.acting),
    }
    last = {
        "clock": clock_data(table),
        "away_seconds": table.away_seconds,
        "dealing": dealing_data(table),
        "outcome": outcome_data(table),
        "rematch": table.rematch,
        "parent": table.row.parent,
    }
    return first, middle, last


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
            members(game_data(table, viewer, teller, has_text=has_text)),
            b',"log":[',
            b",".join(teller.last),
            b'],"log_starts":%d,' % starts,
            last,
        )
    )


def frame(body: bytes, me: Mapping[str, Any]) -> Outgoing:
    """Complete a frame for one person."""
    return Outgoing(b'{"type":"frame","me":' + orjson.dumps(me) + b"," + body + b"}")


def error_message(error: TableError, key: str | None = None) -> Outgoing:
    """Write an error for a socket."""
    return seal({"type": "error", "code": error.code, "message": sentence(error), "id": key})


def accepted_message(key: str, version: int, *, is_repeated: bool) -> Outgoing:
    """Tell a socket that its message was carried out, or had been before."""
    return seal({"type": "accepted", "id": key, "version": version, "repeated": is_repeated})


def talk_message(said: Mapping[str, Any]) -> Outgoing:
    """Pass on what somebody says."""
    return seal({"type": "talk", **said})


def ping_message(ping: Mapping[str, Any]) -> Outgoing:
    """Pass on what somebody points at."""
    return seal({"type": "ping", **ping})


def farewell_message(retry_seconds: float) -> Outgoing:
    """Tell a socket that the server goes down and will be back."""
    return seal({"type": "bye", "code": "stopping", "message": "The server restarts.", "retry_seconds": retry_seconds})


# Beside the frames


def components(game: Game) -> Outgoing:
    """Write what is printed on a game's cards and boards: the same for all, and no secret."""
    printed = getattr(game.picture, "components", None)
    if printed is None:
        raise NotHere("this game's frames say it all")
    return Outgoing(orjson.dumps(printed()))


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
    return Outgoing(orjson.dumps(foresee(match.view(seat)[0], seat, action)))


# When it is over


def finished(table: Table) -> Match:
    """Give the match back if its secrets are secrets no more."""
    if table.state != OVER:
        raise NotOver("the record is opened when the game is over")
    return table.started()


def record_text(table: Table) -> str:
    """Write the record of a finished game, with everything that is needed to check its deal."""
    match = finished(table)
    headers = dealing_headers(table.row.share, table.row.salt, table.contributions)
    return "\n".join(f'[{name} "{value}"]' for name, value in headers.items()) + "\n" + write_match(match)


MOST_MOMENTS = 8


def moments(table: Table, viewer: int) -> list[dict[str, Any]]:
    """List the moves of a finished game that one remembers, all secrets known, in the words for a viewer."""
    match = finished(table)
    positions, found = match.positions, list[tuple[int, int, str]]()
    for move in range(1, len(match.moves) + 1):
        told = match.game.words.moments(positions[move - 1][0], positions[move][0], viewer)
        if told:
            found.append((max(weight for weight, _ in told), move, " ".join(text for _, text in told)))
    if not found or found[-1][1] < len(match.moves):
        found.append((0, len(match.moves), match.game.words.outcome_sentence(positions[-1][0])))
    end = found.pop()  # the last move is always among them
    best = [*sorted(found, key=lambda one: one[:2])[1 - MOST_MOMENTS :], end]
    return [{"move": move, "text": text} for _, move, text in sorted(best, key=lambda one: one[1])]


def replay_step(table: Table, move: int, viewer: int | None) -> dict[str, Any]:
    """Show a finished game after so many moves, as a viewer saw it then, or (None) with everything turned up."""
    match = finished(table)
    positions = match.positions
    eyes = SPECTATOR if viewer is None else viewer

    def seen(number: int) -> Record:
        return positions[number][0] if viewer is None else match.game.view(positions[number], viewer)[0]

    words, view = match.game.words, seen(move)
    told: Iterable[str] = words.sentences(seen(move - 1), view, eyes) if move else ()
    return {
        "move": move,
        "moves": len(match.moves),
        "seat": viewer,
        "view": match.game.picture.show(view, eyes),
        "text": words.table_text(view, eyes),
        "told": list(told),
        "played": match.moves[move - 1][0] if move else None,
    }

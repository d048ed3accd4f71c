"""Who has played a game that counted, for which side, and who came before whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mousehole.engine.facts import Facts
from mousehole.server.strength import BOT
from mousehole.table.events import Event, Left, Moved, Opened, Replaced, Sat, Started
from mousehole.table.table import Table


@dataclass(frozen=True)
class Side:
    """Players who have won or lost together."""

    rank: int
    """1 for the best."""
    players: tuple[str, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True)
class Playing:
    """Who has sat where since the game began, and which seats were given up."""

    players: dict[int, str]
    """People by their ids, bots as `bot:LEVEL`."""
    given_up: frozenset[int]


def played_by(events: Iterable[Event]) -> Playing:
    """Read from a table's events who played.

    A seat is given up when its person gets up in the middle of the game, or when a bot stands in for them because
    they were away and the others have voted; coming back does not change that.
    """
    players: dict[int, str] = {}
    given_up: set[int] = set()
    has_moved, seats = False, 0
    for event in events:
        match event.what:
            case Opened(seats=plans):
                seats = len(plans)
                players = {
                    n: one.person or f"{BOT}{one.bot}"
                    for n, one in enumerate(plans)
                    if one.person is not None or one.bot is not None
                }
            case Sat(seat=seat) if event.person is not None:
                players[seat] = event.person
            case Started(fill=level):
                players = {n: players.get(n, f"{BOT}{level}") for n in range(seats)}
            case Left(seat=seat, level=None):
                if not has_moved:  # after the game everybody may get up
                    players.pop(seat, None)
            case Left(seat=seat) | Replaced(seat=seat):
                given_up.add(seat)
            case Moved():
                has_moved = True
    return Playing(players, frozenset(given_up))


def role_of(known: Facts, seats: int, seat: int, name: str) -> str:
    """Name what a seat plays: its side where sides have names, the seat where each is its own part, else nothing."""
    if known.side_names:
        return known.side_names[known.sides(seats).index(known.side_of(seat))]
    return name if known.min_seats == known.max_seats else ""


def result_of(table: Table, playing: Playing) -> list[Side]:
    """Tell how a finished game counts; it counts for nobody where every side has given up, or nobody knows the end.

    Whoever has given a seat up has lost, whatever became of it: last, alone. For the others of their side, whose game
    it was no longer, it does not count.
    """
    outcome = None if table.match is None else table.match.outcome()
    if outcome is None:
        return []
    known, count = table.game.facts, len(table.seats)
    worth = [-place for place in outcome.places] if outcome.places else list(outcome.payoffs)
    seats_of = {side: [n for n in range(count) if known.side_of(n) == side] for side in known.sides(count)}
    stayed = {side: seats for side, seats in seats_of.items() if not playing.given_up & set(seats)}
    if not stayed:
        return []
    best = {side: max(worth[seat] for seat in seats) for side, seats in stayed.items()}
    found = []
    for side, seats in seats_of.items():
        counted = seats if side in stayed else [seat for seat in seats if seat in playing.given_up]
        rank = 1 + sum(other > best[side] for other in best.values()) if side in stayed else count + 1
        roles = tuple(role_of(known, count, seat, table.role(seat)) for seat in counted)
        found.append(Side(rank, tuple(playing.players[seat] for seat in counted), roles))
    return found

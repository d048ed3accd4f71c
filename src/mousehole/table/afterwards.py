"""What is told of a game when it is over: its record, its key moments, its replay, and what is kept of it in words.

Nothing here reads a position, or a secret of the deal, before it has found that the game is over.
"""

from __future__ import annotations

from dataclasses import asdict

from mousehole.bots.hints import supposed
from mousehole.engine.deals import DAY, dealing_headers
from mousehole.engine.facts import SPECTATOR
from mousehole.engine.match import Match
from mousehole.engine.notation import write_match
from mousehole.engine.position import Position
from mousehole.table.errors import NotHere, NotOver
from mousehole.table.events import Begun
from mousehole.table.frames import Teller, house_rules_data, options_data, outcome_data
from mousehole.table.keepsake import Keepsake
from mousehole.table.shapes import Moment, ReplayStep
from mousehole.table.standing import CLOSED, OVER, WHY_STOPPED
from mousehole.table.table import Table


def finished(table: Table | Match) -> Match:
    """Give the match of a table, or one that nobody sits at, back if its secrets are secrets no more."""
    if isinstance(table, Match):
        if not table.is_over:
            raise NotOver("the game is not over")
        return table
    check_open(table)
    if table.match is None:
        raise NotHere(f"{WHY_STOPPED[table.stopped]} Its record and its story are left")
    return table.match


def check_open(table: Table) -> None:
    """Let nobody see what is opened only when the game is over."""
    if table.state not in {OVER, CLOSED}:
        raise NotOver("the record is opened when the game is over")


def record_text(table: Table) -> str:
    """Write the record of a finished game, with everything that is needed to check its deal."""
    check_open(table)
    if table.keepsake is not None and table.keepsake.record:
        return table.keepsake.record
    headers = {}
    if table.day:
        headers = {DAY: table.day}
    elif table.seed is not None and table.begun is None:
        headers = dealing_headers(table.row.share, table.row.salt, table.deal.texts())
    moves = unnamed_record(table) if table.match is None else write_match(table.match)
    return "".join(f'[{name} "{value}"]\n' for name, value in headers.items()) + moves


def unnamed_record(table: Table) -> str:
    """Write down what was stored of a game whose rules are gone: its moves by the names they had, or by number."""
    check_open(table)
    row = table.row
    headers = {
        "Game": row.game,
        "Rules": row.rules_version,
        "Seats": row.seats,
        "Options": " ".join(map(str, row.options)),
        "Seed": "?" if table.seed is None else table.seed,
        "Result": "*",
    }
    lines = [f'[{name} "{value}"]' for name, value in headers.items()]
    moves = (f"{n}. {table.role(m.seat)}: {m.name or f'action {m.action}'}" for n, m in enumerate(table.untold, 1))
    return "\n".join([*lines, "", *moves]) + "\n"


def moves_text(table: Table) -> str:
    """Write the moves of a finished game, without the secrets of its deal: all that an analysis needs."""
    return write_match(finished(table))


def belief_then(table: Table, move: int, seat: int) -> dict[str, float]:
    """Tell what a seat of a finished game could believe after so many moves; it is the same whenever it is asked."""
    match = finished(table)
    view = match.view_then(seat, move)
    return {} if view.is_over else supposed(match.game, view, seat, move)


def moment_of(table: Table, move: int, seat: int, redealt: int | None) -> Begun:
    """Take a moment out of a finished game, to go on from there on a seat; with a seed, the rest is dealt anew."""
    check_open(table)
    match = finished(table)
    if move >= len(match.moves):
        raise NotHere("the game has fewer moves, or ended there")
    if match.redealt is not None and move >= match.begun:
        raise NotHere("this game was dealt anew on its way; try again from the game that it came from")
    return Begun(table.row.code, str(match.seed), tuple(match.moves[:move]), seat, redealt)


def keepsake_of(table: Table) -> Keepsake:
    """Put a finished game into words, for the time when its rules are gone."""
    match = finished(table)
    viewers = [SPECTATOR, *(n for n, seat in enumerate(table.seats) if seat.person is not None or seat.is_open)]
    end = len(match.moves)
    outcome = outcome_data(table)
    return Keepsake(
        is_over=True,
        record=record_text(table),
        options=options_data(table),
        house_rules=house_rules_data(table),
        outcome=None if outcome is None else asdict(outcome),
        texts={viewer: table.view_after(end, viewer).text() for viewer in viewers},
        stories={viewer: [asdict(one) for one in Teller(viewer).listen(table)] for viewer in viewers},
        moments={viewer: [asdict(one) for one in moments(table, viewer)] for viewer in viewers},
    )


MOST_MOMENTS = 8


def moments(table: Table, viewer: int) -> list[Moment]:
    """List the moves of a finished game that one remembers, all secrets known, in the words for a viewer."""
    if table.keepsake is not None:
        kept = table.keepsake.moments
        return [Moment(**one) for one in kept.get(viewer, kept.get(SPECTATOR, []))]
    match = finished(table)
    positions, found = match.positions, list[tuple[int, int, str]]()
    for move in range(1, len(match.moves) + 1):
        told = match.game.words.moments(positions[move - 1].record, positions[move].record, viewer)
        if told:
            found.append((max(weight for weight, _ in told), move, " ".join(text for _, text in told)))
    if match.is_over and (not found or found[-1][1] < len(match.moves)):
        found.append((0, len(match.moves), match.game.words.outcome_sentence(positions[-1].record)))
    end = found[-1:]  # the last move is always among them
    best = [*sorted(found[:-1], key=lambda one: one[:2])[1 - MOST_MOMENTS :], *end]
    return [Moment(move, text) for _, move, text in sorted(best, key=lambda one: one[1])]


def replay_step(table: Table | Match, move: int, viewer: int | None) -> ReplayStep:
    """Show a finished game after so many moves, as a viewer saw it then, or (None) with everything turned up."""
    match = finished(table)
    positions = match.positions
    eyes = SPECTATOR if viewer is None else viewer

    def seen(number: int) -> Position:
        return positions[number] if viewer is None else positions[number].view(viewer)

    view = seen(move)
    told = match.game.words.sentences(seen(move - 1).record, view.record, eyes) if move else []
    return ReplayStep(
        move=move,
        moves=len(match.moves),
        seat=viewer,
        view=match.game.picture.show(view.record, eyes),
        text=view.text(),
        told=told,
        played=match.moves[move - 1][0] if move else None,
    )

"""Puzzles as pages show them: a moment of a game as one seat sees it, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mousehole.engine.match import Match
from mousehole.engine.riddle import Riddle
from mousehole.table.frames import Outgoing, foreseen, legal_moves
from mousehole.table.shapes import LegalMove, PosedOut


def posed_move(match: Match, seat: int) -> PosedOut:
    """Show a moment in which a seat is to find its best move, as the seat sees it."""
    view = match.view(seat)
    shown = match.game.picture.show(view.record, seat)
    return moment(match, seat, shown, view.prompt(), legal_moves(view))


def posed_riddle(match: Match, seat: int, riddle: Riddle, veil: Callable[[Any], Any]) -> PosedOut:
    """Show a moment in which a seat can be certain of something: what it is to work out itself is not in its view."""
    view = match.view(seat)
    shown = veil(match.game.picture.show(view.record, seat))
    return moment(match, seat, shown, riddle.question, candidates(riddle))


def candidates(riddle: Riddle) -> list[LegalMove]:
    """List what could be the answer as moves, so that boards offer them as they offer moves."""
    return [
        LegalMove(
            action=one.code, name=str(one.code), text=one.name, touches=[one.thing], is_grave=False, is_pass=False
        )
        for one in riddle.candidates
    ]


def moment(match: Match, seat: int, shown: Any, prompt: str, moves: Sequence[LegalMove]) -> PosedOut:
    """Put a moment together."""
    known = match.game.facts
    return PosedOut(
        game=known.id,
        title=known.title,
        seats=[match.game.words.seat_name(match.seats, number) for number in range(match.seats)],
        sides=[known.side_of(number) for number in range(match.seats)],
        seat=seat,
        options=known.option_texts(match.options),
        rules_version=known.rules_version,
        view=shown,
        prompt=prompt,
        moves=list(moves),
        acting=list(match.actors()),
    )


def preview(match: Match, seat: int, action: int) -> Outgoing:
    """Write what a legal move would change, from the mover's view alone."""
    return foreseen(match, seat, action)

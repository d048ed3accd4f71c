"""Gestures that several chapters share: counting clockwise, who helps, ratings, cheese from the supply."""

from __future__ import annotations

from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import TOP_RATING


@rule
def wide(number: int) -> int:
    """Widen a small field to a full number, so that what it is passed to is compiled once for all callers."""
    return int(number) + 0


@rule
def clockwise(s: Record, steps: int) -> int:
    """Return the seat that many places clockwise from the tester (MH-1.3)."""
    seat = wide(s.tester) + steps
    return seat - s.seats if seat >= s.seats else seat


@rule
def helpers(s: Record) -> int:
    """Count the assisting players (MH-5.2)."""
    count = 0
    for seat in range(s.seats):
        if s.bet[seat] > 0:
            count += 1
    return count


@rule
def rating_in(s: Record, seat: int, tested: int) -> int:
    """Sum a seat's ratings over a bitmask of skills (MH-5.1)."""
    total = 0
    for skill in range(3):
        if (tested >> skill) & 1:
            total += int(s.rating[seat, skill])
    return total


@rule
def raise_rating(s: Record, seat: int, skill: int) -> None:
    """Raise a rating by one, at most to five (MH-4.1)."""
    if s.rating[seat, skill] < TOP_RATING:
        s.rating[seat, skill] += 1
        emit(s, codes.EVENT_RATING_ROSE, seat, skill, wide(s.rating[seat, skill]))


@rule
def take_cheese(s: Record, seat: int, wanted: int, instead: int) -> None:
    """Take cheese from the supply; with none left, none is taken (MH-1.3)."""
    taken = min(wanted, wide(s.supply))
    s.supply -= taken
    s.cheese[seat] += taken
    emit(s, codes.EVENT_TOOK_CHEESE, seat, taken, instead)

"""What lies on the table between the chapters: the phases of a turn, the events, and common gestures."""

from __future__ import annotations

from typing import Any

import numpy as np

from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist.components import TOP_RATING

SELECT, BET, SCOUT, PLAY, PICK_CHIP, LEARN, LOOK_ON, DISCARD, OVER = range(1, 10)
"""The phases, in the order of a turn: what is asked now."""
(
    HELP,
    DRAW_CARDS,
    FILL_DECK,
    DRAW_CHIPS,
    FILL_BAG,
    RESOLVE,
    SUCCEED,
    FAIL,
    ASK_ONLOOKERS,
    CONSOLE,
    CLEAN_UP,
    PAY_OUT,
    FIRST_TURN,
) = range(10, 23)
"""Phases that need nobody's decision: what is done next. No action ends in one of them."""

PENDING, SUCCESS, FAILURE = range(3)
"""The verdict on the test."""

EVENTS: Any = np.arange(1, 28)
"""What can happen. NumPy's numbers, because `emit` would be compiled again for every literal one."""
(
    TURN_BEGAN,  # seat, chips that came home, turn
    SELECTED,  # job in play, obstacle, way
    BET_MADE,  # seat
    BET_SHOWN,  # seat, chips
    ASSIST_SHOWN,  # kind, modifier
    ASSIST_SHUFFLED,
    RAINED,  # jobs that got a cheese, as a bitmask
    TOOK_CHEESE,  # seat, tokens, job in play if it was instead of a move, else NONE
    RATING_ROSE,  # seat, skill, new rating
    DREW,  # seat, kind (secret), place in hand
    SHUFFLED,  # cards in the new deck
    MOVED,  # seat, job in play, 16 * from + to
    CHIP_DRAWN,  # colour, side, doubled
    BAG_FILLED,
    SCOUTED,  # colour, colour
    LAID_ASIDE,  # colour, colour that went back
    CARD_PLAYED,  # kind, what it adds
    CHIP_FLIPPED,  # colour, side now up, doubled
    CHIP_RETURNED,  # colour
    ALL_RETURNED,  # how many
    TESTED_OUT,  # verdict, score, target
    OBSTACLE_LEFT,  # job in play, obstacle, cheese that went to the supply
    LEARNT,  # seat, kind, source
    DECLINED,  # seat
    DISCARDED,  # seat, kind
    PAID,  # job in play, first three seats (+ 1) in base 8, seats that got a cheese as a bitmask
    ENDED,  # reason
) = EVENTS

FROM_DECK, FROM_HAND, FROM_PLAYED = range(3)
"""Where a card that was learnt came from."""

MOST_EVENTS = 36
"""The last bet of six seats tells most: 6 bets, 1 card and 1 shuffle, 5 moves back, 3 chips and a refilled bag; if
the tester has no card, also verdict, obstacle and cheese, 6 moves, 3 draws and a shuffle, 4 payments, 1 end: 36."""


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
        emit(s, RATING_ROSE, seat, skill, wide(s.rating[seat, skill]))


@rule
def take_cheese(s: Record, seat: int, wanted: int, instead: int) -> None:
    """Take cheese from the supply; with none left, none is taken (MH-1.3)."""
    taken = min(wanted, wide(s.supply))
    s.supply -= taken
    s.cheese[seat] += taken
    emit(s, TOOK_CHEESE, seat, taken, instead)

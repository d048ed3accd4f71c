"""Contribution: markers move along the tracks of the jobs (MH-3)."""

from __future__ import annotations

from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import TRACK_SPACES
from mousehole.games.mice_heist.gestures import take_cheese, wide


@rule
def taken_spaces(s: Record, job: int) -> int:
    """Return the spaces of a job's track that carry a marker, as a bitmask; space 0 is off the track."""
    taken = 0
    for seat in range(s.seats):
        taken |= 1 << wide(s.track[job, seat])
    return taken


@rule
def move_marker(s: Record, seat: int, job: int, space: int) -> None:
    """Put a marker onto a free space, or off the track."""
    emit(s, codes.EVENT_MOVED, seat, job, 16 * wide(s.track[job, seat]) + space)
    s.track[job, seat] = space


@rule
def move_up(s: Record, seat: int, job: int, count: int) -> None:
    """Move a marker up, past taken spaces to the next free one; where it cannot rise, take a cheese (MH-3.1)."""
    start = wide(s.track[job, seat])
    taken = taken_spaces(s, job)
    space = start + count
    while space <= TRACK_SPACES and (taken >> space) & 1:
        space += 1
    if space > TRACK_SPACES:  # none free from there on: the highest free one above the marker
        space = TRACK_SPACES
        while space > start and (taken >> space) & 1:
            space -= 1
    if space > start:
        move_marker(s, seat, job, space)
    else:
        take_cheese(s, seat, 1, job)


@rule
def move_down(s: Record, seat: int, job: int, count: int) -> None:
    """Move a marker down, past taken spaces to the next free one, or off the track (MH-3.2)."""
    start = wide(s.track[job, seat])
    if start == 0:
        return
    taken = taken_spaces(s, job)
    space = max(start - count, 0)
    while space > 0 and (taken >> space) & 1:
        space -= 1
    move_marker(s, seat, job, space)

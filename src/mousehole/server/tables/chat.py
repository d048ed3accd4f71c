"""What people say to each other: a dozen phrases for all, free text between those who want it, pings within a side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mousehole.table.errors import BadRequest, NotHere, NotYourSeat

if TYPE_CHECKING:
    from mousehole.server.tables.session import Session

PHRASES = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "nice_move": "Nice move!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "oops": "Oops.",
    "one_moment": "One moment, please.",
    "thinking": "Let me think.",
    "your_turn": "It is your turn.",
    "again": "Another game?",
    "goodbye": "Goodbye!",
}
"""The quick phrases: keys that a page translates, with their English text."""
LONGEST_TEXT = 200
PLACE = re.compile(r"[a-z0-9_]{1,32}")
PER_SECOND, AT_ONCE = 1.0, 5.0


def speaker(session: Session, person: str) -> int:
    """Return the first seat of somebody who sits here; spectators are silent."""
    held = session.table.seats_of(person)
    if not held:
        raise NotYourSeat("only people who sit at the table say something")
    return held[0]


def phrase(session: Session, person: str, key: str, at: int) -> dict[str, Any]:
    """Say one of the phrases."""
    if key not in PHRASES:
        raise BadRequest(f"there is no phrase {key[:40]!r}: {', '.join(PHRASES)}")
    return spoken(session, person, at, key, PHRASES[key], is_free=False)


def free_text(session: Session, person: str, text: str, at: int) -> dict[str, Any]:
    """Say something in one's own words, to those who have switched that on."""
    line = " ".join(text.split())
    if person not in session.chatting:
        raise NotHere("free text is off; whoever switches it on can write to others who did")
    if not line or len(line) > LONGEST_TEXT or not line.isprintable():
        raise BadRequest(f"say something in 1 to {LONGEST_TEXT} ordinary characters")
    return spoken(session, person, at, None, line, is_free=True)


def spoken(session: Session, person: str, at: int, key: str | None, text: str, *, is_free: bool) -> dict[str, Any]:
    """Write down who says what."""
    seat = speaker(session, person)
    message = {"seat": seat, "name": session.table.seats[seat].name, "phrase": key, "text": text, "at": at}
    return {"is_free": is_free, "message": message}


def ping(session: Session, person: str, seat: int, place: str, at: int) -> dict[str, Any]:
    """Point at something, for one's own side; a side of one has nobody to point for."""
    table = session.table
    table.own_seat(person, seat)
    side = table.side_of(seat)
    if sum(table.side_of(other) == side for other in range(len(table.seats))) == 1:
        raise NotHere("you play alone: there is nobody to point something out to")
    if not PLACE.fullmatch(place):
        raise BadRequest("a place has 1 to 32 small letters, digits or _")
    return {"side": side, "message": {"seat": seat, "place": place, "at": at}}

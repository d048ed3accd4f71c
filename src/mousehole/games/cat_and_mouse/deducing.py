"""Riddles of Cat & The Mouse: the Inspector finds the one room that is left, the Mouse which card is watched where."""

from __future__ import annotations

from dataclasses import replace

from mousehole.engine.riddle import Candidate, Riddle
from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ROOM_COUNT, ROOMS
from mousehole.games.cat_and_mouse.knowledge import possible_at, possible_rooms
from mousehole.games.cat_and_mouse.view import CatAndMouseView

WORKED_OUT = {"possible", "below", "maybe", "deck"}
"""States of a room that follow from what was seen, and lie nowhere on the table."""
LOOTING = {
    codes.EVENT_POCKET,
    codes.EVENT_ENOUGH,
    codes.EVENT_LOOT,
    codes.EVENT_KEEP,
    codes.EVENT_PICK,
    codes.EVENT_CHECK,
}
"""What says nothing about rooms."""
THE_MOUSE = -1
"""The Inspector asks about the Mouse; the Mouse about a position of the row, from 0."""


def subjects(view: Record, viewer: int) -> list[int]:
    """List what can be asked: for the Inspector the Mouse, for the Mouse the face-down cards that others laid."""
    if view.phase == codes.OVER:
        return []
    if viewer == codes.INSPECTOR:
        return [THE_MOUSE] if view.room != 0 and not view.room_up else []
    if viewer == codes.MOUSE:
        return [place for place in range(view.laid) if view.row[place] == HIDDEN]
    return []


def left(view: Record, viewer: int, subject: int) -> list[int]:
    """List the rooms that are possible; none for a card that is not laid yet."""
    if subject != THE_MOUSE and subject >= view.laid:
        return []
    mask = int(possible_rooms(view) if subject == THE_MOUSE else possible_at(view, subject))
    return [room for room in range(1, ROOM_COUNT + 1) if mask >> (room - 1) & 1]


def answer(view: Record, viewer: int, subject: int) -> int | None:
    """Name the only room that is left, if it is the only one."""
    rooms = left(view, viewer, subject)
    return rooms[0] if len(rooms) == 1 else None


def holds(world: Record, subject: int, room: int) -> bool:
    """Tell whether an answer is true in a world."""
    return bool((world.room if subject == THE_MOUSE else world.row[subject]) == room)


def begins(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether what was known before does not matter any more: for the Inspector when the Map deck is shuffled."""
    told = view.events[: view.event_count].tolist()
    return viewer == codes.INSPECTOR and any(kind == codes.EVENT_ENTER for kind, *_ in told)


def is_spoilt(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether the cards of the row have changed their numbers: one went back into the deck."""
    told = view.events[: view.event_count].tolist()
    return viewer == codes.MOUSE and any(kind == codes.EVENT_RETURN for kind, *_ in told)


def is_about(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether something happened that is about rooms."""
    told = view.events[: view.event_count].tolist()
    return any(kind not in LOOTING for kind, *_ in told)


def riddle(view: Record, viewer: int, subject: int) -> Riddle:
    """Ask for a room."""
    rooms = tuple(Candidate(room, room_name(room), f"room:{room}") for room in range(1, ROOM_COUNT + 1))
    if subject == THE_MOUSE:
        return Riddle("Where is the Mouse?", "Name the room", rooms)
    return Riddle(f"Which room is card {subject + 1} of the row?", "Name the room", rooms)


def room_name(room: int) -> str:
    """Name a room with its number."""
    return f"room {room}, the {ROOMS[room - 1]}"


def given(view: Record, viewer: int, subject: int) -> str:
    """Say what is needed beside the facts: for the Inspector its row; the Mouse was told all it knows of it."""
    row = [room_name(int(room)) for room in view.row[: view.laid] if room > 0]
    if subject != THE_MOUSE or not row:
        return ""
    return f"{'In the row lies' if len(row) == 1 else 'In the row lie'} {listed(row)}."


def remark(view: Record, viewer: int, subject: int) -> str:
    """Say which rooms are left."""
    rooms = left(view, viewer, subject)
    if not rooms:
        return ""
    whose = "" if subject == THE_MOUSE else f" for card {subject + 1}"
    return f"Left{whose}: {listed([f'{room} {ROOMS[room - 1]}' for room in rooms], 'or')}."


def veiled(shown: CatAndMouseView) -> CatAndMouseView:
    """Take out of a page's view what the viewer is to work out itself; what lies on the table stays."""
    rooms = [
        replace(room, state="unknown", places=[], sure=False) if room.state in WORKED_OUT else room
        for room in shown.rooms
    ]
    return replace(shown, rooms=rooms)

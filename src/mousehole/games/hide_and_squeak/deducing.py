"""Riddles of Hide and Squeak: the cat works out where a mouse is, from squeaks, silence and what falls over."""

from __future__ import annotations

from dataclasses import replace

from mousehole.engine.riddle import Candidate, Riddle
from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import MICE, ROOM_COUNT, ROOMS
from mousehole.games.hide_and_squeak.show import ROOMS_OF
from mousehole.games.hide_and_squeak.view import HideAndSqueakView
from mousehole.games.hide_and_squeak.words import CAT_EVENTS

TELLING = {
    codes.EVENT_START, codes.EVENT_SQUEAK, codes.EVENT_CAUGHT, codes.EVENT_CHEESE, codes.EVENT_SPRUNG,
    codes.EVENT_REVIVE,
}  # fmt: skip
"""After these it is plain what is known of a mouse: its room, or nothing."""


def subjects(view: Record, viewer: int) -> list[int]:
    """List the mice below the floor, for the cat."""
    if viewer != codes.CAT or not codes.PROWL <= view.phase < codes.OVER:
        return []
    return [mouse for mouse in range(view.seats - 1) if view.maybe[mouse]]


def left(view: Record, viewer: int, subject: int) -> list[int]:
    """List the rooms in which a mouse can be."""
    return ROOMS_OF[view.maybe[subject]]


def answer(view: Record, viewer: int, subject: int) -> int | None:
    """Name the only room that is left, if it is the only one."""
    rooms = left(view, viewer, subject)
    return rooms[0] if len(rooms) == 1 else None


def holds(world: Record, subject: int, room: int) -> bool:
    """Tell whether an answer is true in a world."""
    return bool(world.room[subject] == room)


def begins(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether what was known of a mouse before does not matter any more."""
    told = view.events[: view.event_count].tolist()
    return any(kind in TELLING and who == subject for kind, who, *_ in told)


def is_spoilt(view: Record, viewer: int, subject: int) -> bool:
    """Mice keep their names."""
    return False


def is_about(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether something happened that is about a mouse: what the cat did, and what the mouse did."""
    told = view.events[: view.event_count].tolist()
    return any(kind in CAT_EVENTS or (kind != codes.EVENT_ROUND and who == subject) for kind, who, *_ in told)


def riddle(view: Record, viewer: int, subject: int) -> Riddle:
    """Ask where a mouse is."""
    rooms = tuple(Candidate(room, f"the {ROOMS[room]}", f"room:{room}") for room in range(ROOM_COUNT))
    return Riddle(f"Where is {MICE[subject]}?", "Name the room", rooms)


def given(view: Record, viewer: int, subject: int) -> str:
    """Say what is needed beside the facts: nothing here."""
    return ""


def remark(view: Record, viewer: int, subject: int) -> str:
    """Say which rooms are left."""
    rooms = left(view, viewer, subject)
    if len(rooms) == ROOM_COUNT:
        return f"{MICE[subject]} can be in any room."
    return f"Left: {listed([f'the {ROOMS[room]}' for room in rooms], 'or')}."


def veiled(shown: HideAndSqueakView) -> HideAndSqueakView:
    """Take out of a page's view what the viewer is to work out itself."""
    rooms = list(range(ROOM_COUNT))
    return replace(shown, mice=[replace(mouse, maybe=rooms if mouse.maybe else []) for mouse in shown.mice])

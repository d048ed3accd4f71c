"""Hide and Squeak: the rooms that cheese was sought in, the furniture that fell, the traps that snapped."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import FELLED, FURNITURE, ROOM_COUNT, ROOMS
from mousehole.lab.components import Component, code

CATS, MICE = range(2)
ROUND = "rounds"
LARDERS = tuple(Component(f"cheese_{code(room)}", f"cheese sought in the {room}", "room", MICE) for room in ROOMS)
FELL = tuple(Component(code(piece), f"the {piece} falls", "furniture", MICE) for piece in FURNITURE)
POUNCED = tuple(Component(f"pounce_{code(room)}", f"a pounce in the {room}", "room", CATS) for room in ROOMS)
SPRUNG = Component("trap", "a trap snaps", "trap", CATS, can_do_without=False)
COMPONENTS = (*LARDERS, *FELL, *POUNCED, SPRUNG)


def had(match: Match) -> set[tuple[int, str]]:
    """Note where tokens were taken, what fell, where the cat pounced, and whether a trap snapped."""
    seen = match.records()
    events = seen["events"].reshape(-1, seen["events"].shape[-1])
    fallen = ~int(seen["upright"][-1])
    sought = events[(events[:, 0] == codes.EVENT_CHEESE) | (events[:, 0] == codes.EVENT_SPRUNG), 2]
    found = {(MICE, LARDERS[room].name) for room in set(sought.tolist())}
    found |= {(MICE, each.name) for piece, each in enumerate(FELL) if fallen >> piece & 1}
    found |= {(CATS, POUNCED[room].name) for room in set(events[events[:, 0] == codes.EVENT_POUNCE, 1].tolist())}
    return found | ({(CATS, SPRUNG.name)} if (events[:, 0] == codes.EVENT_SPRUNG).any() else set())


def uses(view: View, seat: int, action: int) -> set[str]:
    """Say which room's cheese, which furniture or which pounce an action is about."""
    phase = int(view.phase)
    if phase == codes.CHEESE and action == codes.TAKE:
        return {LARDERS[int(view.room[seat - 1])].name}
    if phase == codes.RUN and action >= codes.FIRST_RUN:
        falls = int(FELLED[(action - codes.FIRST_RUN) // ROOM_COUNT])
        return {each.name for piece, each in enumerate(FELL) if falls >> piece & 1}
    if phase == codes.PROWL and action == codes.POUNCE:
        return {POUNCED[int(view.cat)].name}
    return set()


def rounds(match: Match) -> int:
    """Count the rounds of the night."""
    return int(match.state.night)

"""Hide and Squeak as a page shows it, made from views alone."""

from __future__ import annotations

from typing import Any, get_args

from mousehole.engine.facts import SPECTATOR
from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import (
    CORNERS,
    FALLS,
    FURNITURE,
    MICE,
    ROOM_COUNT,
    ROOMS,
    WALLED_PASSAGES,
)
from mousehole.games.hide_and_squeak.rules import State
from mousehole.games.hide_and_squeak.view import (
    HideAndSqueakEvent,
    HideAndSqueakMouse,
    HideAndSqueakRoom,
    HideAndSqueakView,
    MouseState,
    Piece,
)
from mousehole.games.hide_and_squeak.words import ACTIONS, CAPTURES, CAT_EVENTS, CHEESE, TRAPS

PIECES: tuple[Piece, ...] = get_args(Piece)
PIECE_IN = {corner: piece for piece, corner in enumerate(CORNERS)}
ROOMS_OF = [[room for room in range(ROOM_COUNT) if mask >> room & 1] for mask in range(1 << ROOM_COUNT)]

NAMES: tuple[str, ...] = State.names or ()


def show(view: Record, viewer: int) -> HideAndSqueakView:
    """Write a view in the game's own names. A record with everything turned up is shown with everything turned up."""
    fields: dict[str, Any] = dict(zip(NAMES, view.item(), strict=True))  # all at once: one by one takes far longer
    phase, mice = fields["phase"], fields["seats"] - 1
    traps = fields["traps"].tolist()
    is_open = phase == codes.OVER or (viewer == SPECTATOR and traps[0] != HIDDEN)
    return HideAndSqueakView(
        game="hide_and_squeak",
        phase=codes.PHASES[phase],
        round=fields["night"],
        dawn=fields["dawn"],
        turn=None if phase == codes.OVER else fields["turn"],
        cat=fields["cat"],
        actions=ACTIONS(view),
        left=fields["left"],
        walls=[list(passage) for passage in WALLED_PASSAGES[fields["walls"]]],
        rooms=show_rooms(fields["tokens"].tolist(), traps, fields["upright"]),
        mice=show_mice(fields, mice),
        stored=fields["stored"],
        stored_goal=CHEESE(view),
        captures=fields["captures"],
        captures_goal=CAPTURES(view),
        traps_found=fields["traps_found"],
        traps_total=TRAPS(view),
        sees_below=is_open or viewer > codes.CAT,
        ending=codes.ENDINGS.get(fields["ended"]),
        events=[show_event(*event) for event in fields["events"][: fields["event_count"]].tolist()],
    )


def show_rooms(tokens: list[int], traps: list[int], upright: int) -> list[HideAndSqueakRoom]:
    """Show what stands and lies in each room."""
    shown = []
    for room, name in enumerate(ROOMS):
        piece = PIECE_IN.get(room)
        stands = piece is not None and upright >> piece & 1 == 1
        thing = None if piece is None else PIECES[piece]
        shown.append(HideAndSqueakRoom(room, name, tokens[room], known(traps[room]), thing, stands))
    return shown


def show_mice(fields: dict[str, Any], mice: int) -> list[HideAndSqueakMouse]:
    """Show where each mouse is, and in what state."""
    rooms, stunned, maybe = (fields[name].tolist() for name in ("room", "stunned", "maybe"))
    cat, phase = fields["cat"], fields["phase"]
    shown = []
    for m in range(mice):
        room = None if rooms[m] in {codes.OFF_BOARD, HIDDEN} else rooms[m]
        state = mouse_state(rooms[m], stunned[m], phase)
        shown.append(HideAndSqueakMouse(m + 1, MICE[m], state, room, room == cat, ROOMS_OF[maybe[m]]))
    return shown


def mouse_state(room: int, stunned: int, phase: int) -> MouseState:
    """Name a mouse's state."""
    if stunned != codes.AWAKE:
        return "stunned" if stunned == codes.FRESHLY_STUNNED else "coming_round"
    return "outside" if room == codes.OFF_BOARD and phase <= codes.START else "below"


def show_event(kind: int, a: int, b: int, c: int) -> HideAndSqueakEvent:
    """Show one event."""
    name = codes.EVENTS[kind]
    if kind == codes.EVENT_ROUND:
        return HideAndSqueakEvent(name, None, None, [])
    if kind in CAT_EVENTS:
        return HideAndSqueakEvent(name, codes.CAT, None if name == "stop" else known(a), [])
    if kind == codes.EVENT_RUN:
        return HideAndSqueakEvent(name, a + 1, known(c), [PIECES[piece] for piece in FALLS[b]])
    return HideAndSqueakEvent(name, a + 1, None if name == "leave" else known(b), [])


def known(number: int) -> int | None:
    """Put None in place of what is hidden."""
    return None if number == HIDDEN else number


def touches(view: Record, seat: int, action: int) -> list[str]:
    """A room chosen is that room; a movement the furniture that falls, then its end. Staying, listening are buttons."""
    if action < codes.LISTEN:
        return [f"room:{action}"]
    if action < codes.FIRST_RUN:
        return []
    fall, room = divmod(action - codes.FIRST_RUN, ROOM_COUNT)
    if not fall and room == view.room[seat - 1]:
        return []
    return [*(f"piece:{FURNITURE[piece]}" for piece in FALLS[fall]), f"room:{room}"]


def is_grave(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """No single move loses a hunt: a pounce that misses spends an action, a trap stuns."""
    return False


def is_openly_forced(view: Record, seat: int) -> bool:  # every game's signature
    """A mouse that cannot take anything is asked all the same (HS-4.1): else its answer would tell where it is."""
    return False


def is_pass(view: Record, seat: int, action: int) -> bool:
    """Tell whether a move does nothing: to stop, to take nothing, to stay."""
    return action in {codes.STOP, codes.LEAVE} or action == codes.FIRST_RUN + int(view.room[seat - 1])


def whereabouts(world: Record, viewer: int) -> list[str]:
    """List where the mice are, which the cat would like to know, and where traps lie, which the mice would."""
    found = []
    if viewer <= codes.CAT:
        rooms = world.room[: world.seats - 1].tolist()
        found += [f"mouse:{m + 1} room:{room}" for m, room in enumerate(rooms) if room != codes.OFF_BOARD]
    if viewer != codes.CAT:
        found += [f"trap room:{room}" for room, traps in enumerate(world.traps.tolist()) if traps > 0]
    return found

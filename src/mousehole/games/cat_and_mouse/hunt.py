"""Cat & The Mouse, chapters 3 to 5: the Inspector's turn, clues and the trap."""

from __future__ import annotations

from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CALLING_CARD, ROOM_COUNT
from mousehole.games.cat_and_mouse.decks import (
    bit_of,
    bottom_of,
    copies_of,
    draw_map,
    keep_bottom,
    lay,
    maps_left,
    put_below,
)
from mousehole.games.cat_and_mouse.heist import end, end_heist, has_set, use
from mousehole.games.cat_and_mouse.house import clues_to_win

# CM-3 The Inspector's turn


@rule
def begin_round(s: Record) -> None:
    """CM-3.1: the Inspector draws two Map cards; a last one is monitored without a choice, and none is skipped."""
    s.turn += 1
    one = other = 0
    for _ in range(min(2, maps_left(s))):
        one = other
        other = draw_map(s)
    s.phase = codes.ANNOUNCE
    event = codes.EVENT_NO_MAPS
    if one:
        s.drawn[0] = min(one, other)
        s.drawn[1] = max(one, other)
        s.phase = codes.MONITOR
        event = codes.EVENT_DRAW
    elif other:
        lay(s, other, codes.INSPECTOR)
        event = codes.EVENT_LAST_MAP
    emit(s, event, int(s.turn), 0, 0)


@rule
def monitor(s: Record, room: int) -> None:
    """CM-3.1: one of the two is monitored, the other goes to the bottom of the deck."""
    other = int(s.drawn[0]) + int(s.drawn[1]) - room
    s.drawn[0] = 0
    s.drawn[1] = 0
    s.deck = int(s.deck) | bit_of(other)
    keep_bottom(s, put_below(bottom_of(s), other))
    lay(s, room, codes.INSPECTOR)
    emit(s, codes.EVENT_MONITOR, int(s.laid), 0, 0)
    s.phase = codes.ANNOUNCE


@rule
def announce(s: Record, action: int) -> None:
    """CM-3.2: check for clues, or spring the trap."""
    if action == codes.CHECK:
        emit(s, codes.EVENT_CHECK, 0, 0, 0)
        s.phase = codes.NAME
    else:
        emit(s, codes.EVENT_SPRING, 0, 0, 0)
        s.phase = codes.STAY


# CM-4 Check for Clues


@rule
def name_room(s: Record, action: int) -> None:
    """CM-4.1: the Mouse names a room, or vanishes instead (CM-7.2b)."""
    if action > ROOM_COUNT:
        end_heist(s, codes.VANISHED_WITH_SET, action - codes.NAME_VANISH)
        return
    s.named[s.turn] = action
    place = place_in_row(s, action)
    if place < 0:
        emit(s, codes.EVENT_NAME, action, 0, 0)
        s.phase = codes.TURN
    else:
        turn_up(s, action, place)


@rule
def place_in_row(s: Record, room: int) -> int:
    """The position of a room in the row, or -1."""
    for place in range(s.laid):
        if s.row[place] == room:
            return place
    return -1


@rule
def turn_up(s: Record, room: int, place: int) -> None:
    """CM-4.2: the monitored card is turned face up, a clue; the third one wins the game for the Inspector."""
    s.row_up = int(s.row_up) | (1 << place)
    s.row_shown = int(s.row_shown) & ~(1 << place)
    s.hits = int(s.hits) | (1 << int(s.turn))
    s.clues += 1
    emit(s, codes.EVENT_NAME, room, 1, place + 1)
    if s.clues == clues_to_win(s):
        end(s, codes.THREE_CLUES)
    else:
        s.phase = codes.TURN


# CM-5 Spring the Trap


@rule
def stay_or_vanish(s: Record, action: int) -> None:
    """CM-5.1, CM-7.2c: the Mouse is always asked; staying leaves no trace."""
    if action == codes.STAY_PUT:
        emit(s, codes.EVENT_STAY, 0, 0, 0)
        s.phase = codes.TRAP
    else:
        end_heist(s, codes.VANISHED_WITH_SET, action - codes.STAY_VANISH)


@rule
def spring_trap(s: Record, room: int) -> None:
    """CM-5.2, CM-5.3: the wrong room loses, the right one wins, unless the Mouse holds a Calling Card (CM-7.1)."""
    emit(s, codes.EVENT_TRAP, room, 1 if room == s.room else 0, 0)
    if room != s.room:
        end(s, codes.ESCAPED_WITH_SET if has_set(s) else codes.ESCAPED_EMPTY)
    elif copies_of(int(s.hand), CALLING_CARD):
        use(s, CALLING_CARD)
        s.held_then = s.held
        s.room_up = 1
        emit(s, codes.EVENT_CALLING_CARD, room, 0, 0)
        s.phase = codes.TURN
    else:
        end(s, codes.CAUGHT)

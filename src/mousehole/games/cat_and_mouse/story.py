"""Cat & The Mouse: what happened, told to each viewer from the events of its view."""

from __future__ import annotations

from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ROOM_COUNT, UNIT
from mousehole.games.cat_and_mouse.naming import (
    ORDINALS,
    capital,
    card_name,
    cards_in,
    cards_text,
    count_text,
    drawn_text,
    room_name,
    rooms_text,
    set_text,
)


def sentences(before: Record, after: Record, viewer: int) -> list[str]:
    """Tell a viewer what just happened: the events are public, the rest stands in its own views."""
    told = [sentence(before, after, viewer, [int(n) for n in event]) for event in after.events[: after.event_count]]
    if viewer == codes.MOUSE and after.phase == codes.NEW_ROOM:
        rooms = [room for room in range(1, ROOM_COUNT + 1) if int(after.deck) >> (room - 1) & 1]
        told.append(f"You look through the Map deck and find {rooms_text(rooms, 'and')}.")
    return told


def sentence(before: Record, after: Record, viewer: int, event: list[int]) -> str:
    """Tell one event."""
    kind = event[0]
    if kind in {
        codes.EVENT_POCKET,
        codes.EVENT_ENOUGH,
        codes.EVENT_DRAW,
        codes.EVENT_LAST_MAP,
        codes.EVENT_NO_MAPS,
        codes.EVENT_MONITOR,
    }:
        return inspector_sentence(before, after, viewer == codes.INSPECTOR, event)
    if kind in {
        codes.EVENT_CHECK,
        codes.EVENT_SPRING,
        codes.EVENT_NAME,
        codes.EVENT_STAY,
        codes.EVENT_TRAP,
        codes.EVENT_CALLING_CARD,
    }:
        return hunt_sentence(after, viewer, event)
    if kind in {codes.EVENT_END, codes.EVENT_VANISH, codes.EVENT_PICK}:
        return exit_sentence(viewer == codes.MOUSE, event)
    return mouse_sentence(before, after, viewer, event)


WEIGHTS = {
    codes.EVENT_TRAP: 5,
    codes.EVENT_CALLING_CARD: 5,
    codes.EVENT_VANISH: 5,
    codes.EVENT_END: 5,
    codes.EVENT_PICK: 4,
    codes.EVENT_LEAVE: 2,
}


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:
    """Tell what one remembers: clues, traps, tricks, rooms left, and the card that completes a set."""
    found = []
    hand = int(before.hand)
    for event in after.events[: after.event_count].tolist():
        weight = 5 if event[0] == codes.EVENT_NAME and event[2] else WEIGHTS.get(event[0], 0)
        text = sentence(before, after, viewer, event) if weight else ""
        if event[0] in {codes.EVENT_KEEP, codes.EVENT_PICK}:
            card = event[1] if event[0] == codes.EVENT_PICK else kept_card(before, after)
            if not set_text(hand) and set_text(hand + int(UNIT[card])):
                weight, text = 5, set_sentence(event[0], card, hand, is_you=viewer == codes.MOUSE)
            hand += int(UNIT[card])
        if weight:
            found.append((weight, text))
    return found


def kept_card(before: Record, after: Record) -> int:
    """Find the card that the Mouse kept: what its bag gained, but for tricks it used and a card out of the pocket."""
    gained = int(after.hand) - int(before.hand) + int(after.used) - int(before.used)
    for kind, card, _, _ in after.events[: after.event_count].tolist():
        if kind == codes.EVENT_PICK:
            gained -= int(UNIT[card])
    return cards_in(gained)[0]


def set_sentence(kind: int, card: int, hand: int, *, is_you: bool) -> str:
    """Tell which card, kept or picked out of the pocket, completed a set, and which."""
    verb, where = ("keep", "") if kind == codes.EVENT_KEEP else ("pick", " out of the Inspector's pocket")
    who = f"You {verb}" if is_you else f"The Mouse {verb}s"
    return f"{who} {card_name(card)}{where}: {set_text(hand + int(UNIT[card]))}."


def inspector_sentence(before: Record, after: Record, is_you: bool, event: list[int]) -> str:  # noqa: FBT001
    """Tell what the Inspector pockets, draws and monitors (CM-2.1, CM-3.1)."""
    kind, number = event[:2]
    who, s = ("you", "") if is_you else ("the Inspector", "s")
    if kind == codes.EVENT_POCKET:
        what = cards_text(int(after.pocket) - int(before.pocket)) if is_you else ("", "a card", "a second card")[number]
        return capital(f"{who} pocket{s} {what}.")
    if kind == codes.EVENT_ENOUGH:
        return capital(f"{who} leave{s} it at one card.")
    if kind == codes.EVENT_DRAW:
        what = drawn_text(after) if is_you else "two Map cards"
        return f"Round {number}: {who} draw{s} {what}."
    if kind == codes.EVENT_LAST_MAP:
        room = int(after.row[after.laid - 1])
        what = f", {room_name(room)}," if room != HIDDEN and after.phase != codes.OVER else ""
        return f"Round {number}: the last Map card{what} joins the row."
    if kind == codes.EVENT_NO_MAPS:
        return f"Round {number}: no Map card is left to draw."
    if not is_you:
        return f"The Inspector lays one of them face down as card {number} of the row; the other goes below the deck."
    kept = int(after.row[number - 1])
    other = int(before.drawn[0]) + int(before.drawn[1]) - kept
    return f"You monitor {room_name(kept)}; {room_name(other)}, goes below the deck."


def hunt_sentence(after: Record, viewer: int, event: list[int]) -> str:
    """Tell of clues and the trap (CM-4, CM-5)."""
    kind, room, is_hit, place = event
    inspector, si = ("You", "") if viewer == codes.INSPECTOR else ("The Inspector", "s")
    mouse, sm = ("You", "") if viewer == codes.MOUSE else ("The Mouse", "s")
    they = "you are" if viewer == codes.MOUSE else "the Mouse is"
    if kind == codes.EVENT_CHECK:
        return f"{inspector} check{si} for clues."
    if kind == codes.EVENT_SPRING:
        return f"{inspector} spring{si} the trap!"
    if kind == codes.EVENT_STAY:
        return f"{mouse} stay{sm}."
    if kind == codes.EVENT_NAME:
        named = f"{mouse} name{sm} {room_name(room)}"
        if not is_hit:
            return f"{named}: it is not in the row."
        return f"{named}: it is card {place} of the row. The {ORDINALS[int(after.clues)]} clue!"
    if kind == codes.EVENT_TRAP:
        if is_hit:
            return f"{inspector} send{si} the guards to {room_name(room)}: {they} there!"
        return f"{inspector} send{si} the guards to {room_name(room)}: nobody is there."
    whose = "your" if viewer == codes.MOUSE else "its"
    return f"But the guards hold nothing but a Calling Card: {they} still at large, and {whose} room card lies face up."


def mouse_sentence(before: Record, after: Record, viewer: int, event: list[int]) -> str:
    """Tell what the Mouse does in its turn (CM-6, CM-8.1)."""
    kind, number = event[:2]
    is_you = viewer == codes.MOUSE
    if kind == codes.EVENT_ENTER:
        loot = f"with {count_text(number, 'card')} of loot in it" if number else "with no loot in it"
        return (
            f"You slip into {room_name(int(after.room))}, {loot}." if is_you else f"The Mouse slips into a room {loot}."
        )
    if kind == codes.EVENT_LOOT:
        return (
            f"You search the room and find {cards_text(int(after.attached))}."
            if is_you
            else "The Mouse loots its room."
        )
    if kind == codes.EVENT_KEEP:
        who, s = ("You", "") if is_you else ("The Mouse", "s")
        card = number - 1 if number else 0
        if is_you and not number:
            card = kept_card(before, after)
        return f"{who} keep{s} {card_name(card) if number or is_you else 'one card'}."
    if kind == codes.EVENT_LEAVE:
        return leave_sentence(before, after, viewer, event)
    if kind == codes.EVENT_NO_RETURN:
        return "You leave the row as it is." if is_you else "The Mouse leaves the row as it is."
    room = event[2] or max(int(before.row[number - 1]), 0)
    what = f"card {number} of the row{', ' + room_name(room) + ',' if room else ''}"
    return f"{'You slip' if is_you else 'The Mouse slips'} {what} back into the Map deck."


def leave_sentence(before: Record, after: Record, viewer: int, event: list[int]) -> str:
    """Tell of a room left, to each as much as it sees: the room card and the loot go to the Inspector (CM-6.2)."""
    _, count, room, was_looked_at = event
    if viewer != -1:
        room = int(after.row[after.laid - 1])
    left = room_name(room) if room else "its room"
    if viewer == codes.MOUSE:
        loot = f", and {cards_text(int(before.attached))} to the Inspector" if count and was_looked_at else ""
        unseen = (
            f", and {count_text(count, 'card')} you never saw to the Inspector" if count and not was_looked_at else ""
        )
        return f"You leave {left}: its card goes to the row{loot}{unseen}."
    if viewer == codes.INSPECTOR:
        heap = int(after.left_seen) + int(after.left_blind) - int(before.left_seen) - int(before.left_blind)
        return f"The Mouse leaves {left}: its card joins your row. You find {cards_text(heap)} there."
    loot = f", {count_text(count, 'card')} of loot to the Inspector" if count else ""
    return f"The Mouse leaves {left}: its card goes to the row{loot}."


def exit_sentence(is_you: bool, event: list[int]) -> str:  # noqa: FBT001
    """Tell how the Mouse leaves the house (CM-6.3, CM-7)."""
    who, s = ("You", "") if is_you else ("The Mouse", "s")
    if event[0] == codes.EVENT_END:
        return f"{who} end{s} the heist."
    if event[0] == codes.EVENT_VANISH:
        return f"{who} throw{s} a Smoke Bomb and vanish{'es' if s else ''}!"
    return f"{who} pick{s} the Inspector's pocket: {card_name(event[1])}."

"""Cat & The Mouse in words: prompts, moves, and what happened; stakes, names and the drawing stand beside it."""

from __future__ import annotations

from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    ROOM_COUNT,
    ROOMS,
    SMOKE_BOMB,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import copies_of
from mousehole.games.cat_and_mouse.drawing import table_text
from mousehole.games.cat_and_mouse.knowledge import count_possible, possible_rooms
from mousehole.games.cat_and_mouse.naming import (
    COUNTS,
    ORDINALS,
    capital,
    card_code,
    card_name,
    cards_in,
    cards_text,
    clues_needed,
    count_text,
    drawn_text,
    room_name,
    seat_name,
    set_text,
)
from mousehole.games.cat_and_mouse.prompts import goal, stakes

__all__ = [
    "REASONS",
    "goal",
    "moments",
    "move_name",
    "move_text",
    "outcome_sentence",
    "prompt",
    "remark",
    "seat_name",
    "sentences",
    "stakes",
    "table_text",
]

REASONS = ("", *codes.ENDINGS.values())
TRICK_TEXTS = (
    "If the trap finds you, it is shown instead and you are still free.",
    "End the heist out of turn: as you keep a card, instead of naming a room, or as the trap is sprung.",
    "As you end the heist, take a card out of the Inspector's pocket first.",
)
"""What each trick does, for the Mouse (CM-7)."""


# Decisions


def prompt(view: Record, seat: int) -> str:
    """Say what a seat is asked now."""
    phase = int(view.phase)
    if phase == codes.OVER:
        return "The game is over."
    if not int(codes.WHO_ACTS[phase]) >> seat & 1:
        return f"Wait for {seat_name(2, 1 - seat)}."
    if phase == codes.MONITOR:
        return f"You drew {drawn_text(view)}. Which one do you monitor? The other goes to the bottom of the Map deck."
    if phase == codes.ANNOUNCE:
        return f"What do you announce? {where_is_the_mouse(view)}"
    if phase == codes.NAME:
        return (
            f"The Inspector checks for clues. Name a room; if its card is in the row, it becomes a clue "
            f"({view.clues} of {clues_needed(view)} so far)."
        )
    if phase == codes.TURN:
        return f"Your turn, in {room_name(int(view.room))}. {what_you_hold(view)}"
    if phase == codes.KEEP:
        return f"You find {cards_text(int(view.attached))}. What do you keep?"
    if phase == codes.STAY:
        return f"The Inspector springs the trap! {stay_text(view)}"
    if phase == codes.POSITION:
        return position_prompt(view)
    return {
        codes.POCKET: "Look through the Loot deck and pocket one card, out of the Mouse's reach.",
        codes.SECOND: "Your pockets are deep: take a second card, or is one enough?",
        codes.FIRST_ROOM: "Choose the room in which your heist begins.",
        codes.TRAP: f"The Mouse stays. Name its room. {where_is_the_mouse(view)}",
        codes.NEW_ROOM: "Choose your next room from the Map deck.",
    }[phase]


def stay_text(view: Record) -> str:
    """Ask the Mouse in a trap what it does; without a Smoke Bomb there is nothing but to stay (CM-7.2)."""
    can_vanish = copies_of(int(view.hand), SMOKE_BOMB) > 0
    return "Stay where you are, or vanish?" if can_vanish else "You have no Smoke Bomb: stay and hope."


def position_prompt(view: Record) -> str:
    """Ask which card goes back to the Map deck, where one could (CM-8.1)."""
    earlier = (1 << int(view.laid) - 1) - 1
    if earlier & ~int(view.row_up):
        return "You may slip one face-down card of the row back into the Map deck, unseen. Which one?"
    return "No card of the row lies face down but the one you have just laid: you leave the row as it is."


def where_is_the_mouse(view: Record) -> str:
    """Sum up what the Inspector knows of the Mouse's room."""
    rooms = [room for room in range(1, ROOM_COUNT + 1) if int(possible_rooms(view)) >> (room - 1) & 1]
    if len(rooms) == 1:
        return f"The Mouse can only be in {room_name(rooms[0])}."
    return f"The Mouse can be in {COUNTS[len(rooms)]} rooms{': ' + rooms_text(rooms, 'or') if len(rooms) < 5 else ''}."


def remark(view: Record, seat: int, action: int) -> str:  # all depends on how many rooms are possible
    """Say in a few words what makes the position what it is for a seat."""
    if view.turn == 0:
        return "Nobody knows anything yet."
    count = int(count_possible(view))
    open_rooms = "Only one room is" if count == 1 else f"{capital(COUNTS[count])} rooms are"
    if seat == codes.INSPECTOR:
        return f"{open_rooms} still possible."
    is_near = 1 < count <= 3 and view.phase in {codes.NAME, codes.TURN, codes.KEEP}
    return f"{open_rooms} still possible to the Inspector{'; the next draw leaves only one' if is_near else ''}."


def sure_claim(view: Record, seat: int, action: int) -> str:
    """Say what a trap that cannot fall in the wrong room rests on; nothing for any other move."""
    phase = int(view.phase)
    rooms = int(possible_rooms(view)) if seat == codes.INSPECTOR and phase in {codes.ANNOUNCE, codes.TRAP} else 0
    if rooms.bit_count() != 1 or action != (codes.SPRING if phase == codes.ANNOUNCE else rooms.bit_length()):
        return ""
    return f"the Mouse is in {room_name(rooms.bit_length())}"


def rooms_text(rooms: list[int], word: str) -> str:
    """List rooms by number and name, briefly."""
    return listed([f"{room} {ROOMS[room - 1]}" for room in rooms], word)


def what_you_hold(view: Record) -> str:
    """Sum up whether the Mouse could go home now."""
    complete = set_text(int(view.hand))
    return f"You hold {complete}." if complete else "You hold no set yet."


def move_name(view: Record, seat: int, action: int) -> str:
    """Write an action as the notation does."""
    phase = int(view.phase)
    if phase == codes.KEEP:
        return f"keep {card_code(action // 3)}{('', ' vanish', ' vanish pickpocket')[action % 3]}"
    if phase in {codes.POCKET, codes.SECOND}:
        return "enough" if action == codes.ENOUGH else f"pocket {card_code(action)}"
    if phase == codes.POSITION:
        return "return none" if action == codes.NO_POSITION else f"return {action + 1}"
    special = {
        codes.ANNOUNCE: {codes.CHECK: "check", codes.SPRING: "spring"},
        codes.NAME: {codes.NAME_VANISH: "vanish", codes.NAME_VANISH_PICKING: "vanish pickpocket"},
        codes.STAY: {
            codes.STAY_PUT: "stay",
            codes.STAY_VANISH: "vanish",
            codes.STAY_VANISH_PICKING: "vanish pickpocket",
        },
        codes.TURN: {
            codes.LOOT_ROOM: "loot",
            codes.CHANGE_ROOMS: "change",
            codes.END_HEIST: "end",
            codes.END_HEIST_PICKING: "end pickpocket",
        },
    }.get(phase, {})
    verb = {
        codes.FIRST_ROOM: "enter",
        codes.NEW_ROOM: "enter",
        codes.MONITOR: "monitor",
        codes.NAME: "name",
        codes.TRAP: "trap",
    }.get(phase, "")
    return special.get(action, f"{verb} {action}")


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    phase = int(view.phase)
    if phase == codes.KEEP:
        card = card_name(action // 3)
        return f"Keep {card}{('', ' and vanish', ', pick the pocket and vanish')[action % 3]}"
    if phase in {codes.POCKET, codes.SECOND}:
        return "One is enough" if action == codes.ENOUGH else f"Pocket {card_name(action)}"
    if phase == codes.POSITION:
        return "Leave the row as it is" if action == codes.NO_POSITION else f"Slip back {position_text(view, action)}"
    special = {
        codes.ANNOUNCE: {codes.CHECK: "Check for clues", codes.SPRING: "Spring the trap"},
        codes.NAME: {codes.NAME_VANISH: "Vanish", codes.NAME_VANISH_PICKING: "Pick the pocket and vanish"},
        codes.STAY: {
            codes.STAY_PUT: "Stay",
            codes.STAY_VANISH: "Vanish",
            codes.STAY_VANISH_PICKING: "Pick the pocket and vanish",
        },
        codes.TURN: {
            codes.LOOT_ROOM: "Loot the room",
            codes.CHANGE_ROOMS: "Change rooms",
            codes.END_HEIST: "End the heist",
            codes.END_HEIST_PICKING: "Pick the pocket and end the heist",
        },
    }.get(phase, {})
    verb = {
        codes.FIRST_ROOM: "Begin in",
        codes.NEW_ROOM: "Slip into",
        codes.MONITOR: "Monitor",
        codes.NAME: "Name",
        codes.TRAP: "Trap",
    }.get(phase, "")
    return special.get(action) or f"{verb} {room_name(action)}"


def position_text(view: Record, place: int) -> str:
    """Describe a card of the row by its position, who laid it and when, and its room where the viewer knows it."""
    who = "you laid" if int(view.row_mouse) >> place & 1 else "the Inspector laid"
    room = f": {room_name(int(view.row[place]))}" if view.row[place] > 0 else ""
    return f"card {place + 1}, which {who} in round {view.row_turn[place]}{room}"


# What happened


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


def outcome_sentence(view: Record) -> str:
    """Say who won and why."""
    place = room_name(int(view.room)) if view.room else "nowhere"
    loot, clue = set_text(int(view.hand)), ORDINALS[int(view.clues)]
    return {
        codes.THREE_CLUES: f"The Inspector wins: the {clue} clue gives the Mouse away, in {place}.",
        codes.CAUGHT: f"The Inspector wins: the Mouse is caught in {place}.",
        codes.ESCAPED_WITH_SET: f"The Mouse wins: it slips away from {place}, with {loot}.",
        codes.ESCAPED_EMPTY: f"The Mouse wins: it slips away from {place}, though without a set to show for it.",
        codes.ENDED_WITH_SET: f"The Mouse wins: it goes home with {loot}.",
        codes.ENDED_WITHOUT: "The Inspector wins: the Mouse goes home without a set.",
        codes.VANISHED_WITH_SET: f"The Mouse wins: it vanishes in a cloud of smoke with {loot}.",
        codes.VANISHED_WITHOUT: "The Inspector wins: the Mouse vanishes in a cloud of smoke, but without a set.",
    }[int(view.ended)]

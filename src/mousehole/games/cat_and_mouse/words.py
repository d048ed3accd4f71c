"""Cat & The Mouse in words: prompts, moves and reasons; what happened, stakes, names and drawing stand beside it."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    CALLING_CARD,
    LOOT_COUNT,
    ROOM_COUNT,
    SETS,
    SMOKE_BOMB,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import copies_of, maps_left
from mousehole.games.cat_and_mouse.drawing import table_text
from mousehole.games.cat_and_mouse.knowledge import (
    count_possible,
    last_search,
    possible_at,
    possible_pocket,
    possible_rooms,
)
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
    rooms_text,
    seat_name,
    set_name,
    set_text,
    short_card_name,
)
from mousehole.games.cat_and_mouse.prompts import goal, room_stakes, stakes
from mousehole.games.cat_and_mouse.story import moments, sentences

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
HOME = {codes.NAME: codes.NAME_VANISH, codes.STAY: codes.STAY_VANISH, codes.TURN: codes.END_HEIST}
"""The action by which the Mouse goes home in a decision, but for keeping a card; the one after it picks the pocket."""


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


def sure_claim(view: Record, seat: int, action: int) -> str:
    """Say what a trap that cannot fall in the wrong room rests on; nothing for any other move."""
    phase = int(view.phase)
    rooms = int(possible_rooms(view)) if seat == codes.INSPECTOR and phase in {codes.ANNOUNCE, codes.TRAP} else 0
    if rooms.bit_count() != 1 or action != (codes.SPRING if phase == codes.ANNOUNCE else rooms.bit_length()):
        return ""
    return f"the Mouse is in {room_name(rooms.bit_length())}"


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


# What speaks for a move


def remark(view: Record, seat: int, action: int) -> str:
    """Say in a few words what speaks for a move or against it, by what its seat knows."""
    phase = int(view.phase)
    if phase in {codes.POCKET, codes.SECOND}:
        return pocket_remark(view, action)
    if phase == codes.FIRST_ROOM:
        return "Nobody knows anything yet."
    return hunt_remark(view, action) if seat == codes.INSPECTOR else heist_remark(view, action)


def pocket_remark(view: Record, action: int) -> str:
    """Say which sets the Mouse cannot complete without a card (CM-2.1, CM-8.2)."""
    still_open = [number for number, cards in enumerate(SETS) if not cards & int(view.pocket)]
    if action == codes.ENOUGH:
        return f"{capital(COUNTS[len(still_open)])} of the six sets stay open to the Mouse."
    closed = [set_name(number) for number in still_open if SETS[number] >> action & 1]
    return f"Without it the Mouse cannot complete {listed(closed, 'or')}."


def hunt_remark(view: Record, action: int) -> str:
    """Say what a room to monitor, a check or a trap is good for (CM-3, CM-5)."""
    phase = int(view.phase)
    if phase == codes.MONITOR:
        rounds = rounds_named(view, action, 1)
        named = f"named it {rounds}; named again" if rounds else "has not named it yet; once named"
        return f"The Mouse {named}, it is a clue. {rooms_open(view)}, whichever you monitor."
    if phase == codes.TRAP:
        return trap_remark(view, action)
    if action == codes.SPRING:
        return spring_remark(view)
    if not maps_left(view):
        return f"{rooms_open(view)}."
    stays, moves = (COUNTS[rooms_ahead(view, 1, moves=moves)] for moves in (False, True))
    up_to = "up to " if view.subtle else ""
    either = "" if stays == up_to + moves else f" if the Mouse stays, {up_to}{moves} if it moves"
    return f"{rooms_open(view)}; after your next draw {stays}{either}."


def spring_remark(view: Record) -> str:
    """Say where the trap could fall wrong, and which of these rooms the Mouse named last."""
    rooms = int(possible_rooms(view))
    if rooms.bit_count() == 1:
        return f"The Mouse can only be in {room_name(rooms.bit_length())}: the trap cannot miss."
    heard = [int(room) for room in view.named[int(last_search(view)) + 1 : int(view.turn) + 1] if room > 0]
    is_possible = bool(heard) and bool(rooms >> (heard[-1] - 1) & 1)
    last = f" The last that the Mouse named is {room_name(heard[-1])}." if is_possible else ""
    return f"{where_is_the_mouse(view)} In all but one of them the trap loses.{last}"


def trap_remark(view: Record, room: int) -> str:
    """Say whether the Mouse can be in a room, and whether it named that room from where it is (CM-5)."""
    rooms = int(possible_rooms(view))
    if not rooms >> (room - 1) & 1:
        return f"It cannot be there. {where_is_the_mouse(view)}"
    if rooms.bit_count() == 1:
        return "The Mouse can only be there."
    rounds = rounds_named(view, room, int(last_search(view)) + 1)
    named = f"named it {rounds}" if rounds else "has not named it since it came to its room"
    return f"One of {COUNTS[rooms.bit_count()]} rooms still possible; the Mouse {named}."


def heist_remark(view: Record, action: int) -> str:
    """Say what a move of the Mouse wins, risks or gives away (CM-4, CM-6, CM-7, CM-8.1)."""
    phase, hand = int(view.phase), int(view.hand)
    if phase == codes.KEEP:
        card, way = divmod(action, 3)
        if way != codes.KEEP_ONLY:
            return home_remark(view, hand + int(UNIT[card]), picks=way == codes.KEEP_VANISH_PICKING)
        return f"{keep_remark(view, card)} {seen_by_inspector(view)}"
    if action >= HOME.get(phase, action + 1):
        return home_remark(view, hand, picks=action > HOME[phase])
    if phase == codes.TURN:
        return turn_remark(view, action)
    if phase == codes.NAME:
        return f"{name_remark(view, action)} {seen_by_inspector(view)}"
    if phase == codes.STAY:
        was_named = rounds_named(view, int(view.room), int(last_search(view)) + 1)
        saved = " If yours is found, your Calling Card saves you." if copies_of(hand, CALLING_CARD) else ""
        return f"{seen_by_inspector(view)}{' You have named yours.' if was_named else ''}{saved}"
    if phase == codes.POSITION:
        return position_remark(view, action)
    rounds = rounds_named(view, action, 1)
    return f"You {f'named it {rounds}' if rounds else 'have not named it yet'}. {seen_by_inspector(view)}"


def home_remark(view: Record, hand: int, *, picks: bool) -> str:
    """Say whether going home wins: with a set, or with a card of the pocket that completes one (CM-6.3, CM-7.3)."""
    if set_text(hand):
        return f"You win with {set_text(hand)}."
    if not picks:
        return "Without a set you lose."
    pocket = cards_in(int(possible_pocket(view)))
    fitting = [short_card_name(card) for card in pocket if set_text(hand + int(UNIT[card]))]
    if not fitting:
        return "No card that may be in the pocket completes a set: you lose."
    if len(fitting) == len(pocket):
        return "Every card that may be in the pocket completes a set: you win."
    return f"You win if you pick {listed(fitting, 'or')}, of {COUNTS[len(pocket)]} cards that may be in the pocket."


def keep_remark(view: Record, card: int) -> str:
    """Say what a card does for the sets of the Mouse, as far as it has not seen their other cards lost (CM-1.3)."""
    if card >= LOOT_COUNT:
        return TRICK_TEXTS[card - LOOT_COUNT]
    hand = int(view.hand) | int(UNIT[card])
    lacks = {number: cards & ~hand for number, cards in enumerate(SETS) if cards >> card & 1}
    complete = [set_name(number) for number, lack in lacks.items() if not lack]
    if complete:
        return f"It completes {listed(complete)}."
    lacks = {number: lack for number, lack in lacks.items() if not lack & int(view.left_seen)}
    last = [short_card_name(cards_in(lack)[0]) for lack in lacks.values() if lack.bit_count() == 1]
    if last:
        return f"With it, {listed(last, 'or')} would complete a set."
    begun = listed([set_name(number) for number in lacks])
    return f"It begins {begun}." if begun else "No set with it can be completed any more."


def turn_remark(view: Record, action: int) -> str:
    """Say what looting or another room promises, and how soon only one room is possible then (CM-6.1, CM-6.2)."""
    is_moving = action == codes.CHANGE_ROOMS
    is_found = count_possible(view) == 1
    then = ""
    if is_moving or not is_found:
        up_to, again = "up to " if is_moving and view.subtle else "", "again " if is_found else ""
        draws = 1
        while rooms_ahead(view, draws, moves=is_moving) > 1:
            draws += 1
        verb = "move" if is_moving else "stay"
        then = f"; if you {verb}, {again}only one after {up_to}{count_text(draws, 'more draw')}"
    if set_text(int(view.hand)):
        loot = "You hold a set: going home wins."
    else:
        loot = room_stakes(view) if is_moving else loot_remark(view)
    return f"{rooms_open(view)} to the Inspector{then}. {loot}"


def loot_remark(view: Record) -> str:
    """Say what looting can bring: cards not yet seen, or one that completes a set."""
    if not view.looked:
        count = int(view.attached_count)
        return f"{capital(count_text(count, 'card'))} here {'is' if count == 1 else 'are'} unseen."
    fitting = [card for card in cards_in(int(view.attached)) if set_text(int(view.hand) + int(UNIT[card]))]
    names = listed([short_card_name(card) for card in fitting], "or")
    return f"{names} here completes a set." if names else "Nothing here completes a set."


def name_remark(view: Record, room: int) -> str:
    """Say whether a name is true, and whether it can be a clue, as far as the Mouse knows the row (CM-4)."""
    if room == view.room:
        known = "and the Inspector knows it" if count_possible(view) == 1 else "but the Inspector may believe you"
        return f"The truth: no clue, {known}."
    clue = "the last clue" if clues_needed(view) - int(view.clues) == 1 else "a clue"
    places = [place for place in range(int(view.laid)) if int(possible_at(view, place)) >> (room - 1) & 1]
    if not places:
        return "A lie, and no clue: its card cannot be in the row."
    if view.missed[room - 1] or view.row[places[0]] == room:
        return f"A lie, and {clue}: its card is in the row."
    unknown = f"card {places[0] + 1}" if len(places) == 1 else f"one of {COUNTS[len(places)]} cards"
    return f"A lie, and {clue} if it is {unknown} of the row."


def position_remark(view: Record, place: int) -> str:
    """Say how many rooms are possible with a card back in the Map deck, and which room it can be (CM-8.1)."""
    if place == codes.NO_POSITION:
        return seen_by_inspector(view)
    rooms = int(possible_at(view, place))
    which = room_name(rooms.bit_length()) if rooms.bit_count() == 1 else f"one of {COUNTS[rooms.bit_count()]} rooms"
    count = COUNTS[int(count_possible(view)) + 1]
    return f"It is {which}. Once it is back, {count} rooms are possible to the Inspector."


def rooms_open(view: Record) -> str:
    """Begin a sentence with how many rooms are still possible."""
    count = int(count_possible(view))
    return f"{'Only one room is' if count == 1 else f'{capital(COUNTS[count])} rooms are'} still possible"


def seen_by_inspector(view: Record) -> str:
    """Say how many rooms are possible to the Inspector, and whether its next draw leaves only one."""
    can_draw = view.phase in {codes.NAME, codes.KEEP} and count_possible(view) > 1
    is_near = can_draw and rooms_ahead(view, 1, moves=False) == 1
    return f"{rooms_open(view)} to the Inspector{'; the next draw leaves only one' if is_near else ''}."


def rooms_ahead(view: Record, draws: int, *, moves: bool) -> int:
    """Count the rooms that are possible after so many draws if the Mouse stays, or at most if it moves before them.

    With each draw a card is monitored and another one goes below the deck (CM-3.1); a Mouse that moves lays its room
    down too (CM-6.2), and may slip a card back in its place (CM-8.1).
    """
    later = view.copy()
    later.turn += draws
    later.laid += draws
    if moves:
        later.laid += 0 if view.subtle else 1
        later.searches = int(later.searches) | 1 << int(view.turn)
        later.room_up = 0
    return int(count_possible(later))


def rounds_named(view: Record, room: int, first: int) -> str:
    """Say in which rounds since the first one a room was named; empty if it was not."""
    rounds = [str(turn) for turn in range(first, int(view.turn) + 1) if view.named[turn] == room]
    return f"in round{'' if len(rounds) == 1 else 's'} {listed(rounds)}" if rounds else ""


# How it ended


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

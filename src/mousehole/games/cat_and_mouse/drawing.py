"""The estate of Cat & The Mouse drawn in text, as a viewer sees it."""

from __future__ import annotations

from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    LOOT_COUNT,
    ROOM_COUNT,
    ROOMS,
)
from mousehole.games.cat_and_mouse.decks import maps_left
from mousehole.games.cat_and_mouse.knowledge import possible_at, possible_rooms
from mousehole.games.cat_and_mouse.naming import (
    card_name,
    cards_in,
    clues_needed,
    count_text,
    seat_name,
    short_card_name,
)

WIDTH = 18
"""Of a room on the map; a row of four fits into 80 columns."""
LONGEST_LINE = 79


def table_text(view: Record, viewer: int) -> str:
    """Draw the estate, the row, and the cards on both sides, as the viewer sees them."""
    notes = {room: room_note(view, viewer, room) for room in range(1, ROOM_COUNT + 1)}
    edge = "+" + "+".join(["-" * WIDTH] * 4) + "+"
    lines = [status_line(view), edge]
    for first in range(1, ROOM_COUNT + 1, 4):
        rooms = range(first, first + 4)
        lines.append("|" + "|".join(f" {room:2} {ROOMS[room - 1]}".ljust(WIDTH) for room in rooms) + "|")
        lines.append("|" + "|".join(f" {notes[room]}".ljust(WIDTH) for room in rooms) + "|")
        lines.append(edge)
    lines += row_lines(view, viewer)
    lines += loot_lines(view, viewer)
    return "\n".join(lines)


def status_line(view: Record) -> str:
    """Say the round, the clues and the decks."""
    night = "Turn one" if view.turn == 0 else f"Round {view.turn}"
    maps, loot = count_text(int(maps_left(view)), "card"), count_text(int(view.stocks), "card")
    return f"{night}. Clues {view.clues} of {clues_needed(view)}. Map deck: {maps}. Loot deck: {loot}."


def room_note(view: Record, viewer: int, room: int) -> str:
    """Say what the viewer knows of a room."""
    for place in range(view.laid):
        if view.row[place] == room:
            return "CLUE" if int(view.row_up) >> place & 1 else f"row card {place + 1}"
    if view.room == room:
        return "you are here" if viewer == codes.MOUSE and view.phase != codes.OVER else "Mouse is here"
    if view.phase == codes.OVER or viewer < 0:
        return denied_note(view, room)
    if room in view.drawn:
        return "just drawn"
    if viewer == codes.INSPECTOR:
        if int(possible_rooms(view)) >> (room - 1) & 1:
            return "the Mouse?"
        return "below the deck"
    places = [p for p in range(view.laid) if view.row[p] == HIDDEN and int(possible_at(view, p)) >> (room - 1) & 1]
    if not places:
        return "in the Map deck" if view.drawn[0] == 0 else "deck or drawn"
    return f"row card {spans_text(places)}{'' if view.missed[room - 1] else '?'}"


def spans_text(places: list[int]) -> str:
    """Write positions of the row, counted from one, briefly: "3", "2-4", "1,3-5"."""
    firsts = [place for place in places if place - 1 not in places]
    lasts = [place for place in places if place + 1 not in places]
    spans = zip(firsts, lasts, strict=True)
    return ",".join(f"{first + 1}" if first == last else f"{first + 1}-{last + 1}" for first, last in spans)


def denied_note(view: Record, room: int) -> str:
    """Say when a room was last named."""
    turns = [turn for turn in range(1, view.turn + 1) if view.named[turn] == room]
    return f"named in round {turns[-1]}" if turns else ""


def row_lines(view: Record, viewer: int) -> list[str]:
    """List the row, card by card."""
    lines = ["Row:" + ("" if view.laid else " empty")]
    for place in range(view.laid):
        by_mouse = int(view.row_mouse) >> place & 1
        who = "you" if viewer == by_mouse and view.phase != codes.OVER else seat_name(2, by_mouse)
        room = int(view.row[place])
        what = "face down" if room == HIDDEN else f"{room} {ROOMS[room - 1]}"
        clue = ", a CLUE" if int(view.row_up) >> place & 1 else ""
        lines.append(f"  {place + 1}. {what}{clue} (round {view.row_turn[place]}, {who})")
    return lines


def loot_lines(view: Record, viewer: int) -> list[str]:
    """List the loot on both sides."""
    names = (
        ("Your", "The Mouse's")
        if viewer == codes.INSPECTOR
        else ("The Inspector's", "Your" if viewer == codes.MOUSE else "The Mouse's")
    )
    lines = card_lines(f"{names[0]} pocket:", heap_text(int(view.pocket), int(view.pockets)))
    lines += card_lines(f"{names[1]} bag:", heap_text(int(view.hand), int(view.held)))
    if view.room:
        whose = names[1].lower() if viewer == codes.MOUSE else names[1].replace("The", "the")
        lines += card_lines(f"Loot in {whose} room:", heap_text(int(view.attached), int(view.attached_count)))
    left = [
        heap_text(int(heap), int(count))
        for heap, count in ((view.left_seen, view.left_seen_count), (view.left_blind, view.left_blind_count))
        if count
    ]
    if left:
        lines += card_lines("Confiscated:", "; ".join(left))
    if view.used:
        lines += card_lines("Tricks shown:", heap_text(int(view.used), 1))
    return lines


def card_lines(head: str, heap: str) -> list[str]:
    """Write a list of cards behind its head, in as many lines as it needs."""
    lines = [head]
    for i, card in enumerate(heap.split("; ")):
        mark = ";" if i else ""
        if len(f"{lines[-1]}{mark} {card};") > LONGEST_LINE:
            lines[-1] += mark
            lines.append(f"  {card}")
        else:
            lines[-1] += f"{mark} {card}"
    return lines


def heap_text(heap: int, count: int) -> str:
    """List a heap of loot, or count it where it is hidden."""
    if count == 0:
        return "empty"
    if heap == HIDDEN:
        return f"{count_text(count, 'card')} unseen"
    return "; ".join(short_card_name(c) if c >= LOOT_COUNT else card_name(c) for c in cards_in(heap))

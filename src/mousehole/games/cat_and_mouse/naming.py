"""How Cat & The Mouse calls its seats, rooms, cards and sets."""

from __future__ import annotations

from mousehole.engine.doors import quickly
from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    CARD_KINDS,
    LOOT,
    LOOT_COUNT,
    ROOMS,
    SETS,
    SHIFT,
    THEMES,
    TRICKS,
    VALUES,
)
from mousehole.games.cat_and_mouse.house import clues_to_win, loot_for_a_room

PIECES = ("panel", "gem", "statuette")
TRICK_SHIFTS = tuple((card, int(SHIFT[card])) for card in range(LOOT_COUNT, CARD_KINDS))
"""Where the count of each trick stands in a heap; a loot card has the bit of its number."""
COUNTS = tuple("no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split())


ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")
clues_needed, loot_to_a_room = quickly(clues_to_win), quickly(loot_for_a_room)


def seat_name(seats: int, seat: int) -> str:  # every game names its seats by their number at the table
    """Name a seat inside a sentence."""
    return "the Inspector" if seat == codes.INSPECTOR else "the Mouse"


def room_name(room: int) -> str:
    """Name a room inside a sentence, always by number and name."""
    return f"room {room}, the {ROOMS[room - 1]}"


def rooms_text(rooms: list[int], word: str) -> str:
    """List rooms by number and name, briefly."""
    return listed([f"{room} {ROOMS[room - 1]}" for room in rooms], word)


def short_card_name(card: int) -> str:
    """Name a loot card or a trick, without an article."""
    return LOOT[card // 3][card % 3] if card < LOOT_COUNT else TRICKS[card - LOOT_COUNT]


def card_name(card: int) -> str:
    """Name a loot card with what it is and its worth, or a trick, inside a sentence."""
    if card >= LOOT_COUNT:
        return f"a {short_card_name(card)}"
    article = "the " if card // 3 == 2 else ""
    return f"{article}{short_card_name(card)} ({PIECES[card // 3]}, ${VALUES[card % 3]:,})"


def card_code(card: int) -> str:
    """Name a card in the notation."""
    return short_card_name(card).lower().replace(" ", "-")


def cards_in(heap: int) -> list[int]:
    """List the cards of a heap, equal ones one by one."""
    found = [card for card in range(LOOT_COUNT) if heap >> card & 1]
    for card, shift in TRICK_SHIFTS:
        found += [card] * (heap >> shift & 3)
    return found


def drawn_text(view: Record) -> str:
    """Name the two Map cards just drawn."""
    return ", and ".join(room_name(int(room)) for room in view.drawn)


def cards_text(heap: int) -> str:
    """Name the few cards of a heap inside a sentence."""
    return listed([card_name(card) for card in cards_in(heap)]) if heap else "nothing"


def count_text(count: int, thing: str) -> str:
    """Write "no cards", "one card", "two cards"."""
    return f"{COUNTS[count]} {thing}{'' if count == 1 else 's'}"


def set_text(heap: int) -> str:
    """Describe the first complete set in a heap; empty if there is none."""
    for i, cards in enumerate(SETS):
        if heap & cards == cards:
            return f"{THEMES[i]} complete" if i < 3 else set_name(i)
    return ""


def set_name(number: int) -> str:
    """Name one of the six sets: a theme, or a value."""
    return THEMES[number] if number < 3 else f"three pieces worth ${VALUES[number - 3]:,} each"


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]

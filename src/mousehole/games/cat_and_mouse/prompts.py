"""Cat & The Mouse in words: what is at stake in a decision, and what the game is about."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CALLING_CARD, SMOKE_BOMB
from mousehole.games.cat_and_mouse.decks import copies_of
from mousehole.games.cat_and_mouse.naming import COUNTS, capital, clues_needed, loot_to_a_room


def stakes(view: Record, seat: int) -> str:
    """Say what hangs on the answer of a seat: clues, the trap, and what a set is worth."""
    phase = int(view.phase)
    if phase in {codes.MONITOR, codes.NAME}:
        return clue_stakes(view, seat)
    if phase in {codes.ANNOUNCE, codes.TRAP}:
        return trap_stakes(view)
    if phase in {codes.FIRST_ROOM, codes.NEW_ROOM}:
        return room_stakes(view)
    if phase == codes.STAY:
        found = "costs your Calling Card" if copies_of(int(view.hand), CALLING_CARD) else "loses"
        vanish = " Vanish: only a set wins." if copies_of(int(view.hand), SMOKE_BOMB) else ""
        return f"Stay: a wrong room named wins you the game, the right one {found}.{vanish}"
    if phase == codes.KEEP:
        can_vanish = copies_of(int(view.hand) + int(view.attached), SMOKE_BOMB) > 0
        return f"The others stay in the room.{' Vanish: only a set wins.' if can_vanish else ''}"
    if phase == codes.SECOND:
        return "A Pickpocket takes one of two by chance." if view.tricks else ""
    return {
        codes.POCKET: "The Mouse wins with three cards of one theme or of one value.",
        codes.TURN: "Ending the heist wins with a set, and loses without.",
        codes.POSITION: "The Inspector knows which card comes back.",
    }.get(phase, "")


def clue_stakes(view: Record, seat: int) -> str:
    """Say what another clue would do (CM-4.2)."""
    left = clues_needed(view) - int(view.clues)
    who = "you win" if seat == codes.INSPECTOR else "the Inspector wins"
    more = "One more clue" if left == 1 else f"{capital(COUNTS[left])} more clues"
    if seat == codes.INSPECTOR:
        return f"A clue, once the Mouse names it. {more} and {who}."
    return f"{more} and {who}."


def trap_stakes(view: Record) -> str:
    """Say what the trap wins and loses (CM-5), and which tricks that are not yet played could do about it."""
    tricks = [CALLING_CARD, SMOKE_BOMB] if view.phase == codes.ANNOUNCE else [CALLING_CARD]
    left = [trick for trick in tricks if copies_of(int(view.used), trick) < view.tricks]
    if view.phase == codes.TRAP:
        saved = ", unless it holds a Calling Card" if left else ""
        return f"Right: you win{saved}. Wrong: the Mouse wins."
    clue = " One more clue wins too." if clues_needed(view) - view.clues == 1 else ""
    saved = ", unless a trick saves the Mouse" if left else ""
    return f"The trap: right wins{saved}; wrong loses.{clue}"


def room_stakes(view: Record) -> str:
    """Say how much loot a room will get (CM-2.2, CM-6.2)."""
    count = min(loot_to_a_room(view), int(view.stocks))
    if count == 0:
        return "No loot is left to be dealt there."
    return (
        "One loot card is dealt there, unseen."
        if count == 1
        else f"{capital(COUNTS[count])} loot cards are dealt there, unseen."
    )


def goal(view: Record, viewer: int) -> tuple[str, str, str]:
    """Say what a side wants, how the heist ends, and what is hidden."""
    clues = COUNTS[clues_needed(view)] + (" clue" if clues_needed(view) == 1 else " clues")
    end = f"It ends with {clues}, with a trap that is sprung, or when the Mouse goes home."
    if viewer == codes.INSPECTOR:
        hidden = "The Mouse's room and bag are hidden from you, your row and your pocket from the Mouse."
        return f"Name the room in which the Mouse hides, or gather {clues}.", end, hidden
    loot = "three loot cards of one theme or of one value"
    hidden = "The Mouse's room and bag are hidden from the Inspector, the row and the pocket from the Mouse."
    if viewer == codes.MOUSE:
        return f"Gather {loot}, and go home before you are found.", end, hidden
    return f"The Mouse wants {loot}; the Inspector wants to find it.", end, hidden

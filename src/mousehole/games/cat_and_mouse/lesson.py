"""The guided first game of Cat & The Mouse: you are the Mouse, and go home with three statuettes."""

from __future__ import annotations

from mousehole.engine.lesson import Lesson, LessonStep
from mousehole.games.cat_and_mouse.codes import INSPECTOR, MOUSE


def inspector(move: str, note: str = "") -> LessonStep:
    """Write a step of the Inspector."""
    return LessonStep(INSPECTOR, move, note)


def you(move: str, note: str) -> LessonStep:
    """Write a step of the learner."""
    return LessonStep(MOUSE, move, note)


LESSON = Lesson(
    seats=2,
    seat=MOUSE,
    seed=1351,
    steps=(
        inspector(
            "pocket moonwater",
            "You are the Mouse, a master thief. Before you come, the Inspector slips one piece of loot into a "
            "pocket, out of your reach. You are not told which.",
        ),
        you(
            "enter 7",
            "Twelve rooms, and nobody watches yet. Pick where to begin: touch the Ballroom, room 7. Only you know.",
        ),
        inspector(
            "monitor 8",
            "Two cards of loot lie face down in your room. Now the Inspector draws two Map cards, lays one face "
            "down in the row of monitored rooms and puts the other below the deck: two rooms where you cannot be.",
        ),
        inspector("check", "The Inspector checks for clues. You will have to name a room."),
        you(
            "name 7",
            "A room whose card lies in the row becomes a clue, and three clues give you away. Your own card lies "
            "before you, so it cannot lie in the row. Be bold: name the Ballroom.",
        ),
        you("loot", "Nothing. The Inspector learns only that you dare. Now your turn: loot the room."),
        you(
            "keep brass-hare",
            "A set is three pieces of one theme, or three of one value; your bag shows how each set comes along. "
            "Both of these are statuettes. Keep the Brass Hare; the other one stays in the room.",
        ),
        inspector("monitor 10", "Another room joins the row. You see the backs and when each was laid, no more."),
        inspector("check", "The Inspector checks again."),
        you("name 8", "Naming the same room every time would be telling. Try the Trophy Hall."),
        you(
            "loot",
            "Bad luck: the Trophy Hall was the first card of the row, and it is a clue now. Two more and you "
            "lose. But there is a statuette left in this room: loot again.",
        ),
        you("keep silver-heron", "The Silver Heron makes two. The room is empty now."),
        inspector("monitor 1", "Three rooms in the row, three below the deck: the Inspector is closing in on you."),
        inspector(
            "check", "Once more the Inspector prefers to check. Springing the trap in the wrong room would lose."
        ),
        you("name 11", "Take a chance on the Vault."),
        you(
            "change",
            "Quiet there. Nothing is left to loot in the Ballroom, so change rooms. Your old card goes to the "
            "row, and the Inspector will know that you were there.",
        ),
        you(
            "enter 4",
            "You look through the Map deck. What you find here is not in the row, so you know now which rooms are"
            " watched; the deck is shuffled, and the Inspector must begin again. Slip into the Clock Loft, room 4.",
        ),
        inspector("monitor 9", "Two new cards of loot lie in the Clock Loft. The Inspector draws again."),
        inspector("check", "And checks."),
        you(
            "name 12",
            "A moment ago you saw the Wash House in the deck, and only one card was laid since. Quite safe.",
        ),
        you("loot", "Not a sound. See what is in the Clock Loft."),
        you(
            "keep golden-lynx",
            "The Golden Lynx, and a Smoke Bomb: a trick with which you could vanish at any bad moment. Tricks "
            "help, but only a set wins. Keep the Lynx, and the statuettes are complete.",
        ),
        inspector("monitor 2", "You hold a set. The Inspector sees three backs in your bag and gets nervous."),
        inspector("check", "Spring the trap, or check? The Inspector checks. Lucky you."),
        you("name 4", "One last time: your own room is always quiet. Name the Clock Loft."),
        you("end", "Your turn, and the bag is full. End the heist!"),
    ),
    farewell="You went home with the animal statuettes complete. Next time try the other chair: as the Inspector you "
    "light up the rooms where the Mouse can still be, and choose the moment to spring the trap.",
)

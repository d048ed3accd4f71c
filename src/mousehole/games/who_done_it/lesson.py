"""A guided first game: eight turns from Mouse's Mirror, up to the first agenda and the Cat."""

from __future__ import annotations

from mousehole.engine.lesson import Lesson, LessonStep

LEARNER = 0


def step(move: str, note: str) -> LessonStep:
    """Write a step: there is only one seat."""
    return LessonStep(LEARNER, move, note)


LESSON = Lesson(
    seats=1,
    seat=LEARNER,
    seed=18,
    options={"setup": "mouses_mirror"},
    steps=(
        step(
            "place cuckoo-corner d4 1",
            "You build a maze, and the Mouse runs through it. Each turn you set one card of the belt down beside the "
            "Mouse. Take the Cuckoo Corner and put it left of the Mouse. Cards can be turned; this one shall be open "
            "to the Mouse on its right and open below. A dotted line shows where the Mouse will run.",
        ),
        step(
            "mouse d5",
            "Whoever stands beside a new card must run through it. The Mouse enters from the east and comes out in the "
            "south. There is nowhere else to go: send it to d5.",
        ),
        step(
            "place weight-well d6 0",
            "A new card came onto the belt. Now the Weight Well goes below the Mouse, open to the north and the east. "
            "The Mouse's Studio, by the way, is closed all round: set down here, it would leave the Mouse stuck, and "
            "that loses the game.",
        ),
        step("mouse e6", "Through the Weight Well and out on its east side. Off it goes."),
        step(
            "place chime-stair f6 1",
            "The Great Wheelhouse at g6 is open on all four sides. Put the Chime Stair between it and the Mouse, and "
            "look at the dotted ways before you confirm: the longer the passage, the more exits there are.",
        ),
        step(
            "mouse g7",
            "Four exits, and you choose. The Mouse stops in the first empty cell it reaches. Take g7, right beside the "
            "Cheese: standing next to it does no harm.",
        ),
        step(
            "place bobbin-turn f7 0",
            "Time for clockwork. A cog turns the room on its own side by a quarter: light gold cogs to the left, dark "
            "ones to the right. The Bobbin Turn has a dark cog on top, so it will turn the Chime Stair above it to the "
            "right.",
        ),
        step(
            "mouse f5",
            "The Chime Stair has turned, and only then does the Mouse run: now the way leads up, not across. Go to f5.",
        ),
        step(
            "place escapement-alley g5 1",
            "The maze and its characters must fit in a square of five by five cells. Room is what you will run short "
            "of, so keep the Mouse on the move. Lay the Escapement Alley to its right.",
        ),
        step("mouse h5", "Straight through."),
        step(
            "place ticking-parlour h6 2",
            "Careful, this one is bold: the Ticking Parlour opens a way down to the Cheese. See the red mark in the "
            "preview: if the Mouse runs over the Cheese, the game is lost at once.",
        ),
        step(
            "mouse g7",
            "You choose where it runs. Not onto the Cheese, but west through the Great Wheelhouse, and out at g7.",
        ),
        step(
            "place boiler-nook f7 0",
            "You may also build on top of a card if walls match walls and openings match openings. The Boiler Nook has "
            "the shape of the Bobbin Turn: cover it. That takes no room, and these cogs are gone.",
        ),
        step("mouse e6", "Up through both rooms and out on the west side: e6."),
        step(
            "cat out h8",
            "Two things have come up. The Cheese's agenda is struck out: it will not be the one that decides, and you "
            "get its ability. And the Cat is here! It comes out as near to the Cheese as it can. Let it in at h8.",
        ),
        step(
            "turn f6 1",
            "The Cheese's ability: turn any room as you like. Turn the Chime Stair once to the right, and there is a "
            "way from the Mouse through three rooms to the Cheese. The Mouse and the Cucumber, both still in play, "
            "would like that.",
        ),
        step(
            "place balance-loft g8 3",
            "From now on the Cat is the Active Character: cards go beside it, and it must never be stuck. Set the "
            "Balance Loft to its left.",
        ),
        step(
            "cat f8",
            "At g7 the Cat would stand in the open, with a way to the Mouse. At f8 it faces a wall. Choose f8: a way "
            "from Mouse to Cheese, none from Cat to Mouse. That is just what the Mouse wishes for.",
        ),
    ),
    farewell=(
        "Now the house is yours. Two more agendas will be struck out; the last one decides when the Cucumber turns up. "
        "Watch which are left, keep ways open or shut as they want them, and mind the room you have. Now start a "
        "game of your own: the easier mode is kind to beginners."
    ),
)

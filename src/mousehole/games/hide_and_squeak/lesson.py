"""A first game of Hide and Squeak, in which the learner is Pip and everything that makes the game happens once."""

from __future__ import annotations

from mousehole.engine.lesson import Lesson, LessonStep
from mousehole.games.hide_and_squeak.codes import CAT

PIP, BRAMBLE = 1, 2

LESSON = Lesson(
    seats=3,
    seat=PIP,
    seed=2024,
    steps=(
        LessonStep(
            CAT,
            "spare larder",
            "This is the house. The cat walks above the floor; you are Pip, and live below it with Bramble. Before the "
            "game the cat lays 21 tokens face down: two in every room, and three spare ones where it likes.",
        ),
        LessonStep(CAT, "spare washroom"),
        LessonStep(CAT, "spare hallway"),
        LessonStep(
            CAT,
            "trap library",
            "Eighteen tokens are cheese and three are traps. The cat chooses in secret where the traps lie, and you "
            "cannot tell them from behind.",
        ),
        LessonStep(CAT, "trap washroom"),
        LessonStep(CAT, "trap kitchen"),
        LessonStep(
            PIP,
            "start parlour",
            "Choose where you start. The cat sits in the Hallway and can hear the four rooms beside it, so a corner is "
            "a quiet place. Touch the Parlour.",
        ),
        LessonStep(
            BRAMBLE,
            "start washroom",
            "Bramble starts next. You will see where, the cat will not. Watch the Washroom: three tokens, but right "
            "beside the Hallway. Bold!",
        ),
        LessonStep(
            CAT,
            "listen",
            "Each round the cat has four actions: a step, a listen or a pounce, in any order. It listens: every mouse "
            "next door must squeak. You are two steps away, so you keep quiet.",
        ),
        LessonStep(
            CAT,
            "move washroom",
            "Now the cat knows where Bramble is. It cannot walk through the brick walls beside the Hallway, but this "
            "way is open.",
        ),
        LessonStep(
            CAT,
            "pounce",
            "Now it pounces: every mouse right below the cat is caught. Bramble will be stunned and miss this round. "
            "Two captures and the cat has won: one for each mouse.",
        ),
        LessonStep(CAT, "stop", "Got Bramble! One action is left, but the cat has heard enough and stops."),
        LessonStep(
            PIP,
            "take",
            "The cat is done; now the mice come to the cheese. You need six cheeses together. Three of 21 tokens are "
            "traps, so the odds are good: take one. Everybody sees who takes, where and what.",
        ),
        LessonStep(
            PIP,
            "run clock library",
            "Now everybody knows you are in the Parlour, so run. A mouse goes one room, through any wall. If you fell "
            "the clock first you may go one room further, once in the whole game. Touch the clock, then the Library.",
        ),
        LessonStep(
            CAT,
            "move hallway",
            "A new round. The cat heard the clock fall, but it does not know where you went: you can be in any of six "
            "rooms.",
        ),
        LessonStep(CAT, "move larder", "It comes closer ..."),
        LessonStep(CAT, "listen", "... and listens. The Library is next door, so you will squeak."),
        LessonStep(
            CAT,
            "move library",
            "One action is left. The cat comes to sit right above you, and then it cannot pounce any more this round.",
        ),
        LessonStep(
            PIP,
            "leave",
            "Under the cat's paws you are too frightened to take anything. The cat sees that you took nothing, and "
            "cannot tell why.",
        ),
        LessonStep(
            BRAMBLE,
            "revive scullery",
            "Bramble comes round and slips back below the floor, in any room it likes. The cat sees that it is back, "
            "but not where.",
        ),
        LessonStep(
            PIP,
            "run lamp bedroom",
            "Away from here, and two rooms away is better than one. Touch the lamp, then the Bedroom.",
        ),
        LessonStep(BRAMBLE, "run scullery", "Bramble stays where it is. The cat cannot even tell that."),
    ),
    farewell=(
        "That is the whole game. Six cheeses before the cat makes two captures, and the mice win; if neither has come "
        "about at dawn, the side nearer its goal wins. Point at rooms to talk with the other mice; the cat never sees."
    ),
)

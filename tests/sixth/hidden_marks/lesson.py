"""A first game of Hidden Marks, in which the learner is Cross."""

from __future__ import annotations

from tests.sixth.hidden_marks.codes import CROSS, RING

from mousehole.engine.lesson import Lesson, LessonStep

LESSON = Lesson(
    seats=2,
    seat=CROSS,
    seed=1,
    steps=(
        LessonStep(CROSS, "mark centre", "You need three marks in a row. Most rows go through the centre: mark it."),
        LessonStep(RING, "mark centre", "Ring does not see your mark, and wants the centre too."),
        LessonStep(RING, "mark top-left", "Now Ring knows it, and puts its mark somewhere else."),
        LessonStep(CROSS, "mark top-left", "You do not see where. Try a corner."),
        LessonStep(CROSS, "mark top", "Ring's mark lies open now, and you choose again: the cell beside it."),
        LessonStep(RING, "mark left"),
        LessonStep(CROSS, "mark bottom", "Two of three are yours. Mark the cell below the centre."),
    ),
    farewell="Three in a row: you have won. That is the whole game.",
)

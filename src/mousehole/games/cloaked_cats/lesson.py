"""The guided first game of Cloaked Cats: a whole ball for two, from the first cat to the last cloak."""

from __future__ import annotations

from mousehole.engine.lesson import Lesson, LessonStep

YOU, RUBY = 0, 1

LESSON = Lesson(
    seats=2,
    seat=YOU,
    seed=944,
    steps=(
        LessonStep(
            YOU,
            "send seated black",
            "Under your cloak you are leaping, blue and spotted. Nobody else knows. Ruby hides three features too, "
            "and you want to find them. Send the seated black cat to the floor: whoever shares a feature with it, "
            "even one, must put a mask on it.",
        ),
        LessonStep(
            YOU,
            "pass",
            "Your mask is on it, for you are spotted. Ruby's is not: so Ruby is neither seated nor black nor spotted, "
            "and has no fish cocktail. Four features gone at one stroke. It is too early to guess, so let it be.",
        ),
        LessonStep(
            RUBY,
            "send seated green",
            "Ruby's turn. She sends the seated green cat, which neither of you resembles: no masks.",
        ),
        LessonStep(
            RUBY,
            "pass",
            "No mask is an answer as well: Ruby is not green and not striped. She does not guess yet, either.",
        ),
        LessonStep(
            YOU,
            "send leaping brown",
            "Your notebook keeps track: touch 'Fill in what is certain' whenever you like. Now the leaping brown cat. "
            "Leaping is yours, and the fish cocktail is ruled out. If Ruby's mask falls on it, only one reason is "
            "left.",
        ),
        LessonStep(
            YOU,
            "ask ruby brown",
            "A mask from Ruby! Not leaping, no fish cocktail: Ruby must be brown. Touch the square of Ruby and brown "
            "in the notebook and ask. Right: her card is turned up and she pays you a mask. Wrong: you would pay her "
            "one.",
        ),
        LessonStep(
            RUBY,
            "send leaping white",
            "Ruby looks for you, too, and sends a leaping cat. You are leaping, so your mask will fall on it.",
        ),
        LessonStep(
            RUBY,
            "ask saffron leaping",
            "That is the second leaping cat with a mask of yours. Ruby asks for it, and she is right: your card is "
            "turned up, and she gets a mask.",
        ),
        LessonStep(
            YOU,
            "send playful green",
            "Masks you win count a point each, and so does every feature of yours that is still covered at the end. "
            "Send the playful green cat: green is ruled out, and spotted is yours.",
        ),
        LessonStep(
            YOU,
            "ask ruby playful",
            "Ruby's mask again, and brown is not the reason: she is playful, or she has the ball of yarn. One in two "
            "is a good bet, and even a no will tell you something. Ask for playful.",
        ),
        LessonStep(
            RUBY,
            "send strutting purple",
            "No: that cost you a mask, but now the ball of yarn is certain. Keep it in mind. Ruby's turn: she sends "
            "the strutting purple cat.",
        ),
        LessonStep(
            RUBY,
            "ask saffron black",
            "Her own mask fell on it: strutting, purple or a toy mouse, then. Ruby thinks of your first cat, black "
            "and spotted, and tries black. Wrong, so she pays you a mask, but now she knows the other one.",
        ),
        LessonStep(
            YOU,
            "send lazy blue",
            "Every cat that shares something with you gives a little of you away, and costs a mask: when a player's "
            "own masks run out, the ball ends at once. The lazy blue cat asks Ruby little, but it is two of yours in "
            "one.",
        ),
        LessonStep(YOU, "ask ruby ball of yarn", "Now for what you know: ask Ruby for the ball of yarn."),
        LessonStep(
            RUBY,
            "send seated red",
            "Two of her three cards lie open. Ruby sends a cat that gives nothing away ...",
        ),
        LessonStep(
            RUBY,
            "ask saffron spotted",
            "... and asks for what she knows by now: spotted. One feature is left to you.",
        ),
        LessonStep(
            YOU,
            "send strutting green",
            "Strutting, purple or a toy mouse: which is it? The strutting green cat answers that, for green is ruled "
            "out and spotted is yours.",
        ),
        LessonStep(
            YOU,
            "ask ruby strutting",
            "Her mask falls: strutting it is. Ask, and the whole cloak is lifted. The round is then finished, without "
            "any more cats, so that all have had the same number of turns.",
        ),
        LessonStep(RUBY, "ask saffron top hat", "Ruby may guess once more. A top hat? No: another mask for you."),
    ),
    farewell="The ball is over and yours: five masks won and one covered feature make six points, against three. "
    "At a full table there are three cloaks to see through, and three players looking at yours. Good luck!",
)

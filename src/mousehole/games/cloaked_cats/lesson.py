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
        LessonStep(RUBY, "send seated green", "Ruby sends a cat that neither of you resembles: no masks."),
        LessonStep(RUBY, "pass", "No mask is an answer as well: Ruby is not green and not striped."),
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
        LessonStep(RUBY, "send leaping white", "Ruby looks for you, too. The leaping white cat in the top hat ..."),
        LessonStep(
            RUBY,
            "ask saffron top hat",
            "... has your mask, since you are leaping. Ruby thinks of the hat, is wrong and pays you a mask.",
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
            "No: that cost you a mask, but now the ball of yarn is certain. Keep it in mind. Ruby's next cat has a "
            "mask of hers: strutting, purple or a toy mouse, then.",
        ),
        LessonStep(
            RUBY,
            "ask saffron leaping",
            "Ruby is right: two cats with your mask were leaping. Your card lies face up, and she gets a mask.",
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
            RUBY, "send seated red", "Two of her three cards lie open. Ruby sends a cat that gives nothing away ..."
        ),
        LessonStep(RUBY, "pass", "... and lets it be."),
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
        LessonStep(
            RUBY,
            "ask saffron black",
            "Ruby may guess once more: black or spotted? She picks the wrong one.",
        ),
    ),
    farewell="The ball is over and yours: five masks won and two covered features make seven points, against two. "
    "At a full table there are three cloaks to see through, and three players looking at yours. Good luck!",
)

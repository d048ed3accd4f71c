"""The first guided game of Mice Heist: a turn of each of three mice, with a success, a bet and a failure."""

from __future__ import annotations

from mousehole.engine.lesson import Lesson, LessonStep

PIP, BRAMBLE, TUPPENCE = range(3)

LESSON = Lesson(
    seats=3,
    seat=PIP,
    seed=35170,
    steps=(
        LessonStep(
            PIP,
            "g1 dexterity",
            "Four jobs tonight; each pays the three mice who are highest on its track: 12, 6 and 3. On your turn you "
            "take on an obstacle that lies on top. Scout the Rooftop asks for dexterity 4. You, the Safecracker, bring "
            "2, and chips from the bag will be added. Touch it.",
        ),
        LessonStep(
            BRAMBLE,
            "bet 1",
            "Now the others may help you. Each hides no, one or two chips in a fist. Bramble chooses first: you will "
            "see that it has chosen, but not how many.",
        ),
        LessonStep(
            TUPPENCE,
            "bet 0",
            "Then Tuppence. When the last fist is closed, all open at once: if anybody assists, an assist card is "
            "turned up, and then two chips tumble out of the bag.",
        ),
        LessonStep(
            PIP,
            "play 2 sleight-of-hand",
            "Bramble helps with one chip, and Better Together adds 2. But the purple chip has landed badly: 2 for your "
            "dexterity, 2 for the card, 1 and minus 3 for the chips makes 2, and you need 4. Sleight of Hand flips a "
            "chip. Play it.",
        ),
        LessonStep(
            PIP,
            "flip 1",
            "Every chip has two sides. Purple is 3 on one and minus 3 on the other, so turn it over.",
        ),
        LessonStep(
            PIP,
            "stop",
            "Eight against four. You could play more cards, but they are worth more later: stop here and succeed.",
        ),
        LessonStep(
            PIP,
            "keep",
            "Look at the track of Home Invasion: the obstacle paid you 3 spaces, and Bramble got one for its chip. At "
            "the end of your turn you may throw cards away before you draw until you hold three. Yours are good: "
            "keep them.",
        ),
        LessonStep(
            BRAMBLE,
            "c1 charm",
            "Bramble's turn. It is charming, so it will go for the party in the kitchen: charm 4, with a rating of 2.",
        ),
        LessonStep(
            PIP,
            "bet 2",
            "Will Bramble make it? It takes 2 more than its rating, and if you assist, a card and two chips are added: "
            "likely enough. If it succeeds, you move up by as many spaces as there are chips in your fist. Risk both.",
        ),
        LessonStep(TUPPENCE, "bet 0", "Tuppence still has to choose; then the fists open."),
        LessonStep(
            BRAMBLE,
            "stop",
            "Four against four: equal is enough. Work Together has also brought you a card.",
        ),
        LessonStep(
            BRAMBLE,
            "keep",
            "You are on the track of Kitchen Intelligence without having done a thing there. Your chips stay out until "
            "your next turn, though, so in the next test you cannot bet.",
        ),
        LessonStep(TUPPENCE, "e1 agility", "Tuppence, the Cat Burglar, will try the fortress: agility 4, with a 2."),
        LessonStep(
            BRAMBLE,
            "bet 0",
            "Only Bramble can bet, and it does not trust this one. Without help there is no assist card.",
        ),
        LessonStep(
            TUPPENCE,
            "stop",
            "One against four: Tuppence will stop and fail. The obstacle leaves the game all the same, as it is none "
            "of those that must be done, and nobody gets its three spaces.",
        ),
        LessonStep(
            TUPPENCE,
            "learn 2 keep-calm",
            "But failing teaches. Tuppence learns from a card: the sign on it is the skill that rises.",
        ),
        LessonStep(
            PIP,
            "learn 4 sleight-of-hand",
            "Who did not assist learns from watching, too: from a card in hand, or by drawing one. Make a Tunnel asks "
            "for dexterity 6. Learn from Sleight of Hand: the card is gone, and your dexterity rises to 3 for good.",
        ),
        LessonStep(BRAMBLE, "draw", "Bramble draws a card instead."),
        LessonStep(TUPPENCE, "keep", "For its trouble Tuppence moves up one space. Then it is your turn again."),
    ),
    farewell="Your chips are home, and the turn is yours again. The game ends as soon as one job has no obstacle left: "
    "each job pays by its track, every cheese counts one, and the fullest larder wins. That is all of it; now play one "
    "of your own.",
)

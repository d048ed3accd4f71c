"""The cards, chips, jobs and identities of Mice Heist (MH-1), and the constant tables the rules look things up in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MAX_SEATS = 6
JOBS_IN_PLAY = 4
OBSTACLES_A_JOB = 5
TRACK_SPACES = 11
PLAYER_CHIPS = 2
CHEESE_TOKENS = 40
FOOD = (12, 6, 3)
TOP_RATING = 5
DRAW_UP_TO = 3
HAND_LIMIT = 10
LAST_TURN = 200
LAST_DECK = 127
"""The highest number of a skill deck: decks are counted by shuffles, in one byte."""
TEST_CHIPS = 8
"""The most chips one test can hold: two drawn, Go Big or Go Home, three Push Your Luck, two Double Down."""

NONE = -2
"""No card there, no obstacle chosen; -1 would read as hidden."""

SKILLS = ("agility", "charm", "dexterity")
LETTERS = "ACD"
A, C, D = range(3)
ALL_SKILLS = 0b111
NO_BACK = 3
"""What the skill deck shows when it is empty."""


class Identity(NamedTuple):
    """Who a player is, and the ratings it starts with (MH-1.1)."""

    name: str
    ratings: tuple[int, int, int]


IDENTITIES = (
    Identity("Cat Burglar", (2, 0, 1)),
    Identity("Circus Acrobat", (2, 1, 0)),
    Identity("Confidence Artist", (1, 2, 0)),
    Identity("Smooth Criminal", (0, 2, 1)),
    Identity("Pickpocket", (0, 1, 2)),
    Identity("Safecracker", (1, 0, 2)),
)


class Chip(NamedTuple):
    """A colour of modifier chip: how many there are, and what its two sides add (MH-1.2)."""

    colour: str
    copies: int
    sides: tuple[int, int]


CHIPS = (
    Chip("blue", 1, (4, 2)),
    Chip("green", 2, (2, 1)),
    Chip("yellow", 4, (1, -1)),
    Chip("orange", 2, (-1, -2)),
    Chip("red", 1, (-2, -4)),
    Chip("purple", 1, (3, -3)),
)


class Obstacle(NamedTuple):
    """One obstacle: its test as alternatives of (skills, target), and what success pays on the track (MH-1.4)."""

    name: str
    test: tuple[tuple[str, int], ...]
    payout: int = 3
    is_mandatory: bool = False


class Job(NamedTuple):
    """A job and its obstacles from top to bottom."""

    letter: str
    name: str
    obstacles: tuple[Obstacle, ...]


JOBS = (
    Job("B", "Tower Run", (
        Obstacle("Climb the Tower", (("A", 3),)),
        Obstacle("Cut the Power", (("D", 6),)),
        Obstacle("Past the Night Light", (("AC", 8),)),
        Obstacle("Greased Drainpipe", (("A", 8),)),
        Obstacle("The Belfry Latch", (("D", 9), ("A", 9)), 4, is_mandatory=True),
    )),
    Job("C", "Kitchen Intelligence", (
        Obstacle("Infiltrate the Party", (("C", 4), ("A", 5))),
        Obstacle("Sweet-Talk the Doorman", (("C", 6),)),
        Obstacle("Find the Location", (("AC", 6),), 4, is_mandatory=True),
        Obstacle("Talk Past the Parrot", (("C", 8),)),
        Obstacle("The Recipe Safe", (("CD", 12),), 4, is_mandatory=True),
    )),
    Job("E", "Impenetrable Fortress", (
        Obstacle("Stealth Mission", (("A", 4),)),
        Obstacle("Surprise Snack", (("C", 6), ("D", 6))),
        Obstacle("Crack the Seal", (("AD", 8),)),
        Obstacle("Secret Tunnel", (("A", 8),)),
        Obstacle("The Cold Door", (("A", 9), ("C", 9), ("D", 9)), 4, is_mandatory=True),
    )),
    Job("F", "Raid the Archives", (
        Obstacle("Case the Joint", (("A", 6), ("C", 6), ("D", 6)), 4, is_mandatory=True),
        Obstacle("Illuminate Secrets", (("D", 6),)),
        Obstacle("Strange Neighbours", (("CD", 7),)),
        Obstacle("The Archivist's Riddle", (("C", 8),)),
        Obstacle("Unwrap the Presents", (("CD", 11),), 4, is_mandatory=True),
    )),
    Job("G", "Home Invasion", (
        Obstacle("Scout the Rooftop", (("D", 4),)),
        Obstacle("Make a Tunnel", (("D", 6),)),
        Obstacle("Wake No Dog", (("AC", 8),)),
        Obstacle("Breach the Cabinets", (("A", 9),), 4, is_mandatory=True),
        Obstacle("Sealed Bounty", (("A", 9), ("C", 9), ("D", 9)), 4, is_mandatory=True),
    )),
    Job("H", "Crash the Picnic", (
        Obstacle("Woodland Alliance", (("C", 4),)),
        Obstacle("King Crow", (("C", 6),), 4, is_mandatory=True),
        Obstacle("Ground Cover", (("AD", 8),)),
        Obstacle("Aerial Assault", (("D", 8),)),
        Obstacle("Basket Hinges", (("C", 9), ("D", 9)), 4, is_mandatory=True),
    )),
)  # fmt: skip


class SkillCard(NamedTuple):
    """A kind of skill card. Its back shows the skill it teaches, so Keep Calm, with two backs, is two kinds."""

    name: str
    teaches: str
    copies: int
    effect: str
    adds: int = 0
    """What it adds in any test."""
    adds_if_tested: int = 0
    """What it adds if the skill it teaches is tested."""
    is_for_one_chip: bool = False
    """Whether the tester has to pick a chip for it."""
    redraws: bool = False
    """Whether all drawn chips go back and as many are drawn again."""
    draws: int = 0
    """How many more chips it draws."""


SKILL_CARDS = (  # grouped by back
    SkillCard("Move Silently", "A", 4, "+2 if agility is tested", adds_if_tested=2),
    SkillCard("Side Step", "A", 3, "put one drawn chip back into the bag", is_for_one_chip=True),
    SkillCard("Nope Nope Nope", "A", 2, "put all drawn chips back and draw as many again", redraws=True),
    SkillCard("Lone Wolf", "A", 3, "+2 if nobody assists"),
    SkillCard("Bite Hard", "C", 4, "+2 if charm is tested", adds_if_tested=2),
    SkillCard("Push Your Luck", "C", 3, "draw one more chip", draws=1),
    SkillCard("Double Down", "C", 2, "draw one more chip, which counts twice", draws=1),
    SkillCard("Team Player", "C", 2, "+1 for each assisting player"),
    SkillCard("Keep Calm", "C", 1, "+1", adds=1),
    SkillCard("Quick Paws", "D", 4, "+2 if dexterity is tested", adds_if_tested=2),
    SkillCard("Change Fate", "D", 3, "flip one chip, or all chips", is_for_one_chip=True),
    SkillCard("Sleight of Hand", "D", 3, "flip one chip", is_for_one_chip=True),
    SkillCard("Keep Calm", "D", 3, "+1", adds=1),
)
(
    MOVE_SILENTLY,
    SIDE_STEP,
    NOPE_NOPE_NOPE,
    LONE_WOLF,
    BITE_HARD,
    PUSH_YOUR_LUCK,
    DOUBLE_DOWN,
    TEAM_PLAYER,
    KEEP_CALM_C,
    QUICK_PAWS,
    CHANGE_FATE,
    SLEIGHT_OF_HAND,
    KEEP_CALM_D,
) = range(13)


class AssistCard(NamedTuple):
    """A kind of assist card: its printed modifier and what else it does. Watch & Learn is three kinds."""

    name: str
    copies: int
    modifier: int
    effect: str = ""


ASSIST_CARDS = (
    AssistCard("Make It Rain", 4, 1, "one cheese onto every job's top obstacle"),
    AssistCard("Work Together", 4, 1, "the tester and each assisting player draw a skill card"),
    AssistCard("Watch & Learn (agility)", 2, 1, "the tester's agility rises by one"),
    AssistCard("Watch & Learn (charm)", 2, 1, "the tester's charm rises by one"),
    AssistCard("Watch & Learn (dexterity)", 2, 1, "the tester's dexterity rises by one"),
    AssistCard("Better Together", 4, 2),
    AssistCard("Helping Paw", 4, 0, "+1 for each assisting player"),
    AssistCard("The Long Game", 3, -2, "the tester takes two cheese"),
    AssistCard("One Step Back", 3, -1, "the tester draws two skill cards"),
    AssistCard("Light Sabotage", 4, -1, "each assisting player moves back one on this job's track"),
    AssistCard("Go Big or Go Home", 4, 0, "one more chip for this test"),
    AssistCard("Scout Ahead", 2, 0, "draw two chips, lay one aside, put the other back"),
    AssistCard("Chomp & Chew", 2, 0, "adds the best helper's rating in the tested skills"),
    AssistCard("Cheese Bribe", 2, 1, "the tester and each assisting player take one cheese"),
)
(
    MAKE_IT_RAIN,
    WORK_TOGETHER,
    WATCH_AND_LEARN_A,
    WATCH_AND_LEARN_C,
    WATCH_AND_LEARN_D,
    BETTER_TOGETHER,
    HELPING_PAW,
    THE_LONG_GAME,
    ONE_STEP_BACK,
    LIGHT_SABOTAGE,
    GO_BIG_OR_GO_HOME,
    SCOUT_AHEAD,
    CHOMP_AND_CHEW,
    CHEESE_BRIBE,
) = range(14)

# The same as constant arrays, for the compiled rules.

KINDS = len(SKILL_CARDS)
ASSIST_KINDS = len(ASSIST_CARDS)
COLOURS = len(CHIPS)
YELLOW = [chip.colour for chip in CHIPS].index("yellow")
ALTERNATIVES = 3
SKILL_DECK = sum(card.copies for card in SKILL_CARDS)

FOOD_WORTH = np.array(FOOD, np.int64)
START_RATING = np.array([identity.ratings for identity in IDENTITIES], np.int64)
CHIP_COPIES = np.array([chip.copies for chip in CHIPS], np.int64)
CHIP_VALUE = np.array([chip.sides for chip in CHIPS], np.int64)

SKILL_COPIES = np.array([card.copies for card in SKILL_CARDS], np.int64)
TEACHES = np.array([LETTERS.index(card.teaches) for card in SKILL_CARDS], np.int64)
FIRST_KIND = np.array([int(np.searchsorted(TEACHES, skill)) for skill in range(4)], np.int64)
"""The kinds with the back of a skill are FIRST_KIND[skill] up to, not including, FIRST_KIND[skill + 1]."""
FIRST_COPY = np.array([sum(card.copies for card in SKILL_CARDS[:kind]) for kind in range(KINDS + 1)], np.int64)
"""The copies of a kind are numbered from FIRST_COPY[kind] up to, not including, FIRST_COPY[kind + 1]."""
BACK_COPIES = np.array([SKILL_COPIES[TEACHES == skill].sum() for skill in range(3)], np.int64)

SHARE_BITS = 20
SHARE = np.array([0, *(-(-(1 << SHARE_BITS) // parts) for parts in range(1, SKILL_DECK + 1))], np.int64)
"""(number * SHARE[parts]) >> SHARE_BITS is number // parts for numbers below SKILL_DECK ** 2; GPUs divide slowly."""

CARD_ADDS = np.array([card.adds for card in SKILL_CARDS], np.int64)
CARD_ADDS_IF_TESTED = np.array([card.adds_if_tested for card in SKILL_CARDS], np.int64)
IS_FOR_ONE_CHIP = np.array([card.is_for_one_chip for card in SKILL_CARDS], np.int64)
REDRAWS = np.array([card.redraws for card in SKILL_CARDS], np.int64)
CARD_DRAWS = np.array([card.draws for card in SKILL_CARDS], np.int64)

ASSIST_COPIES = np.array([card.copies for card in ASSIST_CARDS], np.int64)
ASSIST_MODIFIER = np.array([card.modifier for card in ASSIST_CARDS], np.int64)

IS_MANDATORY = np.array([[obstacle.is_mandatory for obstacle in job.obstacles] for job in JOBS], np.int64)
PAYOUT = np.array([[obstacle.payout for obstacle in job.obstacles] for job in JOBS], np.int64)
WAYS = np.array([[len(obstacle.test) for obstacle in job.obstacles] for job in JOBS], np.int64)
"""How many alternatives an obstacle's test has."""
TARGET = np.zeros((len(JOBS), OBSTACLES_A_JOB, ALTERNATIVES), np.int64)
TESTED = np.zeros((len(JOBS), OBSTACLES_A_JOB, ALTERNATIVES), np.int64)
"""The skills an alternative tests, as a bitmask."""
for _j, _job in enumerate(JOBS):
    for _o, _obstacle in enumerate(_job.obstacles):
        for _w, (_skills, _target) in enumerate(_obstacle.test):
            TARGET[_j, _o, _w] = _target
            TESTED[_j, _o, _w] = sum(1 << LETTERS.index(letter) for letter in _skills)

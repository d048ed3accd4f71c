"""Names in sentences: mice, cards, chips, obstacles and numbers. Shared by prompts, story and drawing."""

from __future__ import annotations

from mousehole.engine.doors import quickly
from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed
from mousehole.games.mice_heist.components import (
    CHIP_VALUE,
    CHIPS,
    FOOD,
    JOBS,
    LETTERS,
    SKILL_CARDS,
    SKILLS,
    TARGET,
    TESTED,
    Obstacle,
)
from mousehole.games.mice_heist.gestures import rating_in
from mousehole.games.mice_heist.house import copies_in_bag, food_worth, full_hand
from mousehole.games.mice_heist.turns import score_so_far

MICE = ("Pip", "Bramble", "Tuppence", "Nib", "Oat", "Fennel")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
FULL_HAND, COPIES, WORTH = quickly(full_hand), quickly(copies_in_bag), quickly(food_worth)
"""What was agreed, printed or not, as words ask for it."""


def food_of(view: Record) -> list[int]:
    """List what a job pays to the first, the second and the third of its track."""
    return [int(WORTH(view, place)) for place in range(len(FOOD))]


def mouse(viewer: int, seat: int) -> str:
    """Name a seat at the beginning of a sentence."""
    return "You" if seat == viewer else MICE[seat]


def somebody(viewer: int, seat: int) -> str:
    """Name a seat inside a sentence."""
    return "you" if seat == viewer else MICE[seat]


def owner(viewer: int, seat: int) -> str:
    """Name a seat as the owner of something, at the beginning of a sentence."""
    return "Your" if seat == viewer else f"{MICE[seat]}'s"


def ending(viewer: int, seat: int) -> str:
    """Return the ending of a verb whose subject is a seat."""
    return "" if seat == viewer else "s"


def count_word(count: int) -> str:
    """Write a small count in words."""
    return COUNTS[count] if 0 <= count < len(COUNTS) else str(count)


def counted(count: int, thing: str, things: str = "") -> str:
    """Write a count with its thing: "one chip", "two chips"."""
    return f"{count_word(count)} {thing if count == 1 else things or thing + 's'}"


def signed(number: int) -> str:
    """Write a number with its sign; zero has none."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"


def skill_names(tested: int) -> str:
    """Name the skills of a bitmask: "agility and charm"."""
    return listed([SKILLS[skill] for skill in range(3) if tested >> skill & 1])


def card_name(kind: int) -> str:
    """Name a skill card with the skill it teaches."""
    return f"{SKILL_CARDS[kind].name} ({SKILLS[LETTERS.index(SKILL_CARDS[kind].teaches)]})"


def chip_name(colour: int, side: int, doubled: int) -> str:
    """Name a chip by its colour and the side that is up: "green +2, twice"."""
    return f"{CHIPS[colour].colour} {signed(int(CHIP_VALUE[colour, side]))}{', twice' if doubled else ''}"


def job_name(view: Record, job: int) -> str:
    """Name a job in play."""
    return JOBS[view.job[job]].name


def obstacle_at(view: Record, job: int, number: int) -> Obstacle:
    """Return an obstacle of a job in play."""
    return JOBS[view.job[job]].obstacles[number]


def tested_skills(view: Record, job: int, number: int, way: int) -> int:
    """Return the skills an alternative tests, as a bitmask."""
    return int(TESTED[view.job[job], number, way])


def target_of(view: Record, job: int, number: int, way: int) -> int:
    """Return the target of an alternative."""
    return int(TARGET[view.job[job], number, way])


def rating_of(view: Record, seat: int, tested: int) -> int:
    """Say what a seat's ratings come to over a bitmask of skills."""
    return int(rating_in(view, seat, tested))


def chips_text(view: Record) -> list[str]:
    """Name the chips of the test, in the order they were drawn."""
    return [
        chip_name(int(view.chip_colour[i]), int(view.chip_side[i]), int(view.chip_doubled[i]))
        for i in range(view.chips)
    ]


def running_sum(view: Record) -> int:
    """Say what the test stands at: rating, chips, assist card, skill cards."""
    return int(score_so_far(view))

"""Who has it easier in each game: a share and a finding for each, as they were measured.

The figures are in `front.json`, with the command that made them: `python -m benchmarks.front --write`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mousehole.lab.figures import Estimate

FILE = Path(__file__).with_name("front.json")


@dataclass(frozen=True)
class Question:
    """What is asked of a game, and what a second figure is good for."""

    game: str
    about: str
    """Who plays at the table."""
    address: str
    who: str
    """Whose share it is, and who has the rest, in a word or two."""
    rest: str
    seat: int
    rest_seat: int
    fair: float
    part: str
    """Where its bar is, the first one: among the `sides`, or among the `seats` as they come after whoever starts."""
    claim: str
    other: str
    """The set-up of the second figure."""
    finding: str
    """A sentence with that figure in it."""


QUESTIONS = (
    Question(
        "hide_and_squeak", "one cat, three mice, housecats", "game=hide_and_squeak&seats=4&players=housecat",
        "cat", "mice", 0, 1, 0.5, "sides", "the cat wins",
        "game=hide_and_squeak&seats=6&players=housecat", "With five mice the cat wins {}.",
    ),
    Question(
        "cat_and_mouse", "usual options, tigers", "game=cat_and_mouse&players=tiger",
        "Inspector", "Mouse", 0, 1, 0.5, "sides", "the Inspector wins",
        "game=cat_and_mouse&subtle_movement=on&players=tiger", "Subtle Movement turns it round: {} for the Inspector.",
    ),
    Question(
        "cloaked_cats", "four dancers, housecats", "game=cloaked_cats&seats=4&players=housecat",
        "starter", "the rest", 0, 1, 0.25, "seats", "whoever starts wins",
        "game=cloaked_cats&seats=2&players=housecat",
        "Starting gives you away. With two dancers the starter wins {} instead of 50%.",
    ),
    Question(
        "mice_heist", "two mice, housecats", "game=mice_heist&seats=2&players=housecat",
        "starter", "second", 0, 1, 0.5, "seats", "whoever starts wins",
        "game=mice_heist&seats=4&players=housecat", "With four mice the starter wins {}, and 25% would be fair.",
    ),
    Question(
        "who_done_it", "Mouse's Mirror, housecat", "game=who_done_it&players=housecat",
        "player", "house", 0, 0, 0.5, "sides", "the player wins",
        "game=who_done_it&setup=cats_crossing&players=housecat",
        "From Cat's Crossing, a hard set-up, the player wins {}.",
    ),
)  # fmt: skip
"""One question a game."""


@dataclass(frozen=True)
class Dial:
    """What was found of a game."""

    game: str
    about: str
    address: str
    """The run that it was found by, as the query of a link."""
    who: str
    rest: str
    seat: int
    rest_seat: int
    fair: float
    claim: str
    share: Estimate
    finding: str
    also: Estimate
    """The figure in the finding."""


@dataclass(frozen=True)
class Front:
    """All of them, and how they were made."""

    measured: str
    command: str
    dials: tuple[Dial, ...]


@cache
def front() -> Front:
    """Read what was measured."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    dials = tuple(
        Dial(**{**each, "share": Estimate(**each["share"]), "also": Estimate(**each["also"])})
        for each in found["dials"]
    )
    return Front(found["measured"], found["command"], dials)

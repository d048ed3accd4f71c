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
class Asked:
    """What is asked of a game: whose share of which games."""

    game: str
    about: str
    """Who plays at the table."""
    address: str
    """The run that it is found by, as the query of a link."""
    who: str
    """Whose share it is, and who has the rest, in a word or two."""
    rest: str
    seat: int
    rest_seat: int
    fair: float
    claim: str


@dataclass(frozen=True)
class Question(Asked):
    """How it is found out, and what a second figure is good for."""

    part: str
    """Where its bar is, the first one: among the `sides`, or among the `seats` as they come after whoever starts."""
    other: str
    """The set-up of the second figure."""
    template: str
    """A sentence with that figure in it."""


QUESTIONS = (
    Question(
        "hide_and_squeak", "one cat, three mice, lions", "game=hide_and_squeak&seats=4&players=lion&games=200",
        "cat", "mice", 0, 1, 0.5, "the cat wins", "sides",
        "game=hide_and_squeak&seats=4&players=housecat&games=1000",
        "Between beginners it is the other way round: with housecats the cat wins {}.",
    ),
    Question(
        "cat_and_mouse", "usual options, lions", "game=cat_and_mouse&players=lion&games=2000",
        "Inspector", "Mouse", 0, 1, 0.5, "the Inspector wins", "sides",
        "game=cat_and_mouse&subtle_movement=on&players=lion&games=1000",
        "Subtle Movement turns it round: {} for the Inspector.",
    ),
    Question(
        "cloaked_cats", "four dancers, lions", "game=cloaked_cats&seats=4&players=lion&games=400",
        "starter", "the rest", 0, 1, 0.25, "whoever starts wins", "seats",
        "game=cloaked_cats&seats=2&players=lion&games=400",
        "Starting gives you away. With two dancers it matters less: the starter wins {}, and 50% would be fair.",
    ),
    Question(
        "mice_heist", "two mice, lions", "game=mice_heist&seats=2&players=lion&games=120",
        "starter", "second", 0, 1, 0.5, "whoever starts wins", "seats",
        "game=mice_heist&seats=4&players=lion&games=200", "With four mice the starter wins {}, and 25% would be fair.",
    ),
    Question(
        "who_done_it", "Mouse's Mirror, lion", "game=who_done_it&players=lion&games=150",
        "player", "house", 0, 0, 0.5, "the player wins", "sides",
        "game=who_done_it&setup=cats_crossing&players=lion&games=150",
        "From Cat's Crossing, a hard set-up, the player wins {}.",
    ),
)  # fmt: skip
"""One question a game, of the strongest bot: what good play shows. What beginners see is a finding where it differs."""


@dataclass(frozen=True)
class Dial(Asked):
    """What was found of a game."""

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

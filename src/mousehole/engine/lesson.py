"""A guided first game: a scripted opening, on the true rules, in which a learner makes the moves of one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LessonStep:
    """One move of the script. The learner is told the note before making it; another seat's move is shown with it."""

    seat: int
    move: str
    """The move's name, as the notation writes it."""
    note: str = ""


@dataclass(frozen=True)
class Lesson:
    """A game's script: everything is fixed, so everybody sees the same first game."""

    seats: int
    seat: int
    """Where the learner sits."""
    seed: int
    steps: tuple[LessonStep, ...]
    farewell: str
    """What is said when the script is over."""
    options: Mapping[str, int | str] = field(default_factory=dict)

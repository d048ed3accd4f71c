"""The shapes of what is sent about puzzles and the deal of the day."""

from __future__ import annotations

from pydantic import BaseModel

from mousehole.analysis.puzzles import Kind
from mousehole.server.api.messages import Action, Incoming
from mousehole.table.shapes import PosedOut


class Listed(BaseModel):
    """A puzzle in a list."""

    name: str
    grade: int
    """From 1, easy, to 5."""
    kind: Kind


class Shelf(BaseModel):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: list[Listed]


class PuzzleOut(BaseModel):
    """A puzzle without its answer."""

    name: str
    kind: Kind
    grade: int
    question: str
    task: str
    given: str
    """What is known beside that."""
    told: list[str]
    """What happened before, in order: of a deduction everything that is needed."""
    posed: PosedOut


class Answer(Incoming):
    """An answer; without an action somebody asks to be shown."""

    action: Action | None = None


class PuzzleHint(BaseModel):
    """A first help with a puzzle."""

    text: str
    action: int | None
    """The move that is struck out, of a puzzle that asks for one."""
    fact: int | None
    """The fact to look at, of a deduction: its place in `told`, the first is 0."""


class Line(BaseModel):
    """A fact of a deduction, with what it leaves."""

    told: str
    remark: str
    """Nothing where it changes nothing."""
    left: int
    """How many answers are left after it."""


class Verdict(BaseModel):
    """What an answer was worth."""

    right: bool
    best: int
    text: str
    """The right answer in words."""
    reason: str
    against: str
    """What can no longer be done after a wrong move, where the rules show it."""
    lines: list[Line]


class DayDeal(BaseModel):
    """A game's deal of the day."""

    game: str
    title: str
    seat: int
    """Where people sit."""
    seats: int
    level: str
    """Against whom."""


class Today(BaseModel):
    """The deals of a day."""

    day: str
    deals: list[DayDeal]

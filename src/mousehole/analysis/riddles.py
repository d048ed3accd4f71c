"""Riddles told: what is certain to a seat by what it has seen, and which fact tells what.

A game that has such riddles says so in its room `deducing`: what can be asked, what is left, what is certain. All of it
is read from a seat's views, by the game's own knowledge; nothing here looks at a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType

from mousehole.analysis.puzzles import Puzzle
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import package_of, room


@dataclass(frozen=True)
class Fact:
    """Something that happened, as the asker was told it, and what it leaves open."""

    told: str
    left: tuple[int, ...]
    remark: str
    tells: bool
    """Whether it changes what is left."""


@cache
def riddles_of(game_id: str) -> ModuleType | None:
    """Find the room of a game's riddles; None where it has none."""
    found = find_spec(f"{package_of(game_id)}.deducing")
    return None if found is None else room(game_id, "deducing")


def beginning(riddles: ModuleType, views: Sequence[View], viewer: int, subject: int) -> int | None:
    """Find the view with which a riddle's facts begin; None where its subject was something else before."""
    for at in range(len(views) - 1, -1, -1):
        record = views[at].record
        if riddles.begins(record, viewer, subject):
            return at
        if riddles.is_spoilt(record, viewer, subject):
            return None
    return 0


def facts_of(match: Match, puzzle: Puzzle) -> list[Fact]:
    """Tell the facts of a deduction in their order, each with what it leaves open."""
    riddles = riddles_of(puzzle.game)
    if riddles is None:
        return []
    viewer, subject = puzzle.seat, puzzle.subject
    view = match.view(viewer)
    views = [*view.past, view]
    first = beginning(riddles, views, viewer, subject) or 0
    before = riddles.left(views[max(first - 1, 0)].record, viewer, subject)
    facts = []
    for at in range(max(first, 1), len(views)):
        record = views[at].record
        left = riddles.left(record, viewer, subject)
        tells = left != before or at == first
        if tells or riddles.is_about(record, viewer, subject):
            told = " ".join(views[at].sentences(views[at - 1]))
            facts.append(Fact(told, tuple(left), riddles.remark(record, viewer, subject) if tells else "", tells))
        before = left
    return facts

"""Riddles: questions about a secret that the asker's own view answers for certain."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """Something that could be the answer."""

    code: int
    name: str
    """As a sentence has it: "the Washroom"."""
    thing: str
    """What stands for it on the board: "room:7"."""


@dataclass(frozen=True)
class Riddle:
    """A question with all that could be its answer."""

    question: str
    """In a few words: "Where is Pip?"."""
    task: str
    """What to do, in two or three words: "Name the room"."""
    candidates: tuple[Candidate, ...]

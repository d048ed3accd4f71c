"""What the numbers in a record can be: told by each game's `observation.py`, for whoever learns from its views.

An amount is a number that can be more or less. A category is a number that stands for something: a phase, a room, a
seat; a learner gives each value an input of its own. A set is a number whose bits are members. A row of digits is one
number for several categories.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mousehole.engine.rule import HIDDEN


@dataclass(frozen=True)
class Span:
    """The numbers that an entry can hold."""

    low: int
    high: int
    is_category: bool = False
    members: int = 0
    """How many members the set can have, if it is one."""
    most: int = 0
    """The most under house rules, where that is more than `high`; what learns the printed game need not know it."""
    digits: int = 0
    """How many categories stand in one number, if there are several: each in four bits, the first one lowest."""


Field = Span | tuple[Span, ...]
"""A span for all numbers of a field, or one for each column where these differ."""
Fields = Mapping[str, Field]


def amount(high: int, low: int = 0, *, most: int = 0) -> Span:
    """Describe a number that can be more or less; under house rules perhaps more than by the printed ones."""
    return Span(low, high, most=most)


def category(high: int, low: int = 0) -> Span:
    """Describe a number that stands for something."""
    return Span(low, high, is_category=True)


def flag() -> Span:
    """Describe a number that says yes or no."""
    return Span(0, 1)


def members(count: int) -> Span:
    """Describe a set."""
    return Span(0, 1, members=count)


def digits(count: int, high: int) -> Span:
    """Describe several categories in one number."""
    return Span(0, high, is_category=True, digits=count)


def secret(span: Span) -> Span:
    """Describe the same for a number that some view hides."""
    return replace(span, low=min(span.low, HIDDEN))

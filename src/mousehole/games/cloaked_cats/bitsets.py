"""Sets of features, cats and clues as the bits of one number."""

from __future__ import annotations

from mousehole.engine.rule import rule
from mousehole.games.cloaked_cats.components import BIT, COUNT, NTH


@rule
def size(features: int) -> int:
    """Count a set of features."""
    return COUNT[features & 1023] + COUNT[features >> 10]


@rule
def lowest(bits: int) -> int:
    """Return the lowest member of a set, as a set."""
    return bits & -bits


@rule
def member(bit: int) -> int:
    """Return the number of the only member of a set."""
    return BIT[bit % 67]


@rule
def nth(bits: int, n: int) -> int:
    """Return the n-th member of a set, counted from 0 and from the lowest, as a set."""
    skipped = 0
    count = COUNT[bits & 1023]
    while n >= count:
        n -= count
        bits >>= 10
        skipped += 10
        count = COUNT[bits & 1023]
    return 1 << (skipped + int(NTH[bits & 1023, n]))

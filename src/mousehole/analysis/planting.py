"""Planting a tree with moves to look at, in compiled code."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.search import ROOT, view_key
from mousehole.bots.tree import Ints, Words, add_node, slot_of
from mousehole.engine.rule import Actions, rule


@rule
def plant(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed in
    raw: NDArray[np.uint64],
    seat: int,
    actions: Actions,
    widening: float,
    slots: Ints,
    keys: Words,
    first: Ints,
    met: Ints,
    action_of: Ints,
    counts: Ints,
) -> None:
    """Make the root of a search's tree, with these moves instead of those the search itself finds worth a thought.

    Where moves are taken up one by one the root counts as many visits as open all of them.
    """
    key = view_key(raw, ROOT, seat)
    slot = slot_of(key, slots, keys)
    node = add_node(key, slot, actions, len(actions), slots, keys, first, action_of, counts)
    if widening > 0.0:
        opens = len(actions) / widening
        met[node] = math.ceil(opens * opens)

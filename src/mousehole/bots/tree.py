"""A tree of information sets, kept in flat arrays: what each seat could know, and how its actions have done there.

A node is found by the hash of the acting seat's own view, so seats that cannot see a hidden move share a node across
it. Its actions hang on it as a list of edges in ascending order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import rule

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

NONE = -1
NODES, EDGES = 0, 1
"""Places in the array of counts."""


@dataclass(frozen=True)
class Tree:
    """The arrays of one tree, large enough for so many iterations; compiled code gets them one by one."""

    slots: Ints
    """Hash table: node number, or NONE."""
    keys: Words
    first: Ints
    """A node's first edge."""
    action: Ints
    following: Ints
    """The next edge of the same node."""
    visits: Ints
    offered: Ints
    """How often an edge's action was legal when its node was visited."""
    total: Floats
    """The sum of payoffs for the seat that acts."""
    counts: Ints

    @classmethod
    def room_for(cls, iterations: int) -> Tree:
        """Make an empty tree."""
        size = iterations + 2
        slots = 1 << (2 * size - 1).bit_length()
        return cls(
            slots=np.full(slots, NONE, np.int32),
            keys=np.zeros(size, np.uint64),
            first=np.full(size, NONE, np.int32),
            action=np.zeros(size, np.int32),
            following=np.full(size, NONE, np.int32),
            visits=np.zeros(size, np.int32),
            offered=np.zeros(size, np.int32),
            total=np.zeros(size, np.float64),
            counts=np.zeros(2, np.int32),
        )


@rule
def node_of(key: int, slots: Ints, keys: Words, counts: Ints) -> int:
    """Find the node of a key, or make it; NONE if the tree is full."""
    mask = len(slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while slots[slot] != NONE:
        if keys[slots[slot]] == key:
            return int(slots[slot])
        slot = (slot + 1) & mask
    node = int(counts[NODES])
    if node == len(keys):
        return NONE
    counts[NODES] = node + 1
    slots[slot] = node
    keys[node] = key
    return node


@rule
def add_edge(node: int, before: int, action: int, first: Ints, actions: Ints, following: Ints, counts: Ints) -> int:
    """Add an edge for an action behind another edge, or in front of all if that is NONE; NONE if the tree is full."""
    edge = int(counts[EDGES])
    if edge == len(actions):
        return NONE
    counts[EDGES] = edge + 1
    actions[edge] = action
    if before == NONE:
        following[edge] = first[node]
        first[node] = edge
    else:
        following[edge] = following[before]
        following[before] = edge
    return edge

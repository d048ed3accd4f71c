"""A tree of information sets, kept in flat arrays: what each seat could know, and how its actions have done there.

A node is found by the hash of the acting seat's own view, so seats that cannot see a hidden move share a node across
it. Its edges, one for each action worth a thought, lie side by side in the order of `narrow` and are made with it:
whoever has the same view has the same legal actions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import Actions, rule

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

NONE = -1
NODES, EDGES = range(2)
"""Places in the array of counts."""
EDGES_A_NODE = 6
"""Room for so many on the average; where it is used up, no more nodes are made."""


@dataclass(frozen=True)
class Tree:
    """The arrays of one tree, large enough for so many iterations; compiled code gets them one by one."""

    slots: Ints
    """Hash table: node number, or NONE."""
    keys: Words
    first: Ints
    """A node's first edge; the last entry of all is where the next node's begin."""
    met: Ints
    """How often a choice was made at a node."""
    action: Ints
    visits: Ints
    begun: Ints
    """The choice at its node, counted from one, in which an edge was first tried."""
    total: Floats
    """The sum of payoffs for the seat that acts."""
    mean: Floats
    doubt: Floats
    """One over the square root of the visits."""
    counts: Ints

    @classmethod
    def room_for(cls, iterations: int, most: int) -> Tree:
        """Make an empty tree; there are at most so many actions."""
        size = 2 * iterations + 2
        slots = 1 << (2 * size - 1).bit_length()
        edges = EDGES_A_NODE * size + most
        return cls(
            slots=np.full(slots, NONE, np.int32),
            keys=np.zeros(size, np.uint64),
            first=np.zeros(size + 1, np.int32),
            met=np.zeros(size, np.int32),
            action=np.zeros(edges, np.int32),
            visits=np.zeros(edges, np.int32),
            begun=np.zeros(edges, np.int32),
            total=np.zeros(edges, np.float64),
            mean=np.zeros(edges, np.float64),
            doubt=np.zeros(edges, np.float64),
            counts=np.zeros(2, np.int32),
        )


@rule
def slot_of(key: np.uint64, slots: Ints, keys: Words) -> int:
    """Find the slot of a key, or the free one where it belongs."""
    mask = len(slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while slots[slot] != NONE and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@rule
def has_room_to_spare(keys: Words, counts: Ints) -> bool:
    """Whether a node may be made only to note that there is nothing to choose: half the room is for choices."""
    return 2 * int(counts[NODES]) < len(keys)


@rule
def add_node(
    key: np.uint64,
    slot: int,
    actions: Actions,
    count: int,
    slots: Ints,
    keys: Words,
    first: Ints,
    action_of: Ints,
    counts: Ints,
) -> int:
    """Make the node of a key that has none, with an edge for each action; NONE if the tree is full."""
    node, edge = int(counts[NODES]), int(counts[EDGES])
    if node == len(keys) or edge + count > len(action_of):
        return NONE
    for k in range(count):
        action_of[edge + k] = actions[k]
    first[node] = edge
    first[node + 1] = edge + count
    counts[NODES] = node + 1
    counts[EDGES] = edge + count
    slots[slot] = node
    keys[node] = key
    return node

"""A tree of information sets, kept in flat arrays: what each seat could know, and how its actions have done there.

A node is found by the hash of the acting seat's own view, so seats that cannot see a hidden move share a node across
it. Its actions hang on it as a list of edges in ascending order. What is worth a thought at a node is noted when it is
first seen: whoever has the same view has the same legal actions.
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
NODES, EDGES, NOTES = range(3)
"""Places in the array of counts."""
NOTES_A_NODE = 8
"""Room for so many on the average; what finds none is worked out again."""


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
    noted_at: Ints
    """Where a node's notes begin."""
    notes: Ints
    """Their number, and the actions worth a thought."""
    counts: Ints

    @classmethod
    def room_for(cls, iterations: int, most: int) -> Tree:
        """Make an empty tree; there are at most so many actions."""
        size = 2 * iterations + 2
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
            noted_at=np.full(size, NONE, np.int32),
            notes=np.zeros(NOTES_A_NODE * size + most, np.int32),
            counts=np.zeros(3, np.int32),
        )


@rule
def slot_of(key: int, slots: Ints, keys: Words) -> int:
    """Find the slot of a key, or the free one where it belongs."""
    mask = len(slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while slots[slot] != NONE and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@rule
def find_node(key: int, slots: Ints, keys: Words) -> int:
    """Find the node of a key; NONE if there is none."""
    return int(slots[slot_of(key, slots, keys)])


@rule
def add_node(key: int, slots: Ints, keys: Words, counts: Ints) -> int:
    """Make the node of a key that has none; NONE if the tree is full."""
    node = int(counts[NODES])
    if node == len(keys):
        return NONE
    counts[NODES] = node + 1
    slots[slot_of(key, slots, keys)] = node
    keys[node] = key
    return node


@rule
def has_room_to_spare(keys: Words, counts: Ints) -> bool:
    """Whether a node may be made only to note that there is nothing to choose: half the room is for choices."""
    return 2 * int(counts[NODES]) < len(keys)


@rule
def note(node: int, actions: Actions, count: int, noted_at: Ints, notes: Ints, counts: Ints) -> None:
    """Note which actions are worth a thought at a node, if there is a node and room."""
    at = int(counts[NOTES])
    if node != NONE and at + count < len(notes):
        counts[NOTES] = at + count + 1
        noted_at[node] = at
        notes[at] = count
        for k in range(count):
            notes[at + 1 + k] = actions[k]


@rule
def noted(node: int, actions: Actions, noted_at: Ints, notes: Ints) -> int:
    """Read which actions are worth a thought at a node, and how many; 0 if nothing is noted."""
    at = int(noted_at[node]) if node != NONE else NONE
    if at == NONE:
        return 0
    for k in range(notes[at]):
        actions[k] = notes[at + 1 + k]
    return int(notes[at])


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

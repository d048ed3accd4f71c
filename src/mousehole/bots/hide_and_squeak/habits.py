"""Hide and Squeak: how mice choose, as traits of a choice and the weights that were fitted to games.

The odds of a mouse's choices are as e to the sum of its traits, each times its weight. The traits look at nothing but
what everyone knows and the room that the mouse is supposed to be in: so a cat can ask "what would it have done there?".
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.hide_and_squeak.beginner import prey_in
from mousehole.bots.hide_and_squeak.weights import COMMON, HABITS
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.hide_and_squeak.components import (
    CAT_WAYS,
    CORNERS,
    COUNT,
    FELLED,
    HALLWAY,
    NEIGHBOURS,
    NTH,
    ROOM_COUNT,
    SPREAD,
)
from mousehole.games.hide_and_squeak.house import captures_needed, cheese_needed

__all__ = ["COMMON", "HABITS", "KINDS", "TRAITS", "odds_of"]

STARTS, REVIVES, RUNS_OFF, TAKES = range(4)
KINDS = 4
"""Kinds of choices."""

TRAITS = (
    "tokens in the room", "any tokens", "tokens next door", "the cat's room", "one step of the cat", "two steps",
    "three steps", "next to the cat behind a wall", "a corner", "the hallway", "other mice there",
    "other mice next door", "tokens, much cheese still needed", "furniture stands", "stays", "one piece falls",
    "two pieces fall", "rooms it may be in then", "seen, stays", "seen, steps of the cat", "seen, next to the cat",
    "stays with tokens", "steps it runs", "near the cat, many caught", "mice expected there", "last nights, tokens",
)  # fmt: skip
"""What speaks for being in a room next, and of a movement also how one gets there."""
TAKING = (
    "takes", "tokens in the room", "the last token", "share of traps", "no trap left", "one step of the cat",
    "two steps", "seen", "rooms it may be in", "it wins", "cheese still needed", "caught", "last nights",
    "the last mouse", "next to the cat behind a wall", "the first mouse", "seen and near", "traps found",
)  # fmt: skip
"""What speaks for taking a token: in the same places."""
SEEN_BY = 6.0
LAST_NIGHTS = 4

STEP = 1.0 / 32.0
HIGHEST = 12.0
EXPONENTIAL = np.ones(int(2 * HIGHEST / STEP) + 1)
"""e to the power of -HIGHEST, -HIGHEST + STEP, ... HIGHEST, made by multiplying: `exp` differs between machines."""
GROWS, BEGINS = 1.0317434074991028, 6.14421235332821e-06  # e to the power of STEP, and of -HIGHEST
for number in range(len(EXPONENTIAL)):
    EXPONENTIAL[number] = BEGINS if number == 0 else EXPONENTIAL[number - 1] * GROWS


def steps_of_cat(walls: int, start: int) -> list[int]:
    """Count the cat's steps from a room to every room."""
    steps = {start: 0}
    while len(steps) < ROOM_COUNT:
        last = max(steps.values())
        edge = [room for room, number in steps.items() if number == last]
        onward = {b for a in edge for b in range(ROOM_COUNT) if CAT_WAYS[walls, a] >> b & 1}
        steps.update(dict.fromkeys(onward - set(steps), last + 1))
    return [steps[room] for room in range(ROOM_COUNT)]


CAT_STEPS = np.array([[steps_of_cat(walls, start) for start in range(ROOM_COUNT)] for walls in range(2)], np.int64)
IS_CORNER = np.array([room in CORNERS for room in range(ROOM_COUNT)], np.int64)
CORNER_BIT = np.array([CORNERS.index(room) if room in CORNERS else 0 for room in range(ROOM_COUNT)], np.int64)


@rule
def exponential(power: float) -> float:
    """Raise e to a power, roughly, and alike on every machine."""
    return EXPONENTIAL[int((min(max(power, -HIGHEST), HIGHEST) + HIGHEST) / STEP + 0.5)]


@rule
def others_in(s: Record, mouse: int, rooms: int) -> float:
    """Add up the chances that other mice are in some rooms, as far as everyone can tell."""
    expected = 0.0
    for m in range(s.seats - 1):
        mask = int(s.maybe[m])
        if m != mouse and mask:
            expected += float(COUNT[mask & rooms]) / float(COUNT[mask])
    return expected


@rule
def room_traits(s: Record, mouse: int, room: int, out: Numbers) -> None:
    """Write what speaks for being in a room next."""
    tokens = float(s.tokens[room])
    steps = CAT_STEPS[int(s.walls), int(s.cat), room]
    near = NEIGHBOURS[room]
    out[0] = tokens / 3.0
    out[1] = 1.0 if tokens > 0.0 else 0.0
    beside = 0.0
    for k in range(COUNT[near]):
        beside += float(s.tokens[NTH[near, k]])
    out[2] = beside / 6.0
    out[3] = 1.0 if steps == 0 else 0.0
    out[4] = 1.0 if steps == 1 else 0.0
    out[5] = 1.0 if steps == 2 else 0.0
    out[6] = 1.0 if steps == 3 else 0.0
    out[7] = 1.0 if steps > 1 and (near >> int(s.cat)) & 1 else 0.0
    out[8] = float(IS_CORNER[room])
    out[9] = 1.0 if room == HALLWAY else 0.0
    out[10] = others_in(s, mouse, 1 << room)
    out[11] = others_in(s, mouse, near)
    needed = 1.0 - float(s.stored) / float(cheese_needed(s))
    out[12] = needed * out[1]
    out[13] = 1.0 if IS_CORNER[room] and (int(s.upright) >> CORNER_BIT[room]) & 1 else 0.0
    for trait in range(14, len(TRAITS)):
        out[trait] = 0.0
    out[23] = float(s.captures) / float(captures_needed(s)) if steps <= 1 else 0.0
    out[25] = out[1] if s.dawn - s.night < LAST_NIGHTS else 0.0


@rule
def run_traits(s: Record, mouse: int, start: int, run: int, out: Numbers) -> None:
    """Write what speaks for a movement from a room."""
    fall, room = run // ROOM_COUNT, run % ROOM_COUNT
    room_traits(s, mouse, room, out)
    mask = int(s.maybe[mouse])
    is_seen = 1.0 if COUNT[mask] == 1 else 0.0
    stays = 1.0 if fall == 0 and room == start else 0.0
    pieces = COUNT[FELLED[fall]]
    out[14] = stays
    out[15] = 1.0 if pieces == 1 else 0.0
    out[16] = 1.0 if pieces == 2 else 0.0
    out[17] = float(COUNT[SPREAD[fall, mask]]) / SEEN_BY
    out[18] = is_seen * stays
    out[19] = is_seen * float(CAT_STEPS[int(s.walls), int(s.cat), room]) / 3.0
    out[20] = is_seen * (out[4] + out[7])
    out[21] = stays * out[1]
    out[22] = float(abs(room // 3 - start // 3) + abs(room % 3 - start % 3)) / 2.0
    out[24] = prey_in(s, room)


@rule
def take_traits(s: Record, mouse: int, room: int, out: Numbers) -> None:
    """Write what speaks for taking a token in a room rather than leaving it."""
    goal = float(cheese_needed(s))
    mask = int(s.maybe[mouse])
    steps = CAT_STEPS[int(s.walls), int(s.cat), room]
    face_down = 0.0
    for r in range(ROOM_COUNT):
        face_down += float(s.tokens[r])
    traps = float(s.traps_laid - s.traps_found)
    needed = goal - float(s.stored)
    for trait in range(len(TRAITS)):
        out[trait] = 0.0
    out[0] = 1.0
    out[1] = float(s.tokens[room]) / 3.0
    out[2] = 1.0 if s.tokens[room] == 1 else 0.0
    out[3] = 3.0 * traps / max(face_down, 1.0)
    out[4] = 1.0 if traps == 0.0 else 0.0
    out[5] = 1.0 if steps == 1 else 0.0
    out[6] = 1.0 if steps == 2 else 0.0
    out[7] = 1.0 if COUNT[mask] == 1 else 0.0
    out[8] = float(COUNT[mask]) / SEEN_BY
    out[9] = 1.0 if needed <= 1.0 else 0.0
    out[10] = needed / goal
    out[11] = float(s.captures) / float(captures_needed(s))
    out[12] = 1.0 if s.dawn - s.night < LAST_NIGHTS else 0.0
    out[13] = 1.0 if mouse == s.seats - 2 else 0.0
    out[14] = 1.0 if steps > 1 and (NEIGHBOURS[room] >> int(s.cat)) & 1 else 0.0
    out[15] = 1.0 if mouse == 0 else 0.0
    out[16] = out[7] * out[5]
    out[17] = float(s.traps_found) / 3.0


@rule
def odds_of(weights: Numbers, traits: Numbers) -> float:
    """Say how likely a choice is beside others, from its traits and the weights of its kind."""
    total = 0.0
    for trait in range(len(TRAITS)):
        total += weights[trait] * traits[trait]
    return exponential(total)

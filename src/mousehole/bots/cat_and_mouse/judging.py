"""What an unfinished heist is worth: a sum of weights, one from each of a few tables, fitted to playouts.

The weights stand in `weights`; `benchmarks/cat_and_mouse_weights.py` fits them anew. They say how the playouts of
`lean` end on the average, to about 0.23, where one playout says -1 or 1: as good a judge, and much faster.
"""

from __future__ import annotations

import math

import numpy as np

from mousehole.bots.bits import size
from mousehole.bots.cat_and_mouse.loot import LINES
from mousehole.bots.cat_and_mouse.names import likeliest_room
from mousehole.bots.cat_and_mouse.weights import WEIGHTS
from mousehole.engine.rule import Numbers, Record, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, CALLING_CARD, LONGEST_ROW, PICKPOCKET, SMOKE_BOMB
from mousehole.games.cat_and_mouse.decks import copies_of
from mousehole.games.cat_and_mouse.knowledge import count_possible

ROUND, ASKED, TO_ACT, LOOTING, SPRUNG, BETWEEN = range(6)
"""Stages of a round."""
STAGE = np.full(13, BETWEEN, np.int64)
STAGE[[4, 5]] = ROUND
STAGE[codes.NAME], STAGE[codes.TURN], STAGE[codes.KEEP], STAGE[[codes.STAY, codes.TRAP]] = (
    ASKED,
    TO_ACT,
    LOOTING,
    SPRUNG,
)

SHAPES = (
    (6, 13, 6),  # stage, possible rooms, turns elsewhere
    (4, 4, 3, 6),  # cards in the deck that complete a set, sets begun, progress, turns here
    (2, 2, 6, 3),  # Calling Card, Smoke Bomb, turns here, progress
    (3, 2, 6, 6),  # loot in the room, whether looked at, turns here, turns elsewhere
    (3, 2, 6, 3),  # progress, Smoke Bomb, stage, whether one room or two are possible
    (3, 2, 2, 2),  # the trap, Calling Card, set, Smoke Bomb
    (4, 4, 6, 3),  # the pocket now, the pocket after looting, turns here, progress
    (2, 6, 4, 3),  # whether the room completes a set, turns here, cards that complete one after looting, progress
    (4, 6, 6),  # the pocket now, stage, turns here
)
"""The tables one behind the other."""
SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH = (
    sum(math.prod(shape) for shape in SHAPES[:i]) for i in range(1, len(SHAPES))
)


@rule
def judge(s: Record, out: Numbers) -> None:
    """Say what a position is worth: look up each trait's weight, add up, and squeeze between -1 and 1."""
    a, b, c, d, e, f, g, h, i = traits(s)
    w = WEIGHTS[min(int(s.tricks), 1)]
    sum_of = w[a] + w[b] + w[c] + w[d] + w[e]
    sum_of += w[f] + w[g] + w[h] + w[i]
    worth = sum_of / math.sqrt(1.0 + sum_of * sum_of)
    out[codes.MOUSE] = worth
    out[codes.INSPECTOR] = -worth


@rule
def traits(s: Record) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Find a position's place in each of the tables."""
    stage = STAGE[s.phase]
    rooms = count_possible(s)
    here = min(rooms // 2, 5)
    elsewhere = min((LONGEST_ROW - int(s.laid)) // 2, 5)
    heap, attached = int(s.hand), int(s.attached)
    has_set, begun, completing, then_completing, has_room_set = prospects(s, heap & ALL_LOOT, attached & ALL_LOOT)
    progress = 2 if has_set else int(completing & attached != 0)
    in_deck = min(size(completing & int(s.stock)), 3)
    later = min(size(then_completing & int(s.stock)), 3)
    calling, smoke = min(copies_of(heap, CALLING_CARD), 1), min(copies_of(heap, SMOKE_BOMB), 1)
    picks = min(copies_of(heap, PICKPOCKET), 1)
    pocket = 2 * picks + int(completing & int(s.pocket) != 0)
    picks = max(picks, min(copies_of(attached, PICKPOCKET), 1))
    then_pocket = 2 * picks + int(then_completing & int(s.pocket) != 0)
    trap = 0
    if stage == SPRUNG:
        trap = 1 + int(likeliest_room(s)[0] == s.room)
    return (
        (stage * 13 + rooms) * 6 + elsewhere,
        SECOND + ((in_deck * 4 + min(begun, 3)) * 3 + progress) * 6 + here,
        THIRD + ((calling * 2 + smoke) * 6 + here) * 3 + progress,
        FOURTH + ((min(int(s.attached_count), 2) * 2 + int(s.looked)) * 6 + here) * 6 + elsewhere,
        FIFTH + ((progress * 2 + smoke) * 6 + stage) * 3 + min(rooms, 2),
        SIXTH + ((trap * 2 + calling) * 2 + has_set) * 2 + smoke,
        SEVENTH + ((pocket * 4 + then_pocket) * 6 + here) * 3 + progress,
        EIGHTH + ((has_room_set * 6 + here) * 4 + later) * 3 + progress,
        NINTH + (pocket * 6 + stage) * 6 + here,
    )


@rule
def prospects(s: Record, hand: int, room: int) -> tuple[int, int, int, int, int]:
    """Look at all sets, with the hand as it is and with all that lies in the room.

    Say whether one is complete, how many are begun, which cards complete one now and which then, as masks, and whether
    the room holds the last two of one.
    """
    gone = int(s.pocket) | int(s.left_seen) | int(s.left_blind)
    has_set = begun = completing = then_completing = has_room_set = 0
    for i in range(len(LINES)):
        line = LINES[i]
        missing = line & ~hand
        missing_then = missing & ~room
        lacking, lacking_then = size(missing), size(missing_then)
        if lacking == 0:
            has_set = 1
        elif lacking == 1:
            completing |= missing
        elif lacking == 2:
            begun += int(line & gone == 0)
            has_room_set |= int(missing_then == 0)
        if lacking_then == 1:
            then_completing |= missing_then
    return has_set, begun, completing, then_completing, has_room_set

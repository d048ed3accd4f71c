"""What the names that a Mouse calls betray: the Inspector's belief, and which of them are safe to call."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse.components import ROOM_COUNT
from mousehole.games.cat_and_mouse.decks import bit_of, count_bits, nth_room
from mousehole.games.cat_and_mouse.house import clues_to_win
from mousehole.games.cat_and_mouse.knowledge import last_search, possible_rooms

USUAL_OWN, USUAL_OTHER = 1.0, 9.0
"""Before anything is known of a Mouse, it is taken for one that named its own room once and others so often."""
OTHER_NAMES = 8.0
"""Among so many other rooms a Mouse chooses."""
CORNERED_TRUTH = 0.6
"""How often a Mouse names its own room if a clue would be the third."""


@rule
def times_named(s: Record, room: int, first: int) -> int:
    """Count how often the Mouse named a room since a round."""
    times = 0
    for turn in range(first, s.turn + 1):
        if s.named[turn] == room:
            times += 1
    return times


@rule
def is_cornered(s: Record, turn: int) -> bool:
    """Whether a clue in some round would have been the last one needed."""
    return count_bits(int(s.hits) & ((1 << turn) - 1)) == clues_to_win(s) - 1


@rule
def past_truths(s: Record) -> tuple[float, float]:
    """Count how often the Mouse named its own room and another one, in rooms it has left, and add what is usual."""
    own, other = USUAL_OWN, USUAL_OTHER
    for place in range(s.laid):
        if (int(s.row_mouse) >> place) & 1:
            turn = int(s.row_turn[place])
            while turn > 0 and (turn == s.row_turn[place] or not (int(s.searches) >> turn) & 1):
                if s.named[turn] > 0 and not is_cornered(s, turn):
                    if s.named[turn] == s.row[place]:
                        own += 1.0
                    else:
                        other += 1.0
                turn -= 1
    return own, other


@rule
def plausibility(s: Record, room: int, own: float, other: float) -> float:
    """How plausible the names since the Mouse's last search are if it is in a room, given its truths in the past."""
    plausible = 1.0
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] > 0:
            truth = CORNERED_TRUTH if is_cornered(s, turn) else own / (own + other)
            if s.named[turn] == room:
                plausible *= truth
                own += 1.0
            else:
                plausible *= (1.0 - truth) / OTHER_NAMES
                other += 1.0
    return plausible


@rule
def names_here(s: Record) -> int:
    """Mask the rooms the Mouse has named since its last search."""
    mask = 0
    for turn in range(last_search(s) + 1, s.turn + 1):
        if s.named[turn] > 0:
            mask |= bit_of(s.named[turn])
    return mask


@rule
def likeliest_room(s: Record) -> tuple[int, float]:
    """Find the likeliest of the rooms that are possible to the Inspector, of several alike any, and its chance."""
    rooms = possible_rooms(s)
    count = count_bits(rooms)
    start = disorder(s) % count
    best, highest, total = 0, 0.0, 0.0
    own, other = past_truths(s)
    named, unnamed = names_here(s), plausibility(s, 0, own, other)
    for i in range(count):
        room = nth_room(rooms, (start + i) % count)
        chance = plausibility(s, room, own, other) if named & bit_of(room) else unnamed
        total += chance
        if chance > highest:
            best, highest = room, chance
    return best, highest / total


@rule
def disorder(s: Record) -> int:
    """Make a number that only the Inspector can know, to choose among equals by."""
    mixed = int(s.drawn[0]) * 29 + int(s.drawn[1]) * 31 + int(s.pocket)
    for place in range(s.laid):
        mixed = mixed * 5 + int(s.row[place])
    return (mixed ^ (mixed >> 7) ^ (mixed >> 13)) & 0xFFFF


@rule
def maybe_unwatched(s: Record) -> int:
    """Mask the rooms that the Mouse does not know to be in the row: its own, and those it saw in the deck at last."""
    mask = (1 << ROOM_COUNT) - 1
    since = last_search(s)
    for place in range(s.laid):
        if s.row[place] > 0 and (s.row_turn[place] <= since or ((int(s.row_up) >> place) & 1)):
            mask &= ~bit_of(s.row[place])
    for i in range(ROOM_COUNT):
        if s.missed[i] > 0:
            mask &= ~(1 << i)
    return mask


@rule
def risk_of(s: Record, room: int) -> float:
    """Estimate how likely the row holds a room that the Mouse saw in the deck at last, and perhaps has named since."""
    since = last_search(s)
    cards = ROOM_COUNT - 1 - int(s.laid) + int(s.turn) - since
    checked = since
    for turn in range(since + 1, s.turn):
        if s.named[turn] == room:
            checked = turn
    return float(int(s.turn) - checked) / float(max(1, cards - (checked - since)))

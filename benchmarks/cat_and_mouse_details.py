"""Situations of Cat & The Mouse in more detail, for those who attack a bot that looks at less."""

from __future__ import annotations

from mousehole.bots.cat_and_mouse.situations import (
    inspector_situation,
    loot_situation,
    mouse_situation,
    other_names,
    simplest,
    tricks_of,
)
from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT
from mousehole.games.cat_and_mouse.decks import bit_of
from mousehole.games.cat_and_mouse.knowledge import last_search, possible_rooms

CARDS_OF_A_SET = 3
LOW = (1 << 62) - 1


@rule
def stirred(key: int, number: int) -> int:
    """Stir a number into a key."""
    key = ((key ^ (number + 1)) * 6364136223846793005) & LOW
    return key ^ (key >> 29)


@rule
def detail(s: Record, seat: int) -> int:
    """Tell the situation of the seat that acts, in detail."""
    return inspector_detail(s) if seat == codes.INSPECTOR else mouse_detail(s)


@rule
def mouse_detail(s: Record) -> int:
    """Add to the Mouse's situation all clues, when it named its own room, and all loot wherever it decides."""
    key = stirred(mouse_situation(s), int(s.clues))
    own = 0
    for turn in range(last_search(s) + 1, s.turn + 1):
        own = 4 * own + int(s.named[turn] > 0) + int(s.named[turn] == s.room) + int((int(s.hits) >> turn) & 1) * 3
    key = stirred(stirred(key, own), other_names(s))
    return loot_situation(s, 1) ^ key


@rule
def inspector_detail(s: Record) -> int:
    """Add to the Inspector's situation the pattern of names, how true earlier ones were, and the loot left behind."""
    key = inspector_situation(s)
    if s.phase not in (codes.ANNOUNCE, codes.TRAP):
        return key
    rooms = possible_rooms(s)
    since = last_search(s)
    for turn in range(since + 1, s.turn + 1):
        name = int(s.named[turn])
        if name > 0:
            first = turn
            while first > since + 1 and s.named[first - 1] != name:
                first -= 1
            said = 0 if s.named[first - 1] != name or first - 1 <= since else turn - first + 1
            state = 2 if (int(s.hits) >> turn) & 1 else int((rooms & bit_of(name)) != 0)
            key = stirred(key, 3 * said + state)
    own = other = 0
    for place in range(s.laid):
        if (int(s.row_mouse) >> place) & 1:
            turn = int(s.row_turn[place]) - 1
            while turn > 0 and not (int(s.searches) >> turn) & 1:
                own += int(s.named[turn] == s.row[place])
                other += int(s.named[turn] != s.row[place] and s.named[turn] > 0)
                turn -= 1
    key = stirred(key, min(own, 2) * 3 + min(other, 2))
    if s.held >= CARDS_OF_A_SET:
        left = int(s.left_seen) + int(s.left_blind)
        key = stirred(stirred(key, simplest(int(s.pocket) & ALL_LOOT, left & ALL_LOOT, 0)), tricks_of(left))
    return key

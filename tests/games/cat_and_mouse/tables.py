"""Positions for tests, made by hand or by dictating what happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mousehole.engine.record import new_records
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, ROOM_COUNT, TRICK_DECK, UNIT
from mousehole.games.cat_and_mouse.decks import count_cards

GAME = load("cat_and_mouse")
RULES = GAME.rules


def heap(*cards: int) -> int:
    """Pack cards into a heap."""
    return sum(int(UNIT[card]) for card in cards)


def mask(rooms: Iterable[int]) -> int:
    """Pack rooms into a mask."""
    return sum(1 << (room - 1) for room in rooms)


def fresh(tricks: int = 1, subtle: int = 0, deep: int = 0, seed: int = 1) -> Record:
    """Set up a game; the result is an array with one position."""
    return GAME.deal(2, (tricks, subtle, deep), seed)


def lay_row(s: Record, cards: Sequence[tuple[int, int, int]], *, up: Sequence[int] = (), shown: bool = False) -> None:
    """Lay (room, seat, round) cards; `up` are rooms that are clues, `shown` says that everyone knows all of them."""
    s.row[:] = 0
    s.row_turn[:] = 0
    s.laid = len(cards)
    s.row_mouse = s.row_up = s.row_shown = s.hits = 0
    for place, (room, seat, turn) in enumerate(cards):
        s.row[place] = room
        s.row_turn[place] = turn
        s.row_mouse |= (seat == codes.MOUSE) << place
        s.row_up |= (room in up) << place
        s.row_shown |= (shown and room not in up) << place
    for turn, room in enumerate(up, start=1):
        s.named[turn] = room
        s.hits |= 1 << turn
    s.clues = len(up)
    settle_maps(s)


def rooms_by_turns(count: int) -> list[tuple[int, int, int]]:
    """Lay the rooms 1, 2, 3, ...: the Inspector's card and the Mouse's card in each round."""
    return [(room, (room - 1) % 2, (room + 1) // 2) for room in range(1, count + 1)]


def settle_maps(s: Record) -> None:
    """Put into the Map deck what lies nowhere else, in no known order."""
    elsewhere = {int(room) for room in s.row[: s.laid]} | {int(s.room)} | {int(room) for room in s.drawn}
    s.deck = mask(room for room in range(1, ROOM_COUNT + 1) if room not in elsewhere)
    s.bottom = 0


def give(s: Record, **heaps: Sequence[int]) -> None:
    """Put cards into the heaps named and leave the rest in the Loot deck."""
    counts = {"attached": "attached_count", "hand": "held", "pocket": "pockets"}
    counts |= {"left_seen": "left_seen_count", "left_blind": "left_blind_count"}
    for name, cards in heaps.items():
        s[name] = heap(*cards)
        if name in counts:
            s[counts[name]] = len(cards)
    named = (s.pocket, s.attached, s.hand, s.left_seen, s.left_blind, s.used)
    s.stock = ALL_LOOT + int(TRICK_DECK[s.tricks]) - sum(int(part) for part in named)
    s.stocks = count_cards(int(s.stock))


def mid_game(
    phase: int,
    *,
    room: int = 7,
    turn: int = 4,
    row: Sequence[tuple[int, int, int]] = (
        (1, codes.INSPECTOR, 1),
        (2, codes.INSPECTOR, 2),
        (3, codes.INSPECTOR, 3),
        (4, codes.INSPECTOR, 4),
    ),
    up: Sequence[int] = (),
    tricks: int = 1,
    subtle: int = 0,
    deep: int = 0,
    **heaps: Sequence[int],
) -> Record:
    """Make a position in the middle of a game: the Mouse in a room since turn one, a row, and loot as named."""
    states = fresh(tricks, subtle, deep)
    s = states.record
    s.phase = phase
    s.turn = turn
    s.room = room
    s.searches = 1
    lay_row(s, row, up=up)
    give(s, **{"pocket": (0,), **heaps})
    return states


def small_house(rooms: int, *, tricks: int = 2, subtle: int = 0, seed: int = 1) -> Record:
    """Make a position in which only so many rooms are unknown: the Mouse is about to take one of them.

    All others lie in the row where everyone knows them. The Mouse holds both Calling Cards if there are two.
    """
    states = fresh(tricks, subtle, 0, seed)
    s = states.record
    s.phase = codes.NEW_ROOM
    laid = range(rooms % 2, ROOM_COUNT - rooms + rooms % 2)
    known = [(rooms + 1 + n, i % 2, 1 + i // 2) for n, i in enumerate(laid)]
    s.turn = known[-1][2]
    s.searches = (2 << int(s.turn)) - 1
    lay_row(s, known, shown=True)
    give(s, pocket=(0,), hand=(9,) * tricks)
    return states


def play(states: Record, *actions: int) -> Record:
    """Play actions for whoever is to act, each checked to be legal."""
    for action in actions:
        seat = states.actors()[0]
        assert action in states.legal(seat), (action, states.legal(seat))
        RULES.apply(states.record, seat, action)
    return states


def legal(states: Record) -> list[int]:
    """List the legal actions of whoever is to act."""
    return states.legal(states.actors()[0])


def told(states: Record) -> list[list[int]]:
    """List the events."""
    s = states.record
    return [[int(n) for n in event] for event in s.events[: s.event_count]]


def worlds(states: Record, viewer: int, count: int, seed: int = 1) -> Record:
    """Redeal a viewer's view so many times."""
    found = new_records(RULES.State, count)
    view = states.view(viewer)
    rng = np.array([seed], np.uint64)
    for i in range(count):
        found[i] = view.record
        RULES.redeal(found[i], viewer, rng)
    return found

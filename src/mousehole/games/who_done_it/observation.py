"""What the numbers in a record of Who Done It? can be."""

from __future__ import annotations

from mousehole.engine.observing import Fields, amount, category, flag, members
from mousehole.games.who_done_it import FACTS, codes
from mousehole.games.who_done_it.components import BELT, CARD_COUNT, CELLS, FRAME, ROLL
from mousehole.games.who_done_it.maze import LEFT_OUT as NOT_IN_PLAY

CELL = category(CELLS - 1, -1)  # -1: not in the maze
CARD = category(CARD_COUNT - 1, -1)  # -1: none
LINE = amount(FRAME - 1)
ROOMS = members(ROLL * ROLL)
"""Cells of the frame, rolled up to seven by seven."""
AGENDAS = members(4)
QUARTERS = 3

FIELDS: Fields = {
    "seats": amount(1),
    "layout": category(FACTS.options[0].high),
    "easier": flag(),
    "phase": category(codes.OVER),
    "turns": amount(CARD_COUNT + BELT),
    "ended": category(max(codes.ENDINGS)),
    "mouse": CELL,
    "cat": CELL,
    "cheese": CELL,
    "top": CARD,
    "where": category(CELLS - 1, NOT_IN_PLAY),
    "turn": category(QUARTERS),
    "low_column": LINE,
    "high_column": LINE,
    "low_row": LINE,
    "high_row": LINE,
    "open": ROOMS,
    "holed": ROOMS,
    "deck": members(CARD_COUNT),
    "rooms": ROOMS,
    "full": ROOMS,
    "belt": CARD,
    "unseen": amount(CARD_COUNT),
    "drawn": amount(CARD_COUNT + BELT + 2),  # maze cards, four agendas, the Cat and the Cucumber
    "seen": AGENDAS,
    "last": category(3, -1),
    "fresh": AGENDAS,
    "kept": AGENDAS,
    "slips": flag(),
    "active": category(codes.EITHER, -1),
    "covering": flag(),
    "placed": CELL,
    "mover": category(1, -1),
    "may_stay": flag(),
    "ways": ROOMS,
    "drew": flag(),
    "event_count": amount(codes.MOST_EVENTS),
    "events": (
        category(max(codes.EVENTS)),
        category(CELLS - 1, -1),  # a card, a cell, an agenda, or who
        category(CELLS - 1, -1),  # a cell, or yes and no
        category(CELLS - 1, -1),  # a cell, a card, or quarter turns
    ),
}
LEFT_OUT: frozenset[str] = frozenset()
"""Fields that are 0 whenever somebody is asked."""

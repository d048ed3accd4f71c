"""Positions of Hide and Squeak as drawings.

A house is three rows of three cells, such as

    C2 .2 p2
    .3 .2 .2
    .2 bt1! .2

In a cell, C is the cat, p b t n o are the five mice (Pip, Bramble, Tuppence, Nib, Oat), a digit is the number of
tokens, and each ! a trap among them.
"""

from __future__ import annotations

import re

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import ALL_ROOMS

LETTERS = "pbtno"


def house(drawing: str, *, mice: int | None = None, dawn: int = 20, walls: str = "east_west", **agreed: int) -> Match:
    """Set up a match in the cat's phase of round 1, as drawn; mice that are not drawn are stunned since earlier."""
    cells = drawing.split()
    assert len(cells) == 9
    count = mice or max(LETTERS.index(letter) for letter in re.findall(f"[{LETTERS}]", drawing)) + 1
    options: dict[str, int | str] = {"dawn": dawn, "walls": walls, **agreed}
    match = Match.start(load("hide_and_squeak"), seats=count + 1, options=options, seed=1)
    s = match.state.record
    s.phase, s.left, s.night, s.turn, s.traps_laid = (
        codes.PROWL,
        agreed.get("cat_actions", 4),
        1,
        codes.CAT,
        drawing.count("!"),
    )
    for m in range(count):
        s.stunned[m] = codes.STUNNED
    for room, cell in enumerate(cells):
        s.tokens[room] = int(re.sub(r"\D", "", cell) or 0)
        s.traps[room] = cell.count("!")
        if "C" in cell:
            s.cat = room
        for m, letter in enumerate(LETTERS):
            if letter in cell:
                s.room[m], s.stunned[m], s.maybe[m] = room, codes.AWAKE, ALL_ROOMS
    s.events[:] = 0
    s.event_count = 0
    return match


def play(match: Match, *names: str) -> Match:
    """Play moves by their names, each by whoever is to move."""
    for name in names:
        (seat,) = match.actors()
        match.step(seat, match.parse_move(seat, name))
    return match


def names(match: Match) -> list[str]:
    """List the names of the legal moves of whoever is to move."""
    (seat,) = match.actors()
    return list(match.move_names(seat))


def maybe(match: Match, mouse: int) -> list[int]:
    """List the rooms in which the cat must expect a mouse."""
    mask = int(match.state.maybe[mouse])
    return [room for room in range(9) if mask >> room & 1]

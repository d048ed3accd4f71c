"""The line that says what is at stake, on every game: where there is one, where none and why, how long it is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.match import Match
from mousehole.games import IDS, room

MODES = list(modes())
LONGEST = 100
"""Two lines of a phone that is 375 pixels wide."""

ALWAYS = ""
SILENT: dict[str, dict[str, str]] = {
    "hide_and_squeak": {
        "spares": ALWAYS,
        "traps": ALWAYS,
        "starts": ALWAYS,
        "prowl": ALWAYS,
        "cheese": "a mouse that cannot take anything has nothing to decide",
        "run": ALWAYS,
    },
    "cat_and_mouse": {
        "pocket": ALWAYS,
        "second_pocket": "without tricks nobody can pick a pocket, and a second card is only a card more",
        "first_room": ALWAYS,
        "monitor": ALWAYS,
        "announce": ALWAYS,
        "name": ALWAYS,
        "stay": ALWAYS,
        "trap": ALWAYS,
        "turn": ALWAYS,
        "keep": ALWAYS,
        "put_back": ALWAYS,
        "new_room": ALWAYS,
    },
    "cloaked_cats": {
        "play": ALWAYS,
        "guess": "with nobody left to ask there is nothing to decide",
    },
    "mice_heist": {
        "select": ALWAYS,
        "bet": ALWAYS,
        "scout": ALWAYS,
        "play": ALWAYS,
        "pick_chip": ALWAYS,
        "learn": ALWAYS,
        "look_on": "who has no card can only draw one, which costs nothing",
        "discard": "the prompt says all there is to it: how many cards are drawn",
    },
    "who_done_it": {
        "abilities": ALWAYS,
        "turn": "no character runs by it, and no rule can be broken: the maze itself shows what it changes",
        "cover": ALWAYS,
        "place": ALWAYS,
        "run": "a run is at stake only where the prey is within reach",
        "cat": ALWAYS,
    },
}
"""For every phase of every game: why it says nothing at times, or that it always says something."""


def decisions(match: Match, chooser: random.Random) -> Iterator[tuple[str, int]]:
    """Play a game, and name before each move the phase and every seat that is asked."""
    phases = room(match.game.facts.id, "codes").PHASES
    while not match.is_over and len(match.moves) < 300:
        for seat in match.actors():
            yield phases[int(match.view(seat).record.phase)], seat
        match.step(*careful_move(match, chooser))


def test_every_phase_is_thought_of() -> None:
    """Each phase of each game has a line that says what is at stake, or a reason why it has none."""
    for game_id in IDS:
        assert set(SILENT[game_id]) == set(room(game_id, "codes").PHASES.values()) - {"over"}


@pytest.mark.parametrize("game_id", IDS)
def test_a_line_is_silent_only_for_its_reason(game_id: str) -> None:
    """In whole games every phase comes up, and says something unless a reason for silence is written down."""
    spoke: dict[str, set[bool]] = {}
    tables = [table for table in MODES if table.game_id == game_id]
    for seed in range(40):
        if seed > 1 and set(spoke) == set(SILENT[game_id]):
            break
        for table in tables:
            match = open_table(table, seed)
            for phase, seat in decisions(match, random.Random(seed)):
                spoke.setdefault(phase, set()).add(bool(match.view(seat).at_stake()))
    assert set(spoke) == set(SILENT[game_id])
    assert {phase for phase, said in spoke.items() if False in said} <= {p for p, why in SILENT[game_id].items() if why}
    assert {phase for phase, said in spoke.items() if True not in said} <= {"discard", "turn"}


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_line_is_short(table: Table) -> None:
    """What is at stake fits two lines of a phone, the goal two lines of its card; nobody else is told what one is."""
    match = open_table(table, 5)
    for _, asked in decisions(match, random.Random(5)):
        assert len(match.view(asked).at_stake()) <= LONGEST
        for seat in range(-1, match.seats):
            assert seat in match.actors() or match.view(seat).at_stake() == ""
            assert all(0 < len(line) <= LONGEST + 20 for line in match.view(seat).goal())

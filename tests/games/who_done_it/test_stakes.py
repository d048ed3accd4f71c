"""Who Done It?: what is said to be at stake is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.contract.walking import careful_move

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.maze import prey_cell

STUCK = {codes.MOUSE_STUCK, codes.CAT_STUCK}
RUN_OVER = {codes.MOUSE_OVER_CHEESE, codes.CAT_OVER_MOUSE}


def asked(*phases: int, games: int = 40, **options: int) -> Iterator[tuple[Match, str]]:
    """Play games, and yield what is said to be at stake in some phases."""
    for seed in range(games):
        match, chooser = Match.start(load("who_done_it"), options=dict(options), seed=seed), random.Random(seed)
        while not match.is_over:
            if match.state.record.phase in phases:
                yield match, match.view(0).at_stake()
            match.step(*careful_move(match, chooser))


def test_a_placement_loses_as_said() -> None:
    """WD-4.5, WD-4.6: a card through which the Active Character cannot run loses; where it can, it is asked."""
    heard = set()
    for match, line in asked(codes.PLACE_A_CARD):
        who = "Mouse" if match.state.record.active == 0 else "Cat"
        assert line.startswith(
            f"The {who} must run through it. Stuck, or onto the {'Cheese' if who == 'Mouse' else 'Mouse'}"
        )
        for action in match.legal(0):
            after = match.after(0, action).record
            assert after.ended in STUCK or after.phase == codes.MOVE
            heard.add(int(after.ended))
    assert heard >= {0, codes.MOUSE_STUCK}


def test_the_prey_is_named_where_it_can_be_run_over() -> None:
    """WD-4.6: running onto the prey ends the game; it is said where, and only where, that can be chosen."""
    heard = set()
    for match, line in asked(codes.MOVE, games=300):
        record = match.state.record
        onto = codes.RUN + int(prey_cell(record, int(record.mover)))
        assert (onto in match.legal(0)) == bool(line)
        heard.add(line)
        if line:
            assert match.after(0, onto).record.ended in RUN_OVER
    assert heard >= {"", "Onto the Cheese: you lose at once."}


def test_the_cat_is_built_beside_from_then_on() -> None:
    """WD-4.1, WD-8.2: after the Cat has come out the next placement is beside it, in easier mode beside either."""
    for easier in (0, 1):
        for match, line in asked(codes.BRING_CAT, easier=easier):
            assert ("or the Mouse" in line) == bool(easier)
            after = match.after(0, match.legal(0)[0]).record
            if after.phase == codes.PLACE_A_CARD:
                assert after.active == (codes.EITHER if easier else 1)

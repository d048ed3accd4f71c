"""What a bot knows about Who Done It?: it foresees mazes as the rules make them, and does not walk into a loss."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.contract.tables import Table
from tests.contract.walking import careful_move, loses_at_once, open_table

from mousehole.bots.who_done_it import (
    CONSIDERED,
    LOST,
    SKILLED,
    cast_now,
    greedy,
    judge,
    lean,
    narrow,
    runs,
    sides_now,
    sides_with,
    walls_between,
    worth_of,
)
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.who_done_it.actions import PLACEMENTS, cell_of, slot_of, turn_of
from mousehole.games.who_done_it.maze import ALL, bit_at, trace_from_mouse
from mousehole.games.who_done_it.turn import ABILITIES, MOVE, PLACE_A_CARD

GAME = load("who_done_it")
RNG = np.array([1], np.uint64)
each_table = pytest.mark.parametrize("options", [(setup, easier) for setup in range(4) for easier in (0, 1)])


def positions(options: tuple[int, int], games: int = 12) -> Iterator[Match]:
    """Walk carefully through some games and stop at every decision between several moves."""
    for seed in range(games):
        match, chooser = open_table(Table("who_done_it", 1, options), seed), random.Random(seed)
        while match.actors():
            if len(match.legal(0)) > 1:
                yield match
            match.step(*careful_move(match, chooser))


def moves_of(match: Match) -> tuple[np.ndarray, int]:
    """List the legal moves as a search gets them."""
    legal = match.legal(0)
    actions = np.zeros(GAME.facts.max_actions, np.int32)
    actions[: len(legal)] = legal
    return actions, len(legal)


@each_table
def test_a_placement_is_foreseen_as_the_rules_make_it(options: tuple[int, int]) -> None:
    """WD-4.4, WD-4.6: sides, turned neighbours and the first character's ways are those the rules find."""
    compared = 0
    for match in positions(options):
        s = match.state[0]
        if s.phase == PLACE_A_CARD and not s.slips:
            action = match.legal(0)[len(match.moves) % len(match.legal(0))]
            number, who = action % PLACEMENTS, action // PLACEMENTS
            card, cell = int(s.belt[slot_of(number)]), cell_of(number)
            sides = sides_with(s, card, cell, turn_of(number))
            ways = runs(s, sides, int(s.rooms) | int(bit_at(cell)), cell, who, cast_now(s))
            after = match.state.copy()
            GAME.rules.apply(after[0], 0, action)
            assert tuple(int(cells) for cells in after[0].open) == tuple(int(cells) for cells in sides)
            if after[0].phase == MOVE and after[0].mover == who:
                assert int(after[0].ways) == int(ways)
                compared += 1
            else:
                assert ways == 0
    assert compared > 20


@each_table
def test_beginners_and_playouts_do_not_lose_at_once(options: tuple[int, int]) -> None:
    """WD-4.5: where some move does not lose at once, neither `greedy` nor `lean` chooses one that does."""
    for match in positions(options, 6):
        actions, count = moves_of(match)
        safe = [action for action in match.legal(0) if not loses_at_once(match, 0, action)]
        if safe and not match.state[0].slips:
            view = match.view(0)[0]
            for policy in (greedy, lean):
                assert int(policy(view, 0, actions, count, RNG)) in safe


@each_table
def test_a_search_considers_a_few_good_moves_in_order(options: tuple[int, int]) -> None:
    """`narrow` keeps legal moves in ascending order, the best of them among these, and lost ones only if all are."""
    for match in positions(options, 6):
        view = match.view(0)[0]
        actions, count = moves_of(match)
        best = int(lean(view, 0, actions, count, RNG))
        kept = [int(action) for action in actions[: narrow(view, 0, actions, count)]]
        assert kept == sorted(set(kept) & set(match.legal(0)))
        assert best in kept
        if view.phase != ABILITIES:
            assert 1 <= len(kept) <= CONSIDERED
            assert len(kept) == 1 or all(worth_of(view, action, SKILLED) > LOST for action in kept)


@each_table
def test_walls_and_paths_agree(options: tuple[int, int]) -> None:
    """WD-6.1: no wall is between two characters exactly if they are connected."""
    for match in positions(options, 4):
        s = match.state[0]
        to_cheese, to_cat = walls_between(sides_now(s), cast_now(s), ALL)
        traced = int(trace_from_mouse(s))
        assert (to_cheese == 0) == bool(traced & int(bit_at(int(s.cheese))))
        assert (to_cat == 0) == bool(traced & int(bit_at(int(s.cat))))


@each_table
def test_a_judgement_is_a_chance(options: tuple[int, int]) -> None:
    """`judge` stays between a sure loss and a sure win, in every phase of the game."""
    out = np.zeros(1)
    seen = set()
    for match in positions(options, 4):
        judge(match.state[0], out)
        assert -1 < out[0] < 1
        seen.add(round(float(out[0]), 3))
    assert len(seen) > 10


@each_table
def test_a_remark_says_how_things_stand(options: tuple[int, int]) -> None:
    """The sentence beside a hint tells the room left and whose agenda the maze would suit, from the view alone."""
    for match in positions(options, 4):
        text = GAME.words.remark(match.view(0)[0], 0)  # type: ignore[attr-defined]
        assert "still empty; " in text
        assert text.endswith(".")
        assert (" decides, and " in text) == (match.state[0].last >= 0)

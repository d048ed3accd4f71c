"""Who knows what in Hide and Squeak: masks and redeals are exact."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats
from tests.contract.walking import careful_move
from tests.games.hide_and_squeak.house import house, play

from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes, rules


def public_part(match: Match, states: Record) -> bytes:
    """Return what the cat sees, without the masks under test."""
    seen = states.view(codes.CAT)
    seen.record.maybe = 0
    return seen.tobytes()


@pytest.mark.parametrize("seed", range(8))
def test_the_masks_are_exactly_what_the_cat_can_know(seed: int) -> None:
    """HS-3.2, HS-3.3, HS-4.1, HS-4.5, HS-5.2: the product of the masks is the set of worlds that fit all the cat saw.

    The slow twin keeps every joint position of the mice and plays every hidden move in each of them.
    """
    match, chooser = Match.start(load("hide_and_squeak"), seats=3, seed=seed), random.Random(seed)
    worlds: dict[tuple[int, ...], Record] = {(codes.OFF_BOARD, codes.OFF_BOARD): match.state}
    while match.actors() and match.state.night < 8:
        seat, action = careful_move(match, chooser)
        match.step(seat, action)
        if match.is_over:
            break
        seen = public_part(match, match.state)
        after: dict[tuple[int, ...], Record] = {}
        for world in worlds.values():
            for other in [action] if seat == codes.CAT else world.legal(seat):
                trial = world.copy()
                match.game.rules.apply(trial.record, seat, other)
                if public_part(match, trial) == seen:
                    after[tuple(int(r) for r in trial.room[:2])] = trial
        worlds = after
        assert set(worlds) == set(product(*(rooms_of(match.state.record, m) for m in range(2))))


def rooms_of(s: Record, mouse: int) -> list[int]:
    """List the rooms of a mask; a mouse off the board is off the board."""
    if s.room[mouse] == codes.OFF_BOARD:
        assert s.maybe[mouse] == 0
        return [codes.OFF_BOARD]
    return [room for room in range(9) if int(s.maybe[mouse]) >> room & 1]


def test_the_cat_redeals_each_mouse_uniformly() -> None:
    """HS-3.2: each mouse is drawn uniformly from its mask, independently of the others."""
    match = play(house("p2 .2 .2 .2 C2 .2 .2 .2 b2"), "listen")
    rng, seen = np.array([1], np.uint64), Counter[tuple[int, int]]()
    for _ in range(4000):
        world = match.view(codes.CAT)
        rules.redeal(world.record, codes.CAT, rng)
        seen[int(world.record.room[0]), int(world.record.room[1])] += 1
    corners = [0, 2, 4, 6, 8]
    assert set(seen) == set(product(corners, corners))
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


def test_mice_redeal_traps_as_a_subset_of_tokens() -> None:
    """HS-2.2, HS-4.2: the traps not yet found are a uniformly random subset of the face-down tokens."""
    match = house("C1 .0 p2! .0 .0 .0 .0 .0 b3!")
    tokens = [room for room in range(9) for _ in range(match.state.tokens[room])]
    expected = Counter(tuple(sorted(tokens[i] for i in pair)) for pair in combinations(range(len(tokens)), 2))
    for viewer in (1, 2, -1):
        rng, seen = np.array([5], np.uint64), Counter[tuple[int, ...]]()
        for _ in range(3000):
            world = match.view(viewer)
            rules.redeal(world.record, viewer, rng)
            seen[tuple(room for room in range(9) for _ in range(world.record.traps[room]))] += 1
        assert set(seen) == set(expected)
        total = sum(expected.values())
        observed = [seen[key] for key in sorted(expected)]
        assert stats.chisquare(observed, [3000 * expected[key] / total for key in sorted(expected)]).pvalue > 0.001


def test_a_spectator_knows_neither_mice_nor_traps() -> None:
    """HS-2.2, HS-2.3: a spectator's view hides both, until the game is over."""
    match = house("Cpb1! .2 .2 .2 .2 .2 .2 .2 .2")
    view = match.view(-1).record
    assert set(view.traps) == {-1}
    assert list(view.room[:2]) == [-1, -1]
    play(match, "pounce")
    assert match.view(-1).traps[0] == 1


def test_positions_of_mice_do_not_show_in_the_cats_view() -> None:
    """HS-5.1: wherever the mice ran, the cat's view and what it is told are the same bytes."""
    seen = set()
    for goals in product(["scullery", "hallway", "kitchen"], ["music-room", "washroom", "bedroom"]):
        match = play(house(".2 C2 .2 p2 .2 .2 .2 .2 b2"), "stop", "leave", "leave", *(f"run {goal}" for goal in goals))
        seen.add((match.view(codes.CAT).tobytes(), *match.told(0, 3), *match.told(0, 4)))
    assert len(seen) == 1

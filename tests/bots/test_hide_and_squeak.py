"""Hide and Squeak: the cat follows its mice, and no bot above kitten wastes a move."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from mousehole.bots.hide_and_squeak.habits import CAT_STEPS, EXPONENTIAL, STEP, exponential
from mousehole.bots.hide_and_squeak.lion import HIDES, HUNTS
from mousehole.bots.hide_and_squeak.searching import is_wasted
from mousehole.bots.hide_and_squeak.trail import CHANCES, DOUBT, FORESEEN, LEAST_TRUST, trace_of
from mousehole.bots.hide_and_squeak.weights import HABITS
from mousehole.bots.hints import belief
from mousehole.bots.levels import settings_of
from mousehole.bots.players import player
from mousehole.bots.thinking import Settings, Thought, memory_of, think
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import MOST_MICE, ROOM_COUNT, ROOMS
from mousehole.lab.arena import play_game

GAME = load("hide_and_squeak")
USUAL = GAME.facts.option_values({})
PARLOUR, LARDER, LIBRARY, SCULLERY, HALLWAY, MUSIC, KITCHEN, WASHROOM, BEDROOM = range(ROOM_COUNT)
TWO_MICE = 3
BRIEF = 200
"""Iterations of whoever is only watched for wasted moves."""


def begun(*starts: int, options: tuple[int, ...] = USUAL) -> Match:
    """Begin a game with a mouse in each of these rooms; spares and traps lie in the corners."""
    names = GAME.facts.options_by_name(options)
    match = Match.start(GAME, seats=len(starts) + 1, options=names, seed=1)
    for room in (PARLOUR, LIBRARY, BEDROOM):
        match.step(codes.CAT, room)
    for room in (PARLOUR, LIBRARY, BEDROOM):
        match.step(codes.CAT, room)
    for mouse, room in enumerate(starts):
        match.step(mouse + 1, room)
    return match


def chances(match: Match) -> Numbers:
    """Return what the cat believes: a row a mouse, a column a room."""
    return memory_of(GAME, match.view(codes.CAT), codes.CAT)[:CHANCES].reshape(MOST_MICE, ROOM_COUNT)


def is_wasted_now(match: Match, action: int) -> bool:
    """Tell whether a move of whoever acts is wasted, by that seat's view."""
    seat = match.actors()[0]
    return bool(is_wasted(match.view(seat).record, seat, action))


# What the cat believes


def test_beliefs_are_chances_of_what_is_possible() -> None:
    """Through a whole game each mouse on the board is somewhere, and only where it can be."""
    match = play_game(GAME, 5, USUAL, 2, [player(GAME, "housecat"), player(GAME, "greedy")])
    for moves in range(10, len(match.moves)):
        early = Match(GAME, 5, USUAL, 2, match.moves[:moves], match.positions[: moves + 1])
        view, believed = early.view(codes.CAT), chances(early)
        for mouse in range(4):
            mask = int(view.maybe[mouse])
            assert believed[mouse].sum() == pytest.approx(1.0 if mask else 0.0)
            assert all(chance == 0.0 for room, chance in enumerate(believed[mouse]) if not mask >> room & 1)


def test_the_cat_remembers_a_squeak() -> None:
    """A mouse heard in the Larder is not far from it after its next movement, whatever else is possible by then."""
    match = begun(LARDER, BEDROOM)
    match.step(codes.CAT, codes.LISTEN)
    assert chances(match)[0, LARDER] == 1.0
    match.step(codes.CAT, codes.STOP)
    for mouse in (1, 2):
        match.step(mouse, codes.LEAVE)
    for mouse, room in ((1, LARDER), (2, BEDROOM)):
        match.step(mouse, codes.FIRST_RUN + room)
    near = chances(match)[0, [PARLOUR, LARDER, LIBRARY, HALLWAY]]
    assert near.sum() == pytest.approx(1.0)
    assert near[3] < min(near[:3])  # not to the cat


def test_leaving_tokens_tells_where_a_mouse_is_not() -> None:
    """A mouse that took nothing is rather where the cat is, and nobody takes anything, than where it could have."""
    match = begun(LARDER, BEDROOM)
    match.step(codes.CAT, LARDER)
    match.step(codes.CAT, codes.STOP)
    before = chances(match)[0]
    match.step(1, codes.LEAVE)
    after = chances(match)[0]
    assert after[LARDER] > before[LARDER]
    assert after[PARLOUR] / after[LARDER] < before[PARLOUR] / before[LARDER]
    assert after[PARLOUR] < before[PARLOUR]  # three tokens lay there


def test_the_cat_trusts_the_habits_that_foresee_what_it_sees() -> None:
    """Mice that leave three tokens alone are led by no net, which takes them: the cat trusts other habits then."""

    def trust(match: Match) -> list[float]:
        memory = memory_of(GAME, match.view(codes.CAT), codes.CAT)
        return [float(trace_of(memory, habit)[FORESEEN]) for habit in range(len(HABITS))]

    match = begun(PARLOUR, BEDROOM)
    assert trust(match) == pytest.approx([trust(match)[0]] * len(HABITS))
    match.step(codes.CAT, codes.LISTEN)
    match.step(codes.CAT, codes.STOP)
    for mouse in (1, 2):
        match.step(mouse, codes.LEAVE)
    first, led, evasive, searching = trust(match)
    assert min(first, searching) > 4 * max(led, evasive)
    assert min(led, evasive) >= LEAST_TRUST


def test_only_the_cat_of_the_lion_knows_all_mice() -> None:
    """The tiger's cat goes on believing what two habits say; the lion's goes by all four, and so do hints."""
    match = begun(LARDER, BEDROOM)
    view = match.view(codes.CAT)
    tigers, lions = (
        memory_of(GAME, view, codes.CAT, way.edition) for way in (settings_of(GAME.facts.id, "tiger"), HUNTS)
    )
    by_two, by_all = (sum(trace_of(lions, habit)[:CHANCES] for habit in range(known)) / known for known in (2, 4))
    assert tigers[:CHANCES] == pytest.approx(by_two)
    assert lions[:CHANCES] == pytest.approx(by_all)
    assert np.abs(by_two - by_all).max() > 0.01
    assert np.array_equal(lions, memory_of(GAME, view, codes.CAT))


def test_a_net_leads_the_mice_of_the_lion_if_they_are_many() -> None:
    """Two and three of them search by playing on, four and five with the net; the cat never asks it."""
    for seats in range(GAME.facts.min_seats, GAME.facts.max_seats + 1):
        view = Match.start(GAME, seats=seats, seed=0).view(1)
        assert HIDES.among(view).has_net == (seats >= 5)
        assert not HUNTS.among(view).has_net


def test_a_belief_is_what_people_are_shown() -> None:
    """What a page shades is what the cat's memory holds, as near as four hundred worlds come to it."""
    match = begun(LARDER, BEDROOM)
    match.step(codes.CAT, codes.LISTEN)
    match.step(codes.CAT, codes.STOP)
    for mouse in (1, 2):
        match.step(mouse, codes.LEAVE)
    match.step(1, codes.FIRST_RUN + LARDER)
    view, believed = match.view(codes.CAT), chances(match)
    shown = belief(GAME, view, codes.CAT, 3)
    for mouse, room in product(range(2), range(ROOM_COUNT)):
        fact = f"mouse:{mouse + 1} room:{room}"
        assert shown.get(fact, 0.0) == pytest.approx((1 - DOUBT) * believed[mouse, room], abs=0.08), fact


def test_habits_need_no_exponential_of_the_machine() -> None:
    """The table made by multiplying comes within half a step of e to any power, and the ends hold."""
    for power in np.linspace(-11.9, 11.9, 97):
        assert abs(math.log(exponential(float(power))) - power) <= STEP / 2 + 1e-9
    assert exponential(99.0) == EXPONENTIAL[-1]
    assert exponential(-99.0) == EXPONENTIAL[0]


def test_the_cat_walks_round_its_walls() -> None:
    """From the Hallway, walled off to east and west, the Scullery is three steps away; where there is none, one."""
    assert CAT_STEPS[0, HALLWAY, SCULLERY] == 3
    assert CAT_STEPS[1, HALLWAY, SCULLERY] == 1
    assert CAT_STEPS[0, HALLWAY, LARDER] == 1
    assert len(ROOMS) == ROOM_COUNT


# Wasted moves


def test_what_the_cat_wastes() -> None:
    """Pouncing where nobody can be, listening again, stopping with much left to do; not listening the first time."""
    match = begun(LARDER, BEDROOM)
    assert is_wasted_now(match, codes.POUNCE)
    assert is_wasted_now(match, codes.STOP)
    assert not is_wasted_now(match, codes.LISTEN)
    match.step(codes.CAT, codes.LISTEN)
    assert is_wasted_now(match, codes.LISTEN)
    match.step(codes.CAT, LARDER)
    assert not is_wasted_now(match, codes.POUNCE)
    assert is_wasted_now(match, codes.STOP)
    match.step(codes.CAT, codes.POUNCE)
    assert is_wasted_now(match, codes.POUNCE)


def test_a_cat_that_can_win_wins() -> None:
    """Where a pounce surely catches the last mouse, everything else is wasted."""
    match = begun(LARDER, LARDER)
    match.step(codes.CAT, codes.LISTEN)
    match.step(codes.CAT, LARDER)
    wasted = [action for action in match.legal(codes.CAT) if is_wasted_now(match, action)]
    assert wasted == [action for action in match.legal(codes.CAT) if action != codes.POUNCE]


def test_what_a_mouse_wastes() -> None:
    """Leaving a token when dawn breaks, and felling furniture on a way that could be gone in silence."""
    match = begun(PARLOUR, BEDROOM, options=(0, 5))
    assert int(match.state.night) < int(match.state.dawn)
    match.step(codes.CAT, codes.STOP)
    assert not is_wasted_now(match, codes.LEAVE)
    last = match.copy()
    last.state.record.night = last.state.record.dawn
    assert is_wasted_now(last, codes.LEAVE)
    assert not is_wasted_now(last, codes.TAKE)
    match.step(1, codes.LEAVE)
    match.step(2, codes.LEAVE)
    runs = [action for action in match.legal(1) if is_wasted_now(match, action)]
    assert all(action >= codes.FIRST_RUN + ROOM_COUNT for action in runs)
    assert not any(is_wasted_now(match, action) for action in match.legal(1) if action < codes.FIRST_RUN + ROOM_COUNT)


WAYS = [*((settings_of(GAME.facts.id, level),) * 2 for level in ("housecat", "alley_cat", "tiger")), (HUNTS, HIDES)]


@pytest.mark.parametrize(("cat", "mouse"), WAYS, ids=["housecat", "alley_cat", "tiger", "lion"])
def test_no_level_above_kitten_wastes_a_move(cat: Settings, mouse: Settings) -> None:
    """Over games, neither side makes a move that its own view proves to be no better than another."""
    cat, mouse = (replace(way, iterations=min(way.iterations, BRIEF)) for way in (cat, mouse))

    def bot(view: View, seat: int, seed: int) -> Thought:
        return think(GAME, view, seat, seed, cat if seat == codes.CAT else mouse)

    decisions = wasted = 0
    for seed in range(3):
        match = play_game(GAME, 4, USUAL, seed, [bot, bot])
        for moves, (seat, action) in enumerate(match.moves):
            view = match.positions[moves].view(seat)
            if len(view.legal(seat)) > 1:
                decisions += 1
                wasted += bool(is_wasted(view.record, seat, action))
    assert decisions > 100
    assert wasted == 0


def test_there_is_something_to_waste() -> None:
    """The tiger of 0.1 wasted many moves: so that the count above means something."""
    tiger = player(GAME, "tiger_0_1")
    match = play_game(GAME, TWO_MICE, USUAL, 1, [tiger, player(GAME, "greedy")])
    wasted = [
        (seat, action)
        for moves, (seat, action) in enumerate(match.moves)
        if seat == codes.CAT and is_wasted(match.positions[moves].view(seat).record, seat, action)
    ]
    assert len(wasted) > len(match.moves) / 50

"""Bots at Cat & The Mouse: patience, belief, and nothing known that a seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from mousehole.bots import cat_and_mouse as knowledge
from mousehole.bots.cat_and_mouse.loot import has_smoke_and_set
from mousehole.bots.cat_and_mouse.names import likeliest_room, past_truths, plausibility
from mousehole.bots.cat_and_mouse.searching import FEW_ROOMS, STANDS_OUT
from mousehole.bots.knowledge import PRESENT, TRIALS, UNSETTLED
from mousehole.bots.players import player
from mousehole.bots.search import roll_out
from mousehole.bots.thinking import Settings, Thought, think
from mousehole.engine.chance import reseed_chance
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import HAS_SET
from mousehole.games.cat_and_mouse.knowledge import count_possible, possible_rooms
from mousehole.games.cat_and_mouse.naming import COUNTS
from mousehole.lab.arena import play_game, score_of

GAME = load("cat_and_mouse")
OPTIONS = ("tricks", "subtle_movement", "deep_pockets")


def positions(games: int) -> Iterator[Match]:
    """Walk through games in which the Inspector mostly checks and the Mouse stays as long as it can."""
    for seed in range(games):
        chosen = dict(zip(OPTIONS, (seed % 3, seed // 3 % 2, seed // 6 % 2), strict=True))
        match, chooser = Match.start(GAME, options=chosen, seed=seed), random.Random(seed)
        while not match.is_over:
            yield match
            seat = match.actors()[0]
            actions = match.legal(seat)
            if match.state.phase == codes.ANNOUNCE and chooser.random() < 0.9:
                actions = actions[:1]
            if match.state.phase == codes.TURN and len(actions) > 1:
                actions = actions[:2]
            match.step(seat, chooser.choice(actions))


def choice(name: str, states: Record, seat: int) -> tuple[int, ...]:
    """Ask a piece of knowledge for its move, or its moves, in a position."""
    actions = np.array([*states.legal(seat), *[0] * 14], np.int32)
    count = len(states.legal(seat))
    if name in {"narrow", "tempt"}:
        kept = getattr(knowledge, name)(states.record, seat, actions, count)
        return tuple(int(action) for action in actions[:kept])
    return (int(getattr(knowledge, name)(states.record, seat, actions, count, np.array([7], np.uint64))),)


def test_everybody_can_count_the_possible_rooms() -> None:
    """The public count is the number of rooms in the Inspector's own mask, in the views of both seats and outside."""
    for match in positions(60):
        view = match.view(codes.INSPECTOR).record
        if view.phase not in {codes.OVER, codes.POCKET, codes.SECOND}:
            expected = int(possible_rooms(view)).bit_count()
            counts = [int(count_possible(match.view(viewer).record)) for viewer in (-1, codes.INSPECTOR, codes.MOUSE)]
            assert counts == [expected] * 3


@pytest.mark.parametrize("name", ["greedy", "lean", "narrow", "settle", "tempt"])
def test_knowledge_looks_only_at_what_the_seat_knows(name: str) -> None:
    """A view and any world that fits it lead to the same choice, so nobody cheats in a playout."""
    for number, match in enumerate(positions(60)):
        seat = match.actors()[0]
        world = match.view(seat)
        GAME.rules.redeal(world.record, seat, np.array([number], np.uint64))
        assert choice(name, match.view(seat), seat) == choice(name, world, seat)


@pytest.mark.parametrize("name", ["narrow", "tempt"])
def test_narrowing_keeps_legal_moves_in_order(name: str) -> None:
    """What a search may consider is never empty, always legal, and ascending."""
    for match in positions(60):
        seat = match.actors()[0]
        kept = choice(name, match.view(seat), seat)
        assert kept
        assert set(kept) <= set(match.legal(seat))
        assert list(kept) == sorted(kept)


def test_what_goes_without_saying_needs_no_narrowing() -> None:
    """A settled decision is the one that narrowing would have left; only first rooms, all alike, are left to chance."""
    settled = 0
    for match in positions(60):
        seat = match.actors()[0]
        (action,) = choice("settle", match.view(seat), seat)
        if match.state.phase == codes.FIRST_ROOM:
            assert action in match.legal(seat)
        elif action != UNSETTLED:
            assert choice("narrow", match.view(seat), seat) == (action,)
            settled += 1
    assert settled > 100


def worth(match: Match, playouts: int, seed: int) -> float:
    """Play a position out and say what it was worth to the Mouse on the average."""
    world, trials = new_records(GAME.rules.State, 2), new_records(GAME.rules.State, TRIALS)
    actions, out, chance = np.zeros(28, np.int32), np.zeros(2), np.array([seed], np.uint64)
    total = 0.0
    for _ in range(playouts):
        world[0] = match.state.record
        reseed_chance(world[0], chance)
        roll_out(world[0], chance, actions, 1000, out, trials, PRESENT)
        total += float(out[codes.MOUSE])
    return total / playouts


def test_a_judgement_comes_near_to_playouts() -> None:
    """An unfinished heist is worth about what playouts bring on the average, and the seats share one point."""
    out, errors = np.zeros(2), []
    for number, match in enumerate(positions(60)):
        knowledge.judge(match.state.record, out)
        assert -1.0 < out[codes.MOUSE] == -out[codes.INSPECTOR] < 1.0
        if number % 4 == 0:
            errors.append(float(out[codes.MOUSE]) - worth(match, 64, number))
    assert len(errors) > 100
    assert abs(float(np.mean(errors))) < 0.1
    assert float(np.std(errors)) < 0.3


def test_only_the_hasty_think_of_the_trap_early() -> None:
    """A search thinks of the trap once a room stands out; a hasty one, in its own decision, once few are possible."""
    early = 0
    for match in positions(60):
        view = match.view(codes.INSPECTOR)
        if view.record.phase != codes.ANNOUNCE or not 1 < count_possible(view.record) <= FEW_ROOMS:
            continue
        stands_out = likeliest_room(view.record)[1] >= STANDS_OUT
        assert choice("narrow", view, codes.INSPECTOR) == (
            (codes.CHECK, codes.SPRING) if stands_out else (codes.CHECK,)
        )
        assert choice("tempt", view, codes.INSPECTOR) == (codes.CHECK, codes.SPRING)
        if not stands_out and early < 5:
            early += 1
            for is_hasty, expected in ((False, 1), (True, 2)):
                settings = Settings(iterations=32, is_hasty=is_hasty)
                assert len(think(GAME, view, codes.INSPECTOR, 1, settings).findings) == expected
    assert early == 5


def test_the_greedy_inspector_is_patient() -> None:
    """It springs the trap exactly when a single room is possible."""
    for match in positions(60):
        view = match.view(codes.INSPECTOR)
        if view.record.phase == codes.ANNOUNCE:
            is_certain = int(possible_rooms(view.record)).bit_count() == 1
            assert (choice("greedy", view, codes.INSPECTOR) == (codes.SPRING,)) == is_certain


def test_a_set_is_brought_home() -> None:
    """A Mouse with a complete set that may end its heist does so, greedy or searching."""
    seen = 0
    for match in positions(400):
        view = match.view(codes.MOUSE)
        if view.record.phase == codes.TURN and HAS_SET[int(view.record.hand) & 511]:
            seen += 1
            assert choice("narrow", view, codes.MOUSE) == choice("greedy", view, codes.MOUSE) == (2,)
    assert seen


def test_names_teach_the_inspector() -> None:
    """A room named again and again becomes likelier; one name alone tells little; past truths make names tell more."""
    match = next(m for m in positions(60) if m.state.phase == codes.ANNOUNCE and m.state.turn == 4 and m.state.held)
    s = match.view(codes.INSPECTOR).record
    s.searches, s.hits, s.row_mouse = 1, 0, 0
    s.named[:] = 0
    own, other = past_truths(s)

    def odds(*names: int) -> float:
        for turn, room in enumerate(names, 1):
            s.named[turn] = room
        return float(plausibility(s, 5, own, other) / plausibility(s, 6, own, other))

    once, twice, thrice = odds(5), odds(5, 5), odds(5, 5, 5)
    assert 0.5 < once < 2 < thrice
    assert once < twice < thrice
    own += 2
    assert odds(5, 5, 5) > thrice


def test_weights_are_for_the_inspector_alone() -> None:
    """The Mouse knows its own room: all its worlds weigh the same."""
    for number, match in enumerate(positions(12)):
        world = match.view(codes.MOUSE)
        GAME.rules.redeal(world.record, codes.MOUSE, np.array([number], np.uint64))
        assert knowledge.weigh(world.record, codes.MOUSE) == 1.0


def honest(view: Record, seat: int, seed: int) -> Thought:
    """Play as the greedy Mouse does, but always name the own room."""
    if view.record.phase == codes.NAME and not has_smoke_and_set(view.record):
        return Thought(int(view.record.room))
    return player(GAME, "greedy")(view, seat, seed)


def test_an_honest_mouse_is_read() -> None:
    """Against a Mouse that always names its own room the tiger does far better than patience alone, which wins 67%."""
    tiger = player(GAME, "tiger")
    wins = sum(score_of(play_game(GAME, 2, (1, 0, 0), seed, [tiger, honest]), codes.INSPECTOR) for seed in range(40))
    assert wins >= 30


def test_a_remark_counts_the_rooms() -> None:
    """CM-3.3: wherever it matters, a hint's reason says how many rooms are possible, to either seat."""
    for match in positions(12):
        seat, phase = match.actors()[0], match.state.phase
        view = match.view(seat).record
        if phase in {codes.MONITOR, codes.NAME, codes.NEW_ROOM}:
            count = int(count_possible(view))
            said = "Only one room is" if count == 1 else f"{COUNTS[count].capitalize()} rooms are"
            assert f"{said} still possible" in GAME.words.remark(view, seat, match.legal(seat)[0])

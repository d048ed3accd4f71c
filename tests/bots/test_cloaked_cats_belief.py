"""What the lion of Cloaked Cats believes: what choices tell of cloaks, and what a ball of two is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from mousehole.bots.cloaked_cats import JUDGING, judge, lean
from mousehole.bots.cloaked_cats.counting import count_features, lane, live_to
from mousehole.bots.cloaked_cats.reading import CLOAKS, DOUBT, MEMORY, fits, imagine, number_of, read_guess
from mousehole.bots.knowledge import PRESENT
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import memory_of, think
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Numbers
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CLOAK, FEATURE_COUNT
from mousehole.games.cloaked_cats.knowledge import clues_of

GAME = load("cloaked_cats")
TRIALS = new_records(GAME.rules.State, 1)
MANY = 3000


def sensible_move(match: Match) -> int:
    """Choose what is sensible for whoever is asked."""
    (seat,) = match.actors()
    legal, rng = match.legal(seat), np.array([len(match.moves)], np.uint64)
    return int(lean(match.view(seat).record, seat, np.array(legal, np.int32), len(legal), rng, TRIALS, PRESENT))


def sensible_games(seats: int, games: int) -> Iterator[Match]:
    """Play games in which everybody does what is sensible, and stop at every decision."""
    for seed in range(games):
        match = Match.start(GAME, seats=seats, seed=seed)
        while acting := match.actors():
            yield match
            match.step(acting[0], sensible_move(match))


def beliefs(match: Match) -> Iterator[tuple[int, int, Numbers]]:
    """Go through what whoever is asked believes of each rival who hides something: rival, its cloak, all chances."""
    (seat,) = match.actors()
    memory = memory_of(GAME, match.view(seat), seat).reshape(-1, len(CLOAKS))
    for rival in range(match.state.seats):
        if rival != seat and match.state.record.covered[rival]:
            yield rival, int(match.state.record.cloak[rival]), memory[rival] / memory[rival].sum()


def test_cloaks_are_numbered() -> None:
    """A cloak's number is its place among all cloaks."""
    assert [number_of(int(cloak)) for cloak in CLOAKS] == list(range(969))


@pytest.mark.parametrize("seats", [2, 4])
def test_belief_is_in_cloaks_that_fit(seats: int) -> None:
    """A cloak is believed in if, and only if, it explains all that the table has seen; the true one always is."""
    for match in sensible_games(seats, 4):
        (seat,) = match.actors()
        view = match.view(seat).record
        for rival, cloak, chances in beliefs(match):
            clues, live = clues_of(view, rival), live_to(view, seat, rival)
            assert [fits(int(one), clues, live) for one in CLOAKS] == (chances > 0).tolist()
            assert chances[number_of(cloak)] > 0


def test_who_names_the_less_likely_may_hold_the_likely() -> None:
    """If a player names what looks less likely to the table, its cloaks gain that hold what looks likeliest."""
    met = 0
    for match in sensible_games(2, 80):
        (player,) = match.actors()
        rival, view = 1 - player, match.view(1 - player).record
        if view.phase != codes.GUESS or view.covered[rival] == 0:
            continue
        total, *lanes = count_features(clues_of(view, rival), live_to(view, rival, rival), CLOAK)
        shares = [lane(f, *lanes) / total * (1 - (view.shown[rival] >> f & 1)) for f in range(FEATURE_COUNT)]
        (second, named), (first, likeliest) = sorted((share, f) for f, share in enumerate(shares))[-2:]
        clues, live = clues_of(view, player), live_to(view, rival, player)
        likely = np.array([float(fits(int(one), clues, live)) for one in CLOAKS])
        holds = likely * (CLOAKS >> likeliest & 1)
        if first > second > 0 and 0 < holds.sum() < likely.sum():
            met += 1
            before = holds.sum() / likely.sum()
            read_guess(view, player, rival, named, likely, DOUBT)
            assert (likely * (CLOAKS >> likeliest & 1)).sum() / likely.sum() > before
    assert met


def test_choices_tell_of_cloaks() -> None:
    """Over some games the true cloak seems likelier to who reads the others than to who takes all that fit alike."""
    gains = [
        math.log2(chances[number_of(cloak)] * np.count_nonzero(chances))
        for match in sensible_games(2, 60)
        for _, cloak, chances in beliefs(match)
    ]
    assert np.mean(gains) > 0.0


def test_worlds_are_drawn_as_they_are_believed() -> None:
    """Imagined cloaks come as often as they are likely: here every second one is four times as likely as the others."""
    match = next(match for match in sensible_games(2, 1) if len(match.moves) == 9)
    ((rival, _, chances),) = beliefs(match)
    (seat,) = match.actors()
    view = match.view(seat)
    likely = np.where(chances > 0, np.where(np.arange(len(CLOAKS)) % 2, 1.0, 0.25), 0.0)
    memory, rng = np.zeros(MEMORY), np.array([5], np.uint64)
    memory.reshape(-1, len(CLOAKS))[rival] = likely
    worlds = new_records(GAME.rules.State, 1)
    seen = np.zeros(len(CLOAKS))
    for _ in range(MANY):
        worlds.view(np.ndarray).view(np.uint8).reshape(-1)[:] = np.frombuffer(bytes(view.data), np.uint8)
        imagine(worlds[0], seat, rng, memory)
        seen[number_of(int(worlds[0].cloak[rival]))] += 1
    expected = likely / likely.sum()
    assert np.abs(seen / MANY - expected).max() < 4 * math.sqrt(expected.max() / MANY)


def test_a_judgement_foresees_who_wins() -> None:
    """What is good for one of two is bad for the other, and what was judged is near to what comes true."""
    out = np.zeros(4)
    squares = []
    judged: list[float] = []
    for match in sensible_games(2, 60):
        judge(match.state.record, out, TRIALS, JUDGING)
        assert out[0] == -out[1]
        if not match.moves:
            judged = []
        judged.append(out[0])
        (seat,) = match.actors()
        ending = match.after(seat, sensible_move(match)).outcome()
        if ending is not None:
            squares += [(worth - ending.payoffs[0]) ** 2 for worth in judged]
    assert np.mean(squares) < 0.8  # calling everything even would make it 1


def test_small_cloaks_are_taken_as_they_come() -> None:
    """Where two features are hidden, the lion imagines any world that fits and says nothing as long as it is open."""
    match = Match.start(GAME, seats=2, options={"cloak": 2}, seed=3)
    (seat,) = match.actors()
    thought = think(GAME, match.view(seat), seat, 1, replace(settings_of(GAME.facts.id, "lion"), iterations=60))
    assert thought.action in match.legal(seat)
    out = np.ones(4)
    judge(match.state.record, out, TRIALS, JUDGING)
    assert out[:2].tolist() == [0.0, 0.0]

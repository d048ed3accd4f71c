"""Bots: they see views only, repeat themselves exactly, keep their budgets and never break a rule."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from tests.contract.tables import Table, all_tables
from tests.contract.walking import careful_move, open_table

from mousehole.analysis.growing import search_of
from mousehole.bots import thinking
from mousehole.bots.hints import hint
from mousehole.bots.knowledge import PRESENT, about
from mousehole.bots.levels import mind_of, settings_of
from mousehole.bots.names import LEVELS, NAMES, BadBotFile, UnknownBot
from mousehole.bots.players import player, think_as, think_for_people
from mousehole.bots.search import choose_edge, credit
from mousehole.bots.thinking import CROWD, Desk, Finding, Settings, chosen, think
from mousehole.bots.tree import EDGES, NODES
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import IDS, load

POSITIONS = 10_000
BRIEF = Settings(iterations=48)
each_game = pytest.mark.parametrize("game_id", IDS)


def usual_table(game_id: str) -> Table:
    """Return the table a game is usually played at."""
    facts = load(game_id).facts
    return Table(game_id, facts.usual_seats, facts.option_values({}))


HEIST_OF_SIX = replace(usual_table("mice_heist"), seats=6)
"""Nothing takes the lion longer than a heist of many."""


def walk(table: Table, seed: int, moves: int) -> Match:
    """Walk so many moves into a game, or to its last decision."""
    match, chooser = open_table(table, seed), random.Random(seed)
    while len(match.moves) < moves:
        seat, action = careful_move(match, chooser)
        match.step(seat, action)
        if match.is_over:
            return walk(table, seed + 1000, moves // 2)
    return match


def at_a_choice(table: Table) -> Match:
    """Walk to a decision in which several moves are worth a thought."""
    for moves in range(4, 100):
        match = walk(table, moves, moves)
        seat = match.actors()[0]
        if len(think(match.game, match.view(seat), seat, 1, BRIEF).findings) > 1:
            return match
    raise AssertionError


@each_game
def test_a_choice_depends_on_the_view_alone(game_id: str) -> None:
    """Two true worlds with the same view get the same move from every bot, whatever is hidden."""
    for seed in range(6):
        match = walk(usual_table(game_id), seed, 7 * seed)
        seat = match.actors()[0]
        world = match.view(seat)
        match.game.rules.redeal(world.record, seat, np.array([seed], np.uint64))
        for name in ("random", "greedy", "kitten", "housecat"):
            bot = player(match.game, name)
            assert bot(match.view(seat), seat, 5).action == bot(world.view(seat), seat, 5).action


@each_game
def test_a_search_repeats_itself_exactly(game_id: str) -> None:
    """The same view, seed and budget give the same numbers to the last bit, in one thread and in several."""
    match = walk(usual_table(game_id), 3, 12)
    seat = match.actors()[0]
    for settings in (BRIEF, replace(BRIEF, iterations=200, threads=3)):
        first, second = (think(match.game, match.view(seat), seat, 9, settings) for _ in range(2))
        assert first == second


@each_game
def test_no_illegal_move_in_ten_thousand_positions(game_id: str) -> None:
    """Wherever random play leads, at every table, bots answer with a legal move."""
    tables = [table for table in all_tables() if table.game_id == game_id]
    game, chooser = load(game_id), random.Random(1)
    searcher = replace(settings_of(game_id, "kitten"), iterations=6)
    seen = 0
    while seen < POSITIONS:
        match = open_table(tables[seen % len(tables)], seen)
        while match.actors() and seen < POSITIONS:
            seat = chooser.choice(match.actors())  # of several who answer in secret, anyone may be first
            view, legal = match.view(seat), match.legal(seat)
            if len(legal) == 1:
                match.step(seat, legal[0])
                continue
            seen += 1
            bot = seen % 5
            if bot == 0:
                thought = think(game, view, seat, seen, searcher)
                action = thought.action
                assert {finding.action for finding in thought.findings} <= set(legal)
            else:
                action = player(game, "greedy" if bot < 4 else "random")(view, seat, seen).action
            assert action in legal
            match.step(seat, action if chooser.random() < 0.5 else chooser.choice(legal))


@each_game
def test_a_tree_has_room_for_every_choice(game_id: str) -> None:
    """However many views leave nothing to choose, a search of the tiger's length never fills its tree."""
    game, settings = load(game_id), settings_of(game_id, "tiger")
    match, beginner = open_table(usual_table(game_id), 1), player(game, "greedy")
    while match.actors() and len(match.moves) < 24:
        seat = match.actors()[0]
        view = match.view(seat)
        if len(match.legal(seat)) > 1:
            desk = Desk(game, view, seat, 1, settings)
            desk.run(settings.iterations)
            assert desk.tree.counts[NODES] < len(desk.tree.keys)
            assert desk.tree.counts[EDGES] < len(desk.tree.action)
        match.step(seat, beginner(view, seat, 1).action)


@each_game
def test_a_forced_move_needs_no_thought(game_id: str) -> None:
    """With a single legal move a search answers at once."""
    match, chooser = open_table(usual_table(game_id), 2), random.Random(2)
    while match.actors():
        seat = match.actors()[0]
        legal = match.legal(seat)
        if len(legal) == 1:
            thought = think(match.game, match.view(seat), seat, 1, settings_of(game_id, "tiger"))
            assert (thought.action, thought.iterations) == (legal[0], 0)
            return
        match.step(*careful_move(match, chooser))


@each_game
def test_a_time_budget_is_kept(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search told to stop after some time does so within 20%, by a clock that stands while others have the core."""
    monkeypatch.setattr(thinking, "time", SimpleNamespace(perf_counter=time.thread_time))
    match = at_a_choice(usual_table(game_id))
    seat = match.actors()[0]
    settings = Settings(iterations=2_000_000, seconds=0.25)
    spent = []
    for seed in range(5):
        begun = time.thread_time()
        think(match.game, match.view(seat), seat, seed, settings)
        spent.append(time.thread_time() - begun)
    assert any(0.2 <= seconds <= 0.3 for seconds in spent), spent


@pytest.mark.parametrize(("who", "longest"), [("lion", 1.0), ("hint", 1.0), ("tiger", 1.0), ("housecat", 0.1)])
@pytest.mark.parametrize("table", [*(usual_table(game_id) for game_id in IDS), HEIST_OF_SIX], ids=str)
def test_a_move_takes_no_longer_than_promised(table: Table, who: str, longest: float) -> None:
    """Lion, tiger and a hint take a second on one core at most, a housecat a tenth, early and late in a game."""
    game = load(table.game_id)
    ask: Callable[[View, int, int], object] = partial(hint, game) if who == "hint" else player(game, who)
    for seed in range(6):
        match = walk(table, seed, 8 * seed)
        seat = match.actors()[0]
        view = match.view(seat)
        ask(view, seat, 0)  # compiled by now
        assert any(seconds_of(partial(ask, view, seat, seed)) <= longest for _ in range(3))


def seconds_of(work: Callable[[], object]) -> float:
    """Say how long something takes, by a clock that stands while others have the core."""
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def test_near_equal_moves_are_mixed() -> None:
    """Of moves that are nearly as good as the best, each is chosen now and then; worse ones never."""
    findings = [Finding(3, 100, 0.50), Finding(5, 90, 0.49), Finding(8, 80, 0.30), Finding(9, 5, 0.50)]
    picks = {chosen(findings, 0.02, seed) for seed in range(200)}
    assert picks == {3, 5}


@each_game
def test_levels_think_longer_and_longer(game_id: str) -> None:
    """Every level that searches without a net or a table has a larger budget than the one below it."""
    minds = [mind_of(game_id, level) for level in LEVELS]
    budgets = [mind.iterations for mind in minds if isinstance(mind, Settings) and not (mind.has_net or mind.widening)]
    assert budgets == sorted(set(budgets))
    assert len(budgets) >= len(LEVELS) - 1


def test_unknown_bots_are_named() -> None:
    """A bot that does not exist gives an error that lists those that do."""
    with pytest.raises(UnknownBot, match="did you mean tiger"):
        player(load("hide_and_squeak"), "tigre")
    assert set(NAMES) >= set(LEVELS)


def test_a_search_that_widens_begins_with_what_it_was_given_first() -> None:
    """Of the moves of a position the first is tried first, and after n visits no more than the root of n behind it."""
    count = 12
    visits, begun, met = np.zeros(count, np.int32), np.zeros(count, np.int32), np.zeros(1, np.int32)
    total, mean, doubt = np.zeros(count), np.zeros(count), np.zeros(count)
    first, rng = np.array([0, count], np.int32), np.array([1], np.uint64)
    for visit in range(200):
        edge = choose_edge(0, 0.5, 1.0, rng, first, met, visits, begun, mean, doubt)
        assert edge <= visit**0.5
        assert edge == 0 or visits[edge - 1] > 0
        credit(edge, 0.1 * edge, visits, total, mean, doubt)
    assert visits.min() > 0
    assert visits[-1] == visits.max()


def test_a_crowd_is_thought_about_otherwise() -> None:
    """Settings for a crowd take the place of the usual ones from four players on, and at no smaller table."""
    game = load("mice_heist")
    usual = Settings(iterations=40, horizon=4, crowd=Settings(iterations=7, horizon=4))
    for seats in range(game.facts.min_seats, game.facts.max_seats + 1):
        match = Match.start(game, seats=seats, seed=3)
        seat = match.actors()[0]
        view = match.view(seat)
        wanted = usual.crowd if seats >= CROWD else replace(usual, crowd=None)
        assert wanted is not None
        assert think(game, view, seat, 5, usual) == think(game, view, seat, 5, wanted)


def test_a_crowd_is_hurried_like_anybody() -> None:
    """A limit of time holds for four mice of the lion, too, which search by a net where fewer of them do not."""
    match = Match.start(load("hide_and_squeak"), seats=5, seed=3)
    while match.actors()[0] == 0:
        match.step(0, match.legal(0)[0])
    seat = match.actors()[0]
    ask = partial(think_as, "lion", match.game, match.view(seat), seat, 5)
    full = ask()
    assert 0 < full.iterations < settings_of("hide_and_squeak", "tiger").iterations
    assert ask(seconds=0.001).iterations < full.iterations


def test_a_lion_that_searches_by_seat_is_hurried_like_anybody() -> None:
    """A limit of time holds for the cat of Hide and Squeak's lion, too, which searches otherwise than its mice."""
    match = Match.start(load("hide_and_squeak"), seed=3)
    ask = partial(think_as, "lion", match.game, match.view(0), 0, 5)
    full = ask()
    assert full == player(match.game, "lion")(match.view(0), 0, 5)
    assert ask(seconds=0.001).iterations < full.iterations


@each_game
def test_who_scouts_tries_every_move_at_hand_for_long(game_id: str) -> None:
    """With much scouting the moves at hand are tried about equally often; as much as elsewhere is the same as none."""
    game, match = load(game_id), at_a_choice(usual_table(game_id))
    seat = match.actors()[0]
    plain = Settings(iterations=600, exploration=0.5)
    ask = partial(think, game, match.view(seat), seat, 5)
    assert ask(replace(plain, scouting=0.5)) == ask(plain)
    tries = [found.visits for found in ask(replace(plain, scouting=50.0)).findings]
    assert max(tries) <= 2 * min(tries)


@each_game
def test_what_lions_learnt_was_learnt_by_the_rules_of_today(game_id: str) -> None:
    """Weights in the sources say by which rules they were learnt, and these are the game's."""
    mind = mind_of(game_id, "lion")
    if isinstance(mind, Settings):
        assert mind.edition > PRESENT
        assert load(game_id).facts.rules_version == about(game_id).RULES_VERSION


@pytest.mark.parametrize("game_id", ["cloaked_cats", "mice_heist", "who_done_it"])
def test_the_tiger_stands_in_for_a_lion_of_other_rules(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who learnt by other rules is refused with a sentence; where people wait the tiger thinks instead, and says so."""
    match = at_a_choice(usual_table(game_id))
    game, seat = match.game, match.actors()[0]
    view = match.view(seat)
    monkeypatch.setattr(about(game_id), "RULES_VERSION", game.facts.rules_version + 1)
    with pytest.raises(BadBotFile, match="of other rules"):
        think_as("lion", game, view, seat, 5)
    assert think_for_people("lion", game, view, seat, 5) == ("tiger", think_as("tiger", game, view, seat, 5))
    assert hint(game, view, seat, 5).adviser == "tiger"
    assert search_of(game) == settings_of(game_id, "tiger")

"""What bots know about Who Done It?: they try moves by the rules, peek at no deck, and see ways, room and agendas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest
from tests.games.who_done_it.careful import careful
from tests.games.who_done_it.picture import GAME, picture, play, reason

from mousehole.bots.hints import hint
from mousehole.bots.knowledge import PRESENT, TRIALS
from mousehole.bots.levels import settings_of
from mousehole.bots.names import LEVELS
from mousehole.bots.players import player
from mousehole.bots.thinking import think
from mousehole.bots.who_done_it import searching
from mousehole.bots.who_done_it.searching import (
    CONSIDERED,
    JUDGING,
    judge,
    narrow,
    worth_of,
)
from mousehole.bots.who_done_it.worth import (
    BEGINNER,
    LOST,
    SKILLED,
    changes_needed,
    walls_between,
    walls_to,
    worth,
)
from mousehole.engine.chance import word
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Record
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import AGENDAS, CAT, CHEESE, CUCUMBER, MOUSE
from mousehole.games.who_done_it.maze import bit_at, trace_from, trace_from_mouse
from mousehole.games.who_done_it.turn import is_fulfilled
from mousehole.games.who_done_it.words import remark

LAST_TURN = 25
"""Cards of the deck turned up when only the Cucumber is left above the last agenda."""


def trials() -> Record:
    """Make records to try moves in."""
    return new_records(GAME.rules.State, TRIALS)


def listed(legal: list[int]) -> Actions:
    """Put legal actions into a buffer with room for more."""
    buffer = np.zeros(2 * GAME.facts.max_actions, np.int32)
    buffer[: len(legal)] = legal
    return buffer


def asked(policy: str, s: Record, seed: int = 1) -> int:
    """Ask a policy for a move."""
    legal = s.legal(0)
    return int(
        getattr(searching, policy)(s.record, 0, listed(legal), len(legal), np.array([seed], np.uint64), trials())
    )


def narrowed(s: Record, edition: int = PRESENT) -> list[int]:
    """List the moves that are worth a thought."""
    legal = s.legal(0)
    actions = listed(legal)
    return actions[: narrow(s.record, 0, actions, len(legal), trials(), edition)].tolist()


def positions(games: int) -> Iterator[Record]:
    """Walk through careful games of all setups and both modes, and stop wherever there is a choice."""
    for seed in range(games):
        random, states = Random(seed), GAME.deal(1, (seed % 4, seed // 4 % 2), seed)
        while states.actors():
            legal = states.legal(0)
            if len(legal) > 1:
                yield states.view(0)
            GAME.rules.apply(states.record, 0, careful(GAME, states, 0, legal, random))


def test_nobody_peeks_at_the_deck() -> None:
    """In a world with another deck every policy chooses what it chooses by the view: trials draw from new chance."""
    for number, view in enumerate(positions(16)):
        world = view.copy()
        GAME.rules.redeal(world.record, 0, np.array([number + 7], np.uint64))
        for policy in ("greedy", "lean"):
            assert asked(policy, view) == asked(policy, world)
        for edition in (PRESENT, JUDGING):
            assert narrowed(view, edition) == narrowed(world, edition)


def test_trying_moves_changes_nothing() -> None:
    """What is tried is tried elsewhere: the record looks the same afterwards, to the last byte."""
    for view in positions(8):
        before = view.tobytes()
        for policy in ("greedy", "lean"):
            asked(policy, view)
        for edition in (PRESENT, JUDGING):
            narrowed(view, edition)
            judge(view.record, np.zeros(1), trials(), edition)
        assert view.tobytes() == before


def worths(view: Record, by: int) -> dict[int, float]:
    """Weigh all legal moves."""
    legal = view.legal(0)
    return {action: worth_of(view.record, action, listed([]), word(1), word(2), by, trials()) for action in legal}


def test_a_beginner_does_not_walk_into_a_loss() -> None:
    """A beginner leaves nobody stuck and runs over no prey, unless every move loses by the end of the turn."""
    escaped = 0
    for view in positions(24):
        after = view.copy()
        GAME.rules.apply(after.record, 0, asked("greedy", view))
        found = worths(view, BEGINNER)
        if codes.MOUSE_STUCK <= GAME.rules.reason(after.record) <= codes.CAT_OVER_MOUSE:
            assert max(found.values()) == LOST
        else:
            escaped += min(found.values()) == LOST
    assert escaped > 50


@pytest.mark.parametrize("level", LEVELS[1:])
def test_no_level_above_kitten_loses_at_once_for_nothing(level: str) -> None:
    """Nobody makes a move that has lost by the end of the turn, whatever is drawn, while another has not."""
    settings = replace(settings_of("who_done_it", level), iterations=12)
    dangers = cramped = wasted = 0
    for number, view in enumerate(positions(8)):
        lost = {action for action in view.legal(0) if is_lost(view, action)}
        if 0 < len(lost) < len(view.legal(0)):
            dangers += 1
            cramped += any(worths(view, BEGINNER)[action] > LOST for action in lost)  # nothing can be placed after it
            wasted += think(GAME, view, 0, number, settings).action in lost
            assert not lost & set(narrowed(view, settings.edition))
    assert dangers > 50
    assert cramped
    assert wasted == 0


def is_lost(view: Record, action: int) -> bool:
    """Tell whether a move has lost by the end of the turn, by the rules alone, in all of many worlds."""
    return all(loses(world, action) for world in islice(view.worlds(0, 3), 20))


def loses(world: Record, action: int) -> bool:
    """Tell whether a game is lost after a move and the best runs that may follow in the same turn."""
    after = world.after(0, action)
    if after.phase == codes.MOVE and after.actors():
        return all(loses(after, run) for run in after.legal(0))
    return after.is_over and after.payoffs()[0] < 0


def test_narrowing_keeps_a_few_good_moves_in_order() -> None:
    """A search considers at most ten moves, ascending, among them the one that looks best."""
    fewer = 0
    for view in positions(16):
        legal, kept = view.legal(0), narrowed(view)
        assert kept == [action for action in legal if action in set(kept)]
        assert 1 <= len(kept) <= CONSIDERED
        found = worths(view, SKILLED)
        assert max(found.values()) == max(found[action] for action in kept)
        assert len(kept) == 1 or min(found[action] for action in kept) > LOST
        fewer += len(kept) < len(legal)
    assert fewer > 50


def test_connected_cells_are_those_the_rules_trace() -> None:
    """WD-6.1: what is connected with Cheese or Cat is what the Mouse is connected with if it reaches them."""
    reached = 0
    for view in positions(12):
        s = view.record
        mine = int(trace_from_mouse(s))
        for where in (s.cheese, s.cat):
            if where >= 0:
                others = int(trace_from(s, int(where)))
                assert others & int(bit_at(int(where)))
                assert (mine == others) == bool(mine & int(bit_at(int(where))))
                assert (walls_between(mine, others) == 0) == (mine == others)
                assert walls_to(s, mine, int(where)) == walls_between(mine, others)
                reached += mine == others
    assert reached


@pytest.mark.parametrize("agenda", range(4), ids=AGENDAS)
def test_no_change_is_needed_where_an_agenda_is_met(agenda: int) -> None:
    """WD-6.2: none if and only if the paths are as the agenda wants them; each missing wall counts, each path once."""
    for to_cheese in range(4):
        for to_cat in range(4):
            needed = changes_needed(agenda, to_cheese, to_cat)
            assert (needed == 0) == is_fulfilled(agenda, int(to_cheese == 0), int(to_cat == 0))
    assert changes_needed(CUCUMBER, 1, 2) == 3
    assert changes_needed(CHEESE, 0, 0) == 2
    assert changes_needed(MOUSE, 1, 0) == 2


def test_a_way_on_is_worth_more_than_a_dead_end() -> None:
    """A Cat with an empty cell beside it is better off than one that is walled in by full cells."""
    drawing = """
        K a C
        {} ┼ .
        M . .
    """
    stack = [("Long Gallery", 0), ("Ratchet Row", 0)]
    closed, free = (picture(drawing.format(mark), a=stack, b=stack[::-1]) for mark in ("b", "."))
    for by in (SKILLED, BEGINNER):
        assert worth(free.state.record, by) > worth(closed.state.record, by) + 1


@pytest.mark.parametrize("agenda", [CAT, CHEESE], ids=["Cat", "Cheese"])
@pytest.mark.parametrize("name", ["greedy", "housecat", "tiger"])
def test_the_last_card_is_placed_for_the_last_agenda(name: str, agenda: int) -> None:
    """With only the Cucumber left in the deck, whoever is no kitten fulfils the agenda that decides."""
    match = picture("""
        C . .
        . . .
        M . K
    """, belt=("Long Gallery", "Ratchet Row", "Winding Room"), drawn=LAST_TURN)  # fmt: skip
    match.state.record.seen, match.state.record.last = 15 ^ (1 << agenda), agenda
    bot = player(GAME, name)
    while match.actors():
        match.step(0, bot(match.view(0), 0, 3).action)
    assert reason(match) == f"solved_{AGENDAS[agenda].lower()}"


def test_a_tiger_gives_a_reason() -> None:
    """A hint names the move, the chance and what that move makes of the maze."""
    match = Match.start(GAME, seed=3)
    found = hint(GAME, match.view(0), 0, 1)
    assert found.sentences().startswith("The lion would choose: ")
    assert found.sentences().endswith(remark(match.view(0).record, 0, found.action))


def test_a_tiger_needs_no_second() -> None:
    """A move is found in at most so many iterations as take well below a second, by count."""
    match = play(picture("""
        M ┼ C
    """, belt=("Long Gallery",)), "place long-gallery c4 0", "mouse c5")  # fmt: skip
    thought = think(GAME, match.view(0), 0, 1, settings_of("who_done_it", "tiger"))
    assert thought.iterations <= 10_000
    assert thought.action in match.legal(0)

"""Compiled walks that check the contract at every step, for every seat and a spectator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from tests.contract.tables import Table

from mousehole.engine.chance import roll, word
from mousehole.engine.contract import actors, apply, hide, legal, payoff, redeal, setup
from mousehole.engine.playout import first_actor, play_out
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import load

FINE = 0
FAULTS = (
    "fine",
    "a seat has legal actions exactly when it may act",
    "legal actions are ascending",
    "a view shows who may act",
    "a seat's view gives its own legal actions",
    "hiding twice is hiding once",
    "a redealt world shows who may act",
    "a redealt world gives the seat its own legal actions",
    "a redealt world has the view it was made from",
    "the game ends in time",
    "a redealt world can be played to its end",
    "actions are numbers below the game's action count",
)

TRUTH, VIEW, WORLD, WORLD_VIEW = range(4)

POLICIES = ("random", "careful", "lingering")
RANDOM, CAREFUL, LINGERING = range(3)


@rule
def is_same_list(a: Actions, count: int, b: Actions, other: int) -> bool:
    """Compare two lists of actions."""
    if count != other:
        return False
    for i in range(count):
        if a[i] != b[i]:
            return False
    return True


@rule
def is_same_row(raw: NDArray[np.uint8], a: int, b: int) -> bool:
    """Compare the bytes of two records."""
    for i in range(raw.shape[1]):
        if raw[a, i] != raw[b, i]:
            return False
    return True


@rule
def check_view(  # a compiled function gets its buffers passed in
    states: Record, raw: NDArray[np.uint8], seat: int, action_count: int, rng: Rng, lists: Actions
) -> int:
    """Check what one viewer sees of the position, and a world redealt from it."""
    mask = actors(states[TRUTH])
    own = legal(states[TRUTH], seat, lists[0]) if seat >= 0 else 0
    if seat >= 0 and (own > 0) != ((mask >> seat) & 1 == 1):
        return 1
    for i in range(1, own):
        if lists[0, i] <= lists[0, i - 1]:
            return 2
    if own > 0 and (lists[0, 0] < 0 or lists[0, own - 1] >= action_count):
        return 11
    states[VIEW] = states[TRUTH]
    hide(states[VIEW], seat)
    if actors(states[VIEW]) != mask:
        return 3
    if seat >= 0 and not is_same_list(lists[0], own, lists[1], legal(states[VIEW], seat, lists[1])):
        return 4
    states[WORLD] = states[VIEW]
    hide(states[WORLD], seat)
    if not is_same_row(raw, VIEW, WORLD):
        return 5
    redeal(states[WORLD], seat, rng)
    if actors(states[WORLD]) != mask:
        return 6
    if seat >= 0 and not is_same_list(lists[0], own, lists[1], legal(states[WORLD], seat, lists[1])):
        return 7
    states[WORLD_VIEW] = states[WORLD]
    hide(states[WORLD_VIEW], seat)
    if not is_same_row(raw, VIEW, WORLD_VIEW):
        return 8
    return FINE


@rule
def choose_carefully(states: Record, seat: int, rng: Rng, choices: Actions, count: int, out: Numbers) -> int:
    """Choose at random, but no immediate loss if another move is found."""
    action = choices[roll(rng, count)]
    for _ in range(4 * count):
        states[WORLD] = states[TRUTH]
        apply(states[WORLD], seat, action)
        if actors(states[WORLD]) != 0:
            break
        payoff(states[WORLD], out)
        if out[seat] >= 0:
            break
        action = choices[roll(rng, count)]
    return action


@rule
def choose_lingering(states: Record, seat: int, rng: Rng, lists: Actions, count: int) -> int:
    """Of four random moves choose the one after which random play lasts longest: this walks deep into a game."""
    best, longest = lists[0, 0], -1
    for _ in range(4):
        action = lists[0, roll(rng, count)]
        states[WORLD] = states[TRUTH]
        apply(states[WORLD], seat, action)
        steps = play_out(states[WORLD], rng, lists[1])
        if steps > longest:
            best, longest = action, steps
    return best


@rule
def walk(  # a compiled loop gets its buffers passed in
    states: Record,
    raw: NDArray[np.uint8],
    seats: int,
    options: Options,
    game: int,
    longest: int,
    action_count: int,
    policy: int,
    rng: Rng,
    lists: Actions,
    out: Numbers,
) -> int:
    """Walk one game from its first position to its end, checking at every step; return the fault found."""
    setup(states[TRUTH], seats, options, word(game), word(0))
    mask = actors(states[TRUTH])
    steps = 0
    while mask:
        for seat in range(-1, seats):
            fault = check_view(states, raw, seat, action_count, rng, lists)
            if fault:
                return fault
            if roll(rng, 16) == 0 and play_out(states[WORLD], rng, lists[0]) > longest:
                return 10
        seat = first_actor(mask)
        count = legal(states[TRUTH], seat, lists[0])
        if policy == CAREFUL:
            action = choose_carefully(states, seat, rng, lists[0], count, out)
        elif policy == LINGERING:
            action = choose_lingering(states, seat, rng, lists, count)
        else:
            action = lists[0, roll(rng, count)]
        apply(states[TRUTH], seat, action)
        steps += 1
        if steps > longest:
            return 9
        mask = actors(states[TRUTH])
    for seat in range(-1, seats):
        fault = check_view(states, raw, seat, action_count, rng, lists)
        if fault:
            return fault
    payoff(states[TRUTH], out)
    return FINE


def walk_many(table: Table, games: int, policy: str) -> list[tuple[float, ...]]:
    """Walk games number 0, 1, ... of a table and return each one's payoffs; fail at the first fault."""
    game = load(table.game_id)
    states = new_records(game.rules.State, 4)
    raw = states.view(np.ndarray).view(np.uint8).reshape(4, -1)
    options = np.array(table.options, np.int64)
    lists = np.zeros((2, game.facts.max_actions), np.int32)
    out = np.zeros(table.seats, np.float64)
    known, paid = game.facts, []
    for number in range(games):
        rng = np.array([number], np.uint64)
        chosen = POLICIES.index(policy)
        fault = walk(states, raw, table.seats, options, number, known.longest, known.actions, chosen, rng, lists, out)
        assert fault == FINE, f"{table}, game {number}, {policy}: {FAULTS[fault]}"
        paid.append(tuple(float(p) for p in out))
    return paid

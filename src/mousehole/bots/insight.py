"""A search guided by a net: it looks first where the net would go, and asks the net what a position is worth.

The tree is that of `bots.search`: every seat decides by its own view. A new node asks the net once, by the view of the
seat that acts there, for how likely each move is and what the position is worth; nothing is played to the end.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.deciding import NEVER, is_settled
from mousehole.bots.inputs import Real, Whole
from mousehole.bots.knowledge import PRESENT, narrow
from mousehole.bots.nets import evaluate, net_of
from mousehole.bots.search import DEEPEST, DRAWN, SEEN, TRIED, WORLD, draw_world, view_key
from mousehole.bots.thinking import Desk, Settings
from mousehole.bots.tree import NONE, Floats, Ints, Words, add_node, slot_of
from mousehole.engine.chance import reseed_chance
from mousehole.engine.contract import actors, apply, hide, legal, payoff
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor
from mousehole.engine.position import View
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.vectors import Plan, Vector, layout, write_out

Bytes = NDArray[np.uint8]

HALF = np.array([0.5**k for k in range(64)])
"""Powers of a half, exactly."""


@rule
def half_to(power: float) -> float:
    """Work out 0.5 to a power from 0 on, alike on every machine: the machine's own function may differ in a bit."""
    if power >= len(HALF) - 1:
        return 0.0
    whole = int(power)
    x = (power - whole) * -0.6931471805599453
    part = 1.0 + x * (1.0 + x * (0.5 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x / 720)))))
    return HALF[whole] * part


@rule
def share_out(numbers: Real, actions: Actions, count: int, shares: Floats, start: int) -> None:
    """Turn a net's numbers for some actions into chances that add up to 1."""
    most = numbers[actions[0]]
    for k in range(1, count):
        most = max(most, numbers[actions[k]])
    total = 0.0
    for k in range(count):
        share = half_to(float(most - numbers[actions[k]]) * 1.4426950408889634)
        shares[start + k] = share
        total += share
    for k in range(count):
        shares[start + k] /= total


@rule
def look(
    raw: Bytes,
    row: int,
    seat: int,
    asked: int,
    most_seats: int,
    plan: Plan,
    vector: Vector,
    starts: Whole,
    lows: Whole,
    scales: Real,
    first: Real,
    first_bias: Real,
    second: Real,
    second_bias: Real,
    third: Real,
    third_bias: Real,
    policy: Real,
    policy_bias: Real,
    value: Real,
    value_bias: Real,
    now: Real,
    more: Real,
    numbers: Real,
) -> float:
    """Ask the net about the view in a row of records: fill in its numbers, return the worth to the seat that looks."""
    write_out(raw[row], seat, asked, most_seats, plan, vector)
    return evaluate(
        vector, starts, lows, scales, first, first_bias, second, second_bias, third, third_bias, policy, policy_bias,
        value, value_bias, now, more, numbers,
    )  # fmt: skip


@rule
def choose_by_net(
    node: int, exploration: float, first: Ints, met: Ints, visits: Ints, mean: Floats, chance: Floats, guess: Floats
) -> int:
    """Choose the edge with the best hope: what it brought, or the net's guess if untried, and how likely the net is."""
    start, end = int(first[node]), int(first[node + 1])
    met[node] += 1
    reach = exploration * math.sqrt(float(met[node]))
    best, highest = start, -1e30
    for edge in range(start, end):
        tried = int(visits[edge])
        hope = (mean[edge] if tried else guess[node]) + reach * chance[edge] / (1.0 + tried)
        if hope > highest:
            highest = hope
            best = edge
    return best


@rule
def search_by_net(
    states: Record,
    words: Words,
    raw: Bytes,
    seat: int,
    iterations: int,
    reuse: int,
    tries: int,
    exploration: float,
    does_remember: int,
    memory: Numbers,
    rng: Rng,
    buffer: Actions,
    out: Numbers,
    sides: Ints,
    path: Ints,
    slots: Ints,
    keys: Words,
    edges: Ints,
    met: Ints,
    action_of: Ints,
    visits: Ints,
    total: Floats,
    mean: Floats,
    chance: Floats,
    guess: Floats,
    counts: Ints,
    most_seats: int,
    plan: Plan,
    vector: Vector,
    starts: Whole,
    lows: Whole,
    scales: Real,
    first: Real,
    first_bias: Real,
    second: Real,
    second_bias: Real,
    third: Real,
    third_bias: Real,
    policy: Real,
    policy_bias: Real,
    value: Real,
    value_bias: Real,
    now: Real,
    more: Real,
    numbers: Real,
) -> None:
    """Run so many iterations from the root view of a seat; the statistics stay in the tree."""
    seats = len(sides)
    for i in range(iterations):
        if i % reuse == 0:
            draw_world(states, seat, rng, tries, PRESENT, does_remember, memory)
        states[WORLD] = states[DRAWN]
        reseed_chance(states[WORLD], rng)
        depth = 0
        is_new = False
        mask = actors(states[WORLD])
        while mask and depth < DEEPEST and not is_new:
            actor = first_actor(mask) if depth else seat
            count = legal(states[WORLD], actor, buffer)
            action = buffer[0]
            if count > 1:
                states[SEEN] = states[WORLD]
                hide(states[SEEN], actor)
                key = view_key(words, SEEN, actor)
                slot = slot_of(key, slots, keys)
                node = int(slots[slot])
                if node == NONE:
                    count = narrow(states[SEEN], actor, buffer, count, states[TRIED:], PRESENT)
                    node = add_node(key, slot, buffer, count, slots, keys, edges, action_of, counts)
                    worth = look(
                        raw, SEEN, actor, actors(states[SEEN]), most_seats, plan, vector, starts, lows, scales, first,
                        first_bias, second, second_bias, third, third_bias, policy, policy_bias, value, value_bias,
                        now, more, numbers,
                    )  # fmt: skip
                    for k in range(seats):
                        out[k] = worth if sides[k] == sides[actor] else -worth
                    is_new = True
                    if node == NONE:
                        break
                    guess[node] = worth
                    share_out(numbers, buffer, count, chance, int(edges[node]))
                    if depth:
                        break
                edge = choose_by_net(node, exploration, edges, met, visits, mean, chance, guess)
                is_new = False
                action = action_of[edge]
                path[2 * depth] = edge
                path[2 * depth + 1] = actor
                depth += 1
            apply(states[WORLD], actor, action)
            mask = actors(states[WORLD])
        if mask == 0:
            payoff(states[WORLD], out)
        elif not is_new:
            for k in range(seats):
                out[k] = 0.0
        for d in range(depth):
            edge = path[2 * d]
            visits[edge] += 1
            total[edge] += out[path[2 * d + 1]]
            mean[edge] = total[edge] / visits[edge]


@rule
def deliberate_by_net(
    states: Record,
    words: Words,
    raw: Bytes,
    seat: int,
    iterations: int,
    look: int,
    reuse: int,
    tries: int,
    exploration: float,
    does_remember: int,
    memory: Numbers,
    rng: Rng,
    buffer: Actions,
    out: Numbers,
    sides: Ints,
    path: Ints,
    slots: Ints,
    keys: Words,
    edges: Ints,
    met: Ints,
    action_of: Ints,
    visits: Ints,
    total: Floats,
    mean: Floats,
    chance: Floats,
    guess: Floats,
    counts: Ints,
    most_seats: int,
    plan: Plan,
    vector: Vector,
    starts: Whole,
    lows: Whole,
    scales: Real,
    first: Real,
    first_bias: Real,
    second: Real,
    second_bias: Real,
    third: Real,
    third_bias: Real,
    policy: Real,
    policy_bias: Real,
    value: Real,
    value_bias: Real,
    now: Real,
    more: Real,
    numbers: Real,
) -> int:
    """Search for so many iterations; after every `look` of them stop if it is settled. Return how many were done."""
    done = 0
    while done < iterations:
        part = iterations - done if look == NEVER else min(look, iterations - done)
        search_by_net(
            states, words, raw, seat, part, reuse, tries, exploration, does_remember, memory, rng,
            buffer, out, sides, path, slots, keys, edges, met, action_of, visits, total, mean, chance,
            guess, counts, most_seats, plan, vector, starts, lows, scales, first, first_bias, second,
            second_bias, third, third_bias, policy, policy_bias, value, value_bias, now, more, numbers,
        )  # fmt: skip
        done += part
        if look != NEVER and is_settled(iterations - done, edges, visits):
            break
    return done


class NetDesk(Desk):
    """The records, the tree and the net that one thread of a guided search works with."""

    def __init__(
        self, game: Game, view: View, seat: int, seed: int, settings: Settings, memory: Numbers | None = None
    ) -> None:
        """Lay out everything for a search from a view."""
        super().__init__(game, view, seat, seed, settings, memory)
        known, plan, net = game.facts, layout(game.facts.id), net_of(game)
        width = len(net.first_bias)
        self.bytes = self.states.view(np.ndarray).view(np.uint8).reshape(len(self.states), -1)
        self.sides = np.array([known.side_of(other) for other in range(view.seats)], np.int32)
        self.chance, self.guess = np.zeros(len(self.tree.action)), np.zeros(len(self.tree.keys))
        self.net: tuple[Any, ...] = (
            known.max_seats, plan.plan, np.zeros(plan.size, np.int16), net.inputs.starts, net.inputs.lows,
            net.inputs.scales, net.first, net.first_bias, net.second, net.second_bias, net.third, net.third_bias,
            net.policy, net.policy_bias, net.value, net.value_bias, np.zeros(width, np.float32),
            np.zeros(width, np.float32), np.zeros(known.actions, np.float32),
        )  # fmt: skip

    def run(self, iterations: int, look: int = NEVER) -> None:
        """Search on for so many iterations; stop earlier if it is settled at one of the looks, made every so often."""
        s, t = self.settings, self.tree
        self.done += deliberate_by_net(
            self.states, self.raw, self.bytes, self.seat, iterations, look, s.reuse, s.tries, s.exploration,
            int(len(self.memory) > 0), self.memory, self.rng, self.buffer, self.out, self.sides, self.path, t.slots,
            t.keys, t.first, t.met, t.action, t.visits, t.total, t.mean, self.chance, self.guess, t.counts, *self.net,
        )  # fmt: skip

"""Playing by a game's net alone: no search, one look at the view, and a draw among what the net thinks good.

Whole games are played here in compiled code, too, many in a row. Choosing uses whole numbers, and the net's sums have
a fixed order: so a seed gives the same games on every processor, and on a GPU (`lab/net_gpu.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.inputs import Real, Whole
from mousehole.bots.levels import Player
from mousehole.bots.net_files import check_net
from mousehole.bots.nets import evaluate, net_of
from mousehole.bots.thinking import Thought
from mousehole.engine.chance import roll, word
from mousehole.engine.contract import actors, apply, hide, legal, payoff, reason, setup
from mousehole.engine.exact import exp
from mousehole.engine.game import Game
from mousehole.engine.playout import first_actor, seed_playout
from mousehole.engine.position import View
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Rng, Word, interpreted, rule
from mousehole.games.vectors import Bytes, Plan, Vector, layout, write_out

STEPS = 32
"""The net's numbers are logarithms; by how much one is below the best is counted in such parts of 1."""
WHOLE = 1 << 16
"""The chance of the best action, before all are divided by their sum."""
LEAST = 0.5
"""What has less than this part of the best action's chance is not played."""
RECORDS, GAME, SEEN = 2, 0, 1
"""The records that games are played on: the game itself, and what the seat that is asked sees of it."""


def chances_down_to(least: float) -> Options:
    """List the chances of actions by how far they are below the best one, as whole numbers; what follows is 0."""
    fall = interpreted(exp)
    found = [fall(-step / STEPS) for step in range(16 * STEPS)]
    return np.array([round(WHOLE * chance) for chance in found if chance >= least], np.int64)


CHANCES = chances_down_to(LEAST)


@rule
def weight_of(below: float, chances: Options) -> int:
    """Weigh an action that is so much below the best one."""
    if below * np.float32(STEPS) >= np.float32(len(chances)):
        return 0
    return chances[int(below * np.float32(STEPS))]


@rule
def draw_near(numbers: Real, actions: Actions, count: int, chances: Options, rng: Rng) -> int:
    """Draw one of some actions by the net's number for each: the better the likelier, none that is clearly worse."""
    best = numbers[actions[0]]
    for k in range(1, count):
        best = max(best, numbers[actions[k]])
    total = 0
    for k in range(count):
        total += weight_of(best - numbers[actions[k]], chances)
    pick = roll(rng, total)
    for k in range(count):
        pick -= weight_of(best - numbers[actions[k]], chances)
        if pick < 0:
            return actions[k]
    return actions[0]


@rule
def play_each(
    states: NDArray[Any],
    words: NDArray[np.uint64],
    raw: Bytes,
    seats: int,
    options: Options,
    seed: Word,
    first_game: int,
    is_net: Actions,
    chances: Options,
    rng: Rng,
    buffer: Actions,
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
    paid: Numbers,
    reasons: Actions,
    lengths: Actions,
) -> None:
    """Play the games `first_game`, `first_game` + 1, ... of a seed: some seats by the net, the others at random.

    Each game has a generator of its own, as in `engine.playout`; only a choice draws from it.
    """
    for i in range(len(reasons)):
        s = states[GAME]
        setup(s, seats, options, word(seed), word(first_game + i))
        seed_playout(rng, word(seed), word(first_game + i))
        length = 0
        asked = actors(s)
        while asked:
            seat = first_actor(asked)
            count = legal(s, seat, buffer)
            action = int(buffer[0])
            if count > 1 and is_net[seat]:
                words[SEEN] = words[GAME]
                hide(states[SEEN], seat)
                write_out(raw[SEEN], seat, actors(states[SEEN]), most_seats, plan, vector)
                evaluate(
                    vector, starts, lows, scales, first, first_bias, second, second_bias, third, third_bias, policy,
                    policy_bias, value, value_bias, now, more, numbers,
                )  # fmt: skip
                action = int(draw_near(numbers, buffer, count, chances, rng))
            elif count > 1:
                action = int(buffer[roll(rng, count)])
            apply(s, seat, action)
            length += 1
            asked = actors(s)
        lengths[i] = length
        reasons[i] = reason(s)
        payoff(s, paid[i])


class NetDesk:
    """What a thread needs that plays by a game's net."""

    def __init__(self, game: Game) -> None:
        """Lay out the net and room for what it works out."""
        known, seen, net = game.facts, layout(game.facts.id), net_of(game)
        width = len(net.first_bias)
        self.game = game
        self.looking = (known.max_seats, seen.plan)
        self.vector, self.numbers = np.zeros(seen.size, np.int16), np.zeros(known.actions, np.float32)
        self.net: tuple[Any, ...] = (
            net.inputs.starts, net.inputs.lows, net.inputs.scales, net.first, net.first_bias, net.second,
            net.second_bias, net.third, net.third_bias, net.policy, net.policy_bias, net.value, net.value_bias,
            np.zeros(width, np.float32), np.zeros(width, np.float32), self.numbers,
        )  # fmt: skip

    def choose(self, view: View, seat: int, rng: Rng, chances: Options = CHANCES) -> int:
        """Choose a move by the net; without a choice nothing is drawn."""
        actions = np.array(view.legal(seat), np.int32)
        if len(actions) == 1:
            return int(actions[0])
        write_out(np.frombuffer(view.data, np.uint8), seat, view.asked, *self.looking, self.vector)
        evaluate(self.vector, *self.net)
        return int(draw_near(self.numbers, actions, len(actions), chances, rng))

    def play(  # as the compiled loop has it
        self,
        seats: int,
        options: Options,
        seed: int,
        first: int,
        by_net: list[bool],
        paid: Numbers,
        reasons: Actions,
        lengths: Actions,
        chances: Options = CHANCES,
    ) -> None:
        """Play whole games from a number on, one for each row of what is to be known of them."""
        states = new_records(self.game.rules.State, RECORDS)
        plain = states.view(np.ndarray)
        given: list[Any] = [
            states, plain.view(np.uint64).reshape(RECORDS, -1), plain.view(np.uint8).reshape(RECORDS, -1), seats,
            options, np.uint64(seed), first, np.array(by_net, np.int32), chances, np.zeros(1, np.uint64),
            np.zeros(self.game.facts.max_actions, np.int32), *self.looking, self.vector, *self.net, paid, reasons,
            lengths,
        ]  # fmt: skip
        play_each(*given)


def net_player(game: Game) -> Player:
    """Seat a bot that plays by the game's net; its thought is a move and nothing more."""
    check_net(game.facts, has_house_rules=False)

    def think(view: View, seat: int, seed: int) -> Thought:
        check_net(game.facts, has_house_rules=view.has_house_rules)
        return Thought(NetDesk(game).choose(view, seat, np.array([seed % 2**64], np.uint64)))

    return think

"""Fit the net by which the lion of Mice Heist judges a heist of three or four, and say how surprised it is by winners.

    python -m benchmarks.mice_heist_net --seed 1 --write
    python -m benchmarks.mice_heist_net --seed 2 --searches 9000 --write

The first command begins with the judgement of the tiger and learns who won from games that are played as playouts are,
by two to six. The second goes on with the net in the package and learns from games of three and four between
searches that judge by it: some turns begin with any obstacle, some choices are made as in playouts, and what matters
little is left to beginners. What a position learns then is partly how the game ended, partly what the net thinks
of later ones. One deal in ten is held out; on these it is said how surprising the winner was to the new net, to that
in the package, to the judgement of the tiger and to who knows nothing. `--write` puts the net into the package.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.fitting import Reals, rewrite, wrapped
from numpy.typing import NDArray

from mousehole.bots.layers import layer, layer_text, number_text, numbers
from mousehole.bots.levels import settings_of
from mousehole.bots.mice_heist import greedy, lean, weights
from mousehole.bots.mice_heist.net import INPUTS, WEALTH, describe
from mousehole.bots.thinking import Settings, think
from mousehole.engine.chance import word
from mousehole.engine.contract import payoff, setup
from mousehole.engine.match import Match
from mousehole.engine.playout import first_actor
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, rule
from mousehole.games import load
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.rules import actors, apply, legal
from mousehole.lab.arena import score_of

WIDTH, DEPTH = 40, 16
PLAYOUTS = {3: 30_000, 4: 24_000, 2: 24_000, 5: 6_000, 6: 6_000}
"""Games of playouts by numbers of seats."""
SEARCHED = {3: 6, 4: 5}
"""Of so many games of searches together, how many have which number of seats."""
HELD_OUT = 10
"""One deal in so many is held out."""
MOMENTS = 24
"""Room for so many turns of a game of playouts, on the average."""
BATCH = 1024
FAST, SLOW = (0.002, 4), (0.001, 8)
"""How fast it learns at first, and how often from everything: from playouts, and from searches."""
SLOWEST = 0.1
"""It learns less and less, down to such a part."""
PULL = 0.01
"""How strongly weights are drawn to where they began."""
LATER = 0.8
"""How much what comes later counts, of what a position of a search learns; the rest is what the net thinks of it."""
ANY, LEANS = 8, 24
"""One turn in so many begins with any obstacle, one choice in so many is made as in playouts."""
ITERATIONS, MARGIN = 48, 0.03


class Net(NamedTuple):
    """The layers of a net: a row for each input, and one more that is added; and what counts straight away."""

    first: Reals
    second: Reals
    last: Reals
    straight: Reals

    @classmethod
    def fresh(cls, chance: np.random.Generator) -> Net:
        """Make a net that judges as the tiger does."""
        first = chance.normal(0, math.sqrt(1 / INPUTS), (INPUTS + 1, WIDTH))
        second = chance.normal(0, math.sqrt(2 / WIDTH), (WIDTH + 1, DEPTH))
        first[-1] = second[-1] = 0.0
        straight = np.zeros(INPUTS)
        straight[WEALTH] = 1.0
        return cls(*(part.astype(np.float32) for part in (first, second, np.zeros(DEPTH + 1), straight)))


IN_PACKAGE = Net(weights.FIRST, weights.SECOND, weights.LAST, weights.STRAIGHT)


class Played(NamedTuple):
    """Turns as they began, in the order in which they were played: what each seat has, what it won, and the deal."""

    seen: NDArray[np.float16]
    won: Reals
    deal: NDArray[np.int64]

    def part(self, *, is_held_out: bool) -> Played:
        """Give the deals that are held out, or the others."""
        rows = (self.deal % HELD_OUT == 0) == is_held_out
        return Played(self.seen[rows], self.won[rows], self.deal[rows])


# Playing


@rule
def play_on(
    states: Record, seats: int, first: int, games: int, actions: Actions, options: Options, given: Reals,
    seen: Reals, won: Numbers, deal: Options,
) -> int:  # fmt: skip
    """Play games as playouts are and note how every turn began; return how many did."""
    s, out = states[0], np.zeros(seats)
    found = 0
    for number in range(first, first + games):
        rng = np.array([number * 7919 + 13], np.uint64)
        setup(s, seats, options, word(number), word(0))
        began = found
        mask = actors(s)
        while mask:
            if s.phase == codes.SELECT and found < len(deal):
                describe(s, given)
                seen[found] = given[:seats]
                deal[found] = number
                found += 1
            seat = first_actor(mask)
            count = legal(s, seat, actions)
            apply(s, seat, lean(s, seat, actions, count, rng))
            mask = actors(s)
        payoff(s, out)
        for k in range(began, found):
            won[k] = out
    return found


def play_out(seats: int, first: int, games: int) -> Played:
    """Play games as playouts are."""
    game = load("mice_heist")
    states, actions = new_records(game.rules.State, 1), np.zeros(game.facts.max_actions, np.int32)
    options = np.array(game.facts.option_values({}), np.int64)
    given = np.zeros((seats, INPUTS), np.float32)
    found: list[Played] = []
    for part in range(first, first + games, 1000):
        count = min(1000, first + games - part)
        room = MOMENTS * count
        seen, won = np.zeros((room, seats, INPUTS), np.float32), np.zeros((room, seats))
        deal = np.zeros(room, np.int64)
        noted = play_on(states, seats, part, count, actions, options, given, seen, won, deal)
        found.append(Played(seen[:noted].astype(np.float16), shares(won[:noted]), deal[:noted]))
    return together(found)


def shares(payoffs: Numbers) -> Reals:
    """Turn payoffs into what everybody won of a game."""
    won = np.maximum(payoffs, 0.0)
    won[~payoffs.any(axis=1)] = 1 / payoffs.shape[1]
    return won.astype(np.float32)


def search_out(seats: int, deals: Iterable[int], settings: Settings) -> Played:
    """Let searches play some deals against themselves."""
    game = load("mice_heist")
    found: list[Played] = []
    for number in deals:
        match, chance = Match.start(game, seats=seats, seed=number), random.Random(number)
        seen = []
        while acting := match.actors():
            seat = acting[0]
            if match.state.phase == codes.SELECT:
                given = np.empty((seats, INPUTS), np.float32)
                describe(match.state.record, given)
                seen.append(given.astype(np.float16))
            match.step(seat, chosen(match, seat, number, chance, settings))
        won = np.array([score_of(match, seat) for seat in range(seats)], np.float32)
        found.append(Played(np.array(seen), np.tile(won, (len(seen), 1)), np.full(len(seen), number)))
    return together(found)


def chosen(match: Match, seat: int, deal: int, chance: random.Random, settings: Settings) -> int:
    """Choose as a search does, but for a few turns and choices, and for lessons and discards."""
    view, phase = match.view(seat), match.state.phase
    legal_now = match.legal(seat)
    if phase == codes.SELECT and chance.randrange(ANY) == 0:
        return chance.choice(legal_now)
    policy = lean if chance.randrange(LEANS) == 0 else greedy if phase > codes.PICK_CHIP else None
    if policy is not None:
        rng = np.array([chance.getrandbits(64)], np.uint64)
        return int(policy(view.record, seat, np.array(legal_now, np.int32), len(legal_now), rng))
    return think(match.game, view, seat, deal * 1_000_003 + 7919 * len(match.moves) + seat, settings).action


def together(parts: Sequence[Played]) -> Played:
    """Put games together."""
    return Played(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


# Learning


def activity(net: Net, seen: NDArray[np.floating]) -> tuple[Reals, Reals, Reals, Reals]:
    """Say what the layers are given, a row for each seat, and how likely each seat wins."""
    x = seen.reshape(-1, INPUTS).astype(np.float32)
    inner = np.maximum(x @ net.first[:-1] + net.first[-1], 0)
    outer = np.maximum(inner @ net.second[:-1] + net.second[-1], 0)
    worth = (outer @ net.last[:-1] + net.last[-1] + x @ net.straight).reshape(seen.shape[:2])
    raised = np.exp(worth - worth.max(axis=1, keepdims=True))
    return x, inner, outer, raised / raised.sum(axis=1, keepdims=True)


def chances(net: Net, seen: NDArray[np.floating]) -> Reals:
    """Say how likely each seat wins."""
    rows = np.array_split(seen, len(seen) // 20_000 + 1)
    return np.concatenate([activity(net, part)[-1] for part in rows])


def surprise_of(net: Net, games: Played) -> float:
    """Say how surprised a net is about who won."""
    return float(-np.mean((games.won * np.log(chances(net, games.seen) + 1e-7)).sum(axis=1)))


def slopes(net: Net, seen: NDArray[np.floating], won: Reals) -> Net:
    """Say how the surprise about who won rises with every weight."""
    x, inner, outer, chance = activity(net, seen)
    wrong = ((chance - won) / len(won)).ravel()
    of_outer = np.outer(wrong, net.last[:-1]) * (outer > 0)
    of_inner = of_outer @ net.second[:-1].T * (inner > 0)
    return Net(
        np.concatenate([x.T @ of_inner, of_inner.sum(axis=0, keepdims=True)]),
        np.concatenate([inner.T @ of_outer, of_outer.sum(axis=0, keepdims=True)]),
        np.append(outer.T @ wrong, np.float32(0.0)),
        x.T @ wrong,
    )


def fit(net: Net, tables: Sequence[Played], rate: float, passes: int, chance: np.random.Generator) -> Net:
    """Learn from games at several tables, by steps that are as large as a weight's own slope is steady."""
    learnt = Net(*(part.copy() for part in net))
    mean, square = (Net(*(np.zeros_like(part) for part in net)) for _ in range(2))
    steps, most = 0, passes * sum(-(-len(games.won) // BATCH) for games in tables)
    for _ in range(passes):
        batches = [
            (games, rows)
            for games in tables
            for rows in np.array_split(chance.permutation(len(games.won)), -(-len(games.won) // BATCH))
        ]
        for number in chance.permutation(len(batches)):
            games, rows = batches[number]
            steps += 1
            now = rate * (SLOWEST + (1 - SLOWEST) * 0.5 * (1 + math.cos(math.pi * steps / most)))
            found = slopes(learnt, games.seen[rows], games.won[rows])
            for k, slope in enumerate(found):
                mean[k][:] += 0.1 * (slope - mean[k])
                square[k][:] += 0.001 * (slope * slope - square[k])
                steady = mean[k] / (1 - 0.9**steps) / (np.sqrt(square[k] / (1 - 0.999**steps)) + 1e-8)
                learnt[k][:] -= now * (steady + PULL * (learnt[k] - net[k]))
    return learnt


def with_lessons(net: Net, games: Played) -> Played:
    """Let every position learn partly how its game ended, partly what a net thinks of later ones."""
    thought, learns = chances(net, games.seen), games.won.copy()
    for k in range(len(learns) - 2, -1, -1):
        if games.deal[k] == games.deal[k + 1]:
            learns[k] = LATER * learns[k + 1] + (1 - LATER) * thought[k + 1]
    return games._replace(won=learns)


# Writing


def stored(net: Net) -> Net:
    """Round a net as the package stores it."""
    layers = [layer(*layer_text(part.astype(np.float64)), part.shape[1]) for part in net[:2]]
    lines = [numbers(number_text(part.astype(np.float64))) for part in net[2:]]
    return Net(*(part.astype(np.float32) for part in (*layers, *lines)))


def source_of(net: Net) -> str:
    """Write a net as `bots/mice_heist/weights.py` has it, from its first layer on."""
    parts = [
        f"layer(\n{wrapped(steps)},\n{wrapped(scales)},\n    {rows.shape[1]},\n).astype(np.float32)\n"
        for rows in net[:2]
        for steps, scales in (layer_text(rows.astype(np.float64)),)
    ]
    last, straight = (number_text(row.astype(np.float64)) for row in net[2:])
    return (
        f"{parts[0]}SECOND = {parts[1]}"
        f'LAST = numbers("{last}").astype(\n    np.float32\n)\n'
        f"STRAIGHT = numbers(\n{wrapped(straight)}\n).astype(np.float32)\n"
    )


def main() -> None:
    """Play, fit, and say how surprised the net is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--searches", type=int, default=0, help="so many games, by the net in the package")
    parser.add_argument("--write", action="store_true", help="put the net into the package")
    asked = parser.parse_args()
    began, chance, first = time.process_time(), np.random.default_rng(asked.seed), asked.seed * 100_000_000
    fresh = Net.fresh(chance)
    if asked.searches:
        settings = Settings(ITERATIONS, horizon=0, margin=MARGIN, edition=settings_of("mice_heist", "lion").edition)
        counts = {seats: asked.searches * part // sum(SEARCHED.values()) for seats, part in SEARCHED.items()}
        starts = {seats: first + seats * 10_000_000 for seats in counts}
        tables = [search_out(seats, range(starts[seats], starts[seats] + n), settings) for seats, n in counts.items()]
        known = [with_lessons(IN_PACKAGE, games.part(is_held_out=False)) for games in tables]
        net = stored(fit(IN_PACKAGE, known, *SLOW, chance))
    else:
        tables = [play_out(seats, first + seats * 10_000_000, games) for seats, games in PLAYOUTS.items()]
        net = stored(fit(fresh, [games.part(is_held_out=False) for games in tables], *FAST, chance))
    for games in (each.part(is_held_out=True) for each in tables):
        seats = games.won.shape[1]
        print(
            f"{seats} seats, {len(games.won)} positions held out: {surprise_of(net, games):.4f} nats, "
            f"{surprise_of(IN_PACKAGE, games):.4f} by the net in the package, "
            f"{surprise_of(fresh, games):.4f} by the judgement of the tiger, {math.log(seats):.4f} knowing nothing"
        )
    print(f"{time.process_time() - began:.0f} s of processor time")
    if asked.write:
        rewrite(Path(str(weights.__file__)), "FIRST = ", "", source_of(net))


if __name__ == "__main__":
    main()

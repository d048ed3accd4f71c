"""Fit the net by which the lion of Mice Heist judges, and say how surprised it is by winners.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.mice_heist_net --seed 1 --processes 8 --write

It begins with the judgement of the tiger and learns who won from games that are played as playouts are. Then come
rounds of games between searches that judge by what was learnt so far: a search looks at the same worlds with each of
its moves, plays them on to the beginning of a turn, and asks the net. Some turns begin with any obstacle, some
choices are made as in playouts, and what matters little is left to beginners. What a position learns there is partly
how the game ended, partly what the net thinks of later ones. One deal in ten is held out; on these it is said how
surprising the winner was to the new net, to that of the playouts, to that in the package, to the judgement of the
tiger and to who knows nothing. `--write` puts the net into the package. A seed has the same games for any number of
processes.
"""

from __future__ import annotations

import argparse
import math
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.fitting import Reals, rewrite, wrapped
from numpy.typing import NDArray

from mousehole.bots.knowledge import PRESENT
from mousehole.bots.layers import STEPS, layer_text, numbers, rows
from mousehole.bots.mice_heist import greedy, lean, narrow, weights
from mousehole.bots.mice_heist.net import INPUTS, WEALTH, Steps, ask_net, describe
from mousehole.engine.chance import reseed_chance, roll, word
from mousehole.engine.contract import payoff, setup
from mousehole.engine.playout import first_actor
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import load
from mousehole.games.mice_heist import FACTS, codes
from mousehole.games.mice_heist.rules import actors, apply, legal
from mousehole.games.mice_heist.secrets import hide, redeal

WIDTH, DEPTH = 40, 16
PLAYOUTS = {2: 24_000, 3: 30_000, 4: 24_000, 5: 12_000, 6: 12_000}
"""Games of playouts by numbers of seats."""
ROUNDS = (
    {2: 3_000, 3: 4_000, 4: 3_000, 5: 1_000, 6: 1_000},
    {2: 6_000, 3: 8_000, 4: 6_000, 5: 2_000, 6: 2_000},
)
"""Games of searches by numbers of seats, round by round."""
DEALS = 100_000_000
"""A seed has so many deals of its own, and a number of seats a tenth of them."""
AT_ONCE = 50
"""A process plays so many games of searches at a time."""
WORLDS = 20
"""A search looks at so many worlds with each of its moves."""
LEAST = 6
"""It plays a move on for so many choices, and then to the beginning of a turn."""
ANY, LEANS = 8, 24
"""One turn in so many begins with any obstacle, one choice in so many is made as in playouts."""
HELD_OUT = 10
"""One deal in so many is held out."""
MOMENTS = 24
"""Room for so many turns of a game, on the average."""
BATCH = 1024
FAST, SLOW = (0.002, 4), (0.001, 6)
"""How fast it learns at first, and how often from everything: from playouts, and from searches."""
SLOWEST = 0.1
"""It learns less and less, down to such a part."""
PULL = 0.01
"""How strongly weights are drawn to where they began."""
LATER = 0.8
"""How much what comes later counts, of what a position of a search learns; the rest is what the net thinks of it."""
GAME, SEEN, WORLD, TRIED = range(4)
"""The records a search works in."""


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


class Stored(NamedTuple):
    """A net as the package stores it and compiled code reads it: steps, and a scale for each row."""

    first: Steps
    first_scale: Reals
    second: Steps
    second_scale: Reals
    last: Reals
    straight: Reals

    @property
    def net(self) -> Net:
        """The weights that these are."""
        scaled = (part * scale[:, None] for part, scale in (self[:2], self[2:4]))
        return Net(*(part.astype(np.float32) for part in (*scaled, *self[4:])))


IN_PACKAGE = Stored(
    weights.FIRST, weights.FIRST_SCALE, weights.SECOND, weights.SECOND_SCALE, weights.LAST, weights.STRAIGHT
)


class Played(NamedTuple):
    """Turns as they began, in the order in which they were played: what each seat has, what it won, and the deal."""

    seen: NDArray[np.float16]
    won: Reals
    deal: NDArray[np.int64]

    def part(self, *, is_held_out: bool) -> Played:
        """Give the deals that are held out, or the others."""
        chosen = (self.deal % HELD_OUT == 0) == is_held_out
        return Played(self.seen[chosen], self.won[chosen], self.deal[chosen])


# Playing


@rule
def try_out(
    states: Record, seat: int, actions: Actions, count: int, rng: Rng, own: Rng, legal_then: Actions, sums: Numbers,
    worths: Numbers, worlds: int, given: Reals, inner: Reals, outer: Reals, first: Steps, first_scale: Reals,
    second: Steps, second_scale: Reals, last: Reals, straight: Reals,
) -> int:  # fmt: skip
    """Choose among some moves: play each on in the same worlds to the beginning of a turn, and ask the net."""
    s = states[TRIED]
    sums[:count] = 0.0
    for _ in range(worlds):
        states[WORLD] = states[SEEN]
        redeal(states[WORLD], seat, rng)
        reseed_chance(states[WORLD], rng)
        for k in range(count):
            states[TRIED] = states[WORLD]
            own[0] = rng[0]
            apply(s, seat, actions[k])
            mask, left = actors(s), LEAST
            while mask and (left > 0 or s.phase != codes.SELECT):
                actor = first_actor(mask)
                number = legal(s, actor, legal_then)
                apply(s, actor, lean(s, actor, legal_then, number, own))
                mask = actors(s)
                left -= 1
            if mask:
                ask_net(s, given, inner, outer, first, first_scale, second, second_scale, last, straight, worths)
            else:
                payoff(s, worths)
            sums[k] += worths[seat]
        roll(rng, 2)
    best = 0
    for k in range(1, count):
        if sums[k] > sums[best]:
            best = k
    return int(actions[best])


@rule
def play_on(
    states: Record, seats: int, deals: Options, worlds: int, options: Options, seen: Reals, won: Numbers,
    deal: Options, first: Steps, first_scale: Reals, second: Steps, second_scale: Reals, last: Reals, straight: Reals,
) -> int:  # fmt: skip
    """Play games, as playouts are where there are no worlds to look at; note how turns began; return how many did."""
    s = states[GAME]
    given, out, worths, sums = np.zeros((seats, INPUTS), np.float32), np.zeros(seats), np.zeros(seats), np.zeros(64)
    inner, outer = np.zeros(first.shape[1], np.float32), np.zeros(second.shape[1], np.float32)
    actions, legal_then = np.zeros(64, np.int32), np.zeros(64, np.int32)
    rng, own = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    found = 0
    for number in deals:
        rng[0] = number * 7919 + 13
        setup(s, seats, options, word(number), word(0))
        began = found
        mask = actors(s)
        while mask:
            seat = first_actor(mask)
            count = legal(s, seat, actions)
            if s.phase == codes.SELECT and found < len(deal):
                describe(s, given)
                seen[found] = given
                deal[found] = number
                found += 1
            if worlds == 0 or roll(rng, LEANS) == 0:
                action = lean(s, seat, actions, count, rng)
            elif s.phase == codes.SELECT and roll(rng, ANY) == 0:
                action = actions[roll(rng, count)]
            elif s.phase > codes.PICK_CHIP:
                action = greedy(s, seat, actions, count, rng)
            else:
                states[SEEN] = s
                hide(states[SEEN], seat)
                count = narrow(states[SEEN], seat, actions, count, states[TRIED:], PRESENT)
                action = actions[0]
                if count > 1:
                    action = try_out(
                        states, seat, actions, count, rng, own, legal_then, sums, worths, worlds, given, inner, outer,
                        first, first_scale, second, second_scale, last, straight,
                    )  # fmt: skip
            apply(s, seat, action)
            mask = actors(s)
        payoff(s, out)
        for k in range(began, found):
            won[k] = out
    return found


def play(worlds: int, net: Stored, table: tuple[int, range]) -> Played:
    """Play some deals at a table of so many."""
    seats, deals = table
    game = load("mice_heist")
    room = MOMENTS * len(deals)
    seen, won, deal = np.zeros((room, seats, INPUTS), np.float32), np.zeros((room, seats)), np.zeros(room, np.int64)
    noted = play_on(
        new_records(game.rules.State, TRIED + 1), seats, np.array(deals), worlds,
        np.array(game.facts.option_values({}), np.int64), seen, won, deal, *net,
    )  # fmt: skip
    return Played(seen[:noted].astype(np.float16), shares(won[:noted]), deal[:noted])


def shares(payoffs: Numbers) -> Reals:
    """Turn payoffs into what everybody won of a game."""
    won = np.maximum(payoffs, 0.0)
    won[~payoffs.any(axis=1)] = 1 / payoffs.shape[1]
    return won.astype(np.float32)


def play_all(counts: Mapping[int, int], first: int, worlds: int, net: Stored, processes: int) -> Iterator[Played]:
    """Play so many games by numbers of seats, from a deal on, in several processes: the same games for any number."""
    size = AT_ONCE if worlds else 20 * AT_ONCE
    tables = []
    for seats, games in counts.items():
        start = first + seats * (DEALS // 10)
        tables += [(seats, range(at, min(at + size, start + games))) for at in range(start, start + games, size)]
    with get_context("spawn").Pool(processes) as pool:
        found = list(pool.imap(partial(play, worlds, net), tables))
    for seats in counts:
        yield together([games for (own, _), games in zip(tables, found, strict=True) if own == seats])


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
    parts = np.array_split(seen, len(seen) // 20_000 + 1)
    return np.concatenate([activity(net, part)[-1] for part in parts])


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
        (x.T @ wrong).astype(np.float32),
    )


def fit(net: Net, tables: Sequence[Played], rate: float, passes: int, chance: np.random.Generator) -> Net:
    """Learn from games at several tables, by steps that are as large as a weight's own slope is steady."""
    learnt = Net(*(part.copy() for part in net))
    mean, square = (Net(*(np.zeros_like(part) for part in net)) for _ in range(2))
    steps, most = 0, passes * sum(-(-len(games.won) // BATCH) for games in tables)
    for _ in range(passes):
        batches = [
            (games, chosen)
            for games in tables
            for chosen in np.array_split(chance.permutation(len(games.won)), -(-len(games.won) // BATCH))
        ]
        for number in chance.permutation(len(batches)):
            games, chosen = batches[number]
            steps += 1
            now = rate * (SLOWEST + (1 - SLOWEST) * 0.5 * (1 + math.cos(math.pi * steps / most)))
            found = slopes(learnt, games.seen[chosen], games.won[chosen])
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


def stored(net: Net) -> Stored:
    """Round a net as the package stores it."""
    (first, first_scale), (second, second_scale) = (layer_text(part.astype(np.float64)) for part in net[:2])
    scales = (numbers(scale) / STEPS for scale in (first_scale, second_scale))
    of_first, of_second = (scale.astype(np.float32) for scale in scales)
    return Stored(rows(first, WIDTH), of_first, rows(second, DEPTH), of_second, net.last, net.straight)


def source_of(net: Stored) -> str:
    """Write a net as `bots/mice_heist/weights.py` has it, from the version of its rules on."""
    texts = [f"{FACTS.rules_version}\n"]
    for field in net._fields:
        name, part = field.upper(), getattr(net, field)
        text = wrapped(b64encode(part.tobytes()).decode())
        is_layer = part.ndim > 1
        read = f"rows(\n{text},\n    {part.shape[1]},\n)" if is_layer else f"numbers(\n{text}\n).astype(np.float32)"
        texts.append(f"{name} = {read}\n")
    return "".join(texts)


def by_seats(tables: Sequence[Played]) -> list[list[Played]]:
    """Sort games by how many play."""
    numbers_of = sorted({games.won.shape[1] for games in tables})
    return [[games for games in tables if games.won.shape[1] == seats] for seats in numbers_of]


def compare(tables: Sequence[Played], nets: Mapping[str, Net], say: Callable[[str], None]) -> None:
    """Say how surprised some nets are about who won the deals that are held out."""
    for games in (each.part(is_held_out=True) for each in tables):
        seats = games.won.shape[1]
        found = ", ".join(f"{surprise_of(net, games):.4f} by {name}" for name, net in nets.items())
        say(f"{seats} seats, {len(games.won)} positions held out: {found}, {math.log(seats):.4f} knowing nothing")


def main() -> None:
    """Play, fit, and say how surprised the net is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--part", type=float, default=1.0, help="play only such a part of the games")
    parser.add_argument("--write", action="store_true", help="put the net into the package, after every round")
    asked = parser.parse_args()
    began, chance = time.monotonic(), np.random.default_rng(asked.seed)

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:.0f} s: {text}", flush=True)

    def played(number: int, counts: Mapping[int, int], worlds: int, net: Stored) -> list[Played]:
        part = {seats: math.ceil(asked.part * games) for seats, games in counts.items()}
        found = list(play_all(part, asked.seed * DEALS + number * (DEALS // 100), worlds, net, asked.processes))
        say(f"{sum(part.values())} games played")
        return found

    fresh = Net.fresh(chance)
    play(1, stored(fresh), (2, range(1)))  # compiled before there are several processes
    tables = played(0, PLAYOUTS, 0, stored(fresh))
    of_playouts = fit(fresh, [games.part(is_held_out=False) for games in tables], *FAST, chance)
    compare(tables, {"the net": of_playouts, "the judgement of the tiger": fresh}, say)
    net, searched = stored(of_playouts), []
    for number, counts in enumerate(ROUNDS, 1):
        searched += played(number, counts, WORLDS, net)
        known = [with_lessons(net.net, games.part(is_held_out=False)) for games in searched]
        net = stored(fit(of_playouts, known, *SLOW, chance))
        compare(
            [together(games) for games in by_seats(searched)],
            {
                "the net": net.net,
                "the net of the playouts": of_playouts,
                "the net in the package": IN_PACKAGE.net,
                "the judgement of the tiger": fresh,
            },
            say,
        )
        if asked.write:
            rewrite(Path(str(weights.__file__)), "RULES_VERSION = ", "", source_of(net))


if __name__ == "__main__":
    main()

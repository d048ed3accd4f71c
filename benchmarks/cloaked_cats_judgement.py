"""Fit the net that judges a ball of two in Cloaked Cats, and say how surprised it is about who wins.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.cloaked_cats_judgement --seed 1 --processes 8 --write

First games are played as playouts are, many and fast; then searches play against themselves, fewer and better. One move
in twelve is any that a search would consider. Of every position in them the net is given what `judging` describes, in
the world as it truly is, and learns who won. The searches are those of the tiger, which has no net, so nothing here
depends on the weights that are in the package. One deal in ten is held out; on these it is said how surprising the
winner was to the new net, to that in the package and to who knows nothing. A seed gives the same games in any number of
processes; NumPy adds in another order in several threads, so the same net comes of one. `--write` puts it into the
package, `--out` writes the same lines to a file.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.fitting import Adam, Reals, activity, chances, fresh_net, rewrite, surprise, wrapped
from numpy.typing import NDArray

from mousehole.bots.cloaked_cats import weights
from mousehole.bots.cloaked_cats.judging import INPUTS, describe
from mousehole.bots.knowledge import PRESENT, TRIALS, lean, narrow
from mousehole.bots.layers import layer, layer_text, number_text
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import Settings, think
from mousehole.engine.chance import roll
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games import load
from mousehole.games.cloaked_cats import FACTS
from mousehole.games.cloaked_cats.rules import actors, apply, legal
from mousehole.lab.arena import score_of

WIDTHS = 32, 16
ANY = 12
"""One move in so many is any that a search would consider."""
LONGEST = 128
"""No more moments of a game are noted."""
HELD_OUT = 10
"""One deal in so many is held out."""
NOTED = 3
"""Of the playouts one position in so many is noted."""
PASSES = 16
"""How often it learns from everything."""
RATE = 0.003
"""How fast it learns at first; then less and less."""
OFTEN = 4
"""How often a position of a search counts beside one of a playout."""
PART = 500
"""So many games of playouts, and a tenth as many of searches, are played by a process at a time."""
FULL_LINE = 120
FIRST_SEARCH = 50_000_000
"""Searches have deals of their own, from here on."""


class Played(NamedTuple):
    """Some games: of every position noted what was seen of it, whether who was on turn won, and the deal."""

    seen: Reals
    won: Reals
    deal: NDArray[np.int64]

    def part(self, *, is_held_out: bool) -> Played:
        """Give the deals that are held out, or the others."""
        rows = (self.deal % HELD_OUT == 0) == is_held_out
        return Played(self.seen[rows], self.won[rows], self.deal[rows])


# Playing


@rule
def play_on(states: Record, rng: Rng, actions: Actions, seen: Reals, movers: Actions) -> int:
    """Play a ball to its end as playouts are, but for a few moves; note some positions and who is on turn."""
    given = np.empty(INPUTS)
    moments = 0
    while actors(states[0]):
        seat = int(states[0].turn)
        if roll(rng, NOTED) == 0 and moments < LONGEST:
            describe(states[0], given)
            for i in range(INPUTS):
                seen[moments, i] = given[i]
            movers[moments] = seat
            moments += 1
        count = legal(states[0], seat, actions)
        if roll(rng, ANY) == 0:
            chosen = actions[roll(rng, narrow(states[0], seat, actions, count, states[1:], PRESENT))]
        else:
            chosen = lean(states[0], seat, actions, count, rng, states[1:], PRESENT)
        apply(states[0], seat, chosen)
    return moments


def play_out(deals: Sequence[int]) -> Played:
    """Play some deals as playouts are."""
    game = load("cloaked_cats")
    states = new_records(game.rules.State, 1 + TRIALS)
    raw = states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)
    actions, movers = np.zeros(game.facts.max_actions, np.int32), np.zeros(LONGEST, np.int32)
    seen = np.zeros((LONGEST, INPUTS), np.float32)
    found: list[Played] = []
    for deal in deals:
        position = game.deal(2, (), deal)
        raw[0] = np.frombuffer(position.tobytes(), np.uint8)
        count = play_on(states, np.array([deal * 7919 + 13], np.uint64), actions, seen, movers)
        position.data[:] = raw[0].tobytes()
        scores = 0.5 + 0.5 * np.array(position.payoffs(), np.float32)
        found.append(Played(seen[:count].copy(), scores[movers[:count]], np.full(count, deal)))
    return together(found)


def search_out(deals: Sequence[int], settings: Settings) -> Played:
    """Let searches play some deals against themselves."""
    game = load("cloaked_cats")
    found: list[Played] = []
    for deal in deals:
        match, chance = Match.start(game, seats=2, seed=deal), random.Random(deal)
        seen, movers = [], []
        while acting := match.actors():
            seat = acting[0]
            given = np.empty(INPUTS)
            describe(match.state.record, given)
            seen.append(given.astype(np.float32))
            movers.append(seat)
            thought = think(game, match.view(seat), seat, deal * 1_000_003 + 7919 * len(match.moves) + seat, settings)
            is_any = bool(thought.findings) and chance.randrange(ANY) == 0
            match.step(seat, chance.choice(thought.findings).action if is_any else thought.action)
        scores = np.array([score_of(match, seat) for seat in range(2)], np.float32)
        found.append(Played(np.array(seen), scores[movers], np.full(len(seen), deal)))
    return together(found)


def together(parts: Sequence[Played]) -> Played:
    """Join some games."""
    return Played(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def play_all(first: int, playouts: int, searches: int, iterations: int, processes: int) -> tuple[Played, Played]:
    """Play all games, in some processes: those of playouts and those of searches."""
    settings = replace(settings_of("cloaked_cats", "tiger"), iterations=iterations)
    play_out([first])
    search_out([first], replace(settings, iterations=1))  # compile once, before there are several
    begin = first + FIRST_SEARCH
    fast = [range(n, min(n + PART, first + playouts)) for n in range(first, first + playouts, PART)]
    slow = [range(n, min(n + PART // 10, begin + searches)) for n in range(begin, begin + searches, PART // 10)]
    if processes == 1:
        return together([play_out(deals) for deals in fast]), together([search_out(deals, settings) for deals in slow])
    with get_context("fork").Pool(processes) as pool:
        searched = pool.imap(partial(search_out, settings=settings), slow)
        return together(list(pool.imap(play_out, fast))), together(list(searched))


# Learning


def fit(playouts: Played, searches: Played, chance: np.random.Generator) -> list[Reals]:
    """Learn who won, of the deals that are not held out."""
    fast, slow = playouts.part(is_held_out=False), searches.part(is_held_out=False)
    games = together([fast, *[slow] * OFTEN])
    learner = Adam(fresh_net(INPUTS, WIDTHS, chance), RATE)
    for number in range(PASSES):
        learner.rate = RATE * (1 - number / PASSES)
        learner.learn_all(games.seen, games.won, chance)
    return learner.layers


def stored(layers: Sequence[Reals]) -> list[Reals]:
    """Give a net as the package keeps it: weights in bytes, with a scale for each row."""
    kept = []
    for rows in layers:
        table = rows[:-1].reshape(len(rows) - 1, -1).astype(np.float64)
        steps, scales = layer_text(table)
        read = layer(steps, scales, table.shape[1]).reshape(rows[:-1].shape)
        kept.append(np.concatenate([read, rows[-1:]]).astype(np.float32))
    return kept


def in_package() -> list[Reals]:
    """Give the net that is in the package."""
    first = np.concatenate([weights.FIRST_LAYER, weights.FIRST_BIAS[None]])
    second = np.concatenate([weights.SECOND_LAYER, weights.SECOND_BIAS[None]])
    last = np.concatenate([weights.LAST_LAYER[:, 0], weights.LAST_BIAS])
    return [rows.astype(np.float32) for rows in (first, second, last)]


def surprise_of(layers: list[Reals], games: Played) -> float:
    """Say how surprised a net is about who won."""
    return surprise(chances(activity(layers, games.seen)[-1]), games.won)


# Writing


def source_of(layers: Sequence[Reals]) -> str:
    """Write a net as `bots/cloaked_cats/weights.py` has it, from the version of its rules on."""
    lines = [f"{FACTS.rules_version}\n"]
    for name, rows in zip(("FIRST", "SECOND", "LAST"), layers, strict=True):
        table = rows[:-1].reshape(len(rows) - 1, -1).astype(np.float64)
        steps, scales = layer_text(table)
        lines.append(f"{name}_LAYER = layer(\n{wrapped(steps)},\n{wrapped(scales)},\n    {table.shape[1]},\n)\n")
        bias = number_text(np.atleast_1d(rows[-1]).astype(np.float64))
        short = f'{name}_BIAS = numbers("{bias}")\n'
        lines.append(short if len(short) <= FULL_LINE else f"{name}_BIAS = numbers(\n{wrapped(bias)}\n)\n")
    return "".join(lines)


def main() -> None:
    """Play, fit, and say how surprised the net is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--playouts", type=int, default=180_000, help="games")
    parser.add_argument("--searches", type=int, default=32_000, help="games")
    parser.add_argument("--iterations", type=int, default=500, help="of a search for a move")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the net into the package")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the package's file of weights here")
    asked = parser.parse_args()
    began = time.monotonic()
    first = asked.seed * 100_000_000
    games = play_all(first, asked.playouts, asked.searches, asked.iterations, asked.processes)
    spent = time.monotonic() - began
    print(f"{len(games[0].won)} positions of playouts, {len(games[1].won)} of searches; {spent:.0f} s", flush=True)
    net = stored(fit(*games, np.random.default_rng(asked.seed)))
    for name, played in zip(("playouts", "searches"), games, strict=True):
        tested = played.part(is_held_out=True)
        nothing = surprise(np.full(len(tested.won), tested.won.mean()), tested.won)
        new, present = (surprise_of(layers, tested) for layers in (net, in_package()))
        print(
            f"{name}, {len(tested.won)} positions held out: {new:.4f} nats, "
            f"{present:.4f} by the net in the package, {nothing:.4f} knowing nothing"
        )
    print(f"{time.monotonic() - began:.0f} s")
    stands = Path(weights.__file__)
    for file in [*([asked.out] if asked.out else []), *([stands] if asked.write else [])]:
        file.write_text(stands.read_text(encoding="utf-8"), encoding="utf-8")
        rewrite(file, "RULES_VERSION = ", "", source_of(net))


if __name__ == "__main__":
    main()

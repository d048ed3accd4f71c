"""Let players of Cloaked Cats practise against themselves: the small net by which the lion's playouts are played.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.cloaked_cats_playouts --seed 1 --processes 8 --write

Two, three and four players choose by chances that a net gives to each move worth a thought (`practice`), and what was
followed by a better end than expected becomes likelier. What is expected says a second net that sees all cloaks; it is
thrown away. In some games others play as they did before, or as the tiger's playouts do, so that nothing is unlearnt.
A round has the same games and the same sums for any number of processes; NumPy adds in another order in several
threads, so the same net comes of one.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from benchmarks.fitting import Reals
from numpy.typing import NDArray

from mousehole.bots.cloaked_cats.counting import count_features, hidden_to, live_to
from mousehole.bots.cloaked_cats.judging import LOGS
from mousehole.bots.cloaked_cats.practice import (
    CAT,
    GUESS,
    MOST,
    SEAT,
    look_at_moves,
    look_through,
    pick,
    weigh_moves,
)
from mousehole.bots.cloaked_cats.searching import lean, narrow
from mousehole.bots.knowledge import PRESENT, TRIALS
from mousehole.engine.chance import word
from mousehole.engine.contract import payoff, setup
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CLOAK, MOST_SEATS
from mousehole.games.cloaked_cats.knowledge import clues_of
from mousehole.games.cloaked_cats.rules import actors, apply, legal, points_of

WIDTH = 48
RIVAL = 12
"""Numbers about a rival that only who sees all cloaks can tell."""
ALL = SEAT + RIVAL * (MOST_SEATS - 1) + 1
JUDGE = 64, 32
PARTS = 32
"""A round is played in so many parts."""
GAMES = 128
"""Games in a part."""
MOMENTS = 64
"""Room for so many choices of a game, on the average."""
LATER = 0.8
"""How much what comes later counts, beside what is expected at the next choice."""
EXPECTS = 0.005
PLAYS = 0.01
"""How fast both nets learn at first."""
LEAST = 0.02
"""They learn less and less, down to such a part."""
OPEN, SETTLED = 0.02, 0.003
"""What is paid for being hard to foresee, at first and in the end."""
ITSELF, FORMER, TIGER = range(3)
"""Who the others are: it itself, as it played before, or the playouts of the tiger."""
OTHERS = (ITSELF, ITSELF, ITSELF, FORMER, FORMER, FORMER, FORMER, TIGER)
KEPT = 150
"""After so many rounds it is remembered how it played."""


class Net(NamedTuple):
    """The layers of a player: a row for each number given, and one more that is added; then how all that counts."""

    cats: Reals
    cats_last: Reals
    guesses: Reals
    guesses_last: Reals


class Judge(NamedTuple):
    """The layers of who says what is expected."""

    first: Reals
    second: Reals
    last: Reals


def fresh(chance: np.random.Generator, width: int) -> tuple[Net, Judge]:
    """Make nets that know nothing."""

    def rows(inputs: int, outputs: int, size: float = 2.0) -> Reals:
        made = chance.normal(0, math.sqrt(size / inputs), (inputs + 1, outputs)).astype(np.float32)
        made[-1] = 0.0
        return made

    def ends(inputs: int) -> Reals:
        return chance.normal(0, 0.1 / math.sqrt(inputs), inputs).astype(np.float32)

    net = Net(rows(SEAT + CAT, width), ends(width), rows(SEAT + GUESS, width), ends(width))
    return net, Judge(rows(ALL, JUDGE[0]), rows(*JUDGE), rows(JUDGE[1], 1, 0.01)[:, 0])


# Playing


@rule
def look_at_all(s: Record, seat: int, given: Reals, out: Reals) -> None:
    """Describe a position to who sees all cloaks."""
    for k in range(len(out)):
        out[k] = 0.0
    out[:SEAT] = given
    seats = int(s.seats)
    for step in range(1, seats):
        player = (seat + step) % seats
        at = SEAT + RIVAL * (step - 1)
        out[at] = 1.0
        out[at + 1] = int(s.covered[player]) / 3
        out[at + 2] = (points_of(s, seat) - points_of(s, player)) / 4
        out[at + 3] = int(s.stock[player]) / 16
        if s.covered[player]:
            total, a, b, c, d = count_features(clues_of(s, player), live_to(s, player, player), CLOAK)
            out[at + 4] = LOGS[total]
            look_through(s, player, hidden_to(s, player, player), total, a, b, c, d, out, at + 5)
            total, a, b, c, d = count_features(clues_of(s, player), live_to(s, seat, player), CLOAK)
            look_through(s, player, hidden_to(s, seat, player), total, a, b, c, d, out, at + 7)
    out[SEAT + RIVAL * (MOST_SEATS - 1)] = int(s.phase == codes.GUESS)


@rule
def play_on(
    states: Record, seats: int, deals: Options, options: Options, learners: Options, others: int, won: Numbers,
    given: Reals, moves: Reals, seen: Reals, counts: Actions, chosen: Actions, marks: Actions, games: Actions,
    cats: Reals, cats_last: Reals, guesses: Reals, guesses_last: Reals,
    cats2: Reals, cats2_last: Reals, guesses2: Reals, guesses2_last: Reals,
) -> int:  # fmt: skip
    """Play games; note the choices of those who learn: what they saw, and what they did. Return how many there were."""
    s = states[0]
    actions, shares, rng = np.zeros(64, np.int32), np.zeros(MOST, np.float32), np.zeros(1, np.uint64)
    cat_scale, guess_scale = np.ones(SEAT + CAT + 1, np.float32), np.ones(SEAT + GUESS + 1, np.float32)
    found = 0
    for game in range(len(deals)):
        rng[0] = deals[game] * 7919 + 13
        setup(s, seats, options, word(deals[game]), word(7))
        while actors(s):
            seat = int(s.turn)
            count = legal(s, seat, actions)
            learns = learners[game] >> seat & 1
            if not learns and others == TIGER:
                apply(s, seat, lean(s, seat, actions, count, rng, states[1:], PRESENT))
                continue
            if s.phase == codes.GUESS:
                count = narrow(s, seat, actions, count, states[1:], PRESENT)
            if count == 1:
                apply(s, seat, actions[0])
                continue
            count = look_at_moves(s, seat, actions, count, given[found], moves[found])
            if learns or others == ITSELF:
                if s.phase == codes.PLAY:
                    weigh_moves(given[found], moves[found], count, cats, cat_scale, cats_last, shares)
                else:
                    weigh_moves(given[found], moves[found], count, guesses, guess_scale, guesses_last, shares)
            elif s.phase == codes.PLAY:
                weigh_moves(given[found], moves[found], count, cats2, cat_scale, cats2_last, shares)
            else:
                weigh_moves(given[found], moves[found], count, guesses2, guess_scale, guesses2_last, shares)
            k = pick(shares, count, rng)
            if learns and found < len(counts) - 1:
                look_at_all(s, seat, given[found], seen[found])
                counts[found], chosen[found], games[found] = count, k, game
                marks[found] = seat + MOST_SEATS * int(s.phase == codes.GUESS)
                found += 1
            apply(s, seat, actions[k])
        payoff(s, won[game])
    return found


@rule
def credit(games: Actions, marks: Actions, won: Numbers, values: Reals, later: float, wanted: Reals) -> None:
    """Say of each choice what came of it, partly by how the game ended, partly by what was expected later."""
    game = -1
    then, value = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    for k in range(len(games) - 1, -1, -1):
        if games[k] != game:
            game = games[k]
            for seat in range(MOST_SEATS):
                then[seat] = value[seat] = won[game, seat]
        seat = marks[k] % MOST_SEATS
        then[seat] = later * then[seat] + (1.0 - later) * value[seat]
        wanted[k] = then[seat]
        value[seat] = values[k]


class Part(NamedTuple):
    """What a part of a round is: its seats, its first deal, who the others are, and how they play."""

    seats: int
    first: int
    others: int
    former: Net


def play_part(net: Net, part: Part, games: int, *, notes: bool = True) -> tuple[Any, ...]:
    """Play the games of a part."""
    game = load("cloaked_cats")
    deals = np.arange(part.first, part.first + games)
    everybody = (1 << part.seats) - 1
    learners = np.array([everybody if part.others == ITSELF else 1 << int(deal) % part.seats for deal in deals])
    room = MOMENTS * games if notes else 2
    given, moves = np.zeros((room, SEAT), np.float32), np.zeros((room, MOST, GUESS), np.float32)
    seen = np.zeros((room, ALL), np.float32)
    counts, chosen, marks, which = (np.zeros(room, np.int32) for _ in range(4))
    won = np.zeros((games, MOST_SEATS))
    found = play_on(
        new_records(game.rules.State, 1 + TRIALS), part.seats, deals,
        np.array(game.facts.option_values({}), np.int64), learners, part.others, won,
        given, moves, seen, counts, chosen, marks, which, *net, *part.former,
    )  # fmt: skip
    return (won, *(array[:found] for array in (given, moves, seen, counts, chosen, marks, which)))


# Learning


def expect(judge: Judge, seen: Reals) -> tuple[Reals, Reals, Reals]:
    """Say what is expected, and what the layers between were given."""
    inner = np.maximum(seen @ judge.first[:-1] + judge.first[-1], 0)
    outer = np.maximum(inner @ judge.second[:-1] + judge.second[-1], 0)
    return inner, outer, outer @ judge.last[:-1] + judge.last[-1]


def judge_slopes(judge: Judge, seen: Reals, inner: Reals, outer: Reals, wrong: Reals) -> Judge:
    """Say how half the square of what was wrong rises with every weight."""
    of_outer = np.outer(wrong, judge.last[:-1]) * (outer > 0)
    of_inner = of_outer @ judge.second[:-1].T * (inner > 0)
    return Judge(
        np.concatenate([seen.T @ of_inner, of_inner.sum(axis=0, keepdims=True)]),
        np.concatenate([inner.T @ of_outer, of_outer.sum(axis=0, keepdims=True)]),
        np.append(outer.T @ wrong, wrong.sum()).astype(np.float32),
    )


def move_slopes(
    first: Reals, last: Reals, given: Reals, moves: Reals, counts: NDArray[np.int32], chosen: NDArray[np.int32],
    better: Reals, openness: float,
) -> tuple[Reals, Reals, float]:  # fmt: skip
    """Say how weights fall that make likelier what came out better than expected; and how hard to foresee it is."""
    most = int(counts.max())
    is_there = np.arange(most) < counts[:, None]
    row, place = np.nonzero(is_there)
    own = moves[row, place, : len(first) - 1 - SEAT]
    inner = np.maximum((given @ first[:SEAT] + first[-1])[row] + own @ first[SEAT:-1], 0)
    worth = np.full(is_there.shape, -1e30, np.float32)
    worth[row, place] = inner @ last
    share = np.exp(worth - worth.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    logs = np.log(share + 1e-12)
    surprise = -(share * logs).sum(axis=1, keepdims=True)
    slope = share * better[:, None] + openness * share * (logs + surprise)
    slope[np.arange(len(chosen)), chosen] -= better
    wrong = slope[row, place]
    of_inner = np.outer(wrong, last) * (inner > 0)
    by_given = np.add.reduceat(of_inner, np.concatenate([[0], np.cumsum(counts)[:-1]]), axis=0)
    slopes = np.concatenate([given.T @ by_given, own.T @ of_inner, of_inner.sum(axis=0, keepdims=True)])
    return slopes, inner.T @ wrong, float(surprise.sum())


def learn_part(net: Net, judge: Judge, openness: float, part: Part) -> tuple[list[Reals], NDArray[np.float64]]:
    """Play a part; return how the surprise of both nets rises with every weight, and some numbers about the part."""
    won, given, moves, seen, counts, chosen, marks, which = play_part(net, part, GAMES)
    inner, outer, values = expect(judge, seen)
    wanted = np.zeros(len(values), np.float32)
    credit(which, marks, won, values, LATER, wanted)
    better = wanted - values
    slopes: list[Reals] = []
    surprises = []
    for phase, (first, last) in enumerate(((net.cats, net.cats_last), (net.guesses, net.guesses_last))):
        rows = np.nonzero(marks // MOST_SEATS == phase)[0]
        of_first, of_last, surprise = move_slopes(
            first, last, given[rows], moves[rows], counts[rows], chosen[rows], better[rows], openness
        )
        slopes += [of_first, of_last]
        surprises += [surprise, len(rows)]
    slopes += judge_slopes(judge, seen, inner, outer, values - wanted)
    ends = np.maximum(won, 0.0)[np.arange(GAMES), np.arange(part.first, part.first + GAMES) % part.seats]
    return slopes, np.array([len(values), (better**2).sum(), *surprises, ends.mean()])


class Adam:
    """Learns by steps that are as large as a weight's own slope is steady."""

    def __init__(self, weights: Sequence[Reals]) -> None:
        """Begin with some weights."""
        self.weights = [part.copy() for part in weights]
        self.mean, self.square = ([np.zeros_like(part) for part in weights] for _ in range(2))
        self.steps = 0

    def learn(self, slopes: Sequence[Reals], rates: Sequence[float]) -> None:
        """Take a step."""
        self.steps += 1
        for k, slope in enumerate(slopes):
            self.mean[k] += 0.1 * (slope - self.mean[k])
            self.square[k] += 0.005 * (slope * slope - self.square[k])
            steady = self.mean[k] / (1 - 0.9**self.steps)
            size = np.sqrt(self.square[k] / (1 - 0.995**self.steps)) + 1e-8
            self.weights[k] -= np.float32(rates[k]) * steady / size


def parts_of(seed: int, number: int, formers: Sequence[Net]) -> list[Part]:
    """Say what is played in a round."""
    chance = np.random.default_rng([seed, number])
    parts = []
    for k in range(PARTS):
        former = formers[int(chance.integers(len(formers)))]
        first = seed * 10**12 + (number * PARTS + k) * GAMES
        parts.append(Part((2, 2, 3, 4)[k % 4], first, OTHERS[k // 4 % len(OTHERS)], former))
    return parts


# Measuring


def measure(net: Net, rival: Net | None, seats: int, first: int, games: int) -> float:
    """Say which share of games a net wins at one seat, where others play by another one or as the tiger's playouts."""
    others = TIGER if rival is None else FORMER
    won, *_ = play_part(net, Part(seats, first, others, rival or net), games, notes=False)
    shares = np.maximum(won[:, :seats], 0.0)
    shares[~won[:, :seats].any(axis=1)] = 1 / seats
    return float(shares[np.arange(games), np.arange(first, first + games) % seats].mean())


def save(folder: Path, name: str, net: Net, judge: Judge) -> None:
    """Write nets to a file."""
    np.savez(folder / f"{name}.npz", **net._asdict(), **judge._asdict())


def read(file: Path) -> Net:
    """Read a net from a file."""
    with np.load(file) as kept:
        return Net(*(kept[name] for name in Net._fields))


def main() -> None:
    """Practise, and say how strong the players have become."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--say", type=int, default=1000, help="say how it stands after so many rounds")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write nets and figures here as they come")
    asked = parser.parse_args()
    began = time.monotonic()
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
    net, judge = fresh(np.random.default_rng(asked.seed), asked.width)
    learner = Adam([*net, *judge])
    mean = [part.copy() for part in net]
    formers = [net]
    learn_part(net, judge, 0.0, parts_of(asked.seed, 0, formers)[0])  # compile once, before there are several
    learn_part(net, judge, 0.0, parts_of(asked.seed, 0, formers)[-1])
    figures = np.zeros(7)
    print(f"compiled in {time.monotonic() - began:.0f} s", flush=True)
    began = time.monotonic()
    with get_context("fork").Pool(asked.processes) as pool:
        for number in range(1, asked.rounds + 1):
            is_cut = time.monotonic() - began > asked.seconds
            done = number / asked.rounds if math.isinf(asked.seconds) else (time.monotonic() - began) / asked.seconds
            pace = LEAST + (1 - LEAST) * 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))
            openness = SETTLED + (OPEN - SETTLED) * 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))
            net, judge = Net(*learner.weights[:4]), Judge(*learner.weights[4:])
            work = partial(learn_part, net, judge, openness)
            total: list[Reals] = []
            for slopes, some in pool.imap(work, parts_of(asked.seed, number, formers)):
                total = [a + b for a, b in zip(total, slopes, strict=True)] if total else slopes
                figures += some
            scale = np.float32(1 / (PARTS * GAMES * 10))
            learner.learn([part * scale for part in total], [PLAYS * pace] * 4 + [EXPECTS * pace] * 3)
            fading = max(1 / number, 1 / 300)
            for k in range(4):
                mean[k] += np.float32(fading) * (learner.weights[k] - mean[k])
            if number % KEPT == 0:
                formers.append(Net(*(part.copy() for part in learner.weights[:4])))
                formers = formers[-50:]
            if number % asked.say == 0 or is_cut or number == asked.rounds:
                steady = Net(*mean)
                won = [measure(steady, None, seats, 10**15, 10_000) for seats in (2, 3, 4)]
                line = {
                    "round": number, "seconds": round(time.monotonic() - began, 1),
                    "beats playouts": [round(share, 4) for share in won],
                    "unexpected": round(figures[1] / figures[0], 4),
                    "cats open": round(figures[2] / figures[3], 4),
                    "guesses open": round(figures[4] / figures[5], 4),
                    "decisions": int(figures[0]),
                }  # fmt: skip
                figures[:] = 0.0
                print(json.dumps(line), flush=True)
                if asked.out:
                    save(asked.out, "net", steady, judge)
                    save(asked.out, f"net_{number}", steady, judge)
                    with (asked.out / "figures.jsonl").open("a") as file:
                        file.write(json.dumps(line) + "\n")
            if is_cut:
                break


if __name__ == "__main__":
    main()

"""Solve Cat & The Mouse by regrets: writes the lion's table.

    python -m benchmarks.cat_and_mouse_regrets --rounds 508 --threads 10 --seed 1 --table lion.npz

Both seats decide by situations (`mousehole.bots.cat_and_mouse.situations`) and play against each other. Wherever the
seat that learns decides, every kind of move is tried and played out; how much better each did than the mixture that is
played now is its regret, and the next mixture follows the regrets (regret matching, later rounds count more). What is
kept is the average of all mixtures. A round's games are played by a fixed number of streams, each with a chance of its
own and all by the same mixtures, and added up in order: so the result is exact for a seed, in any number of threads,
and also if a run is stopped and taken up again.

The Mouse's mixtures are kept as they come out. The Inspector's are not: it hunts as `cat_and_mouse_hunting` says, and
all chances are measured with that Inspector.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.cat_and_mouse_details import detail
from benchmarks.cat_and_mouse_hunting import BYTE, hunting
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse.lion import Mixtures
from mousehole.bots.cat_and_mouse.situations import KINDS, decision_in, kind_of, sensible, situation
from mousehole.engine.chance import reseed_chance, roll
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.rules import actors, apply, legal, payoff, setup

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

STREAMS = 20
SLOTS = 1 << 20
MOST = 1 << 17
NEW = 1 << 13
"""So many new situations a stream can find in a round."""
FREE = -1
STIR = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(40)
ONE = 1 << 30
NOBODY = -1
RARE = 0.04
"""What is played less often is not played at all."""
HUNTING = {codes.POCKET, codes.SECOND, codes.MONITOR, codes.ANNOUNCE, codes.TRAP}
"""The decisions of the Inspector."""
SAID, SAVED = 25, 100
"""After so many rounds it is said how it stands, and saved."""
SHRINK = 20.0
"""A chance counts as if so many games more had ended as usual in its situation."""
LARGEST = 60_000
SEEN = 8.0
"""The table holds so many situations at most, each of them seen so often."""
ACTIONS = 16
"""Room for the moves of a decision."""
START, PLAYED, TRIED = range(3)
"""The records a stream works in."""
STRAY = 3
"""In half of its games a learning seat makes one move in so many at random, so that it learns what lies off its way."""


@rule
def find(key: int, slots: Ints, keys: Longs) -> int:
    """Find the slot of a situation, or the free one where it belongs."""
    slot = np.int64((np.uint64(key) * STIR) >> SHIFT) & (len(slots) - 1)
    while slots[slot] != FREE and keys[slots[slot]] != key:
        slot = (slot + 1) & (len(slots) - 1)
    return slot  # type: ignore[return-value]


@rule
def mix(row: Floats, kinds: int, mixture: Floats) -> None:
    """Share out by what is above nothing; where nothing is, all kinds that there are get the same."""
    total = 0.0
    for kind in range(KINDS):
        mixture[kind] = row[kind] if (kinds >> kind) & 1 and row[kind] > 0.0 else 0.0
        total += mixture[kind]
    count = 0
    for kind in range(KINDS):
        count += (kinds >> kind) & 1
    for kind in range(KINDS):
        if total > 0.0:
            mixture[kind] /= total
        else:
            mixture[kind] = float((kinds >> kind) & 1) / count


@rule
def drawn_kind(mixture: Floats, rng: Rng) -> int:
    """Draw a kind from a mixture."""
    left = float(roll(rng, ONE)) / ONE
    last = 0
    for kind in range(KINDS):
        if mixture[kind] > 0.0:
            last = kind
            left -= mixture[kind]
            if left < 0.0:
                return kind
    return last


@rule
def kinds_of(s: Record, actions: Actions, count: int) -> int:
    """Mask the kinds of moves there are; write each move's kind behind the moves."""
    kinds = 0
    for k in range(count):
        kind = kind_of(s, actions[k])
        actions[ACTIONS + k] = kind
        kinds |= 1 << kind
    return kinds


@rule
def of_kind(actions: Actions, count: int, kind: int, rng: Rng) -> int:
    """Draw any of the moves of a kind."""
    found = 0
    chosen = actions[0]
    for k in range(count):
        if actions[ACTIONS + k] == kind:
            found += 1
            if roll(rng, found) == 0:
                chosen = actions[k]
    return chosen


@rule
def row_of(s: Record, seat: int, detailed: int, slots: Ints, keys: Longs) -> int:
    """Find the row of a seat's situation, in detail if that is wanted and known; 0: it is not known yet."""
    at = FREE
    if detailed == seat:
        at = int(slots[seat, find(detail(s, seat), slots[seat], keys[seat])])
    if at == FREE:
        at = int(slots[seat, find(situation(s, seat), slots[seat], keys[seat])])
    return max(0, at)


@rule
def play_on(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed
    s: Record,
    detailed: int,
    rows: Floats,
    slots: Ints,
    keys: Longs,
    rng: Rng,
    actions: Actions,
    mixture: Floats,
    out: Numbers,
) -> float:
    """Play a game to its end by the mixtures, and say what it paid the Inspector."""
    while s.phase != codes.OVER:
        seat = 0 if actors(s) == 1 else 1
        count = sensible(s, actions, legal(s, seat, actions))
        action = actions[0]
        if count > 1:
            kinds = kinds_of(s, actions, count)
            if kinds & (kinds - 1) == 0:
                action = actions[roll(rng, count)]
            else:
                mix(rows[seat, row_of(s, seat, detailed, slots, keys)], kinds, mixture)
                action = of_kind(actions, count, drawn_kind(mixture, rng), rng)
        apply(s, seat, action)
    payoff(s, out)
    return out[codes.INSPECTOR]


@rule
def learn(  # noqa: C901, PLR0912, PLR0913, PLR0917  # a compiled loop gets its buffers passed
    states: Record,
    learner: int,
    detailed: int,
    games: int,
    rows: Floats,
    slots: Ints,
    keys: Longs,
    gained: Floats,
    played: Floats,
    new: Longs,
    rng: Rng,
    actions: Actions,
    work: Floats,
    out: Numbers,
) -> int:
    """Play games in which one seat learns; return how many new situations were met.

    Row 0 stands for every situation that is not known yet.
    """
    met = 0
    mixture, worths, other = work[0], work[1], work[2]
    s = states[PLAYED]
    for _ in range(games):
        states[PLAYED] = states[START]
        reseed_chance(s, rng)
        is_straying = roll(rng, 2) == 0
        while s.phase != codes.OVER:
            seat = 0 if actors(s) == 1 else 1
            count = sensible(s, actions, legal(s, seat, actions))
            action = actions[0]
            if count > 1:
                kinds = kinds_of(s, actions, count)
                if kinds & (kinds - 1) == 0:
                    action = actions[roll(rng, count)]
                else:
                    at = row_of(s, seat, detailed, slots, keys)
                    if seat == learner and met < len(new):
                        key = detail(s, seat) if detailed == seat else situation(s, seat)
                        if keys[seat, at] != key:
                            new[met, 0] = key
                            new[met, 1] = at
                            met += 1
                    mix(rows[seat, at], kinds, mixture)
                    if seat == learner:
                        mean = 0.0
                        for kind in range(KINDS):
                            if (kinds >> kind) & 1:
                                states[TRIED] = states[PLAYED]
                                reseed_chance(states[TRIED], rng)
                                action = of_kind(actions, count, kind, rng)
                                apply(states[TRIED], seat, action)
                                tried = states[TRIED]
                                paid = play_on(
                                    tried, detailed, rows, slots, keys, rng, actions[2 * ACTIONS :], other, out
                                )
                                worths[kind] = paid if seat == codes.INSPECTOR else -paid
                                mean += mixture[kind] * worths[kind]
                        for kind in range(KINDS):
                            if (kinds >> kind) & 1:
                                gained[at, kind] += worths[kind] - mean
                        if is_straying and roll(rng, STRAY) == 0:
                            for kind in range(KINDS):
                                worths[kind] = 0.0
                            mix(worths, kinds, mixture)
                    else:
                        for kind in range(KINDS):
                            played[at, kind] += mixture[kind]
                    action = of_kind(actions, count, drawn_kind(mixture, rng), rng)
            apply(s, seat, action)
    return met


@rule
def measure(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed
    states: Record,
    games: int,
    strays: int,
    detailed: int,
    rows: Floats,
    slots: Ints,
    keys: Longs,
    counts: Floats,
    sums: Floats,
    path: Ints,
    new: Longs,
    rng: Rng,
    actions: Actions,
    work: Floats,
    out: Numbers,
) -> float:
    """Play games by the mixtures and note what each kind of move in each situation led to; return the Inspector's wins.

    In some games one move is any move: then only what follows it is noted. Situations without a row are noted as new.
    """
    met = 0
    mixture = work[0]
    s = states[PLAYED]
    won = 0.0
    for game in range(games):
        states[PLAYED] = states[START]
        reseed_chance(s, rng)
        stray = roll(rng, 24) if game < strays else -1
        steps = first = number = 0
        while s.phase != codes.OVER:
            seat = 0 if actors(s) == 1 else 1
            legal_count = legal(s, seat, actions)
            count = sensible(s, actions, legal_count)
            kinds = kinds_of(s, actions, count)
            at = row_of(s, seat, detailed, slots, keys)
            mix(rows[seat, at], kinds, mixture)
            if number == stray and kinds & (kinds - 1):
                for kind in range(KINDS):
                    work[1, kind] = 0.0
                mix(work[1], kinds, mixture)
                first = steps
            kind = drawn_kind(mixture, rng)
            if legal_count > 1:
                number += 1
                if at == 0 and met < new.shape[1]:
                    new[seat, met] = situation(s, seat)
                    met += 1
                if at > 0:
                    path[2 * steps] = at
                    path[2 * steps + 1] = kind + KINDS * seat
                    steps += 1
            apply(s, seat, of_kind(actions, count, kind, rng))
        payoff(s, out)
        won += 0.5 + 0.5 * out[codes.INSPECTOR]
        for step in range(first, steps):
            at, kind = path[2 * step], path[2 * step + 1]
            counts[kind // KINDS, at, kind % KINDS] += 1.0
            sums[kind // KINDS, at, kind % KINDS] += 0.5 + 0.5 * out[kind // KINDS]
    return won / games


@dataclass
class Stream:
    """What one stream of games works with."""

    seed: int
    states: Any = field(init=False)
    rng: Rng = field(init=False)
    actions: Actions = field(init=False)
    work: Floats = field(init=False)
    out: Numbers = field(init=False)
    new: Longs = field(init=False)
    unknown: Longs = field(init=False)
    path: Ints = field(init=False)
    gained: Floats = field(init=False)
    played: Floats = field(init=False)
    met: int = 0

    def __post_init__(self) -> None:
        """Lay out the start of a game with the default options."""
        game = load("cat_and_mouse")
        self.states = new_records(game.rules.State, 3)
        options = np.array([option.default for option in game.facts.options], np.int64)
        setup(self.states[START], 2, options, 1, 2)  # its chance is drawn anew for every game
        self.rng = np.array([(self.seed * 0x9E3779B97F4A7C15 + 12345) % 2**64], np.uint64)
        self.actions = np.zeros(4 * ACTIONS, np.int32)
        self.work = np.zeros((3, KINDS))
        self.out = np.zeros(2)
        self.new = np.zeros((NEW, 2), np.int64)
        self.unknown = np.full((2, NEW), -1, np.int64)
        self.path = np.zeros(200, np.int32)
        self.gained = np.zeros((2, MOST, KINDS))
        self.played = np.zeros((2, MOST, KINDS))


class Solver:
    """The regrets of all situations met so far, and the streams that play."""

    def __init__(self, seed: int, threads: int, *, detailed: int = NOBODY) -> None:
        """Begin with nothing known; row 0 is for what is not known yet: there the Inspector checks for clues."""
        self.threads, self.detailed = threads, detailed
        self.slots = np.full((2, SLOTS), FREE, np.int32)
        self.keys = np.full((2, MOST), -1, np.int64)
        self.count = [1, 1]
        self.regrets = np.zeros((2, MOST, KINDS))
        self.sums = np.zeros((2, MOST, KINDS))
        self.regrets[codes.INSPECTOR, 0, codes.CHECK] = self.sums[codes.INSPECTOR, 0, codes.CHECK] = 1.0
        self.rounds = 0
        self.streams = [Stream(seed * 1000 + number) for number in range(STREAMS)]

    @property
    def most(self) -> int:
        """Rows in use."""
        return max(self.count)

    def add(self, seat: int, found: Longs, like: Longs | None = None) -> None:
        """Give new situations of a seat a row, which begins like that of a situation in less detail."""
        for number, key in enumerate(found):
            slot = find(int(key), self.slots[seat], self.keys[seat])
            row = self.count[seat]
            if self.slots[seat, slot] == FREE and row < MOST:
                self.slots[seat, slot] = row
                self.keys[seat, row] = key
                if like is not None and like[number]:
                    begun = np.maximum(self.regrets[seat, like[number]], 0.0)
                    self.regrets[seat, row] = begun / max(begun.sum(), 1e-9)
                self.count[seat] += 1

    def seat_table(self, seat: int, keys: Longs, shares: Floats) -> None:
        """Let a seat play by a given table."""
        self.add(seat, keys)
        self.regrets[seat, 1 : len(keys) + 1] = shares
        self.sums[seat, 1 : len(keys) + 1] = shares

    def round(self, learner: int, games: int) -> None:
        """Play a round of games in which one seat learns."""
        most = self.most

        def run(stream: Stream) -> None:
            stream.gained[:, :most] = 0.0
            stream.played[:, :most] = 0.0
            stream.met = learn(
                stream.states, learner, self.detailed, games, self.regrets, self.slots, self.keys,
                stream.gained[learner], stream.played[1 - learner],
                stream.new, stream.rng, stream.actions, stream.work, stream.out,
            )  # fmt: skip

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(run, self.streams))
        for stream in self.streams:
            stream.gained[:, 0] = 0.0
            self.regrets[learner, :most] += stream.gained[learner, :most]
            self.sums[1 - learner, :most] += stream.played[1 - learner, :most]
        for stream in self.streams:
            self.add(learner, stream.new[: stream.met, 0], stream.new[: stream.met, 1])

    def advance(self, games: int) -> None:
        """Let both seats learn once; what was found before counts a little less each time."""
        self.rounds += 1
        for learner in (codes.INSPECTOR, codes.MOUSE):
            self.round(learner, games)
        fading = self.rounds / (self.rounds + 1)
        self.regrets[:, : self.most] *= fading
        self.sums[:, : self.most] *= fading

    def measured(self, rows: Floats, games: int, *, strays: bool = True) -> tuple[float, Floats, Floats]:
        """Play games by mixtures; return the Inspector's share, and counts and wins of every kind."""
        most = self.most

        def run(stream: Stream) -> float:
            stream.gained[:, :most] = 0.0
            stream.played[:, :most] = 0.0
            share: float = measure(
                stream.states, games, games // 2 if strays else 0, self.detailed, rows, self.slots, self.keys,
                stream.played, stream.gained, stream.path, stream.unknown, stream.rng, stream.actions, stream.work,
                stream.out,
            )  # fmt: skip
            return share

        with ThreadPoolExecutor(self.threads) as pool:
            shares = list(pool.map(run, self.streams))
        counts, sums = np.zeros((2, most, KINDS)), np.zeros((2, most, KINDS))
        for stream in self.streams:
            counts += stream.played[:, :most]
            sums += stream.gained[:, :most]
        return float(np.mean(shares)), counts, sums

    def discover(self, rows: Floats, games: int) -> None:
        """Give a row to every situation that is met in games by mixtures, also where there is only one kind of move."""
        for stream in self.streams:
            stream.unknown[:] = -1
        self.measured(rows, games)
        for stream in self.streams:
            for seat in (codes.INSPECTOR, codes.MOUSE):
                self.add(seat, stream.unknown[seat][stream.unknown[seat] >= 0])
            stream.unknown[:] = -1

    def be_patient(self, rows: Floats) -> None:
        """Let the Inspector check for clues wherever it has the choice, to see which situations matter."""
        for row in range(1, self.count[codes.INSPECTOR]):
            if decision_in(int(self.keys[codes.INSPECTOR, row])) == codes.ANNOUNCE:
                rows[codes.INSPECTOR, row] = 0.0
                rows[codes.INSPECTOR, row, codes.CHECK] = BYTE

    def table(self, games: int) -> Mixtures:
        """Make the lion's table: mixtures without what is hardly ever played, and how often each kind was won."""
        rows = np.zeros_like(self.sums)
        total = self.sums.sum(2, keepdims=True)
        learnt = np.where(total > 0.0, self.sums, np.maximum(self.regrets, 0.0))
        total = learnt.sum(2, keepdims=True)
        np.divide(learnt, total, out=rows, where=total > 0.0)
        rows[rows < RARE] = 0.0
        rows = np.rint(BYTE * rows / np.maximum(rows.sum(2, keepdims=True), 1e-9))
        for _ in range(4):
            self.discover(rows, games // 8)
        self.be_patient(rows)
        _, counts, wins = self.measured(rows, games)
        keys, shares, chances, weights = [], [], [], []
        for seat in (codes.INSPECTOR, codes.MOUSE):
            used = slice(1, self.count[seat])
            n, won = counts[seat, used], wins[seat, used]
            keys.append(self.keys[seat, used])
            shares.append(rows[seat, used])
            chances.append(chances_of(n, won, usual(n, won)))
            weights.append(n.sum(1))
        weight = np.concatenate(weights)
        chosen = np.argsort(-weight, kind="stable")[:LARGEST]
        chosen = chosen[weight[chosen] >= SEEN]
        key = np.concatenate(keys)
        order = chosen[np.argsort(key[chosen])]
        return Mixtures(
            key[order], np.concatenate(shares)[order].astype(np.uint8), np.concatenate(chances)[order].astype(np.uint8)
        )

    def finished(self, table: Mixtures, games: int) -> Mixtures:
        """Let the lion's Inspector hunt as it should, and measure all chances again.

        What comes out depends on the table, the seed and the number of games alone. The Mouse's situations and mixtures
        stay; the Inspector gets those that it now comes to as well.
        """
        own = np.array([decision_in(int(key)) in HUNTING for key in table.keys])
        self.seat_table(codes.MOUSE, table.keys[~own], table.shares[~own].astype(np.float64))
        self.add(codes.INSPECTOR, table.keys[own])
        mice = self.count[codes.MOUSE]
        rows = self.regrets.copy()
        for _ in range(2):
            for row in range(1, self.count[codes.INSPECTOR]):
                rows[codes.INSPECTOR, row] = hunting(int(self.keys[codes.INSPECTOR, row]))
            self.discover(rows, games // 8)
        for row in range(1, self.count[codes.INSPECTOR]):
            rows[codes.INSPECTOR, row] = hunting(int(self.keys[codes.INSPECTOR, row]))
        _, counts, wins = self.measured(rows, games)
        keys, shares, chances = [], [], []
        for seat, end in ((codes.INSPECTOR, self.count[codes.INSPECTOR]), (codes.MOUSE, mice)):
            keys.append(self.keys[seat, 1:end])
            shares.append(rows[seat, 1:end])
            n, won = counts[seat, 1:end], wins[seat, 1:end]
            before = table.chances[own if seat == codes.INSPECTOR else ~own] / BYTE
            expected = np.concatenate([before, usual(n, won)[len(before) :]])
            chances.append(chances_of(n, won, expected))
        key = np.concatenate(keys)
        order = np.argsort(key)
        share, chance = np.concatenate(shares)[order].astype(np.uint8), np.concatenate(chances)[order].astype(np.uint8)
        return Mixtures(key[order], share, chance)

    def restore(self, path: Path) -> None:
        """Take up what was learnt before."""
        with np.load(path) as file:
            for seat in (codes.INSPECTOR, codes.MOUSE):
                self.add(seat, file["keys"][seat, 1 : file["count"][seat]])
            most = file["sums"].shape[1]
            self.sums[:, :most], self.regrets[:, :most] = file["sums"], file["regrets"]
            self.rounds = int(file["rounds"])
            for stream, word in zip(self.streams, file["chance"], strict=True):
                stream.rng[0] = word

    def save(self, path: Path) -> None:
        """Write what was learnt."""
        most = self.most
        np.savez_compressed(
            path, keys=self.keys[:, :most], sums=self.sums[:, :most], regrets=self.regrets[:, :most],
            count=self.count, rounds=self.rounds, chance=[stream.rng[0] for stream in self.streams],
        )  # fmt: skip


def usual(counts: Floats, wins: Floats) -> Floats:
    """Say how often the moves of each situation were won, whatever their kind."""
    mean = (wins.sum(1) + 5.0 * wins.sum() / counts.sum()) / (counts.sum(1) + 5.0)
    return np.repeat(mean[:, None], KINDS, 1)


def chances_of(counts: Floats, wins: Floats, expected: Floats) -> Floats:
    """Make bytes of how often each kind of move was won; what was seen seldom is taken for what was expected."""
    found: Floats = np.rint(BYTE * (wins + SHRINK * expected) / (counts + SHRINK))
    return found


def main() -> None:
    """Solve, and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--out", type=Path, default=Path("regrets.npz"))
    parser.add_argument("--resume", type=Path, help="what an earlier run has saved")
    parser.add_argument("--table", type=Path, help="write the lion's table here")
    parser.add_argument("--finish", type=Path, help="do not solve: take the Mouse of this table")
    parser.add_argument("--table-games", type=int, default=100_000, help="of each stream, to measure chances by")
    given = parser.parse_args()
    solver = Solver(given.seed, given.threads)
    if given.finish and not given.table:
        parser.error("--finish makes a table: say where it goes by --table")
    if given.finish:
        finish(Mixtures.read(given.finish), given)
        return
    if given.resume:
        solver.restore(given.resume)
    begun = time.perf_counter()
    while solver.rounds < given.rounds and time.perf_counter() - begun < given.seconds:
        solver.advance(given.games)
        if solver.rounds % SAID == 0:
            share, _, _ = solver.measured(solver.sums, 2000, strays=False)
            print(
                f"{solver.rounds} rounds, {solver.count} situations, {time.perf_counter() - begun:.0f} s, "
                f"Inspector {share:.3f}",
                flush=True,
            )
        if solver.rounds % SAVED == 0:
            solver.save(given.out)
    solver.save(given.out)
    if given.table:
        finish(solver.table(given.table_games), given)


def finish(table: Mixtures, given: argparse.Namespace) -> None:
    """Write the table with the Inspector as it should be."""
    whole = Solver(given.seed, given.threads).finished(table, given.table_games)
    whole.write(given.table)
    print(f"{len(whole.keys)} situations in {given.table}, {given.table.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()

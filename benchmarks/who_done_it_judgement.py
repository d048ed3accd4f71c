"""Learn what a position of Who Done It? is worth: play by a net that looks one turn ahead, learn from how it ended.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.who_done_it_judgement --seed 3 --processes 8 --write

Games of all set-ups in rounds: every decision is the one that leads to the best position of this turn as the net sees
it, but for a few at random. Then the net learns for every position what came of it (partly how it ended, partly what
the net thought a little later), while the next round is played by what it knew before. After every round the folder has
the net as it is, and a line in `curve.jsonl` says how many games were won. A seed gives the same games and the same net
in any number of processes, as long as NumPy adds in one thread. It learns in stretches, as many as numbers of games are
given, each of which begins with large steps again; the first plays hard set-ups more often. `--resume NET` goes on with
a net; `--write` puts the last one into the package, in any case `weights.py` beside the net is what that would write.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import MapResult
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.fitting import Adam, wrapped
from numpy.typing import NDArray

from mousehole.bots.knowledge import TRIALS
from mousehole.bots.layers import layer_text, number_text
from mousehole.bots.who_done_it import weights
from mousehole.bots.who_done_it.judging import INPUTS, Reals, describe, net_odds
from mousehole.engine.chance import next_word, roll
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games import load
from mousehole.games.who_done_it import FACTS, codes
from mousehole.games.who_done_it.components import BELT, FIRST_CARDS, STACK
from mousehole.games.who_done_it.rules import actors, apply, legal

IN_PACKAGE = Path(weights.__file__)
WIDTH, DEPTH = 48, 16
LOST, WON = -50.0, 50.0
"""Log odds of a game that is over."""
LONGEST = 96
"""No more moments of a game are noted."""
LATER = 0.85
"""How much what comes later counts, of what a position learns; the rest is what the net thinks of the next one."""
NOISE = 0.01
"""So many decisions are random."""
ROUND = 24_000
"""So many games are played by the same net."""
STRETCHES = [18 * ROUND, 25 * ROUND]
KEPT_ROUNDS = 4
"""It learns from the games of so many rounds."""
SLOWEST = 0.05
"""It learns slower and slower, but never slower than by this share."""
HARD, MEDIUM, ALL = (0, 2), (1, 3), (0, 1, 2, 3)
NORMAL = (3 * HARD + MEDIUM, 2 * ALL)
"""Set-ups of the normal games in the first stretch and in the others: hard ones are seldom won, so they begin early."""
TABLES = tuple((*((setup, 0) for setup in normal), *((setup, 1) for setup in ALL)) for normal in NORMAL)
"""Set-ups, and whether easier, of a stretch's games in turn."""
PART = len(TABLES[0]) * 20
"""So many games are played by a process at a time."""


class Net(NamedTuple):
    """The layers of a net: a row for each input, and one more that is added."""

    first: Reals
    second: Reals
    last: Reals

    @classmethod
    def fresh(cls, chance: np.random.Generator) -> Net:
        """Make a net that knows nothing."""
        shapes = ((INPUTS + 1, WIDTH), (WIDTH + 1, DEPTH), (DEPTH + 1,))
        net = cls(*(chance.normal(0, 0.15, shape).astype(np.float32) for shape in shapes))
        for layer in net:
            layer[-1] = 0.0
        return net

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a net."""
        stored = np.load(path)
        return cls(*(stored[name] for name in cls._fields))

    def save(self, path: Path) -> None:
        """Write a net down."""
        np.savez(path, **self._asdict())


class Round(NamedTuple):
    """Some games: what was seen, what each position learns, and the table and the end of each game."""

    seen: Reals
    learns: Reals
    tables: NDArray[np.int64]
    won: Reals


# Playing


@rule
def odds_at(s: Record, given: Reals, first: Reals, second: Reals, last: Reals) -> float:
    """Say the log odds of winning from a position."""
    if s.phase == codes.OVER:
        return WON if s.ended >= codes.SOLVED else LOST
    describe(s, given)
    return net_odds(given, first, second, last)


@rule
def odds_of_move(
    s: Record, action: int, runs: Actions, trials: Record, given: Reals, first: Reals, second: Reals, last: Reals
) -> float:
    """Try a move and all runs that follow it in the turn, and say the log odds of the best."""
    trials[0] = s
    apply(trials[0], 0, action)
    if trials[0].phase != codes.MOVE:
        return odds_at(trials[0], given, first, second, last)
    count = legal(trials[0], 0, runs)
    best = LOST
    for k in range(count):
        trials[1] = trials[0]
        apply(trials[1], 0, runs[k])
        if trials[1].phase == codes.MOVE:
            for m in range(legal(trials[1], 0, runs[count:])):
                trials[2] = trials[1]
                apply(trials[2], 0, runs[count + m])
                best = max(best, odds_at(trials[2], given, first, second, last))
        else:
            best = max(best, odds_at(trials[1], given, first, second, last))
    return best


@rule
def best_move(
    states: Record,
    actions: Actions,
    count: int,
    is_any: bool,
    rng: Rng,
    given: Reals,
    first: Reals,
    second: Reals,
    last: Reals,
) -> int:
    """Find the move that the net likes best, or any that does not lose at once; what it draws is anybody's guess."""
    states[1] = states[0]
    states[1].chance[0] = next_word(rng)
    states[1].chance[1] = next_word(rng)
    best = int(actions[0])
    highest = LOST - 1.0
    for k in range(count):
        found = odds_of_move(states[1], actions[k], actions[count:], states[2:], given, first, second, last)
        if is_any and found > LOST:
            found = float(roll(rng, 1 << 20))
        if found > highest:
            highest = found
            best = int(actions[k])
    return best


@rule
def play_on(
    states: Record,
    rng: Rng,
    actions: Actions,
    seen: Reals,
    thought: Numbers,
    given: Reals,
    first: Reals,
    second: Reals,
    last: Reals,
) -> int:
    """Play a game to its end; note every position before a choice that is no run, and what the net thinks of it."""
    moments = 0
    while actors(states[0]):
        count = legal(states[0], 0, actions)
        if states[0].phase != codes.MOVE and moments < LONGEST:
            describe(states[0], given)
            seen[moments] = given[:INPUTS]
            thought[moments] = net_odds(given, first, second, last)
            moments += 1
        chosen = actions[0]
        if count > 1:
            is_any = roll(rng, 1 << 20) < NOISE * (1 << 20)
            chosen = best_move(states, actions, count, is_any, rng, given, first, second, last)
        apply(states[0], 0, chosen)
    return moments


def play_some(numbers: range, net: Net, stretch: int = 0) -> Round:
    """Play some games of a stretch by a net."""
    game = load("who_done_it")
    states = new_records(game.rules.State, 2 + TRIALS)
    raw = states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)
    actions = np.zeros(3 * game.facts.max_actions, np.int32)
    given, seen = np.zeros(INPUTS + WIDTH + DEPTH, np.float32), np.zeros((LONGEST, INPUTS), np.float32)
    thought = np.zeros(LONGEST)
    found: list[tuple[Reals, Reals, int, float]] = []
    tables = TABLES[min(stretch, 1)]
    for number in numbers:
        table = number % len(tables)
        dealt = game.deal(1, (*tables[table], STACK, BELT, FIRST_CARDS), number)
        raw[0] = np.frombuffer(dealt.tobytes(), np.uint8)
        count = play_on(states, np.array([number * 7919 + 13], np.uint64), actions, seen, thought, given, *net)
        end = float(states[0].ended >= codes.SOLVED)
        found.append((seen[:count].copy(), lessons(thought[:count], end), table, end))
    parts = list(zip(*found, strict=True))
    return Round(np.concatenate(parts[0]), np.concatenate(parts[1]), np.array(parts[2]), np.array(parts[3], np.float32))


def lessons(thought: Numbers, end: float) -> Reals:
    """Say what each position of a game learns."""
    learns = np.empty(len(thought), np.float32)
    later = end
    for k in range(len(thought) - 1, -1, -1):
        learns[k] = later
        later = LATER * later + (1 - LATER) / (1 + np.exp(-np.clip(thought[k], -30, 30)))
    return learns


# Learning


def rounds(learner: Adam, numbers: range, size: int, processes: int, stretch: int = 0) -> Iterator[Round]:
    """Play games in rounds, each by what was learnt by then; the next is played while one learns from the last."""
    with get_context("fork").Pool(processes) as pool:

        def begin(games: range) -> MapResult[Round]:
            net = Net(*(layer.copy() for layer in learner.layers))  # it is sent to the others while the learner goes on
            parts = [games[n : n + PART] for n in range(0, len(games), PART)]
            return pool.map_async(partial(play_some, net=net, stretch=stretch), parts)

        pending = begin(numbers[:size])
        for at in range(size, len(numbers) + size, size):
            found = pending.get()
            pending = begin(numbers[at : at + size])
            yield Round(*(np.concatenate(part) for part in zip(*found, strict=True)))


# Writing


def write(net: Net, file: Path) -> None:
    """Write a net as the package's file of weights, as text."""
    head = IN_PACKAGE.read_text(encoding="utf-8").partition("RULES_VERSION = ")[0]
    made_for = f"RULES_VERSION = {FACTS.rules_version}\n"
    parts = [
        f"{name} = layer(\n{wrapped(steps)},\n{wrapped(scales)},\n    {rows.shape[1]},\n).astype(np.float32)\n"
        for name, rows in (("FIRST", net.first), ("SECOND", net.second))
        for steps, scales in (layer_text(rows.astype(np.float64)),)
    ]
    last = f"LAST = numbers(\n{wrapped(number_text(net.last.astype(np.float64)))}\n).astype(np.float32)\n"
    file.write_text("".join((head, made_for, *parts, last)), encoding="utf-8")


def main() -> None:
    """Play and learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=STRETCHES, help="of each stretch")
    parser.add_argument("--round", type=int, default=ROUND, help="games that are played by the same net")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--resume", type=Path, metavar="NET")
    parser.add_argument("--out", type=Path, default=Path("judgement"))
    parser.add_argument("--write", action="store_true", help="put the net into the package")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    curve = asked.out / "curve.jsonl"
    curve.write_text("", encoding="utf-8")
    chance = np.random.default_rng(asked.seed)
    net = Net.load(asked.resume) if asked.resume else Net.fresh(chance)
    play_some(range(2), net)  # compile once, before there are several
    began, first = time.monotonic(), asked.seed * 100_000_000
    for stretch, games in enumerate(asked.games):
        learner, kept = Adam(net, asked.rate), list[Round]()
        numbers = range(first, first + games)
        for number, played in enumerate(rounds(learner, numbers, asked.round, asked.processes, stretch)):
            learner.rate = asked.rate * max(SLOWEST, 1 - number * asked.round / games)
            kept = [*kept, played][-KEPT_ROUNDS:]
            seen, learns = (np.concatenate(part) for part in list(zip(*kept, strict=True))[:2])
            surprise = learner.learn_all(seen, learns, chance)
            won = [round(float(played.won[played.tables == table].mean()), 3) for table in sorted(set(played.tables))]
            said = {"games": (number + 1) * asked.round, "seconds": round(time.monotonic() - began)}
            line = json.dumps(said | {"surprise": round(surprise, 4), "won": won})
            print(line, flush=True)
            with curve.open("a", encoding="utf-8") as lines:
                lines.write(line + "\n")
            net = Net(*learner.layers)
            net.save(asked.out / "net.npz")
        first += games
    for file in (asked.out / IN_PACKAGE.name, *([IN_PACKAGE] if asked.write else [])):
        write(net, file)


if __name__ == "__main__":
    main()

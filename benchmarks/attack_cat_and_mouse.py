"""What the best attack on a bot wins at Cat & The Mouse: in each role, every attack with its 95% interval.

    python -m benchmarks.attack_cat_and_mouse lion --games 2000
    python -m benchmarks.attack_cat_and_mouse tiger --games 2000 --watch 3000

The bot is frozen. Against it play all bots by name, a Mouse that always names its own room, one that tells the truth
until it lies, Inspectors that believe what they hear, and a best response: a table that is trained against the bot,
once by the lion's situations and once in more detail (`cat_and_mouse_details`). A lion is trained against as it is; a
bot that searches is watched first, against itself, the lion and others, and the response is trained against the table
of what it did (its clone). Every attack is then measured against the bot itself.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from benchmarks.cat_and_mouse_details import detail
from benchmarks.cat_and_mouse_regrets import FREE, NOBODY, Solver, find
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse import lion
from mousehole.bots.cat_and_mouse.lion import Mixtures, mixtures
from mousehole.bots.cat_and_mouse.names import likeliest_room, maybe_unwatched
from mousehole.bots.cat_and_mouse.situations import KINDS, kind_of, last_name, names_of, sensible, situation
from mousehole.bots.deciding import any_of
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.bots.thinking import Thought
from mousehole.engine.position import View
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CLUES_TO_WIN, ROOM_COUNT
from mousehole.games.cat_and_mouse.decks import bit_of
from mousehole.games.cat_and_mouse.knowledge import count_possible, last_search, possible_rooms
from mousehole.lab.arena import Tally, play_game, score_of

GAME = load("cat_and_mouse")
OPTIONS = (1, 0, 0)
ROLES = ("Inspector", "Mouse")
OFTEN, TWO, FEW = 2, 2, 4
BOTS = ("random", "greedy", "kitten", "housecat", "alley_cat", "tiger_0_1", "tiger", "lion")


SEED, GAMES = 7, 200
Frozen = tuple[NDArray[np.int64], NDArray[np.float64]]
J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True)
class Response:
    """A best response: the best kind of move in each situation of one seat."""

    seat: int
    detailed: bool
    slots: NDArray[np.int32]
    keys: NDArray[np.int64]
    best: NDArray[np.int8]

    def __call__(self, view: View, seat: int, seed: int) -> Thought:
        """Choose a move of the best kind; where nothing was learnt, as the greedy one does."""
        legal = view.legal(seat)
        s = view.record
        actions = np.zeros(2 * GAME.facts.max_actions, np.int32)
        actions[: len(legal)] = legal
        count = int(sensible(s, actions, len(legal)))
        kept = [(int(action), int(kind_of(s, int(action)))) for action in actions[:count]]
        if len({kind for _, kind in kept}) > 1:
            key = int(detail(s, seat)) if self.detailed else int(situation(s, seat))
            row = int(self.slots[find(key, self.slots, self.keys)])
            if row == FREE:
                row = int(self.slots[find(int(situation(s, seat)), self.slots, self.keys)])
            if row == FREE:
                return player(GAME, "greedy")(view, seat, seed)
            wanted = [action for action, kind in kept if kind == self.best[row]]
            if wanted:
                kept = [(action, 0) for action in wanted]
        rng = np.array([seed % 2**64], np.uint64)
        return Thought(int(any_of(np.array([action for action, _ in kept], np.int32), len(kept), rng)))


def trained(seat: int, frozen: Frozen, rounds: int, *, detailed: bool, threads: int) -> Response:
    """Train a best response of a seat against a frozen table of the other; it begins as the lion.

    How it turns out depends on the rounds alone, not on the number of threads.
    """
    solver = Solver(SEED, threads, detailed=seat if detailed else NOBODY)
    solver.seat_table(1 - seat, *frozen)
    own = mixtures()
    solver.seat_table(seat, own.keys, own.shares / np.maximum(own.shares.sum(1, keepdims=True, dtype=np.int64), 1))
    while solver.rounds < rounds:
        solver.rounds += 1
        solver.round(seat, GAMES)
        solver.regrets[seat, : solver.most] *= solver.rounds / (solver.rounds + 1)
    rows = solver.regrets.copy()
    best = rows[seat].argmax(1)
    rows[seat] = 0.0
    rows[seat, np.arange(len(best)), best] = 1.0
    share, _, _ = solver.measured(rows, 20_000, strays=False)
    won = share if seat == codes.INSPECTOR else 1 - share
    size = f"{solver.rounds} rounds, {solver.count[seat]} situations"
    print(f"  response as the {ROLES[seat]}, detailed {detailed}, {size}: wins {won:.2%} of the table", flush=True)
    return Response(seat, detailed, solver.slots[seat], solver.keys[seat], best.astype(np.int8))


# Attackers without training


def honest(view: View, seat: int, seed: int) -> Thought:
    """Play as the tiger's Mouse does, but always name the own room."""
    if view.record.phase == codes.NAME and view.legal(seat)[-1] < codes.NAME_VANISH:
        return Thought(int(view.record.room))
    return player(GAME, "tiger")(view, seat, seed)


def swindler(view: View, seat: int, seed: int) -> Thought:
    """Play as the lion's Mouse does, but tell the truth in the first room, and then always name the same wrong one."""
    s = view.record
    if s.phase != codes.NAME or view.legal(seat)[-1] >= codes.NAME_VANISH:
        return seated("lion")(view, seat, seed)
    if last_search(s) == 0:
        return Thought(int(s.room))
    before = int(last_name(s))
    quiet = [
        room for room in range(1, ROOM_COUNT + 1) if int(maybe_unwatched(s)) & int(bit_of(room)) and room != s.room
    ]
    return Thought(before if before in quiet else quiet[seed % len(quiet)] if quiet else int(s.room))


def trusting(view: View, seat: int, seed: int) -> Thought:
    """Play as the greedy Inspector does, but spring the trap where the Mouse has named a possible room twice."""
    return sprung(view, seat, seed, lambda s, room: names_of(s, room) >= OFTEN)


def cornering(view: View, seat: int, seed: int) -> Thought:
    """Spring the trap in the last room named, with two clues in the row and at most four rooms possible."""
    return sprung(view, seat, seed, lambda s, _: s.clues == CLUES_TO_WIN - 1 and count_possible(s) <= FEW)


def impatient(view: View, seat: int, seed: int) -> Thought:
    """Spring the trap with two rooms left, wherever the names point."""
    s = view.record
    if s.phase == codes.ANNOUNCE and count_possible(s) == TWO:
        return Thought(codes.SPRING)
    if s.phase == codes.TRAP:
        return Thought(int(likeliest_room(s)[0]))
    return player(GAME, "greedy")(view, seat, seed)


def sprung(view: View, seat: int, seed: int, is_time: Callable[[Record, int], bool]) -> Thought:
    """Spring the trap in the last room named if it is possible and the time has come; else be patient."""
    s = view.record
    room = int(last_name(s))
    if room and int(possible_rooms(s)) & int(bit_of(room)) and is_time(s, room):
        if s.phase == codes.ANNOUNCE:
            return Thought(codes.SPRING)
        if s.phase == codes.TRAP:
            return Thought(room)
    return player(GAME, "greedy")(view, seat, seed)


# Playing and watching


@cache
def seated(name: str) -> Player:
    """Seat a bot by name."""
    if name == "lion":
        return lion(GAME)
    if name.endswith(".npz"):
        return lion(GAME, Mixtures.read(Path(name)))
    return player(GAME, name)


SIMPLE: dict[str, tuple[int, Player]] = {
    "honest": (codes.MOUSE, honest),
    "swindler": (codes.MOUSE, swindler),
    "trusting": (codes.INSPECTOR, trusting),
    "cornering": (codes.INSPECTOR, cornering),
    "impatient": (codes.INSPECTOR, impatient),
}
TRAINED: dict[str, Response] = {}
"""The responses of this run, by name; processes that play inherit them."""


def attacker(name: str) -> Player:
    """Find an attacker by name."""
    if name in TRAINED:
        return TRAINED[name]
    return SIMPLE[name][1] if name in SIMPLE else seated(name)


def play_some(job: tuple[str, str, int, int, int]) -> float:
    """Play games of an attacker in a seat against a bot; return how many it won."""
    name, bot, seat, first, games = job
    row = [attacker(name), seated(bot)] if seat == codes.INSPECTOR else [seated(bot), attacker(name)]
    return sum(score_of(play_game(GAME, 2, OPTIONS, seed, row), seat) for seed in range(first, first + games))


def in_processes(run: Callable[[J], R], jobs: list[J], processes: int) -> list[R]:
    """Do jobs in several processes, which inherit all that was trained."""
    if processes == 1:
        return [run(job) for job in jobs]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        return pool.map(run, jobs, chunksize=1)


def watch(job: tuple[str, str, int, int, int]) -> dict[int, list[float]]:
    """Watch a bot in a seat and count what kinds of moves it makes in each situation."""
    bot, other, seat, first, games = job
    seen: dict[int, list[float]] = {}

    def watched(view: View, mine: int, seed: int) -> Thought:
        thought = seated(bot)(view, mine, seed)
        s = view.record
        seen.setdefault(int(situation(s, mine)), [0.0] * KINDS)[int(kind_of(s, thought.action))] += 1.0
        return thought

    row = [watched, attacker(other)] if seat == codes.INSPECTOR else [attacker(other), watched]
    for seed in range(first, first + games):
        play_game(GAME, 2, OPTIONS, seed, row)
    return seen


def clone_of(bot: str, seat: int, games: int, processes: int) -> Frozen:
    """Make a table of what a bot does: a lion's own, or what was seen of it."""
    if bot == "lion" or bot.endswith(".npz"):
        table = mixtures() if bot == "lion" else Mixtures.read(Path(bot))
        return table.keys, table.shares.astype(np.float64)
    size = 25
    others = ("greedy", "lion", bot, "impatient" if seat == codes.MOUSE else "honest")
    jobs = [(bot, others[number % len(others)], seat, 500_000 + number * size, size) for number in range(games // size)]
    total: dict[int, list[float]] = {}
    for seen in in_processes(watch, jobs, processes):
        for key, row in seen.items():
            before = total.setdefault(key, [0.0] * KINDS)
            total[key] = [a + b for a, b in zip(before, row, strict=True)]
    keys = np.array(sorted(total), np.int64)
    return keys, np.array([total[int(key)] for key in keys])


def main() -> None:
    """Attack a bot in both roles."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bot")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=100, help="of 4,000 games, to train each response")
    parser.add_argument("--watch", type=int, default=3000, help="games to watch a bot that searches")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", default="", help="attacks, by commas; all if empty")
    parser.add_argument("--roles", default="01", help="seats of the attacker")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    results = []
    only = set(given.only.split(",")) - {""}
    play_some(("greedy", given.bot, 0, 0, 1))  # compiles before processes fork
    for seat in map(int, given.roles):
        names = [*BOTS, *(name for name, (its, _) in SIMPLE.items() if its == seat)]
        if not only or "trained" in only or "detailed" in only:
            frozen = clone_of(given.bot, 1 - seat, given.watch, given.processes)
            for name, is_detailed in (("trained", False), ("detailed", True)):
                if not only or name in only:
                    TRAINED[name] = trained(seat, frozen, given.rounds, detailed=is_detailed, threads=given.processes)
            names = ["trained", "detailed", *names]
        for name in names:
            if only and name not in only:
                continue
            size = max(1, min(50, given.games // given.processes))
            jobs = [
                (name, given.bot, seat, 900_000 + first, min(size, given.games - first))
                for first in range(0, given.games, size)
            ]
            won = float(sum(in_processes(play_some, jobs, given.processes)))
            tally = Tally(given.games, won)
            low, high = tally.interval
            results.append({"bot": given.bot, "attack": name, "role": ROLES[seat], "games": given.games,
                            "wins": tally.rate, "low": low, "high": high})  # fmt: skip
            said = f"{name} as the {ROLES[seat]} against {given.bot}: {tally.rate:.1%} ({low:.1%} to {high:.1%})"
            print(said, flush=True)
            if given.out:
                given.out.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

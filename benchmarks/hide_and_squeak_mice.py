"""Attack the cat of a bot in Hide and Squeak: what several kinds of mice win of it, on the same deals.

    python -m benchmarks.hide_and_squeak_mice tiger lion --mice lion,lion_times_5,evasive --games 150 --keep FILE
    python -m benchmarks.hide_and_squeak_mice --fit 480

`lion_times_5` are the lion's mice with five times the iterations. `evasive` are the lion's mice, except that they know
the memory of the cat they meet: of the rooms that their search finds nearly as good as the best one they go where that
memory expects them least. Deals are played in order, each by all pairs, so a run that is stopped has as many of each;
games that lie in the file are not played again. Intervals: 95%, Wilson's; of a difference, of the pairs.

With `--fit` the habits of evasive mice are fitted, to so many games in four rounds: first they evade a cat that knows
the common habits, then one that also knows what was fitted to each round before.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np
from benchmarks.hide_and_squeak_attack import attacker, cat_of, followed
from benchmarks.hide_and_squeak_habits import SEATS, Choices, choices_in, fit_all, source_of

from mousehole.bots.hide_and_squeak.habits import COMMON, HABITS
from mousehole.bots.hide_and_squeak.lion import HIDES, HUNTS, SWARM
from mousehole.bots.hide_and_squeak.trail import known_to
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.bots.thinking import Finding, Thought, think
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import ROOM_COUNT
from mousehole.lab.arena import Tally, play_game, score_of

NEAR, TRIED = 0.1, 4
"""A room is nearly as good if it is worth so much less at most, and was tried a fourth as often at least."""
ROUNDS, BRIEF = 4, 1_500
"""Rounds of fitting, and the cat's iterations in them."""
FIT_SEED = 3_000_000

Job = tuple[str, str, int, int]
"""Whose cat, which mice, seats and the deal."""
Scores = dict[tuple[str, str], list[float]]
"""What the mice won of each deal, by the cat and the mice."""
J = TypeVar("J")
R = TypeVar("R")


def expected(view: View, seat: int, action: int, habits: Numbers) -> float:
    """Say how likely a cat that knows some habits thinks the room in which a mouse is after an action."""
    world = view.world(seat, 0)
    world.play(seat, action)
    frames = (*view.past.frames, bytes(view.data), bytes(world.view(seat).data))
    return float(followed(frames, habits)[(seat - 1) * ROOM_COUNT + int(world.record.room[seat - 1])])


def chooses_room(view: View, seat: int) -> bool:
    """Tell whether a mouse is asked where it will be: when it starts, runs or revives."""
    is_back = int(view.record.phase) == codes.CHEESE and int(view.record.stunned[seat - 1]) == codes.STUNNED
    return is_back or int(view.record.phase) in (codes.START, codes.RUN)


def nearly_best(findings: Sequence[Finding]) -> list[int]:
    """List the moves that are nearly as good as the best."""
    best = max(findings, key=lambda found: (found.visits, found.worth))
    near = (f for f in findings if f.worth >= best.worth - NEAR and TRIED * f.visits >= best.visits)
    return [found.action for found in near]


def evasive(habits: Numbers) -> Player:
    """Seat mice that go where a cat that knows some habits expects them least."""
    game = load("hide_and_squeak")

    def choose(view: View, seat: int, seed: int) -> Thought:
        thought = think(game, view, seat, seed, HIDES)
        if not thought.findings or not chooses_room(view, seat):
            return thought
        near = nearly_best(thought.findings)
        return replace(thought, action=min(near, key=lambda action: expected(view, seat, action, habits)))

    return choose


def lion_times_5(_habits: Numbers) -> Player:
    """Seat the lion's mice with five times the iterations."""
    swarm = replace(SWARM, iterations=5 * SWARM.iterations)
    settings = replace(HIDES, iterations=5 * HIDES.iterations, crowd=swarm)
    return lambda view, seat, seed: think(load("hide_and_squeak"), view, seat, seed, settings)


ATTACKS: dict[str, Callable[[Numbers], Player]] = {"lion_times_5": lion_times_5, "evasive": evasive}


def mice_won(job: Job) -> float:
    """Play a deal and say what the mice won of it."""
    cat, mice, seats, seed = job
    game = load("hide_and_squeak")
    habits = HABITS[: known_to(cat_of(cat).edition)]
    attack = ATTACKS[mice](habits) if mice in ATTACKS else player(game, mice)
    match = play_game(game, seats, game.facts.option_values({}), seed, [player(game, cat), attack])
    return score_of(match, 1)


@contextmanager
def several(processes: int) -> Iterator[Callable[[Callable[[J], R], Iterable[J]], Iterable[R]]]:
    """Lend something like `map`, in so many processes."""
    if processes == 1:
        yield map
        return
    with get_context("spawn").Pool(processes) as pool:
        yield pool.imap


def play(
    pairs: Sequence[tuple[str, str]], seats: int, games: int, seconds: float, file: Path, processes: int
) -> Scores:
    """Let all pairs play deal after deal while there is time; give back the deals that all of them have played."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {(cat, mice, deal): won for cat, mice, deal, won in map(json.loads, lines)}
    jobs = [(*pair, seats, deal) for deal, pair in product(range(games), pairs) if (*pair, deal) not in known]
    end = time.monotonic() + seconds
    if jobs and processes > 1:
        mice_won((*pairs[0], seats, games))  # compile once, before there are several
    with file.open("a", encoding="utf-8") as kept, several(processes) as in_turn:
        for (cat, mice, _, deal), won in zip(jobs, in_turn(mice_won, jobs), strict=False):
            known[cat, mice, deal] = won
            kept.write(json.dumps([cat, mice, deal, won]) + "\n")
            kept.flush()
            if time.monotonic() > end:
                break
    deals = [deal for deal in range(games) if all((*pair, deal) in known for pair in pairs)]
    return {pair: [known[*pair, deal] for deal in deals] for pair in pairs}


def rows(scores: Scores, cats: Sequence[str], attacks: Sequence[str]) -> Iterator[str]:
    """Write a line for each kind of mice: what they won of every cat, and the last one less the first."""
    for mice in attacks:
        cells = [mice, str(len(scores[cats[0], mice]))]
        for cat in cats:
            won = scores[cat, mice]
            low, high = Tally(len(won), sum(won)).interval
            cells += [f"{np.mean(won):.1%}", f"{100 * low:.1f} to {high:.1%}"]
        less = np.array(scores[cats[-1], mice]) - np.array(scores[cats[0], mice])
        cells.append(f"{100 * less.mean():+.1f} ± {196 * less.std() / math.sqrt(len(less)):.1f}")
        yield f"| {' | '.join(cells)} |"


def noted(job: tuple[int, Numbers]) -> Choices:
    """Play a game of evasive mice against a cat that knows some habits, and note their choices."""
    number, habits = job
    game = load("hide_and_squeak")
    bots = [attacker(habits, replace(HUNTS, iterations=BRIEF)), evasive(habits)]
    seats = SEATS[number % len(SEATS)]
    return choices_in(play_game(game, seats, game.facts.option_values({}), FIT_SEED + number, bots))


def fit(games: int, processes: int) -> Numbers:
    """Fit the habits of evasive mice in rounds."""
    habits, choices = HABITS[:COMMON], Choices()
    size = games // ROUNDS
    with several(processes) as in_turn:
        for number in range(ROUNDS):
            jobs = [(number * size + k, habits) for k in range(size)]
            found = [choice for each in in_turn(noted, jobs) for choice in each]
            choices += found
            habits = np.concatenate([habits, fit_all(found)[None]])
    return fit_all(choices)


def main() -> None:
    """Attack and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cats", nargs="*", help="the bots whose cats are attacked")
    parser.add_argument("--mice", default="tiger,lion,lion_times_5,evasive")
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--fit", type=int, metavar="GAMES", help="fit the habits of evasive mice instead")
    given = parser.parse_args()
    if given.fit:
        print(source_of(fit(given.fit, given.processes)))
        return
    if not given.cats or given.keep is None:
        parser.error("name the cats, and the file to keep games in")
    attacks = given.mice.split(",")
    pairs = list(product(given.cats, attacks))
    scores = play(pairs, given.seats, given.games, given.seconds, given.keep, given.processes)
    print("\n".join(rows(scores, given.cats, attacks)), flush=True)


if __name__ == "__main__":
    main()

"""Attack the mice of a bot in Hide and Squeak: fit a cat's memory to exactly these mice, and see what it wins.

    python -m benchmarks.hide_and_squeak_attack lion --seats 5 --fit 300 --games 400 --processes 4

The attacker is the tiger's cat, or that of `--cat`, except that it follows the mice by weights that were fitted to
games of this very bot: half of them against the tiger of 0.1, half against a first attacker. It plays the same deals as
the cat it is made of; what it wins beyond that is what the mice give away by being known. Interval: 95%, of the paired
difference.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
from benchmarks.hide_and_squeak_habits import Choices, choices_in, fit_all, gather, source_of

from mousehole.bots.hide_and_squeak.trail import TRACE, follow
from mousehole.bots.levels import BySeat, Player, mind_of, settings_of
from mousehole.bots.players import player
from mousehole.bots.thinking import Settings, Thought, laid_out, think
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.lab.arena import Tally, play_game, score_of

FIT_SEED = 2_000_000
Job = tuple[int, int, Settings | str, Numbers | None, Settings | str]
"""Seats, seed, how the mice think (or their name), the cat's habits (or its own), and how it thinks (or its name)."""


def followed(frames: Sequence[bytes], habits: Numbers) -> Numbers:
    """Follow the mice through some views by some habits: the chances of all rooms, then room that was worked in."""
    memory = np.zeros(TRACE * (1 + len(habits)))
    follow(laid_out(load("hide_and_squeak"), frames), habits, memory)
    return memory


def attacker(habits: Numbers | None, settings: Settings) -> Player:
    """Seat a cat that follows mice by some habits; without any, by its own."""
    game = load("hide_and_squeak")

    def choose(view: View, seat: int, seed: int) -> Thought:
        is_cat = habits is not None and seat == codes.CAT
        memory = followed((*view.past.frames, bytes(view.data)), habits) if is_cat else None
        return think(game, view, seat, seed, settings, memory)

    return choose


def cat_of(level: str) -> Settings:
    """Look up how the cat of a level searches."""
    mind = mind_of("hide_and_squeak", level)
    return mind.settings(codes.CAT) if isinstance(mind, BySeat) else settings_of("hide_and_squeak", level)


def seated(how: Settings | str, habits: Numbers | None = None) -> Player:
    """Seat a bot by its name, or by how it thinks."""
    return player(load("hide_and_squeak"), how) if isinstance(how, str) else attacker(habits, how)


def played(job: Job) -> Match:
    """Play one game."""
    seats, seed, mice, habits, cat = job
    game = load("hide_and_squeak")
    return play_game(game, seats, game.facts.option_values({}), seed, [seated(cat, habits), seated(mice)])


def win(job: Job) -> float:
    """Play one game and say what the cat won of it."""
    return score_of(played(job), codes.CAT)


def note(job: Job) -> Choices:
    """Play one game and note the choices of the mice."""
    return choices_in(played(job))


def wins(jobs: Sequence[Job], processes: int) -> Iterator[float]:
    """Play games and say what the cat won of each, in order."""
    if processes == 1:
        yield from map(win, jobs)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(win, jobs, chunksize=2)


def refit(mice: str, games: int, processes: int, settings: Settings) -> Numbers:
    """Fit weights to the mice of a bot: to games against an old cat, then to games against who knows those as well."""
    choices = gather(["tiger_0_1"], [mice], games // 2, processes)
    first = fit_all(choices)
    jobs: list[Job] = [(3 + i % 4, FIT_SEED + i, mice, first[None], settings) for i in range(games // 2)]
    if processes == 1:
        more = [choice for job in jobs for choice in note(job)]
    else:
        with get_context("spawn").Pool(processes) as pool:
            more = [choice for found in pool.imap(note, jobs, chunksize=2) for choice in found]
    return fit_all(choices + more)


def paired(before: Sequence[float], after: Sequence[float]) -> str:
    """Write the mean difference in hundredths, with its interval."""
    gains = np.array(after) - np.array(before)
    spread = 1.96 * float(gains.std()) / math.sqrt(len(gains))
    return f"{100 * gains.mean():+.1f} ({100 * (gains.mean() - spread):+.1f} to {100 * (gains.mean() + spread):+.1f})"


def rate(scores: Sequence[float]) -> str:
    """Write a share of wins with its interval."""
    tally = Tally(len(scores), float(sum(scores)))
    low, high = tally.interval
    return f"{100 * tally.rate:.1f}% of {tally.games} ({100 * low:.1f} to {100 * high:.1f}%)"


def main() -> None:
    """Fit, attack and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mice", help="the bot whose mice are attacked")
    parser.add_argument("--cat", default="tiger", help="the level that the attacker is made of")
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--fit", type=int, default=300, help="games to fit to")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="play no longer than this, fitting aside")
    given = parser.parse_args()
    settings = cat_of(given.cat)
    weights = refit(given.mice, given.fit, given.processes, replace(settings, iterations=settings.iterations // 4))
    print(source_of(weights), flush=True)
    jobs: list[Job] = []
    for seed in range(given.games):
        jobs += [
            (given.seats, seed, given.mice, None, given.cat),
            (given.seats, seed, given.mice, weights[None], settings),
        ]
    end, scores = time.monotonic() + given.seconds, list[float]()
    for won in wins(jobs, given.processes):
        scores.append(won)
        if time.monotonic() > end and len(scores) > 1:
            break
    own, refitted = scores[: len(scores) // 2 * 2 : 2], scores[1::2]
    print(f"{given.cat}'s cat against {given.mice}'s mice: {rate(own)}", flush=True)
    print(f"refitted: {rate(refitted)}, gain {paired(own, refitted)}", flush=True)


if __name__ == "__main__":
    main()

"""Attack the cat of a bot in Hide and Squeak: what several kinds of mice win of it, on the same deals.

    python -m benchmarks.hide_and_squeak_mice tiger lion --mice lion,lion_times_5,evasive --games 150 --keep FILE

`lion_times_5` are the lion's mice with five times the iterations. `evasive` are the lion's mice, except that they know
the cat's memory: of the rooms that their search finds nearly as good as the best one they go where that memory expects
them least. Deals are played one after the other, each by all pairs, so a run that is stopped has as many of each; games
that lie in the file are not played again. Intervals: 95%, Wilson's; of a difference, of the pairs.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from mousehole.bots.hide_and_squeak.habits import HABITS
from mousehole.bots.hide_and_squeak.lion import HIDES
from mousehole.bots.hide_and_squeak.trail import MEMORY, follow
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.bots.thinking import Finding, Thought, laid_out, think
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import ROOM_COUNT
from mousehole.lab.arena import Tally, play_game, score_of

NEAR, TRIED = 0.1, 4
"""A room is nearly as good if it is worth so much less at most, and was tried a fourth as often at least."""
PLACES = (codes.START, codes.RUN)
"""Phases in which a mouse chooses where it is."""

Scores = dict[tuple[str, str], list[float]]
"""What the mice won of each deal, by the cat and the mice."""


def expected(view: View, seat: int, action: int) -> float:
    """Say how likely the cat's memory thinks the room in which a mouse is after an action."""
    world = view.world(seat, 0)
    world.play(seat, action)
    frames = (*view.past.frames, bytes(view.data), bytes(world.view(seat).data))
    memory = np.zeros(MEMORY)
    follow(laid_out(view.game, frames), HABITS, memory)
    mouse = seat - 1
    return float(memory[mouse * ROOM_COUNT + int(world.record.room[mouse])])


def nearly_best(findings: Sequence[Finding]) -> list[int]:
    """List the moves that are nearly as good as the best."""
    best = max(findings, key=lambda found: (found.visits, found.worth))
    near = (f for f in findings if f.worth >= best.worth - NEAR and TRIED * f.visits >= best.visits)
    return [found.action for found in near]


def evasive(game: Game) -> Player:
    """Seat mice that go where the cat's memory expects them least."""

    def choose(view: View, seat: int, seed: int) -> Thought:
        thought = think(game, view, seat, seed, HIDES)
        if not thought.findings or int(view.record.phase) not in PLACES:
            return thought
        near = nearly_best(thought.findings)
        return replace(thought, action=min(near, key=lambda action: expected(view, seat, action)))

    return choose


def lion_times_5(game: Game) -> Player:
    """Seat the lion's mice with five times the iterations."""
    settings = replace(HIDES, iterations=5 * HIDES.iterations)
    return lambda view, seat, seed: think(game, view, seat, seed, settings)


ATTACKS: dict[str, Callable[[Game], Player]] = {"lion_times_5": lion_times_5, "evasive": evasive}


def mice_won(cat: str, mice: str, seats: int, seed: int) -> float:
    """Play a deal and say what the mice won of it."""
    game = load("hide_and_squeak")
    attack = ATTACKS[mice](game) if mice in ATTACKS else player(game, mice)
    match = play_game(game, seats, game.facts.option_values({}), seed, [player(game, cat), attack])
    return score_of(match, 1)


def play(pairs: Sequence[tuple[str, str]], seats: int, games: int, seconds: float, file: Path) -> Scores:
    """Let all pairs play deal after deal while there is time; give back the deals that all of them have played."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {(cat, mice, deal): won for cat, mice, deal, won in map(json.loads, lines)}
    end = time.monotonic() + seconds
    with file.open("a", encoding="utf-8") as kept:
        for seed, (cat, mice) in product(range(games), pairs):
            if (cat, mice, seed) not in known and time.monotonic() < end:
                known[cat, mice, seed] = mice_won(cat, mice, seats, seed)
                kept.write(json.dumps([cat, mice, seed, known[cat, mice, seed]]) + "\n")
                kept.flush()
    deals = [seed for seed in range(games) if all((*pair, seed) in known for pair in pairs)]
    return {pair: [known[*pair, seed] for seed in deals] for pair in pairs}


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


def main() -> None:
    """Attack and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cats", nargs="+", help="the bots whose cats are attacked")
    parser.add_argument("--mice", default="tiger,lion,lion_times_5,evasive")
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--keep", type=Path, metavar="FILE", required=True)
    given = parser.parse_args()
    attacks = given.mice.split(",")
    scores = play(list(product(given.cats, attacks)), given.seats, given.games, given.seconds, given.keep)
    print("\n".join(rows(scores, given.cats, attacks)), flush=True)


if __name__ == "__main__":
    main()

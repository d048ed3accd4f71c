"""How long a move takes: every level against itself at the usual table, mean and longest, in time of one processor.

    python -m benchmarks.move_times --games 3
    python -m benchmarks.move_times mice_heist --levels lion

Decisions without a choice take no thought and do not count. A move may take a second.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.games import IDS, load

LEVELS = "housecat,tiger,lion"


def times_of(game_id: str, level: str, games: int) -> Iterator[float]:
    """Let a level play some games against itself; give the seconds of every choice."""
    game = load(game_id)
    bot = player(game, level)
    for seed in range(games):
        match = Match.start(game, seed=seed)
        while acting := match.actors():
            seat = acting[0]
            view = match.view(seat)
            begun = time.process_time()
            thought = bot(view, seat, 1_000 * seed + len(match.moves))
            spent = time.process_time() - begun
            if len(view.legal(seat)) > 1:
                yield spent
            match.step(seat, thought.action)


def main() -> None:
    """Print a line for each game and level; a first game, in which things are compiled or read, does not count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(IDS))
    parser.add_argument("--levels", default=LEVELS)
    parser.add_argument("--games", type=int, default=3)
    asked = parser.parse_args()
    print("| game | level | moves | mean | longest |\n| --- | --- | ---: | ---: | ---: |")
    for game_id in asked.game:
        for level in asked.levels.split(","):
            next(times_of(game_id, level, 1))
            spent = [1000 * seconds for seconds in times_of(game_id, level, asked.games)]
            mean = sum(spent) / len(spent)
            print(f"| {game_id} | {level} | {len(spent)} | {mean:.1f} ms | {max(spent):.1f} ms |", flush=True)


if __name__ == "__main__":
    main()

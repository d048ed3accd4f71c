"""Very many random games at once: the way into the compiled loop without its buffers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mousehole.engine.errors import BadSeed
from mousehole.engine.game import Game
from mousehole.engine.playout import play_many
from mousehole.engine.record import new_records

LARGEST_SEED = 2**63
"""A seed of the compiled loop is a signed number."""


@dataclass(frozen=True)
class Totals:
    """What came of random games."""

    games: int
    steps: int
    """Decisions made in all of them together."""
    payoffs: tuple[float, ...]
    """Each seat's mean payoff."""


def play_random(
    game: Game,
    games: int,
    *,
    seats: int | None = None,
    options: Mapping[str, int | str] | None = None,
    seed: int = 0,
) -> Totals:
    """Play random games in compiled code, on one core.

    The i-th is dealt as a match with the seed `seed + i * 2**64`; moves are chosen by a generator started from `seed`.
    """
    if not 0 <= seed < LARGEST_SEED:
        raise BadSeed(f"random games take a seed from 0 to 2**63 - 1, not {seed}")
    count = game.facts.check_seats(game.facts.usual_seats if seats is None else seats)
    values = np.array(game.facts.option_values(options or {}), np.int64)
    rng, buffer = np.array([seed], np.uint64), np.zeros(game.facts.max_actions, np.int32)
    totals, state = np.zeros(count), new_records(game.rules.State)[0]
    steps = int(play_many(state, count, values, seed, games, rng, buffer, totals, np.zeros(count)))
    return Totals(games, steps, tuple(float(total) / games for total in totals))

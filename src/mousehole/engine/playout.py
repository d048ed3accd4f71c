"""Random play, written once for every game."""

from __future__ import annotations

from mousehole.engine.chance import roll, word
from mousehole.engine.contract import actors, apply, legal, payoff, setup
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, rule


@rule
def first_actor(mask: int) -> int:
    """Return the lowest seat of a bitmask of actors."""
    seat = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


@rule
def play_out(s: Record, rng: Rng, buffer: Actions) -> int:
    """Play random legal actions to the end; return how many."""
    steps = 0
    mask = actors(s)
    while mask:
        seat = first_actor(mask)
        apply(s, seat, buffer[roll(rng, legal(s, seat, buffer))])
        steps += 1
        mask = actors(s)
    return steps


@rule
def play_many(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed in
    s: Record,
    seats: int,
    options: Options,
    seed: int,
    games: int,
    rng: Rng,
    buffer: Actions,
    totals: Numbers,
    out: Numbers,
) -> int:
    """Play random games, the i-th from the seed (seed, i), in one record; sum payoffs in `totals`; return all steps."""
    steps = 0
    for i in range(games):
        setup(s, seats, options, word(seed), word(i))
        steps += play_out(s, rng, buffer)
        payoff(s, out)
        for seat in range(seats):
            totals[seat] += out[seat]
    return steps

"""Random play, written once for every game.

Game g of a seed is dealt from the 128-bit seed (seed, g) and played by a generator of its own, seeded from the same two
numbers: so it goes the same way whoever plays it, in whatever company.
"""

from __future__ import annotations

from mousehole.engine.chance import roll, threefry, word
from mousehole.engine.contract import actors, apply, legal, payoff, reason, setup
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word, rule


@rule
def first_actor(mask: int) -> int:
    """Return the lowest seat of a bitmask of actors."""
    seat = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


@rule
def play_counting(s: Record, rng: Rng, buffer: Actions) -> tuple[int, int]:
    """Play random legal actions to the end; return how many, and how many were legal there, all added up."""
    steps = 0
    choices = 0
    mask = actors(s)
    while mask:
        seat = first_actor(mask)
        count = legal(s, seat, buffer)
        apply(s, seat, buffer[roll(rng, count)])
        steps += 1
        choices += count
        mask = actors(s)
    return steps, choices


@rule
def play_out(s: Record, rng: Rng, buffer: Actions) -> int:
    """Play random legal actions to the end; return how many."""
    steps, _ = play_counting(s, rng, buffer)
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


@rule
def seed_playout(rng: Rng, seed: Word, number: Word) -> None:
    """Seed the playout of a game; a block of Threefry that the table's own chance, which counts (n, 0), never uses."""
    bits, _ = threefry(word(seed), word(number), word(0), word(1))
    rng[0] = bits


@rule
def play_range(  # noqa: PLR0913, PLR0917  # as above
    s: Record,
    seats: int,
    options: Options,
    seed: Word,
    first: int,
    rng: Rng,
    buffer: Actions,
    paid: Numbers,
    reasons: Actions,
    lengths: Actions,
    choices: Actions,
) -> None:
    """Play the random games `first`, `first` + 1, ... of a seed, one for each row of what is to be known of them."""
    for i in range(len(reasons)):
        setup(s, seats, options, word(seed), word(first + i))
        seed_playout(rng, word(seed), word(first + i))
        lengths[i], choices[i] = play_counting(s, rng, buffer)
        reasons[i] = reason(s)
        payoff(s, paid[i])

"""Playing a position on many times, in compiled code."""

from __future__ import annotations

from mousehole.bots.knowledge import TRIALS
from mousehole.bots.search import roll_out
from mousehole.engine.chance import reseed_chance
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule

TRUE, PLAYED, TRIED = range(3)
"""The records it works in: what is, and what is played on; from TRIED on, those in which bots may try moves."""
RECORDS = TRIED + TRIALS


@rule
def play_on(  # noqa: PLR0913, PLR0917  # a compiled loop gets its buffers passed in
    states: Record, times: int, rng: Rng, buffer: Actions, horizon: int, edition: int, out: Numbers, totals: Numbers
) -> None:
    """Play the true position on so many times, and add up what each seat is paid, or would be by judgement."""
    for _ in range(times):
        states[PLAYED] = states[TRUE]
        reseed_chance(states[PLAYED], rng)
        roll_out(states[PLAYED], rng, buffer, horizon, out, states[TRIED:], edition)
        for seat in range(len(totals)):
            totals[seat] += out[seat]

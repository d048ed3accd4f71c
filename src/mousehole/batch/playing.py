"""Random games to their ends, on one core: what a GPU's are compared with, byte by byte (see random_play.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mousehole.engine.chance import word
from mousehole.engine.contract import payoff, setup
from mousehole.engine.game import Game
from mousehole.engine.playout import play_out, seed_playout
from mousehole.engine.record import new_records
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word, rule


@rule
def play_each(
    states: Record,
    seats: int,
    options: Options,
    seed: Word,
    first: int,
    rng: Rng,
    buffer: Actions,
    lengths: Options,
    paid: Numbers,
) -> int:
    """Play the games `first`, `first` + 1, ... on the CPU, one for each of `states`; return all steps."""
    steps = 0
    for i in range(len(states)):
        s = states[i]
        setup(s, seats, options, seed, word(first + i))
        seed_playout(rng, seed, word(first + i))
        lengths[i] = play_out(s, rng, buffer)
        payoff(s, paid[i])
        steps += lengths[i]
    return steps


@dataclass(frozen=True)
class Played:
    """Games as they ended, one a row: the last position, the number of steps, each seat's payoff."""

    states: Record
    lengths: Options
    paid: Numbers

    def only(self, i: int) -> Played:
        """Return one of the games by itself."""
        return Played(self.states[i : i + 1], self.lengths[i : i + 1], self.paid[i : i + 1])

    def difference(self, other: Played) -> str | None:
        """Say where two plays of the same games first differ, or None."""
        for i in range(len(self.states)):
            if self.lengths[i] != other.lengths[i]:
                return f"game {i} takes {self.lengths[i]} steps and {other.lengths[i]}"
            if self.states[i].tobytes() != other.states[i].tobytes():
                return f"game {i} ends in two different positions"
            if not np.array_equal(self.paid[i], other.paid[i]):
                return f"game {i} pays {self.paid[i]} and {other.paid[i]}"
        return None


def room_for(game: Game, count: int) -> Played:
    """Make room for so many games."""
    states, most_seats = new_records(game.rules.State, count), game.facts.max_seats
    return Played(states, np.zeros(count, np.int64), np.zeros((count, most_seats)))


def usual_options(game: Game) -> Options:
    """Return the options a game has when nobody chooses any."""
    return np.array(game.facts.option_values({}), np.int64)


def play_on_cpu(game: Game, seats: int, seed: Word, first: int, count: int) -> Played:
    """Play so many games of a seed on one core, from a number on."""
    played = room_for(game, count)
    rng, buffer = np.zeros(1, np.uint64), np.zeros(game.facts.max_actions, np.int32)
    play_each(played.states, seats, usual_options(game), seed, first, rng, buffer, played.lengths, played.paid)
    return played


@rule
def phase_of(s: Record) -> int:
    """Tell which kind of decision or step is next."""
    return int(s.phase)


@rule
def no_phase(s: Record) -> int:  # noqa: ARG001
    """Stand in for `phase_of` in a game whose record has no such field."""
    return 0


@rule
def never_busy(s: Record) -> bool:  # noqa: ARG001
    """Stand in for `is_busy` in a game that does all that follows from an action at once."""
    return False


@rule
def no_step(s: Record) -> None:
    """Stand in for `go_on` there."""

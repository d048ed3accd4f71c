"""The tables the contract is tested at: every game, every player count, every option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from mousehole.engine.facts import Facts, Option
from mousehole.games import facts, ids

MANY_VALUES = 8
"""An option with more values than this is tried at its ends and its default."""


@dataclass(frozen=True)
class Table:
    """One way to set up a game."""

    game_id: str
    seats: int
    options: tuple[int, ...]

    def __str__(self) -> str:
        """Name the table in a test's id."""
        known = facts(self.game_id)
        chosen = [
            f"{o.name}={o.value_name(v)}" for o, v in zip(known.options, self.options, strict=True) if v != o.default
        ]
        return "-".join([self.game_id, str(self.seats), *chosen])


def values(option: Option) -> list[int]:
    """List the values of an option that are worth a table of their own."""
    high = len(option.choices) - 1 if option.choices else option.high
    if high - option.low < MANY_VALUES:
        return list(range(option.low, high + 1))
    return sorted({option.low, option.default, high})


def seat_counts(known: Facts) -> range:
    """List every number of seats."""
    return range(known.min_seats, known.max_seats + 1)


def all_tables() -> Iterator[Table]:
    """List every game with every player count and every mix of options."""
    for game_id in ids():
        known = facts(game_id)
        for seats in seat_counts(known):
            for options in product(*(values(option) for option in known.options)):
                yield Table(game_id, seats, options)


def modes() -> Iterator[Table]:
    """List a few telling tables a game: the usual one, each option changed alone, fewest and most seats."""
    for game_id in ids():
        known = facts(game_id)
        usual = tuple(option.default for option in known.options)
        found = [
            Table(game_id, seats, usual) for seats in sorted({known.usual_seats, known.min_seats, known.max_seats})
        ]
        for i, option in enumerate(known.options):
            for value in values(option):
                table = Table(game_id, known.usual_seats, (*usual[:i], value, *usual[i + 1 :]))
                if table not in found:
                    found.append(table)
        yield from found

"""The tables the contract is tested at: every game, every player count, every option, and house rules at their ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from mousehole.engine.facts import Facts, Option
from mousehole.games import facts, ids

MANY_VALUES = 8
"""An option with more values than this is tried at its ends and its default."""
MIXTURES = 3
"""So many mixtures of house rules are drawn for each number of seats."""


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
    if option.is_house:
        return sorted({option.low, option.default, option.highest})
    if option.highest - option.low < MANY_VALUES:
        return list(range(option.low, option.highest + 1))
    return sorted({option.low, option.default, option.highest})


def seat_counts(known: Facts) -> range:
    """List every number of seats."""
    return range(known.min_seats, known.max_seats + 1)


def is_printed(table: Table) -> bool:
    """Tell whether a table plays as the rulebook prints the game."""
    return not facts(table.game_id).house_rules(table.options)


def usual(known: Facts) -> tuple[int, ...]:
    """Return what is agreed when nobody asks for anything."""
    return tuple(option.default for option in known.options)


def can_play(known: Facts, seats: int, options: tuple[int, ...]) -> bool:
    """Tell whether options go together."""
    return not known.whats_wrong(seats, known.options_by_name(options))


def mixtures(known: Facts, seats: int) -> Iterator[Table]:
    """Draw mixtures of house rules, each of them anywhere in its range and often at an end, the other options too."""
    chance, found = random.Random(f"{known.id} {seats}"), 0
    if not any(option.is_house for option in known.options):
        return
    while found < MIXTURES:
        options = tuple(chance.choice((o.low, o.highest, chance.randint(o.low, o.highest))) for o in known.options)
        if can_play(known, seats, options):
            found += 1
            yield Table(known.id, seats, options)


def changed(known: Facts, seats: int, *, is_house: bool) -> Iterator[Table]:
    """Change each house rule, or each other option, alone."""
    for i, option in enumerate(known.options):
        for value in values(option) if option.is_house == is_house else ():
            options = (*usual(known)[:i], value, *usual(known)[i + 1 :])
            if can_play(known, seats, options):
                yield Table(known.id, seats, options)


def all_tables() -> Iterator[Table]:
    """List every game with every player count and every mix of options; and house rules alone and mixed."""
    for game_id in ids():
        known = facts(game_id)
        plain = [option for option in known.options if not option.is_house]
        for seats in seat_counts(known):
            found = [Table(game_id, seats, known.completed(options)) for options in product(*map(values, plain))]
            found += [*changed(known, seats, is_house=True), *mixtures(known, seats)]
            yield from dict.fromkeys(found)


def modes() -> Iterator[Table]:
    """List a few telling tables a game: the usual one, each option and house rule changed alone, few and many seats."""
    for game_id in ids():
        known = facts(game_id)
        found = [
            Table(game_id, seats, usual(known))
            for seats in sorted({known.usual_seats, known.min_seats, known.max_seats})
        ]
        for is_house in (False, True):
            found += changed(known, known.usual_seats, is_house=is_house)
        found += [*mixtures(known, known.usual_seats)][:1]
        found += [*mixtures(known, known.max_seats)][:1]
        yield from dict.fromkeys(found)

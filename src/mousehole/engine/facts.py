"""The facts about a game that can be told without loading its rules: light, so that lists of games are instant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mousehole.engine.errors import BadOption, BadSeats

SPECTATOR = -1
"""Stands for a seat where somebody looks on who has none."""


@dataclass(frozen=True)
class Option:
    """One thing that can be agreed before a game. Values travel as integers; choices as their index."""

    name: str
    hint: str
    """One plain sentence: what it changes and whom it favours."""
    default: int
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()
    """Names of the values low..high; empty for a plain number. A switch has the choices ("off", "on")."""
    labels: tuple[str, ...] = ()
    """The choices as people read them, in the same order; empty where the names read well as they are."""
    is_house: bool = False
    """Whether it changes what the rulebook prints: a house rule. Its default is what is printed."""
    printed: str = ""
    """What the default of a house rule means, where that depends on the number of seats: "one for each mouse"."""
    printed_for: Callable[[int], int] | None = None
    """The printed number by seats, where that is so."""

    @property
    def label(self) -> str:
        """The option's name as people read it."""
        return readable(self.name)

    @property
    def highest(self) -> int:
        """The highest value there is."""
        return len(self.choices) - 1 if self.choices else self.high

    def printed_value(self, seats: int) -> int:
        """Return what is printed for so many seats: the default, or what it stands for there."""
        return self.default if self.printed_for is None else self.printed_for(seats)

    def value_label(self, value: int) -> str:
        """Write a value as people read it."""
        if self.printed and value == self.default:
            return self.printed
        return self.labels[value] if self.labels else readable(self.value_name(value))

    def parse(self, text: str) -> int:
        """Read a value as people write it: a choice's name, or a number in range."""
        if self.choices:
            if text in self.choices:
                return self.choices.index(text)
            raise BadOption(f"option {self.name} is one of {', '.join(self.choices)}, not {text!r}")
        try:
            value = int(text)
        except ValueError:
            raise BadOption(f"option {self.name} is a number, not {text!r}") from None
        return self.check(value)

    def check(self, value: int) -> int:
        """Give the value back if it is in range."""
        if not self.low <= value <= self.highest:
            raise BadOption(f"option {self.name} goes from {self.low} to {self.highest}, not {value}")
        return value

    def value_name(self, value: int) -> str:
        """Write a value as `parse` reads it."""
        return self.choices[value] if self.choices else str(value)


def readable(name: str) -> str:
    """Write a name of data as people read it: "subtle_movement" as "Subtle movement"."""
    return name[:1].upper() + name[1:].replace("_", " ")


def switch(name: str, hint: str) -> Option:
    """Build an option that is off unless somebody switches it on."""
    return Option(name, hint, default=0, choices=("off", "on"))


def house_rule(name: str, hint: str, default: int, low: int, high: int) -> Option:
    """Build an option that changes a number of the rulebook."""
    return Option(name, hint, default, low, high, is_house=True)


def house_rule_by_seats(name: str, hint: str, high: int, printed: str, printed_for: Callable[[int], int]) -> Option:
    """Build an option that changes a number which the rulebook prints by the number of seats; 0 is what is printed."""
    return Option(name, hint, 0, 0, high, is_house=True, printed=printed, printed_for=printed_for)


@dataclass(frozen=True)
class Preset:
    """House rules that have been found to do something for a table, under a name."""

    name: str
    seats: int
    """The number of seats it was found for."""
    options: Mapping[str, int]
    finding: str
    """One sentence: what was measured, with its interval."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return readable(self.name)


def nothing_wrong(seats: int, values: Mapping[str, int]) -> str:  # as a game's own has it
    """Find nothing wrong with any options together."""
    return ""


@dataclass(frozen=True)
class Facts:
    """What a game is, before any of it is compiled."""

    id: str
    title: str
    summary: str
    minutes: str
    min_seats: int
    max_seats: int
    usual_seats: int
    options: tuple[Option, ...]
    """What can be agreed; the house rules stand last."""
    max_actions: int
    """The most legal actions a seat can ever have at once."""
    actions: int
    """Every action is a number from 0 to one less than this."""
    longest: int
    """No game takes more decisions than this."""
    rules_version: int
    has_secrets: bool
    """Whether some seat knows something another does not."""
    is_zero_sum: bool
    """Whether the payoffs of the sides sum to zero."""
    side_of: Callable[[int], int] = lambda seat: seat
    """The side a seat plays for: seats of one side win and lose together."""
    side_names: tuple[str, ...] = ()
    """What the sides are called, in games where several seats are one."""
    has_undo: bool = False
    publisher: str = ""
    whats_wrong: Callable[[int, Mapping[str, int]], str] = nothing_wrong
    """Says in one sentence why so many seats cannot play with these options, by name; nothing where they can."""
    presets: tuple[Preset, ...] = ()
    """Named house rules that are offered where a table is set."""

    def __post_init__(self) -> None:
        """See to it that house rules stand last: what was agreed before there were any then reads as it did."""
        marks = [option.is_house for option in self.options]
        if marks != sorted(marks):
            raise ValueError(f"the house rules of {self.id} must stand behind its other options")

    def check_seats(self, seats: int) -> int:
        """Give the number of seats back if the game can be played with it."""
        if not self.min_seats <= seats <= self.max_seats:
            span = str(self.min_seats) if self.min_seats == self.max_seats else f"{self.min_seats} to {self.max_seats}"
            raise BadSeats(f"{self.title} has {span} seats, not {seats}")
        return seats

    def sides(self, seats: int) -> list[int]:
        """List the sides at a table of so many seats."""
        return sorted({self.side_of(seat) for seat in range(seats)})

    def option_values(self, chosen: Mapping[str, int | str]) -> tuple[int, ...]:
        """Complete a choice of options by the defaults, in the order the game lists them."""
        names = [option.name for option in self.options]
        for name in chosen:
            if name not in names:
                known = ", ".join(names) or "none"
                raise BadOption(f"{self.title} has no option {name!r} (its options: {known})")
        values = []
        for option in self.options:
            value = chosen.get(option.name, option.default)
            values.append(option.parse(value) if isinstance(value, str) else option.check(value))
        return tuple(values)

    def check_together(self, seats: int, values: Sequence[int]) -> tuple[int, ...]:
        """Give option values back, complete, if so many seats can play with them together."""
        complete = self.completed(values)
        wrong = self.whats_wrong(seats, self.options_by_name(complete))
        if wrong:
            raise BadOption(wrong)
        return complete

    def completed(self, values: Sequence[int]) -> tuple[int, ...]:
        """Complete option values that were written down when there were fewer house rules, or none."""
        missing = self.options[len(values) :]
        if len(values) > len(self.options) or not all(option.is_house for option in missing):
            raise BadOption(f"{self.title} has {len(self.options)} options, not {len(values)}")
        return (*values, *(option.default for option in missing))

    def parse_options(self, text: str) -> tuple[int, ...]:
        """Read `name=value` pairs, separated by commas or blanks."""
        chosen: dict[str, int | str] = {}
        for part in text.replace(",", " ").split():
            name, equals, value = part.partition("=")
            if not equals:
                raise BadOption(f"write options as name=value, not {part!r}")
            if name in chosen:
                raise BadOption(f"option {name} is given twice")
            chosen[name] = value
        return self.option_values(chosen)

    def options_text(self, values: Sequence[int]) -> str:
        """Write option values as `parse_options` reads them; a house rule only where there is one."""
        return " ".join(f"{name}={text}" for name, text in self.option_texts(values).items())

    def options_by_name(self, values: Sequence[int]) -> dict[str, int]:
        """Return option values by the names of the options."""
        return {option.name: value for option, value in zip(self.options, self.completed(values), strict=True)}

    def option_texts(self, values: Sequence[int]) -> dict[str, str]:
        """Return option values, as people write them, by the names of the options; of house rules those that differ.

        So what is written of a game by the printed rules says nothing of house rules.
        """
        pairs = zip(self.options, self.completed(values), strict=True)
        return {o.name: o.value_name(value) for o, value in pairs if not o.is_house or value != o.default}

    def option(self, name: str) -> Option:
        """Find an option by its name."""
        return next(option for option in self.options if option.name == name)

    def agreed_text(self, values: Sequence[int]) -> str:
        """List in one line of words what was agreed that is not usual."""
        pairs = zip(self.options, self.completed(values), strict=True)
        return ", ".join(f"{o.label.lower()} {o.value_label(value)}" for o, value in pairs if value != o.default)

    def house_rules(self, values: Sequence[int]) -> list[str]:
        """Say in words what was agreed that the rulebook does not print; empty for the printed game."""
        pairs = zip(self.options, self.completed(values), strict=True)
        return [
            f"{option.label}: {option.value_label(value)} (printed: {option.value_label(option.default)})"
            for option, value in pairs
            if option.is_house and value != option.default
        ]

"""What is played in the lab: a set-up, and the link that it is.

    SetUp.read({"game": "hide_and_squeak", "seats": "5", "dawn": "16", "players": "tiger,lion"})
    set_up.address()  # game=hide_and_squeak&seats=5&dawn=16&players=tiger,lion&games=1000&seed=0

A set-up is checked when it is made: what cannot be played is said in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from mousehole.bots.names import NAMES, NET, STANDS_FOR, check_player
from mousehole.bots.net_files import check_net
from mousehole.engine.errors import TableError
from mousehole.engine.facts import Facts
from mousehole.games import facts

USUAL_PLAYER = "housecat"
USUAL_GAMES = 1000
MOST_GAMES = 1_000_000
"""More than anybody waits for where bots think."""
MOST_RANDOM = 20_000_000
"""More than this do not fit into memory as arrays; `mousehole simulate` is for them."""
SEED_LIMIT = 2**63
MOST_REPEATS = 100
RANDOM = "random"
SECOND = "b."
"""What the names of the second set-up begin with in an address of two."""
SHARED = ("game", "games", "seed", "repeats")
"""What two set-ups that are compared have in common."""
LONGEST = 40
"""So much of what cannot be read is repeated."""


class BadSetUp(TableError):
    """A set-up of the lab that cannot be played."""

    code = "bad_setup"


@dataclass(frozen=True)
class SetUp:
    """Which games are played: everything that they depend on, so the same games every time."""

    game: str
    seats: int = 0
    """0 for as many as is usual."""
    options: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    """What was agreed that is not usual; house rules are options too."""
    players: tuple[str, ...] = (USUAL_PLAYER,)
    """The levels, one a side, or one for all."""
    games: int = USUAL_GAMES
    seed: int = 0
    repeats: int = 1
    """Each deal is played so many times, with other chance for the bots."""
    without: str = ""
    """A component that the side which has it may not use; where all have it, the first seat may not."""

    def __post_init__(self) -> None:
        """Check everything, and leave out what is usual."""
        known = self.facts
        set_ = object.__setattr__  # the class is frozen for everybody else
        set_(self, "seats", known.check_seats(self.seats or known.usual_seats))
        values = known.options_by_name(known.check_together(self.seats, known.option_values(self.options)))
        unusual = {option.name: values[option.name] for option in known.options}
        set_(self, "options", {o.name: unusual[o.name] for o in known.options if unusual[o.name] != o.default})
        set_(self, "players", self.checked_players())
        self.check_numbers()
        if self.without:
            from mousehole.lab.components import check_component  # noqa: PLC0415  # brings the game's rooms

            check_component(self.game, self.without)
            if self.is_compiled:
                raise BadSetUp("random players and nets do not think, so nothing can be kept from them (without=...)")

    @property
    def facts(self) -> Facts:
        """The facts of the game."""
        return facts(self.game)

    @property
    def is_random(self) -> bool:
        """Whether everybody plays at random."""
        return set(self.players) == {RANDOM}

    @property
    def is_compiled(self) -> bool:
        """Whether nobody does more than play at random or by a net: such games are compiled, and go by the million."""
        return {RANDOM, NET}.issuperset(self.players)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of all options, in the game's order."""
        return self.facts.option_values(self.options)

    @property
    def seated(self) -> tuple[str, ...]:
        """The levels, one for each side."""
        return self.players * (len(self.facts.sides(self.seats)) // len(self.players))

    def checked_players(self) -> tuple[str, ...]:
        """Check the levels; one name stands for all."""
        players, sides = tuple(self.players), len(self.facts.sides(self.seats))
        for name in players:
            check_player(name)
            if name == NET:
                check_net(self.facts, has_house_rules=bool(self.facts.house_rules(self.values)))
        if len(players) not in {1, sides}:
            word = "side" if sides == 1 else "sides"
            raise BadSetUp(
                f"{self.facts.title} with {self.seats} seats has {sides} {word}:"
                f" name one player for all or {sides}, not {len(players)}"
            )
        return players[:1] if len(set(players)) == 1 else players

    def check_numbers(self) -> None:
        """Check how many games, from which seed, and how often each deal."""
        most = MOST_RANDOM if self.is_compiled else MOST_GAMES
        if not 1 <= self.games <= most:
            raise BadSetUp(f"games are 1 to {most:,} here, not {self.games:,}")
        if not 0 <= self.seed < SEED_LIMIT:
            raise BadSetUp(f"the seed is a whole number from 0 to 2**63 - 1, not {self.seed}")
        if not 1 <= self.repeats <= MOST_REPEATS:
            raise BadSetUp(f"a deal is repeated 1 to {MOST_REPEATS} times, not {self.repeats}")
        if self.repeats > 1 and self.is_compiled:
            raise BadSetUp("where nobody thinks, every game has a deal of its own: leave repeats out")

    @classmethod
    def read(cls, given: Mapping[str, str]) -> SetUp:
        """Read a set-up from names and texts, as the query of a link has them."""
        return cls(**fields_of(given))

    @classmethod
    def from_address(cls, text: str) -> SetUp:
        """Read a set-up from the query of a link."""
        return cls.read(query_of(text))

    def texts(self) -> dict[str, str]:
        """Write the set-up as names and texts, as `read` reads them."""
        by_name = {option.name: option for option in self.facts.options}
        chosen = {name: by_name[name].value_name(int(value)) for name, value in self.options.items()}
        rare = {"repeats": str(self.repeats) if self.repeats > 1 else "", "without": self.without}
        return {
            "game": self.game,
            "seats": str(self.seats),
            **chosen,
            "players": ",".join(self.players),
            "games": str(self.games),
            "seed": str(self.seed),
            **{name: text for name, text in rare.items() if text},
        }

    def address(self) -> str:
        """Write the set-up as the query of a link."""
        return urlencode(self.texts(), safe=",.")

    def table_address(self) -> str:
        """Write a table at which somebody plays this set-up, in the first seat, against these levels (`/set?...`)."""
        seated, side_of = self.seated, self.facts.side_of
        bots = [f"bot:{level if level in NAMES else STANDS_FOR[level]}" for level in seated]
        seats = ",".join(["me", *(bots[side_of(seat)] for seat in range(1, self.seats))])
        chosen = {name: text for name, text in self.texts().items() if name in self.options}
        return urlencode({"game": self.game, **chosen, "seats": seats}, safe=":,")

    def but(self, **changes: object) -> SetUp:
        """Return the same set-up but for some fields; options replace those of the same name."""
        merged = {**self.options, **changes.pop("options", {})}  # type: ignore[dict-item]  # checked when it is made
        return replace(self, options=merged, **changes)  # type: ignore[arg-type]  # as above


def query_of(text: str) -> dict[str, str]:
    """Read the query of a link; a name may be there once."""
    found: dict[str, str] = {}
    for name, value in parse_qsl(text.rpartition("?")[2], keep_blank_values=True):
        if name in found:
            raise BadSetUp(f"{name[:LONGEST]} is given twice")
        found[name] = value
    return found


def fields_of(given: Mapping[str, str]) -> dict[str, Any]:
    """Sort names and texts into the fields of a set-up; what is no field is an option of the game."""
    left = dict(given)
    if "game" not in left:
        raise BadSetUp("a set-up names its game: game=hide_and_squeak")
    fields: dict[str, Any] = {"game": left.pop("game")}
    for name in ("seats", "games", "seed", "repeats"):
        if name in left:
            fields[name] = whole(name, left.pop(name))
    if "players" in left:
        fields["players"] = tuple(name.strip() for name in left.pop("players").split(","))
    if "without" in left:
        fields["without"] = left.pop("without")
    fields["options"] = left
    return fields


def whole(name: str, text: str) -> int:
    """Read a whole number of a set-up."""
    digits = text.replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(SEED_LIMIT))):
        raise BadSetUp(f"{name} is a whole number, not {text[:LONGEST]!r}")
    if name == "seats" and int(digits) == 0:
        raise BadSetUp("there is no table without seats")
    return int(digits)


def read_pair(given: Mapping[str, str]) -> tuple[SetUp, SetUp | None]:
    """Read one set-up, or two side by side: what differs in the second one has the prefix `b.`."""
    first = {name: text for name, text in given.items() if not name.startswith(SECOND)}
    changes = {name.removeprefix(SECOND): text for name, text in given.items() if name.startswith(SECOND)}
    one = SetUp.read(first)
    if not changes:
        return one, None
    for name in SHARED:
        if name in changes:
            raise BadSetUp(f"two set-ups that are compared have the same {name}: leave {SECOND}{name} out")
    two = SetUp.read({**first, **changes})
    check_pair(one, two)
    return one, two


def check_pair(one: SetUp, two: SetUp) -> None:
    """Refuse to compare what has no deal in common, or other sides."""
    for name in SHARED:
        if getattr(one, name) != getattr(two, name):
            raise BadSetUp(f"two set-ups that are compared have the same {name}")
    if one.facts.sides(one.seats) != two.facts.sides(two.seats):
        raise BadSetUp(f"{one.seats} and {two.seats} seats cannot be compared: the sides are not the same")
    if one.is_compiled != two.is_compiled:
        raise BadSetUp("games of random players and nets are dealt otherwise than those of others: they make no pairs")


def pair_address(one: SetUp, two: SetUp) -> str:
    """Write two set-ups as the query of one link."""
    check_pair(one, two)
    mine, theirs = one.texts(), two.texts()
    usual = {option.name: option.value_name(option.default) for option in one.facts.options}
    back = {name: usual.get(name, "") for name in mine if name not in theirs}  # unusual in the first set-up alone
    changed = {name: text for name, text in {**theirs, **back}.items() if text != mine.get(name)}
    return urlencode({**mine, **{SECOND + name: text for name, text in changed.items()}}, safe=",.")

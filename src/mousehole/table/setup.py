"""Setting a table: game, options, seats and house rules, as data and as the query of a link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from urllib.parse import parse_qsl, quote, unquote, urlencode

from mousehole.bots.names import check_bot
from mousehole.engine.errors import BadOption, BadSeats
from mousehole.games import facts
from mousehole.table.errors import BadRequest

KINDS = ("me", "open", "bot", "device")
USUAL_BOT = "housecat"
LONGEST_NAME = 24
OFFER_AFTER = 180
"""In games with several people, somebody away for so many seconds may be replaced."""
CLOCK_LIMIT = 7 * 24 * 3600


def clean_name(text: str) -> str:
    """Give a nickname back if it can be shown: short, printable, not blank."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or re.search(r"[<>\"\\]", name):
        raise BadRequest(f'a nickname has 1 to {LONGEST_NAME} characters, and none of < > " or a backslash among them')
    return name


@dataclass(frozen=True)
class SeatPlan:
    """Who shall sit on a seat."""

    kind: str
    level: str = ""
    """The bot's name, for a bot."""
    name: str = ""
    """The nickname of another person on this device."""

    def check(self) -> SeatPlan:
        """Give the plan back if it makes sense."""
        if self.kind not in KINDS:
            raise BadSeats(f"a seat is one of {', '.join(KINDS)}, not {self.kind[:40]!r}")
        if self.kind == "bot":
            return SeatPlan("bot", check_bot(self.level or USUAL_BOT))
        if self.kind == "device" and self.name:
            return SeatPlan("device", name=clean_name(self.name))
        return SeatPlan(self.kind)

    def text(self) -> str:
        """Write the plan as a link holds it; commas in a name are escaped, for they stand between seats."""
        extra = self.level or quote(self.name, safe=" '&")
        return f"{self.kind}:{extra}" if extra else self.kind


def parse_seat(text: str) -> SeatPlan:
    """Read a seat as a link holds it."""
    kind, _, extra = text.partition(":")
    name = unquote(extra) if kind == "device" else ""
    return SeatPlan(kind, level=extra if kind == "bot" else "", name=name).check()


@dataclass(frozen=True)
class HouseRules:
    """What a table agrees on beside the game."""

    move_seconds: int | None = None
    """Time for each decision."""
    game_seconds: int | None = None
    """Time for all decisions of a seat together."""
    away_seconds: int | None = None
    """After so long an absence the others may vote for a bot; None: 3 minutes where several people play."""
    pace: float | None = None
    """Seconds a bot takes for every decision; None: as the server does."""
    hints: bool | None = None
    """Whether people may ask for hints; None: where one person plays, or all share a device."""
    forced: bool | None = None
    """Whether the table makes the moves that leave no choice, for those who let it; None: it does."""
    listed: bool | None = None
    """Whether anyone may sit down: it stands on the list of open tables; None: who has the link."""
    counts: bool | None = None
    """Whether the game counts for ratings, which everybody who sits down agrees to; None: it does not."""

    def check(self) -> HouseRules:
        """Give the rules back if they make sense."""
        for name in ("move_seconds", "game_seconds", "away_seconds"):
            value = getattr(self, name)
            if value is not None and not 1 <= value <= CLOCK_LIMIT:
                raise BadOption(f"{name} goes from 1 to {CLOCK_LIMIT}, not {value}")
        if self.pace is not None and not 0.0 <= self.pace <= 60.0:  # noqa: PLR2004  # nobody waits longer
            raise BadOption(f"pace goes from 0 to 60 seconds, not {self.pace}")
        if self.counts and self.hints:
            raise BadOption("a game that counts is played without hints")
        return self


@dataclass(frozen=True)
class Setup:
    """A table as it is wished for."""

    game: str
    options: tuple[int, ...]
    seats: tuple[SeatPlan, ...]
    rules: HouseRules = field(default_factory=HouseRules)

    def query(self) -> str:
        """Write the set-up as the query of a link."""
        known = facts(self.game)
        pairs = [("game", self.game)]
        for option, value in zip(known.options, self.options, strict=True):
            if value != option.default:
                pairs.append((option.name, option.value_name(value)))
        pairs.append(("seats", ",".join(plan.text() for plan in self.seats)))
        pairs += [(name, rule_text(value)) for name, value in asdict(self.rules).items() if value is not None]
        return urlencode(pairs, safe=":,")


def rule_text(value: float | bool) -> str:  # noqa: FBT001  # a value, not a flag
    """Write the value of a house rule as a link holds it."""
    return ("on" if value else "off") if isinstance(value, bool) else f"{value:g}"


def plan_setup(
    game: str, options: dict[str, int | str], seats: Sequence[SeatPlan] | None, rules: HouseRules | None = None
) -> Setup:
    """Check and complete a set-up: without seats, one for the asker and bots around."""
    known = facts(game)
    plans = tuple(plan.check() for plan in seats) if seats is not None else usual_seats(known.usual_seats)
    known.check_seats(len(plans))
    if not any(plan.kind != "open" for plan in plans):
        raise BadSeats("somebody has to sit at the table: me, a bot, or another person on this device")
    values = known.check_together(len(plans), known.option_values(options))
    setup = Setup(known.id, values, plans, (rules or HouseRules()).check())
    if setup.rules.listed and not any(plan.kind == "open" for plan in plans):
        raise BadSeats("a table is listed for whoever comes, so it needs an open seat")
    if setup.rules.counts:
        check_counting(setup)
    return setup


def check_counting(setup: Setup) -> None:
    """Refuse to count what could not be compared: the printed game between sides, each seat with its own player."""
    known, kinds = facts(setup.game), [plan.kind for plan in setup.seats]
    if len(known.sides(len(kinds))) == 1:
        raise BadOption(f"{known.title} is played alone, so there is nothing to count")
    if known.house_rules(setup.options):
        raise BadOption("a game that counts is played as printed, without house rules")
    if "device" in kinds or kinds.count("me") > 1:
        raise BadSeats("in a game that counts everybody has one seat, on a device of their own")
    if all(kind == "bot" for kind in kinds):
        raise BadSeats("a game that counts has a person at the table")


def usual_seats(count: int) -> tuple[SeatPlan, ...]:
    """Seat the asker first and bots around."""
    return (SeatPlan("me"), *(SeatPlan("bot", USUAL_BOT) for _ in range(count - 1)))


def parse_setup(query: str) -> Setup:
    """Read a set-up from the query of a link."""
    try:
        pairs = parse_qsl(query.removeprefix("?"), strict_parsing=True, max_num_fields=64)
    except ValueError:
        raise BadRequest("a set-up is written as game=...&seats=...") from None
    given = dict(pairs)
    if len(given) != len(pairs):
        raise BadRequest("something stands twice in this set-up")
    if "game" not in given:
        raise BadRequest("a set-up names its game: game=...")
    game = given.pop("game")
    seats = given.pop("seats", None)
    rules: dict[str, float | bool] = {}
    for name in ("move_seconds", "game_seconds", "away_seconds", "pace"):
        if name in given:
            rules[name] = parse_number(name, given.pop(name), is_whole=name != "pace")
    for name in ("hints", "forced", "listed", "counts"):
        if name in given:
            rules[name] = parse_switch(name, given.pop(name))
    options: dict[str, int | str] = {**given}
    plans = None if seats is None else [parse_seat(part) for part in seats.split(",")]
    return plan_setup(game, options, plans, HouseRules(**rules))  # type: ignore[arg-type]  # numbers by name


def parse_switch(name: str, text: str) -> bool:
    """Read a switch of a link."""
    if text not in {"on", "off"}:
        raise BadOption(f"{name} is on or off, not {text[:40]!r}")
    return text == "on"


def parse_number(name: str, text: str, *, is_whole: bool) -> int | float:
    """Read a number of a link."""
    try:
        return int(text) if is_whole else float(text)
    except ValueError:
        raise BadOption(f"{name} is a number, not {text[:40]!r}") from None

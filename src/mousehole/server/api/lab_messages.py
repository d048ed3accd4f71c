"""The shapes of what the lab's routes take and give, beside the figures themselves (`mousehole.lab.figures`)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.lab.figures import Comparison, Results
from mousehole.lab.setup import SetUp, pair_address
from mousehole.server.api.messages import Incoming
from mousehole.server.errors import NoPage
from mousehole.server.lab.jobs import Jobs
from mousehole.table.shapes import OutcomeOut


class RunWish(Incoming):
    """What shall be run."""

    setup: str = Field(max_length=2000, description="the set-up, or two, as the query of a link")


class RunStarted(BaseModel):
    """A run that has begun, or that was played before."""

    run: str


class RunOut(BaseModel):
    """A run as it stands."""

    id: str
    address: str
    state: Literal["waiting", "running", "done", "stopped", "cut", "failed"]
    message: str
    results: Results | None
    comparison: Comparison | None


class LabSide(BaseModel):
    """A side at a table of the lab."""

    label: str
    seat: int
    """Its first seat."""


class LabWay(BaseModel):
    """One of one or two set-ups, completed."""

    address: str
    seats: int
    options: dict[str, str]
    """All of them, as people write them."""
    players: list[str]
    """A level for each side."""
    without: str


class LabSetUp(BaseModel):
    """A set-up of the lab, checked and completed."""

    address: str
    """Both set-ups as the query of one link."""
    game: str
    title: str
    games: int
    seed: str
    repeats: int
    sides: list[LabSide]
    seat_sides: list[int]
    """The place of each seat's side in `sides`."""
    ways: list[LabWay]
    """The set-up, and the one beside it."""
    run: str | None
    """A run of it that has all its games."""
    most_games: int


class LabSeat(BaseModel):
    """A seat of a game of the lab."""

    role: str
    side: int
    bot: str


class LabGame(BaseModel):
    """One game of a run."""

    address: str
    number: int
    game: str
    title: str
    rules_version: int
    options: dict[str, str]
    seats: list[LabSeat]
    moves: int
    outcome: OutcomeOut


def side_label(game: Game, seats: int, side: int) -> str:
    """Say what a side is called: by its own name, or by its only seat's."""
    names = game.facts.side_names
    return names[side] if names else game.words.seat_name(seats, side)


def way_out(setup: SetUp) -> LabWay:
    """Write one set-up."""
    return LabWay(
        address=setup.address(),
        seats=setup.seats,
        options={o.name: o.value_name(value) for o, value in zip(setup.facts.options, setup.values, strict=True)},
        players=list(setup.seated),
        without=setup.without,
    )


def setup_out(game: Game, one: SetUp, two: SetUp | None, jobs: Jobs) -> LabSetUp:
    """Write what a query asks for."""
    known, address = game.facts, one.address() if two is None else pair_address(one, two)
    sides = known.sides(one.seats)
    played = jobs.shelf.played(address)
    first = {side: next(seat for seat in range(one.seats) if known.side_of(seat) == side) for side in sides}
    return LabSetUp(
        address=address,
        game=one.game,
        title=known.title,
        games=one.games,
        seed=str(one.seed),
        repeats=one.repeats,
        sides=[LabSide(label=side_label(game, one.seats, side), seat=first[side]) for side in sides],
        seat_sides=[sides.index(known.side_of(seat)) for seat in range(one.seats)],
        ways=[way_out(each) for each in (one, two) if each is not None],
        run=None if played is None else played["id"],
        most_games=jobs.settings.lab_games,
    )


def game_out(match: Match, setup: SetUp, number: int) -> LabGame:
    """Write what is said of a game beside its moments."""
    game, known, outcome = match.game, match.game.facts, match.outcome()
    if outcome is None:
        raise NoPage("this game has no end")
    bots = dict(zip(known.sides(match.seats), setup.seated, strict=True))
    return LabGame(
        address=setup.address(),
        number=number,
        game=known.id,
        title=known.title,
        rules_version=known.rules_version,
        options=known.option_texts(match.options),
        seats=[
            LabSeat(
                role=game.words.seat_name(match.seats, seat), side=known.side_of(seat), bot=bots[known.side_of(seat)]
            )
            for seat in range(match.seats)
        ],
        moves=len(match.moves),
        outcome=OutcomeOut(
            payoffs=list(outcome.payoffs),
            winners=list(outcome.winners),
            reason=outcome.reason,
            sentence=outcome.sentence,
            points=None if outcome.points is None else list(outcome.points),
        ),
    )

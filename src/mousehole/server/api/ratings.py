"""The routes about ratings: my own, those of a game, those at a table that counts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel

from mousehole.games import facts
from mousehole.server.api.asking import PROBLEMS, HallHere, LiveHere, PersonHere
from mousehole.server.api.messages import Incoming
from mousehole.server.results import role_of
from mousehole.server.store.ratings import Key, RatingLine
from mousehole.server.strength import BOT, Strength, is_new
from mousehole.table.errors import NotHere

router = APIRouter(prefix="/api", responses=PROBLEMS)


class RatingOut(BaseModel):
    """A rating: a number and how far off it may be; neither before five games."""

    games: int
    number: int | None
    margin: int | None
    """19 times in 20 the true strength is within so many points of the number."""


class MyRating(RatingOut):
    """My rating in one game and role."""

    game: str
    title: str
    role: str
    """Empty where all seats are alike."""


class MyRatings(BaseModel):
    """All my ratings."""

    shown: bool
    """Whether others see them in the lists."""
    ratings: list[MyRating]


class GameRating(RatingOut):
    """A rating in the list of a game."""

    role: str
    name: str
    bot: str | None
    """The level, of a bot."""


class SeatRating(RatingOut):
    """The rating of whoever sits on a seat, in the role of that seat."""

    seat: int


class Shown(Incoming):
    """Whether I want to be seen in the lists of ratings."""

    on: bool


def figures(player: str, game: str, role: str, strength: Strength) -> tuple[int | None, int | None]:
    """Write a rating and how far off it may be; whoever is new has neither."""
    return (None, None) if is_new(player, game, role, strength) else (strength.number, strength.margin)


@router.get("/ratings/me")
async def my_ratings(registry: HallHere, person: PersonHere) -> MyRatings:
    """List my ratings by game and role, from games that counted."""
    book = registry.scorer.book
    found = await book.of_person(person)
    return MyRatings(shown=await book.is_shown(person), ratings=[my_rating(one) for one in found])


def my_rating(line: RatingLine) -> MyRating:
    """Write one of my ratings."""
    number, margin = figures(line.player, line.game, line.role, line.strength)
    return MyRating(
        game=line.game,
        title=facts(line.game).title,
        role=line.role,
        games=line.strength.games,
        number=number,
        margin=margin,
    )


@router.put("/ratings/me", status_code=204)
async def show_me(wish: Shown, registry: HallHere, person: PersonHere) -> None:
    """Let my name and ratings be seen in the lists, or not; they are not, unless I say so."""
    await registry.scorer.book.show(person, is_on=wish.on)


@router.get("/ratings/{game}")
async def game_ratings(
    registry: HallHere, game: Annotated[str, Path(max_length=64, description="the game's id")]
) -> list[GameRating]:
    """List a game's ratings, the strongest first: the bots' levels, and people who want to be seen."""
    return [game_rating(one) for one in await registry.scorer.book.of_game(facts(game).id)]


def game_rating(line: RatingLine) -> GameRating:
    """Write one rating of a game's list."""
    is_bot = line.player.startswith(BOT)
    level = line.player.removeprefix(BOT) if is_bot else None
    number, margin = figures(line.player, line.game, line.role, line.strength)
    name, games = "" if is_bot else line.name, line.strength.games
    return GameRating(role=line.role, name=name, bot=level, games=games, number=number, margin=margin)


@router.get("/tables/{code}/ratings")
async def table_ratings(session: LiveHere, registry: HallHere) -> list[SeatRating]:
    """Tell how strong those are who sit at a table that counts, each in the role of their seat."""
    table = session.table
    if not table.row.rules.counts:
        raise NotHere("this game does not count for ratings")
    known, count = table.game.facts, len(table.seats)
    keys = {
        n: (seat.person or f"{BOT}{seat.bot}", role_of(known, count, n, table.role(n)))
        for n, seat in enumerate(table.seats)
        if not seat.is_open
    }
    found = await registry.scorer.book.at_table(known.id, set(keys.values()))
    return [seat_rating(n, known.id, key, found[key]) for n, key in keys.items()]


def seat_rating(seat: int, game: str, key: Key, strength: Strength) -> SeatRating:
    """Write the rating of whoever sits on a seat."""
    number, margin = figures(key[0], game, key[1], strength)
    return SeatRating(seat=seat, games=strength.games, number=number, margin=margin)

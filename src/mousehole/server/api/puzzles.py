"""The routes of puzzles and of the deal of the day. A puzzle goes out without its answer, which comes for an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from mousehole.analysis.daily import today
from mousehole.analysis.puzzles import Puzzle, stored
from mousehole.engine.game import Game
from mousehole.games import facts, ids
from mousehole.server.api import messages
from mousehole.server.api import puzzle_messages as shapes
from mousehole.server.api.asking import JSON, PROBLEMS, HallHere, PersonHere
from mousehole.server.errors import NoPage
from mousehole.table.days import day_setup, deals_of
from mousehole.table.puzzling import Puzzled, shelf
from mousehole.table.shapes import Preview

router = APIRouter(prefix="/api", responses=PROBLEMS)
GameId = Annotated[str, Path(max_length=64, description="the game's id")]
Name = Annotated[str, Path(max_length=64, description="the puzzle's name")]


def shelved(game_id: str) -> tuple[Puzzle, ...]:
    """List the puzzles of a game."""
    known = facts(game_id)
    return stored(known.id, known.rules_version)


def find(game_id: str, name: str) -> Puzzle:
    """Find a puzzle by its name."""
    for puzzle in shelved(game_id):
        if puzzle.name == name:
            return puzzle
    raise NoPage("there is no such puzzle")


@lru_cache(maxsize=64)
def played(game: Game, puzzle: Puzzle) -> Puzzled:
    """Play a puzzle's game to its moment."""
    return Puzzled(game, puzzle)


@router.get("/puzzles")
def list_puzzles() -> list[shapes.Shelf]:
    """List the puzzles of every game, the easiest first."""
    return [shapes.Shelf(**shelf(game_id)) for game_id in ids()]


@router.get("/puzzles/{game}")
def list_puzzles_of(game: GameId) -> shapes.Shelf:
    """List the puzzles of a game, the easiest first."""
    return shapes.Shelf(**shelf(game))


@router.get("/puzzles/{game}/{name}")
async def show_puzzle(game: GameId, name: Name, registry: HallHere) -> shapes.PuzzleOut:
    """Show a puzzle as its seat sees it, without its answer."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    return shapes.PuzzleOut(**played(loaded, puzzle).question())


@router.get("/puzzles/{game}/{name}/hint")
async def show_puzzle_hint(game: GameId, name: Name, registry: HallHere) -> shapes.PuzzleHint:
    """Help with a puzzle, without its answer: a tempting move is struck out, or the fact to look at is named."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    return shapes.PuzzleHint(**played(loaded, puzzle).hint())


@router.post("/puzzles/{game}/{name}/answer")
async def answer_puzzle(game: GameId, name: Name, wish: shapes.Answer, registry: HallHere) -> shapes.Verdict:
    """Answer a puzzle, or ask to be shown: the verdict says what is right, and why."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    return shapes.Verdict(**played(loaded, puzzle).verdict(wish.action))


@router.get("/puzzles/{game}/{name}/preview", response_class=Response, responses={200: {"model": Preview}})
async def show_puzzle_preview(
    game: GameId, name: Name, registry: HallHere, action: Annotated[int, Query(ge=0, le=2**31 - 1)]
) -> Response:
    """Show what a legal move would change at a puzzle's moment."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    return Response(played(loaded, puzzle).preview(action), media_type=JSON)


# The deal of the day


@router.get("/days/today")
def show_today() -> shapes.Today:
    """Show the deals of today, one for each game: where people sit, and against whom."""
    day = today().isoformat()
    games = ((known.id, known.title, known.usual_seats) for known in map(facts, ids()))
    return shapes.Today(day=day, deals=[shapes.DayDeal(**deal) for deal in deals_of(day, games)])


@router.post("/days/today/{game}", status_code=201)
async def open_today(game: GameId, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a table with the game's deal of today: the same deal and the same bots for everybody, without hints."""
    known, day = facts(game), today().isoformat()
    setup = day_setup(known.id, day)
    session = await registry.open_table(setup, person, await registry.name_of(person), day=day)
    return messages.Opened(table=session.code, join=f"/t/{session.code}")

"""The routes of puzzles and of the deal of the day. A puzzle goes out without its answer, which comes for an answer."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from mousehole.analysis.daily import today
from mousehole.analysis.deductions import Fact, facts_of, riddles_of
from mousehole.analysis.helping import help_with
from mousehole.analysis.puzzles import DEDUCTION, WIN, Puzzle, stored
from mousehole.engine.deals import seat_of_day, seed_of_day
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.riddle import Riddle
from mousehole.games import facts, ids
from mousehole.server.api import messages
from mousehole.server.api import puzzle_messages as shapes
from mousehole.server.api.asking import JSON, PROBLEMS, HallHere, PersonHere
from mousehole.server.errors import NoPage
from mousehole.table import posing
from mousehole.table.errors import BadRequest, NotHere
from mousehole.table.setup import HouseRules, SeatPlan, Setup, plan_setup
from mousehole.table.shapes import Preview

router = APIRouter(prefix="/api", responses=PROBLEMS)
GameId = Annotated[str, Path(max_length=64, description="the game's id")]
Name = Annotated[str, Path(max_length=64, description="the puzzle's name")]
LEVEL = "alley_cat"
"""Who plays against people in the deal of the day: quick enough to think as long as it wants on any machine."""
TOLD = 6
"""So many of the last moves are told before a question for a move."""


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
def played(game: Game, puzzle: Puzzle) -> Match:
    """Play a puzzle's game to its moment."""
    return puzzle.match(game)


@lru_cache(maxsize=64)
def explained(game: Game, puzzle: Puzzle) -> list[Fact]:
    """Tell what a deduction rests on."""
    return facts_of(played(game, puzzle), puzzle)


def room_of(puzzle: Puzzle) -> ModuleType:
    """Find the room of a game's riddles."""
    found = riddles_of(puzzle.game)
    if found is None:
        raise NotHere("this game has no riddles")
    return found


def riddle_of(match: Match, puzzle: Puzzle) -> Riddle | None:
    """Find the question of a deduction; None for a best move."""
    if puzzle.kind != DEDUCTION:
        return None
    found: Riddle = room_of(puzzle).riddle(match.view(puzzle.seat).record, puzzle.seat, puzzle.subject)
    return found


@router.get("/puzzles")
def list_puzzles() -> list[shapes.Shelf]:
    """List the puzzles of every game, the easiest first."""
    return [shelf(game_id) for game_id in ids()]


@router.get("/puzzles/{game}")
def list_puzzles_of(game: GameId) -> shapes.Shelf:
    """List the puzzles of a game, the easiest first."""
    return shelf(facts(game).id)


def shelf(game_id: str) -> shapes.Shelf:
    """List the puzzles of a game by name, grade and kind."""
    known = facts(game_id)
    found = [shapes.Listed(name=one.name, grade=one.grade, kind=one.kind) for one in shelved(game_id)]
    return shapes.Shelf(game=known.id, title=known.title, puzzles=found)


@router.get("/puzzles/{game}/{name}")
async def show_puzzle(game: GameId, name: Name, registry: HallHere) -> shapes.PuzzleOut:
    """Show a puzzle as its seat sees it, without its answer."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    match = played(loaded, puzzle)
    riddle = riddle_of(match, puzzle)
    if riddle is None:
        first = max(0, len(match.moves) - TOLD)
        told = [" ".join(match.told(puzzle.seat, move)) for move in range(first, len(match.moves))]
        posed = posing.posed_move(match, puzzle.seat)
        question = "Which move wins, whatever is drawn?" if puzzle.kind == WIN else "Which move is best?"
        task, given = "Make the move", ""
    else:
        told = [fact.told for fact in explained(loaded, puzzle)]
        room = room_of(puzzle)
        posed = posing.posed_riddle(match, puzzle.seat, riddle, room.veiled)
        given = room.given(match.view(puzzle.seat).record, puzzle.seat, puzzle.subject)
        question, task = riddle.question, riddle.task
    return shapes.PuzzleOut(
        name=puzzle.name,
        kind=puzzle.kind,
        grade=puzzle.grade,
        question=question,
        task=task,
        given=given,
        told=[sentence for sentence in told if sentence],
        posed=posed,
    )


@router.get("/puzzles/{game}/{name}/hint")
async def show_puzzle_hint(game: GameId, name: Name, registry: HallHere) -> shapes.PuzzleHint:
    """Help with a puzzle, without its answer: a tempting move is struck out, or the fact to look at is named."""
    puzzle = find(game, name)
    found = help_with(played(await registry.compiling.game(puzzle.game), puzzle), puzzle)
    return shapes.PuzzleHint(text=found.text, action=found.action, fact=found.fact)


@router.post("/puzzles/{game}/{name}/answer")
async def answer_puzzle(game: GameId, name: Name, wish: shapes.Answer, registry: HallHere) -> shapes.Verdict:
    """Answer a puzzle, or ask to be shown: the verdict says what is right, and why."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    match = played(loaded, puzzle)
    riddle = riddle_of(match, puzzle)
    view = match.view(puzzle.seat)
    allowed = view.legal(puzzle.seat) if riddle is None else [one.code for one in riddle.candidates]
    if wish.action is not None and wish.action not in allowed:
        raise BadRequest("that is no answer to this puzzle")
    if riddle is None:
        text, lines = view.move_text(puzzle.best), list[shapes.Line]()
    else:
        text = next(one.name for one in riddle.candidates if one.code == puzzle.best)
        lines = [line_of(fact) for fact in explained(loaded, puzzle) if fact.told]
    return shapes.Verdict(
        right=wish.action == puzzle.best,
        best=puzzle.best,
        text=text,
        reason=puzzle.reason,
        lines=lines,
    )


def line_of(fact: Fact) -> shapes.Line:
    """Write a fact with what it leaves."""
    return shapes.Line(told=fact.told, remark=fact.remark, left=len(fact.left))


@router.get("/puzzles/{game}/{name}/preview", response_class=Response, responses={200: {"model": Preview}})
async def show_puzzle_preview(
    game: GameId, name: Name, registry: HallHere, action: Annotated[int, Query(ge=0, le=2**31 - 1)]
) -> Response:
    """Show what a legal move would change at a puzzle's moment."""
    puzzle = find(game, name)
    loaded = await registry.compiling.game(puzzle.game)
    return Response(posing.preview(played(loaded, puzzle), puzzle.seat, action), media_type=JSON)


# The deal of the day


@router.get("/days/today")
def show_today() -> shapes.Today:
    """Show the deals of today, one for each game: where people sit, and against whom."""
    day = today().isoformat()
    deals = [
        shapes.DayDeal(
            game=known.id,
            title=known.title,
            seat=seat_of_day(seed_of_day(known.id, day), known.usual_seats),
            seats=known.usual_seats,
            level=LEVEL,
        )
        for known in map(facts, ids())
    ]
    return shapes.Today(day=day, deals=deals)


@router.post("/days/today/{game}", status_code=201)
async def open_today(game: GameId, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a table with the game's deal of today: the same deal and the same bots for everybody, without hints."""
    known, day = facts(game), today().isoformat()
    setup = day_setup(known.id, day)
    session = await registry.open_table(setup, person, await registry.name_of(person), day=day)
    return messages.Opened(table=session.code, join=f"/t/{session.code}")


def day_setup(game_id: str, day: str) -> Setup:
    """Set the table of a day's deal: the usual one, with the printed rules and no hints."""
    known = facts(game_id)
    mine = seat_of_day(seed_of_day(game_id, day), known.usual_seats)
    seats = [SeatPlan("me") if seat == mine else SeatPlan("bot", LEVEL) for seat in range(known.usual_seats)]
    return plan_setup(game_id, {}, seats, HouseRules(hints=False))

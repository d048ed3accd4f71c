"""The routes about the house and its games. Thin: dependencies load what they need, `app` maps errors."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from mousehole import __version__
from mousehole.games import facts, ids, pages
from mousehole.server.api import messages
from mousehole.server.api.asking import (
    JSON,
    PROBLEMS,
    HallHere,
)
from mousehole.server.outgoing import catalogue
from mousehole.server.outgoing.docs import lab_html, rules_html
from mousehole.server.tables import chat
from mousehole.server.tables.registry import Registry
from mousehole.table import frames, lessons, shapes
from mousehole.table.setup import (
    parse_setup,
)

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/health", responses={503: {"model": messages.Health, "description": "The store does not answer."}})
async def health(registry: HallHere, response: Response) -> messages.Health:
    """Say how the server is, and how far each game is compiled; it is `ok` only while the store answers."""
    status = "stopping" if registry.is_stopping else "ok" if registry.compiling.is_done else "warming"
    if not await registry.store.answers():
        status, response.status_code = "store_trouble", 503
        response.headers["retry-after"] = "1"
    return messages.Health(status=status, version=__version__, games=registry.compiling.data())  # type: ignore[arg-type]


@router.get("/games")
def list_games(registry: HallHere) -> list[messages.GameOut]:
    """List the games."""
    return [game_out(registry, game_id) for game_id in ids()]


GameId = Annotated[str, Path(max_length=64, description="the game's id")]


@router.get("/games/{game}")
def show_game(game: GameId, registry: HallHere) -> messages.GameOut:
    """Show a game."""
    return game_out(registry, game)


def game_out(registry: Registry, game_id: str) -> messages.GameOut:
    """Write what is known of a game."""
    progress = registry.compiling.progress.get(game_id)
    return messages.GameOut(**catalogue.entry(facts(game_id), progress.state if progress else "cold"))


@router.get(
    "/games/{game}/rules",
    response_class=Response,
    responses={200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}},
)
def show_rules(game: GameId) -> Response:
    """Show the rules of a game, as Markdown."""
    return Response(pages.rules_page(facts(game).id), media_type="text/markdown; charset=utf-8")


@router.get("/games/{game}/page")
def show_page(game: GameId) -> messages.PaperOut:
    """Show the rules of a game as a page does, in HTML."""
    known = facts(game)
    return messages.PaperOut(title=known.title, html=rules_html(known.id))


@router.get("/lab")
def show_lab() -> messages.PaperOut:
    """Show how the games balance and how strong the bots are, as measured, in HTML."""
    return messages.PaperOut(title="Lab", html=lab_html())


@router.get("/games/{game}/seats")
async def name_seats(game: GameId, registry: HallHere, count: Annotated[int, Query(ge=1, le=32)]) -> messages.SeatNames:
    """Say what the seats of a game are called when so many sit down."""
    known = facts(game)
    loaded = await registry.compiling.game(known.id)
    known.check_seats(count)
    return messages.SeatNames(names=[loaded.words.seat_name(count, seat) for seat in range(count)])


@router.get("/games/{game}/lesson")
async def show_lesson(game: GameId, registry: HallHere) -> shapes.LessonOut:
    """Show a game's guided first game: a scripted opening, moment by moment."""
    loaded = await registry.compiling.game(facts(game).id)
    return lessons.lesson(loaded)


@router.get("/games/{game}/lesson/preview", response_class=Response, responses={200: {"model": shapes.Preview}})
async def show_lesson_preview(
    game: GameId,
    registry: HallHere,
    step: Annotated[int, Query(ge=0, le=99)],
    action: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Response:
    """Show what a legal move of the learner's would change at a step of the guided game."""
    loaded = await registry.compiling.game(facts(game).id)
    return Response(lessons.preview(loaded, step, action), media_type=JSON)


@router.get("/games/{game}/components", response_class=Response, responses={200: {"model": shapes.Components}})
async def show_components(game: GameId, registry: HallHere) -> Response:
    """Show what is printed on a game's cards and boards, where its page needs it."""
    loaded = await registry.compiling.game(facts(game).id)
    return Response(frames.components(loaded), media_type=JSON, headers={"cache-control": "public, max-age=3600"})


@router.get("/phrases")
def list_phrases() -> dict[str, str]:
    """List the quick phrases: keys with their English text."""
    return chat.PHRASES


@router.get("/setup")
def read_setup(request: Request) -> messages.SetupOut:
    """Check and complete the set-up in this query: `game`, options by name, `seats=me,open,bot:tiger`, house rules."""
    setup = parse_setup(request.url.query)
    known = facts(setup.game)
    return messages.SetupOut(
        game=setup.game,
        options=known.option_texts(setup.options),
        seats=[messages.WishedSeat(kind=p.kind, level=p.level, name=p.name) for p in setup.seats],  # type: ignore[arg-type]
        rules=messages.WishedRules(**vars(setup.rules)),
        setup=setup.query(),
    )

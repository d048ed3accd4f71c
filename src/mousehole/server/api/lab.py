"""The routes of the lab: set-ups, runs, and the games behind their figures."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from mousehole.engine.facts import SPECTATOR
from mousehole.lab.front import Front, front
from mousehole.lab.setup import SetUp, query_of, read_pair
from mousehole.server.api import lab_messages as messages
from mousehole.server.api.asking import JSON, PROBLEMS, HallHere, PersonHere, with_cookies
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.errors import NoPage
from mousehole.server.lab.games import Replays
from mousehole.server.lab.jobs import Jobs
from mousehole.server.outgoing.studies import StudyOut, studies
from mousehole.table import afterwards, shapes
from mousehole.table.errors import NotHere

router = APIRouter(prefix="/api/lab", responses=PROBLEMS)
ABOUT_A_GAME = {"number", "seat"}
"""What an address of one game has beside its set-up."""


def get_jobs(request: Request) -> Jobs:
    """Return the jobs."""
    jobs: Jobs = request.app.state.jobs
    return jobs


JobsHere = Annotated[Jobs, Depends(get_jobs)]
RunId = Annotated[str, Path(max_length=64, description="the run's id")]


@router.get("/front")
def show_front() -> Front:
    """Show who has it easier in each game, as it was measured, and by which command."""
    return front()


@router.get("/studies")
def list_studies() -> list[StudyOut]:
    """List the studies: what was asked, and what became of each claim."""
    return studies()


@router.get("/setup")
async def read_setup(request: Request, registry: HallHere, jobs: JobsHere, person: PersonHere) -> messages.LabSetUp:  # noqa: ARG001  # somebody asks, not too often
    """Check and complete the set-up in this query, or two side by side; the lab gets ready to play it."""
    one, two = read_pair(query_of(request.url.query))
    jobs.check_size(one, two)
    game = await registry.compiling.game(one.game)
    jobs.warm(one)
    return messages.setup_out(game, one, two, jobs)


@router.post("/runs", status_code=201)
async def start_run(
    wish: messages.RunWish, request: Request, jobs: JobsHere, person: PersonHere
) -> messages.RunStarted:
    """Run a set-up, or two on the same deals; it takes the place of the run I have."""
    one, two = read_pair(query_of(wish.setup))
    return messages.RunStarted(run=jobs.start(person, request.scope[ADDRESS], one, two))


@router.get("/runs/{run}", response_class=Response, responses={200: {"model": messages.RunOut}, 304: {}})
def show_run(run: RunId, request: Request, response: Response, jobs: JobsHere, person: PersonHere) -> Response:  # noqa: ARG001  # as above
    """Show what a run has found so far; anybody who has its id may look."""
    found = jobs.run(run)
    tag = f'"{found["state"]}-{jobs.shelf.changed(run)}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return with_cookies(Response(orjson.dumps(found), media_type=JSON, headers=headers), response)


@router.delete("/runs/{run}", status_code=204)
def stop_run(run: RunId, jobs: JobsHere, person: PersonHere) -> None:
    """Stop a run of mine; what was played stays."""
    jobs.stop(person, run)


@router.get("/runs/{run}/results.json", response_class=Response, responses={200: {"model": messages.RunOut}})
def download_results(run: RunId, jobs: JobsHere, person: PersonHere) -> Response:  # noqa: ARG001  # as above
    """Download everything that a run has found."""
    found = jobs.run(run)
    body = orjson.dumps(found["comparison"] or found["results"], option=orjson.OPT_INDENT_2)
    return Response(body, media_type=JSON, headers=as_file(f"mousehole-{run[:8]}.json"))


@router.get(
    "/runs/{run}/games.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def download_games(run: RunId, jobs: JobsHere, person: PersonHere) -> Response:  # noqa: ARG001  # as above
    """Download the games of a run that has ended, one a line."""
    jobs.run(run)
    body = jobs.shelf.read(run, "csv")
    if body is None:
        raise NoPage("the file is written when the run has ended")
    return Response(body, media_type="text/csv; charset=utf-8", headers=as_file(f"mousehole-{run[:8]}.csv"))


def as_file(name: str) -> dict[str, str]:
    """Let a browser keep an answer as a file."""
    return {"content-disposition": f'attachment; filename="{name}"'}


GameNumber = Annotated[int, Query(ge=0, le=2**53, description="the game's number in its run")]


def game_of(request: Request) -> SetUp:
    """Read the set-up that an address of one game names."""
    given = {name: text for name, text in query_of(request.url.query).items() if name not in ABOUT_A_GAME}
    return SetUp.read(given)


def get_replays(request: Request) -> Replays:
    """Return the games that are looked at."""
    replays: Replays = request.app.state.replays
    return replays


ReplaysHere = Annotated[Replays, Depends(get_replays)]


@router.get("/game")
async def show_game(
    request: Request,
    replays: ReplaysHere,
    registry: HallHere,
    person: PersonHere,  # noqa: ARG001  # as above
    number: GameNumber,
) -> messages.LabGame:
    """Show one game of a set-up, played again by the same bots from the same deal: who played, and how it ended."""
    setup = game_of(request)
    await registry.compiling.game(setup.game)
    match = await replays.match(setup, number)
    return messages.game_out(match, setup, number)


@router.get("/game/replay/{move}")
async def show_step(  # what an address has
    request: Request,
    replays: ReplaysHere,
    registry: HallHere,
    person: PersonHere,  # noqa: ARG001  # as above
    move: Annotated[int, Path(ge=0, le=2**31 - 1)],
    number: GameNumber,
    seat: Annotated[int | None, Query(ge=SPECTATOR, le=63)] = None,
) -> shapes.ReplayStep:
    """Show one game of a set-up after so many moves: everything turned up, or as one seat saw it then."""
    setup = game_of(request)
    await registry.compiling.game(setup.game)
    match = await replays.match(setup, number)
    if move > len(match.moves) or (seat or 0) >= match.seats:
        raise NotHere("the game has fewer moves or seats")
    return afterwards.replay_step(match, move, seat)

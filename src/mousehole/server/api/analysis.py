"""The routes about finished games: their analysis, and what each seat could believe. Refused before a game is over."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request

from mousehole.server.api import messages
from mousehole.server.api.analysis_messages import Again, AnalysisOut, GivenRecord
from mousehole.server.api.asking import PROBLEMS, HallHere, LiveHere, PersonHere
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.lab.analyses import Analyses
from mousehole.server.tables import actions
from mousehole.server.tables.session import Session
from mousehole.table import afterwards
from mousehole.table.analysed import NOT_PLAYED_OUT, blank
from mousehole.table.errors import NotHere

router = APIRouter(prefix="/api/tables/{code}", responses=PROBLEMS)
records = APIRouter(prefix="/api/records", responses=PROBLEMS)


def get_analyses(request: Request) -> Analyses:
    """Return the analyses."""
    analyses: Analyses = request.app.state.analyses
    return analyses


AnalysesHere = Annotated[Analyses, Depends(get_analyses)]
Unasked = Annotated[bool, Query(description="a page asks by itself at the end; the operator may not want that")]
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="leave out verdicts on moves before this one")]


def record_of(session: Session) -> str:
    """Return the moves of a finished game; a game that goes on is refused here."""
    return str(session.told("moves", lambda: afterwards.moves_text(session.table)))


def told(found: dict[str, Any], since: int) -> AnalysisOut:
    """Write an analysis, without what is known already."""
    return AnalysisOut(**{**found, "verdicts": [one for one in found["verdicts"] if one["move"] >= since]})


@records.post("", status_code=201)
async def open_record(wish: GivenRecord, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a finished game from its record, to look at it and have it analysed; all in it is checked by the rules."""
    code = await actions.read_record(registry, person, wish.record)
    return messages.Opened(table=code, join=f"/t/{code}/analysis")


@router.get("/analysis")
async def show_analysis(
    session: LiveHere,
    analyses: AnalysesHere,
    person: PersonHere,  # noqa: ARG001  # somebody asks, not too often
    since: Since = 0,
) -> AnalysisOut:
    """Show the analysis of a finished game as far as it is made; state `none` if nobody has asked for it."""
    match, record = afterwards.finished(session.table), record_of(session)
    if not match.is_over:
        return AnalysisOut(**blank("", len(match.moves), "impossible", NOT_PLAYED_OUT))
    found = await analyses.recall(session.table.row, match, record)
    return told(found or blank("", len(match.moves), "none", ""), since)


@router.post("/analysis", status_code=202)
async def start_analysis(
    session: LiveHere, analyses: AnalysesHere, request: Request, person: PersonHere, *, unasked: Unasked = False
) -> AnalysisOut:
    """Have a finished game analysed; what was made before, for whomever, is not made again."""
    match, record = afterwards.finished(session.table), record_of(session)
    if not match.is_over:
        return AnalysisOut(**blank("", len(match.moves), "impossible", NOT_PLAYED_OUT))
    row = session.table.row
    if unasked and not request.app.state.settings.analyse_at_end:
        return told(await analyses.recall(row, match, record) or blank("", len(match.moves), "none", ""), 0)
    return told(await analyses.start(person, request.scope[ADDRESS], row, match, record), 0)


@router.get("/beliefs/{move}")
async def show_belief(
    session: LiveHere,
    move: Annotated[int, Path(ge=0, le=2**31 - 1)],
    seat: Annotated[int, Query(ge=0, le=63, description="whose belief")],
) -> dict[str, float]:
    """Tell what a seat of a finished game could believe after so many moves: how likely each hidden fact was to it."""
    session.table.find_seat(seat)
    if move > len(afterwards.finished(session.table).moves):
        raise NotHere("the game has fewer moves")
    return afterwards.belief_then(session.table, move, seat)


@router.post("/again", status_code=201)
async def try_again(wish: Again, session: LiveHere, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a table that goes on from a moment of a finished game: me on a seat, bots on the others."""
    code = await actions.try_again(registry, session, person, wish.move, wish.seat, is_redealt=wish.redeal)
    return messages.Opened(table=code, join=f"/t/{code}")

"""The routes about tables. Thin: what people do there is in `tables.actions`, for sockets and requests alike."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from mousehole.server.api import messages
from mousehole.server.api.asking import (
    FRAME,
    JSON,
    PROBLEMS,
    CallerHere,
    HallHere,
    LiveHere,
    PersonHere,
    SeatPath,
    SeatQuery,
    TextQuery,
    framed,
    with_cookies,
)
from mousehole.server.errors import NeedsSocket
from mousehole.server.tables import actions
from mousehole.server.tables.registry import Registry
from mousehole.server.tables.session import Session
from mousehole.table import afterwards, frames, shapes
from mousehole.table.errors import BadRequest, NotHere
from mousehole.table.events import Repeated
from mousehole.table.setup import (
    HouseRules,
    SeatPlan,
    Setup,
    clean_name,
    parse_setup,
    plan_setup,
)
from mousehole.table.table import Brought

LONGEST_WAIT = 25.0
router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables", status_code=201)
async def open_table(wish: messages.NewTable, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a table. It starts by itself as soon as no seat is open."""
    setup = wished_setup(wish)
    name = await registry.name_of(person)
    await registry.open_tables.check_opening(setup, person, name)
    session = await registry.open_table(
        setup,
        person,
        name,
        wish.contribution,
        is_promised_first=wish.promise_first,
        brought=None if wish.brought is None else Brought.read(wish.brought.model_dump()),
    )
    promise = session.table.promise
    return messages.Opened(table=session.code, join=f"/t/{session.code}", setup=setup.query(), promise=promise)


def wished_setup(wish: messages.NewTable) -> Setup:
    """Read a set-up from either of its two forms."""
    if wish.setup is not None:
        if wish.game is not None or wish.options or wish.seats is not None or wish.rules is not None:
            raise BadRequest("give either `setup` or its parts, not both")
        return parse_setup(wish.setup)
    if wish.game is None:
        raise BadRequest("a table needs a `game`, or a `setup`")
    seats = None if wish.seats is None else [SeatPlan(seat.kind, seat.level, seat.name) for seat in wish.seats]
    rules = None if wish.rules is None else HouseRules(**wish.rules.model_dump())
    return plan_setup(wish.game, wish.options, seats, rules)


@router.get("/tables/{code}", responses=FRAME, response_class=Response)
async def show_table(
    session: LiveHere,
    registry: HallHere,
    person: PersonHere,
    response: Response,
    *,
    seat: SeatQuery = None,
    text: TextQuery = False,
) -> Response:
    """Return the frame of the table as it is now: the same as a socket gets."""
    registry.polled(session, person)
    return framed(registry, session, person, seat, response, has_text=text)


@router.get("/tables/{code}/frame", responses=FRAME, response_class=Response)
async def next_frame(
    session: LiveHere,
    registry: HallHere,
    caller: CallerHere,
    response: Response,
    *,
    seat: SeatQuery = None,
    after: Annotated[int, Query(ge=-1, le=2**31 - 1, description="wait for a version above this one")] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="seconds to wait at most")] = 0.0,
    text: TextQuery = False,
) -> Response:
    """Return a frame, waiting a while for one that is newer than what was seen: for programs without a socket."""
    person = caller.person
    registry.polled(session, person)
    session.eyes(person, seat)
    try:
        async with asyncio.timeout(wait):
            while session.table.version <= after and not registry.is_stopping:
                await session.changes.wait()
    except TimeoutError:
        pass
    registry.devices.check(caller)  # it may have been switched off meanwhile
    registry.polled(session, person)
    return framed(registry, session, person, seat, response, has_text=text)


@router.post(
    "/tables/{code}/moves",
    responses={200: {"model": messages.Accepted, "description": "Committed; or it was before, under the same id."}},
    response_class=Response,
)
async def make_move(
    wish: messages.Move, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Make a move. Repeating it under the same id is harmless."""
    done = await actions.move(registry, session, person, wish)
    return accepted(registry, session, person, wish.seat, wish.id, done, response)


def accepted(
    registry: Registry, session: Session, person: str, seat: int, key: str, done: Any, response: Response
) -> Response:
    """Answer a move that is committed, with the frame after it."""
    found = registry.frame(session, person, session.eyes(person, seat))
    is_repeated = b"true" if isinstance(done, Repeated) else b"false"
    head = f'{{"id":"{key}","version":{done.version},"repeated":'.encode()
    body = head + is_repeated + b',"frame":' + found + b"}"
    return with_cookies(Response(body, media_type=JSON, headers={"cache-control": "no-store"}), response)


@router.post(
    "/tables/{code}/undo",
    responses={200: {"model": messages.Accepted, "description": "Taken back."}},
    response_class=Response,
)
async def take_move_back(
    wish: messages.Undo, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Take my last move back, in games that allow it while nobody has learnt anything by it."""
    done = await actions.undo(registry, session, person, wish)
    return accepted(registry, session, person, wish.seat, wish.id, done, response)


@router.post(
    "/tables/{code}/end",
    responses={200: {"model": messages.Accepted, "description": "The game is over."}},
    response_class=Response,
)
async def let_it_end(
    wish: messages.End, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Let the game end by my last move, which I could take back: only then its deal is opened."""
    done = await actions.end(registry, session, person, wish)
    return accepted(registry, session, person, wish.seat, wish.id, done, response)


@router.post("/tables/{code}/contribution", responses=FRAME, response_class=Response)
async def contribute(
    wish: messages.Contribute, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Add my part to the deal, where the table waits for it (`promise_first`), now that I have seen its promise."""
    await actions.contribute(registry, session, person, wish.contribution)
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/seats/{seat}/take", responses=FRAME, response_class=Response)
async def take_seat(
    wish: messages.Sit, seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Sit down on an open seat, or on one somebody has left; the game starts with the last one."""
    name = await registry.name_of(person) if wish.name is None else clean_name(wish.name)
    await actions.sit(registry, session, person, seat, name, wish.contribution)
    return framed(registry, session, person, seat, response)


@router.post("/tables/{code}/seats/{seat}/leave", responses=FRAME, response_class=Response)
async def leave_seat(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Give my seat up; in the middle of a game a bot plays on."""
    await actions.leave(registry, session, person, seat)
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/seats/{seat}/vote", responses=FRAME, response_class=Response)
async def vote_for_bot(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Vote for a bot in place of somebody who has been away for long; more than half of those here decide."""
    registry.polled(session, person)
    await actions.vote(registry, session, person, seat)
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/seats/{seat}/return", responses=FRAME, response_class=Response)
async def take_seat_back(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Come back to my seat, where a bot stands in."""
    await actions.take_back(registry, session, person, seat)
    return framed(registry, session, person, seat, response)


@router.post("/tables/{code}/fill", responses=FRAME, response_class=Response)
async def fill_with_bots(
    wish: messages.Fill, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Let bots take the seats that are still open, and start."""
    await actions.fill(registry, session, person, wish.level)
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/rematch")
async def ask_rematch(
    wish: messages.Rematch, session: LiveHere, registry: HallHere, person: PersonHere
) -> messages.Opened:
    """Ask for another game, on the same seats or each one further; it opens when all who are to play have said yes."""
    code = await actions.ask_rematch(
        registry, session, person, is_swapped=wish.swap, is_promised_first=wish.promise_first
    )
    offer = session.table.offer
    promise = None if offer is None else offer.promise
    return messages.Opened(table=code, join=f"/t/{code}", promise=promise, pending=session.table.rematch is None)


@router.post("/tables/{code}/rematch/yes", responses=FRAME, response_class=Response)
async def agree_to_rematch(
    wish: messages.Yes, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Say yes to another game, with my part of its deal; the last yes opens it."""
    await actions.agree(registry, session, person, wish.contribution)
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/rematch/no", responses=FRAME, response_class=Response)
async def decline_rematch(session: LiveHere, registry: HallHere, person: PersonHere, response: Response) -> Response:
    """Say no to another game, or take my own question back."""
    await actions.decline(registry, session, person)
    return framed(registry, session, person, None, response)


@router.delete("/tables/{code}", status_code=204)
async def forget_table(session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Get up from a table, whatever its state, and take it off my list."""
    await actions.forget(registry, session, person)


@router.post("/tables/{code}/say", status_code=204)
async def say(wish: messages.Say, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Say one of the phrases to all, or free text to those who have switched it on."""
    actions.say(registry, session, person, wish)


@router.post("/tables/{code}/ping", status_code=204)
async def ping(wish: messages.Ping, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Point at something, for my own side alone."""
    actions.ping(registry, session, person, wish)


@router.put("/tables/{code}/chat", status_code=204)
async def switch_chat(wish: messages.Chat, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Switch free text on or off, for me at this table."""
    actions.switch(registry, session, person, "chat", is_on=wish.on)


@router.get("/tables/{code}/hint")
async def show_hint(
    session: LiveHere, registry: HallHere, person: PersonHere, seat: Annotated[int, Query(ge=0, le=63)]
) -> messages.HintOut:
    """Say what the strongest bot would do on a seat of mine that is to move, from its view; nobody else hears of it."""
    return messages.HintOut(**await actions.hint(registry, session, person, seat))


@router.get("/tables/{code}/preview", response_class=Response, responses={200: {"model": shapes.Preview}})
async def show_preview(
    session: LiveHere,
    person: PersonHere,
    seat: Annotated[int, Query(ge=0, le=63)],
    action: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Response:
    """Show what a legal move of mine would change, as far as that is certain, where the game has previews."""
    session.table.own_seat(person, seat)
    return Response(frames.preview(session.table, seat, action), media_type=JSON, headers={"cache-control": "no-store"})


@router.get("/tables/{code}/socket", response_class=Response, responses={426: {"model": messages.Problem}})
async def explain_socket(session: LiveHere) -> Response:  # noqa: ARG001  # an unknown table is said to be one
    """Play through one WebSocket: connect here (`?seat=` for one of several seats, `?text=true` with a drawing).

    Out come `SocketNews`, complete frames among them; in go `SocketMessage`s. A plain request is answered by this note.
    """
    raise NeedsSocket("this address is for a WebSocket; plain requests use the addresses beside it")


@router.get("/tables/{code}/log")
async def show_log(
    session: LiveHere,
    person: PersonHere,
    seat: SeatQuery = None,
    starts: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> messages.StoryOut:
    """Tell the whole story, as I am told it."""
    entries = session.teller(session.eyes(person, seat)).listen(session.table)
    return messages.StoryOut(starts=starts, entries=entries[starts:])


@router.get(
    "/tables/{code}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def show_record(session: LiveHere) -> Response:
    """Return the record of a finished game, with share, salt and seed: `mousehole verify` checks it."""
    return PlainTextResponse(session.told("record", lambda: afterwards.record_text(session.table)))


@router.get("/tables/{code}/moments")
async def show_moments(session: LiveHere, person: PersonHere, seat: SeatQuery = None) -> list[shapes.Moment]:
    """List the key moments of a finished game, as told to me."""
    viewer = session.eyes(person, seat)
    found: list[shapes.Moment] = session.told(f"moments {viewer}", lambda: afterwards.moments(session.table, viewer))
    return found


@router.get("/tables/{code}/replay/{move}")
async def show_replay(
    session: LiveHere,
    move: Annotated[int, Path(ge=0, le=2**31 - 1)],
    seat: Annotated[
        int | None, Query(ge=-1, le=63, description="through whose eyes; -1 a spectator's; usually the whole truth")
    ] = None,
) -> shapes.ReplayStep:
    """Show a finished game after so many moves: everything turned up, or as one seat saw it then."""
    if seat is not None and seat >= 0:
        session.table.find_seat(seat)
    if move > len(afterwards.finished(session.table).moves):
        raise NotHere("the game has fewer moves")
    return afterwards.replay_step(session.table, move, seat)

"""The HTTP routes: thin. What they need is loaded once by dependencies; errors are mapped in one place (`app`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from mousehole import __version__
from mousehole.games import IDS, facts, pages
from mousehole.server.api import messages
from mousehole.server.api.cookies import COOKIE, YEAR, Visitors
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.errors import NeedsSocket, TooFast
from mousehole.server.outgoing import catalogue
from mousehole.server.outgoing.docs import lab_html, rules_html
from mousehole.server.tables import chat
from mousehole.server.tables.registry import Registry
from mousehole.server.tables.session import Session
from mousehole.table import frames, lessons
from mousehole.table.errors import BadRequest, NotHere
from mousehole.table.events import Draft, Repeated
from mousehole.table.setup import (
    HouseRules,
    SeatPlan,
    Setup,
    clean_name,
    parse_setup,
    plan_setup,
)
from mousehole.table.table import Table

Build = Callable[[Table], Draft | Repeated]
JSON = "application/json"
LONGEST_WAIT = 25.0
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Problem, "description": text}
    for status, text in {
        401: "A cookie that was not signed here.",
        403: "Not your seat, or a page of another site.",
        404: "No such table, game or page.",
        409: "It does not fit the table as it is now; see `code`.",
        410: "A table of rules that are gone.",
        413: "Too large.",
        422: "It cannot be read, or lacks something.",
        429: "Too many or too fast.",
        500: "A fault of the server.",
        503: "The server restarts, or its store does not answer.",
    }.items()
}
FRAME: dict[int | str, dict[str, Any]] = {200: {"model": messages.Frame, "description": "A frame."}}

router = APIRouter(prefix="/api", responses=PROBLEMS)


# Dependencies


def get_hall(request: Request) -> Registry:
    """Return the registry."""
    registry: Registry = request.app.state.registry
    return registry


HallHere = Annotated[Registry, Depends(get_hall)]


def get_person(request: Request, response: Response) -> str:
    """Return who asks, by the cookie; somebody without one gets one."""
    visitors: Visitors = request.app.state.visitors
    person = visitors.person(request.cookies.get(COOKIE))
    if person is None:
        person = request.app.state.registry.quotas.newcomer(request.scope[ADDRESS])
        set_cookie(response, visitors, person)
    elif not request.app.state.requests.take(person):
        raise TooFast("too many requests; wait a moment")
    request.app.state.registry.seen.see(person, request.scope[ADDRESS])
    return person


def set_cookie(response: Response, visitors: Visitors, person: str) -> None:
    """Hand out a cookie."""
    response.set_cookie(
        COOKIE,
        visitors.cookie(person),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=visitors.is_secure,
        path="/",
    )


PersonHere = Annotated[str, Depends(get_person)]


async def get_live(
    registry: HallHere,
    person: PersonHere,
    code: Annotated[str, Path(max_length=64, description="the table's code")],
) -> Session:
    """Return the table, loaded if need be."""
    await registry.name_of(person)
    return await registry.find(code)


LiveHere = Annotated[Session, Depends(get_live)]
SeatPath = Annotated[int, Path(ge=0, le=63, description="the seat's number")]
TextQuery = Annotated[bool, Query(description="draw the table in plain text too")]
SeatQuery = Annotated[
    int | None,
    Query(ge=-1, le=63, description="the seat to look from; -1 as a spectator; usually the first you hold"),
]


def framed(
    registry: Registry, session: Session, person: str, seat: int | None, response: Response, *, has_text: bool = False
) -> Response:
    """Answer with a frame, cookie included."""
    found = registry.frame(session, person, session.eyes(person, seat), has_text=has_text)
    return with_cookies(Response(found, media_type=JSON, headers={"cache-control": "no-store"}), response)


def with_cookies(answer: Response, given: Response) -> Response:
    """Let an answer carry the cookies that a dependency has set."""
    for name, value in given.raw_headers:
        if name == b"set-cookie":
            answer.raw_headers.append((name, value))
    return answer


# The house


@router.get("/health")
def health(registry: HallHere) -> messages.Health:
    """Say how the server is, and how far each game is compiled."""
    status = "stopping" if registry.is_stopping else "ok" if registry.compiling.is_done else "warming"
    return messages.Health(status=status, version=__version__, games=registry.compiling.data())  # type: ignore[arg-type]


@router.get("/games")
def list_games(registry: HallHere) -> list[messages.GameOut]:
    """List the games."""
    return [game_out(registry, game_id) for game_id in IDS]


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
async def show_lesson(game: GameId, registry: HallHere) -> messages.LessonOut:
    """Show a game's guided first game: a scripted opening, moment by moment."""
    loaded = await registry.compiling.game(facts(game).id)
    return messages.LessonOut(**lessons.lesson(loaded))


@router.get("/games/{game}/lesson/preview", response_class=Response, responses={200: {"model": messages.Preview}})
async def show_lesson_preview(
    game: GameId,
    registry: HallHere,
    step: Annotated[int, Query(ge=0, le=99)],
    action: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Response:
    """Show what a legal move of the learner's would change at a step of the guided game."""
    loaded = await registry.compiling.game(facts(game).id)
    return Response(lessons.preview(loaded, step, action), media_type=JSON)


@router.get("/games/{game}/components", response_class=Response, responses={200: {"model": messages.Components}})
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
        options={o.name: o.value_name(v) for o, v in zip(known.options, setup.options, strict=True)},
        seats=[messages.WishedSeat(kind=p.kind, level=p.level, name=p.name) for p in setup.seats],  # type: ignore[arg-type]
        rules=messages.WishedRules(**vars(setup.rules)),
        setup=setup.query(),
    )


# Me


@router.get("/me")
async def who_am_i(registry: HallHere, person: PersonHere) -> messages.Person:
    """Say who I am; somebody new gets a cookie."""
    return messages.Person(name=await registry.name_of(person), tables_open=await registry.store.open_tables_of(person))


@router.put("/me")
async def rename_me(wish: messages.NewName, registry: HallHere, person: PersonHere) -> messages.Person:
    """Choose a nickname, for seats I take from now on."""
    await registry.rename(person, clean_name(wish.name))
    return await who_am_i(registry, person)


@router.get("/tables")
async def my_tables(registry: HallHere, person: PersonHere) -> list[messages.ListedOut]:
    """List the tables where I sit or sat, the one used last first."""
    found = []
    for listed in await registry.store.tables_of(person):
        session = registry.tables.get(listed.code)
        is_mine = None if session is None else bool(set(session.table.seats_of(person)) & set(session.table.acting))
        found.append(
            messages.ListedOut(
                table=listed.code,
                game=listed.game,
                title=facts(listed.game).title if listed.game in IDS else listed.game,
                state=listed.state,
                created=listed.created,
                last=listed.touched,
                my_turn=is_mine,
                seats=[] if session is None else listed_seats(session.table, person),
            )
        )
    return found


def listed_seats(table: Table, person: str) -> list[messages.ListedSeat]:
    """Say who sits at a table, and who is asked there, as everybody who looks at it sees."""
    return [
        messages.ListedSeat(
            role=table.role(number),
            name=seat.name,
            kind="open" if seat.is_open else "person" if seat.person is not None else "bot",
            mine=seat.person == person,
            acting=number in table.acting,
        )
        for number, seat in enumerate(table.seats)
    ]


# Tables


@router.post("/tables", status_code=201)
async def open_table(wish: messages.NewTable, registry: HallHere, person: PersonHere) -> messages.Opened:
    """Open a table. It starts by itself as soon as no seat is open."""
    setup = wished_setup(wish)
    session = await registry.open_table(setup, person, await registry.name_of(person), wish.contribution)
    return messages.Opened(table=session.code, join=f"/t/{session.code}", setup=setup.query())


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
    person: PersonHere,
    response: Response,
    *,
    seat: SeatQuery = None,
    after: Annotated[int, Query(ge=-1, le=2**31 - 1, description="wait for a version above this one")] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="seconds to wait at most")] = 0.0,
    text: TextQuery = False,
) -> Response:
    """Return a frame, waiting a while for one that is newer than what was seen: for programs without a socket."""
    registry.polled(session, person)
    session.eyes(person, seat)
    try:
        async with asyncio.timeout(wait):
            while session.table.version <= after and not registry.is_stopping:
                await session.changes.wait()
    except TimeoutError:
        pass
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
    choice = chosen(wish)
    done = await registry.command(session, lambda table: table.move(person, wish.seat, choice, wish.version, wish.id))
    return accepted(registry, session, person, wish.seat, wish.id, done, response)


def chosen(wish: messages.Move) -> int | str:
    """Read a move from either of its two forms."""
    if (wish.action is None) == (wish.move is None):
        raise BadRequest("give either `action`, a number, or `move`, a name")
    return wish.action if wish.action is not None else " ".join((wish.move or "").split()).lower()


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
    done = await registry.command(session, lambda table: table.undo(person, wish.seat, wish.version, wish.id))
    return accepted(registry, session, person, wish.seat, wish.id, done, response)


@router.post("/tables/{code}/seats/{seat}/take", responses=FRAME, response_class=Response)
async def take_seat(
    wish: messages.Sit, seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Sit down on an open seat, or on one somebody has left; the game starts with the last one."""
    name = await registry.name_of(person) if wish.name is None else clean_name(wish.name)
    registry.quotas.check_seat_change(session, person)
    await registry.command(session, lambda table: table.sit(person, seat, name, wish.contribution))
    return framed(registry, session, person, seat, response)


@router.post("/tables/{code}/seats/{seat}/leave", responses=FRAME, response_class=Response)
async def leave_seat(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Give my seat up; in the middle of a game a bot plays on."""
    await registry.command(session, lambda table: table.leave(person, seat))
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/seats/{seat}/vote", responses=FRAME, response_class=Response)
async def vote_for_bot(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Vote for a bot in place of somebody who has been away for long; more than half of those here decide."""
    registry.polled(session, person)
    await cast_vote(registry, session, person, seat)
    return framed(registry, session, person, None, response)


async def cast_vote(registry: Registry, session: Session, person: str, seat: int) -> None:
    """Vote, and let the bot sit down if that was the vote that was missing."""
    session.look_around(registry.now())
    if person not in session.table.votes.get(seat, set()):
        await registry.command(session, lambda table: table.vote(person, seat, is_away=session.is_away(seat)))
    if session.has_majority(seat, registry.now()) and not session.table.seats[seat].has_stand_in:
        await registry.command(session, lambda table: table.replace(seat))


@router.post("/tables/{code}/seats/{seat}/return", responses=FRAME, response_class=Response)
async def take_seat_back(
    seat: SeatPath, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Come back to my seat, where a bot stands in."""
    await registry.command(session, lambda table: table.take_back(person, seat))
    return framed(registry, session, person, seat, response)


@router.post("/tables/{code}/fill", responses=FRAME, response_class=Response)
async def fill_with_bots(
    wish: messages.Fill, session: LiveHere, registry: HallHere, person: PersonHere, response: Response
) -> Response:
    """Let bots take the seats that are still open, and start."""
    await registry.command(session, lambda table: table.fill(person, wish.level))
    return framed(registry, session, person, None, response)


@router.post("/tables/{code}/rematch")
async def ask_rematch(
    wish: messages.Rematch, session: LiveHere, registry: HallHere, person: PersonHere
) -> messages.Opened:
    """Open another table with the same people, on the same seats or each one further; the same for all who ask."""
    code = await registry.rematch(session, person, is_swapped=wish.swap)
    return messages.Opened(table=code, join=f"/t/{code}")


@router.post("/tables/{code}/say", status_code=204)
async def say(wish: messages.Say, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Say one of the phrases to all, or free text to those who have switched it on."""
    speak(registry, session, person, wish)


def speak(registry: Registry, session: Session, person: str, wish: messages.Say) -> None:
    """Say something, not too fast."""
    if (wish.phrase is None) == (wish.text is None):
        raise BadRequest("give either `phrase` or `text`")
    if not registry.talkers.take(person):
        raise TooFast("you talk too fast; wait a moment")
    if wish.phrase is not None:
        said = chat.phrase(session, person, wish.phrase, registry.now())
    else:
        said = chat.free_text(session, person, wish.text or "", registry.now())
    registry.pass_on(session, {"said": said})


@router.post("/tables/{code}/ping", status_code=204)
async def ping(wish: messages.Ping, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Point at something, for my own side alone."""
    point(registry, session, person, wish)


def point(registry: Registry, session: Session, person: str, wish: messages.Ping) -> None:
    """Point at something, not too fast."""
    if not registry.talkers.take(person):
        raise TooFast("you point too fast; wait a moment")
    registry.pass_on(session, {"ping": chat.ping(session, person, wish.seat, wish.place, registry.now())})


@router.put("/tables/{code}/chat", status_code=204)
async def switch_chat(wish: messages.Chat, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Switch free text on or off, for me at this table."""
    switch(registry, session, person, is_on=wish.on)


def switch(registry: Registry, session: Session, person: str, *, is_on: bool) -> None:
    """Switch free text for one person."""
    chat.speaker(session, person)
    registry.pass_on(session, {"chat": [person, is_on]})


@router.get("/tables/{code}/hint")
async def show_hint(
    session: LiveHere, registry: HallHere, person: PersonHere, seat: Annotated[int, Query(ge=0, le=63)]
) -> messages.HintOut:
    """Say what the tiger would do on a seat of mine that is to move, from that seat's view; nobody else hears of it."""
    session.table.own_seat(person, seat)
    return messages.HintOut(**await registry.bots.hint(session, person, seat))


@router.get("/tables/{code}/preview", response_class=Response, responses={200: {"model": messages.Preview}})
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
) -> messages.Story:
    """Tell the whole story, as I am told it."""
    entries = session.teller(session.eyes(person, seat)).listen(session.table)
    return messages.Story(starts=starts, entries=[messages.LogEntry(**entry) for entry in entries[starts:]])


@router.get(
    "/tables/{code}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def show_record(session: LiveHere) -> Response:
    """Return the record of a finished game, with share, salt and seed: `mousehole verify` checks it."""
    return PlainTextResponse(session.told("record", lambda: frames.record_text(session.table)))


@router.get("/tables/{code}/moments")
async def show_moments(session: LiveHere, person: PersonHere, seat: SeatQuery = None) -> list[messages.Moment]:
    """List the key moments of a finished game, as told to me."""
    viewer = session.eyes(person, seat)
    found = session.told(f"moments {viewer}", lambda: frames.moments(session.table, viewer))
    return [messages.Moment(**one) for one in found]


@router.get("/tables/{code}/replay/{move}")
async def show_replay(
    session: LiveHere,
    move: Annotated[int, Path(ge=0, le=2**31 - 1)],
    seat: Annotated[
        int | None, Query(ge=-1, le=63, description="through whose eyes; -1 a spectator's; usually the whole truth")
    ] = None,
) -> messages.ReplayStep:
    """Show a finished game after so many moves: everything turned up, or as one seat saw it then."""
    if seat is not None and seat >= 0:
        session.table.find_seat(seat)
    if move > len(frames.finished(session.table).moves):
        raise NotHere("the game has fewer moves")
    return messages.ReplayStep(**frames.replay_step(session.table, move, seat))

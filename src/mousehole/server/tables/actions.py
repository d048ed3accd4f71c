"""What people do at a table: each action once, for requests and sockets alike.

Every function finds out whether it may be done, does it, and leaves the answer to whoever called it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mousehole.engine.deals import check_dealing, fresh_secret
from mousehole.engine.notation import parse_draft, read_match
from mousehole.server.errors import TooFast
from mousehole.server.tables import chat
from mousehole.server.tables.registry import Registry
from mousehole.table import afterwards
from mousehole.table.again import going_again
from mousehole.table.errors import BadRequest, NoHints, NotHere
from mousehole.table.events import AskedRematch, Event, Repeated
from mousehole.table.setup import HouseRules, SeatPlan, Setup
from mousehole.table.table import read_in

if TYPE_CHECKING:
    from mousehole.server.api import messages
    from mousehole.server.tables.session import Session

REDEAL_BITS = 63
Done = Event | Repeated
Then = Callable[[Event], None] | None


def chosen(wish: messages.Move) -> int | str:
    """Read a move from either of its two forms."""
    if (wish.action is None) == (wish.move is None):
        raise BadRequest("give either `action`, a number, or `move`, a name")
    return wish.action if wish.action is not None else " ".join((wish.move or "").split()).lower()


async def move(registry: Registry, session: Session, person: str, wish: messages.Move, then: Then = None) -> Done:
    """Make a move."""
    choice = chosen(wish)
    return await registry.command(
        session, lambda table: table.move(person, wish.seat, choice, wish.version, wish.id), then=then
    )


async def undo(registry: Registry, session: Session, person: str, wish: messages.Undo, then: Then = None) -> Done:
    """Take one's last move back."""
    return await registry.command(
        session, lambda table: table.undo(person, wish.seat, wish.version, wish.id), then=then
    )


async def end(registry: Registry, session: Session, person: str, wish: messages.End, then: Then = None) -> Done:
    """Let the game end by one's last move."""
    return await registry.command(session, lambda table: table.end(person, wish.seat, wish.id), then=then)


async def contribute(registry: Registry, session: Session, person: str, text: str) -> None:
    """Add to the deal what the table waits for."""
    await registry.command(session, lambda table: table.contribute(person, text))


async def sit(
    registry: Registry, session: Session, person: str, seat: int, name: str, contribution: str | None
) -> None:
    """Take a free seat."""
    registry.quotas.check_seat_change(session, person)
    await registry.open_tables.check_sitting(session, person, seat, name)
    await registry.command(session, lambda table: table.sit(person, seat, name, contribution))


async def leave(registry: Registry, session: Session, person: str, seat: int) -> None:
    """Give a seat up."""
    await registry.command(session, lambda table: table.leave(person, seat))


async def take_back(registry: Registry, session: Session, person: str, seat: int) -> None:
    """Come back to a seat where a bot stands in."""
    await registry.command(session, lambda table: table.take_back(person, seat))


async def fill(registry: Registry, session: Session, person: str, level: str) -> None:
    """Let bots take the open seats."""
    await registry.command(session, lambda table: table.fill(person, level))


async def vote(registry: Registry, session: Session, person: str, seat: int) -> None:
    """Vote for a bot, and let it sit down if that was the vote that was missing."""
    session.look_around(registry.now())
    if person not in session.table.votes.get(seat, set()):
        await registry.command(session, lambda table: table.vote(person, seat, is_away=session.is_away(seat)))
    if session.has_majority(seat, registry.now()) and not session.table.seats[seat].has_stand_in:
        await registry.command(session, lambda table: table.replace(seat))


async def ask_rematch(
    registry: Registry, session: Session, person: str, *, is_swapped: bool, is_promised_first: bool
) -> str:
    """Ask for another game, or say yes to the same question of somebody else; return the code its table has or gets."""
    table = session.table
    if table.rematch is not None:
        return table.rematch
    table.check_rematch(person)
    if table.offer is None:
        await registry.quotas.check_may_open(person)
        asked = AskedRematch(
            registry.own_code(), fresh_secret(), fresh_secret(), swap=is_swapped, agrees=not is_promised_first
        )
        with contextlib.suppress(NotHere):  # somebody else was faster: theirs is the question
            await registry.command(session, lambda t: t.ask_rematch(person, asked))
    offer = session.table.offer
    if offer is not None and offer.asked.swap != is_swapped:
        raise NotHere("somebody asks for a rematch on other seats; answer that first")
    if offer is not None and not is_promised_first:
        await agree(registry, session, person, None)
    await registry.open_rematch(session)
    found = session.table.rematch or (session.table.offer.asked.code if session.table.offer else None)
    if found is None:
        raise NotHere("the question was taken back meanwhile")
    return found


async def try_again(
    registry: Registry, session: Session, person: str, move: int, seat: int, *, is_redealt: bool
) -> str:
    """Go on from a moment of a finished game, on one seat, against bots; return the code of the new table."""
    redealt = secrets.randbits(REDEAL_BITS) if is_redealt else None
    name = await registry.name_of(person)
    setup, draft = going_again(session.table, person, name, move, seat, redealt)
    return (await registry.open_with(setup, person, draft)).code


async def read_record(registry: Registry, person: str, text: str) -> str:
    """Open a table that shows a finished game from its record, if all in it is right; return the table's code."""
    game = await registry.compiling.game(parse_draft(text).headers["Game"])
    match = await asyncio.to_thread(read_match, text, lambda _: game)
    check_dealing(parse_draft(text).headers)
    afterwards.finished(match)
    setup = Setup(game.facts.id, match.options, tuple(SeatPlan("open") for _ in range(match.seats)), HouseRules())
    session = await registry.open_with(setup, person, read_in(match, person))
    registry.keeper.add(session.code)
    return session.code


async def agree(registry: Registry, session: Session, person: str, contribution: str | None) -> None:
    """Say yes to another game; it begins with the last yes."""
    await registry.command(session, lambda table: table.agree(person, contribution))
    await registry.open_rematch(session)


async def decline(registry: Registry, session: Session, person: str) -> None:
    """Say no to another game."""
    await registry.command(session, lambda table: table.decline(person))


async def forget(registry: Registry, session: Session, person: str) -> None:
    """Get up from a table and take it off one's own list."""
    for seat in session.table.seats_of(person):
        await leave(registry, session, person, seat)
    await registry.store.forget(person, session.table.row)


def say(registry: Registry, session: Session, person: str, wish: messages.Say) -> None:
    """Say something, not too fast."""
    if (wish.phrase is None) == (wish.text is None):
        raise BadRequest("give either `phrase` or `text`")
    if not registry.talkers.take(person):
        raise TooFast("you talk too fast; wait a moment")
    if wish.phrase is not None:
        said = chat.phrase(session, person, wish.phrase, registry.now())
    elif session.table.row.rules.listed:
        raise NotHere("strangers sit at this table: there are phrases, and no free text")
    else:
        said = chat.free_text(session, person, wish.text or "", registry.now())
    registry.pass_on(session, {"said": said})


def ping(registry: Registry, session: Session, person: str, wish: messages.Ping) -> None:
    """Point at something, not too fast."""
    if not registry.talkers.take(person):
        raise TooFast("you point too fast; wait a moment")
    registry.pass_on(session, {"ping": chat.ping(session, person, wish.seat, wish.place, registry.now())})


def switch(registry: Registry, session: Session, person: str, what: str, *, is_on: bool) -> None:
    """Switch something on or off for somebody who sits at the table: free text, forced moves by hand."""
    chat.speaker(session, person)
    if what == "chat" and is_on and session.table.row.rules.listed:
        raise NotHere("strangers sit at this table: there are phrases, and no free text")
    registry.pass_on(session, {what: [person, is_on]})


async def hint(registry: Registry, session: Session, person: str, seat: int) -> dict[str, Any]:
    """Ask the strongest bot, where hints are on."""
    session.table.own_seat(person, seat)
    if not session.table.has_hints:
        raise NoHints("hints are off at this table")
    return await registry.bots.hint(session, person, seat)

"""The routes about being called when it is my turn, and the links in e-mails that need no cookie."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from mousehole.server.api import calling_messages as shapes
from mousehole.server.api.asking import PROBLEMS, CallerHere, HallHere, LiveHere, PersonHere
from mousehole.server.calling import push
from mousehole.server.errors import NoLink, Stopping
from mousehole.server.store.callbook import Device
from mousehole.server.tables.registry import Registry
from mousehole.table.errors import NotYourSeat

router = APIRouter(prefix="/api/calling", responses=PROBLEMS)
links = APIRouter(prefix="/calling", include_in_schema=False)
TableQuery = Annotated[str | None, Query(max_length=64, description="a table's code")]
LinkPath = Annotated[str, Path(max_length=64)]


async def told(registry: Registry, person: str, table_id: int | None = None) -> shapes.CallingOut:
    """Say how somebody is called."""
    calling = registry.calling
    if calling.pusher is None:
        raise Stopping("the server starts; try again in a moment")
    wishes = await calling.book.wishes(person, table_id)
    box = wishes.mailbox
    return shapes.CallingOut(
        key=calling.pusher.public_key,
        on=wishes.wished,
        here=wishes.here,
        devices=len(wishes.devices),
        can_mail=calling.mailer.server is not None,
        mail=None if box is None else shapes.MailboxOut(address=box.address, confirmed=box.is_confirmed),
    )


@router.get("")
async def how_am_i_called(registry: HallHere, person: PersonHere, table: TableQuery = None) -> shapes.CallingOut:
    """Say how I am called when it is my turn, in general and at one table."""
    session = None if table is None else await registry.find(table)
    return await told(registry, person, None if session is None else session.table.row.id)


@router.put("")
async def call_me(wish: shapes.CallWish, registry: HallHere, person: PersonHere) -> shapes.CallingOut:
    """Choose whether I am called, wherever I have not chosen otherwise."""
    await registry.calling.book.wish(person, is_on=wish.on)
    return await told(registry, person)


@router.put("/tables/{code}")
async def call_me_here(
    wish: shapes.TableWish, registry: HallHere, person: PersonHere, session: LiveHere
) -> shapes.CallingOut:
    """Choose whether I am called at one table where I sit."""
    if not session.table.seats_of(person):
        raise NotYourSeat("you do not sit at this table")
    await registry.calling.book.wish_here(person, session.table.row.id, is_on=wish.on)
    return await told(registry, person, session.table.row.id)


@router.post("/devices")
async def call_this_device(wish: shapes.NewDevice, registry: HallHere, caller: CallerHere) -> shapes.CallingOut:
    """Let this browser be called; said again it changes nothing."""
    settings = registry.settings
    device = push.checked(Device(wish.endpoint, wish.public, wish.auth), settings.push_allowed)
    await registry.calling.book.add_device(caller, device, registry.now(), settings.devices_per_person)
    return await told(registry, caller.person)


@router.post("/devices/remove")
async def leave_this_device(wish: shapes.OldDevice, registry: HallHere, person: PersonHere) -> shapes.CallingOut:
    """Call this browser no more."""
    await registry.calling.book.remove_device(Device(wish.endpoint, "", "").id, person)
    return await told(registry, person)


@router.put("/mail")
async def write_to_me(wish: shapes.NewMailbox, registry: HallHere, person: PersonHere) -> shapes.CallingOut:
    """Name a mailbox; one message goes there, with a link that confirms it."""
    await registry.calling.ask_mailbox(person, wish.address)
    return await told(registry, person)


@router.delete("/mail")
async def write_no_more(registry: HallHere, person: PersonHere) -> shapes.CallingOut:
    """Forget my mailbox."""
    await registry.calling.book.remove_mailbox(person)
    return await told(registry, person)


@links.post("/yes/{link}")
async def confirm(link: LinkPath, registry: HallHere) -> Response:
    """Confirm a mailbox by its link; a page asks first, for programs look at links in e-mails, too."""
    if not await registry.calling.book.confirm_mailbox(link, registry.now()):
        raise NoLink("this link is too old, or another one was sent after it")
    return Response(status_code=204)


@links.post("/off/{link}")
async def end(link: LinkPath, registry: HallHere) -> Response:
    """End e-mail by its link: from our page, or by the button of a mail program (RFC 8058)."""
    await registry.calling.book.end_mailbox(link)
    return Response(status_code=204)

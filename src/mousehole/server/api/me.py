"""The routes about oneself: devices, becoming oneself on another one, taking everything along, deleting everything."""

from __future__ import annotations

import base64
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse

from mousehole.server.api import me_messages as shapes
from mousehole.server.api.asking import PROBLEMS, CallerHere, HallHere, PersonHere, set_cookie, with_cookies
from mousehole.server.api.cookies import COOKIE, Caller, fresh_person, label_of
from mousehole.server.api.entrance import ADDRESS
from mousehole.server.errors import BadOrigin, NoClaim, NoPage, TooFast
from mousehole.server.store.exporting import everything_about
from mousehole.server.store.lists import count_tables_of
from mousehole.server.store.persons import LINK, LINK_MS, Device, Figures
from mousehole.server.tables import moving
from mousehole.server.tables.registry import Registry

router = APIRouter(prefix="/api", responses=PROBLEMS)
SAME_SITE = {None, "same-origin", "none"}


def check_same_site(request: Request) -> None:
    """Let nobody become somebody else because a page of another site says so; whoever has no such header is no page."""
    if request.headers.get("sec-fetch-site") not in SAME_SITE:
        raise BadOrigin("pages of other sites may not use this server")


OwnPage = Depends(check_same_site)


def home_of(request: Request) -> str:
    """Tell the address of the page that asks; its origin was checked before anything else."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.headers.get('host', '')}"


def secret_text(secret: bytes) -> str:
    """Write a secret so that it fits into an address."""
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def read_secret(text: str) -> bytes:
    """Read a secret from an address."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise NoClaim("this link is not whole; a letter of it may be missing") from None


def here(registry: Registry, caller: Caller, request: Request) -> Device:
    """Describe the device that asks."""
    now = registry.now()
    return Device(caller.device, caller.person, label_of(request.headers.get("user-agent", "")), now, now)


# Devices


@router.get("/me/devices")
async def my_devices(registry: HallHere, caller: CallerHere, request: Request) -> shapes.DevicesOut:
    """List the devices where I am myself, and my passkeys."""
    persons = registry.devices.persons
    found = await persons.devices_of(caller.person) or [here(registry, caller, request)]
    return shapes.DevicesOut(
        devices=[
            shapes.DeviceOut(
                id=one.id,
                label=one.label,
                created=one.created,
                seen=registry.devices.used.get(one.id, one.seen),
                this=one.id == caller.device,
            )
            for one in found
        ],
        passkeys=[
            shapes.PasskeyOut(id=one.id, label=one.label, created=one.created)
            for one in await persons.passkeys_of(caller.person)
        ],
        figures=await persons.figures(caller.person) is not None,
    )


@router.delete("/me/devices/{device}", status_code=204)
async def switch_off(device: Annotated[str, Path(max_length=64)], registry: HallHere, caller: CallerHere) -> None:
    """Switch a device of mine off: its cookie counts no more, and what it has open is closed."""
    if not await moving.switch_off(registry, caller.person, [device]):
        raise NoPage("you have no such device")


@router.delete("/me/devices", status_code=204)
async def switch_others_off(registry: HallHere, caller: CallerHere) -> None:
    """Switch off all my devices but this one; links that were not used count no more either."""
    persons = registry.devices.persons
    others = [one.id for one in await persons.devices_of(caller.person) if one.id != caller.device]
    await persons.drop_claims(caller.person)
    await moving.switch_off(registry, caller.person, others)


# Becoming oneself elsewhere


@router.post("/me/links", status_code=201)
async def make_link(registry: HallHere, caller: CallerHere, request: Request) -> shapes.LinkOut:
    """Make a link that lets another device be me: for ten minutes, and once."""
    import segno  # noqa: PLC0415  # needed here alone

    persons, until = registry.devices.persons, registry.now() + LINK_MS
    await persons.note_device(here(registry, caller, request))
    secret = await persons.make_claim(LINK, caller.person, until, registry.now())
    link = f"{home_of(request)}/claim#{secret_text(secret)}"
    rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(link, error="m", micro=False).matrix]
    return shapes.LinkOut(link=link, until=until, rows=rows)


@router.delete("/me/links", status_code=204)
async def take_link_back(registry: HallHere, person: PersonHere) -> None:
    """Let no link of mine count any more."""
    await registry.devices.persons.drop_claims(person)


@router.post("/claims/look", dependencies=[OwnPage])
async def look_at_claim(
    wish: shapes.Claim, registry: HallHere, caller: CallerHere, request: Request
) -> shapes.Becoming:
    """Say whom this device would become by a link, and what becomes of what it has."""
    check_pace(registry, request)
    secret = read_secret(wish.secret)
    person = await registry.devices.persons.claimed(LINK, secret, registry.now())
    plan = await moving.plan(registry, caller, person)
    return shapes.Becoming(
        name=await registry.name_of(person),
        tables=await count_tables_of(registry.store, person),
        devices=len(await registry.devices.persons.devices_of(person)),
        my_name=await registry.name_of(caller.person),
        my_tables=plan.tables,
        stays=plan.stays,
        given_up=len(plan.shared),
    )


@router.post("/claims", status_code=204, dependencies=[OwnPage])
async def claim(wish: shapes.Claim, registry: HallHere, caller: CallerHere, request: Request) -> Response:
    """Become on this device who the link says: it gets a cookie of its own, and the one it had counts no more."""
    check_pace(registry, request)
    device = Device(fresh_person(), "", label_of(request.headers.get("user-agent", "")), registry.now(), registry.now())
    became = await moving.become(registry, caller, read_secret(wish.secret), device)
    answer = Response(status_code=HTTPStatus.NO_CONTENT)
    set_cookie(answer, request.app.state.visitors, became)
    return answer


def check_pace(registry: Registry, request: Request) -> None:
    """Let nobody try many links from one address."""
    addresses = registry.quotas.addresses
    if not addresses.may(addresses.people, request.scope[ADDRESS]):
        raise TooFast("too many links were tried from your address; wait a minute")


# Figures


@router.get("/me/figures")
async def my_figures(registry: HallHere, person: PersonHere) -> shapes.FiguresOut:
    """Fetch the figures that my devices share."""
    found = await registry.devices.persons.figures(person)
    return shapes.FiguresOut(version=found.version if found else 0, data=found.data if found else None)


@router.put("/me/figures")
async def keep_figures(wish: shapes.KeptFigures, registry: HallHere, person: PersonHere) -> shapes.FiguresOut:
    """Keep figures for my other devices: mine merged with those I have fetched, whose version I send along."""
    version = await registry.devices.persons.keep_figures(person, Figures(wish.version, wish.data))
    return shapes.FiguresOut(version=version, data=None)


# Everything


@router.get("/me/everything", response_class=JSONResponse)
async def take_everything(registry: HallHere, caller: CallerHere, response: Response) -> Response:
    """Save everything that is kept about me, in one file."""
    if not registry.quotas.exports.take(caller.person):
        raise TooFast("you have just saved all of it; wait a minute")
    found: dict[str, Any] = await everything_about(registry.store, caller.person)
    found["said"] = moving.said_by(registry, caller.person)
    headers = {"content-disposition": 'attachment; filename="mousehole.json"', "cache-control": "no-store"}
    return with_cookies(JSONResponse(found, headers=headers), response)


@router.delete("/me", dependencies=[OwnPage])
async def delete_everything(
    registry: HallHere, caller: CallerHere, request: Request, response: Response
) -> shapes.Erased:
    """Delete everything about me: running games go on with a bot, my name and I are gone from all others."""
    removed, rewritten = await moving.erase(registry, here(registry, caller, request))
    response.delete_cookie(COOKIE, path="/")
    return shapes.Erased(tables_removed=removed, tables_rewritten=rewritten)

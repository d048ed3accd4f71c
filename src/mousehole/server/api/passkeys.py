"""The routes about passkeys: a key of a device or of its maker's cloud proves who somebody is, without a password."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request, Response

from mousehole.server.api import me_messages as shapes
from mousehole.server.api.asking import JSON, PROBLEMS, CallerHere, HallHere, PersonHere, with_cookies
from mousehole.server.api.cookies import label_of
from mousehole.server.api.me import OwnPage, check_pace, here, secret_text
from mousehole.server.errors import BadOrigin, BadPasskey, NoPage
from mousehole.server.store.persons import CHALLENGE_MS, LINK, NEW_PASSKEY, PASSKEY, Passkey

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[OwnPage])
TITLE = "Mousehole"
OPTIONS: dict[int | str, dict[str, Any]] = {
    200: {"description": "What the browser is to be asked, as WebAuthn has it."}
}
NOT_PROVED = "this passkey was not accepted; try once more"


def site_of(request: Request) -> tuple[str, str]:
    """Tell for which site a passkey counts, and the origin of its page: that of the request, which was checked."""
    origin = request.headers.get("origin")
    site = urlsplit(origin or "").hostname
    if origin is None or site is None:
        raise BadOrigin("passkeys are for pages")
    return site, origin


def challenge_of(credential: dict[str, Any]) -> bytes:
    """Read which question a browser has answered."""
    try:
        text = credential["response"]["clientDataJSON"]
        told = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))["challenge"]
        return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))
    except (KeyError, TypeError, ValueError):
        raise BadPasskey(NOT_PROVED) from None


async def asked_before(registry: Registry, kind: str, person: str, credential: dict[str, Any]) -> bytes:
    """See that this person was asked this question, lately, and use the question up."""
    persons, question = registry.devices.persons, challenge_of(credential)
    async with registry.store.changing() as connection:
        if await persons.take_claim(connection, kind, question, registry.now()) != person:
            raise BadPasskey("another browser was asked that")
    return question


@router.post("/me/passkeys/options", response_class=Response, responses=OPTIONS)
async def ask_for_passkey(registry: HallHere, person: PersonHere, request: Request, response: Response) -> Response:
    """Begin to make a passkey for me: what the browser is to be asked."""
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415  # heavy, and seldom needed
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415  # as above
    from webauthn.helpers.structs import (  # noqa: PLC0415  # as above
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    site, _ = site_of(request)
    persons, name = registry.devices.persons, await registry.name_of(person)
    known = [one for one in await persons.passkeys_of(person) if one.site == site]
    question = await persons.make_claim(NEW_PASSKEY, person, registry.now() + CHALLENGE_MS, registry.now())
    options = generate_registration_options(
        rp_id=site,
        rp_name=TITLE,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        challenge=question,
        timeout=CHALLENGE_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known],
    )
    return with_cookies(Response(options_to_json(options), media_type=JSON), response)


@router.post("/me/passkeys", status_code=204)
async def add_passkey(wish: shapes.Credential, registry: HallHere, caller: CallerHere, request: Request) -> None:
    """Keep the passkey that the browser has made."""
    from webauthn import verify_registration_response  # noqa: PLC0415  # heavy, and seldom needed
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415  # as above
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415  # as above

    site, origin = site_of(request)
    question = await asked_before(registry, NEW_PASSKEY, caller.person, wish.credential)
    try:
        made = verify_registration_response(
            credential=wish.credential,
            expected_challenge=question,
            expected_rp_id=site,
            expected_origin=origin,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as error:
        raise BadPasskey(NOT_PROVED) from error
    passkey = Passkey(
        id=bytes_to_base64url(made.credential_id),
        person=caller.person,
        site=site,
        public_key=made.credential_public_key,
        uses=made.sign_count,
        label=label_of(request.headers.get("user-agent", "")),
        created=registry.now(),
    )
    persons = registry.devices.persons
    await persons.note_device(here(registry, caller, request))
    if not await persons.add_passkey(passkey):
        raise BadPasskey("this passkey is known already")


@router.delete("/me/passkeys/{name}", status_code=204)
async def remove_passkey(name: Annotated[str, Path(max_length=1400)], registry: HallHere, person: PersonHere) -> None:
    """Forget a passkey of mine."""
    if not await registry.devices.persons.remove_passkey(person, name):
        raise NoPage("you have no such passkey")


@router.post("/claims/passkey/options", response_class=Response, responses=OPTIONS)
async def ask_who_i_am(registry: HallHere, person: PersonHere, request: Request, response: Response) -> Response:
    """Begin to say who I am by a passkey: what the browser is to be asked."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415  # heavy, and seldom needed

    check_pace(registry, request)
    site, _ = site_of(request)
    persons = registry.devices.persons
    question = await persons.make_claim(PASSKEY, person, registry.now() + CHALLENGE_MS, registry.now())
    options = generate_authentication_options(rp_id=site, challenge=question, timeout=CHALLENGE_MS)
    return with_cookies(Response(options_to_json(options), media_type=JSON), response)


@router.post("/claims/passkey")
async def prove_who_i_am(
    wish: shapes.Credential, registry: HallHere, person: PersonHere, request: Request
) -> shapes.Claimed:
    """Say who I am by a passkey: the answer is the secret of a link, which shows whom this device would become."""
    from webauthn import verify_authentication_response  # noqa: PLC0415  # heavy, and seldom needed
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415  # as above

    site, origin = site_of(request)
    persons = registry.devices.persons
    question = await asked_before(registry, PASSKEY, person, wish.credential)
    known = await persons.passkey(str(wish.credential.get("id", ""))[:1400])
    if known is None or known.site != site:
        raise BadPasskey("this passkey is not known here; it may have been removed")
    try:
        proved = verify_authentication_response(
            credential=wish.credential,
            expected_challenge=question,
            expected_rp_id=known.site,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.uses,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as error:
        raise BadPasskey(NOT_PROVED) from error
    if not await persons.use_passkey(known, proved.new_sign_count):
        raise BadPasskey(NOT_PROVED)
    secret = await persons.make_claim(LINK, known.person, registry.now() + CHALLENGE_MS, registry.now())
    return shapes.Claimed(secret=secret_text(secret))

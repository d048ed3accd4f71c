"""Web Push: a message that only one browser can read, signed with the server's own key, to the service it named.

The address of that service comes from a visitor. So it is https, it is looked up once, and what it leads to must be an
address of the public internet on the usual port, unless the settings name its network; no redirect is followed, and of
the answer nothing but its status is read.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import json
import ssl
import time
from functools import cache, cached_property
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from mousehole.engine.errors import TableError
from mousehole.server.addresses import Networks, parse_address
from mousehole.server.calling.sealing import is_point, point, sealed
from mousehole.server.calling.words import Call
from mousehole.server.store.callbook import Device
from mousehole.table.errors import BadRequest

SECONDS = 8.0
"""So long a push service may take, from looking up its name to its answer."""
TTL_SECONDS = 24 * 3600
"""A service keeps a message so long for a device that is switched off."""
SIGNED_SECONDS = 6 * 3600
HTTPS_PORT = 443
LONGEST_ENDPOINT = 1024
POINT, AUTH = 65, 16
"""Bytes of a public key of P-256, uncompressed, and of the secret that goes with it."""
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses that lead to IPv4, perhaps to a private network there."""
NOBODY = "https://localhost"


class BadEndpoint(BadRequest):
    """An address that messages are not sent to."""


class NotSent(TableError):
    """A push service could not be reached, or not at an address that is allowed."""

    code = "not_sent"


def decoded(text: str, length: int) -> bytes:
    """Read a key as browsers write it."""
    try:
        found = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != length:
        raise BadRequest("a key of this device cannot be read")
    return found


def checked(device: Device, networks: Networks) -> Device:
    """Give a device back if messages may be sent there, as far as that can be told before its name is looked up."""
    if not is_point(decoded(device.public, POINT)):
        raise BadRequest("a key of this device cannot be read")
    decoded(device.auth, AUTH)
    host, port = place_of(device.endpoint)
    literal = parse_address(host)
    if literal is not None and not is_allowed(str(literal), port, networks):
        raise BadEndpoint("messages are sent to public addresses only")
    return device


def place_of(endpoint: str) -> tuple[str, int]:
    """Read host and port of an endpoint, which is https and hides nothing."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or HTTPS_PORT
    except ValueError:
        raise BadEndpoint("this is no address of a push service") from None
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "@" not in parts.netloc
    if parts.scheme != "https" or not host or not is_plain or len(endpoint) > LONGEST_ENDPOINT:
        raise BadEndpoint("this is no address of a push service")
    return host, port


def is_allowed(address: str, port: int, networks: Networks) -> bool:
    """Tell whether messages may go to an address: one of the public internet, or of a network that is named."""
    if address in networks:
        return True
    found = parse_address(address)
    if found is None or port != HTTPS_PORT or not found.is_global or found.is_multicast:
        return False
    if isinstance(found, IPv6Address):
        return found not in TRANSLATED and found.sixtofour is None and found.teredo is None
    return True


async def look_up(host: str, port: int, networks: Networks) -> str:
    """Find the address behind a name; all that it has must be allowed, so that no second answer can be a trick."""
    loop = asyncio.get_running_loop()
    found = [place[4][0] for place in await loop.getaddrinfo(host, port, proto=6)]
    if not found or not all(is_allowed(str(address), port, networks) for address in found):
        raise NotSent("a push service has an address that is not public")
    return str(ip_address(str(found[0])))


@cache
def trust() -> ssl.SSLContext:
    """Trust whom this machine trusts."""
    return ssl.create_default_context()


async def post(endpoint: str, headers: dict[str, str], body: bytes, networks: Networks) -> int:
    """Send one request and return the status of its answer."""
    host, port = place_of(endpoint)
    parts = urlsplit(endpoint)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    whole = {**headers, "Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in whole.items())
    try:
        async with asyncio.timeout(SECONDS):
            address = await look_up(host, port, networks)
            reader, writer = await asyncio.open_connection(address, port, ssl=trust(), server_hostname=host)
            try:
                writer.write(f"POST {target} HTTP/1.1\r\n{head}\r\n".encode() + body)
                await writer.drain()
                line = await reader.readline()
            finally:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
        return int(line.split()[1])
    except (OSError, TimeoutError, ValueError, IndexError) as error:
        raise NotSent(f"a push service does not answer: {type(error).__name__}") from error


class Pusher:
    """Writes and signs messages with the server's own key."""

    def __init__(self, secret: str, site: str, networks: Networks) -> None:
        """Make the key of one of the house's secrets: so it is made once, and the same for all workers."""
        self.secret, self.site, self.networks = secret, site, networks

    @cached_property
    def vapid(self) -> Any:
        """The key that services know this server by."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # not needed to start
        from py_vapid import Vapid02  # noqa: PLC0415  # as above

        scalar = int(self.secret, 16) % (CURVE_ORDER - 1) + 1
        key = ec.derive_private_key(scalar, ec.SECP256R1())
        return Vapid02(private_key=key, conf={"no-strict": True})  # a site may have a port, too

    @cached_property
    def public_key(self) -> str:
        """The key as a browser wants it, to let nobody else send to it."""
        return base64.urlsafe_b64encode(point(self.vapid.public_key)).rstrip(b"=").decode()

    def headers(self, endpoint: str, topic: str) -> dict[str, str]:
        """Write what a service reads: who sends, for how long it matters, and which older message it replaces."""
        from py_vapid import VapidException  # noqa: PLC0415  # as above

        parts = urlsplit(endpoint)
        claims = {
            "aud": f"https://{parts.netloc}",
            "sub": self.site or NOBODY,
            "exp": int(time.time()) + SIGNED_SECONDS,
        }
        try:
            signed: dict[str, str] = self.vapid.sign(claims)
        except VapidException:
            raise NotSent("the name of a push service cannot be signed for") from None
        return {
            **signed,
            "TTL": str(TTL_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }

    def message(self, device: Device, call: Call) -> bytes:
        """Write a call so that nobody between here and the browser can read it."""
        told = {"title": call.title, "text": call.text, "path": call.path, "table": call.code}
        return sealed(json.dumps(told).encode(), decoded(device.public, POINT), decoded(device.auth, AUTH))

    async def send(self, device: Device, call: Call) -> int:
        """Send a call to a device; return what the service answers."""
        body = self.message(device, call)
        return await post(device.endpoint, self.headers(device.endpoint, call.code), body, self.networks)

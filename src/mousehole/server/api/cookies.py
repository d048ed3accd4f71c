"""Who somebody is: a signed cookie names a person, and the device it was given to. No account; a nickname is enough."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

from mousehole.server.errors import BadCookie, BadOrigin

COOKIE = "mousehole"
YEAR = 365 * 24 * 3600
NAMELESS = "Guest"


BETWEEN = "~"
"""Stands in a cookie between a person and the device it is for; that of one's first device names the person alone."""


def fresh_person() -> str:
    """Name a person nobody has met yet."""
    return secrets.token_hex(12)


BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome"}
BROWSERS |= {"Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "ChromeOS"}
SYSTEMS |= {"Mac OS X": "Mac", "Linux": "Linux"}
"""How browsers and systems are named in what a browser says of itself, the more exact name before the vaguer one."""


def label_of(agent: str) -> str:
    """Name a device as people do, "Firefox on Android", by what its browser says of itself; no more is kept of that."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return " on ".join(filter(None, (browser, system))) or "A program"


@dataclass(frozen=True)
class Caller:
    """Who asks, and on which device."""

    person: str
    device: str


class Visitors:
    """Knows people by their cookies."""

    def __init__(self, secret: str, *, origins: tuple[str, ...] = (), is_secure: bool = False) -> None:
        """Sign with this secret."""
        self.signer = Signer(secret, salt="mousehole.person")
        self.origins = origins
        self.is_secure = is_secure

    def cookie(self, person: str, device: str | None = None) -> str:
        """Write a person's cookie, for their first device or for another one."""
        text = person if device in {None, person} else f"{person}{BETWEEN}{device}"
        return self.signer.sign(text).decode()

    def caller(self, cookie: str | None) -> Caller | None:
        """Read a cookie; None where there is none, an error where it is forged."""
        if not cookie:
            return None
        try:
            person, _, device = self.signer.unsign(cookie).decode().partition(BETWEEN)
        except (BadSignature, UnicodeError):
            raise BadCookie("this cookie was not signed here; it is taken away, ask again") from None
        return Caller(person, device or person)

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Let only our own pages, and programs that are no pages, change anything."""
        origin = headers.get("origin")
        if origin is None:
            return
        host = urlsplit(origin).netloc
        if not (host and host == headers.get("host")) and origin.rstrip("/") not in self.origins:
            raise BadOrigin("pages of other sites may not use this server")

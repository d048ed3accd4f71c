"""Who somebody is: a signed cookie names a person. No account; a nickname is enough."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

from mousehole.server.errors import BadCookie, BadOrigin

COOKIE = "mousehole"
YEAR = 365 * 24 * 3600
NAMELESS = "Guest"


def fresh_person() -> str:
    """Name a person nobody has met yet."""
    return secrets.token_hex(12)


class Visitors:
    """Knows people by their cookies."""

    def __init__(self, secret: str, *, origins: tuple[str, ...] = (), is_secure: bool = False) -> None:
        """Sign with this secret."""
        self.signer = Signer(secret, salt="mousehole.person")
        self.origins = origins
        self.is_secure = is_secure

    def cookie(self, person: str) -> str:
        """Write a person's cookie."""
        return self.signer.sign(person).decode()

    def person(self, cookie: str | None) -> str | None:
        """Read a cookie; None where there is none, an error where it is forged."""
        if not cookie:
            return None
        try:
            return self.signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            raise BadCookie("this cookie was not signed here; it is taken away, ask again") from None

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Let only our own pages, and programs that are no pages, change anything."""
        origin = headers.get("origin")
        if origin is None:
            return
        host = urlsplit(origin).netloc
        if not (host and host == headers.get("host")) and origin.rstrip("/") not in self.origins:
            raise BadOrigin("pages of other sites may not use this server")

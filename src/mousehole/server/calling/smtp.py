"""The mail server that the settings name."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from mousehole.engine.errors import TableError

if TYPE_CHECKING:
    from email.message import EmailMessage

SECONDS = 10.0
"""So long the mail server may take for each step."""
PORTS = {"smtp": 587, "smtps": 465}


class BadMailServer(TableError):
    """A setting that names no mail server."""

    code = "bad_setting"


@dataclass(frozen=True)
class MailServer:
    """Who takes our e-mail: `smtp://user:password@host:587` (with STARTTLS where it offers that) or `smtps://...`."""

    host: str
    port: int
    is_wrapped: bool
    """Whether TLS begins with the first byte."""
    user: str = ""
    password: str = ""

    @classmethod
    def parse(cls, text: str) -> MailServer:
        """Read the setting."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        if parts.scheme not in PORTS or not host or parts.path.strip("/"):
            raise BadMailServer("a mail server is smtp://user:password@host:port or smtps://...")
        return cls(
            host=host,
            port=port or PORTS[parts.scheme],
            is_wrapped=parts.scheme == "smtps",
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )

    def send(self, message: EmailMessage) -> None:
        """Hand a message over; a password is never sent in the clear."""
        import smtplib  # noqa: PLC0415  # settings are read by commands that send nothing

        kind = smtplib.SMTP_SSL if self.is_wrapped else smtplib.SMTP
        with kind(self.host, self.port, timeout=SECONDS) as server:
            if not self.is_wrapped:
                server.ehlo()
                if server.has_extn("starttls"):
                    server.starttls(context=ssl.create_default_context())
                elif self.user:
                    raise smtplib.SMTPNotSupportedError("this mail server takes passwords in the clear only")
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)

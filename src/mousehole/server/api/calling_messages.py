"""The shapes of what is said about calling people when it is their turn."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from mousehole.server.api.messages import Incoming


class NewDevice(Incoming):
    """A browser that can be called: what its push subscription says."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1024)]
    public: Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9_=-]+$")]
    """Its key `p256dh`."""
    auth: Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_=-]+$")]


class OldDevice(Incoming):
    """A browser that shall not be called any more."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1024)]


class CallWish(Incoming):
    """Whether I want to be called, in general."""

    on: bool


class TableWish(Incoming):
    """Whether I want to be called at one table; null: as in general."""

    on: bool | None


class NewMailbox(Incoming):
    """An address of e-mail."""

    address: Annotated[str, Field(min_length=3, max_length=254)]


class MailboxOut(BaseModel):
    """My mailbox."""

    address: str
    confirmed: bool
    """Whether somebody has followed the link that was sent there; before that nothing else is sent."""


class CallingOut(BaseModel):
    """How I am called when it is my turn and no page of mine shows the table."""

    key: str
    """The server's public key, which a browser needs to subscribe."""
    on: bool
    here: bool | None
    """What I chose for the table that was asked about; null: as in general."""
    devices: int
    """Browsers in which I can be called."""
    can_mail: bool
    """Whether this server sends e-mail."""
    mail: MailboxOut | None

"""The shapes of what is said about oneself: devices, links, passkeys, figures."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from mousehole.server.api.messages import Incoming

SecretText = Annotated[str, Field(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class DeviceOut(BaseModel):
    """A device of mine."""

    id: str
    label: str
    """The browser and the system, as the browser names them."""
    created: int
    seen: int
    """When it was used last, to the hour."""
    this: bool
    """Whether it is the one that asks."""


class PasskeyOut(BaseModel):
    """A passkey of mine."""

    id: str
    label: str
    """On which device it was made."""
    created: int


class DevicesOut(BaseModel):
    """Where I am myself."""

    devices: list[DeviceOut]
    passkeys: list[PasskeyOut]
    figures: bool
    """Whether my figures are kept here for my other devices."""


class LinkOut(BaseModel):
    """A link that makes another device mine, once."""

    link: str
    """The address to open there; what follows the "#" is the secret."""
    until: int
    rows: list[str]
    """The same as a QR code, row by row: 1 is dark."""


class Claim(Incoming):
    """The secret of a link."""

    secret: SecretText


class Claimed(BaseModel):
    """A claim that was proved by a passkey: its secret, as of a link."""

    secret: str


class Becoming(BaseModel):
    """Whom this device would become, and what becomes of what it has."""

    name: str
    tables: int
    """Tables on that person's list."""
    devices: int
    my_name: str
    my_tables: int
    """Tables of this device that would come along."""
    stays: bool
    """Whether they stay where they are, because I have another device or a passkey that keeps them."""
    given_up: int
    """Tables where both sit: there the seat of this device is given up."""


class Credential(Incoming):
    """What a browser says of a passkey."""

    credential: dict[str, Any]


class KeptFigures(Incoming):
    """Figures of mine, made from a version that was seen; 0 where there was none."""

    version: Annotated[int, Field(ge=0, le=2**31 - 2)]
    data: dict[str, Any]


class FiguresOut(BaseModel):
    """Figures of mine, as a device of mine has sent them; null where none has."""

    version: int
    data: dict[str, Any] | None


class Erased(BaseModel):
    """What was deleted."""

    tables_removed: int
    tables_rewritten: int
    """Tables of others, where somebody without a name has sat now."""

"""Fair dealing: the server binds itself to a deal before anyone can see it, and everyone can check it afterwards.

When a table opens, the server draws a secret *share* and a *salt* and publishes the *promise*, a hash of both. People
who sit down may each add a *contribution*. When the game starts, the seed is made from the share and the contributions,
so that neither side alone chooses it, and its *commitment* is published. When the game is over share, salt and seed are
opened, and stand in the game record as headers.

The deal of a day is another thing: it follows from the date, so that everybody gets the same and anybody can know it
beforehand. Its record names the day, and nothing else is needed to check it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence

from mousehole.engine.errors import Unreadable

CONTRIBUTION = re.compile(r"[A-Za-z0-9_-]{1,64}")
HEADERS = ("Promise", "Commitment", "Share", "Salt", "Contributions")
NOBODY = "-"
DAY = "Day"
"""The header of a deal of the day."""
DAYS = "the deal of the day"
"""Part of every day's seed; it never changes."""


def fresh_secret() -> str:
    """Draw a share or a salt."""
    return secrets.token_hex(16)


def digest(*parts: str) -> str:
    """Hash lines of text."""
    return hashlib.sha256("\n".join(("mousehole", *parts)).encode()).hexdigest()


def promise_of(share: str, salt: str) -> str:
    """Bind the server to its share."""
    return digest("share", share, salt)


def commitment_of(seed: int, salt: str) -> str:
    """Bind the server to the seed of a game that starts."""
    return digest("seed", str(seed), salt)


def seed_of(share: str, contributions: Sequence[str]) -> int:
    """Make the seed from the server's share and what people have added, in order."""
    return int(digest("deal", share, *contributions)[:32], 16)


def seed_of_day(game_id: str, day: str) -> int:
    """Make the seed from which a game is dealt on a day, written YYYY-MM-DD: half of a SHA-256."""
    return int(digest(DAYS, game_id, day)[:32], 16)


def seat_of_day(seed: int, seats: int) -> int:
    """Say where people sit in a day's game: everybody on the same seat, by the other end of the seed."""
    return (seed >> 64) % seats


def thought_of_day(seed: int, moves: int, seat: int) -> int:
    """Make the seed of a bot's thought in a day's game, so that everybody meets the same bots."""
    return int(digest("thought", str(seed), str(moves), str(seat))[:16], 16)


def dealing_headers(share: str, salt: str, contributions: Sequence[str]) -> dict[str, str]:
    """List what a finished game's record says about its deal."""
    return {
        "Promise": promise_of(share, salt),
        "Commitment": commitment_of(seed_of(share, contributions), salt),
        "Share": share,
        "Salt": salt,
        "Contributions": " ".join(contributions) or NOBODY,
    }


def noted_deal(headers: Mapping[str, str], promise: str, commitment: str, contribution: str) -> list[str]:
    """Compare a checked deal with what somebody noted while it was played; return what holds, as sentences."""
    given = headers["Contributions"].split()
    found = []
    if promise:
        if headers["Promise"] != promise:
            raise Unreadable("the server had given another promise than this record keeps")
        found.append("It keeps the promise you noted before you contributed.")
    if commitment:
        if headers["Commitment"] != commitment:
            raise Unreadable("the server had given another commitment than this record keeps")
        found.append("Its seed is the one the server was bound to when the game began.")
    if contribution:
        if contribution not in given:
            raise Unreadable("what you contributed is not among the contributions of this deal")
        others = len(given) - 1
        among = "the only one" if not others else f"one of {len(given)}; you trust that the others are people's own"
        found.append(f"Your contribution is {among}.")
    return found


def check_dealing(headers: Mapping[str, str]) -> bool:
    """Check promise, commitment and seed of a record; return whether it has any to check."""
    if DAY in headers:
        if headers["Seed"] != str(seed_of_day(headers["Game"], headers[DAY])):
            raise Unreadable(f"the seed is not that of the deal of the day of {headers[DAY]}")
        return True
    present = [name for name in HEADERS if name in headers]
    if not present:
        return False
    for name in HEADERS:
        if name not in headers:
            raise Unreadable(f"the deal cannot be checked: the header {name} is missing")
    share, salt, added = headers["Share"], headers["Salt"], headers["Contributions"]
    contributions = [] if added == NOBODY else added.split()
    if headers["Promise"] != promise_of(share, salt):
        raise Unreadable("the share and salt are not those the server promised")
    if headers["Seed"] != str(seed_of(share, contributions)):
        raise Unreadable("the seed is not made of the server's share and the contributions")
    if headers["Commitment"] != commitment_of(int(headers["Seed"]), salt):
        raise Unreadable("the seed and salt are not those the server committed itself to")
    return True

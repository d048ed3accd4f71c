"""The bots by name: known without the compiler, so that a list of them is there at once."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from mousehole.engine.errors import TableError

LEVELS = ("kitten", "housecat", "alley_cat", "tiger", "lion")
"""The bots that think, from the weakest to the strongest."""
STRONGEST = LEVELS[-1]
NAMES = ("random", "greedy", *LEVELS)
FORMER = ("tiger_0_1",)
"""Bots as they were in an earlier release. They never change, so that strength can be measured against them; people are
not offered them."""
NET = "net"
"""The bot that plays by a game's net alone, without a search: for those who need millions of games, in games that have
a net; people are not offered it."""
STANDS_FOR = {"tiger_0_1": "tiger", "lion": "tiger", NET: "lion"}
"""Who plays for a bot in a game that does not have it, or where people play."""
LONGEST = 40
"""So much of a name that is none is repeated."""


class UnknownBot(TableError):
    """There is no bot of that name."""

    code = "unknown_bot"


class BadBotFile(TableError):
    """A file that a bot plays by is missing, broken, or of another game or other rules."""

    code = "bad_bot_file"


def check_bot(name: str) -> str:
    """Give a bot's name back if there is such a bot for people to play with."""
    return check_among(NAMES, name)


def check_player(name: str) -> str:
    """Give a bot's name back if there is such a bot, or was."""
    return check_among((*NAMES, *FORMER, NET), name)


def check_among(names: Sequence[str], name: str) -> str:
    """Give a name back if it is one of these."""
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownBot(f"there is no bot {name[:LONGEST]!r}{hint}: {', '.join(names)}")
    return name

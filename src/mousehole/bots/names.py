"""The bots by name: known without the compiler, so that a list of them is there at once."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from mousehole.engine.errors import TableError

LEVELS = ("kitten", "housecat", "alley_cat", "tiger")
"""The bots that search, from the weakest to the strongest."""
NAMES = ("random", "greedy", *LEVELS)
STANDS_FOR = {"tiger_0_1": "tiger"}
"""Bots as they were in an earlier release, each with the level that plays for it in a game which did not have it then.
They never change, so that strength can be measured against them; people are not offered them."""
LONGEST = 40
"""So much of a name that is none is repeated."""


class UnknownBot(TableError):
    """There is no bot of that name."""

    code = "unknown_bot"


def check_bot(name: str) -> str:
    """Give a bot's name back if there is such a bot for people to play with."""
    return check_among(NAMES, name)


def check_player(name: str) -> str:
    """Give a bot's name back if there is such a bot, or was."""
    return check_among((*NAMES, *STANDS_FOR), name)


def check_among(names: Sequence[str], name: str) -> str:
    """Give a name back if it is one of these."""
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownBot(f"there is no bot {name[:LONGEST]!r}{hint}: {', '.join(names)}")
    return name

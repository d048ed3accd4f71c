"""The bots by name: known without the compiler, so that a list of them is there at once."""

from __future__ import annotations

from difflib import get_close_matches

from mousehole.engine.errors import TableError

LEVELS = ("kitten", "housecat", "alley_cat", "tiger")
"""The bots that search, from the weakest to the strongest."""
NAMES = ("random", "greedy", *LEVELS)
LONGEST = 40
"""So much of a name that is none is repeated."""


class UnknownBot(TableError):
    """There is no bot of that name."""

    code = "unknown_bot"


def check_bot(name: str) -> str:
    """Give a bot's name back if there is such a bot."""
    if name not in NAMES:
        near = get_close_matches(name, NAMES, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownBot(f"there is no bot {name[:LONGEST]!r}{hint}: {', '.join(NAMES)}")
    return name

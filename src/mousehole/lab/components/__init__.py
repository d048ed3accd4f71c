"""What of a game's box somebody had or used in a game: cards, rooms, jobs, agendas. Each game's module says.

A game's own module here (of a game from elsewhere: `lab` in its package) may define

    COMPONENTS                       what there is to have
    had(match) -> {(side, name)}     who had or used what in a finished match
    uses(view, seat, action)         the names of the components that a legal action uses, for those who may not
    rounds(match) -> int             how many rounds, or turns, a finished match took; ROUND says what they are called
    starter(match) -> int            the seat that started, in games where that is drawn

and what it does not define is not known of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from mousehole.engine.errors import TableError
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import facts, package_of

LONGEST = 40
"""So much of a name that is none is repeated."""

Had = Callable[[Match], Collection[tuple[int, str]]]
Uses = Callable[[View, int, int], Collection[str]]


class UnknownComponent(TableError):
    """There is no such card, room or job, or nobody could be kept from using it."""

    code = "unknown_component"


@dataclass(frozen=True)
class Component:
    """Something of a game's box that a side can have or use."""

    name: str
    """A code that stays, as it stands in a link."""
    label: str
    kind: str
    """What it is, in a word or two: card played, room looted."""
    side: int | None = None
    """The only side that can have it; None where every seat can."""
    can_do_without: bool = True
    """Whether a player can be kept from using it."""


@dataclass(frozen=True)
class Watching:
    """What can be noticed in a game; None where nothing is known."""

    components: tuple[Component, ...] = ()
    had: Had | None = None
    uses: Uses | None = None
    rounds: Callable[[Match], int] | None = None
    unit: str = "decisions"
    """What a game's length is counted in."""
    starter: Callable[[Match], int] | None = None

    def find(self, name: str) -> Component | None:
        """Look up a component by its name."""
        return next((each for each in self.components if each.name == name), None)


def module_of(game_id: str) -> ModuleType | None:
    """Find the module that knows the box: here for our own games, in its package for a game from elsewhere."""
    names = (f"{__name__}.{game_id}", f"{package_of(game_id)}.lab")
    return next((import_module(name) for name in names if find_spec(name)), None)


@cache
def watching(game_id: str) -> Watching:
    """Say what can be noticed in a game."""
    found = module_of(game_id)
    return Watching(
        getattr(found, "COMPONENTS", ()),
        getattr(found, "had", None),
        getattr(found, "uses", None),
        getattr(found, "rounds", None),
        getattr(found, "ROUND", "decisions"),
        getattr(found, "starter", None),
    )


def check_component(game_id: str, name: str) -> Component:
    """Give a component back if there is one of that name that a player can be kept from using."""
    title, known = facts(game_id).title, watching(game_id)
    names = [each.name for each in known.components if each.can_do_without and known.uses]
    if not names:
        raise UnknownComponent(f"in {title} there is nothing that a player can be kept from using")
    found = known.find(name)
    if found is None or name not in names:
        near = get_close_matches(name, names, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownComponent(f"{title} can be played without one of {', '.join(names)}, not {name[:LONGEST]!r}{hint}")
    return found


def code(label: str) -> str:
    """Write a printed name as a code: "Watch & Learn (charm)" as "watch_learn_charm"."""
    kept = "".join(letter if letter.isalnum() else " " for letter in label.lower().replace("'", ""))
    return "_".join(kept.split())

"""Riddles of Cloaked Cats: which card is certain under a rival's cloak, from masks and answers."""

from __future__ import annotations

from dataclasses import replace

from mousehole.engine.riddle import Candidate, Riddle
from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import ALL_FEATURES, FEATURE_COUNT, FEATURES
from mousehole.games.cloaked_cats.fitting import count_fitting
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import certainties
from mousehole.games.cloaked_cats.view import CloakedCatsView
from mousehole.games.cloaked_cats.words import PLAYERS, members

TELLING = {codes.EVENT_CAT, codes.EVENT_RIGHT, codes.EVENT_WRONG}
"""What says something about cloaks: masks on a cat, and answers."""


def subjects(view: Record, viewer: int) -> list[int]:
    """List the rivals whose cloaks are not all lifted."""
    if view.phase == codes.OVER or viewer < 0:
        return []
    return [player for player in range(view.seats) if view.cloak[player] == HIDDEN]


def covered(view: Record, subject: int) -> tuple[int, int]:
    """Give the covered cards that a rival holds for certain, and those that it may hold."""
    known = int(certainties(view, subject))
    shown = int(view.shown[subject])
    return known & ALL_FEATURES & ~shown, ALL_FEATURES & ~(known >> FEATURE_COUNT) & ~shown


def left(view: Record, viewer: int, subject: int) -> list[int]:
    """List the cards that a rival may still hide: one alone where it is certain."""
    certain, possible = covered(view, subject)
    return members(certain if certain.bit_count() == 1 else possible)


def answer(view: Record, viewer: int, subject: int) -> int | None:
    """Name the covered card that is certain, if there is exactly one."""
    certain, _ = covered(view, subject)
    return members(certain)[0] if certain.bit_count() == 1 else None


def holds(world: Record, subject: int, card: int) -> bool:
    """Tell whether an answer is true in a world."""
    return bool(int(world.cloak[subject]) >> card & 1)


def begins(view: Record, viewer: int, subject: int) -> bool:
    """Everything counts, from the first cat on."""
    return False


def is_spoilt(view: Record, viewer: int, subject: int) -> bool:
    """Rivals keep their seats."""
    return False


def is_about(view: Record, viewer: int, subject: int) -> bool:
    """Tell whether masks were laid or an answer was given."""
    return any(int(kind) in TELLING for kind, *_ in view.events[: view.event_count])


def riddle(view: Record, viewer: int, subject: int) -> Riddle:
    """Ask for the card that is certain."""
    shown = int(view.shown[subject])
    cards = tuple(
        Candidate(card, FEATURES[card], f"square:{subject}_{card}")
        for card in range(FEATURE_COUNT)
        if not shown >> card & 1
    )
    name = PLAYERS[subject]
    if view.covered[subject] == 1:
        return Riddle(f"What is left under {name}'s cloak?", "Name the card", cards)
    return Riddle(f"Which card is certain under {name}'s cloak?", "Name the card", cards)


def given(view: Record, viewer: int, subject: int) -> str:
    """Say what is needed beside the facts: one's own cloak, for no card is there twice."""
    return f"Your own cloak: {listed([FEATURES[card] for card in members(int(view.cloak[viewer]))])}."


def remark(view: Record, viewer: int, subject: int) -> str:
    """Say how many cloaks fit, and what is in all of them."""
    number = int(count_fitting(view, subject))
    certain, possible = covered(view, subject)
    fit = "One cloak fits" if number == 1 else f"{number} cloaks fit"
    if certain:
        return f"{fit},{'' if number == 1 else ' all'} with {listed([FEATURES[card] for card in members(certain)])}."
    few = members(possible)
    return f"{fit}, of {listed([FEATURES[card] for card in few])}." if len(few) <= cloak_size(view) + 2 else f"{fit}."


def veiled(shown: CloakedCatsView) -> CloakedCatsView:
    """Take out of a page's view what the viewer is to work out itself: the notebook has what one sees, no more."""
    return replace(shown, players=[replace(player, notes=player.facts) for player in shown.players])

"""Deductions: what is certain to a seat by what it has seen, and which fact tells what.

A game that has such riddles says so in its room `deducing`: what can be asked, what is left, what is certain. All of it
is read from a seat's views, by the game's own knowledge; nothing here looks at a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType

from mousehole.analysis.evaluating import seed_of
from mousehole.analysis.mining import dealt
from mousehole.analysis.puzzles import DEDUCTION, Puzzle
from mousehole.bots.players import player
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import package_of, room

PLAYERS = (("housecat", "alley_cat"), ("greedy", "housecat"), ("kitten", "alley_cat"))
"""Who plays the games that are mined, in turn."""
LEAST_FACTS, LEAST_LEFT = 2, 3
"""A riddle needs so many facts beside the one it begins with, and leaves so much open on the way."""
GRADES = (3, 4, 6, 8)
"""A riddle with so many facts is harder by one grade each."""


@dataclass(frozen=True)
class Fact:
    """Something that happened, as the asker was told it, and what it leaves open."""

    told: str
    left: tuple[int, ...]
    remark: str
    tells: bool
    """Whether it changes what is left."""


@cache
def riddles_of(game_id: str) -> ModuleType | None:
    """Find the room of a game's riddles; None where it has none."""
    found = find_spec(f"{package_of(game_id)}.deducing")
    return None if found is None else room(game_id, "deducing")


def deductions(game: Game, deal: int) -> Iterator[Puzzle]:
    """Let bots play a deal, and give every moment in which something has just become certain to somebody."""
    riddles = riddles_of(game.facts.id)
    if riddles is None:
        return
    names = PLAYERS[deal % len(PLAYERS)]
    match = dealt(game, deal)
    bots = [player(game, names[(seat + deal) % len(names)]) for seat in range(match.seats)]
    known: set[tuple[int, int]] = set()
    while acting := match.actors():
        seat, number = acting[0], len(match.moves)
        match.step(seat, bots[seat](match.view(seat), seat, seed_of(deal, number, 2)).action)
        for viewer in range(match.seats):
            view = match.state.view(viewer).record
            asked = set(riddles.subjects(view, viewer))
            known = {(one, subject) for one, subject in known if one != viewer or subject in asked}
            for subject in asked:
                answer = riddles.answer(view, viewer, subject)
                if answer is None:
                    known.discard((viewer, subject))
                elif (viewer, subject) not in known:
                    known.add((viewer, subject))
                    found = puzzle_at(match, riddles, viewer, subject, answer)
                    if found is not None:
                        yield found


def puzzle_at(match: Match, riddles: ModuleType, viewer: int, subject: int, answer: int) -> Puzzle | None:
    """Make a puzzle of what has just become certain; None where it was told openly or is too plain."""
    game, view = match.game, match.view(viewer)
    views = [*view.past, view]
    first = beginning(riddles, views, viewer, subject)
    if first is None or first == len(views) - 1:
        return None
    chain = [riddles.left(one.record, viewer, subject) for one in views[first:]]
    steps = sum(after != before for before, after in pairwise(chain))
    if steps < LEAST_FACTS or max(map(len, chain)) < LEAST_LEFT:
        return None
    return Puzzle(
        game=game.facts.id,
        rules=game.facts.rules_version,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        actions=tuple(action for _, action in match.moves),
        seat=viewer,
        best=answer,
        grade=1 + sum(steps >= limit for limit in GRADES),
        reason="",
        kind=DEDUCTION,
        subject=subject,
    )


def beginning(riddles: ModuleType, views: Sequence[View], viewer: int, subject: int) -> int | None:
    """Find the view with which a riddle's facts begin; None where its subject was something else before."""
    for at in range(len(views) - 1, -1, -1):
        record = views[at].record
        if riddles.begins(record, viewer, subject):
            return at
        if riddles.is_spoilt(record, viewer, subject):
            return None
    return 0


def facts_of(match: Match, puzzle: Puzzle) -> list[Fact]:
    """Tell the facts of a deduction in their order, each with what it leaves open."""
    riddles = riddles_of(puzzle.game)
    if riddles is None:
        return []
    viewer, subject = puzzle.seat, puzzle.subject
    view = match.view(viewer)
    views = [*view.past, view]
    first = beginning(riddles, views, viewer, subject) or 0
    before = riddles.left(views[max(first - 1, 0)].record, viewer, subject)
    facts = []
    for at in range(max(first, 1), len(views)):
        record = views[at].record
        left = riddles.left(record, viewer, subject)
        tells = left != before or at == first
        if tells or riddles.is_about(record, viewer, subject):
            told = " ".join(views[at].sentences(views[at - 1]))
            facts.append(Fact(told, tuple(left), riddles.remark(record, viewer, subject) if tells else "", tells))
        before = left
    return facts

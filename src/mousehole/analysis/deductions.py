"""Mining deductions: games of bots are searched for moments in which something has just become certain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

from mousehole.analysis.evaluating import seed_of
from mousehole.analysis.mining import dealt
from mousehole.analysis.puzzles import DEDUCTION, Puzzle
from mousehole.analysis.riddles import beginning, riddles_of
from mousehole.bots.players import player
from mousehole.engine.game import Game
from mousehole.engine.match import Match

PLAYERS = (("housecat", "alley_cat"), ("greedy", "housecat"), ("kitten", "alley_cat"))
"""Who plays the games that are mined, in turn."""
LEAST_FACTS, LEAST_LEFT = 2, 3
"""A riddle needs so many facts beside the one it begins with, and leaves so much open on the way."""
GRADES = (3, 4, 6, 8)
"""A riddle with so many facts is harder by one grade each."""


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

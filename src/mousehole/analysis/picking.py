"""Picking puzzles for the package from all that were mined: different ones, of several grades, nothing plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from mousehole.analysis.mining import with_rival
from mousehole.analysis.puzzles import DEDUCTION, MOVE, WIN, Puzzle
from mousehole.analysis.riddles import facts_of
from mousehole.engine.game import Game

APART = 5
"""Two puzzles of one deal are so many moves apart."""
EACH_DEAL = 5
"""So many of one deal, of each kind."""
MOST_OF_A_GRADE = 0.4
"""No grade has more of the puzzles of a kind, as long as there are others."""
MOST_FACTS = 16
"""A deduction with more facts is work, no riddle."""
UNLIKELY = 0.2
"""Where even the best move wins less often, it does not matter much what one does."""


def picked(game: Game, mined: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Pick so many puzzles at most, as many of each kind where there are enough, the easiest first."""
    found = sorted(set(mined), key=lambda one: (-one.grade, one.seed, len(one.actions), one.seat, one.subject))
    moves = spread([one for one in found if one.kind == MOVE and is_worth_it(one)], count)
    wins = spread([one for one in found if one.kind == WIN], count)
    riddles = spread(distinct(game, [one for one in found if one.kind == DEDUCTION]), count)
    chosen: list[Puzzle] = []
    left = 3
    for pile in sorted((moves, wins, riddles), key=len):
        chosen += pile[: (count - len(chosen)) // left]
        left -= 1
    return [whole(game, one) for one in sorted(chosen, key=lambda one: (one.grade, one.name))]


def whole(game: Game, puzzle: Puzzle) -> Puzzle:
    """Add what a hint needs, where it was not looked for when the puzzle was mined; why it is best is told anew."""
    told = puzzle if puzzle.kind == WIN else replace(puzzle, reason="")
    is_whole = puzzle.kind == DEDUCTION or puzzle.rival >= 0
    return told if is_whole else with_rival(told.match(game), told)


def is_worth_it(puzzle: Puzzle) -> bool:
    """Tell whether a best move decides something."""
    return puzzle.chance >= UNLIKELY


def distinct(game: Game, riddles: list[Puzzle]) -> list[Puzzle]:
    """Keep one of those deductions in which the same is left at every step, and none that goes on for ever."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for one in riddles:
        facts = facts_of(one.match(game), one)
        steps = (one.best, *(fact.left for fact in facts if fact.tells))
        if steps not in seen and len(facts) <= MOST_FACTS:
            seen.add(steps)
            kept.append(one)
    return kept


def spread(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Order puzzles so that the first so many come from many deals and are of all grades."""
    chosen: list[Puzzle] = []
    later: list[Puzzle] = []
    deals: dict[int, list[int]] = {}
    grades: Counter[int] = Counter()
    most = MOST_OF_A_GRADE * count
    for one in puzzles:
        near = deals.setdefault(one.seed, [])
        if len(near) >= EACH_DEAL or any(abs(len(one.actions) - other) < APART for other in near):
            continue
        near.append(len(one.actions))
        (chosen if grades[one.grade] < most else later).append(one)
        grades[one.grade] += 1
    return balanced(chosen) + later


def balanced(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Deal puzzles out by grades in turn, so that any beginning of the list has all of them."""
    piles = [[one for one in puzzles if one.grade == grade] for grade in sorted({one.grade for one in puzzles})]
    found = []
    while any(piles):
        found += [pile.pop(0) for pile in piles if pile]
    return found

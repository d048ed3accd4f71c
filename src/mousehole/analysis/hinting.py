"""What is said of a puzzle: a first help that leaves the answer to find, and in the end why the answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mousehole.analysis.dead_ends import dead_end
from mousehole.analysis.puzzles import DEDUCTION, WIN, Puzzle
from mousehole.analysis.riddles import Fact, facts_of
from mousehole.bots.hints import in_a_hundred
from mousehole.engine.match import Match


@dataclass(frozen=True)
class Help:
    """A hint in words, and what it is about."""

    text: str
    action: int | None = None
    """The move that is struck out."""
    fact: int | None = None
    """The fact to look at: its place among those that are told, the first is 0."""


def help_with(match: Match, puzzle: Puzzle) -> Help:
    """Help with a puzzle whose game has been played to its moment."""
    if puzzle.kind == DEDUCTION:
        at = telling([fact for fact in facts_of(match, puzzle) if fact.told])
        return Help(f"Look at fact {at + 1} again, and at what was left before it: no other rules out more.", fact=at)
    view = match.view(puzzle.seat)
    if lost := dead_end(view, puzzle.rival, puzzle.best):
        why = lost
    elif puzzle.kind == WIN:
        why = "It can lose, or takes longer."
    else:
        why = f"It wins {at_most(puzzle.second, 'or less')}, one move {in_a_hundred(puzzle.chance)}."
    text = f"Strike out what tempts most: {view.move_text(puzzle.rival)}. {why}"
    return Help(text, action=puzzle.rival)


def explanation(match: Match, puzzle: Puzzle) -> str:
    """Say why a move is the answer, in the game's own words; of a deduction every fact says it, so nothing is left."""
    if puzzle.kind == DEDUCTION:
        return ""
    view = match.view(puzzle.seat)
    best, others = in_a_hundred(puzzle.chance), at_most(puzzle.second, "at most")
    ahead = puzzle.reason if puzzle.kind == WIN else f"It wins {best}, any other move {others}."
    return f"{ahead} {view.game.words.remark(view.record, puzzle.seat, puzzle.best)}".strip()


def at_most(chance: float, words: str) -> str:
    """Write a chance that is the most there is, as people say it."""
    said = in_a_hundred(chance)
    return said if said.startswith("less") else f"{said} {words}"


def telling(facts: Sequence[Fact]) -> int:
    """Find the fact that rules out most; of several the first. What is open before the first fact is not known here."""
    lost = [len(before.left) - len(after.left) for before, after in pairwise(facts)]
    return 1 + lost.index(max(lost)) if lost else 0

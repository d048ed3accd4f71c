"""Puzzles as they are put to somebody: the question without its answer, and the verdict on what was answered."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from mousehole.analysis.dead_ends import dead_end
from mousehole.analysis.hinting import explanation, help_with
from mousehole.analysis.puzzles import DEDUCTION, WIN, Puzzle, stored
from mousehole.analysis.riddles import Fact, facts_of, riddles_of
from mousehole.engine.game import Game
from mousehole.engine.riddle import Riddle
from mousehole.games import facts
from mousehole.table import posing
from mousehole.table.errors import BadRequest, NotHere
from mousehole.table.frames import Outgoing

TOLD = 6
"""So many of the last moves are told before a question for a move."""


def shelf(game_id: str) -> dict[str, Any]:
    """List the puzzles of a game by name, grade and kind, the easiest first."""
    known = facts(game_id)
    found = stored(known.id, known.rules_version)
    puzzles = [{"name": one.name, "grade": one.grade, "kind": one.kind} for one in found]
    return {"game": known.id, "title": known.title, "puzzles": puzzles}


class Puzzled:
    """A puzzle whose game is played to its moment."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        """Play the game to the moment."""
        self.puzzle, self.match = puzzle, puzzle.match(game)
        self.view = self.match.view(puzzle.seat)
        self._facts: list[Fact] | None = None

    @property
    def room(self) -> ModuleType:
        """The room of the game's riddles."""
        found = riddles_of(self.puzzle.game)
        if found is None:
            raise NotHere("this game has no riddles")
        return found

    @property
    def riddle(self) -> Riddle | None:
        """The question of a deduction; None for a best move."""
        if self.puzzle.kind != DEDUCTION:
            return None
        found: Riddle = self.room.riddle(self.view.record, self.puzzle.seat, self.puzzle.subject)
        return found

    @property
    def facts(self) -> list[Fact]:
        """What a deduction rests on."""
        if self._facts is None:
            self._facts = facts_of(self.match, self.puzzle)
        return self._facts

    def question(self) -> dict[str, Any]:
        """Ask, as the puzzle's seat sees it: without the answer."""
        puzzle, match, riddle = self.puzzle, self.match, self.riddle
        if riddle is None:
            first = max(0, len(match.moves) - TOLD)
            told = [" ".join(match.told(puzzle.seat, move)) for move in range(first, len(match.moves))]
            posed = posing.posed_move(match, puzzle.seat)
            question = "Which move wins, whatever is drawn?" if puzzle.kind == WIN else "Which move is best?"
            task, given = "Make the move", ""
        else:
            told = [fact.told for fact in self.facts]
            posed = posing.posed_riddle(match, puzzle.seat, riddle, self.room.veiled)
            given = self.room.given(self.view.record, puzzle.seat, puzzle.subject)
            question, task = riddle.question, riddle.task
        return {
            "name": puzzle.name,
            "kind": puzzle.kind,
            "grade": puzzle.grade,
            "question": question,
            "task": task,
            "given": given,
            "told": [sentence for sentence in told if sentence],
            "posed": posed,
        }

    def hint(self) -> dict[str, Any]:
        """Help, without the answer: a tempting move is struck out, or the fact to look at is named."""
        found = help_with(self.match, self.puzzle)
        return {"text": found.text, "action": found.action, "fact": found.fact}

    def verdict(self, action: int | None) -> dict[str, Any]:
        """Say whether an answer is right, what is, and why; without an action somebody asks to be shown."""
        puzzle, riddle, view = self.puzzle, self.riddle, self.view
        allowed = view.legal(puzzle.seat) if riddle is None else [one.code for one in riddle.candidates]
        if action is not None and action not in allowed:
            raise BadRequest("that is no answer to this puzzle")
        if riddle is None:
            text, lines = view.move_text(puzzle.best), list[dict[str, Any]]()
            against = dead_end(view, action, puzzle.best) if action not in {None, puzzle.best} else ""
        else:
            text = next(one.name for one in riddle.candidates if one.code == puzzle.best)
            lines, against = [line_of(fact) for fact in self.facts if fact.told], ""
        return {
            "right": action == puzzle.best,
            "best": puzzle.best,
            "text": text,
            "reason": explanation(self.match, puzzle),
            "against": against,
            "lines": lines,
        }

    def preview(self, action: int) -> Outgoing:
        """Show what a legal move would change at the puzzle's moment."""
        return posing.preview(self.match, self.puzzle.seat, action)


def line_of(fact: Fact) -> dict[str, Any]:
    """Write a fact with what it leaves."""
    return {"told": fact.told, "remark": fact.remark, "left": len(fact.left)}

"""Puzzles: moments of games in which one move is clearly best, with the reason.

A puzzle is a game up to a moment, by its deal and its moves, so that everything else follows by the rules: what the
player sees, what is legal, what was seen before. They lie in `puzzles/<game>.jsonl`, one in a line, in the order in
which they were found; a puzzle for other rules than today's is left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files

from mousehole.analysis.evaluating import Evaluator, Worth, seed_of, weighed
from mousehole.bots.hints import in_a_hundred
from mousehole.bots.levels import settings_of
from mousehole.bots.players import player
from mousehole.engine.game import Game
from mousehole.engine.match import Match, replayed
from mousehole.engine.position import View

AHEAD = 0.15
"""The best move of a puzzle wins so much more often than any other."""
DEEP = 10
"""Ten trees of the tiger's length look at each move that could be best."""
RIVALS = 3
GLANCE = 500
"""So many iterations tell whether a moment is worth a closer look."""
SURELY = 2.0
GRADES = (30, 100, 300, 1000)
"""Iterations of a search that finds the best move: a puzzle has grade 1 if the first number is enough, else 2 ..."""
TRIALS, ENOUGH = 5, 4
"""A search finds a move if so many of so many do."""
MINERS = ("housecat", "alley_cat")


@dataclass(frozen=True)
class Puzzle:
    """A moment in which one move is clearly best."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    options: tuple[int, ...]
    seed: int
    moves: tuple[tuple[int, int], ...]
    """What was played before: seats and actions."""
    seat: int
    """Who is to move."""
    best: int
    chance: float
    """How likely the best move wins, from what the seat knows."""
    second: float
    """How likely the next best move wins."""
    grade: int
    """How hard it is, from 1 to 5: by how long a search must look to find the move."""
    reason: str

    def match(self, game: Game) -> Match:
        """Play the game to the moment."""
        return replayed(game, self.seats, self.options, self.seed, self.moves)

    def line(self) -> str:
        """Write the puzzle in one line."""
        return json.dumps(asdict(self), separators=(",", ":"))


def read_line(line: str) -> Puzzle:
    """Read a puzzle from its line."""
    found = json.loads(line)
    found["options"] = tuple(found["options"])
    found["moves"] = tuple((seat, action) for seat, action in found["moves"])
    return Puzzle(**found)


def puzzles_of(game: Game) -> list[Puzzle]:
    """Read the puzzles of a game that are in the package, those for its present rules."""
    stored = files("mousehole.analysis").joinpath("puzzles", f"{game.facts.id}.jsonl")
    lines = stored.read_text("utf-8").splitlines() if stored.is_file() else []
    return [puzzle for puzzle in map(read_line, lines) if puzzle.rules == game.facts.rules_version]


def mined(game: Game, deal: int) -> Iterator[Puzzle]:
    """Let bots play a deal at the usual table, and give the puzzles found on the way."""
    match = Match.start(game, seed=deal)
    bots = [player(game, MINERS[(seat + deal) % len(MINERS)]) for seat in range(match.seats)]
    while acting := match.actors():
        seat, number = acting[0], len(match.moves)
        view = match.view(seat)
        found = examined(view, seed_of(deal, number)) if len(view.legal(seat)) > 1 else None
        if found is not None:
            best, chance, second = found
            yield Puzzle(
                game=game.facts.id,
                rules=game.facts.rules_version,
                seats=match.seats,
                options=match.options,
                seed=deal,
                moves=tuple(match.moves),
                seat=seat,
                best=best,
                chance=round(chance, 3),
                second=round(second, 3),
                grade=grade_of(view, best, seed_of(deal, number, 1)),
                reason=explanation(view, best, chance, second),
            )
        match.step(seat, bots[seat](view, seat, seed_of(deal, number, 2)).action)


def hardest(game: Game, deal: int) -> Puzzle | None:
    """Give the hardest puzzle of a deal: one of each, so that they are not all alike."""
    return max(mined(game, deal), key=lambda puzzle: puzzle.grade, default=None)


def examined(view: View, seed: int) -> tuple[int, float, float] | None:
    """Find the one best move of a view and how likely it and the next best win; None where none is clearly best."""
    seat, legal = view.viewer, view.legal(view.viewer)
    evaluator = Evaluator(view, seat, seed)
    glance = evaluator.survey(legal, GLANCE)
    order = sorted(legal, key=lambda action: -glance[action])
    if glance[order[0]] - glance[order[1]] < AHEAD:
        return None
    length = settings_of(view.game.facts.id, "tiger").iterations
    worths = [searched_deep(evaluator, action, length) for action in order[:RIVALS]]
    first, second = sorted(worths, key=lambda worth: -worth.chance)[:2]
    doubt = math.hypot(first.doubt, second.doubt)
    others = max([second.chance, *(glance[action] for action in order[RIVALS:])])
    if first.chance - others < AHEAD or first.chance - second.chance - AHEAD < SURELY * doubt:
        return None
    return first.action, first.chance, others


def searched_deep(evaluator: Evaluator, action: int, length: int) -> Worth:
    """Look at one move ten times as long as the tiger looks at all."""
    trees = (evaluator.compare([action], length, number) for number in range(DEEP))
    return weighed(action, [evaluator.chance(found[0].worth) for found in trees])


def grade_of(view: View, best: int, seed: int) -> int:
    """Grade a puzzle by how many iterations a search needs to find its move."""
    evaluator, legal = Evaluator(view, view.viewer, seed), view.legal(view.viewer)
    for grade, iterations in enumerate(GRADES, 1):
        tried = [evaluator.compare(legal, max(iterations, len(legal)), grade * TRIALS + k) for k in range(TRIALS)]
        hits = sum(max(found, key=lambda one: (one.visits, one.worth)).action == best for found in tried)
        if hits >= ENOUGH:
            return grade
    return len(GRADES) + 1


def explanation(view: View, best: int, chance: float, second: float) -> str:
    """Say how far the best move is ahead, and what speaks for it."""
    remark = view.game.words.remark(view.record, view.viewer, best)
    ahead = f"It wins {in_a_hundred(chance)}, any other move {in_a_hundred(second)} at most."
    return f"{ahead} {remark}".strip()


def chosen(puzzles: Sequence[Puzzle], solved: set[str]) -> Puzzle | None:
    """Choose what to solve next: the easiest that is not solved yet."""
    left = [puzzle for puzzle in puzzles if name_of(puzzle) not in solved]
    return min(left, key=lambda puzzle: puzzle.grade, default=None)


def name_of(puzzle: Puzzle) -> str:
    """Name a puzzle, to remember that it is solved."""
    return f"{puzzle.game} {puzzle.rules} {puzzle.seed} {len(puzzle.moves)}"

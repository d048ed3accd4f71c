"""Mining puzzles with one best move: games of bots are searched for moments in which one move is clearly ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mousehole.analysis.evaluating import Worth, seed_of, weighed
from mousehole.analysis.growing import Evaluator
from mousehole.analysis.puzzles import Puzzle
from mousehole.bots.levels import settings_of
from mousehole.bots.players import player
from mousehole.engine.errors import BadOption
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import View

AHEAD = 0.15
"""The best move of a puzzle wins so much more often than any other."""
DEEP = 10
"""Ten trees of the tiger's length look at each move that could be best."""
FIRST = 3
"""After so many of these it is left alone if it is hopeless."""
FIRST_LOOKS = ((0.25, 0.05), (1.0, 0.1), (1.0, 0.1))
"""A moment is left alone at once if one of these searches, of such a part of a glance, sees no lead like this."""
RIVALS = 3
GLANCE = 500
"""So many iterations tell whether a moment is worth a closer look."""
PER_MOVE = 5
"""A glance looks at every move so many times at least, if each were looked at alike."""
SURELY = 2.0
LEAST = 3
"""With fewer legal moves there is nothing to find."""
GRADES = (1, 3, 10, 30)
"""So many looks at each legal move find the best one: a puzzle has grade 1 if the first number is enough, else 2 ..."""
TRIALS, ENOUGH = 10, 8
"""A search finds a move if so many of so many do."""
MINERS = ("housecat", "alley_cat")


def dealt(game: Game, deal: int) -> Match:
    """Lay a table for a deal: numbers of seats and plain options in turn, so that puzzles differ; no house rules."""
    known = game.facts
    seats = known.min_seats + deal % (known.max_seats - known.min_seats + 1)
    plain = [option for option in known.options if not option.is_house and option.choices]
    options = {option.name: deal // (1 + at) % len(option.choices) for at, option in enumerate(plain)}
    try:
        return Match.start(game, seats=seats, options=options, seed=deal)
    except BadOption:  # these do not go together
        return Match.start(game, seats=seats, seed=deal)


def mined(game: Game, deal: int) -> Iterator[Puzzle]:
    """Let bots play a deal, and give the puzzles found on the way."""
    match = dealt(game, deal)
    bots = [player(game, MINERS[(seat + deal) % len(MINERS)]) for seat in range(match.seats)]
    while acting := match.actors():
        seat, number = acting[0], len(match.moves)
        view = match.view(seat)
        found = examined(view, seed_of(deal, number)) if len(view.legal(seat)) >= LEAST else None
        if found is not None:
            best, chance, second = found
            puzzle = Puzzle(
                game=game.facts.id,
                rules=game.facts.rules_version,
                seats=match.seats,
                options=match.options,
                seed=deal,
                actions=tuple(action for _, action in match.moves),
                seat=seat,
                best=best,
                chance=round(chance, 3),
                second=round(second, 3),
                grade=grade_of(view, best, seed_of(deal, number, 1)),
                reason="",
            )
            yield with_rival(match, puzzle)
        match.step(seat, bots[seat](view, seat, seed_of(deal, number, 2)).action)


def examined(view: View, seed: int) -> tuple[int, float, float] | None:
    """Find the one best move of a view and how likely it and the next best win; None where none is clearly best."""
    legal = view.legal(view.viewer)
    evaluator = Evaluator(view, seed)
    short = glance_at(legal)
    for number, (part, hopeless) in enumerate(FIRST_LOOKS):
        found = evaluator.compare(legal, int(part * short), number)
        if lead_of({one.action: evaluator.chance(one.worth) for one in found}) < hopeless:
            return None
    glance = evaluator.survey(legal, short)
    if lead_of(glance) < AHEAD:
        return None
    order = sorted(legal, key=lambda action: -glance[action])
    length = settings_of(view.game.facts.id, "tiger").iterations
    if lead_of({action: searched(evaluator, action, length, FIRST).chance for action in order[:RIVALS]}) < AHEAD / 2:
        return None
    worths = [searched(evaluator, action, length, DEEP) for action in order[:RIVALS]]
    first, second = sorted(worths, key=lambda worth: -worth.chance)[:2]
    doubt = math.hypot(first.doubt, second.doubt)
    others = max([second.chance, *(glance[action] for action in order[RIVALS:])])
    if first.chance - others < AHEAD or first.chance - second.chance - AHEAD < SURELY * doubt:
        return None
    return first.action, first.chance, others


def with_rival(match: Match, puzzle: Puzzle) -> Puzzle:
    """Note which of the other moves looks best at a glance, for the hint; the game stands at the puzzle's moment."""
    view = match.view(puzzle.seat)
    others = [action for action in view.legal(puzzle.seat) if action != puzzle.best]
    found = Evaluator(view, seed_of(puzzle.seed, len(puzzle.actions), 3)).compare(others, glance_at(others))
    return replace(puzzle, rival=max(found, key=lambda one: (one.visits, one.worth)).action)


def glance_at(actions: Sequence[int]) -> int:
    """Say how many iterations a glance at some moves takes."""
    return max(GLANCE, PER_MOVE * len(actions))


def lead_of(chances: dict[int, float]) -> float:
    """Say how far the best is ahead of the second best."""
    first, second = sorted(chances.values(), reverse=True)[:2]
    return first - second


def searched(evaluator: Evaluator, action: int, length: int, trees: int) -> Worth:
    """Look at one move by so many trees, each as long as the tiger looks at all moves."""
    found = (evaluator.compare([action], length, number) for number in range(trees))
    return weighed(action, [evaluator.chance(one[0].worth) for one in found])


def grade_of(view: View, best: int, seed: int) -> int:
    """Grade a puzzle by how many iterations a search needs to find its move."""
    evaluator, legal = Evaluator(view, seed), view.legal(view.viewer)
    for grade, looks in enumerate(GRADES, 1):
        tried = [evaluator.compare(legal, looks * len(legal), grade * TRIALS + k) for k in range(TRIALS)]
        hits = sum(max(found, key=lambda one: (one.visits, one.worth)).action == best for found in tried)
        if hits >= ENOUGH:
            return grade
    return len(GRADES) + 1

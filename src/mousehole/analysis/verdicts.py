"""A verdict on one decision: what could be done, what it was worth by what the seat knew then, and why."""

from __future__ import annotations

from dataclasses import dataclass

from mousehole.analysis.evaluating import Evaluator, Worth
from mousehole.analysis.labels import BEST, counted, is_near_a_threshold, label_of
from mousehole.bots.hints import in_a_hundred, sure_guesses
from mousehole.engine.position import View

LOOKS = 3
"""Two moves are compared so many times at most, with twice the iterations each time."""


@dataclass(frozen=True)
class MoveChance:
    """A legal move, and the chance to win with it as the seat could see it then."""

    action: int
    text: str
    """The move, as a button would say it."""
    chance: float


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one decision."""

    move: int
    """The number of the move in the match; the first is 0."""
    seat: int
    action: int
    text: str
    """The move that was played, as a button would say it."""
    chance: float
    """The chance to win with it, from what the seat knew then."""
    best: int
    best_text: str
    best_chance: float
    """The chance to win with the best move; that of the move played where nothing better is known for certain."""
    loss: float
    """What the move lost of the chance to win, from 0 to 1; 0 where the search cannot tell it from the best."""
    label: str
    reason: str
    chances: tuple[MoveChance, ...]
    """Every legal move, the best one first."""
    doubt: float
    """How far the loss may be off: one standard error of the search."""

    @property
    def points(self) -> int:
        """The loss in whole points of a hundred."""
        return round(100 * self.loss)


def judged(view: View, move: int, action: int, iterations: int, seed: int) -> Verdict | None:
    """Judge a decision from the view it was made with; None where there was nothing to decide."""
    seat = view.viewer
    legal = view.legal(seat)
    if len(legal) == 1:
        return None
    evaluator = Evaluator(view, seat, seed)
    found = evaluator.compare(legal, iterations)
    best = max(found.values(), key=lambda worth: worth.chance - worth.doubt).action
    loss = doubt = 0.0
    if best != action:
        found[best], found[action] = settled(evaluator, best, action, iterations)
        doubt = (found[best].doubt ** 2 + found[action].doubt ** 2) ** 0.5
        loss = counted(found[best].chance - found[action].chance, doubt)
    if loss == 0.0:
        best = action
    top = found[best].chance
    chances = {one: min(found[one].chance if one in found else 0.0, top) for one in legal}
    order = sorted(legal, key=lambda one: (-chances[one], one != best, one))
    return Verdict(
        move=move,
        seat=seat,
        action=action,
        text=view.move_text(action),
        chance=chances[action],
        best=best,
        best_text=view.move_text(best),
        best_chance=top,
        loss=loss,
        label=label_of(loss),
        reason=reason(view, action, best, top, label_of(loss)),
        chances=tuple(MoveChance(one, view.move_text(one), chances[one]) for one in order),
        doubt=doubt,
    )


def settled(evaluator: Evaluator, best: int, action: int, iterations: int) -> tuple[Worth, Worth]:
    """Compare two moves by searches of the same length, and longer ones while the doubt could change the label."""
    for look in range(LOOKS):
        length = iterations << look >> 1
        first, second = (evaluator.compare([one], length, look + 1)[one] for one in (best, action))
        loss, doubt = first.chance - second.chance, (first.doubt**2 + second.doubt**2) ** 0.5
        if not is_near_a_threshold(loss, doubt):
            break
    return first, second


def reason(view: View, action: int, best: int, chance: float, label: str) -> str:
    """Say why in words, from what the seat could know; the facts are the game's own."""
    game, seat = view.game, view.viewer
    sure = sure_guesses(game, view, seat)
    remark = game.words.remark(view.record, seat, best)
    if label == BEST or best == action:
        known = f"It was certain that {sure[action]}." if action in sure else ""
        return " ".join(part for part in (known, remark) if part)
    better = f"Better: {view.move_text(best)}, {in_a_hundred(chance)}."
    known = f"It was certain that {sure[best]}." if best in sure else ""
    return " ".join(part for part in (better, known, remark) if part)

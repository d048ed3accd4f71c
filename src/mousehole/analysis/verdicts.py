"""A verdict on one decision: what could be done, what it was worth by what the seat knew then, and why."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mousehole.analysis.dead_ends import dead_end
from mousehole.analysis.evaluating import Trees, closer, samples_of, survey, surveyed, together, weighed
from mousehole.analysis.labels import BEST, counted, is_settled, label_of
from mousehole.bots.hints import in_a_hundred, sure_guesses
from mousehole.bots.thinking import Finding
from mousehole.engine.position import View

Wanted = TypeVar("Wanted")
LOOKS = 12
"""Two moves are compared so many times at most."""
RIVALS = 2
"""So many other moves are looked at closely."""


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
    kind: str = ""
    """What was to be decided: the phase of the game, as its pages name it."""
    touches: tuple[str, ...] = ()
    """The things on the board that the move played is about."""
    best_touches: tuple[str, ...] = ()
    """Those that the best one is about."""

    @property
    def points(self) -> int:
        """The loss in whole points of a hundred."""
        return round(100 * self.loss)


Searching = Generator[Trees, Sequence[Sequence[Finding]], Wanted]
"""Something that is found out by asking for trees."""


def judging(view: View, move: int, action: int, iterations: int, seed: int) -> Searching[Verdict | None]:
    """Judge a decision from the view it was made with; None where there was nothing to decide."""
    seat = view.viewer
    legal = view.legal(seat)
    if len(legal) == 1:
        return None
    chances, best, doubt = yield from comparing(view, legal, action, iterations, seed)
    loss = counted(chances[best] - chances[action], doubt)
    if loss == 0.0:
        best = action
    top = chances[best]
    chances = {one: min(chance, top) for one, chance in chances.items()}
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
        kind=str(getattr(view.game.picture.show(view.record, seat), "phase", "")),
        touches=tuple(view.game.picture.touches(view.record, seat, action)),
        best_touches=tuple(view.game.picture.touches(view.record, seat, best)),
    )


def comparing(
    view: View, legal: Sequence[int], action: int, iterations: int, seed: int
) -> Searching[tuple[dict[int, float], int, float]]:
    """Find how likely each legal move wins, the best of those not played, and the doubt about how it compares.

    The move that was played and its foremost rivals are looked at alone, by the same number of trees each; the best
    rival and it by more and more, while the doubt could still change what the move is called.
    """
    chances = surveyed(view, (yield survey(view, legal, iterations, seed)))
    rivals = sorted((one for one in legal if one != action), key=lambda one: (-chances[one], one))[:RIVALS]
    samples: dict[int, list[float]] = {one: [] for one in (action, *rivals)}
    for look in range(LOOKS):
        wanted = (action, *rivals)
        found = yield closer(view, wanted, iterations, seed, look)
        for one, more in zip(wanted, samples_of(view, found, len(wanted)), strict=True):
            samples[one] += more
        worths = {one: weighed(one, samples[one]) for one in wanted}
        chances.update({one: worth.chance for one, worth in worths.items()})
        rivals = [max(rivals, key=lambda one: chances[one])]
        doubt = together(worths[action].doubt, worths[rivals[0]].doubt)
        if is_settled(chances[rivals[0]] - chances[action], doubt):
            break
    return chances, rivals[0], doubt


def reason(view: View, action: int, best: int, chance: float, label: str) -> str:
    """Say why in words, from what the seat could know; the facts are the game's own."""
    game, seat = view.game, view.viewer
    sure = sure_guesses(game, view, seat)
    lost = dead_end(view, action, best)
    remark = "" if lost else game.words.remark(view.record, seat, best)
    if label == BEST or best == action:
        known = f"It was certain that {sure[action]}." if action in sure else ""
        return " ".join(part for part in (lost, known or remark) if part)
    better = f"Better: {view.move_text(best)}, {in_a_hundred(chance)}."
    known = f"It was certain that {sure[best]}." if best in sure else ""
    return " ".join(part for part in (lost, better, known or remark) if part)

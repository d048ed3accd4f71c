"""Hints: the move the strongest bot would make, how it sees the chances, and why, from one seat's view only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from mousehole.bots import knowledge
from mousehole.bots.chances import shown_chance, uncorrected
from mousehole.bots.names import STRONGEST
from mousehole.bots.players import think_for_people
from mousehole.bots.thinking import Thought, memory_of
from mousehole.engine.game import Game
from mousehole.engine.playout import play_out
from mousehole.engine.position import Position, View
from mousehole.engine.record import new_records
from mousehole.engine.rule import Record

WORLDS = 400
"""A belief is read off so many worlds that fit the view."""


TRIALS = 100
"""How often a lost position is played out after each move, to see which one scores most."""
HOPELESS = 0.005
"""A chance below this is none."""
MARGIN = 0.04
"""What is certain is advised although something else seems better by this much: a search is never that sure."""


@dataclass(frozen=True)
class Hint:
    """What the strongest bot would do."""

    adviser: str
    """Who says so."""
    action: int
    text: str
    """The move, as a button would say it."""
    chance: float | None
    """How it sees the chance to win, from 0 to 1; None where it made the move without weighing it against others."""
    odds: str
    """The same as a sentence that says whose chance of what; empty where there is none."""
    reason: str
    """What speaks for it, in a few words; may be empty."""

    def sentences(self) -> str:
        """Say it all."""
        choice = f"The {self.adviser.replace('_', ' ')} would choose: {self.text}."
        return " ".join(part for part in (choice, self.odds, self.reason) if part)


def in_a_hundred(chance: float) -> str:
    """Write a chance as people count it; what was only searched is never said to be certain."""
    number = round(100 * chance)
    return "less than 1 in 100" if number < 1 else "more than 99 in 100" if number > 99 else f"about {number} in 100"


def hint(game: Game, view: View, seat: int, seed: int) -> Hint:
    """Find out what the strongest bot would do."""
    return explained(game, view, seat, seed, *think_for_people(STRONGEST, game, view, seat, seed))


def explained(game: Game, view: View, seat: int, seed: int, adviser: str, thought: Thought) -> Hint:
    """Put an adviser's thought into words."""
    if not thought.findings:
        is_forced = len(view.legal(seat)) == 1
        why = "There is nothing else to do." if is_forced else game.words.remark(view.record, seat, thought.action)
        return Hint(adviser, thought.action, view.move_text(thought.action), None, "", why)
    shown = uncorrected if view.has_house_rules else shown_chance
    chances = {found.action: shown(game, view.seats, seat, found.worth) for found in thought.findings}
    action, reason = advised(game, view, seat, thought.action, chances, seed)
    is_team = sum(game.facts.side_of(other) == game.facts.side_of(seat) for other in range(view.seats)) > 1
    chance = chances.get(action, chances[thought.action])
    whose = "Your side's" if is_team else "Your"
    unchecked = ", by a search that was never checked against games with these house rules"
    odds = f"{whose} chance to win: {in_a_hundred(chance)}{unchecked if view.has_house_rules else ''}."
    text = view.move_text(action)
    return Hint(adviser, action, text, chance, odds, reason or game.words.remark(view.record, seat, action))


def advised(game: Game, view: View, seat: int, wanted: int, chances: Mapping[int, float], seed: int) -> tuple[int, str]:
    """Choose what to advise: what scores most where all is lost, else what is certain, or a reason why not."""
    if hasattr(game.rules, "points") and max(chances.values()) < HOPELESS:
        best = most_points(game, view, seat, sorted(chances), seed)
        return best, f"Every move seems to lose; this one scores most. {game.words.remark(view.record, seat, best)}"
    sure = sure_guesses(game, view, seat)
    if not sure or wanted in sure:
        return wanted, ""
    best = max(sure, key=lambda action: chances.get(action, 1.0))
    if chances.get(best, 1.0) >= chances[wanted] - MARGIN:
        return best, ""
    then = in_a_hundred(chances[best])
    return wanted, f"It is certain that {sure[best]}, but if you act on it now your chance to win is {then}."


def sure_guesses(game: Game, view: View, seat: int) -> dict[int, str]:
    """List the guesses that cannot be wrong, each with what it claims, in games where one guesses."""
    claim = getattr(game.words, "sure_claim", None)
    if claim is None:
        return {}
    return {action: said for action in view.legal(seat) if (said := claim(view.record, seat, action))}


def most_points(game: Game, view: View, seat: int, actions: Sequence[int], seed: int) -> int:
    """Find the move that scores most when all play on at random, in the same worlds for every move."""
    totals = dict.fromkeys(actions, 0)
    buffer, chance = np.zeros(game.facts.max_actions, np.int32), np.zeros(1, np.uint64)
    for trial, world in enumerate(islice(view.worlds(seat, seed), TRIALS)):
        for action in actions:
            after = world.after(seat, action)
            chance[0] = trial
            play_out(after.record, chance, buffer)
            totals[action] += (after.points() or ())[seat]
    return max(actions, key=lambda action: totals[action])


def belief(game: Game, view: View, seat: int, seed: int) -> dict[str, float]:
    """Tell how likely each hidden fact is that the picture names: its share of worlds as bots believe in them."""
    whereabouts = getattr(game.picture, "whereabouts", None)
    if whereabouts is None:
        return {}
    return shares_of(islice(believed(game, view, seat, seed), WORLDS), lambda world: whereabouts(world, seat))


def shares_of(worlds: Iterable[tuple[Position, float]], facts: Callable[[Record], list[str]]) -> dict[str, float]:
    """Tell how much of the weight of some worlds each fact has."""
    shares, total = dict[str, float](), 0.0
    for world, weight in worlds:
        total += weight
        for fact in facts(world.record):
            shares[fact] = shares.get(fact, 0.0) + weight
    return {fact: share / total for fact, share in sorted(shares.items()) if share > 0.0}


def supposed(game: Game, view: View, seat: int, seed: int) -> dict[str, float]:
    """Tell what a seat could believe of everything hidden that the picture can show.

    That is the belief of bots, and in games without one the share of worlds that fit what the seat has seen: cloaks
    that fit every mask and answer, hands and bets as plausible as they look.
    """
    facts = getattr(game.picture, "suppositions", None)
    if facts is None:
        return belief(game, view, seat, seed)
    return shares_of(islice(weighed(game, view, seat, seed), WORLDS), lambda world: facts(world, seat))


def believed(game: Game, view: View, seat: int, seed: int) -> Iterator[tuple[Position, float]]:
    """Draw worlds with their weights: as the seat imagines them after all it has seen, or any that fit its view."""
    if knowledge.has_memory(game.facts.id):
        memory, rng = memory_of(game, view, seat), np.array([seed % 2**64], np.uint64)
        while True:
            world = Position(game, bytearray(view.data))
            knowledge.imagine_one(world.record, seat, rng, memory)
            yield world, 1.0
    yield from weighed(game, view, seat, seed)


def weighed(game: Game, view: View, seat: int, seed: int) -> Iterator[tuple[Position, float]]:
    """Draw worlds that fit a view, each with how plausible it is."""
    trials = new_records(game.rules.State, knowledge.TRIALS)
    for world in view.worlds(seat, seed):
        yield world, float(knowledge.weigh(world.record, seat, trials, knowledge.PRESENT))

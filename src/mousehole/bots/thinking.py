"""Thinking about a view: run the search with a budget of iterations or time, and choose a move from what it found."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from mousehole.bots.deciding import FIRST_LOOK, LOOKS, NEVER, choose, deliberate, is_settled
from mousehole.bots.knowledge import NEWEST, PRESENT, about, has_memory, remember_all
from mousehole.bots.search import DEEPEST, RECORDS, ROOT
from mousehole.bots.tree import Tree
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.engine.record import new_records
from mousehole.engine.rule import Numbers, Record

SEED_STEP = 0x9E3779B97F4A7C15
CROWD = 4
"""From so many players on it is a crowd, unless a level has another number."""
ASIDE = 0xFFFFFFFFFFFFFFFF
"""What turns the seed of a search into that of the choice after it, which has chance of its own."""


@dataclass(frozen=True)
class Settings:
    """How a search thinks."""

    iterations: int
    seconds: float | None = None
    """Stop at this time, if the iterations are not done by then."""
    exploration: float = 0.7
    scouting: float = 0.0
    """Above 0: how much it explores among the moves at hand, instead; each must be tried for long to show its worth
    where all depends on how one goes on."""
    widening: float = 0.0
    """Above 0: of a position's moves, the best first as the game's module has them, only this many more count with
    the root of its visits; 0: all of them, in any order."""
    horizon: int = 10_000
    """After so many decisions of a playout a position is judged, as soon as it can be."""
    reuse: int = 4
    """Iterations that share a world; its chance is new each time."""
    tries: int = 1
    """Worlds drawn for each one kept, by plausibility."""
    margin: float = 0.02
    """Moves this near to the best are as good as it: one of them is chosen at random, by how much they were tried."""
    is_hasty: bool = False
    """Whether it also considers, in the decision at hand, what tempts the hasty."""
    stops: bool = False
    """Whether it plays on from a position that is met for the first time, instead of trying any of its moves."""
    trust: float = 0.0
    """How much the judgement of a position as it stands counts; the rest is what playing on from there comes to."""
    edition: int = PRESENT
    """Which edition of what is known about the game it goes by."""
    does_remember: bool = False
    """Whether it makes use of what its seat has seen before, in games where something is known about that."""
    has_net: bool = False
    """Whether the net of the game guides it; then nothing is played to the end."""
    is_former: bool = False
    """Whether it draws among near moves as the first release did, by a generator that no browser has."""
    threads: int = 1
    crowd: Settings | None = None
    """How it thinks instead with so many players as make a crowd."""
    crowd_from: int = CROWD
    """From how many players on it is a crowd."""

    def among(self, view: View) -> Settings:
        """Say how it thinks at the table of a view."""
        return self if self.crowd is None or view.seats < self.crowd_from else self.crowd


@dataclass(frozen=True)
class Finding:
    """What a search found out about one of its own moves."""

    action: int
    visits: int
    worth: float
    """The mean payoff, from -1 to 1."""


@dataclass(frozen=True)
class Thought:
    """A move, and what it rests on."""

    action: int
    findings: tuple[Finding, ...] = field(default=())
    iterations: int = 0

    @property
    def worth(self) -> float:
        """The mean payoff of the chosen move; 0 where nothing was searched."""
        return next((found.worth for found in self.findings if found.action == self.action), 0.0)


class Desk:
    """The records and the tree one thread of search works with."""

    def __init__(
        self, game: Game, view: View, seat: int, seed: int, settings: Settings, memory: Numbers | None = None
    ) -> None:
        """Lay out everything for a search from a view."""
        self.seat, self.settings = seat, settings
        self.memory = np.zeros(0) if memory is None else memory
        self.states = new_records(game.rules.State, RECORDS)
        self.raw = self.states.view(np.ndarray).view(np.uint64).reshape(RECORDS, -1)
        self.raw[ROOT] = np.frombuffer(view.data, np.uint64)
        self.buffer = np.zeros(2 * game.facts.max_actions, np.int32)
        self.out = np.zeros(2 * game.facts.max_seats, np.float64)
        self.path = np.zeros(2 * DEEPEST, np.int32)
        self.rng = np.array([seed % 2**64], np.uint64)
        self.tree = Tree.room_for(settings.iterations, game.facts.max_actions)
        self.done = 0

    def run(self, iterations: int, look: int = NEVER) -> None:
        """Search on for so many iterations; stop earlier if it is settled at one of the looks, made every so often."""
        s, t = self.settings, self.tree
        self.done += deliberate(
            self.states, self.raw, self.seat, iterations, look, s.reuse, s.tries, s.exploration, s.scouting, s.widening,
            s.horizon, int(s.is_hasty), int(s.stops), s.trust, s.edition, int(len(self.memory) > 0), self.memory,
            self.rng, self.buffer, self.out, self.path, t.slots, t.keys, t.first, t.met, t.action, t.visits, t.begun,
            t.total, t.mean, t.doubt, t.counts,
        )  # fmt: skip

    def findings(self) -> list[Finding]:
        """Read the statistics of the root's moves."""
        t = self.tree
        tried = (edge for edge in range(t.first[0], t.first[1]) if t.visits[edge])
        return [
            Finding(int(t.action[edge]), int(t.visits[edge]), float(t.total[edge]) / int(t.visits[edge]))
            for edge in tried
        ]

    def think(self, iterations: int, until: float | None) -> None:
        """Spend a budget; stop early when the leader is out of reach or the time is up."""
        if until is None:
            self.run(iterations, max(FIRST_LOOK, iterations // LOOKS))
            return
        look = FIRST_LOOK
        while self.done < iterations:
            begun = time.perf_counter()
            self.run(min(look, iterations - self.done))
            now = time.perf_counter()
            if now + (now - begun) / 2 >= until:
                return
            look = max(1, int(look * min(2.0, 0.25 * (until - now) / max(now - begun, 1e-6))))
            if is_settled(iterations - self.done, self.tree.first, self.tree.visits):
                return


def memory_of(game: Game, view: View, seat: int, edition: int = NEWEST) -> Numbers:
    """Fill a seat's memory from what it has seen so far; nothing where nothing is known about remembering."""
    if not has_memory(game.facts.id):
        return np.zeros(0)
    memory = np.zeros(about(game.facts.id).MEMORY)
    remember_all(laid_out(game, (*view.past.frames, bytes(view.data))), seat, memory, edition)
    return memory


def laid_out(game: Game, frames: Sequence[bytes]) -> Record:
    """Lay views out as records, one behind the other."""
    views = new_records(game.rules.State, len(frames))
    views.view(np.ndarray).view(np.uint8).reshape(-1)[:] = np.frombuffer(b"".join(frames), np.uint8)
    return views


def think(game: Game, view: View, seat: int, seed: int, settings: Settings, memory: Numbers | None = None) -> Thought:
    """Think about a view and choose a move: of view, seat, seed and settings alone (but for time budgets).

    Whoever remembers in some other way than the game's module gives the memory as well.
    """
    legal = view.legal(seat)
    if len(legal) == 1:
        return Thought(legal[0])
    settings = settings.among(view)
    until = None if settings.seconds is None else time.perf_counter() + settings.seconds
    if memory is None and settings.does_remember:
        memory = memory_of(game, view, seat, settings.edition)
    share = replace(settings, iterations=-(-settings.iterations // settings.threads))
    desk = desk_of(settings)
    desks = [desk(game, view, seat, seed + i * SEED_STEP, share, memory) for i in range(settings.threads)]
    if len(desks) == 1:
        desks[0].think(share.iterations, until)
    else:
        with ThreadPoolExecutor(len(desks)) as threads:
            list(threads.map(lambda desk: desk.think(share.iterations, until), desks))
    findings = desks[0].findings() if len(desks) == 1 else pooled([desk.findings() for desk in desks])
    draw = chosen_as_before if settings.is_former else chosen
    return Thought(draw(findings, settings.margin, seed), tuple(findings), sum(desk.done for desk in desks))


def desk_of(settings: Settings) -> type[Desk]:
    """Choose where to think: with a net, or without."""
    if not settings.has_net:
        return Desk
    from mousehole.bots.insight import NetDesk  # noqa: PLC0415  # it is a desk, too, and few need a net

    return NetDesk


def pooled(lists: Sequence[Sequence[Finding]]) -> list[Finding]:
    """Add up what several threads found."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for found in (finding for findings in lists for finding in findings):
        visits[found.action] = visits.get(found.action, 0) + found.visits
        totals[found.action] = totals.get(found.action, 0.0) + found.worth * found.visits
    return [Finding(action, n, totals[action] / n if n else 0.0) for action, n in sorted(visits.items())]


def chosen(findings: Sequence[Finding], margin: float, seed: int) -> int:
    """Choose the most tried move, or one that is nearly as good: so that nobody reads the bot like a book."""
    return int(
        choose(
            np.array([found.action for found in findings], np.int32),
            np.array([found.visits for found in findings], np.int32),
            np.array([found.worth for found in findings], np.float64),
            margin,
            np.array([seed % 2**64 ^ ASIDE], np.uint64),
        )
    )


def chosen_as_before(findings: Sequence[Finding], margin: float, seed: int) -> int:
    """Choose as the first release did: by the same rule, drawn by NumPy's generator."""
    best = max(findings, key=lambda found: (found.visits, found.worth))
    near = [f for f in findings if f.worth >= best.worth - margin and 2 * f.visits >= best.visits]
    pick = np.random.default_rng(seed % 2**64).random() * sum(found.visits for found in near)
    for found in near:
        pick -= found.visits
        if pick < 0:
            return found.action
    return best.action

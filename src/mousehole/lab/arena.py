"""The arena: paired games between bots, with win rates by role and their 95% intervals.

Every deal is played once for each way to rotate the players around the table, so that nobody is favoured by a seat or
a deal. Our own bots play the deals 0, 1, 2, and so on. A guest might deal all of these itself and look which one fits
its view, or remember a deal from the other side of the table: so where guests play, every game has a deal of its own,
made from a secret of 128 bits that the report tells afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeVar

from mousehole.bots.contest import MOVE_STEP
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.bots.thinking import Thought
from mousehole.engine.game import Game
from mousehole.engine.match import Match, check_seed, fresh_seed

J = TypeVar("J")
R = TypeVar("R")
Z95 = 1.959964
SEED_BYTES = 16
Seeds = Callable[[int, int, int], int]
"""What seeds a bot's decision, given the seed of the deal, the number of moves played and the seat."""
OnThought = Callable[[Match, int, Thought], None]
"""Is told every thought before it is played: the match so far, the seat and what it thought."""


@dataclass
class Tally:
    """Wins (shared ones in parts, draws as halves) in so many games."""

    games: int = 0
    score: float = 0.0

    def add(self, score: float) -> None:
        """Count one game."""
        self.games += 1
        self.score += score

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.score / self.games if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the rate: Wilson's; where wins are shared it is a little too wide."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.rate
        z2 = Z95 * Z95
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        spread = Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass
class Report:
    """What an arena found: for each player, all its games and those in each role."""

    players: tuple[str, ...]
    fair: float
    """The share of wins that equals would have."""
    overall: dict[str, Tally] = field(default_factory=dict)
    by_role: dict[tuple[str, str], Tally] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    secret: int | None = None
    """What the deals were made from, where a guest played: with it the same games can be played again."""

    def add(self, name: str, role: str, score: float) -> None:
        """Count a game for a player in a role."""
        self.overall.setdefault(name, Tally()).add(score)
        self.by_role.setdefault((name, role), Tally()).add(score)


def seatings(players: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """List how the players sit: they take turns round the table, once for each rotation."""
    row = [players[i % len(players)] for i in range(max(sides, len(players)) if sides > 1 else len(players))]
    if sides == 1:
        return [(name,) for name in row]
    found = [tuple(row[(i + shift) % len(row)] for i in range(sides)) for shift in range(len(row))]
    return list(dict.fromkeys(found))


def plain_seed(deal: int, moves: int, seat: int) -> int:
    """Seed a decision of one of our own bots, which make no other use of it."""
    return deal * 1_000_003 + MOVE_STEP * moves + seat


def silent_seed(deal: int, moves: int, seat: int) -> int:
    """Seed a decision so that nothing about the deal can be read off, unless one can guess the seed of the deal."""
    return mixed(b"decision", deal, moves, seat) % 2**64


def secret_deal(secret: int, number: int, rotation: int) -> int:
    """Seed the deal of one game from a secret; whoever knows other deals knows nothing about this one."""
    return mixed(b"deal", secret, number, rotation)


def mixed(purpose: bytes, key: int, *numbers: int) -> int:
    """Hash numbers with a key to a number below 2**128, another one for every purpose."""
    text = " ".join(map(str, numbers)).encode()
    return int.from_bytes(blake2b(text, digest_size=SEED_BYTES, key=key.to_bytes(SEED_BYTES), person=purpose).digest())


def play_game(  # noqa: PLR0913  # the last two have what is usual
    game: Game,
    seats: int,
    options: Sequence[int],
    seed: int,
    bots: Sequence[Player],
    seeds: Seeds = plain_seed,
    *,
    on_thought: OnThought | None = None,
) -> Match:
    """Play one game between bots, one a side."""
    chosen = game.facts.options_by_name(options)
    match = Match.start(game, seats=seats, options=chosen, seed=seed)
    while acting := match.actors():
        seat = acting[0]
        bot = bots[min(game.facts.side_of(seat), len(bots) - 1)]
        thought = bot(match.view(seat), seat, seeds(seed, len(match.moves), seat))
        if on_thought:
            on_thought(match, seat, thought)
        match.step(seat, thought.action)
    return match


def score_of(match: Match, side: int) -> float:
    """Say what a side won: 1, a share of it, a half for a draw."""
    outcome = match.outcome()
    if outcome is None:
        raise ValueError("the game is not over")
    side_of = match.game.facts.side_of
    winners = {side_of(seat) for seat in outcome.winners}
    if not winners:
        sides = match.game.facts.sides(match.seats)
        return 1 / len(sides) if len(sides) > 1 else 0.0
    return 1 / len(winners) if side in winners else 0.0


def compete(  # noqa: PLR0913  # flags, each with its default
    game: Game,
    players: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    options: Sequence[int] | None = None,
    first: int = 0,
    threads: int = 1,
    guests: Mapping[str, Player] | None = None,
    secret: int | None = None,
    on_game: Callable[[int, int], None] | None = None,
) -> Report:
    """Let players meet in so many games (rounded up to whole rotations), of the deals from a first one on.

    Guests are bots of one's own, by the names they have among the players. Where one plays, deals are made from a
    secret: a fresh one, or one that an earlier report told, to have its games again.
    """
    if secret is None and any(name in (guests or {}) for name in players):
        secret = fresh_seed()
    count = game.facts.usual_seats if seats is None else game.facts.check_seats(seats)
    values = game.facts.check_together(count, game.facts.option_values({}) if options is None else options)
    sides = game.facts.sides(count)
    rows = seatings(players, len(sides))
    bots = {name: guests[name] if guests and name in guests else player(game, name) for name in players}
    report = Report(tuple(players), 1 / len(sides) if len(sides) > 1 else math.nan, secret=secret)
    deals = range(first, first - (-games // len(rows)))
    jobs = [(number, rotation) for number in deals for rotation in range(len(rows))]
    if secret is not None:
        check_seed(secret)

    def run(job: tuple[int, int]) -> tuple[tuple[str, ...], Match]:
        number, rotation = job
        row = rows[rotation]
        seated = [bots[name] for name in row]
        if secret is None:
            return row, play_game(game, count, values, number, seated)
        return row, play_game(game, count, values, secret_deal(secret, number, rotation), seated, silent_seed)

    for done, (row, match) in enumerate(in_threads(run, jobs, threads), 1):
        for side in sides:
            role = role_name(game, count, side)
            report.add(row[side], role, score_of(match, side))
        outcome = match.outcome()
        if outcome is not None:
            report.reasons[outcome.reason] = report.reasons.get(outcome.reason, 0) + 1
        if on_game:
            on_game(done, len(jobs))
    return report


def in_threads(run: Callable[[J], R], jobs: Sequence[J], threads: int) -> Iterator[R]:
    """Do jobs in several threads and give the results in order."""
    if threads == 1:
        yield from map(run, jobs)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(run, jobs)


def role_name(game: Game, seats: int, side: int) -> str:
    """Name a side: as a team, or by its only seat."""
    names = game.facts.side_names
    return names[side] if names else game.words.seat_name(seats, side)

"""Playing many games: random ones in compiled code, by the million, and games between bots.

Random game g of a seed is the match with the seed `seed + g * 2**64`, its moves drawn by a generator of its own: it is
the same game in any number of threads, alone or among a million others. Game g between bots is the match with the
seed `seed + g`, as the arena plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mousehole.bots.by_net import NetDesk
from mousehole.bots.levels import Player
from mousehole.bots.names import NET
from mousehole.bots.net_files import check_net
from mousehole.bots.players import player
from mousehole.engine.chance import roll
from mousehole.engine.errors import BadSeats, BadSeed
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.playout import play_range, seed_playout
from mousehole.engine.record import new_record
from mousehole.engine.rule import Actions, Numbers
from mousehole.lab.arena import Seeds, Tally, in_threads, plain_seed, play_game, silent_seed

CHUNK = 8192
"""So many random games are played between two looks at the progress."""
SEED_LIMIT = 2**64
"""The other half of a match's seed is the number of the game."""

Chosen = Mapping[str, int | str]
"""Options by name; what is left out is usual."""
Bot = str | Player
"""A bot by its name, or any function that answers a view, a seat and a seed by a thought."""
OnGames = Callable[[int, int], None]
"""Is told now and then how many of how many games are done."""
Watch = Callable[[Match], Mapping[str, float]]
"""Looks at a finished match and notes numbers by name; a name it leaves out is not a number (NaN) in that game."""


@dataclass(frozen=True, eq=False)
class Games:
    """Games as they ended, one a row."""

    game: Game
    seats: int
    options: tuple[int, ...]
    seed: int
    first: int
    """The number of the first game; row i is game `first + i`."""
    players: tuple[Bot, ...]
    """The bots, one a side; nobody where random moves were played."""
    payoffs: Numbers
    """What each seat got: a row a game, a column a seat."""
    reasons: Actions
    """Why each game ended: an index into the game's `words.REASONS`."""
    lengths: Actions
    """How many decisions each game took."""
    choices: Actions
    """How many actions were legal in these decisions, added up."""
    notes: dict[str, Numbers] = field(default_factory=dict)
    """What a watcher noted of each game."""
    is_compiled: bool = False
    """Whether they were played in compiled code, by nets and at random; such games are numbered as random ones are."""

    def __len__(self) -> int:
        """Count the games."""
        return len(self.reasons)

    @property
    def sides(self) -> list[int]:
        """The sides at the table."""
        return self.game.facts.sides(self.seats)

    @property
    def branching(self) -> float:
        """The mean number of legal actions in a decision."""
        return float(self.choices.sum(dtype=np.int64) / self.lengths.sum(dtype=np.int64))

    def scores(self, side: int) -> Numbers:
        """Say what a side won of each game: 1, a share of it if several sides won, an equal share of a draw."""
        sides = self.sides
        speaks = [next(s for s in range(self.seats) if self.game.facts.side_of(s) == each) for each in sides]
        has_won = self.payoffs[:, speaks] > 0
        winners = has_won.sum(axis=1)
        drawn = 1 / len(sides) if len(sides) > 1 else 0.0
        shares: Numbers = np.where(winners == 0, drawn, has_won[:, sides.index(side)] / np.maximum(winners, 1))
        return shares

    def tally(self, side: int) -> Tally:
        """Count a side's wins as the arena does."""
        return Tally(len(self), float(self.scores(side).sum()))

    def endings(self) -> dict[str, int]:
        """Count the games by why they ended, the commonest first."""
        counts = np.bincount(self.reasons, minlength=len(self.game.words.REASONS)).tolist()
        named = [(reason, count) for reason, count in zip(self.game.words.REASONS, counts, strict=True) if count]
        return dict(sorted(named, key=lambda pair: -pair[1]))

    def match(self, row: int) -> Match:
        """Play the game of a row again, as a match that can be replayed, looked into and written down."""
        number = self.first + range(len(self))[row]
        if self.is_compiled or not self.players:
            players = [bot for bot in self.players if isinstance(bot, str)]
            return compiled_match(
                self.game, players, number, seats=self.seats, options=self.named_options, seed=self.seed
            )
        bots = seat_bots(self.game, self.players)
        return play_game(self.game, self.seats, self.options, self.seed + number, bots, seeds_for(self.players))

    @property
    def named_options(self) -> dict[str, int]:
        """The options by name."""
        return self.game.facts.options_by_name(self.options)


def agreed(game: Game, seats: int | None, options: Chosen | None) -> tuple[int, tuple[int, ...]]:
    """Complete what was agreed before the games by what is usual."""
    known = game.facts
    count = known.check_seats(known.usual_seats if seats is None else seats)
    return count, known.check_together(count, known.option_values(options or {}))


def check_numbers(games: int, seed: int, first: int) -> None:
    """Refuse what is no number of games, no seed or no number of a game."""
    if not 0 <= seed < SEED_LIMIT:
        raise BadSeed(f"a seed of many games is a whole number from 0 to 2**64 - 1, not {seed}")
    if games < 1 or first < 0 or first + games > SEED_LIMIT // 2:
        raise ValueError(f"no games: {games} from number {first}")


def play_random(  # noqa: PLR0913  # flags, each with what is usual
    game: Game,
    games: int,
    *,
    seats: int | None = None,
    options: Chosen | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    on_games: OnGames | None = None,
) -> Games:
    """Play the random games `first` to `first + games - 1` of a seed, in compiled code."""
    check_numbers(games, seed, first)
    count, values = agreed(game, seats, options)
    payoffs = np.zeros((games, count), np.float64)
    reasons, lengths, choices = (np.zeros(games, np.int32) for _ in range(3))
    low: Any = np.uint64(seed)

    def run(start: int) -> int:
        part = slice(start, min(start + CHUNK, games))
        record, rng = new_record(game.rules.State), np.zeros(1, np.uint64)
        buffer, options = np.zeros(game.facts.max_actions, np.int32), np.array(values, np.int64)
        play_range(
            record, count, options, low, first + start, rng, buffer,
            payoffs[part], reasons[part], lengths[part], choices[part],
        )  # fmt: skip
        return part.stop

    for done in in_threads(run, range(0, games, CHUNK), threads):
        if on_games:
            on_games(done, games)
    return Games(game, count, values, seed, first, (), payoffs, reasons, lengths, choices)


def random_match(
    game: Game, number: int, *, seats: int | None = None, options: Chosen | None = None, seed: int = 0
) -> Match:
    """Play one random game of a seed as a match: the very game that `play_random` plays under that number."""
    check_numbers(1, seed, number)
    match = Match.start(game, seats=seats, options=options, seed=seed + number * SEED_LIMIT)
    low: Any = np.uint64(seed)
    high: Any = np.uint64(number)
    rng = np.zeros(1, np.uint64)
    seed_playout(rng, low, high)
    while acting := match.actors():
        legal = match.legal(acting[0])
        match.step(acting[0], legal[roll(rng, len(legal))])
    return match


def nets_among(game: Game, seats: int, players: Sequence[str]) -> list[bool]:
    """Say of every seat whether the net plays there, given a player for each side; nobody is random everywhere."""
    return [bool(players) and players[game.facts.side_of(seat)] == NET for seat in range(seats)]


def play_nets(  # noqa: PLR0913  # flags, each with what is usual
    game: Game,
    players: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    options: Chosen | None = None,
    seed: int = 0,
    first: int = 0,
) -> Games:
    """Play games by the game's net on some sides and at random on the others, in compiled code; one player a side."""
    check_numbers(games, seed, first)
    count, values = agreed(game, seats, options)
    check_net(game.facts, has_house_rules=bool(game.facts.house_rules(values)))
    payoffs = np.zeros((games, count), np.float64)
    reasons, lengths, choices = (np.zeros(games, np.int32) for _ in range(3))
    by_net = nets_among(game, count, players)
    NetDesk(game).play(count, np.array(values or (0,), np.int64), seed, first, by_net, payoffs, reasons, lengths)
    return Games(game, count, values, seed, first, tuple(players), payoffs, reasons, lengths, choices, is_compiled=True)


def compiled_match(  # as above
    game: Game,
    players: Sequence[str],
    number: int,
    *,
    seats: int | None = None,
    options: Chosen | None = None,
    seed: int = 0,
) -> Match:
    """Play one game of a seed as a match: the very game that compiled code plays under that number."""
    if NET not in players:
        return random_match(game, number, seats=seats, options=options, seed=seed)
    check_numbers(1, seed, number)
    match = Match.start(game, seats=seats, options=options, seed=seed + number * SEED_LIMIT)
    by_net, desk = nets_among(game, match.seats, players), NetDesk(game)
    low: Any = np.uint64(seed)
    high: Any = np.uint64(number)
    rng = np.zeros(1, np.uint64)
    seed_playout(rng, low, high)
    while acting := match.actors():
        seat = acting[0]
        legal = match.legal(seat)
        if len(legal) == 1:
            match.step(seat, legal[0])
        elif by_net[seat]:
            match.step(seat, desk.choose(match.view(seat), seat, rng))
        else:
            match.step(seat, legal[roll(rng, len(legal))])
    return match


def seat_bots(game: Game, players: Sequence[Bot]) -> list[Player]:
    """Seat bots at a game."""
    return [player(game, bot) if isinstance(bot, str) else bot for bot in players]


def seeds_for(players: Sequence[Bot]) -> Seeds:
    """Choose what seeds decisions: where somebody else's bot plays, nothing that tells the deal."""
    return plain_seed if all(isinstance(bot, str) for bot in players) else silent_seed


def bot_name(bot: Bot) -> str:
    """Name a bot."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def play_bots(  # noqa: PLR0913  # flags, each with what is usual
    game: Game,
    players: Sequence[Bot],
    games: int,
    *,
    seats: int | None = None,
    options: Chosen | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    watch: Watch | None = None,
    on_games: OnGames | None = None,
) -> Games:
    """Let bots play, one a side in the order of the sides, or the same one everywhere; `arena.seatings` rotates them.

    A watcher may look at every match when it is over and note what it saw.
    """
    check_numbers(games, seed, first)
    count, values = agreed(game, seats, options)
    sides = game.facts.sides(count)
    if len(players) not in {1, len(sides)}:
        raise BadSeats(f"{game.facts.title} has {len(sides)} sides at {count} seats, not {len(players)}")
    seated = tuple(players) * (len(sides) // len(players))
    bots = seat_bots(game, seated)
    payoffs = np.zeros((games, count), np.float64)
    reasons, lengths, choices = (np.zeros(games, np.int32) for _ in range(3))
    notes: dict[str, Numbers] = {}

    def run(row: int) -> tuple[int, Match]:
        return row, play_game(game, count, values, seed + first + row, bots, seeds_for(seated))

    for row, match in in_threads(run, range(games), threads):
        payoffs[row] = match.state.payoffs()
        reasons[row], lengths[row] = game.doors.reason(match.state), len(match.moves)
        asked = zip(match.positions, match.moves, strict=False)
        choices[row] = sum(len(position.legal(seat)) for position, (seat, _) in asked)
        for name, value in (watch(match) if watch else {}).items():
            notes.setdefault(name, np.full(games, np.nan))[row] = value
        if on_games:
            on_games(row + 1, games)
    return Games(game, count, values, seed, first, seated, payoffs, reasons, lengths, choices, notes)

"""Games in chunks: what is kept of each game, as arrays, the same bytes whoever plays them and however they are split.

Every array has one row a game. What bots thought is kept in numbers that do not grow with the length of a game: their
chances at fixed points, counts of decisions by how many moves were legal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots import contest
from mousehole.bots.chances import shown_chance
from mousehole.bots.levels import Player
from mousehole.bots.names import NET
from mousehole.bots.players import player
from mousehole.bots.thinking import Thought
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import load
from mousehole.lab.arena import Seeds, plain_seed, play_game
from mousehole.lab.components import check_component, watching
from mousehole.lab.contests import Stage, searches
from mousehole.lab.playing import compiled_match, play_nets, play_random
from mousehole.lab.setup import SetUp

Array = NDArray[Any]

QUICK = {"random", "greedy", NET, "kitten", "housecat"}
FIRST_CHUNK, QUICK_CHUNK, SLOW_CHUNK, NET_CHUNK, RANDOM_CHUNK = 2, 10, 2, 500, 65_536
"""So many games are the first piece of work, so that figures come soon; and every other one if bots are quick, if one
thinks long, by nets, and at random: little is lost with a piece."""
NET_LOOK = 20
"""So many games are played by nets between two looks whether to stop."""
POINTS = 51
"""A chance is kept at so many points of a game, evenly spaced from its first decision to its last."""
UNKNOWN = 255
FULL = 200
"""A chance is kept in half hundredths."""
NEAR = 0.02
"""Moves this near to the best are as good."""
SURE = 0.9
"""Above this a game is decided."""
LATE = 0.9
"""The last tenth of a game is its end."""
LEGAL_FROM = (*range(1, 21), 25, 30, 40, 50, 75, 100, 200)
"""Decisions are counted by how many moves are legal: from each of these numbers up to the next."""
MATTER_FROM = (*range(1, 11), 15, 20, 30)
REPEAT_STEP = 0x9E3779B97F4A7C15
FEW = 10
"""What so few tries found counts as much as what all of them did."""
FORMAT = 2
"""Raised when what is kept of a game changes."""


class Stopped(Exception):
    """Somebody wants no more of these games."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some games of a set-up, those with the numbers from `first` on."""

    first: int
    arrays: dict[str, Array]

    def __len__(self) -> int:
        """Count the games."""
        return len(self.arrays["reasons"])

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + len(self))

    def tobytes(self) -> bytes:
        """Write the chunk: a line that says what follows, then the numbers, lowest byte first."""
        arrays = {name: np.ascontiguousarray(array) for name, array in self.arrays.items()}
        kinds = [[name, array.dtype.newbyteorder("<").str, list(array.shape)] for name, array in arrays.items()]
        data = b"".join(array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes() for array in arrays.values())
        head = {"format": FORMAT, "first": self.first, "arrays": kinds, "hash": digest(data)}
        return json.dumps(head).encode() + b"\n" + data

    @classmethod
    def frombytes(cls, text: bytes) -> Chunk:
        """Read what `tobytes` wrote; a ValueError says that it is broken."""
        line, _, data = text.partition(b"\n")
        head = json.loads(line)
        if head["format"] != FORMAT or head["hash"] != digest(data):
            raise ValueError("its hash does not fit")
        arrays, start = dict[str, Array](), 0
        for name, kind, shape in head["arrays"]:
            size = np.dtype(kind).itemsize * int(np.prod(shape, dtype=np.int64))
            found = np.frombuffer(data[start : start + size], kind).reshape(shape)
            arrays[name] = found.astype(found.dtype.newbyteorder("="))
            start += size
        return cls(head["first"], arrays)


def digest(data: bytes) -> str:
    """Hash what a chunk holds."""
    return blake2b(data, digest_size=16).hexdigest()


def joined(chunks: Sequence[Chunk]) -> dict[str, Array]:
    """Put the arrays of chunks together, in the order of the games' numbers, with the numbers as one more array."""
    ordered = sorted(chunks, key=lambda chunk: chunk.first)
    arrays = {name: np.concatenate([chunk.arrays[name] for chunk in ordered]) for name in ordered[0].arrays}
    return {"numbers": np.concatenate([np.arange(c.first, c.first + len(c)) for c in ordered]), **arrays}


def chunks_of(set_up: SetUp) -> list[range]:
    """Split the games of a set-up into pieces of work; where they are split depends on nothing but the kind of play."""
    size = (
        RANDOM_CHUNK if set_up.is_random
        else NET_CHUNK if set_up.is_compiled
        else QUICK_CHUNK if QUICK.issuperset(set_up.players)
        else SLOW_CHUNK
    )  # fmt: skip
    starts = [
        0,
        *((FIRST_CHUNK,) if not set_up.is_random and size > FIRST_CHUNK else ()),
        *range(size, set_up.games, size),
    ]
    starts = [start for start in starts if start < set_up.games]
    return [range(*ends) for ends in pairwise([*starts, set_up.games])]


def repeat_seeds(repeat: int) -> Seeds:
    """Choose what seeds the bots' decisions when a deal is played for the n-th time."""
    return lambda deal, moves, seat: (plain_seed(deal, moves, seat) + repeat * REPEAT_STEP) % 2**64


def bot_of(game: Game, level: str, without: str) -> Player:
    """Seat a level, if need be one that may not use a component."""
    bot = player(game, level)
    return restricted(bot, game.facts.id, without) if without else bot


def restricted(bot: Player, game_id: str, without: str) -> Player:
    """Keep a bot from using a component: of its other moves it takes the one it thinks best, if it has any other.

    While it thinks it does not know that, and so hopes in vain now and then: this is the least that can be said for
    what the component is worth.
    """
    uses = watching(game_id).uses
    if uses is None:
        return bot

    def choose(view: View, seat: int, seed: int) -> Thought:
        thought = bot(view, seat, seed)
        if without not in uses(view, seat, thought.action):
            return thought
        others = [found for found in thought.findings if without not in uses(view, seat, found.action)]
        if others:
            return Thought(max(others, key=lambda found: found.worth).action, thought.findings, thought.iterations)
        legal = [action for action in view.legal(seat) if without not in uses(view, seat, action)]
        return Thought(legal[seed % len(legal)], thought.findings, thought.iterations) if legal else thought

    return choose


def bots_of(set_up: SetUp) -> list[Player]:
    """Seat the players of a set-up, one a side."""
    game = load(set_up.game)
    barred = -1
    if set_up.without:
        side = check_component(set_up.game, set_up.without).side
        barred = 0 if side is None else side
    return [bot_of(game, level, set_up.without if side == barred else "") for side, level in enumerate(set_up.seated)]


def match_of(set_up: SetUp, number: int) -> Match:
    """Play one game of a set-up again, as a match that can be replayed, looked into and written down."""
    return play_numbered(set_up, number, None)


def play_numbered(set_up: SetUp, number: int, diary: Diary | None, bots: Sequence[Player] | None = None) -> Match:
    """Play the game of a number; a diary notes what is thought."""
    game, options = load(set_up.game), set_up.facts.options_by_name(set_up.values)
    if set_up.is_compiled:
        return compiled_match(game, set_up.seated, number, seats=set_up.seats, options=options, seed=set_up.seed)
    deal, repeat = divmod(number, set_up.repeats)
    return play_game(
        game, set_up.seats, set_up.values, set_up.seed + deal, bots or bots_of(set_up), repeat_seeds(repeat),
        on_thought=diary.note if diary else None,
    )  # fmt: skip


def play_whole(set_up: SetUp, number: int, diary: Diary, stage: Stage) -> Match:
    """Play the game of a number in compiled code: the very game that `play_numbered` plays, with the same notes."""
    deal, repeat = divmod(number, set_up.repeats)
    deal += set_up.seed
    match, notes, sober = stage.play(deal, repeat_seeds(repeat)(deal, 0, 0), NEAR, FEW)
    diary.note_all(notes, sober)
    return match


def play_chunk(set_up: SetUp, numbers: range, is_stopped: Callable[[], bool] = lambda: False) -> Chunk:
    """Play games of a set-up; it is asked before each whether to stop."""
    if set_up.is_random:
        return random_chunk(set_up, numbers)
    if set_up.is_compiled:
        return net_chunk(set_up, numbers, is_stopped)
    game, rows = load(set_up.game), []
    how = None if set_up.without else searches(game, set_up.seats, set_up.values, set_up.seated)
    stage = Stage(game, set_up.seats, set_up.values, how) if how else None
    bots = [] if stage else bots_of(set_up)
    for number in numbers:
        if is_stopped():
            raise Stopped
        diary = Diary(game, set_up.seats)
        match = play_whole(set_up, number, diary, stage) if stage else play_numbered(set_up, number, diary, bots)
        rows.append(diary.row(match))
    return Chunk(numbers.start, {name: np.stack([row[name] for row in rows]) for name in rows[0]})


def random_chunk(set_up: SetUp, numbers: range) -> Chunk:
    """Play random games, in compiled code: how they end and how long they are is all that is kept of them."""
    options = set_up.facts.options_by_name(set_up.values)
    games = play_random(
        load(set_up.game), len(numbers), seats=set_up.seats, options=options, seed=set_up.seed, first=numbers.start
    )
    return Chunk(numbers.start, {"payoffs": games.payoffs, "reasons": games.reasons, "lengths": games.lengths})


def net_chunk(set_up: SetUp, numbers: range, is_stopped: Callable[[], bool]) -> Chunk:
    """Play games by nets, in compiled code; as much is kept of them as of random ones."""
    options, parts = set_up.facts.options_by_name(set_up.values), []
    for start in range(0, len(numbers), NET_LOOK):
        if is_stopped():
            raise Stopped
        some = numbers[start : start + NET_LOOK]
        parts.append(
            play_nets(
                load(set_up.game), set_up.seated, len(some),
                seats=set_up.seats, options=options, seed=set_up.seed, first=some.start,
            )
        )  # fmt: skip
    return Chunk(
        numbers.start,
        {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("payoffs", "reasons", "lengths")},
    )


@dataclass
class Diary:
    """What is noted while a game is played, and what is kept of it afterwards."""

    game: Game
    seats: int
    sides: list[int] = field(init=False)
    asked: list[int] = field(default_factory=list)
    """Which side decided, decision by decision."""
    legal: list[int] = field(default_factory=list)
    chances: list[int] = field(default_factory=list)
    """How it saw its chance, in half hundredths; UNKNOWN where it did not think."""
    matter: list[int] = field(default_factory=list)
    """How many moves were as good as the best; 0 where it did not think."""

    def __post_init__(self) -> None:
        """Look up the sides."""
        self.sides = self.game.facts.sides(self.seats)

    def note(self, match: Match, seat: int, thought: Thought) -> None:
        """Note one decision."""
        self.asked.append(self.game.facts.side_of(seat))
        self.legal.append(len(match.legal(seat)))
        if not thought.findings:
            self.chances.append(UNKNOWN)
            self.matter.append(0)
            return
        *_, worths = found_in(thought)
        self.matter.append(int(contest.good_moves(worths, len(worths), len(self.sides), NEAR)))
        self.chances.append(self.kept_chance(seat, sober_worth(thought)))

    def note_all(self, notes: Array, sober: Array) -> None:
        """Note all decisions of a game that was played whole (see `contests`)."""
        side_of, told = self.game.facts.side_of, notes.tolist()
        self.asked = [side_of(seat) for seat, *_ in told]
        self.legal = [legal for _, _, legal, _ in told]
        self.matter = [matter for *_, matter in told]
        worths = zip(told, sober.tolist(), strict=True)
        self.chances = [self.kept_chance(note[0], worth) if note[-1] else UNKNOWN for note, worth in worths]

    def kept_chance(self, seat: int, worth: float) -> int:
        """Write a seat's chance as it is kept."""
        return round(FULL * shown_chance(self.game, self.seats, seat, worth))

    def row(self, match: Match) -> dict[str, Any]:
        """Sum up a finished game."""
        known = watching(self.game.facts.id)
        legal = np.array(self.legal, np.int64)
        matter = np.array([count for count in self.matter if count], np.int64)
        payoffs = np.array(match.state.payoffs(), np.float64)
        return {
            "payoffs": payoffs,
            "reasons": np.int32(self.game.doors.reason(match.state)),
            "lengths": np.int32(len(match.moves)),
            "rounds": np.int32(known.rounds(match) if known.rounds else 0),
            "starters": np.int8(known.starter(match) if known.starter else -1),
            "choices": np.int32(legal.sum()),
            "forced": np.int32((legal == 1).sum()),
            "legal": counted(legal, LEGAL_FROM),
            "matter": counted(matter, MATTER_FROM),
            "good": np.int32(matter.sum()),
            **self.story(payoffs),
            "components": self.components(match),
        }

    def story(self, payoffs: Array) -> dict[str, Any]:
        """Sum up how the chances went: each side's at fixed points, and how the winner's compared with the others'."""
        length = len(self.asked)
        if all(chance == UNKNOWN for chance in self.chances):
            curves = np.full((len(self.sides), length), UNKNOWN, np.uint8)
        else:
            curves = np.stack([self.curve(side) for side in self.sides])
        at = np.round(np.linspace(0, length - 1, POINTS)).astype(np.int64)
        winner = self.winner(payoffs)
        leads, decided, late, lowest = -1, -1, -1, UNKNOWN
        if winner is not None and (curves != UNKNOWN).all():
            mine = curves[winner] if winner >= 0 else FULL - curves[0]
            low = np.flatnonzero(mine <= SURE * FULL)
            leads = lead_changes(curves)
            decided = 0 if not len(low) else round(100 * (int(low[-1]) + 1) / length)
            late = int(mine[int(LATE * length) :].min(initial=FULL) < FULL / 2)
            lowest = int(mine.min())
        return {
            "chances": curves[:, at],
            "lead_changes": np.int16(leads),
            "decided": np.int8(decided),
            "late": np.int8(late),
            "lowest": np.uint8(lowest),
        }

    def winner(self, payoffs: Array) -> int | None:
        """Say which side won alone, by its place; -1 for the box that beats a lonely player; None for nobody."""
        side_of = self.game.facts.side_of
        won = sorted({side_of(seat) for seat in range(self.seats) if payoffs[seat] > 0})
        if len(self.sides) == 1:
            return 0 if won else -1
        return self.sides.index(won[0]) if len(won) == 1 else None

    def curve(self, side: int) -> NDArray[np.uint8]:
        """Follow a side's chance through all decisions: as it thought last, and before that as it first thought."""
        thought = [(i, c) for i, (s, c) in enumerate(zip(self.asked, self.chances, strict=True)) if s == side]
        thought = [(i, chance) for i, chance in thought if chance != UNKNOWN]
        if not thought:
            return np.full(len(self.asked), UNKNOWN, np.uint8)
        moments, chances = np.array(thought).T
        last = np.searchsorted(moments, np.arange(len(self.asked)), side="right") - 1
        found: NDArray[np.uint8] = chances[np.maximum(last, 0)].astype(np.uint8)
        return found

    def components(self, match: Match) -> Array:
        """Note who had what: a row a side, a column a component."""
        known = watching(self.game.facts.id)
        had = known.had(match) if known.had else ()
        return np.array([[(side, each.name) in had for each in known.components] for side in self.sides], np.uint8)


def sober_worth(thought: Thought) -> float:
    """Say what a bot may think its move is worth, given how often it was tried (see `bots.contest`)."""
    actions, visits, worths = found_in(thought)
    return float(contest.sober_worth(actions, visits, worths, len(actions), thought.action, FEW))


def found_in(thought: Thought) -> tuple[Array, Array, Array]:
    """List the moves that were tried, how often, and what they are worth."""
    found = thought.findings
    return (
        np.array([each.action for each in found], np.int32),
        np.array([each.visits for each in found], np.int32),
        np.array([each.worth for each in found], np.float64),
    )


def lead_changes(curves: NDArray[np.uint8]) -> int:
    """Count how often somebody else has the best chance; of one player, how often it crosses a half."""
    if len(curves) == 1:
        ahead = (curves[0] * 2 > FULL).astype(np.int64)
        return int((ahead[1:] != ahead[:-1]).sum())
    leaders: list[int] = []
    for chances in curves.T:
        best = np.flatnonzero(chances == chances.max())
        if len(best) == 1 and (not leaders or leaders[-1] != best[0]):
            leaders.append(int(best[0]))
    return max(len(leaders) - 1, 0)


def counted(numbers: NDArray[np.int64], starts: Sequence[int]) -> Array:
    """Count numbers by where they fall."""
    places = np.searchsorted(np.array(starts), numbers, side="right") - 1
    return np.bincount(places, minlength=len(starts)).astype(np.uint16)

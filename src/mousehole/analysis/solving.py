"""Solving: moves that win for certain, whatever chance brings, found by trying everything.

For games in which one seat sees everything but what will be drawn (Who Done It?). What can be drawn is found by
repeating a move with other chances, so that a draw of one in ten is missed less than once in ten million times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mousehole.analysis.dead_ends import SEAT, Trying
from mousehole.analysis.evaluating import seed_of
from mousehole.analysis.mining import LEAST, MINERS, dealt
from mousehole.analysis.puzzles import MOVE, WIN, Puzzle
from mousehole.bots.players import player
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.position import Position

FEW_CHANCES, CHANCES, MOST_DRAWN = 24, 160, 12
"""A move is repeated so often at first, and to be sure; where more different things are drawn, nothing is certain."""
DECISIONS = 6
"""A win is looked for within so many decisions: two turns, with what is asked before placing."""
MOST = 40_000
"""A question that takes more positions than this is given up."""
LAST = 12
"""So many of the last decisions of a game are looked at."""
MANY = 12
"""With so many legal moves a win is harder to find by one grade."""
NEARLY = 0.98
"""What wins less often is not tried."""


class Solver(Trying):
    """Tries everything from one position on, and remembers what it has tried."""

    def __init__(self, chances: int = CHANCES) -> None:
        """Begin with nothing tried."""
        super().__init__(chances, MOST_DRAWN)
        self.known: dict[tuple[bytes, int], bool] = {}

    @property
    def is_lost(self) -> bool:
        """Whether it has given up."""
        return self.tried > MOST

    def winning(self, position: Position, decisions: int) -> list[int]:
        """List the moves after which a win is certain within so many decisions."""
        return [action for action in position.legal(SEAT) if self.wins_by(position, action, decisions)]

    def wins_by(self, position: Position, action: int, decisions: int) -> bool:
        """Tell whether a move wins, whatever is drawn."""
        return all(self.wins(after, decisions - 1) for after in self.outcomes(position, action))

    def wins(self, position: Position, decisions: int) -> bool:
        """Tell whether a position is won, or can be for certain within so many decisions."""
        outcome = position.outcome()
        if outcome is not None:
            return SEAT in outcome.winners
        if decisions <= 0 or self.is_lost:
            return False
        key = (position.view(SEAT).tobytes(), decisions)
        if key not in self.known:
            self.known[key] = any(self.wins_by(position, action, decisions) for action in position.legal(SEAT))
        return self.known[key]


def solved(game: Game, deal: int) -> Iterator[Puzzle]:
    """Let a bot play a deal, and give the moments before its end in which exactly one move wins for certain."""
    if game.facts.max_seats > 1:
        return
    match = dealt(game, deal)
    bot = player(game, MINERS[deal % len(MINERS)])
    while not match.is_over:
        match.step(SEAT, bot(match.view(SEAT), SEAT, seed_of(deal, len(match.moves), 2)).action)
    actions = [action for _, action in match.moves]
    for number in range(len(actions) - 1, max(0, len(actions) - LAST), -1):
        position = match.positions[number]
        legal = position.legal(SEAT)
        if len(legal) < LEAST:
            continue
        solver = Solver(chances=FEW_CHANCES)
        winning = solver.winning(position, DECISIONS)
        if not winning or solver.is_lost:
            return
        depth = depth_of(position, winning[0]) if len(winning) == 1 else None
        if depth is not None:
            yield certain(match, actions[:number], winning[0], depth)


def certain(match: Match, actions: list[int], best: int, depth: int) -> Puzzle:
    """Make a puzzle of a certain win: the more decisions and the more legal moves, the harder."""
    game = match.game
    plain = Puzzle(
        game=game.facts.id,
        rules=game.facts.rules_version,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        actions=tuple(actions),
        seat=SEAT,
        best=best,
        grade=1,
        reason="",
        kind=WIN,
    )
    many = len(plain.match(game).legal(SEAT)) >= MANY
    return replace(plain, reason=reason_of(depth), grade=min(5, max(1, depth - 1 + many)))


def reason_of(depth: int) -> str:
    """Say within how many moves it wins."""
    more = {1: "at once", 2: "with one more right move"}.get(depth, f"with {depth - 1} more right moves")
    return f"It wins {more}, whatever is drawn. Every other move can lose, or takes longer."


def depth_of(position: Position, best: int) -> int | None:
    """Count the decisions within which this move, and no other, wins for certain; None where that is not so."""
    for decisions in range(1, DECISIONS + 1):
        solver = Solver()
        winning = solver.winning(position, decisions)
        if solver.is_lost or (winning and winning != [best]):
            return None
        if winning:
            return decisions
    return None


def proved(game: Game, puzzle: Puzzle) -> Puzzle:
    """Turn a best move that is all but certain to win into a certain win, if trying everything shows that it is one."""
    if game.facts.max_seats > 1 or puzzle.kind != MOVE or puzzle.chance < NEARLY:
        return puzzle
    depth = depth_of(puzzle.match(game).state, puzzle.best)
    if depth is None:
        return puzzle
    return replace(puzzle, kind=WIN, reason=reason_of(depth), chance=1.0)

"""Positions of Who Done It? as drawings.

A maze is drawn with a blank between cells, such as

    . C .
    ─ a ─
    . M K

C, M and K are Cheese, Mouse and Cat (kitty), a dot is an empty cell. A line drawing is a room that is open where the
line runs, any card of that shape with as few cogs as can be; # is the Mouse's Studio; a small letter is a card that the
test names with its turn, or a stack of them. The drawing's first cell is c3 unless the test says where.
"""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.who_done_it import codes, maze, turn
from mousehole.games.who_done_it.components import BELT, BY_NAME, CARDS, GLYPHS, OPEN_SIDES, PERIOD, STUDIO

GAME = load("who_done_it")
AGENDA_NAMES = ["mouse", "cat", "cheese", "cucumber"]
Lying = tuple[str, int]


def cell(name: str) -> int:
    """Read a cell's name."""
    return 9 * (int(name[1]) - 1) + "abcdefghi".index(name[0])


def cog_count(card: int) -> int:
    """Count a card's cogs."""
    return 4 - CARDS[card].cogs.count("-")


def of_shape(glyph: str, taken: set[int]) -> Lying:
    """Choose a free card that lies as drawn, with as few cogs as can be."""
    pattern = GLYPHS.index(glyph)
    free = [card for card in range(1, 28) if card not in taken and pattern in OPEN_SIDES[card]]
    card = min(free, key=cog_count)
    return CARDS[card].name, OPEN_SIDES[card].tolist().index(pattern)


def picture(
    drawing: str,
    *,
    at: str = "c3",
    belt: tuple[str, ...] = (),
    easier: bool = False,
    ability: str = "",
    drawn: int = 0,
    seed: int = 1,
    **cards: Lying | list[Lying],
) -> Match:
    """Set up a match at the start of a turn with the maze as drawn; an ability waits if one is named."""
    match = Match.start(GAME, options={"easier": int(easier)}, seed=seed)
    s = match.state.record
    maze.clear_maze(s)
    stacks = {letter: lying if isinstance(lying, list) else [lying] for letter, lying in cards.items()}
    taken = {BY_NAME[name] for stack in stacks.values() for name, _ in stack} | {BY_NAME[name] for name in belt}
    for y, line in enumerate(drawing.split("\n")[1:-1]):
        for x, mark in enumerate(line.split()):
            here = cell(at) + 9 * y + x
            if mark in "CMK":
                setattr(s, {"C": "cheese", "M": "mouse", "K": "cat"}[mark], here)
            elif mark != ".":
                stack = stacks.get(mark) or [("Mouse's Studio", 0) if mark == "#" else of_shape(mark, taken)]
                for name, turned in stack:
                    taken.add(BY_NAME[name])
                    maze.lay(s, BY_NAME[name], here, turned % PERIOD[BY_NAME[name]])
    if easier:
        s.where[STUDIO] = maze.LEFT_OUT
        taken.add(STUDIO)
    free = [card for card in range(1, 28) if card not in taken]
    on_belt = [BY_NAME[name] for name in belt] + free[: BELT - len(belt)]
    for slot, card in enumerate(on_belt):
        s.belt[slot] = card
        s.where[card] = maze.ON_BELT
    s.unseen = sum(where == maze.IN_DECK for where in s.where)
    s.deck = sum(1 << card for card, where in enumerate(s.where) if where == maze.IN_DECK)
    s.drawn = drawn
    s.turns = 0
    for name in ability.split():
        s.fresh |= 1 << AGENDA_NAMES.index(name)
        s.seen |= 1 << AGENDA_NAMES.index(name)
    s.phase = codes.PLACE_A_CARD
    s.ended = 0
    s.event_count = 0
    s.events[:] = 0
    turn.begin_turn(s)
    while match.game.rules.is_busy(s):
        turn.go_on(s)
    return match


def names(match: Match, start: str = "") -> list[str]:
    """List the names of the legal moves that begin so."""
    return [name for name in match.move_names(0) if name.startswith(start)] if match.actors() else []


def play(match: Match, *moves: str) -> Match:
    """Play moves by their names."""
    for move in moves:
        match.step(0, match.parse_move(0, move))
    return match


def cells(match: Match, start: str) -> set[str]:
    """List the cells that moves of one kind lead to."""
    return {name.split()[-1 if start in {"mouse", "cat", "cat out"} else -2] for name in names(match, start)}


def reason(match: Match) -> str:
    """Say why a match ended."""
    outcome = match.outcome()
    return outcome.reason if outcome else ""


def cell_of(match: Match, who: str) -> str:
    """Name the cell of a character."""
    number = int(match.state.record[who])
    return f"{'abcdefghi'[number % 9]}{number // 9 + 1}"


def turn_at(match: Match, where: str) -> int:
    """Say how the top card of a cell lies."""
    s = match.state.record
    return int(s.turn[s.top[cell(where)]])


def story(match: Match) -> str:
    """Tell what the last move caused."""
    return " ".join(match.told(0, len(match.moves) - 1))

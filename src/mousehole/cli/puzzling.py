"""`mousehole puzzle`: find the one best move; and mine new puzzles."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadFile
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.screen import BOLD, DIM, GREEN, ask, complain, count, heading, numbered, paint, wrap
from mousehole.cli.table import choose
from mousehole.cli.warming import patience
from mousehole.engine.errors import IllegalMove
from mousehole.lab.files import why
from mousehole.server.settings import data_home

if TYPE_CHECKING:
    from mousehole.analysis.puzzles import Puzzle
    from mousehole.engine.game import Game

LAST = 6
"""So many of the last moves are told before the question."""


def puzzle(given: Namespace) -> int:
    """Mine puzzles, or let somebody solve those of the package, the easiest first."""
    with patience("Setting up (the first time takes a while)"):
        from mousehole.analysis.puzzles import puzzles_of
        from mousehole.games import load

        game = load(find_game(given.game))
    if given.mine is not None:
        return mine(game, positive(given.mine, "deals"), parse_number(given.first, "deal"), given.into)
    found, solved = puzzles_of(game), read_solved()
    return solve(game, found, solved)


def mine(game: Game, deals: int, first: int, into: str | None) -> int:
    """Mine so many deals, at most one puzzle of each; write what is found at once, to a file or to standard output."""
    from mousehole.analysis.puzzles import hardest

    total = 0
    for deal in range(first, first + deals):
        found = hardest(game, deal)
        if found is None:
            continue
        total += 1
        if into is None:
            print(found.line(), flush=True)
        else:
            append(Path(into), found.line())
    if into is not None:
        print(f"{count(total, 'puzzle')} in {count(deals, 'deal')}.")
    return 0


def append(path: Path, line: str) -> None:
    """Add a line to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise BadFile(f"cannot write to {path}: {why(error)}") from None


def solve(game: Game, found: list[Puzzle], solved: set[str]) -> int:
    """Ask one puzzle after the other until none is left or somebody leaves."""
    from mousehole.analysis.puzzles import chosen, name_of

    while (asked := chosen(found, solved)) is not None:
        number = found.index(asked) + 1
        print(heading(f"{game.facts.title}, puzzle {number} of {len(found)}, grade {asked.grade} of 5"))
        try:
            is_right = pose(game, asked)
        except EOFError:
            print()
            return 0
        if not is_right:
            return 0
        solved.add(name_of(asked))
        write_solved(solved)
    print("There is no puzzle left to solve." if found else f"There are no puzzles of {game.facts.title} yet.")
    return 0


def pose(game: Game, asked: Puzzle) -> bool:
    """Show the moment as its seat sees it, take an answer, and explain; return whether it was right."""
    match = asked.match(game)
    view = match.view(asked.seat)
    for move in range(max(0, len(match.moves) - LAST), len(match.moves)):
        for sentence in match.told(asked.seat, move):
            print(paint(wrap(sentence), DIM))
    print("\n" + view.text() + "\n")
    name = game.words.seat_name(match.seats, asked.seat)
    print(wrap(f"You are {name}. {view.prompt()} One move is clearly best."))
    rows = [(view.move_text(action), view.move_name(action)) for action in view.legal(asked.seat)]
    print(numbered(rows))
    while True:
        try:
            action = view.legal(asked.seat)[choose(ask("> "), rows)]
            break
        except IllegalMove as error:
            complain(str(error))
    is_right = action == asked.best
    verdict = paint("Right!", BOLD, GREEN) if is_right else f"Better: {view.move_text(asked.best)}."
    print(wrap(f"{verdict} {asked.reason}") + "\n")
    return is_right


def solved_file() -> Path:
    """Say where it is remembered which puzzles are solved."""
    return data_home() / "puzzles.json"


def read_solved() -> set[str]:
    """Read which puzzles are solved; none where nothing can be read."""
    try:
        return set(map(str, json.loads(solved_file().read_text(encoding="utf-8"))))
    except (OSError, ValueError, TypeError):
        return set()


def write_solved(solved: set[str]) -> None:
    """Remember which puzzles are solved."""
    try:
        solved_file().parent.mkdir(parents=True, exist_ok=True)
        solved_file().write_text(json.dumps(sorted(solved)), encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot remember what is solved: {why(error)}") from None

"""`mousehole puzzle`: find the best move, or what is certain; and mine new puzzles."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadFile
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.screen import BOLD, DIM, GREEN, ask, complain, count, hanging, heading, numbered, paint, wrap
from mousehole.cli.table import choose
from mousehole.cli.warming import patience
from mousehole.engine.errors import IllegalMove
from mousehole.lab.files import why
from mousehole.server.settings import data_home

if TYPE_CHECKING:
    from mousehole.analysis.puzzles import Puzzle
    from mousehole.engine.game import Game
    from mousehole.engine.match import Match
    from mousehole.engine.riddle import Riddle

LAST = 6
"""So many of the last moves are told before the question."""
HINT, SHOW = "hint", "show"
"""What somebody types who wants a hint, or the answer."""
ASKING, LEAVING, YES = {"?", "help"}, {"q", "quit", "exit"}, {"", "y", "yes"}
HELP = """\
Answer by the number of a row, or by its words; the beginning is enough where
only one row fits.
  hint    helps without telling          show    the answer, and the next puzzle
  quit    leave; what you have solved is remembered
"""
SOLVED, HELPED = "solved", "solved with a hint"
"""How a puzzle is remembered."""


def puzzle(given: Namespace) -> int:
    """Mine puzzles, pick some, or let somebody solve those of the package, the easiest first."""
    with patience("Setting up (the first time takes a while)"):
        from mousehole.analysis.puzzles import puzzles_of
        from mousehole.games import load

        game = load(find_game(given.game))
    if given.mine is not None:
        return mine(game, positive(given.mine, "deals"), parse_number(given.first, "deal"), given.into, given.kind)
    if given.pick is not None:
        return pick(game, positive(given.pick, "puzzles"), given.out_of, given.into)
    return solve(game, puzzles_of(game), read_solved(), given.grade)


def mine(game: Game, deals: int, first: int, into: str | None, kind: str | None) -> int:
    """Mine so many deals; write what is found at once, to a file or to standard output."""
    total = 0
    for deal in range(first, first + deals):
        for found in mined_from(game, deal, kind):
            total += 1
            if into is None:
                print(found.line(), flush=True)
            else:
                append(Path(into), found.line())
    if into is not None:
        print(f"{count(total, 'puzzle')} in {count(deals, 'deal')}.")
    return 0


def mined_from(game: Game, deal: int, kind: str | None) -> Iterator[Puzzle]:
    """Find the puzzles of a deal, of one kind or of all."""
    from mousehole.analysis.deductions import deductions
    from mousehole.analysis.mining import mined
    from mousehole.analysis.puzzles import DEDUCTION, MOVE, WIN
    from mousehole.analysis.solving import proved, solved

    if kind in {None, DEDUCTION}:
        yield from deductions(game, deal)
    if kind in {None, WIN}:
        yield from solved(game, deal)
    if kind in {None, MOVE}:
        yield from (proved(game, one) for one in mined(game, deal))


def pick(game: Game, wanted: int, mined: list[str], into: str | None) -> int:
    """Pick different puzzles from files that were mined, and write them, the easiest first."""
    from mousehole.analysis.picking import picked
    from mousehole.analysis.puzzles import read_line

    found = []
    for name in mined:
        try:
            found += [read_line(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]
        except OSError as error:
            raise BadFile(f"cannot read {name}: {why(error)}") from None
        except (ValueError, TypeError, KeyError):
            raise BadFile(f"{name} holds no puzzles") from None
    chosen = picked(game, (one for one in found if one.game == game.facts.id), wanted)
    text = "".join(f"{one.line()}\n" for one in chosen)
    if into is None:
        print(text, end="")
        return 0
    try:
        Path(into).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write to {into}: {why(error)}") from None
    print(f"{count(len(chosen), 'puzzle')} of {len(found)}.")
    return 0


def append(path: Path, line: str) -> None:
    """Add a line to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise BadFile(f"cannot write to {path}: {why(error)}") from None


def solve(game: Game, found: list[Puzzle], solved: dict[str, str], grade: int | None) -> int:
    """Ask the puzzles of a grade, or all, until somebody leaves; after a grade another one is offered."""
    from mousehole.analysis.puzzles import grade_after

    if told := progress(found, solved):
        print(told)
    try:
        ask_all(game, found, solved, grade)
        while grade is not None and (grade := grade_after(found, set(solved), grade)) is not None:
            if ask(f"Go on with grade {grade}? [yes] ").lower() not in YES:
                break
            ask_all(game, found, solved, grade)
    except EOFError:
        print()
    return 0


def ask_all(game: Game, found: list[Puzzle], solved: dict[str, str], grade: int | None) -> None:
    """Ask one puzzle after the other until none of a grade is left; what is not solved comes again later."""
    from mousehole.analysis.puzzles import chosen, name_of

    fitting = [one for one in found if grade in {None, one.grade}]
    missed: set[str] = set()
    while (asked := chosen(fitting, set(solved) | missed)) is not None:
        number = found.index(asked) + 1
        print(heading(f"{game.facts.title}, puzzle {number} of {len(found)}, grade {asked.grade} of 5"))
        result = pose(game, asked)
        if result is None:
            missed.add(name_of(asked))
            continue
        solved[name_of(asked)] = result
        write_solved(solved)
    of = "" if grade is None else f" of grade {grade}"
    if missed:
        print(f"That was the last one{of}. Those you have not solved come again the next time.")
    elif fitting:
        print(f"There is no puzzle{of} left to solve.")
    else:
        print(f"There are no puzzles of {game.facts.title}{of} yet.")


def progress(found: list[Puzzle], solved: dict[str, str]) -> str:
    """Say how many puzzles are solved, and how many of them with a hint."""
    from mousehole.analysis.puzzles import name_of

    results = [solved[name_of(one)] for one in found if name_of(one) in solved]
    helped = results.count(HELPED)
    return f"{len(results)} solved{f', {helped} of them with a hint' if helped else ''}." if results else ""


def pose(game: Game, asked: Puzzle) -> str | None:
    """Show the moment as its seat sees it, take an answer, explain; return how it was solved, None if it was not."""
    from mousehole.analysis.puzzles import DEDUCTION

    match = asked.match(game)
    return pose_riddle(game, match, asked) if asked.kind == DEDUCTION else pose_move(game, match, asked)


def pose_move(game: Game, match: Match, asked: Puzzle) -> str | None:
    """Ask for the best move, or for the one that wins for certain."""
    from mousehole.analysis.dead_ends import dead_end
    from mousehole.analysis.hinting import explanation
    from mousehole.analysis.puzzles import WIN

    view = match.view(asked.seat)
    for move in range(max(0, len(match.moves) - LAST), len(match.moves)):
        for sentence in match.told(asked.seat, move):
            print(paint(wrap(sentence), DIM))
    print("\n" + view.text() + "\n")
    name = game.words.seat_name(match.seats, asked.seat)
    what = "One move wins, whatever is drawn." if asked.kind == WIN else "One move is clearly best."
    print(wrap(f"You are {name}. {view.prompt()} {what}"))
    rows = [(view.move_text(action), view.move_name(action)) for action in view.legal(asked.seat)]
    chosen, result = answered(rows, match, asked)
    is_right = chosen is not None and view.legal(asked.seat)[chosen] == asked.best
    told = f"{'Best' if chosen is None else 'Better'}: {view.move_text(asked.best)}."
    verdict = paint("Right!", BOLD, GREEN) if is_right else told
    against = "" if chosen is None or is_right else dead_end(view, view.legal(asked.seat)[chosen], asked.best)
    print(wrap(f"{against} {verdict} {explanation(match, asked)}".strip()) + "\n")
    return result if is_right else None


def pose_riddle(game: Game, match: Match, asked: Puzzle) -> str | None:
    """Ask what is certain. The table is not drawn: it would say what is to be worked out."""
    from mousehole.analysis.riddles import facts_of, riddles_of

    room = riddles_of(asked.game)
    if room is None:
        raise BadFile(f"{game.facts.title} has no riddles")
    view = match.view(asked.seat).record
    facts = [fact for fact in facts_of(match, asked) if fact.told]
    given = room.given(view, asked.seat, asked.subject)
    if given:
        print(wrap(given))
    for number, fact in enumerate(facts, 1):
        print(hanging(paint(f"{number:>3} ", DIM), 4, fact.told))
    riddle: Riddle = room.riddle(view, asked.seat, asked.subject)
    name = game.words.seat_name(match.seats, asked.seat)
    print("\n" + wrap(f"You are {name}. {riddle.question} It is certain."))
    rows = [(one.name, one.name) for one in riddle.candidates]
    chosen, result = answered(rows, match, asked)
    is_right = chosen is not None and riddle.candidates[chosen].code == asked.best
    answer = next(one.name for one in riddle.candidates if one.code == asked.best)
    print(paint("Right!", BOLD, GREEN) if is_right else f"It is {answer}.")
    for number, fact in enumerate(facts, 1):
        if fact.remark:
            print(hanging(paint(f"{number:>3} ", DIM), 4, fact.remark))
    print()
    return result if is_right else None


def answered(rows: list[tuple[str, str]], match: Match, asked: Puzzle) -> tuple[int | None, str]:
    """Take an answer: the place of the row that was chosen, None to be shown it, and whether a hint had helped."""
    from mousehole.analysis.hinting import help_with

    print(numbered(rows))
    print(paint(f'"{HINT}" helps without telling, ? lists what else you can type.', DIM))
    result = SOLVED
    while True:
        typed = ask("> ")
        word = typed.strip().lower()
        if word in LEAVING:
            raise EOFError
        if word == SHOW:
            return None, result
        if word in ASKING:
            print(HELP, end="")
        elif word == HINT:
            print(wrap(help_with(match, asked).text))
            result = HELPED
        else:
            try:
                return choose(typed, rows), result
            except IllegalMove as error:
                complain(str(error))


def solved_file() -> Path:
    """Say where it is remembered which puzzles are solved."""
    return data_home() / "puzzles.json"


def read_solved() -> dict[str, str]:
    """Read which puzzles are solved, and how; none where nothing can be read. A list is of a time without hints."""
    try:
        found = json.loads(solved_file().read_text(encoding="utf-8"))
        return {str(name): found[name] if isinstance(found, dict) else SOLVED for name in found}
    except (OSError, ValueError, TypeError):
        return {}


def write_solved(solved: dict[str, str]) -> None:
    """Remember which puzzles are solved, and how."""
    try:
        solved_file().parent.mkdir(parents=True, exist_ok=True)
        solved_file().write_text(json.dumps(solved, sort_keys=True, indent=0), encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot remember what is solved: {why(error)}") from None

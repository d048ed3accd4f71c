"""Opening a table: which game, who sits where, and what becomes of the record."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING

from mousehole.cli.catalogue import choose_game, facts_text, find_game, span
from mousehole.cli.errors import BadCommand
from mousehole.cli.files import check_free, load_match, save_match
from mousehole.cli.numbers import parse_number
from mousehole.cli.screen import DIM, ask, complain, count, numbered, paint, program, wrap
from mousehole.cli.warming import patience, use_once
from mousehole.engine.deals import seat_of_day
from mousehole.engine.errors import BadSeats, TableError
from mousehole.engine.facts import Facts
from mousehole.engine.sentences import listed
from mousehole.games import facts, ids, load

if TYPE_CHECKING:
    from mousehole.cli.table import Table
    from mousehole.engine.game import Game
    from mousehole.engine.match import Match

Handler = Callable[[int, FrameType | None], None] | signal.Handlers
INTERRUPTED = 130
DEFAULT_BOT = "housecat"
LEAVING = {"q", "quit", "exit"}
CLOSING = ("SIGTERM", "SIGHUP")
TODAY = "today"
"""A seed that stands for the deal of the day."""
SETTING = "Setting the table (the first time takes a while)"


def play(given: Namespace) -> int:
    """Play a game in the terminal."""
    is_guided = given.game is None and given.resume is None
    if given.save is not None:
        check_free(given.save)
    try:
        match, held = resumed(given) if given.resume is not None else opened(given, is_guided=is_guided)
    except EOFError:
        raise BadCommand("no game was chosen") from None
    names = given.bots or (ask_bots() if is_guided and len(held) < match.seats else usual_bot(given))
    return sit_down(match, held, bots_at(match, held, names), given.save, is_by_hand=given.by_hand)


def usual_bot(given: Namespace) -> str:
    """Say who plays where nobody is named: in the deal of the day those whom everybody meets on the page."""
    if given.seed != TODAY:
        return DEFAULT_BOT
    from mousehole.table.days import LEVEL

    return LEVEL


def ask_here(question: str) -> str:
    """Ask while the table is set up; who wants to leave has chosen no game."""
    typed = ask(question)
    if typed.lower() in LEAVING:
        raise EOFError
    return typed


def ask_game() -> str:
    """Ask which game to play."""
    print("Which game?")
    print(numbered([(facts(game_id).title, game_id) for game_id in ids()]))
    while True:
        try:
            return choose_game(ask_here("> ") or "1")
        except TableError as error:
            complain(str(error))


def ask_seats(known: Facts) -> str | None:
    """Ask how many seats the table has, where the game leaves it open."""
    print("\n" + facts_text(known))
    if known.min_seats == known.max_seats:
        return None
    while True:
        typed = ask_here(f"How many seats, {span(known.min_seats, known.max_seats)}? (Enter: {known.usual_seats}) > ")
        try:
            known.check_seats(parse_number(typed, "seats")) if typed else None
        except TableError as error:
            complain(str(error))
        else:
            return typed or None


def ask_options(known: Facts) -> list[str]:
    """Ask what is agreed before the game, where there is something to agree."""
    if not known.options:
        return []
    first = known.options[0]
    example = f"{first.name}={first.value_name(first.high if first.default != first.high else first.low)}"
    while True:
        typed = ask_here(f"Options, such as {example}? (Enter: the defaults) > ")
        try:
            known.parse_options(typed)
        except TableError as error:
            complain(str(error))
        else:
            return [typed]


def ask_bots() -> str:
    """Ask who holds the other seats."""
    from mousehole.bots.names import LEVELS, NAMES, check_bot

    simple = ", ".join(name for name in NAMES if name not in LEVELS)
    print(wrap(f"Bots: {simple}; and, from the weakest to the strongest, {', '.join(LEVELS)}."))
    while True:
        typed = ask_here(f"Who plays the other seats? (Enter: {DEFAULT_BOT}) > ") or DEFAULT_BOT
        try:
            for name in bot_names(typed):
                check_bot(name)
        except TableError as error:
            complain(str(error))
        else:
            return typed


def bot_names(text: str) -> list[str]:
    """Read bots' names with commas: "Alley cat" and "alley-cat" are the alley_cat."""
    return [name.strip().lower().replace(" ", "_").replace("-", "_") for name in text.split(",")]


def ask_seat(game: Game, seats: int) -> str:
    """Ask which seats are held here."""
    names = [game.words.seat_name(seats, seat) for seat in range(seats)]
    print("Who are you?  " + "  ".join(f"{seat} {name}" for seat, name in enumerate(names)))
    while True:
        typed = ask_here("One seat, or several with commas (Enter: 0) > ") or "0"
        try:
            parse_held(game, seats, typed)
        except TableError as error:
            complain(str(error))
        else:
            return typed


def parse_held(game: Game, seats: int, text: str) -> tuple[int, ...]:
    """Read which seats are held here: numbers or names, with commas; or all of them."""
    if text.strip().lower() == "all":
        return tuple(range(seats))
    names = {seat: game.words.seat_name(seats, seat).lower() for seat in range(seats)}
    held: set[int] = set()
    for part in text.split(","):
        wanted = part.strip().lower()
        named = [seat for seat, name in names.items() if wanted in {str(seat), name, name.removeprefix("the ")}]
        if not named:
            known = ", ".join(f"{seat} {game.words.seat_name(seats, seat)}" for seat in range(seats))
            raise BadSeats(f"there is no seat {part.strip()!r} at this table (its seats: {known})")
        if named[0] in held:
            raise BadSeats(f"seat {named[0]} is given twice")
        held.add(named[0])
    return tuple(sorted(held))


def seed_of_today(game_id: str) -> int:
    """Return the seed of the deal of the day."""
    from mousehole.analysis import daily

    return daily.daily_seed(game_id, daily.today())


def opened(given: Namespace, *, is_guided: bool) -> tuple[Match, tuple[int, ...]]:
    """Set up a new match as the command line says, or as somebody answers; return it with the seats held here."""
    game_id = ask_game() if is_guided else find_game(given.game)
    known = facts(game_id)
    wanted = ask_seats(known) if is_guided and given.seats is None else given.seats
    seats = known.usual_seats if wanted is None else known.check_seats(parse_number(wanted, "seats"))
    agreed = ask_options(known) if is_guided and not given.options else given.options
    values = known.parse_options(",".join(agreed))
    options = known.options_by_name(values)
    with patience(SETTING):
        from mousehole.engine.match import Match, parse_seed

        seed = None if given.seed is None else seed_of_today(game_id) if given.seed == TODAY else parse_seed(given.seed)
        game = load(game_id)
    usual = str(seat_of_day(seed, seats)) if seed is not None and given.seed == TODAY else "0"
    held = parse_held(game, seats, given.seat or (ask_seat(game, seats) if is_guided and seats > 1 else usual))
    with patience(SETTING):
        return Match.start(use_once(game), seats=seats, options=options, seed=seed), held


def resumed(given: Namespace) -> tuple[Match, tuple[int, ...]]:
    """Go on with a match from a file; return it with the seats held here."""
    fixed = {"--seats": given.seats, "--seed": given.seed, "--options": given.options}
    for name, value in fixed.items():
        if value:
            raise BadCommand(f"{name} is already settled by {given.resume}")
    with patience(SETTING):
        match = load_match(given.resume)
    if given.game is not None and find_game(given.game) != match.game.facts.id:
        raise BadCommand(f"{given.resume} is a game of {match.game.facts.title}")
    if match.is_over:
        raise BadCommand(f"the game in {given.resume} is over; {program()} replay {shlex.quote(given.resume)} shows it")
    return match, parse_held(match.game, match.seats, given.seat or "0")


@contextlib.contextmanager
def answering(names: Sequence[str], handler: Handler) -> Iterator[None]:
    """Answer signals in one way for a while, where the system has them and lets us."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    try:
        before = {number: signal.signal(number, handler) for number in numbers}
    except ValueError:  # only the main thread may
        before = {}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def interrupt(_number: int, _frame: FrameType | None) -> None:
    """Treat a closed terminal or a polite end of the process like Ctrl-C, so that the game is saved."""
    for name in CLOSING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)  # both may come, and more than once
    raise KeyboardInterrupt


def sit_down(
    match: Match, held: tuple[int, ...], bots: dict[int, str], save: str | None, *, is_by_hand: bool = False
) -> int:
    """Play a match to its end or until somebody leaves; save it either way."""
    from mousehole.cli.table import Table

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # a line can be edited and earlier ones found again

    table = Table(match, held, bots, is_by_hand=is_by_hand)
    greet(match, held, bots)
    if not match.moves and len({table.group_of(seat) for seat in held}) == 1:
        table.say_goal(held[0])
    with answering(CLOSING, interrupt):
        try:
            play_on(table, save)
        except KeyboardInterrupt:  # perhaps while leaving: a closed terminal ends the input first
            say_saved(table, save)
            return INTERRUPTED
    return 0


def play_on(table: Table, save: str | None) -> None:
    """Play to the end, or until somebody leaves."""
    from mousehole.cli.table import Leave

    try:
        table.run()
        table.finish()
    except (EOFError, Leave):
        say_saved(table, save)
    except Exception:
        say_saved(table, save)
        raise
    else:
        say_saved(table, save)


def bots_at(match: Match, held: tuple[int, ...], names: str) -> dict[int, str]:
    """Seat bots, in turn, on the seats that are not held here."""
    wanted = bot_names(names)
    free = [seat for seat in range(match.seats) if seat not in held]
    if free:
        from mousehole.bots.names import check_bot

        for name in wanted:
            check_bot(name)
    return {seat: wanted[i % len(wanted)] for i, seat in enumerate(free)}


def show_house_rules(match: Match) -> None:
    """Say what was agreed that the rulebook does not print."""
    agreed = match.game.facts.house_rules(match.options)
    if agreed:
        print(wrap(f"House rules: {'; '.join(agreed)}."))


def greet(match: Match, held: tuple[int, ...], bots: dict[int, str]) -> None:
    """Say what is played and who is who."""
    known = match.game.facts
    options = known.options_text(match.options).replace(" ", ", ")
    print(f"{known.title}, {count(match.seats, 'seat')}" + (f", {options}." if options else "."))
    show_house_rules(match)
    name = match.game.words.seat_name
    mine = listed([name(match.seats, seat) for seat in held])
    others = ", ".join(f"{name(match.seats, seat)} ({bot.replace('_', ' ')})" for seat, bot in bots.items())
    print(wrap(f"You are {mine}. Bots: {others}." if others else f"You are {mine}."))
    if match.moves:
        print(f"Moves made so far: {len(match.moves)}.")
    print(paint("? for help. Ctrl-C leaves and saves the game.", DIM))


def say_saved(table: Table, save: str | None) -> None:
    """Save a match, and say how to go on with it or to see it again."""
    if table.saved is None:
        with answering(("SIGINT", *CLOSING), signal.SIG_IGN):
            table.saved = save_match(table.match, save)
    path = shlex.quote(str(table.saved))
    seat = "" if table.held == (0,) else f" --seat {','.join(map(str, table.held))}"
    names = list(table.bots.values())
    bots = f" --bots {','.join(names if len(set(names)) > 1 else names[:1])}" if names else ""
    with contextlib.suppress(OSError):  # a closed terminal: nobody is there to read it
        if table.match.is_over:
            print(f"\nThe record is in {table.saved}; {program()} replay {path} tells it again.")
        else:
            print(f"\nSaved to {table.saved}. Go on with: {program()} play --resume {path}{seat}{bots}")
        sys.stdout.flush()

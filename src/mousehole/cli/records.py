"""`mousehole replay` and `mousehole verify`: games that have been played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mousehole.cli.errors import BadCommand, BadRecord
from mousehole.cli.files import load_dealt_match, load_match
from mousehole.cli.play import parse_held, show_house_rules
from mousehole.cli.screen import BOLD, DIM, GREEN, count, hanging, heading, paint, wrap
from mousehole.cli.warming import patience
from mousehole.engine.errors import BadSeats

if TYPE_CHECKING:
    from mousehole.engine.match import Match

TRUTH, SPECTATOR = "truth", "spectator"


def read_record(name: str) -> Match:
    """Read a record, saying so if that takes longer than a moment."""
    with patience("Reading (the first time takes a while)"):
        return load_match(name)


def replay(name: str, seen_by: str | None, to: str | None) -> int:
    """Tell a game again, as somebody saw it."""
    match = read_record(name)
    last = len(match.moves) if to is None else parse_move_number(to, len(match.moves))
    chosen = seen_by.strip().lower() if seen_by else TRUTH if match.is_over else SPECTATOR
    words, known = match.game.words, match.game.facts
    if chosen in {TRUTH, SPECTATOR}:
        viewer = -1
        eyes = "with everything turned up" if chosen == TRUTH else "as a spectator saw it"
    else:
        held = parse_held(match.game, match.seats, chosen)
        if len(held) != 1:
            raise BadSeats(f"--as takes one seat, {SPECTATOR} or {TRUTH}, not {seen_by!r}")
        viewer = held[0]
        eyes = f"as {words.seat_name(match.seats, viewer)} saw it"
    options = known.options_text(match.options).replace(" ", ", ")
    print(heading(f"{known.title}, {count(match.seats, 'seat')}" + (f", {options}" if options else "")))
    show_house_rules(match)
    print(paint(wrap(f"{eyes[:1].upper()}{eyes[1:]}, {last} of {len(match.moves)} moves."), DIM))
    digits = len(str(len(match.moves)))
    views = (position if chosen == TRUTH else position.view(viewer) for position in match.positions[: last + 1])
    seen = next(views)
    for number, after in enumerate(views, 1):
        for i, sentence in enumerate(words.sentences(seen.record, after.record, viewer)):
            print(hanging(paint(f"{number if i == 0 else '':>{digits}} ", DIM), digits + 1, sentence))
        seen = after
    print("\n" + seen.text())
    outcome = match.outcome() if last == len(match.moves) else None
    if outcome is not None:
        print("\n" + paint(wrap(outcome.sentence), BOLD, GREEN))
    elif last == len(match.moves):
        print("\nThe game is not over.")
    return 0


def parse_move_number(text: str, last: int) -> int:
    """Read after which move to stop."""
    if not (text.isascii() and text.isdigit()) or int(text[:9]) > last:
        raise BadCommand(f"--to takes a number of moves from 0 to {last}, not {text!r}")
    return int(text[:9])


def verify(name: str, *, promise: str = "", commitment: str = "", contribution: str = "") -> int:
    """Check that a file is a legal, complete game that ends as it says, dealt as somebody was promised."""
    with patience("Reading (the first time takes a while)"):
        match, dealt = load_dealt_match(name)
    outcome = match.outcome()
    if outcome is None:
        raise BadRecord(f"{name}: legal so far, but the game is not over after {count(len(match.moves), 'move')}")
    table = f"{match.game.facts.title}, {count(match.seats, 'seat')}, {count(len(match.moves), 'move')}"
    print(f"{name}: {table}, legal and complete. {outcome.sentence}")
    if dealt:
        from mousehole.engine.deals import DAY, noted_deal

        if DAY in dealt:
            print(f"It is the deal of the day of {dealt[DAY]}: its seed follows from the date, nobody chose it.")
            return 0
        print("The seed is made of the share the record's promise binds the server to, and of the contributions.")
        for line in noted_deal(dealt, promise, commitment, contribution):
            print(line)
    elif promise or commitment or contribution:
        raise BadRecord(f"{name}: this record says nothing about its deal")
    return 0

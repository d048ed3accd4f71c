"""The text notation of a match: headers, then numbered moves that people can read. It round-trips.

    [Game "hide_and_squeak"]
    [Rules "1"]
    [Seats "5"]
    [Options "walls=east_west dawn=20"]
    [Seed "7"]
    [Result "-1 1 1 1 1"]
    [Reason "cheese_stored"]
    [Final "0c5e..."]

    1. the cat: spare kitchen
    2. the cat: spare larder

A match that is still going on has the result `*`. `Final` is a fingerprint of the last position, so that an edited
record does not pass for the game that was played.

A game that goes on from a moment of another one has all moves from the first, and says how many were taken over; where
all that a seat could not know there was dealt anew, it says whose knowledge and which seed:

    [Begun "23"]
    [Redealt "the cat 8105"]
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from mousehole.engine.errors import TableError, Unreadable
from mousehole.engine.game import Game
from mousehole.engine.match import Match, parse_seed

UNFINISHED = "*"
SEED_DIGITS = 20
"""No seed of what is dealt anew is longer."""
LONGEST_TEXT = 2_000_000
HEADER = re.compile(r'\[(\w+) "([^"]*)"\]')
MOVE = re.compile(r"(\d+)\. ([^:]+): (.+)")
NEEDED = ("Game", "Rules", "Seats", "Options", "Seed", "Result", "Final")


def fingerprint(match: Match) -> str:
    """Hash the present position, field by field (padding does not count)."""
    digest = hashlib.sha256()
    record = match.state.record
    for name in record.dtype.names:
        digest.update(record[name].tobytes())
    return digest.hexdigest()[:16]


def number_text(number: float) -> str:
    """Write a payoff without a needless point."""
    return f"{number:.6g}"


def headers_of(match: Match) -> dict[str, str]:
    """List what a record says before its moves."""
    facts, outcome = match.game.facts, match.outcome()
    headers = {
        "Game": facts.id,
        "Rules": str(facts.rules_version),
        "Seats": str(match.seats),
        "Options": facts.options_text(match.options),
        "Seed": str(match.seed),
        "Result": " ".join(number_text(p) for p in outcome.payoffs) if outcome else UNFINISHED,
    }
    if outcome:
        headers["Reason"] = outcome.reason
    if match.begun:
        headers["Begun"] = str(match.begun)
    if match.redealt is not None:
        seat, seed = match.redealt
        headers["Redealt"] = f"{match.game.words.seat_name(match.seats, seat)} {seed}"
    headers["Final"] = fingerprint(match)
    return headers


def write_match(match: Match) -> str:
    """Write a match, finished or not."""
    lines = [f'[{name} "{value}"]' for name, value in headers_of(match).items()]
    lines.append("")
    name_of = match.game.words.seat_name
    for number, (seat, action) in enumerate(match.moves):
        view = match.positions[number].view(seat)
        lines.append(f"{number + 1}. {name_of(match.seats, seat)}: {view.move_name(action)}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Draft:
    """A record as it was read, before anything was played."""

    headers: dict[str, str]
    moves: list[tuple[int, str, str]]
    """Line number, seat and move, as written."""


def parse_draft(text: str) -> Draft:
    """Split a record into headers and moves."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable("this is far too long for a game record")
    headers: dict[str, str] = {}
    moves: list[tuple[int, str, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line:
            continue
        header, move = HEADER.fullmatch(line), MOVE.fullmatch(line)
        if header and not moves:
            if header[1] in headers:
                raise Unreadable(f"line {number}: the header {header[1]} stands twice")
            headers[header[1]] = header[2]
        elif move:
            if int(move[1][:9]) != len(moves) + 1:
                raise Unreadable(f"line {number}: move {len(moves) + 1} should stand here, not {move[1][:9]}")
            moves.append((number, move[2], move[3]))
        else:
            raise Unreadable(f"line {number} is neither a header nor a move")
    for name in NEEDED:
        if name not in headers:
            raise Unreadable(f"this is not a whole game record: the header {name} is missing")
    return Draft(headers, moves)


def read_match(text: str, load: Callable[[str], Game]) -> Match:
    """Read a record and play it through; every move is checked, and so is the end it claims."""
    draft = parse_draft(text)
    match = start_match(draft, load)
    names = {match.game.words.seat_name(match.seats, seat): seat for seat in range(match.seats)}
    begun, redealt = beginning_of(draft, names)
    for number, seat_text, move_text in draft.moves:
        if begun and len(match.moves) == begun:
            match.begin_here(redealt)
        if seat_text not in names:
            raise Unreadable(f"line {number}: nobody called {seat_text[:40]!r} sits at this table")
        seat = names[seat_text]
        try:
            play_named(match, seat, move_text)
        except TableError as error:
            raise Unreadable(f"line {number}: {error}") from error
    if begun and len(match.moves) == begun:
        match.begin_here(redealt)
    check_end(draft, match)
    return match


def beginning_of(draft: Draft, names: dict[str, int]) -> tuple[int, tuple[int, int] | None]:
    """Read how many moves were taken over from another game, and what was dealt anew there."""
    begun, redealt = draft.headers.get("Begun", "0"), draft.headers.get("Redealt")
    if not begun.isdecimal() or len(begun) > len(str(LONGEST_TEXT)) or int(begun) > len(draft.moves):
        raise Unreadable(f"a game begins after one of its moves, not after {begun[:20]!r}")
    if redealt is None:
        return int(begun), None
    name, _, seed = redealt.rpartition(" ")
    if not int(begun) or name not in names or not (seed.isascii() and seed.isdigit() and len(seed) <= SEED_DIGITS):
        raise Unreadable(f"the header Redealt names a seat and a seed, in a game with Begun, not {redealt[:40]!r}")
    return int(begun), (names[name], int(seed))


def play_named(match: Match, seat: int, name: str) -> None:
    """Play a move by its name; a seat that may not act gets the error of the guarded door."""
    if seat in match.actors():
        match.step(seat, match.parse_move(seat, name))
    else:
        match.step(seat, 0)


def start_match(draft: Draft, load: Callable[[str], Game]) -> Match:
    """Set up the match that the headers describe."""
    headers = draft.headers
    game = load(headers["Game"])
    if headers["Rules"] != str(game.facts.rules_version):
        raise Unreadable(f"played by rules version {headers['Rules'][:9]}; this program has {game.facts.rules_version}")
    if not headers["Seats"].isdecimal():
        raise Unreadable(f"the number of seats is a number, not {headers['Seats'][:20]!r}")
    values = game.facts.parse_options(headers["Options"])
    options = game.facts.options_by_name(values)
    return Match.start(game, seats=int(headers["Seats"][:9]), options=options, seed=parse_seed(headers["Seed"]))


def check_end(draft: Draft, match: Match) -> None:
    """Compare the end that the moves lead to with the end that the headers claim."""
    claimed, true = draft.headers, headers_of(match)
    if claimed["Result"] != UNFINISHED and true["Result"] == UNFINISHED:
        raise Unreadable(f"the record breaks off after move {len(match.moves)}: the game is not over there")
    for name in ("Result", "Reason", "Final"):
        if claimed.get(name) != true.get(name):
            raise Unreadable(f"the header {name} says {claimed.get(name)!r}, the moves lead to {true.get(name)!r}")

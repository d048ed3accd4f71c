"""What people read, on every game: whole sentences, grammar that fits the reader, prompts that offer what is legal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

from mousehole.engine.match import Match

MODES = list(modes())
STEPS = 150
DECIDES = 5
"""The weight of a moment that tells how a game was decided."""

FAULTS = {
    "a capital You inside a sentence": re.compile(r"(?<!Push)(?<=[a-z0-9,;]) Your?\b"),
    "a small you at its beginning": re.compile(r"(^|[.!?] )your?\b"),
    "a verb that does not fit You": re.compile(
        r"\b[Yy]ou (has|is|was|does|\w+(?<!s)(?<!os)(?<!us)(?<!es)s)\b(?! (are|were)\b)"
    ),
    "blanks or marks too many": re.compile(r"  | [.,;:!?]|[.,;:!?]{2}|\(\)|: \."),
    "something that was never filled in": re.compile(r"\b(None(?! of)|nan|HIDDEN)\b|[{}]|-1\b|the -"),
}
"""What no sentence has, whoever reads it."""


def texts(match: Match, viewer: int) -> Iterator[str]:
    """List the whole sentences that a viewer can be shown just now."""
    if match.moves:
        yield from match.told(viewer, len(match.moves) - 1)
    yield from match.view(viewer).goal()
    if viewer in match.actors():
        view = match.view(viewer).record
        yield match.game.words.prompt(view, viewer)
        yield match.game.words.stakes(view, viewer)
        yield from (match.game.words.remark(view, viewer, action) for action in match.legal(viewer))


def check(text: str, names: str) -> None:
    """Check one text."""
    for fault, pattern in FAULTS.items():
        assert not pattern.search(text), (fault, text)
    assert not re.search(rf"\b({names}) and ({names}) and\b", text), ("names strung together by and", text)
    assert text == "" or (text[0].upper() == text[0] and text[-1] in ".!?"), ("not a whole sentence", text)


def names_of(match: Match) -> str:
    """Write the names of all seats, and "you", as a pattern."""
    return "|".join([*(match.game.words.seat_name(match.seats, seat) for seat in range(match.seats)), "you", "You"])


@pytest.mark.parametrize("table", MODES, ids=str)
def test_every_sentence_is_one(table: Table) -> None:
    """Prompts, hints, stories, moments and outcomes are whole sentences that fit whoever reads them."""
    match, chooser = open_table(table, 65), random.Random(65)
    names = names_of(match)
    while not match.is_over and len(match.moves) < STEPS:
        for viewer in range(-1, match.seats):
            for text in texts(match, viewer):
                check(text, names)
        match.step(*careful_move(match, chooser))
    outcome = match.outcome()
    if outcome:
        check(outcome.sentence, names)


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_prompt_offers_nothing_that_is_not_there(table: Table) -> None:
    """Who has a single move is not asked whether to do this or that."""
    for seed in (3, 4):
        match, chooser = open_table(table, seed), random.Random(seed)
        while not match.is_over and len(match.moves) < STEPS:
            for seat in match.actors():
                if len(match.legal(seat)) == 1:
                    assert " or " not in match.prompt(seat), match.prompt(seat)
            match.step(*careful_move(match, chooser))


@pytest.mark.parametrize("table", MODES, ids=str)
def test_the_last_moment_tells_the_end(table: Table) -> None:
    """Where the last move of a game has moments at all, one of them tells how the game was decided."""
    for seed in range(6):
        match, chooser = open_table(table, seed), random.Random(seed)
        while not match.is_over:
            match.step(*careful_move(match, chooser))
        for viewer in range(-1, match.seats):
            told = match.game.words.moments(match.positions[-2].record, match.positions[-1].record, viewer)
            assert not told or max(weight for weight, _ in told) == DECIDES, told
            for _, text in told:
                check(text, names_of(match))

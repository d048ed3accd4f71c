"""Contract 6: every rule of every game stands in docs/rules and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mousehole.games import IDS
from mousehole.games.pages import illustrated_page

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+\.\d+)\*\*", re.MULTILINE)
CITED = re.compile(r"\b([A-Z]{2}-\d+\.\d+)\b")
SPAN = re.compile(r"\b([A-Z]{2}-\d+)\.(\d+) to \1\.(\d+)\b")


def rule_ids(game_id: str) -> list[str]:
    """List the ids on a game's rules page."""
    return RULE.findall(illustrated_page(game_id))


def cited_ids(folder: Path) -> set[str]:
    """List the ids that the files of a folder cite; "XX-1.2 to XX-1.4" cites three."""
    text = "\n".join(path.read_text() for path in sorted(folder.glob("*.py")))
    cited = set(CITED.findall(text))
    for chapter, first, last in SPAN.findall(text):
        cited.update(f"{chapter}.{n}" for n in range(int(first), int(last) + 1))
    return cited


@pytest.mark.parametrize("game_id", IDS)
def test_every_rule_is_cited_by_a_test(game_id: str) -> None:
    """A rule without a test is a rule that can break unnoticed."""
    ids = rule_ids(game_id)
    assert ids, "the rules page lists no rules"
    cited = cited_ids(ROOT / "tests" / "games" / game_id)
    assert [rule for rule in ids if rule not in cited] == []


@pytest.mark.parametrize("game_id", IDS)
def test_every_rule_is_found_in_the_source(game_id: str) -> None:
    """Whoever looks for a rule's id finds the code that keeps it."""
    cited = cited_ids(ROOT / "src" / "mousehole" / "games" / game_id)
    assert [rule for rule in rule_ids(game_id) if rule not in cited] == []


@pytest.mark.parametrize("game_id", IDS)
def test_rule_ids_are_in_order_and_without_gaps(game_id: str) -> None:
    """The rules page numbers its rules as a book would."""
    ids = [tuple(map(int, rule.split("-")[1].split("."))) for rule in rule_ids(game_id)]
    assert ids == sorted(set(ids))
    chapters = sorted({chapter for chapter, _ in ids})
    assert chapters == list(range(1, len(chapters) + 1))
    for chapter in chapters:
        numbers = [number for other, number in ids if other == chapter]
        assert numbers == list(range(1, len(numbers) + 1))

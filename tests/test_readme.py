"""The pages for people say only what is true: examples run, links lead somewhere, the picture is what is shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from mousehole.cli import COMMANDS, main
from mousehole.cli.catalogue import span
from mousehole.games import IDS, facts
from mousehole.games.vectors import layout

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BEFORE = ["spare kitchen", "spare parlour", "spare bedroom", "trap scullery", "trap library", "trap library", "listen"]
"""What the cat has done when the picture was taken."""

pytestmark = pytest.mark.xdist_group("hide_and_squeak")


PAGES = sorted(
    path.relative_to(ROOT) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "web/README.md"]
)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def fenced(language: str, page: str = README) -> list[str]:
    """Return the blocks of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("name", "libraries"),
    [
        ("README.md", []),
        ("docs/python.md", []),
        ("docs/bridges.md", ["pettingzoo", "pyspiel"]),
        ("docs/batch.md", ["gymnasium"]),
    ],
)
def test_the_examples_run(name: str, libraries: list[str]) -> None:
    """Every line of Python in these pages gives what stands below it."""
    for library in libraries:
        pytest.importorskip(library, reason=f"{library} is not installed")
    page = (ROOT / name).read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest("\n".join(fenced("python", page)), {}, name, name, 0)
    assert len(example.examples) > 10
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("game_id", IDS)
def test_the_bridges_tell_their_sizes(game_id: str) -> None:
    """The page about the bridges lists every game with its agents, actions and the length of an observation."""
    known, page = facts(game_id), (ROOT / "docs/bridges.md").read_text(encoding="utf-8")
    players = span(known.min_seats, known.max_seats)
    assert f"| `{game_id}` | {players} | {known.actions} | {layout(game_id).size} |" in page


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    """Whatever a page links to in this project is there."""
    text = CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    links = [link.partition("#")[0] for link in LINK.findall(text)]
    assert [link for link in links if "://" not in link and not (ROOT / page.parent / link).exists()] == []


def test_the_picture_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game drawn in the README is shown like that by the terminal."""
    (picture,) = fenced("text")
    typed = iter([*BEFORE, "larder", "quit"])
    monkeypatch.chdir(tmp_path)

    def answer(question: str) -> str:
        found = next(typed)
        print(f"{question}{found}")  # noqa: T201  # what a terminal echoes
        return found

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", "hide", "--seats", "4", "--seed", "7", "--bots", "greedy"]) == 0
    assert picture in capsys.readouterr().out


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_stands_in_the_table(game_id: str) -> None:
    """The README lists every game with its players, minutes and sentence."""
    known = facts(game_id)
    players = span(known.min_seats, known.max_seats)
    assert f"| {known.title} | {players} | {known.minutes} | {known.summary} |" in README


def test_every_command_and_target_is_explained() -> None:
    """The README names every command of `mousehole`, and only targets that the Makefile has."""
    assert set(COMMANDS) <= set(re.findall(r"`mousehole (\w+)", README))
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"^    make (\w+)", README, re.MULTILINE)) <= targets

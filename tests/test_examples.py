"""Every example in the documentation works: commands can be read; targets, extras, requests and settings exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from mousehole.cli import build_parser, parse
from mousehole.server.app import create_app
from mousehole.server.errors import STATUS
from mousehole.server.settings import Settings

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md"), ROOT / "web/README.md"])
PLACEHOLDERS = {"GAME": "hide", "SHELL": "bash", "FILE": "file", "CODE": "k3m9x2a", "SET-UP": "game=mice_heist"}
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def shell_lines(page: Path) -> list[str]:
    """List the lines of a page that are for a shell, without what is said about them."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"^    (\S.*)$", text, re.MULTILINE)
    for block in re.findall(r"^```(?:sh|shell|bash|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        lines += block.splitlines()
    return [re.split(r"\s+#\s", line)[0].strip().removeprefix("$ ") for line in lines]


def commands(program: str) -> list[pytest.param]:  # type: ignore[valid-type]
    """List what the pages call a program with, each with its page."""
    return [
        pytest.param(line, id=f"{page.name}: {line}")
        for page in PAGES
        for line in dict.fromkeys(shell_lines(page))
        if line.startswith(f"{program} ")
    ]


@pytest.mark.parametrize("line", commands("mousehole"))
def test_every_command_can_be_read(line: str) -> None:
    """The command line takes what the page shows, flag by flag."""
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(line)[1:]]
    assert parse(build_parser(), words).command == words[0]


@pytest.mark.parametrize("line", commands("make"))
def test_every_target_exists(line: str) -> None:
    """The Makefile has the target that the page shows."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {word for word in shlex.split(line)[1:] if "=" not in word} <= targets


@pytest.mark.parametrize("line", commands("pip"))
def test_every_extra_exists(line: str) -> None:
    """What the page installs is what the package offers."""
    for names in re.findall(r"\[([\w,]+)\]", line):
        assert set(names.split(",")) <= set(EXTRAS)


@pytest.mark.parametrize("line", commands("python"))
def test_every_script_takes_its_flags(line: str) -> None:
    """A benchmark that the page names exists, and knows every flag that it is shown with."""
    words = shlex.split(line)
    name = words[2].replace(".", "/") + ".py" if words[1] == "-m" else words[1]
    if words[1] == "-m" and not (ROOT / name).exists():
        name = "src/" + name
    source = (ROOT / name).read_text(encoding="utf-8")
    assert [flag for flag in words if flag.startswith("--") and f'"{flag.partition("=")[0]}"' not in source] == []


SMALLER = {"1_000_000": "200", "1_000": "12"}
"""A page shows runs worth looking at; a test is content with few games."""


@pytest.mark.xdist_group("hide_and_squeak")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_program_runs(page: Path) -> None:
    """Python that is shown without its answers (the others are doctests) runs from the first line to the last."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for block in blocks:
        if ">>>" not in block:
            for large, small in SMALLER.items():
                block = block.replace(large, small)  # noqa: PLW2901  # the same block, with fewer games
            exec(compile(block, page.name, "exec"), {})  # noqa: S102  # our own page


def test_every_request_that_is_listed_exists() -> None:
    """The server's page lists requests as the OpenAPI document has them."""
    document = create_app(Settings()).openapi()
    known = {
        (method.upper(), re.sub(r"\{\w+\}", "*", path)) for path, ways in document["paths"].items() for method in ways
    }
    text = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    listed = re.findall(r"^    (GET|POST|PUT|DELETE) +(/api/[^\s?,]+)", text, re.MULTILINE)
    assert len(listed) > 15
    for method, path in listed:
        plain = re.sub(r"(?<=/)([A-Z]+|\d+)(?=/|$)", "*", path)
        assert (method, plain) in known, (method, path)


def test_every_limit_has_the_default_that_is_listed() -> None:
    """The table of limits says what the settings say."""
    text = (ROOT / "docs/server.md").read_text(encoding="utf-8").partition("### Limits")[2]
    known = {field.name: field.default for field in fields(Settings)}
    rows = re.findall(r"^\| (`.*?`) \| (.*?) \|", text, re.MULTILINE)
    assert len(rows) > 15
    for names, values in rows:
        listed = re.findall(r"`(\w+)`", names)
        given = [value.replace(",", "") for value in values.split(", ")]
        for name, value in zip(listed, given, strict=True):
            usual = known[name]
            assert (("off", "on")[usual] if isinstance(usual, bool) else f"{usual:g}") == value, name


def test_every_code_that_is_named_exists() -> None:
    """The page on the server names only codes that a client can meet."""
    text = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    section = text.partition("### Codes")[2].partition("## ")[0]
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", section)) <= set(STATUS)

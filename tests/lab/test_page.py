"""The page of the lab says what is so: its sample runs, and it answers the studies there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mousehole.games.pages import section
from mousehole.lab.figures import Comparison
from mousehole.lab.playing import Games
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp
from mousehole.lab.studies import STUDIES
from mousehole.lab.study import Study

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")


@pytest.mark.xdist_group("hide_and_squeak")
def test_the_sample_runs() -> None:
    """The lines of Python on the page run, one sample after the other, with fewer games."""
    samples = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    found: dict[str, object] = {}
    for sample in samples:
        exec(sample.replace("1_000_000", "100").replace("1_000", "20"), found)  # noqa: S102  # our own page
    assert isinstance(found["games"], Games)
    assert len(found["games"]) == 100
    assert isinstance(found["compared"], Comparison)


def test_every_column_is_explained() -> None:
    """The page names every column that a game of a run has, and every array's name stands in the code."""
    columns = run(SetUp("mice_heist", seats=2, players=("greedy",), games=2), threads=1).columns()
    told = section(PAGE, "What a run shows")
    for name in columns:
        assert f"`{re.sub('[0-9]$', '0', name)}`" in told


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_page_answers_every_study(study: Study) -> None:
    """Every study has its section, with every claim and every table it has now, as the report writes them."""
    found = section(PAGE, study.title)
    assert study.question in " ".join(found.split())
    for words in [claim.sentence for claim in study.claims] + [cell.name for cell in study.cells]:
        assert f"| {words} |" in found

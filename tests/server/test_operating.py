"""What operators are told is true: every figure of the board and of the page is one that the server has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import play_on, quick_settings, serving

from mousehole.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
BOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana.json").read_text(encoding="utf-8"))
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? ", re.MULTILINE)
USED = re.compile(r"(mousehole_\w+)(?:\{([^}]*)\})?")
GROUPED = re.compile(r"by \(([\w, ]+)\)")

pytestmark = pytest.mark.xdist_group("server")


def queries() -> list[str]:
    """List what the board and the page ask Prometheus."""
    asked = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    for block in re.findall(r"^```promql\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        asked += block.splitlines()
    return asked


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Play a little and read `/metrics`: the figures there, each with its labels."""
    with serving(quick_settings(tmp_path_factory.mktemp("figures"))) as house:
        ann = house.person("Ann")
        play_on(ann, ann.open("me", "device", "device", dawn=5), until=3)
        ann.refused("GET", "/api/tables/aaaaaaa")
        found: dict[str, set[str]] = {}
        for name, labels in SAMPLE.findall(ann.get("/metrics")):
            found.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    return found


@pytest.mark.parametrize("query", queries())
def test_every_query_asks_for_what_there_is(query: str, exposed: dict[str, set[str]]) -> None:
    """A figure that was renamed, or a label it does not have, would leave an empty panel and a silent alert."""
    used = USED.findall(query)
    assert used
    labels = set()
    for name, chosen in used:
        assert name in exposed
        assert set(re.findall(r"(\w+)\s*=", chosen)) <= exposed[name]
        labels |= exposed[name]
    for group in GROUPED.findall(query):
        assert {label.strip() for label in group.split(",")} <= labels


def test_every_figure_is_on_the_board(exposed: dict[str, set[str]]) -> None:
    """Nothing that the server counts is left out of the board, but for when counting began."""
    shown = {name.removesuffix("_bucket") for query in queries() for name, _ in USED.findall(query)}
    there = {re.sub(r"_(bucket|count|sum)$", "", name) for name in exposed if not name.endswith("_created")}
    assert there == shown


def test_panels_do_not_lie_on_each_other() -> None:
    """Each panel of the board has a place and a number of its own."""
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in BOARD["panels"]]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in BOARD["panels"]})


def test_every_setting_that_is_named_exists() -> None:
    """The pages for operators, the unit and the containers name only settings that the server reads."""
    known = {PREFIX + name.upper() for name in Settings.__dataclass_fields__}
    elsewhere = {"MOUSEHOLE_UPSTREAM", "MOUSEHOLE_CACHE", "MOUSEHOLE_NAME", "MOUSEHOLE_FUZZ"}
    for path in ("docs/operating.md", "docs/server.md", "compose.yaml", "Dockerfile", *deployed()):
        named = set(re.findall(r"MOUSEHOLE_[A-Z_]+", (ROOT / path).read_text(encoding="utf-8")))
        assert named <= known | elsewhere, path


def deployed() -> list[str]:
    """List the files that are for operators."""
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / "deploy").iterdir())]


def test_every_log_line_that_is_explained_is_written() -> None:
    """An event that the page explains stands in the source, word by word."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/mousehole/server").rglob("*.py"))
    section = PAGE.partition("## Logs")[2].partition("## ")[0]
    events = [
        event for line in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for event in re.findall(r"`(.*?)`", line)
    ]
    assert len(events) > 5
    assert [event for event in events if f'"{event}' not in sources] == []

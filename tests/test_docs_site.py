"""The documentation as a site: every page is in it, lost ways are found, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import docs_site
import pytest

ROOT = Path(__file__).parent.parent
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]


def pages(nav: list[Any]) -> list[str]:
    """List the pages of a part of the navigation."""
    found: list[str] = []
    for entry in nav:
        (target,) = entry.values()
        found += pages(target) if isinstance(target, list) else [target]
    return found


def test_every_page_is_in_the_navigation() -> None:
    """A page that nobody linked would be on the site, and found by nobody."""
    there = {path.relative_to(docs_site.DOCS).as_posix() for path in docs_site.DOCS.rglob("*.md")}
    assert {page for page in pages(SETTINGS["nav"]) if "://" not in page} == there


def test_the_reference_names_what_there_is() -> None:
    """Each name that the reference unfolds can be imported, and all that `import mousehole` gives is among them."""
    text = (docs_site.DOCS / "reference.md").read_text(encoding="utf-8")
    names = re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)
    assert len(names) > 10
    for name in names:
        module, _, last = name.rpartition(".")
        assert hasattr(import_module(module), last) if module else import_module(last), name
    for name in ("Facts", "Game", "Match", "Outcome", "Position", "View", "errors", "facts", "load"):
        assert any(listed.endswith(f".{name}") for listed in names), name
    tours = [docs_site.DOCS / page for page in ("python.md", "lab.md", "analysis.md")]
    told = "".join(page.read_text(encoding="utf-8") for page in tours)
    used = re.findall(r"from mousehole\.(?:lab|bots|analysis)\S* import ([a-zA-Z_, ]+)", told)
    for name in {part.strip() for parts in used for part in parts.split(",")} - {"NAMES"}:
        assert any(listed.endswith(f".{name}") for listed in names), name


def test_links_that_leave_the_docs_lead_to_the_source() -> None:
    """On the site there is nothing above docs/, so such links lead to where the source is; others stay."""
    page = docs_site.DOCS / "rules" / "some.md"
    text = "[a](../../examples/ppo.py#x) ![b](../images/home.png) [c](other.md)"
    assert docs_site.outward(text, page) == (
        f"[a]({docs_site.HOME}examples/ppo.py#x) ![b](../images/home.png) [c](other.md)"
    )


def test_faults_of_a_site_are_found(tmp_path: Path) -> None:
    """A lost page, a lost place, and a font, a script or a style from elsewhere: each is named."""
    (tmp_path / "style.css").write_text("@import url(https://elsewhere.example/font.css);", encoding="utf-8")
    (tmp_path / "a.html").write_text(
        '<link rel="stylesheet" href="style.css"><link rel="canonical" href="https://home.example/">'
        '<link rel="preconnect" href="https://fonts.example"><script src="//cdn.example/x.js"></script>'
        '<h2 id="here"></h2><a href="b.html#there">b</a><a href="b.html#gone">b</a><a href="#here">a</a>'
        '<a href="lost.html">?</a><a href="https://elsewhere.example">!</a><img src="lost.png">',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<h2 id="there"></h2>', encoding="utf-8")
    assert docs_site.faults(tmp_path) == [
        "a.html fetches https://fonts.example",
        "a.html fetches //cdn.example/x.js",
        "a.html leads to b.html#gone, and there is no such place",
        "a.html leads to lost.html, which is not there",
        "a.html leads to lost.png, which is not there",
        "style.css fetches url(https://elsewhere.example/font.css",
    ]


def test_nothing_of_the_settings_comes_from_elsewhere() -> None:
    """No font, script, style or counter of stars is asked of another machine."""
    assert SETTINGS["theme"]["font"] is False
    assert not {"repo_url", "extra_javascript", "extra_css"} & set(SETTINGS)


def test_the_site_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its builder is installed, the whole site is built and has no fault."""
    pytest.importorskip("zensical", reason="zensical is in the environment of `make docs` alone")
    assert docs_site.main() == 0

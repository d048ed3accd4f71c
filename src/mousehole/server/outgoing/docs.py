"""Our own pages of Markdown as HTML, with a name to jump to for every section and every rule."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from mousehole.games import pages

SECTION = re.compile(r'<h2 id="[^"]*">(.*?)</h2>')
HEADING = re.compile(r"<h2>(.*?)</h2>")
PAGE_LINK = re.compile(r'<a href="[^":]*\.md[^"]*">(.*?)</a>')
"""A way from one file to another leads nowhere on a page that shows them."""
RULE = re.compile(r"<li>(?:\n<p>)?<strong>([A-Z]{2}-\d+(?:\.\d+)*[a-z]?)</strong>")


@cache
def rules_html(game_id: str) -> str:
    """Write a game's page of rules as HTML."""
    html = to_html(pages.illustrated_page(game_id))
    html = html.replace('src="../images/', 'width="1280" height="800" src="/pictures/')
    return RULE.sub(lambda found: found[0].replace("<li>", f'<li id="{found[1]}">', 1), html)


@cache
def lab_html() -> str:
    """Write the pages of what was measured as HTML, below a list of their sections."""
    html = to_html(pages.lab_page())
    ways = (f'<a href="#{anchor(title)}">{title}</a>' for title in SECTION.findall(html))
    return f"<p>On this page: {', '.join(ways)}.</p>\n{html}"


def to_html(text: str) -> str:
    """Write a page as HTML."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = PAGE_LINK.sub(r"\1", html)
    for wide in ("table", "pre"):
        html = html.replace(f"<{wide}>", f'<{wide} tabindex="0">')  # what is too wide scrolls, also by key
    return HEADING.sub(lambda found: f'<h2 id="{anchor(found[1])}">{found[1]}</h2>', html)


def anchor(title: str) -> str:
    """Name a section in an address."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<.*?>|&\w+;", "", title).lower()).strip("-")

"""Our pages as HTML."""

from __future__ import annotations

import re

from mousehole.server.outgoing.docs import lab_html


def test_the_lab_lists_its_sections() -> None:
    """Every way at the top of the lab's page leads to a section of it, each to one of its own, and none to a file."""
    html = lab_html()
    ways, places = re.findall(r'href="(.*?)"', html), re.findall(r'<h2 id="(.*?)"', html)
    assert ways == [f"#{place}" for place in places]
    assert len(set(places)) == len(places)
    assert {"who-has-it-easier", "random-play"} <= set(places)

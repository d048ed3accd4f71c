"""The studies of the lab as data for pictures, read from the page of what was measured."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from mousehole.games import pages
from mousehole.lab.figures import Estimate
from mousehole.server.outgoing.docs import anchor

CLAIM = re.compile(
    r"^\| (.+) \| ([+-]?[\d.,]+)(%| points)? \| ([+-]?[\d.,]+) to ([+-]?[\d.,]+)%? \| (\w+) \|$", re.MULTILINE
)
MEASURED = re.compile(r"^Measured (\S+): (.*?)\.\n\n", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^## (.+?)\n\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SHARE, POINTS, NUMBER = "share", "points", "number"


class ClaimOut(BaseModel):
    """A claim, what was found, and what becomes of it."""

    text: str
    kind: str
    """How the figure is written: a share, a difference of shares (points), or a plain number."""
    found: Estimate
    verdict: str


class StudyOut(BaseModel):
    """A study: what was asked, how it was measured, and its claims."""

    title: str
    anchor: str
    """Where its numbers are on the page of numbers."""
    question: str
    measured: str
    claims: list[ClaimOut]


def plain(text: str) -> str:
    """Write a text of the page in one line, without its marks of code."""
    return " ".join(text.replace("`", "").split())


def number(text: str) -> float:
    """Read a number as the page writes it."""
    return float(text.replace(",", ""))


def claim(found: re.Match[str]) -> ClaimOut:
    """Read a line of a table of claims."""
    text, value, unit, low, high, verdict = found.groups()
    kind = {"%": SHARE, " points": POINTS}.get(unit or "", NUMBER)
    scale = 1 if kind == NUMBER else 100
    estimate = Estimate(number(value) / scale, number(low) / scale, number(high) / scale, 0)
    return ClaimOut(text=text, kind=kind, found=estimate, verdict=verdict)


@cache
def studies() -> list[StudyOut]:
    """List the studies that have claims."""
    found = []
    for title, body in SECTION.findall(pages.lab_page()):
        measured = MEASURED.search(body)
        claims = [claim(each) for each in CLAIM.finditer(body)]
        if measured is not None and claims:
            found.append(
                StudyOut(
                    title=title,
                    anchor=anchor(title),
                    question=plain(body[: measured.start()]),
                    measured=f"{measured[1]}, {plain(measured[2])}",
                    claims=claims,
                )
            )
    return found

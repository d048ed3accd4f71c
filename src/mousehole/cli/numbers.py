"""Numbers as people type them: 1000000, 1_000_000 or 1e6."""

from __future__ import annotations

import argparse
import re
from decimal import Decimal

from mousehole.cli.errors import BadCommand
from mousehole.engine.errors import BadSeats, TableError

NUMBER = re.compile(r"[0-9]{1,3}(?:[_,][0-9]{3})+|[0-9]{1,9}(?:\.[0-9]{1,9})?(?:[eE]\+?[0-9]{1,2})?", re.ASCII)
MOST = 999_999_999
"""Nobody asks for more of anything."""


def parse_number(text: str, what: str) -> int:
    """Read a whole number of things."""
    if NUMBER.fullmatch(text):
        number = Decimal(re.sub("[_,]", "", text))
        if number <= MOST and number == int(number):
            return int(number)
    raise BadSeats(f"the number of {what} is a whole number such as 12 or 1e6, not {text!r}")


def positive(text: str, what: str) -> int:
    """Read a number of things of which there must be one."""
    number = parse_number(text, what)
    if number == 0:
        raise BadCommand(f"the number of {what} is at least 1")
    return number


def whole(text: str) -> int:
    """Read a whole number for a flag whose name says of what."""
    try:
        return parse_number(text, "")
    except TableError:
        raise argparse.ArgumentTypeError(f"it takes a whole number such as 12 or 1e6, not {text!r}") from None

"""Logs: one JSON object a line, or plain lines for a person who watches.

They have names of things that may be told, and no secret: no action, no seed, no cookie.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import orjson

from mousehole.engine.errors import TableError

TELLABLE = (
    *("table", "version", "kind", "seat", "code", "game", "seconds", "step", "worker", "count", "host", "port"),
    *("cause", "failed"),
)
log = logging.getLogger("mousehole")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; only fields on the list of what may be told go in."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in TELLABLE if name in record.__dict__}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class PlainLines(logging.Formatter):
    """Writes the same for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        facts = [f"{name} {record.__dict__[name]}" for name in TELLABLE if name in record.__dict__]
        line = f"{record.levelname.lower()}: {record.getMessage()}" + (f" ({', '.join(facts)})" if facts else "")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def is_news(record: logging.LogRecord) -> bool:
    """Tell whether a record says more than that a second Ctrl-C has cut the farewell short."""
    return not (record.exc_info and record.exc_info[0] is asyncio.CancelledError)


def set_up(level: str, *, is_watched: bool = False) -> None:
    """Send our logs, and what uvicorn has to say about trouble, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if is_watched else JsonLines())
    handler.addFilter(is_news)
    for name, lowest in (("mousehole", level.upper()), ("uvicorn", "WARNING"), ("alembic", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(lowest)
        logger.propagate = False


def reason(error: BaseException) -> str:
    """Say what is wrong in one line: of an error of the database only its own first line, never what was asked."""
    if isinstance(error, TableError):
        return str(error)
    cause = getattr(error, "orig", None) or error
    first = next(iter(str(cause).splitlines()), "")
    return f"{type(cause).__name__}: {first[:160]}" if first else type(cause).__name__


def tell(event: str, **facts: Any) -> None:
    """Log an event."""
    log.info(event, extra=facts)

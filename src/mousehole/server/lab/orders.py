"""What a worker of the server orders from the process that plays, and what that answers: a line of JSON each."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

import orjson


@dataclass(frozen=True)
class Order:
    """Something to play."""

    do: Literal["run", "game", "warm", "analyse"]
    address: str
    """The set-up, or two, as the query of a link; for an analysis the game's id."""
    id: str = ""
    """The run, or the name of the game's record on the shelf."""
    number: int = 0
    """The game's number in its run."""
    seconds: float = 0.0
    """A run or an analysis is cut after so long."""
    threads: int = 1
    """An analysis looks at so many moves at a time."""
    package: str = ""
    """The package the game comes from: it need not be one of ours."""

    def line(self) -> bytes:
        """Write it."""
        return orjson.dumps(asdict(self)) + b"\n"

    @staticmethod
    def read(line: bytes) -> Order:
        """Read it."""
        return Order(**orjson.loads(line))


@dataclass(frozen=True)
class Answer:
    """What became of an order."""

    id: str
    error: str = ""
    """A sentence, if it could not be done."""

    def line(self) -> bytes:
        """Write it."""
        return orjson.dumps(asdict(self)) + b"\n"

    @staticmethod
    def read(line: bytes) -> Answer:
        """Read it."""
        return Answer(**orjson.loads(line))

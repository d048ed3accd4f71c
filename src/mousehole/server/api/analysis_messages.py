"""The shapes of what is told of a finished game: verdicts, curves, luck and skill, beliefs."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from mousehole.server.api.messages import Incoming


class Again(Incoming):
    """A moment of a finished game that somebody wants to play on from, against bots."""

    move: int = Field(ge=0, le=2**31 - 1, description="after so many moves")
    seat: int = Field(ge=0, le=63, description="on this seat")
    redeal: bool = Field(
        default=False, description="deal anew what the seat could not know; else all is as it truly was"
    )


class GivenRecord(Incoming):
    """The record of a finished game, as `mousehole` and the page write it."""

    record: str = Field(min_length=1, max_length=2**20)


class MoveChanceOut(BaseModel):
    """A legal move, and the chance to win with it as the seat could see it then."""

    action: int
    text: str
    chance: float


class VerdictOut(BaseModel):
    """What is to be said of one decision, from what its seat knew then."""

    move: int
    """The number of the move; the position before it is the replay's with this number."""
    seat: int
    action: int
    text: str
    chance: float
    best: int
    best_text: str
    best_chance: float
    loss: float
    points: int
    """The loss in whole points of a hundred."""
    label: Literal["best", "good", "doubtful", "mistake", "blunder"]
    reason: str
    chances: list[MoveChanceOut]
    """Every legal move, the best one first."""
    doubt: float
    kind: str
    """What was to be decided: the phase of the game."""
    touches: list[str]
    best_touches: list[str]


class AnalysisSide(BaseModel):
    """A side, and who plays for it."""

    side: int
    name: str
    seats: list[int]


class AnalysisPoint(BaseModel):
    """Each side's chance after so many moves: as it could see it itself, and in truth."""

    move: int
    own: list[float]
    truth: list[float]


class SplitOut(BaseModel):
    """What became of a side's chance, in tenths of a point: begin + own + given + chance = end."""

    side: int
    begin: int
    own: int
    given: int
    chance: int
    end: int


class AnalysisOut(BaseModel):
    """An analysis as far as it is made."""

    state: Literal["none", "waiting", "running", "done", "stopped", "cut", "failed", "impossible"]
    """None: nobody has asked for it. Impossible: the game was not played to its end, so nobody can say who wins."""
    message: str
    done: int
    """So many moves have been looked at."""
    moves: int
    sides: list[AnalysisSide]
    verdicts: list[VerdictOut]
    """Those from move `since` on."""
    graph: list[AnalysisPoint]
    luck: list[SplitOut]
    """Empty until all moves have been looked at."""

"""An analysis as it lies on the shelf: what a page gets of it, growing move by move."""

from __future__ import annotations

from mousehole.analysis.analysing import dealt_chances
from mousehole.analysis.course import Step, so_far
from mousehole.analysis.evaluating import OPEN, SURVEYS, TREES, measured
from mousehole.analysis.growing import search_of
from mousehole.analysis.labels import SURELY, THRESHOLDS
from mousehole.analysis.verdicts import LOOKS, RIVALS
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.server.lab.shelf import Shelf, short_hash
from mousehole.table.analysed import analysis_data, told


class AnalysisPage:
    """An analysis that is being made."""

    def __init__(self, match: Match, name: str, shelf: Shelf) -> None:
        """Begin with nothing found."""
        self.match, self.name, self.shelf = match, name, shelf
        self.dealt = dealt_chances(match)
        self.found: list[Step] = []

    def take(self, step: Step) -> None:
        """Take in what was found of the next move."""
        self.found.append(step)

    def show(self, state: str, message: str = "") -> None:
        """Put it on the shelf as it is now."""
        known = so_far(self.match, self.found, self.dealt)
        self.shelf.write(analysis_data(self.match, known, len(self.found)) | {"id": self.name} | told(state, message))


def method_of(game: Game) -> str:
    """Name how games are analysed today: what was made in another way would come out otherwise now."""
    numbers = (SURVEYS, OPEN, TREES, LOOKS, RIVALS, THRESHOLDS, SURELY)
    return short_hash(repr(search_of(game)), repr(measured().get(game.facts.id)), repr(numbers))

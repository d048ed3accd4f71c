"""After the game: what each decision was worth by what its seat knew then, the course of the game, luck and skill.

    from mousehole.analysis import analyse
    analysis = analyse(match)

See docs/analysis.md.
"""

from mousehole.analysis.analysing import analyse, steps
from mousehole.analysis.course import Analysis, Point
from mousehole.analysis.labels import NotOver
from mousehole.analysis.luck import Split
from mousehole.analysis.verdicts import MoveChance, Verdict

__all__ = ["Analysis", "MoveChance", "NotOver", "Point", "Split", "Verdict", "analyse", "steps"]

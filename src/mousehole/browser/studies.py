"""What is asked of a table without a server beside playing: puzzles, the deal of the day, trying again, analyses.

Its sources are fetched when something of it is asked for first. Nothing is searched here: an analysis says which
searches it needs (`study_next`), and goes on with what came out.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Sequence
from typing import Any

from mousehole.analysis.course import Step, deal_looked_at, decisions_in, looking, so_far, views_of
from mousehole.analysis.evaluating import Rest, Trees, iterations_for
from mousehole.analysis.puzzles import Puzzle
from mousehole.bots.knowledge import has_memory
from mousehole.browser.local import ME, PLACES, SHOWN, WISHES, Found, Wish, name_in, new_table
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import load
from mousehole.table import afterwards
from mousehole.table.again import going_again
from mousehole.table.analysed import NOT_PLAYED_OUT, analysis_data, blank, told
from mousehole.table.days import day_setup, deals_of
from mousehole.table.puzzling import Puzzled
from mousehole.table.table import opening
from mousehole.table.wire import to_json

# The deal of the day


def show_today(wish: Wish) -> str:
    """Show the deals of a day, for games that the page knows from its list."""
    games = [(one["id"], one["title"], one["usual_seats"]) for one in wish["games"]]
    return to_json({"day": wish["day"], "deals": deals_of(wish["day"], games)}).decode()


def open_day(wish: Wish) -> Wish:
    """Set the table of a day's deal: its row and its first event."""
    setup = day_setup(wish["game"], wish["day"])
    return new_table(wish, setup, opening(setup, ME, name_in(wish), None, day=wish["day"]))


# Trying again


def open_again(wish: Wish) -> Wish:
    """Set a table that goes on from a moment of a finished game: its row and its first event."""
    table = PLACES[wish["table"]].table
    setup, draft = going_again(table, ME, name_in(wish), wish["move"], wish["seat"], wish.get("redealt"))
    return new_table(wish, setup, draft)


# Puzzles

LAST: dict[str, Puzzled] = {}
"""The puzzle that was asked about last, by game and name: it is asked about several times."""


def puzzled(wish: Wish) -> Puzzled:
    """Play a puzzle's game to its moment."""
    key = f"{wish['game']} {wish['puzzle']['name']}"
    if key not in LAST:
        LAST.clear()
        given = {name: value for name, value in wish["puzzle"].items() if name != "name"}
        given["options"], given["actions"] = tuple(given["options"]), tuple(given["actions"])
        LAST[key] = Puzzled(load(wish["game"]), Puzzle(**given))
    return LAST[key]


def show_puzzle(wish: Wish) -> str:
    """Show a puzzle as its seat sees it, without its answer."""
    return to_json(puzzled(wish).question()).decode()


def show_puzzle_hint(wish: Wish) -> str:
    """Help with a puzzle, without its answer."""
    return to_json(puzzled(wish).hint()).decode()


def show_puzzle_verdict(wish: Wish) -> str:
    """Say whether an answer is right, what is, and why."""
    return to_json(puzzled(wish).verdict(wish.get("action"))).decode()


def show_puzzle_preview(wish: Wish) -> str:
    """Show what a legal move would change at a puzzle's moment."""
    return puzzled(wish).preview(wish["action"]).decode()


# Analyses

SEED = 0
"""Every game is analysed with the chance a server takes."""


class Study:
    """The analysis of a finished game, one move after the other: first the deal, then every move."""

    def __init__(self, match: Match) -> None:
        """Begin with nothing found."""
        self.match = match
        self.views = views_of(match)
        self.iterations = iterations_for(match.game, decisions_in(self.views))
        self.dealt: tuple[float, ...] | None = None
        self.found: list[Step] = []
        self.asking: Generator[Trees | Rest, Any, Any] | None = None

    def begin(self) -> Generator[Trees | Rest, Any, Any]:
        """Look at what comes next."""
        if self.dealt is None:
            return deal_looked_at(self.match, SEED)
        move = len(self.found)
        return looking(self.match, self.views[move], move, self.iterations, SEED)

    def go_on(self, found: Any) -> Trees | Rest | None:  # noqa: ANN401  # whatever was asked for
        """Take in what was asked for, and say what is needed next; None when the game has been looked at."""
        while len(self.found) < len(self.match.moves):
            if self.asking is None:
                self.asking, found = self.begin(), None
            try:
                return self.asking.send(found)
            except StopIteration as end:
                self.asking = None
                if self.dealt is None:
                    self.dealt = end.value
                else:
                    self.found.append(end.value)
        return None

    def data(self, since: int) -> Wish:
        """Write what is known so far."""
        if self.dealt is None:
            return blank("", len(self.match.moves), "running", "")
        done = len(self.found)
        known = so_far(self.match, self.found, self.dealt)
        state = "done" if done == len(self.match.moves) else "running"
        return {**analysis_data(self.match, known, done, since), **told(state, "")}


STUDIES: dict[str, Study] = {}
"""The analysis that is being made, by its table's code: one at a time."""


def study_begin(wish: Wish) -> Wish:
    """Begin to analyse a finished game, or go on where it was left."""
    match = afterwards.finished(PLACES[wish["table"]].table)
    if not match.is_over:
        return blank("", len(match.moves), "impossible", NOT_PLAYED_OUT)
    if wish["table"] not in STUDIES:
        STUDIES.clear()
        STUDIES[wish["table"]] = Study(match)
    return STUDIES[wish["table"]].data(0)


def show_wanted(wish: Wish) -> str:
    """Say what must be searched next, given what was asked for before; null when all is known."""
    study = STUDIES[wish["table"]]
    found = wish.get("found")
    if found is None:
        study.asking = None
    wanted = study.go_on(None if found is None else read_found(found))
    return to_json(None if wanted is None else wanted_data(study.match.game.facts.id, wanted)).decode()


def wanted_data(game_id: str, wanted: Trees | Rest) -> Wish:
    """Write what must be searched, for whoever searches."""
    if isinstance(wanted, Rest):
        return {
            "game": game_id,
            "position": bytes(wanted.position.data).hex(),
            "times": wanted.times,
            "seed": str(wanted.seed),
        }
    return {
        "game": game_id,
        "seat": wanted.view.viewer,
        "views": views_in(wanted.view, remembers=has_memory(game_id)),
        "trees": [[list(tree.actions), tree.iterations, str(tree.seed)] for tree in wanted.trees],
    }


def views_in(view: View, *, remembers: bool) -> list[str]:
    """Write a view for whoever searches, after all that its seat saw before where that counts."""
    return [*(frame.hex() for frame in view.past.frames if remembers), bytes(view.data).hex()]


def read_found(found: Wish) -> Any:  # noqa: ANN401  # of a position its payoffs, of trees what they found
    """Read what was searched: numbers to their last bit, as hexadecimal digits."""
    if "paid" in found:
        return numbers_in(found["paid"])
    return [findings_in(numbers_in(one)) for one in found["trees"]]


def findings_in(numbers: Sequence[float]) -> list[Found]:
    """Read the findings of a tree: three numbers for each move."""
    return [Found(int(numbers[k]), int(numbers[k + 1]), numbers[k + 2]) for k in range(0, len(numbers), 3)]


def numbers_in(text: str) -> tuple[float, ...]:
    """Read numbers of eight bytes each."""
    data = bytes.fromhex(text)
    return struct.unpack("<" + "d" * (len(data) // 8), data)


def show_study(wish: Wish) -> str:
    """Show what is known so far of a game that is being analysed."""
    return to_json(STUDIES[wish["table"]].data(wish.get("since") or 0)).decode()


WISHES.update({"open_day": open_day, "open_again": open_again, "study_begin": study_begin})
SHOWN.update(
    {
        "today": show_today,
        "puzzle": show_puzzle,
        "puzzle_hint": show_puzzle_hint,
        "puzzle_answer": show_puzzle_verdict,
        "puzzle_preview": show_puzzle_preview,
        "study_next": show_wanted,
        "study": show_study,
    }
)

"""A slow, obvious twin of the rules, written on its own from the rules' page: a dictionary of cells, strings for sides.

It plays along with the compiled rules: `legal` and `apply` speak of actions as tuples of words, cells (column, row) and
looks (sides and cogs, N E S W as they lie), so that turns that look alike are one action by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from mousehole.engine.rule import Record
from mousehole.games.who_done_it.components import CARDS, SETUPS

Cell = tuple[int, int]
Looks = tuple[str, str]
Action = tuple[Any, ...]

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
LOOKS = {card.name: (card.sides, card.cogs) for card in CARDS}
NAMES = [card.name for card in CARDS]
AGENDA_NAMES = ("Mouse", "Cat", "Cheese", "Cucumber")
PREY = {"Mouse": "Cheese", "Cat": "Mouse"}


def clockwise(looks: Looks, quarters: int) -> Looks:
    """Turn a card: after a quarter turn its west side lies north."""
    sides, cogs = looks
    for _ in range(quarters % 4):
        sides, cogs = sides[3] + sides[:3], cogs[3] + cogs[:3]
    return sides, cogs


def all_looks(name: str) -> set[Looks]:
    """List the ways a card can lie that look different."""
    return {clockwise(LOOKS[name], k) for k in range(4)}


def step(cell: Cell, side: int) -> Cell:
    """Return the neighbour on a side."""
    return cell[0] + AROUND[side][0], cell[1] + AROUND[side][1]


def fits(cells: set[Cell]) -> bool:
    """WD-1.1: whether some 5x5 box holds all these cells."""
    columns, rows = [c for c, _ in cells], [r for _, r in cells]
    return max(columns) - min(columns) < 5 and max(rows) - min(rows) < 5


class Twin:
    """A game in progress."""

    def __init__(self, layout: int, *, easier: bool, belt: list[str]) -> None:
        """Set up (WD-3): the second card of the picture lies in the middle of the frame."""
        setup = SETUPS[layout]
        marks = [((x // 2, y), m) for y, line in enumerate(setup.picture) for x, m in enumerate(line) if m != " "]
        middle = [cell for cell, mark in marks if mark not in "CM"][1]
        place = {cell: (cell[0] - middle[0] + 4, cell[1] - middle[1] + 4) for cell, _ in marks}
        self.rooms: dict[Cell, list[str]] = {}
        self.looks: dict[Cell, Looks] = {}
        self.who: dict[str, Cell] = {}
        cards = iter(setup.cards)
        for cell, mark in marks:
            if mark in "CM":
                self.who["Cheese" if mark == "C" else "Mouse"] = place[cell]
            else:
                name, turn = next(cards)
                self.rooms[place[cell]] = [name]
                self.looks[place[cell]] = clockwise(LOOKS[name], turn)
        self.easier = easier
        self.belt = list(belt)
        self.seen: list[str] = []
        self.fresh: list[str] = []
        self.kept: list[str] = []
        self.turn = 0
        self.result = ""
        self.begin_turn()

    # The table

    def occupied(self) -> set[Cell]:
        """Cells with a card or a character."""
        return set(self.rooms) | set(self.who.values())

    def cells_near(self) -> set[Cell]:
        """Every cell one could think of."""
        return {(c + dc, r + dr) for c, r in self.occupied() for dc, dr in product(range(-5, 6), repeat=2)}

    def placements_at(self, who: str) -> set[Action]:
        """WD-4.2."""
        found = set()
        for side in range(4):
            cell = step(self.who[who], side)
            for name in self.belt:
                for looks in all_looks(name):
                    if cell in self.who.values():
                        continue
                    if cell in self.rooms:
                        same_walls = all(
                            (a == ".") == (b == ".") for a, b in zip(looks[0], self.looks[cell][0], strict=True)
                        )
                        good = len(self.rooms[cell]) == 1 and same_walls
                    else:
                        good = fits(self.occupied() | {cell})
                    if good:
                        found.add(("place", who, name, cell, looks))
        return found

    def placements(self) -> set[Action]:
        """WD-4.1, WD-8.2."""
        if "Cat" not in self.who:
            return self.placements_at("Mouse")
        if self.easier:
            return self.placements_at("Mouse") | self.placements_at("Cat")
        return self.placements_at("Cat")

    def passes(self, cell: Cell, side: int, *, holes: bool) -> bool:
        """Whether one gets over a side of a room: into another room both faces count, otherwise only its own."""
        faces = [self.looks[cell][0][side]]
        beyond = step(cell, side)
        if beyond in self.rooms:
            faces.append(self.looks[beyond][0][(side + 2) % 4])
        return all(face == "." for face in faces) or (holes and "o" in faces)

    def destinations(self, who: str, *, holes: bool) -> set[Cell]:
        """WD-4.5, WD-4.6: walk through rooms from the placed one, stop in the first cell that is none."""
        start = self.who[who]
        side = next((d for d in range(4) if step(self.placed, d) == start), None)
        if side is None or not self.passes(self.placed, side, holes=holes):
            return set()
        walked, todo, ends = {self.placed}, [self.placed], set()
        while todo:
            cell = todo.pop()
            for d in range(4):
                if not self.passes(cell, d, holes=holes):
                    continue
                beyond = step(cell, d)
                if beyond in self.rooms:
                    if beyond not in walked:
                        walked.add(beyond)
                        todo.append(beyond)
                else:
                    ends.add(beyond)
        rest = set(self.rooms) | {cell for name, cell in self.who.items() if name != who}
        prey = self.who[PREY[who]]
        return {end for end in ends if end == prey or (end not in self.occupied() and fits(rest | {end}))}

    def cat_cells(self) -> set[Cell]:
        """WD-4.8."""
        cheese = self.who["Cheese"]
        can = {cell for cell in self.cells_near() - self.occupied() if fits(self.occupied() | {cell})}
        far = {cell: abs(cell[0] - cheese[0]) + abs(cell[1] - cheese[1]) for cell in can}
        return {cell for cell in can if far[cell] == min(far.values())}

    def linked(self, a: str, b: str) -> bool:
        """WD-6.1."""
        people = set(self.who.values())
        walked, todo = {self.who[a]}, [self.who[a]]
        while todo:
            cell = todo.pop()
            for d in range(4):
                beyond = step(cell, d)
                if beyond not in self.occupied() or beyond in walked:
                    continue
                out = cell in people or self.looks[cell][0][d] == "."
                into = beyond in people or self.looks[beyond][0][(d + 2) % 4] == "."
                if out and into:
                    walked.add(beyond)
                    todo.append(beyond)
        return self.who[b] in walked

    # The turn

    def legal(self) -> set[Action]:  # noqa: PLR0911  # one answer for each question
        """WD-4.9."""
        if self.asked == "use":
            return {("use", name) for name in self.usable()} | {("pass",)}
        if self.asked == "turn":
            turns = {("turn", cell, clockwise(looks, k)) for cell, looks in self.looks.items() for k in (1, 2, 3)}
            return {turn for turn in turns if turn[2] != self.looks[turn[1]]} | {("leave",)}
        if self.asked == "cover":
            return {
                ("cover", name, cell, looks) for name in self.belt for cell in self.rooms for looks in all_looks(name)
            }
        if self.asked == "place":
            return self.placements()
        if self.asked == "run":
            return {("run", cell) for cell in self.ways} | ({("stay",)} if self.may_stay else set())
        if self.asked == "cat":
            return {("cat", cell) for cell in self.cat_cells()}
        return set()

    def usable(self) -> list[str]:
        """WD-8.3."""
        return [name for name in self.kept if name != "Cat" or "Cat" in self.who]

    def begin_turn(self) -> None:
        """WD-5: what waited can be used."""
        self.turn += 1
        self.kept += self.fresh
        self.fresh = []
        self.holes = False
        self.covering = False
        self.abilities()

    def abilities(self) -> None:
        """WD-5, WD-8.3."""
        if self.easier:
            if self.usable():
                self.asked = "use"
                return
        else:
            while self.kept:
                if self.use(self.kept[0]):
                    return
        self.asked = "place"
        if not self.placements():
            self.over("no_placement")

    def use(self, name: str) -> bool:
        """Use an ability; True if it asks something."""
        self.kept.remove(name)
        if name == "Cheese":
            self.asked = "turn"
            return True
        if name == "Cucumber":
            self.asked = "cover"
            return True
        if name == "Mouse":
            self.holes = True
        elif "Cat" in self.who:
            self.who["Cat"], self.who["Cheese"] = self.who["Cheese"], self.who["Cat"]
        return False

    def apply(self, action: Action, draws: Iterator[str]) -> None:
        """Play an action; what the deck brings is told."""
        self.draws = draws
        verb = action[0]
        if verb == "use":
            if not self.use(action[1]):
                self.abilities()
        elif verb == "pass":
            self.asked = "place"
            if not self.placements():
                self.over("no_placement")
        elif verb in {"turn", "leave"}:
            if verb == "turn":
                self.looks[action[1]] = action[2]
            self.abilities()
        elif verb == "cover":
            self.covering = True
            self.set_down("Cat" if "Cat" in self.who else "Mouse", *action[1:])
        elif verb == "place":
            self.set_down(*action[1:])
        elif verb == "cat":
            self.who["Cat"] = action[1]
            self.refill()
        else:
            self.run(action)

    def set_down(self, active: str, name: str, cell: Cell, looks: Looks) -> None:
        """WD-4.2, WD-4.4, WD-5.4."""
        self.belt.remove(name)
        self.rooms.setdefault(cell, []).append(name)
        self.looks[cell] = looks
        self.placed = cell
        for side in range(4):
            beyond = step(cell, side)
            if beyond in self.rooms and looks[1][side] != "-":
                self.looks[beyond] = clockwise(self.looks[beyond], 1 if looks[1][side] == "D" else 3)
        self.active = active
        self.queue = [active, *({"Mouse", "Cat"} - {active})]
        self.next_mover()

    def next_mover(self) -> None:
        """WD-4.5, WD-4.7."""
        while self.queue:
            who = self.queue.pop(0)
            if who not in self.who:
                continue
            plain = self.destinations(who, holes=False)
            self.ways = plain | (self.destinations(who, holes=True) if self.holes and who == "Mouse" else set())
            must = who == self.active and not self.covering
            if self.ways:
                self.may_stay = not plain and not must
                self.mover = who
                self.asked = "run"
                return
            if must:
                self.over(who.lower() + "_stuck")
                return
        self.refill()

    def run(self, action: Action) -> None:
        """WD-4.6."""
        if action[0] == "run":
            caught = action[1] == self.who[PREY[self.mover]]
            self.who[self.mover] = action[1]
            if caught:
                self.over(f"{self.mover}_over_{PREY[self.mover]}".lower())
                return
        self.next_mover()

    def refill(self) -> None:
        """WD-4.8."""
        while len(self.belt) < 4:
            drawn = next(self.draws)
            if drawn == "the Cat":
                self.asked = "cat"
                return
            if drawn == "the Cucumber":
                last = (set(AGENDA_NAMES) - set(self.seen)).pop()
                paths = (self.linked("Mouse", "Cheese"), self.linked("Cat", "Mouse"))
                wanted = {
                    "Mouse": (True, False),
                    "Cat": (False, True),
                    "Cheese": (False, False),
                    "Cucumber": (True, True),
                }
                self.over(("solved_" if paths == wanted[last] else "unsolved_") + last.lower())
                return
            if drawn in AGENDA_NAMES:
                self.seen.append(drawn)
                self.fresh.append(drawn)
            else:
                self.belt.append(drawn)
        if self.covering:
            self.covering = False
            self.abilities()
        else:
            self.begin_turn()

    def over(self, result: str) -> None:
        """WD-7."""
        self.asked = "nothing"
        self.result = result


# Reading the compiled game


def cell_at(number: int) -> Cell:
    """Read a cell of the frame."""
    return number % 9, number // 9


def action_words(s: Record, action: int) -> Action:
    """Say an action of the compiled rules in the twin's words."""
    if action < 3 * 1296:
        kind, rest = divmod(action, 1296)
        slot, rest = divmod(rest, 324)
        cell, turn = cell_at(rest // 4), rest % 4
        name = NAMES[s.belt[slot]]
        what = (name, cell, clockwise(LOOKS[name], turn))
        return ("cover", *what) if kind == 2 else ("place", ("Mouse", "Cat")[kind], *what)
    action -= 3888
    if action == 0:
        return ("leave",)
    if action < 324:
        card = s.top[action // 4]
        return ("turn", cell_at(action // 4), clockwise(LOOKS[NAMES[card]], int(s.turn[card]) + action % 4))
    action -= 324
    if action < 82:
        return ("run", cell_at(action)) if action < 81 else ("stay",)
    action -= 82
    if action < 81:
        return ("cat", cell_at(action))
    return ("use", AGENDA_NAMES[action - 81]) if action < 85 else ("pass",)


def drawn_words(s: Record) -> Iterator[str]:
    """Say what the last action drew, from its events."""
    for kind, number, *_ in s.events[: s.event_count].tolist():
        if kind == 6:
            yield NAMES[number]
        elif kind == 7:
            yield "the Cat"
        elif kind == 9:
            yield AGENDA_NAMES[number]
        elif kind == 10:
            yield "the Cucumber"


def table_of(s: Record) -> dict[str, Any]:
    """Read everything the twin keeps from a record."""
    where = s.where.tolist()
    top = {cell_at(cell): card for cell, card in enumerate(s.top.tolist()) if card >= 0}
    people = {"Mouse": s.mouse, "Cheese": s.cheese, "Cat": s.cat}
    return {
        "looks": {cell: clockwise(LOOKS[NAMES[card]], int(s.turn[card])) for cell, card in top.items()},
        "top": {cell: NAMES[card] for cell, card in top.items()},
        "height": {cell: where.count(9 * cell[1] + cell[0]) for cell in top},
        "who": {name: cell_at(int(cell)) for name, cell in people.items() if cell >= 0},
        "belt": [NAMES[card] for card in s.belt if card >= 0],
        "turn": int(s.turns),
    }


def table_of_twin(twin: Twin) -> dict[str, Any]:
    """Say the same of the twin."""
    return {
        "looks": twin.looks,
        "top": {cell: names[-1] for cell, names in twin.rooms.items()},
        "height": {cell: len(names) for cell, names in twin.rooms.items()},
        "who": twin.who,
        "belt": twin.belt,
        "turn": twin.turn,
    }

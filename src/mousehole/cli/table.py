"""`mousehole play`: one terminal at a table, with bots on the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from mousehole.cli.catalogue import short_rules
from mousehole.cli.screen import (
    BOLD,
    DIM,
    GREEN,
    ask,
    clear,
    complain,
    heading,
    is_at_terminal,
    numbered,
    paint,
    width,
    wrap,
)
from mousehole.cli.warming import patience
from mousehole.engine.deals import thought_of_day
from mousehole.engine.errors import CannotUndo, IllegalMove
from mousehole.engine.facts import SPECTATOR

if TYPE_CHECKING:
    from mousehole.engine.match import Match

HELP = """\
Answer by the number of a move, or by its words; the beginning is enough where
only one move fits.
  moves   list the moves again          table   draw the table again
  log     tell the story so far         rules   the game in short
  hint    the move the strongest bot would make, from what you can know
  undo    take your last move back, where the game allows it
  quit    leave; the game is saved and can be resumed
"""
FEW = 4
"""So many moves are named when an answer could mean several."""
RECAP = 8
"""So many moves are told again when a game is resumed."""
SHOWN = 40
"""So much of an answer that means nothing is repeated."""
PAIR = 2
"""Between so many it needs no places to say who has won."""


class Wish(Enum):
    """What can be asked for at the prompt beside a move."""

    HELP = "help"
    MOVES = "moves"
    TABLE = "table"
    LOG = "log"
    RULES = "rules"
    HINT = "hint"
    UNDO = "undo"
    QUIT = "quit"


WISHES = {wish.value: wish for wish in Wish} | {"?": Wish.HELP, "q": Wish.QUIT, "exit": Wish.QUIT}


class Leave(Exception):
    """Somebody leaves the table in the middle of the game."""


def seed_for(match: Match, seat: int) -> int:
    """Seed a bot's decision: the same again when a game is resumed, repeated from its seed, or the day's deal."""
    return thought_of_day(match.seed, len(match.moves), seat)


def bot_action(match: Match, seat: int, name: str) -> int:
    """Let a bot decide from its own view."""
    with patience(f"The {name.replace('_', ' ')} wakes up (the first time takes a while)"):
        from mousehole.bots.players import think_for_people

        return think_for_people(name, match.game, match.view(seat), seat, seed_for(match, seat))[1].action


def ordinal(place: int) -> str:
    """Write a place: 1st, 2nd, 3rd, 4th."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def fits(typed: str, text: str) -> bool:
    """Tell whether the typed words begin words of the text, in the same order: "kit" fits "Move to the Kitchen"."""
    words = iter(text.lower().replace(",", " ").split())
    return all(any(word.startswith(part) for word in words) for part in typed.split())


def choose(typed: str, rows: Sequence[tuple[str, str]]) -> int:
    """Find the move somebody means; return its place in the list. A number is always the one on the list."""
    typed = " ".join(typed.lower().split())
    if typed.isdecimal():
        number = int(typed[:9])
        if not 1 <= number <= len(rows):
            raise IllegalMove(f"the moves have the numbers 1 to {len(rows)}")
        return number - 1
    is_meant: list[Callable[[str], bool]] = [
        lambda text: text == typed,
        lambda text: text.startswith(typed),
        lambda text: fits(typed, text),
    ]
    for is_this in is_meant:
        meant = [i for i, row in enumerate(rows) if any(is_this(text.lower()) for text in row)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            several = " or ".join(rows[i][1] for i in meant[:FEW]) + (" or ..." if len(meant) > FEW else "")
            raise IllegalMove(f"{typed!r} could be {several}")
    shown = typed if len(typed) <= SHOWN else typed[:SHOWN] + "..."
    raise IllegalMove(f"{shown!r} is no move here: answer by a number or a move's words, ? for help")


@dataclass
class Table:
    """A match, the seats held at this terminal, and how much of the story each of them has been told."""

    match: Match
    held: tuple[int, ...]
    bots: dict[int, str]
    """The bot on each seat that is not held here."""
    told: dict[int, int] = field(default_factory=dict)
    """Moves already told, by the group of seats that looks at the screen together."""
    seen_by: int | None = None
    """The seat that looks at the screen now."""
    saved: Path | None = None
    """Where the record lies, once it has been saved."""
    is_width_told: bool = False
    """Whether somebody with a narrow terminal has been told so."""
    is_by_hand: bool = False
    """Whether moves that leave no choice are asked for, too."""
    has_taken_back: bool = False
    """Whether the last thing done here was to take a move back: it is not made again without asking."""

    def name(self, seat: int) -> str:
        """Name a seat at the beginning of a line."""
        name = self.match.game.words.seat_name(self.match.seats, seat)
        return name[:1].upper() + name[1:]

    def group_of(self, seat: int) -> int:
        """Tell which seats may look at the screen together: a side, or all where nothing is secret."""
        facts = self.match.game.facts
        return facts.side_of(seat) if facts.has_secrets else 0

    def run(self) -> None:
        """Play to the end; `Leave`, the end of input or an interrupt may come before it."""
        for seat in self.held:
            self.told.setdefault(self.group_of(seat), max(0, len(self.match.moves) - RECAP))
        while not self.match.is_over or self.takes_end_back():
            acting = self.match.actors()
            others = [seat for seat in acting if seat not in self.held]
            if others:
                self.match.step(others[0], bot_action(self.match, others[0], self.bots[others[0]]))
            elif not self.oblige(acting[0]):
                self.decide(acting[0])

    def oblige(self, seat: int) -> bool:
        """Make a move that leaves no choice, where everybody can tell; return whether it was one."""
        action = None if self.is_by_hand or self.has_taken_back else self.match.forced(seat)
        if action is None:
            return False
        print(paint(wrap(f"{self.name(seat)} has only one move: {self.match.view(seat).move_text(action)}."), DIM))
        self.match.step(seat, action)
        return True

    def takes_end_back(self) -> bool:
        """Ask whether a last move that loses is taken back, before anything is turned up; return whether it is."""
        match, outcome = self.match, self.match.outcome()
        seat = match.moves[-1][0] if match.moves else SPECTATOR
        if outcome is None or seat not in self.held or seat in outcome.winners:
            return False
        if not match.state.is_undoable():
            return False
        print("\n" + paint(wrap(outcome.sentence), BOLD))
        while True:
            try:
                typed = ask("undo takes the move back; Enter lets the game end here > ").lower()
            except EOFError:  # nobody is there to answer
                return False
            wish = WISHES.get(typed)
            if not typed or wish is Wish.QUIT:
                return False
            if wish is Wish.UNDO:
                return self.undo()

    def decide(self, seat: int) -> None:
        """Ask a seat held here until it has moved or taken a move back."""
        self.hand_over(seat)
        print("\n" + heading(self.name(seat)))
        self.tell_news(seat)
        self.draw(seat)
        view = self.match.view(seat)
        actions = view.legal(seat)
        rows = [(view.move_text(action), view.move_name(action)) for action in actions]
        self.list_moves(seat, rows)
        while True:
            typed = ask("> ")
            wish = WISHES.get(typed.lower())
            if not typed:
                print(paint("Answer by a number or a move's words, ? for help.", DIM))
            elif wish and typed.lower() not in {name for _, name in rows}:
                if self.grant(wish, seat, rows):
                    return
            else:
                try:
                    chosen = choose(typed, rows)
                except IllegalMove as error:
                    complain(str(error))
                    continue
                self.match.step(seat, actions[chosen])
                self.has_taken_back = False
                return

    def grant(self, wish: Wish, seat: int, rows: Sequence[tuple[str, str]]) -> bool:
        """Do what was asked for beside a move; return whether the position has changed."""
        if wish is Wish.QUIT:
            raise Leave
        if wish is Wish.UNDO:
            return self.undo()
        if wish is Wish.HELP:
            print(HELP, end="")
        elif wish is Wish.MOVES:
            self.list_moves(seat, rows)
        elif wish is Wish.TABLE:
            self.draw(seat)
        elif wish is Wish.HINT:
            self.hint(seat)
        elif wish is Wish.RULES:
            self.say_goal(seat)
            print(short_rules(self.match.game.facts.id))
        else:
            print("\n".join(wrap(line) for line in self.match.log(seat)) or "Nothing has happened yet.")
        return False

    def say_goal(self, seat: int) -> None:
        """Say what a seat wants, how the game ends, and what is hidden."""
        for label, line in zip(("The goal", "The end", "What is hidden"), self.match.view(seat).goal(), strict=True):
            print(wrap(f"{label}: {line}"))

    def hint(self, seat: int) -> None:
        """Tell what the strongest bot would do here, how it sees the chances, and why."""
        with patience("The lion thinks (the first time takes a while)"):
            from mousehole.bots.hints import hint

            found = hint(self.match.game, self.match.view(seat), seat, seed_for(self.match, seat))
        print(paint(wrap(found.sentences()), GREEN))

    def undo(self) -> bool:
        """Take back the last move made here; return whether that was possible."""
        facts, moves = self.match.game.facts, self.match.moves
        problem = ""
        if not facts.has_undo:
            problem = f"{facts.title} does not let you take moves back"
        elif not moves or moves[-1][0] not in self.held:
            problem = "there is no move of yours to take back"
        else:
            try:
                self.match.undo()
            except CannotUndo as error:
                problem = str(error)
        if problem:
            complain(problem)
            return False
        self.has_taken_back = True
        self.told = {group: min(count, len(self.match.moves)) for group, count in self.told.items()}
        print("The last move is taken back.")
        return True

    def hand_over(self, seat: int) -> None:
        """Let people with different secrets change places at one terminal."""
        before, self.seen_by = self.seen_by, seat
        if before is not None and self.group_of(before) == self.group_of(seat):
            return
        if before is not None:
            self.tell_news(before)
        if len(self.told) > 1 and is_at_terminal():
            if before is not None:
                ask(f"Next: {self.name(seat)}. Enter hides what you see. ")
            clear()
            ask(f"{self.name(seat)}: Enter, when nobody else is looking. ")

    def tell_news(self, seat: int) -> None:
        """Tell a seat what has happened since its group was told last; a spectator, what some group has not heard."""
        groups = list(self.told) if seat == SPECTATOR else [self.group_of(seat)]
        for move in range(min(self.told[group] for group in groups), len(self.match.moves)):
            for sentence in self.match.told(seat, move):
                print(wrap(sentence))
        self.told.update(dict.fromkeys(groups, len(self.match.moves)))

    def draw(self, seat: int) -> None:
        """Draw the table as a seat sees it."""
        drawing = self.match.view(seat).text()
        print("\n" + drawing + "\n")
        self.mind_the_width(drawing)

    def mind_the_width(self, drawing: str) -> None:
        """Say once that a drawing does not fit: a terminal that is too narrow breaks its lines."""
        widest = max(map(len, drawing.splitlines()))
        if widest > width() and not self.is_width_told:
            self.is_width_told = True
            print(paint(wrap(f"(It is {widest} columns wide: make the terminal wider to see it whole.)"), DIM) + "\n")

    def list_moves(self, seat: int, rows: Sequence[tuple[str, str]]) -> None:
        """Say what is asked, and list the answers."""
        print(paint(wrap(self.match.prompt(seat)), BOLD))
        stakes = self.match.view(seat).at_stake()
        if stakes:
            print(wrap(stakes))
        print(numbered(rows))

    def finish(self) -> None:
        """Say how the game ended and turn everything face up."""
        outcome = self.match.outcome()
        if outcome is None:
            return
        print("\n" + heading("The end"))
        self.tell_news(self.held[0] if len(self.told) == 1 else SPECTATOR)
        print(paint(wrap(outcome.sentence), BOLD, GREEN))
        if len(self.told) == 1:
            paid = {outcome.payoffs[seat] for seat in self.held}
            if min(paid) > 0:
                print("You win!")
            elif max(paid) < 0:
                print("You lose.")
        if outcome.points is not None:
            print("Points: " + ", ".join(f"{self.name(i)} {n}" for i, n in enumerate(outcome.points)) + ".")
        if outcome.places is not None and len(self.told) == 1 and len(self.held) == 1 and self.match.seats > PAIR:
            print(f"You come {ordinal(outcome.places[self.held[0]])} of {self.match.seats}.")
        print("\nEverything is turned up:\n")
        print(self.match.state.text())

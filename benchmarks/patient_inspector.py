"""The best a Mouse can do against a patient Inspector in Cat & The Mouse, worked out exactly.

A patient Inspector checks for clues until only one room is possible and then springs the trap there. Its pocket is any
loot card, or with Deep Pockets any two that share nothing (or, to compare, any two that share theme or value). Against
it a Mouse that always names its own room never gives a clue, and how many turns a room is safe is plain arithmetic.
What remains is which loot to keep and when to leave: a game for one, solved here by going through all of it.

    python -m benchmarks.patient_inspector
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

ROOMS = 12
LOOT = 9
"""Loot cards are numbered by theme and value: 3 * theme + value. The tricks follow."""
CALLING_CARD, SMOKE_BOMB, PICKPOCKET = 1 << LOOT, 1 << LOOT + 1, 1 << LOOT + 2
TRICKS = CALLING_CARD | SMOKE_BOMB | PICKPOCKET
ALL_LOOT = (1 << LOOT) - 1
SETS = [0b111 << 3 * theme for theme in range(3)] + [0b1001001 << value for value in range(3)]
HAS_SET = [any(hand & wanted == wanted for wanted in SETS) for hand in range(1 << LOOT)]


def cards(mask: int) -> list[int]:
    """List the cards of a set, each as a set of its own."""
    return [1 << card for card in range(LOOT + 3) if mask >> card & 1]


def turned(order: tuple[int, ...]) -> list[int]:
    """Tell what becomes of every set of loot when cards change places."""
    return [sum(1 << order[card] for card in range(LOOT) if loot >> card & 1) for loot in range(1 << LOOT)]


TURNS = [
    turned(tuple(3 * themes[card // 3] + values[card % 3] if is_straight else 3 * values[card % 3] + themes[card // 3]
                 for card in range(LOOT)))
    for themes, values, is_straight in product(permutations(range(3)), permutations(range(3)), (True, False))
]  # fmt: skip
"""Themes are alike, values are alike, and themes and values change places: 72 ways in which two hands are the same."""


@dataclass(frozen=True)
class Position:
    """A Mouse's turn, as far as it matters."""

    laid: int
    """Cards in the Inspector's row."""
    turns: int
    """Turns until a patient Inspector springs the trap here, this one included."""
    hand: int
    gone: int
    """Cards that the Mouse has seen and will not see again."""
    beside: int
    """Cards beside the room that the Mouse has looked at."""
    unseen: int
    """How many lie there that it has not looked at."""
    deck: int


class Heist:
    """All heists at certain options against a patient Inspector."""

    def __init__(self, *, tricks: int = 1, is_subtle: bool = False, pocket: str = "one") -> None:
        """Choose the options; the pocket holds one card, or two "unlike" or "alike"."""
        self.all = ALL_LOOT | (TRICKS if tricks else 0)
        self.is_subtle = is_subtle
        pairs = [1 << a | 1 << b for a, b in combinations(range(LOOT), 2)]
        like = {pair for pair in pairs if any(pair & wanted == pair for wanted in SETS)}
        chosen = {"one": [1 << card for card in range(LOOT)], "alike": sorted(like), "unlike": sorted({*pairs} - like)}
        self.pockets = chosen[pocket]
        self.in_pocket = self.pockets[0].bit_count()
        self.known: dict[Position, float] = {}
        self.odds: dict[int, tuple[dict[int, float], dict[int, float]]] = {}

    @cached_property
    def best(self) -> float:
        """The share of heists that the best Mouse wins."""
        deck = self.all.bit_count() - self.in_pocket
        return self.worth(Position(1, (ROOMS - 1) // 2, 0, 0, 0, 2, deck - 2))

    def chances(self, hidden: int) -> tuple[dict[int, float], dict[int, float]]:
        """Tell how likely each hidden card is the next one of the deck, and the one a pickpocket gets."""
        if hidden not in self.odds:
            possible = [pocket for pocket in self.pockets if pocket & hidden == pocket]
            others = hidden.bit_count() - self.in_pocket
            held = {card: sum(pocket & card != 0 for pocket in possible) / len(possible) for card in cards(hidden)}
            drawn = {card: (1 - share) / others for card, share in held.items()} if others else {}
            self.odds[hidden] = drawn, {card: share / self.in_pocket for card, share in held.items()}
        return self.odds[hidden]

    def ended(self, hand: int, seen: int) -> float:
        """Tell how likely the Mouse wins if the heist ends now, with the Pickpocket if that helps."""
        if HAS_SET[hand & ALL_LOOT]:
            return 1.0
        if not hand & PICKPOCKET:
            return 0.0
        return sum(
            share for card, share in self.chances(self.all & ~seen)[1].items() if HAS_SET[(hand | card) & ALL_LOOT]
        )

    def worth(self, at: Position) -> float:
        """Tell how likely the best Mouse wins from its turn."""
        key = self.simplest(at)
        if key not in self.known:
            self.known[key] = max(self.ended(key.hand, seen(key)), self.loot(key), self.change(key))
        return self.known[key]

    def simplest(self, at: Position) -> Position:
        """Return the first of all positions that are the same but for the names of themes and values."""
        hand, gone, beside = min(
            (turn[at.hand & ALL_LOOT], turn[at.gone & ALL_LOOT], turn[at.beside & ALL_LOOT]) for turn in TURNS
        )
        tricks = (at.hand & TRICKS, at.gone & TRICKS, at.beside & TRICKS)
        return Position(at.laid, at.turns, hand | tricks[0], gone | tricks[1], beside | tricks[2], at.unseen, at.deck)

    def stay(self, at: Position) -> float:
        """Go on in the same room after a turn; when the time is up the trap is sprung."""
        after = Position(at.laid + 1, at.turns - 1, at.hand, at.gone, at.beside, at.unseen, at.deck)
        if after.turns > 0:
            return self.worth(after)
        return self.trapped(after)

    def trapped(self, at: Position) -> float:
        """Be in the room where the trap is sprung: vanish, or show the Calling Card and have one more turn."""
        vanished = self.ended(at.hand & ~SMOKE_BOMB, seen(at)) if at.hand & SMOKE_BOMB else 0.0
        if not at.hand & CALLING_CARD:
            return vanished
        hand, gone = at.hand & ~CALLING_CARD, at.gone | CALLING_CARD
        return max(vanished, self.worth(Position(at.laid, 1, hand, gone, at.beside, at.unseen, at.deck)))

    def loot(self, at: Position) -> float:
        """Look at what lies beside the room, and keep one card."""
        if at.unseen:
            total = 0.0
            for card, chance in self.chances(self.all & ~seen(at))[0].items():
                if chance:
                    after = Position(at.laid, at.turns, at.hand, at.gone, at.beside | card, at.unseen - 1, at.deck)
                    total += chance * self.loot(after)
            return total
        best = 0.0
        for card in cards(at.beside):
            hand = at.hand | card
            after = Position(at.laid, at.turns, hand, at.gone, at.beside & ~card, 0, at.deck)
            if hand & SMOKE_BOMB:
                best = max(best, self.ended(hand & ~SMOKE_BOMB, seen(after)))
            best = max(best, self.stay(after))
        return best

    def change(self, at: Position) -> float:
        """Leave for another room, if the Map deck has one; with Subtle Movement a card of the row goes back."""
        if at.laid >= ROOMS - 1:
            return 0.0
        laid = at.laid if self.is_subtle else at.laid + 1
        new = min(2, at.deck)
        turns = (ROOMS - laid) // 2 - 1
        after = Position(laid + 1, turns, at.hand, at.gone | at.beside, 0, new, at.deck - new)
        return self.worth(after) if turns > 0 else self.trapped(after)


def seen(at: Position) -> int:
    """Return all cards that the Mouse has seen."""
    return at.hand | at.gone | at.beside


def main() -> None:
    """Work out what the study of the variants compares the tiger with."""
    print("tricks | variant | pocket | the best Mouse wins")
    for tricks in (0, 1):
        for is_subtle, pocket in ((False, "one"), (True, "one"), (False, "unlike"), (False, "alike")):
            heist = Heist(tricks=tricks, is_subtle=is_subtle, pocket=pocket)
            variant = "Subtle Movement" if is_subtle else "none" if pocket == "one" else "Deep Pockets"
            print(f"{tricks} | {variant} | {pocket} | {heist.best:.2%}", flush=True)


if __name__ == "__main__":
    main()

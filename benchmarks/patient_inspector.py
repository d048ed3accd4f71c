"""The best a Mouse can do against a patient Inspector in Cat & The Mouse, worked out exactly.

A patient Inspector checks for clues until only one room is possible and then springs the trap there. Its pocket is any
loot card, or with Deep Pockets any two that share nothing (or, to compare, any two that share theme or value). Against
it a Mouse that always names its own room never gives a clue, and how many turns a room is safe is plain arithmetic.
What remains is which loot to keep and when to leave: a game for one, solved here by going through all of it. The
lion's Inspector is not quite patient: `Cornering` shows that what it does beyond patience costs nothing.

    python -m benchmarks.patient_inspector
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations, product

from benchmarks.cat_and_mouse_hunting import BELIEFS, Heard

ROOMS = 12
LOOT = 9
"""Loot cards are numbered by theme and value: 3 * theme + value. The tricks follow."""
CALLING_CARD, SMOKE_BOMB, PICKPOCKET = 1 << LOOT, 1 << LOOT + 1, 1 << LOOT + 2
TRICKS = CALLING_CARD | SMOKE_BOMB | PICKPOCKET
ALL_LOOT = (1 << LOOT) - 1
SETS = [0b111 << 3 * theme for theme in range(3)] + [0b1001001 << value for value in range(3)]
CORNER, CLUES, FULL = 4, 2, 4
"""Where the lion may spring the trap early: cards in the row when the Mouse came, clues, cards in its hand."""
NOTHING, CLUE, TRUTH, LIE, SAME = "nothing", "clue", "truth", "lie", "same"
"""What a Mouse names there: nothing that matters, its second clue, its own room, another one, the same one again."""
NEXT = {CLUE: (TRUTH, LIE), TRUTH: (TRUTH, LIE), LIE: (TRUTH, LIE, SAME)}
"""What it can name in the second round, by what it named in the first."""
OWN, FIRST_NAME, SECOND_NAME = -1, 0, 1
"""The Mouse's room, and two of the seven that lie in the deck then."""
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
    entered: int = 0
    """Cards that lay in the row when the Mouse came here."""
    clues: int = 0
    """Clues given so far, where they matter."""
    said: tuple[str, ...] = ()
    """What the Mouse has named here, where it matters."""


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
        return self.begin(Position(1, (ROOMS - 1) // 2, 0, 0, 0, 2, deck - 2))

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
        return replace(at, hand=hand | tricks[0], gone=gone | tricks[1], beside=beside | tricks[2])

    def begin(self, at: Position) -> float:
        """Tell how likely the best Mouse wins from a round in which no trap is certain."""
        return self.worth(at)

    def stay(self, at: Position) -> float:
        """Go on in the same room after a turn; when the time is up the trap is sprung."""
        after = replace(at, laid=at.laid + 1, turns=at.turns - 1)
        if after.turns > 0:
            return self.begin(after)
        return self.trapped(after)

    def trapped(self, at: Position) -> float:
        """Be in the room where the trap is sprung: vanish, or show the Calling Card and have one more turn."""
        vanished = self.ended(at.hand & ~SMOKE_BOMB, seen(at)) if at.hand & SMOKE_BOMB else 0.0
        if not at.hand & CALLING_CARD:
            return vanished
        hand, gone = at.hand & ~CALLING_CARD, at.gone | CALLING_CARD
        return max(vanished, self.worth(replace(at, turns=1, hand=hand, gone=gone)))

    def loot(self, at: Position) -> float:
        """Look at what lies beside the room, and keep one card."""
        if at.unseen:
            total = 0.0
            for card, chance in self.chances(self.all & ~seen(at))[0].items():
                if chance:
                    total += chance * self.loot(replace(at, beside=at.beside | card, unseen=at.unseen - 1))
            return total
        best = 0.0
        for card in cards(at.beside):
            hand = at.hand | card
            after = replace(at, hand=hand, beside=at.beside & ~card)
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
        gone = at.gone | at.beside
        after = Position(laid + 1, turns, at.hand, gone, 0, new, at.deck - new, laid, at.clues)
        return self.begin(after) if turns > 0 else self.trapped(after)


@dataclass(frozen=True)
class Listening:
    """What comes of two names in the room where two clues are dangerous, when the second one is said."""

    safe: float
    """How likely the second name is no third clue."""
    heard: dict[Heard, float]
    """How likely the last name then is one of the two rooms possible in the third round, by what else was heard."""


def listen(first: str, second: str) -> Listening:
    """Go through all orders in which the Inspector can have drawn the seven rooms: of each two it lays the first."""
    begun = going = 0
    heard: Counter[Heard] = Counter()
    one = OWN if first == TRUTH else FIRST_NAME
    two = {TRUTH: OWN, LIE: SECOND_NAME, SAME: FIRST_NAME}[second]
    for order in permutations(range(ROOMS - 1 - CORNER)):
        laid, possible = order[::2], {OWN, order[-1]}
        if (one == laid[0]) == (first == CLUE):
            begun += 1
            if two not in laid[:2]:
                going += 1
                if two in possible:
                    names = [name for name in (one, two) if name in possible]
                    heard[first == CLUE, len({*names}), max(map(names.count, names))] += 1
    return Listening(going / begun, {what: count / going for what, count in heard.items()})


LISTENING = {(first, second): listen(first, second) for first, others in NEXT.items() for second in others}


class Cornering(Heist):
    """Heists against the lion's Inspector: patient, but it may believe a Mouse that has given two clues.

    It monitors either of the two cards it draws, by chance. In the third round in a room, with two rooms possible, two
    clues that the Mouse could not know of and four cards in its hand, it springs the trap in the room named last if
    that is possible; how often depends on what else it has heard there. That can only be in a room that was entered
    with four cards in the row, when the deck had seven others; each round one of these is laid and one put below. A lie
    is a room that the Mouse does not know to be watched. How likely one is a clue before that room is taken as the most
    that a Mouse can reach: so the best Mouse wins no more than comes out.
    """

    def __init__(self, beliefs: Mapping[Heard, float] = BELIEFS) -> None:
        """Say how likely the trap is sprung, by what was heard."""
        super().__init__()
        self.beliefs = beliefs

    def begin(self, at: Position) -> float:
        """Begin a round: perhaps the trap is sprung; then the Mouse names a room."""
        here = at.laid - at.entered
        if at.clues == CLUES:
            return self.cornered(at, here) if at.entered == CORNER else self.worth(at)
        honest = self.worth(at)
        is_clue = here / (ROOMS - at.entered - here)
        is_second = at.entered == CORNER and here == 1 and at.clues + 1 == CLUES
        caught = self.worth(replace(at, clues=at.clues + 1, said=(CLUE,) if is_second else ()))
        return max(honest, is_clue * caught + (1 - is_clue) * honest)

    def cornered(self, at: Position, here: int) -> float:
        """Begin a round in the room where two clues are dangerous, with two clues given."""
        if here == 1:
            is_clue = here / (ROOMS - 1 - CORNER)
            return max(self.worth(replace(at, said=(TRUTH,))), (1 - is_clue) * self.worth(replace(at, said=(LIE,))))
        if here > 2:  # noqa: PLR2004  # the third round
            return self.believed(at)
        first = at.said[0]
        return max(
            LISTENING[first, second].safe * self.worth(replace(at, said=(first, second))) for second in NEXT[first]
        )

    def believed(self, at: Position) -> float:
        """Begin the third round there: a name is believed, or not."""
        before = replace(at, said=())
        stayed = self.worth(before)
        if not at.said or at.hand.bit_count() != FULL:
            return stayed
        first, second = at.said
        sprung = sum(share * self.beliefs[heard] for heard, share in LISTENING[first, second].heard.items())
        return (1 - sprung) * stayed + sprung * (self.trapped(before) if second == TRUTH else 1.0)


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
    print("springs the trap | the best Mouse wins at most")
    for beliefs in (BELIEFS, *(dict.fromkeys(BELIEFS, share) for share in (0.0, 0.5, 0.8, 1.0))):
        shares = ", ".join(f"{share:.3f}" for share in beliefs.values())
        print(f"{shares} | {Cornering(beliefs).best:.4%}", flush=True)


if __name__ == "__main__":
    main()

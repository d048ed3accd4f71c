"""Nothing is created or lost: cards, characters and agendas are somewhere, once, and the record agrees with itself."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import BIT, CARDS, PERIOD, STUDIO, deck_places, turned
from mousehole.games.who_done_it.house import belt_size, first_cards, stack_size
from mousehole.games.who_done_it.maze import IN_DECK, LEFT_OUT, ON_BELT

BITS: list[int] = BIT.tolist()
PERIODS: list[int] = PERIOD.tolist()


def check_conservation(s: Record) -> None:
    """Check the cards, the maze and the deck of a true state."""
    check_cards(s)
    check_maze(s)
    check_deck(s)


def check_cards(s: Record) -> None:
    """Every maze card is in the deck, on the belt, in the maze or left out, and said to be there."""
    where, top, turn = s.where.tolist(), s.top.tolist(), s.turn.tolist()
    belt = [card for card in s.belt.tolist() if card >= 0]
    assert len(set(belt)) == len(belt)
    for card in range(28):
        assert (card in belt) == (where[card] == ON_BELT)
    assert where.count(IN_DECK) == s.unseen
    assert s.deck == sum(1 << card for card in range(28) if where[card] == IN_DECK)
    assert [card for card in range(28) if where[card] == LEFT_OUT] == ([STUDIO] if s.easier else [])
    for cell in range(81):
        assert (where[top[cell]] == cell) if cell in where else (top[cell] == -1)
    for card in range(28):
        is_on_top = where[card] >= 0 and top[where[card]] == card
        assert 0 <= turn[card] < (PERIODS[card] if is_on_top else 1)


def check_maze(s: Record) -> None:
    """Check that the sets of cells say what the cards say, and that everything fits in a 5x5 box."""
    top, turn, where = s.top.tolist(), s.turn.tolist(), s.where.tolist()
    cells = [cell for cell in range(81) if top[cell] >= 0]
    people = [int(cell) for cell in (s.mouse, s.cheese, s.cat) if cell >= 0]
    met = s.ended in {codes.MOUSE_OVER_CHEESE, codes.CAT_OVER_MOUSE}
    assert len({*cells, *people}) == len(cells) + len(people) - met
    columns, rows = [c % 9 for c in cells], [c // 9 for c in cells]
    assert (min(columns), max(columns), min(rows), max(rows)) == (s.low_column, s.high_column, s.low_row, s.high_row)
    for axis in ([c % 9 for c in cells + people], [c // 9 for c in cells + people]):
        assert max(axis) - min(axis) < 5
    assert s.rooms == sum(1 << BITS[cell] for cell in cells)
    assert s.full == sum(1 << BITS[cell] for cell in cells if where.count(cell) > 1)
    lying = {cell: turned(CARDS[top[cell]].sides, turn[top[cell]]) for cell in cells}
    for side in range(4):
        assert s.open[side] == sum(1 << BITS[cell] for cell in cells if lying[cell][side] == ".")
        assert s.holed[side] == sum(1 << BITS[cell] for cell in cells if lying[cell][side] == "o")


def check_deck(s: Record) -> None:
    """As many cards are left as the stacks say; agendas are seen once, and abilities come from agendas seen."""
    agendas = int(s.seen).bit_count()
    cards = 28 - int(s.easier) - int(first_cards(s)) - int(belt_size(s)) - int(s.unseen)
    cucumber = int(s.ended >= codes.UNSOLVED)
    cat = s.drawn - agendas - cards - cucumber
    assert cat == int(s.cat >= 0 or s.phase == 5)
    assert 0 <= s.drawn < len(deck_places(int(s.easier), int(stack_size(s))))
    assert (s.last >= 0) == (agendas == 3)
    assert agendas <= 3
    assert s.last < 0 or not s.seen >> s.last & 1
    assert not (s.fresh | s.kept) & ~s.seen
    assert not s.fresh & s.kept
    assert s.ended < codes.SOLVED or s.ended == codes.SOLVED + s.last

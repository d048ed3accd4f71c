"""The table in plain text: the maze with its walls, mouse holes and cogs, the belt, the agendas."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    AGENDAS,
    BIT,
    CARDS,
    CELLS,
    FRAME,
    SETUPS,
    STACK,
    span,
    stack_places,
    turned,
)
from mousehole.games.who_done_it.maze import bit_at, trace_from_mouse

GOALS = (
    "a way from Mouse to Cheese, none from Cat to Mouse",
    "a way from Cat to Mouse, none from Mouse to Cheese",
    "no way from Mouse to Cheese, none from Cat to Mouse",
    "a way from Mouse to Cheese, and one from Cat to Mouse",
)
"""WD-6.2: what each agenda asks for."""

WIDTH = 7
"""Columns of a cell; it has three rows."""
BLANK = " " * WIDTH
LEGEND = "n mouse hole   * light cog: turns left   @ dark cog: right   2 stack   x placed"
COG_MARKS = {"-": "", "L": "*", "D": "@"}


def cell_name(cell: int) -> str:
    """Name a cell: columns a to i from west to east, rows 1 to 9 from north to south."""
    return f"{'abcdefghi'[cell % FRAME]}{cell // FRAME + 1}"


def card_rows(card: int, turn: int, mark: str = " ") -> list[str]:
    """Draw a card: gaps where it is open, a mark in the middle."""
    sides, cogs = turned(CARDS[card].sides, turn), turned(CARDS[card].cogs, turn)

    def level(side: int) -> str:
        """Draw the north or south side: a mouse hole in its middle, a cog beside it."""
        line = {".": "     ", "#": "-----", "o": "--n--"}[sides[side]]
        return f"+{line[:3]}{COG_MARKS[cogs[side]] or line[3]}{line[4]}+"

    west, east = ({".": " ", "#": "|", "o": "n"}[sides[side]] for side in (3, 1))
    inner = f"{COG_MARKS[cogs[3]] or ' '} {mark} {COG_MARKS[cogs[1]] or ' '}"
    return [level(0), f"{west}{inner}{east}", level(2)]


def character_rows(names: list[str]) -> list[str]:
    """Draw a cell with a character, or two at the bitter end."""
    text = names[0].upper() if len(names) == 1 else "+".join(name[:3].upper() for name in names)
    return [BLANK, text.center(WIDTH), BLANK]


def is_way(view: Record, cell: int) -> bool:
    """Whether the detective may choose a cell now."""
    return view.phase in {codes.MOVE, codes.BRING_CAT} and bool(int(view.ways) >> int(BIT[cell]) & 1)


def cell_rows(view: Record, cell: int) -> list[str]:
    """Draw one cell of the maze; empty cells show a dot, or their name where the detective may choose them."""
    here = [AGENDAS[i] for i, at in enumerate((view.mouse, view.cat, view.cheese)) if at == cell]
    if here:
        return character_rows(here)
    card = int(view.top[cell])
    if card >= 0:
        height = sum(int(where) == cell for where in view.where)
        mark = "x" if view.placed == cell else str(height) if height > 1 else " "
        return card_rows(card, int(view.turn[card]), mark)
    text = f"<{cell_name(cell)}>" if is_way(view, cell) else "."
    return [BLANK, text.center(WIDTH), BLANK]


def window(view: Record) -> tuple[range, range]:
    """Choose the columns and rows to draw: the maze, and the cells next to it that it can still grow into."""
    cells = [cell for cell in range(CELLS) if view.top[cell] >= 0]
    cells += [int(cell) for cell in (view.mouse, view.cat, view.cheese) if cell >= 0]
    lines = []
    for axis in ([cell % FRAME for cell in cells], [cell // FRAME for cell in cells]):
        low, high = min(axis), max(axis)
        reach = span(low, high)
        if view.phase == codes.MOVE:  # whoever runs gives way: the box may slide by a cell
            reach = range(max(low - 1, 0), min(high + 1, FRAME - 1) + 1)
        lines.append(reach)
    return lines[0], lines[1]


def maze_lines(view: Record) -> list[str]:
    """Draw the maze with the names of columns and rows."""
    columns, rows = window(view)
    lines = ["   " + "".join("abcdefghi"[column].center(WIDTH) for column in columns).rstrip()]
    for row in rows:
        drawn = [cell_rows(view, FRAME * row + column) for column in columns]
        for i in range(3):
            label = str(row + 1) if i == 1 else " "
            lines.append(f" {label} {''.join(cell[i] for cell in drawn)}".rstrip())
    return lines


def belt_lines(view: Record) -> list[str]:
    """Draw the cards of the belt as at turn 0, their names below."""
    cards = [int(card) for card in view.belt if card >= 0]
    drawn = [card_rows(card, 0) for card in cards]
    lines = ["".join(rows[i].center(20) for rows in drawn).rstrip() for i in range(3)]
    return ["Conveyor belt:", *lines, "".join(CARDS[card].name.center(20) for card in cards).rstrip()]


def deck_text(view: Record) -> str:
    """Say how many cards are left, stack by stack, agendas included (WD-3.4)."""
    sizes, gone = [], int(view.drawn)
    for stack in stack_places(int(view.easier), STACK + int(view.more_stack)):
        left = len(stack) - min(gone, len(stack))
        gone -= len(stack) - left
        if left:
            sizes.append(left)
    if not sizes:
        return "no card left"
    stacks = f" ({' + '.join(map(str, sizes))})" if len(sizes) > 1 else ""
    return f"{sum(sizes)} card{'' if sum(sizes) == 1 else 's'} left{stacks}"


def agenda_lines(view: Record) -> list[str]:
    """List the agendas, those seen struck out, and what each of the others would ask for."""
    marks = [f"[{'x' if view.seen >> agenda & 1 else ' '}] {name}" for agenda, name in enumerate(AGENDAS)]
    lines = [f"Agendas seen: {'   '.join(marks)}"]
    unseen = [agenda for agenda in range(4) if not view.seen >> agenda & 1]
    for agenda in unseen:
        case = f"{AGENDAS[agenda]} decides" if len(unseen) == 1 else f"If {AGENDAS[agenda]} is last"
        lines.append(f"  {case}: {GOALS[agenda]}.")
    return lines


def paths_line(view: Record) -> str:
    """Say which paths there are at present."""
    traced = int(trace_from_mouse(view))
    pairs = [("Mouse and Cheese", traced & int(bit_at(int(view.cheese))))]
    if view.cat >= 0:
        pairs.append(("Cat and Mouse", traced & int(bit_at(int(view.cat)))))
    return "Now: " + ", ".join(f"{pair} {'connected' if linked else 'apart'}" for pair, linked in pairs) + "."


def ability_line(view: Record) -> list[str]:
    """Name abilities that are kept or wait for the next turn."""
    lines = []
    for title, mask in (("Abilities kept", int(view.kept)), ("Abilities from the next turn on", int(view.fresh))):
        if mask:
            lines.append(f"{title}: {', '.join(name for i, name in enumerate(AGENDAS) if mask >> i & 1)}.")
    return lines


def table_text(view: Record, viewer: int) -> str:
    """Draw the whole table in at most 80 columns."""
    setup = SETUPS[view.layout]
    mode = f"{setup.level}, easier mode" if view.easier else setup.level
    return "\n".join(
        [
            f"{setup.title}, {mode}. Turn {view.turns}, {deck_text(view)}.",
            *maze_lines(view),
            LEGEND,
            *belt_lines(view),
            *agenda_lines(view),
            paths_line(view),
            *ability_line(view),
        ]
    )

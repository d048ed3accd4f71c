"""Who Done It? as a page shows it: the table, what a move touches, and what a move would do. It sees views alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, cast

from mousehole.engine.rule import Record
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    AGENDAS,
    BIT,
    CARD_COUNT,
    CARDS,
    CAT,
    CELLS,
    CHEESE,
    CUCUMBER,
    FRAME,
    MOUSE,
    NEIGHBOUR,
    PERIOD,
    SETUPS,
    SMALLEST_STACK,
    STACK,
    span,
    stack_places,
)
from mousehole.games.who_done_it.drawing import GOALS, cell_name
from mousehole.games.who_done_it.maze import bit_at, prey_cell, trace_from_mouse
from mousehole.games.who_done_it.rules import apply, reason
from mousehole.games.who_done_it.turn import is_fulfilled
from mousehole.games.who_done_it.view import (
    WhoDoneItAgenda,
    WhoDoneItAgendaName,
    WhoDoneItCard,
    WhoDoneItCog,
    WhoDoneItEvent,
    WhoDoneItPaths,
    WhoDoneItPreview,
    WhoDoneItRoom,
    WhoDoneItRun,
    WhoDoneItSide,
    WhoDoneItView,
    WhoDoneItWay,
    WhoDoneItWindow,
)
from mousehole.games.who_done_it.words import ABILITY_TEXTS, REASONS

RUNNERS: dict[int, Literal["mouse", "cat"]] = {MOUSE: "mouse", CAT: "cat"}
AGENDA_NAMES: tuple[WhoDoneItAgendaName, ...] = ("mouse", "cat", "cheese", "cucumber")
SIDES: dict[str, WhoDoneItSide] = {".": "open", "#": "wall", "o": "hole"}
COGS: dict[str, WhoDoneItCog] = {"-": "none", "L": "light", "D": "dark"}
PRINTED = tuple(
    WhoDoneItCard(
        number,
        card.name,
        [SIDES[side] for side in card.sides],
        [COGS[cog] for cog in card.cogs],
        int(PERIOD[number]),
    )
    for number, card in enumerate(CARDS)
)
NAMES = tuple(cell_name(cell) for cell in range(CELLS))
BITS = tuple(1 << int(bit) for bit in BIT)
NEXT = tuple(tuple(int(cell) for cell in row) for row in NEIGHBOUR)
STACK_SIZES = {
    (easier, size): tuple(len(stack) for stack in stack_places(easier, size))
    for easier in (0, 1)
    for size in range(SMALLEST_STACK, STACK + 1)
}
FULFILLED = tuple(
    tuple(tuple(bool(is_fulfilled(agenda, to_cheese, to_cat)) for to_cat in (0, 1)) for to_cheese in (0, 1))
    for agenda in range(4)
)
OPPOSITE = (2, 3, 0, 1)
DRAWS = frozenset({codes.EVENT_CARD, codes.EVENT_CAT_DRAWN, codes.EVENT_AGENDA, codes.EVENT_CUCUMBER})
"""Events that tell what the deck brought: nothing from there on is certain beforehand."""

OF_SOMEBODY = frozenset({codes.EVENT_STAY, codes.EVENT_STUCK, codes.EVENT_CAUGHT})
OF_AGENDAS = frozenset({codes.EVENT_AGENDA, codes.EVENT_VERDICT, codes.EVENT_USE})

Fields = dict[str, Any]


def fields_of(view: Record) -> Fields:
    """Read a record once: field by field takes ten times as long."""
    names = view.dtype.names or ()
    return dict(zip(names, view.item(), strict=True))


# The table


def show(view: Record, viewer: int) -> WhoDoneItView:
    """Write a view in the game's own names."""
    f = fields_of(view)
    top = f["top"].tolist()
    rooms = [cell for cell in range(CELLS) if top[cell] >= 0]
    setup = SETUPS[f["layout"]]
    is_over = f["phase"] == codes.OVER
    paths = paths_of(view, f, rooms)
    ways = ways_of(f, rooms) if f["phase"] in {codes.MOVE, codes.BRING_CAT} else []
    left = stacks_left(f)
    return WhoDoneItView(
        game="who_done_it",
        setup=setup.title,
        level=setup.level,
        is_easier=bool(f["easier"]),
        turn=f["turns"],
        phase=codes.PHASES[f["phase"]],
        window=window_of(f, rooms, ways),
        rooms=list(rooms_of(f, top, rooms)),
        mouse=NAMES[f["mouse"]],
        cat=None if f["cat"] < 0 else NAMES[f["cat"]],
        cheese=NAMES[f["cheese"]],
        belt=[PRINTED[card] for card in f["belt"].tolist() if card >= 0],
        deck=sum(left),
        stacks=left,
        agendas=agendas_of(f, paths),
        paths=paths,
        active=codes.ACTIVE.get(f["active"]),
        slips=bool(f["slips"]),
        placed=None if f["placed"] < 0 else NAMES[f["placed"]],
        run=run_of(f, top, ways) if f["phase"] == codes.MOVE else None,
        cat_ways=[NAMES[cell] for cell in ways] if f["phase"] == codes.BRING_CAT else [],
        ended=REASONS[f["ended"]] if is_over else None,
        is_solved=is_over and f["ended"] >= codes.SOLVED,
        events=list(events_of(f)),
    )


def rooms_of(f: Fields, top: list[int], rooms: list[int]) -> Iterator[WhoDoneItRoom]:
    """List the cells with maze cards, row by row."""
    turns = f["turn"].tolist()
    under: dict[int, list[str]] = {}
    if f["full"]:
        where = f["where"].tolist()
        for card in range(CARD_COUNT):
            cell = where[card]
            if cell >= 0 and top[cell] != card:
                under.setdefault(cell, []).append(CARDS[card].name)
    for cell in rooms:
        card = top[cell]
        yield WhoDoneItRoom(NAMES[cell], PRINTED[card], turns[card], under.get(cell, []))


def around(f: Fields, rooms: list[int]) -> list[int]:
    """List the cells of the maze and those that touch it."""
    taken = {*rooms, f["mouse"], f["cheese"], f["cat"]} - {-1}
    return sorted(taken.union(*(NEXT[cell] for cell in taken)) - {-1})


def ways_of(f: Fields, rooms: list[int]) -> list[int]:
    """List the cells that can be chosen now: all of them touch the maze."""
    ways = f["ways"]
    return [cell for cell in around(f, rooms) if ways & BITS[cell]]


def window_of(f: Fields, rooms: list[int], ways: list[int]) -> WhoDoneItWindow:
    """Choose what to draw: the maze, the cells that can join it, and wherever somebody can go."""
    cells = [*rooms, *(cell for cell in (f["mouse"], f["cheese"], f["cat"]) if cell >= 0)]
    bounds = []
    for axis, more in (
        ([cell % FRAME for cell in cells], [cell % FRAME for cell in ways]),
        ([cell // FRAME for cell in cells], [cell // FRAME for cell in ways]),
    ):
        reach = span(min(axis), max(axis))
        bounds.append((min([reach[0], *more]), max([reach[-1], *more])))
    (west, east), (north, south) = bounds
    return WhoDoneItWindow(west, north, east - west + 1, south - north + 1)


def stacks_left(f: Fields) -> list[int]:
    """Count what is left of each stack (WD-3.4)."""
    gone = f["drawn"]
    left = []
    for size in STACK_SIZES[f["easier"], STACK + f["more_stack"]]:
        here = min(gone, size)
        left.append(size - here)
        gone -= here
    return left


def paths_of(view: Record, f: Fields, rooms: list[int]) -> WhoDoneItPaths:
    """Trace the paths there are (WD-6.1)."""
    traced = int(trace_from_mouse(view))
    cheese, cat = f["cheese"], f["cat"]
    cells = sorted({*rooms, f["mouse"], cheese, *((cat,) if cat >= 0 else ())})
    return WhoDoneItPaths(
        mouse_cheese=bool(traced & BITS[cheese]),
        cat_mouse=cat >= 0 and bool(traced & BITS[cat]),
        cells=[NAMES[cell] for cell in cells if traced & BITS[cell]],
    )


def agendas_of(f: Fields, paths: WhoDoneItPaths) -> list[WhoDoneItAgenda]:
    """List the agendas: seen or not, met or not, and how their abilities stand."""
    return [
        WhoDoneItAgenda(
            agenda=AGENDA_NAMES[agenda],
            name=AGENDAS[agenda],
            goal=GOALS[agenda],
            ability=ABILITY_TEXTS[agenda],
            is_seen=bool(f["seen"] >> agenda & 1),
            is_last=f["last"] == agenda,
            is_met=FULFILLED[agenda][paths.mouse_cheese][paths.cat_mouse],
            power=power_of(f, agenda),
        )
        for agenda in range(4)
    ]


def power_of(f: Fields, agenda: int) -> Literal["none", "waiting", "kept", "now", "spent"]:
    """Say how an ability stands."""
    if not f["seen"] >> agenda & 1:
        return "none"
    if f["fresh"] >> agenda & 1:
        return "waiting"
    if f["kept"] >> agenda & 1:
        return "kept"
    asked = {
        MOUSE: f["slips"] and f["phase"] != codes.OVER,
        CHEESE: f["phase"] == codes.TURN_A_ROOM,
        CUCUMBER: f["phase"] == codes.COVER_A_ROOM or f["covering"],
    }
    return "now" if asked.get(agenda) else "spent"


# Running


def run_of(f: Fields, top: list[int], ways: list[int]) -> WhoDoneItRun:
    """Say who runs now, and where it can go."""
    who = f["mover"]
    prey = f["cheese"] if who == MOUSE else f["mouse"]
    is_slipping = who == MOUSE and bool(f["slips"])
    return WhoDoneItRun(
        who=RUNNERS[who],
        ways=[
            WhoDoneItWay(
                NAMES[cell], [NAMES[room] for room in route(f, top, cell, is_slipping=is_slipping)], cell == prey
            )
            for cell in ways
        ],
        may_stay=bool(f["may_stay"]),
    )


def route(f: Fields, top: list[int], goal: int, *, is_slipping: bool) -> list[int]:
    """Draw a shortest way from the placed card to a destination that the rules found; by holes only if need be."""
    opens = f["open"].tolist()
    holes = f["holed"].tolist()
    for sides in (opens, [a | b for a, b in zip(opens, holes, strict=True)])[: 2 if is_slipping else 1]:
        has_holes = sides is not opens
        came = {f["placed"]: -1}
        line = [f["placed"]]
        for cell in line:
            for side, there in enumerate(NEXT[cell]):
                is_out = bool(sides[side] & BITS[cell])
                if there == goal and is_out:
                    return way_back(came, cell)
                if there < 0 or there in came or top[there] < 0:
                    continue
                back = OPPOSITE[side]
                is_hole = has_holes and bool(holes[side] & BITS[cell] or holes[back] & BITS[there])
                if is_hole or (opens[side] & BITS[cell] and opens[back] & BITS[there]):
                    came[there] = cell
                    line.append(there)
    return []


def way_back(came: dict[int, int], cell: int) -> list[int]:
    """List the rooms from the placed card to a room."""
    rooms = [cell]
    while came[rooms[-1]] >= 0:
        rooms.append(came[rooms[-1]])
    return rooms[::-1]


# What the last move did


def events_of(f: Fields) -> Iterator[WhoDoneItEvent]:
    """Write the events as small things to show."""
    if f["event_count"]:
        for kind, a, b, c in f["events"][: f["event_count"]].tolist():
            yield event_of(kind, a, b, c)


def event_of(kind: int, a: int, b: int, c: int) -> WhoDoneItEvent:
    """Write one event."""
    name = codes.EVENTS[kind]
    if kind in OF_SOMEBODY:
        return WhoDoneItEvent(name, who=RUNNERS[a])
    if kind in OF_AGENDAS:
        return WhoDoneItEvent(name, agenda=AGENDA_NAMES[a])
    if kind == codes.EVENT_PLACE or kind == codes.EVENT_COVER:
        return WhoDoneItEvent(name, card=a, cell=NAMES[b])
    if kind == codes.EVENT_COG or kind == codes.EVENT_TURN:
        return WhoDoneItEvent(name, card=a, cell=NAMES[b], quarters=c)
    if kind == codes.EVENT_RUN:
        return WhoDoneItEvent(name, who=RUNNERS[a], origin=NAMES[b], cell=NAMES[c])
    if kind == codes.EVENT_CARD:
        return WhoDoneItEvent(name, card=a)
    if kind == codes.EVENT_CAT_OUT:
        return WhoDoneItEvent(name, cell=NAMES[a])
    if kind == codes.EVENT_SWAP:
        return WhoDoneItEvent(name, cell=NAMES[a], origin=NAMES[b])
    return WhoDoneItEvent(name)


# What a move is about, and what it would do


def touches(view: Record, seat: int, action: int) -> list[str]:
    """Name what a move touches: a card of the belt, a cell, a turn; a character only where two could be meant."""
    if action < codes.TURN:
        number = action % codes.PLACEMENTS
        cell = number % codes.SLOT // 4
        things = [f"belt:{number // codes.SLOT}", f"cell:{NAMES[cell]}", f"turn:{number % 4}"]
        if action < codes.COVER and view.active == codes.EITHER and is_between(view, cell):
            things.append(f"active:{RUNNERS[action // codes.PLACEMENTS]}")
        return things
    if action < codes.RUN:
        number = action - codes.TURN
        return [f"cell:{NAMES[number // 4]}", f"turn:{number % 4}"] if number else []
    if action < codes.STAY:
        return [f"cell:{NAMES[action - codes.RUN]}"]
    if codes.CAT_AT <= action < codes.USE:
        return [f"cell:{NAMES[action - codes.CAT_AT]}"]
    if codes.USE <= action < codes.PASS:
        return [f"agenda:{AGENDA_NAMES[action - codes.USE]}"]
    return []


def is_grave(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """Tell whether a run goes over the prey, which ends the game; what a placement does is told by its preview."""
    return codes.RUN <= action < codes.STAY and action - codes.RUN == prey_cell(view, int(view.mover))


def is_openly_forced(view: Record, seat: int) -> bool:  # every game's signature
    """Nothing is hidden from anybody at the table: all can count the ways; what loses at once is not done for one."""
    is_run = view.phase == codes.MOVE
    return not is_run or not int(view.ways) & int(bit_at(int(prey_cell(view, int(view.mover)))))


def is_pass(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """Tell whether a move does nothing: to leave all rooms, to stay, to use no ability."""
    return action in {codes.TURN, codes.STAY, codes.PASS}


def is_between(view: Record, cell: int) -> bool:
    """Tell whether a cell lies beside both the Mouse and the Cat."""
    beside = NEXT[cell]
    return int(view.mouse) in beside and int(view.cat) in beside


def preview(view: Record, seat: int, action: int) -> WhoDoneItPreview:
    """Say what is certain about a legal move before any card is drawn: it is played on a copy."""
    after = played(view, action)
    f = fields_of(after)
    told = list(certain_events(f))
    lost = lost_by(after, f)
    run = foreseen_run(after, f)
    is_settled = f["phase"] != codes.OVER and run is None and not f["drew"]
    top = f["top"].tolist()
    return WhoDoneItPreview(
        action=action,
        turns=[event for event in told if event.kind in {"cog", "turn"}],
        run=run,
        stays=[event.who for event in told if event.kind == "stay" and event.who],
        lost=lost,
        paths=paths_of(after, f, [cell for cell in range(CELLS) if top[cell] >= 0]) if is_settled else None,
    )


def played(view: Record, action: int) -> Record:
    """Play a move on a copy of a view. What a draw brings there is not what it will bring."""
    after = cast("Record", view.copy())
    apply(after, codes.DETECTIVE, action)
    return after


def certain_events(f: Fields) -> Iterator[WhoDoneItEvent]:
    """List what a move did up to the first draw."""
    for kind, a, b, c in f["events"][: f["event_count"]].tolist():
        if kind in DRAWS:
            return
        yield event_of(kind, a, b, c)


def lost_by(after: Record, f: Fields) -> str | None:
    """Name the loss a move leads to, unless a draw comes before it."""
    return REASONS[int(reason(after))] if f["phase"] == codes.OVER and not f["drew"] else None


def foreseen_run(after: Record, f: Fields) -> WhoDoneItRun | None:
    """Say who would run next without a draw, where to, and what the other one could do then."""
    if f["phase"] != codes.MOVE or f["drew"]:
        return None
    top = f["top"].tolist()
    ways = ways_of(f, [cell for cell in range(CELLS) if top[cell] >= 0])
    run = run_of(f, top, ways)
    if f["mover"] != f["active"] and not f["covering"]:
        return run
    return replace(run, ways=[followed(after, cell, way) for cell, way in zip(ways, run.ways, strict=True)])


def followed(after: Record, cell: int, way: WhoDoneItWay) -> WhoDoneItWay:
    """Add to a way where the other one could run afterwards; a way over the prey has no afterwards."""
    if way.is_prey:
        return way
    later = played(after, codes.RUN + cell)
    return replace(way, then=foreseen_run(later, fields_of(later)))

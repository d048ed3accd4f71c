"""Who Done It? in words: prompts, moves and what happened. The table is drawn in `drawing`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import cast

import numpy as np

from mousehole.engine.rule import Record
from mousehole.games.who_done_it import FACTS, codes
from mousehole.games.who_done_it.actions import cell_of, slot_of, turn_of
from mousehole.games.who_done_it.components import (
    AGENDAS,
    BOX,
    CARDS,
    CAT,
    CHEESE,
    COGS,
    HOLE_SIDES,
    MOUSE,
    NEIGHBOUR,
    OPEN_SIDES,
)
from mousehole.games.who_done_it.drawing import GOALS, cell_name, table_text
from mousehole.games.who_done_it.maze import bit_at, cell_of_character, characters, prey_cell, trace_from_mouse
from mousehole.games.who_done_it.rules import is_busy, legal, start_action
from mousehole.games.who_done_it.turn import (
    PLACE_BITS,
    go_on,
    has_placement,
    has_places,
    is_fulfilled,
    may_be_active,
    places_around,
    usual_active,
)

__all__ = [
    "REASONS",
    "goal",
    "moments",
    "move_name",
    "move_text",
    "outcome_sentence",
    "prompt",
    "remark",
    "seat_name",
    "sentences",
    "stakes",
    "table_text",
]

REASONS = ("", *codes.ENDINGS.values())

SIDE_LETTERS = "NESW"
WAYS = {1: "clockwise", 2: "halfway round", 3: "counter-clockwise", -1: "counter-clockwise"}
ABILITY_TEXTS = (
    "let the Mouse slip through mouse holes this turn",
    "swap the Cat and the Cheese",
    "turn any one room",
    "cover any room with a card of the belt",
)


def seat_name(seats: int, seat: int) -> str:
    """Name the only seat."""
    return "the detective"


def card_name(card: int) -> str:
    """Name a card inside a sentence."""
    return f"the {CARDS[card].name}"


def card_code(card: int) -> str:
    """Name a card in the notation."""
    return CARDS[card].name.lower().replace("'", "").replace(" ", "-")


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def who_name(who: int) -> str:
    """Name the Active Character inside a sentence."""
    return "the Mouse or the Cat" if who == codes.EITHER else f"the {AGENDAS[who]}"


def looks(card: int, turn: int) -> str:
    """Describe how a card lies."""
    parts = []
    for title, sides in (("open", OPEN_SIDES), ("hole", HOLE_SIDES)):
        letters = [SIDE_LETTERS[side] for side in range(4) if sides[card, turn] >> side & 1]
        if letters:
            parts.append(f"{title} {' '.join(letters)}")
    ways = [int(way) for way in COGS[card, turn]]
    cogs = [f"{SIDE_LETTERS[side]} {'dark' if way > 0 else 'light'}" for side, way in enumerate(ways) if way]
    return "; ".join(parts + ([f"cog {', '.join(cogs)}"] if cogs else []))


def prompt(view: Record, seat: int) -> str:
    """Say what the detective is asked now."""
    slips = " The Mouse may slip through mouse holes this turn." if view.slips else ""
    if view.phase == codes.ABILITIES:
        return f"Use an ability before you build, or pass.{slips}"
    if view.phase == codes.TURN_A_ROOM:
        return "The Cheese's ability: turn one room, or leave them all as they are."
    if view.phase == codes.COVER_A_ROOM:
        return "The Cucumber's ability: put a card of the belt on any room, whichever way you like."
    if view.phase == codes.PLACE_A_CARD:
        fits = [who_name(who) for who in (MOUSE, CAT) if may_be_active(view, who) and has_placement(view, who)]
        return f"Set a card of the belt down beside {' or '.join(fits)}.{slips}"
    if view.phase == codes.MOVE:
        stay = " It may stay, for only mouse holes lead on." if view.may_stay else ""
        return f"{capital(who_name(int(view.mover)))} runs through the card. Where to?{stay}"
    if view.phase == codes.BRING_CAT:
        return "The Cat comes out. Choose among the empty cells nearest to the Cheese."
    return "The game is over."


def stakes(view: Record, seat: int) -> str:
    """Say what hangs on an answer: how a placement or a run loses, and what is used up."""
    if view.phase == codes.ABILITIES:
        return "Each can be used once, now or in a later turn."
    if view.phase == codes.COVER_A_ROOM:
        return "Cogs turn and characters run as always: running over the prey loses."
    if view.phase == codes.PLACE_A_CARD:
        who = "Whoever you choose" if view.active == codes.EITHER else capital(who_name(int(view.active)))
        prey = "its prey" if view.active == codes.EITHER else prey_name(int(view.active))
        return f"{who} must run through it. Stuck, or onto {prey}: you lose."
    if view.phase == codes.MOVE and int(view.ways) & int(bit_at(int(prey_cell(view, int(view.mover))))):
        return f"Onto {prey_name(int(view.mover))}: you lose at once."
    if view.phase == codes.BRING_CAT:
        return f"From now on you build beside the Cat{' or the Mouse' if view.easier else ''}."
    return ""


def prey_name(who: int) -> str:
    """Name inside a sentence whom a character must not run over."""
    return f"the {AGENDAS[CHEESE if who == MOUSE else MOUSE]}"


def goal(view: Record, viewer: int) -> tuple[str, str, str]:  # one seat, and nothing that others know
    """Say what is wanted, how the case ends, and what is hidden."""
    return (
        "Build a maze that suits whoever did it: one of four, each wanting other ways between Mouse, Cheese and Cat.",
        "It ends when the Cucumber turns up. You lose before, if no card fits, or somebody is stuck or run over.",
        "The deck is hidden. Every agenda that comes up is one who did not do it; the last one left decides.",
    )


def move_name(view: Record, seat: int, action: int) -> str:
    """Write an action as the notation does."""
    if action < codes.TURN:
        number = action % codes.PLACEMENTS
        what = f"{card_code(int(view.belt[slot_of(number)]))} {cell_name(cell_of(number))} {turn_of(number)}"
        if action >= codes.COVER:
            return f"cover {what}"
        return (
            f"{AGENDAS[action // codes.PLACEMENTS].lower()} place {what}"
            if view.active == codes.EITHER
            else f"place {what}"
        )
    if action == codes.TURN:
        return "leave"
    if action < codes.RUN:
        return f"turn {cell_name(cell_of(action - codes.TURN))} {turn_of(action - codes.TURN)}"
    if action <= codes.STAY:
        goal = "stay" if action == codes.STAY else cell_name(action - codes.RUN)
        return f"{AGENDAS[view.mover].lower()} {goal}"
    if action < codes.USE:
        return f"cat out {cell_name(action - codes.CAT_AT)}"
    return "pass" if action == codes.PASS else f"use {AGENDAS[action - codes.USE].lower()}"


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    if action < codes.TURN:
        number = action % codes.PLACEMENTS
        card, cell, turn = int(view.belt[slot_of(number)]), cell_of(number), turn_of(number)
        under = "" if view.top[cell] < 0 else f", on {card_name(int(view.top[cell]))}"
        beside = (
            f" beside {who_name(action // codes.PLACEMENTS)}"
            if action < codes.COVER and view.active == codes.EITHER
            else ""
        )
        return f"{CARDS[card].name} at {cell_name(cell)}{beside}{under} ({looks(card, turn)})"
    if action == codes.TURN:
        return "Leave all rooms as they are"
    if action < codes.RUN:
        cell = cell_of(action - codes.TURN)
        return f"Turn {card_name(int(view.top[cell]))} at {cell_name(cell)} {WAYS[turn_of(action - codes.TURN)]}"
    if action <= codes.STAY:
        return run_text(view, action)
    if action < codes.USE:
        return f"The Cat comes out at {cell_name(action - codes.CAT_AT)}"
    return (
        "Use none now"
        if action == codes.PASS
        else f"{AGENDAS[action - codes.USE]}: {ABILITY_TEXTS[action - codes.USE]}"
    )


def run_text(view: Record, action: int) -> str:
    """Write a movement as a button would; running over the prey says so."""
    who = capital(who_name(int(view.mover)))
    if action == codes.STAY:
        return f"{who} stays"
    if action - codes.RUN == prey_cell(view, int(view.mover)):
        return f"{who} runs over {prey_name(int(view.mover))}: you lose"
    return f"{who} runs to {cell_name(action - codes.RUN)}"


def sentences(before: Record, after: Record, viewer: int) -> list[str]:
    """Tell a viewer what just happened."""
    return [sentence(after, viewer, [int(n) for n in event]) for event in after.events[: after.event_count]]


WEIGHTS = {
    codes.EVENT_CAT_OUT: 4,
    codes.EVENT_AGENDA: 4,
    codes.EVENT_CUCUMBER: 5,
    codes.EVENT_HOLES: 3,
    codes.EVENT_SWAP: 4,
    codes.EVENT_GONE: 2,
    codes.EVENT_TURN: 3,
    codes.EVENT_NO_PLACE: 5,
    codes.EVENT_STUCK: 5,
    codes.EVENT_CAUGHT: 5,
    codes.EVENT_VERDICT: 5,
}


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:  # the events say it all here
    """Tell what one remembers: the Cat, agendas and abilities, and how the case was closed."""
    told = [[int(n) for n in event] for event in after.events[: after.event_count]]
    return [(WEIGHTS[event[0]], sentence(after, viewer, event)) for event in told if event[0] in WEIGHTS]


def sentence(view: Record, viewer: int, event: list[int]) -> str:
    """Tell one event."""
    kind, a, b, c = event
    you, es = ("The detective", "s") if viewer < 0 else ("You", "")
    told: dict[int, Callable[[], str]] = {
        codes.EVENT_PLACE: lambda: (
            f"{you} set{es} {card_name(a)} down at {cell_name(b)}{'' if c < 0 else f', on {card_name(c)}'}."
        ),
        codes.EVENT_COVER: lambda: f"{you} cover{es} {card_name(c)} at {cell_name(b)} with {card_name(a)}.",
        codes.EVENT_COG: lambda: f"{capital(card_name(a))} at {cell_name(b)} turns {WAYS[c]}.",
        codes.EVENT_RUN: lambda: f"The {AGENDAS[a]} runs from {cell_name(b)} to {cell_name(c)}.",
        codes.EVENT_STAY: lambda: f"The {AGENDAS[a]} {'stays' if b else 'cannot get through and stays'} where it is.",
        codes.EVENT_CARD: lambda: f"{capital(card_name(a))} comes onto the belt.",
        codes.EVENT_CAT_DRAWN: lambda: "The Cat turns up!",
        codes.EVENT_CAT_OUT: lambda: (
            f"The Cat comes out at {cell_name(a)}{', beside the Cheese' if a in NEIGHBOUR[b] else ''}."
        ),
        codes.EVENT_AGENDA: lambda: agenda_sentence(view, a),
        codes.EVENT_CUCUMBER: lambda: "The Cucumber turns up: the case is closed.",
        codes.EVENT_HOLES: lambda: "The Mouse's ability: this turn the Mouse may slip through mouse holes.",
        codes.EVENT_SWAP: lambda: f"The Cat's ability: the Cat goes to {cell_name(a)}, the Cheese to {cell_name(b)}.",
        codes.EVENT_GONE: lambda: "The Cat's ability is gone: there is no Cat yet to swap with the Cheese.",
        codes.EVENT_TURN: lambda: f"The Cheese's ability: {card_name(a)} at {cell_name(b)} turns {WAYS[c]}.",
        codes.EVENT_USE: lambda: f"{you} use{es} the {AGENDAS[a]}'s ability.",
        codes.EVENT_LEAVE: lambda: "The Cheese's ability: every room stays as it is.",
        codes.EVENT_PASS: lambda: f"{you} use{es} no ability now.",
        codes.EVENT_NO_PLACE: lambda: f"No card of the belt can be set down: {no_place_text(view, a)}.",
        codes.EVENT_STUCK: lambda: f"The {AGENDAS[a]} cannot get through: it is stuck.",
        codes.EVENT_CAUGHT: lambda: f"The {AGENDAS[a]} has run over {prey_name(a)}!",
        codes.EVENT_VERDICT: lambda: f"The last agenda is the {AGENDAS[a]}'s. {paths_sentence(b, c)}",
    }
    return told[kind]()


def no_place_text(view: Record, active: int) -> str:
    """Say why no card of the belt goes anywhere beside the Active Character (WD-4.2)."""
    who = who_name(active)
    if has_places(view, active):
        cards = ("none", "one", "two", "three", "four")[sum(int(card) >= 0 for card in view.belt)]
        return f"the rooms beside {who} that could be covered have other openings than each of the {cards}"
    return f"beside {who} there is no cell left that could take a card"


def agenda_sentence(view: Record, agenda: int) -> str:
    """Tell which agenda came up, and what follows once only one is left."""
    known = f" So the {AGENDAS[view.last]}'s decides." if view.last >= 0 else ""
    return f"The {AGENDAS[agenda]}'s agenda comes up and is struck out.{known}"


def paths_sentence(to_cheese: int, to_cat: int) -> str:
    """Tell which paths there are in the end."""
    if to_cheese and to_cat:
        return "There is a way from Mouse to Cheese, and one from Cat to Mouse."
    if to_cheese:
        return "There is a way from Mouse to Cheese, none from Cat to Mouse."
    if to_cat:
        return "There is a way from Cat to Mouse, none from Mouse to Cheese."
    return "There is no way from Mouse to Cheese, and none from Cat to Mouse."


# What speaks for an action

USING = (
    "Holes are for running alone: no agenda counts them as a way.",
    "",  # Cat and Cheese swap at once: the maze tells
    "A turned room can open a way, or close one.",
    "A card on a room changes the ways through it, and takes no new cell.",
    "What you do not use is kept.",
)
"""What is to be said of using each ability, and of passing."""


def remark(view: Record, seat: int, action: int) -> str:  # one player, from whom only the deck is hidden
    """Say in a few words what a move makes of the maze, as far as that is certain before a card is drawn."""
    after = tried(view, action)
    if view.phase == codes.MOVE and after.phase == codes.OVER:
        return f"Running over {prey_name(int(view.mover))} loses at once."
    ends = ends_of_runs(after)
    kept = [end for end in ends if end.phase != codes.OVER]
    if not kept:
        return dead_end({REASONS[int(end.ended)] for end in ends}, is_certain=True)
    first = USING[action - codes.USE] if action >= codes.USE else runs_remark(after, kept)
    parts = (
        first,
        ways_remark(view, kept),
        agenda_remark(view, kept),
        room_remark(view, kept),
        next_remark(view, kept),
    )
    return " ".join(part for part in parts if part)


def tried(view: Record, action: int) -> Record:
    """Play a move on a copy of a view, up to the next question or the first draw."""
    after = cast("Record", view.copy())
    start_action(after, codes.DETECTIVE, action)
    while is_busy(after) and after.phase != codes.FILL_BELT:
        go_on(after)
    return after


def ends_of_runs(view: Record) -> list[Record]:
    """List what the maze can be once everybody who has to run has run."""
    if view.phase != codes.MOVE:
        return [view]
    actions = np.zeros(FACTS.max_actions, np.int32)
    count = int(legal(view, codes.DETECTIVE, actions))
    return [end for action in actions[:count] for end in ends_of_runs(tried(view, int(action)))]


def runs_remark(view: Record, ends: list[Record]) -> str:
    """Say who runs after a move, and where to."""
    told = []
    for who in (MOUSE, CAT):
        here = int(cell_of_character(view, who))
        cells = sorted({int(cell_of_character(end, who)) for end in ends})
        goals = [cell_name(cell) for cell in cells if cell != here]
        if len(goals) > 2:
            told.append(f"{who_name(who)} has {len(goals)} cells to run to")
        elif goals:
            told.append(f"{who_name(who)} {'runs' if len(cells) == 1 else 'can run'} to {' or '.join(goals)}")
    return f"Then {', and '.join(told)}." if told else ""


def ways_of(view: Record) -> tuple[bool, bool]:
    """Tell whether there is a way from Mouse to Cheese, and one from Cat to Mouse (WD-6.1)."""
    traced = int(trace_from_mouse(view))
    return bool(traced & int(bit_at(int(view.cheese)))), bool(traced & int(bit_at(int(view.cat))))


def ways_remark(view: Record, ends: list[Record]) -> str:
    """Say which ways a move opens or closes, or can, as the runs go."""
    told = []
    for way, name in enumerate(("way from Mouse to Cheese", "way from Cat to Mouse")):
        is_there = ways_of(view)[way]
        found = {ways_of(end)[way] for end in ends}
        if found != {is_there}:
            which, verb = ("the", "close") if is_there else ("a", "open")
            told.append(f"{which} {name} {f'{verb}s' if len(found) == 1 else f'can {verb}'}")
    return f"{capital(', and '.join(told))}." if told else ""


def suited(view: Record) -> int:
    """Say which agenda a maze suits (WD-6.2)."""
    to_cheese, to_cat = ways_of(view)
    return next(agenda for agenda in range(4) if is_fulfilled(agenda, int(to_cheese), int(to_cat)))


def agenda_remark(view: Record, ends: list[Record]) -> str:
    """Say which agenda the maze suits after a move, and whether that one may still decide."""
    before, suits = suited(view), sorted({suited(end) for end in ends})
    last = int(view.last)
    may = [f"the {AGENDAS[agenda]}" for agenda in suits if not view.seen >> agenda & 1]
    how = "With the right run" if len(suits) > 1 else "As before," if suits[0] == before else "Then"
    if last >= 0:
        if last in suits:
            return f"{how} the maze is as the {AGENDAS[last]}, who decides, wants it."
        yet = "no longer" if before == last else "not yet"
        return f"The {AGENDAS[last]} decides, and the maze is {yet} as it wants: {GOALS[last]}."
    if may:
        return f"{how} the maze suits {' or '.join(may)}, who may still decide."
    if len(suits) > 1:
        return "However they run, the maze suits nobody who may still decide."
    return f"{how} the maze suits the {AGENDAS[suits[0]]}, who can decide no more."


def room_remark(view: Record, ends: list[Record]) -> str:
    """Say how many cells are left once a card is set down: as many, wherever somebody runs."""
    if view.phase != codes.PLACE_A_CARD:
        return ""
    left = cells_left(ends[0])
    room = "One cell stays empty" if left == 1 else f"{left or 'No'} cells stay empty"
    return f"{room}, as before." if left == cells_left(view) else f"{room}."


def cells_left(view: Record) -> int:
    """Count the cells of the box that neither a card nor a character takes (WD-1.1)."""
    return BOX * BOX - int(view.rooms | characters(view)).bit_count()


def next_remark(view: Record, ends: list[Record]) -> str:
    """Say how many cells can take a card beside whom one builds, if it is certain where that one has come to."""
    who = int(usual_active(ends[0]))
    if len(ends) > 1 or cell_of_character(ends[0], who) == cell_of_character(view, who):
        return ""
    places, around = 0, int(places_around(ends[0], who))
    while around:
        places, around = places + 1, around >> PLACE_BITS
    cells = ("no cell", "one cell", "two cells", "three cells", "four cells")[places]
    return f"Beside {who_name(who)} {cells} can take a card."


LOST: dict[str, str] = {
    codes.ENDINGS[codes.MOUSE_STUCK]: "the Mouse has no way on",
    codes.ENDINGS[codes.CAT_STUCK]: "the Cat has no way on",
    codes.ENDINGS[codes.MOUSE_OVER_CHEESE]: "the Mouse has no way but over the Cheese",
    codes.ENDINGS[codes.CAT_OVER_MOUSE]: "the Cat has no way but over the Mouse",
    codes.ENDINGS[codes.NO_PLACEMENT]: "no card can be set down any more",
    **{codes.ENDINGS[codes.UNSOLVED + who]: f"the {AGENDAS[who]}'s agenda cannot be met any more" for who in range(4)},
}
"""What can no longer be done, for each way to lose."""


def dead_end(reasons: Collection[str], *, is_certain: bool) -> str:
    """Say what can no longer be done after a move: for certain, or if the wrong card is drawn."""
    ways = ", or ".join(text for reason, text in LOST.items() if reason in reasons)
    if not is_certain:
        return f"After it one unlucky draw is enough: {ways}."
    return f"After it {ways}." if len(reasons) == 1 else f"After it nothing helps: {ways}."


def lost_place(view: Record) -> str:
    """Say why no card could be set down in the end: the last event tells beside whom."""
    active = int(view.events[int(view.event_count) - 1, 1])
    return no_place_text(view, active)


def outcome_sentence(view: Record) -> str:
    """Say whether the case is solved, and why."""
    ended = int(view.ended)
    if ended >= codes.SOLVED:
        agenda = ended - codes.SOLVED
        return f"Solved! The {AGENDAS[agenda]} did it, and the maze is as it wanted: {GOALS[agenda]}."
    if ended >= codes.UNSOLVED:
        agenda = ended - codes.UNSOLVED
        return f"Not solved: the {AGENDAS[agenda]} did it, and it wanted {GOALS[agenda]}."
    return {
        codes.NO_PLACEMENT: f"Lost: no card could be set down, for {lost_place(view)}.",
        codes.MOUSE_STUCK: "Lost: the Mouse is stuck.",
        codes.CAT_STUCK: "Lost: the Cat is stuck.",
        codes.MOUSE_OVER_CHEESE: "Lost: the Mouse ran over the Cheese.",
        codes.CAT_OVER_MOUSE: "Lost: the Cat ran over the Mouse.",
    }[ended]

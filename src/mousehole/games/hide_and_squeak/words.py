"""Hide and Squeak in words: prompts, moves, what happened, and the house drawn in text."""

from __future__ import annotations

from mousehole.engine.doors import quickly
from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import (
    CORNERS,
    FALLS,
    FURNITURE,
    MICE,
    NEIGHBOURS,
    ROOM_COUNT,
    ROOMS,
    RUN_COUNT,
    SPARES,
    are_neighbours,
    ends,
    is_walled,
)
from mousehole.games.hide_and_squeak.house import captures_needed, cat_actions, cheese_needed, traps_to_lay

CAT_EVENTS = {
    codes.EVENT_SPARE,
    codes.EVENT_TRAP,
    codes.EVENT_MOVE,
    codes.EVENT_LISTEN,
    codes.EVENT_POUNCE,
    codes.EVENT_STOP,
}
REASONS = ("", *codes.ENDINGS.values())
AT_DAWN = {codes.DAWN_CAT, codes.DAWN_MICE, codes.DAWN_DRAW}
CAPTURES, CHEESE = quickly(captures_needed), quickly(cheese_needed)
ACTIONS, TRAPS = quickly(cat_actions), quickly(traps_to_lay)
"""What was agreed, printed or not, as words ask for it."""


def room_name(room: int) -> str:
    """Name a room inside a sentence."""
    return f"the {ROOMS[room]}"


def room_code(room: int) -> str:
    """Name a room in the notation."""
    return ROOMS[room].lower().replace(" ", "-")


def seat_name(seats: int, seat: int) -> str:  # every game names its seats by their number at the table
    """Name a seat inside a sentence."""
    return "the cat" if seat == codes.CAT else MICE[seat - 1]


def prompt(view: Record, seat: int) -> str:
    """Say what a seat is asked now."""
    mouse = seat - 1
    if view.phase == codes.LAY_SPARES:
        return f"Lay a spare token: {view.left} of {SPARES} left. Every room already has two."
    if view.phase == codes.LAY_TRAPS:
        return f"Hide a trap among the tokens of a room: {view.left} of {TRAPS(view)} left."
    if view.phase == codes.START:
        return f"Choose the room in which {MICE[mouse]} starts."
    if view.phase == codes.PROWL:
        return f"Prowl, listen or pounce: {view.left} of {ACTIONS(view)} actions left."
    if view.phase == codes.CHEESE:
        if view.stunned[mouse] == codes.STUNNED:
            return f"{MICE[mouse]} comes round. Choose the room in which it slips back below the floor."
        here = room_name(int(view.room[mouse]))
        if view.room[mouse] == view.cat:
            return f"The cat sits above {here}: {MICE[mouse]} is too frightened to take anything."
        if view.tokens[view.room[mouse]] == 0:
            return f"There is nothing left to take in {here}."
        return f"Does {MICE[mouse]} take a token in {here}?"
    if view.phase == codes.RUN:
        return run_prompt(MICE[mouse], int(view.room[mouse]), int(view.upright))
    return "The game is over."


def stakes(view: Record, seat: int) -> str:
    """Say what hangs on the answer of a seat: captures, cheese, and what the others will see of it."""
    is_last = view.night == view.dawn
    if view.phase == codes.LAY_SPARES:
        return "The mice see how many tokens lie where."
    if view.phase == codes.LAY_TRAPS:
        return "A trap stuns the mouse that takes it until the next round. It is no capture."
    if view.phase == codes.START:
        return "The cat does not see where."
    if view.phase == codes.PROWL:
        if is_last:
            return f"{left_text(view, seat)} At dawn, after this round, the side nearer its goal wins."
        return f"{left_text(view, seat)} A pounce that finds nobody costs its action too."
    if view.phase == codes.CHEESE:
        return cheese_stakes(view, seat)
    if view.phase == codes.RUN:
        can_topple = RUN_COUNT[view.room[seat - 1], view.upright] > RUN_COUNT[view.room[seat - 1], 0]
        return f"The cat does not see where{', but it hears what falls' if can_topple else ''}."
    return ""


def cheese_stakes(view: Record, seat: int) -> str:
    """Say what a mouse shows by taking a token or by coming back; one that has no choice has nothing at stake."""
    room = int(view.room[seat - 1])
    if view.stunned[seat - 1] == codes.STUNNED:
        return "The cat sees that you are back, not where."
    if room == view.cat or view.tokens[room] == 0:
        return ""
    if view.night == view.dawn:
        return f"{left_text(view, seat)} At dawn, after this, the side nearer its goal wins."
    trap = ", and a trap stuns you" if view.traps_found < TRAPS(view) else ""
    return f"{left_text(view, seat)} Taking shows the cat your room{trap}."


def left_text(view: Record, seat: int) -> str:
    """Say how much a side still needs to win."""
    is_cat = seat == codes.CAT
    left = CAPTURES(view) - int(view.captures) if is_cat else CHEESE(view) - int(view.stored)
    things = "capture" if is_cat else "cheese"
    return f"One more {things} wins." if left == 1 else f"{left} more {things}s win."


def goal(view: Record, viewer: int) -> tuple[str, str, str]:
    """Say what a side wants, how the night ends, and who sees what."""
    captures, cheese = CAPTURES(view), CHEESE(view)
    catch = f"{captures} captures" if captures > 1 else "one capture"
    carry = f"{cheese} cheeses" if cheese > 1 else "one cheese"
    end = f"It ends when a side has that, or at dawn after round {view.dawn}: then the side nearer its goal wins."
    if viewer == codes.CAT:
        hidden = "You see no mouse: listen, and watch what is taken. Only you know where traps lie."
        return f"You hunt alone, for {catch}. The mice want {carry}.", end, hidden
    hidden = "The cat does not see the mice, unless they squeak or take something. Only the cat knows the traps."
    if viewer > codes.CAT:
        return f"Carry off {carry}, all mice together. The cat wants {catch}.", end, hidden
    return f"The mice want {carry}, the cat {catch}.", end, hidden


def run_prompt(mouse: str, room: int, upright: int) -> str:
    """Ask a mouse where it runs, and mention the furniture within its reach."""
    can_topple = RUN_COUNT[room, upright] > RUN_COUNT[room, 0]
    more = ", or more if furniture falls" if can_topple else " at most"
    return f"Where does {mouse} run? One room{more}."


# What speaks for a move


def remark(view: Record, seat: int, action: int) -> str:
    """Say in a few words what speaks for an action, or against it, by what its seat knows."""
    if view.phase == codes.PROWL:
        return prowl_remark(view, action)
    if view.phase == codes.RUN:
        return run_remark(view, seat - 1, *divmod(action - codes.FIRST_RUN, ROOM_COUNT))
    if action >= codes.LISTEN:
        return cheese_remark(view, seat - 1, action)
    if view.phase == codes.START:
        return f"{place_text(view, action)} The cat must look for you in every room but its own."
    if view.phase == codes.CHEESE:
        if view.night == view.dawn:
            return "Dawn breaks before anybody runs again: any room will do."
        return f"{place_text(view, action)} The cat must look for you in every room, and you can still run."
    away = steps_text(cat_steps(view, int(view.cat), action), "you")
    if view.phase == codes.LAY_SPARES:
        return f"Mice go where tokens lie: {room_name(action)}, {away}, would have {view.tokens[action] + 1}."
    cases = f"{view.traps[action] + 1} of {view.tokens[action]} cases"
    return f"A mouse that takes a token there, {away}, takes a trap in {cases}."


def counted(number: int, noun: str) -> str:
    """Count things: no token, one token, 3 tokens."""
    return f"{one_or(number) if number else 'no'} {noun}{'s' if number > 1 else ''}"


def one_or(number: int) -> str:
    """Write a number inside a sentence."""
    return "one" if number == 1 else str(number)


def cat_steps(view: Record, start: int, end: int) -> int:
    """Count the cat's steps between two rooms, round the walls."""
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {
            near
            for room in reached
            for near in range(ROOM_COUNT)
            if are_neighbours(room, near) and not is_walled(int(view.walls), room, near)
        }
        steps += 1
    return steps


def steps_text(steps: int, cat: str) -> str:
    """Say how far a room is from the cat, or from you."""
    return f"{counted(steps, 'step')} from {cat}" if steps else f"right below {cat}"


def place_text(view: Record, room: int) -> str:
    """Say what a mouse finds in a room, and whether the cat is near."""
    steps, tokens = cat_steps(view, int(view.cat), room), counted(int(view.tokens[room]), "token")
    safe = ", too far to come and pounce in one round" if steps >= ACTIONS(view) else ""
    return f"The {ROOMS[room]} has {tokens} and is {steps_text(steps, 'the cat')}{safe}."


def run_remark(view: Record, mouse: int, fall: int, room: int) -> str:
    """Say what a mouse finds where it runs, and how much the cat then knows of it."""
    rooms, quiet = rooms_after(view, mouse, fall), rooms_after(view, mouse, 0)
    if not fall:
        return f"{place_text(view, room)} The cat must then look for you in {rooms} rooms."
    heard = f"The cat hears the {' and the '.join(fall_names(fall))} fall and must look for you in {rooms} rooms"
    return f"{place_text(view, room)} {heard} {'all the same' if rooms == quiet else f'instead of {quiet}'}."


def rooms_after(view: Record, mouse: int, fall: int) -> int:
    """Count the rooms in which a mouse may be, as far as the cat can tell, once it has run and these pieces fell."""
    before = int(view.maybe[mouse])
    return len({end for room in range(ROOM_COUNT) if before >> room & 1 for end in ends(room, FALLS[fall])})


def cheese_remark(view: Record, mouse: int, action: int) -> str:
    """Say what a token may be, and what the cat learns from it."""
    room, rooms = int(view.room[mouse]), int(view.maybe[mouse]).bit_count()
    if room == view.cat:
        return "Right below the cat nothing can be taken."
    if view.tokens[room] == 0:
        return f"Nothing is left to take in {room_name(room)}."
    traps = traps_text(view)
    if action == codes.TAKE:
        if view.stored + 1 == CHEESE(view):
            return f"{traps}. A cheese wins at once."
        if view.night == view.dawn:
            return f"{traps}. Dawn breaks before the cat can come for you."
        if rooms == 1:
            return f"{traps}. The cat knows your room already."
        return f"{traps}. The cat sees which of {rooms} rooms you are in."
    if view.night == view.dawn:
        return "Dawn breaks before the cat can come for you: waiting saves nothing."
    if rooms > 1:
        return f"The cat must go on looking for you in {rooms} rooms. A token taken shows it yours."
    if view.traps_found < view.traps_laid:
        return f"{traps}, and a trap stuns you."
    return f"{traps}, and the cat knows your room already: waiting saves nothing."


def traps_text(view: Record) -> str:
    """Say how many of the tokens still lying are traps, which all know."""
    tokens, traps = sum(int(n) for n in view.tokens), int(view.traps_laid) - int(view.traps_found)
    if traps == 0:
        return "No trap is left"
    return f"Of the {tokens} tokens still lying {'one is a trap' if traps == 1 else f'{traps} are traps'}"


def prowl_remark(view: Record, action: int) -> str:
    """Say whom an action of the cat may find, or what it guards."""
    if action == codes.STOP:
        tokens = int(view.tokens[view.cat])
        guarded = f"but {guard_text(tokens)}" if tokens else "and nothing lies below you to guard"
        return f"Stopping gives up {counted(int(view.left), 'action')}, {guarded}."
    maybe = {m: int(view.maybe[m]) for m in range(view.seats - 1) if view.maybe[m]}
    if not maybe:
        return "No mouse is on the board."
    if action == codes.LISTEN:
        return listen_remark(maybe, int(NEIGHBOURS[view.cat]))
    if action == codes.POUNCE:
        here = {m: rooms for m, rooms in maybe.items() if rooms >> int(view.cat) & 1}
        if not here:
            return "No mouse can be here."
        mouse = surest(here)
        return f"{MICE[mouse]} {may_be('here', here[mouse].bit_count())}."
    tokens = int(view.tokens[action])
    guarded = f" Then {guard_text(tokens)}." if view.left == 1 and tokens else ""
    return f"{step_remark(view, maybe, action)}{guarded}"


def guard_text(tokens: int) -> str:
    """Say what the cat keeps from the mice by sitting above it."""
    return f"no mouse can take {'the token' if tokens == 1 else f'any of the {tokens} tokens'} right below you"


def surest(maybe: dict[int, int]) -> int:
    """Name the mouse with the fewest rooms to be in."""
    return min(maybe, key=lambda mouse: maybe[mouse].bit_count())


def may_be(place: str, rooms: int) -> str:
    """Say that a mouse is at a place, or in one of the other rooms it may be in."""
    if rooms == 1:
        return f"must be {place}"
    return f"may be {place}, or in {'one other room' if rooms == 2 else f'{rooms - 1} other rooms'}"


def step_remark(view: Record, maybe: dict[int, int], room: int) -> str:
    """Say who may be where the cat goes, or next door to it, or whether it comes nearer to anybody."""
    beside = {m: (rooms & int(NEIGHBOURS[room])).bit_count() for m, rooms in maybe.items()}
    there = {m: rooms for m, rooms in maybe.items() if rooms >> room & 1}
    if there:
        mouse = surest(there)
        rooms, near = there[mouse].bit_count(), beside[mouse]
        if rooms == 1:
            return f"{MICE[mouse]} must be there{', and you can still pounce' if view.left > 1 else ''}."
        many = "" if rooms == 2 else "all " if near == rooms - 1 else f"{one_or(near)} of them "
        return f"{MICE[mouse]} {may_be('there', rooms)}{f', {many}next door to it' if near else ''}."
    mouse = max(maybe, key=lambda m: beside[m] / maybe[m].bit_count())
    rooms, near = maybe[mouse].bit_count(), beside[mouse]
    if near == 0:
        return way_remark(view, maybe, room)
    if near == rooms:
        return f"{MICE[mouse]} must be next door to it{f', in one of {rooms} rooms' if rooms > 1 else ''}."
    return f"{MICE[mouse]} may be next door to it, in {one_or(near)} of its {rooms} possible rooms."


def way_remark(view: Record, maybe: dict[int, int], room: int) -> str:
    """Say whether a step leads nearer to the mouse of which the cat knows most."""
    mouse = surest(maybe)
    rooms = [goal for goal in range(ROOM_COUNT) if maybe[mouse] >> goal & 1]
    now, then = (min(cat_steps(view, start, goal) for goal in rooms) for start in (int(view.cat), room))
    where = f"must be in {room_name(rooms[0])}" if len(rooms) == 1 else f"may be in {len(rooms)} rooms"
    way = "a step nearer" if then < now else "a step farther away" if then > now else "no step nearer"
    return f"{MICE[mouse]} {where}: this is {way}."


def listen_remark(maybe: dict[int, int], near: int) -> str:
    """Say where somebody may squeak, and what silence would rule out."""
    heard = {m: (rooms & near).bit_count() for m, rooms in maybe.items() if rooms & near}
    if not heard:
        return "No mouse can be next door: listening tells nothing."
    unsure = {m: count for m, count in heard.items() if maybe[m].bit_count() > 1}
    if not unsure:
        return "You know already who is next door: listening tells nothing new."
    found = [m for m, count in unsure.items() if maybe[m].bit_count() == count]
    mouse = found[0] if found else max(unsure, key=lambda m: min(heard[m], maybe[m].bit_count() - heard[m]))
    rooms = [room_name(room) for room in range(ROOM_COUNT) if (maybe[mouse] & near) >> room & 1]
    if found:
        return f"{MICE[mouse]} must squeak, in {listed(rooms, 'or')}."
    silence = f"Silence rules out {one_or(heard[mouse])} of its {maybe[mouse].bit_count()} possible rooms"
    return f"{MICE[mouse]} may squeak, in {listed(rooms, 'or')}. {silence}."


def sure_claim(view: Record, seat: int, action: int) -> str:
    """Say whom a pounce that cannot miss would catch; nothing for any other move."""
    if seat != codes.CAT or view.phase != codes.PROWL or action != codes.POUNCE:
        return ""
    here = [MICE[m] for m in range(view.seats - 1) if int(view.maybe[m]) == 1 << int(view.cat)]
    return f"{here[0]} is in {room_name(int(view.cat))}" if here else ""


def fall_names(fall: int) -> list[str]:
    """Name the furniture of a fall, in order."""
    return [FURNITURE[piece] for piece in FALLS[fall]]


def move_name(view: Record, seat: int, action: int) -> str:
    """Write an action as the notation does."""
    if action >= codes.FIRST_RUN:
        fall, room = divmod(action - codes.FIRST_RUN, 9)
        return " ".join(["run", *fall_names(fall), room_code(room)])
    if action >= codes.LISTEN:
        return {
            codes.LISTEN: "listen",
            codes.POUNCE: "pounce",
            codes.STOP: "stop",
            codes.LEAVE: "leave",
            codes.TAKE: "take",
        }[action]
    verb = {
        codes.LAY_SPARES: "spare",
        codes.LAY_TRAPS: "trap",
        codes.START: "start",
        codes.PROWL: "move",
        codes.CHEESE: "revive",
    }[int(view.phase)]
    return f"{verb} {room_code(action)}"


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    if action >= codes.FIRST_RUN:
        fall, room = divmod(action - codes.FIRST_RUN, 9)
        goal = f"{run_verb(int(view.room[seat - 1]), FALLS[fall], room)} {room_name(room)}"
        return f"Topple the {' and the '.join(fall_names(fall))}, {goal}" if fall else goal[0].upper() + goal[1:]
    if action >= codes.LISTEN:
        return {
            codes.LISTEN: "Listen next door",
            codes.POUNCE: f"Pounce in {room_name(int(view.cat))}",
            codes.STOP: "Stop here",
            codes.LEAVE: "Take nothing",
            codes.TAKE: "Take a token",
        }[action]
    verb = {
        codes.LAY_SPARES: "A spare token in",
        codes.LAY_TRAPS: "A trap in",
        codes.START: "Start in",
        codes.PROWL: "Move to",
        codes.CHEESE: "Come back in",
    }[int(view.phase)]
    return f"{verb} {room_name(action)}"


def run_verb(start: int, fall: tuple[int, ...], end: int) -> str:
    """Say how a movement ends: who topples a piece in another room has been there, and does not stay."""
    if end != start:
        return "run to"
    return "stay in" if all(CORNERS[piece] == start for piece in fall) else "come back to"


def sentences(before: Record, after: Record, viewer: int) -> list[str]:  # the events say it all here
    """Tell a viewer what just happened."""
    return [sentence(after, viewer, [int(n) for n in event]) for event in after.events[: after.event_count]]


def sentence(view: Record, viewer: int, event: list[int]) -> str:
    """Tell one event."""
    if event[0] == codes.EVENT_ROUND:
        return f"Round {event[1]} begins{', the last before dawn' if event[1] == view.dawn else ''}."
    if event[0] in CAT_EVENTS:
        return cat_sentence(view, "You" if viewer == codes.CAT else "The cat", event)
    return mouse_sentence("You" if viewer == event[1] + 1 else MICE[event[1]], event)


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:  # the events say it all here
    """Tell what one remembers: captures, traps, squeaks, the last cheese and the last round."""
    told = [[int(n) for n in event] for event in after.events[: after.event_count]]
    found = [(weight, sentence(after, viewer, event)) for event in told if (weight := weight_of(after, event))]
    return [*found, (5, outcome_sentence(after))] if after.ended in AT_DAWN else found


def weight_of(view: Record, event: list[int]) -> int:
    """Tell how much an event counts among the moments one remembers."""
    if event[0] == codes.EVENT_CHEESE:
        return 5 if view.stored == CHEESE(view) else 0
    if event[0] == codes.EVENT_ROUND:
        return 3 if event[1] == view.dawn else 0
    return {codes.EVENT_CAUGHT: 5, codes.EVENT_SPRUNG: 4, codes.EVENT_SQUEAK: 1}.get(event[0], 0)


def cat_sentence(view: Record, cat: str, event: list[int]) -> str:
    """Tell what the cat did."""
    kind, room = event[:2]
    s = "" if cat == "You" else "s"
    is_alone = view.event_count == 1 or view.events[1, 0] == codes.EVENT_ROUND
    if kind == codes.EVENT_SPARE:
        return f"{cat} lay{s} a spare token in {room_name(room)}."
    if kind == codes.EVENT_TRAP:
        return f"{cat} hide{s} a trap{'' if room == HIDDEN else ' in ' + room_name(room)}."
    if kind == codes.EVENT_MOVE:
        return f"{cat} pad{s} to {room_name(room)}."
    if kind == codes.EVENT_LISTEN:
        return f"{cat} listen{s} in {room_name(room)}{': not a squeak' if is_alone else ''}."
    if kind == codes.EVENT_POUNCE:
        return f"{cat} pounce{s} in {room_name(room)}{' and find' + s + ' nobody.' if is_alone else '!'}"
    return f"{cat} stop{s}."


def mouse_sentence(mouse: str, event: list[int]) -> str:
    """Tell what a mouse did, or what was done to it."""
    kind, _, room, end = event
    s, is_ = ("", "are") if mouse == "You" else ("s", "is")
    if kind == codes.EVENT_RUN:
        return run_sentence(mouse, room, end)
    if kind == codes.EVENT_LEAVE:
        return f"{mouse} take{s} nothing."
    place = "somewhere below the floor" if room == HIDDEN else f"in {room_name(room)}"
    return {
        codes.EVENT_START: f"{mouse} start{s} {place}.",
        codes.EVENT_SQUEAK: f"{mouse} squeak{s} {place}!",
        codes.EVENT_CAUGHT: f"{mouse} {is_} caught {place}.",
        codes.EVENT_CHEESE: f"{mouse} take{s} cheese {place}.",
        codes.EVENT_SPRUNG: f"{mouse} spring{s} a trap {place} and {is_} stunned.",
        codes.EVENT_REVIVE: f"{mouse} {is_} back, {place}.",
    }[kind]


def run_sentence(mouse: str, fall: int, room: int) -> str:
    """Tell a movement: everyone hears furniture fall, only mice see where it ends."""
    s = "" if mouse == "You" else "s"
    toppled = f"topple{s} the {' and the '.join(fall_names(fall))}"
    if room == HIDDEN:
        return f"{mouse} {toppled}." if fall else f"{mouse} may have moved."
    return (
        f"{mouse} {toppled} and end{s} up in {room_name(room)}." if fall else f"{mouse} end{s} up in {room_name(room)}."
    )


def outcome_sentence(view: Record) -> str:
    """Say who won and why."""
    goals = f"{view.stored} of {CHEESE(view)} cheeses stored, {view.captures} of {CAPTURES(view)} captures made"
    return {
        codes.ALL_CAUGHT: f"The cat wins: it has made {view.captures} captures.",
        codes.CHEESE_STORED: f"The mice win: {view.stored} cheeses are safe in the pantry.",
        codes.DAWN_CAT: f"Dawn breaks and the cat wins: it was nearer its goal ({goals}).",
        codes.DAWN_MICE: f"Dawn breaks and the mice win: they were nearer their goal ({goals}).",
        codes.DAWN_DRAW: f"Dawn breaks on a draw ({goals}).",
    }[int(view.ended)]


WIDTH = 25


def table_text(view: Record, viewer: int) -> str:
    """Draw the house: names, furniture, tokens, the cat, and whom the viewer knows to be where."""
    lines = [status_line(view)]
    edge = "+" + "+".join(["-" * WIDTH] * 3) + "+"
    for row in range(3):
        rooms = range(3 * row, 3 * row + 3)
        lines.append(edge if row == 0 else floor_line(view, row))
        for draw in (room_heading, room_tokens, room_guests):
            cells = [draw(view, room, viewer).ljust(WIDTH) for room in rooms]
            bars = ["#" if is_walled(int(view.walls), room, room + 1) else "|" for room in rooms[:2]]
            lines.append(f"|{cells[0]}{bars[0]}{cells[1]}{bars[1]}{cells[2]}|")
    lines.append(edge)
    stunned = [MICE[m] for m in range(view.seats - 1) if view.stunned[m]]
    if stunned:
        lines.append("Stunned: " + ", ".join(stunned) + ".")
    return "\n".join(lines)


def status_line(view: Record) -> str:
    """Say the round and how near both sides are."""
    night = "Setting up" if view.night == 0 else f"Round {view.night}, dawn after {view.dawn}"
    cheese = f"Cheese {view.stored} of {CHEESE(view)}"
    return f"{night}. {cheese}, captures {view.captures} of {CAPTURES(view)}, traps found {view.traps_found}."


def floor_line(view: Record, row: int) -> str:
    """Draw the line between two rows of rooms; # marks a wall that the cat cannot pass."""
    marks = ["#" if is_walled(int(view.walls), 3 * row - 3 + column, 3 * row + column) else "-" for column in range(3)]
    return "+" + "+".join(mark * WIDTH for mark in marks) + "+"


def room_heading(view: Record, room: int, viewer: int) -> str:  # one of three lines drawn alike
    """Write a room's name and its furniture."""
    if room not in CORNERS:
        return f" {ROOMS[room]}"
    piece = CORNERS.index(room)
    state = FURNITURE[piece] if view.upright >> piece & 1 else f"{FURNITURE[piece]} down"
    return f" {ROOMS[room]} ({state})"


def room_tokens(view: Record, room: int, viewer: int) -> str:
    """Write how many tokens lie there, and the traps where they are known."""
    traps = int(view.traps[room])
    known = f" ({traps} trap{'s' if traps > 1 else ''})" if traps > 0 else ""
    return f" {'o' * int(view.tokens[room])}{known}"


def room_guests(view: Record, room: int, viewer: int) -> str:
    """Write who is there."""
    guests = ["CAT"] if view.cat == room else []
    for m in range(view.seats - 1):
        if view.room[m] == room:
            guests.append("you" if viewer == m + 1 and view.phase != codes.OVER else MICE[m])
    text = " " + " ".join(guests)
    return text if len(text) <= WIDTH else text.replace("Tuppence", "Tupp").replace("Bramble", "Bram")[:WIDTH]

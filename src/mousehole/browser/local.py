"""A table without a server: the server's own tables and gate, on this device. Texts of JSON in, texts of JSON out.

Whoever calls keeps the events: a wish is answered by the event it would be, which is written down first and carried out
after (`apply`), as on the server. Nothing here knows a clock, a store, or chance: times and secrets are given.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from typing import Any

from mousehole.bots.hints import Hint, belief, explained
from mousehole.bots.knowledge import has_memory
from mousehole.engine.errors import NotYourTurn, TableError
from mousehole.engine.facts import SPECTATOR
from mousehole.games import facts, load
from mousehole.table import afterwards, frames, lessons
from mousehole.table.errors import BadRequest, NoHints, NotHere, NotYourSeat, sentence
from mousehole.table.events import BY_BOT, AskedRematch, Draft, Event, Repeated, Row, happening
from mousehole.table.setup import HouseRules, SeatPlan, Setup, clean_name, parse_setup, plan_setup
from mousehole.table.shapes import Me
from mousehole.table.table import Table, opening
from mousehole.table.wire import to_json

Wish = dict[str, Any]

ME = "me"
"""The one person at a local table: whoever holds this device."""
NAMELESS = "You"


class Thought:
    """A bot's thought, as it comes from where bots think."""

    def __init__(self, told: Wish) -> None:
        """Read it."""
        self.action: int = told["action"]
        self.findings = [Found(*one) for one in told.get("findings", [])]


class Found:
    """What a thought says about one move."""

    def __init__(self, action: int, visits: int, worth: float) -> None:
        """Keep it."""
        self.action, self.visits, self.worth = action, visits, worth


class Place:
    """A table on this device, with the frames that were made of it."""

    def __init__(self, table: Table, name: str) -> None:
        """Sit down."""
        self.table, self.name = table, name
        self.tellers: dict[int, frames.Teller] = {}
        self.common = frames.Common()
        self.pending: Draft | None = None
        self.is_by_hand = False
        """Whether moves that leave no choice are made by hand."""

    def company(self) -> frames.Company:
        """Say who is here: whoever holds this device."""
        held = frozenset(self.table.seats_of(ME))
        return frames.Company(present=held, by_hand=held if self.is_by_hand else frozenset())

    def eyes(self, wanted: int | None) -> int:
        """Decide with which eyes to look."""
        held = self.table.seats_of(ME)
        if wanted == SPECTATOR:
            return SPECTATOR
        if wanted is None:
            return held[0] if held else SPECTATOR
        self.table.find_seat(wanted)
        if wanted not in held:
            raise NotYourSeat(f"{self.table.role(wanted)} is not your seat")
        return wanted

    def teller(self, viewer: int) -> frames.Teller:
        """Return whoever tells the story to a viewer."""
        if viewer not in self.tellers:
            self.tellers[viewer] = frames.Teller(viewer)
        return self.tellers[viewer]

    def frame(self, viewer: int, *, has_text: bool) -> str:
        """Build a frame, as a socket would bring it."""
        table = self.table
        body = frames.frame_body(table, viewer, self.company(), self.teller(viewer), self.common, has_text=has_text)
        me = Me(
            name=self.name,
            seats=table.seats_of(ME),
            host=table.row.host == ME,
            chat=False,
            talk=[],
            pings=[],
            awaited=ME in table.deal.awaited,
            by_hand=self.is_by_hand,
        )
        return frames.frame(body, me).decode()


PLACES: dict[str, Place] = {}


# Rows and events, as they are kept


def row_data(row: Row) -> Wish:
    """Write a row as it is kept."""
    return asdict(row)


def row_of(data: Wish) -> Row:
    """Read a row as it is kept."""
    return Row(
        code=data["code"],
        game=data["game"],
        rules_version=data["rules_version"],
        options=tuple(data["options"]),
        seats=data["seats"],
        rules=HouseRules(**data["rules"]),
        host=data["host"],
        created=data["created"],
        share=data["share"],
        salt=data["salt"],
        parent=data.get("parent"),
    )


def event_data(event: Event) -> Wish:
    """Write an event as it is kept."""
    return {
        "version": event.version,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "person": event.person,
        "key": event.key,
        "data": event.data,
    }


def event_of(data: Wish) -> Event:
    """Read an event as it is kept."""
    what = happening(data["kind"], data["seat"], data["data"])
    return Event(data["version"], data["at"], what, data["person"], data["key"])


# Opening


def wished_setup(wish: Wish) -> Setup:
    """Read a set-up from either of its two forms."""
    if wish.get("setup") is not None:
        return parse_setup(wish["setup"])
    if wish.get("game") is None:
        raise BadRequest("a table needs a `game`, or a `setup`")
    seats = wish.get("seats")
    plans = None if seats is None else [SeatPlan(s["kind"], s.get("level") or "", s.get("name") or "") for s in seats]
    rules = HouseRules(**wish["rules"]) if wish.get("rules") else None
    return plan_setup(wish["game"], wish.get("options") or {}, plans, rules)


def open_table(wish: Wish) -> Wish:
    """Set a new table: its row and its first event, both to be kept; the table is there once that is applied."""
    setup = wished_setup(wish)
    if any(plan.kind == "open" for plan in setup.seats):
        raise BadRequest("on this device every seat is somebody here, or a bot")
    if setup.rules.counts:
        raise BadRequest("games of this device do not count for ratings")
    draft = opening(setup, ME, name_in(wish), wish.get("contribution"), day=wish.get("day") or "")
    return new_table(wish, setup, draft)


def name_in(wish: Wish) -> str:
    """Read what whoever holds this device is called."""
    return clean_name(wish.get("name") or NAMELESS)


def new_table(wish: Wish, setup: Setup, draft: Draft) -> Wish:
    """Write a new table's row, and its first event."""
    row = Row(
        code=wish["code"],
        game=setup.game,
        rules_version=facts(setup.game).rules_version,
        options=setup.options,
        seats=len(setup.seats),
        rules=setup.rules,
        host=ME,
        created=wish["at"],
        share=wish["share"],
        salt=wish["salt"],
        parent=wish.get("parent"),
    )
    return {"row": row_data(row), "event": event_data(draft.event(1, wish["at"])), "setup": setup.query()}


def restore(wish: Wish) -> Wish:
    """Set a table that was kept: its row and all its events."""
    row = row_of(wish["row"])
    table = Table.rebuilt(row, load(row.game), [event_of(one) for one in wish["events"]])
    PLACES[row.code] = Place(table, wish.get("name") or NAMELESS)
    return state(row.code)


def state(code: str) -> Wish:
    """Say how a table stands, for a list of tables and for whoever wakes its bots."""
    place = PLACES[code]
    table = place.table
    forced = [] if place.is_by_hand else [seat for seat in table.acting if table.forced(seat) is not None]
    return {
        "version": table.version,
        "state": table.state,
        "promise": table.promise,
        "title": table.game.facts.title,
        "acting": list(table.asked()),
        "bots": [seat for seat in table.acting if table.seats[seat].bot is not None],
        "forced": forced,
        "seats": [
            {"role": table.role(n), "name": seat.name, "bot": seat.bot, "mine": seat.person == ME}
            for n, seat in enumerate(table.seats)
        ],
    }


# What happens at a table


def drafted(place: Place, wish: Wish) -> Draft | Repeated:  # noqa: C901, PLR0911  # one case a wish
    """Find out what a wish would be, or raise."""
    table, what = place.table, wish["what"]
    if what == "move":
        choice = wish["action"] if wish.get("action") is not None else " ".join(str(wish["move"]).split()).lower()
        return table.move(ME, wish["seat"], choice, wish["version"], wish["id"])
    if what == "bot":
        if table.seats[wish["seat"]].bot is None:
            raise NotYourTurn("somebody else sits there now")
        return table.move_for(wish["seat"], wish["action"], BY_BOT, has_failed=bool(wish.get("failed")))
    if what == "forced":
        return table.force(wish["seat"], table.asked_at.get(wish["seat"], 0))
    if what == "undo":
        return table.undo(ME, wish["seat"], wish["version"], wish["id"])
    if what == "end":
        return table.end(ME, wish["seat"], wish["id"])
    if what == "sit":
        return table.sit(ME, wish["seat"], wish.get("name") or place.name, None)
    if what == "leave":
        return table.leave(ME, wish["seat"])
    if what == "contribute":
        return table.contribute(ME, wish["contribution"])
    if what == "rematch":
        return table.ask_rematch(
            ME, AskedRematch(wish["code"], wish["share"], wish["salt"], swap=bool(wish.get("swap")), agrees=True)
        )
    if what == "rematched":
        return table.open_rematch()
    raise BadRequest(f"nobody can {what} here")


def do(wish: Wish) -> Wish:
    """Say what event a wish is, to be kept and then applied; or that it was done already, under the same id."""
    place = PLACES[wish["table"]]
    found = drafted(place, wish)
    if isinstance(found, Repeated):
        return {"repeated": True, "version": found.version}
    place.pending = found
    return {"repeated": False, "event": event_data(found.event(place.table.version + 1, wish["at"]))}


def apply(wish: Wish) -> Wish:
    """Carry out an event that is kept now."""
    place, event = PLACES[wish["table"]], event_of(wish["event"])
    pending, place.pending = place.pending, None
    is_same = pending is not None and pending.what == event.what
    place.table.apply(event, pending.position if pending is not None and is_same else None)
    return state(wish["table"])


def next_table(wish: Wish) -> Wish:
    """Set the table of a rematch that was agreed on: its row and its first event."""
    table = PLACES[wish["table"]].table
    offer = table.offer
    if offer is None:
        raise NotHere("nobody asks for a rematch now")
    row = Row(
        code=offer.asked.code,
        game=table.row.game,
        rules_version=table.row.rules_version,
        options=table.row.options,
        seats=table.row.seats,
        rules=table.row.rules,
        host=ME,
        created=wish["at"],
        share=offer.asked.share,
        salt=offer.asked.salt,
        parent=table.row.code,
    )
    return {"row": row_data(row), "event": event_data(offer.opening(table.seats).event(1, wish["at"]))}


# Bots


def asked(wish: Wish) -> Wish:
    """Give a bot what it thinks with: its seat's view and all earlier ones, and nothing else."""
    table = PLACES[wish["table"]].table
    seat = wish["seat"]
    level = table.seats[seat].bot
    if level is None or seat not in table.acting:
        raise NotYourTurn(f"no bot is asked as {table.role(seat)}")
    seed = table.thought_seed(seat)
    return {
        "game": table.row.game,
        "seat": seat,
        "level": level,
        "moves": len(table.started().moves),
        "seed": None if seed is None else str(seed),
        "views": views(table, seat),
    }


def views(table: Table, seat: int) -> list[str]:
    """Write a seat's views, as bytes in hexadecimal digits: the present one, and before it those a bot may remember."""
    match = table.started()
    if not has_memory(table.row.game):
        return [bytes(match.state.view(seat).data).hex()]
    view = match.view(seat)
    return [*(frame.hex() for frame in view.past.frames), bytes(view.data).hex()]


def advice(wish: Wish) -> Wish:
    """Give an adviser what it thinks with, where hints are on and the seat is mine to move."""
    table, seat = PLACES[wish["table"]].table, wish["seat"]
    table.own_seat(ME, seat)
    if not table.has_hints:
        raise NoHints("hints are off at this table")
    if seat not in table.acting:
        raise NotYourTurn(f"{table.role(seat)} is not asked now")
    return {"game": table.row.game, "seat": seat, "views": views(table, seat)}


def hint(wish: Wish) -> Wish:
    """Put an adviser's thought into words, with what is believed of hidden things."""
    table, seat = PLACES[wish["table"]].table, wish["seat"]
    table.own_seat(ME, seat)
    view, seed = table.started().view(seat), int(wish["seed"])
    told: Hint = explained(table.game, view, seat, seed, wish["adviser"], Thought(wish["thought"]))  # type: ignore[arg-type]
    return {**asdict(told), "belief": belief(table.game, view, seat, seed)}


# What is asked beside the frames: texts that are JSON already


def show_frame(wish: Wish) -> str:
    """Show the table as it is now."""
    place = PLACES[wish["table"]]
    return place.frame(place.eyes(wish.get("seat")), has_text=bool(wish.get("text")))


def show_preview(wish: Wish) -> str:
    """Show what a legal move of mine would change."""
    table = PLACES[wish["table"]].table
    table.own_seat(ME, wish["seat"])
    return frames.preview(table, wish["seat"], wish["action"]).decode()


def show_log(wish: Wish) -> str:
    """Tell the whole story."""
    place, starts = PLACES[wish["table"]], wish.get("starts") or 0
    entries = place.teller(place.eyes(wish.get("seat"))).listen(place.table)
    return to_json({"starts": starts, "entries": entries[starts:]}).decode()


def show_moments(wish: Wish) -> str:
    """List the key moments of a finished game."""
    place = PLACES[wish["table"]]
    return to_json(afterwards.moments(place.table, place.eyes(wish.get("seat")))).decode()


def show_replay(wish: Wish) -> str:
    """Show a finished game after so many moves."""
    table, seat, move = PLACES[wish["table"]].table, wish.get("seat"), wish["move"]
    if seat is not None and seat >= 0:
        table.find_seat(seat)
    if move > len(afterwards.finished(table).moves):
        raise NotHere("the game has fewer moves")
    return to_json(afterwards.replay_step(table, move, seat)).decode()


def show_belief(wish: Wish) -> str:
    """Tell what a seat of a finished game could believe after so many moves."""
    table, move = PLACES[wish["table"]].table, wish["move"]
    table.find_seat(wish["seat"])
    if move > len(afterwards.finished(table).moves):
        raise NotHere("the game has fewer moves")
    return to_json(afterwards.belief_then(table, move, wish["seat"])).decode()


def show_record(wish: Wish) -> str:
    """Write the record of a finished game."""
    return to_json(afterwards.record_text(PLACES[wish["table"]].table)).decode()


def show_lesson(wish: Wish) -> str:
    """Show a game's guided first game."""
    return to_json(lessons.lesson(load(wish["game"]))).decode()


def show_lesson_preview(wish: Wish) -> str:
    """Show what a move of the learner's would change."""
    return lessons.preview(load(wish["game"]), wish["step"], wish["action"]).decode()


def show_components(wish: Wish) -> str:
    """Show what is printed on a game's cards and boards."""
    return frames.components(load(wish["game"])).decode()


def show_seats(wish: Wish) -> str:
    """Say what the seats of a game are called."""
    game, count = load(wish["game"]), wish["count"]
    game.facts.check_seats(count)
    return to_json({"names": [game.words.seat_name(count, seat) for seat in range(count)]}).decode()


def show_setup(wish: Wish) -> str:
    """Check and complete a set-up."""
    setup = parse_setup(wish["query"])
    return to_json(
        {
            "game": setup.game,
            "options": facts(setup.game).option_texts(setup.options),
            "seats": [{"kind": plan.kind, "level": plan.level, "name": plan.name} for plan in setup.seats],
            "rules": asdict(setup.rules),
            "setup": setup.query(),
        }
    ).decode()


def by_hand(wish: Wish) -> Wish:
    """Make moves that leave no choice by hand at this table, or let the table make them."""
    PLACES[wish["table"]].is_by_hand = bool(wish["on"])
    return state(wish["table"])


def close(wish: Wish) -> Wish:
    """Put a table away."""
    PLACES.pop(wish["table"], None)
    return {}


WISHES: dict[str, Callable[[Wish], Wish | None]] = {
    "open": open_table,
    "restore": restore,
    "do": do,
    "apply": apply,
    "next_table": next_table,
    "asked": asked,
    "advice": advice,
    "hint": hint,
    "by_hand": by_hand,
    "close": close,
}
SHOWN = {
    "frame": show_frame,
    "preview": show_preview,
    "log": show_log,
    "moments": show_moments,
    "belief": show_belief,
    "replay": show_replay,
    "record": show_record,
    "lesson": show_lesson,
    "lesson_preview": show_lesson_preview,
    "components": show_components,
    "seats": show_seats,
    "setup": show_setup,
}


STUDIES = "mousehole.browser.studies"
"""What is asked for beside playing stands there, and is brought when it is asked for first."""


def ask(name: str, text: str) -> str:
    """Answer one question, given its name and what it says as JSON: `{"answer": ...}` or `{"error": ...}`."""
    wish = json.loads(text)
    if name not in SHOWN and name not in WISHES:
        import_module(STUDIES)  # it adds what it can answer
    try:
        if wish.get("table") is not None and wish["table"] not in PLACES:
            raise NotHere("this table is not open on this device")
        if name in SHOWN:
            return f'{{"answer":{SHOWN[name](wish)}}}'
        return f'{{"answer":{to_json(WISHES[name](wish)).decode()}}}'
    except TableError as error:
        return to_json({"error": {"code": error.code, "message": sentence(error)}}).decode()

"""Cloaked Cats as a page shows it: views and moves in the names of `view`."""

from __future__ import annotations

from functools import cache
from typing import Any

from mousehole.engine.doors import quickly
from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.cloaked_cats import codes, knowledge, rules
from mousehole.games.cloaked_cats.components import (
    ACCESSORIES,
    ALL_FEATURES,
    CATS,
    COLOURS,
    FEATURE_COUNT,
    FEATURES,
    PATTERNS,
    POSES,
    SHOWS,
)
from mousehole.games.cloaked_cats.view import (
    CloakedCatsCat,
    CloakedCatsComponents,
    CloakedCatsDancer,
    CloakedCatsDraw,
    CloakedCatsEmpty,
    CloakedCatsEvent,
    CloakedCatsFeature,
    CloakedCatsGuess,
    CloakedCatsNote,
    CloakedCatsPass,
    CloakedCatsPlayer,
    CloakedCatsSent,
    CloakedCatsUnmasked,
    CloakedCatsView,
)
from mousehole.games.cloaked_cats.words import PLAYERS, cat_name, members

certainties, open_facts = quickly(knowledge.certainties), quickly(knowledge.open_facts)
surely_holds, points_of = quickly(knowledge.surely_holds), quickly(rules.points_of)
host_of = quickly(rules.host_of)
ENDED_WITH_THE_ROUND = (codes.UNMASKED, codes.QUIET)


def show(view: Record, viewer: int) -> CloakedCatsView:
    """Write a view in the game's own names."""
    s: dict[str, Any] = dict(zip(view.dtype.names, view.item(), strict=True))  # all at once: one by one is slow
    seats, is_over = s["seats"], s["phase"] == codes.OVER
    masked = [int(cats) for cats in s["masked"]]
    return CloakedCatsView(
        game="cloaked_cats",
        phase=codes.PHASES[s["phase"]],
        turn=None if is_over else s["turn"],
        first=s["first"],
        round=s["turns"] // seats + (s["ended"] not in ENDED_WITH_THE_ROUND),
        is_last=bool(s["last"]),
        deck=s["deck"],
        players=[show_player(s, view, viewer, player) for player in range(seats)],
        floor=[
            CloakedCatsDancer(int(cat), host_at(view, place), masks_on(masked[:seats], int(cat)))
            for place, cat in enumerate(s["floor"][: s["on_floor"]])
        ],
        events=[event_of([int(n) for n in told]) for told in s["events"][: s["event_count"]]],
    )


def host_at(view: Record, place: int) -> int | None:
    """Return the seat that sent the cat at a place of the floor, if one did."""
    host = int(host_of(view, place))
    return None if host == codes.NO_HOST else host


def masks_on(masked: list[int], cat: int) -> list[int]:
    """List the seats whose masks lie on a cat."""
    return [seat for seat, cats in enumerate(masked) if cats >> cat & 1]


def show_player(s: dict[str, Any], view: Record, viewer: int, player: int) -> CloakedCatsPlayer:
    """Write what the viewer sees of a player."""
    cloak, hand = int(s["cloak"][player]), int(s["hand"][player])
    won, covered = int(s["won"][player]), int(s["covered"][player])
    return CloakedCatsPlayer(
        stock=int(s["stock"][player]),
        won=won,
        covered=covered,
        points=int(points_of(view, player)),
        cats=int(s["cats"][player]),
        shown=members(int(s["shown"][player])),
        cloak=None if cloak == HIDDEN else members(cloak),
        hand=None if hand == HIDDEN else members(hand),
        facts=notes_of(int(open_facts(view, player))),
        notes=notes_of(int(certainties(view, player))),
        given_away=given_away(view, player) if player == viewer and covered and not s["ended"] else [],
    )


def notes_of(known: int) -> list[CloakedCatsNote]:
    """Write certainties feature by feature."""
    yes, no = known & ALL_FEATURES, known >> FEATURE_COUNT
    return ["yes" if yes >> i & 1 else "no" if no >> i & 1 else "open" for i in range(FEATURE_COUNT)]


def given_away(view: Record, viewer: int) -> list[int]:
    """List the viewer's covered features that the whole room can be sure of, to which its cloak is closed."""
    public = view.copy()
    public.cloak[viewer] = HIDDEN
    return members(int(certainties(public, viewer)) & ALL_FEATURES & ~int(view.shown[viewer]))


def event_of(told: list[int]) -> CloakedCatsEvent:
    """Write one thing that happened."""
    kind, seat, a, b = told
    if kind == codes.EVENT_CAT:
        return CloakedCatsSent("cat", seat, a, members(b))
    if kind == codes.EVENT_PASS:
        return CloakedCatsPass("pass", seat)
    if kind == codes.EVENT_UNMASKED:
        return CloakedCatsUnmasked("unmasked", seat)
    if kind == codes.EVENT_DRAW:
        return CloakedCatsDraw("draw", seat)
    if kind == codes.EVENT_EMPTY:
        return CloakedCatsEmpty("empty", members(seat))
    is_right = kind == codes.EVENT_RIGHT
    payer, winner = (a, seat) if is_right else (seat, a)
    return CloakedCatsGuess("guess", seat, a, b, is_right, payer, winner)


def suppositions(world: Record, viewer: int) -> list[str]:
    """List the features of the other players' cloaks, which everybody would like to know."""
    cloaks = world.cloak[: world.seats].tolist()
    others = [(player, cloak) for player, cloak in enumerate(cloaks) if player != viewer]
    return [f"cloak:{player} feature:{feature}" for player, cloak in others for feature in members(cloak)]


def touches(view: Record, seat: int, action: int) -> list[str]:
    """Name the cat that is sent out, or the square of the notebook that is a guess: player, then feature."""
    if action < codes.PASS:
        return [f"cat:{action}"]
    if action == codes.PASS:
        return []
    player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
    return [f"square:{player}_{feature}"]


def is_grave(view: Record, seat: int, action: int) -> bool:
    """Tell whether a move can cost one's last mask, which ends the game: a guess that may be wrong, a cat that fits."""
    if int(view.stock[seat]) > 1 or action == codes.PASS:
        return False
    if action < codes.PASS:
        return bool(int(view.cloak[seat]) & int(SHOWS[action]))
    player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
    return not int(surely_holds(view, player)) >> feature & 1


def is_openly_forced(view: Record, seat: int) -> bool:
    """Tell whether everybody sees that a seat has nothing to choose: its only cat, or nobody left to ask (CC-3.4)."""
    if view.phase == codes.PLAY:
        return bool(view.cats[seat] == 1)
    return not any(view.covered[player] for player in range(view.seats) if player != seat)


def is_pass(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """Tell whether a move does nothing: no guess."""
    return action == codes.PASS


@cache
def components() -> CloakedCatsComponents:
    """Write what is printed on the cards."""
    return CloakedCatsComponents(
        features=[feature_card(i) for i in range(FEATURE_COUNT)],
        cats=[cat_card(cat) for cat in range(len(CATS))],
        players=list(PLAYERS),
    )


def feature_card(feature: int) -> CloakedCatsFeature:
    """Describe a feature card."""
    name = FEATURES[feature]
    kind = "pose" if name in POSES else "colour" if name in COLOURS else "pattern" if name in PATTERNS else "accessory"
    return CloakedCatsFeature(feature, name, kind, sum(name in cat for cat in CATS))  # type: ignore[arg-type]


def cat_card(cat: int) -> CloakedCatsCat:
    """Describe a cat card."""
    pose, colour, *worn = CATS[cat]
    return CloakedCatsCat(
        id=cat,
        name=cat_name(cat),
        pose=pose,
        colour=colour,
        pattern=next((name for name in worn if name in PATTERNS), None),
        accessory=next((name for name in worn if name in ACCESSORIES), None),
        features=[FEATURES.index(name) for name in CATS[cat]],
    )

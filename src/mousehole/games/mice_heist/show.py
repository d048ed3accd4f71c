"""Mice Heist as a page shows it: views in names, and what each move touches."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from mousehole.engine.doors import quickly
from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.mice_heist import codes, ending, gestures, playing, turns
from mousehole.games.mice_heist import view as f
from mousehole.games.mice_heist.bag import chip_worth
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    ASSIST_CARDS,
    CHIPS,
    FOOD,
    IDENTITIES,
    JOBS,
    LETTERS,
    NO_BACK,
    NONE,
    PLAYER_CHIPS,
    SKILL_CARDS,
    SKILLS,
    TESTED,
    TOP_RATING,
    TRACK_SPACES,
    WAYS,
)
from mousehole.games.mice_heist.ending import standing
from mousehole.games.mice_heist.naming import COPIES, MICE, food_of
from mousehole.games.mice_heist.outlook import can_still_reach, is_short, outlook

total, rating_in, card_modifier = quickly(ending.total), quickly(gestures.rating_in), quickly(playing.card_modifier)
score_so_far, target_of_test = quickly(turns.score_so_far), quickly(turns.target_of_test)

SKILL: tuple[f.Skill, ...] = get_args(f.Skill)
COLOUR: tuple[f.Colour, ...] = get_args(f.Colour)
Fields = dict[str, Any]

# What is printed


def skills_of(letters: str) -> list[f.Skill]:
    """Name the skills that a test's letters stand for."""
    return [SKILL[LETTERS.index(letter)] for letter in letters]


CARDS = [
    f.MiceHeistCard(kind, card.name, skills_of(card.teaches)[0], card.effect, card.copies)
    for kind, card in enumerate(SKILL_CARDS)
]
OBSTACLES = [
    [
        f.MiceHeistObstacle(
            number,
            obstacle.name,
            [f.MiceHeistWay(skills_of(letters), target) for letters, target in obstacle.test],
            obstacle.payout,
            obstacle.is_mandatory,
        )
        for number, obstacle in enumerate(job.obstacles, 1)
    ]
    for job in JOBS
]


def components() -> f.MiceHeistComponents:
    """Lay out everything in the box."""
    return f.MiceHeistComponents(
        identities=[f.MiceHeistIdentity(who.name, f.MiceHeistRatings(*who.ratings)) for who in IDENTITIES],
        skill_cards=CARDS,
        assist_cards=[
            f.MiceHeistAssistCard(kind, card.name, card.modifier, card.effect, card.copies)
            for kind, card in enumerate(ASSIST_CARDS)
        ],
        jobs=[f.MiceHeistJobCard(job.letter, job.name, pile) for job, pile in zip(JOBS, OBSTACLES, strict=True)],
        chips=[f.MiceHeistChipKind(COLOUR[i], chip.copies, list(chip.sides)) for i, chip in enumerate(CHIPS)],
        food=list(FOOD),
        top_rating=TOP_RATING,
    )


# A view


def read(view: Record) -> Fields:
    """Read all fields at once, arrays as lists: one by one takes ten times as long."""
    values = zip(view.dtype.names, view.item(), strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def show(view: Record, viewer: int) -> f.MiceHeistView:
    """Write a view in the game's own names."""
    v = read(view)
    events = [event_of(v, event) for event in v["events"][: v["event_count"]]]
    return f.MiceHeistView(
        game="mice_heist",
        phase=codes.PHASES[v["phase"]],
        turn=v["turn"],
        stakes=bool(v["stakes"]),
        tester=v["tester"],
        mice=[mouse_of(view, v, seat) for seat in range(v["seats"])],
        jobs=[job_of(view, v, job) for job in range(len(v["job"]))],
        spaces=TRACK_SPACES,
        player_chips=PLAYER_CHIPS,
        food=food_of(view),
        larder=v["supply"],
        bag=[
            f.MiceHeistBagChip(COLOUR[i], list(chip.sides), v["bag"][i], COPIES(view, i))
            for i, chip in enumerate(CHIPS)
        ],
        test=test_of(view, v, viewer),
        deck=f.MiceHeistDeck(
            cards=sum(v["deck_backs"]),
            top=None if v["top_back"] == NO_BACK else SKILL[v["top_back"]],
            discards=v["discards"],
        ),
        assist_cards=sum(v["assist_deck"]),
        assist_discards=v["assist_discards"],
        payouts=[payout_of(v, event) for event in v["events"][: v["event_count"]] if event[0] == codes.EVENT_PAID],
        ranking=ranking_of(view, v),
        events=events,
    )


def ranking_of(view: Record, v: Fields) -> list[int]:
    """List the seats in the end, the best first (MH-6.3), equals by seat, also where sorting keeps no order."""
    return sorted(range(v["seats"]), key=lambda seat: (-standing(view, seat), seat)) if v["phase"] == codes.OVER else []


def mouse_of(view: Record, v: Fields, seat: int) -> f.MiceHeistMouse:
    """Show a player."""
    bet = v["bet"][seat]
    fist = fist_of(v, seat)
    return f.MiceHeistMouse(
        seat=seat,
        name=MICE[seat],
        identity=IDENTITIES[v["identity"][seat]].name,
        ratings=f.MiceHeistRatings(*v["rating"][seat]),
        cheese=v["cheese"][seat],
        food=v["food"][seat],
        points=int(total(view, seat)),
        home=v["home"][seat],
        fist=fist,
        bet=bet if fist in {"closed", "open"} and bet != HIDDEN else None,
        hand=[held_of(view, v, seat, place) for place in range(v["hand_size"][seat])],
    )


def fist_of(v: Fields, seat: int) -> f.Fist:
    """Say how a player's fist looks: never how many chips are in it (MH-5.2)."""
    if v["testing"] == NONE or seat == v["tester"]:
        return "resting"
    if v["phase"] != codes.BET:
        return "open"
    if v["has_bet"] >> seat & 1:
        return "closed"
    return "thinking" if v["home"][seat] else "empty"


def held_of(view: Record, v: Fields, seat: int, place: int) -> f.MiceHeistHeld:
    """Show a card in a hand, or its back alone."""
    kind = v["hand"][seat][place]
    is_seen = kind != HIDDEN
    return f.MiceHeistHeld(
        place=place,
        back=SKILL[v["back"][seat][place]],
        card=CARDS[kind] if is_seen else None,
        outlook=outlook_of(view, place) if is_seen and seat == v["tester"] and v["phase"] == codes.PLAY else None,
    )


def outlook_of(view: Record, place: int) -> f.MiceHeistOutlook:
    """Show what the test would come to with a card of the tester's hand."""
    found = outlook(view, place)
    return f.MiceHeistOutlook(
        total=found.total,
        is_sure=found.is_sure,
        is_enough=found.total >= target_of_test(view),
        is_useless=found.total <= score_so_far(view),
    )


def job_of(view: Record, v: Fields, job: int) -> f.MiceHeistJob:
    """Show a job in play."""
    printed, cleared, track = v["job"][job], v["cleared"][job], v["track"][job][: v["seats"]]
    ways = int(WAYS[printed, cleared]) if cleared < len(OBSTACLES[printed]) else 0
    on_track = [seat for seat, space in enumerate(track) if space]
    return f.MiceHeistJob(
        letter=JOBS[printed].letter,
        name=JOBS[printed].name,
        obstacles=OBSTACLES[printed][cleared:],
        cheese=v["job_cheese"][job],
        track=track,
        standing=sorted(on_track, key=lambda seat: -track[seat]),
        ratings=[int(rating_in(view, v["tester"], int(TESTED[printed, cleared, way]))) for way in range(ways)],
        tested=v["testing"] == job,
    )


def chip_of(colour: int, side: int, doubled: int) -> f.MiceHeistChip:
    """Show a chip as it lies."""
    sides = CHIPS[colour].sides
    counts = int(chip_worth(colour, side, doubled))
    return f.MiceHeistChip(COLOUR[colour], sides[side], sides[1 - side], bool(doubled), counts)


def assist_of(kind: int, adds: int) -> f.MiceHeistAssist:
    """Show an assist card and what it adds."""
    return f.MiceHeistAssist(ASSIST_CARDS[kind].name, ASSIST_CARDS[kind].effect, adds)


def test_of(view: Record, v: Fields, viewer: int) -> f.MiceHeistTest | None:
    """Show the test under way: all that is added up, and what it stands at."""
    job = v["testing"]
    if job == NONE:
        return None
    printed, obstacle = v["job"][job], v["obstacle"]
    tested = int(TESTED[printed, obstacle, v["way"]])
    skills = [skill for skill in range(len(SKILLS)) if tested >> skill & 1]
    total, target = int(score_so_far(view)), int(target_of_test(view))
    is_open = viewer == v["tester"] and v["phase"] == codes.PLAY and is_short(view)
    return f.MiceHeistTest(
        job=job,
        obstacle=OBSTACLES[printed][obstacle],
        skills=[SKILL[skill] for skill in skills],
        ratings=[v["rating"][v["tester"]][skill] for skill in skills],
        target=target,
        chips=[chip_of(*v_chip) for v_chip in drawn_chips(v)],
        assist=None if v["assist_card"] == NONE else assist_of(v["assist_card"], v["assist_sum"]),
        cards=[
            f.MiceHeistPlayed(CARDS[kind], count, count * int(card_modifier(view, kind)))
            for kind, count in enumerate(v["played"])
            if count
        ],
        using=None if v["card"] == NONE else CARDS[v["card"]],
        total=total,
        short=target - total,
        can_reach=can_still_reach(view, viewer) if is_open else None,
        verdict=codes.VERDICTS[v["verdict"]],
        learns=v["learns"],
    )


def drawn_chips(v: Fields) -> list[tuple[int, int, int]]:
    """List the chips of the test: colour, side, whether it counts twice."""
    return list(zip(v["chip_colour"], v["chip_side"], v["chip_doubled"], strict=True))[: v["chips"]]


def payout_of(v: Fields, event: list[int]) -> f.MiceHeistPayout:
    """Show what a job paid to whom (MH-6.2)."""
    _, job, fed, got_cheese = event
    eaters = [(fed >> 3 * place & 7) - 1 for place in range(len(FOOD))]
    return f.MiceHeistPayout(
        job=job,
        food=[seat for seat in eaters if seat >= 0],
        cheese=[seat for seat in range(v["seats"]) if got_cheese >> seat & 1],
    )


# What happened


def event_of(v: Fields, event: list[int]) -> f.MiceHeistEvent:
    """Write one event."""
    number, a, b, c = event
    kind = codes.EVENTS[number]
    told = f.MiceHeistEvent(kind)
    if kind in {"turn_began", "bet_shown"}:
        told = f.MiceHeistEvent(kind, seat=a, number=b)
    elif kind in {"bet_made", "declined"}:
        told = f.MiceHeistEvent(kind, seat=a)
    elif kind == "took_cheese":
        told = f.MiceHeistEvent(kind, seat=a, number=b, job=None if c == NONE else c)
    elif kind == "selected":
        told = f.MiceHeistEvent(kind, job=a, name=OBSTACLES[v["job"][a]][b].name)
    elif kind == "obstacle_left":
        told = f.MiceHeistEvent(kind, job=a, name=OBSTACLES[v["job"][a]][b].name, number=c)
    elif kind == "assist_shown":
        told = f.MiceHeistEvent(kind, assist=assist_of(a, b), number=b)
    elif kind == "rained":
        told = f.MiceHeistEvent(kind, jobs=[job for job in range(len(v["job"])) if a >> job & 1])
    elif kind == "rating_rose":
        told = f.MiceHeistEvent(kind, seat=a, skill=SKILL[b], number=c)
    elif kind == "drew":
        told = f.MiceHeistEvent(kind, seat=a, place=c, card=None if b == HIDDEN else CARDS[b])
    elif kind == "moved":
        start, space = divmod(c, 16)
        told = f.MiceHeistEvent(kind, seat=a, job=b, start=start, space=space)
    elif kind in {"chip_drawn", "chip_flipped"}:
        told = f.MiceHeistEvent(kind, chip=chip_of(a, b, c))
    elif kind in {"scouted", "laid_aside"}:
        told = f.MiceHeistEvent(kind, colours=[COLOUR[a], COLOUR[b]])
    elif kind == "chip_returned":
        told = f.MiceHeistEvent(kind, colours=[COLOUR[a]])
    elif kind == "card_played":
        told = f.MiceHeistEvent(kind, card=CARDS[a], number=b)
    elif kind == "tested":
        told = f.MiceHeistEvent(kind, success=a == codes.SUCCESS, number=b, target=c)
    elif kind == "learnt":
        told = f.MiceHeistEvent(kind, seat=a, card=CARDS[b], source=codes.SOURCES[c])
    elif kind == "discarded":
        told = f.MiceHeistEvent(kind, seat=a, card=CARDS[b])
    elif kind == "paid":
        told = f.MiceHeistEvent(kind, job=a)
    elif kind in {"shuffled", "all_returned"}:
        told = f.MiceHeistEvent(kind, number=a)
    return told


def is_grave(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """No single move loses a heist: the jobs are paid at the end."""
    return False


def is_openly_forced(view: Record, seat: int) -> bool:  # every game's signature
    """Tell whether everybody sees that a seat has nothing to choose: a card is about the only chip drawn (MH-5.8)."""
    return bool(view.phase == codes.PICK_CHIP and view.chips == 1)


def is_pass(view: Record, seat: int, action: int) -> bool:
    """Tell whether a move does nothing, or gives up: to fail a test, to learn nothing, to discard nothing."""
    phase = int(view.phase)
    if phase == codes.PLAY:
        return action == codes.STOP and is_short(view)
    return (phase == codes.DISCARD and action == codes.STOP) or (
        phase in {codes.LEARN, codes.LOOK_ON} and action == codes.DECLINE
    )


# What a belief is about


def suppositions(world: Record, viewer: int) -> list[str]:
    """List the cards in the other hands, each by its place, and the bets in closed fists."""
    found = list[str]()
    for seat in range(int(world.seats)):
        if seat != viewer:
            held = world.hand[seat, : world.hand_size[seat]].tolist()
            found += [f"hand:{seat} place:{place} card:{kind}" for place, kind in enumerate(held)]
            if world.phase == codes.BET and int(world.has_bet) >> seat & 1:
                found.append(f"bet:{seat} chips:{int(world.bet[seat])}")
    return found


# What a move touches


def touches(view: Record, seat: int, action: int) -> list[str]:
    """Name the things a move is about: an obstacle or one way past it, a fist, a card, a chip, the deck."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        job, way = divmod(action, ALTERNATIVES)
        has_choice = WAYS[view.job[job], view.cleared[job]] > 1
        return [f"way:{job}:{way}"] if has_choice else [f"job:{job}"]
    if phase == codes.BET:
        return [f"fist:{action}"]
    if phase == codes.SCOUT or (phase == codes.PICK_CHIP and action != codes.ALL_CHIPS):
        return [f"chip:{action}"]
    if phase in {codes.PLAY, codes.DISCARD}:
        return [] if action == codes.STOP else [f"card:{action - 1}"]
    if phase in {codes.PICK_CHIP, codes.OVER} or action == codes.DECLINE:
        return []
    if action == codes.TOP_CARD:
        return ["deck:skill"]
    return (
        [f"card:{action - codes.HAND_CARD}"] if action < codes.PLAYED_CARD else [f"played:{action - codes.PLAYED_CARD}"]
    )

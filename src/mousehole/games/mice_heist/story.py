"""What happened, told to each viewer from the events of its view."""

from __future__ import annotations

from itertools import groupby

from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import (
    ASSIST_CARDS,
    CHIPS,
    JOBS_IN_PLAY,
    NONE,
    SKILL_CARDS,
    SKILLS,
    TEACHES,
    TRACK_SPACES,
)
from mousehole.games.mice_heist.naming import (
    card_name,
    chip_name,
    count_word,
    counted,
    ending,
    food_of,
    job_name,
    mouse,
    obstacle_at,
    owner,
    signed,
    skill_names,
    somebody,
    target_of,
    tested_skills,
)
from mousehole.games.mice_heist.playing import changes_chips

Event = list[int]


def sentences(before: Record, after: Record, viewer: int) -> list[str]:
    """Tell a viewer what just happened; neighbours of one kind make one sentence."""
    events = [[int(n) for n in event] for event in after.events[: after.event_count]]
    told = []
    for _, run in groupby(events, key=together):
        told.append(tell_run(before, after, viewer, list(run)))
    return told


NARROW = 1
"""A test won or lost by no more is remembered."""


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:
    """Tell what one remembers: tests won, those lost by a whisker, the end of a track, the end of the heist."""
    found: list[tuple[int, str]] = []
    for event in after.events[: after.event_count].tolist():
        kind, a, b, c = event
        if kind == codes.EVENT_TESTED:
            is_won = a == codes.SUCCESS
            weight = (3 if is_won else 1) + (abs(b - c) <= NARROW)
            name = obstacle_at(before, int(before.testing), int(before.obstacle)).name
            found.append((weight, f"{name}: {tell_run(before, after, viewer, [event])}"))
        elif kind == codes.EVENT_MOVED and c % 16 == TRACK_SPACES:
            found.append((4, tell_run(before, after, viewer, [event])))
        elif kind == codes.EVENT_ENDED:
            found.append((5, tell_run(before, after, viewer, [event])))
    return found


def together(event: Event) -> tuple[int, ...]:
    """Return what events must share to be told in one sentence."""
    kind = event[0]
    if kind in {codes.EVENT_BET_SHOWN, codes.EVENT_CHIP_DRAWN, codes.EVENT_CHIP_FLIPPED}:
        return (kind,)
    if kind in {codes.EVENT_LEARNT, codes.EVENT_RATING_ROSE}:
        return (codes.EVENT_LEARNT, event[1])
    if kind in {codes.EVENT_DREW, codes.EVENT_DECLINED}:
        return (kind, event[1])
    return (kind, *event[1:])


def tell_run(before: Record, after: Record, viewer: int, run: list[Event]) -> str:
    """Tell events that belong together."""
    kind = run[0][0]
    if kind in ABOUT_A_MOUSE:
        return mouse_sentence(before, after, viewer, run)
    if kind in ABOUT_THE_TEST:
        return test_sentence(before, after, viewer, run)
    if kind == codes.EVENT_BET_SHOWN:
        return bets_sentence(viewer, run)
    return table_sentence(after, viewer, run)


ABOUT_A_MOUSE = {
    codes.EVENT_TURN_BEGAN,
    codes.EVENT_BET_MADE,
    codes.EVENT_TOOK_CHEESE,
    codes.EVENT_RATING_ROSE,
    codes.EVENT_LEARNT,
    codes.EVENT_DREW,
    codes.EVENT_MOVED,
    codes.EVENT_DECLINED,
    codes.EVENT_DISCARDED,
}


def mouse_sentence(before: Record, view: Record, viewer: int, run: list[Event]) -> str:
    """Tell what one mouse did or got."""
    kind, seat, b, c = run[0]
    who, s = mouse(viewer, seat), ending(viewer, seat)
    if kind == codes.EVENT_TURN_BEGAN:
        home = "" if b == 0 else f", and {counted(b, 'chip')} come{'s' if b == 1 else ''} home"
        return f"It is {'your' if seat == viewer else owner(viewer, seat)} turn{home}."
    if kind == codes.EVENT_BET_MADE:
        if seat == viewer and view.bet[seat] != HIDDEN and view.has_bet >> seat & 1:
            return f"You close your fist around {counted(int(view.bet[seat]), 'chip')}."
        return f"{who} {'close your' if seat == viewer else 'closes a'} fist."
    if kind == codes.EVENT_DREW:
        return f"{who} draw{s} {drawn_text(view, viewer, run)}."
    if kind == codes.EVENT_DECLINED:
        return (
            f"{who} learn{s} nothing."
            if before.phase == codes.LEARN
            else f"{who} do{'' if seat == viewer else 'es'} nothing."
        )
    if kind == codes.EVENT_DISCARDED:
        return f"{who} discard{s} {card_name(b)}."
    if kind == codes.EVENT_TOOK_CHEESE:
        return cheese_sentence(view, who, s, b, c)
    if kind == codes.EVENT_MOVED:
        return f"{who} {move_text(view, s, b, *divmod(c, 16))}."
    return learnt_sentence(viewer, run)


def drawn_text(view: Record, viewer: int, run: list[Event]) -> str:
    """Name the cards drawn, or for others their backs."""
    if run[0][2] != HIDDEN and run[0][1] == viewer:
        return listed([card_name(kind) for _, _, kind, _ in run])
    backs = [SKILLS[view.back[seat, place]] for _, seat, _, place in run]
    return f"a card ({backs[0]})" if len(run) == 1 else f"{count_word(len(run))} cards ({', '.join(backs)})"


def cheese_sentence(view: Record, who: str, s: str, taken: int, job: int) -> str:
    """Tell that a mouse takes cheese, or would."""
    stuck = "" if job == NONE else f" cannot rise on {job_name(view, job)}"
    if taken == 0:
        return f"{who}{stuck}{' and' if stuck else ''} get{s} no cheese: the larder is empty."
    return f"{who}{stuck}{' and' if stuck else ''} take{s} {count_word(taken)} cheese."


def move_text(view: Record, s: str, job: int, start: int, space: int) -> str:
    """Tell how a marker moved."""
    track = job_name(view, job)
    if space == 0:
        return f"fall{s} off the track of {track}"
    if start == 0:
        return f"enter{s} the track of {track} on space {space}"
    if space > start:
        return f"move{s} up to space {space} of {track}"
    return f"move{s} back to space {space} of {track}"


def learnt_sentence(viewer: int, run: list[Event]) -> str:
    """Tell a lesson and the rating that rose by it, or a rating that rose by itself."""
    kind, seat, b, c = run[0]
    if kind == codes.EVENT_RATING_ROSE:
        return f"{owner(viewer, seat)} {SKILLS[b]} rises to {c}."
    name, skill = SKILL_CARDS[b].name, SKILLS[TEACHES[b]]
    held = f"{name} in {'your' if seat == viewer else 'its'} hand"
    source = {
        codes.FROM_DECK: f"the top card, {name}",
        codes.FROM_HAND: held,
        codes.FROM_PLAYED: f"{name}, just played",
    }[c]
    gain = f"{skill} rises to {run[1][3]}" if len(run) > 1 else f"{skill} is at its best already"
    return f"{mouse(viewer, seat)} learn{ending(viewer, seat)} from {source}: {gain}."


ABOUT_THE_TEST = {codes.EVENT_SELECTED, codes.EVENT_TESTED, codes.EVENT_OBSTACLE_LEFT, codes.EVENT_CARD_PLAYED}


def test_sentence(before: Record, view: Record, viewer: int, run: list[Event]) -> str:
    """Tell how the test goes."""
    kind, a, b, c = run[0]
    tester = int(before.tester)
    who, s = mouse(viewer, tester), ending(viewer, tester)
    if kind == codes.EVENT_SELECTED:
        skills = skill_names(tested_skills(view, a, b, c))
        name = obstacle_at(view, a, b).name
        return f"{who} choose{s} {name} ({job_name(view, a)}): {skills}, {target_of(view, a, b, c)} or more."
    if kind == codes.EVENT_TESTED:
        return f"{who} {'succeed' if a == codes.SUCCESS else 'fail'}{s}: {signed_score(b)} against {c}."
    if kind == codes.EVENT_OBSTACLE_LEFT:
        back = f"; its {count_word(c)} cheese go{'es' if c == 1 else ''} back to the larder" if c else ""
        return f"{obstacle_at(view, a, b).name} leaves the game{back}."
    return f"{who} play{s} {SKILL_CARDS[a].name}{card_effect(before, a, b)}."


def signed_score(score: int) -> str:
    """Write a score, which may fall below zero."""
    return signed(score) if score < 0 else str(score)


def card_effect(before: Record, kind: int, modifier: int) -> str:
    """Say at once what a card adds, or that it does nothing; what it does to chips is told after it."""
    if modifier:
        return f": {signed(modifier)}"
    return "" if changes_chips(before, kind) else ", to no effect"


def bets_sentence(viewer: int, run: list[Event]) -> str:
    """Tell all fists as they open: who shows what, and who shows nothing."""
    parts = [
        f"{somebody(viewer, seat)} open{ending(viewer, seat)} {counted(chips, 'chip')}"
        for _, seat, chips, _ in run
        if chips
    ]
    idle = [seat for _, seat, chips, _ in run if chips == 0]
    if idle:
        verb = "abstain" if len(idle) > 1 else f"abstain{ending(viewer, idle[0])}"
        parts.append(f"{listed([somebody(viewer, seat) for seat in idle])} {verb}")
    told = ", ".join(parts)
    return f"{told[0].upper()}{told[1:]}."


def table_sentence(view: Record, viewer: int, run: list[Event]) -> str:
    """Tell what happened on the table."""
    kind, a, b, c = run[0]
    if kind == codes.EVENT_ASSIST_SHOWN:
        card = ASSIST_CARDS[a]
        has_number = card.modifier or b
        return f"Assist card: {card.name}{', ' + signed(b) if has_number else ''}."
    if kind == codes.EVENT_CHIP_DRAWN:
        return f"The bag gives {listed([chip_name(*event[1:]) for event in run])}."
    if kind == codes.EVENT_CHIP_FLIPPED:
        chips = listed([f"the {CHIPS[event[1]].colour} chip" for event in run])
        return (
            f"{chips.capitalize()} {'turns' if len(run) == 1 else 'turn'}: {listed([chip_name(*e[1:]) for e in run])}."
        )
    if kind == codes.EVENT_CHIP_RETURNED:
        return f"The {CHIPS[a].colour} chip goes back into the bag."
    if kind == codes.EVENT_ALL_RETURNED:
        chips = "The chip goes" if a == 1 else "Both chips go" if a == 2 else f"All {counted(a, 'chip')} go"
        return f"{chips} back into the bag."
    if kind == codes.EVENT_SCOUTED:
        return f"Two chips are scouted: {CHIPS[a].colour} and {CHIPS[b].colour}."
    if kind == codes.EVENT_LAID_ASIDE:
        return f"The {CHIPS[a].colour} chip is laid aside, the {CHIPS[b].colour} one goes back into the bag."
    if kind == codes.EVENT_RAINED:
        return rain_sentence(view, a)
    if kind == codes.EVENT_PAID:
        return paid_sentence(view, viewer, a, b, c)
    return {
        codes.EVENT_BAG_FILLED: "The used chips go back into the bag.",
        codes.EVENT_ASSIST_SHUFFLED: "The assist cards are shuffled again.",
        codes.EVENT_SHUFFLED: f"The skill cards are shuffled again, {counted(a, 'card')}.",
        codes.EVENT_ENDED: "A job is done: the heist is over."
        if a == codes.JOB_DONE
        else "The night is over, and so is the heist.",
    }[kind]


def rain_sentence(view: Record, jobs: int) -> str:
    """Tell where it rained cheese."""
    names = [job_name(view, job) for job in range(JOBS_IN_PLAY) if jobs >> job & 1]
    if len(names) == JOBS_IN_PLAY:
        return "A cheese drops onto every job."
    return (
        f"A cheese drops onto {listed(names)}; then the larder is empty."
        if names
        else "The larder is empty: no cheese drops."
    )


def paid_sentence(view: Record, viewer: int, job: int, fed: int, got_cheese: int) -> str:
    """Tell what a job pays to whom."""
    eaters = [(fed >> 3 * place & 7) - 1 for place in range(3)]
    parts = [f"{somebody(viewer, seat)} {food}" for seat, food in zip(eaters, food_of(view), strict=True) if seat >= 0]
    parts += [f"{somebody(viewer, seat)} a cheese" for seat in range(view.seats) if got_cheese >> seat & 1]
    return f"{job_name(view, job)} pays {listed(parts)}." if parts else f"{job_name(view, job)} pays nobody."

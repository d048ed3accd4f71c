"""The table drawn in plain text, as a viewer sees it."""

from __future__ import annotations

from textwrap import wrap

from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import (
    ASSIST_CARDS,
    CHIPS,
    IDENTITIES,
    JOBS,
    JOBS_IN_PLAY,
    LETTERS,
    NO_BACK,
    NONE,
    OBSTACLES_A_JOB,
    SKILL_CARDS,
    SKILLS,
    TRACK_SPACES,
    Chip,
    Obstacle,
)
from mousehole.games.mice_heist.ending import total
from mousehole.games.mice_heist.naming import (
    MICE,
    card_name,
    chips_text,
    count_word,
    job_name,
    obstacle_at,
    rating_of,
    running_sum,
    signed,
    skill_names,
    target_of,
    tested_skills,
)

WIDEST = 79
LEGEND = "A agility, C charm, D dexterity. ! mandatory: it stays until somebody succeeds."


def table_text(view: Record, viewer: int) -> str:
    """Draw jobs, players, test, decks and the viewer's hand."""
    lines = [heading(view), ""]
    for job in range(JOBS_IN_PLAY):
        lines += job_lines(view, job)
    lines += [LEGEND, "", *player_lines(view, viewer)]
    if view.testing != NONE:
        lines += ["", *test_lines(view)]
    lines += ["", *deck_lines(view)]
    if viewer >= 0:
        lines += hand_lines(view, viewer)
    return "\n".join(lines)


def heading(view: Record) -> str:
    """Say the turn, whose it is, and what is left in the larder."""
    state = "The heist is over" if view.phase == codes.OVER else f"Turn {view.turn}: {MICE[view.tester]} tests"
    stakes = " Stakes are on." if view.stakes else ""
    return f"{state}. {view.supply} cheese in the larder.{stakes}"


def test_name(obstacle: Obstacle) -> str:
    """Write a test short: "A+C 8", "C 4 or A 5", with ! if it is mandatory."""
    ways = " or ".join(f"{'+'.join(skills)} {target}" for skills, target in obstacle.test)
    return f"{ways}{'!' if obstacle.is_mandatory else ''}"


def job_lines(view: Record, job: int) -> list[str]:
    """Draw a job: its top obstacle, what lies below, and its track with the markers' initials."""
    number = int(view.cleared[job])
    letter = JOBS[view.job[job]].letter
    if number == OBSTACLES_A_JOB:
        title = [f"{letter} {job_name(view, job)}: done"]
    else:
        top = obstacle_at(view, job, number)
        cheese = f" and {view.job_cheese[job]} cheese" if view.job_cheese[job] else ""
        below = ", ".join(test_name(obstacle) for obstacle in JOBS[view.job[job]].obstacles[number + 1 :])
        then = f"then {below}" if below else "the last one"
        offer = f"{top.name}, {test_name(top)}, pays {top.payout}{cheese}"
        title = [*folded(f"{letter}{number + 1} {job_name(view, job)}: {offer}"), f"   {then}"]
    spaces = [" "] * (TRACK_SPACES + 1)
    for seat in range(view.seats):
        spaces[view.track[job, seat]] = MICE[seat][0]
    return [*title, f"   1 {''.join(f'[{mark}]' for mark in spaces[1:])} {TRACK_SPACES}"]


def player_lines(view: Record, viewer: int) -> list[str]:
    """List the players: who they are, ratings, cheese, chips, backs of the hand, bet."""
    lines = [f"  {'':14} {'':17} A C D  cheese  chips  hand"]
    for seat in range(view.seats):
        mark = ">" if seat == view.tester and view.phase != codes.OVER else " "
        ratings = " ".join(str(view.rating[seat, skill]) for skill in range(3))
        backs = " ".join(LETTERS[view.back[seat, place]] for place in range(view.hand_size[seat])) or "-"
        name = f"{MICE[seat]}{' (you)' if seat == viewer else ''}"
        who = f"{mark} {name:14} {IDENTITIES[view.identity[seat]].name:17}"
        line = f"{who} {ratings}  {view.cheese[seat]:6}  {view.home[seat]:5}  {backs}"
        note = bet_note(view, seat) + total_note(view, seat)
        lines += [line + note] if len(line + note) <= WIDEST else [line, f"  {'':14}{note}"]
    return lines


def bet_note(view: Record, seat: int) -> str:
    """Say what everybody, or the seat itself, knows of a bet."""
    if view.has_bet >> seat & 1:
        return "   (has chosen)" if view.bet[seat] == HIDDEN else f"   (has chosen {view.bet[seat]})"
    return f"   (assists with {view.bet[seat]})" if view.bet[seat] > 0 else ""


def total_note(view: Record, seat: int) -> str:
    """Say what a player has in the end."""
    return f"   (food {view.food[seat]}, total {total(view, seat)})" if view.phase == codes.OVER else ""


def test_lines(view: Record) -> list[str]:
    """Write the test and its running sum."""
    job, number, way = int(view.testing), int(view.obstacle), int(view.way)
    tested, target = tested_skills(view, job, number, way), target_of(view, job, number, way)
    lines = [f"The test: {obstacle_at(view, job, number).name}, {skill_names(tested)}, {target} or more."]
    if view.verdict:
        outcome = "succeeded" if view.verdict == codes.SUCCESS else "failed"
        return [*lines, f"   It has {outcome}: {signed_or_plain(int(view.score))} against {target}."]
    parts = [f"rating {rating_of(view, int(view.tester), tested)}"]
    if view.phase == codes.SCOUT:
        parts.append(f"scouted {' and '.join(CHIPS[colour].colour for colour in view.chip_colour[: view.chips])}")
    elif view.chips:
        parts.append("chips " + "; ".join(chips_text(view)))
    if view.assist_card != NONE:
        parts.append(f"{ASSIST_CARDS[view.assist_card].name} {signed(int(view.assist_sum))}")
    names = [SKILL_CARDS[kind].name for kind in range(len(SKILL_CARDS)) for _ in range(view.played[kind])]
    if names:
        parts.append(f"cards {signed(int(view.card_sum))} ({', '.join(names)})")
    short = target - running_sum(view)
    state = f"{count_word(short)} short" if short > 0 else "enough"
    if view.phase in {codes.BET, codes.SCOUT}:
        state = "the chips are still to come"
    comes_to = f" = {signed_or_plain(running_sum(view))}" if len(parts) > 1 else ""
    return [*lines, *folded(f"   {' | '.join(parts)}{comes_to}: {state}")]


def signed_or_plain(score: int) -> str:
    """Write a score, which may fall below zero."""
    return signed(score) if score < 0 else str(score)


def deck_lines(view: Record) -> list[str]:
    """Say what is left in the bag and the decks."""
    chips = [f"{view.bag[i]} {sides_text(chip)}" for i, chip in enumerate(CHIPS) if view.bag[i]]
    top = "empty" if view.top_back == NO_BACK else f"{view.deck_backs.sum()} cards, {SKILLS[view.top_back]} on top"
    skill = f"Skill deck: {top}, {view.discards.sum()} discarded."
    assist = f"Assist deck: {view.assist_deck.sum()} cards, {view.assist_discards.sum()} discarded."
    return [*folded(f"Bag: {', '.join(chips) or 'nothing'}."), skill, assist]


def sides_text(chip: Chip) -> str:
    """Write what a chip may bring: "green +1/+2"."""
    return f"{chip.colour} {'/'.join(signed(side) for side in chip.sides)}"


def folded(line: str) -> list[str]:
    """Break a line that is too long; further ones are indented."""
    return wrap(line, WIDEST, subsequent_indent="     ", break_long_words=False, break_on_hyphens=False)


def hand_lines(view: Record, viewer: int) -> list[str]:
    """List the viewer's own cards by place."""
    if view.hand_size[viewer] == 0:
        return ["Your hand is empty."]
    cards = []
    for place in range(view.hand_size[viewer]):
        kind = int(view.hand[viewer, place])
        cards.append(f"   {place + 1} {card_name(kind)}: {SKILL_CARDS[kind].effect}")
    return ["Your hand:", *cards]

"""Mice Heist: who everybody was, which skill cards they played, and which jobs they tried."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import IDENTITIES, JOBS, SKILL_CARDS, SKILLS
from mousehole.lab.components import Component, code

ROUND = "turns"
WHO = tuple(
    Component(f"identity_{code(each.name)}", each.name, "identity", can_do_without=False) for each in IDENTITIES
)
BACKS = {name[0].upper(): name for name in SKILLS}
TWICE = {card.name for card in SKILL_CARDS if sum(other.name == card.name for other in SKILL_CARDS) > 1}
LABELS = tuple(f"{each.name} ({BACKS[each.teaches]})" if each.name in TWICE else each.name for each in SKILL_CARDS)
PLAYED = tuple(Component(f"card_{code(label)}", f"{label} played", "skill card") for label in LABELS)
TRIED = tuple(Component(f"job_{code(job.name)}", f"{job.name} tried", "job") for job in JOBS)
COMPONENTS = (*WHO, *PLAYED, *TRIED)


def had(match: Match) -> set[tuple[int, str]]:
    """Note identities, skill cards played and jobs tried, seat by seat."""
    found = {(seat, WHO[int(who)].name) for seat, who in enumerate(match.positions[0].identity[: match.seats])}
    seen = match.records()
    testers, jobs = seen["tester"][:-1], seen["job"][-1]  # events are told in the position after the tester's move
    for kind, components in ((codes.EVENT_CARD_PLAYED, PLAYED), (codes.EVENT_SELECTED, TRIED)):
        rows, places = (seen["events"][1:, :, 0] == kind).nonzero()
        numbers = seen["events"][1:][rows, places, 1]
        if kind == codes.EVENT_SELECTED:
            numbers = jobs[numbers]
        pairs = set(zip(testers[rows].tolist(), numbers.tolist(), strict=True))
        found |= {(tester, components[number].name) for tester, number in pairs}
    return found


def uses(view: View, seat: int, action: int) -> set[str]:
    """Say which skill card an action plays, or which job it tries."""
    after = view.world(seat, 0).after(seat, action)
    told = [event for event in after.events.tolist() if event[0] in {codes.EVENT_CARD_PLAYED, codes.EVENT_SELECTED}]
    return {
        PLAYED[number].name if kind == codes.EVENT_CARD_PLAYED else TRIED[int(view.job[number])].name
        for kind, number, *_ in told
    }


def rounds(match: Match) -> int:
    """Count the turns."""
    return int(match.state.turn)


def starter(match: Match) -> int:
    """Tell who started."""
    return int(match.positions[0].tester)

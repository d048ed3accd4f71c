"""The studies: questions about the games, as data. `mousehole study NAME` answers them."""

from __future__ import annotations

from collections.abc import Mapping

from mousehole.bots.players import greedy_move
from mousehole.bots.thinking import Thought
from mousehole.engine.errors import TableError
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import facts, ids
from mousehole.games.cat_and_mouse.codes import MOUSE, SECOND
from mousehole.games.cat_and_mouse.components import LOOT_COUNT
from mousehole.games.mice_heist.codes import EVENT_TESTED, SUCCESS
from mousehole.games.mice_heist.components import JOBS, OBSTACLES_A_JOB
from mousehole.lab.arena import score_of
from mousehole.lab.playing import Bot
from mousehole.lab.study import Cell, Claim, Gain, Mean, Noted, Part, Split, Study, Wins


class UnknownStudy(TableError):
    """There is no study of that name."""

    code = "unknown_study"


# Random play: every game, at every number of seats


def random_cells() -> tuple[Cell, ...]:
    """List every game at every number of seats."""
    known = [facts(game_id) for game_id in ids()]
    return tuple(
        Cell(f"{each.title}, {seats} seat{'s' if seats > 1 else ''}", each.id, seats=seats)
        for each in known
        for seats in range(each.min_seats, each.max_seats + 1)
    )


RANDOM = Study(
    "random",
    "Random play",
    "How long are the games, how do they end and who wins, if everybody plays any legal move? It is the floor that"
    " every player should stand above, and a coarse picture of a game's build.",
    random_cells(),
    (
        Claim(
            "Who Done It? is almost never won by chance: fewer than one game in a thousand",
            Wins("Who Done It?, 1 seat", 0),
            below=0.001,
        ),
        *(
            Claim(
                f"The first seat wins its fair share, within half a point ({cell})",
                Wins(cell, 0),
                above=1 / seats - 0.005,
                below=1 / seats + 0.005,
            )
            for cell, seats in (("Cloaked Cats, 3 seats", 3), ("Cloaked Cats, 4 seats", 4), ("Mice Heist, 4 seats", 4))
        ),
    ),
    games=1_000_000,
)


# Cat & The Mouse: whom the variants favour

ONE_CARD = "one card"
UNLIKE = "two that share neither theme nor value"
ALIKE = "two that share theme or value"


def is_alike(card: int, other: int) -> bool:
    """Tell whether two different loot cards share theme or value."""
    return card != other and card < LOOT_COUNT > other and (card // 3 == other // 3 or card % 3 == other % 3)


def watch_pocket(match: Match) -> Mapping[str, float]:
    """Note what the Inspector pocketed (CM-2.1)."""
    seen = match.records()
    mask = int(seen["pocket"][seen["pockets"].argmax()])
    first, *more = (card for card in range(LOOT_COUNT) if mask >> card & 1)
    has_like = any(is_alike(first, card) for card in more)
    return {ONE_CARD: not more, UNLIKE: bool(more) and not has_like, ALIKE: has_like}


def pocket_alike(view: View, seat: int, seed: int) -> Thought:
    """Play as the patient Inspector, but pocket a second card that shares theme or value with the first."""
    if view.phase == SECOND:
        first = next(card for card in range(LOOT_COUNT) if int(view.pocket) >> card & 1)
        return Thought(next(card for card in view.legal(seat) if is_alike(first, card)))
    return Thought(greedy_move(view.game, view, seat, seed))


SUBTLE, DEEP = "Subtle Movement", "Deep Pockets"
LIONS, TIGERS = "lion against lion", "tiger against tiger"
PATIENT, PATIENT_ALIKE = "patient Inspector", "patient Inspector, like cards"
PLAYERS: dict[str, tuple[Bot, str]] = {
    LIONS: ("lion", "lion"),
    TIGERS: ("tiger", "tiger"),
    PATIENT: ("greedy", "tiger"),
    PATIENT_ALIKE: (pocket_alike, "tiger"),
}
"""Who plays the Inspector, and who the Mouse."""
BEST_REPLY = {
    (PATIENT, 0, ""): 0.390,
    (PATIENT, 1, ""): 0.347,
    (PATIENT, 0, SUBTLE): 0.916,
    (PATIENT, 1, SUBTLE): 0.878,
    (PATIENT, 0, DEEP): 0.314,
    (PATIENT, 1, DEEP): 0.340,
    (PATIENT_ALIKE, 0, DEEP): 0.473,
}
"""What the best Mouse wins against a patient Inspector, as `benchmarks/patient_inspector.py` works out exactly."""
NEAR = 0.05
"""A good Mouse comes so near to that."""


def heist_name(who: str, tricks: int, variant: str) -> str:
    """Name a cell of the study of variants."""
    return ", ".join(part for part in (who, f"tricks {tricks}", variant) if part)


LIONS_HEIST = (LIONS, 1, "")
"""The game that the lion has a table for: at other options it plays as the tiger does."""
HEISTS = (
    LIONS_HEIST,
    *((who, tricks, variant) for who in (TIGERS, PATIENT) for tricks in (0, 1) for variant in ("", SUBTLE, DEEP)),
    *((PATIENT_ALIKE, tricks, DEEP) for tricks in (0, 1)),
)


def variant_claim(who: str, tricks: int, variant: str) -> Claim:
    """Claim what the rulebook says of a variant, or what is known of two like cards in the pocket."""
    base = PATIENT if who == PATIENT_ALIKE else who
    gain = Gain(heist_name(who, tricks, variant), heist_name(base, tricks, ""), MOUSE)
    if who == PATIENT_ALIKE:
        return Claim(f"Two like cards in the pocket favour the Mouse (tricks {tricks})", gain, above=0.0)
    if variant == SUBTLE:
        return Claim(f"Subtle Movement favours the Mouse ({who}, tricks {tricks})", gain, above=0.0)
    return Claim(f"Deep Pockets favours the Inspector ({who}, tricks {tricks})", gain, below=0.0)


def best_reply(who: str, tricks: int, variant: str) -> float:
    """Look up what the best Mouse wins; of the lion's Inspector no more than of a patient one, as a test works out."""
    return BEST_REPLY[PATIENT if who == LIONS else who, tricks, variant]


def best_claim(who: str, tricks: int, variant: str) -> Claim:
    """Claim that a Mouse wins no more than the best one."""
    name, best = heist_name(who, tricks, variant), best_reply(who, tricks, variant)
    sentence = f"The {PLAYERS[who][MOUSE]}'s Mouse wins no more than the best reply, {best:.1%} ({name})"
    return Claim(sentence, Wins(name, MOUSE), below=best)


def near_claim(who: str, tricks: int, variant: str) -> Claim:
    """Claim that a Mouse comes near to the best one."""
    name, best = heist_name(who, tricks, variant), best_reply(who, tricks, variant)
    sentence = f"The {PLAYERS[who][MOUSE]}'s Mouse comes within {100 * NEAR:.0f} points of the best reply ({name})"
    return Claim(sentence, Wins(name, MOUSE), above=best - NEAR)


COMPARED = (LIONS_HEIST, *BEST_REPLY)
"""Where the Mouse is compared with the best one."""

VARIANTS = Study(
    "variants",
    "Cat & The Mouse: whom the variants favour",
    "The rulebook says that Subtle Movement favours the Mouse and Deep Pockets the Inspector. Each variant is played on"
    " the same deals as the game without it: by two tigers, and by the tiger's Mouse against a patient Inspector (our"
    " greedy bot), who checks for clues until only one room is possible and then springs the trap. It pockets two cards"
    " that share neither theme nor value; like cards are tried too. With a variant, or without tricks, the lion plays"
    " as the tiger does; the usual game is played by two lions as well. What is found is how many games more the Mouse"
    " wins with the variant. The last claims compare the Mouse with the best reply to a patient Inspector, which"
    " `python -m benchmarks.patient_inspector` works out exactly; the lion's Inspector gives the best Mouse no more.",
    tuple(
        Cell(
            heist_name(who, tricks, variant),
            "cat_and_mouse",
            PLAYERS[who],
            options={"tricks": tricks, "subtle_movement": int(variant == SUBTLE), "deep_pockets": int(variant == DEEP)},
            watch=watch_pocket,
        )
        for who, tricks, variant in HEISTS
    ),
    (
        *(variant_claim(*heist) for heist in sorted(HEISTS, key=lambda heist: heist[2] != SUBTLE) if heist[2]),
        *(best_claim(*heist) for heist in COMPARED),
        *(near_claim(*heist) for heist in COMPARED),
    ),
    Split(
        "in the pocket",
        MOUSE,
        tuple(heist_name(*heist) for heist in HEISTS if heist[2] == DEEP),
        (ONE_CARD, UNLIKE, ALIKE),
    ),
    side=MOUSE,
    tables=("wins", "endings"),
    games=1500,
)


# Cloaked Cats: the starting player


def watch_ball(match: Match) -> Mapping[str, float]:
    """Note what the starting player won, and how many cats came to the floor."""
    return {"starter": score_of(match, int(match.state.first)), "cats": int(match.state.on_floor)}


BALLS = tuple((who, seats) for who in ("greedy", "housecat", "lion") for seats in (2, 3, 4))
MOST_BALLS = {"lion": 400}
"""Lions think long."""

BALL = Study(
    "ball",
    "Cloaked Cats: the starting player",
    "Is it a disadvantage to start, and how long does the ball last? The bounds were set before these games were"
    " played. Who starts is drawn, so the seats have the same chances by the rules.",
    tuple(
        Cell(f"{seats} {who}", "cloaked_cats", (who,), seats=seats, watch=watch_ball, most=MOST_BALLS.get(who))
        for who, seats in BALLS
    ),
    (
        *(
            Claim(
                f"The starter wins less than a fair share, {1 / seats:.1%} ({seats} {who})",
                Noted(f"{seats} {who}", "starter"),
                below=1 / seats,
            )
            for who, seats in BALLS
        ),
        *(
            Claim(
                f"9 to 15 cats come to the floor, on average ({seats} {who})",
                Mean(f"{seats} {who}", "cats"),
                above=9,
                below=15,
            )
            for who, seats in BALLS
        ),
    ),
    games=2000,
)


# Mice Heist: balance


def watch_heist(match: Match) -> Mapping[str, float]:
    """Note which job ended the game, how many tests were made and passed, the turns, and what the starter won."""
    seen = match.records()
    end = seen[-1]
    tests = seen["events"][seen["events"][:, :, 0] == EVENT_TESTED]
    jobs = {
        JOBS[job].name: float(cleared == OBSTACLES_A_JOB)
        for job, cleared in zip(end["job"], end["cleared"], strict=True)
    }
    return {
        **jobs,
        "tests": len(tests),
        "passed": int((tests[:, 1] == SUCCESS).sum()),
        "turns": int(end["turn"]),
        "starter": score_of(match, int(match.positions[0].tester)),
    }


NIGHTS = tuple((who, seats) for who in ("greedy", "housecat", "lion") for seats in (2, 4))
MOST_NIGHTS = {"lion": 100}

HEIST = Study(
    "heist",
    "Mice Heist: tempo, tests and jobs",
    "Does the one who starts win more often, does about half of all tests pass, and does every job end its share of"
    " games? The bounds were set before these games were played. Who starts is drawn.",
    tuple(
        Cell(f"{seats} {who}", "mice_heist", (who,), seats=seats, watch=watch_heist, most=MOST_NIGHTS.get(who))
        for who, seats in NIGHTS
    ),
    tuple(
        Claim(
            f"The starter wins more than a fair share ({seats} {who})",
            Noted(f"{seats} {who}", "starter"),
            above=1 / seats,
        )
        for who, seats in NIGHTS
    )
    + tuple(
        Claim(
            f"About half of all tests pass, 40 to 60% ({seats} {who})",
            Part(f"{seats} {who}", "passed", "tests"),
            above=0.4,
            below=0.6,
        )
        for who, seats in NIGHTS
    )
    + tuple(
        Claim(
            f"A game takes 18 to 23 turns ({seats} {who})",
            Mean(f"{seats} {who}", "turns"),
            above=18,
            below=23,
        )
        for who, seats in NIGHTS
    )
    + tuple(
        Claim(
            f"{job.name}, when in play, ends 10 to 41% of games ({seats} greedy)",
            Noted(f"{seats} greedy", job.name),
            above=0.1,
            below=0.41,
        )
        for seats in (2, 4)
        for job in JOBS
    ),
    tables=("wins", "lengths"),
    games=1000,
)

STUDIES = {study.id: study for study in (RANDOM, VARIANTS, BALL, HEIST)}
"""Every study, by its name."""


def find_study(name: str) -> Study:
    """Find a study by its name."""
    if name not in STUDIES:
        raise UnknownStudy(f"there is no study {name!r} (the studies: {', '.join(STUDIES)})")
    return STUDIES[name]

"""Mice Heist in words: what is asked and answered, how it ended. What happened is in `story`, drawing in `drawing`."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.engine.sentences import listed
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.cards import can_draw, has_deck
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    CHIP_VALUE,
    CHIPS,
    JOBS,
    JOBS_IN_PLAY,
    LAST_TURN,
    LETTERS,
    NO_BACK,
    OBSTACLES_A_JOB,
    SIDE_STEP,
    SKILL_CARDS,
    SKILLS,
    TOP_RATING,
)
from mousehole.games.mice_heist.drawing import table_text
from mousehole.games.mice_heist.ending import standing, total
from mousehole.games.mice_heist.naming import (
    COPIES,
    FULL_HAND,
    MICE,
    card_name,
    chip_name,
    count_word,
    counted,
    food_of,
    job_name,
    obstacle_at,
    rating_of,
    running_sum,
    signed,
    skill_names,
    target_of,
    tested_skills,
)
from mousehole.games.mice_heist.outlook import chance_of_two_chips, is_short
from mousehole.games.mice_heist.story import moments, sentences

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
    "standing_of",
    "table_text",
]

REASONS = ("", *codes.ENDINGS.values())


def seat_name(seats: int, seat: int) -> str:
    """Name a seat inside a sentence."""
    return MICE[seat]


# What is asked


def prompt(view: Record, seat: int) -> str:
    """Say what a seat is asked now."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        return "Your turn: which obstacle do you take on?"
    if phase == codes.BET:
        return bet_prompt(view, seat)
    if phase == codes.SCOUT:
        pair = " and ".join(CHIPS[view.chip_colour[i]].colour for i in range(2))
        return f"You scout {pair}. Which chip is laid aside? The other goes back into the bag."
    if phase == codes.PLAY:
        return play_prompt(view)
    if phase == codes.PICK_CHIP:
        card = SKILL_CARDS[view.card]
        return f"{card.name}: {card.effect}. Which?" if view.chips > 1 else f"{card.name}: there is only one chip."
    if phase == codes.LEARN:
        often = "You may learn from two cards" if view.learns == 2 else "You may learn from a card"
        return f"The test has failed. {often}."
    if phase == codes.LOOK_ON:
        return f"{MICE[view.tester]} has failed and you did not assist: {onlooker_text(view, seat)}."
    if phase == codes.DISCARD:
        return f"Discard what you like, from left to right; then {draw_text(view, seat)}."
    return "The game is over."


def stakes(view: Record, seat: int) -> str:
    """Say what hangs on the answer of a seat: what a test pays, what a bet risks, what learning costs."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        is_near = any(view.cleared[job] == OBSTACLES_A_JOB - 1 for job in range(JOBS_IN_PLAY))
        end = " A job without obstacles ends the game." if is_near else ""
        return f"Pass: up by what it pays. Fail: up one, and you may learn.{end}"
    if phase == codes.BET:
        chips = "the chips you bet" if view.home[seat] > 1 else "one"
        fails = "you move back as far" if view.stakes else "helpers get nothing, the others may learn or draw"
        return f"Pass: you move up by {chips}. Fail: {fails}."
    if phase == codes.SCOUT:
        return "Neither counts in this test. What is laid aside stays out until the bag is refilled."
    if phase in {codes.PLAY, codes.PICK_CHIP}:
        return test_stakes(view)
    if phase in {codes.LEARN, codes.LOOK_ON}:
        can_learn = phase == codes.LEARN or view.hand_size[seat] > 0
        return f"Learning costs the card, and raises its skill by one, to {TOP_RATING} at most." if can_learn else ""
    return ""


def test_stakes(view: Record) -> str:
    """Say what the test under way pays, and what a failure leaves (MH-5.4)."""
    job, number = int(view.testing), int(view.obstacle)
    obstacle, cheese = obstacle_at(view, job, number), int(view.job_cheese[job])
    found = f" and {cheese} cheese" if cheese else ""
    learn, rest = ("two cards", "stays") if obstacle.is_mandatory else ("a card", "goes")
    return f"Pass: up {obstacle.payout}{found}. Fail: up 1, you may learn from {learn}, the obstacle {rest}."


def goal(view: Record, viewer: int) -> tuple[str, str, str]:
    """Say what is wanted, how the heist ends, and what is hidden."""
    food = listed([str(worth) for worth in food_of(view)])
    return (
        "Have most in the end: food for your places on the tracks of four jobs, and cheese.",
        f"It ends when a job has no obstacle left. Each track then pays {food} to its first three.",
        "The faces of your cards and the chips in your fist are hidden, until they are played.",
    )


def onlooker_text(view: Record, seat: int) -> str:
    """Say what somebody who did not assist may do after a failure: what there is a card for (MH-5.4)."""
    ways = ["learn from a card"] if view.hand_size[seat] else []
    ways += ["draw one" if ways else "draw a card"] if can_draw(view, seat) else []
    return f"you may {' or '.join(ways)}" if ways else "there is no card to learn from, and none to draw"


def draw_text(view: Record, seat: int) -> str:
    """Say how many cards the tester draws at the end of its turn (MH-5.5)."""
    until = f"you draw until you hold {count_word(FULL_HAND(view))} cards"
    if view.hand_size[seat] >= FULL_HAND(view):
        until += ", if you hold fewer by then"
    return until if has_deck(view) else f"{until}, as far as there are any"


def test_text(view: Record) -> str:
    """Say what is tested: "Find the Location: agility and charm, 6 or more"."""
    job, number, way = int(view.testing), int(view.obstacle), int(view.way)
    skills = skill_names(tested_skills(view, job, number, way))
    return f"{obstacle_at(view, job, number).name}: {skills}, {target_of(view, job, number, way)} or more"


def bet_prompt(view: Record, seat: int) -> str:
    """Ask for a secret bet, with the odds in sight."""
    job, number, way = int(view.testing), int(view.obstacle), int(view.way)
    rating = rating_of(view, int(view.tester), tested_skills(view, job, number, way))
    tester = MICE[view.tester]
    chips = int(view.home[seat])
    fist = "Is your one chip" if chips == 1 else f"How many of your {counted(chips, 'chip')} are"
    return f"{tester} tests {test_text(view)}, with a rating of {rating}. {fist} in your fist?"


def play_prompt(view: Record) -> str:
    """Say where the test stands and ask for a card."""
    target = target_of(view, int(view.testing), int(view.obstacle), int(view.way))
    short = target - running_sum(view)
    if short > 0:
        return f"{count_word(short).capitalize()} short of {target}. Play a card?"
    if short == 0:
        return f"You stand at {target}, which is just enough. Play a card all the same?"
    return f"You stand at {target - short}, {count_word(-short)} over the target. Play a card all the same?"


# What can be answered


def code(name: str) -> str:
    """Write a card's name as the notation does."""
    return name.lower().replace(" ", "-")


def move_name(view: Record, seat: int, action: int) -> str:
    """Write an action as the notation does."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        job, way = divmod(action, ALTERNATIVES)
        number = int(view.cleared[job])
        skills = skill_names(tested_skills(view, job, number, way)).replace(" and ", "+")
        return f"{JOBS[view.job[job]].letter.lower()}{number + 1} {skills}"
    if phase == codes.BET:
        return f"bet {action}"
    if phase == codes.SCOUT:
        return f"aside {action + 1}"
    if phase == codes.PICK_CHIP:
        verb = "return" if view.card == SIDE_STEP else "flip"
        return f"{verb} all" if action == codes.ALL_CHIPS else f"{verb} {action + 1}"
    if phase == codes.PLAY:
        return "stop" if action == codes.STOP else f"play {place_code(view, seat, action - 1)}"
    if phase == codes.DISCARD:
        return "keep" if action == codes.STOP else f"discard {place_code(view, seat, action - 1)}"
    if action == codes.DECLINE:
        return "decline"
    if action == codes.TOP_CARD:
        return "learn top" if phase == codes.LEARN else "draw"
    if action < codes.PLAYED_CARD:
        return f"learn {place_code(view, seat, action - codes.HAND_CARD)}"
    card = SKILL_CARDS[action - codes.PLAYED_CARD]
    return f"learn played {code(card.name)} {card.teaches.lower()}"


def place_code(view: Record, seat: int, place: int) -> str:
    """Write a hand place as the notation does: its number and the card."""
    return f"{place + 1} {code(SKILL_CARDS[view.hand[seat, place]].name)}"


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        return selection_text(view, seat, *divmod(action, ALTERNATIVES))
    if phase == codes.BET:
        return "Keep your chips" if action == 0 else f"Assist with {counted(action, 'chip')}"
    if phase == codes.SCOUT:
        aside, back = (CHIPS[view.chip_colour[i]].colour for i in (action, 1 - action))
        return f"Lay the {('first', 'second')[action]} chip ({aside}) aside, put {back} back"
    if phase == codes.PICK_CHIP:
        return chip_text(view, action)
    if phase == codes.PLAY:
        return play_text(view, seat, action)
    if phase == codes.DISCARD:
        if action == codes.STOP:
            return "Keep these cards" if view.hand_size[seat] else "Go on"
        return f"Discard card {action}, {card_name(int(view.hand[seat, action - 1]))}"
    return lesson_text(view, seat, action)


def selection_text(view: Record, seat: int, job: int, way: int) -> str:
    """Offer an obstacle: where, what is tested against which rating, what it pays."""
    number = int(view.cleared[job])
    obstacle = obstacle_at(view, job, number)
    tested = tested_skills(view, job, number, way)
    test = f"{skill_names(tested)} {target_of(view, job, number, way)} with your {rating_of(view, seat, tested)}"
    cheese = f" and {view.job_cheese[job]} cheese" if view.job_cheese[job] else ""
    mandatory = ", mandatory" if obstacle.is_mandatory else ""
    return f"{obstacle.name} ({job_name(view, job)}): {test}, pays {obstacle.payout}{cheese}{mandatory}"


def chip_text(view: Record, action: int) -> str:
    """Offer a chip to flip or to put back."""
    if action == codes.ALL_CHIPS:
        return "Flip all chips"
    colour, side = int(view.chip_colour[action]), int(view.chip_side[action])
    name = f"chip {action + 1}, {chip_name(colour, side, int(view.chip_doubled[action]))}"
    if view.card == SIDE_STEP:
        return f"Put back {name}"
    return f"Flip {name}, to {signed(int(CHIP_VALUE[colour, 1 - side]))}"


def play_text(view: Record, seat: int, action: int) -> str:
    """Offer a card to play, or to stop."""
    if action == codes.STOP:
        return f"Stop here and {'fail' if is_short(view) else 'succeed'}"
    card = SKILL_CARDS[view.hand[seat, action - 1]]
    return f"Play card {action}, {card.name}: {card.effect}"


def lesson_text(view: Record, seat: int, action: int) -> str:
    """Offer a card to learn from, or to draw."""
    if action == codes.DECLINE:
        return "Learn nothing" if view.phase == codes.LEARN else "Do nothing"
    if action == codes.TOP_CARD:
        back = "a freshly shuffled deck" if view.top_back == NO_BACK else f"the deck ({SKILLS[view.top_back]})"
        return f"Learn from the top of {back}" if view.phase == codes.LEARN else f"Draw a card from {back}"
    if action < codes.PLAYED_CARD:
        place = action - codes.HAND_CARD
        return f"Learn from card {place + 1}, {card_name(int(view.hand[seat, place]))}"
    return f"Learn from {card_name(action - codes.PLAYED_CARD)}, which you played"


# What speaks for an action


def remark(view: Record, seat: int, action: int) -> str:
    """Say in a few words what speaks for an action, or what depends on it."""
    phase = int(view.phase)
    if phase == codes.SELECT:
        job, way = divmod(action, ALTERNATIVES)
        return f"{odds_remark(view, seat, job, int(view.cleared[job]), way)} {standing_remark(view, seat, job)}"
    if phase == codes.BET:
        return odds_remark(view, int(view.tester), int(view.testing), int(view.obstacle), int(view.way))
    if phase in {codes.SCOUT, codes.PLAY, codes.PICK_CHIP}:
        if obstacle_at(view, int(view.testing), int(view.obstacle)).is_mandatory:
            return "If it fails, the obstacle stays and you may learn twice."
        return "If it fails, the obstacle is gone for everybody."
    if phase == codes.DISCARD:
        return f"After that {draw_text(view, seat)}."
    return lesson_remark(view)


def standing_remark(view: Record, seat: int, job: int) -> str:
    """Say who is first on a job's track, as one who would climb it sees it."""
    highest = max(view.track[job, : view.seats])
    if highest == 0:
        return "Nobody is on its track yet."
    leader = int(view.track[job].argmax())
    return "You are first there." if leader == seat else f"{MICE[leader]} is first there."


def odds_remark(view: Record, tester: int, job: int, number: int, way: int) -> str:
    """Say what a test needs beyond the rating, and how often two chips alone bring it."""
    tested = tested_skills(view, job, number, way)
    short = target_of(view, job, number, way) - rating_of(view, tester, tested)
    if short <= 0:
        over = f"{count_word(-short)} more than" if short < 0 else "just"
        return f"The rating is {over} what is asked, before any chip."
    bag = [colour for colour in range(len(CHIPS)) for _ in range(view.bag[colour])]
    everything = [colour for colour in range(len(CHIPS)) for _ in range(COPIES(view, colour))]
    chance = chance_of_two_chips(bag, everything, short)
    if chance == 0.0:
        return f"The test asks for {short} more than the rating, and two chips alone never bring that."
    how_often = round(100 * chance) or "less than 1"
    return f"The test asks for {short} more than the rating; two chips alone bring that in {how_often}% of all draws."


def lesson_remark(view: Record) -> str:
    """Say which skills what is left tests most."""
    tests = [0] * len(SKILLS)
    for job in range(JOBS_IN_PLAY):
        for number in range(int(view.cleared[job]), OBSTACLES_A_JOB):
            letters = {letter for skills, _ in obstacle_at(view, job, number).test for letter in skills}
            for letter in letters:
                tests[LETTERS.index(letter)] += 1
    most = [SKILLS[skill] for skill in range(len(SKILLS)) if tests[skill] == max(tests)]
    return f"What is left asks most for {listed(most)}."


# How it ended


def outcome_sentence(view: Record) -> str:
    """Say who won and why."""
    seats = range(int(view.seats))
    best = max(int(standing(view, seat)) for seat in seats)
    winners = [seat for seat in seats if standing(view, seat) == best]
    most = int(total(view, winners[0]))
    why = f"After {LAST_TURN} turns the heist is called off: " if view.ended == codes.LAST_TURN_PLAYED else ""
    names = listed([MICE[seat] for seat in winners])
    if len(winners) > 1:
        return f"{why}{names} share the victory with {most} points each."
    food, cheese = int(view.food[winners[0]]), int(view.cheese[winners[0]])
    level = [MICE[seat] for seat in seats if total(view, seat) == most and seat not in winners]
    if level:
        return f"{why}{listed([names, *level])} have {most} points, but {names} is better skilled and wins."
    return f"{why}{names} wins with {most} points: food worth {food} and {cheese} cheese."


def standing_of(view: Record, seat: int) -> int:
    """Rank a player in the end: by food and cheese, then by skill (MH-6.3)."""
    return int(standing(view, seat))

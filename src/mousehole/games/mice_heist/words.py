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
from mousehole.games.mice_heist.outlook import bag_of, chance_of_two_chips, draw_chance, is_short, outlook, picked_total
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
    short, goal = short_of(view), target(view)
    if short > 0:
        return f"{count_word(short).capitalize()} short of {goal}. Play a card?"
    if short == 0:
        return f"You stand at {goal}, which is just enough. Play a card all the same?"
    return f"You stand at {goal - short}, {count_word(-short)} over the target. Play a card all the same?"


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
        odds = odds_remark(view, int(view.tester), int(view.testing), int(view.obstacle), int(view.way))
        return f"{odds} {bet_remark(view, seat, action)}"
    if phase == codes.SCOUT:
        return scout_remark(view, action)
    if phase == codes.PLAY:
        return stop_remark(view) if action == codes.STOP else card_remark(view, action - 1)
    if phase == codes.PICK_CHIP:
        return pick_remark(view, action)
    if phase == codes.DISCARD:
        return discard_remark(view, seat, action)
    return lesson_remark(view, seat, action)


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
    chance = chance_of_two_chips(bag_of(view), everything(view), short)
    return f"The test asks for {short} more than the rating; {by_draws('two chips alone', 'bring that', chance)}."


def everything(view: Record) -> list[int]:
    """List all chips by their colours."""
    return [colour for colour in range(len(CHIPS)) for _ in range(COPIES(view, colour))]


def by_draws(what: str, does: str, chance: float) -> str:
    """Say how often something that is drawn does something; only what is certain is said to be so."""
    if chance in {0.0, 1.0}:
        return f"{what} {'always' if chance else 'never'} {does}"
    share = round(100 * chance)
    return f"{what} {does} in {'less than 1' if share < 1 else 'more than 99' if share > 99 else share}% of all draws"


def bet_remark(view: Record, seat: int, chips: int) -> str:
    """Say what a bet brings if the test passes, and what it costs if it fails (MH-5.4, MH-5.7)."""
    paid, by = obstacle_at(view, int(view.testing), int(view.obstacle)).payout, count_word(chips)
    ahead = f"If it passes {MICE[view.tester]} moves up {count_word(paid)}"
    if chips == 0:
        return f"{ahead} and you stay; if not, you may learn or draw."
    space = int(view.track[view.testing, seat])
    start = f", from space {space}" if space else ""
    back = f"move back {by} and " if view.stakes and space else ""
    last = " It takes your last chip." if chips == view.home[seat] else ""
    return f"{ahead} and you {by}{start}; if not, you {back}cannot learn or draw.{last}"


def scout_remark(view: Record, aside: int) -> str:
    """Say how often two chips bring the test to its target, drawn from the bag with the chip that goes back."""
    back = int(view.chip_colour[1 - aside])
    chance = chance_of_two_chips([*bag_of(view), back], everything(view), short_of(view))
    return f"With {CHIPS[back].colour} back in the bag, {by_draws('two chips alone', 'bring enough', chance)}."


def target(view: Record) -> int:
    """Return the target of the test under way."""
    return target_of(view, int(view.testing), int(view.obstacle), int(view.way))


def short_of(view: Record) -> int:
    """Say how much the test under way is short of its target; below 0 it is over."""
    return target(view) - running_sum(view)


def mark(short: int) -> str:
    """Say where a test stands: "two short", "just enough", "one over"."""
    return "just enough" if short == 0 else f"{count_word(abs(short))} {'short' if short > 0 else 'over'}"


def change(before: int, after: int) -> str:
    """Say what a card makes of a test, given how much is short before and after it."""
    if before == after:
        return f"changes nothing: {mark(before)}, as before"
    return f"leads from {mark(before)} to {mark(after)}"


def stop_remark(view: Record) -> str:
    """Say what stopping brings: a test passed or failed, and what becomes of the obstacle (MH-5.4)."""
    short, job = short_of(view), int(view.testing)
    obstacle, cheese = obstacle_at(view, job, int(view.obstacle)), int(view.job_cheese[job])
    if short <= 0:
        found = f", take {cheese} cheese" if cheese else ""
        return f"It passes, {mark(short)}: you move up {count_word(obstacle.payout)}{found} and keep your cards."
    learn, rest = ("learn twice", "stays") if obstacle.is_mandatory else ("learn", "is gone for everybody")
    return f"It fails, {mark(short)}: you move up one and may {learn}, and the obstacle {rest}."


def card_remark(view: Record, place: int) -> str:
    """Say what the test is short of before and after a card; of chips it draws, how often they bring enough."""
    before, found, chance = short_of(view), outlook(view, place), draw_chance(view, place)
    if chance is not None:
        return f"The test is {mark(before)}; {by_draws('what the card draws', 'makes it enough', chance)}."
    return f"{'It' if found.is_sure else 'At best it'} {change(before, target(view) - found.total)}."


def pick_remark(view: Record, chip: int) -> str:
    """Say what the test is short of before and after a chip is picked, and what is in the bag again."""
    after = target(view) - picked_total(view, chip)
    colour = CHIPS[view.chip_colour[chip]].colour if view.card == SIDE_STEP else ""
    back = f" There is one more {colour} chip in the bag to draw." if colour else ""
    return f"It {change(short_of(view), after)}.{back}"


def discard_remark(view: Record, seat: int, action: int) -> str:
    """Say what goes and what is drawn at the end of a turn (MH-5.5)."""
    held, full = int(view.hand_size[seat]), int(FULL_HAND(view))
    if action != codes.STOP:
        skill = skill_taught(int(view.hand[seat, action - 1]))
        drawn = "one card more" if held <= full else "no card for it"
        return f"{asking(view, skill).capitalize()} {SKILLS[skill]}, which it teaches. You draw {drawn}."
    missing = max(full - held, 0)
    drawn = f"draw {counted(missing, 'card')}" if has_deck(view) or not missing else "there is none to draw"
    return f"You keep {counted(held, 'card')}, and {drawn}."


def skill_taught(kind: int) -> int:
    """Return the skill that a card teaches."""
    return LETTERS.index(SKILL_CARDS[kind].teaches)


def tests_left(view: Record) -> list[int]:
    """Count for each skill the tests that are left and name it."""
    tests = [0] * len(SKILLS)
    for job in range(JOBS_IN_PLAY):
        for number in range(int(view.cleared[job]), OBSTACLES_A_JOB):
            letters = {letter for skills, _ in obstacle_at(view, job, number).test for letter in skills}
            for letter in letters:
                tests[LETTERS.index(letter)] += 1
    return tests


def asking(view: Record, skill: int) -> str:
    """Say how many of the tests that are left name a skill: "two tests left ask for"."""
    count = tests_left(view)[skill]
    return f"{counted(count, 'test')} left {'asks' if count == 1 else 'ask'} for"


def lesson_remark(view: Record, seat: int, action: int) -> str:
    """Say what rises and how many tests ask for it, and what it costs (MH-4.1, MH-5.4)."""
    hand, tests = int(view.hand_size[seat]), tests_left(view)
    is_draw = action == codes.TOP_CARD and view.phase == codes.LOOK_ON
    if action == codes.DECLINE or is_draw:
        rest = f"but you then hold {counted(hand + 1, 'card')}" if is_draw else "and no card is spent"
        most = [SKILLS[skill] for skill in range(len(SKILLS)) if tests[skill] == max(tests)]
        return f"Nothing rises, {rest}. What is left asks most for {listed(most)}."
    cost = "no card in hand"
    if action == codes.TOP_CARD:
        skill = int(view.top_back)
    elif action < codes.PLAYED_CARD:
        skill = skill_taught(int(view.hand[seat, action - codes.HAND_CARD]))
        cost = f"one of your {counted(hand, 'card')}" if hand > 1 else "your only card"
    else:
        skill = skill_taught(action - codes.PLAYED_CARD)
    if skill == NO_BACK:
        return f"Which skill rises is open. It costs {cost}."
    name, rating = SKILLS[skill].capitalize(), int(view.rating[seat, skill])
    if rating == TOP_RATING:
        return f"{name} is at {rating} already: nothing rises. It costs {cost}."
    return f"{name} rises from {rating} to {rating + 1}; {asking(view, skill)} it. It costs {cost}."


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

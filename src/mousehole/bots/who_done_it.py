"""What a bot knows about Who Done It?: what a maze is worth, and which moves lead to mazes worth having.

Moves are tried by the rules themselves, in records of their own: a card is placed, both characters run where it is
best, and what lies there then is weighed. Crowding is the main way to lose, so most of it is about room: the empty
cells, and those of them that the character that builds next can still reach.
"""

from __future__ import annotations

import numpy as np

from mousehole.bots.knowledge import FIRST
from mousehole.bots.thinking import Settings
from mousehole.engine.chance import next_word, roll, word
from mousehole.engine.exact import tanh
from mousehole.engine.rule import Actions, Numbers, Record, Rng, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    BELT,
    BIT,
    BY_NAME,
    CARD_COUNT,
    CAT,
    CHEESE,
    FRAME,
    MOUSE,
    NEIGHBOUR,
    OPEN_SIDES,
)
from mousehole.games.who_done_it.maze import (
    NOBODY,
    NOWHERE,
    cell_of_character,
    destinations,
    east,
    empty_cells,
    lay,
    north,
    south,
    trace_from_mouse,
    west,
)
from mousehole.games.who_done_it.rules import apply, legal
from mousehole.games.who_done_it.turn import is_fulfilled, usual_active, walls_of

FIRST_TRY, NEXT_TRY, LAST_TRY, SKETCH = range(4)
"""Records to try moves in: after a card, after one run, after the other; and one to draw a maze in that might be."""
CROSSING = BY_NAME["Great Wheelhouse"]
SUITS = np.array([[pattern in OPEN_SIDES[card] for pattern in range(16)] for card in range(CARD_COUNT)], np.int64)
"""SUITS[card, pattern]: whether some turn of the card is open on exactly these sides (WD-4.2)."""

MOUSE_BUILDS, CAT_BUILDS, LAST_IS_KNOWN, BEGINNER = range(4)
"""Columns of weights: before the Cat is out, after it, once the last agenda is known; and a beginner's at all times."""
SKILLED = -1
"""Weigh by the column that fits the time."""

WORTH = (
    # What is counted, and its weight in each column.
    ("rooms of one card", -0.49, -0.29, 0.36, -0.2),
    ("pairs of empty cells", 0.17, 0.38, -0.34, 0.0),
    ("empty cells where nothing can be built", 0.46, 1.01, 0.63, 0.0),
    ("empty cells beside the character that builds", 0.56, 1.20, 0.47, 0.8),
    ("rooms of one card beside it that lead on", -0.32, 0.19, 0.32, 0.0),
    ("of those, the ones a card of the belt fits on", 0.00, 0.09, 0.82, 0.5),
    ("empty cells reached over these", 0.14, 0.19, 0.05, 0.3),
    ("empty cells reached through a crossing set down beside it", 0.09, 0.08, -0.05, 0.4),
    ("of all it reaches, the cells with another empty cell beside them", 0.22, 0.17, 0.64, 0.3),
    ("of the first two of these", -0.67, 0.23, 0.40, 0.0),
    ("of all it reaches, the cells with a room of one card beside them", 0.29, 0.12, 0.08, 0.0),
    ("nothing is reached", -4.57, -3.38, -5.09, -2.5),
    ("only one cell is reached", 0.28, -0.10, -0.75, 0.0),
    ("nothing is reached over a room", -0.49, -1.11, -0.71, 0.0),
    ("nothing is reached through a new card", -2.07, -1.02, -0.79, 0.0),
    ("share of the agendas that may decide: the Mouse's, met", 0.73, -0.42, 9.07, 2.0),
    ("the Cat's, met", -1.36, 0.42, 5.81, 2.0),
    ("the Cheese's, met", 1.13, 0.52, 8.84, 2.0),
    ("the Cucumber's, met", 0.30, 0.60, 10.24, 2.0),
    ("those one change away", -0.29, -0.21, 1.20, 0.4),
    ("those two changes away", 0.24, -0.23, 0.58, 0.0),
    ("Mouse beside Cheese", 0.43, -0.09, -0.13, 0.0),
    ("Cat beside Mouse", -0.32, 0.52, -1.33, 0.0),
    ("steps from Mouse to Cheese", 0.29, -0.21, -0.51, 0.0),
    ("steps from Cat to Mouse", -0.23, 0.09, -0.13, 0.0),
    ("abilities kept (easier mode)", 0.12, 0.93, -1.02, 0.4),
)
(
    SINGLE, PAIRS, DEAD, YARDS, GATES, FITTING, OVER_ROOMS, THROUGH, ROOMY, FIRST_ROOMY, BESIDE_SINGLE, NO_WAY, ONE_WAY,
    NONE_OVER, NONE_THROUGH, MET, _, _, _, ONE_AWAY, TWO_AWAY, PREY_BESIDE, HUNTER_BESIDE, TO_PREY, TO_HUNTER,
    ABILITIES,
) = range(len(WORTH))  # fmt: skip
WEIGHT = np.array([[row[1 + column] for row in WORTH] for column in range(4)], np.float64)
"""The skilled columns were bred: of many that differ a little, those that won most games by looking one turn ahead."""

LOST = -1000.0
"""What a game is worth that a move has lost."""
LUCK = 20.0
"""What it counts if a tried game ends by what it drew: it might draw something else."""
TOUCHING, APART = 1, 3
"""Walls between two characters: the first number that is not a path, and simply far."""

USUAL = np.array([
    [(6.4, 0.58), (13.9, 0.76), (5.8, 0.0)],
    [(2.0, 0.52), (14.5, 0.70), (6.0, 0.0)],
])  # fmt: skip
"""USUAL[easier, column]: what a maze is worth that may end either way, before any card is drawn; and how much less by
each. So that a judgement is a chance: seen in games that were played on by a search."""
TENDS = np.array([-2.0, 0.8, -2.0, 2.0])
"""How much better the mazes of a setup turn out than they look until the last agenda is known."""
SLOPE = 0.25
"""How much one point of worth more or less than usual tells about the end."""

SAMPLE = 8
"""A playout looks at so many moves of a decision, and at more only if all of them lose."""
CONSIDERED = 10
"""A search considers so many moves of a decision."""
ACTION_BITS = 13
RANGE, STEPS = 64.0, 1024
"""A move and what it is worth are sorted as one number: steps of the worth above, the move below."""


# Sets of cells

LEVELS = {
    "kitten": Settings(iterations=10, horizon=4, margin=0.1),
    "housecat": Settings(iterations=40, horizon=8, exploration=0.5, margin=0.0),
    "alley_cat": Settings(iterations=160, horizon=8, exploration=0.5, margin=0.0),
    "tiger": Settings(iterations=10_000, horizon=8, exploration=0.5, margin=0.0),
    "lion": Settings(iterations=15_000, horizon=16, exploration=0.5, margin=0.0),
    "tiger_0_1": Settings(iterations=1_000, horizon=8, exploration=0.5, margin=0.0, edition=FIRST, is_former=True),
}
"""Playouts of about three turns, then a judgement; nobody reads along, so nothing is mixed."""


@rule
def size(cells: int) -> int:
    """Count the cells of a set."""
    cells -= (cells >> 1) & 0x5555555555555555
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F
    cells += cells >> 8
    cells += cells >> 16
    cells += cells >> 32
    return cells & 0x7F


@rule
def around(cells: int) -> int:
    """Find the cells next to those of a set."""
    return north(cells) | east(cells) | south(cells) | west(cells)


@rule
def distance(a: int, b: int) -> int:
    """Count the steps between two cells, walls ignored; 0 if there is no such cell."""
    return 0 if b < 0 else abs(a % FRAME - b % FRAME) + abs(a // FRAME - b // FRAME)


# What a maze is worth


@rule
def worth(s: Record, by: int, trials: Record) -> float:
    """Say what a position is worth; in easier mode with the better of both to build (WD-8.2)."""
    luck = 0.0
    if s.phase == codes.OVER:
        if codes.NO_PLACEMENT < s.ended < codes.UNSOLVED:
            return LOST
        luck = LUCK if s.ended >= codes.SOLVED else -LUCK
    w = WEIGHT[column_of(s) if by == SKILLED else by]
    empty = empty_cells(s, NOBODY)
    best = worth_of_ways(s, usual_active(s), empty, w, trials)
    if s.easier and s.cat != NOWHERE:
        best = max(best, worth_of_ways(s, MOUSE, empty, w, trials))
    return luck + best + worth_of_room(s, empty, w) + worth_of_paths(s, w, trials)


@rule
def column_of(s: Record) -> int:
    """Find the column of weights that fits the time."""
    return LAST_IS_KNOWN if s.last >= 0 else MOUSE_BUILDS if s.cat == NOWHERE else CAT_BUILDS


@rule
def worth_of_room(s: Record, empty: int, w: Numbers) -> float:
    """Weigh the room there is, and the abilities kept to make some."""
    single = s.rooms & ~s.full
    total = w[SINGLE] * size(single) + w[PAIRS] * (size(empty & south(empty)) + size(empty & east(empty)))
    total += w[DEAD] * size(empty & ~around(empty | single))
    if s.easier:
        total += w[ABILITIES] * size(int(s.kept) | int(s.fresh))
    return total


@rule
def worth_of_ways(s: Record, who: int, empty: int, w: Numbers, trials: Record) -> float:
    """Weigh the ways on of the character that builds: over a room beside it, or through a card set down beside it."""
    here = cell_of_character(s, who)
    single = s.rooms & ~s.full
    total = 0.0
    over = through = 0
    for side in range(4):
        cell = NEIGHBOUR[here, side]
        if cell >= 0 and (empty >> BIT[cell]) & 1:
            total += w[YARDS]
            trials[SKETCH] = s
            lay(trials[SKETCH], CROSSING, cell, 0)
            through |= ways_through(who, cell, trials) & empty
        elif cell >= 0 and (single >> BIT[cell]) & 1:
            trials[SKETCH] = s
            reached = ways_through(who, cell, trials) & empty
            if reached:
                total += w[GATES]
                if is_suited(s, cell):
                    total += w[FITTING]
                    over |= reached
    total += w[OVER_ROOMS] * size(over) + w[THROUGH] * size(through)
    if over == 0:
        total += w[NONE_OVER]
    if through == 0:
        total += w[NONE_THROUGH]
    ways = over | through
    if ways == 0:
        return total + w[NO_WAY]
    if size(ways) == 1:
        total += w[ONE_WAY]
    roomy = size(ways & around(empty))
    return total + w[ROOMY] * roomy + w[FIRST_ROOMY] * min(roomy, 2) + w[BESIDE_SINGLE] * size(ways & around(single))


@rule
def ways_through(who: int, cell: int, trials: Record) -> int:
    """Find where a character could run in the sketch if the card in a cell beside it were the one just placed."""
    trials[SKETCH].placed = cell
    return destinations(trials[SKETCH], who, 0)


@rule
def is_suited(s: Record, cell: int) -> bool:
    """Tell whether a card of the belt fits on the room in a cell (WD-4.2)."""
    for slot in range(BELT):
        if s.belt[slot] != NOWHERE and SUITS[int(s.belt[slot]), walls_of(s, cell)]:
            return True
    return False


@rule
def worth_of_paths(s: Record, w: Numbers, trials: Record) -> float:
    """Weigh how near the maze is to what the agendas want that may still decide."""
    mine = trace_from_mouse(s)
    to_cheese = walls_between(mine, connected_with(s, CHEESE, trials))
    to_cat = APART - 1 if s.cat == NOWHERE else walls_between(mine, connected_with(s, CAT, trials))
    unseen = 0
    total = 0.0
    for agenda in range(4):
        if not (int(s.seen) >> agenda) & 1:
            unseen += 1
            needed = changes_needed(agenda, to_cheese, to_cat)
            if needed == 0:
                total += w[MET + agenda]
            elif needed <= 2:
                total += w[ONE_AWAY] if needed == 1 else w[TWO_AWAY]
    total /= max(unseen, 1)
    to_prey = distance(int(s.mouse), int(s.cheese))
    to_hunter = distance(int(s.mouse), int(s.cat))
    total += w[TO_PREY] * to_prey + w[TO_HUNTER] * to_hunter
    if to_prey == 1:
        total += w[PREY_BESIDE]
    if to_hunter == 1:
        total += w[HUNTER_BESIDE]
    return total


@rule
def connected_with(s: Record, who: int, trials: Record) -> int:
    """Find the cells connected with the Cat or the Cheese (WD-6.1): it changes places with the Mouse in the sketch."""
    trials[SKETCH] = s
    trials[SKETCH].mouse = cell_of_character(s, who)
    if who == CAT:
        trials[SKETCH].cat = s.mouse
    else:
        trials[SKETCH].cheese = s.mouse
    return trace_from_mouse(trials[SKETCH])


@rule
def walls_between(mine: int, others: int) -> int:
    """Count the walls, or cells, between two connected sets of cells, at most APART."""
    if mine & others:
        return 0
    if around(mine) & others:
        return TOUCHING
    return APART - 1 if around(mine) & around(others) else APART


@rule
def changes_needed(agenda: int, to_cheese: int, to_cat: int) -> int:
    """Count the changes an agenda is away (WD-6.2): walls to open, or a path to close."""
    for paths in range(4):
        if is_fulfilled(agenda, paths & 1, paths >> 1):
            for_cheese = to_cheese if paths & 1 else 1 if to_cheese == 0 else 0
            return for_cheese + (to_cat if paths >> 1 else 1 if to_cat == 0 else 0)
    return APART


# What a move is worth


@rule
def worth_of(s: Record, action: int, runs: Actions, low: int, high: int, by: int, trials: Record) -> float:
    """Try a move, with chance from a seed, and say what the best position it can lead to in this turn is worth."""
    trials[FIRST_TRY] = s
    trials[FIRST_TRY].chance[0] = low
    trials[FIRST_TRY].chance[1] = high
    apply(trials[FIRST_TRY], 0, action)
    if trials[FIRST_TRY].phase != codes.MOVE:
        return worth(trials[FIRST_TRY], by, trials)
    count = legal(trials[FIRST_TRY], 0, runs)
    best = LOST
    for k in range(count):
        trials[NEXT_TRY] = trials[FIRST_TRY]
        apply(trials[NEXT_TRY], 0, runs[k])
        if trials[NEXT_TRY].phase == codes.MOVE:
            best = max(best, worth_of_answer(runs[count:], by, trials))
        else:
            best = max(best, worth(trials[NEXT_TRY], by, trials))
    return best


@rule
def worth_of_answer(runs: Actions, by: int, trials: Record) -> float:
    """Say what the best position is worth that the second run of a turn can lead to."""
    best = LOST
    for k in range(legal(trials[NEXT_TRY], 0, runs)):
        trials[LAST_TRY] = trials[NEXT_TRY]
        apply(trials[LAST_TRY], 0, runs[k])
        best = max(best, worth(trials[LAST_TRY], by, trials))
    return best


@rule
def best_of(s: Record, actions: Actions, count: int, sample: int, by: int, rng: Rng, trials: Record) -> int:
    """Find the best of so many random moves; if all of them lose, look on."""
    low = next_word(rng)
    high = next_word(rng)
    best = actions[0]
    highest = 2 * LOST
    left = count
    while left > 0 and (left > count - sample or highest <= LOST):
        k = roll(rng, left)
        left -= 1
        actions[k], actions[left] = actions[left], actions[k]
        found = worth_of(s, actions[left], actions[count:], low, high, by, trials)
        if found > highest:
            best, highest = actions[left], found
    return best


# What the bots ask for


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record) -> int:
    """Play as a beginner who has read the rules: never lose at once, keep room, mind the agendas."""
    return best_of(s, actions, count, count, BEGINNER, rng, trials)


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng, trials: Record) -> int:
    """Play on with the best of a few moves."""
    return actions[0] if count == 1 else best_of(s, actions, count, SAMPLE, SKILLED, rng, trials)


@rule
def judge(s: Record, out: Numbers, trials: Record) -> None:
    """Compare a position with what is usual by now."""
    column = column_of(s)
    usual = USUAL[int(s.easier), column]
    better = worth(s, SKILLED, trials) - usual[0] + usual[1] * float(s.drawn)
    if column != LAST_IS_KNOWN:
        better += TENDS[int(s.layout)]
    out[0] = tanh(SLOPE * better)


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int, trials: Record) -> int:
    """Keep the moves that lead to the best positions, and none that loses at once if there is another."""
    mask = (1 << ACTION_BITS) - 1
    for k in range(count):
        found = worth_of(s, actions[k], actions[count:], word(1), word(2), SKILLED, trials)
        actions[k] += int((min(max(found, -RANGE), RANGE) + RANGE) * STEPS) << ACTION_BITS
    kept = min(count, CONSIDERED)
    for i in range(kept):
        for k in range(i + 1, count):
            if actions[k] > actions[i]:
                actions[i], actions[k] = actions[k], actions[i]
    while kept > 1 and actions[kept - 1] <= mask:
        kept -= 1
    for i in range(kept):
        actions[i] &= mask
    for i in range(1, kept):
        k = i
        while k > 0 and actions[k] < actions[k - 1]:
            actions[k], actions[k - 1] = actions[k - 1], actions[k]
            k -= 1
    return kept
